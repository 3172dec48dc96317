//! Banqi's rooms of the museum.

use super::{Arm, Catch, Piece, Shown};
use crate::desk::DeskError;
use touchstone_banqi::museum as pieces;

/// Banqi's pieces.
pub(super) const PIECES: &[Piece] = &[
    Piece {
        name: "bound-as-exact",
        game: "banqi",
        title: "A bound averaged as if it were exact",
        story: "Several engines for games with hidden pieces search each outcome of a flip \
                with the window of the whole node and average whatever comes back. A fail-high \
                or fail-low is then mixed with true values, and the mean is neither.",
        run: || run(pieces::bound_as_exact),
    },
    Piece {
        name: "flipped-for-one-colour",
        game: "banqi",
        title: "A score flipped for one colour",
        story: "A field that told who owned which colour was never assigned, so the score was \
                negated by colour and not by who is to move. Half of all games were played \
                upside down, and no single position looks wrong.",
        run: || run(pieces::flipped_for_one_colour),
    },
    Piece {
        name: "repetition-without-history",
        game: "banqi",
        title: "Repetition met without history",
        story: "An engine ten pieces to two ahead was told only the position, not the moves \
                before it. It shuttled a third time and the won game was drawn.",
        run: || run(pieces::repetition_without_history),
    },
    Piece {
        name: "cannon-below-chariot",
        game: "banqi",
        title: "The cannon below the chariot",
        story: "A first table of worths put the chariot above the cannon, as in Xiangqi. Here \
                the cannon takes anything over a screen and little takes it; the engine gave \
                it away, and no test of its search could notice.",
        run: || run(pieces::cannon_below_chariot),
    },
];

fn run(
    piece: fn() -> Result<pieces::Shown, touchstone_kernel::TextError>,
) -> Result<Shown, DeskError> {
    let shown = piece()?;
    let arm = |a: pieces::Arm| Arm::new(a.what, a.number, a.detail);
    Ok(Shown {
        position: shown.position,
        faulty: arm(shown.faulty),
        check: Catch {
            check: shown.check,
            caught: shown.caught,
            sound_passes: shown.sound_passes,
            says: shown.says,
        },
        sound: arm(shown.sound),
    })
}
