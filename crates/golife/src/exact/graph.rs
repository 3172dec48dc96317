//! Eye spaces as graphs, and their text form.

use thiserror::Error;

/// The most points that a space may have, cut-off wall pieces included.
pub const MAX_POINTS: usize = 16;

/// A point of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Column, from 0 at the left.
    pub x: i32,
    /// Row, from 0 at the top.
    pub y: i32,
    /// Whether it belongs to the eye space (else it is a cut-off piece of the wall).
    pub eye: bool,
}

/// An eye space as the search sees it: points as bits of a word.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// Where the points are.
    pub nodes: Vec<Node>,
    /// Neighbours of each point inside.
    pub next: Vec<u32>,
    /// Points next to the solid string.
    pub wall: u32,
    /// Points next to an attacker's stone that cannot be captured.
    pub margin: u32,
    /// Attacker stones at the start.
    pub attackers: u32,
    /// Defender stones at the start that are not part of the solid string.
    pub defenders: u32,
    /// Half eyes: `(switch, eye)`: an attacker's stone on the switch, a point of its own
    /// outside the space, lets the attacker enter the eye point from outside; a
    /// defender's stone there makes the eye real.
    pub switches: Vec<(u32, u32)>,
    /// Switches that only the attacker can use: the eye is false already, and he
    /// needs one move elsewhere before he can enter it.
    pub one_sided: u32,

    /// Rows of the text form.
    pub rows: usize,
    /// Columns of the text form.
    pub columns: usize,
}

/// Why a graph cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GraphError {
    /// A sign that means nothing.
    #[error("row {row}, column {column}: found {found:?}, expected one of . X ! $ O | - +")]
    Sign {
        /// Row from 1.
        row: usize,
        /// Column from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// More points than the search can hold.
    #[error("{0} points, expected at most {MAX_POINTS}")]
    Large(usize),
    /// No point at all.
    #[error("no eye point in it")]
    Empty,
}

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Outside the board.
    Off,
    /// The defender's wall.
    Wall,
    /// A point of the space.
    Eye {
        /// An attacker's stone stands on it.
        stone: bool,
        /// The attacker can enter from outside.
        marginal: bool,
    },
}

impl Space {
    /// Reads a graph: rows divided by `%`; `.` eye point, `X` attacker stone, `!`
    /// marginal point, `$` attacker stone on one, `O` no eye point, `|`, `-` and `+` edges.
    /// Everything outside the drawn part is wall, except beyond edges.
    ///
    /// # Errors
    /// [`GraphError`] names the place.
    pub fn parse(text: &str) -> Result<Space, GraphError> {
        let rows: Vec<Vec<char>> = text.split('%').map(|r| r.chars().collect()).collect();
        let height = rows.len();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut left = -1_i32;
        let mut right = width as i32;
        let mut top = -1_i32;
        let mut bottom = height as i32;
        for (y, row) in rows.iter().enumerate() {
            for (x, &c) in row.iter().enumerate() {
                match c {
                    '|' if x == 0 => left = 0,
                    '|' => right = right.min(x as i32),
                    '-' | '+' if y == 0 => top = 0,
                    '-' | '+' => bottom = bottom.min(y as i32),
                    '.' | 'X' | 'x' | '!' | '$' | 'O' | 'o' | ' ' => {}
                    found => return Err(GraphError::Sign { row: y + 1, column: x + 1, found }),
                }
            }
        }
        let (has_left, has_right) = (left == 0, right < width as i32);
        let (has_top, has_bottom) = (top == 0, bottom < height as i32);
        let cell = |x: i32, y: i32| -> Cell {
            if (has_left && x <= left)
                || (has_right && x >= right)
                || (has_top && y <= top)
                || (has_bottom && y >= bottom)
            {
                return Cell::Off;
            }
            let sign = usize::try_from(y)
                .ok()
                .and_then(|y| rows.get(y))
                .and_then(|r| usize::try_from(x).ok().and_then(|x| r.get(x)));
            match sign {
                Some('.') => Cell::Eye { stone: false, marginal: false },
                Some('X' | 'x') => Cell::Eye { stone: true, marginal: false },
                Some('!') => Cell::Eye { stone: false, marginal: true },
                Some('$') => Cell::Eye { stone: true, marginal: true },
                _ => Cell::Wall,
            }
        };
        Space::from_cells(width, height, cell)
    }

    /// A space out of cells; `cell` is asked for columns from -2 to `width + 1` and
    /// rows from -2 to `height + 1`.
    ///
    /// # Errors
    /// [`GraphError`] if there is no point or too many.
    pub fn from_cells(
        width: usize,
        height: usize,
        cell: impl Fn(i32, i32) -> Cell,
    ) -> Result<Space, GraphError> {
        let (w, h) = (width as i32 + 4, height as i32 + 4);
        let at = |x: i32, y: i32| -> Cell {
            if x < 0 || y < 0 || x >= w || y >= h { Cell::Off } else { cell(x - 2, y - 2) }
        };
        let index = |x: i32, y: i32| (y * w + x) as usize;
        const DIRS: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        // Connected parts of the wall; the largest is the solid string.
        let mut part = vec![0usize; (w * h) as usize];
        let mut sizes = vec![0usize];
        for y in 0..h {
            for x in 0..w {
                if at(x, y) != Cell::Wall || part[index(x, y)] != 0 {
                    continue;
                }
                let id = sizes.len();
                sizes.push(0);
                let mut todo = vec![(x, y)];
                part[index(x, y)] = id;
                while let Some((x, y)) = todo.pop() {
                    sizes[id] += 1;
                    for (dx, dy) in DIRS {
                        let (u, v) = (x + dx, y + dy);
                        if at(u, v) == Cell::Wall && part[index(u, v)] == 0 {
                            part[index(u, v)] = id;
                            todo.push((u, v));
                        }
                    }
                }
            }
        }
        let solid = (1..sizes.len()).max_by_key(|&i| sizes[i]).unwrap_or(0);
        let mut space = Space { rows: height, columns: width, ..Space::default() };
        let mut number = vec![None; (w * h) as usize];
        let mut count = 0;
        for y in 0..h {
            for x in 0..w {
                let eye = matches!(at(x, y), Cell::Eye { .. });
                if eye || (at(x, y) == Cell::Wall && part[index(x, y)] != solid) {
                    number[index(x, y)] = Some(count);
                    count += 1;
                    space.nodes.push(Node { x: x - 2, y: y - 2, eye });
                }
            }
        }
        if !space.nodes.iter().any(|n| n.eye) {
            return Err(GraphError::Empty);
        }
        if count > MAX_POINTS {
            return Err(GraphError::Large(count));
        }
        space.next = vec![0; count];
        for i in 0..count {
            let (x, y) = (space.nodes[i].x + 2, space.nodes[i].y + 2);
            let bit = 1u32 << i;
            let mut walls = 0;
            let mut solid_walls = 0;
            for (dx, dy) in DIRS {
                let (u, v) = (x + dx, y + dy);
                if at(u, v) == Cell::Off {
                    continue;
                }
                if at(u, v) == Cell::Wall {
                    walls += 1;
                    solid_walls += usize::from(part[index(u, v)] == solid);
                }
                if let Some(j) = number[index(u, v)] {
                    space.next[i] |= 1 << j;
                }
            }
            let marginal = match at(x, y) {
                Cell::Eye { stone, marginal } => {
                    if stone {
                        space.attackers |= bit;
                    }
                    marginal
                }
                _ => {
                    space.defenders |= bit;
                    false
                }
            };
            if marginal {
                space.margin |= bit;
            }
            // The stone by which the attacker enters takes the place of the only wall stone.
            if solid_walls > 0 && !(marginal && walls == 1) {
                space.wall |= bit;
            }
        }
        Ok(space)
    }

    /// How many points, cut-off pieces included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Eye points alone.
    pub fn eye_count(&self) -> usize {
        self.nodes.iter().filter(|n| n.eye).count()
    }

    /// Draws the space with marks: `<` attack, `>` defence, `*` both; on
    /// margins `(`, `)` and `@`.
    pub fn draw(&self, attack: u32, defence: u32) -> String {
        let mut grid = vec![vec!['O'; self.columns]; self.rows];
        for (i, n) in self.nodes.iter().enumerate() {
            let (Ok(x), Ok(y)) = (usize::try_from(n.x), usize::try_from(n.y)) else { continue };
            if !n.eye || y >= self.rows || x >= self.columns {
                continue;
            }
            let bit = 1 << i;
            let marginal = self.margin & bit != 0;
            grid[y][x] = match (attack & bit != 0, defence & bit != 0, marginal) {
                (true, true, false) => '*',
                (true, false, false) => '<',
                (false, true, false) => '>',
                (true, true, true) => '@',
                (true, false, true) => '(',
                (false, true, true) => ')',
                (false, false, _) => match (self.attackers & bit != 0, marginal) {
                    (false, false) => '.',
                    (true, false) => 'X',
                    (false, true) => '!',
                    (true, true) => '$',
                },
            };
        }
        grid.into_iter().map(|r| r.into_iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    }
}
