//! The retrograde generator.
//!
//! Level by level, from the mates backwards: what can move into a lost position is
//! won one ply later; what can only move into won positions is lost, which is
//! checked by its moves forwards (counters would need care with symmetric
//! positions). Captures and promotions lead into smaller tables; they are looked up
//! once and wait in a list until their level comes.

use super::Outcome;
use super::index::Index;
use super::material::Material;
use crate::general::{Men, Point, Size, Step};
use crate::piece::{Colour, Kind};

/// Value byte of a position that is drawn, or not yet decided while building.
pub(super) const DRAW: u8 = 0;
/// Value byte of a number that is no legal position or not its class's number.
pub(super) const NONE: u8 = 255;
/// The greatest distance that a table can hold, in plies.
pub const MAX_PLIES: u16 = 253;

/// The exact table of one material. Bytes: 0 draw, 255 none, else plies + 1; an even
/// number of plies is a loss of the side to move, an odd one its win.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) material: Material,
    pub(super) index: Index,
    pub(super) values: [Vec<u8>; 2],
}

impl Table {
    /// Which men it is about; White has the heavier side.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The numbers of its positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The value of a class number; `None` for numbers that stand for no legal position.
    #[inline]
    pub fn value(&self, number: usize, turn: Colour) -> Option<Outcome> {
        decode(self.values[turn.index()][number])
    }

    /// The value of a position whose men are exactly the table's, in its order.
    #[inline]
    pub fn probe(&self, men: &Men) -> Option<Outcome> {
        self.value(self.index.number_of(men), men.turn())
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.values.iter().map(Vec::len).sum()
    }
}

#[inline]
fn decode(byte: u8) -> Option<Outcome> {
    match byte {
        NONE => None,
        DRAW => Some(Outcome::Draw),
        v if v % 2 == 1 => Some(Outcome::Loss(v as u16 - 1)),
        v => Some(Outcome::Win(v as u16 - 1)),
    }
}

/// A position by turn and number.
type Place = (Colour, u32);

struct Builder<'a> {
    size: Size,
    index: Index,
    values: [Vec<u8>; 2],
    /// What captures and promotions lead to.
    smaller: &'a dyn Fn(&Men) -> Option<Outcome>,
    /// `wins[p]`: positions that a conversion wins in p plies. `tries[p]`: positions
    /// of which a conversion is lost in p plies, so that they may be lost.
    wins: Vec<Vec<Place>>,
    tries: Vec<Vec<Place>>,
}

/// Generates the table of `material`. `smaller` gives the values of positions after
/// captures and promotions. `None` if a distance is greater than [`MAX_PLIES`] or a
/// smaller table is missing.
pub fn build(
    material: &Material,
    size: Size,
    smaller: &dyn Fn(&Men) -> Option<Outcome>,
) -> Option<Table> {
    let index = Index::new(material, size);
    let len = index.len();
    let levels = MAX_PLIES as usize + 2;
    let mut b = Builder {
        size,
        index,
        values: [vec![NONE; len], vec![NONE; len]],
        smaller,
        wins: vec![Vec::new(); levels],
        tries: vec![Vec::new(); levels],
    };
    let mut current = b.start()?;
    let mut level = 0u16;
    loop {
        if level >= MAX_PLIES {
            let pending = !current.is_empty()
                || b.wins[level as usize..].iter().any(|l| !l.is_empty())
                || b.tries[level as usize..].iter().any(|l| !l.is_empty());
            if pending {
                return None;
            }
            break;
        }
        let wins = std::mem::take(&mut b.wins[level as usize]);
        for place in wins {
            b.decide(place, level, &mut current);
        }
        let tries = std::mem::take(&mut b.tries[level as usize]);
        for place in tries {
            if b.undecided(place) && b.all_lose(place, level) {
                b.decide(place, level, &mut current);
            }
        }
        let mut next = Vec::new();
        for &(turn, number) in &current {
            let men = b.index.men(number as usize, turn);
            if level.is_multiple_of(2) {
                b.before(&men, &mut |b, place| b.decide(place, level + 1, &mut next));
            } else {
                b.before(&men, &mut |b, place| {
                    if b.undecided(place) && b.all_lose(place, level + 1) {
                        b.decide(place, level + 1, &mut next);
                    }
                });
            }
        }
        current = next;
        level += 1;
        let later = |lists: &[Vec<Place>]| lists[level as usize..].iter().any(|l| !l.is_empty());
        if current.is_empty() && !later(&b.wins) && !later(&b.tries) {
            break;
        }
    }
    Some(Table { material: material.clone(), index: b.index, values: b.values })
}

impl Builder<'_> {
    #[inline]
    fn undecided(&self, (turn, number): Place) -> bool {
        self.values[turn.index()][number as usize] == DRAW
    }

    #[inline]
    fn decide(&mut self, place: Place, level: u16, list: &mut Vec<Place>) {
        let byte = &mut self.values[place.0.index()][place.1 as usize];
        if *byte == DRAW {
            *byte = level as u8 + 1;
            list.push(place);
        }
    }

    /// Marks the legal positions, lists the mates and files the conversions.
    fn start(&mut self) -> Option<Vec<Place>> {
        let mut mates = Vec::new();
        for number in 0..self.index.len() {
            let men = self.index.men(number, Colour::White);
            if !distinct(&men)
                || men.king(Colour::White).distance(men.king(Colour::Black)) <= 1
                || pawn_misplaced(&men, self.size)
                || self.index.number_of(&men) != number
            {
                continue;
            }
            for turn in Colour::BOTH {
                let men = men.with_turn(turn);
                if men.in_check(self.size, turn.other()) {
                    continue;
                }
                self.values[turn.index()][number] = DRAW;
                let place = (turn, number as u32);
                if may_convert(&men, self.size) {
                    self.file_conversions(&men, place)?;
                }
                if men.in_check(self.size, turn) && !men.can_move(self.size) {
                    self.values[turn.index()][number] = 1;
                    mates.push(place);
                }
            }
        }
        Some(mates)
    }

    fn file_conversions(&mut self, men: &Men, place: Place) -> Option<()> {
        let mut results = Vec::new();
        let mut known = true;
        men.legal(self.size, &mut |s| {
            if converts(men, s) {
                match (self.smaller)(&men.after(s)) {
                    Some(o) => results.push(o),
                    None => known = false,
                }
            }
            known
        });
        if !known {
            return None;
        }
        for outcome in results {
            match outcome {
                Outcome::Loss(p) => self.wins.get_mut(p as usize + 1)?.push(place),
                Outcome::Win(p) => self.tries.get_mut(p as usize + 1)?.push(place),
                Outcome::Draw => {}
            }
        }
        Some(())
    }

    /// Do all legal moves lead to positions that the other side wins, known at `level`?
    fn all_lose(&self, (turn, number): Place, level: u16) -> bool {
        let men = self.index.men(number as usize, turn);
        let mut any = false;
        let all = men.legal(self.size, &mut |s| {
            any = true;
            let next = men.after(s);
            if converts(&men, s) {
                matches!((self.smaller)(&next), Some(Outcome::Win(p)) if p < level)
            } else {
                let byte = self.values[next.turn().index()][self.index.number_of(&next)];
                matches!(decode(byte), Some(Outcome::Win(_)))
            }
        });
        all && any
    }

    /// Visits the positions from which the side that is not to move can have moved
    /// here without capture or promotion.
    fn before(&mut self, men: &Men, visit: &mut impl FnMut(&mut Self, Place)) {
        let mover = men.turn().other();
        for i in 0..men.count() {
            let m = *men.man(i);
            if m.colour != mover {
                continue;
            }
            let mut back = |b: &mut Self, from: Point| {
                let number = b.index.number_of(&men.placed(i, from));
                if b.values[mover.index()][number] == DRAW {
                    visit(b, (mover, number as u32));
                }
            };
            if m.kind == Kind::Pawn {
                let (ahead, first) = match mover {
                    Colour::White => (1, 2),
                    Colour::Black => (-1, self.size.ranks() - 1),
                };
                let one = Point::new(m.at.x, m.at.y - ahead);
                if m.at.y == first || men.on(one).is_some() {
                    continue;
                }
                back(self, one);
                let two = Point::new(m.at.x, m.at.y - 2 * ahead);
                if two.y == first && self.size.has(two) && men.on(two).is_none() {
                    back(self, two);
                }
            } else {
                let size = self.size;
                men.moves_of(size, i, &mut |s: Step| {
                    if men.on(s.to).is_none() {
                        back(self, s.to);
                    }
                    true
                });
            }
        }
    }
}

fn distinct(men: &Men) -> bool {
    let all = men.men();
    (1..all.len()).all(|i| all[..i].iter().all(|o| o.at != all[i].at))
}

fn pawn_misplaced(men: &Men, size: Size) -> bool {
    men.others().iter().any(|m| m.kind == Kind::Pawn && (m.at.y == 1 || m.at.y == size.ranks()))
}

/// Can the side to move perhaps capture or promote?
fn may_convert(men: &Men, size: Size) -> bool {
    let turn = men.turn();
    men.others().iter().any(|m| {
        if m.colour != turn {
            return true;
        }
        // Of four ranks a pawn's first move of two squares already promotes.
        let last = if turn == Colour::White { size.ranks() - 1 } else { 2 };
        m.kind == Kind::Pawn && (m.at.y == last || size.ranks() == 4)
    })
}

fn converts(men: &Men, step: Step) -> bool {
    step.promotion.is_some() || men.captures(step)
}
