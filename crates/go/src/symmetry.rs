//! The eight symmetries of the square, and the change of colours.

use crate::board::Board;
use crate::game::{Game, Move};
use crate::notation::{parse_vertex, vertex};
use crate::point::{Colour, Point};

/// One of sixteen transformations: transpose, then mirror left-right, then
/// mirror top-bottom, and perhaps swap the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Symmetry {
    code: u8,
}

impl Symmetry {
    /// Nothing is changed.
    pub const IDENTITY: Symmetry = Symmetry { code: 0 };

    /// Number 0 to 15: bit 0 transpose, bit 1 left-right, bit 2 top-bottom, bit 3 colours.
    pub const fn from_code(code: u8) -> Symmetry {
        Symmetry { code: code & 15 }
    }

    /// All sixteen, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..16).map(Symmetry::from_code)
    }

    /// Reads `identity`, or words joined by `+` out of `transpose`, `mirror`, `flip`, `colours`,
    /// or a number from 0 to 15.
    pub fn parse(text: &str) -> Option<Symmetry> {
        if let Ok(n) = text.parse::<u8>() {
            return (n < 16).then(|| Symmetry::from_code(n));
        }
        let mut code = 0;
        for word in text.split('+') {
            code |= match word {
                "identity" => 0,
                "transpose" => 1,
                "mirror" => 2,
                "flip" => 4,
                "colours" | "colors" => 8,
                _ => return None,
            };
        }
        Some(Symmetry::from_code(code))
    }

    /// Its name, as [`Symmetry::parse`] reads it.
    pub fn name(self) -> String {
        if self.code == 0 {
            return "identity".into();
        }
        let words = ["transpose", "mirror", "flip", "colours"];
        let on: Vec<&str> = words
            .iter()
            .enumerate()
            .filter(|(i, _)| self.code >> i & 1 != 0)
            .map(|w| *w.1)
            .collect();
        on.join("+")
    }

    /// Whether the colours are swapped.
    pub const fn swaps(self) -> bool {
        self.code & 8 != 0
    }

    /// Whether width and height are exchanged.
    pub const fn transposes(self) -> bool {
        self.code & 1 != 0
    }

    /// The image of a colour.
    pub const fn colour(self, c: Colour) -> Colour {
        if self.swaps() { c.other() } else { c }
    }

    /// The image of a point of a board of `w` columns and `h` rows.
    pub fn point(self, p: Point, w: usize, h: usize) -> Point {
        let (mut x, mut y, mut w, mut h) = (p.x(), p.y(), w, h);
        if self.code & 1 != 0 {
            (x, y, w, h) = (y, x, h, w);
        }
        if self.code & 2 != 0 {
            x = (w - 1).saturating_sub(x);
        }
        if self.code & 4 != 0 {
            y = (h - 1).saturating_sub(y);
        }
        Point::at(x, y)
    }

    /// The point whose image is `p`, on a board that had `w` columns and `h` rows before.
    pub fn unpoint(self, p: Point, w: usize, h: usize) -> Point {
        let (mut x, mut y) = (p.x(), p.y());
        let (tw, th) = if self.code & 1 != 0 { (h, w) } else { (w, h) };
        if self.code & 2 != 0 {
            x = (tw - 1).saturating_sub(x);
        }
        if self.code & 4 != 0 {
            y = (th - 1).saturating_sub(y);
        }
        if self.code & 1 != 0 {
            (x, y) = (y, x);
        }
        Point::at(x, y)
    }

    /// The image of a board, with its ko ban; without history.
    pub fn board(self, b: &Board) -> Board {
        let (w, h) = (b.width(), b.height());
        let (nw, nh) = if self.transposes() { (h, w) } else { (w, h) };
        let mut t = Board::new(nw, nh).with_suicide(b.suicide());
        for c in Colour::BOTH {
            for p in b.stones(c).iter() {
                // Images of distinct points are distinct points of the new board.
                let _ = t.add(self.colour(c), self.point(p, w, h));
            }
        }
        t.set_ko(b.ko().map(|(p, c)| (self.point(p, w, h), self.colour(c))));
        t.fresh()
    }

    /// The image of a game, moves included.
    pub fn game(self, g: &Game) -> Game {
        let (w, h) = (g.board().width(), g.board().height());
        let mut t =
            Game::from_board(self.board(g.setup()), self.colour(g.setup_to_move()), g.rules());
        t.set_komi(if self.swaps() { -g.komi() } else { g.komi() });
        t.set_handicap(g.handicap());
        for m in g.played() {
            let mv = match m.mv {
                Move::Play(p) => Move::Play(self.point(p, w, h)),
                other => other,
            };
            if t.play(self.colour(m.colour), mv).is_err() {
                break;
            }
        }
        t.set_ko(g.board().ko().map(|(p, c)| (self.point(p, w, h), self.colour(c))));
        t.set_to_move(self.colour(g.to_move()));
        t
    }

    /// A text with its vertices and colours changed (`back` for the inverse).
    pub fn text(self, text: &str, w: usize, h: usize, back: bool) -> String {
        let word = |t: &str| -> String {
            if self.swaps() {
                match t {
                    "black" => return "white".into(),
                    "white" => return "black".into(),
                    "b" => return "w".into(),
                    "w" => return "b".into(),
                    "B" => return "W".into(),
                    "W" => return "B".into(),
                    "white_territory" => return "black_territory".into(),
                    "black_territory" => return "white_territory".into(),
                    _ => {}
                }
                if let Some(rest) = t.strip_prefix("B+") {
                    return format!("W+{rest}");
                }
                if let Some(rest) = t.strip_prefix("W+") {
                    return format!("B+{rest}");
                }
            }
            match parse_vertex(t) {
                Some(p) if back => vertex(self.unpoint(p, w, h)),
                Some(p) => vertex(self.point(p, w, h)),
                None => t.into(),
            }
        };
        text.split(' ')
            .map(|w| match w.strip_suffix(':') {
                Some(head) => word(head) + ":",
                None => word(w),
            })
            .collect::<Vec<_>>()
            .join(" ")
    }
}
