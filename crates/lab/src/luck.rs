//! The luck-adjusted score: what is left when the luck of the dice and tiles is
//! taken out.
//!
//! For a value function v that was fixed before the data, the sum of
//! v(what came) − Σ P·v(what may come) over a game's chance nodes has mean 0;
//! the score less that sum is unbiased, and its variance falls by the factor
//! 1 − ρ², ρ being the correlation of score and luck. A coefficient fitted on
//! *other* pairs (cross-fitting) keeps it unbiased and helps where v is poor.
//! The terms themselves come from [`crate::events::LuckMeter`].

use crate::stats::paired::{MeanInterval, mean_interval};
use serde::{Deserialize, Serialize};

/// One pair: its score and the luck in it, both for the first contender.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairLuck {
    /// The mean score of the two legs, in [0, 1].
    pub score: f64,
    /// The mean of the legs' luck sums, in expected score.
    pub luck: f64,
}

/// Raw and adjusted scores side by side (in [0, 1]; adjusted ones may leave it).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct LuckAdjusted {
    /// The raw score.
    pub raw: MeanInterval,
    /// Score less luck.
    pub adjusted: MeanInterval,
    /// Score less coefficient × luck, the coefficient fitted on other pairs.
    pub fitted: MeanInterval,
    /// The mean of the fitted coefficients; near 1 where v is good.
    pub coefficient: f64,
    /// Variance of the raw over that of the adjusted score.
    pub variance_ratio: Option<f64>,
    /// The same for the fitted one.
    pub fitted_variance_ratio: Option<f64>,
    /// Correlation of score and luck.
    pub correlation: Option<f64>,
    /// The mean luck; its interval should hold 0.
    pub luck: MeanInterval,
}

/// Folds of the cross-fitting.
const FOLDS: usize = 5;

#[derive(Clone, Copy, Default)]
struct Sums {
    n: f64,
    x: f64,
    l: f64,
    xx: f64,
    ll: f64,
    xl: f64,
}

impl Sums {
    fn add(&mut self, p: &PairLuck) {
        self.n += 1.0;
        self.x += p.score;
        self.l += p.luck;
        self.xx += p.score * p.score;
        self.ll += p.luck * p.luck;
        self.xl += p.score * p.luck;
    }

    fn without(self, o: Sums) -> Sums {
        Sums {
            n: self.n - o.n,
            x: self.x - o.x,
            l: self.l - o.l,
            xx: self.xx - o.xx,
            ll: self.ll - o.ll,
            xl: self.xl - o.xl,
        }
    }

    fn covariance(&self) -> f64 {
        self.xl / self.n - self.x / self.n * (self.l / self.n)
    }

    fn luck_variance(&self) -> f64 {
        self.ll / self.n - (self.l / self.n).powi(2)
    }

    fn score_variance(&self) -> f64 {
        self.xx / self.n - (self.x / self.n).powi(2)
    }

    /// Cov(X, L) / Var(L); 1 where nothing can be fitted.
    fn coefficient(&self) -> f64 {
        let v = self.luck_variance();
        if self.n < 2.0 || v < 1e-12 { 1.0 } else { self.covariance() / v }
    }
}

/// The adjusted scores of a run. `None` without pairs.
pub fn adjusted(pairs: &[PairLuck]) -> Option<LuckAdjusted> {
    let mut folds = [Sums::default(); FOLDS];
    let mut all = Sums::default();
    for (k, p) in pairs.iter().enumerate() {
        folds[k % FOLDS].add(p);
        all.add(p);
    }
    let coefficients = folds.map(|f| all.without(f).coefficient());
    let fitted = pairs.iter().enumerate().map(|(k, p)| p.score - coefficients[k % FOLDS] * p.luck);
    let raw = mean_interval(pairs.iter().map(|p| p.score))?;
    let plain = mean_interval(pairs.iter().map(|p| p.score - p.luck))?;
    let fitted = mean_interval(fitted)?;
    let width = |m: &MeanInterval| m.interval_95.map(|i| i[1] - i[0]);
    let ratio = |m: &MeanInterval| width(&raw).zip(width(m)).map(|(a, b)| (a / b).powi(2));
    let (vx, vl) = (all.score_variance(), all.luck_variance());
    Some(LuckAdjusted {
        variance_ratio: ratio(&plain),
        fitted_variance_ratio: ratio(&fitted),
        raw,
        adjusted: plain,
        fitted,
        coefficient: coefficients.iter().sum::<f64>() / FOLDS as f64,
        correlation: (vx > 1e-12 && vl > 1e-12).then(|| all.covariance() / (vx * vl).sqrt()),
        luck: mean_interval(pairs.iter().map(|p| p.luck))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_kernel::Rng;

    /// A race: each turn the mover picks one of two dice (1..6 twice, or 0/7)
    /// and moves on; first to the goal wins. `v` by exact recursion.
    struct Race {
        goal: usize,
        /// Chance that the mover wins, by own and other squares left.
        value: Vec<Vec<f64>>,
    }

    const DIE: [usize; 6] = [1, 2, 3, 4, 5, 6];

    impl Race {
        fn new(goal: usize) -> Race {
            let mut value = vec![vec![0.0; goal + 1]; goal + 1];
            // Squares left fall with every throw, so smaller sums come first.
            for sum in 2..=2 * goal {
                for own in 1..=goal.min(sum - 1) {
                    let other = sum - own;
                    if other > goal {
                        continue;
                    }
                    let mean: f64 = DIE
                        .iter()
                        .map(|&d| if d >= own { 1.0 } else { 1.0 - value[other][own - d] })
                        .sum();
                    value[own][other] = mean / 6.0;
                }
            }
            Race { goal, value }
        }

        /// One game: score of the first seat and its luck. `handicap`: squares
        /// that the first contender wastes on its first throw.
        fn play(&self, first_is_a: bool, mut die: impl FnMut(usize) -> usize) -> (f64, f64) {
            let mut left = [self.goal, self.goal];
            let (mut luck, mut mover) = (0.0, 0);
            for turn in 0.. {
                let own = left[mover];
                let before = self.value[own][left[1 - mover]];
                let d = die(turn);
                let sign = if mover == 0 { 1.0 } else { -1.0 };
                if d >= own {
                    luck += sign * (1.0 - before);
                    return (f64::from(u8::from(mover == 0)), luck);
                }
                let after = 1.0 - self.value[left[1 - mover]][own - d];
                luck += sign * (after - before);
                left[mover] = own - d;
                // Contender b is weak: it sometimes forgets a square (a decision,
                // not luck).
                let is_a = (mover == 0) == first_is_a;
                if !is_a && turn % 3 == 1 {
                    left[mover] = (left[mover] + 1).min(self.goal);
                }
                mover = 1 - mover;
            }
            unreachable!()
        }
    }

    fn pairs(n: u64, shared: bool, noise: f64) -> Vec<PairLuck> {
        let race = Race::new(30);
        (0..n)
            .map(|pair| {
                let mut of_a = PairLuck { score: 0.0, luck: 0.0 };
                for leg in 0..2u64 {
                    let dice = if shared { 0 } else { leg };
                    let mut fault = Rng::keyed(&["v".into(), pair.into(), leg.into()]);
                    let (s, mut l) = race.play(leg == 0, |turn| {
                        let mut rng = Rng::keyed(&[
                            "race".into(),
                            pair.into(),
                            dice.into(),
                            (turn as u64).into(),
                        ]);
                        DIE[rng.index(6)]
                    });
                    // A poor value function: luck seen through noise of mean 0.
                    l += noise * (fault.unit() - 0.5);
                    let (s, l) = if leg == 0 { (s, l) } else { (1.0 - s, -l) };
                    of_a.score += s / 2.0;
                    of_a.luck += l / 2.0;
                }
                of_a
            })
            .collect()
    }

    #[test]
    fn the_mean_agrees_and_the_variance_falls() {
        let apart = adjusted(&pairs(3000, false, 0.0)).unwrap();
        let shared = adjusted(&pairs(3000, true, 0.0)).unwrap();
        for r in [apart, shared] {
            let [low, high] = r.raw.interval_95.unwrap();
            assert!(low < r.adjusted.mean && r.adjusted.mean < high, "{r:?}");
            let [low, high] = r.luck.interval_95.unwrap();
            assert!(low < 0.0 && 0.0 < high, "luck has a mean: {r:?}");
            assert!(r.variance_ratio.unwrap() > 3.0, "{r:?}");
            assert!((r.adjusted.mean - r.fitted.mean).abs() < 0.005);
        }
        // Shared dice alone narrow the raw score, adjustment narrows it further.
        let width = |m: MeanInterval| m.interval_95.map(|i| i[1] - i[0]).unwrap();
        assert!(width(shared.raw) < width(apart.raw));
        assert!(width(shared.adjusted) < width(shared.raw));
    }

    #[test]
    fn a_fitted_coefficient_saves_a_poor_value_function() {
        let r = adjusted(&pairs(2000, true, 3.0)).unwrap();
        assert!(r.variance_ratio.unwrap() < 1.0, "noise drowns the plain one: {r:?}");
        assert!(r.fitted_variance_ratio.unwrap() > 0.98, "{r:?}");
        assert!(r.coefficient < 0.5);
        let [low, high] = r.raw.interval_95.unwrap();
        assert!(low < r.fitted.mean && r.fitted.mean < high);
    }

    #[test]
    fn nothing_and_constants_are_safe() {
        assert_eq!(adjusted(&[]), None);
        let same = vec![PairLuck { score: 0.5, luck: 0.0 }; 7];
        let r = adjusted(&same).unwrap();
        assert_eq!((r.adjusted.mean, r.variance_ratio, r.correlation), (0.5, None, None));
    }
}
