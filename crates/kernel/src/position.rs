//! What a search may walk: positions (someone decides) and afterstates (luck decides).

use crate::line::Line;
use crate::list::List;
use crate::side::{Seat, Side};
use std::fmt::Debug;

/// A 64-bit hash of information.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Key(pub u64);

impl Key {
    /// This key mixed with another word (finaliser of SplitMix64).
    #[inline]
    pub const fn mixed(self, word: u64) -> Key {
        Key(mix(self.0 ^ mix(word)))
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// What a line remembers of a position can be hashed.
pub trait Digest {
    /// A hash of everything in it that a later verdict may depend on.
    fn digest(&self) -> u64;
}

impl Digest for () {
    fn digest(&self) -> u64 {
        0
    }
}

impl Digest for u32 {
    fn digest(&self) -> u64 {
        u64::from(*self)
    }
}

impl Digest for u64 {
    fn digest(&self) -> u64 {
        *self
    }
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VerdictResult {
    /// This seat won.
    Win(Seat),
    /// Nobody won.
    Draw,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// Who won.
    pub result: VerdictResult,
    /// Why, in snake case, as reports name it: `no_moves`, `eliminated`,
    /// `repetition`, `no_progress`, `checkmate`, `king_captured`, ...
    pub reason: &'static str,
    /// Whether it hangs on the history (repetition, clock, chase) rather than
    /// on the position alone.
    pub by_line: bool,
}

impl Verdict {
    /// A win by the position alone.
    pub const fn win(winner: Seat, reason: &'static str) -> Verdict {
        Verdict { result: VerdictResult::Win(winner), reason, by_line: false }
    }

    /// A draw by the history.
    pub const fn line_draw(reason: &'static str) -> Verdict {
        Verdict { result: VerdictResult::Draw, reason, by_line: true }
    }
}

/// One way that luck may fall, with its integer weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome<E> {
    /// What happens.
    pub event: E,
    /// Its weight, greater than 0; the weights of a node total less than 2³¹.
    pub weight: u32,
}

/// All that one seat may know where somebody has to decide, and nothing else.
/// Holds no history: repetition, clocks and chases live in the [`Line`].
pub trait Position: Clone + Debug {
    /// Rule values that the position and its line obey (a small copyable value).
    type Rules: Copy + PartialEq + Debug;
    /// A decision.
    type Move: Copy + Eq + Debug;
    /// What the line remembers of each position besides its key.
    type Mark: Copy + Default + Debug + Digest;
    /// What a decision leads to: decided, luck still open.
    type After: After<Position = Self>;

    /// Whether a verdict of the line depends on the order of the positions in
    /// it (perpetual check) or only on which ones there were.
    const ORDERED_LINE: bool = true;

    /// Who decides; may stay the same over several decisions.
    fn seat(&self) -> Seat;
    /// The colour of [`Position::seat`]; `None` while colours are unbound.
    fn side(&self) -> Option<Side>;
    /// Appends all legal moves. Empty only where [`Position::verdict`] speaks.
    fn moves(&self, line: &Line<Self>, list: &mut List<Self::Move>);
    /// Whether the game is over here, and how. `line` already ends with this position.
    fn verdict(&self, line: &Line<Self>) -> Option<Verdict>;
    /// What `m` leads to. `m` must be legal here.
    fn after(&self, m: Self::Move) -> Self::After;
    /// Hash of the *information*: board, bag or pools, dice, side, observer. No history.
    fn key(&self) -> Key;
    /// Hash by which repetition is told; by default the key.
    fn repetition_key(&self) -> Key {
        self.key()
    }
    /// What the line has to remember of this position, which is reached over
    /// `after` from the position at the end of `line` (before it is pushed).
    fn mark(&self, line: &Line<Self>, after: &Self::After) -> Self::Mark;
    /// A lower bound on the number of plies after which a verdict of the line,
    /// or an effect of it on the legal moves, may fall from here (`line` ends
    /// with this position). 0 where one holds now. `u32::MAX` where none can.
    fn line_horizon(&self, line: &Line<Self>) -> u32;
}

/// Luck between one decision and the next. For a deterministic move it costs
/// nothing: [`After::is_certain`] says so and [`After::settled`] gives the position.
pub trait After: Clone + Debug {
    /// The position that follows.
    type Position: Position<After = Self>;
    /// One way that luck may fall.
    type Event: Copy + Eq + Debug;

    /// Whether no luck is open, so that [`After::settled`] may be asked.
    fn is_certain(&self) -> bool;
    /// The position where no luck is open. For an uncertain afterstate: any one of its outcomes.
    fn settled(&self) -> Self::Position;
    /// Hash of the information, distinct from that of any position.
    fn key(&self) -> Key;
    /// Whether the move was irreversible: the line starts anew.
    fn resets(&self) -> bool;
    /// Appends everything that may happen, with weights. For a certain
    /// afterstate nothing is appended.
    fn outcomes(&self, list: &mut List<Outcome<Self::Event>>);
    /// The position after `e`, one of the listed events.
    fn resolve(&self, e: Self::Event) -> Self::Position;
}
