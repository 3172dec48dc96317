//! `touchstone lab tune`: SPSA over declared parameters, with its own confirmation.

use super::lab_stats::{number, range};
use super::lab_sweep::watcher;
use super::match_::MatchArgs;
use crate::failure::Failure;
use crate::out;
use serde::Serialize;
use std::path::{Path, PathBuf};
use touchstone_lab::contender::Kind;
use touchstone_lab::store::Store;
use touchstone_lab::tune::Play;
use touchstone_lab::tune::local::{
    Carrier, Local, iteration_spec, net, parameter_file, save, tuned_against_start,
};
use touchstone_lab::tune::spsa::{Saved, Spsa, SpsaSpec};
use touchstone_lab::tune::sweep::{Confirmed, verdict};

/// SPSA over the parameters that a file declares. The state is kept beside the
/// store, so that the same command goes on after a stop; the verdict is that of
/// a match of its own, tuned values against those of the start, on fresh deals.
///
/// Example: touchstone lab tune banqi params.toml --engine builtin:nodes=500 --state tune.json --store tune.sqlite --confirm-pairs 500
///
/// The file: seed, iterations, pairs_each, and a table [[parameter]] for each
/// with name, start, least, most, c_end, r_end, integer.
#[derive(clap::Args)]
pub struct Args {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    /// The declaration (TOML).
    file: String,
    /// The engine that is tuned: `builtin` gets a parameter file, a program gets options.
    #[arg(long, value_name = "ENGINE")]
    engine: String,
    /// Where the state is kept.
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Only print the schedule.
    #[arg(long)]
    schedule: bool,
    /// Pairs of the confirmation; 0 for none.
    #[arg(long, default_value_t = 500)]
    confirm_pairs: u64,
    /// Write the tuned values here as a parameter file.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    #[command(flatten)]
    more: MatchArgs,
}

#[derive(Serialize)]
struct TunedValue {
    name: String,
    start: f64,
    tuned: f64,
}

#[derive(Serialize)]
struct TuneJson {
    schema: u32,
    game: String,
    iterations: u64,
    pairs: u64,
    values: Vec<TunedValue>,
    confirmation: Option<Confirmed>,
    verdict: &'static str,
}

fn state(path: &Path, spec: SpsaSpec) -> Result<Spsa, Failure> {
    let place = path.display();
    if !path.exists() {
        return Spsa::new(spec).map_err(|e| Failure::bad(e.to_string()));
    }
    let text = out::read(&place.to_string())?;
    let saved: Saved =
        serde_json::from_str(&text).map_err(|e| Failure::bad(format!("{place}: {e}")))?;
    if saved.spec != spec {
        return Err(Failure::bad(format!(
            "{place}: found the state of another declaration; expected that of this file, or a new --state"
        )));
    }
    Spsa::resume(saved).map_err(|e| Failure::bad(format!("{place}: {e}")))
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let text = out::read(&args.file)?;
    let spec: SpsaSpec =
        toml::from_str(&text).map_err(|e| Failure::bad(format!("{}: {e}", args.file)))?;
    let mut spsa = state(&args.state, spec)?;
    if args.schedule {
        for row in spsa.schedule() {
            if args.more.json {
                out::json(&row)?;
            } else {
                out::line(format!(
                    "after {:>8} pairs  {:<28} perturbation {:>9.3}  step of a pair won 2-0 {:>9.4}",
                    row.pairs, row.parameter, row.perturbation, row.step
                ))?;
            }
        }
        return Ok(());
    }
    let base = args.more.spec(&args.game, &args.engine, &args.engine, 1)?;
    let carrier = if base.a.engine == Kind::Builtin {
        let kept = match &base.a.params {
            None => String::new(),
            Some(p) => out::read(&p.display().to_string())?,
        };
        Carrier::File { folder: args.state.with_extension("params"), base: kept }
    } else {
        Carrier::Options
    };
    let Some(path) = args.more.store.as_deref() else {
        return Err(Failure::bad("tune: found no --store; expected a file that keeps the games"));
    };
    let mut store = Store::open(path)?;
    let mut player = Local {
        store: &mut store,
        jobs: args.more.jobs,
        stop: Default::default(),
        watch: Box::new(|_, _| ()),
        last: None,
    };
    while let Some(task) = spsa.task() {
        let spec = iteration_spec(&base, &spsa, &task, &carrier)?;
        let pairs = player.play(&spec)?;
        spsa.take(task.iteration, &task.signs, net(&pairs))
            .map_err(|e| Failure::bad(e.to_string()))?;
        save(&args.state, &spsa)?;
        if spsa.done() % 25 == 0 {
            super::match_::Bar::say(&format!(
                "{} of {} iterations: {:?}",
                spsa.done(),
                spsa.spec().iterations,
                spsa.values()
            ));
        }
    }
    let names: Vec<&str> = spsa.spec().parameter.iter().map(|p| p.name.as_str()).collect();
    if let Some(path) = &args.write {
        let kept = match &carrier {
            Carrier::File { base, .. } => base.as_str(),
            Carrier::Options => "",
        };
        std::fs::write(path, parameter_file(kept, &names, &spsa.values()))
            .map_err(|e| Failure::bad(format!("{}: {e}", path.display())))?;
    }
    let confirmation = if args.confirm_pairs > 0 {
        player.watch = watcher();
        let spec = tuned_against_start(&base, &spsa, &carrier, args.confirm_pairs)?.checked()?;
        let pairs = player.play(&spec)?;
        Some(verdict(&spec, &pairs))
    } else {
        None
    };
    let json = TuneJson {
        schema: 1,
        game: args.game.clone(),
        iterations: spsa.done(),
        pairs: spsa.spec().pairs(),
        values: spsa
            .spec()
            .parameter
            .iter()
            .zip(spsa.values())
            .map(|(p, tuned)| TunedValue { name: p.name.clone(), start: p.start, tuned })
            .collect(),
        verdict: confirmation.as_ref().map_or("not confirmed", |c| c.verdict),
        confirmation,
    };
    if args.more.json {
        return out::json(&json);
    }
    out::line(format!("after {} iterations ({} pairs):", json.iterations, json.pairs))?;
    for v in &json.values {
        out::line(format!("  {:<28} {:>9.3} -> {:>9.3}", v.name, v.start, v.tuned))?;
    }
    match &json.confirmation {
        Some(c) => out::line(format!(
            "tuned against start on {} fresh pairs: {} %, 95 % {}: {}",
            c.pairs,
            number(c.score_percent, 2),
            range(c.interval_95, 2),
            c.verdict
        )),
        None => out::line("not confirmed (--confirm-pairs 0)"),
    }
}
