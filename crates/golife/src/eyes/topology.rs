//! False and half eyes by their diagonals.

use super::tactics;
use touchstone_go::{Board, Cell, Colour, Point, PointSet};

/// What the diagonals of an eye point add up to.
#[derive(Clone, Debug, Default)]
pub struct Diagonals {
    /// In halves: an enemy stone that cannot be captured counts 4; an unsettled point 2,
    /// or 3 if the defender can settle it only by ko; where the attacker can only by ko,
    /// 2 if the space is this point alone, else 0; an own or safe point 0; a point off
    /// the board 2 (0 beyond a corner). 8 or more: false; 6 (5 in a space of several
    /// points): half. The weights of ko are fitted to the optics suite.
    pub sum: u32,
    /// Moves that settle an unsettled diagonal for the attacker.
    pub attack: Vec<Point>,
    /// Moves that settle one for the defender.
    pub defence: Vec<Point>,
}

/// Sums up the diagonals of an eye point of colour `c`; points of `own` count as the defender's.
pub fn diagonals(board: &Board, c: Colour, p: Point, own: &PointSet) -> Diagonals {
    let mut d = Diagonals::default();
    let (w, h) = (board.width(), board.height());
    for (dx, dy) in [(0, 0), (2, 0), (0, 2), (2, 2)] {
        // Columns and rows from 1, so that 0 is off the board.
        let (x, y) = (p.x() + dx, p.y() + dy);
        let off = (usize::from(x == 0 || x > w), usize::from(y == 0 || y > h));
        if off != (0, 0) {
            d.sum += if off == (1, 1) { 0 } else { 2 };
            continue;
        }
        let q = Point::at(x - 1, y - 1);
        match board.cell(q) {
            Cell::Off => {}
            Cell::Stone(s) if s == c => {}
            Cell::Stone(_) if own.contains(q) => {}
            Cell::Stone(_) => {
                if !tactics::attack(board, q) {
                    d.sum += 4;
                } else if tactics::defend(board, q) {
                    d.sum += if only_by_ko(board, q) { 3 } else { 2 };
                    d.attack.extend(tactics::saving_moves(board, q));
                    d.defence.extend(tactics::capturing_moves(board, q));
                }
            }
            Cell::Empty => {
                if own.contains(q) {
                    continue;
                }
                if !tactics::is_safe_move(board, c.other(), q) {
                    continue;
                }
                if takes_ko(board, c.other(), q) {
                    // The attacker gets it only by ko: enough against an eye that is no
                    // more than this point, too slow where he has more to do.
                    d.sum += if own.len() == 1 { 2 } else { 0 };
                    d.defence.push(q);
                } else if tactics::is_safe_move(board, c, q) {
                    d.sum += 2;
                    d.defence.push(q);
                } else {
                    d.sum += 4;
                }
                d.attack.push(q);
            }
        }
    }
    d
}

/// Whether every capture of the stone starts a ko.
fn only_by_ko(board: &Board, q: Point) -> bool {
    let Some(c) = board.colour(q) else { return false };
    tactics::capturing_moves(board, q).into_iter().all(|m| takes_ko(board, c.other(), m))
}

/// Whether the move takes a ko.
fn takes_ko(board: &Board, c: Colour, p: Point) -> bool {
    let mut b = board.fresh();
    b.set_ko(None);
    b.play(c, p).is_ok_and(|taken| taken == 1) && b.ko().is_some()
}
