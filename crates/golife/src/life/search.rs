//! Depth-first proof-number search for one question under one ko rule.
//!
//! Numbers are the attacker's: `pn` to prove that the target is captured, `dn`
//! to prove that it is not. Sums over children are weak (the largest plus one
//! for each other), as positions are reached by many orders of moves.

use super::Limits;
use super::look::Look;
use super::memo::EyeMemo;
use super::moves::candidates;
use super::race;
use super::scene::Scene;
use crate::eyes::tactics::{attack_within, defend_within};
use crate::patterns::Patterns;
use std::collections::HashMap;
use touchstone_go::point::CELLS;
use touchstone_go::{Board, Colour, Point, PointSet};

const INFINITE: u32 = 1 << 28;
/// Plies after which the attacker has failed.
const DEEPEST: usize = 60;

/// How often the ko master may ignore a ban on one line: as in tactical reading, where
/// unlimited retaking turns every capture that a single ko delays into a ko.
pub(super) const MOST_RETAKES: u64 = 2;

/// Root moves that are compared once one of them works.
const ALTERNATIVES: usize = 8;

/// Candidates deep in the tree.
const NARROWEST: usize = 3;
/// Positions read to see whether a surrounding chain falls.
const TACTICS: u32 = 150;

/// One search.
pub(super) struct Search<'a> {
    board: Board,
    scene: &'a Scene,
    master: Option<Colour>,
    limits: Limits,
    memo: &'a mut EyeMemo,
    patterns: &'a Patterns,
    table: HashMap<u64, (u32, u32)>,
    path: Vec<u64>,
    /// Candidates at the root; one less at each ply.
    width: usize,
    /// How often a move has decided, by side (attacker first).
    history: [Vec<u16>; 2],
    /// How often the master has ignored a ban on this line.
    retakes: u64,
    pub nodes: u64,
    pub met_ko: bool,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The mover reaches his goal by this move (`None`: by passing).
    Works(Option<Point>),
    /// He does not.
    Fails,
    /// The node limit was reached.
    Unknown,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        board: &Board,
        scene: &'a Scene,
        master: Option<Colour>,
        limits: Limits,
        memo: &'a mut EyeMemo,
        patterns: &'a Patterns,
        width: usize,
    ) -> Search<'a> {
        Search {
            board: board.fresh(),
            scene,
            master,
            limits,
            memo,
            patterns,
            table: HashMap::new(),
            path: Vec::new(),
            width,
            history: [vec![0; CELLS], vec![0; CELLS]],
            retakes: 0,
            nodes: 0,
            met_ko: false,
        }
    }

    fn key(&self, to_move: Colour) -> u64 {
        let mut key = self.board.hash() ^ self.retakes.wrapping_mul(0xa076_1d64_78bd_642f);
        if to_move == Colour::Black {
            key ^= 0x9e37_79b9_7f4a_7c15;
        }
        match self.board.ko() {
            // The master may retake: the ban changes nothing.
            Some((_, c)) if self.may_retake(c) => key,
            Some((p, _)) => key ^ (p.index() as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93),
            None => key,
        }
    }

    fn may_retake(&self, c: Colour) -> bool {
        self.master == Some(c) && self.retakes < MOST_RETAKES
    }

    /// Plays a move or a pass; `false` if it is not legal.
    fn play(&mut self, c: Colour, mv: Option<Point>) -> bool {
        let Some(p) = mv else {
            self.board.pass();
            return true;
        };
        if self.board.ko() == Some((p, c)) {
            self.met_ko = true;
            if !self.may_retake(c) {
                return false;
            }
            let banned = self.board.ko();
            self.board.set_ko(None);
            let ok = self.board.is_legal(c, p);
            self.board.set_ko(banned);
            if !ok {
                return false;
            }
            self.retakes += 1;
        } else if !self.board.is_legal(c, p) {
            return false;
        }
        self.board.play_unchecked(c, p);
        true
    }

    /// Who has won, where that can be told; `true`: the attacker.
    fn settled(&mut self, look: &Look, to_move: Colour) -> Option<bool> {
        let scene = self.scene;
        if look.dragon.meets(&scene.friends) {
            return Some(false);
        }
        let defending = to_move == scene.owner;
        let out = look.liberties.and(&scene.exits).len();
        if out >= 2 || (out == 1 && defending) {
            return Some(false);
        }
        if !look.loose && look.min >= 2 {
            return Some(false);
        }
        if let Some(rival) = scene.rival
            && look.links.is_empty()
        {
            let foe = scene.owner.other();
            let other = Look::at(&self.board, foe, &PointSet::one(rival), self.memo);
            if let Some(won) = race::outcome(&self.board, scene, look, &other, to_move) {
                return Some(won);
            }
        }
        if look.max.max(look.room) >= 2 || !look.links.is_empty() {
            return None;
        }
        let near = if defending { 3 } else { 2 };
        if look.liberties.iter().any(|p| scene.way[p.index()] <= near) {
            return None;
        }
        let breath = look.liberties.len();
        for &h in &look.foes {
            // Prisoners are part of the value of their space.
            if look.eyes.iter().any(|e| e.points.contains(h)) {
                continue;
            }
            let n = self.board.liberty_count(h);
            if !scene.foes.contains(h) && n <= breath + usize::from(defending) {
                return None;
            }
            let falls = match n {
                0 | 1 => defending || !defend_within(&mut self.board, h, TACTICS),
                2 => defending && attack_within(&mut self.board, h, TACTICS),
                _ => false,
            };
            if falls {
                return None;
            }
        }
        Some(true)
    }

    /// The numbers of a position right after a move, where they need no search.
    fn at_once(&self) -> Option<bool> {
        let scene = self.scene;
        if !self.board.is_stone(scene.anchor, scene.owner) {
            return Some(true);
        }
        if let Some(r) = scene.rival
            && !self.board.is_stone(r, scene.owner.other())
        {
            return Some(false);
        }
        None
    }

    /// Numbers of a position that was not searched yet, from its eyes and ways out.
    fn guess(&self, look: &Look) -> (u32, u32) {
        let eyes = u32::from(look.min.min(2)) + u32::from(look.max.min(2));
        let way = look.liberties.iter().map(|p| self.scene.way[p.index()]).min().unwrap_or(255);
        let out = match way {
            0..=1 => 3,
            2 => 2,
            3 => 1,
            _ => 0,
        };
        (1 + eyes + out, 1 + (4 - eyes) + (3 - out) / 2)
    }

    fn numbers(won: bool) -> (u32, u32) {
        if won { (0, INFINITE) } else { (INFINITE, 0) }
    }

    /// Searches for `mover`'s goal.
    pub(super) fn run(&mut self, mover: Colour) -> Found {
        if self.at_once().is_some() {
            return Found::Fails;
        }
        let attacking = mover != self.scene.owner;
        let mut best = Found::Unknown;
        let (pn, dn) = self.mid(mover, INFINITE, INFINITE, Some(&mut best));
        let (goal, other) = if attacking { (pn, dn) } else { (dn, pn) };
        if goal == 0 {
            best
        } else if other == 0 {
            Found::Fails
        } else {
            Found::Unknown
        }
    }

    /// Of the moves that reach `mover`'s goal, the first of `ranked` that the other side would
    /// reach its own goal with, too: the vital point of both. `first` where there is none.
    /// Each trial gets `nodes`.
    pub(super) fn vital(
        &mut self,
        mover: Colour,
        first: Point,
        ranked: &[Point],
        nodes: u64,
    ) -> Point {
        let others = ranked.iter().copied().take(ALTERNATIVES).filter(|&p| p != first);
        for p in std::iter::once(first).chain(others) {
            let wins = p == first || self.works_after(mover, p, nodes);
            if wins && self.works_after(mover.other(), p, nodes) {
                return p;
            }
        }
        first
    }

    /// Whether `side` reaches its goal by this move; `false` where `nodes` do not tell.
    fn works_after(&mut self, side: Colour, mv: Point, nodes: u64) -> bool {
        if !self.play(side, Some(mv)) {
            return false;
        }
        self.limits.nodes = self.nodes + nodes;
        let (pn, dn) = match self.at_once() {
            Some(won) => Self::numbers(won),
            None => self.mid(side.other(), INFINITE, INFINITE, None),
        };
        self.board.undo();
        self.retakes = 0;
        if side == self.scene.owner { dn == 0 } else { pn == 0 }
    }

    fn mid(
        &mut self,
        to_move: Colour,
        most_pn: u32,
        most_dn: u32,
        mut root: Option<&mut Found>,
    ) -> (u32, u32) {
        let key = self.key(to_move);
        self.nodes += 1;
        let attacking = to_move != self.scene.owner;
        let seeds = PointSet::one(self.scene.anchor);
        let look = Look::at(&self.board, self.scene.owner, &seeds, self.memo);
        if root.is_none()
            && let Some(won) = self.settled(&look, to_move)
        {
            let n = Self::numbers(won);
            self.table.insert(key, n);
            return n;
        }
        if self.path.len() >= DEEPEST {
            return (INFINITE, 0);
        }
        if root.is_none() && !self.table.contains_key(&key) {
            let (pn, dn) = self.guess(&look);
            if pn >= most_pn || dn >= most_dn {
                self.table.insert(key, (pn, dn));
                return (pn, dn);
            }
        }
        let mut moves: Vec<Option<Point>> = candidates(
            &self.board,
            self.scene,
            &look,
            to_move,
            self.patterns,
            &self.history[usize::from(!attacking)],
            self.width.saturating_sub(self.path.len()).max(NARROWEST.min(self.width)),
        )
        .into_iter()
        .map(Some)
        .collect();
        if !attacking {
            moves.push(None);
        }
        // Numbers of the children so far.
        let mut children: Vec<(Option<Point>, u64, u32, u32)> = Vec::with_capacity(moves.len());
        for (rank, mv) in moves.into_iter().enumerate() {
            let retakes = self.retakes;
            if !self.play(to_move, mv) {
                continue;
            }
            let child = self.key(to_move.other());
            let slow = 1 + rank as u32 / 2;
            let (pn, dn) = match self.at_once() {
                Some(won) => Self::numbers(won),
                None if self.path.contains(&child) || child == key => {
                    self.met_ko = true;
                    (INFINITE, 0)
                }
                None => self.table.get(&child).copied().unwrap_or(if attacking {
                    (slow, 1)
                } else {
                    (1, slow)
                }),
            };
            self.board.undo();
            self.retakes = retakes;
            children.push((mv, child, pn, dn));
        }
        if children.is_empty() {
            let n = Self::numbers(false);
            self.table.insert(key, n);
            return n;
        }
        self.path.push(key);
        let result = loop {
            // In the mover's view: `a` is to be brought to nothing.
            let view = |c: &(Option<Point>, u64, u32, u32)| {
                if attacking { (c.2, c.3) } else { (c.3, c.2) }
            };
            let mut best = 0;
            let (mut a1, mut a2) = (u32::MAX, u32::MAX);
            let (mut most, mut open) = (0, 0u32);
            let mut lost = true;
            for (i, c) in children.iter().enumerate() {
                let (a, b) = view(c);
                if a < a1 {
                    a2 = a1;
                    a1 = a;
                    best = i;
                } else if a < a2 {
                    a2 = a;
                }
                if b > 0 {
                    lost = false;
                    most = most.max(b);
                    open += 1;
                }
            }
            let a = a1;
            let b = if lost { 0 } else { (most + open - 1).min(INFINITE) };
            let (pn, dn) = if attacking { (a, b) } else { (b, a) };
            if pn == 0
                || dn == 0
                || pn >= most_pn
                || dn >= most_dn
                || self.nodes >= self.limits.nodes
            {
                if let Some(found) = root.as_deref_mut()
                    && a == 0
                {
                    *found = Found::Works(children[best].0);
                }
                if a == 0
                    && let Some(p) = children[best].0
                {
                    let h = &mut self.history[usize::from(!attacking)][p.index()];
                    *h = h.saturating_add(1);
                }
                let b = if pn == 0 || dn == 0 { Self::numbers(pn == 0) } else { (pn, dn) };
                break b;
            }
            let (most_a, most_b) = if attacking { (most_pn, most_dn) } else { (most_dn, most_pn) };
            let child_a = most_a.min(a2.saturating_add(1 + a2 / 4));
            let (_, own_b) = view(&children[best]);
            let child_b = most_b.saturating_sub(b).saturating_add(own_b).min(INFINITE);
            let (mv, ..) = children[best];
            let (cp, cd) = if attacking { (child_a, child_b) } else { (child_b, child_a) };
            let retakes = self.retakes;
            self.play(to_move, mv);
            let (pn, dn) = self.mid(to_move.other(), cp, cd, None);
            self.board.undo();
            self.retakes = retakes;
            children[best].2 = pn;
            children[best].3 = dn;
        };
        self.path.pop();
        self.table.insert(key, result);
        result
    }
}
