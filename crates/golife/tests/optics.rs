//! Eye values on the board: the optics suite and its transformed copies.
#![allow(clippy::print_stderr, reason = "says which questions fail")]

mod common;

use touchstone_go::Symmetry;

#[test]
fn optics_in_every_orientation() {
    let Some(dir) = common::folder("optics suite") else { return };
    for s in Symmetry::all() {
        let (records, totals, _) = common::run_suite(&dir, "optics", "", s);
        if s == Symmetry::IDENTITY {
            for r in records.iter().filter(|r| !r.class.passes()) {
                eprintln!("optics:{} {} {} [{}]", r.id, r.command, r.answer, r.expected);
            }
        }
        eprintln!("{}: {} of {}, {} nodes", s.name(), totals.passes(), totals.total, totals.nodes);
        assert_eq!((totals.total, totals.malformed), (90, 0));
        assert!(totals.passes() >= 84, "{}: {} of 90", s.name(), totals.passes());
    }
}
