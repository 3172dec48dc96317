//! `touchstone lab replay`: how versions rate the decisive moves of games.

use super::match_::{book, engine};
use super::record::each_record;
use crate::failure::Failure;
use crate::out;
use std::path::PathBuf;
use touchstone_lab::desk;
use touchstone_lab::player::inside::spec_of;
use touchstone_lab::replay::{ReplayPlan, replay_games};

/// How two versions rate the decisive moves of recorded games, with controls
/// beside them.
///
/// Example: touchstone lab replay games.jsonl --with builtin --with builtin:params=new.toml --nodes 5000
#[derive(clap::Args)]
pub struct Args {
    /// Record files, `-` for standard input, or stores.
    #[arg(required = true)]
    games: Vec<String>,
    /// A version: a builtin engine or a ruler; twice or more.
    #[arg(long = "with", value_name = "ENGINE", required = true)]
    versions: Vec<String>,
    /// Nodes a question.
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Over-rated means: by more than so many points.
    #[arg(long, default_value_t = 15.0)]
    over: f64,
    /// At most so many games.
    #[arg(long, default_value_t = 200)]
    limit: usize,
    /// The contenders file (TOML).
    #[arg(long, value_name = "FILE")]
    contenders: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut records = Vec::new();
    for path in &args.games {
        each_record(path, |_, r| {
            if records.len() < args.limit {
                records.push(r);
            }
        })?;
    }
    let Some(first) = records.first() else {
        return Err(Failure::bad("found no game; expected recorded games"));
    };
    let game = desk::game(&first.game)?;
    if let Some(other) = records.iter().find(|r| r.game != first.game) {
        return Err(Failure::bad(format!(
            "found games of {} and of {}; expected one game",
            first.game, other.game
        )));
    }
    let book = book(args.contenders.as_deref())?;
    let mut engines = Vec::new();
    for text in &args.versions {
        let c = engine(&book, text)?;
        if c.engine.is_program() {
            return Err(Failure::bad(format!("--with: found {text}; expected builtin or a ruler")));
        }
        engines.push((c.label(), game.engine(&spec_of(&c, 0)?)?));
    }
    let plan = ReplayPlan { nodes: args.nodes.max(1), over_points: args.over };
    let r = replay_games(&records, &mut engines, &plan)?;
    if args.json {
        return out::json(&r);
    }
    for m in r.moves.iter().filter(|m| m.ratings.iter().any(|x| x.over)) {
        let says: Vec<String> = m
            .ratings
            .iter()
            .map(|x| {
                let mark = if x.over { "!" } else { "" };
                format!("{:.0} then {:.0} %{mark}", x.percent, x.later_percent)
            })
            .collect();
        let kind = if m.control { "control " } else { "decisive" };
        out::line(format!("{kind} {} ply {:<3} {:<8} {}", m.game, m.ply, m.mv, says.join("   ")))?;
    }
    out::line(format!(
        "{} games, {} decisive moves, {} controls, {} nodes, over-rated by more than {} points:",
        r.games, r.decisive, r.controls, args.nodes, args.over
    ))?;
    for (name, o) in r.versions.iter().zip(&r.over_rated) {
        out::line(format!("  {name}: {} decisive, {} controls", o.decisive, o.controls))?;
    }
    Ok(())
}
