//! The engine against brute force, and its promises.

use touchstone_chess::{Board, Castling, Colour, Kind, Square};
use touchstone_dicechess::engine::chance::{Chance, Freedom};
use touchstone_dicechess::engine::{DiceEngine, Settings};
use touchstone_dicechess::eval::{Eval, Weights};
use touchstone_dicechess::game::setup_of;
use touchstone_dicechess::{DiceChess, DicePosition, Men, Pool, Rules, TurnEnd, dfen};
use touchstone_kernel::average::mean;
use touchstone_kernel::{After, Game, Limits, Rng, Score, Value};
use touchstone_search::clock::Clock;
use touchstone_search::{Engine, Request, Stop};

fn roll(rng: &mut Rng) -> Pool {
    Pool::rolled([rng.index(6), rng.index(6), rng.index(6)])
}

fn sparse(rng: &mut Rng, most: usize) -> TurnEnd {
    let mut board = Board::EMPTY;
    let mut put = |kind: Kind, colour| loop {
        let s = Square::new(rng.below(64) as u8);
        let edge = s.rank() == 0 || s.rank() == 7;
        if !(board.occupied().has(s) || kind == Kind::Pawn && edge) {
            board.put(s, kind, colour);
            return rng.below(1 << 30);
        }
    };
    put(Kind::King, Colour::White);
    let mut word = put(Kind::King, Colour::Black);
    for _ in 0..1 + word as usize % most {
        let colour = if word & 64 == 0 { Colour::White } else { Colour::Black };
        word = put(Kind::from_index(word as usize / 128 % 5), colour);
    }
    let turn = if word & 1 == 0 { Colour::White } else { Colour::Black };
    // Now and then near the draw.
    let clock = if word % 16 == 3 { 95 + (word / 16 % 5) as u8 } else { 0 };
    let men = Men::seen(&board, Castling::NONE, [0; 2], clock, turn);
    TurnEnd { men, turn, number: 20, taken: false, rules: Rules::CANONICAL }
}

/// The value of a chance node for its roller, from every path of every roll
/// and the kernel's mean; nothing of the search takes part.
fn brute(eval: &Eval, end: &TurnEnd, depth: u32) -> Score {
    if let Some(v) = end.outcome() {
        return match v.result {
            touchstone_kernel::VerdictResult::Draw => Score::DRAW,
            touchstone_kernel::VerdictResult::Win(s) => {
                let mine = touchstone_dicechess::position::seat_of(end.turn);
                if s == mine { Score::WIN } else { Score::LOSS }
            }
        };
    }
    if depth == 0 {
        return -eval.mover_score(&end.men.turned().scored(eval.table()));
    }
    let rolls: Vec<(u32, Score)> =
        Pool::rolls().map(|r| (r.weight(), best(eval, &end.rolled(r), depth))).collect();
    mean(&rolls).unwrap()
}

fn best(eval: &Eval, p: &DicePosition, depth: u32) -> Score {
    let mut ends: Vec<TurnEnd> = p.paths().into_iter().map(|path| p.end_of(path)).collect();
    if ends.is_empty() {
        ends.push(p.ended(&p.men, false));
    }
    let value = |e: &TurnEnd| {
        if e.taken { Score::WIN } else { -brute(eval, e, depth - 1) }
    };
    ends.iter().map(value).max().unwrap().step()
}

#[test]
fn pruned_search_equals_brute_force_on_sparse_positions() {
    let mut rng = Rng::seeded(11, "brute force");
    let eval = Eval::default();
    let mut chance = Chance::new(Eval::default(), 1 << 16);
    let mut decided = 0;
    for case in 0..1000 {
        let end = sparse(&mut rng, 6);
        if end.is_certain() {
            continue;
        }
        let want = brute(&eval, &end, 1);
        let men = end.men.scored(eval.table());
        let mut clock = Clock::start(&Limits::default(), &Stop::new());
        chance.set_up(false, Freedom::FULL);
        let mut ask = |lo, hi| {
            chance.table.clear();
            chance.value(&men, 1, lo, hi, Freedom::FULL, &mut clock).unwrap()
        };
        assert_eq!(ask(Score::BELOW, Score::ABOVE), Value::Exact(want), "case {case} {end:?}");
        // Narrow windows around the truth: every bound must hold.
        for shift in [-40_000_000, -1, 0, 1, 40_000_000] {
            let lo = Score::from_raw(want.raw() + shift);
            let hi = Score::from_raw(lo.raw() + 1);
            match ask(lo, hi) {
                Value::Exact(s) => assert_eq!(s, want),
                Value::AtLeast(s) => assert!(s <= want && s >= hi, "case {case}"),
                Value::AtMost(s) => assert!(s >= want && s <= lo, "case {case}"),
            }
            decided += 1;
        }
    }
    assert!(decided > 4500);
}

#[test]
fn full_width_third_ply_equals_brute_force() {
    let mut rng = Rng::seeded(12, "brute force");
    let eval = Eval::default();
    let mut chance = Chance::new(Eval::default(), 1 << 16);
    for case in 0..5 {
        let end = sparse(&mut rng, 1);
        let want = brute(&eval, &end, 2);
        let men = end.men.scored(eval.table());
        let mut clock = Clock::start(&Limits::default(), &Stop::new());
        chance.set_up(false, Freedom::FULL);
        let got =
            chance.value(&men, 2, Score::BELOW, Score::ABOVE, Freedom::FULL, &mut clock).unwrap();
        assert_eq!(got, Value::Exact(want), "case {case} {end:?}");
        let lo = Score::from_raw(want.raw() - 5_000_000);
        chance.table.clear();
        match chance.value(&men, 2, lo, want, Freedom::FULL, &mut clock).unwrap() {
            Value::AtLeast(s) => assert!(s <= want),
            v => assert_eq!(v, Value::Exact(want)),
        }
    }
}

fn positions(n: usize, seed: u64) -> Vec<DicePosition> {
    let mut rng = Rng::seeded(seed, "positions");
    let mut list = Vec::new();
    while list.len() < n {
        let start = DiceChess::start(Rules::CANONICAL);
        let touchstone_kernel::Node::Chance(end) = start.node else { return list };
        let mut p = end.rolled(roll(&mut rng));
        for _ in 0..2 + rng.index(16) {
            let turns: Vec<_> = p.distinct().into_iter().filter(|t| !t.takes_king).collect();
            let men = if turns.is_empty() { p.men } else { turns[rng.index(turns.len())].men };
            p = p.ended(&men, false).rolled(roll(&mut rng));
        }
        if p.outcome().is_none() {
            list.push(p);
        }
    }
    list
}

fn engine() -> DiceEngine {
    DiceEngine::new(Weights::FITTED, Settings::STANDARD)
}

#[test]
fn colour_flip_is_exact_and_the_mirror_too_without_rights() {
    let mut engine = engine();
    for p in positions(25, 3) {
        let mut ask = |p: DicePosition| {
            engine.new_game();
            let setup = setup_of(dfen::Read::Decision(p));
            let a = engine.analyse(&setup, &Request::new(Limits::depth(2)));
            let outcomes: Vec<Value> = a.moves[0].outcomes.iter().map(|o| o.value).collect();
            (a.moves[0].mv, a.moves[0].value, a.nodes, a.static_score, outcomes)
        };
        let there = ask(p);
        assert_eq!(there, ask(p.flipped()));
        if let Some(m) = p.mirrored() {
            let mirrored = ask(m);
            assert_eq!((there.1, there.3), (mirrored.1, mirrored.3));
        }
        // The texts: flipped DFEN reads back to the flipped position.
        let text = dfen::Read::Decision(p.flipped()).print();
        let read = dfen::parse(&text, dfen::Reading::Strict, p.rules).unwrap();
        assert_eq!(read, dfen::Read::Decision(p.flipped()));
    }
}

#[test]
fn shown_values_are_averages_of_their_outcomes() {
    let mut engine = engine();
    for p in positions(12, 4) {
        let setup = setup_of(dfen::Read::Decision(p));
        let a = engine.analyse(&setup, &Request::new(Limits::depth(2)));
        let Some(best) = a.best() else { continue };
        if best.outcomes.is_empty() {
            continue;
        }
        assert_eq!(best.outcomes.iter().map(|o| o.weight).sum::<u32>(), 216);
        let exact: Vec<(u32, Score)> = best
            .outcomes
            .iter()
            .filter_map(|o| match o.value {
                Value::Exact(s) => Some((o.weight, s)),
                _ => None,
            })
            .collect();
        if exact.len() == 56 {
            assert_eq!(Value::Exact(mean(&exact).unwrap().step()), best.value);
        }
        for o in &best.outcomes {
            let after = p.after_turn(best.mv).rolled(o.event);
            if let Some(reply) = o.reply {
                assert!(after.is_legal(reply.0), "{after:?} {reply:?}");
            }
        }
    }
}

#[test]
fn equal_requests_get_equal_answers_and_a_late_one_a_legal_turn() {
    let mut engine = engine();
    for p in positions(6, 5) {
        let setup = setup_of(dfen::Read::Decision(p));
        let mut ask = |limits| {
            engine.new_game();
            let a = engine.analyse(&setup, &Request::for_play(limits));
            (a.moves[0].mv, a.moves[0].value, a.nodes)
        };
        let nodes = Limits::nodes(20_000);
        assert_eq!(ask(nodes), ask(nodes));
        for limits in [Limits::time_ms(0), Limits::nodes(1)] {
            let (mv, _, _) = ask(limits);
            assert!(p.is_legal(mv.0));
        }
    }
}

/// A king that can be taken is taken, by the shortest path.
#[test]
fn kings_are_taken_by_the_shortest_path() {
    let text = "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 RRR";
    let read = dfen::parse(text, dfen::Reading::Strict, Rules::CANONICAL).unwrap();
    let a = engine().analyse(&setup_of(read), &Request::new(Limits::depth(2)));
    let best = a.best().unwrap();
    assert_eq!(touchstone_dicechess::notation::print_path(best.mv.0, Colour::White), "e2e8");
    assert_eq!(best.value, Value::Exact(Score::win_in(1)));
    assert!(best.proved);
}

#[test]
fn terms_sum_to_what_the_curve_is_fed() {
    use touchstone_kernel::Evaluator;
    let eval = Eval::default();
    for p in positions(200, 6) {
        let mut sum = 0;
        eval.terms(&p, &mut |t| sum += t.value);
        let want = eval.score(&p, &());
        let (a, b) = (eval.curve().score(sum - 1), eval.curve().score(sum + 1));
        assert!(a <= want && want <= b, "{sum} {want:?}");
    }
}
