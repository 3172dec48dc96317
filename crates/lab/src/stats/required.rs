//! How many games an effect needs, and what playing in pairs saves.

use super::counts::Counts;
use super::dist::normal_quantile;
use super::elo::{NELO_UNIT, score};
use super::sprt::bounds;
use serde::Serialize;

/// Games (not rounded) of a fixed-length test that tells `elo` from 0: two-sided
/// level `alpha`, chance `power` of seeing it. `sigma_game` is the standard
/// deviation of one game: .5 without draws or pairing.
pub fn games_for_elo(elo: f64, sigma_game: f64, alpha: f64, power: f64) -> f64 {
    games_for_score(score(elo) - 0.5, sigma_game, alpha, power)
}

/// The same for a difference of the mean score from ½.
pub fn games_for_score(effect: f64, sigma_game: f64, alpha: f64, power: f64) -> f64 {
    let z = normal_quantile(1.0 - alpha / 2.0) + normal_quantile(power);
    (z * sigma_game / effect).powi(2)
}

/// The smallest difference of the mean score from ½ that `games` resolve.
pub fn resolved_score(games: f64, sigma_game: f64, alpha: f64, power: f64) -> f64 {
    let z = normal_quantile(1.0 - alpha / 2.0) + normal_quantile(power);
    z * sigma_game / games.sqrt()
}

/// Mean length of a sequential test in games, by Wald's formulas.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtLength {
    /// If the lower hypothesis holds.
    pub at_low: f64,
    /// If the higher hypothesis holds.
    pub at_high: f64,
    /// If the truth lies between them: the longest.
    pub midway: f64,
}

/// Mean games of a sequential test with bounds in normalised Elo.
pub fn sprt_length(low: f64, high: f64, alpha: f64, beta: f64) -> SprtLength {
    let tau2 = ((high - low) / NELO_UNIT).powi(2);
    let [a, b] = bounds(alpha, beta);
    SprtLength {
        at_low: -((1.0 - alpha) * a + alpha * b) / (tau2 / 2.0),
        at_high: ((1.0 - beta) * b + beta * a) / (tau2 / 2.0),
        midway: -a * b / tau2,
    }
}

/// What playing in pairs on shared luck saves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PairBenefit {
    /// Standard deviation of a game's score.
    pub sigma_game: f64,
    /// Standard deviation of a pair's score.
    pub sigma_pair: f64,
    /// By what the standard error of unpaired games is larger.
    pub error_factor: f64,
    /// The square of it.
    pub variance_ratio: f64,
    /// Correlation of the two legs; negative where pairing helps.
    pub leg_correlation: f64,
    /// Share of games saved for the same interval.
    pub games_saved: f64,
}

/// The benefit, from the standard deviations of games and pairs. `None` without
/// variance.
pub fn pair_benefit(sigma_game: f64, sigma_pair: f64) -> Option<PairBenefit> {
    if sigma_game.is_nan() || sigma_pair.is_nan() || sigma_game <= 0.0 || sigma_pair <= 0.0 {
        return None;
    }
    let f = sigma_game / (sigma_pair * std::f64::consts::SQRT_2);
    let rho = 2.0 * (sigma_pair / sigma_game).powi(2) - 1.0;
    Some(PairBenefit {
        sigma_game,
        sigma_pair,
        error_factor: f,
        variance_ratio: f * f,
        leg_correlation: rho,
        games_saved: -rho,
    })
}

/// The benefit measured on pairs and the wins, draws and losses of their games.
pub fn measured_benefit(pairs: [u64; 5], wins_draws_losses: [u64; 3]) -> Option<PairBenefit> {
    let [w, d, l] = wins_draws_losses;
    let games = Counts::from_wins_draws_losses(w, d, l).raw_moments()?;
    let pairs = Counts::Pairs(pairs).raw_moments()?;
    pair_benefit(games.variance.sqrt(), pairs.variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_lengths_of_the_facts() {
        for (elo, games) in
            [(50., 384.), (35., 779.), (20., 2374.), (10., 9480.), (5., 37903.), (2., 236868.)]
        {
            assert_eq!(games_for_elo(elo, 0.5, 0.05, 0.8).round(), games, "{elo}");
        }
        // 56 % draws: ×0.44.
        assert!(
            (games_for_elo(10.0, 0.44f64.sqrt() / 2.0, 0.05, 0.8).round() - 4171.0).abs() <= 1.0
        );
        let n = games_for_score(0.01, 0.4, 0.05, 0.9);
        assert!((resolved_score(n, 0.4, 0.05, 0.9) - 0.01).abs() < 1e-12);
    }

    #[test]
    fn sequential_lengths_of_the_facts() {
        for (width, ends, mid) in [
            (20., 1599., 2616.),
            (10., 6398., 10465.),
            (5., 25591., 41861.),
            (2., 159942., 261634.),
        ] {
            let l = sprt_length(0.0, width, 0.05, 0.05);
            assert_eq!((l.at_low.round(), l.at_high.round(), l.midway.round()), (ends, ends, mid));
        }
    }

    #[test]
    fn dice_chess_pilots() {
        // Whole pairs for ±2 pp, rounded up, with and without pairing.
        let games = |sigma_game: f64| 2.0 * ((1.96 * sigma_game / 0.02).powi(2) / 2.0).ceil();
        for (pair, game, f, f2, rho, with, without) in [
            (0.3053, 0.5010, 1.160, 1.35, -0.26, 1792., 2411.),
            (0.2687, 0.4797, 1.262, 1.59, -0.37, 1388., 2210.),
        ] {
            let b = pair_benefit(game, pair).unwrap();
            assert!((b.error_factor - f).abs() < 6e-4 && (b.variance_ratio - f2).abs() < 6e-3);
            assert!((b.leg_correlation - rho).abs() < 6e-3 && b.games_saved == -b.leg_correlation);
            assert!((games(pair * 2f64.sqrt()) - with).abs() <= 2.0);
            assert!((games(game) - without).abs() <= 2.0);
        }
        assert_eq!(pair_benefit(0.0, 0.0), None);
    }

    #[test]
    fn copies_halve_nothing_and_mirrors_save_everything() {
        // Independent legs: no correlation; each leg won half the time.
        let b = measured_benefit([25, 0, 50, 0, 25], [100, 0, 100]).unwrap();
        assert!(b.leg_correlation.abs() < 1e-12);
        // Every pair split but two.
        let b = measured_benefit([1, 0, 98, 0, 1], [100, 0, 100]).unwrap();
        assert!(b.games_saved > 0.9);
    }
}
