//! Fits the evaluation's weights to results of self-play by logistic
//! regression and prints them as a `Weights` value.
//!
//! `cargo run --release -p touchstone-dicechess --example dice_fit -- GAMES SEED PLAYER [PLAYER...]`
//!
//! The model is the evaluation itself: the mover wins with probability
//! (1 − reach) · logistic(weights · features). Every end of a turn is a row,
//! every game belongs to training (9 of 10) or to validation as a whole.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::needless_range_loop,
    reason = "a program that prints its measurements; parallel arrays are indexed alike"
)]

#[path = "common/mod.rs"]
mod common;

use common::{Player, play};
use touchstone_chess::{Bitboard, Colour, Kind};
use touchstone_dicechess::eval::features::{COUNTED, Features};
use touchstone_dicechess::eval::{DYNAMIC_TERMS, Eval};
use touchstone_dicechess::{Men, Rules, TurnEnd, danger};
use touchstone_kernel::Rng;

const STATIC: usize = 5 + 5 + 4 + 4;
const N: usize = STATIC + COUNTED;

struct Row {
    x: [f32; N],
    reach: f32,
    won: f32,
}

fn static_features(men: &Men) -> [f32; STATIC] {
    let mut x = [0f32; STATIC];
    for (set, flip, sign) in [(men.own, 0usize, 1f32), (men.opp, 56, -1.0)] {
        for kind in Kind::ALL {
            for s in Bitboard(men.kind(kind) & set) {
                let i = s.index() ^ flip;
                let (f, r) = (i % 8, i / 8);
                match kind {
                    Kind::Pawn => {
                        x[0] += sign;
                        if (2..7).contains(&r) {
                            x[5 + r - 2] += sign;
                        }
                    }
                    Kind::King => {
                        x[14 + r.min(3)] += sign;
                    }
                    _ => {
                        x[kind.index()] += sign;
                        let centre = f.min(7 - f).min(r).min(7 - r);
                        x[9 + kind.index()] += sign * centre as f32;
                    }
                }
            }
        }
    }
    x[14] = 0.0;
    x
}

fn row(end: &TurnEnd, white_half_points: u32) -> Row {
    let men = end.men.turned();
    let mover = end.turn.other();
    let f = Features::of(&men);
    let mut x = [0f32; N];
    x[..STATIC].copy_from_slice(&static_features(&men));
    for i in 0..COUNTED {
        x[STATIC + i] = f.counts[i] as f32 / 256.0;
    }
    let white = white_half_points as f32 / 2.0;
    let won = if mover == Colour::White { white } else { 1.0 - white };
    Row { x, reach: f.roller_reach as f32 / 216.0, won }
}

fn logistic(z: f32) -> f32 {
    1.0 / (1.0 + (-z).exp())
}

fn loss(rows: &[Row], w: &[f32; N], scale: &[f32; N]) -> f64 {
    let mut sum = 0.0;
    for r in rows {
        let z: f32 = (0..N).map(|i| w[i] * r.x[i] * scale[i]).sum();
        let p = ((1.0 - r.reach) * logistic(z)).clamp(1e-5, 1.0 - 1e-5);
        sum -= f64::from(r.won * p.ln() + (1.0 - r.won) * (1.0 - p).ln());
    }
    sum / rows.len().max(1) as f64
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args.first().and_then(|a| a.parse().ok()).unwrap_or(10_000);
    let seed: u64 = args.get(1).and_then(|a| a.parse().ok()).unwrap_or(1);
    let mut players: Vec<Player> =
        args[2.min(args.len())..].iter().filter_map(|n| Player::named(n, seed)).collect();
    if players.len() < 2 {
        eprintln!("usage: fit GAMES SEED PLAYER PLAYER [PLAYER...]");
        std::process::exit(2);
    }
    let mut rng = Rng::seeded(seed, "fit");
    let (mut train, mut valid): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
    let (mut diff, mut over, mut n_diff) = (0.0f64, 0.0f64, 0u32);
    for game in 0..games {
        let a = rng.index(players.len());
        let b = (a + 1 + rng.index(players.len() - 1)) % players.len();
        let dice = rng.bits();
        let mut ends = Vec::new();
        let (lo, hi) = (a.min(b), a.max(b));
        let (left, right) = players.split_at_mut(hi);
        let (first, second) = (&mut left[lo], &mut right[0]);
        let result = if a < b {
            play(first, second, dice, |e| ends.push(*e))
        } else {
            play(second, first, dice, |e| ends.push(*e))
        };
        let rows = if game % 10 == 0 { &mut valid } else { &mut train };
        for e in &ends {
            rows.push(row(e, result));
            if game % 50 == 0 {
                let exact = danger::king_captures_216(&e.men, Rules::CANONICAL) as f64;
                let near = f64::from(Features::of(&e.men.turned()).roller_reach);
                diff += (exact - near).abs();
                over += near - exact;
                n_diff += 1;
            }
        }
    }
    eprintln!(
        "{games} games, {} training rows, {} validation rows; reach of 216: mean |error| {:.2}, bias {:.2}",
        train.len(),
        valid.len(),
        diff / f64::from(n_diff.max(1)),
        over / f64::from(n_diff.max(1))
    );
    // Features are scaled to unit size for the descent.
    let mut scale = [1f32; N];
    for i in 0..N {
        let s: f32 = train.iter().map(|r| r.x[i] * r.x[i]).sum::<f32>() / train.len() as f32;
        scale[i] = if s > 1e-9 { 1.0 / s.sqrt() } else { 0.0 };
    }
    let mut w = [0f32; N];
    let (mut m, mut v) = ([0f32; N], [0f32; N]);
    let batch = 4096;
    let mut t = 0;
    for epoch in 0..12 {
        rng.shuffle(&mut train);
        let rate = 0.02 / (1.0 + epoch as f32);
        for rows in train.chunks(batch) {
            t += 1;
            let mut g = [0f32; N];
            for r in rows {
                let z: f32 = (0..N).map(|i| w[i] * r.x[i] * scale[i]).sum();
                let s = logistic(z);
                let p = ((1.0 - r.reach) * s).clamp(1e-5, 1.0 - 1e-5);
                // d(-log likelihood)/dz
                let d = -(r.won / p - (1.0 - r.won) / (1.0 - p)) * (1.0 - r.reach) * s * (1.0 - s);
                for i in 0..N {
                    g[i] += d * r.x[i] * scale[i];
                }
            }
            for i in 0..N {
                let gi = g[i] / rows.len() as f32 + 1e-5 * w[i];
                m[i] = 0.9 * m[i] + 0.1 * gi;
                v[i] = 0.999 * v[i] + 0.001 * gi * gi;
                let (mh, vh) = (m[i] / (1.0 - 0.9f32.powi(t)), v[i] / (1.0 - 0.999f32.powi(t)));
                w[i] -= rate * mh / (vh.sqrt() + 1e-8);
            }
        }
        eprintln!(
            "epoch {epoch}: training {:.5}, validation {:.5}",
            loss(&train, &w, &scale),
            loss(&valid, &w, &scale)
        );
    }
    // What the present weights are worth on the same validation rows.
    let eval = Eval::default();
    let now = {
        let c = eval.weights();
        let mut x = [0f32; N];
        let mut one = vec![];
        one.extend(c.material.map(f32::from));
        one.extend(c.pawn_rank.map(f32::from));
        one.extend(c.centre.map(f32::from));
        one.extend(c.king_rank.map(f32::from));
        one.extend(c.dynamic.map(|w| w as f32));
        for i in 0..N {
            x[i] = one[i] / f32::from(c.curve_scale);
        }
        loss(&valid, &x, &[1.0; N])
    };
    eprintln!("present weights: validation {now:.5}");
    let raw: Vec<f32> = (0..N).map(|i| w[i] * scale[i]).collect();
    // A knight or bishop is 300 units in the mean.
    let unit = 600.0 / (raw[1] + raw[2]);
    let int = |i: usize| (raw[i] * unit).round() as i32;
    let list = |a: usize, b: usize| (a..b).map(int).collect::<Vec<_>>();
    println!("material: {:?},", list(0, 5));
    println!("pawn_rank: {:?},", list(5, 10));
    println!("centre: {:?},", list(10, 14));
    println!("king_rank: {:?},", list(14, 18));
    println!("dynamic: {:?},", list(STATIC, N));
    println!("curve_scale: {},", unit.round());
    let mut sums: Vec<f32> =
        valid.iter().map(|r| (STATIC..N).map(|i| raw[i] * unit * r.x[i]).sum::<f32>()).collect();
    sums.sort_by(f32::total_cmp);
    let q = |p: f64| sums[((sums.len() - 1) as f64 * p) as usize];
    println!(
        "// dynamic sum: least {:.0}, 0.1 % {:.0}, 1 % {:.0}, 50 % {:.0}, 99 % {:.0}, 99.9 % {:.0}, most {:.0}",
        q(0.0),
        q(0.001),
        q(0.01),
        q(0.5),
        q(0.99),
        q(0.999),
        q(1.0)
    );
    for i in 0..COUNTED {
        println!("// {} {}", DYNAMIC_TERMS[i], int(STATIC + i));
    }
}
