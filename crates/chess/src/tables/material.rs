//! Which men a table is about.

use std::fmt;

use crate::general::{Man, Men};
use crate::piece::{Colour, Kind};

/// The men beside the kings, heavier kinds first: `KBNK` has bishop and knight of
/// White, `KRKN` a rook of White and a knight of Black.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Material {
    men: [Vec<Kind>; 2],
}

impl Material {
    /// White's and Black's men beside the kings.
    pub fn new(white: &[Kind], black: &[Kind]) -> Material {
        let sorted = |kinds: &[Kind]| {
            let mut list = kinds.to_vec();
            list.sort_by_key(|&k| std::cmp::Reverse(k));
            list
        };
        Material { men: [sorted(white), sorted(black)] }
    }

    /// The uncaptured men of a position.
    pub fn of(men: &Men) -> Material {
        let kinds = |c: Colour| -> Vec<Kind> {
            men.others().iter().filter(|m| !m.gone && m.colour == c).map(|m| m.kind).collect()
        };
        Material::new(&kinds(Colour::White), &kinds(Colour::Black))
    }

    /// Reads `KRK`, `kbnk`, `KRKN`, `KRvKN`; at most four men.
    ///
    /// ```
    /// use touchstone_chess::tables::Material;
    /// assert_eq!(Material::parse("knbk").unwrap().to_string(), "KBNK");
    /// assert!(Material::parse("KQQQK").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Material> {
        let mut sides: Vec<Vec<Kind>> = Vec::new();
        for c in text.trim().chars().filter(|c| !matches!(c, 'v' | '-')) {
            match Kind::from_letter(c)? {
                Kind::King => sides.push(Vec::new()),
                kind => sides.last_mut()?.push(kind),
            }
        }
        let [white, black] = sides.as_slice() else { return None };
        (white.len() + black.len() <= 2).then(|| Material::new(white, black))
    }

    /// The men of one colour beside its king.
    pub fn of_colour(&self, colour: Colour) -> &[Kind] {
        &self.men[colour.index()]
    }

    /// Number of men, kings included.
    pub fn count(&self) -> usize {
        2 + self.men[0].len() + self.men[1].len()
    }

    /// Colour and kind of the men beside the kings, in the order of the table's index.
    pub fn others(&self) -> Vec<(Colour, Kind)> {
        let side = |c: Colour| self.men[c.index()].iter().map(move |&k| (c, k));
        side(Colour::White).chain(side(Colour::Black)).collect()
    }

    /// Does any side have a pawn?
    pub fn has_pawns(&self) -> bool {
        self.men.iter().flatten().any(|&k| k == Kind::Pawn)
    }

    /// Do both sides have a pawn?
    pub fn pawns_on_both_sides(&self) -> bool {
        self.men.iter().all(|side| side.contains(&Kind::Pawn))
    }

    /// The same with colours exchanged.
    pub fn flipped(&self) -> Material {
        Material { men: [self.men[1].clone(), self.men[0].clone()] }
    }

    /// The form under which a table is kept: White has more men, or the heavier ones.
    /// The flag says whether colours were exchanged.
    pub fn canonical(&self) -> (Material, bool) {
        let weight = |side: &Vec<Kind>| (side.len(), side.clone());
        if weight(&self.men[0]) >= weight(&self.men[1]) {
            (self.clone(), false)
        } else {
            (self.flipped(), true)
        }
    }

    /// Places the men: kings first, the others in the order of [`Material::others`].
    /// Missing squares leave men out.
    pub fn place(&self, squares: &[crate::general::Point], turn: Colour) -> Option<Men> {
        let [white, black, rest @ ..] = squares else { return None };
        let others: Vec<Man> = self
            .others()
            .into_iter()
            .zip(rest)
            .map(|((colour, kind), &at)| Man { kind, colour, at, gone: false })
            .collect();
        Some(Men::new(*white, *black, &others, turn))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in &self.men {
            f.write_str("K")?;
            for kind in side {
                write!(f, "{}", kind.letter())?;
            }
        }
        Ok(())
    }
}
