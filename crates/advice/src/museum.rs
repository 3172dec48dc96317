//! Museum piece: a table of advice that was believed because a book printed it, its
//! proof run, and the corrected table's proof run.

use touchstone_chess::general::Size;
use touchstone_chess::tables::{TableError, Tables};

use crate::bind::Mode;
use crate::load;
use crate::prove::sweep::Keep;
use crate::prove::{Counterexample, Summary, prove};
use crate::shipped;

/// What a proof run says of a shipped table.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// The table's name.
    pub table: &'static str,
    /// The figures.
    pub summary: Summary,
    /// Counterexamples, one of each class under the board's symmetries.
    pub counterexamples: Vec<Counterexample>,
}

/// The faulty arm (the table as printed) and the sound one (with `not stalemate` in
/// three better-goals). The check that catches the fault is the proof run itself:
/// [`Summary::holds`]. About three seconds of CPU time.
///
/// # Errors
/// If the exact table cannot be generated.
pub fn printed_table() -> Result<[Arm; 2], TableError> {
    Ok([arm("krk")?, arm("krk.corrected")?])
}

fn arm(table: &'static str) -> Result<Arm, TableError> {
    let text = shipped::text(table).unwrap_or_default();
    let mut tables = Tables::new(Size::CHESS);
    let Ok(loaded) = load(text, Mode::Strict) else {
        return Ok(Arm { table, summary: Summary::default(), counterexamples: Vec::new() });
    };
    let proof = prove(&loaded.program, Size::CHESS, Keep::Tree, &mut tables, &mut |_, _| {})?;
    let summary = proof.summary(&tables);
    let counterexamples = proof.counterexamples(100).0;
    Ok(Arm { table, summary, counterexamples })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proof_run_catches_the_printed_table_only() {
        let [faulty, sound] = printed_table().unwrap();
        assert!(!faulty.summary.holds() && faulty.counterexamples.len() == 10);
        assert!(sound.summary.holds() && sound.counterexamples.is_empty());
        assert_eq!(sound.summary.won, 175_168);
    }
}
