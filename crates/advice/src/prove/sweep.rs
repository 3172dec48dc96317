//! One search in every position, and where the lines of its forcing tree lead.

use touchstone_chess::general::{Men, Size, Step};
use touchstone_chess::{Colour, Kind};

use super::ends;
use super::roots::Roots;
use crate::program::Program;
use crate::search::{Searcher, Tree, Verdict};

/// No advice, in [`Sweep::chosen`].
pub const NOBODY: u8 = 255;

/// The lines of all positions: for each the next positions of ours that a defence can
/// reach, and after how many of our moves.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Advice chosen at each position, or [`NOBODY`].
    pub chosen: Vec<u8>,
    /// Bad ends inside the position's own tree, or at its leaves.
    pub ends: Vec<u16>,
    /// The longest own line that mates before another search: our moves.
    pub mates: Vec<u8>,
    /// Where each position's lines begin in `next`; one more than positions.
    pub start: Vec<usize>,
    /// The next position of each line.
    pub next: Vec<u32>,
    /// Our moves until then.
    pub weight: Vec<u8>,
}

impl Sweep {
    /// The lines of a position: next position and our moves until then.
    pub fn lines(&self, root: usize) -> impl Iterator<Item = (usize, u16)> {
        let range = self.start[root]..self.start[root + 1];
        let next = &self.next[range.clone()];
        next.iter().zip(&self.weight[range]).map(|(&n, &w)| (n as usize, w as u16))
    }
}

/// How the tree is used between moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// The tree is kept until it ends or is left: the language as it is.
    #[default]
    Tree,
    /// Advice is asked anew at every move, for comparison.
    Nothing,
}

/// A line's end or its next position.
pub enum Stop {
    /// Mate on this move of ours.
    Mate,
    /// A bad end.
    Bad(u16),
    /// We are to move there, and a new search begins.
    Root(Men),
}

/// Visits the lines of a tree from a position with us to move: the moves of both
/// sides until it stops, how many of them are ours, and why it stops.
pub fn lines(
    size: Size,
    men: &Men,
    tree: &Tree,
    keep: Keep,
    see: &mut impl FnMut(&[Step], u8, Stop),
) {
    let mut walk = Walk { size, keep, path: Vec::new(), moves: 0 };
    walk.tree(men, tree, see);
}

struct Walk {
    size: Size,
    keep: Keep,
    path: Vec<Step>,
    moves: u8,
}

impl Walk {
    fn tree(&mut self, men: &Men, tree: &Tree, see: &mut impl FnMut(&[Step], u8, Stop)) {
        match tree {
            Tree::Us { step, next } => {
                self.path.push(*step);
                self.moves += 1;
                let next = if self.keep == Keep::Tree { next } else { &Tree::Leaf };
                self.tree(&men.after(*step), next, see);
                self.moves -= 1;
                self.path.pop();
            }
            Tree::Leaf if men.turn() == Colour::White => {
                see(&self.path, self.moves, Stop::Root(*men));
            }
            Tree::Leaf => {
                if !self.outside(men, &[], see) {
                    let mate = men.in_check(self.size, Colour::Black);
                    let stop = if mate { Stop::Mate } else { Stop::Bad(ends::STALEMATE) };
                    see(&self.path, self.moves, stop);
                }
            }
            Tree::Them { replies } => {
                for (step, tree) in replies {
                    self.path.push(*step);
                    self.tree(&men.after(*step), tree, see);
                    self.path.pop();
                }
                self.outside(men, replies, see);
            }
        }
    }

    /// The replies that the tree does not list. Was there a legal reply at all?
    fn outside(
        &mut self,
        men: &Men,
        listed: &[(Step, Tree)],
        see: &mut impl FnMut(&[Step], u8, Stop),
    ) -> bool {
        let mut any = false;
        men.legal(self.size, &mut |s| {
            any = true;
            if !listed.iter().any(|(r, _)| *r == s) {
                let after = men.after(s);
                let stop =
                    if cannot_mate(&after) { Stop::Bad(ends::LOST) } else { Stop::Root(after) };
                self.path.push(s);
                see(&self.path, self.moves, stop);
                self.path.pop();
            }
            true
        });
        any
    }
}

/// Is what is left of our men too little to mate: nothing, a bishop or a knight?
pub fn cannot_mate(men: &Men) -> bool {
    let mut left = men.others().iter().filter(|m| m.colour == Colour::White && !m.gone);
    match (left.next(), left.next()) {
        (None, _) => true,
        (Some(m), None) => matches!(m.kind, Kind::Bishop | Kind::Knight),
        _ => false,
    }
}

/// Searches every position. `progress` is told how many are done.
pub fn sweep(
    program: &Program,
    roots: &mut Roots,
    keep: Keep,
    progress: &mut dyn FnMut(usize, usize),
) -> Sweep {
    let size = roots.size();
    let mut searcher = Searcher::new(program, size);
    let mut s = Sweep { start: vec![0], ..Sweep::default() };
    let mut root = 0;
    while root < roots.len() {
        if root.is_multiple_of(4096) {
            progress(root, roots.len());
        }
        let men = roots.men(root);
        let mut bad = 0;
        let mut mate = 0u8;
        let mut chosen = NOBODY;
        if cannot_mate(&men) {
            bad = ends::LOST;
        } else {
            match searcher.strategy(&men) {
                Verdict::Follow { advice, tree, .. } => {
                    chosen = advice as u8;
                    lines(size, &men, &tree, keep, &mut |_, moves, stop| match stop {
                        Stop::Mate => mate = mate.max(moves),
                        Stop::Bad(end) => bad |= end,
                        Stop::Root(men) => {
                            s.next.push(roots.number(&men));
                            s.weight.push(moves);
                        }
                    });
                }
                Verdict::Drawn { .. } => bad = ends::DRAWN,
                Verdict::NoRule | Verdict::NoAdvice { .. } => bad = ends::NO_ADVICE,
                Verdict::NilTree { advice, .. } => {
                    chosen = advice as u8;
                    bad = ends::NIL_TREE;
                }
                Verdict::TooLarge { advice, .. } => {
                    chosen = advice as u8;
                    bad = ends::TOO_LARGE;
                }
            }
        }
        s.chosen.push(chosen);
        s.ends.push(bad);
        s.mates.push(mate);
        s.start.push(s.next.len());
        root += 1;
    }
    progress(root, root);
    s
}
