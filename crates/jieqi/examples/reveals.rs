//! The experiment on reveals: an arm against an arm on paired deals at equal
//! nodes, and how often it over-rates a reveal.
//!
//! `reveals PAIRS SEED NODES ARM OPPONENT`. In each game that ARM loses its
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
use touchstone_jieqi::{Jieqi, Move, Rules, View, arms};
use touchstone_kernel::{
    Game, Limits, Line, LuckKey, Node, Position, Rng, Seat, Setup, Truth, VerdictResult,
};
use touchstone_search::{Engine, Request};

struct Claim {
    setup: Setup<View>,
    m: Move,
    percent: f64,
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
    let (Some(a), Some(b)) = (arms::named(arm), arms::named(opponent)) else {
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
    let began = std::time::Instant::now();
    for pair in 0..pairs {
        let key = LuckKey { run: seed.clone(), pair };
        let mut sum = 0;
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
                let a = player.analyse(&setup, &Request::for_play(Limits::nodes(nodes)));
                let Some(best) = a.best() else { break };
                if own {
                    depth += u64::from(a.depth);
                    moves += 1;
                    let percent = best.value.number().percent();
                    claims.push(Claim { setup, m: best.mv, percent });
                }
                let seen = world.play(best.mv);
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
    }
    let n = f64::from(bins.iter().sum::<u32>());
    let mean = bins.iter().zip(0..).map(|(&c, i)| f64::from(c * i)).sum::<f64>() / (4.0 * n);
    let var = bins
        .iter()
        .zip(0..)
        .map(|(&c, i)| f64::from(c) * (f64::from(i) / 4.0 - mean).powi(2))
        .sum::<f64>()
        / n;
    println!(
        "| {arm} | {opponent} | {} | +{} ={} -{} | {:.1} ± {:.1} | {:.2} | {} of {} ({:+.1}) | {} of {} ({:+.1}) | lost {} | bins {bins:?} | {} s |",
        2 * pairs,
        wdl[2],
        wdl[1],
        wdl[0],
        100.0 * mean,
        196.0 * (var / n).sqrt(),
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
