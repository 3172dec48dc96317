//! Vertices (`A1` at the bottom left, the letter I left out) and ASCII diagrams.

use crate::board::Board;
use crate::point::{Cell, Colour, MAX_SIDE, Point};
use thiserror::Error;

const COLUMNS: &[u8; MAX_SIDE] = b"ABCDEFGHJKLMNOPQRST";

/// The vertex of a point, as GTP writes it.
pub fn vertex(p: Point) -> String {
    let (x, y) = (p.x(), p.y());
    match COLUMNS.get(x) {
        Some(&c) if y < MAX_SIDE => format!("{}{}", c as char, y + 1),
        _ => format!("?{}", p.index()),
    }
}

/// Reads a vertex in any case; the point may lie outside a given board, but
/// never outside the largest one.
pub fn parse_vertex(text: &str) -> Option<Point> {
    let mut chars = text.chars();
    let c = chars.next()?.to_ascii_uppercase();
    let x = COLUMNS.iter().position(|&k| k as char == c)?;
    let digits = chars.as_str();
    if digits.is_empty() || digits.len() > 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let row: usize = digits.parse().ok()?;
    if row == 0 || row > MAX_SIDE {
        return None;
    }
    Some(Point::at(x, row - 1))
}

/// Why a diagram cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("diagram line {line}: found {found}, expected {expected}")]
pub struct DiagramError {
    /// The line, from 1.
    pub line: usize,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: &'static str,
}

/// Reads a diagram: rows from the top, `X` or `#` Black, `O` White, `.` or `+` or `,` empty;
/// blanks between signs do not count. Row numbers at the left or right, a line
/// of column letters, empty lines and lines that begin with `;` are skipped.
///
/// # Errors
/// [`DiagramError`] with the line, for unknown signs, uneven rows, more than 19
/// rows or columns, or stones without liberties.
pub fn parse_diagram(text: &str) -> Result<Board, DiagramError> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line_no = i + 1;
        let body = line.trim();
        if body.is_empty() || body.starts_with(';') || is_letters_line(body) {
            continue;
        }
        let body = body
            .trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace())
            .trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
        let mut row = Vec::new();
        for c in body.chars() {
            match c {
                'X' | 'x' | '#' => row.push(Cell::Stone(Colour::Black)),
                'O' | 'o' => row.push(Cell::Stone(Colour::White)),
                '.' | '+' | ',' => row.push(Cell::Empty),
                c if c.is_whitespace() => {}
                c => {
                    return Err(DiagramError {
                        line: line_no,
                        found: format!("{c:?}"),
                        expected: "X, O, . or row numbers",
                    });
                }
            }
        }
        if row.len() > MAX_SIDE || rows.len() == MAX_SIDE {
            return Err(DiagramError {
                line: line_no,
                found: "a larger board".into(),
                expected: "at most 19x19",
            });
        }
        if rows.first().is_some_and(|first| first.len() != row.len()) {
            return Err(DiagramError {
                line: line_no,
                found: format!("{} points", row.len()),
                expected: "rows of the same length",
            });
        }
        rows.push(row);
    }
    let height = rows.len();
    let width = rows.first().map_or(0, Vec::len);
    if height == 0 || width == 0 {
        return Err(DiagramError {
            line: 1,
            found: "no rows".into(),
            expected: "rows of X, O and .",
        });
    }
    let mut board = Board::new(width, height);
    for (i, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            if let Cell::Stone(c) = cell {
                // Every point is on the board and set once.
                let _ = board.add(*c, Point::at(x, height - 1 - i));
            }
        }
    }
    if let Some(p) = board.breathless() {
        return Err(DiagramError {
            line: 1,
            found: format!("the stone {} without liberties", vertex(p)),
            expected: "a liberty for every chain",
        });
    }
    Ok(board.fresh())
}

/// A line such as `A B C D E`: letters in column order, and at least one that is
/// neither `O` nor `X`, or blanks between them from `A` on.
fn is_letters_line(body: &str) -> bool {
    let letters: Vec<char> = body.chars().filter(|c| !c.is_whitespace()).collect();
    !letters.is_empty()
        && letters.len() <= MAX_SIDE
        && letters.iter().zip(COLUMNS.iter()).all(|(a, &b)| a.to_ascii_uppercase() == b as char)
}

/// Draws a board with column letters and row numbers; [`parse_diagram`] reads it back.
pub fn diagram(board: &Board) -> String {
    diagram_with(board, |p| match board.cell(p) {
        Cell::Stone(c) => c.letter(),
        _ => '.',
    })
}

/// Draws a board with a sign of the caller's choice for each point.
pub fn diagram_with(board: &Board, sign: impl Fn(Point) -> char) -> String {
    let mut s = String::new();
    let letters = |s: &mut String| {
        s.push_str("  ");
        for &c in &COLUMNS[..board.width()] {
            s.push(' ');
            s.push(c as char);
        }
        s.push('\n');
    };
    letters(&mut s);
    for y in (0..board.height()).rev() {
        s.push_str(&format!("{:>2}", y + 1));
        for x in 0..board.width() {
            s.push(' ');
            s.push(sign(Point::at(x, y)));
        }
        s.push_str(&format!(" {}\n", y + 1));
    }
    letters(&mut s);
    s
}
