//! A worker: takes blocks, plays them, sends results.

use super::{
    Block, LegResult, connect, fail, pack, results_subject, runtime, unpack, workers_consumer,
};
use crate::events::Gauge;
use crate::matches::{MatchError, PairResult, Seats, play_pair};
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt;
use std::time::{Duration, Instant};
use touchstone_search::Stop;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The server's URL.
    pub url: String,
    /// What it is called in results.
    pub name: String,
    /// Games at the same time.
    pub jobs: usize,
    /// Ends after so long without work; `None`: never.
    pub idle: Option<Duration>,
    /// After so long without a sign of life a block goes to another worker.
    /// The first worker of a server decides.
    pub ack_wait: Duration,
}

/// Works until it is stopped or has been idle long enough. Gives the number of
/// blocks that it finished.
pub fn work(
    options: &WorkerOptions,
    stop: &Stop,
    mut watch: impl FnMut(&Block),
) -> Result<u64, MatchError> {
    runtime()?.block_on(async {
        let (context, blocks) = connect(&options.url).await?;
        let consumer = workers_consumer(&blocks, options.ack_wait).await?;
        let (mut done, mut quiet) = (0, Instant::now());
        while !stop.is_raised() {
            let mut batch = consumer
                .fetch()
                .max_messages(1)
                .expires(Duration::from_millis(500))
                .messages()
                .await
                .map_err(|e| fail("fetching a block")(&e))?;
            let mut got = false;
            while let Some(message) = batch.next().await {
                let Ok(message) = message else { continue };
                got = true;
                match unpack::<Block>(&message.payload) {
                    Ok(block) => {
                        watch(&block);
                        one(&context, &message, block, options, stop).await?;
                        done += 1;
                    }
                    // Not ours to read: it must not come again.
                    Err(_) => drop(message.ack_with(AckKind::Term).await),
                }
                quiet = Instant::now();
            }
            if !got && options.idle.is_some_and(|idle| quiet.elapsed() >= idle) {
                break;
            }
        }
        Ok(done)
    })
}

/// Plays one block, telling the server now and then that it is alive.
async fn one(
    context: &Context,
    message: &Message,
    block: Block,
    options: &WorkerOptions,
    stop: &Stop,
) -> Result<(), MatchError> {
    let (send, mut receive) = tokio::sync::mpsc::channel::<PairResult>(64);
    let (jobs, own, played) = (options.jobs.max(1), stop.clone(), block.clone());
    let player = tokio::task::spawn_blocking(move || play(&played, jobs, &own, &send));
    let mut heart = tokio::time::interval(options.ack_wait / 3);
    loop {
        tokio::select! {
            _ = heart.tick() => drop(message.ack_with(AckKind::Progress).await),
            pair = receive.recv() => match pair {
                Some(pair) => publish(context, &block, pair, options).await?,
                None => break,
            }
        }
    }
    let finished = player.await.map_err(|e| fail("a worker's thread")(&e))?;
    match finished {
        Ok(true) => message.ack().await.map_err(|e| fail("acknowledging a block")(&e)),
        // Stopped in the middle: somebody else takes it.
        Ok(false) => {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            Ok(())
        }
        Err(e) => {
            let _ = message.ack_with(AckKind::Nak(Some(Duration::from_secs(1)))).await;
            Err(e)
        }
    }
}

async fn publish(
    context: &Context,
    block: &Block,
    pair: PairResult,
    options: &WorkerOptions,
) -> Result<(), MatchError> {
    let mut acks = Vec::new();
    for (summary, record) in pair.legs {
        // The hash is part of the id: the server must not swallow a differing copy.
        let id = format!("{}/{}/{}/{}", block.run, summary.pair, summary.leg, summary.fingerprint);
        let result =
            LegResult { run: block.run.clone(), worker: options.name.clone(), summary, record };
        let mut headers = async_nats::HeaderMap::new();
        headers.insert(async_nats::header::NATS_MESSAGE_ID, id.as_str());
        let sent = context
            .publish_with_headers(results_subject(&block.run), headers, pack(&result)?.into())
            .await
            .map_err(|e| fail("sending a result")(&e))?;
        acks.push(sent);
    }
    for ack in acks {
        ack.await.map_err(|e| fail("sending a result")(&e))?;
    }
    Ok(())
}

/// Plays a block's pairs on some threads; whether all were finished.
fn play(
    block: &Block,
    jobs: usize,
    stop: &Stop,
    send: &tokio::sync::mpsc::Sender<PairResult>,
) -> Result<bool, MatchError> {
    let next = std::sync::atomic::AtomicU64::new(0);
    let spec = &block.spec;
    let finished = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.min(block.pairs.max(1) as usize))
            .map(|_| {
                let (next, send) = (&next, send.clone());
                scope.spawn(move || -> Result<bool, MatchError> {
                    let mut seats = Seats::new(spec, stop)?;
                    let mut gauge = Gauge::new(spec)?;
                    loop {
                        let k = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        if k >= block.pairs {
                            return Ok(true);
                        }
                        match play_pair(spec, block.first + k, &mut seats, &mut gauge)? {
                            Some(pair) => {
                                if send.blocking_send(pair).is_err() {
                                    return Ok(false);
                                }
                            }
                            None => return Ok(false),
                        }
                    }
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|t| {
                t.join().unwrap_or_else(|_| {
                    Err(MatchError::Spec("fleet: a playing thread panicked".into()))
                })
            })
            .collect::<Vec<_>>()
    });
    let mut all = true;
    for f in finished {
        all &= f?;
    }
    Ok(all)
}
