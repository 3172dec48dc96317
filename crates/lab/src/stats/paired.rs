//! Differences by pair: events that a score hides, two arms on the same deals,
//! and the residuals that unmask a bad worker.

use super::counts::Counts;
use super::dist::{t_cdf, t_quantile};
use serde::{Deserialize, Serialize};

/// A mean with its 95 % interval by Student's t.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeanInterval {
    /// Observations (pairs).
    pub n: u64,
    /// The mean.
    pub mean: f64,
    /// The interval; `null` below two observations or without variance.
    pub interval_95: Option<[f64; 2]>,
    /// Two-sided p-value against a mean of 0; `null` as the interval.
    pub p: Option<f64>,
}

/// Mean and interval of independent observations.
pub fn mean_interval(xs: impl IntoIterator<Item = f64>) -> Option<MeanInterval> {
    // Welford's running moments.
    let (mut n, mut mean, mut squares) = (0u64, 0.0, 0.0);
    for x in xs {
        n += 1;
        let d = x - mean;
        mean += d / n as f64;
        squares += d * (x - mean);
    }
    if n == 0 {
        return None;
    }
    let df = n as f64 - 1.0;
    let se = (squares / df / n as f64).sqrt();
    if n < 2 || se.is_nan() || se <= 0.0 {
        return Some(MeanInterval { n, mean, interval_95: None, p: None });
    }
    let h = t_quantile(0.975, df) * se;
    let p = 2.0 * t_cdf(-(mean / se).abs(), df);
    Some(MeanInterval { n, mean, interval_95: Some([mean - h, mean + h]), p: Some(p) })
}

/// Rates of an event of each contender and their paired difference.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EventRates {
    /// Events of a per game.
    pub a: MeanInterval,
    /// Events of b per game.
    pub b: MeanInterval,
    /// The difference a − b by pair.
    pub difference: MeanInterval,
}

/// Rates from the number of games (0..=2) of each pair in which the event befell
/// a and b. `None` without pairs.
pub fn event_rates(pairs: &[[u8; 2]]) -> Option<EventRates> {
    let rate = |k: usize| mean_interval(pairs.iter().map(move |p| f64::from(p[k]) / 2.0));
    Some(EventRates {
        a: rate(0)?,
        b: rate(1)?,
        difference: mean_interval(pairs.iter().map(|p| (f64::from(p[0]) - f64::from(p[1])) / 2.0))?,
    })
}

/// Two arms that met the same opponent on the same deals: the difference of
/// their scores key by key, beside the interval that ignores the keys.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ArmDifference {
    /// By key: valid and narrow.
    pub by_key: MeanInterval,
    /// Half the width of the interval if the arms are taken as independent.
    pub unpaired_half_width: Option<f64>,
    /// Correlation of the arms over the keys.
    pub correlation: Option<f64>,
}

/// Compares two arms by their scores under the same keys.
pub fn arm_difference(scores: &[(f64, f64)]) -> Option<ArmDifference> {
    let by_key = mean_interval(scores.iter().map(|s| s.0 - s.1))?;
    let n = scores.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| scores.iter().map(f).sum::<f64>() / n;
    let (ma, mb) = (mean(&|s| s.0), mean(&|s| s.1));
    let va = mean(&|s| (s.0 - ma).powi(2));
    let vb = mean(&|s| (s.1 - mb).powi(2));
    let cov = mean(&|s| (s.0 - ma) * (s.1 - mb));
    let df = 2.0 * (n - 1.0);
    let unpaired = (n > 1.0).then(|| t_quantile(0.975, df) * ((va + vb) / (n - 1.0)).sqrt());
    let correlation = (va > 0.0 && vb > 0.0).then(|| cov / (va * vb).sqrt());
    Some(ArmDifference { by_key, unpaired_half_width: unpaired, correlation })
}

/// χ² of one worker's bins against those of all the others together, and its
/// degrees of freedom. A worker far above its degrees of freedom plays other
/// games than the rest (idea: fishtest). `None` where one side has no pairs.
pub fn worker_residual(worker: &Counts, all: &Counts) -> Option<(f64, u32)> {
    let (own, total) = (worker.bins(), all.bins());
    let n_own: u64 = own.iter().sum();
    let n_all: u64 = total.iter().sum();
    if own.len() != total.len() || n_own == 0 || n_own >= n_all {
        return None;
    }
    let (n, rest_n) = (n_own as f64, (n_all - n_own) as f64);
    let (mut chi2, mut used) = (0.0, 0u32);
    for (&o, &t) in own.iter().zip(total) {
        if t == 0 {
            continue;
        }
        used += 1;
        let share = t as f64 / n_all as f64;
        let rest = t.saturating_sub(o) as f64;
        chi2 += (o as f64 - n * share).powi(2) / (n * share);
        chi2 += (rest - rest_n * share).powi(2) / (rest_n * share);
    }
    Some((chi2, used.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_kernel::Rng;

    #[test]
    fn a_mean_worked_by_hand() {
        let m = mean_interval([1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        // s = √2.5, t(4) = 2.776445.
        let h = 2.776_445 * (2.5f64 / 5.0).sqrt();
        let i = m.interval_95.unwrap();
        assert!((i[0] - (3.0 - h)).abs() < 1e-5 && (i[1] - (3.0 + h)).abs() < 1e-5);
        assert!((m.p.unwrap() - 0.0132).abs() < 1e-4);
        assert_eq!(mean_interval([2.0, 2.0]).unwrap().interval_95, None);
        assert_eq!(mean_interval([]), None);
    }

    /// Facts, section 5: two arms through a third on common dice.
    #[test]
    fn common_luck_narrows_the_difference() {
        let mut rng = Rng::seeded(2, "arms");
        let scores: Vec<(f64, f64)> = (0..2000)
            .map(|_| {
                let luck = rng.unit();
                let arm = |rng: &mut Rng, skill: f64| 0.7 * luck + 0.3 * rng.unit() + skill;
                (arm(&mut rng, 0.01), arm(&mut rng, 0.0))
            })
            .collect();
        let d = arm_difference(&scores).unwrap();
        let i = d.by_key.interval_95.unwrap();
        let half = (i[1] - i[0]) / 2.0;
        assert!(d.correlation.unwrap() > 0.8);
        assert!(half < 0.6 * d.unpaired_half_width.unwrap(), "{d:?}");
        assert!(i[0] < 0.01 && 0.01 < i[1]);
    }

    #[test]
    fn a_bad_worker_stands_out() {
        let all = Counts::Pairs([105, 100, 210, 105, 190]);
        let bad = worker_residual(&Counts::Pairs([5, 0, 10, 5, 90]), &all).unwrap();
        let good = worker_residual(&Counts::Pairs([15, 14, 30, 15, 26]), &all).unwrap();
        assert!(bad.0 > 100.0 && good.0 < 5.0, "{bad:?} {good:?}");
        assert_eq!(good.1, 4);
        assert_eq!(worker_residual(&all, &all), None);
    }

    #[test]
    fn rates_of_events_by_pair() {
        // The brief's figures: general lost in 35.5 % against 26 % of 400 games.
        let pairs: Vec<[u8; 2]> =
            (0..200).map(|i| [u8::from(i < 71) * 2, u8::from((0..104).contains(&i))]).collect();
        let r = event_rates(&pairs).unwrap();
        assert!((r.a.mean - 0.355).abs() < 1e-12 && (r.b.mean - 0.26).abs() < 1e-12);
        assert!((r.difference.mean - 0.095).abs() < 1e-12);
        assert!(r.difference.p.unwrap() < 0.01);
    }
}
