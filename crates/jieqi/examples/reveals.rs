//! The experiment on reveals: an arm against an arm on paired deals at equal
//! nodes, and how often it over-rates a reveal.
//!
//! `reveals PAIRS SEED NODES ARM[:NODES] OPPONENT[:NODES]`; node counts of their own make
//! matches at equal time, by the speeds that an earlier run showed. In each game that ARM loses its
//! decisive move is the one after which its own claim fell most. Where that
//! is a reveal, the sound engine rates it with `NODES * 8` nodes; an over-rating
//! is a claim more than 15 points above that. Control: another reveal of the
//! same game, drawn at random.
#![allow(
    clippy::print_stdout,
    clippy::needless_range_loop,
    reason = "a tool for developers, several lists indexed alike"
)]

use touchstone_jieqi::engine::{Parameters, builtin};
use touchstone_jieqi::{Eval, Jieqi, Move, Rules, View, Weights, arms};
use touchstone_kernel::{
    After, Evaluator, Game, Limits, Line, List, LuckKey, Node, Position, Rng, Seat, Setup, Truth,
    VerdictResult,
};
use touchstone_search::{Engine, Request};

struct Claim {
    setup: Setup<View>,
    m: Move,
    percent: f64,
}

/// What luck gave the mover at a reveal, in expected result: the static value of
/// what came less the mean over what might have come.
fn luck(eval: &Eval, before: &View, m: Move, came: &View) -> f64 {
    let after = before.after(m);
    if after.is_certain() {
        return 0.0;
    }
    let value = |v: &View| 1.0 - eval.score(v, &eval.start(v)).percent() / 100.0;
    let mut list = List::new();
    after.outcomes(&mut list);
    let total: f64 = list.iter().map(|o| f64::from(o.weight)).sum();
    let sum: f64 = list.iter().map(|o| f64::from(o.weight) * value(&after.resolve(o.event))).sum();
    // The identity alone: what was taken dark is left out on both sides.
    let role = came.piece(m.to).role();
    let came = after.resolve(touchstone_jieqi::Event::reveal(role));
    value(&came) - sum / total
}

/// Mean and half width (95 %, over pairs) of score less coefficient times luck,
/// the coefficient of each half of the pairs fitted on the other half.
fn adjusted(pairs: &[(f64, f64)]) -> (f64, f64) {
    let fitted = |parity: usize| {
        let other: Vec<_> = pairs.iter().skip(1 - parity).step_by(2).collect();
        let n = other.len().max(1) as f64;
        let (x, l) = other.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0 / n, s.1 + p.1 / n));
        let (xl, ll) = other
            .iter()
            .fold((0.0, 0.0), |s, p| (s.0 + (p.0 - x) * (p.1 - l), s.1 + (p.1 - l) * (p.1 - l)));
        if ll > 0.0 { xl / ll } else { 0.0 }
    };
    let c = [fitted(0), fitted(1)];
    let values: Vec<f64> = pairs.iter().enumerate().map(|(k, p)| p.0 - c[k % 2] * p.1).collect();
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let var = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
    (mean, 1.96 * (var / n).sqrt())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [pairs, seed, nodes, arm, opponent] = &args[..] else {
        println!("reveals PAIRS SEED NODES ARM OPPONENT");
        std::process::exit(2);
    };
    let (Ok(pairs), Ok(nodes)) = (pairs.parse::<u64>(), nodes.parse::<u64>()) else {
        println!("PAIRS and NODES are numbers");
        std::process::exit(2);
    };
    let own = |word: &str| -> (String, u64) {
        match word.split_once(':') {
            Some((name, n)) => (name.into(), n.parse().unwrap_or(nodes)),
            None => (word.into(), nodes),
        }
    };
    let names = [own(arm), own(opponent)];
    let (Some(a), Some(b)) = (arms::named(&names[0].0), arms::named(&names[1].0)) else {
        println!("arms: {:?}", arms::ARMS.map(|a| a.name));
        std::process::exit(2);
    };
    let mut players = [a, b];
    let mut sound = builtin(&Parameters::standard());
    let mut bins = [0u32; 5];
    let (mut wdl, mut depth, mut moves) = ([0u32; 3], 0u64, 0u64);
    // Decisive reveals rated, over-rated; controls rated, over-rated; lost games.
    let mut over = [0u32; 5];
    let mut sums = [0.0f64; 2];
    let eval = Eval::new(Weights::standard());
    let mut lucky: Vec<(f64, f64)> = Vec::new();
    let began = std::time::Instant::now();
    for pair in 0..pairs {
        let key = LuckKey { run: seed.clone(), pair };
        let mut sum = 0;
        let mut fortune = 0.0;
        for arm_is_red in [true, false] {
            let (mut world, start) = Jieqi::deal(&Jieqi::start(Rules::MISTBOARD), &key);
            let mark = start.line.last().mark;
            let mut lines =
                Seat::BOTH.map(|seat| Line::new(Rules::MISTBOARD, &world.view(seat), mark));
            for p in &mut players {
                p.new_game();
            }
            let mut claims: Vec<Claim> = Vec::new();
            let mut points = 1;
            for _ in 0..600 {
                let seat = world.seat();
                let view = world.view(seat);
                let line = lines[seat.index()].clone();
                if let Some(v) = view.verdict(&line) {
                    points = match v.result {
                        VerdictResult::Draw => 1,
                        VerdictResult::Win(w) if (w == Seat::First) == arm_is_red => 2,
                        VerdictResult::Win(_) => 0,
                    };
                    break;
                }
                let own = (seat == Seat::First) == arm_is_red;
                let setup = Setup { node: Node::Decision(view), line };
                let player = &mut players[usize::from(!own)];
                let a = player
                    .analyse(&setup, &Request::for_play(Limits::nodes(names[usize::from(!own)].1)));
                let Some(best) = a.best() else { break };
                if own {
                    depth += u64::from(a.depth);
                    moves += 1;
                    let percent = best.value.number().percent();
                    claims.push(Claim { setup: setup.clone(), m: best.mv, percent });
                }
                let before = setup.decision().cloned();
                let seen = world.play(best.mv);
                if let Some(before) = before {
                    let x = luck(&eval, &before, best.mv, &seen[seat.index()].position);
                    fortune += if own { x } else { -x };
                }
                for (line, seen) in lines.iter_mut().zip(seen) {
                    line.push(&seen.after, &seen.position);
                }
            }
            wdl[points as usize] += 1;
            sum += points;
            if points != 0 || claims.is_empty() {
                continue;
            }
            over[4] += 1;
            let after = |k: usize| claims.get(k + 1).map_or(0.0, |c| c.percent);
            let drop = |k: usize| claims[k].percent - after(k);
            let decisive =
                (0..claims.len()).max_by(|&x, &y| drop(x).total_cmp(&drop(y))).unwrap_or(0);
            let reveal =
                |c: &Claim| c.setup.decision().is_some_and(|v| v.piece(c.m.from).is_dark());
            let mut rate = |c: &Claim| {
                sound.new_game();
                let limits = Limits::nodes(nodes * 8);
                let request = Request { only: vec![c.m], ..Request::new(limits) };
                let a = sound.analyse(&c.setup, &request);
                c.percent - a.best().map_or(c.percent, |m| m.value.number().percent())
            };
            if reveal(&claims[decisive]) {
                let x = rate(&claims[decisive]);
                over[0] += 1;
                over[1] += u32::from(x > 15.0);
                sums[0] += x;
            }
            let mut rng = Rng::keyed(&["control".into(), seed.as_str().into(), pair.into()]);
            let others: Vec<&Claim> = claims
                .iter()
                .enumerate()
                .filter(|&(k, c)| k != decisive && reveal(c))
                .map(|x| x.1)
                .collect();
            if !others.is_empty() {
                let x = rate(others[rng.index(others.len())]);
                over[2] += 1;
                over[3] += u32::from(x > 15.0);
                sums[1] += x;
            }
        }
        bins[sum as usize] += 1;
        lucky.push((f64::from(sum) / 4.0, fortune / 2.0));
    }
    let n = f64::from(bins.iter().sum::<u32>());
    let mean = bins.iter().zip(0..).map(|(&c, i)| f64::from(c * i)).sum::<f64>() / (4.0 * n);
    let var = bins
        .iter()
        .zip(0..)
        .map(|(&c, i)| f64::from(c) * (f64::from(i) / 4.0 - mean).powi(2))
        .sum::<f64>()
        / n;
    let fair = adjusted(&lucky);
    println!(
        "| {arm} | {opponent} | {} | +{} ={} -{} | {:.1} ± {:.1} | {:.1} ± {:.1} | {:.2} | {} of {} ({:+.1}) | {} of {} ({:+.1}) | lost {} | bins {bins:?} | {} s |",
        2 * pairs,
        wdl[2],
        wdl[1],
        wdl[0],
        100.0 * mean,
        196.0 * (var / n).sqrt(),
        100.0 * fair.0,
        100.0 * fair.1,
        depth as f64 / moves.max(1) as f64,
        over[1],
        over[0],
        sums[0] / f64::from(over[0].max(1)),
        over[3],
        over[2],
        sums[1] / f64::from(over[2].max(1)),
        over[4],
        began.elapsed().as_secs()
    );
}
