//! Our JSON lines: analysis requests and answers, one object a line.
//!
//! Requests may be answered in any order, matched by `id`; closing the input
//! finishes the queue. The answer's body is the object of `analyse --json` with
//! `id` and `is_during_search` in front. Values are those of the side to move.
//! docs/json-protocol.md has examples.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use touchstone_kernel::Limits;

/// One request.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    /// Comes back with every answer.
    #[serde(default)]
    pub id: Value,
    /// `query_version`, `terminate` (with `terminate_id`), `terminate_all` or
    /// `clear_cache`; absent for an analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Which request `terminate` ends.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub terminate_id: Value,
    /// The game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// The rules preset; the default if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The position text, as the seat to decide knows it; `start` if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// The moves since, with what luck made of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// After how many moves to analyse, several at once; empty: after the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub analyse_turns: Vec<usize>,
    /// Nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// How many best moves get exact values and lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<usize>,
    /// Only these root moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow_moves: Vec<String>,
    /// For play (habits of play allowed) instead of judgement.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub play: bool,
    /// Audit the answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub audit: bool,
    /// Higher ones are taken first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<i64>,
}

const FIELDS: [&str; 16] = [
    "id",
    "action",
    "terminate_id",
    "game",
    "rules",
    "position",
    "moves",
    "analyse_turns",
    "nodes",
    "depth",
    "time_ms",
    "lines",
    "allow_moves",
    "play",
    "audit",
    "priority",
];

/// A refused request, as it is answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// What is wrong.
    pub error: String,
    /// In which field; empty for the line as a whole.
    pub field: String,
    /// The request's id, if it could be read.
    pub id: Value,
}

/// A remark on a request that is answered all the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Warning {
    /// What is odd.
    pub warning: String,
    /// In which field.
    pub field: String,
    /// The request's id.
    pub id: Value,
}

impl Request {
    /// The limits that the request names.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, time_ms: self.time_ms, mate_plies: None }
    }

    /// Reads one line. Unknown fields are warned of, bad ones refused by name.
    pub fn parse(line: &str) -> Result<(Request, Vec<Warning>), Refusal> {
        let refuse =
            |error: String, field: &str, id: Value| Refusal { error, field: field.into(), id };
        let value: Value = serde_json::from_str(line)
            .map_err(|e| refuse(format!("column {}: {e}", e.column()), "", Value::Null))?;
        let Value::Object(map) = &value else {
            return Err(refuse("found no object; expected {...}".into(), "", Value::Null));
        };
        let id = map.get("id").cloned().unwrap_or(Value::Null);
        let mut warnings = Vec::new();
        for (name, v) in map {
            if !FIELDS.contains(&name.as_str()) {
                warnings.push(Warning {
                    warning: "unknown field, ignored".into(),
                    field: name.clone(),
                    id: id.clone(),
                });
                continue;
            }
            // One field at a time, so that the refusal can name it.
            let one = Value::Object([(name.clone(), v.clone())].into_iter().collect());
            if let Err(e) = serde_json::from_value::<Request>(one) {
                return Err(refuse(e.to_string(), name, id));
            }
        }
        let request: Request = serde_json::from_value(value.clone())
            .map_err(|e| refuse(e.to_string(), "", id.clone()))?;
        if let Some(turn) = request.analyse_turns.iter().find(|t| **t > request.moves.len()) {
            let error = format!("found {turn}; expected at most {}", request.moves.len());
            return Err(refuse(error, "analyse_turns", id));
        }
        Ok((request, warnings))
    }

    /// The request as one line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// One line from an analysis engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// An answer: its id, whether it is only a report during the search, and all of it.
    Answer {
        /// The request's id.
        id: Value,
        /// Whether the search still runs.
        during_search: bool,
        /// The object.
        body: Value,
    },
    /// A refusal.
    Refusal(Refusal),
    /// A warning, or anything else.
    Other,
}

/// Hears one line; unknown fields are ignored. This never fails.
pub fn hear(line: &str) -> Heard {
    let Ok(body) = serde_json::from_str::<Value>(line) else { return Heard::Other };
    if body.get("error").is_some() {
        let text = |k: &str| body.get(k).and_then(Value::as_str).unwrap_or("").to_string();
        return Heard::Refusal(Refusal {
            error: text("error"),
            field: text("field"),
            id: body.get("id").cloned().unwrap_or(Value::Null),
        });
    }
    match body.get("id") {
        Some(id) if body.get("warning").is_none() => Heard::Answer {
            id: id.clone(),
            during_search: body.get("is_during_search").and_then(Value::as_bool).unwrap_or(false),
            body,
        },
        _ => Heard::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn requests_round_trip_and_bad_ones_name_their_field() {
        let r = Request {
            id: 7.into(),
            game: "banqi".into(),
            moves: vec!["a1a1=G".into()],
            nodes: Some(5),
            ..Request::default()
        };
        assert_eq!(Request::parse(&r.line()).unwrap(), (r, vec![]));
        let e = Request::parse(r#"{"id":"x","nodes":"many"}"#).unwrap_err();
        assert_eq!((e.field.as_str(), e.id), ("nodes", "x".into()));
        let e = Request::parse(r#"{"id":"x","moves":["a"],"analyse_turns":[2]}"#).unwrap_err();
        assert_eq!(e.field, "analyse_turns");
        let (_, w) = Request::parse(r#"{"id":1,"maxVisits":3}"#).unwrap();
        assert_eq!(w[0].field, "maxVisits");
        assert!(Request::parse("[1]").is_err() && Request::parse("{").is_err());
    }

    #[test]
    fn answers_are_heard() {
        assert!(matches!(
            hear(r#"{"id":3,"is_during_search":true,"moves":[]}"#),
            Heard::Answer { during_search: true, .. }
        ));
        assert!(matches!(hear(r#"{"error":"bad","field":"rules","id":3}"#), Heard::Refusal(_)));
        assert_eq!(hear(r#"{"warning":"odd","field":"x","id":3}"#), Heard::Other);
        assert_eq!(hear("hello"), Heard::Other);
    }

    proptest! {
        #[test]
        fn reading_never_panics(line in ".{0,80}") {
            let _ = (Request::parse(&line), hear(&line));
        }
    }
}
