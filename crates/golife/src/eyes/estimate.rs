//! Estimates of spaces that are too large to search.
//!
//! [`Historical`] is the bulky-eye heuristic of the project brief, exactly as
//! described there. It is a guess: inside large spaces with weak walls it has
//! called groups alive that are dead. [`sound`] claims eyes only by a table of
//! exact values, and is checked against exact search.

use super::find::EyeSpace;
use crate::exact::shapes::{self, Place, Shape};
use touchstone_go::{Board, Point, PointSet};

/// What the heuristic counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measures {
    /// Points.
    pub points: i32,
    /// Half eyes.
    pub half: i32,
    /// Points that are marginal or half eyes.
    pub weak: i32,
    /// Marginal points with a marginal neighbour inside.
    pub paired: i32,
    /// The bulk score.
    pub bulk: i32,
    /// Enemy stones off margins and half eyes.
    pub prisoners: i32,
}

/// Bulk of a point by its number of neighbours inside.
const COEFFICIENT: [i32; 5] = [-1, -1, 1, 4, 12];

impl Measures {
    /// Counts a space.
    pub fn of(board: &Board, e: &EyeSpace) -> Measures {
        let is_half = |p: Point| e.half.iter().any(|h| h.eye == p);
        let is_margin = |p: Point| e.margins.contains(p) && e.points.contains(p);
        let mut m = Measures { half: e.half.len() as i32, ..Measures::default() };
        // Strings are marked in a list of this call's own: nothing of an earlier call remains.
        let mut strings = Vec::new();
        for p in e.points {
            m.points += 1;
            m.weak += i32::from(is_margin(p) || is_half(p));
            let mut inside = 0;
            let mut beside_margin = false;
            for q in p.neighbours() {
                if e.points.contains(q) {
                    inside += 1;
                    beside_margin |= is_margin(q);
                } else if !board.is_on(q) {
                    m.bulk += 2;
                } else if board.is_stone(q, e.colour) {
                    let head = board.head(q);
                    if !strings.contains(&head) {
                        strings.push(head);
                    }
                }
            }
            m.bulk += COEFFICIENT[inside];
            m.paired += i32::from(is_margin(p) && beside_margin);
            m.prisoners +=
                i32::from(board.is_stone(p, e.colour.other()) && !is_margin(p) && !is_half(p));
        }
        m.bulk += 4 * strings.len() as i32;
        m
    }

    /// The effective size.
    pub fn effective(&self) -> i32 {
        self.points + self.half - 2 * self.weak - self.paired
    }

    /// The bulk that a space of this size may have before eyes are taken off.
    pub fn threshold(&self) -> i32 {
        let eff = self.effective();
        4 * (self.points - 2) + (eff - 8) * (eff - 9)
    }
}

/// The heuristic's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Historical {
    /// The four digits before they are capped.
    pub digits: [u8; 4],
    /// Eyes.
    pub eyes: u8,
    /// The pessimistic count that the life and death code summed up.
    pub pess: u8,
}

impl Historical {
    /// Applies the heuristic.
    pub fn of(m: &Measures) -> Historical {
        let eff = m.effective();
        let (digits, eyes, mut pess) = if eff > 3 {
            let (mut eyes, mut pess) = (2, 1);
            let mut digits = [2; 4];
            if (m.weak == 0 && eff > 7) || (m.weak > 0 && eff > 9) {
                let less = if m.weak > 0 { 2 } else { 0 };
                eyes = 2 + (eff - less - 8).div_euclid(2);
                let t = m.threshold();
                if m.bulk > t && eff < 15 {
                    eyes = (eyes - (m.bulk - t).div_euclid(m.points)).max(2);
                }
                if m.bulk < t + m.points || eff >= 15 {
                    pess = eyes;
                }
                digits = [eyes; 4];
            }
            (digits, eyes, pess)
        } else if eff > 0 {
            ([1; 4], 1, i32::from(m.weak == 0))
        } else if m.points - m.weak > 2 {
            ([0, 0, 1, 1], 1, 0)
        } else {
            ([0; 4], 0, 0)
        };
        pess = pess.max(0);
        if m.prisoners >= 2 {
            pess = pess.max(1);
        }
        let small = |n: i32| n.clamp(0, 255) as u8;
        Historical { digits: digits.map(small), eyes: small(eyes), pess: small(pess) }
    }

    /// Whether the life and death code took a group with this one space for alive.
    pub fn claims_life(&self) -> bool {
        self.pess >= 2
    }
}

/// Eyes that the owner keeps although the attacker moves first, where that is
/// certain: the space is an empty shape inside one solid string, and the table of
/// shapes holds its exact value. `None` elsewhere: nothing is claimed.
pub fn sound(board: &Board, e: &EyeSpace) -> Option<u8> {
    if !e.half.is_empty() || !e.outside.is_empty() || !e.margins.is_empty() {
        return None;
    }
    if board.occupied().meets(&e.points) || !e.inner.is_empty() {
        return None;
    }
    let mut strings = e.points.border().and(&e.wall).iter().map(|p| board.head(p));
    let first = strings.next()?;
    if !strings.all(|h| h == first) {
        return None;
    }
    let (place, shape) = placed(board, &e.points)?;
    shapes::lookup(&shape, place, e.outer).map(|v| v.min())
}

/// The shape of a set of points, turned so that a side that it touches is at the
/// bottom and a corner at the bottom left; `None` if it touches opposite sides.
fn placed(board: &Board, points: &PointSet) -> Option<(Place, Shape)> {
    let (w, h) = (board.width(), board.height());
    let touches = |f: fn(Point, usize, usize) -> bool| points.iter().any(|p| f(p, w, h));
    let left = touches(|p, _, _| p.x() == 0);
    let right = touches(|p, w, _| p.x() + 1 == w);
    let bottom = touches(|p, _, _| p.y() == 0);
    let top = touches(|p, _, h| p.y() + 1 == h);
    if (left && right) || (top && bottom) {
        return None;
    }
    let turn = |p: Point| {
        // Rows from the top, as shapes have them.
        let (mut x, mut y) = (p.x() as i32, -(p.y() as i32));
        if right {
            x = -x;
        }
        if top {
            y = -y;
        }
        if (left || right) && !(top || bottom) {
            // A side wall becomes the bottom.
            (x, y) = (y, -x);
        }
        (x, y)
    };
    let place = match (left || right, top || bottom) {
        (false, false) => Place::Centre,
        (true, true) => Place::Corner,
        _ => Place::Side,
    };
    let cells: Vec<(i32, i32)> = points.iter().map(turn).collect();
    let x0 = cells.iter().map(|c| c.0).min()?;
    let y0 = cells.iter().map(|c| c.1).min()?;
    Some((place, cells.into_iter().map(|(x, y)| (x - x0, y - y0)).collect()))
}
