//! Can this run see the effect? Answered before the start.

use crate::stats::Counts;
use crate::stats::confseq::NormalMixture;
use crate::stats::dist::Z95;
use crate::stats::elo::{NELO_UNIT, elo, score};
use crate::stats::gsprt::Model;
use crate::stats::required::{
    PairBenefit, SprtLength, games_for_score, measured_benefit, resolved_score, sprt_length,
};
use serde::Serialize;

/// What is known before a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Pairs that one thinks of playing; `None`: only the table.
    pub pairs: Option<u64>,
    /// The standard deviation of a pair's score.
    pub sigma_pair: f64,
    /// Where it comes from: `pilot`, `given` or `assumed`.
    pub source: &'static str,
    /// Games' wins, draws and losses of the pilot, for the benefit of pairing.
    pub pilot: Option<([u64; 5], [u64; 3])>,
    /// The hoped-for difference of the score from ½ (0.02: two points).
    pub effect: Option<f64>,
    /// One minus the level of the interval.
    pub alpha: f64,
    /// The chance with which the effect shall be seen.
    pub power: f64,
    /// A sequential test: unit, lower and higher hypothesis, α, β.
    pub sprt: Option<(Model, f64, f64, f64, f64)>,
}

impl Question {
    /// The standard deviation of one pair of independent games without draws:
    /// the worst case, where nothing was measured.
    pub const ASSUMED_SIGMA_PAIR: f64 = 0.353_553_390_593_273_8;

    /// A question with nothing measured, level 95 %, power 80 %.
    pub fn assumed() -> Question {
        Question {
            pairs: None,
            sigma_pair: Self::ASSUMED_SIGMA_PAIR,
            source: "assumed",
            pilot: None,
            effect: None,
            alpha: 0.05,
            power: 0.8,
            sprt: None,
        }
    }

    /// Takes the variance from a pilot's pairs; `false` if it has none to give.
    pub fn measure(&mut self, pairs: [u64; 5]) -> bool {
        match Counts::Pairs(pairs).raw_moments() {
            Some(m) if m.variance > 0.0 && m.n >= 2.0 => {
                self.sigma_pair = (m.variance * m.n / (m.n - 1.0)).sqrt();
                self.source = "pilot";
                true
            }
            _ => false,
        }
    }
}

/// What a number of pairs resolves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PlanRow {
    /// Pairs.
    pub pairs: u64,
    /// Games.
    pub games: u64,
    /// Half the width of the interval at the end, in points.
    pub half_width_points: f64,
    /// Half the width of an interval that may be looked at after every pair
    /// (normal mixture, valid for any distribution), in points.
    pub anytime_points: f64,
    /// The smallest true difference from 50 % that is seen with the asked-for
    /// power, in points.
    pub sees_points: f64,
    /// The same in logistic Elo.
    pub sees_elo: f64,
    /// The same in normalised Elo.
    pub sees_nelo: f64,
}

/// The answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// The version of this shape.
    pub schema: u32,
    /// The standard deviation of a pair's score that was used.
    pub sigma_pair: f64,
    /// `pilot`, `given` or `assumed`.
    pub sigma_source: &'static str,
    /// What pairing saves, where a pilot says so.
    pub pair_benefit: Option<PairBenefit>,
    /// One minus the level.
    pub alpha: f64,
    /// The asked-for power.
    pub power: f64,
    /// A line for each number of pairs.
    pub table: Vec<PlanRow>,
    /// What the pairs that one thinks of resolve.
    pub asked: Option<PlanRow>,
    /// The hoped-for difference in points.
    pub effect_points: Option<f64>,
    /// Pairs that the hoped-for difference needs.
    pub needed_pairs: Option<u64>,
    /// Mean length of the sequential test.
    pub sprt: Option<SprtLength>,
    /// What one should know before starting.
    pub warnings: Vec<String>,
}

/// The numbers of pairs of the table.
pub const TABLE: [u64; 9] = [10, 50, 100, 200, 500, 1000, 2000, 5000, 20_000];

fn row(q: &Question, pairs: u64) -> PlanRow {
    let n = pairs.max(1) as f64;
    let sigma_game = q.sigma_pair * std::f64::consts::SQRT_2;
    let sees = resolved_score(2.0 * n, sigma_game, q.alpha, q.power);
    let z = crate::stats::dist::normal_quantile(1.0 - q.alpha / 2.0);
    let anytime = NormalMixture { alpha: q.alpha, ..NormalMixture::for_unit_range(n) };
    PlanRow {
        pairs,
        games: 2 * pairs,
        half_width_points: 100.0 * z * q.sigma_pair / n.sqrt(),
        anytime_points: 100.0 * anytime.radius(n),
        sees_points: 100.0 * sees,
        sees_elo: elo(0.5 + sees),
        sees_nelo: sees / sigma_game * NELO_UNIT,
    }
}

/// Answers a question.
pub fn plan(q: &Question) -> Plan {
    let sigma_game = q.sigma_pair * std::f64::consts::SQRT_2;
    let asked = q.pairs.map(|n| row(q, n));
    let effect = q.effect.map(f64::abs).filter(|e| *e > 0.0);
    let needed =
        effect.map(|e| (games_for_score(e, sigma_game, q.alpha, q.power) / 2.0).ceil() as u64);
    let mut warnings = Vec::new();
    if q.source == "assumed" {
        warnings.push(
            "no pilot: the variance is that of independent games without draws; \
             paired games usually need fewer"
                .to_string(),
        );
    }
    if let (Some(asked), Some(effect), Some(needed)) = (asked, effect, needed)
        && needed > asked.pairs
    {
        let of = power_of(effect, q.sigma_pair, asked.pairs, q.alpha);
        warnings.push(format!(
            "{} pairs see {:.2} points; the hoped-for {:.2} points need {needed} pairs \
                 (these would see it in {:.0} % of such runs)",
            asked.pairs,
            asked.sees_points,
            100.0 * effect,
            100.0 * of,
        ));
    }
    if let Some(asked) = asked.filter(|a| a.pairs < 30) {
        warnings.push(format!(
            "{} games are noise: any difference below {:.0} points is invisible",
            asked.games, asked.sees_points
        ));
    }
    let length = q.sprt.map(|(model, low, high, alpha, beta)| {
        let [low, high] = match model {
            Model::Nelo => [low, high],
            // A difference of scores in standard deviations of a game.
            Model::Elo => [low, high].map(|e| (score(e) - 0.5) / sigma_game * NELO_UNIT),
        };
        sprt_length(low, high, alpha, beta)
    });
    if let (Some(l), Some(asked)) = (length, asked)
        && asked.games < l.midway as u64
    {
        warnings.push(format!(
            "the sequential test takes {:.0} games on average at its hypotheses and {:.0} \
                 between them; {} may end undecided",
            l.at_low.max(l.at_high),
            l.midway,
            asked.games
        ));
    }
    Plan {
        schema: 1,
        sigma_pair: q.sigma_pair,
        sigma_source: q.source,
        pair_benefit: q.pilot.and_then(|(p, wdl)| measured_benefit(p, wdl)),
        alpha: q.alpha,
        power: q.power,
        table: TABLE.iter().map(|&n| row(q, n)).collect(),
        asked,
        effect_points: effect.map(|e| 100.0 * e),
        needed_pairs: needed,
        sprt: length,
        warnings,
    }
}

/// The chance that `pairs` see a difference `effect` of the mean score.
pub fn power_of(effect: f64, sigma_pair: f64, pairs: u64, alpha: f64) -> f64 {
    let z =
        if alpha == 0.05 { Z95 } else { crate::stats::dist::normal_quantile(1.0 - alpha / 2.0) };
    let d = effect / sigma_pair * (pairs as f64).sqrt();
    crate::stats::dist::phi(d - z) + crate::stats::dist::phi(-d - z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_kernel::Rng;

    #[test]
    fn a_plan_keeps_its_promise() {
        let mut q = Question { effect: Some(0.03), ..Question::assumed() };
        assert!(q.measure([37, 0, 126, 0, 37]));
        let needed = plan(&q).needed_pairs.unwrap();
        let mut rng = Rng::seeded(1, "plan");
        let (runs, mut seen) = (2000, 0);
        for _ in 0..runs {
            let mut bins = [0u64; 5];
            for _ in 0..needed {
                let u = rng.unit();
                bins[if u < 0.155 {
                    0
                } else if u > 0.785 {
                    4
                } else {
                    2
                }] += 1;
            }
            let m = Counts::Pairs(bins).raw_moments().unwrap();
            seen += u32::from((m.mean - 0.5).abs() > Z95 * m.standard_error());
        }
        let power = f64::from(seen) / f64::from(runs);
        assert!((power - 0.8).abs() < 0.03, "{power}");
        assert!((power_of(0.03, q.sigma_pair, needed, 0.05) - 0.8).abs() < 0.01);
    }

    #[test]
    fn small_runs_are_warned_of() {
        let mut q = Question { pairs: Some(10), effect: Some(0.02), ..Question::assumed() };
        let p = plan(&q);
        assert!(p.warnings.iter().any(|w| w.contains("noise")), "{:?}", p.warnings);
        assert!(p.warnings.iter().any(|w| w.contains("hoped-for 2.00 points")), "{:?}", p.warnings);
        q.pairs = Some(1_000_000);
        q.source = "given";
        assert!(plan(&q).warnings.is_empty());
        assert!(!q.measure([0, 0, 9, 0, 0]));
    }

    #[test]
    fn elo_tests_are_measured_in_standard_deviations() {
        let sprt = Some((Model::Elo, 0.0, 10.0, 0.05, 0.05));
        let wide = plan(&Question { sprt, ..Question::assumed() }).sprt.unwrap();
        let narrow =
            plan(&Question { sprt, sigma_pair: 0.25, ..Question::assumed() }).sprt.unwrap();
        assert!((wide.at_low / narrow.at_low - 2.0).abs() < 0.01);
    }
}
