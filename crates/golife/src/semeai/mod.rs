//! Races: two dragons that cannot both escape. Each side's goal is a question of
//! life and death in which capturing the rival counts as living.

use crate::life::{Answer, Limits, Solver};
use crate::reading::{Code, Question};
use touchstone_go::{Board, Point};

/// How a race ends when A's owner moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// Whether A is saved.
    pub saved: Code,
    /// Whether B is captured.
    pub captured: Code,
    /// The move; `None` is a pass.
    pub mv: Option<Point>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Stones up to which a captured dragon may have been a nakade.
const NAKADE: usize = 6;

/// Whether a capture that was found leaves its captor dead: the victim was a nakade.
fn is_nakade(
    board: &Board,
    (victim, captor): (Point, Point),
    found: Answer,
    solver: &mut Solver,
    limits: Limits,
    nodes: &mut u64,
) -> bool {
    if board.chain_size(victim) > NAKADE || found.code != Code::Works {
        return false;
    }
    let Some(mover) = board.colour(captor) else { return false };
    let mut after = board.fresh();
    if let Some(p) = found.mv
        && after.play(mover, p).is_err()
    {
        return false;
    }
    // Play the capture out, the other side looking on.
    while after.is_stone(victim, mover.other()) {
        let fill = after.liberties(victim).iter().find(|&p| after.is_legal(mover, p));
        match fill {
            Some(p) if after.play(mover, p).is_ok() => {}
            _ => return false,
        }
    }
    if !after.is_stone(captor, mover) {
        return true;
    }
    let answer = solver.ask(&after, captor, None, Question::Attack, limits);
    *nodes += answer.nodes;
    answer.code == Code::Works
}

/// A's owner moves first: can he capture B, can he save A?
///
/// Where both live (by eyes, or as a seki) A is saved and B is not captured. A capture
/// after which the captor dies in the hole counts as none.
pub fn race(board: &Board, a: Point, b: Point, solver: &mut Solver, limits: Limits) -> Race {
    let mut nodes = 0;
    let mut kill = solver.ask(board, b, Some(a), Question::Attack, limits);
    nodes += kill.nodes;
    if kill.code == Code::Unknown {
        return Race { saved: Code::Unknown, captured: Code::Unknown, mv: None, nodes };
    }
    let mut save = None;
    if kill.code != Code::Fails {
        let answer = solver.ask(board, a, Some(b), Question::Defend, limits);
        nodes += answer.nodes;
        // Where everything was tried and both are captured, the smaller one was a nakade.
        let lost = answer.exhaustive && answer.code == Code::Fails;
        if lost && board.chain_size(a) > board.chain_size(b) {
            return Race { saved: Code::Fails, captured: Code::Fails, mv: None, nodes };
        }
        save = Some(answer);
    }
    if is_nakade(board, (b, a), kill, solver, limits, &mut nodes) {
        kill.code = Code::Fails;
    }
    if kill.code == Code::Works {
        return Race { saved: Code::Works, captured: Code::Works, mv: kill.mv, nodes };
    }
    // Without a move: does the other side kill A?
    let mut threat = solver.ask(board, a, Some(b), Question::Attack, limits);
    nodes += threat.nodes;
    if is_nakade(board, (a, b), threat, solver, limits, &mut nodes) {
        threat.code = Code::Fails;
    }
    if threat.code == Code::Fails && kill.code == Code::Fails {
        return Race { saved: Code::Works, captured: Code::Fails, mv: None, nodes };
    }
    let save = save.unwrap_or_else(|| {
        let answer = solver.ask(board, a, Some(b), Question::Defend, limits);
        nodes += answer.nodes;
        answer
    });
    let saved =
        if save.code == Code::Fails && kill.code != Code::Fails { kill.code } else { save.code };
    let mv = match saved {
        Code::Works => save.mv,
        Code::Fails => None,
        _ => kill.mv.or(save.mv),
    };
    Race { saved, captured: kill.code, mv, nodes }
}
