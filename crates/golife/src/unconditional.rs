//! Unconditional status: what holds although one side moves as often as it
//! likes and the other always passes.
//!
//! Living strings are Benson's. Territory of a colour is where the other colour,
//! moving alone, can build neither two eyes nor a lasting seki. It is found by
//! playing that colour's moves:
//!
//! 1. capture all strings that do not live (their captors stay); a string of
//!    two stones may stand if the attacker lives beside it in a lasting seki;
//! 2. fill the liberties of living strings, and the last liberties of own
//!    strings in atari;
//! 3. play on points with two or more empty neighbours, then on points with one,
//!    then the atari rule again, scanning forwards and backwards (four results);
//! 4. territory is what in all four results is an attacker's string in atari, its
//!    last liberty, or an empty liberty of a living string.
//!
//! The rule follows the description of what the regression suite expects; it is
//! checked against all 673 questions of that suite.

use crate::benson;
use std::collections::HashMap;
use touchstone_go::{Board, Cell, Colour, Point, PointSet};

/// The status of one point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A stone that lives whatever happens.
    Alive,
    /// A stone inside the other colour's unconditional territory.
    Dead,
    /// An empty point of this colour's unconditional territory.
    Territory(Colour),
    /// Nothing is certain.
    Undecided,
}

impl Status {
    /// The word that GTP programs use.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Territory(Colour::Black) => "black_territory",
            Status::Territory(Colour::White) => "white_territory",
            Status::Undecided => "undecided",
        }
    }
}

/// What is certain of one colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certain {
    /// Stones of living strings.
    pub alive: PointSet,
    /// Unconditional territory, stones of either colour in it included.
    pub territory: PointSet,
}

/// What is certain of both colours, Black first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unconditional {
    /// By colour.
    pub certain: [Certain; 2],
}

impl Unconditional {
    /// Analyses a position.
    pub fn of(board: &Board) -> Unconditional {
        Unconditional { certain: Colour::BOTH.map(|c| certain(board, c)) }
    }

    /// The status of a point.
    pub fn status(&self, board: &Board, p: Point) -> Status {
        match board.cell(p) {
            Cell::Stone(c) => {
                let own = &self.certain[c.index()];
                if own.alive.contains(p) || own.territory.contains(p) {
                    Status::Alive
                } else if self.certain[c.other().index()].territory.contains(p) {
                    Status::Dead
                } else {
                    Status::Undecided
                }
            }
            _ => Colour::BOTH
                .into_iter()
                .find(|c| self.certain[c.index()].territory.contains(p))
                .map_or(Status::Undecided, Status::Territory),
        }
    }
}

/// Points in the order in which the scans visit them: rows from the top.
fn scan_order(board: &Board) -> Vec<Point> {
    let mut v = Vec::with_capacity(board.width() * board.height());
    for y in (0..board.height()).rev() {
        for x in 0..board.width() {
            v.push(Point::at(x, y));
        }
    }
    v
}

/// A move of the side that moves alone: no ban lasts, as ko threats abound.
fn play(b: &mut Board, c: Colour, p: Point) -> bool {
    b.set_ko(None);
    let done = b.play(c, p).is_ok();
    b.set_ko(None);
    done
}

/// What is certain of one colour.
pub fn certain(board: &Board, c: Colour) -> Certain {
    let alive = benson::alive(board, c).stones;
    if alive.is_empty() {
        return Certain::default();
    }
    let order = scan_order(board);
    // Strings of two stones that may stand in a lasting seki.
    let mut spared: Vec<Point> = board
        .chains(c)
        .into_iter()
        .filter(|&h| !alive.contains(h) && board.chain_size(h) == 2)
        .collect();
    let base = loop {
        let b = reduced(board, c, &alive, &spared, &order);
        let kept: Vec<Point> = spared
            .iter()
            .copied()
            .filter(|&h| b.is_stone(h, c) && b.liberty_count(h) >= 4 && lasting_seki(&b, c, h))
            .collect();
        if kept.len() == spared.len() {
            break b;
        }
        spared = kept;
    };
    let mut quiet = PointSet::EMPTY;
    for &h in &spared {
        quiet = quiet.or(base.liberties(h));
    }
    let mut territory = *board.points();
    let backwards: Vec<Point> = order.iter().rev().copied().collect();
    for first in [&order, &backwards] {
        for second in [&order, &backwards] {
            let mut b = base.without_log();
            for (scan, least) in [(first, 2), (second, 1)] {
                for &p in scan {
                    if b.is_empty(p)
                        && !quiet.contains(p)
                        && p.neighbours().iter().filter(|&&q| b.is_empty(q)).count() >= least
                    {
                        play(&mut b, c.other(), p);
                    }
                }
            }
            while fill_ataris(&mut b, c.other(), &order) {}
            territory = territory.and(&sure(&b, c, &alive));
        }
    }
    Certain { alive, territory }
}

/// Steps 1 and 2.
fn reduced(board: &Board, c: Colour, alive: &PointSet, spared: &[Point], order: &[Point]) -> Board {
    let mut b = board.without_log();
    let o = c.other();
    loop {
        let mut progress = false;
        for &p in order {
            if b.is_stone(p, c)
                && !alive.contains(p)
                && !spared.iter().any(|&h| b.is_stone(h, c) && b.head(h) == b.head(p))
            {
                let libs = *b.liberties(p);
                for l in libs {
                    if b.is_empty(l) && play(&mut b, o, l) {
                        progress = true;
                    }
                }
            }
        }
        if !progress {
            break;
        }
    }
    loop {
        let mut progress = false;
        for &p in order {
            if b.is_empty(p)
                && p.neighbours().iter().any(|&q| b.is_stone(q, c) && alive.contains(q))
            {
                progress |= play(&mut b, o, p);
            }
        }
        progress |= fill_ataris(&mut b, o, order);
        if !progress {
            return b;
        }
    }
}

/// Plays the last liberty of strings in atari wherever that is legal.
fn fill_ataris(b: &mut Board, o: Colour, order: &[Point]) -> bool {
    let mut progress = false;
    for &p in order {
        if b.is_stone(p, o)
            && b.liberty_count(p) == 1
            && let Some(l) = b.liberties(p).first()
        {
            progress |= play(b, o, l);
        }
    }
    progress
}

/// Step 4 for one result.
fn sure(b: &Board, c: Colour, alive: &PointSet) -> PointSet {
    let mut s = PointSet::EMPTY;
    for head in b.chains(c.other()) {
        if b.liberty_count(head) == 1 {
            s = s.or(&b.chain_set(head)).or(b.liberties(head));
        }
    }
    let around = alive.grown().and(&b.empties());
    s.or(&around)
}

/// Whether the attacker can fill some of the liberties of a two-stone string so
/// that its owner, to move, cannot capture any string beside it or its liberties.
fn lasting_seki(board: &Board, c: Colour, head: Point) -> bool {
    let libs: Vec<Point> = board.liberties(head).iter().collect();
    let area = board.chain_set(head).or(board.liberties(head));
    for subset in 0u32..1 << libs.len() {
        let mut b = board.fresh();
        let filled = libs
            .iter()
            .enumerate()
            .filter(|(i, _)| subset >> i & 1 != 0)
            .all(|(_, &p)| play(&mut b, c.other(), p));
        if filled && b.is_stone(head, c) && !captures_by_force(&mut b, c, &area) {
            return true;
        }
    }
    false
}

/// Whether `c`, to move, captures something within finitely many moves on the
/// points of `area`; the other side may pass. Least fixpoint over all positions
/// that can arise.
fn captures_by_force(board: &mut Board, c: Colour, area: &PointSet) -> bool {
    let mut graph = Graph { c, area: *area, index: HashMap::new(), nodes: Vec::new() };
    graph.explore(board, c);
    loop {
        let mut changed = false;
        for i in (0..graph.nodes.len()).rev() {
            let node = &graph.nodes[i];
            if node.won {
                continue;
            }
            let won = |&n: &usize| graph.nodes[n].won;
            let now =
                if node.side == c { node.next.iter().any(won) } else { node.next.iter().all(won) };
            if now {
                graph.nodes[i].won = true;
                changed = true;
            }
        }
        if graph.nodes[0].won || !changed {
            return graph.nodes[0].won;
        }
    }
}

/// A position of the small search: whose turn, what follows, whether `c` has won.
struct Node {
    side: Colour,
    next: Vec<usize>,
    won: bool,
}

struct Graph {
    c: Colour,
    area: PointSet,
    index: HashMap<(u64, Colour), usize>,
    nodes: Vec<Node>,
}

impl Graph {
    fn explore(&mut self, b: &mut Board, side: Colour) -> usize {
        if let Some(&n) = self.index.get(&(b.hash(), side)) {
            return n;
        }
        let at = self.nodes.len();
        self.index.insert((b.hash(), side), at);
        self.nodes.push(Node { side, next: Vec::new(), won: false });
        let moves: Vec<Point> = b.empties().and(&self.area).iter().collect();
        if side == self.c {
            // A capture ends it: look for one first.
            let wins = |p: Point| {
                b.is_legal(side, p)
                    && p.neighbours()
                        .iter()
                        .any(|&q| b.is_stone(q, side.other()) && b.liberty_count(q) == 1)
            };
            if moves.iter().any(|&p| wins(p)) {
                self.nodes[at].won = true;
                return at;
            }
        }
        for p in moves {
            if b.play(side, p).is_ok() {
                b.set_ko(None);
                let n = self.explore(b, side.other());
                self.nodes[at].next.push(n);
                b.undo();
                b.set_ko(None);
            }
        }
        if side != self.c {
            let n = self.explore(b, self.c);
            self.nodes[at].next.push(n);
        }
        at
    }
}
