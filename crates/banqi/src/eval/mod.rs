//! The evaluation: named terms, the same for both colours.
//!
//! Every term is computed for each colour by the same code and subtracted, so
//! that exchanging the colours leaves the mover's score unchanged, exactly.
//! The worth of a piece depends on who still lives (board and bag), so it is
//! carried along and computed anew only when something is captured or while the
//! last tiles are turned up.

mod params;
mod terms;

pub use params::{Described, Pair, Params};

use crate::board::Board;
use crate::piece::{Kind, Tile};
use crate::position::Decided;
use terms::{Sums, Weights};
use touchstone_kernel::{Curve, Evaluator, Interval, Score, Side, Term};

/// Units by which no evaluation leaves zero.
pub const MOST_UNITS: i32 = Curve::LIMIT;

/// What is carried along: the worth of each tile, and the material balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The worth of each tile face-up.
    tiles: [i32; 14],
    /// Red's material less black's.
    balance: i32,
}

impl Worth {
    /// The worth of a tile.
    #[inline]
    pub const fn of(&self, tile: Tile) -> i32 {
        self.tiles[tile.index()]
    }
}

/// The evaluation with its tables.
#[derive(Clone, Debug)]
pub struct Eval {
    params: Params,
    curve: Curve,
    /// By face-down tiles (8 and more in the last).
    weights: [Weights; 9],
    /// Worth by face-down tiles and number of captors.
    free: [[i32; 17]; 9],
    general: [[i32; 16]; 9],
}

fn decayed<const N: usize>(base: i32, permille: i32) -> [i32; N] {
    let mut t = [0; N];
    let mut x = i64::from(base) << 20;
    for slot in &mut t {
        *slot = (x >> 20) as i32;
        x = x * i64::from(permille) / 1000;
    }
    t
}

impl Eval {
    /// The evaluation with these parameters.
    pub fn new(params: Params) -> Eval {
        let each = |h: usize| h as u32;
        Eval {
            params,
            curve: Curve::new(f64::from(params.curve_scale)),
            weights: std::array::from_fn(|h| Weights::new(&params, each(h))),
            free: std::array::from_fn(|h| {
                decayed(params.free_piece, params.captor_decay.at(each(h)))
            }),
            general: std::array::from_fn(|h| {
                decayed(params.free_piece, params.soldier_decay.at(each(h)))
            }),
        }
    }

    /// Its parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The curve from units to expected results.
    pub fn curve(&self) -> Curve {
        self.curve
    }

    /// The worth of a face-up piece with that many living captors, for ordering.
    #[inline]
    pub(crate) fn worth_by_captors(&self, kind: Kind, captors: u32) -> i32 {
        let base = match kind {
            Kind::General => self.general[8][captors.min(15) as usize],
            _ => self.free[8][captors.min(16) as usize],
        };
        base + self.params.extra[kind.index()]
    }

    /// The worth of every tile while these live.
    fn tiles(&self, alive: &[u32; 14], down: u32) -> [i32; 14] {
        const FULL: [u32; 14] = [1, 2, 2, 2, 2, 2, 5, 1, 2, 2, 2, 2, 2, 5];
        let alive = if self.params.growth == 0 { &FULL } else { alive };
        let h = down.min(8) as usize;
        let mut tiles = [0; 14];
        for side in 0..2 {
            let foe = &alive[7 * (1 - side)..7 * (1 - side) + 7];
            let living: u32 = foe.iter().sum();
            // Captors of strictly higher kind, and what is left to take.
            let mut above = 0;
            let mut weaker = living - foe[0];
            for kind in 0..7 {
                let (worth, prey) = match kind {
                    0 => (self.general[h][foe[6].min(15) as usize], living - foe[6]),
                    5 => (self.params.cannon.at(down), living),
                    6 => {
                        let captors = above - foe[0];
                        (self.free[h][captors.min(16) as usize], foe[6] + foe[0])
                    }
                    _ => (self.free[h][above.min(16) as usize], weaker),
                };
                let mut worth = worth + self.params.extra[kind];
                if prey == 0 {
                    worth = worth * self.params.idle_share / 64;
                }
                tiles[7 * side + kind] = worth;
                if kind < 5 {
                    above += foe[kind];
                    // What the next kind can take leaves this one out.
                    if kind > 0 {
                        weaker -= foe[kind];
                    }
                }
            }
        }
        tiles
    }

    fn balance(&self, board: &Board, tiles: &[i32; 14], share: i32) -> i32 {
        let mut sum = 0;
        for t in Tile::all() {
            let worth = tiles[t.index()];
            let up = board.of(t.side(), t.kind()).count_ones() as i32;
            let own = worth * up + worth * share / 64 * board.bag(t) as i32;
            sum += if t.side() == Side::One { own } else { -own };
        }
        sum
    }

    /// All terms of both colours, red first, without material.
    fn sums(&self, board: &Board, worth: &Worth) -> [Sums; 2] {
        let w = &self.weights[board.face_down().count_ones().min(8) as usize];
        terms::both(board, worth, w)
    }

    /// The evaluation in units for the side to move.
    pub fn units_of(&self, board: &Board, worth: &Worth) -> i32 {
        let Some(side) = board.side_to_move() else { return 0 };
        let w = &self.weights[board.face_down().count_ones().min(8) as usize];
        let [red, black] = terms::both(board, worth, w);
        let balance = worth.balance + red.total() - black.total();
        let own = if side == Side::One { balance } else { -balance };
        (own + w.tempo).clamp(-MOST_UNITS, MOST_UNITS)
    }
}

impl Default for Eval {
    fn default() -> Self {
        Eval::new(Params::STANDARD)
    }
}

impl Evaluator<Board> for Eval {
    type State = Worth;

    fn start(&self, p: &Board) -> Worth {
        let alive = std::array::from_fn(|i| Tile::from_index(i).map_or(0, |t| p.alive(t)));
        let down = p.face_down().count_ones();
        let tiles = self.tiles(&alive, down);
        let balance = self.balance(p, &tiles, self.params.unrevealed_share.at(down));
        Worth { tiles, balance }
    }

    #[inline]
    fn carry(&self, state: &Worth, after: &Decided, child: &Board) -> Worth {
        if after.is_capture() {
            return self.start(child);
        }
        let m = after.decision();
        if !m.is_flip() {
            return *state;
        }
        if child.face_down().count_ones() < 8 {
            return self.start(child);
        }
        let Some(t) = child.tile_at(m.from()) else { return self.start(child) };
        let worth = state.tiles[t.index()];
        let gain = worth - worth * self.params.unrevealed_share.mid / 64;
        let balance = state.balance + if t.side() == Side::One { gain } else { -gain };
        Worth { tiles: state.tiles, balance }
    }

    #[inline]
    fn score(&self, p: &Board, state: &Worth) -> Score {
        self.curve.score(self.units_of(p, state))
    }

    fn range(&self, _p: &Board) -> Interval {
        Interval::ALL
    }

    fn units(&self) -> &'static str {
        "soldier/120"
    }

    fn terms(&self, p: &Board, f: &mut dyn FnMut(Term)) {
        let Some(side) = p.side_to_move() else { return };
        let worth = self.start(p);
        let down = p.face_down().count_ones();
        let share = self.params.unrevealed_share.at(down);
        let of = |s: Side| -> i32 {
            Kind::ALL
                .into_iter()
                .map(|k| {
                    let w = worth.of(Tile::new(s, k));
                    w * p.of(s, k).count_ones() as i32
                        + w * share / 64 * p.bag(Tile::new(s, k)) as i32
                })
                .sum()
        };
        let mut tell = |name, own: i32, other: i32| {
            f(Term { name, own, other, value: own - other });
        };
        tell("material", of(side), of(side.other()));
        let sums = self.sums(p, &worth);
        let (own, other) = (&sums[side.index()], &sums[side.other().index()]);
        for (name, a, b) in own.named(other) {
            tell(name, a, b);
        }
        tell("tempo", self.weights[down.min(8) as usize].tempo, 0);
    }
}
