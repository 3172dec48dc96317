//! Which plays reading looks at, and how soon. All of them are near the chain.

use super::dfpn::Choice;
use touchstone_go::{Board, Colour, Point, PointSet};

/// How far from the chain plays are looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Width {
    /// Its liberties, and what is in atari.
    Narrow,
    /// One step further, and chains of two or three liberties around it.
    Wide,
    /// Chains of up to four liberties, and what stands beside those around it.
    Broad,
}

/// Candidate plays with their effort; the least effort of a play counts.
#[derive(Default)]
pub(crate) struct Candidates {
    list: Vec<(u32, Point)>,
    pass: Option<u32>,
}

impl Candidates {
    pub(crate) fn add(&mut self, p: Point, effort: u32) {
        match self.list.iter_mut().find(|c| c.1 == p) {
            // Two reasons for one play make it likelier.
            Some(c) => c.0 = c.0.min(effort).saturating_sub(1),
            None => self.list.push((effort, p)),
        }
    }

    pub(crate) fn add_all(&mut self, points: &PointSet, effort: u32) {
        for p in points.iter() {
            self.add(p, effort);
        }
    }

    /// The plays, least effort first; of equals, what leaves `mover` more liberties.
    pub(crate) fn sorted(mut self, board: &Board, mover: Colour) -> Vec<Choice> {
        self.list.sort_by_cached_key(|&(effort, p)| {
            (effort, std::cmp::Reverse(liberties_after(board, mover, p)))
        });
        let mut out: Vec<Choice> =
            self.list.iter().map(|&(effort, p)| Choice { mv: Some(p), effort }).collect();
        out.extend(self.pass.map(|effort| Choice { mv: None, effort }));
        out
    }
}

/// How many liberties a stone of `c` at `p` would have, see [`liberty_set_after`].
pub(crate) fn liberties_after(board: &Board, c: Colour, p: Point) -> usize {
    liberty_set_after(board, c, p).len()
}

/// The liberties that a stone of `c` at `p` would have; stones that it captures count where
/// they stood next to it.
pub(crate) fn liberty_set_after(board: &Board, c: Colour, p: Point) -> PointSet {
    let mut set = PointSet::EMPTY;
    for q in p.neighbours() {
        if board.is_empty(q) {
            set.insert(q);
        } else if board.is_stone(q, c) {
            set = set.or(board.liberties(q));
        } else if board.is_stone(q, c.other()) && board.liberty_count(q) == 1 {
            set.insert(q);
        }
    }
    set.remove(p);
    set
}

fn empty_neighbours(board: &Board, p: Point) -> impl Iterator<Item = Point> + '_ {
    p.neighbours().into_iter().filter(|&q| board.is_empty(q))
}

/// Chains of `c` that touch one of the points, without those in `not`.
fn chains_at(board: &Board, points: &PointSet, c: Colour, not: &[Point]) -> Vec<Point> {
    let mut heads = Vec::new();
    for p in points.grown().and(board.stones(c)).iter() {
        let h = board.head(p);
        if !heads.contains(&h) && !not.contains(&h) {
            heads.push(h);
        }
    }
    heads
}

/// Plays that keep the chain at `own` from being captured.
pub(crate) fn rescue(
    board: &Board,
    own: Point,
    effort: u32,
    width: Width,
    not: Point,
    out: &mut Candidates,
) {
    let Some(c) = board.colour(own) else { return };
    let breath = board.liberty_count(own);
    for p in board.liberties(own).iter() {
        let after = liberties_after(board, c, p);
        let penalty = if after <= breath { 2 } else { 0 };
        out.add(p, effort + penalty);
    }
    for foe in board.enemies_of(own) {
        let theirs = board.liberty_count(foe);
        let race = theirs <= breath && (theirs == 1 || (theirs == 2 && width >= Width::Wide));
        let far = width == Width::Broad && theirs <= 3 && theirs <= breath + 1;
        if foe != not && (race || far) {
            out.add_all(board.liberties(foe), effort + [0, 0, 2, 4][theirs]);
        }
    }
}

/// Plays that make the point `p` playable for `c`, who would be in atari there.
fn prepare(board: &Board, p: Point, c: Colour, effort: u32, out: &mut Candidates) {
    for q in p.neighbours() {
        if board.is_empty(q) {
            out.add(q, effort);
        } else if board.is_stone(q, c) {
            for r in board.liberties(q).iter().filter(|&r| r != p) {
                out.add(r, effort + 1);
            }
            for foe in board.enemies_of(q) {
                if board.liberty_count(foe) == 1 {
                    out.add_all(board.liberties(foe), effort);
                }
            }
        }
    }
}

/// Whether the stone at `target` is alone, in atari, and beside friends only: taking it may be a ko.
fn lone(board: &Board, target: Point) -> bool {
    let Some(c) = board.colour(target) else { return false };
    board.chain_size(target) == 1
        && board
            .liberties(target)
            .iter()
            .all(|p| p.neighbours().iter().all(|&q| !board.is_on(q) || board.is_stone(q, c)))
}

/// Whether taking the lone stone at `target`, in atari, starts a ko.
fn taken_by_ko(board: &Board, target: Point) -> bool {
    lone(board, target)
        && board.liberties(target).iter().all(|p| {
            p.neighbours()
                .iter()
                .all(|&q| q == target || !board.is_on(q) || board.liberty_count(q) > 1)
        })
}

/// Plays against the chain at `target` of colour `owner`.
pub(crate) fn attacks(board: &Board, target: Point, owner: Colour, width: Width) -> Vec<Choice> {
    let attacker = owner.other();
    let mut out = Candidates::default();
    let liberties = *board.liberties(target);
    let k = liberties.len();
    let head = board.head(target);
    let wide = width >= Width::Wide;
    let broad = width == Width::Broad;
    if k == 1 {
        out.add_all(&liberties, 0);
        if !wide || !taken_by_ko(board, target) {
            return out.sorted(board, attacker);
        }
    }
    let most = liberties.iter().map(|p| liberties_after(board, owner, p)).max().unwrap_or(0);
    for p in liberties.iter() {
        let mine = liberties_after(board, attacker, p);
        let theirs = liberties_after(board, owner, p);
        // Where the defender would gain most first; a play into atari last.
        let gap = (most - theirs).min(3) as u32;
        out.add(p, gap.min(2) + if mine <= 1 { 3 } else { 0 });
        if mine <= 1 {
            prepare(board, p, attacker, 3, &mut out);
        }
    }
    // Captors that would be lost.
    let captors = board.enemies_of(target);
    for &own in &captors {
        match board.liberty_count(own) {
            1 => rescue(board, own, 0, width, head, &mut out),
            2 if wide || k == 2 => rescue(board, own, 3, width, head, &mut out),
            3 if wide => rescue(board, own, 4, width, head, &mut out),
            4 if broad => rescue(board, own, 5, width, head, &mut out),
            _ => {}
        }
    }
    // Enemy chains beside the liberties: captured, they do not help.
    for f in chains_at(board, &liberties, owner, &[head]) {
        let n = board.liberty_count(f);
        if n == 1 || (wide && n <= 3) || (broad && n <= 4) {
            out.add_all(board.liberties(f), 1 + n as u32);
        }
    }
    // Own chains beside the liberties, in danger or able to take something.
    for own in chains_at(board, &liberties, attacker, &captors) {
        match board.liberty_count(own) {
            1 => rescue(board, own, 2, width, head, &mut out),
            2 if wide => rescue(board, own, 4, width, head, &mut out),
            3 if broad => rescue(board, own, 5, width, head, &mut out),
            _ => {}
        }
    }
    if wide {
        // Nets and other plays at a distance.
        for p in liberties.iter() {
            for q in empty_neighbours(board, p).filter(|q| !liberties.contains(*q)) {
                let touching = q.neighbours().iter().filter(|&&r| liberties.contains(r)).count();
                let far = if touching >= 2 { 2 } else { 4 };
                let mine = liberties_after(board, attacker, q);
                out.add(q, far + if mine <= 1 { 3 } else { 0 });
            }
        }
    }
    // A ko that only the attacker can win: he waits and takes again.
    if board.ko().is_some_and(|(_, banned)| banned == attacker) {
        out.pass = Some(3);
    }
    out.sorted(board, attacker)
}

/// Plays that may save the chain at `target` of colour `owner`; a pass where it is not in atari.
pub(crate) fn defences(board: &Board, target: Point, owner: Colour, width: Width) -> Vec<Choice> {
    let mut out = Candidates::default();
    let attacker = owner.other();
    let liberties = *board.liberties(target);
    let k = liberties.len();
    let head = board.head(target);
    let wide = width >= Width::Wide;
    let broad = width == Width::Broad;
    let captors = board.enemies_of(target);
    for p in liberties.iter() {
        let after = liberties_after(board, owner, p);
        let effort = match after {
            0 | 1 => 4,
            n if n > k => 0,
            n if n == k => 1,
            _ => 2,
        };
        out.add(p, effort);
        if after <= 1 && k >= 2 {
            prepare(board, p, owner, 3, &mut out);
        }
    }
    for &foe in &captors {
        let n = board.liberty_count(foe);
        if n == 1 {
            out.add_all(board.liberties(foe), 0);
        } else if k >= 2 && (n <= (k + usize::from(wide)).min(4) || (broad && n <= 4)) {
            let effort = n as u32 - 1 + u32::from(n > k);
            for p in board.liberties(foe).iter() {
                let after = liberties_after(board, owner, p);
                out.add(p, effort + if after <= 1 { 2 } else { 0 });
                if wide && after <= 1 && n <= k {
                    prepare(board, p, owner, effort + 2, &mut out);
                }
            }
        }
        if k >= 2 {
            // Friends whose loss would set the captor free.
            for friend in board.enemies_of(foe) {
                let f = board.liberty_count(friend);
                if friend != head && (f == 1 || (wide && f == 2 && n <= k) || (broad && f <= 3)) {
                    rescue(board, friend, 1 + f as u32, width, Point::from_index(0), &mut out);
                }
            }
            // What could help the captor.
            if wide && (n <= k || broad) {
                for helper in chains_at(board, board.liberties(foe), attacker, &captors) {
                    let h = board.liberty_count(helper);
                    if h <= 2 {
                        out.add_all(board.liberties(helper), 2 + h as u32);
                    }
                }
            }
        }
    }
    if k == 1 && wide && board.chain_size(target) == 1 {
        // A stone beside the last liberty turns the capture into a ko.
        for p in liberties.iter() {
            let near = p.neighbours();
            if !near.iter().any(|&q| board.is_stone(q, attacker)) {
                near.iter().filter(|&&q| board.is_empty(q)).for_each(|&q| out.add(q, 4));
            }
        }
    }
    if k >= 2 || (wide && lone(board, target)) {
        for foe in chains_at(board, &liberties, attacker, &captors) {
            let n = board.liberty_count(foe);
            if n == 1 || (wide && n <= 3) || (broad && n <= 4) {
                out.add_all(board.liberties(foe), 1 + n as u32);
            }
        }
        for friend in chains_at(board, &liberties, owner, &[head]) {
            let n = board.liberty_count(friend);
            if n <= 2 || (wide && n == 3) || (broad && n == 4) {
                rescue(board, friend, 1 + n as u32, width, Point::from_index(0), &mut out);
            }
            if wide {
                for foe in board.enemies_of(friend) {
                    let m = board.liberty_count(foe);
                    if m <= 2 || (broad && m == 3) {
                        out.add_all(board.liberties(foe), 2 + m as u32);
                    }
                }
            }
        }
    }
    if k >= 2 {
        if wide {
            for p in liberties.iter() {
                for q in empty_neighbours(board, p).filter(|q| !liberties.contains(*q)) {
                    let touching =
                        q.neighbours().iter().filter(|&&r| liberties.contains(r)).count();
                    let friends =
                        q.neighbours().iter().filter(|&&r| board.is_stone(r, owner)).count();
                    out.add(q, if touching + friends >= 2 { 2 } else { 4 });
                }
            }
        }
        out.pass = Some(1);
    }
    out.sorted(board, owner)
}
