//! Speeds on one core: medians over positions from play.
//!
//! `cargo run --release -p touchstone-dicechess --example dice_speed -- [POSITIONS]`
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that prints its measurements"
)]

#[path = "common/mod.rs"]
mod common;

use common::{Player, play};
use std::time::Instant;
use touchstone_dicechess::dice::Pool;
use touchstone_dicechess::engine::{DiceEngine, Settings};
use touchstone_dicechess::eval::Weights;
use touchstone_dicechess::game::setup_of;
use touchstone_dicechess::layers::{Layers, Options};
use touchstone_dicechess::men::NO_SCORE;
use touchstone_dicechess::{Rules, TurnEnd, danger, dfen, turns};
use touchstone_kernel::{Limits, Rng};
use touchstone_search::{Engine, Request};

fn show(name: &str, mut values: Vec<f64>, unit: &str) {
    values.sort_by(f64::total_cmp);
    let q = |p: f64| values[((values.len() - 1) as f64 * p) as usize];
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    println!(
        "{name}: median {:.3} {unit}, mean {mean:.3}, p90 {:.3}, max {:.3} (n = {})",
        q(0.5),
        q(0.9),
        q(1.0),
        values.len()
    );
}

/// Nanoseconds of CPU time of this thread; wall-clock time where the system
/// does not tell.
fn cpu_ns(began: Instant) -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|t| t.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| began.elapsed().as_nanos() as f64)
}

fn main() {
    let zero = Instant::now();
    let count: usize = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(200);
    let mut ends: Vec<TurnEnd> = Vec::new();
    let mut rng = Rng::seeded(7, "speed");
    let (mut a, mut b) = match (Player::named("aggressive", 1), Player::named("aggressive", 2)) {
        (Some(a), Some(b)) => (a, b),
        _ => return,
    };
    while ends.len() < count {
        let mut game = Vec::new();
        play(&mut a, &mut b, rng.bits(), |e| game.push(*e));
        for _ in 0..2 {
            if game.len() > 2 && ends.len() < count {
                ends.push(game[rng.index(game.len())]);
            }
        }
    }
    let options = Options { landing: false, clock: false, kings_are_men: false, table: &NO_SCORE };
    let mut layers = Layers::new(false);
    let (mut all, mut boards, mut paths, mut walk) = (vec![], vec![], vec![], vec![]);
    let mut scratch = Vec::new();
    for e in &ends {
        let mut best = f64::MAX;
        let mut n = 0;
        for _ in 0..3 {
            let began = Instant::now();
            layers.begin(&e.men);
            n = 0;
            for i in 1..touchstone_dicechess::dice::POOLS {
                let pool = Pool::from_index(i);
                layers.build(pool, &options, |_, _| ());
                if pool.is_roll() {
                    layers.ends(pool, &mut scratch);
                    n += scratch.iter().map(|p| layers.boards(*p).len()).sum::<usize>();
                    layers.forget(pool);
                }
            }
            best = best.min(began.elapsed().as_secs_f64() * 1e3);
        }
        all.push(best);
        boards.push(n as f64);
        let began = Instant::now();
        let p: u64 = Pool::rolls()
            .map(|r| turns::each_path(&e.men, r, Rules::CANONICAL, &NO_SCORE, |_, _, _| ()))
            .sum();
        walk.push(p as f64 / began.elapsed().as_secs_f64() / 1e6);
        paths.push(p as f64);
    }
    show("distinct ends of all 56 rolls", all, "ms");
    show("  distinct ends", boards, "boards");
    show("paths of all 56 rolls", paths, "paths");
    show("  walked one by one", walk, "M paths/s");
    let mut kcp = Vec::new();
    for e in &ends {
        let mut best = f64::MAX;
        for _ in 0..3 {
            let began = Instant::now();
            std::hint::black_box(danger::king_captures_216(&e.men, Rules::CANONICAL));
            best = best.min(began.elapsed().as_secs_f64() * 1e6);
        }
        kcp.push(best);
    }
    show("exact king-capture chance", kcp, "us");
    let mut engine = DiceEngine::new(Weights::FITTED, Settings::STANDARD);
    let (mut one, mut two, mut cands, mut nodes) = (vec![], vec![], vec![], vec![]);
    let mut sum = touchstone_dicechess::engine::chance::Counters::default();
    for e in &ends {
        let p = e.rolled(Pool::rolled([rng.index(6), rng.index(6), rng.index(6)]));
        if p.paths().is_empty() {
            continue;
        }
        let setup = setup_of(dfen::Read::Decision(p));
        for (depth, out) in [(1, &mut one), (2, &mut two)] {
            engine.new_game();
            let began = cpu_ns(zero);
            let a = engine.analyse(&setup, &Request::for_play(Limits::depth(depth)));
            out.push((cpu_ns(zero) - began) / 1e6);
            if depth == 2 {
                cands.push(a.moves.len() as f64);
                nodes.push(a.nodes as f64);
                let c = engine.counters();
                sum.chances += c.chances;
                sum.cut_by_probe += c.cut_by_probe;
                sum.cut_later += c.cut_later;
                sum.boards += c.boards;
                sum.judged += c.judged;
            }
        }
    }
    show("decision at depth 1", one, "ms");
    show("exact full-width decision at depth 2", two, "ms");
    show("  candidates", cands, "turns");
    show("  nodes", nodes, "boards");
    println!("  {sum:?}");
}
