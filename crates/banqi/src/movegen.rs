//! Legal moves of the board, chases left aside.

use crate::bits::{NEIGHBOURS, Squares, bit, cannon_targets};
use crate::board::{Board, Move};
use crate::piece::Kind;
use touchstone_kernel::Side;

impl Board {
    /// For each kind the enemy pieces that `side` could take beside it.
    #[inline]
    pub fn prey(&self, side: Side) -> [u32; 7] {
        let e = side.other();
        let all = self.pieces(e);
        let general = self.of(e, Kind::General);
        let soldier = self.of(e, Kind::Soldier);
        let horse = self.of(e, Kind::Horse) | self.of(e, Kind::Cannon) | soldier;
        let chariot = horse | self.of(e, Kind::Chariot);
        let elephant = chariot | self.of(e, Kind::Elephant);
        let advisor = elephant | self.of(e, Kind::Advisor);
        [all & !soldier, advisor, elephant, chariot, horse, 0, soldier | general]
    }

    /// Every enemy piece that the piece of `side` and `kind` takes from `square`.
    #[inline]
    pub fn captures_from(&self, side: Side, kind: Kind, square: u8) -> u32 {
        if kind == Kind::Cannon {
            cannon_targets(square, self.occupied()) & self.pieces(side.other())
        } else {
            NEIGHBOURS[square as usize & 31] & self.prey(side)[kind.index()]
        }
    }

    /// Calls `f` for every capture of the side to move.
    #[inline]
    pub fn for_captures(&self, mut f: impl FnMut(Move)) {
        let Some(side) = self.side_to_move() else { return };
        let prey = self.prey(side);
        let enemies = self.pieces(side.other());
        if enemies == 0 {
            return;
        }
        let cannons = self.of(side, Kind::Cannon);
        for from in Squares(self.pieces(side) & !cannons) {
            let beside = NEIGHBOURS[from as usize] & enemies;
            if beside != 0 {
                for to in Squares(beside & prey[self.kind_at(from).index()]) {
                    f(Move::new(from, to));
                }
            }
        }
        let occupied = self.occupied();
        for from in Squares(cannons) {
            for to in Squares(cannon_targets(from, occupied) & enemies) {
                f(Move::new(from, to));
            }
        }
    }

    /// Calls `f` for every step to an empty square.
    #[inline]
    pub fn for_steps(&self, mut f: impl FnMut(Move)) {
        let Some(side) = self.side_to_move() else { return };
        let empty = self.empty();
        for from in Squares(self.pieces(side)) {
            for to in Squares(NEIGHBOURS[from as usize] & empty) {
                f(Move::new(from, to));
            }
        }
    }

    /// Calls `f` for every flip.
    #[inline]
    pub fn for_flips(&self, mut f: impl FnMut(Move)) {
        for s in Squares(self.face_down()) {
            f(Move::flip(s));
        }
    }

    /// Calls `f` for every legal move: captures, steps, flips.
    #[inline]
    pub fn for_moves(&self, mut f: impl FnMut(Move)) {
        self.for_captures(&mut f);
        self.for_steps(&mut f);
        self.for_flips(&mut f);
    }

    /// Whether the side to move has any legal move.
    #[inline]
    pub fn has_move(&self) -> bool {
        if self.face_down() != 0 {
            return true;
        }
        let Some(side) = self.side_to_move() else { return false };
        if crate::bits::beside(self.pieces(side)) & self.empty() != 0 {
            return true;
        }
        let mut any = false;
        self.for_captures(|_| any = true);
        any
    }

    /// Whether `m` is legal, chases left aside.
    pub fn is_legal(&self, m: Move) -> bool {
        if m.is_flip() {
            return self.face_down() & bit(m.from()) != 0;
        }
        let Some(side) = self.side_to_move() else { return false };
        let Some(tile) = self.tile_at(m.from()) else { return false };
        if tile.side() != side {
            return false;
        }
        let steps = NEIGHBOURS[m.from() as usize] & self.empty();
        (steps | self.captures_from(side, tile.kind(), m.from())) & bit(m.to()) != 0
    }

    /// Whether a step or capture takes something.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        !m.is_flip() && self.face_up() & bit(m.to()) != 0
    }
}
