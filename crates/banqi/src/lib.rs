//! Banqi (Chinese dark chess).
//!
//! * [`rules`]: rules as a value with named presets,
//! * [`piece`], [`bits`], [`board`], [`movegen`]: the masked board in one cache line,
//! * [`position`]: the board as a search walks it: marks, chases, verdicts,
//! * [`fen`], [`notation`]: position and move texts,
//! * [`truth`]: the hidden world,
//! * [`game`]: Banqi behind the kernel's [`touchstone_kernel::Game`],
//! * [`diagram`]: the board as lines of text,
//! * [`perft`]: counts of the rules,
//! * [`eval`], [`order`], [`engine`], [`tables`]: the engine and its endgame tables,
//! * [`rulers`]: opponents that never change,
//! * [`museum`]: faults and what catches them.
//!
//! Architecture invariant: no input or output, no clock, no randomness but a
//! stream passed in, no global state.

pub mod bits;
pub mod board;
pub mod diagram;
pub mod engine;
pub mod eval;
pub mod fen;
pub mod game;
mod hash;
pub mod movegen;
pub mod museum;
pub mod notation;
pub mod order;
pub mod perft;
pub mod piece;
pub mod position;
pub mod rulers;
pub mod rules;
pub mod solve;
pub mod tables;
pub mod truth;

pub use board::{Board, Move};
pub use engine::Parameters;
pub use eval::{Eval, Params};
pub use game::{Banqi, advance, setup_at};
pub use piece::{Kind, Tile};
pub use position::{Decided, Mark};
pub use rules::Rules;
pub use truth::World;
