//! A set of tables for one board size. It generates what a question needs.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::Outcome;
use super::build::{Table, build};
use super::material::Material;
use super::store::Shelf;
use crate::general::rules::PROMOTIONS;
use crate::general::{Men, Size, Step};
use crate::piece::{Colour, Kind};

/// Why there is no table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// Pawns on both sides: en passant is outside the tables' world.
    EnPassant(Material),
    /// Some mate is farther away than a table can hold.
    TooFar(Material),
    /// The position is on a board of another size.
    OtherSize(Size, Size),
    /// The position cannot stand on a board.
    Illegal(String),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::EnPassant(m) => {
                write!(f, "no table of {m}: with pawns on both sides en passant would matter")
            }
            TableError::TooFar(m) => write!(f, "no table of {m}: a mate is too far away"),
            TableError::OtherSize(a, b) => write!(f, "the tables are for {a}, not for {b}"),
            TableError::Illegal(why) => write!(f, "no such position: {why}"),
        }
    }
}

impl std::error::Error for TableError {}

/// Tables of one board size, generated on demand, found on a shelf or added ready-made.
#[derive(Clone, Debug)]
pub struct Tables {
    size: Size,
    tables: BTreeMap<Material, Arc<Table>>,
    shelf: Option<Arc<dyn Shelf>>,
    trouble: Option<String>,
}

impl Tables {
    /// No tables yet.
    pub fn new(size: Size) -> Tables {
        Tables { size, tables: BTreeMap::new(), shelf: None, trouble: None }
    }

    /// No tables yet; what is generated is kept on `shelf` and found there again.
    pub fn with_shelf(size: Size, shelf: Arc<dyn Shelf>) -> Tables {
        Tables { shelf: Some(shelf), ..Tables::new(size) }
    }

    /// The first thing that went wrong on writing to the shelf, once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The table of a material (in its canonical form), if it is there.
    pub fn get(&self, material: &Material) -> Option<&Arc<Table>> {
        self.tables.get(&material.canonical().0)
    }

    /// Adds a table, for instance one read from a file.
    pub fn add(&mut self, table: Table) {
        self.tables.insert(table.material.clone(), Arc::new(table));
    }

    /// Makes sure that the table of `material` is there, with all that captures and
    /// promotions lead to.
    pub fn require(&mut self, material: &Material) -> Result<Arc<Table>, TableError> {
        let (canonical, _) = material.canonical();
        if let Some(table) = self.tables.get(&canonical) {
            return Ok(Arc::clone(table));
        }
        if canonical.pawns_on_both_sides() {
            return Err(TableError::EnPassant(canonical));
        }
        for smaller in successors(&canonical) {
            self.require(&smaller)?;
        }
        let table = match self.fetch(&canonical) {
            Some(table) => table,
            None => {
                let table = build(&canonical, self.size, &|men| self.lookup(men))
                    .ok_or_else(|| TableError::TooFar(canonical.clone()))?;
                self.keep(&table);
                table
            }
        };
        let table = Arc::new(table);
        self.tables.insert(canonical, Arc::clone(&table));
        Ok(table)
    }

    fn file_name(&self, material: &Material) -> String {
        format!("chess-{material}-{}.table", self.size)
    }

    /// The table from the shelf, if what lies there is really it.
    fn fetch(&self, material: &Material) -> Option<Table> {
        let bytes = self.shelf.as_ref()?.get(&self.file_name(material))?;
        let table = Table::from_bytes(&bytes).ok()?;
        (table.material == *material && table.index.size() == self.size).then_some(table)
    }

    /// A shelf that cannot be written costs time, not results.
    fn keep(&mut self, table: &Table) {
        if let Some(shelf) = &self.shelf
            && let Err(e) = shelf.put(&self.file_name(&table.material), &table.to_bytes())
        {
            self.trouble.get_or_insert(e);
        }
    }

    /// The value of a position for the side to move, from the tables that are there.
    /// `None` if its table is missing or the position is illegal.
    pub fn lookup(&self, men: &Men) -> Option<Outcome> {
        let men = men.tidy();
        let (canonical, flipped) = Material::of(&men).canonical();
        let table = self.tables.get(&canonical)?;
        if flipped { table.probe(&men.flipped(self.size).tidy()) } else { table.probe(&men) }
    }

    /// The value of a position; generates the table first if need be.
    pub fn solve(&mut self, size: Size, men: &Men) -> Result<Outcome, TableError> {
        if size != self.size {
            return Err(TableError::OtherSize(self.size, size));
        }
        if let Some(why) = men.fault(size) {
            return Err(TableError::Illegal(why));
        }
        self.require(&Material::of(men))?;
        self.lookup(men).ok_or_else(|| TableError::Illegal("not in its table".to_string()))
    }

    /// The legal moves with their values for the side to move, best first (ties in
    /// the order of generation). The tables must be there.
    pub fn moves(&self, men: &Men) -> Vec<(Step, Outcome)> {
        let mut list: Vec<(Step, Outcome)> = men
            .legal_moves(self.size)
            .into_iter()
            .filter_map(|s| Some((s, self.lookup(&men.after(s))?.before())))
            .collect();
        list.sort_by_key(|&(_, o)| std::cmp::Reverse(o.rank()));
        list
    }

    /// The best line to its end, at most `limit` plies.
    pub fn line(&self, men: &Men, limit: usize) -> Vec<Step> {
        let mut line = Vec::new();
        let mut at = *men;
        while line.len() < limit {
            let Some(&(step, outcome)) = self.moves(&at).first() else { break };
            line.push(step);
            at = at.after(step);
            if outcome == Outcome::Draw {
                break;
            }
        }
        line
    }
}

/// The materials into which captures and promotions lead directly.
pub fn successors(material: &Material) -> Vec<Material> {
    let mut list = Vec::new();
    for colour in Colour::BOTH {
        let own = material.of_colour(colour);
        let other = material.of_colour(colour.other());
        let mut push = |own: &[Kind], other: &[Kind]| {
            let m = match colour {
                Colour::White => Material::new(own, other),
                Colour::Black => Material::new(other, own),
            };
            let m = m.canonical().0;
            if !list.contains(&m) {
                list.push(m);
            }
        };
        let without = |kinds: &[Kind], i: usize| {
            let mut v = kinds.to_vec();
            v.remove(i);
            v
        };
        for i in 0..other.len() {
            push(own, &without(other, i));
        }
        for i in (0..own.len()).filter(|&i| own[i] == Kind::Pawn) {
            for kind in PROMOTIONS {
                let mut promoted = without(own, i);
                promoted.push(kind);
                push(&promoted, other);
                for k in 0..other.len() {
                    push(&promoted, &without(other, k));
                }
            }
        }
    }
    list
}
