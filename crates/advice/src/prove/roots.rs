//! The positions with us to move, as numbers: first all legal ones of the ending in
//! a fixed order, then those that captures and promotions lead to, as they are met.

use std::collections::HashMap;

use touchstone_chess::general::{Man, Men, Point, Size};
use touchstone_chess::tables::Material;
use touchstone_chess::tables::count::bishops_differ;
use touchstone_chess::{Colour, Kind};

const NONE: u32 = u32::MAX;

/// Numbers of positions.
#[derive(Clone, Debug)]
pub struct Roots {
    size: Size,
    material: Material,
    others: Vec<Man>,
    numbers: Vec<u32>,
    raw: Vec<u32>,
    extra: Vec<Men>,
    extra_numbers: HashMap<Men, u32>,
}

impl Roots {
    /// All legal positions of the ending with White (us) to move. Of two bishops one
    /// stands on light and one on dark squares; twins count once.
    pub fn new(material: &Material, size: Size) -> Roots {
        let mut roots = Roots::blank(material, size);
        let count = size.squares().pow(2 + roots.others.len() as u32);
        roots.numbers = vec![NONE; count];
        for raw in 0..count {
            if roots.counts(&roots.decode(raw)) {
                roots.numbers[raw] = roots.raw.len() as u32;
                roots.raw.push(raw as u32);
            }
        }
        roots
    }

    fn blank(material: &Material, size: Size) -> Roots {
        let at = Point::new(1, 1);
        let others: Vec<Man> = material
            .others()
            .into_iter()
            .map(|(colour, kind)| Man { kind, colour, at, gone: false })
            .collect();
        Roots {
            size,
            material: material.clone(),
            others,
            numbers: Vec::new(),
            raw: Vec::new(),
            extra: Vec::new(),
            extra_numbers: HashMap::new(),
        }
    }

    /// All legal positions of the ending with Black (them) to move.
    pub fn with_them_to_move(material: &Material, size: Size) -> Vec<Men> {
        let others = material.others().len() as u32;
        let blank = Roots::blank(material, size);
        (0..size.squares().pow(2 + others))
            .map(|raw| blank.decode(raw).with_turn(Colour::Black))
            .filter(|men| blank.counts(men))
            .collect()
    }

    /// Is it a legal position that counts: bishops on both colours, twins once?
    fn counts(&self, men: &Men) -> bool {
        if !men.is_legal(self.size) {
            return false;
        }
        let [a, b] = self.others.as_slice() else { return true };
        let bishops = a.kind == Kind::Bishop && b.kind == Kind::Bishop;
        let twins = a.kind == b.kind && a.colour == b.colour;
        (!bishops || bishops_differ(men)) && (!twins || men.tidy() == *men)
    }

    /// The ending.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of legal positions of the ending; numbers from here on belong to what
    /// captures and promotions led to.
    pub fn own(&self) -> usize {
        self.raw.len()
    }

    /// Number of all positions met.
    pub fn len(&self) -> usize {
        self.raw.len() + self.extra.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn decode(&self, raw: usize) -> Men {
        let n = self.size.squares();
        let mut rest = raw;
        let mut others =
            [Man { kind: Kind::Pawn, colour: Colour::White, at: Point::new(1, 1), gone: true }; 2];
        let k = self.others.len();
        for i in (0..k).rev() {
            others[i] = Man { at: self.size.point(rest % n), ..self.others[i] };
            rest /= n;
        }
        let black = self.size.point(rest % n);
        let white = self.size.point(rest / n % n);
        Men::new(white, black, &others[..k], Colour::White)
    }

    /// The position with this number.
    pub fn men(&self, number: usize) -> Men {
        match self.raw.get(number) {
            Some(&raw) => self.decode(raw as usize),
            None => self.extra[number - self.raw.len()],
        }
    }

    /// The number of a position with us to move, if it has one.
    pub fn find(&self, men: &Men) -> Option<u32> {
        let number = self.own_number(men);
        if number != NONE {
            return Some(number);
        }
        self.extra_numbers.get(&men.tidy()).copied()
    }

    /// The number of a position with us to move; a new one if it had none.
    pub fn number(&mut self, men: &Men) -> u32 {
        let number = self.own_number(men);
        if number != NONE {
            return number;
        }
        let men = men.tidy();
        if let Some(&number) = self.extra_numbers.get(&men) {
            return number;
        }
        let number = self.len() as u32;
        self.extra.push(men);
        self.extra_numbers.insert(men, number);
        number
    }

    fn own_number(&self, men: &Men) -> u32 {
        let others = men.others();
        let same = others.len() == self.others.len()
            && others
                .iter()
                .zip(&self.others)
                .all(|(a, b)| !a.gone && a.kind == b.kind && a.colour == b.colour);
        if !same {
            return NONE;
        }
        let number = self.numbers[self.raw_of(men)];
        if number != NONE || others.len() < 2 {
            return number;
        }
        self.numbers[self.raw_of(&men.tidy())]
    }

    fn raw_of(&self, men: &Men) -> usize {
        let n = self.size.squares();
        men.men().iter().fold(0, |raw, m| raw * n + self.size.index(m.at))
    }
}
