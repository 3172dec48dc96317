//! The advice language's room of the museum.

use super::{Arm, Catch, Piece, Shown};
use crate::desk::DeskError;
use touchstone_advice::museum as pieces;

/// The advice language's pieces.
pub(super) const PIECES: &[Piece] = &[Piece {
    name: "printed-advice",
    game: "chess",
    title: "A table of advice believed because a book printed it",
    story: "A textbook prints a table of advice for king and rook against king and says that mate \
            takes at most 50 moves from any position. A reader cannot play out 175,168 positions \
            by hand, so the table was believed.",
    run: printed_table,
}];

fn printed_table() -> Result<Shown, DeskError> {
    let [faulty, sound] =
        pieces::printed_table().map_err(|e| DeskError::Unsupported(e.to_string()))?;
    let first = faulty.counterexamples.first();
    let position = first.map_or(String::new(), |c| c.position.clone());
    let says = first.map_or(String::new(), |c| {
        format!(
            "in {} positions ({} up to symmetry) the table does not mate; here {} plays {}: {}",
            faulty.summary.winnable - faulty.summary.won,
            faulty.counterexamples.len(),
            c.advice,
            c.line.join(" "),
            c.why
        )
    });
    let list = faulty.counterexamples.iter();
    let detail = list.map(|c| format!("{}  {}  {}", c.position, c.line.join(" "), c.why)).collect();
    Ok(Shown {
        position,
        check: Catch {
            check: "advice prove: the table against every defence from every legal position".into(),
            caught: !faulty.summary.holds(),
            sound_passes: sound.summary.holds(),
            says,
        },
        faulty: arm("the table as printed", &faulty, detail),
        sound: arm("with `not stalemate` in three better-goals", &sound, Vec::new()),
    })
}

fn arm(what: &str, arm: &pieces::Arm, mut detail: Vec<String>) -> Arm {
    let s = &arm.summary;
    detail.insert(0, format!("mates in at most {} moves where it mates", s.max_moves));
    Arm::new(what, format!("{} of {} positions won", s.won, s.winnable), detail)
}
