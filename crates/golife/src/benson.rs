//! Benson's theorem: stones that live although their owner always passes.

use touchstone_go::{Board, Colour, PointSet};

/// What lives unconditionally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alive {
    /// Stones of chains that cannot be captured.
    pub stones: PointSet,
    /// Points of the regions that keep them alive.
    pub regions: PointSet,
}

struct Region {
    points: PointSet,
    /// Heads of the chains next to it.
    border: Vec<usize>,
    /// Chains to which it is vital.
    vital: Vec<usize>,
    gone: bool,
}

/// Benson's algorithm for one colour. A region is vital to a chain if each of
/// its empty points is a liberty of the chain; a chain with two vital regions,
/// all of whose neighbours stay, lives.
pub fn alive(board: &Board, c: Colour) -> Alive {
    let chains: Vec<(PointSet, PointSet)> = board
        .chains(c)
        .into_iter()
        .map(|head| (board.chain_set(head), *board.liberties(head)))
        .collect();
    let free = board.points().minus(board.stones(c));
    let empties = board.empties();
    let mut regions: Vec<Region> = free
        .parts()
        .into_iter()
        .map(|points| {
            let edge = points.border();
            let empty = points.and(&empties);
            let border: Vec<usize> =
                (0..chains.len()).filter(|&i| chains[i].0.meets(&edge)).collect();
            let vital = border.iter().copied().filter(|&i| empty.is_within(&chains[i].1)).collect();
            Region { points, border, vital, gone: false }
        })
        .collect();
    let mut dropped = vec![false; chains.len()];
    loop {
        let mut changed = false;
        for (i, gone) in dropped.iter_mut().enumerate() {
            if !*gone && regions.iter().filter(|r| !r.gone && r.vital.contains(&i)).count() < 2 {
                *gone = true;
                changed = true;
                for r in regions.iter_mut().filter(|r| r.border.contains(&i)) {
                    r.gone = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut alive = Alive::default();
    for (i, (stones, _)) in chains.iter().enumerate() {
        if !dropped[i] {
            alive.stones = alive.stones.or(stones);
        }
    }
    for r in regions.iter().filter(|r| !r.gone && r.vital.iter().any(|&i| !dropped[i])) {
        alive.regions = alive.regions.or(&r.points);
    }
    alive
}
