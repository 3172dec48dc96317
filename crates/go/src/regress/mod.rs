//! Regression suites in the `.tst` form of GNU Go: tolerant reading, four
//! outcome classes, baselines, transformed copies.

mod baseline;
mod expect;
mod run;
mod select;
mod suite;
mod transform;

pub use baseline::{Baseline, Change};
pub use expect::Expectation;
pub use run::{Answer, Class, Engine, Record, Totals, run, run_test};
pub use select::Selection;
pub use suite::{Complaint, Item, Suite, Test};
pub use transform::Transformed;
