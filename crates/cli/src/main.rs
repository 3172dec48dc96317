//! The binary `touchstone`: the only place that writes to standard output.
//!
//! One file a command in `commands/`. Results go to standard output, all else
//! to standard error. Exit codes: 0 done, 1 a check that was asked for found
//! something, 2 bad usage or bad input.

mod commands;
mod failure;
mod go_position;
mod out;
mod position;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Game engines whose judgement can be checked, and the laboratory that checks it.
#[derive(Parser)]
#[command(name = "touchstone", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The board in the browser: play, review, analyse.
    Serve(commands::serve::Args),
    /// Play a game in the terminal.
    Play(commands::play::Args),
    /// The best moves of a position, their values, lines and outcome tables.
    Analyse(commands::analyse::Args),
    /// An engine for programs that speak UCI.
    Uci(commands::uci::Args),
    /// A Go engine for programs that speak GTP.
    Gtp(commands::gtp::Args),
    /// Count the moves and positions of the rules.
    Perft(commands::perft::Args),
    /// The static evaluation, term by term.
    Eval(commands::eval::Args),
    /// The proved value, where exact tables or proof search reach.
    Solve(commands::solve::Args),
    /// Fixed searches: nodes as a signature, and nodes a second.
    Bench(commands::bench::Args),
    /// A paired match through the referee.
    Match(commands::match_::Args),
    /// What is wrong with an engine, as a black box.
    Check(commands::check::Args),
    /// Analysis requests, one JSON object a line.
    Json(commands::json::Args),
    /// Regression suites.
    Regress(commands::regress::Args),
    /// The laboratory: plan, test, tune, confirm, report.
    Lab(commands::lab::Args),
    /// Advice Language 0: read, check, run, prove, explain and repair endgame advice.
    Advice(commands::advice::Args),
    /// Game records: show, check, convert.
    Record(commands::record::Args),
    /// The faults that this project exists to prevent.
    Museum(commands::museum::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output, usage errors to standard error.
            let asked = !error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if asked { 0 } else { 2 });
        }
    };
    let done = match cli.command {
        Command::Serve(args) => commands::serve::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Analyse(args) => commands::analyse::run(args),
        Command::Uci(args) => commands::uci::run(args),
        Command::Gtp(args) => commands::gtp::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Eval(args) => commands::eval::run(args),
        Command::Solve(args) => commands::solve::run(args),
        Command::Bench(args) => commands::bench::run(args),
        Command::Match(args) => commands::match_::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Json(args) => commands::json::run(args),
        Command::Regress(args) => commands::regress::run(args),
        Command::Lab(args) => commands::lab::run(args),
        Command::Advice(args) => commands::advice::run(args),
        Command::Record(args) => commands::record::run(args),
        Command::Museum(args) => commands::museum::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
