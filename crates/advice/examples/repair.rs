//! Lints and repairs a table: `cargo run --example repair FILE SHORTEN [SIZE]`.
use touchstone_advice::repair::{Limits, repair};
use touchstone_advice::{Mode, lint, load};
use touchstone_chess::general::Size;

#[allow(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let shorten: usize = args[2].parse().unwrap();
    let n: u8 = args.get(3).and_then(|a| a.parse().ok()).unwrap_or(8);
    let size = Size::new(n, n).unwrap();
    let l = load(&text, Mode::Strict).unwrap();
    for d in lint::lint(&l.table, &l.program, size, &mut |_, _| {}).unwrap() {
        println!("{}", d.render(&args[1], &text));
    }
    let limits = Limits { shorten, ..Limits::default() };
    let r = repair(&l.table, size, limits, &mut |t| println!("{t}")).unwrap().unwrap();
    println!("{:?}", r.tried);
    for p in r.repairs.iter().chain(&r.shorter) {
        println!("{} {} {:?}", p.summary.max_moves, p.summary.moves, p.edit.what);
    }
}
