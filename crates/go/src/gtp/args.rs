//! Arguments of a command, and the errors that GTP programs expect.

use super::{Outcome, Session};
use crate::game::Move;
use crate::notation::parse_vertex;
use crate::point::{Colour, Point};

/// The words after the command's name.
pub struct Args<'a> {
    words: &'a [&'a str],
}

impl<'a> Args<'a> {
    pub(super) fn new(words: &'a [&'a str]) -> Self {
        Args { words }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// All words.
    pub fn words(&self) -> &'a [&'a str] {
        self.words
    }

    /// One word, or the empty text.
    pub fn word(&self, i: usize) -> &'a str {
        self.words.get(i).copied().unwrap_or("")
    }

    /// A colour.
    ///
    /// # Errors
    /// `invalid color`.
    pub fn colour(&self, i: usize) -> Result<Colour, String> {
        Colour::parse(self.word(i)).ok_or_else(|| "invalid color".to_string())
    }

    /// A point of the session's board.
    ///
    /// # Errors
    /// `invalid coordinate`.
    pub fn point(&self, s: &Session, i: usize) -> Result<Point, String> {
        parse_vertex(self.word(i))
            .filter(|&p| s.game().board().is_on(p))
            .ok_or_else(|| "invalid coordinate".to_string())
    }

    /// A point with a stone.
    ///
    /// # Errors
    /// `invalid coordinate`, `vertex must not be empty`.
    pub fn stone(&self, s: &Session, i: usize) -> Result<(Point, Colour), String> {
        let p = self.point(s, i)?;
        match s.game().board().colour(p) {
            Some(c) => Ok((p, c)),
            None => Err("vertex must not be empty".into()),
        }
    }

    /// A point, or pass.
    ///
    /// # Errors
    /// `invalid color or coordinate`.
    pub fn mv(&self, s: &Session, i: usize) -> Result<Move, String> {
        match Move::parse(self.word(i)) {
            Some(Move::Pass) => Ok(Move::Pass),
            Some(Move::Play(p)) if s.game().board().is_on(p) => Ok(Move::Play(p)),
            _ => Err("invalid color or coordinate".into()),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// The text given.
    pub fn number<T: std::str::FromStr>(&self, i: usize, error: &str) -> Result<T, String> {
        self.word(i).parse().map_err(|_| error.to_string())
    }
}

/// An empty success.
pub(super) fn done() -> Outcome {
    Ok(String::new())
}
