//! The fast search against a brute-force expectimax, on random positions with
//! histories, short clocks, repetitions and chases.

mod common;

use touchstone_banqi::order::{Order, SearchParams};
use touchstone_banqi::{Banqi, Board, Eval, Move, Params, Rules, advance};
use touchstone_kernel::{
    Evaluator, Game, Interval, Limits, Line, List, LuckKey, Position, Rng, Score, Setup, Term,
    Truth, Value, legal_moves,
};
use touchstone_search::oracle::{self, Leaves};
use touchstone_search::{AlphaBeta, Engine, Fault, Policy, Request, Settings};

/// The oracle's leaves; `quiet` leaves quiescence out, as the settings then do.
struct Judge {
    order: Order,
    quiet: bool,
}

impl Leaves<Board> for Judge {
    fn score(&self, p: &Board) -> Score {
        let eval = self.order.evaluator();
        eval.score(p, &eval.start(p))
    }
    fn noisy(&self, p: &Board, line: &Line<Board>, list: &mut List<Move>) {
        if !self.quiet {
            self.order.noisy(p, line, list);
        }
    }
}

fn order() -> Order {
    Order::new(Eval::new(Params::STANDARD), SearchParams::STANDARD)
}

/// A random setup with at most `most` tiles face-down (at least `least`), with
/// its history, under rules whose line soon has something to say.
fn setup(seed: u64, least: u32, most: u32) -> Option<Setup<Board>> {
    let mut rng = Rng::seeded(seed, "soundness");
    let rules = Rules {
        no_progress_plies: [5, 8, 60][rng.index(3)],
        repetition: [Some(2), Some(3), None][rng.index(3)],
        chase_limit: [None, Some(1), Some(2)][rng.index(3)],
        early_elimination: rng.below(2) == 0,
        ..Rules::default()
    };
    let mut s = Banqi::start(Rules { no_progress_plies: 500, ..rules });
    let (mut world, _) = Banqi::deal(&s, &LuckKey { run: "soundness".into(), pair: seed });
    let goal = least + rng.below(u64::from(most - least) + 1) as u32;
    let mut more = None;
    for _ in 0..300 {
        let board = *s.decision()?;
        let moves = legal_moves(&board, &s.line);
        if moves.is_empty() {
            return None;
        }
        // Once few enough tiles are left, some quiet moves make a history.
        let ready = board.face_down().count_ones() <= goal;
        if ready && more.is_none() {
            more = Some(rng.below(9));
        }
        match more {
            Some(0) => break,
            Some(n) => more = Some(n - 1),
            None => {}
        }
        let wanted: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&m| {
                if ready {
                    !m.is_flip() && !board.is_capture(m)
                } else {
                    m.is_flip() || board.is_capture(m)
                }
            })
            .collect();
        let back = wanted.iter().copied().find(|&m| {
            s.line.occurrences(touchstone_kernel::After::settled(&board.after(m)).board_key()) > 0
        });
        let m = match back {
            Some(m) if rng.below(2) == 0 => m,
            _ if !wanted.is_empty() && rng.below(8) > 0 => wanted[rng.index(wanted.len())],
            _ => moves[rng.index(moves.len())],
        };
        let event = world.play(m)[0].event;
        if advance(&mut s, m, event).is_err() {
            return None;
        }
    }
    more?;
    // The same board under the short rules.
    let mut short = Banqi::parse_position(&Banqi::print_position(&s), rules).ok()?;
    if s.line.last().mark.clock >= rules.no_progress_plies {
        return None;
    }
    // Some more moves under them, so that marks and repetitions are theirs.
    for _ in 0..rng.below(7) {
        let board = *short.decision()?;
        if board.verdict(&short.line).is_some() {
            return None;
        }
        let quiet: Vec<Move> = legal_moves(&board, &short.line)
            .into_iter()
            .filter(|&m| !m.is_flip() && !board.is_capture(m))
            .collect();
        if quiet.is_empty() {
            break;
        }
        let back = quiet.iter().copied().find(|&m| {
            short.line.occurrences(touchstone_kernel::After::settled(&board.after(m)).board_key())
                > 0
        });
        let m = back.filter(|_| rng.below(2) == 0).unwrap_or(quiet[rng.index(quiet.len())]);
        advance(&mut short, m, None).ok()?;
    }
    let board = *short.decision()?;
    let down = board.face_down().count_ones();
    (board.verdict(&short.line).is_none() && (least..=most).contains(&down)).then_some(short)
}

/// Compares every root move of one setup with the oracle at `depth`: moves
/// compared, and claims that are wrong.
fn compare_one<Y: Policy<Board> + Sync>(
    engine: &mut AlphaBeta<Board, Y>,
    s: &Setup<Board>,
    depth: u32,
) -> (u32, u32) {
    let (mut compared, mut wrong) = (0, 0);
    engine.new_game();
    let board = *s.decision().unwrap();
    // Without windows every order of captures has to be walked: only where few stand.
    let quiet = board.face_up().count_ones() > 9;
    engine.settings_mut().quiescence = !quiet;
    let judge = Judge { order: order(), quiet };
    let plain = engine.analyse(s, &Request::new(Limits::depth(depth)));
    let all = engine.analyse(
        s,
        &Request { only: legal_moves(&board, &s.line), ..Request::new(Limits::depth(depth)) },
    );
    let mut best = Score::BELOW;
    let mut line = s.line.clone();
    let mut value =
        |m: Move, d: u32| oracle::after_value(&judge, &board, &mut line, m, d - 1).step();
    for found in &all.moves {
        let want = value(found.mv, all.depth);
        best = best.max(want);
        compared += 1;
        wrong += u32::from(found.value != Value::Exact(want));
        // A sure result ends the deepening early: compare at the depth reached.
        if plain.depth == all.depth {
            let m = plain.moves.iter().find(|m| m.mv == found.mv).unwrap();
            let holds = match m.value {
                Value::Exact(x) => x == want,
                Value::AtMost(x) => want <= x,
                Value::AtLeast(x) => want >= x,
            };
            wrong += u32::from(!holds);
        }
    }
    if plain.depth == all.depth {
        wrong += u32::from(plain.moves[0].value != Value::Exact(best));
    }
    (compared, wrong)
}

/// Positions, root moves compared and wrong claims over random setups.
fn compare<Y: Policy<Board> + Sync>(
    policy: &Y,
    seeds: std::ops::Range<u64>,
    down: (u32, u32),
    depth: u32,
    settings: Settings,
) -> (u32, u32, u32) {
    let (mut positions, mut compared, mut wrong) = (0, 0, 0);
    let mut engine = AlphaBeta::new("test", policy.clone(), settings);
    for s in seeds.filter_map(|seed| setup(seed, down.0, down.1)) {
        let (n, bad) = compare_one(&mut engine, &s, depth);
        positions += 1;
        compared += n;
        wrong += bad;
    }
    (positions, compared, wrong)
}

fn check(seeds: std::ops::Range<u64>, down: (u32, u32), depth: u32, least: u32) {
    let sizes = [64, 1 << 12, 1 << 20];
    let third = (seeds.end - seeds.start) / 3;
    let mut positions = 0;
    for (i, bytes) in sizes.into_iter().enumerate() {
        let from = seeds.start + i as u64 * third;
        let (n, compared, wrong) =
            compare(&order(), from..from + third, down, depth, Settings::verification(bytes));
        assert_eq!(wrong, 0, "of {compared} moves, table of {bytes} bytes, depth {depth}");
        positions += n;
    }
    assert!(positions >= least, "only {positions} positions");
}

#[test]
fn equal_to_brute_force_at_depth_1_with_all_tiles() {
    check(0..3_300, (0, 32), 1, 2_600);
}

#[test]
fn equal_to_brute_force_at_depth_2_with_up_to_16_tiles() {
    check(10_000..11_950, (0, 16), 2, 1_300);
}

#[test]
fn equal_to_brute_force_at_depth_3_with_up_to_6_tiles() {
    check(20_000..21_900, (0, 6), 3, 1_100);
}

#[test]
fn faults_of_the_search_are_caught() {
    for fault in [Fault::BoundAsExact, Fault::StarRoundedWrong, Fault::NearCertainIsSure] {
        let settings = Settings { fault: Some(fault), ..Settings::verification(1 << 16) };
        let (positions, _, wrong) = compare(&order(), 30_000..30_300, (1, 6), 2, settings);
        assert!(positions > 100);
        assert!(wrong > 4, "{fault:?}: {wrong} wrong claims at {positions} positions");
    }
}

/// Banqi's policy with one colour's evaluation negated.
#[derive(Clone)]
struct Flipped(Order, OneSided);

#[derive(Clone)]
struct OneSided(Eval);

impl Evaluator<Board> for OneSided {
    type State = <Eval as Evaluator<Board>>::State;
    fn start(&self, p: &Board) -> Self::State {
        self.0.start(p)
    }
    fn score(&self, p: &Board, state: &Self::State) -> Score {
        let s = self.0.score(p, state);
        if p.side() == Some(touchstone_kernel::Side::Two) { -s } else { s }
    }
    fn range(&self, _: &Board) -> Interval {
        Interval::ALL
    }
    fn units(&self) -> &'static str {
        self.0.units()
    }
    fn terms(&self, p: &Board, f: &mut dyn FnMut(Term)) {
        self.0.terms(p, f);
    }
}

impl Policy<Board> for Flipped {
    type Eval = OneSided;
    const SLOTS: usize = Order::SLOTS;
    fn evaluator(&self) -> &OneSided {
        &self.1
    }
    fn tag(&self, m: Move) -> u16 {
        self.0.tag(m)
    }
    fn slot(&self, p: &Board, m: Move) -> usize {
        self.0.slot(p, m)
    }
    fn is_quiet(&self, p: &Board, m: Move) -> bool {
        self.0.is_quiet(p, m)
    }
    fn rate(&self, p: &Board, m: Move) -> i32 {
        self.0.rate(p, m)
    }
    fn noisy(&self, p: &Board, line: &Line<Board>, list: &mut List<Move>) {
        self.0.noisy(p, line, list);
    }
}

#[test]
fn a_score_flipped_for_one_colour_is_caught() {
    let bad = Flipped(order(), OneSided(Eval::default()));
    let (_, _, wrong) = compare(&bad, 30_000..30_100, (1, 6), 1, Settings::verification(1 << 16));
    assert!(wrong > 0);
    // And by the colour law alone, without any oracle.
    let mut differ = 0;
    common::random_game(Rules::default(), 3, 200, &mut |s| {
        let b = s.decision().unwrap();
        let f = b.colour_flipped();
        differ += u32::from(bad.1.score(b, &bad.1.start(b)) != bad.1.score(&f, &bad.1.start(&f)));
    });
    assert!(differ > 10);
}

/// What is carried along equals what is computed anew; the colours and the
/// board's symmetries change nothing; terms sum to what the curve is fed.
#[test]
fn evaluation_laws() {
    let eval = Eval::default();
    let mut n = 0;
    for seed in 0..120 {
        let mut before: Option<(Board, <Eval as Evaluator<Board>>::State)> = None;
        common::random_game(Rules::default(), 900 + seed, 400, &mut |s| {
            let b = *s.decision().unwrap();
            let fresh = eval.start(&b);
            if let Some((p, state)) = before {
                // Find the move that led here.
                let mut carried = None;
                p.for_moves(|m| {
                    let after = p.after(m);
                    let mut list = List::new();
                    touchstone_kernel::After::outcomes(&after, &mut list);
                    let children: Vec<Board> = if m.is_flip() {
                        list.iter()
                            .map(|o| touchstone_kernel::After::resolve(&after, o.event))
                            .collect()
                    } else {
                        vec![touchstone_kernel::After::settled(&after)]
                    };
                    if children.contains(&b) {
                        carried = Some(eval.carry(&state, &after, &b));
                    }
                });
                assert_eq!(carried, Some(fresh));
            }
            let score = eval.score(&b, &fresh);
            assert!(!score.is_sure());
            for other in [b.colour_flipped(), b.mirrored(true, false), b.mirrored(false, true)] {
                assert_eq!(eval.score(&other, &eval.start(&other)), score);
            }
            let mut sum = 0;
            eval.terms(&b, &mut |t| {
                assert_eq!(t.value, t.own - t.other, "{}", t.name);
                sum += t.value;
            });
            assert_eq!(sum, eval.units_of(&b, &fresh));
            before = Some((b, fresh));
            n += 1;
        });
    }
    assert!(n > 8_000, "{n}");
}

#[test]
fn equal_requests_get_equal_answers_after_new_game() {
    let mut engine = touchstone_banqi::engine::builtin(&touchstone_banqi::Parameters::STANDARD);
    let s = setup(30_001, 0, 20).or_else(|| setup(30_002, 0, 20)).unwrap();
    for limit in [150, 1_000, 7_000, 40_000] {
        let mut run = || {
            engine.new_game();
            let a = engine.analyse(&s, &Request::new(Limits::nodes(limit)));
            (a.nodes, a.depth, a.best().map(|m| (m.mv, m.value)))
        };
        assert_eq!(run(), run());
    }
}
