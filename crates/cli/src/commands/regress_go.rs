//! `touchstone regress` on suites of GNU Go's form (`.tst`).

use super::gtp;
use crate::failure::Failure;
use crate::out;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;
use touchstone_go::regress::{
    Answer, Baseline, Engine, Record, Selection, Suite, Totals, Transformed, run as run_suite,
};
use touchstone_go::{Rules, Symmetry};

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

/// Another program that speaks GTP.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(text: &str, folder: &Path) -> Result<Program, Failure> {
        let (path, args) = match text.split_once(",args=") {
            Some((p, a)) => (p, a.trim_matches('"')),
            None => (text, "--mode gtp"),
        };
        let bad = |e: &dyn std::fmt::Display| Failure::bad(format!("--engine gtp:{path}: {e}"));
        let mut child = Command::new(path)
            .args(args.split_whitespace())
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| bad(&e))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => {
                Ok(Program { child, input, output: BufReader::new(output) })
            }
            _ => Err(bad(&"no pipes")),
        }
    }

    fn exchange(&mut self, command: &str) -> std::io::Result<Answer> {
        writeln!(self.input, "{command}")?;
        self.input.flush()?;
        let (mut text, mut begun) = (String::new(), false);
        let mut line = Vec::new();
        loop {
            line.clear();
            if self.output.read_until(b'\n', &mut line)? == 0 {
                return Err(std::io::Error::other("the engine has gone"));
            }
            let l: String = line.iter().map(|&b| b as char).collect();
            let l = l.trim_end();
            if l.is_empty() {
                if begun {
                    break;
                }
            } else {
                if begun {
                    text.push('\n');
                }
                text.push_str(l);
                begun = true;
            }
        }
        let ok = text.starts_with('=');
        let body =
            text.trim_start_matches(['=', '?']).trim_start_matches(|c: char| c.is_ascii_digit());
        Ok(Answer { ok, text: body.trim_start().into(), proved: false })
    }
}

impl Engine for Program {
    fn send(&mut self, command: &str) -> Answer {
        self.exchange(command).unwrap_or_else(|e| Answer {
            ok: false,
            text: e.to_string(),
            proved: false,
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.input.flush();
        let _ = self.child.kill();
        let _ = self.child.wait();
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
            faults.iter().for_each(|f| complain(&format!("{}: {f}", path.display())));
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
