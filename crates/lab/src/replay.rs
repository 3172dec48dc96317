//! Replays: how two versions rate the decisive moves of recorded games.
//!
//! The decisive move of a game is the loser's move after which its standing
//! fell most until its next decision, by the scores in the record, or by the
//! first version where the record has none. Beside every decisive move stands
//! a control: a move of the same side in the same game after which little
//! fell. A version over-rates a move by what it says of the move less what it
//! says at that side's next decision; a version that mends a blind spot
//! over-rates fewer decisive moves and no more controls.

use crate::desk::{self, AnyEngine, AnyTable, Ask, DeskError};
use crate::record::{GameRecord, replay};
use serde::Serialize;
use touchstone_kernel::{Limits, Rng};

/// How a replay is made.
#[derive(Clone, Debug)]
pub struct ReplayPlan {
    /// Nodes a question.
    pub nodes: u64,
    /// Over-rated means: by more than so many points of per cent.
    pub over_points: f64,
}

/// What one version says of one move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Per cent that it gives the move.
    pub percent: f64,
    /// Per cent that it gives the side at its next decision.
    pub later_percent: f64,
    /// Whether it over-rates the move.
    pub over: bool,
}

/// One move with what the versions say of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveRow {
    /// The pair and leg of the game.
    pub game: String,
    /// The ply, counted from 1.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is a control.
    pub control: bool,
    /// The position before it.
    pub position: String,
    /// What each version says.
    pub ratings: Vec<Rating>,
}

/// How often a version over-rates.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct OverRated {
    /// Decisive moves that it over-rates.
    pub decisive: u64,
    /// Controls that it over-rates.
    pub controls: u64,
}

/// The result of a replay.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ReplayJson {
    /// The version of this shape.
    pub schema: u32,
    /// The versions.
    pub versions: Vec<String>,
    /// Games with a loser that were looked at.
    pub games: u64,
    /// Decisive moves.
    pub decisive: u64,
    /// Controls.
    pub controls: u64,
    /// For each version.
    pub over_rated: Vec<OverRated>,
    /// The moves.
    pub moves: Vec<MoveRow>,
}

/// The best value at a table in per cent, or of one move.
fn rate(
    engine: &mut dyn AnyEngine,
    table: &dyn AnyTable,
    mv: Option<&str>,
    nodes: u64,
) -> Result<Option<f64>, DeskError> {
    if let Some(v) = table.verdict() {
        let mine = table.seat().map(|s| s.name());
        return Ok(Some(match v.winner.as_deref() {
            None => 50.0,
            w if w == mine => 100.0,
            _ => 0.0,
        }));
    }
    engine.new_game();
    let only = mv.map(str::to_string).into_iter().collect();
    let a = engine.analyse(table, &Ask { only, ..Ask::new(Limits::nodes(nodes)) })?;
    Ok(a.moves.first().map(|m| m.value.percent))
}

/// The tables of the loser's decisions: ply, table, decision.
type Decisions = Vec<(usize, Box<dyn AnyTable>, String)>;

fn decisions(record: &GameRecord, loser: &str) -> Result<Decisions, DeskError> {
    let mut list = Vec::new();
    let Some(mut referee) = replay(record)? else { return Ok(list) };
    for (k, ply) in record.plies.iter().enumerate() {
        let seat = referee.seat();
        if seat.name() == loser {
            let table = referee.view(seat).clone_table();
            let mv = table.split(&ply.token)?.0;
            list.push((k, table, mv));
        }
        referee.play(&ply.token)?;
    }
    let end = referee.seat();
    if end.name() == loser {
        list.push((record.plies.len(), referee.view(end).clone_table(), String::new()));
    }
    Ok(list)
}

/// Rates the decisive moves of `records` with every engine.
pub fn replay_games(
    records: &[GameRecord],
    engines: &mut [(String, Box<dyn AnyEngine>)],
    plan: &ReplayPlan,
) -> Result<ReplayJson, DeskError> {
    let mut out = ReplayJson {
        schema: 1,
        versions: engines.iter().map(|e| e.0.clone()).collect(),
        over_rated: vec![OverRated::default(); engines.len()],
        ..ReplayJson::default()
    };
    for record in records {
        let Some(winner) = record.result.winner.as_deref() else { continue };
        if record.result.fault.is_some() || engines.is_empty() {
            continue;
        }
        desk::game(&record.game)?;
        let loser = if winner == "first" { "second" } else { "first" };
        let list = decisions(record, loser)?;
        if list.len() < 3 {
            continue;
        }
        out.games += 1;
        // The standing at each decision, from the record or the first version.
        let mut standing = Vec::new();
        for (k, table, _) in &list {
            let told = record.plies.get(*k).and_then(|p| p.score);
            standing.push(match told {
                Some(s) => 50.0 + s as f64 / 20_000.0,
                None => {
                    rate(engines[0].1.as_mut(), table.as_ref(), None, plan.nodes)?.unwrap_or(50.0)
                }
            });
        }
        let falls: Vec<f64> = standing.windows(2).map(|w| w[0] - w[1]).collect();
        let decisive = (0..falls.len()).max_by(|a, b| falls[*a].total_cmp(&falls[*b])).unwrap_or(0);
        let quiet: Vec<usize> =
            (0..falls.len()).filter(|k| *k != decisive && falls[*k].abs() < 5.0).collect();
        let mut rng = Rng::keyed(&[
            "replay control".into(),
            record.seed.as_str().into(),
            record.pair.into(),
            u64::from(record.leg).into(),
        ]);
        let control = (!quiet.is_empty()).then(|| quiet[rng.index(quiet.len())]);
        for (at, is_control) in [(Some(decisive), false), (control, true)] {
            let Some(at) = at else { continue };
            let (k, table, mv) = &list[at];
            let next = &list[at + 1].1;
            let mut ratings = Vec::new();
            for (v, (_, engine)) in engines.iter_mut().enumerate() {
                let before = rate(engine.as_mut(), table.as_ref(), Some(mv), plan.nodes)?;
                let later = rate(engine.as_mut(), next.as_ref(), None, plan.nodes)?;
                let (Some(percent), Some(later_percent)) = (before, later) else { continue };
                let over = percent - later_percent > plan.over_points;
                let sums = &mut out.over_rated[v];
                if is_control {
                    sums.controls += u64::from(over);
                } else {
                    sums.decisive += u64::from(over);
                }
                ratings.push(Rating { percent, later_percent, over });
            }
            out.decisive += u64::from(!is_control);
            out.controls += u64::from(is_control);
            out.moves.push(MoveRow {
                game: format!("{}.{}", record.pair, record.leg),
                ply: k + 1,
                mv: mv.clone(),
                control: is_control,
                position: table.position_text(),
                ratings,
            });
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Book;
    use crate::desk::EngineSpec;
    use crate::matches::{MatchSpec, RunOptions, run};

    #[test]
    fn an_exact_version_over_rates_no_control() {
        let find = |t: &str| Book::default().find(t).unwrap();
        let spec = MatchSpec::new("toy", find("builtin:nodes=9"), find("ruler:random"), 20, "r")
            .checked()
            .unwrap();
        let mut text = Vec::new();
        run(&spec, RunOptions { records: Some(&mut text), ..RunOptions::default() }, |_| ())
            .unwrap();
        let mut records = Vec::new();
        crate::record::read_records(text.as_slice(), |_, r| records.push(r)).unwrap();
        let toy = desk::game("toy").unwrap();
        let mut versions: Vec<_> = ["exact", "also"]
            .into_iter()
            .map(|n| (n.to_string(), toy.engine(&EngineSpec::default()).unwrap()))
            .collect();
        let plan = ReplayPlan { nodes: 10, over_points: 15.0 };
        let r = replay_games(&records, &mut versions, &plan).unwrap();
        assert!(r.games > 5 && r.decisive == r.games, "{r:?}");
        assert_eq!(r.over_rated[0], r.over_rated[1]);
        // A control falls little by definition; exact values fall only by luck
        // and by blunders, and a control has little of either.
        assert_eq!(r.over_rated[0].controls, 0, "{r:?}");
    }
}
