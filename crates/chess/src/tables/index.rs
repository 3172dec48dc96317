//! Positions of one material as numbers, one for each class under the symmetries.

use super::material::Material;
use crate::general::{Man, Men, Point, Size, Symmetry};
use crate::piece::{Colour, Kind};

/// Numbers the placements of a material on a board. The white king is reduced to a
/// fundamental part of the board; among the images that are left, and among twins
/// exchanged, the smallest number stands for the class.
#[derive(Clone, Debug)]
pub struct Index {
    size: Size,
    others: Vec<(Colour, Kind)>,
    /// Reduced number of the white king's square in the fundamental part.
    part: Vec<Point>,
    /// For each white king's square: the symmetries that bring it into the part,
    /// with its number there.
    ways: Vec<(usize, Vec<Symmetry>)>,
    group: usize,
}

impl Index {
    /// The index for a material on a board.
    pub fn new(material: &Material, size: Size) -> Index {
        let symmetries = size.symmetries(material.has_pawns());
        let mut part: Vec<Point> = Vec::new();
        let mut ways = Vec::with_capacity(size.squares());
        for p in size.points() {
            let least = symmetries
                .iter()
                .map(|s| s.apply(size, p))
                .min_by_key(|&q| size.index(q))
                .unwrap_or(p);
            let number = part.iter().position(|&q| q == least).unwrap_or_else(|| {
                part.push(least);
                part.len() - 1
            });
            let into = symmetries.iter().copied().filter(|s| s.apply(size, p) == least).collect();
            ways.push((number, into));
        }
        Index { size, others: material.others(), part, ways, group: symmetries.len() }
    }

    /// Number of placements, classes that are not their own smallest one included.
    pub fn len(&self) -> usize {
        self.part.len() * self.size.squares().pow(1 + self.others.len() as u32)
    }

    /// Never: a board has squares.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The men's squares of a placement with this number.
    pub fn men(&self, number: usize, turn: Colour) -> Men {
        let n = self.size.squares();
        let mut rest = number;
        let mut at = [Point::new(1, 1); 2];
        for k in (0..self.others.len()).rev() {
            at[k] = self.size.point(rest % n);
            rest /= n;
        }
        let black = self.size.point(rest % n);
        let white = self.part[(rest / n) % self.part.len()];
        let mut others =
            [Man { kind: Kind::Pawn, colour: Colour::White, at: white, gone: true }; 2];
        for (k, &(colour, kind)) in self.others.iter().enumerate() {
            others[k] = Man { kind, colour, at: at[k], gone: false };
        }
        Men::new(white, black, &others[..self.others.len()], turn)
    }

    /// The class number of a placement: kings' squares and the squares of the other
    /// men in the material's order.
    #[inline]
    pub fn number(&self, white: Point, black: Point, others: &[Point]) -> usize {
        let (king, ways) = &self.ways[self.size.index(white)];
        let mut best = usize::MAX;
        for s in ways {
            best = best.min(self.number_under(*s, *king, black, others));
        }
        best
    }

    #[inline]
    fn number_under(&self, s: Symmetry, king: usize, black: Point, others: &[Point]) -> usize {
        let n = self.size.squares();
        let mut number = king * n + self.size.index(s.apply(self.size, black));
        match *others {
            [] => {}
            [a] => number = number * n + self.size.index(s.apply(self.size, a)),
            [a, b, ..] => {
                let mut i = self.size.index(s.apply(self.size, a));
                let mut j = self.size.index(s.apply(self.size, b));
                if self.others[0] == self.others[1] && i > j {
                    std::mem::swap(&mut i, &mut j);
                }
                number = (number * n + i) * n + j;
            }
        }
        number
    }

    /// The class number of a position whose men are in the material's order.
    #[inline]
    pub fn number_of(&self, men: &Men) -> usize {
        let mut at = [Point::new(1, 1); 2];
        let others = men.others();
        for (k, m) in others.iter().enumerate() {
            at[k] = m.at;
        }
        self.number(men.king(Colour::White), men.king(Colour::Black), &at[..others.len()])
    }

    /// In how many placements on the board a class appears (twins are one placement).
    pub fn orbit(&self, men: &Men) -> usize {
        let mut at = [Point::new(1, 1); 2];
        for (k, m) in men.others().iter().enumerate() {
            at[k] = m.at;
        }
        let others = &at[..men.others().len()];
        let white = men.king(Colour::White);
        let (king, ways) = &self.ways[self.size.index(white)];
        let black = men.king(Colour::Black);
        let own = self.number_under(Symmetry::ALL[0], *king, black, others);
        let fixed =
            ways.iter().filter(|s| self.number_under(**s, *king, black, others) == own).count();
        self.group / fixed.max(1)
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }
}
