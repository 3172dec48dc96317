//! From evaluation units (centipawn-like) to expected results.
//!
//! The curve is a logistic, fitted for each game, with a small linear tail so
//! that it stays strictly monotone where the logistic is flat: one more unit
//! always changes the score. The exponential is computed with additions and
//! multiplications only, so that scores are the same on every machine.

use crate::score::Score;

/// A strictly monotone, antisymmetric map from units to [`Score`]s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    scale: f64,
}

impl Curve {
    /// Evaluations are clamped to this many units on each side.
    pub const LIMIT: i32 = 30_000;
    const TAIL: f64 = 0.002;

    /// `scale` units multiply the odds of winning by e. It must be finite and
    /// at least 1; anything else is taken as 1.
    pub const fn new(scale: f64) -> Curve {
        let ok = scale >= 1.0 && scale <= 1e9;
        Curve { scale: if ok { scale } else { 1.0 } }
    }

    /// The units that multiply the odds of winning by e.
    pub const fn scale(&self) -> f64 {
        self.scale
    }

    /// Expected result of `units` for the side whose units they are.
    #[inline]
    pub fn score(&self, units: i32) -> Score {
        let u = f64::from(units.clamp(-Self::LIMIT, Self::LIMIT));
        let a = u.abs();
        let logistic = 1.0 - 2.0 / (1.0 + exp(a / self.scale));
        let x = (1.0 - Self::TAIL) * logistic + Self::TAIL * a / f64::from(Self::LIMIT);
        let raw = (x * f64::from(Score::BEST_UNSURE.raw())) as i32;
        Score::evaluation(if units < 0 { -raw } else { raw })
    }
}

/// e to the power of `x` ≥ 0, by repeated squaring of a short series.
#[inline]
fn exp(x: f64) -> f64 {
    if x > 700.0 {
        return f64::MAX;
    }
    // e^x = 2^k · e^r with |r| ≤ ln 2 / 2.
    let k = (x * std::f64::consts::LOG2_E + 0.5) as i64;
    let r = x - k as f64 * std::f64::consts::LN_2;
    let series = 1.0
        + r * (1.0
            + r * (0.5
                + r * (1.0 / 6.0
                    + r * (1.0 / 24.0
                        + r * (1.0 / 120.0 + r * (1.0 / 720.0 + r * (1.0 / 5040.0)))))));
    series * f64::from_bits(((1023 + k) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strictly_monotone_and_antisymmetric() {
        let curve = Curve::new(400.0);
        let mut last = curve.score(-Curve::LIMIT);
        for u in -Curve::LIMIT + 1..=Curve::LIMIT {
            let s = curve.score(u);
            assert!(s > last, "at {u}");
            assert_eq!(curve.score(-u), -s);
            assert!(!s.is_sure());
            last = s;
        }
        assert_eq!(curve.score(0), Score::DRAW);
    }

    #[test]
    fn follows_the_logistic() {
        for u in [1, 100, 400, 1200] {
            let x = f64::from(u) / 400.0;
            let want = (x / 2.0).tanh();
            let got = Curve::new(400.0).score(u).expected();
            assert!((want - got).abs() < 0.003, "{u}: {want} {got}");
        }
    }
}
