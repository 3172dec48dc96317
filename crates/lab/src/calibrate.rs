//! Calibration: does 73 % mean that such positions score 73 %?
//!
//! What an engine said of its moves is set against the results of the games.
//! Positions of one game share its result, so intervals are taken over games.

use crate::record::GameRecord;
use crate::stats::dist::t_quantile;
use serde::Serialize;
use std::collections::BTreeMap;

/// One claim: the expected result that an engine gave for itself, and the
/// result of the game (0, ½, 1) for it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    /// The game, so that its claims are kept together.
    pub game: u32,
    /// Expected result, 0 to 1.
    pub predicted: f64,
    /// Result, 0 to 1.
    pub scored: f64,
}

/// One bin of the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bin {
    /// From which per cent.
    pub from: f64,
    /// Up to which.
    pub to: f64,
    /// Claims.
    pub positions: u64,
    /// Games that they come from.
    pub games: u64,
    /// The mean claim in per cent.
    pub predicted: f64,
    /// The mean result in per cent.
    pub scored: f64,
    /// Its 95 % interval over games; `null` below two games.
    pub interval_95: Option<[f64; 2]>,
    /// Whether the mean claim lies in the interval.
    pub agrees: Option<bool>,
}

/// A reliability table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Calibration {
    /// The version of this shape.
    pub schema: u32,
    /// Whose claims.
    pub engine: String,
    /// Claims.
    pub positions: u64,
    /// Games.
    pub games: u64,
    /// Bins with claims in them, lowest first.
    pub bins: Vec<Bin>,
    /// Mean distance between claim and result over the bins, in points,
    /// weighted by claims.
    pub mean_gap_points: Option<f64>,
    /// Mean result less mean claim in points: optimism if below 0.
    pub bias_points: Option<f64>,
    /// Its 95 % interval over games.
    pub bias_points_95: Option<[f64; 2]>,
    /// Mean squared distance (Brier), in expected score.
    pub brier: Option<f64>,
    /// The same if every claim were the mean result.
    pub brier_of_the_mean: Option<f64>,
}

/// A mean over clustered values (a ratio of sums) with its interval over games.
fn clustered(values: &[(u32, f64)]) -> (f64, u64, Option<[f64; 2]>) {
    let n = values.len() as f64;
    let mean = values.iter().map(|v| v.1).sum::<f64>() / n;
    let mut residual: BTreeMap<u32, f64> = BTreeMap::new();
    for (game, v) in values {
        *residual.entry(*game).or_default() += v - mean;
    }
    let games = residual.len() as f64;
    if games < 2.0 {
        return (mean, games as u64, None);
    }
    let squares: f64 = residual.values().map(|r| r * r).sum();
    let error = (squares * games / (games - 1.0)).sqrt() / n;
    let h = t_quantile(0.975, games - 1.0) * error;
    // Games that all say the same leave nothing to estimate from.
    let interval = (error > 0.0).then_some([mean - h, mean + h]);
    (mean, games as u64, interval)
}

/// The table of some claims, in `bins` bins of equal width.
pub fn calibrate(engine: &str, claims: &[Claim], bins: usize) -> Calibration {
    let bins = bins.clamp(1, 1000);
    let mut of_bin: Vec<Vec<&Claim>> = vec![Vec::new(); bins];
    for c in claims {
        let at = (c.predicted.clamp(0.0, 1.0) * bins as f64) as usize;
        of_bin[at.min(bins - 1)].push(c);
    }
    let mut table = Vec::new();
    let mut gap = 0.0;
    for (k, list) in of_bin.iter().enumerate().filter(|(_, l)| !l.is_empty()) {
        let scored: Vec<(u32, f64)> = list.iter().map(|c| (c.game, c.scored)).collect();
        let (mean, games, interval) = clustered(&scored);
        let predicted = list.iter().map(|c| c.predicted).sum::<f64>() / list.len() as f64;
        gap += (mean - predicted).abs() * list.len() as f64;
        let percent = |x: f64| 100.0 * x;
        table.push(Bin {
            from: percent(k as f64 / bins as f64),
            to: percent((k + 1) as f64 / bins as f64),
            positions: list.len() as u64,
            games,
            predicted: percent(predicted),
            scored: percent(mean),
            interval_95: interval.map(|i| i.map(|x| percent(x.clamp(0.0, 1.0)))),
            agrees: interval.map(|[a, b]| a <= predicted && predicted <= b),
        });
    }
    let n = claims.len() as f64;
    let some = !claims.is_empty();
    let less: Vec<(u32, f64)> = claims.iter().map(|c| (c.game, c.scored - c.predicted)).collect();
    let (bias, games, bias_interval) = if some { clustered(&less) } else { (0.0, 0, None) };
    let mean = claims.iter().map(|c| c.scored).sum::<f64>() / n;
    let square = |f: &dyn Fn(&Claim) -> f64| claims.iter().map(|c| f(c).powi(2)).sum::<f64>() / n;
    Calibration {
        schema: 1,
        engine: engine.into(),
        positions: claims.len() as u64,
        games,
        bins: table,
        mean_gap_points: some.then(|| 100.0 * gap / n),
        bias_points: some.then_some(100.0 * bias),
        bias_points_95: bias_interval.map(|i| i.map(|x| 100.0 * x)),
        brier: some.then(|| square(&|c| c.scored - c.predicted)),
        brier_of_the_mean: some.then(|| square(&|c| c.scored - mean)),
    }
}

/// Takes the claims out of recorded games, by engine.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    by_engine: BTreeMap<String, Vec<Claim>>,
    games: u32,
}

impl Claims {
    /// Takes the claims of one game. Bounds claim less than a value and are left
    /// out, and so are games that ended by a fault, by their length, or void.
    pub fn add(&mut self, record: &GameRecord) {
        let r = &record.result;
        if r.void || r.fault.is_some() || r.reason == "max_plies" {
            return;
        }
        for ply in record.plies.iter().skip(record.opening_plies as usize) {
            let (Some(score), None) = (ply.score, &ply.bound) else { continue };
            let at = usize::from(ply.seat != "first");
            let scored = match r.winner.as_deref() {
                None => 0.5,
                Some(w) => f64::from(u8::from(w == ply.seat)),
            };
            self.by_engine.entry(record.seats[at].name.clone()).or_default().push(Claim {
                game: self.games,
                predicted: (score as f64 / 1e6 + 1.0) / 2.0,
                scored,
            });
        }
        self.games += 1;
    }

    /// A table for each engine.
    pub fn tables(&self, bins: usize) -> Vec<Calibration> {
        self.by_engine.iter().map(|(name, c)| calibrate(name, c, bins)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_kernel::Rng;

    fn claims(n: u32, each: u32, truth: impl Fn(f64) -> f64) -> Vec<Claim> {
        let mut rng = Rng::seeded(1, "claims");
        let mut list = Vec::new();
        for game in 0..n {
            let predicted = rng.unit();
            let scored = f64::from(u8::from(rng.unit() < truth(predicted)));
            for _ in 0..each {
                list.push(Claim { game, predicted, scored });
            }
        }
        list
    }

    #[test]
    fn an_honest_engine_agrees_and_a_boaster_does_not() {
        let honest = calibrate("h", &claims(8000, 1, |p| p), 10);
        assert_eq!(honest.bins.len(), 10);
        let off = honest.bins.iter().filter(|b| b.agrees == Some(false)).count();
        assert!(off <= 2, "{off} bins of 10 disagree");
        assert!(honest.mean_gap_points.unwrap() < 3.0);
        let [low, high] = honest.bias_points_95.unwrap();
        assert!(low < 0.0 && 0.0 < high && honest.brier < honest.brier_of_the_mean);
        let boaster = calibrate("b", &claims(8000, 1, |p| 0.5 + (p - 0.5) * 0.4), 10);
        assert!(boaster.mean_gap_points.unwrap() > 10.0);
        assert_eq!(boaster.bins[9].agrees, Some(false));
    }

    #[test]
    fn copies_of_a_claim_do_not_narrow_the_interval() {
        let one = calibrate("x", &claims(500, 1, |p| p), 5);
        let ten = calibrate("x", &claims(500, 10, |p| p), 5);
        for (a, b) in one.bins.iter().zip(&ten.bins) {
            let width = |b: &Bin| b.interval_95.map(|i| i[1] - i[0]).unwrap();
            assert!((width(a) / width(b) - 1.0).abs() < 1e-9);
            assert_eq!((10 * a.positions, a.games), (b.positions, b.games));
        }
    }

    #[test]
    fn no_claims_no_numbers() {
        let c = calibrate("x", &[], 10);
        assert_eq!(
            (c.bins.len(), c.mean_gap_points, c.brier, c.bias_points),
            (0, None, None, None)
        );
        let one = calibrate("x", &[Claim { game: 0, predicted: 1.0, scored: 1.0 }], 10);
        assert_eq!(one.bins[0].interval_95, None);
    }
}
