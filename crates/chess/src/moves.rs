//! A move of plain chess and its text (UCI: `e2e4`, `e7e8q`; castling is the king's move `e1g1`).

use crate::piece::Kind;
use crate::square::Square;
use std::fmt;

/// A move: from, to, promotion. Bits 0–5 from, 6–11 to, 12–14 promotion kind (0 none).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// A move without promotion.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// A promotion.
    #[inline]
    pub const fn promoting(from: Square, to: Square, kind: Kind) -> Move {
        Move(Move::new(from, to).0 | (kind.index() as u16) << 12)
    }

    /// Where it starts.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// Where it ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 12 {
            0 => None,
            k => Some(Kind::from_index(k as usize)),
        }
    }

    /// The packed bits (see the type).
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// A move from packed bits; anything above bit 14 is dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits & 0x7fff)
    }

    /// Reads `e2e4` or `e7e8q`. `None` for anything else.
    pub fn from_text(text: &str) -> Option<Move> {
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return None;
        }
        let from = Square::from_text(&text[..2])?;
        let to = Square::from_text(&text[2..4])?;
        match &text[4..] {
            "" => Some(Move::new(from, to)),
            "n" => Some(Move::promoting(from, to, Kind::Knight)),
            "b" => Some(Move::promoting(from, to, Kind::Bishop)),
            "r" => Some(Move::promoting(from, to, Kind::Rook)),
            "q" => Some(Move::promoting(from, to, Kind::Queen)),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(k) => write!(f, "{}", k.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
