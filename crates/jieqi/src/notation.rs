//! Moves as text: `b2d2`, `b2d2R`, `b2b9Cn` as UCI programs write them,
//! `b2d2=R`, `b2b9=Cx=n` as records write them.

use crate::board::{Move, View};
use crate::piece::{Piece, Role, Square};
use crate::position::Event;
use touchstone_kernel::{Position, Side, TextError};

/// How a played move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `b2b9Cn`: letters without signs, as the Pikafish dialects take them.
    Uci,
    /// `b2b9=Cx=n`: as records and PGN write it.
    Record,
}

/// Writes a move with what the viewer knows of it.
pub fn print_played(view: &View, m: Move, e: Event, style: Style) -> String {
    let side = view.mover();
    let mut text = m.text();
    if let Some(role) = e.became {
        if style == Style::Record {
            text.push('=');
        }
        text.push(role.letter(side));
    }
    if let Some(role) = e.captured {
        if style == Style::Record {
            text.push_str("x=");
        }
        text.push(role.letter(side.other()));
    }
    text
}

/// Writes an event alone: `R`, `x=n`, `Cx=n`.
pub fn print_event(side: Side, e: Event) -> String {
    let mut text = String::new();
    if let Some(role) = e.became {
        text.push(role.letter(side));
    }
    if let Some(role) = e.captured {
        text.push_str("x=");
        text.push(role.letter(side.other()));
    }
    text
}

/// Splits a move's text into the squares and the letters behind them.
pub fn split(text: &str) -> Result<(Move, &str), TextError> {
    let wrong = || TextError::new("move", text, "two squares, a0 to i9, such as b2d2");
    let (a, b) = (text.get(0..2).ok_or_else(wrong)?, text.get(2..4).ok_or_else(wrong)?);
    let from = Square::of_name(a).ok_or_else(wrong)?;
    let to = Square::of_name(b).ok_or_else(wrong)?;
    Ok((Move { from, to }, &text[4..]))
}

/// Reads the letters behind a move (or an event alone), against what moves and
/// what is captured. `None`: no letters.
pub fn read_event(
    letters: &str,
    view: &View,
    piece: Piece,
    captured: Piece,
) -> Result<Option<Event>, TextError> {
    if letters.is_empty() {
        return Ok(None);
    }
    let plain: String = if let Some(rest) = letters.strip_prefix('=') {
        rest.replacen("x=", "", 1)
    } else {
        letters.replacen("x=", "", 1)
    };
    let mut chars = plain.chars();
    let mut event = Event::default();
    let side = view.mover();
    if piece.is_dark()
        && !letters.starts_with("x=")
        && let Some(c) = chars.next()
    {
        event.became = Some(role_of(c, side, view, "reveal")?);
    }
    if let Some(c) = chars.next() {
        if !captured.is_dark() {
            let right = if piece.is_dark() {
                "one letter: nothing dark is captured"
            } else {
                "no letter: the piece was face-up and nothing dark is captured"
            };
            return Err(TextError::new("letters of the move", letters, right));
        }
        event.captured = Some(role_of(c, side.other(), view, "captured piece")?);
    }
    if let Some(c) = chars.next() {
        return Err(TextError::new("letters of the move", c, "nothing more"));
    }
    if piece.is_dark() && event.became.is_none() {
        return Err(TextError::new(
            "letters of the move",
            letters,
            "what the dark piece became, before what it took",
        ));
    }
    Ok(Some(event))
}

fn role_of(c: char, side: Side, view: &View, place: &str) -> Result<Role, TextError> {
    let pool = view.pool(side);
    let found = Role::of_letter(c).filter(|&(r, s)| s == side && pool.count(r) > 0);
    found.map(|x| x.0).ok_or_else(|| {
        let left: Vec<String> =
            pool.each().map(|(r, n)| format!("{} ({n})", r.letter(side))).collect();
        TextError::new(place, c, format!("one of the pool: {}", left.join(" ")))
    })
}

/// Reads a move, legal at `view`, with the event that its letters name.
pub fn parse(view: &View, text: &str) -> Result<(Move, Option<Event>), TextError> {
    let (m, letters) = split(text)?;
    if !view.is_legal(m) {
        return Err(TextError::new("move", text, illegal(view, m)));
    }
    let event = read_event(letters, view, view.piece(m.from), view.piece(m.to))?;
    Ok((m, event))
}

/// Reads a move that was played: a dark piece must say what it became.
pub fn parse_played(view: &View, text: &str) -> Result<(Move, Event), TextError> {
    match parse(view, text)? {
        (m, Some(e)) => Ok((m, e)),
        (m, None) if view.piece(m.from).is_dark() => {
            Err(TextError::new("move", text, "a letter for what the dark piece became"))
        }
        (m, None) => Ok((m, Event::default())),
    }
}

fn illegal(view: &View, m: Move) -> String {
    let p = view.piece(m.from);
    let why = if p.is_empty() {
        format!("a piece on {}", m.from.name())
    } else if p.side() != view.mover() {
        format!("a piece of the side to move on {}", m.from.name())
    } else if view.reach(m.from) & crate::bits::bit(m.to) == 0 {
        format!("a square that the piece on {} reaches", m.from.name())
    } else if view.pieces(view.mover()) & crate::bits::bit(m.to) != 0 {
        "a square without an own piece".into()
    } else {
        "a move that leaves the own general safe".into()
    };
    format!("a legal move: {why}")
}

/// The position after a move whose letters are all that is known of it.
pub fn play(view: &View, text: &str) -> Result<View, TextError> {
    use touchstone_kernel::After;
    let (m, e) = parse_played(view, text)?;
    Ok(view.after(m).resolve(e))
}
