//! Search under chance. Names no game.
//!
//! * [`analysis`]: what a search is asked and what it answers,
//! * [`engine`]: the trait that every built-in engine and ruler implements,
//! * [`policy`]: what one game tells the search about ordering and selectivity,
//! * [`settings`]: play, analysis and verification,
//! * [`root`]: the generic engine: iterative deepening over the core,
//! * [`table`]: the transposition table,
//! * [`oracle`]: a slow, obviously right expectimax for tests and checks.
//!
//! Architecture invariant: this crate depends on the kernel alone, and no
//! function in it knows which game it walks.

pub mod analysis;
pub mod clock;
mod core;
pub mod engine;
mod frame;
mod history;
pub mod oracle;
pub mod policy;
pub mod root;
pub mod settings;
pub mod table;

pub use analysis::{Analysis, OutcomeLine, Request, RootMove, Step};
pub use engine::{Engine, Stop};
pub use policy::{Frontier, Policy};
pub use root::AlphaBeta;
pub use settings::{Fault, Settings};
