//! Tactical reading against GNU Go's suites: floors that a change must keep.

#![allow(clippy::print_stderr, reason = "says which questions fail")]

mod common;

use touchstone_go::Symmetry;

/// Passes of a suite; with `GOLIFE_SHOW` set, what fails.
fn passes(suite: &str, symmetry: Symmetry) -> Option<(u32, u32)> {
    let dir = common::folder(suite)?;
    let (records, totals, _) = common::run_suite(&dir, suite, "", symmetry);
    if std::env::var_os("GOLIFE_SHOW").is_some() {
        for r in records.iter().filter(|r| !r.class.passes()) {
            let marked = if r.expected_fail { "*" } else { "" };
            eprintln!(
                "{suite}:{} {} {} [{}]{marked} {} nodes {} ms",
                r.id, r.command, r.answer, r.expected, r.nodes, r.ms
            );
        }
    }
    eprintln!("{suite} {}: {} of {}", symmetry.name(), totals.passes(), totals.total);
    Some((totals.passes(), totals.total))
}

#[test]
fn reading_keeps_its_floor() {
    let Some((passed, total)) = passes("reading", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 234);
    assert!(passed >= 174, "reading {passed}");
}

#[test]
fn capture_keeps_its_floor() {
    let Some((passed, total)) = passes("capture", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 18);
    assert!(passed >= 11, "capture {passed}");
}

#[test]
fn connect_keeps_its_floor() {
    let Some((passed, total)) = passes("connect", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 81);
    assert!(passed >= 69, "connect {passed}");
}
