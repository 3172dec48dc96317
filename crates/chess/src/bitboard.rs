//! Sets of squares as 64-bit words; bit i is the square of index i.

use crate::square::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    /// The light squares (h1 is one).
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The squares of `rank`, 0..=7.
    #[inline]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xff << (8 * (rank & 7)))
    }

    /// The squares of `file`, 0..=7.
    #[inline]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(Self::FILE_A.0 << (file & 7))
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds a square.
    #[inline]
    pub const fn is_any(self) -> bool {
        self.0 != 0
    }

    /// Number of squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether more than one square is in the set.
    #[inline]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square of the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// The set seen from the other side (rank r becomes 7 − r).
    #[inline]
    pub const fn flipped(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set in the mirror (file f becomes 7 − f).
    #[inline]
    pub const fn mirrored(self) -> Bitboard {
        Bitboard(self.0.reverse_bits().swap_bytes())
    }
}

impl Iterator for Bitboard {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl From<Square> for Bitboard {
    fn from(s: Square) -> Bitboard {
        Bitboard::of(s)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, s| set | Bitboard::of(s))
    }
}

macro_rules! binary {
    ($op:ident, $f:ident, $assign:ident, $g:ident, $sign:tt) => {
        impl $op for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $f(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $sign other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $g(&mut self, other: Bitboard) {
                self.0 = self.0 $sign other.0;
            }
        }
    };
}
binary!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
binary!(BitOr, bitor, BitOrAssign, bitor_assign, |);
binary!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Sub for Bitboard {
    type Output = Bitboard;
    /// The squares of `self` that are not in `other`.
    #[inline]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
