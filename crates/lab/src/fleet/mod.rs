//! A fleet: one coordinator, any number of workers, NATS JetStream between.
//!
//! The unit of work is a block of pairs with the run's declaration; playing it
//! is a pure function of it. Delivery is at least once, results are upserted by
//! (run, pair, leg), so the effect is exactly once; acknowledgements are never
//! leant on. A differing second result is an alarm (see [`crate::store`]).
//!
//! Streams: `TOUCHSTONE_BLOCKS` (work queue, subjects `lab.RUN.blocks`, one
//! durable consumer that all workers share) and `TOUCHSTONE_RESULTS` (subjects
//! `lab.RUN.results`). A block that was delivered too often is copied to
//! `lab.RUN.dead` and deleted, and the coordinator says so.

mod coordinator;
mod worker;

pub use coordinator::coordinate;
pub use worker::{WorkerOptions, work};

use crate::matches::{LegSummary, MatchError, MatchSpec};
use crate::record::GameRecord;
use async_nats::jetstream::{self, consumer::pull, stream};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One block of work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// The run's name.
    pub run: String,
    /// Its declaration.
    pub spec: MatchSpec,
    /// The first pair of the block.
    pub first: u64,
    /// Number of pairs.
    pub pairs: u64,
}

/// One leg's result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LegResult {
    /// The run's name.
    pub run: String,
    /// Who played it.
    pub worker: String,
    /// What the report needs.
    pub summary: LegSummary,
    /// The game.
    pub record: GameRecord,
}

const BLOCKS: &str = "TOUCHSTONE_BLOCKS";
const RESULTS: &str = "TOUCHSTONE_RESULTS";
const WORKERS: &str = "workers";
/// A block that was delivered so often does not come again.
const MAX_DELIVER: i64 = 5;
/// Results are kept for so long for a coordinator that was away.
const KEEP_RESULTS: Duration = Duration::from_secs(7 * 24 * 3600);

fn blocks_subject(run: &str) -> String {
    format!("lab.{run}.blocks")
}

fn results_subject(run: &str) -> String {
    format!("lab.{run}.results")
}

fn fail(what: &'static str) -> impl Fn(&dyn std::fmt::Display) -> MatchError {
    move |e| MatchError::Spec(format!("fleet: {what}: {e}"))
}

/// Connects and makes sure that the streams are there.
async fn connect(url: &str) -> Result<(jetstream::Context, stream::Stream), MatchError> {
    let client = async_nats::ConnectOptions::new()
        .connection_timeout(Duration::from_secs(5))
        .connect(url)
        .await
        .map_err(|e| {
            MatchError::Spec(format!("fleet: {url}: {e}; expected a NATS server there"))
        })?;
    let context = jetstream::new(client);
    let blocks = context
        .get_or_create_stream(stream::Config {
            name: BLOCKS.into(),
            subjects: vec!["lab.*.blocks".into()],
            retention: stream::RetentionPolicy::WorkQueue,
            storage: stream::StorageType::File,
            ..Default::default()
        })
        .await
        .map_err(|e| fail("stream of blocks")(&e))?;
    context
        .get_or_create_stream(stream::Config {
            name: RESULTS.into(),
            subjects: vec!["lab.*.results".into(), "lab.*.dead".into()],
            storage: stream::StorageType::File,
            max_age: KEEP_RESULTS,
            ..Default::default()
        })
        .await
        .map_err(|e| fail("stream of results")(&e))?;
    Ok((context, blocks))
}

async fn workers_consumer(
    blocks: &stream::Stream,
    ack_wait: Duration,
) -> Result<jetstream::consumer::Consumer<pull::Config>, MatchError> {
    blocks
        .get_or_create_consumer(
            WORKERS,
            pull::Config {
                durable_name: Some(WORKERS.into()),
                ack_wait,
                max_deliver: MAX_DELIVER,
                ..Default::default()
            },
        )
        .await
        .map_err(|e| fail("consumer of the workers")(&e))
}

/// Packs a message.
fn pack<T: Serialize>(value: &T) -> Result<Vec<u8>, MatchError> {
    let text = serde_json::to_vec(value).map_err(|e| fail("message")(&e))?;
    zstd::bulk::compress(&text, 3).map_err(|e| fail("message")(&e))
}

/// Unpacks a message; anything may stand in it.
fn unpack<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, MatchError> {
    let text = zstd::stream::decode_all(bytes).map_err(|e| fail("torn message")(&e))?;
    serde_json::from_slice(&text).map_err(|e| fail("torn message")(&e))
}

/// A runtime for this thread.
fn runtime() -> Result<tokio::runtime::Runtime, MatchError> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| fail("runtime")(&e))
}
