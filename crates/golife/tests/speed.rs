//! Speed in CPU time of this thread, so that a loaded machine does not matter.
//! `GO_SPEED=1 cargo test --release -p touchstone-golife --test speed -- --nocapture` prints the figures.
#![allow(clippy::print_stderr, reason = "prints the measured figures on request")]

use touchstone_go::playout::{Noise, Policy, run};
use touchstone_go::{Board, Colour, Suicide};
use touchstone_golife::exact::evaluate;
use touchstone_golife::exact::shapes::{self, Place};

/// CPU nanoseconds of this thread, where the system tells them.
fn cpu_ns() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

fn shown() -> bool {
    std::env::var_os("GO_SPEED").is_some()
}

#[test]
fn eight_points_take_less_than_five_milliseconds() {
    if cpu_ns().is_none() {
        eprintln!("speed of exact values: skipped, the system does not tell CPU time");
        return;
    }
    for place in Place::ALL {
        let all = shapes::all(8, place);
        let step = if shown() { 1 } else { all.len() / 20 };
        let mut times: Vec<(u64, u64, String)> = Vec::new();
        for shape in all.iter().step_by(step.max(1)) {
            // Some corner shapes cut off more wall than the search can hold.
            let Ok(space) = shapes::space(shape, place) else { continue };
            if space.len() > 8 {
                continue;
            }
            let start = cpu_ns().unwrap_or(0);
            let e = evaluate(&space, 2, Suicide::Forbidden);
            times.push((cpu_ns().unwrap_or(0) - start, e.nodes, shapes::text(shape, place)));
        }
        times.sort();
        let mean = times.iter().map(|t| t.0).sum::<u64>() / times.len() as u64;
        let worst = &times[times.len() - 1];
        if shown() {
            eprintln!(
                "{} shapes of 8 points, {}: mean {:.2} ms, median {:.2} ms, worst {:.2} ms ({} states, {})",
                times.len(),
                place.name(),
                mean as f64 / 1e6,
                times[times.len() / 2].0 as f64 / 1e6,
                worst.0 as f64 / 1e6,
                worst.1,
                worst.2
            );
        }
        assert!(mean < 5_000_000, "mean {mean} ns");
    }
}

#[test]
fn light_playouts() {
    let n = if shown() { 20_000 } else { 500 };
    let base = Board::square(9).without_log();
    let mut noise = Noise::new(1);
    let start = cpu_ns();
    let mut moves = 0;
    for _ in 0..n {
        let mut b = base.without_log();
        moves += u64::from(run(&mut b, Colour::Black, &mut noise, 250, Policy::LIGHT));
    }
    assert!(moves / n > 80 && moves / n < 150, "{} moves a playout", moves / n);
    if shown()
        && let (Some(a), Some(b)) = (start, cpu_ns())
    {
        let s = (b - a) as f64 / 1e9;
        eprintln!(
            "9x9: {:.0} playouts a CPU second, {} moves each, {:.2} M moves a second",
            n as f64 / s,
            moves / n,
            moves as f64 / s / 1e6
        );
    }
}
