//! Colours, points and sets of points.
//!
//! Points live on a grid of fixed stride with a rim, whatever the board's size:
//! a neighbour is always `±1` or `±STRIDE`, and a set of points is always the
//! same few machine words, so that flood fills run on whole words.

use std::fmt;

/// Distance between a point and the one above it.
pub const STRIDE: usize = 20;
/// Cells of the grid, rim included, rounded up to whole words.
pub const CELLS: usize = 448;
/// The largest side of a board.
pub const MAX_SIDE: usize = 19;
const WORDS: usize = CELLS / 64;

/// The colour of a stone or a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Colour {
    /// Plays first in an even game.
    Black,
    /// Plays second in an even game.
    White,
}

impl Colour {
    /// Both, Black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other colour.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
        }
    }

    /// `X` for Black, `O` for White, as diagrams write them.
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'X',
            Colour::White => 'O',
        }
    }

    /// Reads `b`, `w`, `black` or `white` in any case.
    pub fn parse(text: &str) -> Option<Colour> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Colour::Black),
            "w" | "white" => Some(Colour::White),
            _ => None,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What stands on a cell of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// An empty point of the board.
    Empty,
    /// A stone.
    Stone(Colour),
    /// Outside the board.
    Off,
}

impl Cell {
    /// The stone's colour.
    #[inline]
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Cell::Stone(c) => Some(c),
            _ => None,
        }
    }
}

/// A cell of the grid. It knows no board: whether it is on one, the board says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Column `x` and row `y`, both from 0, the row from the bottom: `A1` is `(0, 0)`.
    /// Values of [`MAX_SIDE`] or more are clamped to the rim.
    #[inline]
    pub const fn at(x: usize, y: usize) -> Point {
        let x = if x < MAX_SIDE { x } else { MAX_SIDE - 1 };
        let y = if y < MAX_SIDE { y } else { MAX_SIDE - 1 };
        Point(((y + 1) * STRIDE + x + 1) as u16)
    }

    /// The cell of this index; the index is taken modulo [`CELLS`].
    #[inline]
    pub const fn from_index(i: usize) -> Point {
        Point((i % CELLS) as u16)
    }

    /// Index into arrays of [`CELLS`] entries.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column from 0.
    #[inline]
    pub const fn x(self) -> usize {
        (self.0 as usize % STRIDE).wrapping_sub(1)
    }

    /// Row from 0, from the bottom.
    #[inline]
    pub const fn y(self) -> usize {
        (self.0 as usize / STRIDE).wrapping_sub(1)
    }

    #[inline]
    const fn step(self, d: isize) -> Point {
        // Points of a board are never nearer to the grid's ends than one stride.
        Point((self.0 as isize + d) as u16)
    }

    /// The four neighbours; some may be off the board. Call it for points of a board only.
    #[inline]
    pub const fn neighbours(self) -> [Point; 4] {
        const S: isize = STRIDE as isize;
        [self.step(-S), self.step(-1), self.step(1), self.step(S)]
    }

    /// The four diagonal neighbours; some may be off the board.
    #[inline]
    pub const fn diagonals(self) -> [Point; 4] {
        const S: isize = STRIDE as isize;
        [self.step(-S - 1), self.step(-S + 1), self.step(S - 1), self.step(S + 1)]
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::notation::vertex(*self))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", crate::notation::vertex(*self))
    }
}

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No points.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// All points of a board of this width and height.
    pub fn board(width: usize, height: usize) -> PointSet {
        let mut s = PointSet::EMPTY;
        for y in 0..height.min(MAX_SIDE) {
            for x in 0..width.min(MAX_SIDE) {
                s.insert(Point::at(x, y));
            }
        }
        s
    }

    /// One point.
    #[inline]
    pub const fn one(p: Point) -> PointSet {
        let mut s = PointSet::EMPTY;
        s.0[p.index() / 64] = 1 << (p.index() % 64);
        s
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, p: Point) {
        self.0[p.index() / 64] |= 1 << (p.index() % 64);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, p: Point) {
        self.0[p.index() / 64] &= !(1 << (p.index() % 64));
    }

    /// Whether it holds the point.
    #[inline]
    pub const fn contains(&self, p: Point) -> bool {
        self.0[p.index() / 64] >> (p.index() % 64) & 1 != 0
    }

    /// How many points.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether it holds none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// The lowest point.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, w)| **w != 0)
            .map(|(i, w)| Point((i * 64) as u16 + w.trailing_zeros() as u16))
    }

    /// Points in either.
    #[inline]
    pub fn or(&self, o: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] | o.0[i]))
    }

    /// Points in both.
    #[inline]
    pub fn and(&self, o: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & o.0[i]))
    }

    /// Points of `self` that are not in `o`.
    #[inline]
    pub fn minus(&self, o: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|i| self.0[i] & !o.0[i]))
    }

    /// Whether they share a point.
    #[inline]
    pub fn meets(&self, o: &PointSet) -> bool {
        (0..WORDS).any(|i| self.0[i] & o.0[i] != 0)
    }

    /// Whether every point of `self` is in `o`.
    #[inline]
    pub fn is_within(&self, o: &PointSet) -> bool {
        (0..WORDS).all(|i| self.0[i] & !o.0[i] == 0)
    }

    #[inline]
    fn up(&self, n: usize) -> PointSet {
        PointSet(std::array::from_fn(|i| {
            self.0[i] << n | if i > 0 { self.0[i - 1] >> (64 - n) } else { 0 }
        }))
    }

    #[inline]
    fn down(&self, n: usize) -> PointSet {
        PointSet(std::array::from_fn(|i| {
            self.0[i] >> n | if i + 1 < WORDS { self.0[i + 1] << (64 - n) } else { 0 }
        }))
    }

    /// The set and all cells next to it (mask the result with the board).
    #[inline]
    pub fn grown(&self) -> PointSet {
        let (a, b, c, d) = (self.up(1), self.down(1), self.up(STRIDE), self.down(STRIDE));
        PointSet(std::array::from_fn(|i| self.0[i] | a.0[i] | b.0[i] | c.0[i] | d.0[i]))
    }

    /// Cells next to the set and not in it (mask the result with the board).
    #[inline]
    pub fn border(&self) -> PointSet {
        self.grown().minus(self)
    }

    /// All points of `mask` that are connected through `mask` with `self` (of which
    /// only the part in the mask counts).
    pub fn flood(&self, mask: &PointSet) -> PointSet {
        let mut s = self.and(mask);
        loop {
            let t = s.grown().and(mask);
            if t == s {
                return s;
            }
            s = t;
        }
    }

    /// Its connected parts.
    pub fn parts(&self) -> Vec<PointSet> {
        let mut rest = *self;
        let mut parts = Vec::new();
        while let Some(p) = rest.first() {
            let part = PointSet::one(p).flood(&rest);
            rest = rest.minus(&part);
            parts.push(part);
        }
        parts
    }

    /// Its points, lowest index first.
    #[inline]
    pub fn iter(&self) -> Points {
        Points { set: *self, word: 0 }
    }
}

/// The points of a set.
#[derive(Clone)]
pub struct Points {
    set: PointSet,
    word: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word < WORDS {
            let w = &mut self.set.0[self.word];
            if *w != 0 {
                let bit = w.trailing_zeros() as u16;
                *w &= *w - 1;
                return Some(Point((self.word * 64) as u16 + bit));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;
    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Points;
    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut s = PointSet::EMPTY;
        for p in points {
            s.insert(p);
        }
        s
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
