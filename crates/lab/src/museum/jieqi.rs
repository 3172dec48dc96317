//! Pieces shown on Jieqi.

use super::{Arm, Catch, Piece, Shown};
use crate::desk::DeskError;
use touchstone_jieqi::museum::{self, Show};

/// The pieces of this room.
pub const PIECES: &[Piece] = &[
    Piece {
        name: "reveal-bounds",
        game: "jieqi",
        title: "A reveal rated by its bounds",
        story: "A reveal that mates its own side for most identities was rated as winning: the \
                losing identities were cut short, and their bounds entered the mean as values.",
        run: || shown(museum::bounds_as_exact(), "open windows give another mean"),
    },
    Piece {
        name: "wide-spread-flip",
        game: "jieqi",
        title: "The worst piece for Red, the best one for Black",
        story: "A rule for wide spreads falls back to the worst identity. It was written for one \
                colour's sign, so for the other it fell back to the best.",
        run: || shown(museum::colour_flip(), "colour flip"),
    },
    Piece {
        name: "one-sided-dark",
        game: "jieqi",
        title: "The dark pieces of one side never counted",
        story: "Setting up the second side's terms cleared the first side's dark pieces. Games \
                looked normal and a tuner found nothing to tune.",
        run: || shown(museum::one_sided_dark(), "colour flip of the evaluation"),
    },
];

fn shown(show: Option<Show>, check: &str) -> Result<Shown, DeskError> {
    let s = show.ok_or_else(|| DeskError::Engine("the piece could not be computed".into()))?;
    Ok(Shown {
        position: s.position,
        faulty: Arm::new("faulty arm", s.faulty, Vec::new()),
        check: Catch {
            check: check.into(),
            caught: s.caught,
            sound_passes: s.sound_passes,
            says: s.check,
        },
        sound: Arm::new("sound arm", s.sound, Vec::new()),
    })
}
