//! `ruler:random` and `ruler:greedy`: no search at all. Frozen.

use crate::board::{Board, Move};
use crate::piece::Kind;
use touchstone_kernel::position::{Digest, mix};
use touchstone_kernel::{Position, Score, Setup, Value};
use touchstone_search::{Analysis, Engine, Request};

/// A word that depends on the position and its history alone: what looks random
/// is the same in every run, and no stream is shared with the deal.
fn word(setup: &Setup<Board>) -> u64 {
    let mark = setup.line.last().mark;
    let key = setup.decision().map_or(0, |b| b.key().0);
    mix(key ^ mix(mark.digest() ^ mix(u64::from(mark.ply) + 0x7261_6e64)))
}

/// Any legal move, all equally likely.
#[derive(Clone, Debug, Default)]
pub struct Random;

impl Random {
    /// The ruler.
    pub fn new() -> Random {
        Random
    }
}

impl Engine<Board> for Random {
    fn name(&self) -> String {
        "ruler:random".into()
    }

    fn new_game(&mut self) {}

    fn analyse(&mut self, setup: &Setup<Board>, request: &Request<Board>) -> Analysis<Board> {
        let mut moves = request.choices(setup);
        if !moves.is_empty() {
            let n = moves.len() as u64;
            moves.rotate_left((word(setup) % n) as usize);
        }
        let unknown = Value::AtLeast(Score::LOSS);
        Analysis::ranked(moves.into_iter().map(|m| (m, unknown)).collect(), 1, 0)
    }
}

/// Takes the dearest piece it can without losing a dearer one at once, else
/// moves an attacked piece to safety, else anything.
#[derive(Clone, Debug, Default)]
pub struct Greedy;

/// Worth of a kind to this ruler.
const WORTH: [i32; 7] = [60, 50, 25, 12, 6, 40, 10];

impl Greedy {
    /// The ruler.
    pub fn new() -> Greedy {
        Greedy
    }
}

/// What the side to move gains at most by one capture.
fn best_capture(board: &Board) -> i32 {
    let mut best = 0;
    board.for_captures(|m| best = best.max(WORTH[board.kind_at(m.to()).index()]));
    best
}

impl Engine<Board> for Greedy {
    fn name(&self) -> String {
        "ruler:greedy".into()
    }

    fn new_game(&mut self) {}

    fn analyse(&mut self, setup: &Setup<Board>, request: &Request<Board>) -> Analysis<Board> {
        let Some(board) = setup.decision() else { return Analysis::ranked(Vec::new(), 0, 0) };
        let noise = word(setup);
        let mut moves: Vec<(i32, u64, Move)> = request
            .choices(setup)
            .into_iter()
            .map(|m| {
                let tie = mix(noise ^ u64::from(m.from()) << 5 ^ u64::from(m.to()));
                let gain = if m.is_flip() {
                    // What may turn up is not looked at; the threats stay.
                    -best_capture(&board.revealed(
                        m.from(),
                        crate::piece::Tile::new(touchstone_kernel::Side::One, Kind::Soldier),
                    ))
                } else {
                    let won =
                        if board.is_capture(m) { WORTH[board.kind_at(m.to()).index()] } else { 0 };
                    won - best_capture(&board.moved(m))
                };
                (gain, tie, m)
            })
            .collect();
        moves.sort_by_key(|&(gain, tie, _)| (std::cmp::Reverse(gain), tie));
        let unknown = Value::AtLeast(Score::LOSS);
        let n = moves.len() as u64;
        Analysis::ranked(moves.into_iter().map(|(_, _, m)| (m, unknown)).collect(), n, 1)
    }
}
