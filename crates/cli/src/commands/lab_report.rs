//! `touchstone lab report`: a run as one HTML page, or as JSON.

use crate::failure::Failure;
use crate::out;
use std::path::PathBuf;
use touchstone_lab::report::{gather, html};
use touchstone_lab::store::Store;

/// A run of a store as one self-contained HTML page with charts, or as JSON.
///
/// Example: touchstone lab report runs.sqlite --html report.html
#[derive(clap::Args)]
pub struct Args {
    /// The store.
    store: PathBuf,
    /// The run, or the beginning of its name; the newest if absent.
    #[arg(long)]
    run: Option<String>,
    /// Write the page here; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Name the runs of the store and do nothing else.
    #[arg(long)]
    list: bool,
    /// Leave out the calibration, which reads every game.
    #[arg(long)]
    quick: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let store = Store::existing(&args.store)?;
    let runs = store.runs()?;
    if args.list {
        for r in &runs {
            out::line(format!(
                "{}  {:<9} {:<8} {} against {}, {} games",
                r.run,
                r.spec.game,
                r.spec.purpose,
                r.spec.a.label(),
                r.spec.b.label(),
                r.legs
            ))?;
        }
        return Ok(());
    }
    let found: Vec<_> = match &args.run {
        None => runs.last().into_iter().collect(),
        Some(name) => runs.iter().filter(|r| r.run.starts_with(name.as_str())).collect(),
    };
    let [found] = found[..] else {
        return Err(Failure::bad(format!(
            "{}: found {} runs {}; expected one (--list names them)",
            args.store.display(),
            found.len(),
            args.run.as_deref().unwrap_or("")
        )));
    };
    let legs = store.summaries(&found.run)?;
    let report = gather(&found.spec, legs, |each| {
        if args.quick { Ok(()) } else { store.records(&found.run, each) }
    })?;
    if let Some(path) = &args.html {
        let page = html(&report);
        if path.as_os_str() == "-" {
            return out::line(page.trim_end());
        }
        std::fs::write(path, page).map_err(|e| Failure::bad(format!("{}: {e}", path.display())))?;
        if !args.json {
            return out::line(format!("{}: {} pairs", path.display(), report.result.pairs));
        }
    }
    if args.json { out::json(&report) } else { super::match_::show(&report.result, false) }
}
