//! Pieces shown on Dice Chess.

use super::{Arm, Catch, Piece, Shown};
use crate::desk::DeskError;
use touchstone_dicechess::bots::RingCount;
use touchstone_dicechess::museum;

/// The pieces of this room.
pub const PIECES: &[Piece] = &[
    Piece {
        name: "king-ring",
        game: "dicechess",
        title: "`Is it attacked' read as `by how many'",
        story: "A probe that stops at the first kind of attacker was used as a counter. A square \
                hit by a pawn and three pieces scored less than one hit by two knights. Matches \
                could not see it; one law can.",
        run: king_ring,
    },
    Piece {
        name: "clock-in-the-key",
        game: "dicechess",
        title: "A key that holds what nobody reads",
        story: "The key of a leaf held the half-move clock, which the evaluation ignores: boards \
                that differ only in the order of moves were judged twice.",
        run: clock_in_the_key,
    },
    Piece {
        name: "screening-winner",
        game: "dicechess",
        title: "The winner of a sweep that its confirmation rejects",
        story: "Ten equal weights, 400 games each, and the best one looks like a find. The best \
                of many noisy numbers is mostly noise.",
        run: screening_winner,
    },
];

fn king_ring() -> Result<Shown, DeskError> {
    let pair = museum::ring_pair(museum::SEVENTY_FIVE)?;
    let (cases, old) = museum::added_attacker_law(RingCount::FirstKindOnly, 2_000, 1);
    let (_, new) = museum::added_attacker_law(RingCount::All, 2_000, 1);
    Ok(Shown {
        position: museum::SEVENTY_FIVE.into(),
        faulty: Arm::new(
            "only the first kind of attacker",
            format!("ring {}, score {}", pair.first_kind, pair.score_first_kind),
            Vec::new(),
        ),
        check: Catch {
            check: "an added attacker never lowers the pressure".into(),
            caught: old > 0,
            sound_passes: new == 0,
            says: format!("broken in {old} of {cases} random additions"),
        },
        sound: Arm::new(
            "all attackers",
            format!("ring {}, score {}", pair.all, pair.score_all),
            vec![format!("broken in {new} of {cases}")],
        ),
    })
}

fn clock_in_the_key() -> Result<Shown, DeskError> {
    let position = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let m = museum::merging(position)?;
    let merged = |kept: u64| 100.0 * (1.0 - kept as f64 / m.paths.max(1) as f64);
    Ok(Shown {
        position: position.into(),
        faulty: Arm::new(
            "clock in the key",
            format!("{} boards of {} paths", m.with_clock, m.paths),
            vec![format!("{:.1} % merged", merged(m.with_clock))],
        ),
        check: Catch {
            check: "two keys, one evaluation: count what is judged twice".into(),
            caught: m.with_clock > m.without_clock,
            sound_passes: m.without_clock < m.with_clock,
            says: format!("{} boards are judged more than once", m.with_clock - m.without_clock),
        },
        sound: Arm::new(
            "only what the evaluation reads",
            format!("{} boards of {} paths", m.without_clock, m.paths),
            vec![format!("{:.1} % merged", merged(m.without_clock))],
        ),
    })
}

fn screening_winner() -> Result<Shown, DeskError> {
    // Equal arms: the truth is 50 % for every one of them.
    let (best, confirmed) = museum::screening_winner(10, 400, 4_000, 7);
    let half_width = 196.0 * (0.25f64 / 4_000.0).sqrt();
    Ok(Shown {
        position: String::new(),
        faulty: Arm::new(
            "the best of ten screens of 400 games",
            format!("{best:.2} %"),
            Vec::new(),
        ),
        check: Catch {
            check: "confirmation on fresh games".into(),
            caught: best > 50.0 + half_width && confirmed < best,
            sound_passes: (confirmed - 50.0).abs() <= 2.0 * half_width,
            says: format!("{confirmed:.2} % ± {half_width:.2} in 4,000 fresh games"),
        },
        sound: Arm::new("the confirmation's verdict", format!("{confirmed:.2} %"), Vec::new()),
    })
}
