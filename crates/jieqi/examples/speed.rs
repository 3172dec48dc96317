//! Nodes and depth of the built-in engine on a few positions:
//! `cargo run --release -p touchstone-jieqi --example speed -- NODES`.
#![allow(clippy::print_stdout, reason = "a tool for developers")]

use touchstone_jieqi::engine::{Parameters, builtin};
use touchstone_jieqi::{Jieqi, Rules};
use touchstone_kernel::{Game, Limits, Position};
use touchstone_search::{Engine, Request};

fn main() {
    let mut args = std::env::args().skip(1);
    let nodes = args.next().and_then(|a| a.parse().ok()).unwrap_or(200_000);
    let mut parameters = Parameters::standard();
    for pair in args {
        if let Some((name, value)) = pair.split_once('=') {
            match value.parse() {
                Ok(v) if parameters.set(name, v) => {}
                _ => println!("unknown: {pair}"),
            }
        }
    }
    let mut engine = builtin(&parameters);
    for text in [
        touchstone_jieqi::fen::START,
        "x2k1xxA1/9/px2c4/x1x1C1B2/7c1/2P3n2/9/1X2N3P/4Ab3/XXX1KX3 w R2A0C0P2N0B1r0a2c0p2n1b1 3 14",
        "1xx1kx1xx/3r5/1xC3n2/x3p1x1x/2P6/4n4/X3P1X1X/2R4X1/4c4/1XX1KXX1X b R1A2C1P3N2B2r1a2c1p3n0b2 3 14",
        "3k5/4a4/4b4/p3P4/9/6N2/4R4/3A5/4K4/2c1r4 w - 10 50",
    ] {
        let setup = match Jieqi::parse_position(text, Rules::MISTBOARD) {
            Ok(s) => s,
            Err(e) => {
                println!("{text}: {e}");
                continue;
            }
        };
        engine.new_game();
        let began = std::time::Instant::now();
        let a = engine.analyse(&setup, &Request::for_play(Limits::nodes(nodes)));
        let ms = began.elapsed().as_millis().max(1);
        let Some(best) = a.best() else { continue };
        let line: Vec<String> = best
            .line
            .iter()
            .scan(setup.decision().cloned(), |p, s| {
                let v = p.clone()?;
                let text = Jieqi::print_played(&v, s.mv, s.event);
                let after = v.after(s.mv);
                *p = Some(match s.event {
                    Some(e) => touchstone_kernel::After::resolve(&after, e),
                    None => touchstone_kernel::After::settled(&after),
                });
                Some(text)
            })
            .collect();
        println!(
            "depth {:2} nodes {:8} {:5} knps  static {:5.1}%  {} {:?} {:.1}%  {}",
            a.depth,
            a.nodes,
            u128::from(a.nodes) / ms,
            a.static_score.map_or(0.0, |s| s.percent()),
            best.mv.text(),
            best.value.kind(),
            best.value.number().percent(),
            line.join(" ")
        );
    }
}
