//! The arguments by which every command names a position.

use crate::failure::Failure;
use crate::out;
use touchstone_lab::desk::{self, AnyGame, AnyTable};

/// A position of a game, with the history that repetition and clocks need.
#[derive(clap::Args, Clone, Debug)]
pub struct PositionArgs {
    /// The game's position text, `start`, or `-` to read it from standard input; for Go also
    /// an SGF file.
    #[arg(long, default_value = "start", allow_hyphen_values = true)]
    pub position: String,
    /// The moves since, so that repetition and draw clocks are known.
    #[arg(long, num_args = 1.., value_delimiter = ' ')]
    pub moves: Vec<String>,
    /// Take the position from a game record instead: records of ours, compressed or not, a
    /// store, or for Go an SGF file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pub record: Option<String>,
    /// Which game of the record file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub nth: u64,
    /// The position after this many plies of the record; the last one if absent.
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// The rules preset; the game's default if absent.
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,
}

impl PositionArgs {
    /// The game of that name and the table that the arguments describe.
    pub fn table(&self, game: &str) -> Result<(&'static dyn AnyGame, Box<dyn AnyTable>), Failure> {
        let game = desk::game(game)?;
        let named = self.record.as_deref().unwrap_or(&self.position);
        if game.name() == "go" && named.ends_with(".sgf") {
            let text = crate::go_position::of_sgf(named, &self.rules, self.ply)?;
            return Ok((game, game.table(&text, &self.rules, &self.moves)?));
        }
        if let Some(path) = &self.record {
            let at = (self.nth, self.ply);
            let table = crate::commands::record::table_of(game, path, at, &self.rules)?;
            return Ok((game, table));
        }
        if self.ply.is_some() {
            return Err(Failure::bad("--ply: found no game record; expected --record FILE too"));
        }
        let text = if self.position == "-" {
            out::read("-")?.trim().to_string()
        } else {
            self.position.clone()
        };
        let table = game.table(&text, &self.rules, &self.moves)?;
        Ok((game, table))
    }
}
