//! The operational semantics: which advice is chosen, and its forcing tree.
//!
//! `holding-goal, then better-goal, then moves`, depth first in the order of the
//! constraint; the first move that serves is the move. Nothing is searched twice and
//! nothing for ever: a search deeper than [`MAX_DEPTH`] or with more nodes than its
//! budget ends with a named outcome.

use std::cell::Cell;

use touchstone_chess::Colour;
use touchstone_chess::general::{Men, Size, Step};

use crate::eval::View;
use crate::moves;
use crate::program::{Choice, Program};

/// Nodes deeper than this are not searched; only advice without guards gets there.
pub const MAX_DEPTH: u32 = 40;
/// Nodes that the search for one advice may visit.
pub const NODE_BUDGET: u64 = 2_000_000;

/// A forcing tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    /// The better-goal holds here.
    Leaf,
    /// Our move.
    Us {
        /// The move.
        step: Step,
        /// What follows.
        next: Box<Tree>,
    },
    /// Their replies, in generator order.
    Them {
        /// Each reply with what follows.
        replies: Vec<(Step, Tree)>,
    },
}

/// What a table says about a position with us to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This advice is followed; the tree begins with our move.
    Follow {
        /// Rule by number.
        rule: usize,
        /// Advice by number.
        advice: usize,
        /// Its forcing tree.
        tree: Tree,
    },
    /// The rule claims a draw.
    Drawn {
        /// Rule by number.
        rule: usize,
    },
    /// No rule's condition holds.
    NoRule,
    /// The committed rule has no satisfiable advice.
    NoAdvice {
        /// Rule by number.
        rule: usize,
    },
    /// The better-goal already holds, so that the advice gives no move: the original
    /// would go on for ever.
    NilTree {
        /// Rule by number.
        rule: usize,
        /// Advice by number.
        advice: usize,
    },
    /// The search for the advice grew too large.
    TooLarge {
        /// Rule by number.
        rule: usize,
        /// Advice by number.
        advice: usize,
    },
}

impl Verdict {
    /// A fixed short name.
    pub const fn name(&self) -> &'static str {
        match self {
            Verdict::Follow { .. } => "follow",
            Verdict::Drawn { .. } => "drawn",
            Verdict::NoRule => "no_rule",
            Verdict::NoAdvice { .. } => "no_advice",
            Verdict::NilTree { .. } => "nil_tree",
            Verdict::TooLarge { .. } => "too_large",
        }
    }
}

/// The search for one advice ran out of its budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Where a search began, and the area there once it is known.
#[derive(Clone, Copy)]
struct Root<'a> {
    men: &'a Men,
    area: &'a Cell<u128>,
}

/// Searches forcing trees of one program.
#[derive(Debug)]
pub struct Searcher<'a> {
    program: &'a Program,
    size: Size,
    left: u64,
    lists: Vec<Vec<Step>>,
}

impl<'a> Searcher<'a> {
    /// A searcher on a board of that size.
    pub fn new(program: &'a Program, size: Size) -> Searcher<'a> {
        Searcher { program, size, left: 0, lists: Vec::new() }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// What the table says about a position with us (White) to move.
    pub fn strategy(&mut self, men: &Men) -> Verdict {
        let view = View::alone(self.size, men);
        let program = self.program;
        for (rule, r) in program.rules.iter().enumerate() {
            if !view.holds(&r.condition) {
                continue;
            }
            for choice in &r.then {
                let &Choice::Advice(advice) = choice else { return Verdict::Drawn { rule } };
                match self.satisfy(advice, men) {
                    Ok(None) => {}
                    Ok(Some(Tree::Leaf)) => return Verdict::NilTree { rule, advice },
                    Ok(Some(tree)) => return Verdict::Follow { rule, advice, tree },
                    Err(TooLarge) => return Verdict::TooLarge { rule, advice },
                }
            }
            return Verdict::NoAdvice { rule };
        }
        Verdict::NoRule
    }

    /// The first forcing tree of an advice.
    pub fn satisfy(&mut self, advice: usize, root: &Men) -> Result<Option<Tree>, TooLarge> {
        self.left = NODE_BUDGET;
        self.node(advice, root, Root { men: root, area: &Cell::new(0) }, 0)
    }

    /// The rest of a forcing tree of an advice after these moves from its root,
    /// whether or not the constraints list them.
    pub fn satisfy_after(
        &mut self,
        advice: usize,
        root: &Men,
        steps: &[Step],
    ) -> Result<Option<Tree>, TooLarge> {
        self.left = NODE_BUDGET;
        let men = steps.iter().fold(*root, |men, &s| men.after(s));
        self.node(advice, &men, Root { men: root, area: &Cell::new(0) }, steps.len() as u32)
    }

    fn node(
        &mut self,
        advice: usize,
        men: &Men,
        root: Root<'_>,
        depth: u32,
    ) -> Result<Option<Tree>, TooLarge> {
        if self.left == 0 || depth > MAX_DEPTH {
            return Err(TooLarge);
        }
        self.left -= 1;
        let a = &self.program.advice[advice];
        let own_area = Cell::new(0);
        let view = View::new(self.size, men, root.men).keeping(&own_area, root.area);
        if !view.holds(&a.hold) {
            return Ok(None);
        }
        if view.holds(&a.better) {
            return Ok(Some(Tree::Leaf));
        }
        let us = men.turn() == Colour::White;
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        moves::list(if us { &a.us } else { &a.them }, self.size, men, depth, &mut list);
        let result = if us {
            self.ours(advice, men, root, depth, &list)
        } else {
            self.theirs(advice, men, root, depth, &list)
        };
        self.lists.push(list);
        result
    }

    fn ours(
        &mut self,
        advice: usize,
        men: &Men,
        root: Root<'_>,
        depth: u32,
        list: &[Step],
    ) -> Result<Option<Tree>, TooLarge> {
        for &step in list {
            if let Some(next) = self.node(advice, &men.after(step), root, depth + 1)? {
                return Ok(Some(Tree::Us { step, next: Box::new(next) }));
            }
        }
        Ok(None)
    }

    fn theirs(
        &mut self,
        advice: usize,
        men: &Men,
        root: Root<'_>,
        depth: u32,
        list: &[Step],
    ) -> Result<Option<Tree>, TooLarge> {
        if list.is_empty() {
            return Ok(None);
        }
        let mut replies = Vec::with_capacity(list.len());
        for &step in list {
            match self.node(advice, &men.after(step), root, depth + 1)? {
                Some(tree) => replies.push((step, tree)),
                None => return Ok(None),
            }
        }
        Ok(Some(Tree::Them { replies }))
    }
}
