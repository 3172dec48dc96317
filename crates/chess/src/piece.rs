//! Colours and kinds of pieces.

use touchstone_kernel::Side;

/// A colour. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// Both colours, White first.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// The other colour.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kernel's side: White is `One`.
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Colour::White => Side::One,
            Colour::Black => Side::Two,
        }
    }

    /// `w` or `b`, as FEN writes it.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'w',
            Colour::Black => 'b',
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Kind {
    /// All kinds, pawn first.
    pub const ALL: [Kind; 6] =
        [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// 0 (pawn) to 5 (king).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index; greater numbers give the king.
    #[inline]
    pub const fn from_index(index: usize) -> Kind {
        match index {
            0 => Kind::Pawn,
            1 => Kind::Knight,
            2 => Kind::Bishop,
            3 => Kind::Rook,
            4 => Kind::Queen,
            _ => Kind::King,
        }
    }

    /// The upper-case letter: `P N B R Q K`.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The FEN letter of a piece of this kind and colour.
    pub const fn letter_of(self, colour: Colour) -> char {
        match colour {
            Colour::White => self.letter(),
            Colour::Black => self.letter().to_ascii_lowercase(),
        }
    }

    /// The kind of a letter, upper or lower case.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        match letter.to_ascii_uppercase() {
            'P' => Some(Kind::Pawn),
            'N' => Some(Kind::Knight),
            'B' => Some(Kind::Bishop),
            'R' => Some(Kind::Rook),
            'Q' => Some(Kind::Queen),
            'K' => Some(Kind::King),
            _ => None,
        }
    }
}
