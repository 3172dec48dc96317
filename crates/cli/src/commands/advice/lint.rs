//! `touchstone advice lint`.

use super::prove::{progress, size};
use super::{Said, mode};
use crate::failure::Failure;
use crate::out;
use serde_json::json;
use touchstone_advice::{Diagnostic, Severity, lint, load};
use touchstone_chess::general::Size;

/// What is suspicious in a table: names that are undefined or unused, advice never
/// chosen, rules never reached, guards that never matter, goals that always or never
/// hold, a better-goal true at the root, stalemate at leaves, play that is not symmetric.
///
/// Ends with 1 if there is a warning or an error.
///
/// Example: touchstone advice lint suites/advice/krk.al0
#[derive(clap::Args)]
pub struct Args {
    /// The table; `-` for standard input.
    file: String,
    /// The board on which the play is looked at; 8x8, with four men 5x5.
    #[arg(long, value_parser = size)]
    board: Option<Size>,
    /// Look at the text only.
    #[arg(long)]
    text_only: bool,
    /// Take unknown predicates as false, with a warning.
    #[arg(long)]
    lenient: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let text = out::read(&args.file)?;
    let said: Vec<Diagnostic> = match load(&text, mode(args.lenient)) {
        Err(said) => said,
        Ok(l) => {
            let mut said = l.diagnostics;
            said.extend(if args.text_only {
                lint::text(&l.table, &l.program)
            } else {
                let small = || Size::new(5, 5).unwrap_or(Size::CHESS);
                let few = l.program.ending.count() < 4;
                let board = args.board.unwrap_or_else(|| if few { Size::CHESS } else { small() });
                lint::lint(&l.table, &l.program, board, &mut progress())
                    .map_err(|e| Failure::bad(e.to_string()))?
            });
            said.sort_by_key(|d| (d.place.line, d.place.column));
            said
        }
    };
    let found = said.iter().filter(|d| d.severity != Severity::Note).count();
    if args.json {
        let list: Vec<Said> = said.iter().map(Said::new).collect();
        out::json(&json!({"schema": 1, "file": args.file, "found": found, "diagnostics": list}))?;
    } else {
        for d in &said {
            out::line(d.render(&args.file, &text))?;
        }
        out::line(format!("{found} warnings and errors, {} notes", said.len() - found))?;
    }
    if found > 0 { Err(Failure::Found) } else { Ok(()) }
}
