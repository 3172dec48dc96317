//! Life and death against GNU Go's suites: floors that a change must keep.

mod common;

use touchstone_go::Symmetry;

#[test]
fn owl_keeps_its_floor() {
    let Some((n, total)) = common::passes("owl", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 261);
    assert!(n >= 134, "{n}");
}

#[test]
fn owl1_keeps_its_floor() {
    let Some((n, total)) = common::passes("owl1", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 134);
    assert!(n >= 61, "{n}");
}

#[test]
fn exact_races_keep_their_floors() {
    for (suite, least, all) in [("STS-RV_0", 26, 26), ("STS-RV_e", 227, 252)] {
        let Some((n, total)) = common::passes(suite, Symmetry::IDENTITY) else { return };
        assert_eq!(total, all);
        assert!(n >= least, "{suite} {n}");
    }
}

#[test]
fn semeai_keeps_its_floor() {
    let Some((n, total)) = common::passes("semeai", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 146);
    assert!(n >= 92, "{n}");
}
