//! Squares. a1 = 0, b1 = 1, ..., h8 = 63: index = 8 · rank + file, both from 0.

use std::fmt;

/// A square of the 8x8 board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// a1.
    pub const A1: Square = Square(0);
    /// e1.
    pub const E1: Square = Square(4);
    /// h1.
    pub const H1: Square = Square(7);
    /// a8.
    pub const A8: Square = Square(56);
    /// e8.
    pub const E8: Square = Square(60);
    /// h8.
    pub const H8: Square = Square(63);

    /// The square with this index, 0..=63; greater numbers are taken modulo 64.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square on `file` and `rank`, both 0..=7 (taken modulo 8).
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square((rank & 7) * 8 + (file & 7))
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let f = self.file() as i8 + files;
        let r = self.rank() as i8 + ranks;
        if f >= 0 && f < 8 && r >= 0 && r < 8 { Some(Square::at(f as u8, r as u8)) } else { None }
    }

    /// 0..=63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 (first rank) to 7.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The same square seen from the other side: rank r becomes 7 − r.
    #[inline]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The same square in the mirror: file f becomes 7 − f.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// Steps that a king needs to `other` on an empty board.
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let f = self.file().abs_diff(other.file());
        let r = self.rank().abs_diff(other.rank());
        if f > r { f } else { r }
    }

    /// Reads `a1` to `h8`. `None` for anything else.
    pub fn from_text(text: &str) -> Option<Square> {
        match text.as_bytes() {
            [f @ b'a'..=b'h', r @ b'1'..=b'8'] => Some(Square::at(f - b'a', r - b'1')),
            _ => None,
        }
    }

    /// All squares, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, (b'1' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
