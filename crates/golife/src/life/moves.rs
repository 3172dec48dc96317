//! Candidate moves of both sides with their promise.

use super::look::{Look, is_unsafe};
use super::scene::Scene;
use crate::patterns::{Patterns, Purpose};
use crate::reading::liberties_after;
use touchstone_go::point::CELLS;
use touchstone_go::{Board, Colour, Point, PointSet};

struct Scores {
    at: Vec<(Point, i32)>,
    index: [u8; CELLS],
}

impl Scores {
    fn add(&mut self, p: Point, n: i32) {
        let i = self.index[p.index()];
        if i == 255 {
            if self.at.len() < 250 {
                self.index[p.index()] = self.at.len() as u8;
                self.at.push((p, n));
            }
        } else {
            self.at[i as usize].1 += n;
        }
    }
}

/// The moves of `mover`, best first, legal apart from ko.
pub(super) fn candidates(
    board: &Board,
    scene: &Scene,
    look: &Look,
    mover: Colour,
    patterns: &Patterns,
    history: &[u16],
    width: usize,
) -> Vec<Point> {
    let owner = scene.owner;
    let foe = owner.other();
    let attacking = mover != owner;
    let mut s = Scores { at: Vec::with_capacity(32), index: [255; CELLS] };
    // Eye space: vital points have many neighbours inside.
    for e in &look.eyes {
        let swing = if e.max > e.min { 10 } else { 0 };
        let n = e.points.len();
        let small = if n <= 7 { 4 } else { 0 };
        for p in e.points {
            if !board.is_empty(p) {
                continue;
            }
            let inside = p.neighbours().iter().filter(|&&q| e.points.contains(q)).count() as i32;
            let bonus = if e.margins.contains(p) { 8 } else { 0 };
            s.add(p, swing + small + 3 * inside + bonus);
            if e.margins.contains(p) {
                // From outside and from inside of a margin.
                for q in p.neighbours() {
                    if board.is_empty(q) && !e.points.contains(q) {
                        s.add(q, 4);
                    }
                }
            }
        }
    }
    // Liberties: shortage, and ways out.
    let few = look.liberties.len() <= 4;
    for p in look.liberties {
        let way = scene.way[p.index()];
        let out = match way {
            0 => 24,
            1 => 20,
            2 => 14,
            3 => 8,
            4 => 4,
            _ => 0,
        };
        s.add(p, out + if few { 6 } else { 1 });
        if out > 0 {
            for q in p.neighbours() {
                if board.is_empty(q) && !look.liberties.contains(q) && scene.way[q.index()] < way {
                    s.add(q, out - 3);
                }
            }
        }
    }
    for p in look.links {
        s.add(p, 14);
    }
    // Friends one point away that live: connect to them or cut them off.
    for p in look.liberties {
        if p.neighbours().iter().any(|&q| scene.friends.contains(q)) {
            s.add(p, 16);
        } else {
            for q in p.neighbours() {
                if board.is_empty(q) && q.neighbours().iter().any(|&r| scene.friends.contains(r)) {
                    s.add(p, 8);
                    s.add(q, 8);
                }
            }
        }
    }
    // Chains of the dragon and beside it that are short of liberties.
    let mut seen = PointSet::EMPTY;
    for p in look.dragon.or(&look.liberties.border().and(board.stones(owner))) {
        if board.head(p) != p || seen.contains(p) {
            continue;
        }
        seen.insert(p);
        let n = board.liberty_count(p);
        if n > 2 {
            continue;
        }
        let size = board.chain_size(p).min(8) as i32;
        for l in board.liberties(p) {
            s.add(l, if n == 1 { 22 + 2 * size } else { 4 + size / 2 });
        }
    }
    // The surrounding chains.
    for &h in &look.foes {
        let n = board.liberty_count(h);
        let size = board.chain_size(h).min(8) as i32;
        let weak = !scene.foes.contains(h);
        let worth = match n {
            1 => 22 + 2 * size,
            2 => 8 + size,
            3 if weak => 5 + size / 2,
            4 | 5 if weak => 3,
            _ => 0,
        };
        if worth == 0 {
            continue;
        }
        for l in board.liberties(h) {
            let unsafe_for_them = is_unsafe(board, foe, l);
            let n = if attacking && unsafe_for_them && n == 1 { worth / 3 } else { worth };
            s.add(l, n);
        }
        if n <= 2 && attacking {
            // Save it by taking what attacks it.
            for q in board.enemies_of(h) {
                if board.liberty_count(q) == 1 {
                    for l in board.liberties(q) {
                        s.add(l, 14);
                    }
                }
            }
        }
    }
    if let Some(r) = scene.rival
        && board.is_stone(r, foe)
    {
        // Fill the other's liberties, not one's own.
        let victim = if attacking { &look.liberties } else { board.liberties(r) };
        let other = if attacking { board.liberties(r) } else { &look.liberties };
        for l in victim {
            // Shared liberties last.
            s.add(l, if other.contains(l) { 2 } else { 8 });
        }
    }
    let purpose = if attacking { Purpose::Attack } else { Purpose::Defend };
    let mut list: Vec<(i32, Point)> = Vec::with_capacity(s.at.len());
    for &(p, base) in &s.at {
        if board.is_suicide(mover, p) {
            continue;
        }
        let mut n = base + patterns.weight(board, mover, p, Some(purpose));
        // Twice as often is worth a little more.
        n += 3 * (16 - history[p.index()].leading_zeros() as i32);
        let breath = liberties_after(board, mover, p);
        let takes = p
            .neighbours()
            .iter()
            .any(|&q| board.is_stone(q, mover.other()) && board.liberty_count(q) == 1);
        if breath <= 1 && !takes {
            // A throw-in is for the attacker only, inside the eye space.
            let stones: usize = p
                .neighbours()
                .iter()
                .filter(|&&q| board.is_stone(q, mover))
                .map(|&q| board.chain_size(q))
                .sum();
            n -= if attacking && stones <= 1 { 6 } else { 14 };
        }
        // Points next to the move's own kind of emptiness are worth more than those at walls.
        list.push((n, p));
    }
    list.sort_by_key(|&(n, p)| (-n, p.index()));
    one_outer_liberty(board, scene, look, mover, &mut list);
    list.truncate(width);
    list.into_iter().map(|m| m.1).collect()
}

/// Of liberties that differ in nothing (they touch the victim and otherwise only the
/// mover's living stones or the edge) one is as good as another: the first stays.
fn one_outer_liberty(
    board: &Board,
    scene: &Scene,
    look: &Look,
    mover: Colour,
    list: &mut Vec<(i32, Point)>,
) {
    let attacking = mover != scene.owner;
    let living = if attacking { &scene.foes } else { &scene.friends };
    let mut kept: Vec<Point> = Vec::new();
    list.retain(|&(_, p)| {
        let mut victim = None;
        for q in p.neighbours() {
            if !board.is_on(q) || living.contains(q) {
                continue;
            }
            let Some(c) = board.colour(q) else { return true };
            let h = board.head(q);
            let counts = c != mover && victim.is_none_or(|v| v == h);
            if !counts || (attacking && !look.dragon.contains(q)) {
                return true;
            }
            victim = Some(h);
        }
        let Some(v) = victim else { return true };
        if kept.contains(&v) {
            return false;
        }
        kept.push(v);
        true
    });
}
