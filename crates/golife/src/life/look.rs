//! What a node looks like: the dragon as it is firmly connected, its eye
//! spaces, and whether it is out.
//!
//! All of it is a judgement, made to stop a search early and to order its
//! moves; only [`crate::benson`] and captures are certain.

use super::memo::EyeMemo;
use crate::exact::{MAX_POINTS, Node, Space};
use crate::reading::liberty_set_after;
use touchstone_go::{Board, Colour, Point, PointSet};

/// Spaces of more points are counted, not searched.
const SEARCHED: usize = 7;
/// A part of the board that the dragon shuts in is its own up to this size.
const CLOSED: usize = 18;

/// One eye space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    /// Its points, margins and enemy stones included.
    pub points: PointSet,
    /// Points by which the attacker enters.
    pub margins: PointSet,
    /// Eyes if the attacker plays first.
    pub min: u8,
    /// Eyes if the defender plays first.
    pub max: u8,
}

/// A look at a position.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// Stones firmly connected with the anchor.
    pub dragon: PointSet,
    /// Their liberties.
    pub liberties: PointSet,
    /// Eye spaces that touch it.
    pub eyes: Vec<Eye>,
    /// Eyes if the attacker plays first.
    pub min: u8,
    /// Eyes if he could settle all.
    pub max: u8,
    /// Eyes that open space beside it may still give; 0 where it has eye spaces.
    pub room: u8,
    /// Liberties shared with friends that are not firmly connected.
    pub links: PointSet,
    /// Enemy chains next to the dragon, by head.
    pub foes: Vec<Point>,
    /// A chain of it is in atari.
    pub loose: bool,
}

/// Whether a stone of `c` at `p` is taken at once or cannot be put there.
pub(super) fn is_unsafe(board: &Board, c: Colour, p: Point) -> bool {
    liberty_set_after(board, c, p).len() <= 1
}

/// The chains firmly connected with those that `seeds` meets: by two common
/// liberties, or by one where the other colour cannot stand.
pub(super) fn connected(
    board: &Board,
    c: Colour,
    seeds: &PointSet,
) -> (PointSet, PointSet, PointSet) {
    let mut stones = PointSet::EMPTY;
    let mut liberties = PointSet::EMPTY;
    for p in seeds.and(board.stones(c)) {
        if !stones.contains(p) {
            stones = stones.or(&board.chain_set(p));
            liberties = liberties.or(board.liberties(p));
        }
    }
    loop {
        let near = liberties.border().and(board.stones(c)).minus(&stones);
        let mut links = PointSet::EMPTY;
        let mut grew = false;
        let mut seen = PointSet::EMPTY;
        for p in near {
            if seen.contains(p) {
                continue;
            }
            let chain = board.chain_set(p);
            seen = seen.or(&chain);
            let shared = board.liberties(p).and(&liberties);
            let firm = match shared.len() {
                0 => false,
                1 => shared.first().is_some_and(|l| is_unsafe(board, c.other(), l)),
                _ => true,
            };
            if firm {
                stones = stones.or(&chain);
                liberties = liberties.or(board.liberties(p));
                grew = true;
            } else {
                links = links.or(&shared);
            }
        }
        if !grew {
            return (stones, liberties, links);
        }
    }
}

/// Points that a colour reaches: beside its stones, and where two reached points support it.
fn reach(board: &Board, from: &PointSet, barred: &PointSet) -> PointSet {
    let on = board.points();
    let mut r = from.or(&from.border().and(on).minus(barred));
    for _ in 0..2 {
        let mut more = PointSet::EMPTY;
        for p in r.border().and(on).minus(barred) {
            let n = p.neighbours().iter().filter(|&&q| r.contains(q)).count();
            let edge = p.neighbours().iter().filter(|&&q| !board.is_on(q)).count();
            if n + edge >= 2 {
                more.insert(p);
            }
        }
        if more.is_empty() {
            break;
        }
        r = r.or(&more);
    }
    r
}

impl Look {
    /// Looks at the dragon that `seeds` belong to.
    pub(super) fn at(board: &Board, owner: Colour, seeds: &PointSet, memo: &mut EyeMemo) -> Look {
        let foe = owner.other();
        let (dragon, liberties, links) = connected(board, owner, seeds);
        let on = board.points();
        // Helpers: friends that could still be cut off, but stand.
        let mut wall = dragon;
        for p in liberties.border().and(board.stones(owner)).minus(&dragon) {
            if !wall.contains(p) && board.liberty_count(p) >= 2 {
                wall = wall.or(&board.chain_set(p));
            }
        }
        let free = on.minus(&wall);
        let mut closed = PointSet::EMPTY;
        let mut rest = liberties.grown().and(&free);
        // Parts of the board that touch the dragon and are small.
        while let Some(p) = rest.first() {
            let part = small_part(p, &free);
            match part {
                Some(part) if !is_crowded(board, foe, &part) => {
                    closed = closed.or(&part);
                    rest = rest.minus(&part);
                }
                _ => {
                    // The open part: everything else that hangs together with it.
                    let open = PointSet::one(p).flood(&free);
                    rest = rest.minus(&open);
                }
            }
        }
        let mut transparent = board.stones(foe).and(&closed);
        let near = dragon.or(&liberties).grown().grown();
        let mut seen = PointSet::EMPTY;
        for p in board.stones(foe).and(&near).minus(&closed) {
            if seen.contains(p) {
                continue;
            }
            let chain = board.chain_set(p);
            seen = seen.or(&chain);
            if board.liberty_count(p) == 1
                && board.liberties(p).first().is_some_and(|l| {
                    is_unsafe(board, foe, l) && board.is_legal(owner, l) && liberties.contains(l)
                })
            {
                transparent = transparent.or(&chain);
            }
        }
        let firm = board.stones(foe).minus(&transparent);
        let window = near.grown().grown();
        let ours = reach(board, &wall.and(&window), &firm);
        let theirs = reach(board, &firm.and(&window), &board.stones(owner).or(&closed));
        let mut margins = PointSet::EMPTY;
        let mut inside = ours.minus(&wall).minus(&theirs).or(&closed);
        for p in ours.and(&theirs).minus(&wall).minus(&firm) {
            if p.neighbours().iter().any(|&q| wall.contains(q)) {
                margins.insert(p);
            }
        }
        inside = inside.minus(board.stones(owner));
        margins = margins.minus(board.stones(owner)).and(&inside.border());
        // Where the space is not closed the attacker walks in.
        let beyond = on.minus(&wall).minus(&inside).minus(&margins);
        let mut open = PointSet::EMPTY;
        for p in beyond.border().and(&inside).minus(&closed) {
            let entered = p
                .neighbours()
                .iter()
                .any(|&q| beyond.contains(q) && (!board.is_empty(q) || !is_unsafe(board, foe, q)));
            if entered {
                open.insert(p);
            }
        }
        margins = margins.or(&open);
        let mut eyes = Vec::new();
        let all = inside.or(&margins);
        let mut rest = all.and(&dragon.border());
        while let Some(p) = rest.first() {
            let part = PointSet::one(p).flood(&all);
            rest = rest.minus(&part);
            let margins = margins.and(&part);
            if margins == part {
                // One move of the owner may close a single point.
                let gaps = part.border().and(&beyond);
                if part.len() == 1 && gaps.len() == 1 && gaps.is_within(&board.empties()) {
                    eyes.push(Eye { points: part, margins, min: 0, max: 1 });
                }
                continue;
            }
            let outer = liberties.minus(&part).len().min(2) as u8;
            let (min, max) = worth(board, owner, &part, &margins, &firm, &wall, outer, memo);
            eyes.push(Eye { points: part, margins, min, max });
        }
        let min: u8 = eyes.iter().map(|e| e.min).sum();
        let max: u8 = eyes.iter().map(|e| e.max).sum();
        // Space that both sides reach may still become the owner's.
        let open_space =
            ours.minus(&wall).minus(&firm.grown()).minus(board.stones(owner)).minus(&closed);
        let mut room = 0;
        let mut rest = open_space.and(&dragon.border());
        while let Some(p) = rest.first() {
            let part = PointSet::one(p).flood(&open_space);
            rest = rest.minus(&part);
            room += match part.len() {
                6.. => 2,
                2.. => 1,
                _ => 0,
            };
        }
        let foes = {
            let mut heads = Vec::new();
            for p in dragon.border().and(board.stones(foe)) {
                let h = board.head(p);
                if !heads.contains(&h) {
                    heads.push(h);
                }
            }
            heads
        };
        let loose = dragon.iter().any(|p| board.head(p) == p && board.liberty_count(p) == 1);
        Look {
            dragon,
            liberties,
            min,
            max,
            room: if eyes.is_empty() { room } else { 0 },
            eyes,
            links,
            foes,
            loose,
        }
    }
}

/// Whether so many enemy stones stand in a part that they may live there themselves.
fn is_crowded(board: &Board, foe: Colour, part: &PointSet) -> bool {
    let (n, stones) = (part.len(), board.stones(foe).and(part).len());
    n > SEARCHED && 2 * stones > n + 1
}

/// The part of `free` around `p` if it is small.
fn small_part(p: Point, free: &PointSet) -> Option<PointSet> {
    let mut s = PointSet::one(p);
    loop {
        let t = s.grown().and(free);
        if t == s {
            return Some(s);
        }
        if t.len() > CLOSED {
            return None;
        }
        s = t;
    }
}

/// Whether an eye of one point is false, half or real: eyes if the attacker or the
/// defender moves first.
fn single(board: &Board, owner: Colour, p: Point, firm: &PointSet) -> (u8, u8) {
    let mut heads: Vec<Point> = Vec::new();
    if p.neighbours().iter().any(|&q| firm.contains(q)) {
        return (0, 0);
    }
    for q in p.neighbours() {
        if board.is_stone(q, owner) && !heads.contains(&board.head(q)) {
            heads.push(board.head(q));
        }
    }
    if heads.len() <= 1 {
        return (1, 1);
    }
    let edge = p.neighbours().iter().any(|&q| !board.is_on(q));
    let (mut bad, mut open) = (0, 0);
    for q in p.diagonals() {
        if !board.is_on(q) {
            continue;
        }
        if board.is_stone(q, owner) {
            continue;
        }
        if board.is_empty(q) {
            let held = |r: &Point| board.is_stone(*r, owner) || !board.is_on(*r);
            if !q.neighbours().iter().all(held) || !board.is_suicide(owner.other(), q) {
                open += 1;
            }
        } else if firm.contains(q) {
            if board.liberty_count(q) == 1 { open += 1 } else { bad += 1 }
        }
    }
    let limit = if edge { 1 } else { 2 };
    if bad >= limit {
        (0, 0)
    } else if bad + open > limit && bad + 1 >= limit {
        (0, 1)
    } else if bad + open >= limit {
        (if bad + 1 >= limit { 0 } else { 1 }, 1)
    } else {
        (1, 1)
    }
}

/// Whether a chain of the wall has no more than one liberty outside the space: it can be
/// made to fill the space, or falls.
fn has_weak_wall(board: &Board, owner: Colour, part: &PointSet) -> bool {
    let mut heads: Vec<Point> = Vec::new();
    for q in part.border().and(board.stones(owner)) {
        let h = board.head(q);
        if !heads.contains(&h) {
            heads.push(h);
        }
    }
    heads.len() > 1 && heads.iter().any(|&h| board.liberties(h).minus(part).len() <= 1)
}

/// What a space is worth.
fn worth(
    board: &Board,
    owner: Colour,
    part: &PointSet,
    margins: &PointSet,
    firm: &PointSet,
    wall: &PointSet,
    outer: u8,
    memo: &mut EyeMemo,
) -> (u8, u8) {
    let n = part.len();
    if n == 1
        && let Some(p) = part.first()
    {
        return single(board, owner, p, firm);
    }
    if n <= SEARCHED {
        // Its own stones inside take part too.
        if let Some(space) = space(board, owner, part, margins, wall) {
            let (mut min, mut max) = memo.bounds(&space, outer);
            if min > 0 && has_weak_wall(board, owner, part) {
                min -= 1;
            }
            if !margins.is_empty() {
                // The owner may close the space farther out than it now reaches.
                let grown = match n {
                    6.. => 2,
                    3.. => 1,
                    _ => 0,
                };
                max = max.max(grown);
            }
            return (min, max);
        }
    }
    let stones = board.stones(owner.other()).and(part).len();
    let eff = n as i32 - 2 * margins.len() as i32 - stones as i32 / 2;
    match eff {
        // What is not proven alive is not certified: the wall must be whole.
        10.. if !has_weak_wall(board, owner, part) => (2, 2),
        8.. if margins.is_empty() && !has_weak_wall(board, owner, part) => (2, 2),
        5.. => (1, 2),
        3.. => (0, 2),
        _ => (0, if n - stones >= 6 { 2 } else { 1 }),
    }
}

/// The space as the exact search sees it.
fn space(
    board: &Board,
    owner: Colour,
    part: &PointSet,
    margins: &PointSet,
    wall: &PointSet,
) -> Option<Space> {
    let points: Vec<Point> = part.iter().collect();
    if points.len() > MAX_POINTS {
        return None;
    }
    let mut s = Space { next: vec![0; points.len()], ..Space::default() };
    for (i, &p) in points.iter().enumerate() {
        s.nodes.push(Node { x: p.x() as i32, y: -(p.y() as i32), eye: true });
        for q in p.neighbours() {
            if let Some(j) = points.iter().position(|&r| r == q) {
                s.next[i] |= 1 << j;
            } else if wall.contains(q) || board.is_stone(q, owner) {
                s.wall |= 1 << i;
            }
        }
        if board.is_stone(p, owner.other()) {
            s.attackers |= 1 << i;
        }
        if margins.contains(p) {
            s.margin |= 1 << i;
        }
    }
    Some(s)
}
