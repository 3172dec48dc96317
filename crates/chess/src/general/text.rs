//! Position text (FEN, also for other board sizes) and move text.

use std::fmt;

use super::men::{MAX_MEN, Man, Men, Step};
use super::size::{Point, Size};
use crate::piece::{Colour, Kind};

/// What is wrong with a position text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// Column of the fault, from 1.
    pub column: usize,
    /// What was found and what would be right.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position text, column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for TextError {}

impl Men {
    /// Reads a FEN; of its six fields only the first is needed (White moves then).
    /// The number of ranks and files gives the board's size; `10` stands for ten
    /// empty squares. Castling rights must be absent.
    ///
    /// ```
    /// use touchstone_chess::general::Men;
    /// let (size, men) = Men::parse("8/1k6/3R4/8/4K3/8/8/8 w - - 0 1").unwrap();
    /// assert_eq!(size.to_string(), "8x8");
    /// assert_eq!(men.fen(size), "8/1k6/3R4/8/4K3/8/8/8 w - - 0 1");
    /// ```
    pub fn parse(text: &str) -> Result<(Size, Men), TextError> {
        let fail = |column: usize, message: String| Err(TextError { column, message });
        let lead = text.len() - text.trim_start().len();
        let mut fields = text.split_whitespace();
        let Some(board) = fields.next() else {
            return fail(1, "found nothing, expected a FEN".to_string());
        };
        let rows: Vec<&str> = board.split('/').collect();
        let mut kings: [Option<Point>; 2] = [None; 2];
        let mut others: Vec<Man> = Vec::new();
        let mut width: Option<i8> = None;
        let mut column = lead + 1;
        if rows.len() > 10 {
            return fail(column, format!("found {} ranks, expected 3 to 10", rows.len()));
        }
        for (row, cells) in rows.iter().enumerate() {
            let y = (rows.len() - row) as i8;
            let mut x: i8 = 1;
            let mut digits = 0i8;
            for (k, c) in cells.chars().enumerate() {
                let here = column + k;
                if let Some(d) = c.to_digit(10) {
                    digits = digits.saturating_mul(10).saturating_add(d as i8);
                    if digits > 10 {
                        return fail(here, "more than ten empty squares".to_string());
                    }
                    continue;
                }
                x += std::mem::take(&mut digits);
                let Some(kind) = Kind::from_letter(c) else {
                    return fail(here, format!("found '{c}', expected a digit or a man's letter"));
                };
                let colour = if c.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                let at = Point::new(x, y);
                if kind == Kind::King {
                    if kings[colour.index()].replace(at).is_some() {
                        return fail(here, "a second king of one colour".to_string());
                    }
                } else {
                    others.push(Man { kind, colour, at, gone: false });
                }
                x += 1;
                if x > 11 {
                    return fail(here, "more than ten files".to_string());
                }
            }
            x += digits;
            match width {
                None => width = Some(x - 1),
                Some(w) if w != x - 1 => {
                    let message = format!("rank {y} has {} squares, expected {w}", x - 1);
                    return fail(column, message);
                }
                Some(_) => {}
            }
            column += cells.chars().count() + 1;
        }
        let files = width.unwrap_or(0);
        let Some(size) = Size::new(files.max(0) as u8, rows.len() as u8) else {
            return fail(
                lead + 1,
                format!("a board of {files}x{} squares, expected 3x3 to 10x10", rows.len()),
            );
        };
        if others.len() > MAX_MEN - 2 {
            let message = format!("{} men, expected at most {MAX_MEN}", others.len() + 2);
            return fail(lead + 1, message);
        }
        let (Some(white), Some(black)) = (kings[0], kings[1]) else {
            return fail(lead + 1, "expected one king of each colour".to_string());
        };
        let turn = match fields.next() {
            None | Some("w") => Colour::White,
            Some("b") => Colour::Black,
            Some(other) => {
                return fail(column, format!("found '{other}', expected 'w' or 'b'"));
            }
        };
        if let Some(rights) = fields.next().filter(|r| *r != "-") {
            let message = format!("found castling rights '{rights}', expected '-'");
            return fail(column + 2, message);
        }
        let men = Men::new(white, black, &others, turn).tidy();
        match men.fault(size) {
            Some(message) => fail(lead + 1, message),
            None => Ok((size, men)),
        }
    }

    /// The FEN of the position, with clocks `0 1`. Captured men are left out.
    pub fn fen(&self, size: Size) -> String {
        let mut text = String::new();
        for y in (1..=size.ranks()).rev() {
            let mut empty = 0;
            for x in 1..=size.files() {
                match self.on(Point::new(x, y)) {
                    None => empty += 1,
                    Some(i) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        let m = self.man(i);
                        text.push(m.kind.letter_of(m.colour));
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            if y > 1 {
                text.push('/');
            }
        }
        text.push(' ');
        text.push(self.turn().letter());
        text += " - - 0 1";
        text
    }

    /// Algebraic text of a legal move: `Rd6`, `bxc8=Q+`, `Ra6#`.
    pub fn san(&self, size: Size, step: Step) -> String {
        let m = self.man(step.man as usize);
        let mut text = String::new();
        let takes = self.captures(step);
        if m.kind == Kind::Pawn {
            if takes {
                text.push(m.at.to_string().remove(0));
            }
        } else {
            text.push(m.kind.letter());
            let mut twins = Vec::new();
            self.legal(size, &mut |s| {
                let o = self.man(s.man as usize);
                if s.man != step.man && s.to == step.to && o.kind == m.kind {
                    twins.push(o.at);
                }
                true
            });
            if !twins.is_empty() {
                let from = m.at.to_string();
                if twins.iter().all(|t| t.x != m.at.x) {
                    text += &from[..1];
                } else if twins.iter().all(|t| t.y != m.at.y) {
                    text += &from[1..];
                } else {
                    text += &from;
                }
            }
        }
        if takes {
            text.push('x');
        }
        text += &step.to.to_string();
        if let Some(kind) = step.promotion {
            text.push('=');
            text.push(kind.letter());
        }
        let next = self.after(step);
        if next.in_check(size, next.turn()) {
            text.push(if next.can_move(size) { '+' } else { '#' });
        }
        text
    }

    /// Coordinate text of a move: `d6d7`, `b7b8q`.
    pub fn coordinates(&self, step: Step) -> String {
        let mut text = format!("{}{}", self.man(step.man as usize).at, step.to);
        if let Some(kind) = step.promotion {
            text.push(kind.letter().to_ascii_lowercase());
        }
        text
    }

    /// The legal move that the text means: coordinates or algebraic, with or without
    /// marks for check and mate.
    pub fn find(&self, size: Size, text: &str) -> Option<Step> {
        let bare = |t: &str| t.trim_end_matches(['+', '#', '!', '?']).replace(['x', '='], "");
        let wanted = bare(text.trim());
        let moves = self.legal_moves(size);
        let exact = moves.iter().find(|&&s| {
            self.coordinates(s) == wanted.to_lowercase() || bare(&self.san(size, s)) == wanted
        });
        exact.copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_name_place_and_remedy() {
        for (text, part) in [
            ("", "found nothing"),
            ("8/8/8/8/8/8/8/8", "one king of each colour"),
            ("8/8/8/8/8/8/8/kK6", "adjacent"),
            ("8/8/8/8/8/8/8/k1K4", "rank 1 has 7 squares, expected 8"),
            ("8/8/8/8/8/8/8/k1K5 x", "expected 'w' or 'b'"),
            ("8/8/8/8/8/8/8/k1K5 w KQ", "castling"),
            ("8/8/8/8/8/8/8/k1KZ4", "column 18: found 'Z'"),
            ("8/8/8/8/8/8/RRR5/k1K5", "at most 4"),
            ("8/8/8/8/8/8/8/k1K4P", "pawn stands on h1"),
            ("8/8/8/8/8/8/8/k1KR4 b", ""),
            ("99999999999999/8", "more than ten"),
            ("kK", "board of"),
        ] {
            match Men::parse(text) {
                Err(e) => assert!(e.to_string().contains(part) && !part.is_empty(), "{text}: {e}"),
                Ok(_) => assert!(part.is_empty(), "{text} was accepted"),
            }
        }
    }

    #[test]
    fn promotions_and_twins_have_the_usual_text() {
        let (size, men) = Men::parse("8/1P6/8/8/8/8/8/K1k5 w").unwrap();
        assert_eq!(men.san(size, men.find(size, "b7b8q").unwrap()), "b8=Q");
        let (size, men) = Men::parse("8/8/8/8/R6R/8/8/K1k5 w").unwrap();
        assert_eq!(men.san(size, men.find(size, "a4d4").unwrap()), "Rad4");
        assert!(men.find(size, "Rd4").is_none());
        assert!(men.find(size, "Rhd4").is_some());
    }
}
