//! `touchstone perft`: counts of the rules.

use crate::failure::Failure;
use crate::out;
use crate::position::PositionArgs;
use touchstone_lab::desk::PerftJson;

/// Count the moves and positions of the rules.
///
/// Example: touchstone perft banqi --depth 3
#[derive(clap::Args)]
pub struct Args {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Plies.
    #[arg(long)]
    depth: u32,
    /// Also count behind each root move (Dice Chess: for each roll).
    #[arg(long)]
    divide: bool,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let (game, table) = args.position.table(&args.game)?;
    for mut counts in game.perft(table.as_ref(), args.depth, args.divide)? {
        let divide = std::mem::take(&mut counts.divide);
        for row in divide {
            if args.json {
                out::json(&row)?;
            } else {
                out::line(plain(&row))?;
            }
        }
        if args.json {
            out::json(&counts)?;
        } else {
            let PerftJson { depth, moves, positions, .. } = counts;
            out::line(format!("depth {depth}: {moves} moves, {positions} positions"))?;
        }
    }
    Ok(())
}

/// A JSON object as `key value` pairs.
fn plain(row: &serde_json::Value) -> String {
    let Some(map) = row.as_object() else { return row.to_string() };
    let pair = |(k, v): (&String, &serde_json::Value)| match v.as_str() {
        Some(text) => format!("{k} {text}"),
        None => format!("{k} {v}"),
    };
    map.iter().map(pair).collect::<Vec<_>>().join("  ")
}
