//! `touchstone lab calibrate`: does 73 % mean that such positions score 73 %?

use super::lab_stats::{number, range};
use super::record::each_record;
use crate::failure::Failure;
use crate::out;
use touchstone_lab::calibrate::{Calibration, Claims};

/// What engines said of their moves against the results of the games: a
/// reliability table for each engine, with intervals over games.
///
/// Example: touchstone lab calibrate games.jsonl.zst
#[derive(clap::Args)]
pub struct Args {
    /// Record files, `-` for standard input, or a store.
    #[arg(required = true)]
    files: Vec<String>,
    /// Bins of equal width.
    #[arg(long, default_value_t = 10)]
    bins: usize,
    /// One JSON object an engine.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    if !(1..=1000).contains(&args.bins) {
        return Err(Failure::bad(format!("--bins: found {}; expected 1 to 1000", args.bins)));
    }
    let mut claims = Claims::default();
    for file in &args.files {
        each_record(file, |_, record| claims.add(&record))?;
    }
    let tables = claims.tables(args.bins);
    if tables.is_empty() {
        return Err(Failure::bad("found no claim; expected records of engines that give scores"));
    }
    for t in tables {
        if args.json {
            out::json(&t)?;
        } else {
            print(&t)?;
        }
    }
    Ok(())
}

fn print(t: &Calibration) -> Result<(), Failure> {
    out::line(format!("{}: {} positions of {} games", t.engine, t.positions, t.games))?;
    out::line(format!(
        "{:>12} {:>10} {:>7} {:>8} {:>9} {:>18}",
        "said, %", "positions", "games", "said", "scored", "95 % over games"
    ))?;
    for b in &t.bins {
        out::line(format!(
            "{:>5.0} to {:>3.0} {:>10} {:>7} {:>8.1} {:>9.1} {:>18}{}",
            b.from,
            b.to,
            b.positions,
            b.games,
            b.predicted,
            b.scored,
            range(b.interval_95, 1),
            if b.agrees == Some(false) { "  outside" } else { "" }
        ))?;
    }
    out::line(format!(
        "mean distance {} points; scored less said {} points, 95 % {}; Brier {} (of the mean {})",
        number(t.mean_gap_points, 2),
        number(t.bias_points, 2),
        range(t.bias_points_95, 2),
        number(t.brier, 4),
        number(t.brier_of_the_mean, 4)
    ))
}
