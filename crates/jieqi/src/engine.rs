//! The full engine: the generic search with Jieqi's evaluation and ordering.

use crate::board::View;
use crate::eval::{Eval, Weights};
use crate::order::{Order, Selective};
use touchstone_search::{AlphaBeta, Settings};

/// Everything that makes the engine play as it does.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The evaluation.
    pub weights: Weights,
    /// Ordering and selectivity.
    pub selective: Selective,
    /// The generic search.
    pub settings: Settings,
}

impl Parameters {
    /// What the engine plays with.
    pub fn standard() -> Parameters {
        Parameters {
            weights: Weights::standard(),
            selective: Selective::STANDARD,
            settings: Settings::standard(),
        }
    }

    /// Sets a parameter of the evaluation or the search by name; `false` if
    /// there is none or the value is outside its range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        self.weights.set(name, value) || self.selective.set(name, value)
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters::standard()
    }
}

/// The built-in engine.
pub type Builtin = AlphaBeta<View, Order>;

/// An engine with these parameters.
pub fn builtin(parameters: &Parameters) -> Builtin {
    let order = Order::new(Eval::new(parameters.weights.clone()), parameters.selective);
    AlphaBeta::new("touchstone jieqi", order, parameters.settings)
}
