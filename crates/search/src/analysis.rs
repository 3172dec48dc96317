//! What a search is asked and what it answers.

use crate::engine::Stop;
use touchstone_kernel::game::{EventOf, MoveOf};
use touchstone_kernel::{Limits, Position, Score, Setup, Value, Verdict, legal_moves};

/// A question to an engine.
#[derive(Clone, Debug)]
pub struct Request<P: Position> {
    /// How much work may be done.
    pub limits: Limits,
    /// How many best moves are wanted with exact values and lines (MultiPV); at least 1.
    pub lines: usize,
    /// Search only these root moves, with open windows. Empty: all.
    pub only: Vec<MoveOf<P>>,
    /// Threads; 1 is deterministic by nodes.
    pub threads: usize,
    /// Whether this is for play (contempt and other habits of play allowed) or
    /// for judgement (analysis, audits, labels, reports: none).
    pub play: bool,
    /// Set from outside to end the search early.
    pub stop: Stop,
}

impl<P: Position> Request<P> {
    /// A judgement within `limits`: one line, one thread.
    pub fn new(limits: Limits) -> Request<P> {
        Request { limits, lines: 1, only: Vec::new(), threads: 1, play: false, stop: Stop::new() }
    }

    /// The same question, asked in order to play.
    pub fn for_play(limits: Limits) -> Request<P> {
        Request { play: true, ..Request::new(limits) }
    }

    /// The legal moves that are asked about; none where the game is over or nobody decides.
    pub fn choices(&self, setup: &Setup<P>) -> Vec<MoveOf<P>> {
        let Some(position) = setup.decision() else { return Vec::new() };
        if position.verdict(&setup.line).is_some() {
            return Vec::new();
        }
        let mut moves = legal_moves(position, &setup.line);
        if !self.only.is_empty() {
            moves.retain(|m| self.only.contains(m));
        }
        moves
    }
}

/// One decision of a line, with what luck made of it in that line.
#[derive(Clone, Copy, Debug)]
pub struct Step<P: Position> {
    /// The decision.
    pub mv: MoveOf<P>,
    /// The outcome that the line follows; `None` where no luck was open, or
    /// where the line ends before luck falls.
    pub event: Option<EventOf<P>>,
}

impl<P: Position> PartialEq for Step<P> {
    fn eq(&self, other: &Self) -> bool {
        self.mv == other.mv && self.event == other.event
    }
}

impl<P: Position> Eq for Step<P> {}

/// One way that luck may fall at the root, or after a root move.
#[derive(Clone, Debug)]
pub struct OutcomeLine<P: Position> {
    /// What happens.
    pub event: EventOf<P>,
    /// Its weight.
    pub weight: u32,
    /// Its value in the view of the one who decides at the root (for a chance
    /// root: of the one who decides after it).
    pub value: Value,
    /// The best answer to it; `None` where it ends the game or was not searched.
    pub reply: Option<MoveOf<P>>,
    /// How it ends the game at once, if it does.
    pub end: Option<Verdict>,
}

/// What was found out about one root move.
#[derive(Clone, Debug)]
pub struct RootMove<P: Position> {
    /// The move.
    pub mv: MoveOf<P>,
    /// Its value for the side to move at the root.
    pub value: Value,
    /// Whether the value comes from the rules, an exact table or a finished
    /// proof. A sure result is always proved (the result, not its length).
    pub proved: bool,
    /// The line that supports the value, this move first.
    pub line: Vec<Step<P>>,
    /// Where luck follows the move: every outcome.
    pub outcomes: Vec<OutcomeLine<P>>,
    /// Nodes spent on it.
    pub nodes: u64,
}

/// An engine's answer.
#[derive(Clone, Debug)]
pub struct Analysis<P: Position> {
    /// The depth in plies that was finished.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Wall-clock time spent, in milliseconds.
    pub time_ms: u64,
    /// The static evaluation at the root, where somebody decides there.
    pub static_score: Option<Score>,
    /// Root moves, best first. Empty for a chance root and for a finished game.
    pub moves: Vec<RootMove<P>>,
    /// For a chance root: every outcome.
    pub outcomes: Vec<OutcomeLine<P>>,
}

impl<P: Position> Analysis<P> {
    /// An answer that knows an order of moves and no lines: the one of a ruler.
    pub fn ranked(moves: Vec<(MoveOf<P>, Value)>, nodes: u64, depth: u32) -> Analysis<P> {
        let root = |(mv, value)| RootMove {
            mv,
            value,
            proved: false,
            line: vec![Step { mv, event: None }],
            outcomes: Vec::new(),
            nodes: 0,
        };
        Analysis {
            depth,
            nodes,
            time_ms: 0,
            static_score: None,
            moves: moves.into_iter().map(root).collect(),
            outcomes: Vec::new(),
        }
    }

    /// The best move found.
    pub fn best(&self) -> Option<&RootMove<P>> {
        self.moves.first()
    }
}
