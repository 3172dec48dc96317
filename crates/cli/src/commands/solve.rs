//! `touchstone solve`: proved values.

use crate::failure::Failure;
use crate::out;
use crate::position::PositionArgs;
use touchstone_kernel::Limits;

/// The proved value where exact tables or proof search reach; for Go the status of every group.
///
/// Example: touchstone solve banqi --position "8/8/8/G6s r - 0 40"
#[derive(clap::Args)]
pub struct Args {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Nodes for a proof search.
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    if args.game == "go" {
        return super::solve_go::run(&args.position, args.nodes, args.json);
    }
    let (game, table) = args.position.table(&args.game)?;
    let solved = game.solve(table.as_ref(), &Limits::nodes(args.nodes))?;
    if args.json {
        return out::json(&solved);
    }
    match (&solved.value, &solved.proof) {
        (Some(value), proof) => {
            let end = value
                .end
                .as_ref()
                .map_or(String::new(), |e| format!(", {} in {} plies", e.result, e.plies));
            let by = proof.as_deref().unwrap_or("search");
            out::line(format!("{:.1} %{end} (proved by {by})", value.percent))?;
        }
        (None, _) => out::line("nothing is proved here")?,
    }
    for (name, value) in &solved.more {
        out::line(format!("{name}: {value}"))?;
    }
    Ok(())
}
