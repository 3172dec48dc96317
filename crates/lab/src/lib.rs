//! The laboratory: does it help, and is it true?
//!
//! * [`desk`]: every game behind one object-safe face, in texts and JSON,
//! * [`contender`]: engines by name, short forms and a TOML file,
//! * [`player`]: engines at a table, in this process or in another,
//! * [`process`]: engine processes under a watchdog,
//! * [`matches`]: paired matches through the referee,
//! * [`campaign`]: runs that are declared in files,
//! * [`record`]: one game a line, with all that is needed to play it again,
//! * [`events`]: rates that a score hides, and luck terms,
//! * [`stats`]: statistics of paired matches, pure functions and folds,
//! * [`plan`]: what a run can resolve, before its start,
//! * [`luck`]: the score with the luck taken out,
//! * [`laws`]: what is wrong with this engine, as a black box,
//! * [`tune`]: sweeps, confirmations, SPSA, logistic fits,
//! * [`calibrate`]: claims against results,
//! * [`report`]: a run as one HTML page, and as JSON,
//! * [`replay`]: how versions rate the decisive moves of recorded games,
//! * [`suite`]: regression suites of positions,
//! * [`cache`]: the folder in which exact tables are kept between runs,
//! * [`store`]: an SQLite file that holds runs and survives anything,
//! * `fleet`: many machines over NATS (feature `fleet`),
//! * [`museum`]: the faults that this project exists to prevent,
//! * [`toy`]: a witness game whose values are known exactly.
//!
//! Architecture invariant: nothing here prints or parses command lines, and only
//! `desk/<game>.rs`, `cache`, `museum`, the witness and the lists of events name a game.

pub mod cache;
pub mod calibrate;
pub mod campaign;
pub mod contender;
pub mod desk;
pub mod events;
#[cfg(feature = "fleet")]
pub mod fleet;
pub mod laws;
pub mod luck;
pub mod matches;
pub mod museum;
pub mod plan;
pub mod player;
pub mod process;
pub mod record;
pub mod replay;
pub mod report;
pub mod stats;
pub mod store;
pub mod suite;
pub mod toy;
pub mod tune;
