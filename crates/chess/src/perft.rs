//! Counts of legal lines: a checksum of the rules.

use crate::position::ChessPosition;

/// Number of legal lines of `depth` half-moves.
pub fn perft(p: &ChessPosition, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    p.each_legal(|_, next| sum += if depth == 1 { 1 } else { perft(next, depth - 1) });
    sum
}
