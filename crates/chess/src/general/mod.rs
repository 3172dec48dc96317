//! Positions of two to four men on a board of any size from 3x3 to 10x10.
//!
//! Endgame tables and the advice language need few men, other board sizes than
//! 8x8 and one fixed order of moves; they need no castling, no en passant and no
//! bitboards. Squares are pairs (x, y) counted from 1, as the literature on
//! advice tables writes them.
//!
//! * [`size`]: the board's size, its squares and symmetries,
//! * [`men`]: who stands where,
//! * [`rules`]: attacks and legal moves in a fixed order,
//! * [`text`]: position text and move text.

pub mod men;
pub mod rules;
pub mod size;
pub mod text;

pub use men::{Man, Men, Step};
pub use size::{Point, Size, Symmetry};
