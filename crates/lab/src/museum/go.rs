//! Pieces shown on Go.

use super::{Arm, Catch, Piece, Shown};
use crate::desk::DeskError;
use touchstone_golife::museum;

/// The pieces of this room.
pub const PIECES: &[Piece] = &[
    Piece {
        name: "roomy-eye",
        game: "go",
        title: "A roomy eye believed alive",
        story: "A heuristic counted size and bulk and certified two eyes in a large space with \
                enemy stones in it. The life and death code believed it and answered that \
                nothing can be killed.",
        run: || shown(museum::roomy_eye(), "exact search of the same space"),
    },
    Piece {
        name: "uncleared-marks",
        game: "go",
        title: "Marks that were never cleared",
        story: "The patch that brought the heuristic marked the strings that it had counted in \
                an array that nobody cleared. What it answered depended on what was asked before.",
        run: || shown(museum::uncleared_marks(), "the same question twice"),
    },
];

fn shown(piece: Result<museum::Piece, String>, check: &str) -> Result<Shown, DeskError> {
    let p = piece.map_err(DeskError::Engine)?;
    Ok(Shown {
        position: p.position,
        faulty: Arm::new("faulty arm", p.faulty, Vec::new()),
        check: Catch {
            check: check.into(),
            caught: p.caught,
            sound_passes: p.sound_passes,
            says: p.says,
        },
        sound: Arm::new("sound arm", p.sound, Vec::new()),
    })
}
