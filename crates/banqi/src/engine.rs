//! The full engine: the generic search with Banqi's evaluation and ordering.

use crate::board::Board;
use crate::eval::{Eval, Params};
use crate::order::{Order, SearchParams};
use touchstone_search::{AlphaBeta, Settings};

/// Everything that makes the engine play as it does.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    /// The evaluation.
    pub eval: Params,
    /// Ordering and selectivity.
    pub search: SearchParams,
    /// The generic search.
    pub settings: Settings,
}

impl Parameters {
    /// What the engine plays with.
    pub const STANDARD: Parameters = Parameters {
        eval: Params::STANDARD,
        search: SearchParams::STANDARD,
        settings: Settings::standard(),
    };

    /// Sets a parameter of the evaluation or the search by name; `false` if
    /// there is none or the value is outside its range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        self.eval.set(name, value) || self.search.set(name, value)
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters::STANDARD
    }
}

/// The built-in engine.
pub type Builtin = AlphaBeta<Board, Order>;

/// An engine with these parameters.
pub fn builtin(parameters: &Parameters) -> Builtin {
    let order = Order::new(Eval::new(parameters.eval), parameters.search);
    AlphaBeta::new("touchstone banqi", order, parameters.settings)
}
