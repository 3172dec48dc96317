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
    assert!(passed >= 185, "reading {passed}");
}

#[test]
fn capture_keeps_its_floor() {
    let Some((passed, total)) = passes("capture", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 18);
    assert!(passed >= 13, "capture {passed}");
}

#[test]
fn connect_keeps_its_floor() {
    let Some((passed, total)) = passes("connect", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 81);
    assert!(passed >= 71, "connect {passed}");
}

/// Turned, mirrored and recoloured copies do as well: those of `sample` (codes of symmetries), or
/// all with `GOLIFE_ALL` set.
fn copies_do_as_well(suite: &str, floor: u32, sample: &[usize]) {
    let all = std::env::var_os("GOLIFE_ALL").is_some();
    for (code, s) in Symmetry::all().enumerate().skip(1) {
        if all || sample.contains(&code) {
            let Some((passed, _)) = passes(suite, s) else { return };
            assert!(passed >= floor, "{suite} {}: {passed}", s.name());
        }
    }
}

#[test]
fn copies_of_capture() {
    copies_do_as_well("capture", 13, &[5, 10]);
}

#[test]
fn copies_of_connect() {
    copies_do_as_well("connect", 71, &[5]);
}

#[test]
fn copies_of_reading() {
    copies_do_as_well("reading", 185, &[13]);
}
