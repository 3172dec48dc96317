//! Buffers of one ply, kept from node to node so that the search does not allocate.

use crate::analysis::Step;
use touchstone_kernel::average::ChanceBounds;
use touchstone_kernel::game::EventOf;
use touchstone_kernel::position::Outcome;
use touchstone_kernel::{List, Position};

/// Buffers of a decision node.
#[derive(Debug)]
pub(crate) struct Frame<P: Position> {
    pub moves: List<P::Move>,
    pub rated: Vec<(i32, P::Move)>,
    pub pv: Vec<Step<P>>,
    pub killers: [u16; 2],
    /// Whether the move that led here only gave the turn away.
    pub passed: bool,
}

impl<P: Position> Frame<P> {
    pub fn new() -> Self {
        Frame {
            moves: List::new(),
            rated: Vec::new(),
            pv: Vec::new(),
            killers: [0; 2],
            passed: false,
        }
    }
}

/// Buffers of the chance node between a decision and the next.
#[derive(Debug)]
pub(crate) struct ChanceFrame<P: Position> {
    pub outcomes: List<Outcome<EventOf<P>>>,
    pub children: Vec<P>,
    pub bounds: ChanceBounds,
    /// The line behind the heaviest outcome that was searched exactly, and that outcome.
    pub pv: Vec<Step<P>>,
    pub pv_event: Option<EventOf<P>>,
}

impl<P: Position> ChanceFrame<P> {
    pub fn new() -> Self {
        ChanceFrame {
            outcomes: List::new(),
            children: Vec::new(),
            bounds: ChanceBounds::new(),
            pv: Vec::new(),
            pv_event: None,
        }
    }

    /// Forgets what an earlier node left here.
    pub fn forget(&mut self) {
        self.outcomes.clear();
        self.children.clear();
        self.bounds.clear();
        self.pv.clear();
        self.pv_event = None;
    }
}
