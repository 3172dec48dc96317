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
    Plan(lab_plan::Args),
    Run(lab_run::RunArgs),
    Sprt(lab_run::SprtArgs),
    Sweep(lab_sweep::SweepArgs),
    Confirm(lab_sweep::ConfirmArgs),
    Tune(lab_tune::Args),
    Fit(lab_fit::Args),
    Calibrate(lab_calibrate::Args),
    Report(lab_report::Args),
    Laws(super::check::Args),
    Replay(lab_replay::Args),
    Worker(lab_fleet::Args),
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
