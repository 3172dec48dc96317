//! The museum: the faults that this project exists to prevent.
//!
//! Every piece shows a position, what a faulty arm says of it, the check that
//! catches the fault, and what the sound arm says. A piece computes all three
//! when it is asked, in seconds; nothing is typed in. A piece whose fault is
//! not caught is an error of ours, and a test runs them all.

mod advice;
mod banqi;
mod dicechess;
mod go;
mod jieqi;
mod referee;
mod registry;

pub use registry::pieces;

use crate::desk::DeskError;
use serde::Serialize;

/// What one arm says.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Arm {
    /// What kind of arm it is, in a few words.
    pub what: String,
    /// The number or move that it gives.
    pub number: String,
    /// The line, table or reasoning behind it, a line each.
    pub detail: Vec<String>,
}

impl Arm {
    /// An arm with its number and the details behind it.
    pub fn new(what: impl Into<String>, number: impl Into<String>, detail: Vec<String>) -> Arm {
        Arm { what: what.into(), number: number.into(), detail }
    }
}

/// What the check found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Catch {
    /// The law or test by name.
    pub check: String,
    /// Whether it caught the faulty arm. Anything but `true` is our error.
    pub caught: bool,
    /// Whether the sound arm passes it. Anything but `true` is our error.
    pub sound_passes: bool,
    /// What it says of the faulty arm.
    pub says: String,
}

/// A piece, run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Exhibit {
    /// The version of this shape.
    pub schema: u32,
    /// The piece's name.
    pub name: String,
    /// The game it is shown on.
    pub game: String,
    /// A headline.
    pub title: String,
    /// What happened and to whom, in two or three sentences.
    pub story: String,
    /// The position text, empty where the piece needs none.
    pub position: String,
    /// The faulty arm.
    pub faulty: Arm,
    /// The check.
    pub check: Catch,
    /// The sound arm.
    pub sound: Arm,
}

/// A piece, not yet run.
#[derive(Clone, Copy)]
pub struct Piece {
    /// Its name, as `museum NAME` takes it.
    pub name: &'static str,
    /// The game it is shown on.
    pub game: &'static str,
    /// A headline.
    pub title: &'static str,
    /// What happened and to whom.
    pub story: &'static str,
    /// Computes position, arms and check.
    pub run: fn() -> Result<Shown, DeskError>,
}

/// What a piece computes.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The position text, empty where the piece needs none.
    pub position: String,
    /// The faulty arm.
    pub faulty: Arm,
    /// The check.
    pub check: Catch,
    /// The sound arm.
    pub sound: Arm,
}

impl Piece {
    /// Runs the piece.
    pub fn show(&self) -> Result<Exhibit, DeskError> {
        let Shown { position, faulty, check, sound } = (self.run)()?;
        Ok(Exhibit {
            schema: 1,
            name: self.name.into(),
            game: self.game.into(),
            title: self.title.into(),
            story: self.story.into(),
            position,
            faulty,
            check,
            sound,
        })
    }
}

/// The piece of this name.
pub fn piece(name: &str) -> Result<Piece, DeskError> {
    pieces().into_iter().find(|p| p.name == name).ok_or_else(|| DeskError::Unknown {
        what: "museum piece",
        found: name.into(),
        known: pieces().iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_caught_and_every_sound_arm_passes() {
        for piece in pieces() {
            let shown = piece.show().unwrap_or_else(|e| panic!("{}: {e}", piece.name));
            assert!(shown.check.caught, "{}: the fault was not caught", piece.name);
            assert!(shown.check.sound_passes, "{}: the sound arm fails", piece.name);
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = pieces().iter().map(|p| p.name).collect();
        let n = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(n, names.len());
    }
}
