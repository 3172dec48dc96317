//! Which plays reading looks at, best first. All of them are near the chain.

use touchstone_go::{Board, Colour, Point};

/// A short list of candidate plays with their promise.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    list: Vec<(i32, Point)>,
}

impl Candidates {
    /// Adds a play, or adds to its promise if it is there already.
    fn add(&mut self, p: Point, promise: i32) {
        match self.list.iter_mut().find(|c| c.1 == p) {
            Some(c) => c.0 = c.0.max(promise) + 1,
            None => self.list.push((promise, p)),
        }
    }

    fn add_all(&mut self, points: impl Iterator<Item = Point>, promise: i32) {
        for p in points {
            self.add(p, promise);
        }
    }

    /// The plays, best first; equals in board order.
    pub(super) fn sorted(mut self) -> Vec<Point> {
        self.list.sort_by_key(|&(promise, p)| (-promise, p.index()));
        self.list.into_iter().map(|c| c.1).collect()
    }
}

/// How many liberties a stone of `c` at `p` would have, captures left out.
pub(super) fn liberties_after(board: &Board, c: Colour, p: Point) -> usize {
    let mut set = touchstone_go::PointSet::EMPTY;
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
    set.len()
}

fn empty_neighbours(board: &Board, p: Point) -> impl Iterator<Item = Point> + '_ {
    p.neighbours().into_iter().filter(|&q| board.is_empty(q))
}

/// Plays for chains of `mover` that stand beside the liberties: taking what is
/// in atari next to them, and saving them from atari.
fn helpers(
    board: &Board,
    liberties: &touchstone_go::PointSet,
    mover: Colour,
    target: Point,
    out: &mut Candidates,
) {
    let mut seen: Vec<Point> = vec![board.head(target)];
    for p in liberties.iter() {
        for q in p.neighbours() {
            if !board.is_stone(q, mover) || seen.contains(&board.head(q)) {
                continue;
            }
            seen.push(board.head(q));
            if board.liberty_count(q) == 1 {
                out.add_all(board.liberties(q).iter(), 20);
            }
            for foe in board.enemies_of(q) {
                if board.liberty_count(foe) == 1 && board.head(foe) != board.head(target) {
                    out.add_all(board.liberties(foe).iter(), 22);
                }
            }
        }
    }
}

/// Plays against the chain at `target` of colour `owner`. With `wide`, plays
/// one step away from its liberties too.
pub(super) fn attacks(board: &Board, target: Point, owner: Colour, wide: bool) -> Vec<Point> {
    let attacker = owner.other();
    let mut out = Candidates::default();
    let liberties = *board.liberties(target);
    let few = liberties.len() <= 2;
    for p in liberties.iter() {
        let mine = liberties_after(board, attacker, p) as i32;
        let theirs = liberties_after(board, owner, p) as i32;
        // Where the defender would gain most; a play that stands in atari last.
        let safe = if mine <= 1 { -12 } else { mine.min(4) };
        out.add(p, 40 + 4 * theirs + safe);
        if mine <= 2 || !board.is_legal(attacker, p) {
            // Prepare the approach.
            for q in empty_neighbours(board, p).filter(|q| !liberties.contains(*q)) {
                out.add(q, 8 + liberties_after(board, attacker, q).min(4) as i32);
            }
        }
    }
    // Stones of ours beside the chain that would be lost: save them, by running
    // or by taking what attacks them.
    for own in board.enemies_of(target) {
        let breath = board.liberty_count(own);
        if breath > if wide { 3 } else { 2 } {
            continue;
        }
        if breath == 1 {
            for p in board.liberties(own).iter() {
                out.add(p, if few { 34 } else { 30 });
            }
        }
        for foe in board.enemies_of(own) {
            let theirs = board.liberty_count(foe);
            if theirs > if wide { breath.min(2) } else { 1 }
                || board.head(foe) == board.head(target)
            {
                continue;
            }
            for p in board.liberties(foe).iter() {
                out.add(
                    p,
                    match (theirs, breath) {
                        (1, 1) => 60,
                        (1, _) => 26,
                        _ => 18,
                    },
                );
            }
        }
    }
    if wide {
        helpers(board, &liberties, attacker, target, &mut out);
    }
    // Neighbours of the defender to which he could connect: cut them off.
    if wide {
        for p in liberties.iter() {
            for q in empty_neighbours(board, p).filter(|q| !liberties.contains(*q)) {
                let touching = q.neighbours().iter().filter(|&&r| liberties.contains(r)).count();
                out.add(q, 4 + 3 * touching as i32);
            }
        }
    }
    out.sorted()
}

/// Plays that may save the chain at `target` of colour `owner`.
pub(super) fn defences(board: &Board, target: Point, owner: Colour, wide: bool) -> Vec<Point> {
    let mut out = Candidates::default();
    let liberties = *board.liberties(target);
    // Take what surrounds it.
    for foe in board.enemies_of(target) {
        match board.liberty_count(foe) {
            1 => {
                for p in board.liberties(foe).iter() {
                    out.add(p, 70 + 2 * board.chain_size(foe).min(10) as i32);
                }
            }
            n if n <= (liberties.len() + usize::from(wide)).min(4) => {
                for p in board.liberties(foe).iter() {
                    out.add(p, 48 - 12 * n as i32);
                }
            }
            _ => {}
        }
        // Second line: what touches the surrounding chain and is in atari.
        for friend in board.enemies_of(foe) {
            if board.liberty_count(friend) == 1
                && board.head(friend) != board.head(target)
                && liberties.len() >= 2
            {
                for p in board.liberties(friend).iter() {
                    out.add(p, 16);
                }
            }
        }
    }
    if wide {
        helpers(board, &liberties, owner, target, &mut out);
    }
    for p in liberties.iter() {
        let after = liberties_after(board, owner, p) as i32;
        out.add(p, 30 + 6 * after.min(6) - if after <= 1 { 24 } else { 0 });
        if wide {
            for q in empty_neighbours(board, p).filter(|q| !liberties.contains(*q)) {
                let touching = q.neighbours().iter().filter(|&&r| liberties.contains(r)).count();
                let friends = q.neighbours().iter().filter(|&&r| board.is_stone(r, owner)).count();
                out.add(q, 4 + 3 * (touching + friends) as i32);
            }
            // An enemy stone that could come to p in atari can be answered: guard p's approaches.
            for q in p.diagonals() {
                if board.is_empty(q) && !liberties.contains(q) {
                    out.add(q, 2);
                }
            }
        }
    }
    out.sorted()
}
