//! Seats (who sits where) and sides (which colour).

/// The chair at the table: the one that decides first in the game, or the other.
/// In Banqi a seat has no colour until the first flip binds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Seat {
    /// Decides first in the game.
    First,
    /// Decides second.
    Second,
}

impl Seat {
    /// Both seats, in order.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The other seat.
    #[inline]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for the first seat, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`, as records write it.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }
}

/// A colour. What it is called belongs to the game (red and black, white and black).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    /// Red in Banqi and Jieqi, White in chess, Black in Go: the side written first.
    One,
    /// The other colour.
    Two,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::One, Side::Two];

    /// The other colour.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }

    /// 0 or 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
