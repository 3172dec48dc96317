//! `touchstone lab`: the laboratory. One file a command, `lab_*.rs`.

use super::{lab_plan, lab_stats};
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
    /// Statistics from counts alone.
    Stats(lab_stats::Args),
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Plan(args) => lab_plan::run(args),
        What::Stats(args) => lab_stats::run(args),
    }
}
