//! `touchstone lab stats`: statistics from counts alone.

use crate::failure::Failure;
use crate::out;
use touchstone_lab::stats::summary::Hypotheses;
use touchstone_lab::stats::{Counts, Model, StatsJson, stats};

/// Statistics from counts alone, for the first contender.
///
/// Example: touchstone lab stats --pairs-by-score 13,37,50,25,3 --sprt nelo 0 4
#[derive(clap::Args)]
pub struct Args {
    /// Pairs that scored 0, ½, 1, 1½ and 2 points: five numbers, lowest score first.
    #[arg(long, value_name = "N0,N1,N2,N3,N4", required_unless_present = "games")]
    pairs_by_score: Option<String>,
    /// Unpaired games: wins, draws, losses.
    #[arg(long, value_name = "W,D,L", conflicts_with = "pairs_by_score")]
    games: Option<String>,
    /// Hypotheses: `nelo` or `elo`, the lower and the higher one.
    #[arg(long, num_args = 3, value_names = ["MODEL", "LOW", "HIGH"], allow_negative_numbers = true)]
    sprt: Option<Vec<String>>,
    /// The chance of accepting the higher hypothesis wrongly.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// The chance of accepting the lower hypothesis wrongly.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Reads `N` counts separated by commas.
pub fn counts<const N: usize>(option: &str, text: &str) -> Result<[u64; N], Failure> {
    let wrong =
        || Failure::bad(format!("{option}: found {text:?}; expected {N} whole numbers by commas"));
    let numbers: Result<Vec<u64>, _> = text.split(',').map(|n| n.trim().parse()).collect();
    let numbers: [u64; N] = numbers.map_err(|_| wrong())?.try_into().map_err(|_| wrong())?;
    let total = numbers.iter().try_fold(0u64, |sum, &n| sum.checked_add(n));
    if total.is_none_or(|t| t > 1 << 50) {
        return Err(wrong());
    }
    Ok(numbers)
}

/// Reads hypotheses.
pub fn hypotheses(words: &[String], alpha: f64, beta: f64) -> Result<Hypotheses, Failure> {
    let [model, low, high] = words else {
        return Err(Failure::bad("--sprt: expected MODEL LOW HIGH"));
    };
    let model = Model::named(model)
        .ok_or_else(|| Failure::bad(format!("--sprt: found {model:?}; expected nelo or elo")))?;
    let number = |text: &String| {
        text.parse::<f64>()
            .map_err(|_| Failure::bad(format!("--sprt: found {text:?}; expected a number")))
    };
    let h = Hypotheses { model, low: number(low)?, high: number(high)?, alpha, beta };
    h.check().map_err(Failure::bad)?;
    Ok(h)
}

/// A number for people; a dash where nothing resolves it.
pub fn number(x: Option<f64>, digits: usize) -> String {
    x.map_or("-".into(), |x| format!("{x:.digits$}"))
}

/// An interval for people.
pub fn range(x: Option<[f64; 2]>, digits: usize) -> String {
    x.map_or("-".into(), |[a, b]| format!("[{a:.digits$}, {b:.digits$}]"))
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let counts = match (&args.pairs_by_score, &args.games) {
        (Some(text), _) => Counts::Pairs(counts("--pairs-by-score", text)?),
        (None, Some(text)) => {
            let [w, d, l] = counts("--games", text)?;
            Counts::from_wins_draws_losses(w, d, l)
        }
        (None, None) => return Err(Failure::bad("expected --pairs-by-score or --games")),
    };
    let h = args.sprt.as_deref().map(|w| hypotheses(w, args.alpha, args.beta)).transpose()?;
    let s = stats(&counts, h.as_ref());
    if args.json {
        return out::json(&s);
    }
    print(&s, h.as_ref())
}

fn print(s: &StatsJson, h: Option<&Hypotheses>) -> Result<(), Failure> {
    out::line(format!("games            {}", s.games))?;
    out::line(format!(
        "score            {} %  95 % {}",
        number(s.score_percent, 3),
        range(s.interval_95, 3)
    ))?;
    out::line(format!("  by Student's t       95 % {}", range(s.student_95, 3)))?;
    out::line(format!("Elo              {}  95 % {}", number(s.elo, 2), range(s.elo_95, 2)))?;
    out::line(format!("normalised Elo   {}  95 % {}", number(s.nelo, 2), range(s.nelo_95, 2)))?;
    out::line(format!("superior         {} %", number(s.los.map(|x| 100.0 * x), 3)))?;
    if let Some(h) = h {
        let verdict = match s.verdict {
            None => "none yet",
            Some(touchstone_lab::stats::SprtVerdict::Accept) => "accept (the higher hypothesis)",
            Some(touchstone_lab::stats::SprtVerdict::Reject) => "reject (the lower hypothesis)",
        };
        out::line(format!(
            "log-likelihood ratio of {} against {}: {} of {}: {verdict}",
            h.high,
            h.low,
            number(s.llr, 4),
            range(s.llr_bounds, 4)
        ))?;
    }
    if s.degenerate {
        out::line("degenerate: every observation is the same; nothing can be told")?;
    }
    Ok(())
}
