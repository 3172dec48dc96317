//! Opponents that never change: measures against which strength is told.

mod first;
mod plain;

pub use first::{First, signature};
pub use plain::{Greedy, Random};

use crate::board::View;
use touchstone_search::Engine;

/// The names of all rulers, weakest first.
pub const NAMES: [&str; 3] = ["random", "greedy", "first"];

/// The ruler of that name.
pub fn named(name: &str) -> Option<Box<dyn Engine<View>>> {
    match name {
        "random" => Some(Box::new(Random::new())),
        "greedy" => Some(Box::new(Greedy::new())),
        "first" => Some(Box::new(First::new())),
        _ => None,
    }
}
