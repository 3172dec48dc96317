//! The trait that every built-in engine and every ruler implements.

use crate::analysis::{Analysis, Request};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use touchstone_kernel::{Position, Setup};

/// Something that judges positions of one game from what its seat may know.
///
/// An engine receives a view, never the truth: the types leave no other way.
pub trait Engine<P: Position>: Send {
    /// What it is called in reports.
    fn name(&self) -> String;

    /// Forgets everything of earlier games. After this, equal requests get equal
    /// answers (with one thread and no time limit).
    fn new_game(&mut self);

    /// Judges `setup`. A finished game gets an analysis without moves.
    fn analyse(&mut self, setup: &Setup<P>, request: &Request<P>) -> Analysis<P>;
}

/// A flag by which a search is ended from outside. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Raises the flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
