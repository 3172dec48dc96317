//! Exact values of eye spaces by local search.
//!
//! The model: the space is cut out of one solid, otherwise eyeless string S of
//! the defender, with `k` outer liberties and an optional extra eye. Only the
//! defender may pass; the attacker must capture S within finitely many moves
//! under simple ko without threats. See `docs/go-eyes.md` for the definition of
//! the four digits.

mod game;
mod graph;
pub mod shapes;
mod value;

pub use game::{Game, State};
pub use graph::{GraphError, MAX_POINTS, Node, Space};
pub use value::{Exact, Value, evaluate, evaluate_by_liberties};
