//! Eye spaces on the board: where they are, what they are worth, how sure that is.

pub mod estimate;
mod find;
pub mod tactics;
mod topology;

pub use estimate::{Historical, Measures};
pub use find::{EyeSpace, HalfEye, find};
pub use topology::{Diagonals, diagonals};

use crate::exact::{self, Exact, MAX_POINTS, Space};
use touchstone_go::{Board, Colour, Point, PointSet, Suicide};

/// How a value is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// By local search of the space as it was delimited.
    Exact,
    /// By a rule that exact search has not refuted; a lower bound.
    Sound,
    /// A guess.
    Estimated,
}

impl Trust {
    /// `exact`, `sound` or `estimated`.
    pub const fn name(self) -> &'static str {
        match self {
            Trust::Exact => "exact",
            Trust::Sound => "sound",
            Trust::Estimated => "estimated",
        }
    }
}

/// An eye space with its value.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The space.
    pub space: EyeSpace,
    /// Eyes if the attacker plays first.
    pub min: u8,
    /// Eyes if the defender plays first.
    pub max: u8,
    /// The four digits, where they were searched for.
    pub value: Option<exact::Value>,
    /// How the value is known.
    pub trust: Trust,
    /// Moves with which the attacker reaches `min`, best first.
    pub attack: Vec<Point>,
    /// Moves with which the defender reaches `max`, best first.
    pub defence: Vec<Point>,
    /// What the historical estimator says.
    pub historical: Historical,
    /// States visited.
    pub nodes: u64,
}

/// The largest space that is searched by default.
pub const SEARCH_POINTS: usize = 13;

/// The space as the local search sees it, with the board points of its nodes.
pub fn local(board: &Board, e: &EyeSpace) -> Option<(Space, Vec<Point>)> {
    let mut points: Vec<Point> = e.points.or(&e.outside).or(&e.inner).iter().collect();
    // Rows from the top, as texts have them.
    points.sort_by_key(|p| (std::cmp::Reverse(p.y()), p.x()));
    let mut switches = Vec::new();
    for h in &e.half {
        let at = points.len();
        let free = |p: &&Point| !points.contains(*p);
        // A false eye's switch has no point of its own; the eye stands for it.
        let p = h.attack.iter().find(free).or(h.defence.iter().find(free)).unwrap_or(&h.eye);
        let p = *p;
        points.push(p);
        switches.push((at, h));
    }
    if points.len() > MAX_POINTS {
        return None;
    }
    let index = |p: Point| points.iter().position(|&q| q == p);
    let n = points.len();
    let mut s = Space {
        nodes: points
            .iter()
            .map(|p| exact::Node {
                x: p.x() as i32,
                y: -(p.y() as i32),
                eye: e.points.contains(*p),
            })
            .collect(),
        next: vec![0; n],
        ..Space::default()
    };
    for (i, &p) in points.iter().enumerate() {
        if switches.iter().any(|&(at, _)| at == i) {
            continue;
        }
        for q in p.neighbours() {
            if let Some(j) = index(q)
                && !switches.iter().any(|&(at, _)| at == j)
            {
                s.next[i] |= 1 << j;
            } else if e.wall.contains(q) {
                s.wall |= 1 << i;
            }
        }
        if board.is_stone(p, e.colour.other()) {
            s.attackers |= 1 << i;
        } else if board.is_stone(p, e.colour) {
            s.defenders |= 1 << i;
        }
        if e.margins.contains(p) {
            s.margin |= 1 << i;
        }
    }
    for (at, h) in switches {
        if let Some(j) = index(h.eye) {
            s.switches.push((1 << at, 1 << j));
            if h.defence.is_empty() {
                s.one_sided |= 1 << at;
            }
        }
    }
    Some((s, points))
}

/// The value of the eye space at a point; `None` where no colour has one.
pub fn judge(board: &Board, p: Point, colour: Option<Colour>) -> Option<Judged> {
    let space = find(board, p, colour)?;
    Some(judge_space(board, space))
}

/// The value of an eye space.
pub fn judge_space(board: &Board, space: EyeSpace) -> Judged {
    let historical = Historical::of(&estimate::Measures::of(board, &space));
    let searched = local(board, &space).filter(|(s, _)| s.len() <= SEARCH_POINTS);
    match searched {
        Some((local, points)) => {
            let Exact { value, attack, defence, nodes } =
                exact::evaluate(&local, space.outer, Suicide::Forbidden);
            let moves = |bits: u32, other: u32, half: fn(&HalfEye) -> &Vec<Point>| -> Vec<Point> {
                let mut v: Vec<(u32, usize, Point)> = Vec::new();
                for (i, &p) in points.iter().enumerate() {
                    if bits >> i & 1 == 0 {
                        continue;
                    }
                    // Points that both sides want come first, then those with most neighbours.
                    let shared = u32::from(other >> i & 1 == 0);
                    let few = 8 - local.next[i].count_ones();
                    v.push((shared * 16 + few, i, p));
                    if let Some(h) = local
                        .switches
                        .iter()
                        .position(|s| s.0 == 1 << i)
                        .and_then(|k| space.half.get(k))
                    {
                        v.pop();
                        v.extend(half(h).iter().map(|&p| (shared * 16 + 9, i, p)));
                    }
                }
                v.sort_unstable_by_key(|t| (t.0, t.1));
                v.into_iter().map(|t| t.2).collect()
            };
            let attack_points = moves(attack, defence, |h| &h.attack);
            let defence_points = moves(defence, attack, |h| &h.defence);
            Judged {
                min: value.min(),
                max: value.max(),
                value: Some(value),
                trust: Trust::Exact,
                attack: attack_points,
                defence: defence_points,
                historical,
                nodes,
                space,
            }
        }
        None => {
            let sound = estimate::sound(board, &space);
            Judged {
                min: sound.unwrap_or(historical.pess.min(2)),
                max: historical.eyes.min(2),
                value: None,
                trust: if sound.is_some() { Trust::Sound } else { Trust::Estimated },
                attack: Vec::new(),
                defence: Vec::new(),
                historical,
                nodes: 0,
                space,
            }
        }
    }
}

/// All eye spaces of a colour.
pub fn all(board: &Board, c: Colour) -> Vec<EyeSpace> {
    let mut seen = PointSet::EMPTY;
    let mut spaces = Vec::new();
    for p in board.points().minus(board.stones(c)) {
        if seen.contains(p) {
            continue;
        }
        if let Some(e) = find(board, p, Some(c)) {
            seen = seen.or(&e.points);
            spaces.push(e);
        } else {
            seen.insert(p);
        }
    }
    spaces
}
