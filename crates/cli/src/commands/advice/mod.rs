//! `touchstone advice`: Advice Language 0.

mod explain;
mod lint;
mod parse;
mod play;
mod prove;
mod repair;

use crate::failure::Failure;
use crate::out;
use clap::Subcommand;
use serde::Serialize;
use touchstone_advice::{Diagnostic, Loaded, Mode, Severity, load};

/// Advice Language 0: read, check, run, prove, explain and repair tables of endgame
/// advice.
///
/// Example: touchstone advice prove suites/advice/krk.al0
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Parse(parse::Args),
    Lint(lint::Args),
    Prove(prove::ProveArgs),
    Check(prove::CheckArgs),
    Play(play::Args),
    Explain(explain::Args),
    Repair(repair::Args),
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Parse(args) => parse::run(args),
        Command::Prove(args) => prove::run(args),
        Command::Check(args) => prove::check(args),
        Command::Lint(args) => lint::run(args),
        Command::Play(args) => play::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Repair(args) => repair::run(args),
    }
}

/// A message as JSON.
#[derive(Serialize)]
pub(super) struct Said {
    severity: &'static str,
    code: &'static str,
    line: u32,
    column: u32,
    message: String,
    help: Option<String>,
}

impl Said {
    fn new(d: &Diagnostic) -> Said {
        Said {
            severity: d.severity.name(),
            code: d.code,
            line: d.place.line,
            column: d.place.column,
            message: d.message.clone(),
            help: d.help.clone(),
        }
    }
}

/// A table's file, read and bound.
pub(super) struct File {
    loaded: Loaded,
    /// The file's name without folder and endings.
    name: String,
}

/// Reads a table; its errors are the message of the failure, its warnings go to
/// standard error.
pub(super) fn open(path: &str, lenient: bool) -> Result<File, Failure> {
    let text = out::read(path)?;
    match load(&text, mode(lenient)) {
        Ok(loaded) => {
            for d in loaded.diagnostics.iter().filter(|d| d.severity == Severity::Warning) {
                aside(&d.render(path, &text));
            }
            Ok(File { loaded, name: name(path) })
        }
        Err(said) => Err(refused(path, &text, &said)),
    }
}

/// The failure of a table with errors: all of them.
pub(super) fn refused(path: &str, text: &str, said: &[Diagnostic]) -> Failure {
    let errors: Vec<String> = said
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| d.render(path, text))
        .collect();
    Failure::bad(errors.join("\n"))
}

pub(super) fn mode(lenient: bool) -> Mode {
    if lenient { Mode::Lenient } else { Mode::Strict }
}

/// `dir/krk.ru.al0` is the table `krk.ru`.
fn name(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.strip_suffix(".al0").unwrap_or(file).to_string()
}

/// A line on standard error.
#[allow(clippy::print_stderr, reason = "messages beside the results belong there")]
pub(super) fn aside(text: &str) {
    eprintln!("{text}");
}
