//! Statistics of paired matches: pure functions and folds, no clock, no input
//! or output.
//!
//! * [`dist`]: normal and Student distributions,
//! * [`counts`]: pairs in five bins or games in three, and their moments,
//! * [`elo`]: scores, logistic and normalised Elo, intervals, likelihood of superiority,
//! * [`gsprt`]: likelihood ratios of two hypotheses, exact and approximate,
//! * [`sprt`]: the sequential test folded over completed pairs in id order,
//! * [`unbiased`]: the estimate after a stopped test,
//! * [`confseq`]: intervals that stay valid however often one looks,
//! * [`multiple`]: many comparisons at once (Holm, Benjamini–Hochberg, e-values),
//! * [`degenerate`]: runs that say nothing: copies, no variance, one colour only,
//! * [`paired`]: differences by pair, rates of events, residuals of workers,
//! * [`ratings`]: a table of many contenders (Davidson, Bradley–Terry) with anchors,
//! * [`required`]: how many games an effect needs, what pairing saves,
//! * [`summary`]: what `lab stats` prints.
//!
//! Scores are expected results in [0, 1] from the point of view of the first
//! contender. A number that nothing resolves is `None`, never NaN.

pub mod confseq;
pub mod counts;
pub mod degenerate;
pub mod dist;
pub mod elo;
pub mod gsprt;
pub mod multiple;
pub mod paired;
pub mod ratings;
pub mod required;
#[cfg(test)]
mod simulated;
pub mod sprt;
pub mod summary;
pub mod unbiased;

pub use counts::{Counts, Moments};
pub use gsprt::Model;
pub use sprt::{Sprt, SprtFold, SprtVerdict};
pub use summary::{StatsJson, stats};
