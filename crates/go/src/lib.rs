//! Go: rules, boards, notation, a GTP session, regression suites and playouts.
//!
//! * [`point`]: colours, points, sets of points as machine words,
//! * [`board`]: chains with liberties, playing and undoing,
//! * [`rules`] and [`game`]: rules as values, whole games with repetition and prisoners,
//! * [`notation`]: vertices and diagrams; [`sgf`]: game records,
//! * [`symmetry`]: the eight symmetries and the change of colours,
//! * [`score`]: counting a finished game,
//! * [`gtp`]: a session that takes a line and returns a reply; other crates add commands,
//! * [`regress`]: regression suites: reading, running, comparing, transformed copies,
//! * [`playout`]: light random games; [`player`]: a simple legal player.
//!
//! Architecture invariant: no input or output, no clock; randomness only from
//! a generator that is passed in.

pub mod board;
pub mod game;
pub mod gtp;
pub mod notation;
pub mod player;
pub mod playout;
pub mod point;
pub mod regress;
pub mod rules;
pub mod score;
pub mod sgf;
pub mod symmetry;
mod zobrist;

pub use board::{Board, Illegal};
pub use game::{Game, Move};
pub use point::{Cell, Colour, Point, PointSet};
pub use rules::{Ko, Rules, Scoring, Suicide};
pub use symmetry::Symmetry;
