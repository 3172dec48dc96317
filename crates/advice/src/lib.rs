//! Advice Language 0: write advice, run it, prove it, explain it.
//!
//! A table of advice is text in English or Russian terms ([`syntax`]). It is bound to
//! the meaning of its names ([`bind`]), run by a small private game for each piece of
//! advice ([`search`]), and proved over every legal position.

pub mod bind;
pub mod check;
pub mod eval;
pub mod explain;
pub mod lint;
pub mod moves;
pub mod museum;
pub mod play;
pub mod program;
pub mod prove;
pub mod repair;
pub mod search;
pub mod shipped;
pub mod syntax;

pub use bind::{Mode, bind};
pub use program::Program;
pub use search::{Searcher, Tree, Verdict};
pub use syntax::{Diagnostic, Language, Severity, Style, Table, parse, print};

/// A table that was read and bound without errors.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The tree.
    pub table: Table,
    /// The program.
    pub program: Program,
    /// Notes and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and binds a table. The error holds all messages.
pub fn load(text: &str, mode: Mode) -> Result<Loaded, Vec<Diagnostic>> {
    let parsed = parse(text);
    let mut diagnostics = parsed.diagnostics;
    let (program, said) = bind(&parsed.table, mode);
    diagnostics.extend(said);
    diagnostics.sort_by_key(|d| (d.place.line, d.place.column));
    let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    match program {
        Some(program) if !errors => Ok(Loaded { table: parsed.table, program, diagnostics }),
        _ => Err(diagnostics),
    }
}
