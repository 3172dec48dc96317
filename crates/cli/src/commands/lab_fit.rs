//! `touchstone lab fit`: evaluation terms to results, units to per cent.

use super::lab_stats::range;
use super::record::each_record;
use crate::failure::Failure;
use crate::out;
use serde::Serialize;
use touchstone_lab::tune::fit::{Fit, FitOptions, Positions, ScaleFit, fit, fit_scale};
use touchstone_lab::tune::positions::{Choose, Gather, from_csv};

/// A logistic fit to the results of recorded games: the scale that turns
/// evaluation units into per cent, and a factor for each term of the evaluation.
/// Errors are taken over games, not over positions.
///
/// Example: touchstone lab fit games.jsonl.zst --each-game 16
#[derive(clap::Args)]
pub struct Args {
    /// Record files, `-` for standard input, or a store.
    #[arg(required_unless_present = "csv")]
    files: Vec<String>,
    /// Take positions from CSV instead: result,game,TERM,... a line each.
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    csv: Option<String>,
    /// The evaluation's parameter file.
    #[arg(long, value_name = "FILE")]
    params: Option<String>,
    /// Positions of each game at most; 0 for all.
    #[arg(long, default_value_t = 16)]
    each_game: usize,
    /// Leave out so many plies at the start of each game.
    #[arg(long, default_value_t = 0)]
    skip_plies: usize,
    /// The scale in use, to compare with.
    #[arg(long)]
    scale: Option<f64>,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Write the positions as CSV and fit nothing.
    #[arg(long, value_name = "FILE")]
    write_csv: Option<std::path::PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FitJson {
    schema: u32,
    units: String,
    scale: Option<ScaleFit>,
    terms: Option<Fit>,
    positions_per_second: Option<f64>,
}

fn gather(args: &Args) -> Result<(Positions, String), Failure> {
    if let Some(path) = &args.csv {
        let p = from_csv(&out::read(path)?).map_err(|e| Failure::bad(format!("{path}, {e}")))?;
        return Ok((p, "units".into()));
    }
    let choose = Choose { skip_plies: args.skip_plies, each_game: args.each_game, seed: 1 };
    let params = args.params.as_deref().map(out::read).transpose()?;
    let mut g = Gather::new(choose, params);
    for file in &args.files {
        let mut failed = None;
        each_record(file, |line, record| {
            if failed.is_none() {
                failed = g.add(&record).err().map(|e| format!("{file}, line {line}: {e}"));
            }
        })?;
        if let Some(e) = failed {
            return Err(Failure::bad(e));
        }
    }
    let units = g.units().to_string();
    Ok((g.finish(), units))
}

fn write_csv(path: &std::path::Path, p: &Positions) -> Result<(), Failure> {
    let mut text = format!("result,game,{}\n", p.names.join(","));
    for (i, row) in p.terms.chunks(p.names.len().max(1)).enumerate() {
        text += &format!("{},{}", p.results[i], p.games[i]);
        for t in row {
            text += &format!(",{t}");
        }
        text.push('\n');
    }
    std::fs::write(path, text).map_err(|e| Failure::bad(format!("{}: {e}", path.display())))
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let (p, units) = gather(&args)?;
    if p.is_empty() {
        return Err(Failure::bad(
            "found no position; expected finished games with a seed or a deal",
        ));
    }
    if let Some(path) = &args.write_csv {
        write_csv(path, &p)?;
        return out::line(format!("{} positions of {} games", p.len(), p.games()));
    }
    let options = FitOptions { jobs: args.jobs, ..FitOptions::default() };
    let begun = std::time::Instant::now();
    let scale = fit_scale(&p, args.scale, &options);
    let terms = fit(&p, &options);
    let passes = terms.as_ref().map_or(0, |f| f.passes);
    let rate = p.len() as f64 * f64::from(passes) / begun.elapsed().as_secs_f64();
    let json = FitJson {
        schema: 1,
        units,
        scale,
        terms,
        positions_per_second: rate.is_finite().then_some(rate),
    };
    if args.json { out::json(&json) } else { print(&json, &p) }
}

fn print(f: &FitJson, p: &Positions) -> Result<(), Failure> {
    out::line(format!("{} positions of {} games, units {}", p.len(), p.games(), f.units))?;
    match &f.scale {
        Some(s) => {
            out::line(format!(
                "scale: {:.1} units multiply the odds by e, 95 % {}; loss {:.5}{}",
                s.scale,
                range(s.interval_95, 1),
                s.loss,
                s.loss_before.map_or(String::new(), |l| format!(" (before {l:.5})"))
            ))?;
        }
        None => out::line("scale: units and results have nothing to do with each other here")?,
    }
    let scale = f.scale.as_ref().map_or(1.0, |s| s.scale);
    if let Some(t) = &f.terms {
        out::line("factor for each term (1: as it is), at the scale above:")?;
        for c in &t.terms {
            out::line(format!(
                "  {:<28} {:>8.3}  95 % {}",
                c.name,
                c.coefficient * scale,
                range(c.interval_95.map(|i| i.map(|x| x * scale)), 3)
            ))?;
        }
        out::line(format!(
            "loss {:.5}, of the mean result {:.5}; {} passes, {:.1} million positions a second",
            t.loss,
            t.loss_of_the_mean,
            t.passes,
            f.positions_per_second.unwrap_or(0.0) / 1e6
        ))?;
    }
    Ok(())
}
