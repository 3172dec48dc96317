//! Static judgement of a board between two turns, in named terms.
//!
//! One side (the *mover*) has just moved, the other (the *roller*) is about to
//! roll. The judgement has two parts:
//!
//! 1. `reach`: in how many of the 216 rolls the roller seems able to take the
//!    mover's king at once, from attacks alone: kinds that attack the king now,
//!    kinds that get there in two steps, and pieces that stand in the way of
//!    another ([`features::king_reach`]). The exact number needs the boards of
//!    two dice and is kept for roots and display ([`crate::danger`]).
//! 2. `units`: a weighted sum of features for the case that it does not
//!    happen, through a logistic curve. Material, pawns and squares are
//!    carried by the generator ([`Weights::square_table`]); the others are
//!    counted when they can matter. Their sum is clamped ([`DYNAMIC_MOST`],
//!    [`DYNAMIC_LEAST`]), so that a cheap test can be exact.
//!
//! The expected result of the roller is reach + (1 − reach) · curve(units).

pub mod features;
mod weights;

pub use weights::{DYNAMIC_TERMS, STATIC_TERMS, Weights};

use crate::men::{Men, PieceSquare};
use crate::position::DicePosition;
use features::Features;
use touchstone_kernel::{Curve, Evaluator, Interval, Score, Term};

/// The most that the counted features may add for the mover, in units.
pub const DYNAMIC_MOST: i32 = 3000;
/// The least that they may add for the mover, in units (negative).
pub const DYNAMIC_LEAST: i32 = -3500;

/// The evaluation with its parameters.
#[derive(Clone, Debug)]
pub struct Eval {
    weights: Weights,
    table: Box<PieceSquare>,
    curve: Curve,
}

impl Default for Eval {
    fn default() -> Self {
        Eval::new(Weights::FITTED)
    }
}

impl Eval {
    /// An evaluation with these weights.
    pub fn new(weights: Weights) -> Eval {
        let table = Box::new(weights.square_table());
        Eval { weights, table, curve: Curve::new(f64::from(weights.curve_scale)) }
    }

    /// The parameters.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What the generator carries in [`Men::score`].
    pub fn table(&self) -> &PieceSquare {
        &self.table
    }

    /// The curve from units to expected results.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    /// The expected result for the side that has just moved, in whose view the
    /// board is; [`Men::score`] must be carried with [`Eval::table`].
    #[inline]
    pub fn mover_score(&self, men: &Men) -> Score {
        let f = Features::of(men);
        self.score_of(men.score, &f)
    }

    /// An upper bound of [`Eval::mover_score`] from the carried score alone.
    #[inline]
    pub fn mover_most(&self, carried: i32) -> Score {
        self.curve.score(carried + DYNAMIC_MOST)
    }

    /// [`Eval::mover_score`] if it is more than `best`, whose units are
    /// `best_units` ([`units_of`]); `None` where it is not.
    #[inline]
    pub fn mover_better(&self, men: &Men, best: Score, best_units: i32) -> Option<Score> {
        let f = Features::of(men);
        let units = men.score + self.dynamic(&f);
        if units <= best_units {
            return None;
        }
        Some(self.mixed(units, f.roller_reach)).filter(|s| *s > best)
    }

    fn score_of(&self, carried: i32, f: &Features) -> Score {
        self.mixed(carried + self.dynamic(f), f.roller_reach)
    }

    fn mixed(&self, units: i32, reach: u32) -> Score {
        let calm = self.curve.score(units);
        if reach == 0 {
            return calm;
        }
        let reach = i64::from(reach);
        let lost = i64::from(Score::WORST_UNSURE.raw());
        Score::evaluation(((lost * reach + i64::from(calm.raw()) * (216 - reach)) / 216) as i32)
    }

    /// The counted features in units for the mover, clamped.
    #[inline]
    fn dynamic(&self, f: &Features) -> i32 {
        let sum: i32 = f.counts.iter().zip(&self.weights.dynamic).map(|(x, w)| x * w).sum();
        (sum / 256).clamp(DYNAMIC_LEAST, DYNAMIC_MOST)
    }

    /// Calls `f` with every term of the mover's judgement: name, mover's part,
    /// roller's part, value for the mover. The values sum to units that the
    /// curve turns into the score, up to rounding of the last term.
    pub fn mover_terms(&self, men: &Men, mut f: impl FnMut(&'static str, i32, i32, i32)) {
        let men = men.scored(&self.table);
        let features = Features::of(&men);
        for (name, own, other) in self.weights.static_terms(&men) {
            f(name, own, other, own - other);
        }
        let mut sum = 0;
        for (i, name) in DYNAMIC_TERMS.iter().enumerate() {
            let value = features.counts[i] * self.weights.dynamic[i] / 256;
            sum += value;
            let (own, other) = if value >= 0 { (value, 0) } else { (0, -value) };
            f(name, own, other, value);
        }
        let clamped = self.dynamic(&features);
        if clamped != sum {
            f("rounding_and_clamp", 0, 0, clamped - sum);
        }
        let calm = men.score + clamped;
        let score = self.score_of(men.score, &features);
        let now = units_of(&self.curve, score) - calm;
        f("king_in_reach_of_roll", 0, -now.min(0), now);
    }
}

/// The units whose curve is nearest below `score`.
pub fn units_of(curve: &Curve, score: Score) -> i32 {
    let (mut lo, mut hi) = (-Curve::LIMIT, Curve::LIMIT);
    while lo < hi {
        let mid = (lo + hi + 1).div_euclid(2);
        if curve.score(mid) <= score { lo = mid } else { hi = mid - 1 }
    }
    lo
}

impl Evaluator<DicePosition> for Eval {
    type State = ();

    fn start(&self, _p: &DicePosition) {}

    /// The judgement before the roll: which dice came is for the search.
    fn score(&self, p: &DicePosition, _state: &()) -> Score {
        -self.mover_score(&p.men.turned().scored(&self.table))
    }

    fn range(&self, _p: &DicePosition) -> Interval {
        Interval::ALL
    }

    fn units(&self) -> &'static str {
        "pawn/100"
    }

    fn terms(&self, p: &DicePosition, f: &mut dyn FnMut(Term)) {
        self.mover_terms(&p.men.turned(), |name, own, other, value| {
            f(Term { name, own: other, other: own, value: -value });
        });
    }
}
