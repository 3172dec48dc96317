//! Running a match on threads of this machine.

use super::game::{Seats, play_leg};
use super::report::Tally;
use super::spec::MatchSpec;
use super::summary::{LegSummary, summarise};
use super::{MatchError, MatchJson};
use crate::player;
use crate::record::GameRecord;
use crate::stats::{Model, Sprt, SprtFold};
use crate::store::Store;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use touchstone_search::Stop;

/// How a run is carried out; nothing here changes its games.
#[derive(Default)]
pub struct RunOptions<'a> {
    /// Threads; 0 counts as 1.
    pub jobs: usize,
    /// Raised from outside to stop; what is finished stays.
    pub stop: Stop,
    /// Where legs are kept, and taken up again from.
    pub store: Option<&'a mut Store>,
    /// Where records go, a line each, in the order in which games end.
    pub records: Option<&'a mut dyn Write>,
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Pairs finished, those taken from the store included.
    pub done: u64,
    /// Pairs declared.
    pub pairs: u64,
    /// Pairs taken from the store.
    pub resumed: u64,
    /// Since the start.
    pub elapsed: Duration,
    /// The score of a over all finished pairs in per cent, if there are any.
    pub score_percent: Option<f64>,
    /// The log-likelihood ratio of a sequential test, over the completed prefix.
    pub llr: Option<f64>,
    /// Faults so far, of a and of b.
    pub faults: [u64; 2],
    /// The first fault that this run met: whose, where and what was seen.
    pub first_fault: Option<String>,
}

/// Both legs of one pair with what the report needs of them.
pub struct PairResult {
    /// Summaries with their records.
    pub legs: Vec<(LegSummary, GameRecord)>,
}

/// Plays one pair: a pure function of the declaration and the pair's number
/// (for engines with node limits). `None` when stopped in the middle.
pub fn play_pair(
    spec: &MatchSpec,
    pair: u64,
    seats: &mut Seats,
    gauge: &mut crate::events::Gauge,
) -> Result<Option<PairResult>, MatchError> {
    let mut legs = Vec::with_capacity(2);
    for leg in 0..2u8 {
        let Some(record) = play_leg(spec, pair, leg, seats)? else { return Ok(None) };
        let mut summary = summarise(&record);
        gauge.measure(&record, &mut summary)?;
        legs.push((summary, record));
    }
    Ok(Some(PairResult { legs }))
}

enum Message {
    Pair(PairResult),
    Failed(MatchError),
}

/// Runs a match to its end, to its sequential test's decision, or until it is
/// stopped. `watch` is called after every pair.
pub fn run(
    spec: &MatchSpec,
    options: RunOptions<'_>,
    mut watch: impl FnMut(&Progress),
) -> Result<MatchJson, MatchError> {
    let begun = Instant::now();
    let RunOptions { jobs, stop, store, mut records } = options;
    let mut store = store;
    let mut collector = Collector::new(spec);
    let range = spec.first_pair..spec.first_pair + spec.pairs;
    if let Some(store) = store.as_deref_mut() {
        store.begin(spec)?;
        let engines = [("a", &spec.a), ("b", &spec.b)];
        let engines = engines.map(|(name, c)| Ok((name.to_string(), player::identity(c)?)));
        store.same_engines(
            &spec.run_id(),
            &engines.into_iter().collect::<Result<_, MatchError>>()?,
        )?;
        for s in store.summaries(&spec.run_id())? {
            if range.contains(&s.pair) {
                collector.take(s);
            }
        }
    }
    let resumed = collector.pairs.len() as u64;
    let todo: Vec<u64> = range.filter(|p| !collector.pairs.contains_key(p)).collect();
    let mut failure = None;
    let mut first_fault = None;
    let report = |c: &Collector<'_>| Progress {
        done: c.pairs.len() as u64,
        pairs: spec.pairs,
        resumed,
        elapsed: begun.elapsed(),
        score_percent: c.tally.score_percent(),
        llr: c.llr(),
        faults: c.tally.faults(),
        first_fault: None,
    };
    collector.fold();
    if !todo.is_empty() && !collector.decided() {
        let next = AtomicU64::new(0);
        // Ends the workers when a decision has fallen or something failed;
        // the caller's flag ends them in the middle of a game.
        let enough = Stop::new();
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::sync_channel::<Message>(64);
            for _ in 0..jobs.max(1).min(todo.len()) {
                let send = send.clone();
                let (next, todo, stop, enough) = (&next, &todo, &stop, &enough);
                scope.spawn(move || {
                    let work = || -> Result<(), MatchError> {
                        let mut seats = Seats::new(spec, stop)?;
                        let mut gauge = crate::events::Gauge::new(spec)?;
                        while !stop.is_raised() && !enough.is_raised() {
                            let at = next.fetch_add(1, Ordering::Relaxed) as usize;
                            let Some(&pair) = todo.get(at) else { break };
                            match play_pair(spec, pair, &mut seats, &mut gauge)? {
                                Some(result) => {
                                    if send.send(Message::Pair(result)).is_err() {
                                        break;
                                    }
                                }
                                None => break,
                            }
                        }
                        Ok(())
                    };
                    if let Err(e) = work() {
                        let _ = send.send(Message::Failed(e));
                    }
                });
            }
            drop(send);
            for message in receive {
                let pair = match message {
                    Message::Failed(e) => {
                        enough.raise();
                        failure = failure.take().or(Some(e));
                        continue;
                    }
                    Message::Pair(pair) => pair,
                };
                if failure.is_some() {
                    continue;
                }
                if let Err(e) = keep(spec, &pair, store.as_deref_mut(), &mut records) {
                    enough.raise();
                    failure = Some(e);
                    continue;
                }
                for (summary, record) in pair.legs {
                    first_fault = first_fault.or_else(|| told(&record));
                    collector.take(summary);
                }
                collector.fold();
                if collector.decided() {
                    enough.raise();
                }
                let first_fault = first_fault.clone();
                watch(&Progress { first_fault, ..report(&collector) });
            }
        });
    }
    if let Some(out) = records {
        out.flush()?;
    }
    match failure {
        Some(e) => Err(e),
        None => Ok(collector.finish()),
    }
}

/// A game's fault for people.
fn told(record: &GameRecord) -> Option<String> {
    let f = record.result.fault.as_ref()?;
    // On the second leg b has the first seat.
    let who = if (f.seat == "first") == (record.leg == 0) { "a" } else { "b" };
    Some(format!("{who}, pair {}, leg {}: {}", record.pair, record.leg, f.fault))
}

fn keep(
    spec: &MatchSpec,
    pair: &PairResult,
    store: Option<&mut Store>,
    records: &mut Option<&mut dyn Write>,
) -> Result<(), MatchError> {
    if let Some(store) = store {
        store.put(&spec.run_id(), &pair.legs, spec.is_repeatable())?;
    }
    if let Some(out) = records {
        for (_, record) in &pair.legs {
            crate::record::write_record(*out, record)?;
        }
    }
    Ok(())
}

/// The test that a declaration means.
pub fn test_of(spec: &super::SprtSpec) -> Sprt {
    let model = Model::named(&spec.model).unwrap_or_default();
    Sprt {
        alpha: spec.alpha,
        beta: spec.beta,
        batch: spec.batch.max(1),
        ..Sprt::new(model, spec.low, spec.high)
    }
}

/// Gathers legs in any order and folds them in the order of pairs, over the
/// completed prefix: counting games as they end would favour short ones.
pub struct Collector<'s> {
    spec: &'s MatchSpec,
    half: BTreeMap<u64, LegSummary>,
    pairs: BTreeMap<u64, [LegSummary; 2]>,
    prefix: u64,
    tally: Tally,
    sprt: Option<SprtFold>,
    decided_at: Option<u64>,
}

impl<'s> Collector<'s> {
    /// Nothing gathered yet.
    pub fn new(spec: &'s MatchSpec) -> Collector<'s> {
        Collector {
            spec,
            half: BTreeMap::new(),
            pairs: BTreeMap::new(),
            prefix: spec.first_pair,
            tally: Tally::default(),
            sprt: spec.sprt.as_ref().map(|s| SprtFold::new(test_of(s), spec.first_pair)),
            decided_at: None,
        }
    }

    /// Takes in one leg. A second copy is ignored.
    pub fn take(&mut self, leg: LegSummary) {
        let pair = leg.pair;
        if self.pairs.contains_key(&pair) {
            return;
        }
        match self.half.remove(&pair) {
            None => {
                self.half.insert(pair, leg);
            }
            Some(other) if other.leg == leg.leg => {
                self.half.insert(pair, other);
            }
            Some(other) => {
                let legs = if other.leg == 0 { [other, leg] } else { [leg, other] };
                self.tally.add(&legs);
                self.pairs.insert(pair, legs);
            }
        }
    }

    /// Pairs that are complete.
    pub fn done(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// Whether a pair is complete.
    pub fn has(&self, pair: u64) -> bool {
        self.pairs.contains_key(&pair)
    }

    /// Whether the sequential test has decided.
    pub fn decided(&self) -> bool {
        self.decided_at.is_some()
    }

    /// Counts so far, over all complete pairs.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The log-likelihood ratio at the last look of a sequential test.
    pub fn llr(&self) -> Option<f64> {
        self.sprt.as_ref().and_then(|s| s.path().last()).map(|l| l.llr)
    }

    /// Carries the sequential test over the completed prefix.
    pub fn fold(&mut self) {
        let Some(sprt) = &mut self.sprt else { return };
        while self.decided_at.is_none() {
            let Some(legs) = self.pairs.get(&self.prefix) else { break };
            let quarters = legs[0].halves.zip(legs[1].halves).map(|(x, y)| x + y);
            sprt.push(self.prefix, quarters);
            self.prefix += 1;
            if sprt.verdict().is_some() {
                self.decided_at = Some(self.prefix);
            }
        }
    }

    /// The report: over all pairs, or over the prefix that a sequential test
    /// decided on.
    pub fn finish(&self) -> MatchJson {
        let mut tally = Tally::default();
        for (pair, legs) in &self.pairs {
            if self.decided_at.is_none_or(|end| *pair < end) {
                tally.add(legs);
            }
        }
        super::report(self.spec, &tally, self.sprt.as_ref())
    }
}
