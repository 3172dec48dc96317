//! Tactical reading: can this chain be captured, can it be saved.
//!
//! A search over plays near the chain, bounded by its liberties: the deeper it
//! goes the fewer liberties it follows, so that ladders are read to their end
//! and wide fights are not. An answer `0` therefore says "not within these
//! bounds", and `Answer::proved` is set only for captures, whose every defence
//! within the generated moves was tried; see `docs/go-reading.md`.

pub(crate) mod dfpn;
mod moves;
mod search;

pub(crate) use moves::{Candidates, Width, liberties_after, liberty_set_after, rescue};
pub use search::{Limits, Reader};

use touchstone_go::{Board, Point};

/// The result codes of GNU Go's analysis commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// Fails.
    Fails,
    /// Works, whatever ko threats the other side has.
    Works,
    /// Works by a ko that the mover takes first.
    KoTakesFirst,
    /// Works by a ko for which the mover needs the first threat.
    KoNeedsThreat,
    /// The node limit was reached.
    Unknown,
}

impl Code {
    /// As GTP prints it.
    pub const fn text(self) -> &'static str {
        match self {
            Code::Fails => "0",
            Code::Works => "1",
            Code::KoTakesFirst => "2",
            Code::KoNeedsThreat => "3",
            Code::Unknown => "unknown",
        }
    }
}

/// What reading found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The result code.
    pub code: Code,
    /// The move that works; `None` where nothing does, or where no move is needed.
    pub mv: Option<Point>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Which question is asked of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The other colour moves first: can it capture the chain?
    Attack,
    /// The chain's colour moves first: can it save the chain?
    Defend,
}

/// Reads the chain at `target`, which must carry a stone.
///
/// The code follows from three solves: with the opponent as ko master (works:
/// 1), without a master (works: 2), with the mover as ko master (works: 3). A
/// master may retake at once, twice on one line of play.
pub fn read(board: &Board, target: Point, question: Question, limits: Limits) -> Answer {
    let Some(owner) = board.colour(target) else {
        return Answer { code: Code::Fails, mv: None, nodes: 0 };
    };
    let mover = match question {
        Question::Attack => owner.other(),
        Question::Defend => owner,
    };
    let masters = [
        (Some(mover.other()), Code::Works),
        (None, Code::KoTakesFirst),
        (Some(mover), Code::KoNeedsThreat),
    ];
    let mut nodes = 0;
    let mut unknown = false;
    for (master, code) in masters {
        let mut reader = Reader::new(board, target, master, limits);
        let found = reader.solve(question);
        nodes += reader.nodes();
        match found {
            Some(Some(mv)) => return Answer { code, mv: Some(mv), nodes },
            Some(None) => {}
            None => unknown = true,
        }
        if !reader.met_ko() {
            break;
        }
    }
    Answer { code: if unknown { Code::Unknown } else { Code::Fails }, mv: None, nodes }
}
