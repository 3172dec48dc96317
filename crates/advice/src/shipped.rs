//! The tables that come with the product.

use std::sync::LazyLock;

use crate::bind::Mode;
use crate::{Loaded, load};

/// Name and text of each shipped table, as in `suites/advice`.
pub const TEXTS: &[(&str, &str)] = &[
    ("krk", include_str!("../../../suites/advice/krk.al0")),
    ("krk.ru", include_str!("../../../suites/advice/krk.ru.al0")),
    ("krk.corrected", include_str!("../../../suites/advice/krk.corrected.al0")),
    ("kqk", include_str!("../../../suites/advice/kqk.al0")),
    ("kpk", include_str!("../../../suites/advice/kpk.al0")),
    ("kbbk", include_str!("../../../suites/advice/kbbk.al0")),
    ("kbbk.ru", include_str!("../../../suites/advice/kbbk.ru.al0")),
];

/// The tables by which the product plays: those that win from every position that
/// can be won.
static PLAYERS: LazyLock<Vec<Loaded>> = LazyLock::new(|| {
    ["krk.corrected", "kqk", "kpk", "kbbk"]
        .iter()
        .filter_map(|name| load(text(name)?, Mode::Strict).ok())
        .collect()
});

/// The text of a shipped table.
pub fn text(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|t| t.0 == name).map(|t| t.1)
}

/// The tables by which the product plays, loaded.
pub fn players() -> &'static [Loaded] {
    &PLAYERS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_tables_load() {
        for (name, text) in TEXTS {
            assert!(load(text, Mode::Strict).is_ok(), "{name}");
        }
        assert_eq!(players().len(), 4);
    }
}
