//! The kernel of Touchstone: what every game, search and laboratory shares and
//! nothing that belongs to one game.
//!
//! * [`score`]: expected results with a band of sure results,
//! * [`value`]: exact values and bounds as types, intervals,
//! * [`average`]: the one function that averages over chance,
//! * [`curve`]: from evaluation units to expected results,
//! * [`position`]: what a search may walk ([`Position`], [`After`]),
//! * [`line`]: the history since the last irreversible move ([`Line`]),
//! * [`truth`]: the hidden world that only a referee holds ([`Truth`]),
//! * [`evaluator`]: static judgement in named terms,
//! * [`game`]: rules presets and text of one game ([`Game`]),
//! * [`limits`]: how much work a search may do,
//! * [`rng`]: random numbers named by a key.
//!
//! Architecture invariant: the kernel depends on no other crate of this
//! workspace, reads no clock, and does no input or output.

pub mod average;
pub mod curve;
pub mod evaluator;
pub mod game;
pub mod limits;
pub mod line;
pub mod list;
pub mod position;
pub mod rng;
pub mod score;
pub mod side;
pub mod truth;
pub mod value;

pub use average::ChanceBounds;
pub use curve::Curve;
pub use evaluator::{Evaluator, Term};
pub use game::{Game, LuckKey, Node, Preset, Setup, TextError, legal_moves};
pub use limits::Limits;
pub use line::{Entry, Line};
pub use list::List;
pub use position::{After, Digest, Key, Outcome, Position, Verdict, VerdictResult};
pub use rng::Rng;
pub use score::{Score, SideScore};
pub use side::{Seat, Side};
pub use truth::Truth;
pub use value::{Interval, Value};
