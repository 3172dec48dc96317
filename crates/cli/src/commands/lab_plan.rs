//! `touchstone lab plan`: can this run see the effect?

use super::lab_stats::{counts, hypotheses};
use crate::failure::Failure;
use crate::out;
use touchstone_lab::plan::{Plan, PlanRow, Question, plan};
use touchstone_lab::stats::elo::score;
use touchstone_lab::store::Store;

/// What a run can resolve, before its start: effect size against number of
/// pairs, with the variance that a pilot measured.
///
/// Example: touchstone lab plan --pilot 20,5,60,5,10 --pairs 500 --effect-elo 10
#[derive(clap::Args)]
pub struct Args {
    /// Pairs that you think of playing.
    #[arg(long)]
    pairs: Option<u64>,
    /// A pilot's pairs by score, five numbers.
    #[arg(long, value_name = "N0,N1,N2,N3,N4")]
    pilot: Option<String>,
    /// Take the newest run of this store as the pilot.
    #[arg(long, value_name = "FILE", conflicts_with = "pilot")]
    store: Option<std::path::PathBuf>,
    /// The pilot's run in the store, if not the newest.
    #[arg(long, requires = "store")]
    run: Option<String>,
    /// The standard deviation of a pair's score (0 to 0.5), if there is no pilot.
    #[arg(long, conflicts_with_all = ["pilot", "store"])]
    sigma_pair: Option<f64>,
    /// The difference that you hope for, in points of the score.
    #[arg(long, value_name = "POINTS", conflicts_with = "effect_elo")]
    effect_percent: Option<f64>,
    /// The difference that you hope for, in logistic Elo.
    #[arg(long, value_name = "ELO")]
    effect_elo: Option<f64>,
    /// The chance with which the effect shall be seen.
    #[arg(long, default_value_t = 0.8)]
    power: f64,
    /// One minus the level of the intervals, and of a sequential test.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// The chance that a sequential test accepts the lower hypothesis wrongly.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// The sequential test that you think of.
    #[arg(long, num_args = 3, value_names = ["MODEL", "LOW", "HIGH"], allow_negative_numbers = true)]
    sprt: Option<Vec<String>>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Pairs by score and wins, draws, losses of a run in a store.
fn pilot(path: &std::path::Path, run: Option<&str>) -> Result<([u64; 5], [u64; 3]), Failure> {
    let store = Store::existing(path)?;
    let runs = store.runs()?;
    let found = match run {
        Some(name) => runs.iter().find(|r| r.run.starts_with(name)),
        None => runs.last(),
    };
    let Some(found) = found else {
        return Err(Failure::bad(format!(
            "{}: found no run {}; it holds {} runs",
            path.display(),
            run.unwrap_or(""),
            runs.len()
        )));
    };
    let (mut pairs, mut wdl) = ([0u64; 5], [0u64; 3]);
    let legs = store.summaries(&found.run)?;
    for two in legs.chunk_by(|a, b| a.pair == b.pair).filter(|c| c.len() == 2) {
        if let (Some(x), Some(y)) = (two[0].halves, two[1].halves) {
            pairs[usize::from(x + y).min(4)] += 1;
            wdl[2 - usize::from(x).min(2)] += 1;
            wdl[2 - usize::from(y).min(2)] += 1;
        }
    }
    Ok((pairs, wdl))
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let unit = |name: &str, x: f64, top: f64| {
        if x > 0.0 && x < top {
            Ok(x)
        } else {
            Err(Failure::bad(format!("{name}: found {x}; expected above 0 and below {top}")))
        }
    };
    let mut q = Question {
        pairs: args.pairs,
        alpha: unit("--alpha", args.alpha, 0.5)?,
        power: unit("--power", args.power, 1.0)?,
        ..Question::assumed()
    };
    let measured = match (&args.pilot, &args.store) {
        (Some(text), _) => Some((counts::<5>("--pilot", text)?, None)),
        (None, Some(path)) => {
            let (pairs, wdl) = pilot(path, args.run.as_deref())?;
            Some((pairs, Some(wdl)))
        }
        _ => None,
    };
    if let Some((pairs, wdl)) = measured {
        if !q.measure(pairs) {
            return Err(Failure::bad(format!(
                "the pilot: found {pairs:?}; expected two pairs or more that differ"
            )));
        }
        q.pilot = wdl.map(|wdl| (pairs, wdl));
    }
    if let Some(sigma) = args.sigma_pair {
        q.sigma_pair = unit("--sigma-pair", sigma, 0.5001)?;
        q.source = "given";
    }
    q.effect = match (args.effect_percent, args.effect_elo) {
        (Some(points), _) => Some(points / 100.0),
        (None, Some(elo)) => Some(score(elo) - 0.5),
        _ => None,
    };
    if q.effect.is_some_and(|e| !e.is_finite() || e == 0.0 || e.abs() >= 0.5) {
        return Err(Failure::bad("the effect: expected a difference from equality, not 0"));
    }
    let sprt = args.sprt.as_deref().map(|w| hypotheses(w, args.alpha, args.beta)).transpose()?;
    q.sprt = sprt.map(|h| (h.model, h.low, h.high, h.alpha, h.beta));
    let p = plan(&q);
    if args.json { out::json(&p) } else { print(&p) }
}

fn print(p: &Plan) -> Result<(), Failure> {
    out::line(format!(
        "standard deviation of a pair's score: {:.4} ({})",
        p.sigma_pair, p.sigma_source
    ))?;
    if let Some(b) = &p.pair_benefit {
        out::line(format!(
            "pairing: correlation of the legs {:+.2}, saves {:.0} % of the games",
            b.leg_correlation,
            100.0 * b.games_saved
        ))?;
    }
    out::line(format!(
        "level {:.0} %, chance to see the effect {:.0} %",
        100.0 * (1.0 - p.alpha),
        100.0 * p.power
    ))?;
    out::line(format!(
        "{:>9} {:>9} {:>10} {:>10} {:>10} {:>8} {:>8}",
        "pairs", "games", "interval", "anytime", "sees", "Elo", "nElo"
    ))?;
    let line = |r: &PlanRow, mark: &str| {
        out::line(format!(
            "{:>9} {:>9} {:>7.2} pp {:>7.2} pp {:>7.2} pp {:>8.1} {:>8.1}{mark}",
            r.pairs,
            r.games,
            r.half_width_points,
            r.anytime_points,
            r.sees_points,
            r.sees_elo,
            r.sees_nelo
        ))
    };
    for r in &p.table {
        line(r, "")?;
    }
    if let Some(r) = &p.asked {
        line(r, "  <- your run")?;
    }
    if let (Some(e), Some(n)) = (p.effect_points, p.needed_pairs) {
        out::line(format!("a difference of {e:.2} points needs {n} pairs"))?;
    }
    if let Some(l) = &p.sprt {
        out::line(format!(
            "the sequential test: {:.0} games on average at its hypotheses, {:.0} between them",
            l.at_low.max(l.at_high),
            l.midway
        ))?;
    }
    for w in &p.warnings {
        out::line(format!("note: {w}"))?;
    }
    Ok(())
}
