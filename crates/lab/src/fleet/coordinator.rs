//! The coordinator: puts blocks into the queue and gathers results.

use super::{
    BLOCKS, Block, LegResult, RESULTS, WORKERS, blocks_subject, connect, fail, pack,
    results_subject, runtime, unpack, workers_consumer,
};
use crate::matches::{Collector, LegSummary, MatchError, MatchJson, MatchSpec, Progress};
use crate::record::GameRecord;
use crate::stats::{Counts, paired};
use crate::store::Store;
use async_nats::jetstream::{Context, consumer, stream::Stream};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use touchstone_search::Stop;

/// Lets a fleet play `spec` and keeps everything in `store`. `lost_after` is the
/// time without a sign of life after which a worker's block goes to another.
pub fn coordinate(
    url: &str,
    spec: &MatchSpec,
    block: u64,
    store: &mut Store,
    stop: &Stop,
    lost_after: Duration,
    watch: impl FnMut(&Progress),
) -> Result<MatchJson, MatchError> {
    runtime()?.block_on(gather(url, spec, block.max(1), store, stop, lost_after, watch))
}

async fn gather(
    url: &str,
    spec: &MatchSpec,
    block: u64,
    store: &mut Store,
    stop: &Stop,
    lost_after: Duration,
    mut watch: impl FnMut(&Progress),
) -> Result<MatchJson, MatchError> {
    let begun = Instant::now();
    let run = spec.run_id();
    store.begin(spec)?;
    let mut collector = Collector::new(spec);
    for s in store.summaries(&run)? {
        collector.take(s);
    }
    collector.fold();
    let resumed = collector.done();
    let (context, blocks) = connect(url).await?;
    workers_consumer(&blocks, lost_after).await?;
    let client = context.client();
    let mut dead = client
        .subscribe(format!("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.{BLOCKS}.{WORKERS}"))
        .await
        .map_err(|e| fail("advisories")(&e))?;
    let purge = || blocks.purge().filter(blocks_subject(&run));
    purge().await.map_err(|e| fail("purging old blocks")(&e))?;
    if !collector.decided() {
        put_blocks(&context, spec, &run, block, &collector).await?;
    }
    let results = context.get_stream(RESULTS).await.map_err(|e| fail("results")(&e))?;
    let mut inbox = results
        .create_consumer(consumer::pull::OrderedConfig {
            filter_subject: results_subject(&run),
            ..Default::default()
        })
        .await
        .map_err(|e| fail("results")(&e))?
        .messages()
        .await
        .map_err(|e| fail("results")(&e))?;
    let mut waiting: BTreeMap<u64, (LegSummary, GameRecord)> = BTreeMap::new();
    let mut workers: BTreeMap<String, [u64; 5]> = BTreeMap::new();
    let mut dead_blocks = Vec::new();
    let total = spec.first_pair + spec.pairs;
    let complete = |c: &Collector<'_>| c.decided() || (spec.first_pair..total).all(|p| c.has(p));
    let mut open = !complete(&collector);
    while open && !stop.is_raised() {
        tokio::select! {
            message = inbox.next() => {
                let Some(message) = message else {
                    return Err(MatchError::Spec("fleet: the stream of results ended".into()));
                };
                let message = message.map_err(|e| fail("receiving a result")(&e))?;
                // A torn message is somebody else's; what is missing is played again.
                let Ok(result) = unpack::<LegResult>(&message.payload) else { continue };
                if result.run != run {
                    continue;
                }
                let pair = result.summary.pair;
                let mine = (result.summary, result.record);
                match waiting.remove(&pair) {
                    Some(other) if other.0.leg != mine.0.leg => {
                        let halves = other.0.halves.zip(mine.0.halves);
                        if let Some((x, y)) = halves.filter(|_| !collector.has(pair)) {
                            let bins = workers.entry(result.worker).or_default();
                            bins[usize::from(x + y).min(4)] += 1;
                        }
                        let legs = [other, mine];
                        store.put(&run, &legs, spec.is_repeatable())?;
                        legs.into_iter().for_each(|l| collector.take(l.0));
                        collector.fold();
                        open = !complete(&collector);
                        watch(&Progress {
                            done: collector.done(),
                            pairs: spec.pairs,
                            resumed,
                            elapsed: begun.elapsed(),
                            score_percent: collector.tally().score_percent(),
                            llr: collector.llr(),
                            faults: collector.tally().faults(),
                            first_fault: None,
                        });
                    }
                    _ => drop(waiting.insert(pair, mine)),
                }
            }
            advisory = dead.next() => {
                if let Some(a) = advisory {
                    bury(&context, &blocks, &a.payload, &mut dead_blocks).await?;
                    if dead_blocks.iter().any(|b: &Block| b.run == run) {
                        open = false;
                    }
                }
            }
            () = tokio::time::sleep(Duration::from_millis(200)) => {}
        }
    }
    if complete(&collector) {
        purge().await.map_err(|e| fail("purging blocks that are not needed")(&e))?;
    }
    if let Some(b) = dead_blocks.iter().find(|b| b.run == run) {
        return Err(MatchError::Spec(format!(
            "fleet: the block of {} pairs from {} was given to workers too often without a \
             result; it lies under lab.{run}.dead; what was played is kept",
            b.pairs, b.first
        )));
    }
    let mut report = collector.finish();
    let all = collector.tally().counts();
    for (name, bins) in &workers {
        if let Some((chi2, df)) = paired::worker_residual(&Counts::Pairs(*bins), &all) {
            // Six standard deviations of a χ² distribution.
            if chi2 > f64::from(df) + 6.0 * (2.0 * f64::from(df)).sqrt() {
                report.warnings.push(format!(
                    "worker {name} stands apart from the others: chi-square {chi2:.1} of {df}"
                ));
            }
        }
    }
    Ok(report)
}

/// Puts the pairs that are missing into the queue.
async fn put_blocks(
    context: &Context,
    spec: &MatchSpec,
    run: &str,
    size: u64,
    have: &Collector<'_>,
) -> Result<(), MatchError> {
    let mut first = spec.first_pair;
    let end = spec.first_pair + spec.pairs;
    while first < end {
        if have.has(first) {
            first += 1;
            continue;
        }
        let pairs = (1..=size).take_while(|n| first + n <= end && !have.has(first + n - 1)).count();
        let block = Block { run: run.into(), spec: spec.clone(), first, pairs: pairs as u64 };
        context
            .publish(blocks_subject(run), pack(&block)?.into())
            .await
            .map_err(|e| fail("sending a block")(&e))?
            .await
            .map_err(|e| fail("sending a block")(&e))?;
        first += block.pairs;
    }
    Ok(())
}

/// A block that was delivered too often: JetStream keeps it and only says so.
/// It is copied to a subject of its own and deleted.
async fn bury(
    context: &Context,
    blocks: &Stream,
    advisory: &[u8],
    dead: &mut Vec<Block>,
) -> Result<(), MatchError> {
    let seq = serde_json::from_slice::<serde_json::Value>(advisory)
        .ok()
        .and_then(|v| v.get("stream_seq").and_then(serde_json::Value::as_u64));
    let Some(seq) = seq else { return Ok(()) };
    let Ok(message) = blocks.get_raw_message(seq).await else { return Ok(()) };
    if let Ok(block) = unpack::<Block>(&message.payload) {
        context
            .publish(format!("lab.{}.dead", block.run), message.payload.clone())
            .await
            .map_err(|e| fail("a dead block")(&e))?
            .await
            .map_err(|e| fail("a dead block")(&e))?;
        dead.push(block);
    }
    let _ = blocks.delete_message(seq).await;
    Ok(())
}
