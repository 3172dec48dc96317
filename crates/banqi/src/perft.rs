//! Chance-perft: counts of the rules, verdicts left aside.

use crate::board::Board;
use crate::piece::Tile;
use touchstone_kernel::{After, Position};

/// Counts of one depth, over all paths (not distinct positions).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Decisions at this depth.
    pub moves: u64,
    /// Positions after every event that chance can bring, each kind of tile once.
    pub positions: u64,
}

/// Counts depths 1 to `depth` from `board`.
pub fn perft(board: &Board, depth: usize) -> Vec<Counts> {
    let mut counts = vec![Counts::default(); depth];
    walk(board, &mut counts);
    counts
}

fn walk(board: &Board, counts: &mut [Counts]) {
    let Some((here, deeper)) = counts.split_first_mut() else { return };
    board.for_moves(|m| {
        here.moves += 1;
        let kinds = Tile::all().filter(|&t| board.bag(t) > 0);
        if m.is_flip() && deeper.is_empty() {
            here.positions += kinds.count() as u64;
            return;
        }
        let after = board.after(m);
        if m.is_flip() {
            for t in kinds {
                here.positions += 1;
                walk(&after.resolve(t), deeper);
            }
        } else {
            here.positions += 1;
            if !deeper.is_empty() {
                walk(&after.settled(), deeper);
            }
        }
    });
}
