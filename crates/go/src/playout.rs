//! Light random games: any legal move but the filling of an own real eye.
//! Filling a one-point enemy eye is allowed where it captures.

use crate::board::Board;
use crate::point::{Cell, Colour, Point};

/// A small fast generator (xorshift64*), seeded by the caller.
#[derive(Clone, Debug)]
pub struct Noise {
    state: u64,
}

impl Noise {
    /// A stream of this seed.
    pub fn new(seed: u64) -> Noise {
        let mut n = Noise { state: seed ^ 0x9e37_79b9_7f4a_7c15 };
        if n.state == 0 {
            n.state = 1;
        }
        n.next();
        n
    }

    /// The next 64 bits.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it never ends and is no iterator")]
    pub fn next(&mut self) -> u64 {
        let mut x = self.state;
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        self.state = x;
        x.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n` (0 if `n` is 0).
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 32).wrapping_mul(n as u64) >> 32) as usize
    }
}

/// How random games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Look first for the capture of a chain that stands in atari beside the last move.
    pub capture: bool,
}

impl Policy {
    /// Uniform over legal moves that do not fill own eyes.
    pub const LIGHT: Policy = Policy { capture: false };
    /// Captures beside the last move come first.
    pub const CAPTURE: Policy = Policy { capture: true };
}

/// Whether an empty point is a real one-point eye of the colour, as far as its
/// diagonals tell: all neighbours own, and at most one diagonal hostile (none at the edge).
pub fn is_own_eye(b: &Board, c: Colour, p: Point) -> bool {
    for q in p.neighbours() {
        match b.cell(q) {
            Cell::Stone(d) if d == c => {}
            Cell::Off => {}
            _ => return false,
        }
    }
    let (mut bad, mut off) = (0, false);
    for q in p.diagonals() {
        match b.cell(q) {
            Cell::Stone(d) if d != c => bad += 1,
            Cell::Off => off = true,
            _ => {}
        }
    }
    bad + usize::from(off) < 2
}

/// Plays a random game on; gives the number of moves. Ends after two passes or
/// at the limit.
pub fn run(b: &mut Board, first: Colour, noise: &mut Noise, limit: u32, policy: Policy) -> u32 {
    let mut empties: Vec<Point> = b.empties().iter().collect();
    let mut c = first;
    let mut passes = 0;
    let mut n = 0;
    let mut last: Option<Point> = None;
    while passes < 2 && n < limit {
        n += 1;
        let mut done = None;
        if policy.capture
            && let Some(l) = last
        {
            for q in l.neighbours() {
                if b.is_stone(q, c.other())
                    && b.liberty_count(q) == 1
                    && let Some(p) = b.liberties(q).first()
                    && b.is_legal(c, p)
                {
                    done = empties.iter().position(|&e| e == p);
                    break;
                }
            }
        }
        if done.is_none() && !empties.is_empty() {
            let start = noise.below(empties.len());
            for k in 0..empties.len() {
                let i =
                    if start + k < empties.len() { start + k } else { start + k - empties.len() };
                let p = empties[i];
                if !is_own_eye(b, c, p) && b.is_legal(c, p) {
                    done = Some(i);
                    break;
                }
            }
        }
        match done {
            Some(i) => {
                let p = empties.swap_remove(i);
                if b.play_unchecked(c, p) > 0 {
                    empties.clear();
                    empties.extend(b.empties().iter());
                }
                last = Some(p);
                passes = 0;
            }
            None => {
                b.pass();
                last = None;
                passes += 1;
            }
        }
        c = c.other();
    }
    n
}
