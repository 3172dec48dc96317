//! Playing by a table: the tree is kept between moves. And defending against it.

use touchstone_chess::Colour;
use touchstone_chess::general::{Men, Point, Size, Step};
use touchstone_chess::tables::{Material, Tables};

use crate::bind::reachable;
use crate::eval::View;
use crate::explain::phrase::{Clause, clauses};
use crate::program::Program;
use crate::prove::sweep::{Keep, Stop, lines};
use crate::prove::{Proof, ends};
use crate::search::{Searcher, Tree, Verdict};
use crate::syntax::Language;

/// What the player does when it is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// This move, by this advice.
    Move {
        /// The move.
        step: Step,
        /// Advice by number.
        advice: usize,
        /// Does it come from the tree of an earlier search?
        from_tree: bool,
    },
    /// It claims a draw.
    Drawn,
    /// It has no move; the verdict says why.
    Nothing(Verdict),
}

/// A player that follows a table. It is White.
#[derive(Debug)]
pub struct Player<'a> {
    searcher: Searcher<'a>,
    tree: Option<(usize, Tree)>,
    root: Option<Men>,
    keep: Keep,
}

impl<'a> Player<'a> {
    /// A player without a tree yet.
    pub fn new(program: &'a Program, size: Size, keep: Keep) -> Player<'a> {
        Player { searcher: Searcher::new(program, size), tree: None, root: None, keep }
    }

    /// The move in a position with us to move.
    pub fn answer(&mut self, men: &Men) -> Answer {
        if let Some((advice, Tree::Us { step, .. })) = &self.tree {
            return Answer::Move { step: *step, advice: *advice, from_tree: true };
        }
        self.root = Some(*men);
        match self.searcher.strategy(men) {
            Verdict::Follow { advice, tree, .. } => {
                let Tree::Us { step, .. } = &tree else {
                    return Answer::Nothing(Verdict::NoRule);
                };
                let step = *step;
                self.tree = Some((advice, tree));
                Answer::Move { step, advice, from_tree: false }
            }
            Verdict::Drawn { .. } => Answer::Drawn,
            other => Answer::Nothing(other),
        }
    }

    /// A move of ours was played. If it is not the tree's, the tree is dropped.
    pub fn ours(&mut self, step: Step) {
        self.tree = match self.tree.take() {
            Some((advice, Tree::Us { step: own, next }))
                if own == step && self.keep == Keep::Tree && *next != Tree::Leaf =>
            {
                Some((advice, *next))
            }
            _ => None,
        };
    }

    /// A reply was played. If the tree does not list it, the tree is dropped.
    pub fn theirs(&mut self, step: Step) {
        self.tree = match self.tree.take() {
            Some((advice, Tree::Them { replies })) => replies
                .into_iter()
                .find(|(r, t)| *r == step && *t != Tree::Leaf)
                .map(|(_, t)| (advice, t)),
            _ => None,
        };
    }

    /// The position where the present tree was searched.
    pub fn root(&self) -> Option<&Men> {
        self.root.as_ref()
    }

    /// The parts of the better-goal of an advice in a position, measured against the
    /// root of the present tree.
    pub fn goals(&self, advice: usize, men: &Men, language: Language) -> Vec<Clause> {
        let root = self.root.as_ref().unwrap_or(men);
        let view = View::new(self.searcher.size(), men, root);
        clauses(&self.searcher.program().advice[advice].better, view, language)
    }

    /// The reply that holds out longest against this player, as far as the proof
    /// knows: one that spoils the win first. `men` is the position after our move.
    pub fn longest_reply(&self, proof: &Proof<'_>, men: &Men) -> Option<(Step, Option<u16>)> {
        let mut best: Option<(Step, Option<u16>)> = None;
        for step in men.legal_moves(self.searcher.size()) {
            let value = self.lasts(proof, men, step);
            let rank = |v: Option<u16>| v.unwrap_or(u16::MAX);
            if best.is_none_or(|(_, b)| rank(value) > rank(b)) {
                best = Some((step, value));
            }
        }
        best
    }

    /// Our moves that a reply still allows, or `None` if it spoils the win.
    fn lasts(&self, proof: &Proof<'_>, men: &Men, step: Step) -> Option<u16> {
        let after = men.after(step);
        let fate = |men: &Men| match proof.fate(men) {
            Some((e, length)) if e & !ends::OVER_50 == 0 => Some(length),
            _ => None,
        };
        let listed = match &self.tree {
            Some((_, Tree::Them { replies })) => replies.iter().find(|(r, _)| *r == step),
            _ => None,
        };
        match listed {
            Some((_, tree)) if *tree != Tree::Leaf => {
                let mut longest = Some(0u16);
                let size = self.searcher.size();
                lines(size, &after, tree, self.keep, &mut |_, moves, stop| {
                    let value = match stop {
                        Stop::Mate => Some(moves as u16),
                        Stop::Bad(_) => None,
                        Stop::Root(men) => fate(&men).map(|l| l + moves as u16),
                    };
                    longest = longest.zip(value).map(|(a, b)| a.max(b));
                });
                longest
            }
            _ => fate(&after),
        }
    }
}

/// The reply that holds out longest against exact play.
pub fn best_reply(tables: &Tables, men: &Men) -> Option<Step> {
    tables.moves(men).first().map(|&(s, _)| s)
}

/// Does the program play this material, and with which colour? `Some(true)` if the
/// colours must be exchanged so that we are White.
pub fn orientation(program: &Program, men: &Men) -> Option<bool> {
    let material = Material::of(men);
    let known = reachable(&program.ending);
    if known.contains(&material) {
        Some(false)
    } else if known.contains(&material.flipped()) {
        Some(true)
    } else {
        None
    }
}

/// The same move with colours exchanged and ranks reflected: `men` is the position in
/// which it is looked for.
pub fn mirrored(size: Size, from: &Men, step: Step, men: &Men) -> Option<Step> {
    let flip = |p: Point| Point::new(p.x, size.ranks() + 1 - p.y);
    let at = flip(from.man(step.man as usize).at);
    let to = flip(step.to);
    men.legal_moves(size)
        .into_iter()
        .find(|s| men.man(s.man as usize).at == at && s.to == to && s.promotion == step.promotion)
}

/// What a table answers in a position that a game has reached: the moves since `start`
/// decide whether an earlier tree still lasts. Either colour may be the advised side.
/// `None` if the material is not the table's, or the other side is to move.
pub fn answer(
    program: &Program,
    size: Size,
    start: &Men,
    moves: &[Step],
) -> Option<(Answer, bool)> {
    let mirror = orientation(program, start)?;
    let view = |men: &Men| if mirror { men.flipped(size).tidy() } else { men.tidy() };
    let mut player = Player::new(program, size, Keep::Tree);
    let mut at = *start;
    for &step in moves {
        let seen = view(&at);
        let own = view_step(size, &at, step, &seen, mirror)?;
        if seen.turn() == Colour::White {
            player.answer(&seen);
            player.ours(own);
        } else {
            player.theirs(own);
        }
        at = at.after(step).tidy();
    }
    let seen = view(&at);
    if seen.turn() != Colour::White {
        return None;
    }
    let answer = match player.answer(&seen) {
        Answer::Move { step, advice, from_tree } => {
            let step = view_step(size, &seen, step, &at, mirror)?;
            Answer::Move { step, advice, from_tree }
        }
        other => other,
    };
    Some((answer, mirror))
}

fn view_step(size: Size, from: &Men, step: Step, to: &Men, mirror: bool) -> Option<Step> {
    if mirror {
        return mirrored(size, from, step, to);
    }
    let at = from.man(step.man as usize).at;
    to.legal_moves(size).into_iter().find(|s| {
        to.man(s.man as usize).at == at && s.to == step.to && s.promotion == step.promotion
    })
}
