//! Positions of random games, as the seat to decide knows them.

use crate::desk::{AnyGame, AnyTable, DeskError};
use touchstone_kernel::{LuckKey, Rng};

/// One position with the history that led to it.
pub struct Case {
    /// Where the history begins.
    pub start: String,
    /// The moves since.
    pub moves: Vec<String>,
    /// The table.
    pub table: Box<dyn AnyTable>,
}

impl Case {
    /// The position after `moves` from `start`.
    pub fn new(
        game: &dyn AnyGame,
        rules: &str,
        start: &str,
        moves: &[String],
    ) -> Result<Case, DeskError> {
        let table = game.table(start, rules, moves)?;
        Ok(Case { start: start.into(), moves: moves.to_vec(), table })
    }

    /// What "smallest" goes by: the history first, then the text.
    pub fn size(&self) -> (usize, usize) {
        (self.moves.len(), self.start.len())
    }
}

/// Case number `number`: first what the game names as tricky, then random ones.
pub fn case(game: &dyn AnyGame, rules: &str, seed: u64, number: u64) -> Result<Case, DeskError> {
    let tricky = game.tricky();
    match usize::try_from(number).ok().and_then(|k| tricky.get(k)) {
        Some(text) => Case::new(game, rules, text, &[]),
        None => random(game, rules, seed, number - tricky.len() as u64),
    }
}

/// Random position number `number`: somewhere in a random game that is not over.
pub fn random(game: &dyn AnyGame, rules: &str, seed: u64, number: u64) -> Result<Case, DeskError> {
    let key = LuckKey { run: format!("check {seed}"), pair: number };
    let mut rng = Rng::keyed(&["check".into(), seed.into(), number.into()]);
    let mut referee = game.deal("start", rules, &key)?;
    let plies = rng.below(120);
    let mut last = referee.view(referee.seat()).clone_table();
    for _ in 0..plies {
        let mover = referee.seat();
        let legal = referee.view(mover).legal();
        if legal.is_empty() {
            break;
        }
        // Captures shorten games; a random one is as good as any.
        referee.play(&legal[rng.index(legal.len())])?;
        if referee.verdict().is_some() {
            break;
        }
        last = referee.view(referee.seat()).clone_table();
    }
    let (start, moves) = (last.start_text(), last.played().to_vec());
    // Made again from its texts, so that the reported command sees the same.
    Case::new(game, rules, &start, &moves)
}
