//! Scores, logistic Elo, normalised Elo, intervals, likelihood of superiority.

use super::counts::Moments;
use super::dist::{phi, t_quantile};

/// K = 800 / ln 10: normalised Elo is `(mean − ½) / σ_game · K`.
pub const NELO_UNIT: f64 = 347.435_585_522_601_5;

/// Logistic Elo of a score; scores are held in [0.001, 0.999].
pub fn elo(score: f64) -> f64 {
    // Adding 0 turns −0 into 0.
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10() + 0.0
}

/// The score of a logistic Elo difference.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Normalised Elo: the distance from ½ in standard deviations of one game,
/// times [`NELO_UNIT`]. `None` without variance.
pub fn nelo(m: &Moments) -> Option<f64> {
    let sigma = m.sigma_game();
    (sigma > 0.0).then(|| (m.mean - 0.5) / sigma * NELO_UNIT)
}

/// Half the width of the interval of normalised Elo at quantile `z`.
pub fn nelo_half_width(m: &Moments, z: f64) -> f64 {
    z * NELO_UNIT / m.games().sqrt()
}

/// The likelihood of superiority: Φ((mean − ½) / standard error). `None` where
/// the standard error is 0 or there are no games.
pub fn los(m: &Moments) -> Option<f64> {
    let se = m.standard_error();
    (se > 0.0).then(|| phi((m.mean - 0.5) / se))
}

/// The interval `mean ± quantile · standard error`. It may leave [0, 1].
pub fn interval(m: &Moments, quantile: f64) -> [f64; 2] {
    let h = quantile * m.standard_error();
    [m.mean - h, m.mean + h]
}

/// The interval of level `1 − alpha` by Student's t with n − 1 degrees of
/// freedom, with the unbiased variance. `None` below two observations.
pub fn student_interval(m: &Moments, alpha: f64) -> Option<[f64; 2]> {
    if m.n < 2.0 {
        return None;
    }
    let df = m.n - 1.0;
    let h = t_quantile(1.0 - alpha / 2.0, df) * (m.variance / df).sqrt();
    Some([m.mean - h, m.mean + h])
}

/// Both ends of a score interval as logistic Elo.
pub fn elo_interval(score: [f64; 2]) -> [f64; 2] {
    score.map(elo)
}

#[cfg(test)]
mod tests {
    use super::super::counts::Counts;
    use super::super::dist::Z95;
    use super::*;

    #[test]
    fn the_golden_vector() {
        let m = Counts::Pairs([13, 37, 50, 25, 3]).moments();
        let near = |got: f64, want: f64, digits: f64| {
            assert!((got - want).abs() <= 0.501 * digits, "{got} is not {want}");
        };
        near(NELO_UNIT, 347.43558552, 1e-8);
        near(elo(m.mean), -43.6578, 1e-4);
        near(nelo(&m).unwrap(), -63.968, 1e-3);
        near(nelo_half_width(&m, Z95), 42.56, 1e-2);
        let i = interval(&m, Z95);
        near(i[0], 0.395917, 1e-6);
        near(i[1], 0.479083, 1e-6);
        let e = elo_interval(i);
        near(e[0], -73.397, 1e-3);
        near(e[1], -14.543, 1e-3);
        near((e[1] - e[0]) / 2.0, 29.427, 1e-3);
        near(los(&m).unwrap(), 0.0016104, 1e-7);
    }

    #[test]
    fn the_second_golden_vector() {
        let m = Counts::Pairs([60, 0, 250, 0, 95]).moments();
        let e = elo_interval(interval(&m, Z95));
        for (got, want) in [(elo(m.mean), 30.1002), (e[0], 9.2996), (e[1], 51.1186)] {
            assert!((got - want).abs() < 0.5e-4, "{got} is not {want}");
        }
        assert!((los(&m).unwrap() - 0.997738).abs() < 0.5e-6);
    }

    /// The figures of the project brief (facts, section 7).
    #[test]
    fn unpaired_figures_of_the_brief() {
        let m = Counts::from_wins_draws_losses(248, 16, 136).moments();
        let e = elo_interval(interval(&m, Z95)).map(f64::round);
        assert_eq!((elo(m.mean).round(), e), (100.0, [66.0, 136.0]));
        assert_eq!((elo(0.609) * 10.0).round(), 770.0);
    }

    #[test]
    fn elo_and_score_invert_each_other() {
        for e in [-900.0, -3.0, 0.0, 12.5, 400.0] {
            assert!((elo(score(e)) - e).abs() < 1e-9);
        }
        assert!((elo(1.0) - elo(0.999)).abs() < 1e-12);
    }

    #[test]
    fn student_is_wider_than_normal_and_close_to_it_for_many_pairs() {
        let few = Counts::Pairs([1, 2, 3, 2, 1]).raw_moments().unwrap();
        let (t, z) = (student_interval(&few, 0.05).unwrap(), interval(&few, Z95));
        assert!(t[0] < z[0] && t[1] > z[1]);
        let many = Counts::Pairs([1000, 2000, 3000, 2000, 1000]).raw_moments().unwrap();
        let (t, z) = (student_interval(&many, 0.05).unwrap(), interval(&many, Z95));
        assert!((t[0] - z[0]).abs() < 1e-5);
        assert_eq!(
            student_interval(&Counts::Pairs([0, 0, 1, 0, 0]).raw_moments().unwrap(), 0.05),
            None
        );
    }
}
