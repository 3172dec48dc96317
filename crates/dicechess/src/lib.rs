//! Dice Chess: rules, notation, evaluation and engine.
//!
//! * [`rules`]: the rules as a value, with presets,
//! * [`dice`]: multisets of dice and rolls,
//! * [`men`]: the board of one turn in the mover's view, and its steps,
//! * [`layers`]: distinct boards for every multiset of dice,
//! * [`turns`]: legal turns, as distinct ends and as paths.

pub mod bots;
pub mod danger;
pub mod dfen;
pub mod dice;
pub mod engine;
pub mod eval;
pub mod game;
pub mod layers;
pub mod men;
pub mod museum;
pub mod notation;
pub mod position;
pub mod record;
pub mod rules;
pub mod truth;
pub mod turns;

pub use dice::Pool;
pub use game::DiceChess;
pub use men::Men;
pub use position::{DicePosition, TurnEnd, TurnMove};
pub use rules::Rules;
