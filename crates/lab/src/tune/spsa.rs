//! Simultaneous perturbation (SPSA), as fishtest and OpenBench schedule it.
//!
//! The state is a fold over the results so far, so that a run is taken up again
//! by replaying them. What comes out is the point at the end, never the luckiest
//! one, and it is believed only after a match of its own on fresh deals.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use touchstone_kernel::Rng;

/// One parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name, as the engine knows it.
    pub name: String,
    /// Where the search starts.
    pub start: f64,
    /// The least that makes sense.
    pub least: f64,
    /// The most that makes sense.
    pub most: f64,
    /// The perturbation at the end: a difference that can be felt.
    pub c_end: f64,
    /// The learning rate at the end (.002 is customary).
    #[serde(default = "customary_rate")]
    pub r_end: f64,
    /// Whether the engine takes whole numbers only.
    #[serde(default = "yes")]
    pub integer: bool,
}

fn customary_rate() -> f64 {
    0.002
}

fn yes() -> bool {
    true
}

/// The declaration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaSpec {
    /// Names the signs and the luck.
    pub seed: String,
    /// Iterations.
    pub iterations: u64,
    /// Pairs of each iteration.
    #[serde(default = "one")]
    pub pairs_each: u64,
    /// Decay of the step, α.
    #[serde(default = "alpha")]
    pub alpha: f64,
    /// Decay of the perturbation, γ.
    #[serde(default = "gamma")]
    pub gamma: f64,
    /// The stabiliser A as a share of all pairs.
    #[serde(default = "a_ratio")]
    pub a_ratio: f64,
    /// The parameters.
    pub parameter: Vec<Parameter>,
}

fn one() -> u64 {
    1
}
fn alpha() -> f64 {
    0.602
}
fn gamma() -> f64 {
    0.101
}
fn a_ratio() -> f64 {
    0.1
}

/// What is wrong with a declaration or a result.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{place}: found {found}; expected {expected}")]
pub struct SpsaError {
    /// Where.
    pub place: String,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

fn wrong(place: impl Into<String>, found: impl ToString, expected: impl Into<String>) -> SpsaError {
    SpsaError { place: place.into(), found: found.to_string(), expected: expected.into() }
}

impl SpsaSpec {
    /// Checks the declaration. A perturbation of 0 is refused: it measures nothing.
    pub fn check(&self) -> Result<(), SpsaError> {
        if self.iterations == 0 || self.pairs_each == 0 {
            return Err(wrong("iterations, pairs_each", 0, "1 or more"));
        }
        for (name, x) in [("alpha", self.alpha), ("gamma", self.gamma), ("a_ratio", self.a_ratio)] {
            if !(x.is_finite() && (0.0..=1.0).contains(&x)) {
                return Err(wrong(name, x, "a number from 0 to 1"));
            }
        }
        if self.parameter.is_empty() {
            return Err(wrong("parameter", "none", "one or more"));
        }
        for (k, p) in self.parameter.iter().enumerate() {
            let place = |what: &str| format!("parameter {}, {what}", p.name);
            if self.parameter[..k].iter().any(|q| q.name == p.name) {
                return Err(wrong(format!("parameter {}", p.name), "it twice", "each name once"));
            }
            if !(p.least.is_finite() && p.most.is_finite() && p.least < p.most) {
                return Err(wrong(
                    place("least, most"),
                    format!("{} {}", p.least, p.most),
                    "least below most",
                ));
            }
            if !(p.least..=p.most).contains(&p.start) {
                return Err(wrong(place("start"), p.start, "a value between least and most"));
            }
            if !(p.c_end > 0.0 && p.c_end.is_finite()) {
                return Err(wrong(place("c_end"), p.c_end, "above 0: it measures nothing else"));
            }
            if !(p.r_end > 0.0 && p.r_end.is_finite()) {
                return Err(wrong(place("r_end"), p.r_end, "above 0"));
            }
        }
        Ok(())
    }

    /// All pairs: the I of the schedule, whose k counts pairs.
    pub fn pairs(&self) -> u64 {
        self.iterations.saturating_mul(self.pairs_each)
    }

    /// Perturbation and step of parameter `p` after `k` ≥ 1 pairs: c_k and a_k.
    pub fn gains(&self, p: &Parameter, k: f64) -> (f64, f64) {
        let total = self.pairs() as f64;
        let big_a = self.a_ratio * total;
        let c = p.c_end * total.powf(self.gamma);
        let a = p.r_end * p.c_end * p.c_end * (big_a + total).powf(self.alpha);
        (c / k.powf(self.gamma), a / (big_a + k).powf(self.alpha))
    }
}

/// What to play in one iteration. A pure function of the state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The iteration, from 0.
    pub iteration: u64,
    /// The signs, to be handed back with the result.
    pub signs: Vec<i8>,
    /// The first contender's values.
    pub plus: Vec<f64>,
    /// The second contender's values.
    pub minus: Vec<f64>,
}

/// The state.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    spec: SpsaSpec,
    theta: Vec<f64>,
    results: Vec<i64>,
}

/// The state as it is stored: the declaration and the results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// The version of this shape.
    pub schema: u32,
    /// The declaration.
    pub spec: SpsaSpec,
    /// Wins less losses (in games, of the plus side) of each iteration.
    pub results: Vec<i64>,
}

impl Spsa {
    /// A run that has not begun.
    pub fn new(spec: SpsaSpec) -> Result<Spsa, SpsaError> {
        spec.check()?;
        let theta = spec.parameter.iter().map(|p| p.start).collect();
        Ok(Spsa { spec, theta, results: Vec::new() })
    }

    /// Takes a stored run up again by replaying its results.
    pub fn resume(saved: Saved) -> Result<Spsa, SpsaError> {
        if saved.schema != 1 {
            return Err(wrong("schema", saved.schema, "1"));
        }
        let mut s = Spsa::new(saved.spec)?;
        for (k, net) in saved.results.into_iter().enumerate() {
            let signs = s.task().map(|t| t.signs).unwrap_or_default();
            s.take(k as u64, &signs, net)?;
        }
        Ok(s)
    }

    /// What to store.
    pub fn saved(&self) -> Saved {
        Saved { schema: 1, spec: self.spec.clone(), results: self.results.clone() }
    }

    /// The declaration.
    pub fn spec(&self) -> &SpsaSpec {
        &self.spec
    }

    /// The point reached: the result, once all iterations are done.
    pub fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// The point reached as the engine takes it.
    pub fn values(&self) -> Vec<f64> {
        self.spec
            .parameter
            .iter()
            .zip(&self.theta)
            .map(|(p, t)| if p.integer { t.round() } else { *t })
            .collect()
    }

    /// Iterations done.
    pub fn done(&self) -> u64 {
        self.results.len() as u64
    }

    fn signs(&self, iteration: u64) -> Vec<i8> {
        let mut rng = self.stream(iteration, "signs");
        self.spec.parameter.iter().map(|_| if rng.bits() & 1 == 0 { 1 } else { -1 }).collect()
    }

    fn stream(&self, iteration: u64, purpose: &str) -> Rng {
        Rng::keyed(&[
            "spsa".into(),
            self.spec.seed.as_str().into(),
            iteration.into(),
            purpose.into(),
        ])
    }

    /// The pairs counted when iteration `i` is played: its middle.
    fn k(&self, iteration: u64) -> f64 {
        (iteration * self.spec.pairs_each) as f64 + (self.spec.pairs_each as f64 + 1.0) / 2.0
    }

    /// The perturbation of a parameter. Whole numbers move by at least ½, so
    /// that rounding at random can show it.
    fn perturbation(&self, p: &Parameter, k: f64) -> (f64, f64) {
        let (c, a) = self.spec.gains(p, k);
        (if p.integer { c.max(0.5) } else { c }, a)
    }

    /// What to play next; `None` when all iterations are done.
    pub fn task(&self) -> Option<Task> {
        let iteration = self.done();
        if iteration >= self.spec.iterations {
            return None;
        }
        let signs = self.signs(iteration);
        let mut rng = self.stream(iteration, "rounding");
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for ((p, t), s) in self.spec.parameter.iter().zip(&self.theta).zip(&signs) {
            let (c, _) = self.perturbation(p, self.k(iteration));
            let u = rng.unit();
            for (list, side) in [(&mut plus, 1.0), (&mut minus, -1.0)] {
                let x = (t + side * c * f64::from(*s)).clamp(p.least, p.most);
                list.push(if p.integer { (x + u).floor().clamp(p.least, p.most) } else { x });
            }
        }
        Some(Task { iteration, signs, plus, minus })
    }

    /// Takes the result of an iteration: wins less losses of the plus side. The
    /// signs are checked, so that a result of another task is not taken for it.
    pub fn take(&mut self, iteration: u64, signs: &[i8], net: i64) -> Result<(), SpsaError> {
        if iteration != self.done() || iteration >= self.spec.iterations {
            return Err(wrong("iteration", iteration, format!("{}", self.done())));
        }
        if signs != self.signs(iteration) {
            return Err(wrong(
                format!("iteration {iteration}, signs"),
                "others",
                "those asked for",
            ));
        }
        let games = 2 * self.spec.pairs_each as i64;
        if net.abs() > games {
            return Err(wrong(
                format!("iteration {iteration}"),
                net,
                format!("−{games} to {games}"),
            ));
        }
        let k = self.k(iteration);
        for (i, s) in signs.iter().enumerate() {
            let p = &self.spec.parameter[i];
            let (c, a) = self.perturbation(p, k);
            let step = a / c * net as f64 * f64::from(*s);
            self.theta[i] = (self.theta[i] + step).clamp(p.least, p.most);
        }
        self.results.push(net);
        Ok(())
    }

    /// The schedule for people: at 0, 10, 50 and 100 % of the pairs, each
    /// parameter's perturbation and step for a pair won 2–0.
    pub fn schedule(&self) -> Vec<ScheduleRow> {
        let total = self.spec.pairs() as f64;
        let mut rows = Vec::new();
        for share in [0.0, 0.1, 0.5, 1.0] {
            let k = (share * total).max(1.0);
            for p in &self.spec.parameter {
                let (c, a) = self.perturbation(p, k);
                rows.push(ScheduleRow {
                    pairs: k.round() as u64,
                    parameter: p.name.clone(),
                    perturbation: c,
                    step: 2.0 * a / c,
                });
            }
        }
        rows
    }
}

/// One line of a printed schedule.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScheduleRow {
    /// After so many pairs.
    pub pairs: u64,
    /// The parameter.
    pub parameter: String,
    /// c_k: how far the two sides stand from the middle.
    pub perturbation: f64,
    /// How far a pair won 2–0 moves it.
    pub step: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(iterations: u64, integer: bool) -> SpsaSpec {
        let p = |name: &str, start: f64| Parameter {
            name: name.into(),
            start,
            least: 0.0,
            most: 200.0,
            c_end: 8.0,
            r_end: 0.02,
            integer,
        };
        SpsaSpec {
            seed: "s".into(),
            iterations,
            pairs_each: 4,
            alpha: 0.602,
            gamma: 0.101,
            a_ratio: 0.1,
            parameter: vec![p("x", 40.0), p("y", 150.0)],
        }
    }

    /// The strength of a point: best at (100, 80).
    fn strength(v: &[f64]) -> f64 {
        -((v[0] - 100.0).powi(2) + (v[1] - 80.0).powi(2)) / 8000.0
    }

    fn play(task: &Task, pairs: u64) -> i64 {
        let edge = strength(&task.plus) - strength(&task.minus);
        let win = 0.5 + edge.clamp(-0.5, 0.5) / 2.0;
        let mut rng = Rng::keyed(&["play".into(), task.iteration.into()]);
        (0..2 * pairs).map(|_| if rng.unit() < win { 1 } else { -1 }).sum()
    }

    #[test]
    fn it_climbs_and_a_resumed_run_is_the_same_run() {
        for integer in [false, true] {
            let mut s = Spsa::new(spec(2500, integer)).unwrap();
            while let Some(task) = s.task() {
                let net = play(&task, 4);
                s.take(task.iteration, &task.signs, net).unwrap();
                if s.done() == 1000 {
                    let text = serde_json::to_string(&s.saved()).unwrap();
                    let again = Spsa::resume(serde_json::from_str(&text).unwrap()).unwrap();
                    assert_eq!((&again, again.task()), (&s, s.task()));
                    s = again;
                }
            }
            let at = strength(s.theta());
            assert!(at > strength(&[40.0, 150.0]) / 6.0, "{integer}: {:?}", s.theta());
        }
    }

    #[test]
    fn the_schedule_ends_where_it_was_told_to() {
        let s = Spsa::new(spec(100, false)).unwrap();
        let p = &s.spec().parameter[0];
        let (c, a) = s.spec().gains(p, 400.0);
        assert!((c - 8.0).abs() < 1e-9 && (a - 0.02 * 64.0).abs() < 1e-9);
        assert_eq!(s.schedule().len(), 8);
        let last = s.schedule().pop().unwrap();
        assert!((last.perturbation - 8.0).abs() < 1e-9 && (last.step - 2.0 * 0.16).abs() < 1e-9);
    }

    #[test]
    fn whole_numbers_move_and_stay_in_range() {
        let mut one = spec(50, true);
        one.parameter[0].c_end = 0.01;
        one.parameter[1].start = 200.0;
        let s = Spsa::new(one).unwrap();
        let t = s.task().unwrap();
        assert!(t.plus[0] != t.minus[0], "half a step each way always parts them: {t:?}");
        assert!(
            t.plus.iter().chain(&t.minus).all(|x| x.fract() == 0.0 && (0.0..=200.0).contains(x))
        );
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let broken: [fn(&mut SpsaSpec); 6] = [
            |s| s.parameter[0].c_end = 0.0,
            |s| s.parameter[0].start = 300.0,
            |s| s.parameter[0].most = -1.0,
            |s| s.parameter[1].name = "x".into(),
            |s| s.iterations = 0,
            |s| s.parameter.clear(),
        ];
        for b in broken {
            let mut s = spec(10, true);
            b(&mut s);
            assert!(Spsa::new(s.clone()).is_err(), "{s:?}");
        }
        let mut s = Spsa::new(spec(10, true)).unwrap();
        let t = s.task().unwrap();
        let turned: Vec<i8> = t.signs.iter().map(|s| -s).collect();
        assert!(s.take(0, &turned, 0).is_err());
        assert!(s.take(1, &t.signs, 0).is_err());
        assert!(s.take(0, &t.signs, 9).is_err());
        assert!(s.take(0, &t.signs, 8).is_ok());
    }
}
