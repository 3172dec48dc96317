//! Attacks and legal moves. The order of moves is fixed, because advice tables
//! play the first move that serves:
//!
//! * king: the four diagonal neighbours, then the four straight ones, each group
//!   from greater to smaller x and y;
//! * rook: for i = 1, 2, ...: the square (x, i) on its file, then (i, y) on its rank;
//! * bishop: for i = 1, 2, ...: on file i the rising diagonal, then the falling one;
//! * queen: as a rook, then as a bishop;
//! * knight: steps of one file first, from greater to smaller x and y;
//! * pawn: one step, two steps, capture to the greater file, to the smaller one;
//!   promotions in the order queen, rook, bishop, knight.

use super::men::{Men, Step};
use super::size::{Point, Size};
use crate::piece::{Colour, Kind};

/// The steps of a king in their fixed order.
pub const KING_STEPS: [(i8, i8); 8] =
    [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)];
/// The steps of a knight in their fixed order.
pub const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
/// What a pawn may become, in the order of generation.
pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

impl Men {
    /// Does man `i` attack `p` with the men as they stand? Its own square it does not.
    #[inline]
    pub fn attacks(&self, i: usize, p: Point) -> bool {
        let m = self.man(i);
        if m.gone {
            return false;
        }
        let (dx, dy) = (p.x - m.at.x, p.y - m.at.y);
        let (ax, ay) = (dx.abs(), dy.abs());
        let line = match m.kind {
            Kind::King => return ax <= 1 && ay <= 1 && ax + ay > 0,
            Kind::Knight => return ax + ay == 3 && ax > 0 && ay > 0,
            Kind::Pawn => {
                return ax == 1 && dy == if m.colour == Colour::White { 1 } else { -1 };
            }
            Kind::Rook => (dx == 0) != (dy == 0),
            Kind::Bishop => ax == ay && ax > 0,
            Kind::Queen => (dx == 0) != (dy == 0) || ax == ay && ax > 0,
        };
        line && !self
            .men()
            .iter()
            .enumerate()
            .any(|(k, o)| k != i && !o.gone && o.at.between(m.at, p))
    }

    /// Is `p` attacked by a man of `colour`?
    #[inline]
    pub fn is_attacked(&self, p: Point, colour: Colour) -> bool {
        (0..self.count()).any(|i| self.man(i).colour == colour && self.attacks(i, p))
    }

    /// Is the king of `colour` attacked? Adjacent kings attack each other.
    #[inline]
    pub fn in_check(&self, _size: Size, colour: Colour) -> bool {
        self.is_attacked(self.king(colour), colour.other())
    }

    /// The moves of man `i` that its way of moving allows, in the fixed order; the
    /// own king's safety is not asked. `visit` returns false to stop; the result
    /// says whether all were visited.
    pub fn moves_of(&self, size: Size, i: usize, visit: &mut impl FnMut(Step) -> bool) -> bool {
        let m = *self.man(i);
        if m.gone {
            return true;
        }
        let free =
            |to: Point| !self.men().iter().any(|o| !o.gone && o.colour == m.colour && o.at == to);
        let step = |to| Step { man: i as u8, to, promotion: None };
        match m.kind {
            Kind::King | Kind::Knight => {
                let steps = if m.kind == Kind::King { &KING_STEPS } else { &KNIGHT_STEPS };
                for &(dx, dy) in steps {
                    let to = Point::new(m.at.x + dx, m.at.y + dy);
                    if size.has(to) && free(to) && !visit(step(to)) {
                        return false;
                    }
                }
            }
            Kind::Rook | Kind::Bishop | Kind::Queen => {
                let clear = |to: Point| {
                    free(to)
                        && !self
                            .men()
                            .iter()
                            .enumerate()
                            .any(|(k, o)| k != i && !o.gone && o.at.between(m.at, to))
                };
                if m.kind != Kind::Bishop {
                    for k in 1..=size.files().max(size.ranks()) {
                        let up = Point::new(m.at.x, k);
                        if k <= size.ranks() && k != m.at.y && clear(up) && !visit(step(up)) {
                            return false;
                        }
                        let along = Point::new(k, m.at.y);
                        if k <= size.files() && k != m.at.x && clear(along) && !visit(step(along)) {
                            return false;
                        }
                    }
                }
                if m.kind != Kind::Rook {
                    for x in 1..=size.files() {
                        let d = x - m.at.x;
                        if d == 0 {
                            continue;
                        }
                        for y in [m.at.y + d, m.at.y - d] {
                            let to = Point::new(x, y);
                            if size.has(to) && clear(to) && !visit(step(to)) {
                                return false;
                            }
                        }
                    }
                }
            }
            Kind::Pawn => return self.pawn_moves(size, i, visit),
        }
        true
    }

    fn pawn_moves(&self, size: Size, i: usize, visit: &mut impl FnMut(Step) -> bool) -> bool {
        let m = *self.man(i);
        let (ahead, first, last) = match m.colour {
            Colour::White => (1, 2, size.ranks()),
            Colour::Black => (-1, size.ranks() - 1, 1),
        };
        let mut go = |to: Point| {
            if to.y == last {
                PROMOTIONS
                    .iter()
                    .all(|&kind| visit(Step { man: i as u8, to, promotion: Some(kind) }))
            } else {
                visit(Step { man: i as u8, to, promotion: None })
            }
        };
        let one = Point::new(m.at.x, m.at.y + ahead);
        if self.on(one).is_none() {
            if !go(one) {
                return false;
            }
            let two = Point::new(m.at.x, m.at.y + 2 * ahead);
            if m.at.y == first && size.has(two) && self.on(two).is_none() && !go(two) {
                return false;
            }
        }
        for dx in [1, -1] {
            let to = Point::new(m.at.x + dx, m.at.y + ahead);
            let hits = |k: usize| k >= 2 && self.man(k).colour != m.colour;
            if size.has(to) && self.on(to).is_some_and(hits) && !go(to) {
                return false;
            }
        }
        true
    }

    /// Is the move, which its man may make, legal: does it leave the own king safe?
    #[inline]
    pub fn is_safe(&self, size: Size, step: Step) -> bool {
        if step.to == self.king(self.turn().other()) {
            return false;
        }
        !self.after(step).in_check(size, self.turn())
    }

    /// Visits the legal moves: the king's, then those of the other men in their
    /// order. `visit` returns false to stop.
    pub fn legal(&self, size: Size, visit: &mut impl FnMut(Step) -> bool) -> bool {
        let turn = self.turn();
        let mut safe = |step: Step| if self.is_safe(size, step) { visit(step) } else { true };
        self.moves_of(size, turn.index(), &mut safe)
            && (2..self.count())
                .all(|i| self.man(i).colour != turn || self.moves_of(size, i, &mut safe))
    }

    /// The legal moves in their fixed order.
    pub fn legal_moves(&self, size: Size) -> Vec<Step> {
        let mut list = Vec::with_capacity(32);
        self.legal(size, &mut |s| {
            list.push(s);
            true
        });
        list
    }

    /// Is there a legal move?
    #[inline]
    pub fn can_move(&self, size: Size) -> bool {
        !self.legal(size, &mut |_| false)
    }

    /// Checkmate: in check and no legal move.
    #[inline]
    pub fn is_mate(&self, size: Size) -> bool {
        self.in_check(size, self.turn()) && !self.can_move(size)
    }

    /// Stalemate: not in check and no legal move.
    #[inline]
    pub fn is_stalemate(&self, size: Size) -> bool {
        !self.in_check(size, self.turn()) && !self.can_move(size)
    }
}
