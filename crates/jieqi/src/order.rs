//! Move ordering and selectivity: the policy of the generic search.

use crate::bits::bit;
use crate::board::{Move, View};
use crate::eval::{Eval, Standing};
use crate::piece::{Role, Square};
use crate::position::Moved;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use touchstone_kernel::{Evaluator, Interval, Line, List, Score};
use touchstone_search::Policy;

macro_rules! selective {
    ($($name:ident $kind:ty = $value:literal, $least:literal ..= $most:literal, $about:literal;)*) => {
        /// What the search may do selectively. Where a value comes from is said
        /// with it; docs/results/jieqi.md has the runs.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Selective { $(#[doc = $about] pub $name: $kind),* }

        impl Selective {
            /// For play and analysis.
            pub const STANDARD: Selective = Selective { $($name: $value),* };

            /// Nothing taken on trust: for comparison with brute force and for proofs.
            pub const SURE: Selective = Selective { trust_to: 0, ..Selective::STANDARD };

            /// Sets a parameter by name; `false` if there is none or the value
            /// is outside its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($least..=$most).contains(&value) => {
                        self.$name = value as $kind;
                        true
                    })*
                    _ => false,
                }
            }

            /// Every parameter: name, value, least and greatest.
            pub fn each(&self) -> Vec<(&'static str, i32, i32, i32)> {
                vec![$((stringify!($name), self.$name as i32, $least, $most)),*]
            }
        }
    };
}

selective! {
    late_from i32 = 3, 1 ..= 64, "Late moves are searched less deep from this index on (guess).";
    late_permille i32 = 450, 0 ..= 1500, "Reductions in thousandths of ln depth times ln index (guess).";
    reveal_less i32 = 0, 0 ..= 2, "Plies more by which a late quiet reveal is reduced (guess).";
    reveal_cost i32 = 2, 1 ..= 4, "Plies that a quiet reveal costs: it multiplies the tree by the types in the pool (guess).";
    reveal_take_cost i32 = 1, 1 ..= 4, "Plies that a reveal costs that takes something (guess).";
    blunders_to i32 = 0, 0 ..= 4, "Quiet moves onto attacked squares are left out up to this depth (guess).";
    trust_to i32 = 6, 0 ..= 20, "Up to this depth a position out of check is taken to be worth its static value give or take a margin (guess; 0 for proofs).";
    below_base i32 = 60, 0 ..= 3000, "The margin below the static value: units (guess).";
    below_ply i32 = 70, 0 ..= 3000, "The margin below the static value: units for each ply (guess).";
    above_base i32 = 200, 0 ..= 3000, "The margin above the static value: units (guess).";
    above_ply i32 = 120, 0 ..= 3000, "The margin above the static value: units for each ply (guess).";
    dark_gain i32 = 100, -2000 ..= 5000, "Units that a dark piece must gain in quiescence where it can be taken back (guess).";
    pass_from i32 = 3, 0 ..= 20, "Depth from which giving the turn away is tried against beta; 0 for never (guess).";
    pass_less i32 = 2, 1 ..= 6, "Plies by which the reply to that is searched less deep, and one more for every four plies of depth (guess).";
    extend_checks i32 = 1, 0 ..= 1, "Whether a check at the horizon is answered before the static value counts (guess).";
    see_mates i32 = 1, 0 ..= 1, "Whether a mate in one is seen without search, so that no margin hides it (docs/results/jieqi.md).";
    untried_from i32 = 4, 0 ..= 20, "Depth from which a node without a move in the table is searched one ply less deep; 0 for never (guess).";
    skip_to i32 = 3, 0 ..= 8, "Late quiet moves are left out up to this depth, out of check (guess).";
    skip_base i32 = 5, 1 ..= 64, "Index from which they are, (guess).";
    skip_ply i32 = 2, 0 ..= 16, "and by how much more for each ply squared (guess).";
    contempt_permille i32 = 0, -200 ..= 200, "What a draw costs the seat that plays, in thousandths (inherited: none).";
}

/// Jieqi's part of the generic search.
#[derive(Clone, Debug)]
pub struct Order {
    eval: Eval,
    selective: Selective,
    /// Worth by role of a face-up piece.
    worth: [i32; 7],
    /// Worth by role of a dark piece.
    hidden: [i32; 6],
    /// Reductions by depth and index.
    late: Box<[[u8; 64]; 32]>,
    /// The curve's scores of 0 units and more: looked up, they cost a tenth.
    scores: Arc<[Score]>,
    cache: Arc<Cache>,
}

impl Order {
    /// A policy with this evaluation.
    pub fn new(eval: Eval, selective: Selective) -> Order {
        let w = eval.weights();
        let worth = std::array::from_fn(|i| w.worth(Role::of_index(i)));
        let hidden = std::array::from_fn(|i| w.hidden_worth(Role::of_index(i)));
        let mut late = Box::new([[0u8; 64]; 32]);
        for (d, row) in late.iter_mut().enumerate() {
            for (i, cell) in row.iter_mut().enumerate() {
                if d >= 2 && i >= selective.late_from as usize {
                    let x = f64::from(d as u32).ln() * f64::from(i as u32).ln();
                    *cell = (x * f64::from(selective.late_permille) / 1000.0 + 0.2) as u8;
                }
            }
        }
        let scores = (0..Self::LOOKED_UP).map(|units| eval.curve().score(units)).collect();
        Order { eval, selective, worth, hidden, late, scores, cache: Arc::new(Cache::new()) }
    }

    /// Units below which scores are looked up.
    const LOOKED_UP: i32 = 4096;

    /// The curve's score of `units`.
    #[inline]
    fn score_of(&self, units: i32) -> Score {
        match self.scores.get(units.unsigned_abs() as usize) {
            Some(&s) if units < 0 => -s,
            Some(&s) => s,
            None => self.eval.curve().score(units),
        }
    }

    /// Units of a position for its mover.
    fn units(&self, p: &View, state: &Standing) -> i32 {
        let key = p.information_key().0;
        self.cache.get(key).unwrap_or_else(|| {
            let units = self.eval.units_of(p, state);
            self.cache.put(key, units);
            units
        })
    }

    /// What quiescence can win at most: the dearest piece that is attacked.
    fn gain(&self, p: &View) -> i32 {
        let theirs = p.pieces(p.mover().other());
        let mut most = 0;
        let _ = p.each_legal(theirs, |m| {
            most = most.max(self.worth_at(p, m.to));
            ControlFlow::Continue(())
        });
        most
    }

    /// What a piece is worth to its owner, halfway through a game.
    #[inline]
    pub fn worth_at(&self, view: &View, s: Square) -> i32 {
        let p = view.piece(s);
        if p.is_empty() {
            0
        } else if p.is_dark() {
            self.dark_worth(view, p.side())
        } else {
            self.worth[p.role().index()]
        }
    }

    #[inline]
    fn dark_worth(&self, view: &View, side: touchstone_kernel::Side) -> i32 {
        let pool = view.pool(side);
        let total = pool.total() as i32;
        if total == 0 {
            return 0;
        }
        Role::HIDDEN.iter().map(|&r| pool.count(r) as i32 * self.hidden[r.index()]).sum::<i32>()
            / total
    }

    /// Whether the enemy could take on `m.to` after `m`.
    #[inline]
    fn is_answered(&self, view: &View, m: Move) -> bool {
        let o = view.occupied().without(m.from).with(m.to);
        view.attackers_of(m.to, view.mover().other(), o, bit(m.to)) != 0
    }

    /// Whether a capture loses nothing at first sight: it takes something at
    /// least as dear, or nothing takes back. A dark piece must gain clearly
    /// where it can be taken back: even exchanges of dark pieces multiply by
    /// every identity and settle little.
    #[inline]
    fn is_sound_capture(&self, view: &View, m: Move) -> bool {
        let margin = if view.piece(m.from).is_dark() { -self.selective.dark_gain } else { 30 };
        self.worth_at(view, m.to) + margin >= self.worth_at(view, m.from)
            || !self.is_answered(view, m)
    }
}

impl Policy<View> for Order {
    type Eval = Eval;

    const SLOTS: usize = 2 * 2 * Square::COUNT * Square::COUNT;

    fn evaluator(&self) -> &Eval {
        &self.eval
    }

    #[inline]
    fn tag(&self, m: Move) -> u16 {
        (m.from.index() * Square::COUNT + m.to.index() + 1) as u16
    }

    #[inline]
    fn slot(&self, p: &View, m: Move) -> usize {
        let side = p.mover();
        let (a, b) = (m.from.seen_by(side).index(), m.to.seen_by(side).index());
        let dark = usize::from(p.piece(m.from).is_dark());
        let own = usize::from(side == p.observer().eye());
        ((own * 2 + dark) * Square::COUNT + a) * Square::COUNT + b
    }

    #[inline]
    fn is_quiet(&self, p: &View, m: Move) -> bool {
        p.piece(m.to).is_empty()
    }

    fn rate(&self, p: &View, m: Move) -> i32 {
        let taken = self.worth_at(p, m.to);
        if taken == 0 {
            return 0;
        }
        let own = self.worth_at(p, m.from);
        if taken + 30 >= own || !self.is_answered(p, m) {
            (1 << 20) + 16 * taken - own
        } else {
            // Behind quiet moves of some merit.
            16 * taken - own - (1 << 15)
        }
    }

    fn noisy(&self, p: &View, _: &Line<View>, list: &mut List<Move>) {
        let theirs = p.pieces(p.mover().other());
        let _ = p.each_legal(theirs, |m| {
            if self.is_sound_capture(p, m) {
                list.push(m);
            }
            ControlFlow::Continue(())
        });
    }

    fn winning(&self, p: &View) -> Option<Move> {
        if self.selective.see_mates > 0 { p.mate_in_one() } else { None }
    }

    fn admit(&self, p: &View, depth: i32, moves: &mut List<Move>) -> bool {
        if depth > self.selective.blunders_to || p.in_check() {
            return false;
        }
        let before = moves.len();
        moves.retain(|&m| !p.piece(m.to).is_empty() || !self.is_answered(p, m));
        moves.len() < before
    }

    fn cost(&self, p: &View, m: Move, _: i32) -> i32 {
        // A pool of one type multiplies nothing.
        if !p.piece(m.from).is_dark() || p.pool(p.mover()).each().nth(1).is_none() {
            1
        } else if p.piece(m.to).is_empty() {
            self.selective.reveal_cost
        } else {
            self.selective.reveal_take_cost
        }
    }

    fn reduction(&self, p: &View, m: Move, depth: i32, index: usize) -> i32 {
        if depth < 2 || p.in_check() || !p.piece(m.to).is_empty() {
            return 0;
        }
        let less = i32::from(self.late[(depth as usize).min(31)][index.min(63)]);
        if less > 0 && p.piece(m.from).is_dark() { less + self.selective.reveal_less } else { less }
    }

    fn skips(&self, p: &View, m: Move, depth: i32, index: usize) -> bool {
        let c = &self.selective;
        depth <= c.skip_to
            && index as i32 >= c.skip_base + c.skip_ply * depth * depth
            && !p.in_check()
            && p.piece(m.to).is_empty()
    }

    /// Without trust only what is sure: at depth 0 the mover may stand pat. With
    /// trust (play and analysis) the static value give or take a margin.
    fn possible(&self, p: &View, depth: i32) -> Interval {
        self.possible_at(p, &self.eval.start(p), depth)
    }

    fn possible_at(&self, p: &View, state: &Standing, depth: i32) -> Interval {
        if p.in_check() {
            return Interval::ALL;
        }
        let c = &self.selective;
        if depth <= 0 {
            let lo = self.floor_at(p, state, depth);
            if c.trust_to == 0 || lo == Score::LOSS {
                return Interval { lo, hi: Score::WIN };
            }
            let units = self.units(p, state);
            let stand = self.score_of(units);
            let gain = self.gain(p);
            let hi = if gain == 0 { stand } else { self.score_of(units + gain + c.above_base / 2) };
            return Interval { lo: stand, hi };
        }
        if depth > c.trust_to || !p.has_moves() {
            return Interval::ALL;
        }
        let units = self.units(p, state);
        Interval {
            lo: self.score_of(units - c.below_base - depth * c.below_ply),
            hi: self.score_of(units + c.above_base + depth * c.above_ply),
        }
    }

    fn floor_at(&self, p: &View, state: &Standing, depth: i32) -> Score {
        if depth > 0 {
            return self.possible_at(p, state, depth).lo;
        }
        if p.in_check() || !p.has_moves() {
            return Score::LOSS;
        }
        let stand = self.stand(p, state);
        // A draw by the clock may stand here instead, where nothing is taken on trust.
        if self.selective.trust_to == 0 { stand.min(Score::DRAW) } else { stand }
    }

    #[inline]
    fn stand(&self, p: &View, state: &Standing) -> Score {
        self.score_of(self.units(p, state))
    }

    fn foresee(&self, after: &Moved, state: &Standing, outcomes: &[View]) {
        let known = |p: &View| self.cache.get(p.information_key().0).is_some();
        if outcomes.iter().filter(|p| !known(p)).count() > 1 {
            self.eval.units_of_outcomes(after, state, outcomes, |p, units| {
                self.cache.put(p.information_key().0, units);
            });
        }
    }

    /// The general stays where it is. Not in check, and not without a piece
    /// that could lose the turn by itself: who cannot move has lost.
    fn pass(&self, p: &View, state: &Standing, depth: i32, beta: Score) -> Option<(Move, i32)> {
        let c = &self.selective;
        if c.pass_from == 0 || depth < c.pass_from || p.in_check() {
            return None;
        }
        let strong = p.acting(Role::Chariot) | p.acting(Role::Cannon) | p.acting(Role::Horse);
        if p.pieces(p.mover()) & (strong | p.dark()) == 0 || self.stand(p, state) < beta {
            return None;
        }
        let general = p.general(p.mover());
        Some((Move { from: general, to: general }, c.pass_less + depth / 4))
    }

    fn extends(&self, p: &View) -> bool {
        self.selective.extend_checks > 0 && p.in_check()
    }

    fn untried(&self, depth: i32) -> i32 {
        let from = self.selective.untried_from;
        i32::from(from > 0 && depth >= from.max(2))
    }

    fn contempt(&self) -> Score {
        Score::from_expected(f64::from(self.selective.contempt_permille) / 1000.0)
    }
}

/// Static values by key: 40 bits of the key and 24 bits of units in a word.
/// A function of the position alone, so that sharing it changes no result.
#[derive(Debug)]
struct Cache {
    words: Vec<AtomicU64>,
}

impl Cache {
    const SIZE: usize = 1 << 16;

    fn new() -> Cache {
        Cache { words: (0..Self::SIZE).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn get(&self, key: u64) -> Option<i32> {
        let word = self.words[key as usize & (Self::SIZE - 1)].load(Ordering::Relaxed);
        (word >> 24 == key >> 24 && word != 0)
            .then_some((word as u32 & 0xff_ffff) as i32 - (1 << 23))
    }

    #[inline]
    fn put(&self, key: u64, units: i32) {
        let low = (units.clamp(-(1 << 22), 1 << 22) + (1 << 23)) as u64;
        self.words[key as usize & (Self::SIZE - 1)]
            .store(key & !0xff_ffff | low, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Weights;

    #[test]
    fn scores_looked_up_are_those_of_the_curve() {
        let order = Order::new(Eval::new(Weights::standard()), Selective::STANDARD);
        for units in -2 * Order::LOOKED_UP..2 * Order::LOOKED_UP {
            assert_eq!(order.score_of(units), order.eval.curve().score(units), "{units}");
        }
    }
}
