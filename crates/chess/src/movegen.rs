//! Pseudo-legal moves of plain chess: legal but for the own king's safety.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::{Colour, Kind};
use crate::position::ChessPosition;
use crate::square::Square;

const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

pub(crate) fn pseudo_legal(p: &ChessPosition, mut f: impl FnMut(Move)) {
    let me = p.turn;
    let own = p.board.colour(me);
    let occupied = p.board.occupied();
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King] {
        for from in p.board.pieces(kind, me) {
            for to in attacks::of(kind, me, from, occupied) - own {
                f(Move::new(from, to));
            }
        }
    }
    pawns(p, occupied, &mut f);
    castles(p, occupied, &mut f);
}

fn pawns(p: &ChessPosition, occupied: Bitboard, f: &mut impl FnMut(Move)) {
    let me = p.turn;
    let (up, start, last) = match me {
        Colour::White => (1, 1, 7),
        Colour::Black => (-1, 6, 0),
    };
    let targets = p.board.colour(me.other()) | p.en_passant.map_or(Bitboard::EMPTY, Bitboard::of);
    for from in p.board.pieces(Kind::Pawn, me) {
        let mut step = |to: Square| {
            if to.rank() == last {
                for kind in PROMOTIONS {
                    f(Move::promoting(from, to, kind));
                }
            } else {
                f(Move::new(from, to));
            }
        };
        for to in attacks::pawn(me, from) & targets {
            step(to);
        }
        if let Some(one) = from.offset(0, up).filter(|&s| !occupied.has(s)) {
            step(one);
            if from.rank() == start
                && let Some(two) = one.offset(0, up).filter(|&s| !occupied.has(s))
            {
                step(two);
            }
        }
    }
}

fn castles(p: &ChessPosition, occupied: Bitboard, f: &mut impl FnMut(Move)) {
    let me = p.turn;
    let rank = if me == Colour::White { 0 } else { 7 };
    let at = |file| Square::at(file, rank);
    let calm = |s| !p.board.is_attacked(s, me.other());
    for (short, empty, path, to) in
        [(true, &[5u8, 6][..], [5u8, 6], 6), (false, &[1, 2, 3], [3, 2], 2)]
    {
        if p.castling.has(me, short)
            && empty.iter().all(|&x| !occupied.has(at(x)))
            && calm(at(4))
            && path.iter().all(|&x| calm(at(x)))
        {
            f(Move::new(at(4), at(to)));
        }
    }
}
