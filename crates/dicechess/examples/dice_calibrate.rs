//! The reliability of the engine's numbers: what it expects against what comes.
//!
//! `cargo run --release -p touchstone-dicechess --example dice_calibrate -- GAMES SEED DEPTH`
//!
//! Games of two equal engines of that depth; every decision gives the expected
//! result of its best turn, every game its result. Bins of ten per cent.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that prints its measurements"
)]

#[path = "common/mod.rs"]
mod common;

use common::Player;
use touchstone_chess::Colour;
use touchstone_dicechess::engine::{DiceEngine, Settings};
use touchstone_dicechess::eval::Weights;
use touchstone_dicechess::game::setup_of;
use touchstone_dicechess::truth::World;
use touchstone_dicechess::{DiceChess, Rules, TurnMove, dfen};
use touchstone_kernel::{After, Game, Limits, Node, Position, Rng, VerdictResult};
use touchstone_search::{Engine, Request};

fn main() {
    let arg = |i: usize, d: u64| std::env::args().nth(i).and_then(|a| a.parse().ok()).unwrap_or(d);
    let (games, seed, depth) = (arg(1, 1000), arg(2, 1), arg(3, 1) as u32);
    let mut engine = DiceEngine::new(Weights::FITTED, Settings::STANDARD);
    let mut rng = Rng::seeded(seed, "calibrate");
    let mut bins = [(0u64, 0f64, 0f64); 10];
    let (mut brier, mut n) = (0.0, 0u64);
    let _ = Player::named("random", 0);
    for _ in 0..games {
        let dice = rng.bits();
        let mut p = match DiceChess::start(Rules::CANONICAL).node {
            Node::Chance(e) => e.rolled(World::roll(dice, 0)),
            Node::Decision(p) => p,
        };
        engine.new_game();
        let mut said = Vec::new();
        let mut turn = 0;
        let white = loop {
            let setup = setup_of(dfen::Read::Decision(p));
            let a = engine.analyse(&setup, &Request::for_play(Limits::depth(depth)));
            let mv = a.best().map_or(TurnMove::PASS, |m| m.mv);
            if let Some(m) = a.best().filter(|m| !m.proved) {
                said.push((p.turn, m.value.number().percent() / 100.0));
            }
            let after = p.after(mv);
            if let Some(v) = after.outcome() {
                break match v.result {
                    VerdictResult::Draw => 0.5,
                    VerdictResult::Win(touchstone_kernel::Seat::First) => 1.0,
                    VerdictResult::Win(_) => 0.0,
                };
            }
            turn += 1;
            p = after.resolve(World::roll(dice, turn));
        };
        for (side, x) in said {
            let y = if side == Colour::White { white } else { 1.0 - white };
            let bin = &mut bins[((x * 10.0) as usize).min(9)];
            *bin = (bin.0 + 1, bin.1 + x, bin.2 + y);
            brier += (x - y) * (x - y);
            n += 1;
        }
    }
    println!("depth {depth}, {games} games, {n} decisions, Brier score {:.4}", brier / n as f64);
    println!("| said | decisions | mean said | came | difference |");
    let mut error = 0.0;
    for (i, (k, x, y)) in bins.iter().enumerate() {
        if *k > 0 {
            let (x, y) = (100.0 * x / *k as f64, 100.0 * y / *k as f64);
            error += *k as f64 * (x - y).abs();
            println!("| {}-{} % | {k} | {x:.1} | {y:.1} | {:+.1} |", 10 * i, 10 * i + 10, y - x);
        }
    }
    println!("mean |difference| weighted by decisions: {:.2} points", error / n as f64);
}
