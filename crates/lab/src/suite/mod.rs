//! Regression suites of positions: best moves, moves to avoid, ranges of the
//! value, and marks for what is expected to fail.
//!
//! ```toml
//! suite = "banqi-guards"
//! game = "banqi"
//! rules = "tcga"          # optional
//! nodes = 20000
//!
//! [[test]]
//! id = "lone-soldier"
//! position = "..."        # and moves = [...], optional
//! best = ["a1a2"]         # any of these
//! avoid = ["b1b1"]        # none of these
//! percent = [60, 100]     # the best move's value
//! expected_fail = false
//! note = "why"
//! ```
//!
//! Any engine can be asked: an own one, or a program (one that states no expected
//! results answers `unknown` where `percent` is asked). A run is compared with a stored
//! baseline and says what newly passes and newly fails, and what it cost.

use crate::desk::{self, Ask, DeskError};
use crate::laws::Subject;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;
use touchstone_kernel::{Limits, TextError};

/// One test.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Its name within the suite.
    pub id: String,
    /// The position text.
    #[serde(default)]
    pub position: String,
    /// The moves since.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Any of these is right.
    #[serde(default)]
    pub best: Vec<String>,
    /// All of these are wrong.
    #[serde(default)]
    pub avoid: Vec<String>,
    /// The range that holds the best move's value in per cent.
    pub percent: Option<[f64; 2]>,
    /// Nodes for this test.
    pub nodes: Option<u64>,
    /// Asked as in a game, with what belongs to play (contempt, no first repetition);
    /// otherwise as an analysis.
    #[serde(default)]
    pub play: bool,
    /// It is known to fail.
    #[serde(default)]
    pub expected_fail: bool,
    /// Why it stands here.
    #[serde(default)]
    pub note: String,
}

/// A suite.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Its name.
    pub suite: String,
    /// The game.
    pub game: String,
    /// The rules preset; empty for the default.
    #[serde(default)]
    pub rules: String,
    /// Nodes for tests that name none.
    pub nodes: u64,
    /// The tests.
    #[serde(rename = "test", default)]
    pub tests: Vec<Test>,
}

/// One test, run: a line of `regress --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TestJson {
    /// The suite.
    pub suite: String,
    /// The test.
    pub id: String,
    /// What was asked.
    pub command: String,
    /// The engine's move and value.
    pub answer: String,
    /// What is right.
    pub expected: String,
    /// Whether it is known to fail.
    pub expected_fail: bool,
    /// `pass`, `fail` (expected), `PASS` or `FAIL` (unexpected).
    pub class: String,
    /// Whether the value is proved.
    pub proved: bool,
    /// Nodes used.
    pub nodes: u64,
    /// Milliseconds used.
    pub ms: u64,
}

/// Sums: the last line of `regress --json`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TotalsJson {
    /// Tests.
    pub total: u64,
    /// As expected.
    pub pass: u64,
    /// Expected failures.
    pub fail: u64,
    /// Unexpected passes.
    #[serde(rename = "PASS")]
    pub unexpected_pass: u64,
    /// Unexpected failures.
    #[serde(rename = "FAIL")]
    pub unexpected_fail: u64,
    /// Tests without an answer.
    pub unknown: u64,
    /// Tests that cannot be read.
    pub malformed: u64,
    /// Nodes.
    pub nodes: u64,
    /// Milliseconds.
    pub ms: u64,
}

impl TotalsJson {
    /// Counts a test.
    pub fn add(&mut self, t: &TestJson) {
        self.total += 1;
        match t.class.as_str() {
            "pass" => self.pass += 1,
            "fail" => self.fail += 1,
            "PASS" => self.unexpected_pass += 1,
            _ => self.unexpected_fail += 1,
        }
        self.unknown += u64::from(t.answer == "unknown");
        self.nodes += t.nodes;
        self.ms += t.ms;
    }
}

impl Suite {
    /// Reads a suite and checks that every test can be set up and says something.
    pub fn parse(text: &str, place: &str) -> Result<Suite, DeskError> {
        let suite: Suite = toml::from_str(text).map_err(|e| {
            TextError::new(place.to_string(), e.message().to_string(), "a suite of positions")
        })?;
        let game = desk::game(&suite.game)?;
        let mut seen = std::collections::BTreeSet::new();
        for t in &suite.tests {
            let at = format!("{place}, test {}", t.id);
            if !seen.insert(&t.id) {
                return Err(TextError::new(at, "the id twice", "each id once").into());
            }
            if t.best.is_empty() && t.avoid.is_empty() && t.percent.is_none() {
                let expected = "best, avoid or percent";
                return Err(TextError::new(at, "nothing that is expected", expected).into());
            }
            let table = game
                .table(&t.position, &suite.rules, &t.moves)
                .map_err(|e| desk::adapter::in_place(e, &at))?;
            let legal = table.legal();
            for m in t.best.iter().chain(&t.avoid) {
                if !legal.contains(m) {
                    return Err(TextError::new(at, m.clone(), "a legal move").into());
                }
            }
        }
        Ok(suite)
    }

    /// Runs the tests that `only` names (all if it is empty). A program that breaks down at a
    /// test fails that test and is asked the next.
    pub fn run(
        &self,
        subject: &mut dyn Subject,
        only: &[String],
        nodes: Option<u64>,
        mut see: impl FnMut(&TestJson),
    ) -> Result<Vec<TestJson>, DeskError> {
        let game = desk::game(&self.game)?;
        let start = game.table("", &self.rules, &[])?;
        let caps = subject.learn(start.as_ref()).map_err(|f| DeskError::Engine(f.to_string()))?;
        let mut results = Vec::new();
        for t in self.tests.iter().filter(|t| {
            let full = format!("{}:{}", self.suite, t.id);
            only.is_empty() || only.contains(&t.id) || only.contains(&full)
        }) {
            let table = game.table(&t.position, &self.rules, &t.moves)?;
            let budget = nodes.or(t.nodes).unwrap_or(self.nodes);
            let begun = Instant::now();
            let judged = subject.fresh(table.as_ref()).and_then(|()| {
                if caps.scores {
                    let ask = if t.play { Ask::for_play } else { Ask::new };
                    let a = subject.analyse(table.as_ref(), &ask(Limits::nodes(budget)))?;
                    let (nodes, best) = (a.nodes, a.moves.into_iter().next());
                    Ok((nodes, best.map(|m| (m.mv, Some(m.value)))))
                } else {
                    let c = subject.choose(table.as_ref(), &Limits::nodes(budget))?;
                    Ok((c.nodes, Some((c.mv, None))))
                }
            });
            let ms = begun.elapsed().as_millis() as u64;
            let (used, best, broke) = match judged {
                Ok((n, best)) => (n, best, None),
                Err(f) => (0, None, Some(f.to_string())),
            };
            // A score in pawns says nothing of an expected result.
            let value = best.as_ref().and_then(|b| b.1.as_ref()).filter(|_| caps.values.is_some());
            let fits = best.as_ref().is_some_and(|(mv, _)| {
                (t.best.is_empty() || t.best.contains(mv)) && !t.avoid.contains(mv)
            }) && t
                .percent
                .is_none_or(|[lo, hi]| value.is_some_and(|v| (lo..=hi).contains(&v.percent)));
            let class = match (fits, t.expected_fail) {
                (true, false) => "pass",
                (false, true) => "fail",
                (true, true) => "PASS",
                (false, false) => "FAIL",
            };
            let answer = match (&best, value, broke) {
                (_, _, Some(fault)) => fault,
                (Some((mv, _)), Some(v), _) => format!("{mv} {:.1} %", v.percent),
                (Some((mv, _)), None, _) if t.percent.is_none() => mv.clone(),
                _ => "unknown".into(),
            };
            let result = TestJson {
                suite: self.suite.clone(),
                id: t.id.clone(),
                command: format!(
                    "{} {} nodes {budget}",
                    if t.play { "play" } else { "analyse" },
                    self.game
                ),
                answer,
                expected: t.expected(),
                expected_fail: t.expected_fail,
                class: class.into(),
                proved: value.is_some_and(|v| v.proved),
                nodes: used,
                ms,
            };
            see(&result);
            results.push(result);
        }
        Ok(results)
    }
}

impl Test {
    fn expected(&self) -> String {
        let mut parts = Vec::new();
        if !self.best.is_empty() {
            parts.push(self.best.join(" or "));
        }
        if !self.avoid.is_empty() {
            parts.push(format!("not {}", self.avoid.join(" ")));
        }
        if let Some([lo, hi]) = self.percent {
            parts.push(format!("{lo} to {hi} %"));
        }
        parts.join(", ")
    }
}

/// What a baseline keeps of one test.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Whether it passed.
    pub passed: bool,
    /// The answer.
    pub answer: String,
    /// Nodes used.
    pub nodes: u64,
}

/// A stored run, by `suite:id`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Baseline {
    /// The tests.
    pub tests: BTreeMap<String, Kept>,
}

impl Baseline {
    /// The baseline of a run.
    pub fn of(results: &[TestJson]) -> Baseline {
        let tests = results.iter().map(|t| {
            let passed = t.class.eq_ignore_ascii_case("pass");
            let kept = Kept { passed, answer: t.answer.clone(), nodes: t.nodes };
            (format!("{}:{}", t.suite, t.id), kept)
        });
        Baseline { tests: tests.collect() }
    }

    /// What differs now: a line for every test that newly passes or newly fails, and a last
    /// line with the nodes of the tests that both runs hold.
    pub fn changes(&self, results: &[TestJson]) -> Vec<String> {
        let now = Baseline::of(results);
        let mut lines = Vec::new();
        let mut nodes = [0u64; 2];
        for (key, is) in &now.tests {
            let Some(was) = self.tests.get(key) else {
                lines.push(format!("{key} is new: {} ({} nodes)", is.answer, is.nodes));
                continue;
            };
            nodes[0] += was.nodes;
            nodes[1] += is.nodes;
            if was.passed != is.passed {
                let word = if is.passed { "newly passes" } else { "newly fails" };
                lines.push(format!(
                    "{key} {word}: {}, {} nodes (before: {}, {} nodes)",
                    is.answer, is.nodes, was.answer, was.nodes
                ));
            }
        }
        if nodes[0] != nodes[1] {
            lines.push(format!(
                "nodes over the tests of both runs: {} before, {} now",
                nodes[0], nodes[1]
            ));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::EngineSpec;
    use crate::laws::InsideSubject;

    const TEXT: &str = r#"
suite = "toy"
game = "toy"
nodes = 10
[[test]]
id = "finish"
position = "2 one"
best = ["t2"]
percent = [99, 100]
[[test]]
id = "no-gift"
position = "3 two"
avoid = ["t1", "t2"]
[[test]]
id = "hopeless"
position = "3 two"
percent = [90, 100]
expected_fail = true
"#;

    fn engine() -> InsideSubject {
        let game = desk::game("toy").unwrap();
        InsideSubject::of(game.engine(&EngineSpec::default()).unwrap(), game)
    }

    #[test]
    fn a_suite_runs_and_is_compared_with_its_baseline() {
        let suite = Suite::parse(TEXT, "toy.toml").unwrap();
        let results = suite.run(&mut engine(), &[], None, |_| ()).unwrap();
        let classes: Vec<_> = results.iter().map(|r| r.class.as_str()).collect();
        assert_eq!(classes, ["pass", "pass", "fail"]);
        let mut totals = TotalsJson::default();
        results.iter().for_each(|r| totals.add(r));
        assert_eq!((totals.total, totals.pass, totals.fail), (3, 2, 1));
        let mut before = Baseline::of(&results);
        assert!(before.changes(&results).is_empty());
        let nodes = results[0].nodes;
        let worse = Kept { passed: false, answer: "t1 0.0 %".into(), nodes: nodes + 5 };
        before.tests.insert("toy:finish".into(), worse);
        let changes = before.changes(&results);
        assert_eq!(
            changes[0],
            format!(
                "toy:finish newly passes: t2 100.0 %, {nodes} nodes (before: t1 0.0 %, {} nodes)",
                nodes + 5
            )
        );
        assert!(changes[1].starts_with("nodes over the tests"), "{changes:?}");
        let one = suite.run(&mut engine(), &["no-gift".into()], None, |_| ()).unwrap();
        assert_eq!(one.len(), 1);
    }

    #[test]
    fn a_bad_suite_says_where() {
        for (from, to, part) in [
            ("2 one", "2 none", "toy.toml, test finish, side: found none"),
            ("\"t2\"]\npercent", "\"t7\"]\npercent", "found t7"),
            ("id = \"no-gift\"", "id = \"finish\"", "the id twice"),
            ("avoid = [\"t1\", \"t2\"]", "note = \"x\"", "nothing that is expected"),
            ("nodes = 10", "nods = 10", "toy.toml"),
        ] {
            let e = Suite::parse(&TEXT.replace(from, to), "toy.toml").unwrap_err().to_string();
            assert!(e.contains(part), "{to}: {e}");
        }
    }
}
