//! Seki: two groups that neither side can capture, though each could be captured if the other lived.

use super::{Enclosed, dragons};
use crate::benson;
use touchstone_go::{Board, Point, PointSet};

/// Empty points and positions up to which a pair is searched.
const POINTS: usize = 12;
const NODES: u64 = 200_000;

/// Whether the stones of `group` are captured behind walls of living stones; `None` where that is not settled.
fn is_captured(
    board: &Board,
    group: &PointSet,
    (foes, friends): (&PointSet, &PointSet),
    attacker_first: bool,
) -> Option<bool> {
    let target = group.iter().max_by_key(|&p| board.chain_size(p))?;
    Enclosed::of(board, target, foes, friends, POINTS)?.captured(attacker_first, None, NODES)
}

/// The stones in seki and the empty points that they share, in a position where play has ended: the stones of `dead`
/// are dead unless they turn out to be in seki, all others live. Every move is tried under simple ko.
///
/// Two groups that share liberties are in seki if neither can be captured although the other side moves
/// first, and each would be captured, even moving first itself, if the other could not be.
pub fn seki(board: &Board, dead: &PointSet) -> PointSet {
    let certain = touchstone_go::Colour::BOTH.map(|c| benson::alive(board, c).stones);
    let sure = certain[0].or(&certain[1]);
    let groups: Vec<(Point, PointSet, PointSet)> = dragons(board)
        .into_iter()
        .filter(|(_, stones)| !stones.meets(&sure))
        .map(|(p, stones)| (p, stones, stones.border().and(&board.empties())))
        .collect();
    let mut found = PointSet::EMPTY;
    for (i, (p, ours, open)) in groups.iter().enumerate() {
        for (q, theirs, other) in &groups[i + 1..] {
            let (Some(c), Some(d)) = (board.colour(*p), board.colour(*q)) else { continue };
            let shared = open.and(other);
            if c == d || shared.is_empty() {
                continue;
            }
            let living = |colour| board.stones(colour).minus(dead).minus(ours).minus(theirs);
            let (our_walls, their_walls) = (living(c), living(d));
            // Each side in turn: the group, the rival, the rival's walls, its own walls.
            let lasts = [
                (ours, theirs, &their_walls, &our_walls),
                (theirs, ours, &our_walls, &their_walls),
            ]
            .into_iter()
            .all(|(group, rival, foes, friends)| {
                is_captured(board, group, (foes, friends), true) == Some(false)
                    && is_captured(board, group, (&foes.or(rival), friends), false) == Some(true)
            });
            if lasts {
                found = found.or(ours).or(theirs).or(&shared);
            }
        }
    }
    found
}
