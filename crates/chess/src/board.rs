//! Who stands where, and what is attacked.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::{Colour, Kind};
use crate::square::Square;

/// A placement of pieces: no side to move, no rights. Any placement is allowed,
/// also without kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    kinds: [Bitboard; 6],
    colours: [Bitboard; 2],
}

impl Board {
    /// An empty board.
    pub const EMPTY: Board = Board { kinds: [Bitboard::EMPTY; 6], colours: [Bitboard::EMPTY; 2] };

    /// The start of a game.
    pub const fn start() -> Board {
        let mut board = Board::EMPTY;
        board.kinds[0] = Bitboard(0x00ff_0000_0000_ff00);
        board.kinds[1] = Bitboard(0x42 | 0x42 << 56);
        board.kinds[2] = Bitboard(0x24 | 0x24 << 56);
        board.kinds[3] = Bitboard(0x81 | 0x81 << 56);
        board.kinds[4] = Bitboard(0x08 | 0x08 << 56);
        board.kinds[5] = Bitboard(0x10 | 0x10 << 56);
        board.colours[0] = Bitboard(0xffff);
        board.colours[1] = Bitboard(0xffff << 48);
        board
    }

    /// All pieces of `kind`, both colours.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All pieces of `colour`.
    #[inline]
    pub const fn colour(&self, colour: Colour) -> Bitboard {
        self.colours[colour.index()]
    }

    /// The pieces of `kind` and `colour`.
    #[inline]
    pub const fn pieces(&self, kind: Kind, colour: Colour) -> Bitboard {
        Bitboard(self.kinds[kind.index()].0 & self.colours[colour.index()].0)
    }

    /// All occupied squares.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colours[0].0 | self.colours[1].0)
    }

    /// What stands on `s`.
    #[inline]
    pub fn piece_at(&self, s: Square) -> Option<(Kind, Colour)> {
        let colour = self.colour_at(s)?;
        Kind::ALL.into_iter().find(|k| self.kind(*k).has(s)).map(|k| (k, colour))
    }

    /// Whose piece stands on `s`.
    #[inline]
    pub fn colour_at(&self, s: Square) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|c| self.colour(*c).has(s))
    }

    /// Puts a piece on `s`, in place of what stood there.
    #[inline]
    pub fn put(&mut self, s: Square, kind: Kind, colour: Colour) {
        self.remove(s);
        self.kinds[kind.index()] |= Bitboard::of(s);
        self.colours[colour.index()] |= Bitboard::of(s);
    }

    /// Empties `s`.
    #[inline]
    pub fn remove(&mut self, s: Square) {
        let keep = !Bitboard::of(s);
        for set in self.kinds.iter_mut().chain(&mut self.colours) {
            *set &= keep;
        }
    }

    /// The king of `colour` with the lowest square index, if there is one.
    #[inline]
    pub fn king(&self, colour: Colour) -> Option<Square> {
        self.pieces(Kind::King, colour).first()
    }

    /// The complete set of pieces of `by` that attack `s`, each once, whatever
    /// its kind. Pins and checks are not asked about.
    pub fn attackers_of(&self, s: Square, by: Colour) -> Bitboard {
        self.attackers_through(s, by, self.occupied())
    }

    /// [`Board::attackers_of`] with another set of occupied squares, for asking
    /// what attacks a square once pieces are gone.
    pub fn attackers_through(&self, s: Square, by: Colour, occupied: Bitboard) -> Bitboard {
        let of = |k| self.kind(k);
        let diagonal = of(Kind::Bishop) | of(Kind::Queen);
        let straight = of(Kind::Rook) | of(Kind::Queen);
        let all = attacks::pawn(by.other(), s) & of(Kind::Pawn)
            | attacks::knight(s) & of(Kind::Knight)
            | attacks::king(s) & of(Kind::King)
            | attacks::bishop(s, occupied) & diagonal
            | attacks::rook(s, occupied) & straight;
        all & self.colour(by) & occupied
    }

    /// Whether any piece of `by` attacks `s`.
    pub fn is_attacked(&self, s: Square, by: Colour) -> bool {
        self.first_attacker(s, by).is_some()
    }

    /// One piece of `by` that attacks `s`: the lowest square of the first kind
    /// found in the order pawn, knight, king, diagonal slider, straight slider.
    /// It stops early: to count attackers ask [`Board::attackers_of`].
    pub fn first_attacker(&self, s: Square, by: Colour) -> Option<Square> {
        let own = self.colour(by);
        let of = |k| self.kind(k) & own;
        let leapers = [
            attacks::pawn(by.other(), s) & of(Kind::Pawn),
            attacks::knight(s) & of(Kind::Knight),
            attacks::king(s) & of(Kind::King),
        ];
        if let Some(found) = leapers.into_iter().find_map(|set| set.first()) {
            return Some(found);
        }
        let occupied = self.occupied();
        let diagonal = (of(Kind::Bishop) | of(Kind::Queen)) & attacks::bishop(s, occupied);
        diagonal
            .first()
            .or_else(|| ((of(Kind::Rook) | of(Kind::Queen)) & attacks::rook(s, occupied)).first())
    }

    /// All squares that pieces of `by` attack.
    pub fn attacked_by(&self, by: Colour) -> Bitboard {
        let occupied = self.occupied();
        let mut set = Bitboard::EMPTY;
        for kind in Kind::ALL {
            for s in self.pieces(kind, by) {
                set |= attacks::of(kind, by, s, occupied);
            }
        }
        set
    }

    /// The placement with colours exchanged and ranks turned around.
    pub fn flipped(&self) -> Board {
        let [white, black] = self.colours;
        Board {
            kinds: self.kinds.map(Bitboard::flipped),
            colours: [black.flipped(), white.flipped()],
        }
    }

    /// The placement in the mirror (files turned around).
    pub fn mirrored(&self) -> Board {
        Board {
            kinds: self.kinds.map(Bitboard::mirrored),
            colours: self.colours.map(Bitboard::mirrored),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_board() -> impl Strategy<Value = Board> {
        prop::collection::vec((0u8..64, 0usize..6, any::<bool>()), 0..24).prop_map(|men| {
            let mut board = Board::EMPTY;
            for (s, kind, white) in men {
                let colour = if white { Colour::White } else { Colour::Black };
                board.put(Square::new(s), Kind::from_index(kind), colour);
            }
            board
        })
    }

    proptest! {
        /// The three questions against the attack sets of each piece in turn.
        #[test]
        fn attack_questions_keep_their_contracts(board in any_board(), s in 0u8..64) {
            let s = Square::new(s);
            for by in Colour::BOTH {
                let slow: Bitboard = board.colour(by).filter(|&from| {
                    let kind = board.piece_at(from).unwrap().0;
                    attacks::of(kind, by, from, board.occupied()).has(s)
                }).collect();
                prop_assert_eq!(board.attackers_of(s, by), slow);
                prop_assert_eq!(board.is_attacked(s, by), slow.is_any());
                match board.first_attacker(s, by) {
                    Some(a) => prop_assert!(slow.has(a)),
                    None => prop_assert!(slow.is_empty()),
                }
                prop_assert_eq!(board.attacked_by(by).has(s), slow.is_any());
            }
        }

        #[test]
        fn symmetries_return(board in any_board()) {
            prop_assert_eq!(board.flipped().flipped(), board);
            prop_assert_eq!(board.mirrored().mirrored(), board);
            for c in Colour::BOTH {
                prop_assert_eq!(board.flipped().attacked_by(c.other()), board.attacked_by(c).flipped());
            }
        }
    }
}
