//! A plain match runner for the measurements of `docs/results/dicechess.md`:
//! paired games of two players with the same dice.
//!
//! `cargo run --release -p touchstone-dicechess --example dice_ladder -- A B PAIRS SEED [luck]`
//! where A and B are a ruler's name, `ring:W`, or `engine:MS[:DEPTH]`
//! (MS = 0: no time limit). With `luck` the score is also told less the luck of
//! the dice, as a frozen judge sees it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that prints its measurements"
)]

#[path = "common/mod.rs"]
mod common;

use common::{Luck, Player, judged_pair, play_pair};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.len() < 4 {
        eprintln!("usage: ladder A B PAIRS SEED");
        std::process::exit(2);
    }
    let (pairs, seed): (u64, u64) = match (args[2].parse(), args[3].parse()) {
        (Ok(p), Ok(s)) => (p, s),
        _ => {
            eprintln!("PAIRS and SEED are numbers");
            std::process::exit(2);
        }
    };
    let make = |name: &str, seed| {
        Player::named(name, seed).unwrap_or_else(|| {
            eprintln!("unknown player {name}");
            std::process::exit(2)
        })
    };
    let (mut a, mut b) = (make(&args[0], 2 * seed + 1), make(&args[1], 2 * seed + 2));
    let mut tally = common::Tally::default();
    let mut luck = args.get(4).filter(|x| *x == "luck").map(|_| Luck::new());
    for pair in 0..pairs {
        match &mut luck {
            None => tally.add(play_pair(&mut a, &mut b, seed, pair)),
            Some(judge) => {
                let (points, l) = judged_pair(&mut a, &mut b, seed, pair, judge);
                tally.judged.push((f64::from(points.0 + points.1) / 4.0, l / 4.0));
                tally.add(points);
            }
        }
        if (pair + 1) % 50 == 0 && std::env::var_os("QUIET").is_none() {
            eprintln!("{}", tally.line(&args[0], &args[1]));
        }
    }
    println!("{}", tally.line(&args[0], &args[1]));
    for (name, p) in [(&args[0], &a), (&args[1], &b)] {
        println!(
            "  {name}: {} turns, {:.3} ms a turn (worst {:.1}), {:.0} nodes a turn",
            p.turns,
            p.time.as_secs_f64() * 1e3 / p.turns.max(1) as f64,
            p.worst.as_secs_f64() * 1e3,
            p.nodes as f64 / p.turns.max(1) as f64
        );
    }
}
