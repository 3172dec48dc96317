//! `ruler:random` and `ruler:greedy`: no search at all. Frozen.

use crate::bits::bit;
use crate::board::{Move, View};
use crate::piece::{Piece, Pool, Role};
use touchstone_kernel::position::mix;
use touchstone_kernel::{Position, Score, Setup, Value};
use touchstone_search::{Analysis, Engine, Request};

/// A word that depends on the position and its number alone: what looks random
/// is the same in every run, and no stream is shared with the deal.
fn word(setup: &Setup<View>, salt: u64) -> u64 {
    let mark = setup.line.last().mark;
    let key = setup.decision().map_or(0, |v| v.key().0);
    mix(key ^ mix(salt ^ mix(u64::from(mark.clock) << 16 ^ u64::from(mark.full))))
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

impl Engine<View> for Random {
    fn name(&self) -> String {
        "ruler:random".into()
    }

    fn new_game(&mut self) {}

    fn analyse(&mut self, setup: &Setup<View>, request: &Request<View>) -> Analysis<View> {
        let mut moves = request.choices(setup);
        if !moves.is_empty() {
            let n = moves.len() as u64;
            moves.rotate_left((word(setup, 1) % n) as usize);
        }
        let unknown = Value::AtLeast(Score::LOSS);
        Analysis::ranked(moves.into_iter().map(|m| (m, unknown)).collect(), 1, 0)
    }
}

/// Takes the dearest piece that it can without losing a dearer one at once,
/// else brings an attacked piece away, else moves anything to a square that is
/// not attacked.
#[derive(Clone, Debug, Default)]
pub struct Greedy;

/// Worth of R A C P N B K to this ruler.
const WORTH: [i32; 7] = [90, 15, 45, 15, 42, 20, 900];

impl Greedy {
    /// The ruler.
    pub fn new() -> Greedy {
        Greedy
    }

    fn worth(p: Piece, pool: Pool) -> i32 {
        if p.is_empty() {
            return 0;
        }
        if !p.is_dark() {
            return WORTH[p.role().index()];
        }
        let total = pool.total().max(1) as i32;
        Role::HIDDEN.iter().map(|&r| pool.count(r) as i32 * WORTH[r.index()]).sum::<i32>() / total
    }

    fn merit(view: &View, m: Move) -> i32 {
        let (side, them) = (view.mover(), view.mover().other());
        let own = Self::worth(view.piece(m.from), view.pool(side));
        let gain = Self::worth(view.piece(m.to), view.pool(them));
        let after = view.occupied().without(m.from).with(m.to);
        let lost = view.attackers_of(m.to, them, after, bit(m.to)) != 0;
        let threatened = view.attackers_of(m.from, them, view.occupied(), 0) != 0;
        gain * 2 - if lost { own * 2 } else { 0 } + if threatened { own } else { 0 }
    }
}

impl Engine<View> for Greedy {
    fn name(&self) -> String {
        "ruler:greedy".into()
    }

    fn new_game(&mut self) {}

    fn analyse(&mut self, setup: &Setup<View>, request: &Request<View>) -> Analysis<View> {
        let moves = request.choices(setup);
        let Some(view) = setup.decision() else { return Analysis::ranked(Vec::new(), 0, 0) };
        let mut rated: Vec<(i32, u64, Move)> = moves
            .into_iter()
            .enumerate()
            .map(|(k, m)| (Self::merit(view, m), word(setup, 2 + k as u64), m))
            .collect();
        rated.sort_by_key(|r| std::cmp::Reverse((r.0, r.1)));
        let value = |merit: i32| Value::AtLeast(Score::from_expected(f64::from(merit) / 2000.0));
        Analysis::ranked(rated.into_iter().map(|(r, _, m)| (m, value(r))).collect(), 1, 1)
    }
}
