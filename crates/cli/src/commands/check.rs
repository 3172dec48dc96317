//! `touchstone check`: what is wrong with this engine, as a black box.

use super::match_::{Bar, book, engine};
use crate::failure::Failure;
use crate::out;
use std::path::PathBuf;
use std::time::Duration;
use touchstone_lab::contender::Kind;
use touchstone_lab::desk;
use touchstone_lab::laws::{self, CheckPlan, LAWS};

/// What is wrong with this engine, as a black box: laws broken, contradictions,
/// each with the smallest position found and a command that shows it again.
///
/// Example: touchstone check uci:./engine,dialect=misty banqi --minutes 5
#[derive(clap::Args)]
pub struct Args {
    /// The engine: a short form or a name from the contenders file.
    engine: String,
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    /// Time for all laws together.
    #[arg(long, default_value_t = 5.0)]
    minutes: f64,
    /// Nodes a question.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// At most so many cases a law.
    #[arg(long, default_value_t = 60)]
    cases: u64,
    /// Only this law.
    #[arg(long)]
    law: Option<String>,
    /// Only this position instead of random ones.
    #[arg(long)]
    position: Option<String>,
    /// The moves since.
    #[arg(long, num_args = 1.., value_delimiter = ' ', requires = "position")]
    moves: Vec<String>,
    /// The rules preset.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Names the random positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The contenders file (TOML).
    #[arg(long, value_name = "FILE")]
    contenders: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let game = desk::game(&args.game)?;
    let contender = engine(&book(args.contenders.as_deref())?, &args.engine)?;
    if !(args.minutes > 0.0 && args.minutes <= 10_000.0) {
        return Err(Failure::bad(format!(
            "--minutes: found {}; expected more than 0",
            args.minutes
        )));
    }
    if contender.engine == Kind::Builtin {
        let (text, moves) = match &args.position {
            Some(p) => (p.as_str(), args.moves.as_slice()),
            None => ("start", &[][..]),
        };
        game.judges(game.table(text, &args.rules, moves)?.as_ref())?;
    }
    let plan = CheckPlan {
        rules: args.rules,
        time: Duration::from_secs_f64(60.0 * args.minutes),
        cases: args.cases,
        nodes: args.nodes.max(1),
        only: args.law,
        at: args.position.map(|p| (p, args.moves)),
        seed: args.seed,
    };
    let mut subject = laws::subject(&contender, game)?;
    let mut last = "";
    let report = laws::check(&contender.short(), game, subject.as_mut(), &plan, |law, _| {
        if law != last {
            last = LAWS.iter().find(|l| l.name == law).map_or("", |l| l.name);
            Bar::say(&format!("testing {law}"));
        }
    })?;
    if args.json {
        out::json(&report)?;
    } else {
        out::line(format!("{} plays {}, rules {}", report.engine, report.game, report.rules))?;
        for l in &report.laws {
            let about = LAWS.iter().find(|x| x.name == l.law).map_or("", |x| x.about);
            out::line(format!("{:<20} {:<12} {:>4} cases   {about}", l.law, l.state, l.cases))?;
            if let Some(d) = &l.detail {
                out::line(format!("    {d}"))?;
            }
            if let Some(e) = &l.example {
                out::line(format!("    {e}"))?;
            }
        }
        for f in &report.faults {
            out::line(format!("FAULT {f}"))?;
        }
        out::line(format!("{} contradictions", report.contradictions))?;
    }
    if report.contradictions > 0 || !report.faults.is_empty() {
        Err(Failure::Found)
    } else {
        Ok(())
    }
}
