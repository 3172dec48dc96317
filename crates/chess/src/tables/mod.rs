//! Exact tables for positions of two to four men: distance to mate in plies, by
//! retrograde analysis on boards of any size.
//!
//! * [`material`]: which men a table is about, `KRK`, `KBNK`, ...,
//! * [`index`]: positions up to symmetry as numbers,
//! * [`build`]: the retrograde generator,
//! * [`set`]: a set of tables that generates what a question needs,
//! * [`count`]: how many positions are won, drawn, mate, ... ,
//! * [`store`]: tables as bytes, and the shelf on which a caller keeps them.
//!
//! Castling and the fifty-move rule are outside the tables' world. En passant can
//! only matter with pawns of both colours; `KPKP` is therefore refused.

pub mod build;
pub mod count;
pub mod index;
pub mod material;
pub mod set;
pub mod store;

pub use material::Material;
pub use set::{TableError, Tables};
pub use store::Shelf;

/// The exact value of a position for the side to move. Plies to the mate, both
/// sides playing their best; 0 for a side that is mated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move mates after that many plies.
    Win(u16),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated after that many plies.
    Loss(u16),
}

impl Outcome {
    /// Moves of the winner until mate, the mating move included.
    pub const fn moves(self) -> Option<u16> {
        match self {
            Outcome::Win(p) | Outcome::Loss(p) => Some(p.div_ceil(2)),
            Outcome::Draw => None,
        }
    }

    /// The better of two values for the side to move: quicker wins, later losses.
    pub fn rank(self) -> i32 {
        match self {
            Outcome::Win(p) => 100_000 - p as i32,
            Outcome::Draw => 0,
            Outcome::Loss(p) => p as i32 - 100_000,
        }
    }

    /// The value of a position one of whose moves leads to a position worth `self`
    /// for the other side.
    pub const fn before(self) -> Outcome {
        match self {
            Outcome::Win(p) => Outcome::Loss(p + 1),
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss(p) => Outcome::Win(p + 1),
        }
    }
}
