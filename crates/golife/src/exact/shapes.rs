//! All shapes of empty eye spaces, in the middle, at a side and in a corner.

use super::graph::{Cell, Space};
use std::collections::HashSet;

/// Where a shape lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Away from the edges.
    Centre,
    /// Flush with one side.
    Side,
    /// Flush with both sides of a corner.
    Corner,
}

impl Place {
    /// All places.
    pub const ALL: [Place; 3] = [Place::Centre, Place::Side, Place::Corner];

    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Place::Centre => "centre",
            Place::Side => "side",
            Place::Corner => "corner",
        }
    }

    /// The place of this name.
    pub fn parse(text: &str) -> Option<Place> {
        Place::ALL.into_iter().find(|p| p.name() == text)
    }
}

/// Cells of a shape, sorted, with the least column and row 0.
pub type Shape = Vec<(i32, i32)>;

fn normal(cells: impl IntoIterator<Item = (i32, i32)>) -> Shape {
    let mut v: Shape = cells.into_iter().collect();
    let x0 = v.iter().map(|c| c.0).min().unwrap_or(0);
    let y0 = v.iter().map(|c| c.1).min().unwrap_or(0);
    for c in &mut v {
        *c = (c.0 - x0, c.1 - y0);
    }
    v.sort_unstable();
    v
}

/// The least image of a shape under the symmetries of its place: eight in the
/// middle, the mirror at a side (the bottom), the transposition in a corner
/// (bottom left).
pub fn canonical(shape: &Shape, place: Place) -> Shape {
    let images: Vec<Shape> = match place {
        Place::Centre => (0..8)
            .map(|k| {
                normal(shape.iter().map(|&(x, y)| {
                    let (x, y) = if k & 1 != 0 { (y, x) } else { (x, y) };
                    (if k & 2 != 0 { -x } else { x }, if k & 4 != 0 { -y } else { y })
                }))
            })
            .collect(),
        Place::Side => {
            vec![normal(shape.iter().copied()), normal(shape.iter().map(|&(x, y)| (-x, y)))]
        }
        // The corner is at (0, bottom row): turn so that it stays there.
        Place::Corner => {
            let bottom = shape.iter().map(|c| c.1).max().unwrap_or(0);
            vec![
                normal(shape.iter().copied()),
                normal(shape.iter().map(|&(x, y)| (bottom - y, -x))),
            ]
        }
    };
    images.into_iter().min().unwrap_or_default()
}

/// All fixed shapes of `n` cells (translations are one).
pub fn fixed(n: usize) -> Vec<Shape> {
    let mut layer: HashSet<Shape> = HashSet::from([vec![(0, 0)]]);
    for _ in 1..n {
        let mut next = HashSet::new();
        for s in &layer {
            for &(x, y) in s {
                for c in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    if !s.contains(&c) {
                        next.insert(normal(s.iter().copied().chain([c])));
                    }
                }
            }
        }
        layer = next;
    }
    let mut v: Vec<Shape> = if n == 0 { Vec::new() } else { layer.into_iter().collect() };
    v.sort_unstable();
    v
}

/// All shapes of `n` cells at a place, one of each kind.
pub fn all(n: usize, place: Place) -> Vec<Shape> {
    let mut seen: HashSet<Shape> = HashSet::new();
    for s in fixed(n) {
        seen.insert(canonical(&s, place));
    }
    let mut v: Vec<Shape> = seen.into_iter().collect();
    v.sort_unstable();
    v
}

/// The space of a shape; the side is at the bottom, the corner at the bottom left.
///
/// # Errors
/// As [`Space::from_cells`].
pub fn space(shape: &Shape, place: Place) -> Result<Space, super::GraphError> {
    let width = shape.iter().map(|c| c.0).max().unwrap_or(0) + 1;
    let height = shape.iter().map(|c| c.1).max().unwrap_or(0) + 1;
    Space::from_cells(width as usize, height as usize, |x, y| {
        if (place != Place::Centre && y >= height) || (place == Place::Corner && x < 0) {
            Cell::Off
        } else if shape.contains(&(x, y)) {
            Cell::Eye { stone: false, marginal: false }
        } else {
            Cell::Wall
        }
    })
}

/// The graph text of a shape.
pub fn text(shape: &Shape, place: Place) -> String {
    let width = shape.iter().map(|c| c.0).max().unwrap_or(0) + 1;
    let height = shape.iter().map(|c| c.1).max().unwrap_or(0) + 1;
    let mut rows = Vec::new();
    for y in 0..height {
        let mut row = if place == Place::Corner { "|".to_string() } else { String::new() };
        row.extend((0..width).map(|x| if shape.contains(&(x, y)) { '.' } else { 'O' }));
        rows.push(row);
    }
    match place {
        Place::Centre => {}
        Place::Side => rows.push("-".repeat(width as usize)),
        Place::Corner => rows.push(format!("+{}", "-".repeat(width as usize))),
    }
    rows.join("%")
}
