//! `touchstone advice explain`.

use super::open;
use super::parse::Vocabulary;
use crate::failure::Failure;
use crate::out;
use serde_json::{Value, json};
use touchstone_advice::explain::phrase::Clause;
use touchstone_advice::explain::{Explanation, Reason, explain};
use touchstone_advice::play::{mirrored, orientation};
use touchstone_chess::Colour;
use touchstone_chess::general::{Men, Size};

/// What a table does in a position and why; with `--move`, why not that move.
///
/// Example: touchstone advice explain suites/advice/krk.al0 --position "8/1k6/3R4/8/4K3/8/8/8 w - - 0 1" --move Kd4
#[derive(clap::Args)]
pub struct Args {
    /// The table; `-` for standard input.
    file: String,
    /// FEN, the advised side to move.
    #[arg(long)]
    position: String,
    /// A move to ask about.
    #[arg(long = "move", value_name = "MOVE")]
    step: Option<String>,
    /// The language of the explanation.
    #[arg(long, value_enum, default_value = "en")]
    language: Vocabulary,
    /// Take unknown predicates as false, with a warning.
    #[arg(long)]
    lenient: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Reads a FEN that the table can play, so that we are White. The flag says that the
/// colours were exchanged.
pub(super) fn position(
    program: &touchstone_advice::Program,
    text: &str,
) -> Result<(Size, Men, bool), Failure> {
    let (size, men) = Men::parse(text).map_err(|e| Failure::bad(e.to_string()))?;
    match orientation(program, &men) {
        Some(false) => Ok((size, men, false)),
        Some(true) => Ok((size, men.flipped(size).tidy(), true)),
        None => {
            let found = touchstone_chess::tables::Material::of(&men);
            Err(Failure::bad(format!(
                "the position is {found}, expected the table's ending {}",
                program.ending
            )))
        }
    }
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let file = open(&args.file, args.lenient)?;
    let program = &file.loaded.program;
    let (size, men, mirror) = position(program, &args.position)?;
    if men.turn() == Colour::Black {
        return Err(Failure::bad("the advised side is not to move there".to_string()));
    }
    let asked = match &args.step {
        None => None,
        Some(text) => {
            let own = if mirror { men.flipped(size).tidy() } else { men };
            let step = own
                .find(size, text)
                .and_then(|s| if mirror { mirrored(size, &own, s, &men) } else { Some(s) });
            Some(step.ok_or_else(|| Failure::bad(format!("'{text}' is no legal move there")))?)
        }
    };
    let e = explain(program, size, &men, asked, args.language.language());
    if args.json {
        return out::json(&object(&e, mirror));
    }
    if mirror {
        out::line("(colours exchanged: the advised side is shown as White)")?;
    }
    out::line(&e.position)?;
    if let Some(rule) = &e.rule {
        let why: Vec<&str> = e.rule_why.iter().map(|c| c.text.as_str()).collect();
        out::line(format!("rule {rule}: {}", why.join(", ")))?;
    }
    for r in &e.passed_over {
        out::line(format!("  not {}: {}", r.advice, r.why))?;
    }
    out::line(&e.sentence)?;
    if let Some(tree) = &e.tree {
        out::line(format!("tree: {tree}"))?;
    }
    if let Some(w) = &e.why_not {
        let head = if w.played { "why" } else { "why not" };
        out::line(format!("{head} {}:", w.step))?;
        for r in &w.reasons {
            out::line(format!("  {}: {}", r.advice, r.why))?;
        }
    }
    Ok(())
}

fn object(e: &Explanation, mirror: bool) -> Value {
    let clauses = |list: &[Clause]| -> Vec<Value> {
        list.iter().map(|c| json!({"text": c.text, "holds": c.holds})).collect()
    };
    let reasons = |list: &[Reason]| -> Vec<Value> {
        list.iter().map(|r| json!({"advice": r.advice, "why": r.why})).collect()
    };
    json!({
        "schema": 1, "position": e.position, "colours_exchanged": mirror, "rule": e.rule,
        "rule_why": clauses(&e.rule_why), "outcome": e.outcome, "advice": e.advice,
        "move": e.step, "tree": e.tree, "line": e.line, "goals": clauses(&e.goals),
        "sentence": e.sentence, "passed_over": reasons(&e.passed_over),
        "why_not": e.why_not.as_ref().map(|w| json!({
            "move": w.step, "played": w.played, "reasons": reasons(&w.reasons)
        })),
    })
}
