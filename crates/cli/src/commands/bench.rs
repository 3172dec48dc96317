//! `touchstone bench`: a checksum of each engine's behaviour.

use crate::failure::Failure;
use crate::out;
use std::time::Instant;
use touchstone_lab::desk;

/// Fixed searches: nodes as a signature, and nodes a second.
///
/// A change to an engine is functional exactly when its signature changes.
/// Example: touchstone bench banqi
#[derive(clap::Args)]
pub struct Args {
    /// One game; all of them if absent.
    game: Option<String>,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let games = match &args.game {
        Some(name) => vec![desk::game(name)?],
        None => desk::games().to_vec(),
    };
    for game in games {
        let began = Instant::now();
        let report = match game.bench() {
            Ok(report) => report,
            Err(desk::DeskError::Unsupported(_)) if args.game.is_none() => continue,
            Err(e) => return Err(e.into()),
        };
        let seconds = began.elapsed().as_secs_f64();
        for (position, nodes) in &report.nodes {
            out::line(format!("{nodes:>10}  {position}"))?;
        }
        let total = report.total();
        let speed = total as f64 / seconds.max(1e-9);
        out::line(format!("{speed:>10.0}  nodes a second"))?;
        out::line(format!("bench {} {total} nodes {}", game.name(), report.signature))?;
    }
    Ok(())
}
