//! Records in and out: our JSON lines, PGN-like text, bare move lists.

use crate::error::ApiError;
use crate::game::{Game, Luck, SeatSpec};
use touchstone_kernel::Seat;
use touchstone_lab::desk::{self, AnyReferee};
use touchstone_lab::record::{
    self, Format, GameRecord, PlyRecord, ResultRecord, SCHEMA, SeatRecord,
};

/// The record of a finished game; `None` while it goes on.
pub fn of_game(game: &Game) -> Option<GameRecord> {
    let verdict = game.over()?;
    let referee = game.spec.referee().ok()?;
    let (seed, deal) = match &game.spec.luck {
        Luck::Fair { secret, contribution } => {
            (crate::fair::run_name(secret, contribution), referee.deal_text())
        }
        Luck::Chosen { seed } => (seed.clone(), referee.deal_text()),
        Luck::Dealt { deal } => (String::new(), deal.clone()),
    };
    let names = desk::game(&game.spec.kind).ok()?.side_names();
    let seats = Seat::BOTH.map(|s| {
        let name = match &game.spec.seats[s.index()] {
            SeatSpec::Person { name } if name.is_empty() => "person".into(),
            SeatSpec::Person { name } => name.clone(),
            SeatSpec::Engine { level, ruler: None } => format!("builtin level {level}"),
            SeatSpec::Engine { ruler: Some(r), .. } => format!("ruler:{r}"),
        };
        SeatRecord { name, side: side_of(referee.as_ref(), game, s, names), ..Default::default() }
    });
    let plies = game
        .moves()
        .iter()
        .map(|m| PlyRecord { ms: m.ms as f64, ..PlyRecord::seen(m.seat, &m.seen) })
        .collect();
    Some(GameRecord {
        schema: SCHEMA,
        game: game.spec.kind.clone(),
        rules: game.spec.rules.clone(),
        seed,
        start: start_of(&game.spec.kind, &game.spec.rules, &game.spec.start, referee.as_ref()),
        deal,
        seats,
        plies,
        end: game.table().position_text(),
        result: ResultRecord::from(verdict.clone()),
        ..Default::default()
    })
}

/// The start as a record tells it: where luck comes before the first decision
/// (the first roll of Dice Chess), the position after it.
fn start_of(kind: &str, rules: &str, start: &str, referee: &dyn AnyReferee) -> String {
    let before_luck =
        desk::game(kind).and_then(|g| g.table(start, rules, &[])).is_ok_and(|t| t.seat().is_none());
    if before_luck { referee.view(referee.seat()).start_text() } else { start.to_string() }
}

/// The side that `seat` holds, once colours are bound.
fn side_of(
    start: &dyn AnyReferee,
    game: &Game,
    seat: Seat,
    names: [&'static str; 2],
) -> Option<String> {
    let _ = start;
    let table = game.table();
    let (side, mover) = (table.side()?, table.seat()?);
    let side = if mover == seat { side } else { names.into_iter().find(|n| *n != side)? };
    Some(side.to_string())
}

/// Reads one game from a text in any form that we know: a record of ours, PGN
/// with tags, or a bare list of moves (then `kind` must name the game).
///
/// # Errors
/// With place, what was found and what was expected.
pub fn import(text: &str, kind: &str, rules: &str) -> Result<GameRecord, ApiError> {
    let text = text.trim().trim_start_matches('\u{feff}');
    let mut record =
        if text.starts_with('{') { read_json(text)? } else { read_text(text, kind, rules)? };
    if record.game.is_empty() {
        record.game = kind.to_string();
    }
    if record.plies.len() > crate::sweep::MOST_PLIES {
        return Err(ApiError::bad(format!(
            "moves: found {}; expected at most {}",
            record.plies.len(),
            crate::sweep::MOST_PLIES
        )));
    }
    settle(&mut record)?;
    Ok(record)
}

fn read_json(text: &str) -> Result<GameRecord, ApiError> {
    let mut found = Vec::new();
    let report = record::read_records(text.as_bytes(), |_, r| found.push(r))
        .map_err(|e| ApiError::bad(e.to_string()))?;
    if let Some(r) = found.into_iter().next() {
        return Ok(r);
    }
    // One record over several lines, or the short form that `play` saves.
    let value: serde_json::Value = serde_json::from_str(text).map_err(|e| {
        let line = report.bad.first().map_or(1, |b| b.0);
        ApiError::bad(format!("line {line}: {e}"))
    })?;
    if let Some(moves) = value.get("moves").and_then(|m| m.as_array()) {
        let word = |k: &str| value.get(k).and_then(|v| v.as_str()).unwrap_or("").to_string();
        let plies = moves
            .iter()
            .map(|m| PlyRecord { token: m.as_str().unwrap_or("").into(), ..Default::default() })
            .collect();
        return Ok(GameRecord {
            schema: SCHEMA,
            game: word("game"),
            rules: word("rules"),
            start: word("start"),
            deal: word("deal"),
            plies,
            ..Default::default()
        });
    }
    serde_json::from_value(value).map_err(|e| ApiError::bad(format!("record: {e}")))
}

fn read_text(text: &str, kind: &str, rules: &str) -> Result<GameRecord, ApiError> {
    let mut record =
        GameRecord { schema: SCHEMA, game: kind.into(), rules: rules.into(), ..Default::default() };
    let mut depth = 0u32;
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(tag) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            let (name, value) = tag.split_once(' ').ok_or_else(|| {
                ApiError::bad(format!("line {}: found [{tag}]; expected [Name \"value\"]", n + 1))
            })?;
            let value = value.trim().trim_matches('"').replace("\\\"", "\"").replace("\\\\", "\\");
            match name {
                "Variant" | "Game" => {
                    let value = value.to_ascii_lowercase().replace([' ', '_', '-'], "");
                    if desk::games().iter().any(|g| g.name() == value) {
                        record.game = value;
                    }
                }
                "Rules" => record.rules = value,
                "FEN" => record.start = value,
                "Deal" => record.deal = value,
                "First" => record.seats[0].name = value,
                "Second" => record.seats[1].name = value,
                "Termination" => record.result.reason = value,
                _ => {}
            }
            continue;
        }
        for word in line.replace('{', " { ").replace('}', " } ").split_whitespace() {
            match word {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                "1-0" | "0-1" | "1/2-1/2" | "*" => {}
                _ => {
                    let token = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    // `12.` and `12...` number the moves; `12.e4` is both.
                    let token = match token.strip_prefix('.') {
                        Some(rest) if token.len() < word.len() => rest.trim_start_matches('.'),
                        _ => word,
                    };
                    if !token.is_empty() {
                        record.plies.push(PlyRecord { token: token.into(), ..Default::default() });
                    }
                }
            }
        }
    }
    if record.plies.is_empty() && record.start.is_empty() {
        return Err(ApiError::bad("record: found no moves; expected tags or a list of moves"));
    }
    Ok(record)
}

/// Plays the record, filling in what it leaves out: what luck brought (from the
/// deal), who moved, the rules' name, the result.
fn settle(record: &mut GameRecord) -> Result<(), ApiError> {
    let game = desk::game(&record.game)?;
    if record.start.is_empty() {
        record.start = "start".into();
    }
    let mut table = game.table(&record.start, &record.rules, &[])?;
    record.rules = table.rules().into();
    if table.seat().is_none() && !record.plies.is_empty() {
        // The seed of the record says what was rolled first.
        if let Ok(Some(referee)) = record::replay(record) {
            record.start = start_of(&record.game, &record.rules, &record.start, referee.as_ref());
            table = game.table(&record.start, &record.rules, &[])?;
        }
    }
    let bare = record.plies.iter().all(|p| p.seat.is_empty());
    if bare && !record.deal.is_empty() && record.start == "start" {
        let mut referee = game.from_deal(&record.deal, &record.rules)?;
        for (k, ply) in record.plies.iter_mut().enumerate() {
            let seen = referee.play(&ply.token).map_err(|e| place(e, k))?;
            ply.seat = seen.mover.name().into();
            let (own, other) =
                (&seen.seen[seen.mover.index()], &seen.seen[seen.mover.other().index()]);
            if ply.token.len() > own.len() || (ply.token.contains('=') && ply.token != *own) {
                return Err(ApiError::bad(format!(
                    "ply {}: found {}; by the deal it is {own}",
                    k + 1,
                    ply.token
                )));
            }
            ply.token = own.clone();
            ply.other = (other != own).then(|| other.clone());
        }
        return Ok(());
    }
    for (k, ply) in record.plies.iter_mut().enumerate() {
        if let Some(seat) = table.seat() {
            ply.seat = seat.name().into();
        }
        table.play(&ply.token).map_err(|e| place(e, k))?;
        if table.seat().is_none() && table.verdict().is_none() && k == 0 && ply.seat.is_empty() {
            ply.seat = Seat::First.name().into();
        }
    }
    if let Some(v) = table.verdict() {
        record.result = ResultRecord::from(v);
    }
    if record.end.is_empty() {
        record.end = table.position_text();
    }
    Ok(())
}

fn place(e: desk::DeskError, k: usize) -> ApiError {
    desk::adapter::in_place(e, &format!("ply {}", k + 1)).into()
}

/// A record in another form: `jsonl`, `pgn` or `csv`.
pub fn export(record: &GameRecord, format: &str) -> Result<String, ApiError> {
    let format: Format = format.parse().map_err(ApiError::bad)?;
    Ok(format!("{}{}", format.head(), record::convert(record, format)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_that_we_write_we_read() {
        let tokens = ["t1", "t2", "t1"];
        let record = import(&tokens.join(" "), "toy", "").unwrap();
        assert_eq!(record.plies.len(), 3);
        assert_eq!(record.plies[1].seat, "second");
        let pgn = export(&record, "pgn").unwrap();
        let json = export(&record, "jsonl").unwrap();
        let again = import(&json, "", "").unwrap();
        assert_eq!(again.plies, record.plies);
        let again = import(&pgn, "toy", "").unwrap();
        assert_eq!(again.plies, record.plies);
    }

    #[test]
    fn a_bad_token_is_named_with_its_place() {
        let error = import("1. t1 t9", "toy", "").unwrap_err();
        assert!(error.json().to_string().contains("ply 2"), "{error:?}");
        assert!(import("", "toy", "").is_err());
        assert!(import("{\"schema\":1", "toy", "").is_err());
        assert!(import("[Broken]", "toy", "").is_err());
    }
}
