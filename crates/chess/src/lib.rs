//! The 8x8 board and plain chess on it.
//!
//! * [`square`]: squares, files, ranks and their texts,
//! * [`bitboard`]: sets of squares,
//! * [`piece`]: colours and kinds of pieces,
//! * [`attacks`]: what a piece attacks, as functions of square and occupancy,
//! * [`board`]: who stands where, and the three attack questions
//!   (`is_attacked`, `attackers_of`, `first_attacker`),
//! * [`moves`]: a move and its text,
//! * [`position`]: a position of plain chess: legal moves, check, mate,
//! * [`fen`]: FEN read and written,
//! * [`perft`]: counts of legal lines.
//!
//! Dice Chess and the advice language stand on this crate.

pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod fen;
pub mod general;
mod movegen;
pub mod moves;
pub mod perft;
pub mod piece;
pub mod position;
pub mod square;
pub mod tables;

pub use bitboard::Bitboard;
pub use board::Board;
pub use moves::Move;
pub use piece::{Colour, Kind};
pub use position::{Castling, ChessPosition};
pub use square::Square;
