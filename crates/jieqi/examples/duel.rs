//! Two settings of the built-in engine against each other on paired deals,
//! for quick screening; matches that count go through the laboratory.
//!
//! `duel PAIRS SEED nodes=N[,M]|ms=N[,M] A... vs B...` (M: B's limit, the same unless given) where A and B are `name=value`
//! parameters, `weights=FILE`, `ruler=NAME`, `arm=NAME`, `uci=PATH,NODES`.
#![allow(
    clippy::print_stdout,
    clippy::needless_range_loop,
    reason = "a tool for developers, several lists indexed alike"
)]

use std::io::{BufRead, Write};
use touchstone_jieqi::engine::{Parameters, builtin};
use touchstone_jieqi::{Jieqi, Rules, View, Weights, fen, notation, rulers};
use touchstone_kernel::{
    Game, Limits, Line, LuckKey, Node, Position, Score, Seat, Setup, Truth, Value, VerdictResult,
};
use touchstone_search::{Analysis, Engine, Request, RootMove};

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
            "uci" => return Uci::start(value).map(|u| Box::new(u) as Box<dyn Engine<View>>),
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

/// An external program as a separate process, `PATH,NODES`: it gets the mover's
/// own text for each move, and so knows no history.
struct Uci {
    child: std::process::Child,
    input: std::process::ChildStdin,
    output: std::io::BufReader<std::process::ChildStdout>,
    nodes: u64,
}

impl Uci {
    fn start(spec: &str) -> Result<Uci, String> {
        let (path, nodes) = spec.rsplit_once(',').ok_or("uci=PATH,NODES")?;
        let mut child = std::process::Command::new(path)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .map_err(|e| format!("{path}: {e}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes".into());
        };
        let nodes = nodes.parse().map_err(|_| "nodes")?;
        let output = std::io::BufReader::new(output);
        let mut uci = Uci { child, input, output, nodes };
        uci.say("uci");
        uci.until("uciok");
        Ok(uci)
    }

    fn say(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}");
        let _ = self.input.flush();
    }

    /// The line that begins with `word`, and the last line before it.
    fn until(&mut self, word: &str) -> (String, String) {
        let mut last = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).unwrap_or(0) == 0 {
                return (String::new(), last);
            }
            if line.starts_with(word) {
                return (line, last);
            }
            last = line;
        }
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        self.say("quit");
        let _ = self.child.wait();
    }
}

impl Engine<View> for Uci {
    fn name(&self) -> String {
        "uci".into()
    }

    fn new_game(&mut self) {
        self.say("ucinewgame");
        self.say("isready");
        self.until("readyok");
    }

    fn analyse(&mut self, setup: &Setup<View>, _: &Request<View>) -> Analysis<View> {
        let began = std::time::Instant::now();
        let mark = setup.line.last().mark;
        let text =
            setup.decision().map_or_else(String::new, |v| fen::print(v, mark.clock, mark.full));
        self.say(&format!("position fen {text}"));
        let nodes = self.nodes;
        self.say(&format!("go nodes {nodes}"));
        let (best, info) = self.until("bestmove");
        let words: Vec<&str> = info.split_ascii_whitespace().collect();
        let number = |name: &str| {
            words.iter().position(|w| *w == name).and_then(|i| words.get(i + 1)?.parse().ok())
        };
        let mv = best.split_ascii_whitespace().nth(1).and_then(|m| notation::split(m).ok());
        let legal = mv.map(|m| m.0).filter(|m| setup.decision().is_some_and(|v| v.is_legal(*m)));
        let moves = legal.map(|mv| RootMove {
            mv,
            value: Value::AtLeast(Score::LOSS),
            proved: false,
            line: Vec::new(),
            outcomes: Vec::new(),
            nodes: 0,
        });
        Analysis {
            depth: 0,
            nodes: number("nodes").unwrap_or(0),
            time_ms: began.elapsed().as_millis() as u64,
            static_score: None,
            moves: moves.into_iter().collect(),
            outcomes: Vec::new(),
        }
    }
}

struct Side {
    engine: Box<dyn Engine<View>>,
    nodes: u64,
    ms: u64,
    moves: u64,
}

/// Points of the first engine, 0 to 2.
fn game(
    key: &LuckKey,
    first_is_red: bool,
    sides: &mut [Side; 2],
    limits: [Limits; 2],
) -> (u32, u32) {
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
        let k = usize::from((seat == Seat::First) != first_is_red);
        let (s, limits) = (&mut sides[k], limits[k]);
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
    let (first, second) = n.split_once(',').unwrap_or((n, n));
    let limit = |n: &str| -> Result<Limits, String> {
        let n: u64 = n.parse().map_err(|_| "limit")?;
        Ok(if kind == "ms" { Limits::time_ms(n) } else { Limits::nodes(n) })
    };
    let limits = [limit(first)?, limit(second)?];
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
        if std::env::var_os("DUEL_PROGRESS").is_some() {
            println!("pair {pair}: {sum} of 4, +{} ={} -{}", wdl[2], wdl[1], wdl[0]);
        }
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
