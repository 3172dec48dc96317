//! `touchstone lab`: the laboratory. One file a command, `lab_*.rs`.

use super::{lab_fleet, lab_plan, lab_run, lab_stats};
use crate::failure::Failure;

/// The laboratory: plan, test, tune, confirm, report.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// What a run can resolve: effect size against number of pairs.
    Plan(lab_plan::Args),
    /// A run that a file declares, here or on a fleet.
    Run(lab_run::RunArgs),
    /// A sequential test.
    Sprt(lab_run::SprtArgs),
    /// A worker of a fleet.
    Worker(lab_fleet::Args),
    /// Statistics from counts alone.
    Stats(lab_stats::Args),
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Plan(args) => lab_plan::run(args),
        What::Run(args) => lab_run::run(args),
        What::Sprt(args) => lab_run::sprt(args),
        What::Worker(args) => lab_fleet::worker(args),
        What::Stats(args) => lab_stats::run(args),
    }
}
