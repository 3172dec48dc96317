//! Turns as text: steps in long algebraic form joined by commas
//! (`e2e4,g1f3,f1c4`), castling as the king's step (`e1g1`), promotion with a
//! letter (`e7e8q`), a forced pass as `pass`.

use crate::layers::{Path, extended, path_steps};
use crate::men::{Men, Step, step};
use crate::turns;
use touchstone_chess::{Colour, Kind, Move, Square};

/// Writes one step of `turn`'s side.
pub fn print_step(s: Step, turn: Colour) -> String {
    to_move(s, turn).to_string()
}

fn to_move(s: Step, turn: Colour) -> Move {
    let at = |index: u16| {
        let square = Square::new((index & 63) as u8);
        if turn == Colour::White { square } else { square.flipped() }
    };
    match s >> 12 {
        0 => Move::new(at(s), at(s >> 6)),
        k => Move::promoting(at(s), at(s >> 6), Kind::from_index(k as usize)),
    }
}

/// Reads one step. `None` if it is not of the form `e2e4` or `e7e8q`.
pub fn parse_step(text: &str, turn: Colour) -> Option<Step> {
    let m = Move::from_text(text)?;
    let at = |s: Square| if turn == Colour::White { s } else { s.flipped() }.index() as u32;
    Some(step(at(m.from()), at(m.to()), m.promotion().map_or(0, |k| k.index() as u32)))
}

/// Writes a turn.
pub fn print_path(path: Path, turn: Colour) -> String {
    let steps: Vec<String> = path_steps(path).map(|s| print_step(s, turn)).collect();
    if steps.is_empty() { "pass".into() } else { steps.join(",") }
}

/// Reads a turn: steps separated by commas or blanks, or `pass`. Legality is
/// not asked. The error is the part that is no step.
pub fn parse_path(text: &str, turn: Colour) -> Result<Path, String> {
    if text.trim() == "pass" {
        return Ok(0);
    }
    let mut path = 0;
    let parts: Vec<&str> =
        text.split([',', ' ']).map(str::trim).filter(|p| !p.is_empty()).collect();
    if parts.is_empty() || parts.len() > 3 {
        return Err(format!("`{text}` ({} steps)", parts.len()));
    }
    for part in parts {
        let s = parse_step(part, turn).ok_or_else(|| format!("`{part}`"))?;
        path = extended(path, s);
    }
    Ok(path)
}

/// A readable form of a turn for people: piece letters, `x` for captures,
/// `O-O`, e.g. `e4 Nf3 Bxc4`.
pub fn readable(men: &Men, path: Path, turn: Colour) -> String {
    let mut board = *men;
    let mut parts = Vec::new();
    for s in path_steps(path) {
        let m = to_move(s, turn);
        let (from, to) = (1u64 << (s & 63), 1u64 << (s >> 6 & 63));
        let kind = board.kind_on(from);
        let mut text = if turns::is_castling(&board, s) {
            if to == 1 << 6 { "O-O".to_string() } else { "O-O-O".to_string() }
        } else {
            let letter = if kind == Kind::Pawn { String::new() } else { kind.letter().to_string() };
            let takes = board.opp & to != 0 || kind == Kind::Pawn && (s & 7) != (s >> 6 & 7);
            format!("{letter}{}{}{}", m.from(), if takes { "x" } else { "-" }, m.to())
        };
        if let Some(k) = m.promotion() {
            text.push('=');
            text.push(k.letter());
        }
        parts.push(text);
        match turns::after_step(&board, s, false) {
            Some((next, _)) => board = next,
            None => break,
        }
    }
    if parts.is_empty() { "pass".into() } else { parts.join(" ") }
}
