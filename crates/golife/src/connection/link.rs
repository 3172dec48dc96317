//! The question "are these two chains linked" as a task of the proof-number search.

use super::distance::{Distances, FAR, MIAI, Queue, STONE, between};
use crate::eyes::tactics;
use crate::reading::dfpn::{Choice, Task, Verdict};
use crate::reading::{Candidates, Width, liberties_after, rescue};
use touchstone_go::{Board, Colour, Point, PointSet};

/// How far apart chains may be, and which plays are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Distance beyond which the connecting side, to move, has failed; in quarters of a stone.
    pub connect: u8,
    /// The same with the cutting side to move.
    pub cut: u8,
    /// Detours that are looked at, in quarters of a stone.
    pub slack: u8,
    /// Plies after which the side that asks has failed.
    pub plies: u32,
}

pub(super) struct Link {
    pub a: Point,
    pub b: Point,
    pub owner: Colour,
    pub reach: Reach,
    /// Who has to succeed within the plies.
    pub asker: Colour,
    pub queue: Queue,
}

impl Task for Link {
    fn prover(&self) -> Colour {
        self.owner
    }

    fn judge(&mut self, board: &mut Board, to_move: Colour, depth: u32) -> Verdict {
        let (a, b) = (self.a, self.b);
        if !board.is_stone(a, self.owner) || !board.is_stone(b, self.owner) {
            return Verdict::Refuted;
        }
        let connecting = to_move == self.owner;
        if board.head(a) == board.head(b) {
            let k = board.liberty_count(a);
            let safe = k >= 4
                || if connecting {
                    k >= 3 || tactics::defend(board, a) || !tactics::attack(board, a)
                } else {
                    !tactics::attack(board, a)
                };
            return if safe { Verdict::Proved } else { Verdict::Refuted };
        }
        if self.linked_at_once(board, connecting) {
            return Verdict::Proved;
        }
        if depth >= self.reach.plies {
            return if self.asker == self.owner { Verdict::Refuted } else { Verdict::Proved };
        }
        let most = if connecting { self.reach.connect } else { self.reach.cut };
        let d = between(board, a, b, most, &mut self.queue);
        if d > most {
            return Verdict::Refuted;
        }
        let stones = u32::from(d.div_ceil(STONE));
        if connecting {
            match stones {
                0 | 1 => Verdict::Open(1, 8),
                2 => Verdict::Open(4, 4),
                3 => Verdict::Open(9, 2),
                _ => Verdict::Open(16, 1),
            }
        } else {
            // One quarter is a link by miai: hard to break.
            match d {
                0..=MIAI => Verdict::Open(2, 8),
                2..=STONE => Verdict::Open(4, 4),
                5..=8 => Verdict::Open(10, 2),
                _ => Verdict::Open(20, 1),
            }
        }
    }

    fn choices(&mut self, board: &mut Board, to_move: Colour, _: u32) -> Vec<Choice> {
        let connecting = to_move == self.owner;
        let slack = self.reach.slack;
        let most = self.reach.connect.saturating_add(slack);
        let from_a = Distances::from(board, self.a, most, &mut self.queue);
        let from_b = Distances::from(board, self.b, most, &mut self.queue);
        let d = from_a.at(self.b).min(from_b.at(self.a));
        let mut out = Candidates::default();
        let mut way = PointSet::EMPTY;
        for p in board.empties().iter() {
            let (x, y) = (from_a.at(p), from_b.at(p));
            if x == FAR || y == FAR {
                continue;
            }
            let detour = (x + y).saturating_sub(STONE).saturating_sub(d);
            if detour > slack {
                continue;
            }
            way.insert(p);
            let after = liberties_after(board, to_move, p);
            let poor = if after <= 1 { 2 } else { 0 };
            // The point between the two, where there is one.
            let between =
                board.liberties(self.a).contains(p) && board.liberties(self.b).contains(p);
            out.add(p, u32::from(detour) / 2 + poor + if between { 0 } else { 2 });
        }
        let ends = board.chain_set(self.a).or(&board.chain_set(self.b));
        let near = way.or(&ends).grown();
        self.enemies(board, connecting, &near, &mut out);
        self.weak(board, connecting, &near, &mut out);
        out.sorted(board, to_move)
    }

    fn horizon(&self, depth: u32) -> u32 {
        // Plies left count only near the end.
        depth.saturating_sub(self.reach.plies.saturating_sub(6))
    }
}

impl Link {
    /// Whether the two share enough liberties to be linked whatever comes: with the cutting side to
    /// move two, or one where its stone would be in atari, and none where it puts a chain of the owner
    /// in atari; otherwise one.
    fn linked_at_once(&self, board: &Board, connecting: bool) -> bool {
        let (la, lb) = (board.liberties(self.a), board.liberties(self.b));
        let shared = la.and(lb);
        if shared.is_empty() {
            return false;
        }
        let union = la.or(lb);
        if connecting {
            return shared.iter().any(|p| {
                liberties_after(board, self.owner, p) >= 4 && board.is_legal(self.owner, p)
            });
        }
        let calm = |p: Point| {
            p.neighbours()
                .iter()
                .all(|&q| !board.is_stone(q, self.owner) || board.liberty_count(q) >= 3)
                && liberties_after(board, self.owner, p) >= 3
        };
        let guarded = |p: Point| liberties_after(board, self.owner.other(), p) <= 1;
        (shared.len() >= 2 || shared.iter().all(guarded))
            && union.len() >= 6
            && shared.iter().all(calm)
    }

    /// Cutting chains near the way: taken by one side, saved by the other.
    fn enemies(&self, board: &Board, connecting: bool, near: &PointSet, out: &mut Candidates) {
        let foe = self.owner.other();
        for h in heads(board, near, foe) {
            let n = board.liberty_count(h);
            if connecting && n <= 3 {
                out.add_all(board.liberties(h), [0, 0, 2, 4][n]);
            } else if !connecting && n <= 2 {
                rescue(board, h, n as u32, Width::Narrow, Point::from_index(0), out);
            }
        }
    }

    /// The chains to be linked and those between them, where they are short of liberties.
    fn weak(&self, board: &Board, connecting: bool, near: &PointSet, out: &mut Candidates) {
        for h in heads(board, near, self.owner) {
            let n = board.liberty_count(h);
            let end = h == board.head(self.a) || h == board.head(self.b);
            if connecting && n <= 2 {
                rescue(board, h, n as u32, Width::Narrow, Point::from_index(0), out);
            } else if !connecting && n <= if end { 3 } else { 2 } {
                out.add_all(board.liberties(h), n as u32);
            }
        }
    }
}

fn heads(board: &Board, near: &PointSet, c: Colour) -> Vec<Point> {
    let mut heads: Vec<Point> = near.and(board.stones(c)).iter().map(|p| board.head(p)).collect();
    heads.sort();
    heads.dedup();
    heads
}
