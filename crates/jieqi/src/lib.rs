//! Jieqi (揭棋, cờ úp, reveal xiangqi): xiangqi with all pieces but the generals
//! shuffled face-down.
//!
//! Rooms: [`piece`] (roles, squares, pools), [`bits`] (sets of squares and
//! attack tables), [`board`] (what one seat knows: [`View`]), moves,
//! [`position`] (the single-observer model), [`rules`] (presets, repetition,
//! clocks), [`truth`] (the referee's [`World`]), [`fen`],
//! [`notation`], [`perft`], [`game`], [`eval`], [`order`], [`engine`], [`rulers`].

pub mod arms;
pub mod bits;
pub mod board;
mod chase;
pub mod engine;
pub mod eval;
pub mod fen;
pub mod game;
mod mates;
mod movegen;
pub mod museum;
pub mod notation;
pub mod order;
pub mod perft;
pub mod piece;
pub mod position;
pub mod record;
pub mod rulers;
pub mod rules;
pub mod truth;

pub use board::{Move, Observer, View};
pub use eval::{Eval, Weights};
pub use game::Jieqi;
pub use piece::{Piece, Pool, Role, Square};
pub use position::{Event, Moved};
pub use rules::{Chase, Mark, Rules};
pub use truth::World;
