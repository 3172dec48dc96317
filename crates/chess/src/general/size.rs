//! The size of a board, its squares and its symmetries.

use std::fmt;

/// A board of `files` x `ranks` squares, each from 3 to 10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Size {
    files: i8,
    ranks: i8,
}

impl Size {
    /// The ordinary 8x8 board.
    pub const CHESS: Size = Size { files: 8, ranks: 8 };

    /// A board of `files` x `ranks`; `None` unless both are 3..=10.
    pub const fn new(files: u8, ranks: u8) -> Option<Size> {
        if files < 3 || files > 10 || ranks < 3 || ranks > 10 {
            return None;
        }
        Some(Size { files: files as i8, ranks: ranks as i8 })
    }

    /// Number of files.
    #[inline]
    pub const fn files(self) -> i8 {
        self.files
    }

    /// Number of ranks.
    #[inline]
    pub const fn ranks(self) -> i8 {
        self.ranks
    }

    /// Number of squares.
    #[inline]
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Is the point on the board?
    #[inline]
    pub const fn has(self, p: Point) -> bool {
        p.x >= 1 && p.x <= self.files && p.y >= 1 && p.y <= self.ranks
    }

    /// 0 for a1, then along the first rank, then the second, ...
    #[inline]
    pub const fn index(self, p: Point) -> usize {
        (p.y as usize - 1) * self.files as usize + p.x as usize - 1
    }

    /// The point with this index.
    #[inline]
    pub const fn point(self, index: usize) -> Point {
        let files = self.files as usize;
        Point { x: (index % files) as i8 + 1, y: (index / files) as i8 + 1 }
    }

    /// Is the point on the first or last file or rank?
    #[inline]
    pub const fn edge(self, p: Point) -> bool {
        p.x == 1 || p.y == 1 || p.x == self.files || p.y == self.ranks
    }

    /// All points in the order of their index.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.squares()).map(move |i| self.point(i))
    }

    /// The symmetries that keep the rules: eight on a square board, four on another;
    /// with pawns only the reflection of the files.
    pub fn symmetries(self, pawns: bool) -> &'static [Symmetry] {
        if pawns {
            &Symmetry::ALL[..2]
        } else if self.files == self.ranks {
            &Symmetry::ALL
        } else {
            &Symmetry::ALL[..4]
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

/// A square: file `x` and rank `y`, both counted from 1. It may lie off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// File, 1 for a.
    pub x: i8,
    /// Rank, from 1.
    pub y: i8,
}

impl Point {
    /// File `x`, rank `y`.
    #[inline]
    pub const fn new(x: i8, y: i8) -> Point {
        Point { x, y }
    }

    /// Moves of a king from here to there on an empty board.
    #[inline]
    pub const fn distance(self, other: Point) -> i8 {
        let (dx, dy) = ((self.x - other.x).abs(), (self.y - other.y).abs());
        if dx > dy { dx } else { dy }
    }

    /// |dx| + |dy|.
    #[inline]
    pub const fn manhattan(self, other: Point) -> i8 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }

    /// Is this point strictly between `a` and `b` on a common file, rank or diagonal?
    #[inline]
    pub const fn between(self, a: Point, b: Point) -> bool {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return false;
        }
        let (ex, ey) = (self.x - a.x, self.y - a.y);
        let far = self.distance(a);
        far > 0 && far < a.distance(b) && ex == dx.signum() * far && ey == dy.signum() * far
    }

    /// The square's text if file and rank are 1..=10: `a1` to `j10`.
    pub fn parse(text: &str) -> Option<Point> {
        let mut chars = text.chars();
        let file = chars.next().filter(|c| ('a'..='j').contains(c))?;
        let rank: i8 = match chars.as_str() {
            "10" => 10,
            r if r.len() == 1 => r.parse().ok()?,
            _ => return None,
        };
        (rank >= 1).then(|| Point::new((file as u8 - b'a') as i8 + 1, rank))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if (1..=26).contains(&self.x) {
            write!(f, "{}{}", (b'a' + (self.x - 1) as u8) as char, self.y)
        } else {
            write!(f, "({},{})", self.x, self.y)
        }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A symmetry of the board: reflect files, reflect ranks, then exchange the two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    files: bool,
    ranks: bool,
    swap: bool,
}

impl Symmetry {
    /// All eight. First come identity and the reflection of the files, then the
    /// other two that a rectangle has.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { files: false, ranks: false, swap: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { files: i & 1 != 0, ranks: i & 2 != 0, swap: i & 4 != 0 };
            i += 1;
        }
        all
    };

    /// The image of a point.
    #[inline]
    pub const fn apply(self, size: Size, p: Point) -> Point {
        let x = if self.files { size.files + 1 - p.x } else { p.x };
        let y = if self.ranks { size.ranks + 1 - p.y } else { p.y };
        if self.swap { Point { x: y, y: x } } else { Point { x, y } }
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.swap { Symmetry { files: self.ranks, ranks: self.files, swap: true } } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_bijections_and_inverses_undo() {
        for size in [Size::CHESS, Size { files: 5, ranks: 5 }] {
            for s in Symmetry::ALL {
                for p in size.points() {
                    let q = s.apply(size, p);
                    assert!(size.has(q));
                    assert_eq!(s.inverse().apply(size, q), p, "{s:?} {p}");
                }
            }
        }
    }

    #[test]
    fn square_text_round_trips() {
        let size = Size { files: 10, ranks: 10 };
        for p in size.points() {
            assert_eq!(Point::parse(&p.to_string()), Some(p));
        }
        for bad in ["", "a", "a0", "a11", "k1", "a-1", "a+1", "ä1", "11"] {
            assert_eq!(Point::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn between_is_strict_and_on_a_line() {
        let p = |t: &str| Point::parse(t).unwrap();
        assert!(p("d4").between(p("a1"), p("h8")));
        assert!(p("d4").between(p("d8"), p("d1")));
        assert!(!p("a1").between(p("a1"), p("h8")));
        assert!(!p("h8").between(p("a1"), p("h8")));
        assert!(!p("c4").between(p("a1"), p("h8")));
        assert!(!p("b2").between(p("a1"), p("c4")));
        assert!(!p("a1").between(p("b2"), p("h8")));
    }
}
