//! The question "is this chain captured" as a task of the proof-number search.

use super::Question;
use super::dfpn::{Choice, Solver, Task, Verdict};
use super::moves::{Width, attacks, defences};
use touchstone_go::{Board, Colour, Point};

/// How far reading goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plays tried in one solve at one width; beyond it a narrower width is tried, and after the last the answer is unknown.
    pub nodes: u64,
    /// Plies up to which a chain of four liberties is attacked.
    pub four_plies: u32,
    /// Plies up to which a chain of three liberties is attacked.
    pub three_plies: u32,
    /// Plies up to which plays beside the liberties are tried by the side that asks, and by the
    /// other: the first of these widths whose solve ends within the node limit counts. The other side
    /// stays wide longer, so that what is found to work stands up to its answers.
    pub wide_plies: [(u32, u32); 3],
    /// Plies up to which more distant chains are looked at too, where plays are wide.
    pub broad_plies: u32,
    /// Plies up to which ladders are read.
    pub ladder_plies: u32,
}

impl Limits {
    /// For the regression suites. Tuned by hand on `reading.tst`.
    pub const STANDARD: Limits = Limits {
        nodes: 60_000,
        four_plies: 8,
        three_plies: 16,
        wide_plies: [(12, 12), (4, 4), (0, 4)],
        broad_plies: 6,
        ladder_plies: 160,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::STANDARD
    }
}

/// Plays a root move gets in the first round; five times as many in each later round.
const FIRST_ROUND: u64 = 200;

struct Capture {
    target: Point,
    owner: Colour,
    master: Option<Colour>,
    limits: Limits,
    asker: Colour,
    wide_plies: (u32, u32),
}

impl Capture {
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

    fn width(&self, to_move: Colour, depth: u32) -> Width {
        let wide = if to_move == self.asker { self.wide_plies.0 } else { self.wide_plies.1 };
        match depth {
            d if d >= wide => Width::Narrow,
            d if d >= self.limits.broad_plies => Width::Wide,
            _ => Width::Broad,
        }
    }
}

impl Task for Capture {
    fn prover(&self) -> Colour {
        self.owner.other()
    }

    fn judge(&mut self, board: &mut Board, to_move: Colour, depth: u32) -> Verdict {
        if !board.is_stone(self.target, self.owner) {
            // A stone taken by a ko comes back where its owner may always retake.
            let comes_back = board.ko().is_some() && self.master == Some(self.owner);
            return if comes_back { Verdict::Refuted } else { Verdict::Proved };
        }
        let k = board.liberty_count(self.target);
        if k > self.most_liberties(depth) {
            return Verdict::Refuted;
        }
        if to_move == self.owner {
            return match k {
                1 => Verdict::Open(2, 4),
                2 => Verdict::Open(4, 3),
                3 => Verdict::Open(8, 2),
                _ => Verdict::Open(16, 1),
            };
        }
        match k {
            1 if board.chain_size(self.target) > 1 => Verdict::Proved,
            1 => Verdict::Open(1, 8),
            2 => Verdict::Open(2, 5),
            3 => Verdict::Open(5, 3),
            _ => Verdict::Open(10, 1),
        }
    }

    fn choices(&mut self, board: &mut Board, to_move: Colour, depth: u32) -> Vec<Choice> {
        let width = self.width(to_move, depth);
        if to_move == self.owner {
            defences(board, self.target, self.owner, width)
        } else {
            attacks(board, self.target, self.owner, width)
        }
    }

    fn horizon(&self, depth: u32) -> u32 {
        let l = &self.limits;
        depth.min(l.three_plies.max(self.wide_plies.0).max(self.wide_plies.1).max(l.four_plies))
    }
}

/// One solve of one chain under one ko rule.
pub struct Reader {
    solver: Solver<Capture>,
    limits: Limits,
}

impl Reader {
    /// A solve for the chain at `target`; `master` may always retake a ko.
    pub fn new(board: &Board, target: Point, master: Option<Colour>, limits: Limits) -> Reader {
        let owner = board.colour(target).unwrap_or(Colour::Black);
        let task = Capture {
            target,
            owner,
            master,
            limits,
            asker: owner,
            wide_plies: limits.wide_plies[0],
        };
        Reader { solver: Solver::new(board, task, master), limits }
    }

    /// Plays tried.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Whether a ko played any part; if none did the ko rule does not matter.
    pub fn met_ko(&self) -> bool {
        self.solver.met_ko()
    }

    /// The move that works, `Some(None)` if none does, `None` at the node limit.
    pub fn solve(&mut self, question: Question) -> Option<Option<Point>> {
        for width in self.limits.wide_plies {
            self.solver.task.wide_plies = width;
            self.solver.clear();
            let found = self.solve_at_width(question);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn solve_at_width(&mut self, question: Question) -> Option<Option<Point>> {
        let Capture { target, owner, .. } = self.solver.task;
        let board = &self.solver.board;
        let (mover, list) = match question {
            Question::Attack => {
                if self.solver.task.most_liberties(0) < board.liberty_count(target) {
                    return Some(None);
                }
                (owner.other(), attacks(board, target, owner, Width::Broad))
            }
            Question::Defend => (owner, defences(board, target, owner, Width::Broad)),
        };
        self.solver.task.asker = mover;
        let mut open: Vec<Point> = list.into_iter().filter_map(|c| c.mv).collect();
        let last = self.solver.nodes() + self.limits.nodes;
        let mut budget = FIRST_ROUND;
        while !open.is_empty() {
            let mut still = Vec::new();
            for p in open {
                let left = last.saturating_sub(self.solver.nodes());
                if left == 0 {
                    return None;
                }
                match self.solver.proves_after(mover, p, budget.min(left)) {
                    None => still.push(p),
                    Some(captured) if captured == (question == Question::Attack) => {
                        return Some(Some(p));
                    }
                    Some(_) => {}
                }
            }
            open = still;
            budget *= 5;
        }
        Some(None)
    }
}
