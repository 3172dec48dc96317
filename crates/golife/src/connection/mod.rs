//! Connections: can two chains be linked, can they be cut apart.
//!
//! The connecting side has to bring both into one chain that is not captured at
//! once; it has failed where the distance grows beyond a bound, where one of the two
//! is captured, or where plays run out. Plays are those on short ways between the two,
//! and those that take or save the chains beside the ways.

mod distance;
mod link;

pub use link::Reach;

use crate::reading::dfpn::{Solver, Task};
use crate::reading::{Answer, Code};
use link::Link;
use touchstone_go::{Board, Colour, Point};

/// Which question is asked of two chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Their colour moves first: can it link them?
    Connect,
    /// The other colour moves first: can it cut them apart?
    Disconnect,
}

/// How far the search for a connection goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Plays tried in one solve at one reach.
    pub nodes: u64,
    /// The first of these whose solve ends within the node limit counts.
    pub reaches: [Reach; 3],
}

impl Bounds {
    /// For the regression suites. Tuned by hand on `connect.tst`.
    pub const STANDARD: Bounds = Bounds {
        nodes: 6_000,
        reaches: [
            Reach { connect: 14, cut: 9, slack: 4, plies: 12 },
            Reach { connect: 14, cut: 9, slack: 2, plies: 10 },
            Reach { connect: 14, cut: 9, slack: 1, plies: 6 },
        ],
    };
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds::STANDARD
    }
}

/// Plays a root move gets in the first round; five times as many in each later round.
const FIRST_ROUND: u64 = 200;

/// Reads the connection between the chains at `a` and `b`, which must be of one colour.
///
/// The codes follow from three solves as in [`crate::reading::read`]. Where the two are one chain
/// already nothing is to be done: connecting works without a move, cutting fails.
pub fn read(board: &Board, a: Point, b: Point, aim: Aim, bounds: Bounds) -> Answer {
    let nothing = |code| Answer { code, mv: None, nodes: 0 };
    let Some(owner) = board.colour(a).filter(|&c| board.is_stone(b, c)) else {
        return nothing(Code::Fails);
    };
    if board.head(a) == board.head(b) {
        return nothing(if aim == Aim::Connect { Code::Works } else { Code::Fails });
    }
    let mover = if aim == Aim::Connect { owner } else { owner.other() };
    let mut nodes = 0;
    let mut unknown = false;
    for (master, code) in [
        (Some(mover.other()), Code::Works),
        (None, Code::KoTakesFirst),
        (Some(mover), Code::KoNeedsThreat),
    ] {
        let (found, spent, ko) = solve(board, a, b, aim, master, bounds);
        nodes += spent;
        match found {
            Some(Some(mv)) => return Answer { code, mv: Some(mv), nodes },
            Some(None) => {}
            None => unknown = true,
        }
        if !ko {
            break;
        }
    }
    Answer { code: if unknown { Code::Unknown } else { Code::Fails }, mv: None, nodes }
}

/// The move that works, `Some(None)` if none does, `None` at the node limit; plays tried; whether a ko played a part.
fn solve(
    board: &Board,
    a: Point,
    b: Point,
    aim: Aim,
    master: Option<Colour>,
    bounds: Bounds,
) -> (Option<Option<Point>>, u64, bool) {
    let owner = board.colour(a).unwrap_or(Colour::Black);
    let mover = if aim == Aim::Connect { owner } else { owner.other() };
    let task =
        Link { a, b, owner, reach: bounds.reaches[0], asker: mover, queue: Default::default() };
    let mut solver = Solver::new(board, task, master);
    for reach in bounds.reaches {
        solver.task.reach = reach;
        solver.clear();
        let found = try_moves(&mut solver, mover, aim, bounds.nodes);
        if found.is_some() {
            return (found, solver.nodes(), solver.met_ko());
        }
    }
    (None, solver.nodes(), solver.met_ko())
}

fn try_moves(
    solver: &mut Solver<Link>,
    mover: Colour,
    aim: Aim,
    nodes: u64,
) -> Option<Option<Point>> {
    let mut board = solver.board.fresh();
    let mut open: Vec<Point> =
        solver.task.choices(&mut board, mover, 0).into_iter().filter_map(|c| c.mv).collect();
    let last = solver.nodes() + nodes;
    let mut budget = FIRST_ROUND;
    while !open.is_empty() {
        let mut still = Vec::new();
        for p in open {
            let left = last.saturating_sub(solver.nodes());
            if left == 0 {
                return None;
            }
            match solver.proves_after(mover, p, budget.min(left)) {
                None => still.push(p),
                Some(linked) if linked == (aim == Aim::Connect) => return Some(Some(p)),
                Some(_) => {}
            }
        }
        open = still;
        budget *= 5;
    }
    Some(None)
}
