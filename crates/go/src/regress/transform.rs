//! Transformed copies of a suite: the same questions about turned, mirrored or
//! recoloured positions. Answers are turned back, so the expectations stay.

use super::run::{Answer, Engine};
use crate::gtp::{Counters, Session};
use crate::symmetry::Symmetry;

/// A session that sees every position transformed.
pub struct Transformed<'a> {
    session: &'a mut Session,
    symmetry: Symmetry,
}

impl<'a> Transformed<'a> {
    /// Wraps a session.
    pub fn new(session: &'a mut Session, symmetry: Symmetry) -> Self {
        session.set_load_symmetry(symmetry);
        Transformed { session, symmetry }
    }

    /// The size that the board had before it was transformed.
    fn size(&self) -> (usize, usize) {
        let b = self.session.game().board();
        if self.symmetry.transposes() { (b.height(), b.width()) } else { (b.width(), b.height()) }
    }
}

impl Drop for Transformed<'_> {
    fn drop(&mut self) {
        self.session.set_load_symmetry(Symmetry::IDENTITY);
    }
}

impl Engine for Transformed<'_> {
    fn send(&mut self, command: &str) -> Answer {
        if command.split_whitespace().next() == Some("loadsgf") {
            // Names of files and places in records stay as they are.
            let mut a = self.session.send(command);
            let (w, h) = self.size();
            a.text = self.symmetry.text(&a.text, w, h, true);
            return a;
        }
        let (w, h) = self.size();
        let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
        let name = match (self.symmetry.swaps(), name) {
            (true, "black") => "white",
            (true, "white") => "black",
            _ => name,
        };
        let turned = self.symmetry.text(rest, w, h, false);
        let mut a = self.session.send(format!("{name} {turned}").trim());
        a.text = a
            .text
            .lines()
            .map(|l| self.symmetry.text(l, w, h, true))
            .collect::<Vec<_>>()
            .join("\n");
        a
    }

    fn reset(&mut self) {
        self.session.reset();
    }

    fn counters(&mut self) -> Counters {
        Engine::counters(self.session)
    }
}
