//! Which games there are. One line each.

use super::{AnyGame, DeskError};

/// All games.
static GAMES: &[&dyn AnyGame] = &[
    &super::banqi::BANQI,
    &super::jieqi::JIEQI,
    &super::dicechess::DICECHESS,
    &super::chess::CHESS,
];

/// All games that the product knows, in the order of its help texts.
pub fn games() -> &'static [&'static dyn AnyGame] {
    GAMES
}

/// The game of this name. `toy`, the laboratory's witness, and `go`, whose engine
/// here is the plain one of random games, are found too.
pub fn game(name: &str) -> Result<&'static dyn AnyGame, DeskError> {
    if name == "go" {
        return Ok(&super::go::GO);
    }
    if name == "toy" {
        return Ok(&crate::toy::TOY);
    }
    games().iter().copied().find(|g| g.name() == name).ok_or_else(|| DeskError::Unknown {
        what: "game",
        found: name.into(),
        known: games().iter().map(|g| g.name()).chain(["go"]).collect::<Vec<_>>().join(", "),
    })
}
