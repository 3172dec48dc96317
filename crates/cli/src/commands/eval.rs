//! `touchstone eval`: the static evaluation, term by term.

use crate::failure::Failure;
use crate::out;
use crate::position::PositionArgs;

/// The static evaluation, term by term, with its units.
///
/// Example: touchstone eval banqi --position "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29"
#[derive(clap::Args)]
pub struct Args {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// A parameter file for the evaluation.
    #[arg(long, value_name = "FILE")]
    params: Option<String>,
    /// For Go: the numbers behind each estimate.
    #[arg(long)]
    trace: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    if args.game == "go" {
        return super::eval_go::run(&args.position, args.trace, args.json);
    }
    let (game, table) = args.position.table(&args.game)?;
    let params = args.params.as_deref().map(out::read).transpose()?;
    let eval = game.eval(table.as_ref(), params.as_deref())?;
    if args.json {
        return out::json(&eval);
    }
    out::line(table.diagram(false))?;
    let side = eval.side.clone().unwrap_or_else(|| "the side to move".into());
    out::line(format!("for {side}, in {}:", eval.units))?;
    out::line(format!("  {:<28} {:>8} {:>8} {:>8}", "term", "own", "other", "value"))?;
    for t in &eval.terms {
        out::line(format!("  {:<28} {:>8} {:>8} {:>+8}", t.name, t.own, t.other, t.value))?;
    }
    let sum: i64 = eval.terms.iter().map(|t| i64::from(t.value)).sum();
    out::line(format!("  {:<28} {:>8} {:>8} {sum:>+8}", "sum", "", ""))?;
    out::line(format!("expected result {:.1} %", eval.percent))?;
    for (name, value) in &eval.more {
        out::line(format!("{name}: {value}"))?;
    }
    Ok(())
}
