//! How much work a search may do.

/// Limits of one search; all that are given hold together, the first that is
/// reached ends it. With none given a search stops only when it is told to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Nodes (positions after chance) that may be visited.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// A hard deadline in milliseconds from the start of the search.
    pub time_ms: Option<u64>,
    /// Stop when a sure result within this number of plies has been found.
    pub mate_plies: Option<u32>,
}

impl Limits {
    /// At most `n` nodes.
    pub const fn nodes(n: u64) -> Limits {
        Limits { nodes: Some(n), depth: None, time_ms: None, mate_plies: None }
    }

    /// To depth `d`.
    pub const fn depth(d: u32) -> Limits {
        Limits { nodes: None, depth: Some(d), time_ms: None, mate_plies: None }
    }

    /// At most `ms` milliseconds.
    pub const fn time_ms(ms: u64) -> Limits {
        Limits { nodes: None, depth: None, time_ms: Some(ms), mate_plies: None }
    }

    /// Whether nothing limits the search.
    pub const fn is_unlimited(&self) -> bool {
        self.nodes.is_none()
            && self.depth.is_none()
            && self.time_ms.is_none()
            && self.mate_plies.is_none()
    }
}
