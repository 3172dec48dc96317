//! Unconditional status: the suite, its transformed copies, and the example of the fact sheet.

#![allow(clippy::print_stderr, reason = "says which questions fail")]

mod common;

use touchstone_go::{Symmetry, notation};
use touchstone_golife::unconditional::Unconditional;

#[test]
fn the_whole_suite_passes_in_every_orientation() {
    let Some(dir) = common::folder("unconditional suite") else { return };
    for s in Symmetry::all() {
        let (records, totals, complaints) = common::run_suite(&dir, "unconditional", "", s);
        for r in records.iter().filter(|r| !r.class.passes()) {
            eprintln!(
                "{}: unconditional:{} {} {} [{}]",
                s.name(),
                r.id,
                r.command,
                r.answer,
                r.expected
            );
        }
        assert_eq!((totals.total, totals.passes()), (673, 673), "{}", s.name());
        let unclosed = complaints.iter().filter(|c| c.what.contains("not closed")).count();
        assert_eq!((unclosed, totals.malformed), (9, 0));
    }
}

#[test]
fn the_example_of_the_fact_sheet() {
    let b = notation::parse_diagram(".XO.O\nXXOO.\nX.XOO\nXXOO.\n.XO.O").unwrap();
    let u = Unconditional::of(&b);
    let status = |v: &str| u.status(&b, notation::parse_vertex(v).unwrap()).name();
    assert_eq!(status("A5"), "black_territory");
    assert_eq!(status("B5"), "alive");
    assert_eq!(status("E5"), "alive");
    assert_eq!(status("D5"), "white_territory");
    assert_eq!(status("B3"), "undecided");
    assert_eq!(status("C3"), "undecided");
}
