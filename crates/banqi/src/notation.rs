//! Squares and moves as text: our own form, the 0-based dialect, Chinese forms.

use crate::bits::bit;
use crate::board::{Board, Move};
use crate::piece::Tile;
use touchstone_kernel::TextError;

/// How ranks are counted in a text. Never guessed: most tokens are valid in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// `a1` to `h4`: our own.
    #[default]
    OneBased,
    /// `a0` to `h3`: MistyBanqi's.
    ZeroBased,
}

impl Dialect {
    /// The dialect of a name: `touchstone` or `misty`.
    pub fn named(name: &str) -> Option<Dialect> {
        match name {
            "touchstone" => Some(Dialect::OneBased),
            "misty" => Some(Dialect::ZeroBased),
            _ => None,
        }
    }

    const fn base(self) -> u8 {
        match self {
            Dialect::OneBased => b'1',
            Dialect::ZeroBased => b'0',
        }
    }
}

/// The name of a square.
pub fn print_square(square: u8, dialect: Dialect) -> String {
    let file = (b'a' + (square & 7)) as char;
    let rank = (dialect.base() + (square >> 3 & 3)) as char;
    format!("{file}{rank}")
}

/// Reads the name of a square of the full board.
///
/// # Errors
/// If it is none; rank 0 in the 1-based dialect names the option.
pub fn parse_square(text: &str, dialect: Dialect) -> Result<u8, TextError> {
    let wrong = |expected: &str| Err(TextError::new("square", format!("`{text}`"), expected));
    let bytes = text.as_bytes();
    let [file, rank] = *bytes else { return wrong("a file a to h and a rank") };
    if !(b'a'..=b'h').contains(&file) {
        return wrong("a file a to h");
    }
    let base = dialect.base();
    if !(base..base + 4).contains(&rank) {
        return match dialect {
            Dialect::OneBased if rank == b'0' => {
                wrong("a rank 1 to 4 (ranks counted from 0 are the dialect `misty`)")
            }
            Dialect::OneBased => wrong("a rank 1 to 4"),
            Dialect::ZeroBased => wrong("a rank 0 to 3 (dialect `misty`)"),
        };
    }
    Ok(file - b'a' + 8 * (rank - base))
}

/// Writes a decision: `b1c1`, or `c3c3` for a flip.
pub fn print_move(m: Move, dialect: Dialect) -> String {
    format!("{}{}", print_square(m.from(), dialect), print_square(m.to(), dialect))
}

/// Reads a decision, for a flip with the tile that turned up if the text
/// names it (`c3c3=R`, `c3c3R`). Says nothing of legality.
///
/// # Errors
/// If the text is no move.
pub fn parse_move(text: &str, dialect: Dialect) -> Result<(Move, Option<Tile>), TextError> {
    let wrong = |expected: &str| TextError::new("move", format!("`{text}`"), expected);
    let form = "two squares as in `b1c1`, or a flip as in `c3c3` or `c3c3=R`";
    let (Some(from), Some(to)) = (text.get(0..2), text.get(2..4)) else {
        return Err(wrong(form));
    };
    let (from, to) = (parse_square(from, dialect)?, parse_square(to, dialect)?);
    let m = Move::new(from, to);
    let rest = text.get(4..).unwrap_or("");
    if rest.is_empty() {
        return Ok((m, None));
    }
    let letter = rest.strip_prefix('=').unwrap_or(rest);
    let mut chars = letter.chars();
    let tile = match (chars.next(), chars.next()) {
        (Some(c), None) => Tile::from_letter(c),
        _ => None,
    };
    match tile {
        Some(t) if m.is_flip() => Ok((m, Some(t))),
        Some(_) => Err(wrong("no tile behind a step or capture")),
        None => Err(wrong("a tile `GAERHCS` (red) or `gaerhcs` (black) behind the flip")),
    }
}

/// Reads a move in any of our forms, the Chinese ones included, on a board.
/// Says nothing of legality beyond what the form itself claims.
///
/// # Errors
/// If the text is no move, or its words do not fit the board.
pub fn parse_on(
    board: &Board,
    text: &str,
    dialect: Dialect,
) -> Result<(Move, Option<Tile>), TextError> {
    let text = text.trim();
    let wrong = |expected: &str| TextError::new("move", format!("`{text}`"), expected);
    let mut words = text.split_whitespace();
    let (Some(first), second, third) = (words.next(), words.next(), words.next()) else {
        return Err(wrong("a move"));
    };
    if words.next().is_some() {
        return Err(wrong("one move"));
    }
    let named = |word: Option<&str>| match word {
        None => Ok(None),
        Some(w) => {
            let mut c = w.chars();
            match (c.next().and_then(Tile::from_character), c.next()) {
                (Some(t), None) => Ok(Some(t)),
                _ => Err(wrong("one piece character")),
            }
        }
    };
    if second == Some("翻") {
        return Ok((Move::flip(parse_square(first, dialect)?), named(third)?));
    }
    let (from, to, takes) = match (first.split_once('-'), first.split_once('x')) {
        (Some((a, b)), _) => (a, b, false),
        (_, Some((a, b))) => (a, b, true),
        _ if second.is_none() => return parse_move(first, dialect),
        _ => return Err(wrong("`c3 翻 俥`, `c3-c4` or `c3xc4 吃 馬`")),
    };
    let m = Move::new(parse_square(from, dialect)?, parse_square(to, dialect)?);
    if m.is_flip() {
        return Err(wrong("two different squares"));
    }
    let victim = board.tile_at(m.to());
    if takes != (board.face_up() & bit(m.to()) != 0) {
        return Err(wrong(if takes { "a piece to take there" } else { "an empty square there" }));
    }
    match (second, named(third)?) {
        (None, None) => Ok((m, None)),
        (Some("吃"), Some(t)) if takes && victim == Some(t) => Ok((m, None)),
        _ => Err(wrong("`吃` and the character of the piece that stands there")),
    }
}

/// Writes a move with characters: `c3 翻 俥`, `c3-c4`, `c3xc4 吃 馬`.
pub fn print_chinese(board: &Board, m: Move, turned_up: Option<Tile>) -> String {
    let from = print_square(m.from(), Dialect::OneBased);
    if m.is_flip() {
        return match turned_up {
            Some(t) => format!("{from} 翻 {}", t.character()),
            None => format!("{from} 翻"),
        };
    }
    let to = print_square(m.to(), Dialect::OneBased);
    match board.tile_at(m.to()) {
        Some(t) => format!("{from}x{to} 吃 {}", t.character()),
        None => format!("{from}-{to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_both_ways_in_both_dialects() {
        for d in [Dialect::OneBased, Dialect::ZeroBased] {
            for s in 0..32 {
                assert_eq!(parse_square(&print_square(s, d), d), Ok(s));
            }
        }
        assert_eq!(print_square(0, Dialect::OneBased), "a1");
        assert_eq!(print_square(31, Dialect::OneBased), "h4");
        assert_eq!(print_square(31, Dialect::ZeroBased), "h3");
        assert!(parse_square("a4", Dialect::ZeroBased).is_err());
    }

    #[test]
    fn rank_zero_names_the_option() {
        let e = parse_move("a0a1", Dialect::OneBased).unwrap_err().to_string();
        assert!(e.contains("misty"), "{e}");
    }

    #[test]
    fn moves_and_flips() {
        let d = Dialect::OneBased;
        assert_eq!(parse_move("b1c1", d), Ok((Move::new(1, 2), None)));
        assert_eq!(parse_move("c3c3=R", d), Ok((Move::flip(18), Tile::from_letter('R'))));
        assert_eq!(parse_move("c3c3r", d), Ok((Move::flip(18), Tile::from_letter('r'))));
        for bad in
            ["", "c3", "c3c", "c3c5", "i1a1", "c3c3=", "c3c3=X", "c3c3=RR", "b1c1R", "翻翻翻"]
        {
            assert!(parse_move(bad, d).is_err(), "{bad}");
        }
    }
}
