//! Rules as a value with named presets.

use crate::piece::Kind;
use touchstone_kernel::{Preset, TextError};

/// The rules of a game of Banqi. Sources of the presets: docs/banqi.md.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Files of the board, 1 to 8.
    pub files: u8,
    /// Ranks of the board, 1 to 4.
    pub ranks: u8,
    /// Pieces of each kind that one colour starts with, in the order `G A E R H C S`.
    pub set: [u8; 7],
    /// Plies without a flip or capture after which the game is drawn.
    pub no_progress_plies: u16,
    /// The occurrence of one position at which the game is drawn.
    pub repetition: Option<u8>,
    /// Chase moves in a row after which another is illegal.
    pub chase_limit: Option<u8>,
    /// Whether a side without pieces and without tiles in the bag has lost at once.
    pub early_elimination: bool,
}

/// The full board and set with the clocks of the tournaments in Taiwan.
const TCGA: Rules = Rules {
    files: 8,
    ranks: 4,
    set: [1, 2, 2, 2, 2, 2, 5],
    no_progress_plies: 60,
    repetition: Some(3),
    chase_limit: None,
    early_elimination: true,
};

/// The named rules, the default first.
pub const PRESETS: &[Preset<Rules>] = &[
    Preset { name: "tcga", rules: TCGA, about: "60 quiet plies or the third occurrence draw" },
    Preset {
        name: "mistboard",
        rules: Rules { no_progress_plies: 40, chase_limit: Some(7), ..TCGA },
        about: "40 quiet plies draw; third occurrence draws; 7 chase moves in a row at most",
    },
    Preset {
        name: "icga",
        rules: Rules { no_progress_plies: 180, ..TCGA },
        about: "180 quiet plies or the third occurrence draw",
    },
    Preset {
        name: "openspiel",
        rules: Rules { no_progress_plies: 50, repetition: None, early_elimination: false, ..TCGA },
        about: "as OpenSpiel's banqi: 50 quiet plies draw, no repetition, play on to the last move",
    },
];

impl Default for Rules {
    fn default() -> Self {
        TCGA
    }
}

impl Rules {
    /// The preset of that name.
    pub fn named(name: &str) -> Option<Rules> {
        PRESETS.iter().find(|p| p.name == name).map(|p| p.rules)
    }

    /// These rules on a smaller board with a smaller set (per colour, in the
    /// order `G A E R H C S`).
    ///
    /// # Errors
    /// If the board is larger than 8x4 or smaller than 1x1, or the two sets do
    /// not fill it exactly, or a count is above 15.
    pub fn on_board(self, files: u8, ranks: u8, set: [u8; 7]) -> Result<Rules, TextError> {
        let rules = Rules { files, ranks, set, ..self };
        rules.check()?;
        Ok(rules)
    }

    /// Whether board and set fit together.
    ///
    /// # Errors
    /// See [`Rules::on_board`].
    pub fn check(&self) -> Result<(), TextError> {
        if !(1..=8).contains(&self.files) || !(1..=4).contains(&self.ranks) {
            return Err(TextError::new(
                "board size",
                format!("{}x{}", self.files, self.ranks),
                "1 to 8 files and 1 to 4 ranks",
            ));
        }
        let tiles: u32 = 2 * self.set.iter().map(|&n| u32::from(n)).sum::<u32>();
        if tiles != self.squares() || self.set.iter().any(|&n| n > 15) {
            return Err(TextError::new(
                "piece set",
                format!("{tiles} tiles"),
                format!("exactly one tile for each of the {} squares", self.squares()),
            ));
        }
        Ok(())
    }

    /// Number of squares.
    pub const fn squares(&self) -> u32 {
        self.files as u32 * self.ranks as u32
    }

    /// Pieces of `kind` that each colour starts with.
    #[inline]
    pub const fn initial(&self, kind: Kind) -> u8 {
        self.set[kind.index()]
    }

    /// The mask of the squares that exist, in the numbering of [`crate::bits`].
    pub const fn mask(&self) -> u32 {
        let row = if self.files >= 8 { 0xff } else { (1u32 << self.files) - 1 };
        let mut mask = 0;
        let mut r = 0;
        while r < self.ranks && r < 4 {
            mask |= row << (8 * r);
            r += 1;
        }
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_fit_their_board() {
        for p in PRESETS {
            p.rules.check().unwrap();
            assert_eq!(p.rules.mask(), u32::MAX);
            assert_eq!(Rules::named(p.name), Some(p.rules));
        }
        assert_eq!(Rules::named("TCGA"), None);
    }

    #[test]
    fn small_boards() {
        let r = Rules::default().on_board(4, 2, [1, 1, 0, 0, 0, 1, 1]).unwrap();
        assert_eq!(r.mask(), 0x0f0f);
        assert!(Rules::default().on_board(4, 2, [1, 1, 0, 0, 0, 1, 2]).is_err());
        assert!(Rules::default().on_board(9, 2, [1; 7]).is_err());
    }
}
