//! False and half eyes by their diagonals.

use super::tactics;
use touchstone_go::{Board, Cell, Colour, Point, PointSet};

/// What the diagonals of an eye point add up to.
#[derive(Clone, Debug, Default)]
pub struct Diagonals {
    /// An enemy stone that cannot be captured counts 2, an unsettled point 1, an own
    /// or safe one 0, a point off the board 1 (0 beyond a corner). 4 or more: false; 3: half.
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
    let at_side = p.x() == 0 || p.x() + 1 == w;
    let at_end = p.y() == 0 || p.y() + 1 == h;
    for q in p.diagonals() {
        match board.cell(q) {
            Cell::Off => {
                // The diagonal of a corner leaves the board both ways.
                let beyond = at_side && at_end && {
                    let dx_off = !board.is_on(Point::from_index(q.index())) && (q.x() >= w);
                    let dy_off = q.y() >= h;
                    dx_off && dy_off
                };
                if !beyond {
                    d.sum += 1;
                }
            }
            Cell::Stone(s) if s == c => {}
            Cell::Stone(_) => {
                if !tactics::attack(board, q) {
                    d.sum += 2;
                } else if tactics::defend(board, q) {
                    d.sum += 1;
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
                if tactics::is_safe_move(board, c, q) {
                    d.sum += 1;
                    d.defence.push(q);
                } else {
                    d.sum += 2;
                }
                d.attack.push(q);
            }
        }
    }
    d
}
