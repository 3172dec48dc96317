//! Log-likelihood ratios of two hypotheses about the mean score.
//!
//! Sources: "The generalized SPRT" and "A practical introduction to normalized
//! Elo" by Michel Van den Bergh; the formulas of `support_MLE_multinomial`
//! (Proposition 1.1) and `normalized_elo_practical` (§4).

use super::counts::{Counts, mean_and_variance};
use super::dist::bisect;
use super::elo::{NELO_UNIT, score};
use serde::{Deserialize, Serialize};

/// What a zero count is replaced by before a likelihood is formed.
pub const ZERO_COUNT: f64 = 1e-3;

/// In which unit the hypotheses are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo.
    #[default]
    Nelo,
    /// Logistic Elo.
    Elo,
}

impl Model {
    /// The model of this name.
    pub fn named(name: &str) -> Option<Model> {
        match name {
            "nelo" => Some(Model::Nelo),
            "elo" => Some(Model::Elo),
            _ => None,
        }
    }
}

/// The distribution closest to `p` (in likelihood) under which Σ q·y = 0:
/// qᵢ = pᵢ / (1 + λ·yᵢ). `None` if all y lie on one side of 0.
fn tilted(p: &[f64], y: &[f64]) -> Option<Vec<f64>> {
    let (low, high) = y.iter().fold((f64::MAX, f64::MIN), |(a, b), &y| (a.min(y), b.max(y)));
    if !(low < 0.0 && high > 0.0) {
        return None;
    }
    // Σ p·y / (1 + λ·y) falls strictly from +∞ to −∞ on this interval.
    let lambda = bisect(-1.0 / high, -1.0 / low, |l| {
        p.iter().zip(y).map(|(p, y)| p * y / (1.0 + l * y)).sum::<f64>()
    });
    Some(p.iter().zip(y).map(|(p, y)| p / (1.0 + lambda * y)).collect())
}

fn ratio(p: &[f64], n: f64, q0: &[f64], q1: &[f64]) -> f64 {
    n * p.iter().zip(q0).zip(q1).map(|((p, q0), q1)| p * (q1 / q0).ln()).sum::<f64>()
}

/// The distribution closest to `p` with mean `s`.
fn with_mean(p: &[f64], x: &[f64], s: f64) -> Option<Vec<f64>> {
    tilted(p, &x.iter().map(|x| x - s).collect::<Vec<_>>())
}

/// The distribution closest to `p` with (mean − ½) / σ = `t`, by fixed point.
fn with_t(p: &[f64], x: &[f64], t: f64) -> Option<Vec<f64>> {
    let mut q = vec![1.0 / p.len() as f64; p.len()];
    // fishtest stops after 10 rounds, too early far from the bounds; 38 is the
    // most that was seen.
    for _ in 0..100 {
        let (mean, variance) = mean_and_variance(&q, x);
        let sigma = variance.sqrt();
        let y: Vec<f64> = x
            .iter()
            .map(|x| {
                let d = (mean - x) / sigma;
                x - 0.5 - t * sigma * (1.0 + d * d) / 2.0
            })
            .collect();
        let next = tilted(p, &y)?;
        let change = q.iter().zip(&next).fold(0.0_f64, |c, (a, b)| c.max((a - b).abs()));
        q = next;
        if change < 1e-9 {
            break;
        }
    }
    let (mean, variance) = mean_and_variance(&q, x);
    (((mean - 0.5) / variance.sqrt() - t).abs() < 1e-5).then_some(q)
}

/// The exact log-likelihood ratio of `high` against `low`, in Elo of `model`.
/// `None` without games, or where a hypothesis cannot be reached.
pub fn exact(counts: &Counts, model: Model, low: f64, high: f64) -> Option<f64> {
    if counts.observations() == 0 {
        return None;
    }
    let (p, n) = counts.replaced();
    let x = counts.scores();
    let under = |bound: f64| match model {
        Model::Elo => with_mean(&p, x, score(bound)),
        Model::Nelo => with_t(&p, x, (counts.games_each() as f64).sqrt() * bound / NELO_UNIT),
    };
    let llr = ratio(&p, n, &under(low)?, &under(high)?);
    llr.is_finite().then_some(llr)
}

/// The approximation for normalised Elo that needs mean and variance only (§4.2).
pub fn alt_normalized(counts: &Counts, low: f64, high: f64) -> Option<f64> {
    let m = counts.moments();
    let t = (m.mean - 0.5) / m.sigma_game();
    let d = |bound: f64| (t - bound / NELO_UNIT).powi(2);
    (counts.games() > 0).then(|| m.games() / 2.0 * ((1.0 + d(low)) / (1.0 + d(high))).ln())
}

/// Both hypotheses as scores. Normalised Elo is taken at the variance seen:
/// s = ½ + σ_game · nElo / K.
pub fn bounds_as_scores(counts: &Counts, model: Model, low: f64, high: f64) -> [f64; 2] {
    match model {
        Model::Elo => [low, high].map(score),
        Model::Nelo => {
            let sigma = counts.moments().sigma_game();
            [low, high].map(|b| 0.5 + sigma * b / NELO_UNIT)
        }
    }
}

/// The approximation for scores by two second moments.
pub fn alt_logistic(counts: &Counts, s: [f64; 2]) -> Option<f64> {
    let (p, n) = counts.replaced();
    let about =
        |s: f64| p.iter().zip(counts.scores()).map(|(p, x)| p * (x - s) * (x - s)).sum::<f64>();
    (counts.games() > 0).then(|| n / 2.0 * (about(s[0]) / about(s[1])).ln())
}

/// The approximation for scores by a normal density with the variance seen.
pub fn alt2(counts: &Counts, s: [f64; 2]) -> Option<f64> {
    let m = counts.moments();
    (counts.games() > 0)
        .then(|| m.n * (s[1] - s[0]) * (2.0 * m.mean - s[0] - s[1]) / (2.0 * m.variance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GOLDEN: Counts = Counts::Pairs([13, 37, 50, 25, 3]);

    fn near(got: Option<f64>, want: f64) {
        let got = got.expect("a number");
        assert!((got - want).abs() <= 0.501e-6, "{got} is not {want}");
    }

    #[test]
    fn the_golden_vector() {
        near(exact(&GOLDEN, Model::Nelo, 0.0, 4.0), -0.549125);
        near(alt_normalized(&GOLDEN, 0.0, 4.0), -0.540121);
        let s = bounds_as_scores(&GOLDEN, Model::Nelo, 0.0, 4.0);
        let h1 = super::super::elo::elo(s[1]);
        assert!((h1 - 2.71575).abs() < 0.5e-5, "{h1}");
        near(exact(&GOLDEN, Model::Elo, 0.0, h1), -0.537716);
        near(alt_logistic(&GOLDEN, s), -0.521945);
        near(alt2(&GOLDEN, s), -0.559610);
        near(exact(&Counts::Pairs([60, 0, 250, 0, 95]), Model::Nelo, 0.0, 20.0), 3.274264);
    }

    /// An oracle that shares no code: the likelihood is climbed under its
    /// constraint by projected coordinate steps on a fine simplex walk.
    fn best_likelihood(p: &[f64], x: &[f64], feasible: impl Fn(&[f64]) -> f64) -> f64 {
        // Three bins leave one free number once the constraint and the sum hold:
        // walk the middle bin and solve the rest by bisection on the top bin.
        let mut best = f64::MIN;
        for k in 1..20_000 {
            let mid = f64::from(k) / 20_000.0;
            let (mut a, mut b) = (0.0, 1.0 - mid);
            for _ in 0..60 {
                let top = 0.5 * (a + b);
                if feasible(&[1.0 - mid - top, mid, top]) > 0.0 { b = top } else { a = top }
            }
            let q = [1.0 - mid - b, mid, b];
            if q[0] <= 1e-12 || q[2] <= 1e-12 || feasible(&q).abs() > 1e-6 {
                continue;
            }
            best = best.max(p.iter().zip(&q).map(|(p, q)| p * q.ln()).sum());
        }
        assert!(x.len() == 3 && best > f64::MIN);
        best
    }

    #[test]
    fn exact_ratios_equal_a_search_over_all_distributions() {
        let counts = Counts::Games([30, 45, 40]);
        let (p, n) = counts.replaced();
        let x = counts.scores();
        let t_of = |q: &[f64]| {
            let (m, v) = mean_and_variance(q, x);
            (m - 0.5) / v.sqrt()
        };
        for (low, high) in [(0.0, 20.0), (-30.0, 60.0)] {
            let by_search = |bound: f64| best_likelihood(&p, x, |q| t_of(q) - bound / NELO_UNIT);
            let want = n * (by_search(high) - by_search(low));
            let got = exact(&counts, Model::Nelo, low, high).unwrap();
            assert!((got - want).abs() < 2e-4, "nelo {low} {high}: {got} {want}");
            let by_search =
                |bound: f64| best_likelihood(&p, x, |q| mean_and_variance(q, x).0 - score(bound));
            let want = n * (by_search(high) - by_search(low));
            let got = exact(&counts, Model::Elo, low, high).unwrap();
            assert!((got - want).abs() < 2e-4, "elo {low} {high}: {got} {want}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        /// Mirrored counts and bounds give the negated ratio; the ratio of a
        /// hypothesis to itself is 0; ratios add up.
        #[test]
        fn ratios_mirror_and_add(
            bins in prop::array::uniform5(0u64..400),
            low in -60.0f64..60.0, width in 0.5f64..60.0, more in 0.5f64..60.0,
            nelo in prop::bool::ANY,
        ) {
            prop_assume!(bins.iter().sum::<u64>() > 0);
            let model = if nelo { Model::Nelo } else { Model::Elo };
            let counts = Counts::Pairs(bins);
            let mut turned = bins;
            turned.reverse();
            let (high, top) = (low + width, low + width + more);
            let llr = |c: &Counts, a: f64, b: f64| exact(c, model, a, b);
            if let (Some(x), Some(y)) = (llr(&counts, low, high), llr(&Counts::Pairs(turned), -high, -low)) {
                prop_assert!((x + y).abs() < 1e-4 * (1.0 + x.abs()), "{x} {y}");
            } else {
                prop_assert!(counts.is_degenerate() || nelo, "no number for {counts:?}");
            }
            if let (Some(x), Some(y), Some(z)) =
                (llr(&counts, low, high), llr(&counts, high, top), llr(&counts, low, top))
            {
                prop_assert!((x + y - z).abs() < 1e-5 * (1.0 + z.abs()), "{x} {y} {z}");
            }
        }
    }
}
