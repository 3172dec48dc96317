//! Two settings of the built-in engine against each other on paired deals,
//! for quick screening; matches that count go through the laboratory.
//!
//! `duel PAIRS SEED nodes=N|ms=N A... vs B...` where A and B are `name=value`
//! parameters, `weights=FILE`, `ruler=NAME`, `arm=NAME`.
#![allow(clippy::print_stdout, reason = "a tool for developers")]

use touchstone_jieqi::engine::{Parameters, builtin};
use touchstone_jieqi::{Jieqi, Rules, View, Weights, rulers};
use touchstone_kernel::{
    Game, Limits, Line, LuckKey, Node, Position, Seat, Setup, Truth, VerdictResult,
};
use touchstone_search::{Engine, Request};

fn engine(words: &[String]) -> Result<Box<dyn Engine<View>>, String> {
    let mut parameters = Parameters::standard();
    for word in words {
        let (name, value) = word.split_once('=').ok_or("name=value")?;
        match name {
            "ruler" => return rulers::named(value).ok_or_else(|| format!("no ruler {value}")),
            "arm" => {
                return touchstone_jieqi::arms::named(value)
                    .ok_or_else(|| format!("no arm {value}"));
            }
            "weights" => {
                let text = std::fs::read_to_string(value).map_err(|e| e.to_string())?;
                parameters.weights =
                    Weights::read(&text, &parameters.weights).map_err(|e| e.to_string())?;
            }
            _ => {
                let number = value.parse().map_err(|_| format!("{word}: not a number"))?;
                if !parameters.set(name, number) {
                    return Err(format!("unknown {word}"));
                }
            }
        }
    }
    Ok(Box::new(builtin(&parameters)))
}

struct Side {
    engine: Box<dyn Engine<View>>,
    nodes: u64,
    ms: u64,
    moves: u64,
}

/// Points of the first engine, 0 to 2.
fn game(key: &LuckKey, first_is_red: bool, sides: &mut [Side; 2], limits: Limits) -> (u32, u32) {
    let (mut world, setup) = Jieqi::deal(&Jieqi::start(Rules::MISTBOARD), key);
    let mut lines = Seat::BOTH.map(|seat| {
        let v = world.view(seat);
        Line::new(Rules::MISTBOARD, &v, setup.line.last().mark)
    });
    for s in sides.iter_mut() {
        s.engine.new_game();
    }
    let mut plies = 0;
    loop {
        let seat = world.seat();
        let view = world.view(seat);
        let line = &lines[seat.index()];
        if let Some(v) = view.verdict(line) {
            let points = match v.result {
                VerdictResult::Draw => 1,
                VerdictResult::Win(w) if (w == Seat::First) == first_is_red => 2,
                VerdictResult::Win(_) => 0,
            };
            return (points, plies);
        }
        let s = &mut sides[usize::from((seat == Seat::First) != first_is_red)];
        let setup = Setup { node: Node::Decision(view), line: line.clone() };
        let a = s.engine.analyse(&setup, &Request::for_play(limits));
        s.nodes += a.nodes;
        s.ms += a.time_ms;
        s.moves += 1;
        let Some(best) = a.best() else { return (1, plies) };
        let seen = world.play(best.mv);
        for (line, seen) in lines.iter_mut().zip(seen) {
            line.push(&seen.after, &seen.position);
        }
        plies += 1;
        if plies >= 600 {
            return (1, plies);
        }
    }
}

fn run() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let at = args.iter().position(|a| a == "vs").ok_or("duel PAIRS SEED LIMIT A... vs B...")?;
    if at < 3 {
        return Err("duel PAIRS SEED LIMIT A... vs B...".into());
    }
    let pairs: u64 = args[0].parse().map_err(|_| "pairs")?;
    let (kind, n) = args[2].split_once('=').ok_or("nodes=N or ms=N")?;
    let n: u64 = n.parse().map_err(|_| "limit")?;
    let limits = if kind == "ms" { Limits::time_ms(n) } else { Limits::nodes(n) };
    let side = |words: &[String]| -> Result<Side, String> {
        Ok(Side { engine: engine(words)?, nodes: 0, ms: 0, moves: 0 })
    };
    let mut sides = [side(&args[3..at])?, side(&args[at + 1..])?];
    let mut bins = [0u64; 5];
    let mut wdl = [0u64; 3];
    let mut plies = 0u64;
    for pair in 0..pairs {
        let key = LuckKey { run: args[1].clone(), pair };
        let mut sum = 0;
        for red in [true, false] {
            let (points, n) = game(&key, red, &mut sides, limits);
            sum += points;
            wdl[points as usize] += 1;
            plies += u64::from(n);
        }
        bins[sum as usize] += 1;
    }
    let games = 2 * pairs;
    let mean = bins.iter().enumerate().map(|(i, &n)| i as f64 * n as f64).sum::<f64>()
        / (4.0 * pairs as f64);
    let var = bins
        .iter()
        .enumerate()
        .map(|(i, &n)| n as f64 * (i as f64 / 4.0 - mean).powi(2))
        .sum::<f64>()
        / pairs as f64;
    let half = 1.96 * (var / pairs as f64).sqrt();
    let per = |s: &Side| {
        let m = s.moves.max(1);
        format!("{} nodes {:.1} ms", s.nodes / m, s.ms as f64 / m as f64)
    };
    println!(
        "games {games} +{} ={} -{} score {:.1} ± {:.1} % bins {bins:?} plies {} | a {} | b {} | {}",
        wdl[2],
        wdl[1],
        wdl[0],
        100.0 * mean,
        100.0 * half,
        plies / games.max(1),
        per(&sides[0]),
        per(&sides[1]),
        args[2..].join(" ")
    );
    Ok(())
}

fn main() {
    if let Err(e) = run() {
        println!("{e}");
        std::process::exit(2);
    }
}
