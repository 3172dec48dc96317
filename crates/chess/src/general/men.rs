//! Who stands where: two kings and at most two more men.

use super::size::{Point, Size, Symmetry};
use crate::piece::{Colour, Kind};

/// The greatest number of men of a position.
pub const MAX_MEN: usize = 4;

/// One man. A captured man keeps the square on which it was captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub colour: Colour,
    /// Where it stands, or stood when captured.
    pub at: Point,
    /// Has it been captured?
    pub gone: bool,
}

/// A move: which man goes where. The man's number is its place in [`Men::men`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Number of the man.
    pub man: u8,
    /// Target square.
    pub to: Point,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

/// A position: the white king is man 0, the black king man 1, then the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Men {
    men: [Man; MAX_MEN],
    count: u8,
    turn: Colour,
}

impl Men {
    /// Two kings and `others` (at most two; more are left out). Nothing is checked
    /// but their number: see [`Men::fault`].
    pub fn new(white_king: Point, black_king: Point, others: &[Man], turn: Colour) -> Men {
        let king = |colour, at| Man { kind: Kind::King, colour, at, gone: false };
        let mut men = [king(Colour::White, white_king); MAX_MEN];
        men[1] = king(Colour::Black, black_king);
        let mut count = 2;
        for man in others.iter().take(MAX_MEN - 2) {
            men[count] = *man;
            count += 1;
        }
        Men { men, count: count as u8, turn }
    }

    /// All men, captured ones included.
    #[inline]
    pub fn men(&self) -> &[Man] {
        &self.men[..self.count as usize]
    }

    /// The men beside the kings, captured ones included.
    #[inline]
    pub fn others(&self) -> &[Man] {
        &self.men[2..self.count as usize]
    }

    /// Man number `i`; 0 and 1 are the kings.
    #[inline]
    pub fn man(&self, i: usize) -> &Man {
        &self.men[i]
    }

    /// Number of men, captured ones included.
    #[inline]
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// Who is to move.
    #[inline]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The same men with `turn` to move.
    #[inline]
    pub fn with_turn(mut self, turn: Colour) -> Men {
        self.turn = turn;
        self
    }

    /// The king's square.
    #[inline]
    pub fn king(&self, colour: Colour) -> Point {
        self.men[colour.index()].at
    }

    /// The man on `p`, if any.
    #[inline]
    pub fn on(&self, p: Point) -> Option<usize> {
        self.men().iter().position(|m| !m.gone && m.at == p)
    }

    /// The same with man `i` moved to `to`; captures and turn untouched.
    #[inline]
    pub fn placed(mut self, i: usize, to: Point) -> Men {
        self.men[i].at = to;
        self
    }

    /// The position after a move. The move is not checked; a king is never captured.
    #[inline]
    pub fn after(&self, step: Step) -> Men {
        let mut next = *self;
        for i in 2..self.count as usize {
            if i != step.man as usize && next.men[i].at == step.to {
                next.men[i].gone = true;
            }
        }
        let man = &mut next.men[step.man as usize];
        man.at = step.to;
        if let Some(kind) = step.promotion {
            man.kind = kind;
        }
        next.turn = self.turn.other();
        next
    }

    /// Does the move capture?
    #[inline]
    pub fn captures(&self, step: Step) -> bool {
        self.on(step.to).is_some_and(|i| i != step.man as usize)
    }

    /// The position without its captured men, the others sorted: White first,
    /// heavier kinds first, bishops on dark squares before those on light ones, then
    /// by square.
    pub fn tidy(&self) -> Men {
        let mut others: Vec<Man> = self.others().iter().filter(|m| !m.gone).copied().collect();
        let shade = |m: &Man| if m.kind == Kind::Bishop { (m.at.x + m.at.y) % 2 } else { 0 };
        others.sort_by_key(|m| (m.colour, std::cmp::Reverse(m.kind), shade(m), m.at.y, m.at.x));
        Men::new(self.men[0].at, self.men[1].at, &others, self.turn)
    }

    /// The image under a symmetry of the board.
    pub fn image(&self, size: Size, symmetry: Symmetry) -> Men {
        let mut next = *self;
        for man in &mut next.men[..self.count as usize] {
            man.at = symmetry.apply(size, man.at);
        }
        next
    }

    /// Colours exchanged and ranks reflected: the same game seen from the other side.
    pub fn flipped(&self, size: Size) -> Men {
        let mut next = *self;
        for man in &mut next.men[..self.count as usize] {
            man.at.y = size.ranks() + 1 - man.at.y;
            man.colour = man.colour.other();
        }
        next.men.swap(0, 1);
        next.turn = self.turn.other();
        next
    }

    /// Is any uncaptured man a pawn?
    pub fn has_pawns(&self) -> bool {
        self.others().iter().any(|m| !m.gone && m.kind == Kind::Pawn)
    }

    /// Can this stand on a board? The quick form of [`Men::fault`].
    pub fn is_legal(&self, size: Size) -> bool {
        for (i, m) in self.men().iter().enumerate() {
            if m.gone {
                continue;
            }
            let pawn_off = m.kind == Kind::Pawn && (m.at.y == 1 || m.at.y == size.ranks());
            if !size.has(m.at)
                || pawn_off
                || self.men()[..i].iter().any(|o| !o.gone && o.at == m.at)
            {
                return false;
            }
        }
        !self.in_check(size, self.turn.other())
    }

    /// Why this cannot stand on a board: men off the board or on one square, pawns
    /// on the first or last rank, the side that is not to move in check.
    pub fn fault(&self, size: Size) -> Option<String> {
        for (i, m) in self.men().iter().enumerate() {
            if m.gone {
                continue;
            }
            if !size.has(m.at) {
                return Some(format!("{} is not on a {size} board", m.at));
            }
            if self.men()[..i].iter().any(|o| !o.gone && o.at == m.at) {
                return Some(format!("two men stand on {}", m.at));
            }
            if m.kind == Kind::Pawn && (m.at.y == 1 || m.at.y == size.ranks()) {
                return Some(format!("a pawn stands on {}", m.at));
            }
        }
        if self.in_check(size, self.turn.other()) {
            return Some(match self.king(Colour::White).distance(self.king(Colour::Black)) {
                1 => "the kings are adjacent".to_string(),
                _ => "the side that is not to move is in check".to_string(),
            });
        }
        None
    }
}
