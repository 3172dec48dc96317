//! Running a suite against an engine.

use super::select::Selection;
use super::suite::{Complaint, Item, Suite, Test};
use crate::gtp::{Counters, Session};
use serde::Serialize;

/// An engine's answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// `=` rather than `?`.
    pub ok: bool,
    /// The text.
    pub text: String,
    /// Whether the engine says that it has a proof.
    pub proved: bool,
}

/// Something that answers GTP commands.
pub trait Engine {
    /// Sends one command without an id and gives the answer.
    fn send(&mut self, command: &str) -> Answer;
    /// Sets the node counters to zero.
    fn reset(&mut self) {
        for kind in ["reading", "owl", "connection"] {
            self.send(&format!("reset_{kind}_node_counter"));
        }
    }
    /// Nodes since then.
    fn counters(&mut self) -> Counters {
        let mut count = |kind: &str| -> u64 {
            let a = self.send(&format!("get_{kind}_node_counter"));
            if a.ok { a.text.trim().parse().unwrap_or(0) } else { 0 }
        };
        Counters { reading: count("reading"), owl: count("owl"), connection: count("connection") }
    }
}

impl Engine for Session {
    fn send(&mut self, command: &str) -> Answer {
        match self.line(command) {
            Some(r) => Answer { ok: r.ok, text: r.text, proved: r.ok && self.proved },
            None => Answer::default(),
        }
    }

    fn reset(&mut self) {
        self.counters = Counters::default();
    }

    fn counters(&mut self) -> Counters {
        self.counters
    }
}

/// The outcome of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Hash)]
pub enum Class {
    /// As expected.
    #[serde(rename = "pass")]
    Pass,
    /// An expected failure.
    #[serde(rename = "fail")]
    Fail,
    /// An unexpected pass.
    #[serde(rename = "PASS")]
    UnexpectedPass,
    /// An unexpected failure.
    #[serde(rename = "FAIL")]
    UnexpectedFail,
}

impl Class {
    /// The class of an answer that fits or not where a failure is expected or not.
    pub const fn of(fits: bool, expected_fail: bool) -> Class {
        match (fits, expected_fail) {
            (true, false) => Class::Pass,
            (false, true) => Class::Fail,
            (true, true) => Class::UnexpectedPass,
            (false, false) => Class::UnexpectedFail,
        }
    }

    /// Whether the answer fits.
    pub const fn passes(self) -> bool {
        matches!(self, Class::Pass | Class::UnexpectedPass)
    }

    /// `pass`, `fail`, `PASS` or `FAIL`.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Pass => "pass",
            Class::Fail => "fail",
            Class::UnexpectedPass => "PASS",
            Class::UnexpectedFail => "FAIL",
        }
    }

    /// The class of this name.
    pub fn parse(text: &str) -> Option<Class> {
        [Class::Pass, Class::Fail, Class::UnexpectedPass, Class::UnexpectedFail]
            .into_iter()
            .find(|c| c.name() == text)
    }
}

/// One test, run. Serialises as `regress --json` prints it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Record {
    /// The suite's name.
    pub suite: String,
    /// The test's number.
    pub id: String,
    /// The command.
    pub command: String,
    /// The answer's first line; an error begins with `?`.
    pub answer: String,
    /// The expectation as it stands in the file.
    pub expected: String,
    /// Whether the file expects a failure.
    pub expected_fail: bool,
    /// The outcome.
    pub class: Class,
    /// Whether the engine says that it has a proof.
    pub proved: bool,
    /// Nodes of all kinds.
    pub nodes: u64,
    /// Milliseconds by the caller's clock.
    pub ms: u64,
    /// Tactical reading nodes.
    pub reading_nodes: u64,
    /// Life and death nodes.
    pub owl_nodes: u64,
    /// Connection nodes.
    pub connection_nodes: u64,
}

impl Record {
    /// Whether the engine said that it does not know.
    pub fn is_unknown(&self) -> bool {
        self.answer.starts_with("unknown")
    }
}

/// Sums over records. Serialises as the last line of `regress --json`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Totals {
    /// Tests that were run.
    pub total: u32,
    /// As expected.
    pub pass: u32,
    /// Expected failures.
    pub fail: u32,
    /// Unexpected passes.
    #[serde(rename = "PASS")]
    pub unexpected_pass: u32,
    /// Unexpected failures.
    #[serde(rename = "FAIL")]
    pub unexpected_fail: u32,
    /// Answers `unknown` among the failures.
    pub unknown: u32,
    /// Lines whose meaning is lost.
    pub malformed: u32,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: u64,
}

impl Totals {
    /// Counts one record.
    pub fn add(&mut self, r: &Record) {
        self.total += 1;
        match r.class {
            Class::Pass => self.pass += 1,
            Class::Fail => self.fail += 1,
            Class::UnexpectedPass => self.unexpected_pass += 1,
            Class::UnexpectedFail => self.unexpected_fail += 1,
        }
        self.unknown += u32::from(r.is_unknown() && !r.class.passes());
        self.nodes += r.nodes;
        self.ms += r.ms;
    }

    /// Counts a suite's lost lines.
    pub fn add_complaints(&mut self, complaints: &[Complaint]) {
        self.malformed += complaints.iter().filter(|c| c.lost).count() as u32;
    }

    /// Passes, expected or not.
    pub fn passes(&self) -> u32 {
        self.pass + self.unexpected_pass
    }
}

/// Runs one test on an engine that stands in its position.
pub fn run_test(
    suite: &str,
    t: &Test,
    engine: &mut dyn Engine,
    now_ms: &dyn Fn() -> u64,
) -> Option<Record> {
    let expected = t.expected.as_ref().filter(|e| !e.ignored)?;
    engine.reset();
    let start = now_ms();
    let a = engine.send(&t.command);
    let ms = now_ms().saturating_sub(start);
    let counters = engine.counters();
    let line = a.text.lines().next().unwrap_or("").trim_end();
    let fits = a.ok && expected.fits(line);
    Some(Record {
        suite: suite.into(),
        id: t.id.to_string(),
        command: t.command.clone(),
        answer: if a.ok { line.into() } else { format!("? {line}") },
        expected: expected.text.clone(),
        expected_fail: expected.expected_fail,
        class: Class::of(fits, expected.expected_fail),
        proved: a.proved,
        nodes: counters.total(),
        ms,
        reading_nodes: counters.reading,
        owl_nodes: counters.owl,
        connection_nodes: counters.connection,
    })
}

/// Runs the chosen tests of a suite in file order, one engine throughout.
/// State commands are sent as they are; groups of lines between two
/// `loadsgf` or `clear_board` without a chosen test are left out. `see` gets
/// each record. Gives complaints: the file's and what went wrong in the run.
pub fn run(
    suite: &Suite,
    selection: &Selection,
    engine: &mut dyn Engine,
    now_ms: &dyn Fn() -> u64,
    see: &mut dyn FnMut(Record),
) -> Vec<Complaint> {
    let mut complaints = suite.complaints.clone();
    let fresh = |i: &Item| match i {
        Item::State { command, .. } => {
            matches!(
                command.split_whitespace().next(),
                Some("loadsgf" | "clear_board" | "boardsize")
            )
        }
        Item::Test(_) => false,
    };
    let mut at = 0;
    while at < suite.items.len() {
        let mut end = at + 1;
        while end < suite.items.len() && !fresh(&suite.items[end]) {
            end += 1;
        }
        let group = &suite.items[at..end];
        at = end;
        // A board size sets the stage for what follows and must not be skipped.
        let stage = matches!(group.first(), Some(Item::State { command, .. }) if !command.starts_with("loadsgf"));
        let wanted =
            group.iter().any(|i| matches!(i, Item::Test(t) if selection.takes(t.id, &t.command)));
        if !wanted && !stage {
            continue;
        }
        for item in group {
            match item {
                Item::State { line, command } => {
                    let a = engine.send(command);
                    if !a.ok {
                        let what = format!("{command:?} failed: {}", a.text);
                        complaints.push(Complaint { line: *line, what, lost: true });
                    }
                }
                Item::Test(t) if selection.takes(t.id, &t.command) => {
                    if let Some(r) = run_test(&suite.name, t, engine, now_ms) {
                        if r.answer == "? unknown command" {
                            let what =
                                format!("id {}: the engine does not know {:?}", t.id, t.command);
                            complaints.push(Complaint { line: t.line, what, lost: false });
                        }
                        if r.class.passes()
                            && t.expected.as_ref().is_some_and(|e| e.fits_loosely(&r.answer))
                        {
                            let what = format!(
                                "id {}: {:?} fits [{}] only because the anchors bind tighter than |",
                                t.id, r.answer, r.expected
                            );
                            complaints.push(Complaint { line: t.line, what, lost: false });
                        }
                        see(r);
                    }
                }
                Item::Test(_) => {}
            }
        }
    }
    complaints.sort_by_key(|c| c.line);
    complaints
}
