//! What `lab stats` prints.

use super::counts::Counts;
use super::dist::Z95;
use super::elo::{elo, elo_interval, interval, los, nelo, nelo_half_width, student_interval};
use super::gsprt::{Model, exact};
use super::sprt::{SprtVerdict, bounds};
use serde::Serialize;

/// The hypotheses of a likelihood ratio.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    /// The unit.
    pub model: Model,
    /// The lower hypothesis.
    pub low: f64,
    /// The higher hypothesis.
    pub high: f64,
    /// The chance of taking the higher one wrongly.
    pub alpha: f64,
    /// The chance of taking the lower one wrongly.
    pub beta: f64,
}

impl Hypotheses {
    /// What is wrong with them, if anything: what was found and what would be right.
    pub fn check(&self) -> Result<(), String> {
        let Hypotheses { low, high, alpha, beta, .. } = *self;
        if !(low.is_finite() && high.is_finite() && low < high) {
            return Err(format!("sprt: found {low} {high}; expected two numbers LOW below HIGH"));
        }
        for (name, p) in [("alpha", alpha), ("beta", beta)] {
            if !(p > 0.0 && p < 0.5) {
                return Err(format!("{name}: found {p}; expected a number above 0 and below 0.5"));
            }
        }
        Ok(())
    }
}

/// Statistics from counts alone, for the first contender. Scores and intervals
/// in per cent; what nothing resolves is `null`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatsJson {
    /// The version of this shape.
    pub schema: u32,
    /// Games.
    pub games: u64,
    /// The mean score, each zero count replaced by 10⁻³ (as all figures here).
    pub score_percent: Option<f64>,
    /// Its 95 % interval by the normal quantile.
    pub interval_95: Option<[f64; 2]>,
    /// Logistic Elo.
    pub elo: Option<f64>,
    /// The ends of the interval as logistic Elo.
    pub elo_95: Option<[f64; 2]>,
    /// Normalised Elo.
    pub nelo: Option<f64>,
    /// Likelihood of superiority.
    pub los: Option<f64>,
    /// The exact log-likelihood ratio; only with hypotheses.
    pub llr: Option<f64>,
    /// Its bounds; only with hypotheses.
    pub llr_bounds: Option<[f64; 2]>,
    /// `accept` (the higher hypothesis), `reject`, or `null`.
    pub verdict: Option<SprtVerdict>,
    /// Whether all observations fell into one bin.
    pub degenerate: bool,
    /// The 95 % interval of normalised Elo.
    pub nelo_95: Option<[f64; 2]>,
    /// The 95 % interval of the score by Student's t: honest for few pairs.
    pub student_95: Option<[f64; 2]>,
    /// The standard deviation per game.
    pub sigma_game: Option<f64>,
}

/// Statistics of `counts`.
pub fn stats(counts: &Counts, hypotheses: Option<&Hypotheses>) -> StatsJson {
    let llr_bounds = hypotheses.map(|h| bounds(h.alpha, h.beta));
    let mut s = StatsJson {
        schema: 1,
        games: counts.games(),
        score_percent: None,
        interval_95: None,
        elo: None,
        elo_95: None,
        nelo: None,
        los: None,
        llr: None,
        llr_bounds,
        verdict: None,
        degenerate: counts.is_degenerate(),
        nelo_95: None,
        student_95: None,
        sigma_game: None,
    };
    if s.games == 0 {
        return s;
    }
    let m = counts.moments();
    s.score_percent = Some(100.0 * m.mean);
    s.elo = Some(elo(m.mean));
    s.los = los(&m);
    s.llr = hypotheses.and_then(|h| exact(counts, h.model, h.low, h.high));
    if s.degenerate {
        return s;
    }
    let i = interval(&m, Z95);
    s.interval_95 = Some(i.map(|x| 100.0 * x));
    s.elo_95 = Some(elo_interval(i));
    s.nelo = nelo(&m);
    let h = nelo_half_width(&m, Z95);
    s.nelo_95 = s.nelo.map(|n| [n - h, n + h]);
    s.sigma_game = Some(m.sigma_game());
    let raw = counts.raw_moments();
    s.student_95 = raw.and_then(|m| student_interval(&m, 0.05)).map(|i| i.map(|x| 100.0 * x));
    s.verdict = match (s.llr, llr_bounds) {
        (Some(llr), Some([_, b])) if llr > b => Some(SprtVerdict::Accept),
        (Some(llr), Some([a, _])) if llr < a => Some(SprtVerdict::Reject),
        _ => None,
    };
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nelo(low: f64, high: f64) -> Hypotheses {
        Hypotheses { model: Model::Nelo, low, high, alpha: 0.05, beta: 0.05 }
    }

    #[test]
    fn the_golden_vector_as_json() {
        let s = stats(&Counts::Pairs([13, 37, 50, 25, 3]), Some(&nelo(0.0, 4.0)));
        let json = serde_json::to_value(&s).unwrap();
        let close = |name: &str, want: f64, digit: f64| {
            let got = json.pointer(name).and_then(|v| v.as_f64()).unwrap();
            assert!((got - want).abs() <= 0.501 * digit, "{name}: {got} is not {want}");
        };
        close("/games", 256.0, 1.0);
        close("/score_percent", 43.75, 1e-9);
        close("/interval_95/0", 39.5917, 1e-4);
        close("/interval_95/1", 47.9083, 1e-4);
        close("/elo", -43.6578, 1e-4);
        close("/elo_95/0", -73.397, 1e-3);
        close("/elo_95/1", -14.543, 1e-3);
        close("/nelo", -63.968, 1e-3);
        close("/los", 0.0016104, 1e-7);
        close("/llr", -0.549125, 1e-6);
        close("/llr_bounds/1", 2.944439, 1e-6);
        assert!(json["verdict"].is_null() && json["degenerate"] == false);
    }

    #[test]
    fn verdicts_degenerates_and_no_games() {
        let s = stats(&Counts::Pairs([60, 0, 250, 0, 95]), Some(&nelo(0.0, 20.0)));
        assert_eq!(s.verdict, Some(SprtVerdict::Accept));
        assert_eq!(serde_json::to_value(s.verdict).unwrap(), "accept");
        let s = stats(&Counts::Pairs([95, 0, 250, 0, 60]), Some(&nelo(0.0, 20.0)));
        assert_eq!(s.verdict, Some(SprtVerdict::Reject));
        let s = stats(&Counts::Pairs([0, 0, 900, 0, 0]), Some(&nelo(0.0, 20.0)));
        assert!(s.degenerate && s.llr.is_some() && s.los.is_some());
        assert!((s.verdict.is_none(), s.nelo, s.interval_95, s.elo_95) == (true, None, None, None));
        let s = stats(&Counts::Pairs([0; 5]), None);
        let numbers = [s.score_percent, s.elo, s.nelo, s.los, s.llr];
        assert!(s.games == 0 && !s.degenerate && numbers.iter().all(Option::is_none));
        let json = serde_json::to_string(&stats(&Counts::Games([0, 3, 0]), Some(&nelo(0.0, 5.0))));
        assert!(!json.unwrap().contains("NaN"));
    }

    #[test]
    fn games_are_taken_as_unpaired() {
        let s = stats(&Counts::from_wins_draws_losses(248, 16, 136), None);
        assert_eq!(s.games, 400);
        assert_eq!(s.elo_95.map(|e| e.map(f64::round)), Some([66.0, 136.0]));
        assert!(s.llr.is_none() && s.llr_bounds.is_none());
        assert!(nelo(5.0, 5.0).check().is_err() && nelo(0.0, f64::NAN).check().is_err());
        assert!(Hypotheses { alpha: 0.0, ..nelo(0.0, 5.0) }.check().is_err());
    }
}
