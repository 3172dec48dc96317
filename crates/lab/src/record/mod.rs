//! Records: one game a line, with all that is needed to play it again.
//!
//! Format: JSON Lines, schema 1 (docs/records.md). A file may be compressed
//! with zstd; readers tell by the first bytes.

mod check;
mod convert;
mod file;

pub use check::{Checked, check, replay};
pub use convert::{Format, convert};
pub use file::{ReadReport, read_records, write_record};

use crate::desk::VerdictJson;
use crate::player::Fault;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use touchstone_kernel::Seat;

/// The version of the record's shape.
pub const SCHEMA: u32 = 1;

/// Reasons of ends that a seat brings about and the rules do not know of.
pub const BY_SEAT: [&str; 2] = ["resignation", "time"];

/// Who sat in a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatRecord {
    /// `a` or `b`: which contender of the match.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub contender: String,
    /// What it is called.
    pub name: String,
    /// The side it held, once known (`red`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// What identifies it: short form, hash of its binary or parameters, version.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub identity: BTreeMap<String, String>,
}

/// One decision with what luck made of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlyRecord {
    /// `first` or `second`: who decided.
    pub seat: String,
    /// The token as the mover saw it.
    #[serde(rename = "move")]
    pub token: String,
    /// The token as the other seat saw it, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// What the mover's engine said of its move, in millionths for the mover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// `at_least` or `at_most` where that is a bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// Nodes used.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub nodes: u64,
    /// Depth finished.
    #[serde(default, skip_serializing_if = "is_zero_32")]
    pub depth: u32,
    /// Wall-clock milliseconds. Not part of the record's fingerprint.
    #[serde(default, skip_serializing_if = "is_no_time")]
    pub ms: f64,
}

impl PlyRecord {
    /// A decision of `mover` by its tokens as each seat saw them.
    pub fn seen(mover: Seat, seen: &[String; 2]) -> PlyRecord {
        let (own, other) = (&seen[mover.index()], &seen[mover.other().index()]);
        PlyRecord {
            seat: mover.name().into(),
            token: own.clone(),
            other: (own != other).then(|| other.clone()),
            ..PlyRecord::default()
        }
    }
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

fn is_no_time(ms: &f64) -> bool {
    *ms == 0.0
}

fn is_zero_32(n: &u32) -> bool {
    *n == 0
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ResultRecord {
    /// The seat that won, `null` for a draw.
    pub winner: Option<String>,
    /// Why: the rules' reason, `max_plies`, one of [`BY_SEAT`], or the fault's kind; empty
    /// for a game that goes on.
    pub reason: String,
    /// Where an engine erred: which seat and what was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<SeatFault>,
    /// Whether the game counts for nothing (a fault that the run declares void).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
}

/// A fault of one seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatFault {
    /// Whose.
    pub seat: String,
    /// What.
    #[serde(flatten)]
    pub fault: Fault,
}

/// One game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameRecord {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// The rules preset.
    pub rules: String,
    /// The run's seed; with `pair` it names the luck.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seed: String,
    /// The pair within the run.
    #[serde(default)]
    pub pair: u64,
    /// 0: contender a sits first; 1: b does.
    #[serde(default)]
    pub leg: u8,
    /// The position text that the game started from.
    pub start: String,
    /// Plies at the beginning that were drawn for both legs, not chosen.
    #[serde(default, skip_serializing_if = "is_zero_32")]
    pub opening_plies: u32,
    /// The hidden part of the world; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub deal: String,
    /// Who sat first and second.
    pub seats: [SeatRecord; 2],
    /// The game.
    pub plies: Vec<PlyRecord>,
    /// The position text at the end, as the seat to decide knew it.
    #[serde(rename = "final", default)]
    pub end: String,
    /// How it ended.
    pub result: ResultRecord,
}

impl GameRecord {
    /// The score of contender `a` in halves: 0, 1 or 2. `None` for a void game.
    pub fn halves_for_a(&self) -> Option<u8> {
        if self.result.void {
            return None;
        }
        Some(match self.result.winner.as_deref() {
            None => 1,
            Some(w) => {
                let a_first = self.leg == 0;
                if (w == "first") == a_first { 2 } else { 0 }
            }
        })
    }

    /// A hash of everything that the luck, the engines and the rules decide,
    /// and nothing that the clock does.
    pub fn fingerprint(&self) -> String {
        let mut h = blake3::Hasher::new();
        let mut add = |s: &str| {
            h.update(&(s.len() as u64).to_le_bytes());
            h.update(s.as_bytes());
        };
        add(&self.game);
        add(&self.rules);
        add(&self.start);
        add(&self.deal);
        for p in &self.plies {
            add(&p.token);
            add(&p.nodes.to_string());
        }
        add(self.result.winner.as_deref().unwrap_or("-"));
        add(&self.result.reason);
        h.finalize().to_hex().as_str()[..16].to_string()
    }

    /// A hash of the moves alone: copies of one game have it in common.
    pub fn moves_hash(&self) -> u64 {
        let mut h = blake3::Hasher::new();
        for p in &self.plies {
            h.update(p.token.as_bytes());
            h.update(b" ");
        }
        let mut eight = [0u8; 8];
        eight.copy_from_slice(&h.finalize().as_bytes()[..8]);
        u64::from_le_bytes(eight)
    }
}

impl From<VerdictJson> for ResultRecord {
    fn from(v: VerdictJson) -> ResultRecord {
        ResultRecord { winner: v.winner, reason: v.reason, fault: None, void: false }
    }
}
