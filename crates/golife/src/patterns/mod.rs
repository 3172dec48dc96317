//! Local patterns: a text format of our own, its compiler and its matcher.
//!
//! ```text
//! # everything behind # is a comment
//! pattern NAME WEIGHT [attack|defend]
//!   . * O
//!   X a ?
//!   - - -
//! a: O liberties <= 2
//! ```
//!
//! Signs: `*` the move (an empty point; exactly one), `.` empty, `X` a stone of the
//! side to move, `O` of the other, `x` and `o` the same or empty, `?` anything on
//! the board, `-`, `|` and `+` off the board, `#` is not a sign (it begins a
//! comment), `~` anything on or off the board. A letter from `a` to `h` is a point that a line below describes: `LETTER:
//! SIGN`, then conditions on the chain there, joined by `and`: `liberties` or
//! `stones`, then `<=`, `>=` or `=`, then a number. Every pattern holds in all
//! eight orientations. A pattern without a purpose serves both.

mod compile;

pub use compile::PatternError;

use touchstone_go::{Board, Cell, Colour, Point};

/// For whose move a pattern is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The attacker's.
    Attack,
    /// The defender's.
    Defend,
}

/// What may stand on a point: bits for empty, own, other, off the board.
type Mask = u8;
const EMPTY: Mask = 1;
const OWN: Mask = 2;
const OTHER: Mask = 4;
const OFF: Mask = 8;

/// A condition on the chain at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Condition {
    stones: bool,
    least: usize,
    most: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Element {
    dx: i8,
    dy: i8,
    mask: Mask,
    conditions: Vec<Condition>,
}

/// One pattern with its orientations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Its name.
    pub name: String,
    /// What a match is worth.
    pub weight: i32,
    /// Whose move it is for; `None`: both.
    pub purpose: Option<Purpose>,
    orientations: Vec<Vec<Element>>,
}

impl Pattern {
    /// How many distinct orientations it has.
    pub fn orientations(&self) -> usize {
        self.orientations.len()
    }

    /// Whether it matches a move of `c` at `p`.
    pub fn matches(&self, board: &Board, c: Colour, p: Point) -> bool {
        self.orientations.iter().any(|o| o.iter().all(|e| e.holds(board, c, p)))
    }
}

impl Element {
    fn holds(&self, board: &Board, c: Colour, p: Point) -> bool {
        let (x, y) = (p.x() as i32 + i32::from(self.dx), p.y() as i32 + i32::from(self.dy));
        let inside =
            x >= 0 && y >= 0 && (x as usize) < board.width() && (y as usize) < board.height();
        if !inside {
            return self.mask & OFF != 0;
        }
        let q = Point::at(x as usize, y as usize);
        let bit = match board.cell(q) {
            Cell::Empty => EMPTY,
            Cell::Stone(d) if d == c => OWN,
            Cell::Stone(_) => OTHER,
            Cell::Off => OFF,
        };
        self.mask & bit != 0
            && (bit == EMPTY
                || self.conditions.iter().all(|k| {
                    let n = if k.stones { board.chain_size(q) } else { board.liberty_count(q) };
                    (k.least..=k.most).contains(&n)
                }))
    }
}

/// A compiled collection.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Patterns {
    /// The patterns, in file order.
    pub list: Vec<Pattern>,
}

impl Patterns {
    /// Compiles a text.
    ///
    /// # Errors
    /// [`PatternError`] names the line, what was found and what would be right.
    pub fn compile(text: &str) -> Result<Patterns, PatternError> {
        compile::compile(text).map(|list| Patterns { list })
    }

    /// The sum of the weights of all patterns that match a move.
    pub fn weight(&self, board: &Board, c: Colour, p: Point, purpose: Option<Purpose>) -> i32 {
        self.matching(board, c, p, purpose).map(|m| m.weight).sum()
    }

    /// The patterns that match a move.
    pub fn matching<'a>(
        &'a self,
        board: &'a Board,
        c: Colour,
        p: Point,
        purpose: Option<Purpose>,
    ) -> impl Iterator<Item = &'a Pattern> {
        self.list.iter().filter(move |m| {
            (m.purpose.is_none() || purpose.is_none() || m.purpose == purpose)
                && m.matches(board, c, p)
        })
    }
}
