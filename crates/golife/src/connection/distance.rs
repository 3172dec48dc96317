//! How far apart two chains are, in quarters of a stone.
//!
//! A stone still to be played costs four quarters. Two chains that share two
//! liberties, and a diagonal step with both corners empty, are linked by miai: one
//! quarter, since it holds unless something else is threatened with it; so is a point
//! where an enemy stone would be in atari. Enemy chains of up to three liberties can be
//! captured: one stone for the first liberty, less for the second, which often falls in a ladder.

use crate::reading::liberties_after;
use touchstone_go::point::CELLS;
use touchstone_go::{Board, Colour, Point, PointSet};

/// One stone.
pub(super) const STONE: u8 = 4;
/// A link that holds if it is answered.
pub(super) const MIAI: u8 = 1;
/// Not reached.
pub(super) const FAR: u8 = u8::MAX;

/// Distances of all points from one chain.
pub(super) struct Distances {
    cost: [u8; CELLS],
}

impl Distances {
    /// From the chain at `from`, as far as `most`.
    pub(super) fn from(board: &Board, from: Point, most: u8, queue: &mut Queue) -> Distances {
        let mut d = Distances { cost: [FAR; CELLS] };
        if let Some(owner) = board.colour(from) {
            Walk { board, owner, most, queue }.run(&mut d, from, None);
        }
        d
    }

    /// Distance of a point: for an empty one the stone there is counted.
    pub(super) fn at(&self, p: Point) -> u8 {
        self.cost[p.index()]
    }
}

/// Distance between two chains of one colour, or [`FAR`] beyond `most`.
pub(super) fn between(board: &Board, a: Point, b: Point, most: u8, queue: &mut Queue) -> u8 {
    let mut d = Distances { cost: [FAR; CELLS] };
    if let Some(owner) = board.colour(a) {
        Walk { board, owner, most, queue }.run(&mut d, a, Some(b));
    }
    d.at(b)
}

/// Points still to be left, by distance; kept by the caller so that it is not allocated anew.
#[derive(Default)]
pub(super) struct Queue(Vec<Vec<Point>>);

struct Walk<'a> {
    board: &'a Board,
    owner: Colour,
    most: u8,
    queue: &'a mut Queue,
}

impl Walk<'_> {
    fn run(&mut self, d: &mut Distances, from: Point, until: Option<Point>) {
        self.queue.0.resize(usize::from(self.most) + 1, Vec::new());
        self.queue.0.iter_mut().for_each(Vec::clear);
        self.reach(d, from, 0);
        for c in 0..=self.most {
            while let Some(p) = self.queue.0[usize::from(c)].pop() {
                if d.at(p) != c {
                    continue;
                }
                if let Some(goal) = until
                    && d.at(goal) <= c
                {
                    return;
                }
                self.leave(d, p, c);
            }
        }
    }

    /// Notes a cost for the point; for a stone, for its whole chain.
    fn reach(&mut self, d: &mut Distances, p: Point, c: u8) {
        if c > self.most || d.at(p) <= c {
            return;
        }
        if self.board.is_empty(p) {
            d.cost[p.index()] = c;
        } else {
            for q in self.board.chain(p) {
                d.cost[q.index()] = c;
            }
        }
        self.queue.0[usize::from(c)].push(p);
    }

    fn leave(&mut self, d: &mut Distances, p: Point, c: u8) {
        let b = self.board;
        if b.is_empty(p) {
            for q in p.neighbours() {
                self.step(d, q, c);
            }
            for q in p.diagonals() {
                self.diagonal(d, p, q, c);
            }
        } else if b.is_stone(p, self.owner) {
            let liberties = *b.liberties(p);
            for q in liberties.iter() {
                self.step(d, q, c);
            }
            for q in b.chain(p) {
                for r in q.diagonals() {
                    self.diagonal(d, q, r, c);
                }
            }
            for q in liberties.grown().and(b.stones(self.owner)).iter() {
                if d.at(q) > c + MIAI && b.head(q) == q {
                    let shared = b.liberties(q).and(&liberties);
                    if self.usable(&shared) >= 2 {
                        self.reach(d, q, c + MIAI);
                    }
                }
            }
            for foe in b.enemies_of(p) {
                self.capture(d, foe, c);
            }
        } else {
            // A captured chain: what touches it is linked through its points.
            for q in b.chain_set(p).border().and(b.points()).iter() {
                if b.is_stone(q, self.owner) {
                    self.reach(d, q, c);
                } else if b.is_empty(q) {
                    self.reach(d, q, c.saturating_add(STONE));
                }
            }
        }
    }

    fn usable(&self, points: &PointSet) -> usize {
        points.iter().filter(|&p| self.board.is_legal(self.owner, p)).count()
    }

    fn step(&mut self, d: &mut Distances, q: Point, c: u8) {
        let b = self.board;
        if b.is_empty(q) {
            let cost = if liberties_after(b, self.owner.other(), q) <= 1 {
                MIAI
            } else if liberties_after(b, self.owner, q) <= 1 {
                STONE + MIAI
            } else {
                STONE
            };
            self.reach(d, q, c.saturating_add(cost));
        } else if b.is_stone(q, self.owner) {
            self.reach(d, q, c);
        } else if b.is_on(q) {
            self.capture(d, q, c);
        }
    }

    fn diagonal(&mut self, d: &mut Distances, p: Point, q: Point, c: u8) {
        let b = self.board;
        if !b.is_on(q) || b.is_stone(q, self.owner.other()) {
            return;
        }
        let corners = PointSet::one(p).grown().and(&PointSet::one(q).grown());
        if corners.iter().all(|r| b.is_empty(r)) {
            let stone = if b.is_empty(q) { STONE } else { 0 };
            self.reach(d, q, c.saturating_add(stone + MIAI));
        }
    }

    fn capture(&mut self, d: &mut Distances, foe: Point, c: u8) {
        let n = self.board.liberty_count(foe);
        if n <= 3 {
            self.reach(d, foe, c.saturating_add([0, STONE, STONE + 2, 2 * STONE + 2][n]));
        }
    }
}
