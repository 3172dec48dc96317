//! Expected results in fixed point, with a band of sure results at both ends.
//!
//! A [`Score`] is what the side to move may expect between a loss (−2³⁰) and a
//! win (+2³⁰). The outermost [`Score::BAND`] units at each end are *sure*
//! results and count plies to the end: `WIN` itself is a won game that is over,
//! one unit less a win in one ply, and so on. A score is relative to its node;
//! [`Score::step`] carries it one decision back. Every evaluation and every
//! average that chance has entered with mixed ends stays outside the band.

use crate::side::Side;
use std::ops::Neg;

/// Expected result for the side to move; see the module text. Unit: 2⁻³⁰ of a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    /// Size of a won game in units.
    pub const UNIT: i32 = 1 << 30;
    /// Number of sure results at each end.
    pub const BAND: i32 = 4096;
    /// A won game that is over.
    pub const WIN: Score = Score(Self::UNIT);
    /// A lost game that is over.
    pub const LOSS: Score = Score(-Self::UNIT);
    /// A draw, or even chances.
    pub const DRAW: Score = Score(0);
    /// The sure win that is farthest away.
    pub const LEAST_SURE_WIN: Score = Score(Self::UNIT - Self::BAND + 1);
    /// The best result that is not sure.
    pub const BEST_UNSURE: Score = Score(Self::UNIT - Self::BAND);
    /// The worst result that is not sure.
    pub const WORST_UNSURE: Score = Score(Self::BAND - Self::UNIT);
    /// A window edge above every result. Never a result itself.
    pub const ABOVE: Score = Score(Self::UNIT + 1);
    /// A window edge below every result. Never a result itself.
    pub const BELOW: Score = Score(-Self::UNIT - 1);

    /// A score from raw units. Values beyond the window edges are clamped to them.
    #[inline]
    pub const fn from_raw(raw: i32) -> Score {
        if raw > Self::UNIT + 1 {
            Self::ABOVE
        } else if raw < -Self::UNIT - 1 {
            Self::BELOW
        } else {
            Score(raw)
        }
    }

    /// The raw units.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// An evaluation from raw units: held outside the band of sure results.
    #[inline]
    pub const fn evaluation(raw: i32) -> Score {
        Score(raw).held()
    }

    /// An evaluation from an expected result in −1..1. NaN counts as even.
    pub fn from_expected(x: f64) -> Score {
        if x.is_nan() {
            return Self::DRAW;
        }
        Score((x.clamp(-1.0, 1.0) * f64::from(Self::UNIT)) as i32).held()
    }

    /// The expected result in −1..1.
    #[inline]
    pub fn expected(self) -> f64 {
        (f64::from(self.0) / f64::from(Self::UNIT)).clamp(-1.0, 1.0)
    }

    /// The expected result in per cent, 0 (loss) to 100 (win).
    pub fn percent(self) -> f64 {
        50.0 + 50.0 * self.expected()
    }

    /// −1,000,000 (loss) to 1,000,000 (win), as the JSON shapes print it.
    pub fn millionths(self) -> i64 {
        let x = i64::from(self.0.clamp(-Self::UNIT, Self::UNIT));
        x * 1_000_000 / i64::from(Self::UNIT)
    }

    /// A win that is over in `plies` decisions, as far as the band reaches.
    pub const fn win_in(plies: u32) -> Score {
        let far = (Self::BAND - 1) as u32;
        let plies = if plies < far { plies } else { far };
        Score(Self::UNIT - plies as i32)
    }

    /// A loss that is over in `plies` decisions.
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Self::win_in(plies).0)
    }

    /// Whether this is a sure win.
    #[inline]
    pub const fn is_sure_win(self) -> bool {
        self.0 >= Self::LEAST_SURE_WIN.0
    }

    /// Whether this is a sure loss.
    #[inline]
    pub const fn is_sure_loss(self) -> bool {
        self.0 <= -Self::LEAST_SURE_WIN.0
    }

    /// Whether this is a sure win or a sure loss.
    #[inline]
    pub const fn is_sure(self) -> bool {
        self.is_sure_win() || self.is_sure_loss()
    }

    /// Plies to the end that a sure result carries; `None` for other scores.
    /// Over chance this is a mean.
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_sure_win() {
            let d = Self::UNIT - self.0;
            Some(if d < 0 { 0 } else { d as u32 })
        } else if self.is_sure_loss() {
            let d = Self::UNIT + self.0;
            Some(if d < 0 { 0 } else { d as u32 })
        } else {
            None
        }
    }

    /// Held outside the band of sure results.
    #[inline]
    pub const fn held(self) -> Score {
        if self.0 > Self::BEST_UNSURE.0 {
            Self::BEST_UNSURE
        } else if self.0 < Self::WORST_UNSURE.0 {
            Self::WORST_UNSURE
        } else {
            self
        }
    }

    /// The value one decision earlier: a sure result goes one unit towards
    /// zero but stays in the band; any other is unchanged.
    #[inline]
    pub const fn step(self) -> Score {
        if self.0 > Self::LEAST_SURE_WIN.0 {
            Score(self.0 - 1)
        } else if self.0 < -Self::LEAST_SURE_WIN.0 {
            Score(self.0 + 1)
        } else {
            self
        }
    }

    /// The greatest score that [`Score::step`] carries to at most `self`:
    /// the lower window edge one decision deeper.
    #[inline]
    pub const fn unstep_alpha(self) -> Score {
        if self.0 >= Self::LEAST_SURE_WIN.0 {
            Self::from_raw(self.0 + 1)
        } else if self.0 < -Self::LEAST_SURE_WIN.0 {
            Self::from_raw(self.0 - 1)
        } else {
            self
        }
    }

    /// The least score that [`Score::step`] carries to at least `self`:
    /// the upper window edge one decision deeper.
    #[inline]
    pub const fn unstep_beta(self) -> Score {
        Score(-Score(-self.0).unstep_alpha().0)
    }

    /// As a score seen from `Side::One`, given the side to move.
    pub fn for_side(self, to_move: Side) -> SideScore {
        SideScore(match to_move {
            Side::One => self,
            Side::Two => -self,
        })
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// A score seen from `Side::One` (Red, White), whoever is to move. Another type
/// than [`Score`], so that one never passes for the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SideScore(Score);

impl SideScore {
    /// The same judgement for the side to move.
    pub fn for_mover(self, to_move: Side) -> Score {
        match to_move {
            Side::One => self.0,
            Side::Two => -self.0,
        }
    }

    /// The expected result of `Side::One` in per cent.
    pub fn percent(self) -> f64 {
        self.0.percent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_score() -> impl Strategy<Value = Score> {
        let unit = Score::UNIT;
        prop_oneof![
            (-unit..=unit).prop_map(Score::from_raw),
            (0u32..5000).prop_map(Score::win_in),
            (0u32..5000).prop_map(Score::loss_in),
            (-3i32..=3).prop_map(|d| Score::from_raw(Score::LEAST_SURE_WIN.raw() + d)),
            (-3i32..=3).prop_map(|d| Score::from_raw(-Score::LEAST_SURE_WIN.raw() + d)),
        ]
    }

    proptest! {
        #[test]
        fn step_is_monotone_symmetric_and_keeps_the_band(a in any_score(), b in any_score()) {
            prop_assert_eq!((-a).step(), -(a.step()));
            prop_assert_eq!(a.step().is_sure_win(), a.is_sure_win());
            if a <= b { prop_assert!(a.step() <= b.step()); }
        }

        #[test]
        fn window_edges_go_down_exactly(x in any_score(), edge in any_score()) {
            prop_assert_eq!(x.step() <= edge, x <= edge.unstep_alpha());
            prop_assert_eq!(x.step() >= edge, x >= edge.unstep_beta());
        }
    }

    #[test]
    fn printing_scale() {
        assert_eq!(Score::WIN.millionths(), 1_000_000);
        assert_eq!(Score::LOSS.percent(), 0.0);
        assert_eq!(Score::win_in(3).plies_to_end(), Some(3));
        assert_eq!(Score::DRAW.plies_to_end(), None);
        assert!(!Score::evaluation(Score::UNIT).is_sure());
    }
}
