//! Self-play, the fit of the evaluation to results, and calibration.
//!
//! `fit play GAMES SEED NODES FILE` · `fit fit FILE OUT HOLD` · `fit calibrate FILE [WEIGHTS]`
#![allow(
    clippy::print_stdout,
    clippy::needless_range_loop,
    reason = "a tool for developers, several lists indexed alike"
)]

use std::fmt::Write as _;
use touchstone_jieqi::engine::{Parameters, builtin};
use touchstone_jieqi::eval::Counts;
use touchstone_jieqi::eval::terms::{FEATURES, GROUPS};
use touchstone_jieqi::{Eval, Jieqi, Rules, Weights, fen};
use touchstone_kernel::{
    Evaluator, Game, Limits, Line, LuckKey, Node, Position, Rng, Seat, Setup, Side, Truth,
    VerdictResult,
};
use touchstone_search::{Engine, Request};

/// One game: every position out of check as its mover sees it, with what the
/// search said, then the result for Red.
fn play(games: u64, seed: &str, nodes: u64) -> String {
    let mut engine = builtin(&Parameters::standard());
    let mut text = String::new();
    for pair in 0..games {
        let key = LuckKey { run: seed.into(), pair };
        let mut rng = Rng::keyed(&["fit".into(), seed.into(), pair.into()]);
        let (mut world, setup) = Jieqi::deal(&Jieqi::start(Rules::MISTBOARD), &key);
        let mut lines = Seat::BOTH
            .map(|seat| Line::new(Rules::MISTBOARD, &world.view(seat), setup.line.last().mark));
        engine.new_game();
        let mut seen = Vec::new();
        let mut red = 1;
        for ply in 0..600 {
            let seat = world.seat();
            let view = world.view(seat);
            let line = lines[seat.index()].clone();
            if let Some(v) = view.verdict(&line) {
                red = match v.result {
                    VerdictResult::Draw => 1,
                    VerdictResult::Win(Seat::First) => 2,
                    VerdictResult::Win(_) => 0,
                };
                break;
            }
            let setup = Setup { node: Node::Decision(view.clone()), line };
            let a = engine.analyse(&setup, &Request::for_play(Limits::nodes(nodes)));
            let Some(best) = a.best() else { break };
            let quiet = view.piece(best.mv.to).is_empty() && !view.in_check();
            let mut m = best.mv;
            if ply < 6 || rng.below(40) == 0 {
                let moves = touchstone_kernel::legal_moves(&view, &setup.line);
                m = moves[rng.index(moves.len())];
            } else if quiet {
                let score = best.value.number().millionths();
                seen.push(format!("{} {score}", fen::print(&view, 0, 0)));
            }
            let next = world.play(m);
            for (line, seen) in lines.iter_mut().zip(next) {
                line.push(&seen.after, &seen.position);
            }
        }
        for s in seen {
            let _ = writeln!(text, "{pair} {red} {s}");
        }
    }
    text
}

struct Sample {
    game: u64,
    /// Result of the mover, 0, ½ or 1.
    result: f64,
    search: f64,
    features: Vec<(u16, f32)>,
    units: i32,
}

fn read(path: &str, eval: &Eval) -> Result<Vec<Sample>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut samples = Vec::new();
    for line in text.lines() {
        let mut words = line.splitn(3, ' ');
        let (Some(game), Some(red), Some(rest)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let Some((position, score)) = rest.rsplit_once(' ') else { continue };
        let view = fen::parse(position).map_err(|e| e.to_string())?.view;
        let red: f64 = red.parse::<f64>().map_err(|e| e.to_string())? / 2.0;
        let result = if view.mover() == Side::One { red } else { 1.0 - red };
        let counts = Counts::of(&view).counts;
        let (own, other) = (view.mover().index(), view.mover().other().index());
        let phase = f64::from(view.occupied().plain.count_ones()) / 32.0;
        let mut features = Vec::new();
        for (i, (own, other)) in counts[own].iter().zip(&counts[other]).enumerate() {
            let n = own - other;
            if n != 0.0 {
                features.push((i as u16, (n * phase) as f32));
                features.push(((i + FEATURES) as u16, (n * (1.0 - phase)) as f32));
            }
        }
        samples.push(Sample {
            game: game.parse().map_err(|_| "game number")?,
            result,
            search: (score.parse::<f64>().map_err(|_| "score")? / 1e6 + 1.0) / 2.0,
            features,
            units: eval.units_of(&view, &eval.start(&view)),
        });
    }
    Ok(samples)
}

/// Logistic regression by Adam, held to the start by a small weight.
fn fit(samples: &[Sample], start: &Weights, hold: f64) -> Weights {
    let scale = f64::from(start.scale);
    let prior: Vec<f64> =
        start.early.iter().chain(&start.late).map(|&w| f64::from(w) / scale).collect();
    let mut w = prior.clone();
    let (mut m, mut v) = (vec![0.0; w.len()], vec![0.0; w.len()]);
    let mut rng = Rng::seeded(1, "fit order");
    // Every sixth game is held out and only watched.
    let (out_of, mut order): (Vec<usize>, Vec<usize>) =
        (0..samples.len()).partition(|&k| samples[k].game % 6 == 5);
    let error = |w: &[f64], which: &[usize]| {
        let sum: f64 = which
            .iter()
            .map(|&k| {
                let s = &samples[k];
                let x: f64 = s.features.iter().map(|&(i, n)| w[i as usize] * f64::from(n)).sum();
                (s.result - 1.0 / (1.0 + (-x).exp())).powi(2)
            })
            .sum();
        sum / which.len().max(1) as f64
    };
    println!("before: {:.5} {:.5} held out", error(&w, &order), error(&w, &out_of));
    let mut t = 0;
    for epoch in 0..25 {
        rng.shuffle(&mut order);
        let rate = 0.01 / (1.0 + f64::from(epoch) / 3.0);
        for batch in order.chunks(1000) {
            let mut g = vec![0.0; w.len()];
            for &k in batch {
                let s = &samples[k];
                let x: f64 = s.features.iter().map(|&(i, n)| w[i as usize] * f64::from(n)).sum();
                let p = 1.0 / (1.0 + (-x).exp());
                for &(i, n) in &s.features {
                    g[i as usize] += (p - s.result) * f64::from(n) / batch.len() as f64;
                }
            }
            t += 1;
            for i in 0..w.len() {
                let g = g[i] + hold * (w[i] - prior[i]);
                m[i] = 0.9 * m[i] + 0.1 * g;
                v[i] = 0.999 * v[i] + 0.001 * g * g;
                let (mh, vh) = (m[i] / (1.0 - 0.9f64.powi(t)), v[i] / (1.0 - 0.999f64.powi(t)));
                w[i] -= rate * mh / (vh.sqrt() + 1e-8);
            }
        }
        println!("epoch {epoch}: {:.5} {:.5} held out", error(&w, &order), error(&w, &out_of));
    }
    let mut out = start.clone();
    for i in 0..FEATURES {
        out.early[i] = (w[i] * scale).round() as i32;
        out.late[i] = (w[i + FEATURES] * scale).round() as i32;
    }
    out
}

/// Reliability by tenths, intervals clustered by game (bootstrap over games).
fn calibrate(name: &str, samples: &[Sample], of: impl Fn(&Sample) -> f64) {
    let mut games: Vec<u64> = samples.iter().map(|s| s.game).collect();
    games.dedup();
    let index: std::collections::BTreeMap<u64, usize> =
        games.iter().enumerate().map(|(i, &g)| (g, i)).collect();
    // Sums by game and bin: count, prediction, result.
    let mut cells = vec![[[0.0f64; 3]; 10]; index.len()];
    for s in samples {
        let p = of(s);
        let c = &mut cells[index[&s.game]][((p * 10.0) as usize).min(9)];
        c[0] += 1.0;
        c[1] += p;
        c[2] += s.result;
    }
    let total = |pick: &mut dyn FnMut() -> usize, n: usize| {
        let mut sum = [[0.0f64; 3]; 10];
        for _ in 0..n {
            let cell = &cells[pick()];
            for (s, c) in sum.iter_mut().zip(cell) {
                for k in 0..3 {
                    s[k] += c[k];
                }
            }
        }
        sum
    };
    let mut at = 0;
    let n = cells.len();
    let all = total(
        &mut || {
            at += 1;
            at - 1
        },
        n,
    );
    let mut rng = Rng::seeded(2, "bootstrap");
    let draws: Vec<_> = (0..400).map(|_| total(&mut || rng.index(n), n)).collect();
    let gap = |s: &[[f64; 3]; 10]| {
        let count: f64 = s.iter().map(|c| c[0]).sum();
        s.iter().map(|c| (c[1] - c[2]).abs()).sum::<f64>() / count * 100.0
    };
    println!("{name}: {} positions of {n} games, mean gap {:.2} points", samples.len(), gap(&all));
    println!("| predicted % | positions | mean predicted | scored | 95 % interval |");
    println!("| --- | --- | --- | --- | --- |");
    for b in 0..10 {
        if all[b][0] == 0.0 {
            continue;
        }
        let mut means: Vec<f64> =
            draws.iter().filter(|d| d[b][0] > 0.0).map(|d| 100.0 * d[b][2] / d[b][0]).collect();
        means.sort_by(f64::total_cmp);
        let q = |x: f64| means[((means.len() - 1) as f64 * x) as usize];
        println!(
            "| {}-{} | {} | {:.1} | {:.1} | {:.1} to {:.1} |",
            b * 10,
            b * 10 + 10,
            all[b][0],
            100.0 * all[b][1] / all[b][0],
            100.0 * all[b][2] / all[b][0],
            q(0.025),
            q(0.975)
        );
    }
}

fn run() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let weights = |path: &str| -> Result<Weights, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        Weights::read(&text, &Weights::standard()).map_err(|e| e.to_string())
    };
    match words[..] {
        ["play", games, seed, nodes, path] => {
            let games = games.parse().map_err(|_| "games")?;
            let nodes = nodes.parse().map_err(|_| "nodes")?;
            std::fs::write(path, play(games, seed, nodes)).map_err(|e| e.to_string())
        }
        ["fit", path, out, hold] => {
            let hold = hold.parse().map_err(|_| "HOLD")?;
            let start = Weights::standard();
            let samples = read(path, &Eval::new(start.clone()))?;
            println!("{} positions, {} groups", samples.len(), GROUPS.len());
            let fitted = fit(&samples, &start, hold);
            std::fs::write(out, fitted.text()).map_err(|e| e.to_string())
        }
        ["calibrate", path] | ["calibrate", path, _] => {
            let w = match words.get(2) {
                Some(p) => weights(p)?,
                None => Weights::standard(),
            };
            let eval = Eval::new(w);
            let curve = eval.curve();
            let samples = read(path, &eval)?;
            calibrate("static", &samples, |s| curve.score(s.units).percent() / 100.0);
            calibrate("search", &samples, |s| s.search);
            Ok(())
        }
        _ => {
            Err("fit play GAMES SEED NODES FILE | fit FILE OUT HOLD | calibrate FILE [WEIGHTS]"
                .into())
        }
    }
}

fn main() {
    if let Err(e) = run() {
        println!("{e}");
        std::process::exit(2);
    }
}
