//! `touchstone regress` on suites of GNU Go's form (`.tst`).

use super::gtp;
use crate::failure::Failure;
use crate::out;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use touchstone_go::regress::{
    Answer, Baseline, Engine, Record, Selection, Suite, Totals, Transformed, run as run_suite,
};
use touchstone_go::{Rules, Symmetry};
use touchstone_lab::process::{Launch, Process};
use touchstone_protocol::gtp as gtp_client;

/// What to run.
pub struct Request<'a> {
    /// Suites: `FILE.tst`, `NAME.tst:IDS`.
    pub suites: &'a [String],
    /// Ids, or `SUITE:ID`.
    pub only: &'a [String],
    /// `builtin` or `gtp:PATH[,args="..."]`.
    pub engine: &'a str,
    /// Nodes a test.
    pub nodes: Option<u64>,
    /// Compare with this stored run.
    pub baseline: Option<&'a Path>,
    /// Store this run.
    pub write_baseline: Option<&'a Path>,
    /// A transformation of all positions.
    pub transform: Option<&'a str>,
    /// JSON lines.
    pub json: bool,
}

/// Whether a suite argument is meant for this runner.
pub fn is_tst(suite: &str) -> bool {
    Selection::parse(suite).is_ok_and(|s| s.suite.ends_with(".tst"))
}

/// Another program that speaks GTP, under the watchdog of the laboratory.
struct Program {
    process: Option<Process>,
    next: u32,
}

/// Silence of a program that is too long: to greet us, and to answer a test.
const GREETING: Duration = Duration::from_secs(30);
const PATIENCE: Duration = Duration::from_secs(600);

impl Program {
    fn start(text: &str, folder: &Path) -> Result<Program, Failure> {
        let (path, args) = match text.split_once(",args=") {
            Some((p, a)) => (p, a.trim_matches('"')),
            None => (text, "--mode gtp"),
        };
        let launch = Launch {
            path: path.into(),
            args: args.split_whitespace().map(str::to_string).collect(),
            cwd: Some(folder.to_path_buf()),
        };
        let bad = |e: &str| Failure::bad(format!("--engine gtp:{path}: {e}"));
        let process = Process::start(&launch).map_err(|f| bad(&f.detail))?;
        let mut program = Program { process: Some(process), next: 0 };
        program.exchange("protocol_version", GREETING).map_err(|e| bad(&e))?;
        Ok(program)
    }

    /// Sends a command; an error is a program that does not answer, and is ended.
    fn exchange(&mut self, command: &str, patience: Duration) -> Result<Answer, String> {
        let mut process = self.process.take().ok_or("the engine has gone")?;
        self.next += 1;
        process.send(&gtp_client::command(self.next, command), patience).map_err(|f| f.detail)?;
        let deadline = Instant::now() + patience;
        let mut reader = gtp_client::Reader::new();
        while let Some(line) = process.line(deadline).map_err(|f| f.detail)? {
            if let Some(a) = reader.take(&line).filter(|a| a.id.is_none_or(|n| n == self.next)) {
                self.process = Some(process);
                return Ok(Answer { ok: a.ok, text: a.text, proved: false });
            }
            if Instant::now() > deadline {
                break;
            }
        }
        Err(format!("no answer to {command:?} within {} s", patience.as_secs()))
    }
}

impl Engine for Program {
    fn send(&mut self, command: &str) -> Answer {
        self.exchange(command, PATIENCE).unwrap_or_else(|text| Answer {
            ok: false,
            text,
            proved: false,
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(p) = self.process.take() {
            p.end(Some("quit"), Duration::from_millis(300));
        }
    }
}

/// The file of a suite: as it stands, or in the folder of the variable `GNUGO_REGRESSION`.
fn find(suite: &str) -> PathBuf {
    let path = PathBuf::from(suite);
    if path.exists() || path.components().count() > 1 {
        return path;
    }
    match std::env::var_os("GNUGO_REGRESSION") {
        Some(dir) => Path::new(&dir).join(suite),
        None => path,
    }
}

#[allow(clippy::print_stderr, reason = "what is wrong with a file goes to standard error")]
fn complain(text: &str) {
    eprintln!("{text}");
}

/// Runs the suites.
pub fn run(r: &Request<'_>) -> Result<(), Failure> {
    let symmetry = match r.transform {
        None => Symmetry::IDENTITY,
        Some(t) => Symmetry::parse(t).ok_or_else(|| {
            Failure::bad(format!(
                "--transform: found {t:?}, expected identity, 0 to 15, or transpose, mirror, flip, colours joined by +"
            ))
        })?,
    };
    let before = match r.baseline {
        None => None,
        Some(path) => {
            let (b, faults) = Baseline::parse(&out::read(&path.display().to_string())?);
            if let Some(first) = faults.first() {
                let more = faults.len() - 1;
                return Err(Failure::bad(format!(
                    "{}: {first} ({more} more such lines); expected a baseline",
                    path.display()
                )));
            }
            Some(b)
        }
    };
    let (mut all, mut totals): (Vec<Record>, Totals) = (Vec::new(), Totals::default());
    for text in r.suites {
        let mut selection = Selection::parse(text).map_err(Failure::bad)?;
        let path = find(&selection.suite);
        let name = path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        for only in r.only {
            match only.rsplit_once(':') {
                Some((s, ids)) if s == name => selection.add(ids).map_err(Failure::bad)?,
                Some(_) => {}
                None => selection.add(only).map_err(Failure::bad)?,
            }
        }
        let bytes =
            std::fs::read(&path).map_err(|e| Failure::bad(format!("{}: {e}", path.display())))?;
        let suite = Suite::parse(&name, &bytes);
        let folder = match path.parent() {
            Some(p) if !p.as_os_str().is_empty() => p.to_path_buf(),
            _ => PathBuf::from("."),
        };
        let start = Instant::now();
        let now = || start.elapsed().as_millis() as u64;
        let mut failed = None;
        let mut sums = Totals::default();
        let mut see = |record: Record| {
            sums.add(&record);
            totals.add(&record);
            let printed = if r.json {
                out::json(&record)
            } else if record.class.passes() && !record.expected_fail {
                Ok(())
            } else {
                out::line(format!(
                    "{}:{} {} {} [{}]",
                    record.suite,
                    record.id,
                    record.class.name(),
                    record.answer,
                    record.expected
                ))
            };
            failed = failed.take().or(printed.err());
            all.push(record);
        };
        let complaints = if r.engine == "builtin" {
            let mut session =
                gtp::session(Rules::default(), r.nodes.unwrap_or(200_000), Some(folder));
            let mut engine = Transformed::new(&mut session, symmetry);
            run_suite(&suite, &selection, &mut engine, &now, &mut see)
        } else if let Some(program) = r.engine.strip_prefix("gtp:") {
            if symmetry != Symmetry::IDENTITY {
                return Err(Failure::bad("--transform works with the builtin engine only"));
            }
            let mut engine = Program::start(program, &folder)?;
            run_suite(&suite, &selection, &mut engine, &now, &mut see)
        } else {
            return Err(Failure::bad(format!(
                "--engine: found {:?}, expected builtin or gtp:PATH for suites of this form",
                r.engine
            )));
        };
        if let Some(e) = failed {
            return Err(e);
        }
        totals.add_complaints(&complaints);
        sums.add_complaints(&complaints);
        for c in &complaints {
            complain(&format!("{}:{}: {}", path.display(), c.line, c.what));
        }
        if !r.json {
            out::line(format!(
                "{name}: {} tests, {} passes ({} pass, {} PASS, {} fail, {} FAIL, {} unknown), {} malformed, {} nodes, {} ms",
                sums.total,
                sums.passes(),
                sums.pass,
                sums.unexpected_pass,
                sums.fail,
                sums.unexpected_fail,
                sums.unknown,
                sums.malformed,
                sums.nodes,
                sums.ms
            ))?;
            let mut slow: Vec<&Record> =
                all.iter().filter(|t| t.suite == name && t.ms >= 500).collect();
            slow.sort_by_key(|t| std::cmp::Reverse(t.ms));
            for t in slow.iter().take(5) {
                out::line(format!("  slow: {}:{} {} ms, {} nodes", t.suite, t.id, t.ms, t.nodes))?;
            }
        }
    }
    if all.is_empty() {
        return Err(Failure::bad("found no test of that selection"));
    }
    let changes = before.as_ref().map(|b| b.changes(&all)).unwrap_or_default();
    if r.json {
        out::json(&totals)?;
    } else {
        for c in &changes {
            out::line(c.to_string())?;
        }
        if before.is_some() {
            let broken = changes.iter().filter(|c| c.flipped && !c.class.passes()).count();
            let mended = changes.iter().filter(|c| c.flipped && c.class.passes()).count();
            out::line(format!(
                "against the baseline: {mended} PASS, {broken} FAIL, {} other answers",
                changes.len() - mended - broken
            ))?;
        }
        if r.suites.len() > 1 {
            out::line(format!(
                "total: {} tests, {} passes, {} unknown",
                totals.total,
                totals.passes(),
                totals.unknown
            ))?;
        }
    }
    if let Some(path) = r.write_baseline {
        std::fs::write(path, Baseline::of(&all).write())
            .map_err(|e| Failure::bad(format!("{}: {e}", path.display())))?;
    }
    let broken = match before {
        // Against a baseline only what has become worse counts.
        Some(_) => changes.iter().any(|c| c.flipped && !c.class.passes()),
        None => totals.unexpected_fail > 0,
    };
    if broken { Err(Failure::Found) } else { Ok(()) }
}
