//! Counting a race whose eyes are settled.
//!
//! The count is Mueller's (Race to capture: analyzing semeai in Go, 1999): without eyes a
//! side needs as many exclusive liberties more as there are shared ones beyond the
//! first; shared liberties count for the side with the (bigger) eye.

use super::look::{Look, connected, is_unsafe};
use super::memo::EyeMemo;
use super::scene::{Scene, hanging};
use touchstone_go::{Board, Colour, Point, PointSet};

/// Moves that it takes to fill an eye of so many points.
const EYE_LIBERTIES: [i32; 8] = [0, 1, 2, 3, 5, 8, 12, 17];

/// One side of a race.
struct Side {
    /// Liberties that it does not share and that lie outside its eyes.
    own: i32,
    /// Moves to fill its eye, stones in it already counted; 0 without an eye.
    eye: i32,
    /// Size class of the eye: 0 none, 1 small (up to three points), then its size.
    class: usize,
}

fn side(board: &Board, look: &Look, shared: &PointSet) -> Option<Side> {
    if look.min != look.max || look.min > 1 || look.loose {
        return None;
    }
    let mut eye = 0;
    let mut class = 0;
    let mut inside = PointSet::EMPTY;
    for e in &look.eyes {
        if e.points.meets(shared) && e.max > 0 {
            return None;
        }
        if e.max == 0 {
            continue;
        }
        let n = e.points.len();
        if n >= EYE_LIBERTIES.len() || !e.margins.is_empty() {
            return None;
        }
        let stones = board.occupied().and(&e.points).len() as i32;
        eye += (EYE_LIBERTIES[n] - stones).max(1);
        class = class.max(if n <= 3 { 1 } else { n });
        inside = inside.or(&e.points);
    }
    let outside = look.liberties.minus(shared).minus(&inside);
    // A liberty at which the other side would be captured has to be prepared by a move.
    let foe = board.colour(look.dragon.first()?)?.other();
    let prepared = outside.iter().filter(|&p| is_unsafe(board, foe, p)).count();
    Some(Side { own: (outside.len() + prepared) as i32, eye, class })
}

/// Whether all chains next to a side, its rival apart, live.
fn walled(board: &Board, look: &Look, rival: &Look, living: &PointSet) -> bool {
    look.foes.iter().all(|&h| {
        living.contains(h)
            || rival.dragon.contains(h)
            || look.eyes.iter().any(|e| e.points.contains(h))
            || board.liberty_count(h) > look.liberties.len() + 2
    })
}

/// Who wins the race, where counting tells it; `true`: the attacker captures the dragon.
pub(super) fn outcome(
    board: &Board,
    scene: &Scene,
    dragon: &Look,
    rival: &Look,
    to_move: Colour,
) -> Option<bool> {
    if !rival.links.is_empty()
        || !walled(board, dragon, rival, &scene.foes)
        || !walled(board, rival, dragon, &scene.friends)
    {
        return None;
    }
    let attacking = to_move != scene.owner;
    if rival.min >= 2 && !rival.loose {
        // The rival lives: two eyes or death.
        return (dragon.max < 2).then_some(true);
    }
    let shared = dragon.liberties.and(&rival.liberties);
    let d = side(board, dragon, &shared)?;
    let r = side(board, rival, &shared)?;
    let s = shared.len() as i32;
    let first = i32::from(attacking);
    let won = match (d.class, r.class) {
        // A tie goes to who moves; shared liberties beyond the first are a lead to overcome.
        (0, 0) => r.own - d.own + first > (s - 1).max(0),
        (0, _) => r.own + r.eye + s + first > d.own,
        (_, 0) => r.own + first > d.own + d.eye + s,
        (a, b) if a == b => r.own + r.eye + first > d.own + d.eye + s,
        (a, b) if b > a => r.own + r.eye + s + first > d.own + d.eye,
        _ => r.own + r.eye + first > d.own + d.eye + s,
    };
    Some(won)
}

/// Liberties away from the race that a wall needs.
const WALL: usize = 3;

/// The stones of the attacker and of the owner that are taken to live when a race is looked at by itself:
/// besides those that are believed to live all that have room away from it and no liberty in common with
/// their side's dragon.
pub(super) fn walls(
    board: &Board,
    scene: &Scene,
    rival: Point,
    memo: &mut EyeMemo,
) -> (PointSet, PointSet) {
    let mut look = |c, p| Look::at(board, c, &PointSet::one(p), memo);
    let (dragon, rival) = (look(scene.owner, scene.anchor), look(scene.owner.other(), rival));
    let room = |look: &Look| look.eyes.iter().fold(look.liberties, |s, e| s.or(&e.points));
    let race = room(&dragon).or(&room(&rival));
    let living = |c: Colour, own: &Look, known: &PointSet| {
        let mut set = *known;
        let mut seen = own.dragon.or(known);
        for p in board.stones(c) {
            if seen.contains(p) {
                continue;
            }
            let (group, liberties, _) = connected(board, c, &PointSet::one(p));
            seen = seen.or(&group);
            if !liberties.meets(&own.liberties) && liberties.minus(&race).len() >= WALL {
                set = set.or(&group);
            }
        }
        set
    };
    let foes = living(scene.owner.other(), &rival, &scene.foes);
    let foes = foes.minus(&hanging(board, &foes, &dragon.liberties));
    (foes, living(scene.owner, &dragon, &scene.friends))
}
