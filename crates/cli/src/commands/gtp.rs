//! `touchstone gtp`: a Go engine for programs that speak GTP.

use crate::failure::Failure;
use crate::out;
use std::io::Read;
use touchstone_go::Rules;
use touchstone_go::gtp::Session;

/// A Go engine for Sabaki, GoGui and other programs that speak GTP 2, with the
/// analysis commands of the Go part.
///
/// Example: printf 'loadsgf game.sgf\neval_eye A1\nquit\n' | touchstone gtp
#[derive(clap::Args)]
pub struct Args {
    /// chinese, japanese or tromp-taylor.
    #[arg(long, default_value = "chinese")]
    rules: String,
    /// Nodes for one analysis command.
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
}

/// A session with all commands that reads files relative to `folder`.
pub fn session(rules: Rules, nodes: u64, folder: Option<std::path::PathBuf>) -> Session {
    let mut s = Session::new(rules);
    touchstone_golife::commands::install(&mut s);
    s.node_budget = nodes;
    s.set_loader(move |name| {
        let path = folder.as_ref().map_or_else(|| name.into(), |f| f.join(name));
        std::fs::read(path).map_err(|e| e.to_string())
    });
    let start = std::time::Instant::now();
    s.set_clock(move || start.elapsed().as_secs_f64());
    s
}

/// The rules preset of this name.
pub fn rules(name: &str) -> Result<Rules, Failure> {
    Rules::preset(name).ok_or_else(|| {
        let known: Vec<&str> = Rules::PRESETS.iter().map(|p| p.0).collect();
        Failure::bad(format!("--rules: found {name:?}, expected one of {}", known.join(", ")))
    })
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut s = session(rules(&args.rules)?, args.nodes, None);
    let mut input = std::io::stdin().lock();
    let mut buffer = [0u8; 4096];
    while !s.is_over() {
        let n = input.read(&mut buffer)?;
        if n == 0 {
            if let Some(reply) = s.finish() {
                out::prompt(&reply.to_string())?;
            }
            break;
        }
        // Bytes that are no UTF-8 stay visible in what they break.
        let text: String = match std::str::from_utf8(&buffer[..n]) {
            Ok(t) => t.into(),
            Err(_) => buffer[..n].iter().map(|&b| b as char).collect(),
        };
        for reply in s.feed(&text) {
            out::prompt(&reply.to_string())?;
        }
    }
    Ok(())
}
