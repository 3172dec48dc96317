//! `touchstone lab run --fleet` and `lab worker`: many machines.

use super::match_::{Bar, MatchArgs, Records, show};
use crate::failure::Failure;
use std::time::Duration;
use touchstone_lab::fleet::{self, WorkerOptions};
use touchstone_lab::matches::MatchSpec;
use touchstone_search::Stop;

/// A worker of a fleet: takes blocks of pairs from the server and plays them.
/// Programs and parameter files are looked up by the paths of the run file.
///
/// Example: touchstone lab worker --fleet nats://10.0.0.1:4222 --jobs 8
#[derive(clap::Args)]
pub struct Args {
    /// The NATS server (2.9 or later, started with -js).
    #[arg(long, value_name = "URL")]
    fleet: String,
    /// Games at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// What it is called in warnings; host and process if absent.
    #[arg(long)]
    name: Option<String>,
    /// End after so many seconds without work.
    #[arg(long, value_name = "SECONDS")]
    idle_exit: Option<u64>,
    /// After so many seconds without a sign of life a block goes to another
    /// worker; the first to speak to a server decides.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    lost_after: u64,
}

fn lost_after() -> Duration {
    let text = std::env::var("TOUCHSTONE_LOST_AFTER_S").ok();
    Duration::from_secs(text.and_then(|t| t.parse().ok()).unwrap_or(60).max(1))
}

/// Runs a declared match on a fleet.
pub fn coordinate(
    url: &str,
    block: u64,
    spec: &MatchSpec,
    more: &MatchArgs,
) -> Result<(), Failure> {
    let Some(path) = &more.store else {
        return Err(Failure::bad("--fleet: expected --store FILE too, where results are gathered"));
    };
    let mut store = more.open_store(path, spec)?;
    let mut bar = Bar::new();
    let result = fleet::coordinate(url, spec, block, &mut store, &Stop::new(), lost_after(), |p| {
        bar.show(p);
    });
    bar.clear();
    let result = result?;
    if let Some(path) = &more.records {
        let mut out = Records::open(path, false)?;
        let mut failed = None;
        store.records(&spec.run_id(), |r| {
            if failed.is_none() {
                failed = touchstone_lab::record::write_record(&mut out, &r).err();
            }
        })?;
        if let Some(e) = failed {
            return Err(e.into());
        }
        out.finish()?;
    }
    show(&result, more.json)
}

/// Runs `lab worker`.
pub fn worker(args: Args) -> Result<(), Failure> {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = args.name.unwrap_or_else(|| format!("{}-{}", host.trim(), std::process::id()));
    let options = WorkerOptions {
        url: args.fleet,
        name,
        jobs: args.jobs,
        idle: args.idle_exit.map(Duration::from_secs),
        ack_wait: Duration::from_secs(args.lost_after.max(1)),
    };
    let blocks = fleet::work(&options, &Stop::new(), |b| {
        Bar::say(&format!("run {}: pairs {}..{}", b.run, b.first, b.first + b.pairs - 1));
    })?;
    crate::out::line(format!("{blocks} blocks finished"))
}
