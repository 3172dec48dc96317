//! A scripted engine for the laboratory's own tests and measurements: it
//! speaks UCI, plays a legal move picked by a hash of the position without
//! thinking, and misbehaves when it is told to.
//!
//! `scripted GAME [RULES] [--crash N] [--stall N] [--illegal N] [--late N MS]
//! [--leave N] [--garbage N] [--mute] [--flood] [--deaf]`: N is the move of
//! its life at which it errs.

use std::io::{BufRead, Write};
use touchstone_lab::desk;
use touchstone_protocol::uci_server::{Heard, hear};

#[derive(Default)]
struct Faults {
    crash: Option<u64>,
    stall: Option<u64>,
    illegal: Option<u64>,
    late: Option<(u64, u64)>,
    leave: Option<u64>,
    garbage: Option<u64>,
    mute: bool,
    flood: bool,
    deaf: bool,
}

fn hash(text: &str) -> usize {
    // FNV-1a.
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
        as usize
}

fn main() {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "toy".into());
    let mut rules = String::new();
    let mut f = Faults::default();
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
        match arg.as_str() {
            "--crash" => f.crash = Some(number()),
            "--stall" => f.stall = Some(number()),
            "--illegal" => f.illegal = Some(number()),
            "--late" => f.late = Some((number(), number())),
            "--leave" => f.leave = Some(number()),
            "--garbage" => f.garbage = Some(number()),
            "--mute" => f.mute = true,
            "--flood" => f.flood = true,
            "--deaf" => f.deaf = true,
            other => rules = other.into(),
        }
    }
    let Ok(game) = desk::game(&game) else { std::process::exit(9) };
    let nap = |ms| std::thread::sleep(std::time::Duration::from_millis(ms));
    if f.deaf {
        nap(3_600_000);
    }
    let mut table = game.table("start", &rules, &[]).ok();
    let mut lived = 0u64;
    let mut out = std::io::stdout();
    let mut say = |text: &str| {
        let _ = out.write_all(text.as_bytes());
        let _ = out.write_all(b"\n");
        let _ = out.flush();
    };
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match hear(&line) {
            Ok(Heard::Hello) if !f.mute => {
                say("id name scripted");
                say("uciok");
            }
            Ok(Heard::IsReady) => say("readyok"),
            Ok(Heard::Position { text, moves }) => table = game.table(&text, &rules, &moves).ok(),
            Ok(Heard::Go(_)) => {
                lived += 1;
                if f.flood {
                    for _ in 0..2000 {
                        let _ = writeln!(std::io::stderr(), "a complaint that nobody reads");
                    }
                }
                if f.crash == Some(lived) {
                    let _ = writeln!(std::io::stderr(), "assertion failed somewhere");
                    std::process::exit(3);
                }
                if f.stall == Some(lived) {
                    nap(3_600_000);
                }
                if f.leave == Some(lived) {
                    return;
                }
                if f.garbage == Some(lived) {
                    say("bestmove \u{1f4a5}\0zz");
                    continue;
                }
                if f.illegal == Some(lived) {
                    say("bestmove z9z9");
                    continue;
                }
                if let Some((n, ms)) = f.late
                    && n == lived
                {
                    nap(ms);
                }
                let legal = table.as_ref().map(|t| t.legal()).unwrap_or_default();
                let text = table.as_ref().map(|t| t.position_text()).unwrap_or_default();
                match legal.len() {
                    0 => say("bestmove (none)"),
                    n => say(&format!(
                        "info depth 1 nodes 1 score cp 0 pv {0}\nbestmove {0}",
                        legal[hash(&text) % n]
                    )),
                }
            }
            Ok(Heard::Quit) => return,
            _ => {}
        }
    }
}
