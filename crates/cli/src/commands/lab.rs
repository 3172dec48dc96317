//! `touchstone lab`: the laboratory. One file a command, `lab_*.rs`.

use super::{
    lab_calibrate, lab_fit, lab_fleet, lab_plan, lab_replay, lab_report, lab_run, lab_stats,
    lab_sweep, lab_tune,
};
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
    /// Several arms on common deals, the best confirmed on fresh ones.
    Sweep(lab_sweep::SweepArgs),
    /// A match on deals that nobody has looked at.
    Confirm(lab_sweep::ConfirmArgs),
    /// SPSA over declared parameters, with its own confirmation.
    Tune(lab_tune::Args),
    /// Evaluation terms to results, units to per cent.
    Fit(lab_fit::Args),
    /// What engines said against what came of it.
    Calibrate(lab_calibrate::Args),
    /// A run as one HTML page, or as JSON.
    Report(lab_report::Args),
    /// What laws an engine breaks (the same as `touchstone check`).
    Laws(super::check::Args),
    /// How versions rate the decisive moves of recorded games.
    Replay(lab_replay::Args),
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
        What::Sweep(args) => lab_sweep::sweep(args),
        What::Confirm(args) => lab_sweep::confirm(args),
        What::Tune(args) => lab_tune::run(args),
        What::Fit(args) => lab_fit::run(args),
        What::Calibrate(args) => lab_calibrate::run(args),
        What::Report(args) => lab_report::run(args),
        What::Laws(args) => super::check::run(args),
        What::Replay(args) => lab_replay::run(args),
        What::Worker(args) => lab_fleet::worker(args),
        What::Stats(args) => lab_stats::run(args),
    }
}
