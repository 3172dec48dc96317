//! The JSON shapes of analyses, evaluations and counts.

use serde::{Deserialize, Serialize};
use touchstone_kernel::{Score, Seat, Value, Verdict, VerdictResult};

/// How a sure result ends.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EndJson {
    /// `win`, `loss` or `draw` for the side whose value it is.
    pub result: String,
    /// The distance in plies that the value carries (over chance a mean).
    pub plies: u32,
}

/// A value: exact or a bound, for the side to move at the analysed position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ValueJson {
    /// `exact`, `at_least` or `at_most`.
    pub kind: String,
    /// −1,000,000 (loss) to 1,000,000 (win).
    pub score: i64,
    /// The expected result in per cent.
    pub percent: f64,
    /// Whether it comes from the rules, an exact table or a finished proof.
    pub proved: bool,
    /// Given for sure results only.
    pub end: Option<EndJson>,
}

impl ValueJson {
    /// The shape of what an engine states of its move; `None` where that says nothing (a bound
    /// that every value keeps, as of an engine that judges no positions).
    pub fn claim(value: Value, proved: bool) -> Option<ValueJson> {
        let empty = matches!(value, Value::AtLeast(s) if s <= Score::LOSS)
            || matches!(value, Value::AtMost(s) if s >= Score::WIN);
        (!empty).then(|| ValueJson::new(value, proved))
    }

    /// The shape of `value`. A sure win that is exact or a lower bound is
    /// proved, and so is its mirror image.
    pub fn new(value: Value, proved: bool) -> ValueJson {
        let s = value.number();
        let sure = match value {
            Value::Exact(s) => s.is_sure(),
            Value::AtLeast(s) => s.is_sure_win(),
            Value::AtMost(s) => s.is_sure_loss(),
        };
        let end = if sure {
            let result = if s.is_sure_win() { "win" } else { "loss" };
            s.plies_to_end().map(|plies| EndJson { result: result.into(), plies })
        } else {
            None
        };
        ValueJson {
            kind: value.kind().into(),
            score: s.millionths(),
            percent: percent(s),
            proved: proved || sure,
            end,
        }
    }

    /// The value of a game that ended with `verdict`, for `seat`.
    pub fn ended(verdict: &Verdict, seat: Seat) -> ValueJson {
        let score = match verdict.result {
            VerdictResult::Draw => Score::DRAW,
            VerdictResult::Win(s) if s == seat => Score::WIN,
            VerdictResult::Win(_) => Score::LOSS,
        };
        let mut json = ValueJson::new(Value::Exact(score), true);
        if score == Score::DRAW {
            json.end = Some(EndJson { result: "draw".into(), plies: 0 });
        }
        json
    }
}

/// Per cent to four decimals, so that JSON stays short and a slope in a won
/// game stays visible in `score`.
pub fn percent(s: Score) -> f64 {
    (s.percent() * 10_000.0).round() / 10_000.0
}

/// One way that luck may fall.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OutcomeJson {
    /// What happens, in the game's notation.
    pub event: String,
    /// Its weight.
    pub weight: u64,
    /// The sum of the weights.
    pub total: u64,
    /// The value after it, for the side to move at the analysed position.
    pub value: ValueJson,
    /// The best answer; `null` where the game is over or nothing was searched.
    pub reply: Option<String>,
    /// Why the game is over after it, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<String>,
}

/// One root move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveJson {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the side to move.
    pub value: ValueJson,
    /// The line that supports it.
    pub line: Vec<String>,
    /// What may come of it; empty where luck has no part.
    pub outcomes: Vec<OutcomeJson>,
    /// Nodes spent on it.
    #[serde(default)]
    pub nodes: u64,
}

/// A static judgement.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct StaticJson {
    /// −1,000,000 to 1,000,000, for the side to move.
    pub score: i64,
    /// The same in per cent.
    pub percent: f64,
}

/// Something that an engine said and that cannot be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contradiction {
    /// Which rule is broken: `average_outside_outcomes`, `claim_above_outcomes`,
    /// `claim_below_outcomes`, `end_denies_score`, `illegal_line`, `bad_weights`,
    /// `colour_flip`.
    pub what: String,
    /// The line to the place.
    #[serde(rename = "where")]
    pub at: Vec<String>,
    /// The numbers.
    pub detail: String,
}

/// What an audit found.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct AuditJson {
    /// How many statements were tested.
    pub checked: u64,
    /// Those that cannot be true together.
    pub contradictions: Vec<Contradiction>,
}

/// `analyse --json`, last line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AnalysisJson {
    /// The version of this shape.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The rules preset.
    pub rules: String,
    /// The position text.
    pub position: String,
    /// The side to move; `null` while colours are unbound.
    pub side: Option<String>,
    /// The depth in plies that was finished.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Wall-clock milliseconds.
    pub time_ms: u64,
    /// The static judgement, where there is one.
    #[serde(rename = "static")]
    pub static_value: Option<StaticJson>,
    /// For a root where luck comes first: what may come.
    pub outcomes: Vec<OutcomeJson>,
    /// Root moves, best first.
    pub moves: Vec<MoveJson>,
    /// Only with `--audit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit: Option<AuditJson>,
}

/// One term of an evaluation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TermJson {
    /// Its name.
    pub name: String,
    /// What the side to move has of it.
    pub own: i32,
    /// What the other side has of it.
    pub other: i32,
    /// What it adds for the side to move.
    pub value: i32,
}

/// `eval --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EvalJson {
    /// The version of this shape.
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The side to move.
    pub side: Option<String>,
    /// −1,000,000 to 1,000,000, for the side to move.
    pub score: i64,
    /// The same in per cent.
    pub percent: f64,
    /// What the terms' units are.
    pub units: String,
    /// The terms.
    pub terms: Vec<TermJson>,
    /// What else a game has to say (Dice Chess: king captures of 216 rolls).
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// One line of `perft --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PerftJson {
    /// The depth in plies.
    pub depth: u32,
    /// Decisions at that depth.
    pub moves: u64,
    /// Positions after every event.
    pub positions: u64,
    /// With `--divide`: the counts behind each root move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divide: Vec<serde_json::Value>,
}

/// `solve --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolveJson {
    /// The version of this shape.
    pub schema: u32,
    /// The proved value, if one was found.
    pub value: Option<ValueJson>,
    /// Nodes spent.
    pub nodes: u64,
    /// `rules`, `table` or `search`.
    pub proof: Option<String>,
    /// What else a game has to say (Go: groups; tables: the best move).
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// How a game ended, in texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VerdictJson {
    /// The seat that won (`first`, `second`), or `null` for a draw.
    pub winner: Option<String>,
    /// The side that won, where colours are bound.
    pub side: Option<String>,
    /// Why, in snake case.
    pub reason: String,
    /// Whether it hangs on the history.
    pub by_line: bool,
}

#[cfg(test)]
mod claims {
    use super::*;

    /// Records once said that a ruler without judgement expected 0 % of every move.
    #[test]
    fn a_bound_that_says_nothing_is_no_claim() {
        assert_eq!(ValueJson::claim(Value::AtLeast(Score::LOSS), false), None);
        assert_eq!(ValueJson::claim(Value::AtMost(Score::WIN), false), None);
        for says in
            [Value::AtMost(Score::LOSS), Value::AtLeast(Score::DRAW), Value::Exact(Score::LOSS)]
        {
            assert!(ValueJson::claim(says, false).is_some(), "{says:?}");
        }
    }
}
