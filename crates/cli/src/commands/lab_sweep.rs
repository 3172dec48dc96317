//! `touchstone lab sweep` and `lab confirm`: screen on common deals, believe on fresh ones.

use super::lab_stats::{number, range};
use super::match_::{Bar, MatchArgs, engine, show};
use crate::failure::Failure;
use crate::out;
use std::path::Path;
use touchstone_lab::matches::MatchSpec;
use touchstone_lab::store::Store;
use touchstone_lab::tune::confirm::confirmation;
use touchstone_lab::tune::local::{Local, looked};
use touchstone_lab::tune::sweep::{Confirmed, Sweep, SweepJson};

/// Several arms against one baseline on common deals; then the best of them
/// against the baseline head to head on fresh deals, which gives the verdict.
///
/// Example: touchstone lab sweep banqi --arm builtin:nodes=2000,params=a.toml --arm builtin:nodes=2000,params=b.toml --baseline builtin:nodes=2000 --pairs 200 --confirm-pairs 500 --store sweep.sqlite
#[derive(clap::Args)]
pub struct SweepArgs {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    /// An arm; give two or more.
    #[arg(long = "arm", value_name = "ENGINE", required = true)]
    arms: Vec<String>,
    /// What the arms are compared with.
    #[arg(long, value_name = "ENGINE")]
    baseline: String,
    /// Pairs of each arm.
    #[arg(long)]
    pairs: u64,
    /// Pairs of the confirmation; 0 for none.
    #[arg(long, default_value_t = 0)]
    confirm_pairs: u64,
    /// Halve the field round by round instead of giving all arms the same.
    #[arg(long)]
    halving: bool,
    /// The family-wise error rate.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    #[command(flatten)]
    more: MatchArgs,
}

/// A match on deals that no run of the store has looked at; its verdict counts.
///
/// Example: touchstone lab confirm banqi --a builtin:nodes=2000,params=new.toml --b builtin:nodes=2000 --pairs 1000 --first-pair 500 --store runs.sqlite
#[derive(clap::Args)]
pub struct ConfirmArgs {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    /// The candidate.
    #[arg(long, value_name = "ENGINE")]
    a: String,
    /// What it shall beat.
    #[arg(long, value_name = "ENGINE")]
    b: String,
    /// Pairs.
    #[arg(long)]
    pairs: u64,
    #[command(flatten)]
    more: MatchArgs,
}

fn store_of<'p>(more: &'p MatchArgs, what: &str) -> Result<&'p Path, Failure> {
    more.store.as_deref().ok_or_else(|| {
        Failure::bad(format!(
            "{what}: found no --store; expected the file that remembers which deals were looked at"
        ))
    })
}

/// The bar as a watcher.
pub fn watcher<'a>() -> Box<dyn FnMut(&MatchSpec, &touchstone_lab::matches::Progress) + 'a> {
    let mut bar = Bar::new();
    Box::new(move |_, p| {
        bar.show(p);
        if p.done == p.pairs {
            bar.clear();
        }
    })
}

/// Runs `lab sweep`.
pub fn sweep(args: SweepArgs) -> Result<(), Failure> {
    let path = store_of(&args.more, "sweep")?;
    let base = args.more.spec(&args.game, &args.arms[0], &args.baseline, args.pairs)?;
    let book = super::match_::book(args.more.contenders.as_deref())?;
    let arms = args.arms.iter().map(|a| engine(&book, a)).collect::<Result<Vec<_>, _>>()?;
    let s = Sweep {
        base: base.checked()?,
        arms,
        alpha: args.alpha,
        halving: args.halving,
        confirm_pairs: args.confirm_pairs,
    };
    s.check()?;
    let mut store = Store::open(path)?;
    let before = looked(&store)?;
    let mut player = Local {
        store: &mut store,
        jobs: args.more.jobs,
        stop: Default::default(),
        watch: watcher(),
        last: None,
    };
    let report = s.run(&mut player, &before)?;
    if args.more.json { out::json(&report) } else { print(&report) }
}

fn print(r: &SweepJson) -> Result<(), Failure> {
    out::line(format!("{} arms against {}", r.arms.len(), r.baseline))?;
    out::line(format!(
        "{:<40} {:>6} {:>8} {:>18} {:>8} {:>8} {:>9}",
        "arm", "pairs", "score %", "95 % if alone", "p", "Holm", "e-value"
    ))?;
    for a in &r.arms {
        let mark = match (a.holm, a.p.is_some_and(|p| p <= 0.05)) {
            (true, _) => "  differs",
            (false, true) => "  not after Holm",
            _ => "",
        };
        out::line(format!(
            "{:<40} {:>6} {:>8} {:>18} {:>8} {:>8.4} {:>9.3}{mark}",
            a.name,
            a.pairs,
            number(a.score_percent, 2),
            range(a.interval_95, 2),
            number(a.p, 4),
            a.p_holm,
            a.e_value
        ))?;
    }
    if let Some(w) = r.winners_curse_points {
        out::line(format!(
            "the best of so many equal arms would show +{w:.2} points from luck alone"
        ))?;
    }
    if let Some(d) = &r.best_less_second {
        out::line(format!(
            "best less second, deal by deal: {:+.2} points, 95 % {} (as if independent: ±{})",
            100.0 * d.by_key.mean,
            range(d.by_key.interval_95.map(|i| i.map(|x| 100.0 * x)), 2),
            number(d.unpaired_half_width.map(|x| 100.0 * x), 2)
        ))?;
    }
    match &r.confirmation {
        Some(c) => print_confirmed(&r.arms[0].name, &r.baseline, c),
        None => out::line("not confirmed: a screening alone is no evidence (--confirm-pairs)"),
    }
}

fn print_confirmed(a: &str, b: &str, c: &Confirmed) -> Result<(), Failure> {
    out::line(format!(
        "confirmation, {a} against {b} on {} fresh pairs from {}: {} %, 95 % {}: {}",
        c.pairs,
        c.first_pair,
        number(c.score_percent, 2),
        range(c.interval_95, 2),
        c.verdict
    ))
}

/// Runs `lab confirm`.
pub fn confirm(args: ConfirmArgs) -> Result<(), Failure> {
    let path = store_of(&args.more, "confirm")?;
    let spec = args.more.spec(&args.game, &args.a, &args.b, args.pairs)?.checked()?;
    let store = Store::open(path)?;
    let spec = confirmation(&spec, &looked(&store)?)?;
    drop(store);
    show(&args.more.play(&spec)?, args.more.json)
}
