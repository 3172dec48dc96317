//! Dice Chess on the desk.

use super::adapter::{BoxEngine, Desk, EvalOut, Plug, RulesOf};
use super::{DeskError, EngineSpec, Named, PerftJson, params};
use serde_json::json;
use touchstone_dicechess::bots::Ruler;
use touchstone_dicechess::engine::{DiceEngine, Settings};
use touchstone_dicechess::eval::{Eval, Weights};
use touchstone_dicechess::game::setup_of;
use touchstone_dicechess::{DiceChess, DicePosition, TurnEnd, danger, dfen::Read};
use touchstone_kernel::{After, Evaluator, Limits, List, Node, Outcome, Setup, Term};

/// Dice Chess.
pub static DICECHESS: Desk<DiceChessPlug> = Desk::new();

/// What Dice Chess has besides its rules.
pub struct DiceChessPlug;

impl Plug for DiceChessPlug {
    type Game = DiceChess;

    fn builtin(spec: &EngineSpec, _rules: RulesOf<Self>) -> Result<BoxEngine<Self>, DeskError> {
        if spec.params.is_some() {
            return Err(DeskError::Unsupported(
                "dicechess takes no parameter file; level and hash_mib are options".into(),
            ));
        }
        let full = Settings::FULL_LEVEL as usize;
        let level = params::number(&spec.options, "level", 0..=full, full)?;
        let mib = params::number(&spec.options, "hash_mib", 1..=4096, 4)?;
        let settings =
            Settings { level: level as u32, table_bytes: mib << 20, ..Settings::STANDARD };
        Ok(Box::new(DiceEngine::new(Weights::FITTED, settings)))
    }

    fn rulers() -> &'static [Named] {
        &[
            Named { name: "random", about: "any legal path with equal chance" },
            Named {
                name: "mate-aware",
                about: "takes a king, else avoids an attacked own king, else random",
            },
            Named { name: "greedy", about: "material after the turn" },
            Named { name: "greedy2", about: "material, and an own king that is not attacked" },
            Named { name: "aggressive", about: "also pawn storm, proximity and king ring" },
            Named { name: "aggressive-old", about: "aggressive with the old miscounted king ring" },
        ]
    }

    fn ruler(name: &str, seed: u64) -> Option<BoxEngine<Self>> {
        Ruler::named(name, seed).map(|r| Box::new(r) as BoxEngine<Self>)
    }

    fn eval(setup: &Setup<DicePosition>, text: Option<&str>) -> Result<EvalOut, DeskError> {
        if text.is_some() {
            return Err(DeskError::Unsupported("dicechess takes no parameter file".into()));
        }
        let eval = Eval::new(Weights::FITTED);
        let p = match &setup.node {
            Node::Decision(p) => *p,
            Node::Chance(end) => end.settled(),
        };
        let mut terms: Vec<Term> = Vec::new();
        eval.terms(&p, &mut |t| terms.push(t));
        let d = danger::danger(&p.men, p.turn, p.rules);
        let mut more = serde_json::Map::new();
        more.insert(
            "king_capture_216".into(),
            json!({
                "white_king": d.white_king, "white_queen": d.white_queen,
                "black_king": d.black_king, "black_queen": d.black_queen,
            }),
        );
        Ok(EvalOut { score: eval.score(&p, &()), units: eval.units(), terms, more })
    }

    fn flipped(setup: &Setup<DicePosition>) -> Option<Setup<DicePosition>> {
        Some(match &setup.node {
            Node::Decision(p) => setup_of(Read::Decision(p.flipped())),
            Node::Chance(end) => setup_of(Read::Before(TurnEnd { turn: end.turn.other(), ..*end })),
        })
    }

    fn mirrored(setup: &Setup<DicePosition>) -> Vec<Setup<DicePosition>> {
        let mirrored = setup.decision().and_then(DicePosition::mirrored);
        mirrored.into_iter().map(|p| setup_of(Read::Decision(p))).collect()
    }

    fn perft(setup: &Setup<DicePosition>, depth: u32, divide: bool) -> Option<Vec<PerftJson>> {
        Some(counts(setup, depth, divide))
    }

    fn bench() -> (&'static [&'static str], Limits) {
        (
            &[
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB",
                "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4 NBQ",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 PRK",
                "4k3/8/8/3n4/1pP5/2N5/8/4K3 b - c3 0 1 pnn",
            ],
            Limits::depth(2),
        )
    }
}

/// A ply is one turn over all 56 rolls of the side to move; with dice on the
/// table the first ply has this roll alone.
fn counts(setup: &Setup<DicePosition>, depth: u32, divide: bool) -> Vec<PerftJson> {
    let first: Vec<(u32, DicePosition)> = match &setup.node {
        Node::Decision(p) => vec![(p.dice.weight(), *p)],
        Node::Chance(end) => rolled(end),
    };
    let mut totals = vec![(0u64, 0u64); depth as usize];
    let mut rows = Vec::new();
    for (weight, p) in &first {
        if depth > 0 {
            let (paths, distinct, king) = walk(p, &mut totals);
            rows.push(json!({
                "roll": p.dice.text(), "weight": weight,
                "paths": paths, "distinct": distinct, "king_capture": king,
            }));
        }
    }
    let mut lines: Vec<PerftJson> = totals
        .into_iter()
        .zip(1..)
        .map(|((moves, positions), depth)| PerftJson {
            depth,
            moves,
            positions,
            divide: Vec::new(),
        })
        .collect();
    if divide && let Some(line) = lines.first_mut() {
        line.divide = rows;
    }
    lines
}

/// All 56 rolls at the end of a turn, with weights.
fn rolled(end: &TurnEnd) -> Vec<(u32, DicePosition)> {
    if end.is_certain() {
        return Vec::new();
    }
    let mut list: List<Outcome<_>> = List::new();
    end.outcomes(&mut list);
    list.iter().map(|o| (o.weight, end.resolve(o.event))).collect()
}

/// Adds what lies behind one rolled position to the totals by ply; returns the
/// paths, the distinct ends, and whether a king can be taken.
fn walk(p: &DicePosition, totals: &mut [(u64, u64)]) -> (u64, u64, bool) {
    let Some((here, deeper)) = totals.split_first_mut() else { return (0, 0, false) };
    if p.outcome().is_some() {
        return (0, 0, false);
    }
    let paths = p.paths().len() as u64;
    let turns = p.distinct();
    // A forced pass counts nothing and goes on from the unchanged position.
    let distinct = if paths == 0 { 0 } else { turns.len() as u64 };
    here.0 += paths;
    here.1 += distinct;
    if !deeper.is_empty() {
        let ends: Vec<TurnEnd> = if paths == 0 {
            vec![p.ended(&p.men, false)]
        } else {
            turns.iter().map(|t| p.ended(&t.men, t.takes_king)).collect()
        };
        for end in ends {
            for (_, next) in rolled(&end) {
                walk(&next, deeper);
            }
        }
    }
    (paths, distinct, turns.iter().any(|t| t.takes_king))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::AnyGame;

    #[test]
    fn counts_of_the_start() {
        let table = DICECHESS.table("start", "", &[]).unwrap();
        let lines = DICECHESS.perft(table.as_ref(), 1, true).unwrap();
        assert_eq!((lines[0].moves, lines[0].positions), (11_225, 3_255));
        assert_eq!(lines[0].divide.len(), 56);
    }
}
