//! Delimiting eye spaces.
//!
//! Stones that can be captured and not saved are transparent. Stones that can
//! be captured by whoever moves first belong to the space, with the moves that
//! decide about them. A point next to a stone that cannot be captured is a
//! margin: the attacker can enter there. Half eyes and false eyes are told by
//! diagonals at points with at most one neighbour inside.

use super::tactics;
use super::topology::diagonals;
use touchstone_go::{Board, Colour, Point, PointSet};

/// The most points that a space without an enclosure may have.
const LARGEST: usize = 40;

/// A half eye: a point that becomes real or false by one move elsewhere. Without
/// any move for the defender it is false: the attacker captures a part of the wall
/// when he likes, and then enters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HalfEye {
    /// The eye point.
    pub eye: Point,
    /// Moves that make it false.
    pub attack: Vec<Point>,
    /// Moves that make it real.
    pub defence: Vec<Point>,
}

/// An eye space of one colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EyeSpace {
    /// Whose it is.
    pub colour: Colour,
    /// Its points, enemy stones in it included.
    pub points: PointSet,
    /// Points where the attacker can enter from outside.
    pub margins: PointSet,
    /// Points beside it whose stones decide about critical enemy stones.
    pub outside: PointSet,
    /// Stones of the owner around it.
    pub wall: PointSet,
    /// Own stones inside it that stand on nothing but its points.
    pub inner: PointSet,
    /// Liberties of the wall elsewhere, counted up to two.
    pub outer: u8,
    /// Half eyes.
    pub half: Vec<HalfEye>,
}

/// What the reader says of a colour's chains.
struct Chains {
    /// Stones that cannot be captured.
    firm: PointSet,
    /// Stones that whoever moves first decides about.
    critical: PointSet,
}

fn chains(board: &Board, c: Colour) -> Chains {
    let (mut firm, mut critical) = (PointSet::EMPTY, PointSet::EMPTY);
    for head in board.chains(c) {
        let stones = board.chain_set(head);
        if !tactics::attack(board, head) {
            firm = firm.or(&stones);
        } else if tactics::defend(board, head) {
            critical = critical.or(&stones);
        }
    }
    Chains { firm, critical }
}

/// The eye space at a point, of the colour given or of the one that has one there.
pub fn find(board: &Board, p: Point, colour: Option<Colour>) -> Option<EyeSpace> {
    if let Some(c) = colour {
        return find_for(board, p, c);
    }
    match board.colour(p) {
        Some(stone) => find_for(board, p, stone.other()),
        None => {
            let found = Colour::BOTH.map(|c| find_for(board, p, c));
            match found {
                [Some(b), Some(w)] => {
                    // The one whose own stones stand around it more than the other's do.
                    let held = |e: &EyeSpace| {
                        let beside = e.points.border();
                        let near = |c: Colour| beside.and(board.stones(c)).len() as i32;
                        near(e.colour) - near(e.colour.other()) - e.margins.len() as i32
                    };
                    Some(if held(&b) >= held(&w) { b } else { w })
                }
                [b, w] => b.or(w),
            }
        }
    }
}

fn find_for(board: &Board, p: Point, c: Colour) -> Option<EyeSpace> {
    if board.is_stone(p, c) || !board.is_on(p) {
        return None;
    }
    let own = chains(board, c);
    let enemy = chains(board, c.other());
    let wall = *board.stones(c);
    let dead_wall = wall.minus(&own.firm).minus(&own.critical);
    let free = board.points().minus(&wall).minus(&enemy.firm);
    if !free.contains(p) {
        return None;
    }
    let touching = enemy.firm.border().and(&free).minus(&enemy.critical);
    // Margins end the space, but parts behind them that nobody else touches belong to it.
    let inner = free.minus(&touching);
    let mut points =
        if touching.contains(p) { PointSet::one(p) } else { PointSet::one(p).flood(&inner) };
    loop {
        let edge = points.and(&touching).border().or(&points.border()).and(&free).minus(&points);
        let mut more = PointSet::EMPTY;
        for q in edge {
            if touching.contains(q) {
                // A margin belongs to the space if the owner's stones stand beside it.
                if q.neighbours().iter().any(|&r| wall.contains(r))
                    && q.neighbours().iter().any(|&r| points.contains(r) && !touching.contains(r))
                {
                    more.insert(q);
                }
            } else {
                let part = PointSet::one(q).flood(&inner);
                if part.len() <= LARGEST {
                    more = more.or(&part);
                }
            }
        }
        if more.is_within(&points) {
            break;
        }
        points = points.or(&more);
    }
    if points.len() > LARGEST || !points.border().meets(&own.firm.or(&own.critical)) {
        return None;
    }
    // Own chains that are cut off and dead are no wall.
    let wall = wall.minus(&dead_wall);
    let mut inner = PointSet::EMPTY;
    for q in points.border().and(&wall) {
        let chain = board.chain_set(q);
        if chain.border().and(board.points()).is_within(&points) {
            inner = inner.or(&chain);
        }
    }
    let wall = wall.minus(&inner);
    // A margin that the attacker cannot safely enter is none.
    let mut margins: PointSet = points
        .and(&touching)
        .iter()
        .filter(|&q| !board.is_empty(q) || tactics::is_safe_move(board, c.other(), q))
        .collect();
    if points.minus(&margins).is_empty() && points.len() > 1 {
        return None;
    }
    // Where a critical enemy chain can run to.
    let mut outside = PointSet::EMPTY;
    for q in points.and(&enemy.critical) {
        for l in board.liberties(q).minus(&points) {
            outside.insert(l);
        }
    }
    let outside = outside.minus(&wall);
    for q in outside {
        let open = q.neighbours().iter().any(|&r| {
            enemy.firm.contains(r)
                || (board.is_empty(r) && !points.contains(r) && !outside.contains(r))
        });
        if open {
            margins.insert(q);
        }
    }
    let mut half = Vec::new();
    // Critical stones that are saved by a move elsewhere: a capture of the wall, say.
    for q in points.and(&enemy.critical) {
        if board.head(q) != q {
            continue;
        }
        let moves: Vec<Point> = tactics::saving_moves(board, q)
            .into_iter()
            .filter(|m| !points.contains(*m) && !outside.contains(*m))
            .collect();
        if !moves.is_empty() {
            half.push(HalfEye { eye: q, attack: moves.clone(), defence: moves });
        }
    }
    for q in points.minus(&margins) {
        let inside = q.neighbours().iter().filter(|&&r| points.contains(r)).count();
        if inside > 1 {
            continue;
        }
        // A false eye lets the attacker in only where a stone of his stands there.
        let d = diagonals(board, c, q, &points);
        if d.sum >= 8 {
            half.push(HalfEye { eye: q, attack: Vec::new(), defence: Vec::new() });
        } else if d.sum >= if points.len() > 1 { 5 } else { 6 } {
            let elsewhere =
                |v: Vec<Point>| v.into_iter().filter(|p| !points.contains(*p)).collect::<Vec<_>>();
            half.push(HalfEye {
                eye: q,
                attack: elsewhere(d.attack),
                defence: elsewhere(d.defence),
            });
        }
    }
    let mut liberties = PointSet::EMPTY;
    for q in points.border().and(&wall) {
        liberties = liberties.or(board.liberties(q));
    }
    let outer = liberties.minus(&points).minus(&outside).len().min(2) as u8;
    Some(EyeSpace { colour: c, points, margins, outside, wall, inner, outer, half })
}
