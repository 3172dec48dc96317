//! Rules as values with named presets.

/// Whether a stone may be put where it has no liberty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// A chain of two or more stones may remove itself.
    MultiStone,
    /// Any.
    All,
}

/// How repetition is prevented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ko {
    /// Nothing is banned.
    None,
    /// A ko may not be retaken at once; any other move or a pass lifts the ban.
    Simple,
    /// No board position may come back.
    Positional,
    /// No board position may come back with the same side to move.
    Situational,
}

/// How the end is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Stones and territory, dead stones removed.
    Area,
    /// Territory and prisoners, dead stones removed.
    Territory,
    /// Stones and empty points that reach one colour only; nothing is removed.
    TrompTaylor,
}

/// The rules of a game of Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Repetition.
    pub ko: Ko,
    /// Suicide.
    pub suicide: Suicide,
    /// Counting.
    pub scoring: Scoring,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::CHINESE
    }
}

impl Rules {
    /// Area scoring, simple ko, no suicide.
    pub const CHINESE: Rules =
        Rules { ko: Ko::Simple, suicide: Suicide::Forbidden, scoring: Scoring::Area };
    /// Territory scoring, simple ko, no suicide (GNU Go's defaults).
    pub const JAPANESE: Rules =
        Rules { ko: Ko::Simple, suicide: Suicide::Forbidden, scoring: Scoring::Territory };
    /// Area scoring as it stands, positional superko, suicide allowed.
    pub const TROMP_TAYLOR: Rules =
        Rules { ko: Ko::Positional, suicide: Suicide::All, scoring: Scoring::TrompTaylor };

    /// Names and rules of the presets, the default first.
    pub const PRESETS: [(&'static str, Rules); 3] = [
        ("chinese", Rules::CHINESE),
        ("japanese", Rules::JAPANESE),
        ("tromp-taylor", Rules::TROMP_TAYLOR),
    ];

    /// The preset of this name; the empty name is the default.
    pub fn preset(name: &str) -> Option<Rules> {
        if name.is_empty() {
            return Some(Rules::default());
        }
        Rules::PRESETS.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|p| p.1)
    }
}
