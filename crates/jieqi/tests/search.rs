//! The engine against brute force, its colours, the published positions, and
//! deliberate faults that these tests must catch.

mod common;

use common::*;
use touchstone_jieqi::engine::{Parameters, builtin};
use touchstone_jieqi::game::setup_of;
use touchstone_jieqi::order::{Order, Selective};
use touchstone_jieqi::{Eval, Event, Jieqi, Move, Role, Rules, View, Weights, notation, rulers};
use touchstone_kernel::{
    After, Evaluator, Game, Limits, Line, List, Node, Position, Rng, Score, Side, Value,
};
use touchstone_search::oracle::{self, Leaves};
use touchstone_search::{AlphaBeta, Analysis, Engine, Fault, Policy, Request, Settings};

const TRAP: &str =
    "x2k1xxA1/9/px2c4/x1x1C1B2/7c1/2P3n2/9/1X2N3P/4Ab3/XXX1KX3 w R2A0C0P2N0B1r0a2c0p2n1b1 3 14";

struct Plain(Order);

impl Leaves<View> for Plain {
    fn score(&self, p: &View) -> Score {
        // From nothing: the engine carries its state along.
        let eval = self.0.evaluator();
        eval.score(p, &eval.start(p))
    }
    fn noisy(&self, p: &View, line: &Line<View>, list: &mut List<Move>) {
        self.0.noisy(p, line, list);
    }
}

fn sure_order() -> Order {
    Order::new(Eval::new(Weights::standard()), Selective::SURE)
}

fn verifier(fault: Option<Fault>) -> AlphaBeta<View, Order> {
    let settings = Settings { fault, scout: true, ..Settings::verification(1 << 20) };
    AlphaBeta::new("verifier", sure_order(), settings)
}

/// The best move's value equals brute force, and so does every single move's.
fn agrees(
    engine: &mut AlphaBeta<View, Order>,
    v: &View,
    depth: u32,
    clock: u16,
    rng: &mut Rng,
) -> Result<(), String> {
    let leaves = Plain(sure_order());
    let setup = setup_of(v.clone(), clock, 0, Rules::MISTBOARD);
    let mut line = setup.line.clone();
    engine.new_game();
    let a = engine.analyse(&setup, &Request::new(Limits::depth(depth)));
    let want = oracle::value(&leaves, v, &mut line, depth);
    let got = a.best().map(|m| m.value);
    if got != Some(Value::Exact(want)) {
        return Err(format!("{v:?} depth {depth} clock {clock}: {got:?} for {want:?}"));
    }
    let possible = leaves.0.possible(v, depth as i32);
    if !possible.contains(want) {
        return Err(format!("{v:?} depth {depth}: {want:?} outside {possible:?}"));
    }
    let moves = legal(v);
    let m = moves[rng.index(moves.len())];
    let request = Request { only: vec![m], ..Request::new(Limits::depth(depth)) };
    let a = engine.analyse(&setup, &request);
    let got = a.best().map(|m| m.value);
    let want = oracle::after_value(&leaves, v, &mut line, m, depth - 1);
    let stepped = Value::Exact(want).step();
    if got != Some(stepped) {
        return Err(format!("{v:?} {m:?} depth {depth}: {got:?} for {stepped:?}"));
    }
    Ok(())
}

/// 3,110 random positions: small ones deeper, full pools at depth 1.
#[test]
fn the_fast_search_equals_brute_force() {
    let mut engine = verifier(None);
    let mut rng = Rng::seeded(41, "brute force");
    let mut done = 0;
    let plan: [(usize, u32, usize); 3] = [(3, 3, 10), (4, 2, 250), (9, 1, 2350)];
    for (pieces, depth, n) in plan {
        for _ in 0..n {
            let v = small_view(&mut rng, pieces);
            // Now and then the clock runs out within the search.
            let clock = if rng.below(4) == 0 { 116 + rng.below(4) as u16 } else { 0 };
            agrees(&mut engine, &v, depth, clock, &mut rng).unwrap();
            done += 1;
        }
    }
    for v in random_views(43, 500, 70) {
        agrees(&mut engine, &v, 1, 0, &mut rng).unwrap();
        done += 1;
    }
    assert!(done >= 3000, "{done}");
}

/// Averaging the bounds of cut-off outcomes as if they were values is caught.
#[test]
fn a_bound_taken_for_a_value_is_caught() {
    let mut rng = Rng::seeded(47, "fault");
    let mut engine = verifier(Some(Fault::BoundAsExact));
    let mut wrong = 0;
    for _ in 0..80 {
        let v = small_view(&mut rng, 5);
        wrong += usize::from(agrees(&mut engine, &v, 2, 0, &mut rng).is_err());
    }
    assert!(wrong > 3, "only {wrong} of 80 positions show the fault");
}

fn analyse(engine: &mut dyn Engine<View>, v: &View, request: &Request<View>) -> Analysis<View> {
    engine.analyse(&setup_of(v.clone(), 0, 0, Rules::MISTBOARD), request)
}

fn mirrored(m: Move) -> Move {
    Move { from: m.from.seen_by(Side::Two), to: m.to.seen_by(Side::Two) }
}

/// The whole engine, all selectivity on: the mirrored position is searched
/// node by node alike. (A public engine differs by two pawns at the start.)
#[test]
fn colours_are_alike() {
    let mut engine = builtin(&Parameters::standard());
    let mut other = builtin(&Parameters::standard());
    let start = start();
    let mut views = random_views(53, 1000, 90);
    views.push(start);
    for (k, v) in views.iter().enumerate() {
        let limits = Limits::nodes(if k % 20 == 0 || k == 1000 { 20_000 } else { 400 });
        engine.new_game();
        other.new_game();
        let a = analyse(&mut engine, v, &Request::new(limits));
        let b = analyse(&mut other, &v.flipped(), &Request::new(limits));
        assert_eq!((a.nodes, a.depth, a.static_score), (b.nodes, b.depth, b.static_score), "{v:?}");
        for (x, y) in a.moves.iter().zip(&b.moves) {
            assert_eq!((mirrored(x.mv), x.value), (y.mv, y.value), "{v:?}");
        }
    }
}

/// For a spectator the keys and orders are not mirrored: only the game is.
#[test]
fn the_evaluation_is_colour_symmetric() {
    let eval = Eval::new(Weights::standard());
    let units = |v: &View| eval.units_of(v, &eval.start(v));
    let one_sided = Eval::new(Weights::standard()).with_one_sided_dark();
    let mut caught = 0;
    for v in random_views(59, 400, 120) {
        let v = v.watched_by(touchstone_jieqi::Observer::Spectator);
        assert_eq!(units(&v), units(&v.flipped()), "{v:?}");
        assert_eq!(units(&v), units(&v.mirrored()), "{v:?}");
        let f = v.flipped();
        let faulty = one_sided.units_of(&v, &one_sided.start(&v));
        caught += usize::from(faulty != one_sided.units_of(&f, &one_sided.start(&f)));
        let mut sum = 0;
        eval.terms(&v, &mut |t| sum += t.value);
        assert_eq!(sum, units(&v));
    }
    assert!(caught > 200, "dark pieces of one side left out: seen in {caught} of 400");
}

#[test]
fn the_carried_state_equals_a_fresh_one() {
    let eval = Eval::new(Weights::standard());
    let mut rng = Rng::seeded(61, "carry");
    for v in random_views(67, 300, 100) {
        let state = eval.start(&v);
        for m in legal(&v) {
            let e = random_event(&v, m, &mut rng);
            let after = v.after(m);
            let child = after.resolve(e);
            assert_eq!(eval.carry(&state, &after, &child), eval.start(&child), "{v:?} {m:?}");
        }
    }
}

#[test]
fn the_trap_is_seen() {
    let v = view(TRAP);
    let mut engine = builtin(&Parameters::standard());
    let a = analyse(&mut engine, &v, &Request::new(Limits::nodes(100_000)));
    // The advisor has to move so that the cannon's mate on h0 is answered.
    let best = a.best().map(|m| m.mv.text()).unwrap_or_default();
    assert!(["e1f2", "e1d0"].contains(&best.as_str()), "{:?}", a.best());
    let lost = notation::split("b2d2").unwrap().0;
    engine.new_game();
    let request = Request { only: vec![lost], ..Request::new(Limits::nodes(100_000)) };
    let a = analyse(&mut engine, &v, &request);
    let percent = a.best().unwrap().value.number().percent();
    assert!(percent < 40.0, "b2d2 is rated {percent:.1} %");
    for o in &a.best().unwrap().outcomes {
        let mated = matches!(o.event.became, Some(Role::Soldier | Role::Elephant));
        assert_eq!(o.value.number().is_sure_loss(), mated, "{o:?}");
        if mated {
            assert_eq!(o.reply.map(|m| m.text()).as_deref(), Some("h5h0"));
        }
    }
}

/// What two outcomes' boards share is evaluated once; the sums are those of each board alone.
#[test]
fn outcomes_evaluated_together_equal_each_alone() {
    let eval = Eval::new(Weights::standard());
    let mut seen = 0;
    for v in random_views(69, 200, 110) {
        let state = eval.start(&v);
        for m in legal(&v).into_iter().filter(|m| v.piece(m.from).is_dark()) {
            let after = v.after(m);
            let mut list = List::new();
            after.outcomes(&mut list);
            let children: Vec<View> = list.iter().map(|o| after.resolve(o.event)).collect();
            eval.units_of_outcomes(&after, &state, &children, |child, units| {
                assert_eq!(units, eval.units_of(child, &eval.start(child)), "{v:?} {m:?}");
                seen += 1;
            });
        }
    }
    assert!(seen > 5000, "{seen}");
}

fn outcome_values(v: &View, m: Move, depth: u32) -> (Value, Vec<(u32, Value)>) {
    let mut engine = builtin(&Parameters::standard());
    let request = Request { only: vec![m], ..Request::new(Limits::depth(depth)) };
    let a = analyse(&mut engine, v, &request);
    let best = a.best().unwrap();
    (best.value, best.outcomes.iter().map(|o| (o.weight, o.value)).collect())
}

#[test]
fn a_reveal_lies_between_its_outcomes() {
    let mut rng = Rng::seeded(71, "between");
    let mut seen = 0;
    for _ in 0..150 {
        let v = small_view(&mut rng, 8);
        let Some(m) = legal(&v).into_iter().find(|m| v.piece(m.from).is_dark()) else { continue };
        let (value, outcomes) = outcome_values(&v, m, 2);
        let Value::Exact(s) = value else { panic!("{v:?}: {value:?}") };
        let numbers: Vec<Score> = outcomes.iter().map(|o| o.1.number()).collect();
        assert!(outcomes.iter().all(|o| o.1.is_exact()), "{v:?} {outcomes:?}");
        let (lo, hi) = (*numbers.iter().min().unwrap(), *numbers.iter().max().unwrap());
        assert!(lo.step() <= s || !s.is_sure() && lo.held() <= s, "{v:?} {m:?}");
        assert!(s <= hi.step() || !s.is_sure() && s <= hi.held(), "{v:?} {m:?}");
        // Sure only if every outcome is, the same way.
        assert_eq!(s.is_sure_win(), numbers.iter().all(|x| x.is_sure_win()), "{v:?}");
        assert_eq!(s.is_sure_loss(), numbers.iter().all(|x| x.is_sure_loss()), "{v:?}");
        assert_eq!(outcomes.iter().map(|o| o.0).sum::<u32>(), v.pool(v.mover()).total());
        seen += 1;
    }
    assert!(seen > 80);
}

#[test]
fn one_type_left_is_no_chance_at_all() {
    // The same board, the chariot dark or already known after the move.
    let dark = view("3k5/9/9/9/9/9/X8/9/9/4K4 w R1 0 1");
    let m = notation::split("a3a4").unwrap().0;
    let (value, outcomes) = outcome_values(&dark, m, 3);
    assert_eq!(outcomes.len(), 1);
    let child = dark.after(m).resolve(Event::reveal(Role::Chariot));
    let mut engine = builtin(&Parameters::standard());
    let a = analyse(&mut engine, &child, &Request::new(Limits::depth(2)));
    assert_eq!(value, (-a.best().unwrap().value).step());
    // An engine that keeps the pool's average for a turned piece said +522
    // here and −1140 after the move was played: ours must not jump.
    assert!(value.number().percent() > 70.0, "{value:?}");
}

#[test]
fn the_order_of_the_pool_changes_nothing() {
    let a = view("3k5/9/9/9/4p4/9/X3X4/9/9/4K4 w R1P1 0 1");
    let b = view("3k5/9/9/9/4p4/9/X3X4/9/9/4K4 w P1R1 0 1");
    let mut engine = builtin(&Parameters::standard());
    let x = analyse(&mut engine, &a, &Request::new(Limits::depth(3)));
    engine.new_game();
    let y = analyse(&mut engine, &b, &Request::new(Limits::depth(3)));
    assert_eq!(x.best().map(|m| (m.mv, m.value)), y.best().map(|m| (m.mv, m.value)));
}

/// A line that is shown ends where the score says.
#[test]
fn a_line_that_ends_in_mate_supports_the_score() {
    let mut engine = builtin(&Parameters::standard());
    let mut ended = 0;
    let mut rng = Rng::seeded(73, "lines");
    for _ in 0..200 {
        let v = small_view(&mut rng, 7);
        let setup = setup_of(v.clone(), 0, 0, Rules::MISTBOARD);
        engine.new_game();
        let a = engine.analyse(&setup, &Request::new(Limits::depth(3)));
        let Some(best) = a.best() else { continue };
        let mut line = setup.line.clone();
        let (mut p, mut certain) = (v.clone(), true);
        for step in &best.line {
            let after = p.after(step.mv);
            certain &= after.is_certain();
            let child = match step.event {
                Some(e) => after.resolve(e),
                None if after.is_certain() => after.settled(),
                None => break,
            };
            line.push(&after, &child);
            p = child;
        }
        if let Some(verdict) = p.verdict(&line) {
            ended += 1;
            if certain {
                let won = matches!(verdict.result, touchstone_kernel::VerdictResult::Win(w) if w == v.seat());
                assert_eq!(best.value.number().is_sure_win(), won, "{v:?} {best:?}");
            }
        }
    }
    assert!(ended > 10, "only {ended} lines end a game");
}

/// Equal views get equal answers: what Black took dark cannot show in what
/// Red's engine says.
#[test]
fn a_new_game_forgets_the_last() {
    let mut engine = builtin(&Parameters::standard());
    let v = view(TRAP);
    let mut answers = Vec::new();
    for _ in 0..2 {
        engine.new_game();
        for nodes in [150, 3_000, 20_000] {
            let a = analyse(&mut engine, &v, &Request::new(Limits::nodes(nodes)));
            answers.push((a.nodes, a.best().map(|m| (m.mv, m.value))));
        }
    }
    assert_eq!(answers[..3], answers[3..]);
}

#[test]
fn a_finished_game_has_no_moves() {
    let v = view("3k5/9/3P5/9/9/9/9/9/9/4K4 b - 0 1");
    let a = analyse(&mut builtin(&Parameters::standard()), &v, &Request::new(Limits::nodes(100)));
    assert!(a.moves.is_empty());
    for name in rulers::NAMES {
        let mut ruler = rulers::named(name).unwrap();
        assert!(analyse(ruler.as_mut(), &v, &Request::new(Limits::nodes(100))).moves.is_empty());
        let a = analyse(ruler.as_mut(), &start(), &Request::new(Limits::nodes(300)));
        assert_eq!(a.moves.len(), 44);
    }
    assert!(rulers::named("nobody").is_none());
}

#[test]
fn perpetual_check_is_seen_by_the_search() {
    // Red has only checks to save itself; the third occurrence would lose.
    let text = "4k4/9/9/R8/9/9/9/9/9/3K5 w - 0 1";
    let mut setup = Jieqi::parse_position(text, Rules::MISTBOARD).unwrap();
    for m in ["a6e6", "e9f9", "e6f6", "f9e9", "f6e6", "e9f9", "e6f6", "f9e9"] {
        let Node::Decision(v) = &setup.node else { panic!() };
        let after = v.after(notation::split(m).unwrap().0);
        let next = after.settled();
        setup.line.push(&after, &next);
        setup.node = Node::Decision(next);
    }
    let check = notation::split("f6e6").unwrap().0;
    let request = Request { only: vec![check], ..Request::new(Limits::depth(1)) };
    let a = verifier(None).analyse(&setup, &request);
    assert_eq!(a.best().unwrap().value, Value::Exact(Score::LOSS).step());
}

#[test]
fn weights_are_read_back_and_errors_are_named() {
    let w = Weights::standard();
    let fitted = touchstone_jieqi::eval::weights::FITTED;
    assert_eq!(Weights::read(fitted, &Weights::guess()).as_ref(), Ok(&w));
    assert_ne!(w, Weights::guess());
    assert_eq!(Weights::read(&w.text(), &Weights::guess()).as_ref(), Ok(&w));
    for (text, place) in [
        ("scale 0", "line 1, scale"),
        ("\nmaterial 1,2 3,4", "line 2, material"),
        ("nothing 1 2", "line 1, name"),
        ("material", "line 1, weights"),
        ("tempo 99999 1", "line 1, tempo"),
    ] {
        assert_eq!(Weights::read(text, &w).unwrap_err().place, place);
    }
    let mut p = Parameters::standard();
    assert!(p.set("material_0_late", 900) && p.set("late_permille", 300));
    assert!(!p.set("material_9_late", 900) && !p.set("late_permille", 99_999) && !p.set("x", 1));
    assert_eq!(p.weights.late[0], 900);
}

#[test]
fn the_ruler_is_frozen() {
    assert_eq!(rulers::signature(), "b2b9:1:20000 e1d0:2:20000 a9b9:1:20000");
}
