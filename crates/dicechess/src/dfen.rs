//! DFEN: FEN with several en passant targets and the dice.
//!
//! 4 to 7 fields separated by single spaces: board, side, castling, en
//! passant, half-move clock (default 0), full-move number (default 1), dice
//! (`-` or absent: not rolled). The reader is strict and never panics; the
//! writer writes targets in alphabetical order and dice by value.

use crate::dice::Pool;
use crate::men::Men;
use crate::position::{DicePosition, TurnEnd};
use crate::rules::Rules;
use touchstone_chess::{Castling, Colour, Square, fen};
use touchstone_kernel::TextError;

/// What to do with texts that other writers are known to produce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Castling rights that the board contradicts and dice in the other
    /// side's letter case are errors.
    Strict,
    /// Both are accepted: dice are rewritten, rights are kept and worth
    /// nothing until the board supports them.
    Tolerant,
}

/// What a DFEN says: a decision, or a roll awaited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Read {
    /// Dice are on the table.
    Decision(DicePosition),
    /// The roll is still to come.
    Before(TurnEnd),
}

/// Reads a DFEN.
///
/// # Errors
/// See the module text; every error names the field.
pub fn parse(text: &str, reading: Reading, rules: Rules) -> Result<Read, TextError> {
    let fields: Vec<&str> = text.trim().split(' ').collect();
    if !(4..=7).contains(&fields.len()) {
        return Err(TextError::new(
            "DFEN",
            format!("{} fields", fields.len()),
            "4 to 7 fields separated by single spaces: board, side, castling, en passant, \
             half-move clock, full-move number, dice",
        ));
    }
    let board = fen::parse_board(fields[0])?;
    let turn = fen::parse_side(fields[1])?;
    let castling = fen::parse_castling(fields[2])?;
    let bad = castling.0 & !Castling::supported_by(&board).0;
    if bad != 0 && reading == Reading::Strict {
        let letter = Castling::LETTERS[bad.trailing_zeros() as usize & 3];
        return Err(TextError::new(
            "castling rights",
            format!("`{letter}` in `{}` without king and rook at home", fields[2]),
            "rights that the board supports",
        ));
    }
    let targets = parse_targets(fields[3])?;
    let clock = fields.get(4).map_or(Ok(0), |t| fen::parse_number("half-move clock", t, 0, 127))?;
    let number = fields
        .get(5)
        .map_or(Ok(1), |t| fen::parse_number("full-move number", t, 1, 2_147_483_647))?;
    let dice = fields.get(6).map_or(Ok(Pool::NONE), |t| parse_dice(t, turn, reading))?;
    let men = Men::seen(&board, castling, targets, clock as u8, turn);
    let end = TurnEnd { men, turn, number, taken: false, rules };
    Ok(if dice.is_empty() { Read::Before(end) } else { Read::Decision(end.rolled(dice)) })
}

/// Targets as files of White's (rank 3) and Black's (rank 6) double steps.
fn parse_targets(text: &str) -> Result<[u8; 2], TextError> {
    let error = |found: String| {
        TextError::new("en passant", found, "`-` or different squares of ranks 3 and 6")
    };
    let mut targets = [0; 2];
    if text == "-" {
        return Ok(targets);
    }
    if text.is_empty() || !text.is_ascii() || !text.len().is_multiple_of(2) {
        return Err(error(format!("`{text}`")));
    }
    for i in (0..text.len()).step_by(2) {
        let part = &text[i..i + 2];
        let square = Square::from_text(part).ok_or_else(|| error(format!("`{part}`")))?;
        let side = match square.rank() {
            2 => 0,
            5 => 1,
            _ => return Err(error(format!("`{part}`"))),
        };
        if targets[side] >> square.file() & 1 != 0 {
            return Err(error(format!("`{part}` twice")));
        }
        targets[side] |= 1 << square.file();
    }
    Ok(targets)
}

fn parse_dice(text: &str, turn: Colour, reading: Reading) -> Result<Pool, TextError> {
    if text == "-" {
        return Ok(Pool::NONE);
    }
    let letters = if turn == Colour::White { "PNBRQK" } else { "pnbrqk" };
    let expected =
        || format!("`-` or one to three of `{letters}` (the letter case of the side to move)");
    let error = |found: String| TextError::new("dice", found, expected());
    if text.is_empty() {
        return Err(error("nothing".into()));
    }
    for c in text.chars() {
        let known = match reading {
            Reading::Strict => letters.contains(c),
            Reading::Tolerant => letters.contains(c) || letters.contains(swapped(c)),
        };
        if !known {
            return Err(error(format!("`{c}` in `{text}`")));
        }
    }
    Pool::from_text(text)
        .filter(|p| !p.is_empty())
        .ok_or_else(|| error(format!("{} dice in `{text}`", text.chars().count())))
}

fn swapped(c: char) -> char {
    if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
}

/// Writes seven fields.
pub fn print(men: &Men, turn: Colour, number: u32, dice: Pool) -> String {
    let mut targets: Vec<String> = Vec::new();
    for file in 0..8u8 {
        for colour in Colour::BOTH {
            let set = if colour == turn { men.ep_own } else { men.ep_opp };
            if set >> file & 1 != 0 {
                let rank = if colour == Colour::White { 2 } else { 5 };
                targets.push(Square::at(file, rank).to_string());
            }
        }
    }
    let targets = if targets.is_empty() { "-".to_string() } else { targets.concat() };
    let dice = match (dice.is_empty(), turn) {
        (true, _) => "-".to_string(),
        (_, Colour::White) => dice.text(),
        (_, Colour::Black) => dice.text().to_ascii_lowercase(),
    };
    format!(
        "{} {} {} {} {} {} {}",
        fen::print_board(&men.board(turn)),
        turn.letter(),
        fen::print_castling(men.castling(turn)),
        targets,
        men.clock,
        number,
        dice
    )
}

impl Read {
    /// The text.
    pub fn print(&self) -> String {
        match self {
            Read::Decision(p) => print(&p.men, p.turn, p.number, p.dice),
            Read::Before(e) => print(&e.men, e.turn, e.number, Pool::NONE),
        }
    }

    /// The board in the view of the side to move.
    pub fn men(&self) -> &Men {
        match self {
            Read::Decision(p) => &p.men,
            Read::Before(e) => &e.men,
        }
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        match self {
            Read::Decision(p) => p.turn,
            Read::Before(e) => e.turn,
        }
    }

    /// The same without dice, as before a roll.
    pub fn before(&self) -> TurnEnd {
        match *self {
            Read::Decision(p) => TurnEnd {
                men: p.men,
                turn: p.turn,
                number: p.number,
                taken: p.taken,
                rules: p.rules,
            },
            Read::Before(e) => e,
        }
    }
}

/// The normalized FEN of upstream books and statistics: four fields, a target
/// kept only if the side to move could use it with its first step. No exact
/// identity: a target that is blocked now may open later in the turn.
pub fn normalized(men: &Men, turn: Colour) -> String {
    let mut kept = *men;
    kept.ep_own = 0;
    for file in 0..8u32 {
        let beside = (men.pawns & men.own) >> 32
            & (if file > 0 { 1 << (file - 1) } else { 0 }
                | if file < 7 { 1 << (file + 1) } else { 0 });
        let pushed = men.pawns & men.opp & 1 << (32 + file) != 0;
        let free = men.occupied() & 1 << (40 + file) == 0;
        if beside == 0 || !pushed || !free {
            kept.ep_opp &= !(1 << file);
        }
    }
    let text = print(&kept, turn, 1, Pool::NONE);
    text.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The key of an opening book line: the normalized FEN and the dice sorted by
/// letter (not by value), cased by side. `None` without dice.
pub fn book_key(men: &Men, turn: Colour, dice: Pool) -> Option<String> {
    if dice.is_empty() {
        return None;
    }
    let mut letters: Vec<char> = dice.text().chars().collect();
    letters.sort_unstable();
    let dice: String = letters.into_iter().collect();
    let dice = if turn == Colour::White { dice } else { dice.to_ascii_lowercase() };
    Some(format!("{} {dice}", normalized(men, turn)))
}
