//! Run files on the witness game.

use super::*;
use crate::contender::Book;
use crate::matches::{RunOptions, run};
use std::path::Path;

const FILE: &str = r#"
game = "toy"
rules = "long"
seed = "s"
pairs = 40
a = "candidate"
b = "ruler:random"
[events]
quick = "lost and plies < 20"
[contender.candidate]
engine = "builtin"
nodes = 10
"#;

/// The one that docs/lab.md shows is one.
#[test]
fn the_documented_run_file_reads() {
    let page = include_str!("../../../../docs/lab.md");
    let text = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let spec = parse_run_file(text, "r.toml", Path::new("."), &Book::default()).unwrap();
    assert_eq!((spec.pairs, spec.max_plies, spec.events.len()), (400, Some(400), 1));
}

#[test]
fn a_run_file_reads_and_its_errors_have_a_place() {
    let read = |text: &str| parse_run_file(text, "r.toml", Path::new("."), &Book::default());
    let spec = read(FILE).unwrap();
    assert_eq!((spec.a.label().as_str(), spec.pairs, spec.events.len()), ("candidate", 40, 1));
    for (from, to, part) in [
        ("game = \"toy\"", "game = \"tic\"", "unknown game"),
        ("pairs = 40", "pears = 40", "pears"),
        ("b = \"ruler:random\"", "b = \"ruler:nobody\"", "nobody"),
        ("nodes = 10", "nodes = 0", "nodes = 0"),
        ("lost and", "lost und", "event quick"),
        ("pairs = 40", "pairs = 0", "pairs: found 0"),
    ] {
        let text = FILE.replace(from, to);
        let e = read(&text).and_then(|s| run(&s, RunOptions::default(), |_| ())).unwrap_err();
        assert!(e.to_string().contains(part), "{to}: {e}");
    }
}
