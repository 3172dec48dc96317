//! Audits: can all that an analysis says be true together?
//!
//! An audit states no strength. It reports only what cannot be: weights that
//! are not the rules' weights, an average outside its outcomes, a claim above
//! or below what proven outcomes leave possible, a shown line that is illegal
//! or whose certain end denies the score, a judgement that changes when the
//! colours are exchanged.

use super::json::{AnalysisJson, AuditJson, Contradiction, MoveJson, OutcomeJson, ValueJson};
use super::{AnyEngine, AnyGame, AnyTable, Ask, DeskError};
use touchstone_kernel::{Limits, Seat};
use touchstone_search::Stop;

/// The end of the printed scale.
pub const UNIT: i64 = 1_000_000;
/// Printed scores are truncated to millionths; an average of them may be off by as much.
const ROUNDING: i64 = 2;
/// By how much a value may change under a colour flip (1 point of per cent):
/// searches that meet equal moves in another order may differ a little.
const FLIP_SLACK: i64 = 20_000;

/// How an audit is made.
#[derive(Clone, Debug)]
pub struct AuditPlan {
    /// Nodes for each outcome that is searched again.
    pub nodes: u64,
    /// Raised from outside to end it early.
    pub stop: Stop,
    /// Whether the colour flip is tried.
    pub flip: bool,
}

impl AuditPlan {
    /// The usual plan for an analysis that took `nodes`.
    pub fn for_nodes(nodes: u64) -> AuditPlan {
        AuditPlan { nodes: (nodes / 16).clamp(500, 50_000), stop: Stop::new(), flip: true }
    }
}

/// What a value leaves possible, in millionths.
fn range(v: &ValueJson) -> (i64, i64) {
    match v.kind.as_str() {
        "at_least" => (v.score, UNIT),
        "at_most" => (-UNIT, v.score),
        _ => (v.score, v.score),
    }
}

/// The least and the most that a claim says: `at_most` claims nothing from below.
fn claim(v: &ValueJson) -> (Option<i64>, Option<i64>) {
    match v.kind.as_str() {
        "at_least" => (Some(v.score), None),
        "at_most" => (None, Some(v.score)),
        _ => (Some(v.score), Some(v.score)),
    }
}

struct Audit {
    found: AuditJson,
}

impl Audit {
    fn check(
        &mut self,
        holds: bool,
        what: &str,
        at: impl FnOnce() -> Vec<String>,
        detail: impl FnOnce() -> String,
    ) {
        self.found.checked += 1;
        if !holds {
            self.found.contradictions.push(Contradiction {
                what: what.into(),
                at: at(),
                detail: detail(),
            });
        }
    }

    /// Weights and the hull of a table of outcomes, from the table alone.
    fn outcome_table(
        &mut self,
        table: &dyn AnyTable,
        mv: Option<&MoveJson>,
        outcomes: &[OutcomeJson],
    ) -> Result<(), DeskError> {
        let at = || mv.map(|m| m.mv.clone()).into_iter().collect::<Vec<_>>();
        let mut luck = table.luck(mv.map(|m| m.mv.as_str()))?;
        luck.retain(|l| l.1 > 0);
        let total: u64 = luck.iter().map(|l| u64::from(l.1)).sum();
        let told: u64 = outcomes.iter().map(|o| o.weight).sum();
        self.check(
            told == total
                && outcomes.iter().all(|o| {
                    o.total == total
                        && luck.iter().any(|(e, w)| *e == o.event && u64::from(*w) == o.weight)
                }),
            "bad_weights",
            at,
            || format!("weights sum to {told}, by the rules to {total}"),
        );
        let Some(mv) = mv else { return Ok(()) };
        let lowest = outcomes.iter().map(|o| range(&o.value).0).min().unwrap_or(-UNIT);
        let highest = outcomes.iter().map(|o| range(&o.value).1).max().unwrap_or(UNIT);
        let (least, most) = claim(&mv.value);
        self.check(
            least.is_none_or(|c| c <= highest + ROUNDING)
                && most.is_none_or(|c| c >= lowest - ROUNDING),
            "average_outside_outcomes",
            at,
            || format!("{} {} outside {lowest}..{highest}", mv.value.kind, mv.value.score),
        );
        Ok(())
    }

    /// The claim for `mv` against the weighted bounds of what its outcomes can
    /// give, after each was searched again with open windows.
    fn proven_outcomes(
        &mut self,
        table: &dyn AnyTable,
        mv: &MoveJson,
        engine: &mut dyn AnyEngine,
        plan: &AuditPlan,
    ) -> Result<(), DeskError> {
        let Some(seat) = table.seat() else { return Ok(()) };
        let luck = table.luck(Some(&mv.mv))?;
        let total: i64 = luck.iter().map(|l| i64::from(l.1)).sum();
        if total == 0 {
            return Ok(());
        }
        let (mut low, mut high) = (0i64, 0i64);
        for (event, weight) in &luck {
            let mut next = table.clone_table();
            next.play(&mv.mv)?;
            if next.seat().is_none() {
                next.play(event)?;
            }
            let sure = sure_result(next.as_ref(), seat, engine, plan)?;
            let w = i64::from(*weight);
            low += w * if sure == Some(UNIT) { UNIT } else { sure.unwrap_or(-UNIT) };
            high += w * sure.unwrap_or(UNIT);
        }
        let (low, high) = (low / total, high / total);
        let (least, most) = claim(&mv.value);
        let at = || vec![mv.mv.clone()];
        self.check(least.is_none_or(|c| c <= high + ROUNDING), "claim_above_outcomes", at, || {
            format!(
                "{} {} but proven losses among its outcomes leave at most {high}",
                mv.value.kind, mv.value.score
            )
        });
        self.check(most.is_none_or(|c| c >= low - ROUNDING), "claim_below_outcomes", at, || {
            format!(
                "{} {} but proven wins among its outcomes leave at least {low}",
                mv.value.kind, mv.value.score
            )
        });
        Ok(())
    }

    /// Walks a shown line: legal, and not ending where its score cannot be.
    /// Returns the chance steps met: the table before and the move.
    fn line(&mut self, table: &dyn AnyTable, mv: &MoveJson) -> Vec<(Box<dyn AnyTable>, String)> {
        let mut chances = Vec::new();
        let mut t = table.clone_table();
        let Some(root) = t.seat() else { return chances };
        let mut certain = true;
        let mut walked = Vec::new();
        for token in &mv.line {
            if t.seat().is_none() {
                break;
            }
            walked.push(token.clone());
            let before = t.clone_table();
            let played = t.play(token);
            self.check(
                played.is_ok(),
                "illegal_line",
                || walked.clone(),
                || played.as_ref().err().map(ToString::to_string).unwrap_or_default(),
            );
            if played.is_err() {
                return chances;
            }
            // A decision without its event in front of open luck ends the line.
            let has_luck =
                t.seat().is_none() || before.luck(Some(token)).is_ok_and(|l| l.len() > 1);
            if has_luck {
                certain = false;
                chances.push((before, token.clone()));
            }
            if t.verdict().is_some() {
                break;
            }
        }
        if let Some(v) = t.verdict()
            && certain
            && !walked.is_empty()
        {
            let end = match v.winner.as_deref() {
                None => 0,
                Some(w) if w == root.name() => UNIT,
                Some(_) => -UNIT,
            };
            let (least, most) = claim(&mv.value);
            // A sure score carries its distance: at most the band, 0.4 of a millionth a ply.
            let slack = 4 + ROUNDING;
            self.check(
                least.is_none_or(|c| c <= end + slack) && most.is_none_or(|c| c >= end - slack),
                "end_denies_score",
                || walked.clone(),
                || {
                    format!(
                        "{} {} but the shown line ends with {} ({})",
                        mv.value.kind, mv.value.score, end, v.reason
                    )
                },
            );
        }
        chances
    }
}

/// The result that rules or a search prove at `table` for `seat`.
fn sure_result(
    table: &dyn AnyTable,
    seat: Seat,
    engine: &mut dyn AnyEngine,
    plan: &AuditPlan,
) -> Result<Option<i64>, DeskError> {
    if let Some(v) = table.verdict() {
        return Ok(Some(match v.winner.as_deref() {
            None => 0,
            Some(w) if w == seat.name() => UNIT,
            Some(_) => -UNIT,
        }));
    }
    let mut ask = Ask::new(Limits::nodes(plan.nodes));
    ask.stop = plan.stop.clone();
    let a = engine.analyse(table, &ask)?;
    let Some(best) = a.moves.first() else { return Ok(None) };
    let sign = if table.seat() == Some(seat) { 1 } else { -1 };
    Ok(match best.value.end.as_ref().map(|e| e.result.as_str()) {
        Some("win") => Some(sign * UNIT),
        Some("loss") => Some(-sign * UNIT),
        _ => None,
    })
}

/// Audits `analysis` of `table`, asking `engine` again where that is needed.
pub fn audit(
    game: &dyn AnyGame,
    table: &dyn AnyTable,
    analysis: &AnalysisJson,
    engine: &mut dyn AnyEngine,
    plan: &AuditPlan,
) -> Result<AuditJson, DeskError> {
    let mut audit = Audit { found: AuditJson::default() };
    if !analysis.outcomes.is_empty() {
        audit.outcome_table(table, None, &analysis.outcomes)?;
    }
    for mv in &analysis.moves {
        if !mv.outcomes.is_empty() {
            audit.outcome_table(table, Some(mv), &mv.outcomes)?;
        }
        audit.line(table, mv);
    }
    if let Some(best) = analysis.moves.first()
        && !best.outcomes.is_empty()
        && !plan.stop.is_raised()
    {
        audit.proven_outcomes(table, best, engine, plan)?;
    }
    if plan.flip
        && !plan.stop.is_raised()
        && let Some(flipped) = game.flipped(table)
    {
        colour_flip(&mut audit, table, flipped.as_ref(), engine, plan)?;
    }
    Ok(audit.found)
}

/// The static judgement must be the same number, and that of a shallow search
/// the same within a point.
fn colour_flip(
    audit: &mut Audit,
    table: &dyn AnyTable,
    flipped: &dyn AnyTable,
    engine: &mut dyn AnyEngine,
    plan: &AuditPlan,
) -> Result<(), DeskError> {
    if table.verdict().is_some() {
        return Ok(());
    }
    let mut ask = Ask::new(Limits { depth: Some(2), nodes: Some(plan.nodes), ..Limits::default() });
    ask.stop = plan.stop.clone();
    // A bare copy without history on both sides, so that only the colours differ.
    let mut answers = Vec::new();
    for t in [table, flipped] {
        engine.new_game();
        answers.push(engine.analyse(t, &ask)?);
    }
    let (a, b) = (&answers[0], &answers[1]);
    let (x, y) = (a.static_value.map(|s| s.score), b.static_value.map(|s| s.score));
    audit.check(
        x == y,
        "colour_flip",
        || vec![flipped.position_text()],
        || format!("static score {x:?}, with the colours exchanged {y:?}"),
    );
    if table.played().is_empty()
        && a.depth == b.depth
        && let (Some(m), Some(n)) = (a.moves.first(), b.moves.first())
    {
        let (x, y) = (m.value.score, n.value.score);
        audit.check(
            (x - y).abs() <= FLIP_SLACK,
            "colour_flip",
            || vec![flipped.position_text()],
            || format!("score {x} at depth {}, with the colours exchanged {y}", a.depth),
        );
    }
    engine.new_game();
    Ok(())
}
