//! Suites of GNU Go, read from the folder that `GNUGO_REGRESSION` names.
#![allow(
    dead_code,
    clippy::print_stderr,
    reason = "each test file uses its part, and says when it skips"
)]

use std::path::PathBuf;
use touchstone_go::Symmetry;
use touchstone_go::gtp::Session;
use touchstone_go::regress::{Complaint, Record, Selection, Suite, Totals, Transformed, run};

/// The folder, or a notice that the test is skipped.
pub fn folder(test: &str) -> Option<PathBuf> {
    match std::env::var_os("GNUGO_REGRESSION") {
        Some(dir) if !dir.is_empty() => Some(dir.into()),
        _ => {
            eprintln!("{test}: skipped, GNUGO_REGRESSION is not set");
            None
        }
    }
}

/// A session with all analysis commands that reads files of the folder.
pub fn session(dir: &std::path::Path) -> Session {
    let mut s = Session::default();
    touchstone_golife::commands::install(&mut s);
    let dir = dir.to_path_buf();
    s.set_loader(move |name| std::fs::read(dir.join(name)).map_err(|e| e.to_string()));
    s
}

/// Reads a suite.
pub fn suite(dir: &std::path::Path, name: &str) -> Suite {
    Suite::parse(name, &std::fs::read(dir.join(format!("{name}.tst"))).unwrap())
}

/// Runs a suite, transformed.
pub fn run_suite(
    dir: &std::path::Path,
    name: &str,
    only: &str,
    symmetry: Symmetry,
) -> (Vec<Record>, Totals, Vec<Complaint>) {
    let suite = suite(dir, name);
    let mut s = session(dir);
    let mut records = Vec::new();
    let selection = Selection::parse(&format!("{name}:{only}")).unwrap();
    let start = std::time::Instant::now();
    let now = || start.elapsed().as_millis() as u64;
    let complaints = {
        let mut engine = Transformed::new(&mut s, symmetry);
        run(&suite, &selection, &mut engine, &now, &mut |r| records.push(r))
    };
    let mut totals = Totals::default();
    records.iter().for_each(|r| totals.add(r));
    totals.add_complaints(&complaints);
    (records, totals, complaints)
}

/// Passes of a suite and its tests; with `GOLIFE_SHOW` set, what fails; with `GOLIFE_ONLY` only these.
pub fn passes(suite: &str, symmetry: Symmetry) -> Option<(u32, u32)> {
    let dir = folder(suite)?;
    let only = std::env::var("GOLIFE_ONLY").unwrap_or_default();
    let (records, totals, _) = run_suite(&dir, suite, &only, symmetry);
    if std::env::var_os("GOLIFE_SHOW").is_some() {
        for r in records.iter().filter(|r| !r.class.passes()) {
            let marked = if r.expected_fail { "*" } else { "" };
            eprintln!(
                "{suite}:{} {} {} [{}]{marked} {} nodes {} ms",
                r.id, r.command, r.answer, r.expected, r.nodes, r.ms
            );
        }
    }
    let nodes: u64 = records.iter().map(|r| r.nodes).sum();
    eprintln!(
        "{suite} {}: {} of {}, {nodes} nodes",
        symmetry.name(),
        totals.passes(),
        totals.total
    );
    Some((totals.passes(), totals.total))
}
