//! The search itself.

use super::Question;
use super::moves::{attacks, defences};
use std::collections::HashMap;
use touchstone_go::{Board, Colour, Point};

/// How far reading goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nodes of one solve; beyond it the answer is unknown.
    pub nodes: u64,
    /// Plies up to which a chain of four liberties is attacked.
    pub four_plies: u32,
    /// Plies up to which a chain of three liberties is attacked.
    pub three_plies: u32,
    /// Plies up to which plays beside the liberties are tried: the first of
    /// these widths whose solve ends within the node limit counts.
    pub wide_plies: [u32; 3],
    /// Plies up to which ladders are read.
    pub ladder_plies: u32,
}

impl Limits {
    /// For the regression suites. Tuned by hand on `reading.tst`.
    pub const STANDARD: Limits = Limits {
        nodes: 40_000,
        four_plies: 6,
        three_plies: 12,
        wide_plies: [4, 2, 0],
        ladder_plies: 160,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::STANDARD
    }
}

/// The node limit was reached.
struct Exhausted;

/// One solve of one chain under one ko rule.
pub struct Reader {
    board: Board,
    target: Point,
    owner: Colour,
    master: Option<Colour>,
    limits: Limits,
    wide_plies: u32,
    last: u64,
    nodes: u64,
    ko: bool,
    path: Vec<u64>,
    known: HashMap<(u64, u32), bool>,
}

impl Reader {
    /// A solve for the chain at `target`; `master` may always retake a ko.
    pub fn new(board: &Board, target: Point, master: Option<Colour>, limits: Limits) -> Reader {
        let owner = board.colour(target).unwrap_or(Colour::Black);
        Reader {
            board: board.clone(),
            target,
            owner,
            master,
            limits,
            wide_plies: 0,
            last: 0,
            nodes: 0,
            ko: false,
            path: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a ko played any part; if none did the ko rule does not matter.
    pub fn met_ko(&self) -> bool {
        self.ko
    }

    /// The move that works, `Some(None)` if none does, `None` at the node limit.
    pub fn solve(&mut self, question: Question) -> Option<Option<Point>> {
        for width in self.limits.wide_plies {
            self.wide_plies = width;
            self.last = self.nodes + self.limits.nodes;
            self.known.clear();
            let found = self.solve_at_width(question);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn solve_at_width(&mut self, question: Question) -> Option<Option<Point>> {
        let mover = match question {
            Question::Attack => self.owner.other(),
            Question::Defend => self.owner,
        };
        let wide = true;
        let list = match question {
            Question::Attack if self.most_liberties(0) < self.board.liberty_count(self.target) => {
                return Some(None);
            }
            Question::Attack => attacks(&self.board, self.target, self.owner, wide),
            Question::Defend => defences(&self.board, self.target, self.owner, wide),
        };
        for p in list {
            match self.works(mover, p, 0) {
                Ok(true) => return Some(Some(p)),
                Ok(false) => {}
                Err(Exhausted) => return None,
            }
        }
        Some(None)
    }

    /// Liberties beyond which the chain counts as safe with the attacker to move.
    fn most_liberties(&self, depth: u32) -> usize {
        if depth < self.limits.four_plies {
            4
        } else if depth < self.limits.three_plies {
            3
        } else if depth < self.limits.ladder_plies {
            2
        } else {
            1
        }
    }

    /// Whether `p` reaches the mover's goal.
    fn works(&mut self, mover: Colour, p: Point, depth: u32) -> Result<bool, Exhausted> {
        self.nodes += 1;
        if self.nodes > self.last {
            return Err(Exhausted);
        }
        let banned = self.board.ko();
        if banned == Some((p, mover)) {
            self.ko = true;
            if self.master != Some(mover) {
                return Ok(false);
            }
            self.board.set_ko(None);
        }
        let legal = self.board.is_legal(mover, p);
        let works = if !legal {
            Ok(false)
        } else {
            self.board.play_unchecked(mover, p);
            if self.board.ko().is_some() {
                self.ko = true;
            }
            let result = self.after(mover, depth);
            self.board.undo();
            result
        };
        self.board.set_ko(banned);
        works
    }

    fn after(&mut self, mover: Colour, depth: u32) -> Result<bool, Exhausted> {
        if !self.board.is_stone(self.target, self.owner) {
            // A stone taken by a ko comes back where its owner may always retake.
            let comes_back = self.board.ko().is_some() && self.master == Some(self.owner);
            return Ok(mover != self.owner && !comes_back);
        }
        let key = self.board.key(mover.other());
        if self.path.contains(&key) {
            // A cycle: the one who has to change something has failed.
            self.ko = true;
            return Ok(mover == self.owner && self.master != Some(self.owner.other()));
        }
        let bound = self.bound(depth + 1);
        if let Some(&known) = self.known.get(&(key, bound)) {
            return Ok(known != (mover == self.owner));
        }
        self.path.push(key);
        let captured = if mover == self.owner {
            self.can_attack(depth + 1)
        } else {
            self.can_defend(depth + 1).map(|saved| !saved)
        };
        self.path.pop();
        let captured = captured?;
        self.known.insert((key, bound), captured);
        Ok(captured != (mover == self.owner))
    }

    /// Depth as far as it changes what is searched, so that results are shared.
    fn bound(&self, depth: u32) -> u32 {
        if depth < self.limits.three_plies { depth } else { self.limits.three_plies }
    }

    fn can_attack(&mut self, depth: u32) -> Result<bool, Exhausted> {
        let liberties = self.board.liberty_count(self.target);
        if liberties > self.most_liberties(depth) {
            return Ok(false);
        }
        let attacker = self.owner.other();
        if liberties == 1 {
            return match self.board.liberties(self.target).first() {
                Some(p) => self.works(attacker, p, depth),
                None => Ok(true),
            };
        }
        let wide = depth < self.wide_plies && liberties <= 3;
        for p in attacks(&self.board, self.target, self.owner, wide) {
            if self.works(attacker, p, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn can_defend(&mut self, depth: u32) -> Result<bool, Exhausted> {
        let liberties = self.board.liberty_count(self.target);
        if liberties > self.most_liberties(depth) {
            return Ok(true);
        }
        let wide = depth < self.wide_plies && liberties >= 2;
        for p in defences(&self.board, self.target, self.owner, wide) {
            if self.works(self.owner, p, depth)? {
                return Ok(true);
            }
        }
        // Nothing to do may still be enough.
        if liberties >= 2 {
            return self.can_attack(depth + 1).map(|captured| !captured);
        }
        Ok(false)
    }
}
