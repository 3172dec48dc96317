//! The report of a match: counts, estimates, events, errors.

use super::spec::{MatchSpec, SprtSpec};
use super::summary::LegSummary;
use crate::player::FaultKind;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// Everything that is counted over legs, in integers and sums.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Pairs by score of a: 0, ½, 1, 1½, 2 points.
    pub bins: [u64; 5],
    /// Wins, draws and losses of a.
    pub wdl: [u64; 3],
    /// Pairs of which a leg was void.
    pub void_pairs: u64,
    /// Sum of the products of the legs' scores, and of squares, for the correlation.
    legs: [f64; 5],
    reasons: BTreeMap<String, u64>,
    endings: BTreeMap<String, u64>,
    events: BTreeMap<String, EventCount>,
    faults: [BTreeMap<String, u64>; 2],
    moves: [u64; 2],
    nodes: [u64; 2],
    ms: [f64; 2],
    plies: u64,
    games: HashSet<u64>,
    /// Pair scores of a (0..1): raw and luck-adjusted, where luck was measured.
    luck: Vec<(f64, f64)>,
    first_seat: [u64; 3],
}

/// How often an event met a and b, and the sums for a paired interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EventCount {
    /// Games in which it met a.
    pub a: u64,
    /// Games in which it met b.
    pub b: u64,
    /// Sum over pairs of (count a − count b) squared.
    pub squares: u64,
    /// Sums over pairs of the squared counts, of a and of b.
    pub own_squares: [u64; 2],
}

impl Tally {
    /// Adds a complete pair, leg 0 first.
    pub fn add(&mut self, legs: &[LegSummary; 2]) {
        let mut of_pair: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        for s in legs {
            self.games.insert(s.game_hash);
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
                let count = of_pair.entry(name).or_default();
                count[0] += u64::from(of[0]);
                count[1] += u64::from(of[1]);
            }
        }
        for (name, [a, b]) in of_pair {
            let e = self.events.entry(name.to_string()).or_default();
            e.a += a;
            e.b += b;
            e.squares += a.abs_diff(b).pow(2);
            e.own_squares[0] += a * a;
            e.own_squares[1] += b * b;
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
                *self.reasons.entry(s.reason.clone()).or_default() += 1;
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
            self.luck.push(((fx + fy) / 2.0, (fx + fy - l - m) / 2.0));
        }
    }

    /// Complete pairs that count.
    pub fn pairs(&self) -> u64 {
        self.bins.iter().sum()
    }

    /// The score of a in per cent.
    pub fn score_percent(&self) -> Option<f64> {
        let pairs = self.pairs();
        let quarters: u64 = self.bins.iter().zip(0..).map(|(n, q)| n * q).sum();
        (pairs > 0).then(|| 25.0 * quarters as f64 / pairs as f64)
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

    /// Games that differ from all others in their moves.
    pub fn unique_games(&self) -> u64 {
        self.games.len() as u64
    }
}

/// A sequential test in progress.
#[derive(Clone, Debug)]
pub struct Sprt {
    /// Its declaration.
    pub spec: SprtSpec,
    /// Pairs folded so far, by score.
    pub bins: [u64; 5],
}

impl Sprt {
    /// A test that has seen nothing.
    pub fn new(spec: &SprtSpec) -> Sprt {
        Sprt { spec: spec.clone(), bins: [0; 5] }
    }

    /// Takes in the next pair; whether the test has decided.
    pub fn add(&mut self, legs: &[LegSummary; 2]) -> bool {
        if let (Some(x), Some(y)) = (legs[0].halves, legs[1].halves) {
            self.bins[usize::from(x + y).min(4)] += 1;
        }
        false
    }

    /// The log-likelihood ratio so far.
    pub fn llr(&self) -> Option<f64> {
        None
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
}

impl MatchJson {
    /// Whether an engine erred: such a run ends with exit code 1.
    pub fn has_errors(&self) -> bool {
        self.errors.a.values().chain(self.errors.b.values()).any(|n| *n > 0)
    }
}

/// Mean and variance (of a single value) of some values.
fn moments(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n;
    (mean, values.map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0))
}

fn luck_adjusted(tally: &Tally) -> Option<LuckJson> {
    if tally.luck.is_empty() {
        return None;
    }
    let n = tally.luck.len() as f64;
    let (_, raw) = moments(tally.luck.iter().map(|l| l.0));
    let (mean, variance) = moments(tally.luck.iter().map(|l| l.1));
    let half = 1.959964 * (variance / n).sqrt();
    Some(LuckJson {
        score_percent: rounded(100.0 * mean),
        interval_95: (n > 1.0)
            .then(|| [rounded(100.0 * (mean - half)), rounded(100.0 * (mean + half))]),
        variance_ratio: (variance > 1e-12).then(|| rounded(raw / variance)),
        pairs: tally.luck.len() as u64,
    })
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
pub fn report(spec: &MatchSpec, tally: &Tally, sprt: Option<&Sprt>) -> MatchJson {
    let _ = sprt;
    let pairs = tally.pairs();
    let games = 2 * (pairs + tally.void_pairs);
    let per_move =
        |sum: f64, w: usize| (tally.moves[w] > 0).then(|| rounded(sum / tally.moves[w] as f64));
    let events = tally
        .events
        .iter()
        .map(|(name, e)| {
            (
                name.clone(),
                EventJson { a: e.a, b: e.b, difference_points: None, difference_95: None },
            )
        })
        .collect();
    let mut warnings = Vec::new();
    if games > 2 && tally.unique_games() < games {
        warnings
            .push(format!("only {} of {games} games differ from each other", tally.unique_games()));
    }
    if tally.void_pairs > 0 {
        warnings.push(format!("{} pairs are void and count for nothing", tally.void_pairs));
    }
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
        interval_95: None,
        elo: None,
        elo_95: None,
        pairs_by_score: tally.bins,
        luck_adjusted: luck_adjusted(tally),
        sprt: None,
        degenerate: tally.bins.iter().filter(|n| **n > 0).count() == 1,
        draw_reasons: tally.reasons.clone(),
        endings: tally.endings.clone(),
        events,
        errors: Both { a: errors(&tally.faults[0]), b: errors(&tally.faults[1]) },
        seed: spec.seed.clone(),
        time_ms_per_move: Both { a: per_move(tally.ms[0], 0), b: per_move(tally.ms[1], 1) },
        nodes_per_move: Both {
            a: per_move(tally.nodes[0] as f64, 0),
            b: per_move(tally.nodes[1] as f64, 1),
        },
        leg_correlation: tally.leg_correlation().map(rounded),
        unique_games: tally.unique_games(),
        void_pairs: tally.void_pairs,
        first_seat_percent: (seats > 0)
            .then(|| rounded(100.0 * (first[0] as f64 + first[1] as f64 / 2.0) / seats as f64)),
        mean_plies: (games > 0).then(|| rounded(tally.plies as f64 / games as f64)),
        warnings,
        run: spec.run_id(),
    }
}
