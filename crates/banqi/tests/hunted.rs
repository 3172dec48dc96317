//! A general that a lone soldier hunts along an edge, with face-down tiles in
//! its way: positions solved exactly to the end of the game, in which air has to
//! be opened in time. The board is 4x3 and the draw clock short, so that
//! every line can be walked.

use std::collections::{BTreeSet, HashMap};
use touchstone_banqi::engine::builtin;
use touchstone_banqi::{Banqi, Board, Move, Parameters, Rules};
use touchstone_kernel::{
    After, Game, Key, Limits, List, Position, Rng, Setup, VerdictResult, legal_moves,
};
use touchstone_search::{Engine, Request};

const CLOCK: u16 = 8;

fn rules() -> Rules {
    let rules = Rules::default().on_board(4, 3, [1, 0, 1, 1, 1, 1, 1]).unwrap();
    Rules { no_progress_plies: CLOCK, repetition: None, ..rules }
}

/// Walks whole games. A position's value is the result, 0 to 1, that the mover
/// gets on average from the best play of both; it depends on board and clock
/// alone, since repetition is off.
#[derive(Default)]
struct Solver {
    known: HashMap<(Key, u16), f64>,
}

impl Solver {
    fn value(&mut self, s: &mut Setup<Board>) -> f64 {
        let board = *s.decision().unwrap();
        if let Some(v) = board.verdict(&s.line) {
            return match v.result {
                VerdictResult::Draw => 0.5,
                VerdictResult::Win(seat) => f64::from(u8::from(seat == board.seat())),
            };
        }
        let key = (board.key(), s.line.last().mark.clock);
        if let Some(&v) = self.known.get(&key) {
            return v;
        }
        let moves = legal_moves(&board, &s.line);
        let best = moves.into_iter().map(|m| self.move_value(s, m)).fold(0.0, f64::max);
        self.known.insert(key, best);
        best
    }

    /// What a move is worth to the one who makes it.
    fn move_value(&mut self, s: &mut Setup<Board>, m: Move) -> f64 {
        let board = *s.decision().unwrap();
        let after = board.after(m);
        let mut outcomes = List::new();
        after.outcomes(&mut outcomes);
        let children: Vec<(u32, Board)> = if after.is_certain() {
            vec![(1, after.settled())]
        } else {
            outcomes.iter().map(|o| (o.weight, after.resolve(o.event))).collect()
        };
        let total: u32 = children.iter().map(|c| c.0).sum();
        let mut sum = 0.0;
        for (weight, child) in children {
            s.line.push(&after, &child);
            s.node = touchstone_kernel::Node::Decision(child);
            sum += f64::from(weight) * (1.0 - self.value(s));
            s.line.pop();
        }
        s.node = touchstone_kernel::Node::Decision(board);
        sum / f64::from(total)
    }
}

/// A general on an edge, a soldier at least two steps off, two tiles face-down
/// at least one of which stands beside the general.
fn draw(rng: &mut Rng, bag: &str) -> String {
    let mut squares: Vec<usize> = (0..12).collect();
    let distance = |a: usize, b: usize| (a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4);
    loop {
        rng.shuffle(&mut squares);
        let [general, soldier, one, two] = squares[..4] else { continue };
        let edge = general / 4 != 1 || general % 4 % 3 == 0;
        let beside = distance(general, one) == 1 || distance(general, two) == 1;
        if edge && beside && distance(general, soldier) > 1 {
            break;
        }
    }
    let mut rows = [[b'1'; 4]; 3];
    for (&square, what) in squares.iter().zip(*b"GsXX") {
        rows[square / 4][square % 4] = what;
    }
    let rows: Vec<String> =
        rows.iter().map(|r| r.iter().map(|&b| char::from(b)).collect()).collect();
    format!("{} r {bag} 0 1", rows.join("/"))
}

/// A position in which a flip, and nothing else, is right: its moves with
/// what each is worth, and the best of those.
struct Exercise {
    text: String,
    setup: Setup<Board>,
    values: Vec<(Move, f64)>,
    best: f64,
}

fn exercises(bag: &str, draws: usize) -> Vec<Exercise> {
    let mut solver = Solver::default();
    let mut rng = Rng::seeded(7, bag);
    let texts: BTreeSet<String> = (0..draws).map(|_| draw(&mut rng, bag)).collect();
    let mut list = Vec::new();
    for text in texts {
        let mut setup = Banqi::parse_position(&text, rules()).unwrap();
        let moves = legal_moves(setup.decision().unwrap(), &setup.line);
        let values: Vec<(Move, f64)> =
            moves.iter().map(|&m| (m, solver.move_value(&mut setup, m))).collect();
        let most = |flips: bool| {
            values.iter().filter(|v| v.0.is_flip() == flips).map(|v| v.1).fold(0.0, f64::max)
        };
        let best = most(true);
        if best - most(false) > 0.05 {
            list.push(Exercise { text, setup, values, best });
        }
    }
    list
}

#[test]
fn air_is_opened_in_time() {
    let mut engine = builtin(&Parameters::STANDARD);
    let (mut found, mut quick) = (0, 0);
    let mut missed = Vec::new();
    for bag in ["H1h1", "C1h1", "R1e1"] {
        for e in exercises(bag, 80) {
            found += 1;
            let mut loss = |nodes: u64| {
                engine.new_game();
                let answer = engine.analyse(&e.setup, &Request::for_play(Limits::nodes(nodes)));
                let m = answer.best().unwrap().mv;
                e.best - e.values.iter().find(|v| v.0 == m).unwrap().1
            };
            if loss(20_000) < 0.02 {
                quick += 1;
            } else if loss(200_000) > 0.02 {
                missed.push(e.text);
            }
        }
    }
    println!("{found} {quick} {missed:?}");
    assert!(found > 30, "only {found} positions");
    assert!(4 * quick > 3 * found, "{quick} of {found} at 20,000 nodes");
    assert!(missed.is_empty(), "{} of {found} at 200,000 nodes: {missed:#?}", missed.len());
}
