//! Breakage reports: what has changed against a stored run.

use super::run::{Class, Record};
use std::collections::BTreeMap;

/// A stored run: whether the answer fitted, and the answer, by suite and id.
/// The marks of the suite's file are not ours to store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Baseline {
    entries: BTreeMap<(String, u32), (bool, String)>,
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// `suite:id`.
    pub test: String,
    /// The class now.
    pub class: Class,
    /// The answer now.
    pub answer: String,
    /// The answer before.
    pub before: String,
    /// What the file expects.
    pub expected: String,
    /// Whether passing or failing has changed, and not only the answer.
    pub flipped: bool,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let class = if self.flipped { self.class.name() } else { "answer" };
        write!(
            f,
            "{} {class} {} [{}] (before: {})",
            self.test, self.answer, self.expected, self.before
        )
    }
}

impl Baseline {
    /// The run as a baseline.
    pub fn of(records: &[Record]) -> Baseline {
        let mut b = Baseline::default();
        for r in records {
            let id = r.id.parse().unwrap_or(0);
            b.entries.insert((r.suite.clone(), id), (r.class.passes(), r.answer.clone()));
        }
        b
    }

    /// Reads the lines that [`Baseline::write`] wrote; faulty lines are named and left out.
    pub fn parse(text: &str) -> (Baseline, Vec<String>) {
        let mut b = Baseline::default();
        let mut faults = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut parts = line.splitn(4, '\t');
            let entry = (|| {
                let suite = parts.next()?.to_string();
                let id = parts.next()?.parse().ok()?;
                let passes = match parts.next()? {
                    "pass" => true,
                    "fail" => false,
                    _ => return None,
                };
                Some(((suite, id), (passes, parts.next()?.to_string())))
            })();
            match entry {
                Some((k, v)) => {
                    b.entries.insert(k, v);
                }
                None => faults.push(format!(
                    "line {}: found {line:?}, expected suite, id, pass or fail, and the answer, divided by tabs",
                    i + 1
                )),
            }
        }
        (b, faults)
    }

    /// One line a test.
    pub fn write(&self) -> String {
        let mut s =
            String::from("# touchstone regress baseline: suite, id, pass or fail, answer\n");
        for ((suite, id), (passes, answer)) in &self.entries {
            let word = if *passes { "pass" } else { "fail" };
            s.push_str(&format!("{suite}\t{id}\t{word}\t{answer}\n"));
        }
        s
    }

    /// How many tests it holds.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What differs now; tests that the baseline does not hold are left out.
    pub fn changes(&self, records: &[Record]) -> Vec<Change> {
        let mut changes = Vec::new();
        for r in records {
            let key = (r.suite.clone(), r.id.parse().unwrap_or(0));
            let Some((passed, before)) = self.entries.get(&key) else { continue };
            let flipped = *passed != r.class.passes();
            if flipped || *before != r.answer {
                changes.push(Change {
                    test: format!("{}:{}", r.suite, r.id),
                    class: Class::of(r.class.passes(), !*passed),
                    answer: r.answer.clone(),
                    before: before.clone(),
                    expected: r.expected.clone(),
                    flipped,
                });
            }
        }
        changes
    }
}
