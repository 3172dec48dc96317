//! The laboratory: does it help, and is it true?
//!
//! * [`desk`]: every game behind one object-safe face, in texts and JSON,
//! * [`toy`]: a witness game whose values are known exactly.
//!
//! Architecture invariant: nothing here prints or parses command lines, and no
//! module but `desk/<game>.rs` (and the witness) names a game.

pub mod desk;
pub mod museum;
pub mod toy;
