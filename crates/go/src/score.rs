//! Counting a position whose dead stones are known.

use crate::board::Board;
use crate::point::{Colour, PointSet};
use crate::rules::Scoring;

/// Points of both colours, before komi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Stones and territory by colour (Black first); for territory scoring
    /// territory and prisoners.
    pub points: [u32; 2],
    /// Empty points that belong to nobody.
    pub neutral: u32,
}

/// Regions of empty points (dead stones counted as empty) and whose they are.
pub fn territory(board: &Board, dead: &PointSet) -> Vec<(PointSet, Option<Colour>)> {
    let alive = |c: Colour| board.stones(c).minus(dead);
    let (b, w) = (alive(Colour::Black), alive(Colour::White));
    let open = board.points().minus(&b).minus(&w);
    open.parts()
        .into_iter()
        .map(|part| {
            let edge = part.border();
            let owner = match (edge.meets(&b), edge.meets(&w)) {
                (true, false) => Some(Colour::Black),
                (false, true) => Some(Colour::White),
                _ => None,
            };
            (part, owner)
        })
        .collect()
}

/// Counts a position. `dead` stones are removed first, except under Tromp-Taylor
/// scoring. In territory scoring `neutral` marks empty points in seki that do not count.
pub fn count(board: &Board, dead: &PointSet, seki: &PointSet, scoring: Scoring) -> Count {
    let none = PointSet::EMPTY;
    let dead = if scoring == Scoring::TrompTaylor { &none } else { dead };
    let mut count = Count::default();
    for (part, owner) in territory(board, dead) {
        let n = part.len() as u32;
        let counted = if scoring == Scoring::Territory { part.minus(seki).len() as u32 } else { n };
        match owner {
            Some(c) => {
                count.points[c.index()] += counted;
                count.neutral += n - counted;
            }
            None => count.neutral += n,
        }
    }
    for c in Colour::BOTH {
        if scoring == Scoring::Territory {
            let prisoners =
                board.captured(c.other()) + board.stones(c.other()).and(dead).len() as u32;
            count.points[c.index()] += prisoners;
        } else {
            count.points[c.index()] += board.stones(c).minus(dead).len() as u32;
        }
    }
    count
}

/// `B+x.y`, `W+x.y` or `0`, komi included.
pub fn result(count: Count, komi: f64) -> String {
    let margin = f64::from(count.points[0]) - f64::from(count.points[1]) - komi;
    if margin == 0.0 {
        "0".into()
    } else if margin > 0.0 {
        format!("B+{margin:.1}")
    } else {
        format!("W+{:.1}", -margin)
    }
}
