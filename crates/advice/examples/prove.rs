//! Proves a table and prints its figures: `cargo run --example prove FILE [SIZE]`.
use std::time::Instant;
use touchstone_advice::prove::{prove, sweep::Keep};
use touchstone_advice::{Mode, load};
use touchstone_chess::general::Size;
use touchstone_chess::tables::Tables;

#[allow(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let n: u8 = args.get(2).and_then(|a| a.parse().ok()).unwrap_or(8);
    let size = Size::new(n, n).unwrap();
    let keep = if args.get(3).is_some_and(|a| a == "fresh") { Keep::Nothing } else { Keep::Tree };
    let l = match load(&text, Mode::Strict) {
        Ok(l) => l,
        Err(e) => {
            for d in e {
                println!("{}", d.render(&args[1], &text));
            }
            return;
        }
    };
    let start = Instant::now();
    let mut tables = Tables::new(size);
    let proof = prove(&l.program, size, keep, &mut tables, &mut |_, _| {}).unwrap();
    println!("swept {:?}", start.elapsed());
    let s = proof.summary(&tables);
    println!("{s:#?}");
    println!("mean {:?} optimal {:?} holds {}", s.mean_moves(), s.mean_optimal(), s.holds());
    let (list, total) = proof.counterexamples(12);
    println!("{total} counterexamples");
    for c in list {
        println!("{} | {} | {} | {}", c.position, c.advice, c.why, c.line.join(" "));
    }
    println!("{:?}", start.elapsed());
}
