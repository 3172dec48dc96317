//! All shapes of empty eye spaces, in the middle, at a side and in a corner.

use super::Value;
use super::graph::{Cell, Space};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

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

/// Computes one line of the table.
///
/// # Errors
/// As [`Space::from_cells`].
pub fn row(shape: &Shape, place: Place) -> Result<Row, super::GraphError> {
    let space = space(shape, place)?;
    let values = super::evaluate_by_liberties(&space, touchstone_go::Suicide::Forbidden);
    Ok(Row { place, shape: shape.clone(), values })
}

/// One line of the table: a shape and its values with 0, 1 and 2 outer liberties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Where it lies.
    pub place: Place,
    /// The shape, as [`canonical`] gives it.
    pub shape: Shape,
    /// Values by outer liberties.
    pub values: [Value; 3],
}

impl std::fmt::Display for Row {
    /// `PLACE GRAPH VALUE`, with three values if the outer liberties matter.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.place.name(), text(&self.shape, self.place))?;
        let [a, b, c] = self.values;
        if a == b && b == c { write!(f, " {c}") } else { write!(f, " {a} {b} {c}") }
    }
}

/// The most points of a search, pieces of wall that the shape cuts off included, for which
/// the shipped table has a line. A shape that runs round a corner holds a piece of wall of its
/// own inside; beyond this limit such a shape takes minutes and the table leaves it out.
pub const TABLE_POINTS: usize = 11;

/// The shapes of `n` points that the table lists at a place, in its order.
pub fn listed(n: usize, place: Place) -> Vec<Shape> {
    let fits = |s: &Shape| space(s, place).is_ok_and(|space| space.len() <= TABLE_POINTS);
    all(n, place).into_iter().filter(fits).collect()
}

/// The table of all listed shapes of `sizes` points, in order, one line a shape.
///
/// # Errors
/// As [`Space::from_cells`]; listed shapes never have too many points.
pub fn table(sizes: std::ops::RangeInclusive<usize>) -> Result<String, super::GraphError> {
    let mut s = String::new();
    for n in sizes {
        for place in Place::ALL {
            for shape in listed(n, place) {
                s.push_str(&format!("{}\n", row(&shape, place)?));
            }
        }
    }
    Ok(s)
}

/// The first lines of the shipped table.
pub const HEAD: &str = "# Exact eye values of all empty shapes of up to nine points, small ones first.
# place (centre, side, corner), graph, value with 0, 1 and 2 outer liberties (one value: no difference)
# A shape that cuts off pieces of its wall is left out where shape and pieces have more than 11 points.
# Written by its generator: EYE_SHAPES_OUT=FILE cargo test -p touchstone-golife --test shapes
";

/// The shipped table.
pub static TABLE: &str = include_str!("../../data/eye_shapes.txt");

type Index = HashMap<(Place, Shape), [Value; 3]>;

/// The shipped table by shape.
fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        TABLE.lines().filter(|l| !l.starts_with('#')).filter_map(parse_row).collect()
    })
}

fn parse_row(line: &str) -> Option<((Place, Shape), [Value; 3])> {
    let mut words = line.split_whitespace();
    let place = Place::parse(words.next()?)?;
    let graph = words.next()?;
    let values: Vec<Value> = words.map_while(Value::parse).collect();
    let mut shape = Shape::new();
    for (y, row) in graph.split('%').enumerate() {
        let row = row.trim_start_matches('|');
        shape.extend(
            row.chars().enumerate().filter(|(_, c)| *c == '.').map(|(x, _)| (x as i32, y as i32)),
        );
    }
    let values = match *values.as_slice() {
        [v] => [v; 3],
        [a, b, c] => [a, b, c],
        _ => return None,
    };
    Some(((place, canonical(&shape, place)), values))
}

/// The table's value of an empty shape inside one solid wall.
pub fn lookup(shape: &Shape, place: Place, outer: u8) -> Option<Value> {
    index().get(&(place, canonical(shape, place))).map(|v| v[usize::from(outer.min(2))])
}
