//! Life and death against GNU Go's suites: floors that a change must keep.

#![allow(clippy::print_stderr, reason = "says which questions fail")]

mod common;

use touchstone_go::Symmetry;

/// Passes of a suite; with `GOLIFE_SHOW` set, what fails.
fn passes(suite: &str, symmetry: Symmetry) -> Option<(u32, u32)> {
    let dir = common::folder(suite)?;
    let only = std::env::var("GOLIFE_ONLY").unwrap_or_default();
    let (records, totals, _) = common::run_suite(&dir, suite, &only, symmetry);
    if std::env::var_os("GOLIFE_SHOW").is_some() {
        for r in records.iter().filter(|r| !r.class.passes()) {
            let marked = if r.expected_fail { "*" } else { "" };
            eprintln!(
                "{suite}:{} {} {} [{}]{marked} {} nodes {} ms",
                r.id, r.command, r.answer, r.expected, r.nodes, r.ms
            );
        }
    }
    let nodes: u64 = records.iter().map(|r| r.nodes).sum();
    eprintln!(
        "{suite} {}: {} of {}, {nodes} nodes",
        symmetry.name(),
        totals.passes(),
        totals.total
    );
    Some((totals.passes(), totals.total))
}

#[test]
fn owl_keeps_its_floor() {
    let Some((n, total)) = passes("owl", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 261);
    assert!(n >= 134, "{n}");
}

#[test]
fn owl1_keeps_its_floor() {
    let Some((n, total)) = passes("owl1", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 134);
    assert!(n >= 61, "{n}");
}

#[test]
fn exact_races_keep_their_floors() {
    for (suite, least, all) in [("STS-RV_0", 26, 26), ("STS-RV_e", 227, 252)] {
        let Some((n, total)) = passes(suite, Symmetry::IDENTITY) else { return };
        assert_eq!(total, all);
        assert!(n >= least, "{suite} {n}");
    }
}

#[test]
fn semeai_keeps_its_floor() {
    let Some((n, total)) = passes("semeai", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 146);
    assert!(n >= 75, "{n}");
}
