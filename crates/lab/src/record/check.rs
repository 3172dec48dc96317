//! Playing records again.

use super::{BY_SEAT, GameRecord};
use crate::desk::{self, AnyReferee, AnyTable, DeskError};
use touchstone_kernel::{LuckKey, TextError};

/// What a check went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Plies that were played again.
    pub plies: u32,
    /// Whether the luck was checked too: dealt again by key, or from the deal's text.
    pub luck: bool,
}

/// A referee in the world of `record`, at its start: dealt again by its key, or
/// from its deal text.
pub fn replay(record: &GameRecord) -> Result<Option<Box<dyn AnyReferee>>, DeskError> {
    let game = desk::game(&record.game)?;
    if !record.seed.is_empty() {
        let key = LuckKey { run: record.seed.clone(), pair: record.pair };
        let referee = game.deal(&record.start, &record.rules, &key)?;
        if referee.deal_text() != record.deal {
            return Err(TextError::new(
                "deal",
                record.deal.clone(),
                format!("{} (seed {}, pair {})", referee.deal_text(), record.seed, record.pair),
            )
            .into());
        }
        return Ok(Some(referee));
    }
    if !record.deal.is_empty() && matches!(record.start.as_str(), "" | "start") {
        return game.from_deal(&record.deal, &record.rules).map(Some);
    }
    Ok(None)
}

fn at(ply: usize, found: impl Into<String>, expected: impl Into<String>) -> DeskError {
    TextError::new(format!("ply {}", ply + 1), found, expected).into()
}

/// Plays the record again and compares everything it says: movers, tokens,
/// luck, the final position and the result.
pub fn check(record: &GameRecord) -> Result<Checked, DeskError> {
    let game = desk::game(&record.game)?;
    let mut checked = Checked::default();
    let verdict;
    let end;
    if let Some(mut referee) = replay(record)? {
        checked.luck = true;
        for (k, ply) in record.plies.iter().enumerate() {
            if referee.seat().name() != ply.seat {
                return Err(at(k, ply.seat.clone(), referee.seat().name()));
            }
            let seen = referee
                .play(&ply.token)
                .map_err(|e| desk::adapter::in_place(e, &format!("ply {}", k + 1)))?;
            let own = &seen.seen[seen.mover.index()];
            if *own != ply.token {
                return Err(at(k, ply.token.clone(), own.clone()));
            }
            let other = &seen.seen[seen.mover.other().index()];
            if ply.other.as_ref().unwrap_or(&ply.token) != other {
                return Err(at(k, format!("{:?} for the other seat", ply.other), other.clone()));
            }
            checked.plies += 1;
        }
        verdict = referee.verdict();
        end = referee.view(referee.seat()).position_text();
    } else {
        let mut table: Box<dyn AnyTable> = game.table(&record.start, &record.rules, &[])?;
        for (k, ply) in record.plies.iter().enumerate() {
            if let Some(seat) = table.seat()
                && seat.name() != ply.seat
            {
                return Err(at(k, ply.seat.clone(), seat.name()));
            }
            table
                .play(&ply.token)
                .map_err(|e| desk::adapter::in_place(e, &format!("ply {}", k + 1)))?;
            checked.plies += 1;
        }
        verdict = table.verdict();
        end = table.position_text();
    }
    if !record.end.is_empty() && checked.luck && record.end != end {
        return Err(TextError::new("final", record.end.clone(), end).into());
    }
    let result = &record.result;
    let reason = result.reason.as_str();
    let by_seat = BY_SEAT.contains(&reason);
    if by_seat && result.winner.is_none() {
        return Err(TextError::new("result", format!("no winner, {reason}"), "a winner").into());
    }
    let by_rules = result.fault.is_none() && !by_seat && !matches!(reason, "max_plies" | "");
    match verdict {
        Some(v) if v.winner != result.winner || v.reason != result.reason => Err(TextError::new(
            "result",
            format!("{:?}, {}", result.winner, result.reason),
            format!("{:?}, {}", v.winner, v.reason),
        )
        .into()),
        None if by_rules => Err(TextError::new(
            "result",
            result.reason.clone(),
            "a game that is over: by the rules it goes on",
        )
        .into()),
        _ => Ok(checked),
    }
}
