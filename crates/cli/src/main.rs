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
#[command(name = "touchstone", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// The text of a command is that of its arguments, example and all.
#[derive(Subcommand)]
enum Command {
    Serve(commands::serve::Args),
    Play(commands::play::Args),
    Analyse(commands::analyse::Args),
    Uci(commands::uci::Args),
    Gtp(commands::gtp::Args),
    Perft(commands::perft::Args),
    Eval(commands::eval::Args),
    Solve(commands::solve::Args),
    Bench(commands::bench::Args),
    Match(commands::match_::Args),
    Check(commands::check::Args),
    Json(commands::json::Args),
    Regress(commands::regress::Args),
    Lab(commands::lab::Args),
    Advice(commands::advice::Args),
    Record(commands::record::Args),
    Museum(commands::museum::Args),
}

/// A signal that ends us ends the engines that we started, too: each is in a process group of
/// its own, which neither Ctrl-C nor our end reaches. What a store holds is safe at any time.
fn end_programs_on_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            touchstone_lab::process::kill_all();
            std::process::exit(128 + signal);
        }
    });
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
    if let Command::Match(_) | Command::Check(_) | Command::Regress(_) | Command::Lab(_) =
        cli.command
    {
        end_programs_on_signals();
    }
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
