//! Go positions for commands: a diagram, an SGF file, or `start`.

use crate::commands::gtp::rules;
use crate::failure::Failure;
use crate::out;
use crate::position::PositionArgs;
use touchstone_go::sgf::{self, Until};
use touchstone_go::{Colour, Game, Move, notation};

/// The game that the arguments describe.
///
/// `--position` takes a diagram (lines, or rows divided by `/`), an SGF file, `-`
/// or `start`; `--record` an SGF file; `--ply N` gives the position after N moves.
pub fn game(args: &PositionArgs) -> Result<Game, Failure> {
    let rules = rules(&args.rules)?;
    let until = args.ply.map_or(Until::End, |n| Until::Before(n + 1));
    let from_sgf = |bytes: &[u8], name: &str| -> Result<Game, Failure> {
        sgf::load(bytes, until, rules)
            .map(|l| l.game)
            .map_err(|e| Failure::bad(format!("{name}: {e}")))
    };
    let text = args.record.as_deref().unwrap_or(&args.position);
    let mut game = if text == "start" {
        Game::new(19, 19, rules)
    } else if args.record.is_some() || text.ends_with(".sgf") {
        let bytes = std::fs::read(text).map_err(|e| Failure::bad(format!("{text}: {e}")))?;
        from_sgf(&bytes, text)?
    } else {
        let read = if text == "-" { out::read("-")? } else { text.to_string() };
        if read.trim_start().starts_with('(') {
            from_sgf(read.as_bytes(), "--position")?
        } else {
            let board = notation::parse_diagram(&read.replace('/', "\n"))
                .map_err(|e| Failure::bad(format!("--position: {e}")))?;
            Game::from_board(board, Colour::Black, rules)
        }
    };
    for m in &args.moves {
        let c = game.to_move();
        let mv = Move::parse(m).ok_or_else(|| {
            Failure::bad(format!("--moves: found {m:?}, expected a vertex or pass"))
        })?;
        game.play(c, mv).map_err(|e| Failure::bad(format!("--moves: {e}")))?;
    }
    Ok(game)
}
