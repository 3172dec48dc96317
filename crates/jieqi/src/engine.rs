//! The full engine: the generic search with Jieqi's evaluation and ordering.

use crate::board::View;
use crate::eval::{Eval, Weights};
use crate::order::{Order, Selective};
use touchstone_kernel::Score;
use touchstone_search::{AlphaBeta, Fault, Settings};

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
            settings: Settings {
                scout: true,
                late_history: 16_000,
                // An eighth of a point.
                coarse: Score::UNIT / 400,
                // A move that is given so much time uses it.
                begin_percent: 100,
                ..Settings::standard()
            },
        }
    }

    /// Sets a parameter of the evaluation or the search by name; `false` if
    /// there is none or the value is outside its range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        match name {
            "scout" if (0..=1).contains(&value) => self.settings.scout = value == 1,
            "late_history" if (0..=65_535).contains(&value) => self.settings.late_history = value,
            "coarse" if (0..=10_000).contains(&value) => {
                self.settings.coarse = Score::UNIT / 10_000 * value;
            }
            // For tests that must catch it: bounds averaged as if they were values.
            "bounds_as_exact" if (0..=1).contains(&value) => {
                self.settings.fault = (value == 1).then_some(Fault::BoundAsExact);
            }
            "star2" if (0..=1).contains(&value) => self.settings.star2 = value == 1,
            _ => return self.weights.set(name, value) || self.selective.set(name, value),
        }
        true
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
