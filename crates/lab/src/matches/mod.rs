//! Paired matches through the referee.
//!
//! A pair is one deal and two legs with the seats exchanged; it is the unit of
//! statistics. Every leg is a pure function of the run's declaration and its
//! pair number (engines with node limits), so runs may be stopped, resumed and
//! spread over threads and machines.

mod game;
mod report;
mod run;
mod spec;
mod summary;

pub use game::{Seats, play_leg};
pub use report::{Both, Errors, EventJson, LuckJson, MatchJson, SprtJson, Tally, report};
pub use run::{Collector, PairResult, Progress, RunOptions, play_pair, run, test_of};
pub use spec::{FaultRule, MatchSpec, SprtSpec};
pub use summary::{LegSummary, summarise};

use crate::contender::ContenderError;
use crate::desk::DeskError;
use thiserror::Error;

/// What can end a run early.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A game, rules, position or engine text is wrong.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// A contender is wrong.
    #[error(transparent)]
    Contender(#[from] ContenderError),
    /// The settings contradict each other.
    #[error("{0}")]
    Spec(String),
    /// The store said no. What was measured before stays in it.
    #[error("{0}")]
    Store(String),
    /// A records file could not be written.
    #[error("records: {0}")]
    Records(#[from] std::io::Error),
}
