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
//! A run is compared with a stored baseline and says what newly passes and
//! newly fails.

use crate::desk::{self, AnyEngine, Ask, DeskError};
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

    /// Runs the tests that `only` names (all if it is empty).
    pub fn run(
        &self,
        engine: &mut dyn AnyEngine,
        only: &[String],
        nodes: Option<u64>,
        mut see: impl FnMut(&TestJson),
    ) -> Result<Vec<TestJson>, DeskError> {
        let game = desk::game(&self.game)?;
        let mut results = Vec::new();
        for t in self.tests.iter().filter(|t| {
            let full = format!("{}:{}", self.suite, t.id);
            only.is_empty() || only.contains(&t.id) || only.contains(&full)
        }) {
            let table = game.table(&t.position, &self.rules, &t.moves)?;
            engine.new_game();
            let budget = nodes.or(t.nodes).unwrap_or(self.nodes);
            let begun = Instant::now();
            let a = engine.analyse(table.as_ref(), &Ask::new(Limits::nodes(budget)))?;
            let ms = begun.elapsed().as_millis() as u64;
            let best = a.moves.first();
            let fits = best.is_some_and(|m| {
                (t.best.is_empty() || t.best.contains(&m.mv))
                    && !t.avoid.contains(&m.mv)
                    && t.percent.is_none_or(|[lo, hi]| (lo..=hi).contains(&m.value.percent))
            });
            let class = match (fits, t.expected_fail) {
                (true, false) => "pass",
                (false, true) => "fail",
                (true, true) => "PASS",
                (false, false) => "FAIL",
            };
            let result = TestJson {
                suite: self.suite.clone(),
                id: t.id.clone(),
                command: format!("analyse {} nodes {budget}", self.game),
                answer: best
                    .map_or("unknown".into(), |m| format!("{} {:.1} %", m.mv, m.value.percent)),
                expected: t.expected(),
                expected_fail: t.expected_fail,
                class: class.into(),
                proved: best.is_some_and(|m| m.value.proved),
                nodes: a.nodes,
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

/// A stored run: by suite and test, whether it passed and its answer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Baseline {
    /// `suite:id` to whether it passed, and the answer.
    pub tests: BTreeMap<String, (bool, String)>,
}

impl Baseline {
    /// The baseline of a run.
    pub fn of(results: &[TestJson]) -> Baseline {
        let key = |t: &TestJson| format!("{}:{}", t.suite, t.id);
        let passed = |t: &TestJson| t.class.eq_ignore_ascii_case("pass");
        Baseline {
            tests: results.iter().map(|t| (key(t), (passed(t), t.answer.clone()))).collect(),
        }
    }

    /// What differs now: a line for every test that newly passes or newly fails.
    pub fn changes(&self, results: &[TestJson]) -> Vec<String> {
        let now = Baseline::of(results);
        let mut lines = Vec::new();
        for (key, (passes, answer)) in &now.tests {
            let Some((passed, before)) = self.tests.get(key) else {
                lines.push(format!("{key} is new: {answer}"));
                continue;
            };
            if passed != passes {
                let word = if *passes { "newly passes" } else { "newly fails" };
                lines.push(format!("{key} {word}: {answer} (before: {before})"));
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::EngineSpec;

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

    fn engine() -> Box<dyn AnyEngine> {
        desk::game("toy").unwrap().engine(&EngineSpec::default()).unwrap()
    }

    #[test]
    fn a_suite_runs_and_is_compared_with_its_baseline() {
        let suite = Suite::parse(TEXT, "toy.toml").unwrap();
        let results = suite.run(engine().as_mut(), &[], None, |_| ()).unwrap();
        let classes: Vec<_> = results.iter().map(|r| r.class.as_str()).collect();
        assert_eq!(classes, ["pass", "pass", "fail"]);
        let mut totals = TotalsJson::default();
        results.iter().for_each(|r| totals.add(r));
        assert_eq!((totals.total, totals.pass, totals.fail), (3, 2, 1));
        let mut before = Baseline::of(&results);
        assert!(before.changes(&results).is_empty());
        before.tests.insert("toy:finish".into(), (false, "t1 0.0 %".into()));
        assert_eq!(
            before.changes(&results),
            ["toy:finish newly passes: t2 100.0 % (before: t1 0.0 %)"]
        );
        let one = suite.run(engine().as_mut(), &["no-gift".into()], None, |_| ()).unwrap();
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
