//! How a search treats its freedom.

/// Settings of the generic search that are not the game's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Selective pruning, reductions, costs and deeper table entries allowed.
    /// Off in verification: then the search returns exactly what a brute-force
    /// expectimax of the same depth returns.
    pub selective: bool,
    /// Whether leaves are resolved by quiescence over the policy's noisy moves.
    pub quiescence: bool,
    /// Whether chance nodes probe one reply to each outcome first (Star2).
    pub star2: bool,
    /// Depth behind a chance node from which Star2 probes, in plies.
    pub star2_depth: i32,
    /// Whether chance nodes are first asked by null windows around what each
    /// outcome is expected to be worth; takes the place of Star2 there.
    pub scout: bool,
    /// History by which a late move is searched one ply less or more deep; 0 for never.
    pub late_history: i32,
    /// How far the value of a root move may be off in a search for play, in raw
    /// score units; 0 for exact values. Then all windows are null windows.
    pub coarse: i32,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Share of the time limit, in per cent, after which no new iteration is begun.
    pub begin_percent: u64,
    /// A deliberate fault, for the tests that must catch it and for the museum.
    pub fault: Option<Fault>,
}

/// Faults that authors of chance searches have made, switched on on purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Outcomes are searched with the node's own window and the bounds that
    /// come back are averaged as if they were exact.
    BoundAsExact,
    /// A cut is made on a child's quotient, rounded the wrong way, instead of
    /// on the average itself.
    StarRoundedWrong,
    /// An average close to a win is taken for a sure win.
    NearCertainIsSure,
}

impl Settings {
    /// For play and analysis.
    pub const fn standard() -> Settings {
        Settings {
            selective: true,
            quiescence: true,
            star2: true,
            star2_depth: 1,
            scout: false,
            coarse: 0,
            late_history: 0,
            table_bytes: 1 << 24,
            begin_percent: 65,
            fault: None,
        }
    }

    /// For comparison with a brute-force expectimax.
    pub const fn verification(table_bytes: usize) -> Settings {
        Settings { selective: false, table_bytes, ..Settings::standard() }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings::standard()
    }
}
