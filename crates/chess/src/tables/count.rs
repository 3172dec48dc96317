//! How many positions are won, drawn, mate, stalemate, and how far mates are.

use super::Outcome;
use super::build::Table;
use crate::general::Men;
use crate::piece::{Colour, Kind};

/// Counts over all legal positions with one side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Legal positions.
    pub legal: u64,
    /// Won by the side to move.
    pub won: u64,
    /// Lost by the side to move.
    pub lost: u64,
    /// The side to move is mated.
    pub mates: u64,
    /// The side to move is stalemated.
    pub stalemates: u64,
    /// `by_moves[n]`: decided positions with n moves of the winner to mate.
    pub by_moves: Vec<u64>,
}

impl Counts {
    /// Neither won nor lost.
    pub fn drawn(&self) -> u64 {
        self.legal - self.won - self.lost
    }

    /// The greatest number of moves to mate.
    pub fn max_moves(&self) -> usize {
        self.by_moves.len().saturating_sub(1)
    }

    /// Mean number of moves to mate over the decided positions.
    pub fn mean_moves(&self) -> Option<f64> {
        let n = self.won + self.lost;
        let sum: u64 = self.by_moves.iter().enumerate().map(|(k, c)| k as u64 * c).sum();
        (n > 0).then(|| sum as f64 / n as f64)
    }
}

/// Counts the positions of a table with `turn` to move: all placements on the board,
/// or with `classes` one of each class under the symmetries. Only positions that
/// pass `keep` count.
pub fn count(table: &Table, turn: Colour, classes: bool, keep: impl Fn(&Men) -> bool) -> Counts {
    let mut c = Counts::default();
    let size = table.index().size();
    for number in 0..table.index().len() {
        let Some(outcome) = table.value(number, turn) else { continue };
        let men = table.index().men(number, turn);
        if !keep(&men) {
            continue;
        }
        let weight = if classes { 1 } else { table.index().orbit(&men) as u64 };
        c.legal += weight;
        match outcome {
            Outcome::Win(_) => c.won += weight,
            Outcome::Loss(0) => {
                c.lost += weight;
                c.mates += weight;
            }
            Outcome::Loss(_) => c.lost += weight,
            Outcome::Draw => {
                if !men.can_move(size) {
                    c.stalemates += weight;
                }
            }
        }
        if let Some(moves) = outcome.moves() {
            let moves = moves as usize;
            if c.by_moves.len() <= moves {
                c.by_moves.resize(moves + 1, 0);
            }
            c.by_moves[moves] += weight;
        }
    }
    c
}

/// Two bishops of one side on squares of different colours.
pub fn bishops_differ(men: &Men) -> bool {
    let bishops: Vec<i8> = men
        .others()
        .iter()
        .filter(|m| m.kind == Kind::Bishop)
        .map(|m| (m.at.x + m.at.y) % 2)
        .collect();
    bishops.len() < 2 || bishops[0] != bishops[1]
}
