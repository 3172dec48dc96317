//! Opponents that never change: measures against which strength is told.

mod plain;
mod star1;

pub use plain::{Greedy, Random};
pub use star1::{Star1, signature};

use crate::board::Board;
use touchstone_search::Engine;

/// The names of all rulers, weakest first.
pub const NAMES: [&str; 4] = ["random", "greedy", "first", "second"];

/// The ruler of that name.
pub fn named(name: &str) -> Option<Box<dyn Engine<Board>>> {
    match name {
        "random" => Some(Box::new(Random::new())),
        "greedy" => Some(Box::new(Greedy::new())),
        "first" => Some(Box::new(Star1::first())),
        "second" => Some(Box::new(Star1::second())),
        _ => None,
    }
}
