//! One file a command.

pub mod analyse;
pub mod bench;
pub mod demo;
pub mod eval;
pub mod museum;
pub mod perft;
pub mod play;
pub mod solve;
pub mod uci;

use crate::failure::Failure;
use touchstone_lab::desk::{AnyGame, AnyTable};

/// The table after `ply` plies of a record.
pub fn record_table(
    game: &'static dyn AnyGame,
    text: &str,
    ply: Option<usize>,
    rules: &str,
) -> Result<Box<dyn AnyTable>, Failure> {
    let _ = (game, text, ply, rules);
    Err(Failure::bad("records are read once the laboratory's record reader is in place"))
}
