//! `touchstone advice repair`.

use super::prove::size;
use super::{aside, open};
use crate::failure::Failure;
use crate::out;
use serde_json::{Value, json};
use touchstone_advice::prove::Summary;
use touchstone_advice::repair::{Limits, Proved, repair};
use touchstone_advice::{Language, Style, print};
use touchstone_chess::general::Size;

/// Search small edits that remove a table's counterexamples, then edits that shorten
/// its play; each is shown as a diff with its proof figures.
///
/// Example: touchstone advice repair suites/advice/krk.al0 --shorten 50
#[derive(clap::Args)]
pub struct Args {
    /// The table; `-` for standard input.
    file: String,
    /// The board.
    #[arg(long, default_value = "8x8", value_parser = size)]
    board: Size,
    /// Full proofs in the search for a repair.
    #[arg(long, default_value_t = 60)]
    proofs: usize,
    /// Full proofs in the search for shorter play; 0 leaves it out.
    #[arg(long, default_value_t = 0)]
    shorten: usize,
    /// How many edits may be made together.
    #[arg(long, default_value_t = 3)]
    together: usize,
    /// How many repairs to show.
    #[arg(long, default_value_t = 5)]
    show: usize,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let file = open(&args.file, false)?;
    let limits = Limits { proofs: args.proofs, shorten: args.shorten, together: args.together };
    let table = &file.loaded.table;
    let r = repair(table, args.board, limits, &mut |t| aside(t))
        .map_err(|e| Failure::bad(e.to_string()))?
        .ok_or_else(|| Failure::bad("the table has errors".to_string()))?;
    let old = print(table, Language::English, Style::Plain);
    if args.json {
        let list = |all: &[Proved]| -> Vec<Value> {
            all.iter()
                .take(args.show)
                .map(|p| {
                    let new = print(&p.edit.table, Language::English, Style::Plain);
                    json!({"edits": p.edit.what, "figures": figures(&p.summary),
                           "diff": diff(&old, &new), "text": new})
                })
                .collect()
        };
        return out::json(&json!({
            "schema": 1, "table": file.name, "before": figures(&r.before),
            "edits_considered": r.tried.0, "proofs": r.tried.1,
            "repairs": list(&r.repairs), "shorter": list(&r.shorter),
        }));
    }
    out::line(format!("{}: {}", file.name, text(&r.before)))?;
    out::line(format!("{} single edits considered, {} tables proved", r.tried.0, r.tried.1))?;
    if !r.before.holds() && r.repairs.is_empty() {
        out::line("no repair found")?;
    }
    for (title, all) in [("repair", &r.repairs), ("shorter play", &r.shorter)] {
        for p in all.iter().take(args.show) {
            out::line(format!("\n{title}: {}", text(&p.summary)))?;
            for what in &p.edit.what {
                out::line(format!("  {what}"))?;
            }
            let new = print(&p.edit.table, Language::English, Style::Plain);
            for line in diff(&old, &new) {
                out::line(line)?;
            }
        }
    }
    if r.before.holds() || !r.repairs.is_empty() { Ok(()) } else { Err(Failure::Found) }
}

fn figures(s: &Summary) -> Value {
    let round = |x: Option<f64>| x.map(|x| (x * 1000.0).round() / 1000.0);
    json!({"positions": s.positions, "winnable": s.winnable, "won": s.won,
           "max_moves": s.max_moves, "mean_moves": round(s.mean_moves()), "holds": s.holds()})
}

fn text(s: &Summary) -> String {
    format!(
        "won {} of {}, at most {} moves, mean {:.3}",
        s.won,
        s.winnable,
        s.max_moves,
        s.mean_moves().unwrap_or(0.0)
    )
}

/// The changed lines of two prints of nearly equal tables, with the line before the
/// first of each change as context.
fn diff(old: &str, new: &str) -> Vec<String> {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    // Longest common subsequence by lines; tables are short.
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let mut lines = Vec::new();
    let (mut i, mut j) = (0, 0);
    let mut context: Option<&str> = None;
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            if a[i].starts_with(|c: char| c.is_alphabetic()) {
                context = Some(a[i]);
            }
            i += 1;
            j += 1;
            continue;
        }
        if let Some(c) = context.take() {
            lines.push(format!(" {c}"));
        }
        let skip_old =
            j >= b.len() || i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1];
        if skip_old {
            lines.push(format!("-{}", a[i]));
            i += 1;
        } else {
            lines.push(format!("+{}", b[j]));
            j += 1;
        }
    }
    lines
}
