//! Every fault is caught and every sound arm passes.

use touchstone_banqi::museum;

#[test]
fn every_fault_is_caught() {
    for (name, piece) in [
        ("bound_as_exact", museum::bound_as_exact as fn() -> _),
        ("flipped_for_one_colour", museum::flipped_for_one_colour),
        ("repetition_without_history", museum::repetition_without_history),
        ("cannon_below_chariot", museum::cannon_below_chariot),
    ] {
        let shown: museum::Shown = piece().unwrap();
        assert!(shown.caught && shown.sound_passes, "{name}: {shown:#?}");
    }
}
