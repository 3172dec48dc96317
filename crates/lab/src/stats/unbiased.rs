//! The median-unbiased estimate after a stopped sequential test.
//!
//! A test stops when it looks good, so the raw mean flatters the winner. The
//! ratio is taken as a Brownian motion between its bounds; F(E) is the chance
//! of a worse outcome at logistic Elo E, and the estimate is where F = ½
//! (fishtest's `sprt.py` and `brownian.py`; facts in docs/lab-statistics.md).

use super::counts::Counts;
use super::dist::{bisect, ln_phi, phi};
use super::elo::score;
use super::gsprt::{Model, bounds_as_scores};
use super::sprt::{Sprt, bounds};
use serde::Serialize;
use std::f64::consts::PI;

/// The estimate after a stopped test, in logistic Elo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Unbiased {
    /// The median-unbiased estimate.
    pub elo: f64,
    /// Its 95 % interval.
    pub elo_95: [f64; 2],
    /// The chance of a worse outcome if both were equal.
    pub los: f64,
    /// Whether the ratio had jumped more than 3 % past its bound and was put back.
    pub clamped: bool,
}

/// A Brownian motion with drift `m` and variance `w` per pair, started at 0
/// between `a` < 0 and `b` > 0, seen at height `y` and time `time`.
#[derive(Clone, Copy, Debug)]
struct Seen {
    a: f64,
    b: f64,
    y: f64,
    time: f64,
    w: f64,
}

impl Seen {
    /// The chance of a worse outcome under drift `m`.
    fn worse(&self, m: f64) -> f64 {
        let Seen { a, b, y, time, w } = *self;
        let width = b - a;
        let gamma = m / w;
        if w * time / (width * width) < 0.01 || (gamma * width).abs() > 15.0 {
            // The far bound is out of reach: reflections at each bound once.
            let d = (w * time).sqrt();
            let low = (2.0 * gamma * a + ln_phi((2.0 * a - y + m * time) / d)).exp();
            let high = (2.0 * gamma * b + ln_phi((y - m * time - 2.0 * b) / d)).exp();
            return phi((y - m * time) / d) + low - high;
        }
        let x = -a;
        let y = y - a;
        let pre = if (gamma * width).abs() < 1e-9 {
            (width - x) / width
        } else if gamma * width > 30.0 {
            (-2.0 * gamma * x).exp()
        } else {
            (1.0 - (2.0 * gamma * (width - x)).exp()) / (1.0 - (2.0 * gamma * width).exp())
        };
        let mut sum = pre;
        for n in 1..200 {
            let k = f64::from(n) * PI;
            let lambda = (k / width).powi(2) * w / 2.0 + m * m / (2.0 * w);
            let size = (-lambda * time + gamma * (y - x)).exp();
            let turn = k * y / width;
            let u = (2.0 * width * gamma * turn.sin() - 2.0 * k * turn.cos())
                / ((width * gamma).powi(2) + k * k);
            sum += size * u * (k * x / width).sin();
            if size < 1e-17 {
                break;
            }
        }
        sum
    }
}

/// The estimate from the pairs of a stopped test (without the correction for
/// overshoot in the bounds, as the published tables). `None` if the counts are
/// degenerate.
pub fn unbiased(counts: &Counts, test: &Sprt) -> Option<Unbiased> {
    estimate(counts, test.model, test.low, test.high, bounds(test.alpha, test.beta))
}

/// The same with the log-likelihood bounds `[a, b]` given.
pub fn estimate(
    counts: &Counts,
    model: Model,
    low: f64,
    high: f64,
    [a, b]: [f64; 2],
) -> Option<Unbiased> {
    if counts.observations() == 0 || counts.is_degenerate() || low >= high {
        return None;
    }
    let moments = counts.moments();
    let v = moments.variance;
    let [s0, s1] = bounds_as_scores(counts, model, low, high);
    let drift = |s: f64| (s - (s0 + s1) / 2.0) * (s1 - s0) / v;
    let w = (s1 - s0).powi(2) / v;
    let mut seen = Seen { a, b, y: moments.n * drift(moments.mean), time: moments.n, w };
    let mut clamped = false;
    for bound in [a, b] {
        let ratio = seen.y / bound;
        if ratio > 1.0 {
            clamped = ratio > 1.03;
            seen.time = bound / (seen.y / moments.n);
            seen.y = bound;
            break;
        }
    }
    let f = |elo: f64| seen.worse(drift(score(elo)));
    let at = |level: f64| bisect(-2000.0, 2000.0, |e| f(e) - level);
    Some(Unbiased { elo: at(0.5), elo_95: [at(0.975), at(0.025)], los: f(0.0), clamped })
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_kernel::Rng;

    #[test]
    fn no_bound_near_gives_the_raw_figures() {
        let test = Sprt::new(Model::Nelo, 0.0, 4.0);
        let u = unbiased(&Counts::Pairs([13, 37, 50, 25, 3]), &test).unwrap();
        for (got, want, digit) in [
            (u.elo, -43.6578, 1e-4),
            (u.elo_95[0], -73.397, 1e-3),
            (u.elo_95[1], -14.543, 1e-3),
            (u.los, 0.0016104, 1e-7),
        ] {
            assert!((got - want).abs() <= 0.501 * digit, "{got} is not {want}");
        }
        assert!(!u.clamped);
    }

    #[test]
    fn past_the_bound_the_winner_is_not_flattered() {
        let test = Sprt::new(Model::Nelo, 0.0, 20.0);
        let u = unbiased(&Counts::Pairs([60, 0, 250, 0, 95]), &test).unwrap();
        for (got, want, digit) in [
            (u.elo, 27.1960, 1e-4),
            (u.elo_95[0], 4.1840, 1e-4),
            (u.elo_95[1], 49.9884, 1e-4),
            (u.los, 0.989524, 1e-6),
        ] {
            assert!((got - want).abs() <= 0.501 * digit, "{got} is not {want}");
        }
        assert!(u.clamped);
    }

    /// Both branches against simulated paths with fine steps.
    #[test]
    fn the_chance_of_a_worse_outcome_agrees_with_simulated_paths() {
        let mut rng = Rng::seeded(5, "paths");
        let normal = |rng: &mut Rng| {
            let (u, v) = (1.0 - rng.unit(), rng.unit());
            (-2.0 * u.ln()).sqrt() * (2.0 * PI * v).cos()
        };
        let (a, b, w) = (-2.944, 2.944, 0.04);
        for m in [-0.02, 0.0, 0.015] {
            // Outcomes are ordered: stopped low early is worst, then low late,
            // then heights at the end, then high late, then high early.
            let time = 150.0;
            let y = 0.7;
            let seen = Seen { a, b, y, time, w };
            let (steps, runs) = (600, 3000);
            let dt = time / f64::from(steps);
            let mut worse = 0.0;
            for _ in 0..runs {
                let (mut x, mut out) = (0.0, None);
                for _ in 0..steps {
                    let before: f64 = x;
                    x += m * dt + (w * dt).sqrt() * normal(&mut rng);
                    // The chance that a bridge crossed a bound between the steps.
                    let crossed = |d0: f64, d1: f64| (-2.0 * d0 * d1 / (w * dt)).exp();
                    if x <= a || rng.unit() < crossed(before - a, x - a) {
                        out = Some(true);
                    } else if x >= b || rng.unit() < crossed(b - before, b - x) {
                        out = Some(false);
                    }
                    if out.is_some() {
                        break;
                    }
                }
                worse += f64::from(u8::from(out.unwrap_or(x < y)));
            }
            let got = worse / f64::from(runs);
            let want = seen.worse(m);
            assert!((got - want).abs() < 0.03, "drift {m}: simulated {got}, computed {want}");
        }
    }

    #[test]
    fn the_chance_of_a_worse_outcome_falls_with_elo_across_both_branches() {
        for counts in [[13, 37, 50, 25, 3], [60, 1, 250, 0, 95], [2, 10, 100, 14, 3]] {
            let u = unbiased(&Counts::Pairs(counts), &Sprt::new(Model::Nelo, 0.0, 10.0)).unwrap();
            assert!(u.elo_95[0] < u.elo && u.elo < u.elo_95[1], "{u:?}");
        }
    }
}
