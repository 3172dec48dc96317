//! What a report shows.

use crate::calibrate::{Calibration, Claims};
use crate::matches::{Collector, LegSummary, MatchError, MatchJson, MatchSpec};
use crate::record::GameRecord;
use crate::stats::confseq::{Betting, NormalMixture};
use crate::stats::counts::Counts;
use crate::stats::degenerate::{LegTrace, Sanity, sanity};
use crate::stats::elo::student_interval;
use crate::stats::required::{PairBenefit, measured_benefit};
use serde::Serialize;

/// The score after so many pairs, in per cent.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Series {
    /// Pairs, in id order.
    pub pairs: u64,
    /// The score so far.
    pub score: f64,
    /// The interval of a run of this length (Student's t).
    pub interval_95: Option<[f64; 2]>,
    /// The interval that holds at all times at once (betting).
    pub anytime_95: Option<[f64; 2]>,
    /// The luck-adjusted score so far.
    pub adjusted: Option<f64>,
}

/// Everything a report shows.
#[derive(Clone, Debug, Serialize)]
pub struct ReportJson {
    /// The version of this shape.
    pub schema: u32,
    /// The result, as `match --json` prints it.
    pub result: MatchJson,
    /// What the run is for; empty for a plain match.
    pub purpose: String,
    /// Copies, missing variance, seats.
    pub sanity: Sanity,
    /// What playing in pairs saved.
    pub pair_benefit: Option<PairBenefit>,
    /// The score pair by pair, thinned out for long runs.
    pub series: Vec<Series>,
    /// Claims against results, by engine; empty without records.
    pub calibration: Vec<Calibration>,
    /// Games by length in plies: lower end of the class, games.
    pub lengths: Vec<(u32, u64)>,
    /// The class width of `lengths`.
    pub length_step: u32,
    /// When the report was written, as the caller says; may be empty.
    pub written: String,
}

/// Points of the series at most.
const POINTS: usize = 240;

/// Gathers a report. `records` is called with a function that takes each game,
/// for the calibration; it may do nothing.
pub fn gather(
    spec: &MatchSpec,
    legs: Vec<LegSummary>,
    records: impl FnOnce(&mut dyn FnMut(GameRecord)) -> Result<(), MatchError>,
) -> Result<ReportJson, MatchError> {
    let mut claims = Claims::default();
    records(&mut |r| claims.add(&r))?;
    let mut collector = Collector::new(spec);
    for leg in &legs {
        collector.take(leg.clone());
    }
    collector.fold();
    let result = collector.finish();
    // A decided test leaves out what was played after its decision.
    let counted = (result.pairs + result.void_pairs) as usize;
    let mut legs = legs;
    legs.sort_by_key(|l| (l.pair, l.leg));
    let legs: Vec<LegSummary> = legs
        .chunk_by(|a, b| a.pair == b.pair)
        .filter(|two| two.len() == 2)
        .take(counted)
        .flatten()
        .cloned()
        .collect();
    let traces: Vec<LegTrace> = legs
        .iter()
        .map(|l| LegTrace { pair: l.pair, leg: l.leg, game_hash: l.game_hash, halves: l.halves })
        .collect();
    let series = series(&legs);
    let (lengths, length_step) = lengths(&legs);
    Ok(ReportJson {
        schema: 1,
        sanity: sanity(&traces),
        pair_benefit: measured_benefit(
            result.pairs_by_score,
            [result.wins, result.draws, result.losses],
        ),
        series,
        calibration: claims.tables(10),
        lengths,
        length_step,
        purpose: spec.purpose.clone(),
        written: String::new(),
        result,
    })
}

fn series(legs: &[LegSummary]) -> Vec<Series> {
    let pairs: Vec<(u8, Option<f64>)> = legs
        .chunk_by(|a, b| a.pair == b.pair)
        .filter_map(|two| {
            let quarters = two[0].halves? + two[1].halves?;
            let luck = two[0].luck.zip(two[1].luck).map(|(a, b)| (a + b) / 2.0);
            Some((quarters, luck))
        })
        .collect();
    let every = pairs.len().div_ceil(POINTS).max(1);
    let mut bins = [0u64; 5];
    let (mut sum, mut luck) = (0.0, Some(0.0));
    // A fine grid for short runs, a coarser one where it would take too long.
    let mut bets = Betting::new(0.05, if pairs.len() > 5000 { 400 } else { 1000 });
    let mut points = Vec::new();
    for (k, (quarters, l)) in pairs.iter().enumerate() {
        let x = f64::from(*quarters) / 4.0;
        bins[usize::from(*quarters).min(4)] += 1;
        sum += x;
        luck = luck.zip(*l).map(|(sum, l)| sum + l);
        bets.push(x);
        let n = k + 1;
        if n % every == 0 || n == pairs.len() {
            let percent = |i: [f64; 2]| i.map(|x| 100.0 * x.clamp(0.0, 1.0));
            let m = Counts::Pairs(bins).raw_moments().filter(|m| m.variance > 0.0);
            // Where all means were rejected the safe sequence stands in.
            let anytime = bets.interval().unwrap_or_else(|| {
                let r = NormalMixture::for_unit_range(n as f64).radius(n as f64);
                [sum / n as f64 - r, sum / n as f64 + r]
            });
            points.push(Series {
                pairs: n as u64,
                score: 100.0 * sum / n as f64,
                interval_95: m.and_then(|m| student_interval(&m, 0.05)).map(percent),
                anytime_95: Some(percent(anytime)),
                adjusted: luck.map(|l| 100.0 * (sum - l) / n as f64),
            });
        }
    }
    points
}

fn lengths(legs: &[LegSummary]) -> (Vec<(u32, u64)>, u32) {
    let most = legs.iter().map(|l| l.plies).max().unwrap_or(0);
    let step = [1, 2, 5, 10, 20, 50, 100, 200].into_iter().find(|s| most / s < 30).unwrap_or(500);
    let mut classes = vec![0u64; (most / step) as usize + 1];
    for l in legs {
        classes[(l.plies / step) as usize] += 1;
    }
    (classes.into_iter().enumerate().map(|(k, n)| (k as u32 * step, n)).collect(), step)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::contender::Contender;
    use touchstone_kernel::Rng;

    /// A run on paper: pairs with luck, events and a sequential test.
    pub(crate) fn example(pairs: u64) -> ReportJson {
        let mut spec = MatchSpec::new(
            "banqi",
            Contender::builtin(2000),
            Contender::ruler("greedy"),
            pairs,
            "s",
        );
        spec.sprt = Some(crate::matches::SprtSpec::new("nelo", 0.0, 60.0));
        let mut rng = Rng::seeded(1, "report");
        let legs = (0..pairs)
            .flat_map(|pair| {
                [0u8, 1].map(|leg| {
                    let luck = rng.unit() - 0.5;
                    let x = 0.53 + 0.8 * luck + 0.2 * (rng.unit() - 0.5);
                    LegSummary {
                        pair,
                        leg,
                        halves: Some(if x < 0.4 {
                            0
                        } else if x < 0.6 {
                            1
                        } else {
                            2
                        }),
                        reason: "no_moves".into(),
                        plies: 40 + rng.below(120) as u32,
                        moves: [30, 31],
                        nodes: [60_000, 900],
                        ms: [300.0, 3.0],
                        events: [("general_lost".to_string(), [pair % 3 == 0, pair % 2 == 0])]
                            .into(),
                        luck: Some(0.8 * luck),
                        game_hash: pair * 2 + u64::from(leg),
                        ..LegSummary::default()
                    }
                })
            })
            .collect();
        let mut report = gather(&spec, legs, |each| {
            for g in 0..200u32 {
                let mut r = GameRecord { schema: 1, game: "banqi".into(), ..GameRecord::default() };
                r.seats[0].name = "builtin".into();
                r.seats[1].name = "ruler:greedy".into();
                let p = rng.unit();
                r.result.winner = Some(if rng.unit() < p { "first" } else { "second" }.into());
                r.plies = (0..10)
                    .map(|k| crate::record::PlyRecord {
                        seat: if (k + g) % 2 == 0 { "first" } else { "second" }.into(),
                        score: Some(
                            ((if (k + g) % 2 == 0 { p } else { 1.0 - p }) * 2e6 - 1e6) as i64,
                        ),
                        ..Default::default()
                    })
                    .collect();
                each(r);
            }
            Ok(())
        })
        .expect("a report");
        report.written = "2026-01-01".into();
        report
    }

    #[test]
    fn a_report_gathers_what_the_run_said() {
        let r = example(500);
        // The test decides before the end, and all parts tell of the same pairs.
        let pairs = r.result.pairs;
        assert!(pairs < 500 && r.result.sprt.as_ref().unwrap().verdict.is_some());
        assert_eq!((r.sanity.pairs, r.series.last().unwrap().pairs), (pairs, pairs));
        assert!(r.series.len() <= 260 && r.calibration.len() == 2);
        let last = r.series.last().unwrap();
        let (t, any) = (last.interval_95.unwrap(), last.anytime_95.unwrap());
        assert!(any[0] <= t[0] && t[1] <= any[1], "{last:?}");
        assert!((last.score - r.result.score_percent.unwrap()).abs() < 1e-3);
        assert_eq!(r.lengths.iter().map(|l| l.1).sum::<u64>(), 2 * pairs);
        let json = serde_json::to_string(&r).unwrap();
        assert!(!json.contains("NaN") && json.contains("\"pairs_by_score\""));
    }

    #[test]
    fn an_empty_run_has_a_report_too() {
        let spec = MatchSpec::new("banqi", Contender::builtin(1), Contender::builtin(2), 5, "s");
        let r = gather(&spec, Vec::new(), |_| Ok(())).unwrap();
        assert!(r.series.is_empty() && r.result.score_percent.is_none());
        assert!(super::super::html(&r).contains("</html>"));
    }
}
