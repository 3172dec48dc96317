//! What a report needs of one leg.

use crate::record::GameRecord;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One leg in numbers, with `a` (index 0) and `b` (index 1) told apart.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LegSummary {
    /// The pair.
    pub pair: u64,
    /// 0: a sat first.
    pub leg: u8,
    /// The score of a in halves; `None` for a void game.
    pub halves: Option<u8>,
    /// Why the game ended.
    pub reason: String,
    /// Plies played.
    pub plies: u32,
    /// Decisions of each.
    pub moves: [u32; 2],
    /// Nodes of each.
    pub nodes: [u64; 2],
    /// Milliseconds of each.
    pub ms: [f64; 2],
    /// Whose fault, if any, and which kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<(u8, String)>,
    /// Declared events that occurred, for each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub events: BTreeMap<String, [bool; 2]>,
    /// The sum of the luck terms for a, in expected score 0..1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// A hash of the moves.
    pub game_hash: u64,
    /// The record's fingerprint.
    pub fingerprint: String,
}

/// The numbers of a record, without events and luck.
pub fn summarise(record: &GameRecord) -> LegSummary {
    let first = usize::from(record.leg);
    let who = |seat: &str| if seat == "first" { first } else { 1 - first };
    let mut s = LegSummary {
        pair: record.pair,
        leg: record.leg,
        halves: record.halves_for_a(),
        reason: record.result.reason.clone(),
        plies: record.plies.len() as u32,
        fault: record
            .result
            .fault
            .as_ref()
            .map(|f| (who(&f.seat) as u8, f.fault.kind.name().to_string())),
        game_hash: record.moves_hash(),
        fingerprint: record.fingerprint(),
        ..LegSummary::default()
    };
    for ply in record.plies.iter().skip(record.opening_plies as usize) {
        let w = who(&ply.seat);
        s.moves[w] += 1;
        s.nodes[w] += ply.nodes;
        s.ms[w] += ply.ms;
    }
    s
}
