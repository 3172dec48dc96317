//! The prover: a table is run from every legal position against every defence.
//!
//! * [`roots`]: the positions with us to move, as numbers,
//! * [`sweep`]: one search in each of them, and where its lines lead,
//! * [`graph`]: longest lines, cycles, bad ends,
//! * [`report`]: counts, counterexamples, costs of advice,
//! * [`certificate`]: the proof as text that an independent checker verifies.

pub mod certificate;
pub mod graph;
pub mod report;
pub mod roots;
pub mod sweep;

pub use report::{Counterexample, Proof, Summary, prove};

/// Bad ends of lines, as bits.
pub mod ends {
    /// The opponent is stalemated.
    pub const STALEMATE: u16 = 1;
    /// A man of ours is taken and what is left cannot mate.
    pub const LOST: u16 = 2;
    /// No rule applies, or none of its advice is satisfiable.
    pub const NO_ADVICE: u16 = 4;
    /// The line can go on for ever.
    pub const CYCLE: u16 = 8;
    /// The better-goal holds at the root, so that no move is given.
    pub const NIL_TREE: u16 = 16;
    /// A search was given up as too large.
    pub const TOO_LARGE: u16 = 32;
    /// The position is claimed to be drawn.
    pub const DRAWN: u16 = 64;
    /// Mate comes later than the fiftieth move.
    pub const OVER_50: u16 = 128;

    /// Bit and name of each end.
    pub const NAMES: [(u16, &str); 8] = [
        (STALEMATE, "stalemate"),
        (LOST, "lost_piece"),
        (NO_ADVICE, "no_advice"),
        (CYCLE, "cycle"),
        (NIL_TREE, "nil_tree"),
        (TOO_LARGE, "too_large"),
        (DRAWN, "drawn"),
        (OVER_50, "over_50"),
    ];

    /// The name of the first end of a set.
    pub fn name(set: u16) -> &'static str {
        NAMES.iter().find(|(bit, _)| set & bit != 0).map_or("none", |(_, n)| n)
    }
}
