//! The rules as a value.

use touchstone_kernel::Preset;

/// Rule values. The presets are in [`PRESETS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Rules {
    /// Whether king-capturing paths raise the number of dice that a legal turn
    /// must spend (the written formula). Off in the rules as they are played.
    pub max_counts_king_captures: bool,
    /// Whether a piece that lands on an en passant target deletes it (the
    /// older upstream behaviour). Off in the rules as they are played.
    pub ep_deleted_by_landing: bool,
}

impl Rules {
    /// As played on the servers since August 2026.
    pub const CANONICAL: Rules =
        Rules { max_counts_king_captures: false, ep_deleted_by_landing: false };
}

/// The named rules, the default first.
pub static PRESETS: &[Preset<Rules>] = &[
    Preset {
        name: "canonical",
        rules: Rules::CANONICAL,
        about: "maximum rule over turns that take no king; en passant targets survive a landing",
    },
    Preset {
        name: "older-ep",
        rules: Rules { ep_deleted_by_landing: true, ..Rules::CANONICAL },
        about: "a piece landing on an en passant target deletes it",
    },
    Preset {
        name: "written-maximum",
        rules: Rules { max_counts_king_captures: true, ..Rules::CANONICAL },
        about: "king captures count for the maximum rule too",
    },
];

/// The game is drawn when a turn begins with this half-move clock or more,
/// tested before the roll.
pub const DRAW_CLOCK: u8 = 100;
