//! What is settled once for a question: who is the target, which stones beside
//! it live anyway, and where the dragon is out.

use super::look::{Look, connected};
use super::memo::EyeMemo;
use crate::benson;
use std::collections::VecDeque;
use touchstone_go::point::CELLS;
use touchstone_go::{Board, Colour, Point, PointSet};

/// Liberties from which a group beside the fight counts as living.
const SAFE_LIBERTIES: usize = 8;
/// Distance to the attacker's stones from which a point is open.
const OPEN: u8 = 4;

/// The question's surroundings.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// Whose dragon it is.
    pub owner: Colour,
    /// A stone of the chain that must live.
    pub anchor: Point,
    /// A stone of the attacker's chain whose capture saves the dragon (races).
    pub rival: Option<Point>,
    /// The owner's stones that live anyway.
    pub friends: PointSet,
    /// The attacker's stones that live anyway.
    pub foes: PointSet,
    /// Points where the dragon is out.
    pub exits: PointSet,
    /// Steps to the next exit.
    pub way: Vec<u8>,
}

/// Steps from the sources through empty points; 255 where there is no way.
fn distances(board: &Board, sources: &PointSet) -> Vec<u8> {
    let mut d = vec![255u8; CELLS];
    let mut queue = VecDeque::new();
    for p in sources {
        d[p.index()] = 0;
        queue.push_back(p);
    }
    while let Some(p) = queue.pop_front() {
        for q in p.neighbours() {
            if board.is_empty(q) && d[q.index()] == 255 {
                d[q.index()] = d[p.index()].saturating_add(1);
                queue.push_back(q);
            }
        }
    }
    d
}

/// Stones of a colour in groups that live by themselves or have room.
fn living(
    board: &Board,
    c: Colour,
    except: &PointSet,
    spaces: &PointSet,
    open: impl Fn(Point) -> bool,
    memo: &mut EyeMemo,
) -> PointSet {
    let mut safe = benson::alive(board, c).stones.minus(except);
    let mut seen = safe.or(except);
    for p in board.stones(c) {
        if seen.contains(p) {
            continue;
        }
        let (group, liberties, _) = connected(board, c, &PointSet::one(p));
        seen = seen.or(&group);
        if group.meets(except) {
            continue;
        }
        let roomy =
            liberties.len() >= SAFE_LIBERTIES && liberties.iter().filter(|&p| open(p)).count() >= 2;
        // The target's own space is no reason for a friend to live.
        let eyes = |look: Look| {
            look.eyes.iter().filter(|e| !e.points.meets(spaces)).map(|e| e.min).sum::<u8>()
        };
        if roomy || eyes(Look::at(board, c, &PointSet::one(p), memo)) >= 2 {
            safe = safe.or(&group);
        }
    }
    safe
}

/// Chains of `walls` that hang on to their group by one of two liberties that they share with the dragon: the other
/// side can attack them, and to connect them costs a move.
pub(super) fn hanging(board: &Board, walls: &PointSet, liberties: &PointSet) -> PointSet {
    let mut set = PointSet::EMPTY;
    for p in walls.and(&liberties.border()) {
        if board.liberty_count(p) <= 2 && board.liberties(p).meets(liberties) {
            set = set.or(&board.chain_set(p));
        }
    }
    let certain = Colour::BOTH.map(|c| benson::alive(board, c).stones);
    set.minus(&certain[0]).minus(&certain[1])
}

impl Scene {
    /// The surroundings of the dragon at `anchor`; `rival` as in a race.
    pub(super) fn of(
        board: &Board,
        anchor: Point,
        rival: Option<Point>,
        memo: &mut EyeMemo,
    ) -> Option<Scene> {
        let owner = board.colour(anchor)?;
        let foe = owner.other();
        let (dragon, ..) = connected(board, owner, &PointSet::one(anchor));
        let rivals = rival.map_or(PointSet::EMPTY, |r| connected(board, foe, &PointSet::one(r)).0);
        let strong: PointSet =
            board.stones(foe).iter().filter(|&p| board.liberty_count(p) >= 2).collect();
        let theirs = distances(board, &strong);
        let inside = Look::at(board, owner, &dragon, memo);
        let spaces = inside.eyes.iter().fold(PointSet::EMPTY, |s, e| s.or(&e.points));
        let far = |p: Point| theirs[p.index()] >= 3;
        let friends = living(board, owner, &dragon, &spaces, far, memo);
        let mut foes = living(board, foe, &rivals, &PointSet::EMPTY, |_| true, memo);
        if rival.is_some() {
            foes = foes.minus(&hanging(board, &foes, &inside.liberties));
        }
        let mut exits = PointSet::EMPTY;
        if rival.is_none() {
            let ours = distances(board, &friends);
            for p in board.empties() {
                let (a, d) = (theirs[p.index()], ours[p.index()]);
                if a >= OPEN + 2 || (a >= OPEN && d <= a + 2) || (d <= 2 && d < a) {
                    exits.insert(p);
                }
            }
            // What is out only through the dragon's own eye space is not out.
            exits = exits.minus(&spaces);
        }
        let way = distances(board, &exits);
        Some(Scene { owner, anchor, rival, friends, foes, exits, way })
    }
}
