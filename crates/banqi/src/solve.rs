//! Proved values: by a table, or by a search that leaves nothing out.

use crate::board::Board;
use crate::eval::{Eval, Params};
use crate::order::{Order, SearchParams};
use crate::tables::{MOST_PIECES, Tables};
use std::sync::Arc;
use touchstone_kernel::{Limits, Position, Score, Setup};
use touchstone_search::{AlphaBeta, Engine, Request, Settings};

/// Where a proved value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// An exact endgame table.
    Table,
    /// A search that left nothing out and found a sure result.
    Search,
}

impl Proof {
    /// `table` or `search`, as the JSON shapes name it.
    pub const fn name(self) -> &'static str {
        match self {
            Proof::Table => "table",
            Proof::Search => "search",
        }
    }
}

/// What is proved of a position, and the nodes that it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The value for the side to move and where it comes from.
    pub found: Option<(Score, Proof)>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Proves the value of an unfinished game if a table of at most five pieces or
/// a search within `limits` can (a million nodes if none are given). Draws are
/// proved by tables alone.
pub fn solve(setup: &Setup<Board>, limits: &Limits, tables: &Arc<Tables>) -> Solved {
    let Some(board) = setup.decision() else { return Solved { found: None, nodes: 0 } };
    if board.verdict(&setup.line).is_some() {
        return Solved { found: None, nodes: 0 };
    }
    if let Some(score) = tables.prove(board, &setup.line, MOST_PIECES) {
        return Solved { found: Some((score, Proof::Table)), nodes: 0 };
    }
    let limits = if limits.is_unlimited() { Limits::nodes(1_000_000) } else { *limits };
    let order = Order::new(Eval::new(Params::STANDARD), SearchParams::STANDARD)
        .with_tables(Arc::clone(tables), 3);
    let settings = Settings { quiescence: false, ..Settings::verification(1 << 24) };
    let mut engine = AlphaBeta::new("solve", order, settings);
    let answer = engine.analyse(setup, &Request::new(limits));
    let found = answer
        .best()
        .filter(|m| m.value.is_exact() && m.value.number().is_sure())
        .map(|m| (m.value.number(), Proof::Search));
    Solved { found, nodes: answer.nodes }
}
