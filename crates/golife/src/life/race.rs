//! Counting a race whose eyes are settled.
//!
//! The count is Mueller's (Race to capture: analyzing semeai in Go, 1999): without eyes a
//! side needs as many exclusive liberties more as there are shared ones beyond the
//! first; shared liberties count for the side with the (bigger) eye.

use super::look::Look;
use super::scene::Scene;
use touchstone_go::{Board, Colour, PointSet};

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
    let own = look.liberties.minus(shared).minus(&inside).len() as i32;
    Some(Side { own, eye, class })
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
