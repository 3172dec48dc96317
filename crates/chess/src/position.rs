//! A position of plain chess.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Colour, Kind};
use crate::square::Square;
use touchstone_kernel::Key;

/// Castling rights: bit 0 White short, 1 White long, 2 Black short, 3 Black long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Castling(pub u8);

impl Castling {
    /// No rights.
    pub const NONE: Castling = Castling(0);
    /// All four.
    pub const ALL: Castling = Castling(15);
    /// Letters in the order of the bits.
    pub const LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];
    /// Home squares of the rooks in the order of the bits.
    pub const ROOKS: [Square; 4] = [Square::H1, Square::A1, Square::H8, Square::A8];

    /// Whether `colour` may still castle short (`short`) or long.
    #[inline]
    pub const fn has(self, colour: Colour, short: bool) -> bool {
        self.0 >> (2 * colour.index() + !short as usize) & 1 != 0
    }

    /// The rights that are left once anything moves from or to `s`.
    #[inline]
    pub const fn after_touching(self, s: Square) -> Castling {
        Castling(
            self.0
                & match s.index() {
                    4 => !3,
                    7 => !1,
                    0 => !2,
                    60 => !12,
                    63 => !4,
                    56 => !8,
                    _ => !0,
                },
        )
    }

    /// The rights that the placement does not contradict (king and rook at home).
    pub fn supported_by(board: &Board) -> Castling {
        let mut set = 0;
        for (bit, rook) in Castling::ROOKS.into_iter().enumerate() {
            let (colour, home) =
                if bit < 2 { (Colour::White, Square::E1) } else { (Colour::Black, Square::E8) };
            if board.pieces(Kind::King, colour).has(home)
                && board.pieces(Kind::Rook, colour).has(rook)
            {
                set |= 1 << bit;
            }
        }
        Castling(set)
    }
}

/// A position of plain chess: placement, side to move, rights, clocks. Legal by
/// construction through [`crate::fen`] or [`ChessPosition::checked`]: one king
/// each, no pawn on an edge rank, the side that moved is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChessPosition {
    /// Who stands where.
    pub board: Board,
    /// Who is to move.
    pub turn: Colour,
    /// Castling rights.
    pub castling: Castling,
    /// The square that a pawn passed over by its double step in the last move,
    /// whether or not it can be captured there.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub clock: u16,
    /// Number of the full move, from 1.
    pub number: u32,
}

/// Why a position is not one of plain chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// This colour has no king or several.
    Kings(Colour),
    /// A pawn on the first or last rank.
    PawnOnEdge(Square),
    /// The side that is not to move is in check.
    KingEnPrise(Colour),
    /// A castling right without king or rook at home (letter).
    Castling(char),
    /// An en passant square that no double step can have left.
    EnPassant(Square),
}

impl ChessPosition {
    /// The start of a game.
    pub const fn start() -> ChessPosition {
        ChessPosition {
            board: Board::start(),
            turn: Colour::White,
            castling: Castling::ALL,
            en_passant: None,
            clock: 0,
            number: 1,
        }
    }

    /// The position if it is one of plain chess.
    ///
    /// # Errors
    /// The first fault found.
    pub fn checked(self) -> Result<ChessPosition, Fault> {
        for colour in Colour::BOTH {
            if self.board.pieces(Kind::King, colour).count() != 1 {
                return Err(Fault::Kings(colour));
            }
        }
        let edges = Bitboard::rank(0) | Bitboard::rank(7);
        if let Some(s) = (self.board.kind(Kind::Pawn) & edges).first() {
            return Err(Fault::PawnOnEdge(s));
        }
        if self.is_check(self.turn.other()) {
            return Err(Fault::KingEnPrise(self.turn.other()));
        }
        let bad = self.castling.0 & !Castling::supported_by(&self.board).0;
        if bad != 0 {
            return Err(Fault::Castling(Castling::LETTERS[bad.trailing_zeros() as usize & 3]));
        }
        if let Some(s) = self.en_passant {
            let (rank, step) = match self.turn {
                Colour::White => (5, -1),
                Colour::Black => (2, 1),
            };
            let pawn = s.offset(0, step);
            let origin = s.offset(0, -step);
            let there = pawn
                .is_some_and(|p| self.board.piece_at(p) == Some((Kind::Pawn, self.turn.other())));
            let empty = !self.board.occupied().has(s)
                && origin.is_some_and(|o| !self.board.occupied().has(o));
            if s.rank() != rank || !there || !empty {
                return Err(Fault::EnPassant(s));
            }
        }
        Ok(self)
    }

    /// Whether the king of `colour` is attacked.
    #[inline]
    pub fn is_check(&self, colour: Colour) -> bool {
        self.board.king(colour).is_some_and(|k| self.board.is_attacked(k, colour.other()))
    }

    /// The position after `m`, which must be pseudo-legal here. Whether the own
    /// king is left in check is not asked.
    pub fn after(&self, m: Move) -> ChessPosition {
        let mut next = *self;
        let (from, to) = (m.from(), m.to());
        let me = self.turn;
        next.en_passant = None;
        next.clock += 1;
        next.castling = self.castling.after_touching(from).after_touching(to);
        if let Some((kind, _)) = self.board.piece_at(from) {
            if self.board.occupied().has(to) || kind == Kind::Pawn {
                next.clock = 0;
            }
            next.board.remove(from);
            next.board.put(to, m.promotion().unwrap_or(kind), me);
            if kind == Kind::Pawn {
                if self.en_passant == Some(to) && from.file() != to.file() {
                    next.board.remove(Square::at(to.file(), from.rank()));
                }
                if from.rank().abs_diff(to.rank()) == 2 {
                    next.en_passant = Some(Square::at(from.file(), (from.rank() + to.rank()) / 2));
                }
            }
            if kind == Kind::King && from.file().abs_diff(to.file()) == 2 {
                let (corner, lands) = if to.file() == 6 { (7, 5) } else { (0, 3) };
                next.board.remove(Square::at(corner, from.rank()));
                next.board.put(Square::at(lands, from.rank()), Kind::Rook, me);
            }
        }
        next.turn = me.other();
        next.number += u32::from(me == Colour::Black);
        next
    }

    /// The position after a legal move, or `None` if `m` is not legal.
    pub fn play(&self, m: Move) -> Option<ChessPosition> {
        self.is_legal(m).then(|| self.after(m))
    }

    /// Whether `m` is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        self.legal_moves().contains(&m)
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(48);
        self.each_legal(|m, _| list.push(m));
        list
    }

    /// Calls `f` with every legal move and the position after it.
    pub fn each_legal(&self, mut f: impl FnMut(Move, &ChessPosition)) {
        let me = self.turn;
        crate::movegen::pseudo_legal(self, |m| {
            let next = self.after(m);
            if !next.is_check(me) {
                f(m, &next);
            }
        });
    }

    /// Whether any legal move exists.
    pub fn has_legal_move(&self) -> bool {
        let mut any = false;
        self.each_legal(|_, _| any = true);
        any
    }

    /// Whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check(self.turn) && !self.has_legal_move()
    }

    /// Whether the side to move is stalemated.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check(self.turn) && !self.has_legal_move()
    }

    /// The position with colours exchanged and ranks turned around.
    pub fn flipped(&self) -> ChessPosition {
        ChessPosition {
            board: self.board.flipped(),
            turn: self.turn.other(),
            castling: Castling(self.castling.0 >> 2 | (self.castling.0 & 3) << 2),
            en_passant: self.en_passant.map(Square::flipped),
            ..*self
        }
    }

    /// Hash of placement, side, rights and of the en passant square where a
    /// pawn stands ready to capture on it. Clocks are left out.
    pub fn key(&self) -> Key {
        let mut key = Key(0x6368_6573_7300);
        for kind in Kind::ALL {
            key = key.mixed(self.board.kind(kind).0);
        }
        key = key.mixed(self.board.colour(Colour::White).0);
        let ready = self.en_passant.filter(|&s| {
            (attacks::pawn(self.turn.other(), s) & self.board.pieces(Kind::Pawn, self.turn))
                .is_any()
        });
        let ep = ready.map_or(64, |s| s.index() as u64);
        key.mixed(ep | u64::from(self.castling.0) << 8 | (self.turn.index() as u64) << 16)
    }
}
