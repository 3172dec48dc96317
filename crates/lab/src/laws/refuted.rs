//! Moves with luck of which the rules alone refute some outcomes: what they leave
//! bounds the move's value, whatever an engine thinks of the others.
//!
//! An engine that cuts off lost outcomes at the edge of its window and averages the
//! edge as if it were their value claims more than that; so does one whose margins
//! hide a mate. Only what one reply ends at once counts, so that every search that
//! looks two plies deep can know it.

use super::list::bare;
use super::positions::Case;
use super::{Context, Found, LawError};
use crate::desk::audit::UNIT;
use crate::desk::{AnyTable, Ask, DeskError};
use touchstone_kernel::{Limits, Seat};

/// Moves that the engine is asked about in one position.
const ASKED: usize = 3;

/// What the rules say of a move with luck, as weights of its outcomes.
struct Ends {
    mv: String,
    won: i64,
    lost: i64,
    total: i64,
    /// An outcome that is lost (or else won) at once, and how.
    example: String,
}

impl Ends {
    /// The least and the most that the move can be worth, in millionths.
    fn range(&self) -> (i64, i64) {
        let share = |n: i64| n * 2 * UNIT / self.total;
        (share(self.won) - UNIT, UNIT - share(self.lost))
    }

    /// Some outcomes end at once and some do not: there a mean can go wrong.
    fn is_mixed(&self) -> bool {
        let ended = self.won.max(self.lost);
        0 < ended && ended < self.total
    }
}

pub(super) fn refuted_outcomes(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let table = bare(c, case)?;
    let Some(mover) = table.seat() else { return Ok(Found::Nothing) };
    if table.verdict().is_some() {
        return Ok(Found::Nothing);
    }
    let mut moves = Vec::new();
    for mv in table.legal() {
        if let Some(ends) = ends_of(table.as_ref(), mv, mover)? {
            moves.push(ends);
        }
    }
    moves.sort_by_key(|e| (!e.is_mixed(), -(e.won.max(e.lost) * UNIT / e.total)));
    let mut found = Found::Nothing;
    for ends in moves.iter().take(ASKED) {
        c.subject.fresh(table.as_ref())?;
        let ask = Ask { only: vec![ends.mv.clone()], ..Ask::new(Limits::nodes(c.nodes)) };
        let a = c.subject.analyse(table.as_ref(), &ask)?;
        let Some(m) = a.moves.iter().find(|m| m.mv == ends.mv) else { continue };
        let slack = c.caps.values.unwrap_or(0) + 4;
        let (low, high) = ends.range();
        let (claim, kind) = (m.value.score, m.value.kind.as_str());
        let (above, below) =
            (kind != "at_most" && claim > high + slack, kind != "at_least" && claim < low - slack);
        if above || below {
            let (n, what, bound) = if above {
                (ends.lost, "lost", format!("at most {high}"))
            } else {
                (ends.won, "won", format!("at least {low}"))
            };
            return Ok(Found::Broken(format!(
                "{}: {kind} {claim}, but {n} of {} are {what} at once ({}), which leaves {bound}",
                ends.mv, ends.total, ends.example
            )));
        }
        found = Found::Holds;
    }
    Ok(found)
}

/// What ends at once after `mv`; `None` for a move without luck, or where nothing does.
fn ends_of(table: &dyn AnyTable, mv: String, mover: Seat) -> Result<Option<Ends>, DeskError> {
    let luck = table.luck(Some(&mv))?;
    if luck.len() < 2 {
        return Ok(None);
    }
    let mut open = table.clone_table();
    open.play(&mv)?;
    let mut ends = Ends { mv, won: 0, lost: 0, total: 0, example: String::new() };
    for (event, weight) in luck {
        let mut next = open.clone_table();
        next.play(&event)?;
        ends.total += i64::from(weight);
        let Some((winner, how)) = winner_at_once(next.as_ref())? else { continue };
        let side = if winner == mover { &mut ends.won } else { &mut ends.lost };
        *side += i64::from(weight);
        if ends.example.is_empty() || winner != mover {
            ends.example = format!("{event}: {how}");
        }
    }
    Ok((ends.won + ends.lost > 0).then_some(ends))
}

/// Who has won here, or wins by one move without luck, and how. Ends that depend on
/// the history do not count.
fn winner_at_once(table: &dyn AnyTable) -> Result<Option<(Seat, String)>, DeskError> {
    if let Some((winner, reason)) = won(table) {
        return Ok(Some((winner, reason)));
    }
    let Some(seat) = table.seat().filter(|_| table.verdict().is_none()) else { return Ok(None) };
    for reply in table.legal() {
        let luck = table.luck(Some(&reply))?;
        if luck.len() > 1 {
            continue;
        }
        let mut next = table.clone_table();
        next.play(&reply)?;
        if let (None, Some((event, _))) = (next.seat(), luck.first()) {
            next.play(event)?;
        }
        if let Some((winner, reason)) = won(next.as_ref())
            && winner == seat
        {
            return Ok(Some((winner, format!("{reply}, {reason}"))));
        }
    }
    Ok(None)
}

fn won(table: &dyn AnyTable) -> Option<(Seat, String)> {
    let v = table.verdict().filter(|v| !v.by_line)?;
    let seat = Seat::BOTH.into_iter().find(|s| Some(s.name()) == v.winner.as_deref())?;
    Some((seat, v.reason))
}
