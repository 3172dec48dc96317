//! Exact values and bounds as types, so that neither passes for the other.

use crate::score::Score;
use std::ops::Neg;

/// What a search found out about a node. `Exact` means: the value of this
/// search at this depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The value itself.
    Exact(Score),
    /// The value is this or more (a fail high).
    AtLeast(Score),
    /// The value is this or less (a fail low).
    AtMost(Score),
}

impl Value {
    /// The number, whatever it means. For display and ordering only; to use it
    /// in arithmetic take [`Value::interval`].
    #[inline]
    pub const fn number(self) -> Score {
        match self {
            Value::Exact(s) | Value::AtLeast(s) | Value::AtMost(s) => s,
        }
    }

    /// Whether this is an exact value.
    #[inline]
    pub const fn is_exact(self) -> bool {
        matches!(self, Value::Exact(_))
    }

    /// All that the value may be, inside what is possible at the node.
    #[inline]
    pub fn interval(self, possible: Interval) -> Interval {
        match self {
            Value::Exact(s) => Interval { lo: s, hi: s },
            Value::AtLeast(s) => Interval { lo: s.max(possible.lo), hi: possible.hi.max(s) },
            Value::AtMost(s) => Interval { lo: possible.lo.min(s), hi: s.min(possible.hi) },
        }
    }

    /// The value one decision earlier, see [`Score::step`].
    #[inline]
    pub const fn step(self) -> Value {
        match self {
            Value::Exact(s) => Value::Exact(s.step()),
            Value::AtLeast(s) => Value::AtLeast(s.step()),
            Value::AtMost(s) => Value::AtMost(s.step()),
        }
    }

    /// `exact`, `at_least` or `at_most`, as the JSON shapes name it.
    pub const fn kind(self) -> &'static str {
        match self {
            Value::Exact(_) => "exact",
            Value::AtLeast(_) => "at_least",
            Value::AtMost(_) => "at_most",
        }
    }
}

impl Neg for Value {
    type Output = Value;
    #[inline]
    fn neg(self) -> Value {
        match self {
            Value::Exact(s) => Value::Exact(-s),
            Value::AtLeast(s) => Value::AtMost(-s),
            Value::AtMost(s) => Value::AtLeast(-s),
        }
    }
}

/// A closed range of scores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    /// The least that the value may be.
    pub lo: Score,
    /// The most that the value may be.
    pub hi: Score,
}

impl Interval {
    /// Everything from a lost to a won game.
    pub const ALL: Interval = Interval { lo: Score::LOSS, hi: Score::WIN };

    /// A single score.
    pub const fn point(s: Score) -> Interval {
        Interval { lo: s, hi: s }
    }

    /// Whether `s` lies inside.
    pub fn contains(self, s: Score) -> bool {
        self.lo <= s && s <= self.hi
    }

    /// What this interval says to a search with window `alpha..beta`, if it
    /// decides anything there: the value, a fail low or a fail high.
    #[inline]
    pub fn against(self, alpha: Score, beta: Score) -> Option<Value> {
        if self.lo == self.hi {
            Some(Value::Exact(self.lo))
        } else if self.hi <= alpha {
            Some(Value::AtMost(self.hi))
        } else if self.lo >= beta {
            Some(Value::AtLeast(self.lo))
        } else {
            None
        }
    }
}

impl Neg for Interval {
    type Output = Interval;
    #[inline]
    fn neg(self) -> Interval {
        Interval { lo: -self.hi, hi: -self.lo }
    }
}
