//! Reading a suite: tests, state commands, and what is wrong with the file.

use super::expect::Expectation;
use crate::sgf::decode;

/// A numbered command with its expectation.
#[derive(Clone, Debug)]
pub struct Test {
    /// The number.
    pub id: u32,
    /// Line in the file, from 1.
    pub line: usize,
    /// The command without the number.
    pub command: String,
    /// What the answer has to be; `None` if the file says nothing.
    pub expected: Option<Expectation>,
}

/// One line that does something.
#[derive(Clone, Debug)]
pub enum Item {
    /// A command that prepares the position.
    State {
        /// Line in the file, from 1.
        line: usize,
        /// The command as it stands.
        command: String,
    },
    /// A test.
    Test(Test),
}

/// Something wrong in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// Line in the file, from 1.
    pub line: usize,
    /// What, in words.
    pub what: String,
    /// Whether the line's meaning is lost (a malformed line), or it is used after all.
    pub lost: bool,
}

/// A suite.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Its name: the file's name without folder and ending.
    pub name: String,
    /// Tests and state commands in file order.
    pub items: Vec<Item>,
    /// What is wrong with it.
    pub complaints: Vec<Complaint>,
}

/// Ids that GNU Go keeps for its counters.
const RESERVED: std::ops::RangeInclusive<u32> = 10_000..=10_005;

impl Suite {
    /// Reads a suite; nothing in it can make the reading fail.
    pub fn parse(name: &str, bytes: &[u8]) -> Suite {
        let text = decode(bytes);
        let mut suite = Suite { name: name.into(), items: Vec::new(), complaints: Vec::new() };
        let mut ids = std::collections::HashMap::new();
        for (i, raw) in text.lines().enumerate() {
            let line = i + 1;
            let body = raw.trim();
            if let Some(rest) = body.strip_prefix("#?") {
                suite.expectation(line, rest.trim());
                continue;
            }
            let body = body.split('#').next().unwrap_or("").trim();
            if body.is_empty() {
                continue;
            }
            let (head, rest) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
            if !head.bytes().all(|b| b.is_ascii_digit()) {
                suite.items.push(Item::State { line, command: body.into() });
                continue;
            }
            let (Ok(id), command) = (head.parse::<u32>(), rest.trim()) else {
                suite.complain(line, format!("the id {head} is too large"), true);
                continue;
            };
            if command.is_empty() {
                suite.complain(line, format!("id {id} without a command"), true);
                continue;
            }
            if RESERVED.contains(&id) {
                continue;
            }
            if let Some(before) = ids.insert(id, line) {
                suite.complain(line, format!("id {id} stands in line {before} already"), false);
            }
            suite.items.push(Item::Test(Test {
                id,
                line,
                command: command.into(),
                expected: None,
            }));
        }
        let silent: Vec<(usize, u32)> =
            suite.tests().filter(|t| t.expected.is_none()).map(|t| (t.line, t.id)).collect();
        for (line, id) in silent {
            suite.complain(line, format!("id {id} has no expectation"), true);
        }
        suite.complaints.sort_by_key(|c| c.line);
        suite
    }

    fn complain(&mut self, line: usize, what: String, lost: bool) {
        self.complaints.push(Complaint { line, what, lost });
    }

    fn expectation(&mut self, line: usize, text: &str) {
        let (expected, notes) = match Expectation::parse(text) {
            Ok(done) => done,
            Err(what) => {
                self.complain(line, what, true);
                return;
            }
        };
        for (what, lost) in notes {
            self.complain(line, what, lost);
        }
        let last = self.items.iter_mut().rev().find_map(|i| match i {
            Item::Test(t) => Some(t),
            Item::State { .. } => None,
        });
        match last {
            None => self.complain(line, "an expectation before any test".into(), true),
            Some(t) if t.expected.is_some() => {
                let what = format!("a second expectation for id {}", t.id);
                self.complain(line, what, true);
            }
            Some(t) => t.expected = Some(expected),
        }
    }

    /// The tests.
    pub fn tests(&self) -> impl Iterator<Item = &Test> {
        self.items.iter().filter_map(|i| match i {
            Item::Test(t) => Some(t),
            Item::State { .. } => None,
        })
    }
}
