//! Opponents that never change: measures against which strength is told.

mod first;
mod plain;
mod second;

pub use first::{First, signature};
pub use plain::{Greedy, Random};
pub use second::Second;

use crate::board::Board;
use touchstone_search::Engine;

/// The names of all rulers, weakest first.
pub const NAMES: [&str; 4] = ["random", "greedy", "first", "second"];

/// The ruler of that name.
pub fn named(name: &str) -> Option<Box<dyn Engine<Board>>> {
    match name {
        "random" => Some(Box::new(Random::new())),
        "greedy" => Some(Box::new(Greedy::new())),
        "first" => Some(Box::new(First::new())),
        "second" => Some(Box::new(Second::new())),
        _ => None,
    }
}
