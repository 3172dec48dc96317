//! Judging one ply of a finished game: decision and luck apart.
//!
//! Every number is made the same way: a choice is worth the weighted mean of
//! the positions that it can lead to, each searched with the same limit. So
//! luck (what came, less the mean) has mean zero by construction, and the loss
//! of a decision compares like with like. Scores are millionths from the
//! mover's seat; 20,000 of them are one point of expected result.

use serde::{Deserialize, Serialize};
use touchstone_kernel::{Limits, Seat};
use touchstone_lab::desk::{self, AnyEngine, AnyTable, Ask, DeskError, MoveJson, OutcomeJson};
use touchstone_search::Stop;

/// Outcomes up to which each one is searched by itself; beyond it the engine's
/// own table is taken (the 56 rolls of Dice Chess).
const MOST_SINGLE: usize = 20;

/// What could have come, and what came.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// What came.
    pub event: String,
    /// The mean over what could have come, for the mover.
    pub expected: i64,
    /// The value of what came, for the mover.
    pub realised: i64,
    /// `realised` less `expected`.
    pub luck: i64,
    /// The table.
    pub outcomes: Vec<Outcome>,
}

/// One thing that could have come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Its text.
    pub event: String,
    /// Its weight.
    pub weight: u64,
    /// The sum of the weights.
    pub total: u64,
    /// Its value for the mover.
    pub score: i64,
    /// The best answer to it.
    pub reply: Option<String>,
    /// Why the game would be over, if it would.
    pub ends: Option<String>,
    /// Whether the value is proved.
    pub proved: bool,
}

/// A judged ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The number of the ply, from 0.
    pub ply: u32,
    /// Who moved.
    pub seat: String,
    /// The side that moved, where colours are bound.
    pub side: Option<String>,
    /// The token as played.
    pub token: String,
    /// The decision in it.
    pub decision: String,
    /// The value of the position before it, for the mover: that of the best choice.
    pub best_score: i64,
    /// The best choice.
    pub best: String,
    /// The value of the choice made, before luck.
    pub played_score: i64,
    /// What the decision cost.
    pub loss: i64,
    /// `""`, `?!`, `?` or `??`.
    pub mark: String,
    /// 0 to 100.
    pub accuracy: f64,
    /// By how much the choice made proved better than the best one that the
    /// search knew: the engine contradicts itself, and neither is judged.
    pub gap: i64,
    /// The best choices with their lines.
    pub lines: Vec<MoveJson>,
    /// The luck in it.
    pub chance: Option<Chance>,
    /// Nodes used for all of it.
    pub nodes: u64,
    /// Depth that the first search finished.
    pub depth: u32,
}

/// Marks by points lost (docs/board.md says what they mean).
pub fn mark(loss: i64) -> &'static str {
    match loss {
        300_000.. => "??",
        200_000.. => "?",
        100_000.. => "?!",
        _ => "",
    }
}

/// Accuracy of a move that lost `loss` (the public formula of lichess, in points lost).
pub fn accuracy(loss: i64) -> f64 {
    if loss <= 0 {
        return 100.0;
    }
    let points = loss as f64 / 20_000.0;
    let a = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * points).exp()
        - 3.166_924_740_191_411
        + 1.0;
    a.clamp(0.0, 100.0)
}

struct Judge<'a> {
    engine: &'a mut dyn AnyEngine,
    limits: Limits,
    stop: Stop,
    nodes: u64,
}

/// A choice's worth and the table behind it.
struct Worth {
    score: i64,
    outcomes: Vec<Outcome>,
}

impl Judge<'_> {
    fn ask(&self, lines: usize, only: Vec<String>) -> Ask {
        Ask { lines, only, stop: self.stop.clone(), ..Ask::new(self.limits) }
    }

    /// The value of `table` for `seat`, whether it is proved, the best answer, and why it ends.
    fn leaf(
        &mut self,
        table: &dyn AnyTable,
        seat: Seat,
    ) -> Result<(i64, bool, Option<String>, Option<String>), DeskError> {
        if let Some(v) = table.verdict() {
            let score = match v.winner.as_deref() {
                None => 0,
                Some(w) if w == seat.name() => 1_000_000,
                Some(_) => -1_000_000,
            };
            return Ok((score, true, None, Some(v.reason)));
        }
        let a = self.engine.analyse(table, &self.ask(1, Vec::new()))?;
        self.nodes += a.nodes;
        if let Some(m) = a.moves.first() {
            let sign = if table.seat() == Some(seat) { 1 } else { -1 };
            return Ok((sign * m.value.score, m.value.proved, Some(m.mv.clone()), None));
        }
        // Luck comes first there: the mean of its table, in the view of who rolls.
        let (sum, total) = a.outcomes.iter().fold((0i64, 0i64), |(s, t), o| {
            let w = i64::try_from(o.weight).unwrap_or(0);
            (s + w * o.value.score, t + w)
        });
        Ok((if total > 0 { -sum / total } else { 0 }, false, None, None))
    }

    fn worth(
        &mut self,
        table: &dyn AnyTable,
        decision: &str,
        seat: Seat,
    ) -> Result<Worth, DeskError> {
        let luck = table.luck(Some(decision))?;
        if luck.is_empty() {
            let mut next = table.clone_table();
            next.play(decision)?;
            let (score, ..) = self.leaf(next.as_ref(), seat)?;
            return Ok(Worth { score, outcomes: Vec::new() });
        }
        let total: u64 = luck.iter().map(|l| u64::from(l.1)).sum();
        let outcomes = if luck.len() <= MOST_SINGLE {
            let mut rows = Vec::with_capacity(luck.len());
            for (event, weight) in luck {
                let mut next = table.clone_table();
                next.play(decision)?;
                next.play(&event)?;
                let (score, proved, reply, ends) = self.leaf(next.as_ref(), seat)?;
                rows.push(Outcome {
                    event,
                    weight: u64::from(weight),
                    total,
                    score,
                    reply,
                    ends,
                    proved,
                });
            }
            rows
        } else {
            let a = self.engine.analyse(table, &self.ask(1, vec![decision.to_string()]))?;
            self.nodes += a.nodes;
            a.moves
                .into_iter()
                .next()
                .map(|m| m.outcomes)
                .unwrap_or_default()
                .into_iter()
                .map(row)
                .collect()
        };
        let sum: i128 = outcomes.iter().map(|o| i128::from(o.weight) * i128::from(o.score)).sum();
        let weights: u64 = outcomes.iter().map(|o| o.weight).sum();
        let mean = if weights == 0 { 0 } else { sum / i128::from(weights) };
        Ok(Worth { score: i64::try_from(mean).unwrap_or(0), outcomes })
    }
}

fn row(o: OutcomeJson) -> Outcome {
    Outcome {
        event: o.event,
        weight: o.weight,
        total: o.total,
        score: o.value.score,
        reply: o.reply,
        ends: o.ends,
        proved: o.value.proved,
    }
}

/// Judges the ply `token` at `table`, which is what its mover knew.
///
/// # Errors
/// If the token is no legal move there, or the engine fails.
pub fn judge(
    engine: &mut dyn AnyEngine,
    table: &dyn AnyTable,
    ply: u32,
    token: &str,
    limits: Limits,
    lines: usize,
    stop: &Stop,
) -> Result<Judged, DeskError> {
    let seat = table.seat().ok_or_else(|| {
        DeskError::Unsupported(format!("ply {}: luck comes first at this position", ply + 1))
    })?;
    let (decision, event) =
        table.split(token).map_err(|e| desk::adapter::in_place(e, &format!("ply {}", ply + 1)))?;
    let mut judge = Judge { engine, limits, stop: stop.clone(), nodes: 0 };
    let first = judge.engine.analyse(table, &judge.ask(lines, Vec::new()))?;
    judge.nodes += first.nodes;
    let best = first.moves.first().map_or_else(|| decision.clone(), |m| m.mv.clone());
    let played = judge.worth(table, &decision, seat)?;
    let best_score =
        if best == decision { played.score } else { judge.worth(table, &best, seat)?.score };
    let difference = best_score - played.score;
    let loss = if best == decision { 0 } else { difference.max(0) };
    let chance =
        played.outcomes.iter().find(|o| Some(&o.event) == event.as_ref()).map(|o| Chance {
            event: o.event.clone(),
            expected: played.score,
            realised: o.score,
            luck: o.score - played.score,
            outcomes: played.outcomes.clone(),
        });
    Ok(Judged {
        ply,
        seat: seat.name().into(),
        side: table.side().map(str::to_string),
        token: token.into(),
        decision,
        best_score: best_score.max(played.score),
        best,
        played_score: played.score,
        loss,
        mark: mark(loss).into(),
        accuracy: accuracy(loss),
        gap: (-difference).max(0),
        lines: first.moves.into_iter().take(lines).collect(),
        chance,
        nodes: judge.nodes,
        depth: first.depth,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_lab::desk::EngineSpec;

    #[test]
    fn accuracy_and_marks_follow_the_public_model() {
        for (points, expected) in [(5, 80.815), (10, 64.580), (20, 41.017)] {
            assert!((accuracy(points * 20_000) - expected).abs() < 0.001, "{points}");
        }
        assert_eq!(accuracy(-5), 100.0);
        assert_eq!([99_999, 100_000, 200_000, 300_000].map(mark), ["", "?!", "?", "??"]);
    }

    #[test]
    fn luck_has_mean_zero_and_a_best_move_loses_nothing() {
        let game = desk::game("toy").unwrap();
        let mut engine = game.engine(&EngineSpec::default()).unwrap();
        let table = game.table("start", "", &[]).unwrap();
        let luck = table.luck(Some("f")).unwrap();
        assert!(!luck.is_empty());
        let mut sum = 0i64;
        let mut weights = 0i64;
        for (event, weight) in luck {
            let mut t = table.clone_table();
            t.play("f").unwrap();
            t.play(&event).unwrap();
            let token = format!("f={event}");
            let j = judge(
                engine.as_mut(),
                table.as_ref(),
                0,
                &token,
                Limits::depth(3),
                3,
                &Stop::new(),
            )
            .unwrap();
            let chance = j.chance.expect("a die was rolled");
            assert_eq!(chance.realised - chance.expected, chance.luck);
            sum += i64::from(weight) * chance.luck;
            weights += i64::from(weight);
            if j.best == "f" {
                assert_eq!(j.loss, 0);
            }
        }
        assert!((sum / weights).abs() <= 1, "mean luck {sum}/{weights}");
    }
}
