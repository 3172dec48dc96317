//! `touchstone regress`: regression suites, compared with a stored run.

use super::match_::{book, engine};
use crate::failure::Failure;
use crate::out;
use std::path::PathBuf;
use touchstone_lab::desk;
use touchstone_lab::laws::subject;
use touchstone_lab::suite::{Baseline, Suite, TotalsJson};

/// Regression suites of positions (TOML) and of GNU Go's form (.tst).
///
/// Example: touchstone regress suites/banqi/guards.toml --baseline before.json
#[derive(clap::Args)]
pub struct Args {
    /// Suite files.
    #[arg(required = true)]
    suites: Vec<String>,
    /// Only these tests: ID or SUITE:ID.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// The engine to ask: builtin, a ruler, or a program.
    #[arg(long, value_name = "ENGINE", default_value = "builtin")]
    engine: String,
    /// Nodes a test, whatever the suite says.
    #[arg(long)]
    nodes: Option<u64>,
    /// Compare with this stored run.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Store this run.
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// For Go: ask about positions that are turned, mirrored or recoloured (transpose,
    /// mirror, flip, colours joined by +).
    #[arg(long)]
    transform: Option<String>,
    /// A line a test and a last line of sums.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    if args.suites.iter().any(|s| super::regress_go::is_tst(s)) {
        return super::regress_go::run(&super::regress_go::Request {
            suites: &args.suites,
            only: &args.only,
            engine: &args.engine,
            nodes: args.nodes,
            baseline: args.baseline.as_deref(),
            write_baseline: args.write_baseline.as_deref(),
            transform: args.transform.as_deref(),
            json: args.json,
        });
    }
    let contender = engine(&book(None)?, &args.engine)?;
    let before: Option<Baseline> = match &args.baseline {
        None => None,
        Some(path) => {
            let place = path.display().to_string();
            let text = out::read(&place)?;
            Some(
                serde_json::from_str(&text)
                    .map_err(|e| Failure::bad(format!("{place}: {e}; expected a baseline")))?,
            )
        }
    };
    let (mut all, mut totals) = (Vec::new(), TotalsJson::default());
    for path in &args.suites {
        let suite = Suite::parse(&out::read(path)?, path)?;
        let mut engine = subject(&contender, desk::game(&suite.game)?)?;
        let mut failed = None;
        let results = suite.run(engine.as_mut(), &args.only, args.nodes, |t| {
            totals.add(t);
            let printed = if args.json {
                out::json(t)
            } else {
                out::line(format!(
                    "{:<4} {}:{:<20} {:<22} expected {}",
                    t.class, t.suite, t.id, t.answer, t.expected
                ))
            };
            failed = failed.take().or(printed.err());
        })?;
        if let Some(e) = failed {
            return Err(e);
        }
        all.extend(results);
    }
    if all.is_empty() {
        return Err(Failure::bad("found no test of that selection"));
    }
    let changes = before.map(|b| b.changes(&all)).unwrap_or_default();
    if args.json {
        let mut last = serde_json::to_value(&totals)?;
        if args.baseline.is_some() {
            last["changes"] = serde_json::to_value(&changes)?;
        }
        out::json(&last)?;
    } else {
        changes.iter().try_for_each(out::line)?;
        out::line(format!(
            "{} tests: {} pass, {} expected to fail, {} PASS, {} FAIL, {} nodes, {} ms",
            totals.total,
            totals.pass,
            totals.fail,
            totals.unexpected_pass,
            totals.unexpected_fail,
            totals.nodes,
            totals.ms
        ))?;
    }
    if let Some(path) = &args.write_baseline {
        let text = serde_json::to_string_pretty(&Baseline::of(&all))?;
        std::fs::write(path, text + "\n")
            .map_err(|e| Failure::bad(format!("{}: {e}", path.display())))?;
    }
    if totals.unexpected_fail > 0 { Err(Failure::Found) } else { Ok(()) }
}
