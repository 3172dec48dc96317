//! The arguments by which every command names a position.

use crate::failure::Failure;
use crate::out;
use touchstone_lab::desk::{self, AnyGame, AnyTable};

/// A position of a game, with the history that repetition and clocks need.
#[derive(clap::Args, Clone, Debug)]
pub struct PositionArgs {
    /// The game's position text, `start`, or `-` to read it from standard input.
    #[arg(long, default_value = "start", allow_hyphen_values = true)]
    pub position: String,
    /// The moves since, so that repetition and draw clocks are known.
    #[arg(long, num_args = 1.., value_delimiter = ' ')]
    pub moves: Vec<String>,
    /// Take the position from a game record instead.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pub record: Option<String>,
    /// The position after this many plies of the record; the last one if absent.
    #[arg(long, value_name = "N", requires = "record")]
    pub ply: Option<usize>,
    /// The rules preset; the game's default if absent.
    #[arg(long, default_value = "")]
    pub rules: String,
}

impl PositionArgs {
    /// The game of that name and the table that the arguments describe.
    pub fn table(&self, game: &str) -> Result<(&'static dyn AnyGame, Box<dyn AnyTable>), Failure> {
        let game = desk::game(game)?;
        if let Some(path) = &self.record {
            let text = out::read(path)?;
            let table = crate::commands::record::table_of(game, &text, self.ply, &self.rules)?;
            return Ok((game, table));
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
