//! Go positions for commands: what a table of Go holds, and SGF files.

use crate::failure::Failure;
use crate::out;
use crate::position::PositionArgs;
use touchstone_go::Game;
use touchstone_go::sgf::{self, Until};
use touchstone_lab::desk;

/// The game that the arguments describe.
///
/// `--position` takes a diagram (lines, or rows divided by `/`), SGF or a file of it, `-` or
/// `start`; `--record` a record of ours or an SGF file; `--ply N` gives the position after N
/// moves of it.
pub fn game(args: &PositionArgs) -> Result<Game, Failure> {
    let (_, table) = args.table("go")?;
    desk::go::game_of(table.as_ref()).cloned().ok_or_else(|| Failure::bad("not a position of Go"))
}

/// The position text after `ply` moves (all, if absent) of an SGF file.
pub fn of_sgf(path: &str, rules: &str, ply: Option<usize>) -> Result<String, Failure> {
    let bytes = out::bytes(path)?;
    let start = desk::game("go")?.table("start", rules, &[])?;
    let rules = desk::go::game_of(start.as_ref()).map(Game::rules).unwrap_or_default();
    let until = ply.map_or(Until::End, |n| Until::Before(n.saturating_add(1)));
    let loaded =
        sgf::load(&bytes, until, rules).map_err(|e| Failure::bad(format!("{path}: {e}")))?;
    Ok(desk::go::position_text(&loaded.game))
}
