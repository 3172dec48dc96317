//! Static evaluation in named terms, colour-symmetric exactly: each side's
//! counts are priced by the same weights, the difference is blended by the
//! number of pieces and goes through the fitted curve.

pub mod terms;
pub mod weights;

use crate::board::View;
use crate::piece::{Pool, Role, Square};
use crate::position::Moved;
use std::sync::Arc;
use terms::{FEATURES, GROUPS, Is, Reaches, Sink, moving, placed, standing};
use touchstone_kernel::{Curve, Evaluator, Score, Side, Term};
pub use weights::Weights;

/// Prices of the evaluation, ready for use.
#[derive(Clone, Debug)]
pub struct Eval {
    weights: Arc<Weights>,
    /// Early and late worth of a face-up piece by role and own-side square.
    squares: Arc<[[[i32; 2]; Square::COUNT]; 6]>,
    curve: Curve,
    /// The other side's dark pieces are left out: a museum piece.
    one_sided: bool,
}

/// Early and late worth of what stands where, by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    sum: [[i32; 2]; 2],
}

struct Sum<'a> {
    weights: &'a Weights,
    sum: [[i32; 2]; 2],
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, side: Side, i: usize, n: i32) {
        let own = &mut self.sum[side.index()];
        own[0] += n * self.weights.early[i];
        own[1] += n * self.weights.late[i];
    }

    #[inline]
    fn dark(&mut self, side: Side, dark: u32, pool: Pool) {
        let total = pool.total() as i32;
        if total == 0 {
            return;
        }
        let first = Is::Dark.first();
        let own = &mut self.sum[side.index()];
        let mut worth = [0; 2];
        for role in Role::HIDDEN {
            let n = pool.count(role) as i32;
            worth[0] += n * self.weights.early[first + role.index()];
            worth[1] += n * self.weights.late[first + role.index()];
        }
        own[0] += worth[0] * dark as i32 / total;
        own[1] += worth[1] * dark as i32 / total;
    }
}

impl Eval {
    /// An evaluation with these weights.
    pub fn new(weights: Weights) -> Eval {
        let mut table = [[[0; 2]; Square::COUNT]; 6];
        for (r, squares) in table.iter_mut().enumerate() {
            for (i, cell) in squares.iter_mut().enumerate() {
                let s = Square::of_index(i);
                let mut sum = Sum { weights: &weights, sum: [[0; 2]; 2] };
                placed(&mut sum, Side::One, Role::of_index(r), s.rank(), s.file());
                *cell = sum.sum[0];
            }
        }
        let curve = weights.curve();
        Eval { weights: Arc::new(weights), squares: Arc::new(table), curve, one_sided: false }
    }

    /// The fault of a public engine: the dark pieces of one side never count.
    /// For the museum.
    pub fn with_one_sided_dark(mut self) -> Eval {
        self.one_sided = true;
        self
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The curve from units to expected results.
    pub fn curve(&self) -> Curve {
        self.curve
    }

    /// Units for the side to move, before the curve.
    pub fn units_of(&self, view: &View, standing: &Standing) -> i32 {
        let mut sum = Sum { weights: &self.weights, sum: standing.sum };
        moving(view, &mut sum);
        self.blended(view, sum)
    }

    /// [`Eval::units_of`] of all outcomes of a chance node at once: they differ
    /// in one piece, so that what all others attack is gathered only once.
    /// `standing` is that of the position before `after`.
    pub fn units_of_outcomes(
        &self,
        after: &Moved,
        standing: &Standing,
        outcomes: &[View],
        mut f: impl FnMut(&View, i32),
    ) {
        let Some(first) = outcomes.first() else { return };
        let to = after.step().to;
        let mut base = Sum { weights: &self.weights, sum: [[0; 2]; 2] };
        let mut others = Reaches::default();
        others.gather_all(first, Some(to), &mut base);
        for view in outcomes {
            let mut sum =
                Sum { weights: &self.weights, sum: self.carry(standing, after, view).sum };
            for (own, base) in sum.sum.iter_mut().zip(base.sum) {
                own[0] += base[0];
                own[1] += base[1];
            }
            let mut reaches = others;
            reaches.gather(view, to, &mut sum);
            reaches.weigh(view, &mut sum);
            f(view, self.blended(view, sum));
        }
    }

    fn blended(&self, view: &View, mut sum: Sum<'_>) -> i32 {
        if self.one_sided {
            let mut dark = Sum { weights: &self.weights, sum: [[0; 2]; 2] };
            dark.dark(Side::Two, view.dark_count(Side::Two), view.pool(Side::Two));
            sum.sum[1][0] -= dark.sum[1][0];
            sum.sum[1][1] -= dark.sum[1][1];
        }
        let (own, other) = (view.mover().index(), view.mover().other().index());
        let early = sum.sum[own][0] - sum.sum[other][0];
        let late = sum.sum[own][1] - sum.sum[other][1];
        blend(early, late, phase(view))
    }

    #[inline]
    fn change(&self, into: &mut Standing, s: Square, p: crate::Piece, sign: i32) {
        let side = p.side();
        let worth = if p.is_dark() {
            let i = Is::Home.first() + p.role().index();
            [self.weights.early[i], self.weights.late[i]]
        } else if p.role() == Role::General {
            return;
        } else {
            self.squares[p.role().index()][s.seen_by(side).index()]
        };
        let own = &mut into.sum[side.index()];
        own[0] += sign * worth[0];
        own[1] += sign * worth[1];
    }
}

/// Pieces on the board, 2 to 32.
#[inline]
fn phase(view: &View) -> i32 {
    view.occupied().plain.count_ones() as i32
}

#[inline]
fn blend(early: i32, late: i32, phase: i32) -> i32 {
    // Truncating towards zero keeps it antisymmetric.
    (early * phase + late * (32 - phase)) / 32
}

impl Evaluator<View> for Eval {
    type State = Standing;

    fn start(&self, p: &View) -> Standing {
        let mut sum = Sum { weights: &self.weights, sum: [[0; 2]; 2] };
        standing(p, &mut sum);
        Standing { sum: sum.sum }
    }

    #[inline]
    fn carry(&self, state: &Standing, after: &Moved, child: &View) -> Standing {
        let mut next = *state;
        let m = after.step();
        self.change(&mut next, m.from, after.piece(), -1);
        if !after.captured().is_empty() {
            self.change(&mut next, m.to, after.captured(), -1);
        }
        self.change(&mut next, m.to, child.piece(m.to), 1);
        next
    }

    fn score(&self, p: &View, state: &Standing) -> Score {
        self.curve.score(self.units_of(p, state))
    }

    fn units(&self) -> &'static str {
        "log-odds/400"
    }

    fn terms(&self, p: &View, f: &mut dyn FnMut(Term)) {
        let mut sink = Counts::default();
        standing(p, &mut sink);
        moving(p, &mut sink);
        let (own, other) = (p.mover(), p.mover().other());
        let phase = f64::from(phase(p));
        let price = |side: Side, i: usize| {
            let w = f64::from(self.weights.early[i]) * phase
                + f64::from(self.weights.late[i]) * (32.0 - phase);
            sink.counts[side.index()][i] * w / 32.0
        };
        let total = self.units_of(p, &self.start(p));
        let mut named = Vec::with_capacity(GROUPS.len());
        for g in GROUPS {
            let sum = |side: Side| {
                (g.first..g.first + g.len).map(|i| price(side, i)).sum::<f64>().round() as i32
            };
            named.push((g.name, sum(own), sum(other)));
        }
        // Rounding of the parts must not make the sum wrong: material carries it.
        let sum: i32 = named.iter().map(|t| t.1 - t.2).sum();
        for (k, &(name, own, other)) in named.iter().enumerate() {
            let value = own - other + if k == 0 { total - sum } else { 0 };
            f(Term { name, own, other, value });
        }
    }
}

/// Counts of every feature by side, for the fit and for people.
#[derive(Clone, Debug)]
pub struct Counts {
    /// By side and feature.
    pub counts: [[f64; FEATURES]; 2],
}

impl Default for Counts {
    fn default() -> Self {
        Counts { counts: [[0.0; FEATURES]; 2] }
    }
}

impl Counts {
    /// All counts of a position.
    pub fn of(view: &View) -> Counts {
        let mut sink = Counts::default();
        standing(view, &mut sink);
        moving(view, &mut sink);
        sink
    }
}

impl Sink for Counts {
    fn add(&mut self, side: Side, i: usize, n: i32) {
        self.counts[side.index()][i] += f64::from(n);
    }

    fn dark(&mut self, side: Side, dark: u32, pool: Pool) {
        let total = pool.total().max(1);
        for role in Role::HIDDEN {
            self.counts[side.index()][Is::Dark.first() + role.index()] +=
                f64::from(dark * pool.count(role)) / f64::from(total);
        }
    }
}
