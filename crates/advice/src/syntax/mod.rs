//! The text of advice tables: words of both vocabularies, tokens, tree, parser, printer.

pub mod diagnostic;
pub mod parse;
pub mod print;
pub mod token;
pub mod tree;
pub mod words;

pub use diagnostic::{Diagnostic, Severity};
pub use parse::parse;
pub use print::{Language, Style, print};
pub use tree::Table;
