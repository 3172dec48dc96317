//! The declaration of a run.

use super::MatchError;
use crate::contender::{Contender, Kind};
use crate::desk;
use serde::{Deserialize, Serialize};

/// What a fault does to its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultRule {
    /// The engine that erred loses.
    #[default]
    Lose,
    /// The game counts for nothing, and so does its pair.
    Void,
}

/// A sequential test, declared before the start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtSpec {
    /// `nelo` or `elo`.
    pub model: String,
    /// The lower hypothesis.
    pub low: f64,
    /// The higher hypothesis.
    pub high: f64,
    /// Chance of accepting the higher one wrongly.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Chance of accepting the lower one wrongly.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// A look every so many pairs.
    #[serde(default = "sixteen")]
    pub batch: u64,
}

impl SprtSpec {
    /// A test at α = β = .05 with a look every 16 pairs.
    pub fn new(model: &str, low: f64, high: f64) -> SprtSpec {
        let five = five_percent();
        SprtSpec { model: model.into(), low, high, alpha: five, beta: five, batch: sixteen() }
    }
}

fn five_percent() -> f64 {
    0.05
}

fn sixteen() -> u64 {
    16
}

/// What is played. Two runs with equal declarations (but for `pairs`) play the
/// same games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSpec {
    /// The game.
    pub game: String,
    /// The rules preset; empty for the default.
    #[serde(default)]
    pub rules: String,
    /// The contender from whose point of view scores are given.
    pub a: Contender,
    /// The other one.
    pub b: Contender,
    /// How many pairs at most.
    pub pairs: u64,
    /// The first pair's number; a run that confirms takes fresh ones.
    #[serde(default)]
    pub first_pair: u64,
    /// Names the run's luck.
    pub seed: String,
    /// What the run is for (`confirm`, `sweep`, `tune`); empty for a plain match.
    /// A confirmation is another run than a screening on the same deals.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub purpose: String,
    /// A game longer than this is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// So many plies at the start are drawn at random, alike for both legs.
    #[serde(default)]
    pub opening_plies: u32,
    /// Start positions, taken in turn; empty for the game's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<String>,
    /// What a fault does.
    #[serde(default)]
    pub faults: FaultRule,
    /// A sequential test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSpec>,
    /// A frozen value function for the luck-adjusted score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Contender>,
    /// Events to count, besides the game's own: `NAME = EXPRESSION`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<(String, String)>,
}

/// Plies after which a game is a draw if nothing is said.
pub const MAX_PLIES: u32 = 1000;

impl MatchSpec {
    /// A plain match.
    pub fn new(game: &str, a: Contender, b: Contender, pairs: u64, seed: &str) -> MatchSpec {
        MatchSpec { game: game.into(), a, b, pairs, seed: seed.into(), ..MatchSpec::default() }
    }

    /// The run's name: a hash of all that decides its games and its verdict.
    /// `pairs` does not, so that a run may be made longer.
    pub fn run_id(&self) -> String {
        let mut same = self.clone();
        same.pairs = 0;
        same.a.name.clear();
        same.b.name.clear();
        let text = serde_json::to_string(&same).unwrap_or_default();
        blake3::hash(text.as_bytes()).to_hex().as_str()[..16].to_string()
    }

    /// The start position of a pair.
    pub fn start_of(&self, pair: u64) -> &str {
        match self.starts.len() {
            0 => "start",
            n => &self.starts[(pair % n as u64) as usize],
        }
    }

    /// Checks that the parts fit, and fills in the rules preset.
    pub fn checked(mut self) -> Result<MatchSpec, MatchError> {
        let game = desk::game(&self.game)?;
        if self.rules.is_empty() {
            self.rules = game.presets().first().map(|p| p.name.to_string()).unwrap_or_default();
        }
        for start in self.starts.iter().map(String::as_str).chain(["start"]) {
            game.table(start, &self.rules, &[])?;
        }
        self.a.check("a")?;
        self.b.check("b")?;
        if let Some(c) = &self.luck {
            if c.engine.is_program() || c.time_ms.is_some() {
                return Err(MatchError::Spec(format!(
                    "luck: found {}; expected builtin or a ruler without a time limit: it has to \
                     be frozen",
                    c.short()
                )));
            }
            crate::events::LuckMeter::new(game, c)?;
        }
        for c in [&self.a, &self.b] {
            if c.engine == Kind::Builtin {
                let first = ["start".to_string()];
                let starts = if self.starts.is_empty() { &first } else { self.starts.as_slice() };
                for start in starts {
                    game.judges(game.table(start, &self.rules, &[])?.as_ref())?;
                }
            }
            if !c.engine.is_program() {
                crate::player::Inside::new(c, game, 0, &Default::default())?;
            } else if c.engine == Kind::Cdc && self.game != "banqi" {
                return Err(MatchError::Spec(format!("cdc: found {}; expected banqi", self.game)));
            } else if c.engine == Kind::Gtp && self.game != "go" {
                return Err(MatchError::Spec(format!("gtp: found {}; expected go", self.game)));
            }
        }
        if self.pairs == 0 {
            return Err(MatchError::Spec("pairs: found 0; expected 1 or more".into()));
        }
        if let Some(s) = &self.sprt {
            let good = |p: f64| p > 0.0 && p < 0.5;
            if s.low.is_nan() || s.high.is_nan() || s.low >= s.high {
                return Err(MatchError::Spec(format!(
                    "sprt: found {} {}; expected LOW below HIGH",
                    s.low, s.high
                )));
            }
            if !matches!(s.model.as_str(), "nelo" | "elo") {
                return Err(MatchError::Spec(format!(
                    "sprt: found model {}; expected nelo or elo",
                    s.model
                )));
            }
            if !good(s.alpha) || !good(s.beta) || s.batch == 0 {
                return Err(MatchError::Spec(
                    "sprt: expected 0 < alpha, beta < 0.5 and batch > 0".into(),
                ));
            }
        }
        Ok(self)
    }

    /// Whether equal declarations give equal games, so that a differing copy
    /// of a leg is an alarm.
    pub fn is_repeatable(&self) -> bool {
        self.a.is_repeatable() && self.b.is_repeatable()
    }
}
