//! Search under chance. Names no game.
//!
//! * [`analysis`]: what a search is asked and what it answers,
//! * [`engine`]: the trait that every built-in engine and ruler implements.
//!
//! Architecture invariant: this crate depends on the kernel alone, and no
//! function in it knows which game it walks.

pub mod analysis;
pub mod engine;

pub use analysis::{Analysis, OutcomeLine, Request, RootMove, Step};
pub use engine::{Engine, Stop};
