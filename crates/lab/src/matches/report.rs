//! The report of a match: counts, estimates, events, errors.

use super::spec::MatchSpec;
use super::summary::LegSummary;
use crate::luck::{self, PairLuck};
use crate::player::FaultKind;
use crate::stats::degenerate::{LegTrace, sanity};
use crate::stats::paired::{MeanInterval, event_rates};
use crate::stats::{Counts, SprtFold, SprtVerdict, elo, unbiased};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that is counted over complete pairs.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Pairs by score of a: 0, ½, 1, 1½, 2 points.
    pub bins: [u64; 5],
    /// Wins, draws and losses of a.
    pub wdl: [u64; 3],
    /// Pairs of which a leg was void.
    pub void_pairs: u64,
    /// Sums of the legs' scores, squares and product, for their correlation.
    legs: [f64; 5],
    draws: BTreeMap<String, u64>,
    endings: BTreeMap<String, u64>,
    /// Number of pairs so far at which an event was met, and how often by a and b.
    events: BTreeMap<String, BTreeMap<u64, [u8; 2]>>,
    faults: [BTreeMap<String, u64>; 2],
    moves: [u64; 2],
    nodes: [u64; 2],
    ms: [f64; 2],
    plies: u64,
    traces: Vec<LegTrace>,
    luck: Vec<PairLuck>,
    first_seat: [u64; 3],
}

impl Tally {
    /// Adds a complete pair, leg 0 first.
    pub fn add(&mut self, legs: &[LegSummary; 2]) {
        let number = self.traces.len() as u64 / 2;
        for s in legs {
            self.traces.push(LegTrace {
                pair: s.pair,
                leg: s.leg,
                game_hash: s.game_hash,
                halves: s.halves,
            });
            self.plies += u64::from(s.plies);
            for w in 0..2 {
                self.moves[w] += u64::from(s.moves[w]);
                self.nodes[w] += s.nodes[w];
                self.ms[w] += s.ms[w];
            }
            if let Some((who, kind)) = &s.fault {
                *self.faults[usize::from(*who).min(1)].entry(kind.clone()).or_default() += 1;
            }
            *self.endings.entry(s.reason.clone()).or_default() += 1;
            for (name, of) in &s.events {
                let count = self.events.entry(name.clone()).or_default().entry(number).or_default();
                count[0] += u8::from(of[0]);
                count[1] += u8::from(of[1]);
            }
        }
        let (Some(x), Some(y)) = (legs[0].halves, legs[1].halves) else {
            self.void_pairs += 1;
            return;
        };
        self.bins[usize::from(x + y).min(4)] += 1;
        for s in legs {
            let halves = s.halves.unwrap_or(1);
            self.wdl[2 - usize::from(halves).min(2)] += 1;
            if halves == 1 {
                *self.draws.entry(s.reason.clone()).or_default() += 1;
            }
            // The score of the first seat, whoever sat there.
            let first = if s.leg == 0 { halves } else { 2 - halves };
            self.first_seat[2 - usize::from(first).min(2)] += 1;
        }
        let (fx, fy) = (f64::from(x) / 2.0, f64::from(y) / 2.0);
        for (sum, term) in self.legs.iter_mut().zip([fx, fy, fx * fx, fy * fy, fx * fy]) {
            *sum += term;
        }
        if let [Some(l), Some(m)] = [legs[0].luck, legs[1].luck] {
            self.luck.push(PairLuck { score: (fx + fy) / 2.0, luck: (l + m) / 2.0 });
        }
    }

    /// Complete pairs that count.
    pub fn pairs(&self) -> u64 {
        self.bins.iter().sum()
    }

    /// The pairs as the statistics take them.
    pub fn counts(&self) -> Counts {
        Counts::Pairs(self.bins)
    }

    /// The score of a in per cent.
    pub fn score_percent(&self) -> Option<f64> {
        self.counts().raw_mean().map(|m| 100.0 * m)
    }

    /// Faults of a and of b.
    pub fn faults(&self) -> [u64; 2] {
        [self.faults[0].values().sum(), self.faults[1].values().sum()]
    }

    /// The correlation between the legs of a pair, or `None` without variance.
    pub fn leg_correlation(&self) -> Option<f64> {
        let n = self.pairs() as f64;
        let [x, y, xx, yy, xy] = self.legs.map(|s| s / n);
        let (vx, vy) = (xx - x * x, yy - y * y);
        (n > 1.0 && vx > 1e-12 && vy > 1e-12).then(|| (xy - x * y) / (vx * vy).sqrt())
    }
}

/// Errors of one side, by kind.
pub type Errors = BTreeMap<String, u64>;

/// How often an event met each side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EventJson {
    /// Games in which it met a.
    pub a: u64,
    /// Games in which it met b.
    pub b: u64,
    /// Difference of the rates (a − b) in points, and its 95 % interval over pairs.
    pub difference_points: Option<f64>,
    /// The interval.
    pub difference_95: Option<[f64; 2]>,
}

/// A number for each contender.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Both<T> {
    /// Of a.
    pub a: T,
    /// Of b.
    pub b: T,
}

/// An adjusted score.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LuckJson {
    /// Per cent.
    pub score_percent: f64,
    /// Its 95 % interval; `null` where nothing resolves it.
    pub interval_95: Option<[f64; 2]>,
    /// Variance of the raw pair score over that of the adjusted one.
    pub variance_ratio: Option<f64>,
    /// The mean luck of a in points; its interval should hold 0.
    pub luck_points: f64,
    /// The interval of that.
    pub luck_points_95: Option<[f64; 2]>,
    /// Pairs that it rests on.
    pub pairs: u64,
}

/// A sequential test in a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtJson {
    /// `nelo` or `elo`.
    pub model: String,
    /// The lower hypothesis.
    pub low: f64,
    /// The higher hypothesis.
    pub high: f64,
    /// The log-likelihood ratio at the last look.
    pub llr: Option<f64>,
    /// Its bounds, the overshoot correction included.
    pub bounds: [f64; 2],
    /// `accept` (the higher), `reject`, or `null` while undecided.
    pub verdict: Option<String>,
    /// Pairs that the test used.
    pub pairs: u64,
    /// The median-unbiased estimate in logistic Elo after a decision.
    pub elo: Option<f64>,
    /// Its 95 % interval.
    pub elo_95: Option<[f64; 2]>,
    /// Likelihood of superiority after a decision.
    pub los: Option<f64>,
    /// The path of the ratio: pairs and ratio at each look.
    pub path: Vec<(u64, f64)>,
}

/// `match --json`, last line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)] // the fields are those of INTERFACE, documented in docs/match.md
pub struct MatchJson {
    pub schema: u32,
    pub game: String,
    pub rules: String,
    pub a: String,
    pub b: String,
    pub pairs: u64,
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub score_percent: Option<f64>,
    pub interval_95: Option<[f64; 2]>,
    pub elo: Option<f64>,
    pub elo_95: Option<[f64; 2]>,
    pub pairs_by_score: [u64; 5],
    pub luck_adjusted: Option<LuckJson>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtJson>,
    pub degenerate: bool,
    pub draw_reasons: BTreeMap<String, u64>,
    pub endings: BTreeMap<String, u64>,
    pub events: BTreeMap<String, EventJson>,
    pub errors: Both<Errors>,
    pub seed: String,
    pub time_ms_per_move: Both<Option<f64>>,
    pub nodes_per_move: Both<Option<f64>>,
    pub leg_correlation: Option<f64>,
    pub unique_games: u64,
    pub void_pairs: u64,
    pub first_seat_percent: Option<f64>,
    pub mean_plies: Option<f64>,
    pub warnings: Vec<String>,
    pub run: String,
    pub engine_a: String,
    pub engine_b: String,
}

impl MatchJson {
    /// Whether an engine erred: such a run ends with exit code 1.
    pub fn has_errors(&self) -> bool {
        self.errors.a.values().chain(self.errors.b.values()).any(|n| *n > 0)
    }
}

fn points(m: &MeanInterval) -> (f64, Option<[f64; 2]>) {
    (rounded(100.0 * m.mean), m.interval_95.map(|i| i.map(|x| rounded(100.0 * x))))
}

fn luck_adjusted(tally: &Tally) -> Option<LuckJson> {
    let l = luck::adjusted(&tally.luck)?;
    let (score_percent, interval_95) = points(&l.adjusted);
    let (luck_points, luck_points_95) = points(&l.luck);
    Some(LuckJson {
        score_percent,
        interval_95,
        variance_ratio: l.variance_ratio.map(rounded),
        luck_points,
        luck_points_95,
        pairs: tally.luck.len() as u64,
    })
}

fn sprt_json(fold: &SprtFold) -> SprtJson {
    let t = &fold.test;
    let last = fold.path().last();
    let estimate = fold.verdict().and_then(|_| unbiased::unbiased(&fold.counts(), t));
    SprtJson {
        model: if t.model == crate::stats::Model::Elo { "elo" } else { "nelo" }.into(),
        low: t.low,
        high: t.high,
        llr: last.map(|l| rounded(l.llr)),
        bounds: last.map_or(t.bounds(), |l| l.bounds).map(rounded),
        verdict: fold.verdict().map(|v| match v {
            SprtVerdict::Accept => "accept".into(),
            SprtVerdict::Reject => "reject".into(),
        }),
        pairs: fold.counts().observations(),
        elo: estimate.as_ref().map(|e| rounded(e.elo)),
        elo_95: estimate.as_ref().map(|e| e.elo_95.map(rounded)),
        los: estimate.as_ref().map(|e| rounded(e.los)),
        path: fold.path().iter().map(|l| (l.pairs, rounded(l.llr))).collect(),
    }
}

/// What was counted; declared events that never happened, too.
fn events_json(spec: &MatchSpec, tally: &Tally) -> BTreeMap<String, EventJson> {
    let pairs = tally.traces.len() as u64 / 2;
    let never = BTreeMap::new();
    let declared = spec.events.iter().map(|e| (&e.0, &never));
    declared
        .chain(&tally.events)
        .map(|(name, met)| {
            let list: Vec<[u8; 2]> =
                (0..pairs).map(|p| met.get(&p).copied().unwrap_or_default()).collect();
            let sum = |w: usize| list.iter().map(|p| u64::from(p[w])).sum();
            let difference = event_rates(&list).map(|r| points(&r.difference));
            let json = EventJson {
                a: sum(0),
                b: sum(1),
                difference_points: difference.map(|d| d.0),
                difference_95: difference.and_then(|d| d.1),
            };
            (name.clone(), json)
        })
        .collect()
}

fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

fn errors(of: &BTreeMap<String, u64>) -> Errors {
    FaultKind::ALL
        .iter()
        .map(|k| (k.name().to_string(), of.get(k.name()).copied().unwrap_or(0)))
        .collect()
}

/// The report of `tally`.
pub fn report(spec: &MatchSpec, tally: &Tally, sprt: Option<&SprtFold>) -> MatchJson {
    let pairs = tally.pairs();
    let games = 2 * (pairs + tally.void_pairs);
    let per_move =
        |sum: f64, w: usize| (tally.moves[w] > 0).then(|| rounded(sum / tally.moves[w] as f64));
    let counts = tally.counts();
    let degenerate = counts.is_degenerate();
    let mut sane = sanity(&tally.traces);
    let mut warnings = std::mem::take(&mut sane.degenerate);
    warnings.append(&mut sane.warnings);
    if tally.void_pairs > 0 {
        warnings.push(format!("{} pairs are void and count for nothing", tally.void_pairs));
    }
    let interval = counts
        .raw_moments()
        .filter(|_| !degenerate)
        .and_then(|m| elo::student_interval(&m, 0.05))
        .map(|i| i.map(|x| x.clamp(0.0, 1.0)));
    let first = tally.first_seat;
    let seats: u64 = first.iter().sum();
    MatchJson {
        schema: 1,
        game: spec.game.clone(),
        rules: spec.rules.clone(),
        a: spec.a.label(),
        b: spec.b.label(),
        pairs,
        games: 2 * pairs,
        wins: tally.wdl[0],
        draws: tally.wdl[1],
        losses: tally.wdl[2],
        score_percent: tally.score_percent().map(rounded),
        interval_95: interval.map(|i| i.map(|x| rounded(100.0 * x))),
        elo: counts.raw_mean().map(|m| rounded(elo::elo(m))),
        elo_95: interval.map(|i| elo::elo_interval(i).map(rounded)),
        pairs_by_score: tally.bins,
        luck_adjusted: luck_adjusted(tally),
        sprt: sprt.map(sprt_json),
        degenerate,
        draw_reasons: tally.draws.clone(),
        endings: tally.endings.clone(),
        events: events_json(spec, tally),
        errors: Both { a: errors(&tally.faults[0]), b: errors(&tally.faults[1]) },
        seed: spec.seed.clone(),
        time_ms_per_move: Both { a: per_move(tally.ms[0], 0), b: per_move(tally.ms[1], 1) },
        nodes_per_move: Both {
            a: per_move(tally.nodes[0] as f64, 0),
            b: per_move(tally.nodes[1] as f64, 1),
        },
        leg_correlation: tally.leg_correlation().map(rounded),
        unique_games: sane.unique_games,
        void_pairs: tally.void_pairs,
        first_seat_percent: (seats > 0)
            .then(|| rounded(100.0 * (first[0] as f64 + first[1] as f64 / 2.0) / seats as f64)),
        mean_plies: (games > 0).then(|| rounded(tally.plies as f64 / games as f64)),
        warnings,
        run: spec.run_id(),
        engine_a: spec.a.short(),
        engine_b: spec.b.short(),
    }
}
