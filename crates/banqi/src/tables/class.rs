//! One class of endings: which pieces stand on the board, all face-up.

use crate::bits::{NEIGHBOURS, Squares, bit, cannon_targets};
use crate::piece::{Kind, Tile};
use std::sync::Arc;
use touchstone_kernel::Side;

/// Most pieces in a class.
pub const MOST_PIECES: usize = 5;

/// What the rules make of a position of a class, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Neither side forces a win.
    Draw,
    /// Won: a capture, or a position without a move, comes in this many plies.
    Win(u8),
    /// Lost, likewise.
    Loss(u8),
}

/// A solved class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The pieces, sorted; canonical under exchange of the colours.
    tiles: Vec<Tile>,
    /// Plus: won in so many plies to the next capture. Minus: lost. 0: drawn.
    values: Vec<i8>,
    /// The longest distance in it.
    longest: u8,
    /// A bound on the plies that can follow the next capture in a won ending.
    tail: u16,
}

/// The pieces in canonical order, and whether the colours were exchanged for it.
pub fn canonical(tiles: &[Tile]) -> (Vec<Tile>, bool) {
    let mut own = tiles.to_vec();
    own.sort_unstable();
    let mut flipped: Vec<Tile> = tiles.iter().map(|t| t.flipped()).collect();
    flipped.sort_unstable();
    if flipped < own { (flipped, true) } else { (own, false) }
}

/// Letters of a class, as its file is named.
pub fn name(tiles: &[Tile]) -> String {
    tiles.iter().map(|t| t.letter()).collect()
}

/// Number of stored positions of a class of `k` pieces.
const fn size(k: usize) -> usize {
    16 << (5 * (k - 1))
}

/// The index of a position; the first piece is mirrored into the corner at a1.
#[inline]
fn index(side: usize, squares: &[u8]) -> usize {
    let first = squares[0];
    let mirror = (if first & 4 != 0 { 7 } else { 0 }) | (if first & 16 != 0 { 24 } else { 0 });
    let q = first ^ mirror;
    let mut i = side << 3 | usize::from(q & 3 | (q >> 3 & 1) << 2);
    for &s in &squares[1..] {
        i = i << 5 | usize::from(s ^ mirror);
    }
    i
}

/// The position of an index: side and squares; `None` where squares coincide.
#[inline]
fn decode(mut i: usize, k: usize, squares: &mut [u8; MOST_PIECES]) -> Option<(usize, u32)> {
    let mut occupied = 0;
    for slot in (1..k).rev() {
        squares[slot] = (i & 31) as u8;
        i >>= 5;
    }
    let q = (i & 7) as u8;
    squares[0] = q & 3 | (q >> 2) << 3;
    for &s in &squares[..k] {
        if occupied & bit(s) != 0 {
            return None;
        }
        occupied |= bit(s);
    }
    Some((i >> 3, occupied))
}

/// A class that a capture leads to: the order of its pieces among ours.
struct Below {
    class: Arc<Class>,
    order: Vec<usize>,
    flipped: bool,
}

impl Class {
    /// The pieces.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The longest distance to a capture in it, plies.
    pub fn longest(&self) -> u8 {
        self.longest
    }

    /// The longest distance in it and in everything that captures lead to.
    pub fn tail(&self) -> u16 {
        self.tail
    }

    /// The raw values, for storage.
    pub(super) fn values(&self) -> &[i8] {
        &self.values
    }

    /// A class from storage; `None` if its size is wrong.
    pub(super) fn from_parts(
        tiles: Vec<Tile>,
        values: Vec<i8>,
        longest: u8,
        tail: u16,
    ) -> Option<Class> {
        let k = tiles.len();
        ((2..=MOST_PIECES).contains(&k) && values.len() == size(k)).then_some(Class {
            tiles,
            values,
            longest,
            tail,
        })
    }

    /// The value of a position: squares in the order of [`Class::tiles`], the
    /// colour to move in the class's colours.
    #[inline]
    pub fn value(&self, side: Side, squares: &[u8]) -> Outcome {
        match self.values.get(index(side.index(), squares)).copied().unwrap_or(0) {
            0 => Outcome::Draw,
            d if d > 0 => Outcome::Win(d as u8),
            d => Outcome::Loss(d.unsigned_abs()),
        }
    }

    /// Solves a class, given the classes that captures lead to.
    pub(super) fn solve(tiles: &[Tile], below: &dyn Fn(&[Tile]) -> Arc<Class>) -> Class {
        let k = tiles.len();
        let sides: Vec<usize> = tiles.iter().map(|t| t.side().index()).collect();
        let kinds: Vec<Kind> = tiles.iter().map(|t| t.kind()).collect();
        let lower: Vec<Option<Below>> = (0..k).map(|gone| reduce(tiles, gone, below)).collect();
        let n = size(k);
        let mut values = vec![0i8; n];
        // Quiet moves not yet known to lose; 255 where a drawing capture saves.
        let mut open = vec![0u8; n];
        let mut level: Vec<u32> = Vec::new();
        let mut squares = [0u8; MOST_PIECES];
        for i in 0..n {
            let Some((side, occupied)) = decode(i, k, &mut squares) else { continue };
            let mut quiet = 0;
            let mut best = -1; // of the captures: -1 lose, 0 draw, 1 win
            for a in (0..k).filter(|&a| sides[a] == side) {
                let around = NEIGHBOURS[squares[a] as usize];
                quiet += (around & !occupied).count_ones();
                let reach = if kinds[a] == Kind::Cannon {
                    cannon_targets(squares[a], occupied)
                } else {
                    around
                };
                for v in (0..k).filter(|&v| sides[v] != side && reach & bit(squares[v]) != 0) {
                    if kinds[a] == Kind::Cannon || kinds[a].takes_beside(kinds[v]) {
                        best = best.max(captured(&lower[v], side, a, v, &squares));
                    }
                }
            }
            if best == 1 {
                values[i] = 1;
                level.push(i as u32);
            } else if quiet == 0 && best < 0 {
                // No move at all, or only captures that lose.
                values[i] = -1;
                level.push(i as u32);
            }
            open[i] = if best == 0 { 255 } else { quiet as u8 };
        }
        let mut distance = 1i8;
        let mut longest = 0;
        while !level.is_empty() && distance < 126 {
            longest = distance as u8;
            let mut next = Vec::new();
            for &i in &level {
                let lost = values[i as usize] < 0;
                let Some((side, occupied)) = decode(i as usize, k, &mut squares) else { continue };
                // Quiet moves that led here: the other side stepped.
                for a in (0..k).filter(|&a| sides[a] != side) {
                    let to = squares[a];
                    for from in Squares(NEIGHBOURS[to as usize] & !occupied) {
                        squares[a] = from;
                        let before = index(side ^ 1, &squares[..k]);
                        squares[a] = to;
                        if values[before] != 0 {
                            continue;
                        }
                        if lost {
                            values[before] = distance + 1;
                            next.push(before as u32);
                        } else if open[before] != 255 {
                            open[before] -= 1;
                            if open[before] == 0 {
                                values[before] = -(distance + 1);
                                next.push(before as u32);
                            }
                        }
                    }
                }
            }
            level = next;
            distance += 1;
        }
        let follow = lower.iter().flatten().map(|b| b.class.tail).max().unwrap_or(0);
        Class { tiles: tiles.to_vec(), values, longest, tail: follow + u16::from(longest) }
    }
}

/// The class without piece `gone`; `None` if its colour is then wiped out.
fn reduce(tiles: &[Tile], gone: usize, below: &dyn Fn(&[Tile]) -> Arc<Class>) -> Option<Below> {
    let rest: Vec<usize> = (0..tiles.len()).filter(|&i| i != gone).collect();
    let side = tiles[gone].side();
    if !rest.iter().any(|&i| tiles[i].side() == side) {
        return None;
    }
    let left: Vec<Tile> = rest.iter().map(|&i| tiles[i]).collect();
    let (canon, flipped) = canonical(&left);
    let turned = |t: Tile| if flipped { t.flipped() } else { t };
    let mut order = rest;
    order.sort_by_key(|&i| turned(tiles[i]));
    Some(Below { class: below(&canon), order, flipped })
}

/// What a capture is worth to the side that makes it: -1, 0 or 1.
fn captured(
    lower: &Option<Below>,
    side: usize,
    attacker: usize,
    victim: usize,
    squares: &[u8; MOST_PIECES],
) -> i32 {
    let Some(below) = lower else { return 1 };
    let mut s = [0u8; MOST_PIECES];
    for (slot, &i) in below.order.iter().enumerate() {
        s[slot] = if i == attacker { squares[victim] } else { squares[i] };
    }
    let next = (side ^ 1) ^ usize::from(below.flipped);
    match below.class.value(Side::BOTH[next], &s[..below.order.len()]) {
        Outcome::Draw => 0,
        Outcome::Win(_) => -1,
        Outcome::Loss(_) => 1,
    }
}
