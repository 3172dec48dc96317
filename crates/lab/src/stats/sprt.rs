//! The sequential test as a pure fold over completed pairs in id order.

use super::counts::Counts;
use super::gsprt::{self, Model};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The bounds of the log-likelihood ratio: ln(β/(1−α)) and ln((1−β)/α).
pub fn bounds(alpha: f64, beta: f64) -> [f64; 2] {
    [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
}

/// A sequential test, declared before the start.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The unit of the hypotheses.
    pub model: Model,
    /// The lower hypothesis in Elo of the model.
    pub low: f64,
    /// The higher hypothesis.
    pub high: f64,
    /// The chance of accepting the higher hypothesis when the lower one holds.
    pub alpha: f64,
    /// The chance of accepting the lower hypothesis when the higher one holds.
    pub beta: f64,
    /// A look every so many pairs; at least 1.
    pub batch: u64,
    /// Whether the bounds are corrected for the ratio's jumps past them.
    pub overshoot: bool,
}

impl Sprt {
    /// A test at α = β = .05 with a look every 16 pairs and the correction on.
    pub fn new(model: Model, low: f64, high: f64) -> Sprt {
        Sprt { model, low, high, alpha: 0.05, beta: 0.05, batch: 16, overshoot: true }
    }

    /// The bounds of the ratio.
    pub fn bounds(&self) -> [f64; 2] {
        bounds(self.alpha, self.beta)
    }
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// The higher hypothesis is taken.
    Accept,
    /// The lower hypothesis is taken.
    Reject,
}

/// Mean excess of the ratio over its own records (Siegmund, Corollary 8.33;
/// as fishtest uses it): Σδ² / (2·Σ|δ|) on each side.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Overshoot {
    record: [f64; 2],
    sum: [f64; 2],
    squares: [f64; 2],
    records: [u32; 2],
}

impl Overshoot {
    /// Takes the ratio of the next look.
    pub fn push(&mut self, llr: f64) {
        for (side, passed) in [llr < self.record[0], llr > self.record[1]].into_iter().enumerate() {
            if passed {
                let d = llr - self.record[side];
                self.sum[side] += d;
                self.squares[side] += d * d;
                self.records[side] += 1;
                self.record[side] = llr;
            }
        }
    }

    /// The mean excess below and above; both at least 0. Shrunk by n / (n + 1)
    /// for n records, because few records say little.
    pub fn excess(&self) -> [f64; 2] {
        [0, 1].map(|side| {
            let s = self.sum[side];
            let n = f64::from(self.records[side]);
            if s == 0.0 { 0.0 } else { self.squares[side] / (2.0 * s.abs()) * n / (n + 1.0) }
        })
    }
}

/// One look at the ratio.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Look {
    /// Counted pairs at that time.
    pub pairs: u64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bounds in force, with the overshoot correction.
    pub bounds: [f64; 2],
}

/// The state of a test. Results may come in any order; only the completed
/// prefix of pair ids counts, because short games finish first and would bias
/// the stopping rule. Once stopped, it takes nothing more into account.
#[derive(Clone, Debug, PartialEq)]
pub struct SprtFold {
    /// The test.
    pub test: Sprt,
    next: u64,
    waiting: BTreeMap<u64, Option<u8>>,
    bins: [u64; 5],
    completed: u64,
    overshoot: Overshoot,
    contract_broken: bool,
    path: Vec<Look>,
    verdict: Option<SprtVerdict>,
}

impl SprtFold {
    /// A test that begins with pair `first_pair`.
    pub fn new(test: Sprt, first_pair: u64) -> SprtFold {
        SprtFold {
            test: Sprt { batch: test.batch.max(1), ..test },
            next: first_pair,
            waiting: BTreeMap::new(),
            bins: [0; 5],
            completed: 0,
            overshoot: Overshoot::default(),
            contract_broken: false,
            path: Vec::new(),
            verdict: None,
        }
    }

    /// A test over pairs given in order, in quarters.
    pub fn over(test: Sprt, quarters: impl IntoIterator<Item = u8>) -> SprtFold {
        let mut fold = SprtFold::new(test, 0);
        for (pair, q) in quarters.into_iter().enumerate() {
            fold.push(pair as u64, Some(q));
        }
        fold
    }

    /// Takes a finished pair: its score in quarters (0..=4), `None` if it is
    /// void. A pair that was taken already is ignored.
    pub fn push(&mut self, pair: u64, quarters: Option<u8>) {
        if pair < self.next {
            return;
        }
        self.waiting.entry(pair).or_insert(quarters);
        while let Some(q) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.step(q);
        }
    }

    /// Says that results were purged after they had been looked at: the
    /// overshoot correction no longer holds and is dropped.
    pub fn drop_overshoot_correction(&mut self) {
        self.contract_broken = true;
    }

    fn step(&mut self, quarters: Option<u8>) {
        if self.verdict.is_some() {
            return;
        }
        self.completed += 1;
        if let Some(q) = quarters {
            self.bins[usize::from(q.min(4))] += 1;
        }
        if self.completed.is_multiple_of(self.test.batch) {
            self.look();
        }
    }

    /// The bounds of a look use the records before it: with its own excess
    /// counted in (as fishtest does), a test stops where that happens to be
    /// large (docs/results/lab.md: 6.3 % false accepts at 0 against 80
    /// normalised Elo; at 0 against 20 it makes no difference).
    fn look(&mut self) {
        let counts = self.counts();
        // A run of copies gets no verdict.
        if counts.is_degenerate() {
            return;
        }
        let Some(llr) = gsprt::exact(&counts, self.test.model, self.test.low, self.test.high)
        else {
            return;
        };
        let [a, b] = self.test.bounds();
        let [below, above] = if self.test.overshoot && !self.contract_broken {
            self.overshoot.excess()
        } else {
            [0.0, 0.0]
        };
        self.overshoot.push(llr);
        let bounds = [a + below, b - above];
        self.path.push(Look { pairs: counts.observations(), llr, bounds });
        if llr < bounds[0] {
            self.verdict = Some(SprtVerdict::Reject);
        } else if llr > bounds[1] {
            self.verdict = Some(SprtVerdict::Accept);
        }
    }

    /// The pairs that count, in five bins.
    pub fn counts(&self) -> Counts {
        Counts::Pairs(self.bins)
    }

    /// How the test ended; `None` while it runs.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        self.verdict
    }

    /// The looks so far.
    pub fn path(&self) -> &[Look] {
        &self.path
    }

    /// The ratio of the pairs that count, also between looks. `None` without
    /// pairs.
    pub fn llr(&self) -> Option<f64> {
        gsprt::exact(&self.counts(), self.test.model, self.test.low, self.test.high)
    }

    /// The id after the last pair of the completed prefix.
    pub fn next_pair(&self) -> u64 {
        self.next
    }

    /// Finished pairs that wait for one before them.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_kernel::Rng;

    #[test]
    fn bounds_at_five_per_cent() {
        let [a, b] = bounds(0.05, 0.05);
        assert!((a + 2.944439).abs() < 1e-6 && (b - 2.944439).abs() < 1e-6);
    }

    fn pairs(seed: u64, n: usize, better: f64) -> Vec<u8> {
        let mut rng = Rng::seeded(seed, "pairs");
        (0..n)
            .map(|_| match rng.unit() {
                u if u < 0.185 - better => 0,
                u if u > 0.815 - better => 4,
                _ => 2,
            })
            .collect()
    }

    #[test]
    fn the_order_of_arrival_changes_nothing() {
        let scores = pairs(1, 4000, 0.03);
        let want = SprtFold::over(Sprt::new(Model::Nelo, 0.0, 20.0), scores.iter().copied());
        assert!(want.verdict().is_some());
        for seed in 0..3 {
            let mut order: Vec<usize> = (0..scores.len()).collect();
            // Short games finish first: shuffled within a window.
            let mut rng = Rng::seeded(seed, "order");
            order.chunks_mut(64).for_each(|c| rng.shuffle(c));
            let mut got = SprtFold::new(want.test, 0);
            for pair in order {
                got.push(pair as u64, Some(scores[pair]));
                got.push(pair as u64, Some(4 - scores[pair])); // A late copy is ignored.
            }
            assert_eq!(got, want);
        }
    }

    #[test]
    fn a_gap_holds_the_test_back_and_void_pairs_do_not_count() {
        let mut fold = SprtFold::new(Sprt::new(Model::Elo, 0.0, 10.0), 100);
        for pair in 101..200 {
            fold.push(pair, Some(4));
        }
        assert_eq!((fold.counts().observations(), fold.waiting()), (0, 99));
        fold.push(100, None);
        assert_eq!((fold.counts().observations(), fold.waiting()), (99, 0));
        assert_eq!(fold.next_pair(), 200);
    }

    #[test]
    fn copies_get_no_verdict() {
        for q in 0..=4 {
            let fold = SprtFold::over(Sprt::new(Model::Nelo, 0.0, 5.0), vec![q; 5000]);
            assert_eq!((fold.verdict(), fold.path().len()), (None, 0));
        }
    }

    #[test]
    fn the_excess_is_the_mean_of_records() {
        let mut o = Overshoot::default();
        for llr in [0.5, 0.2, 0.9, -0.3, -0.2, -0.5] {
            o.push(llr);
        }
        // Records above: .5, then .4 more; below: −.3, then −.2 more.
        let [below, above] = o.excess();
        assert!((above - (0.25 + 0.16) / 1.8 * 2.0 / 3.0).abs() < 1e-12);
        assert!((below - (0.09 + 0.04) / 1.0 * 2.0 / 3.0).abs() < 1e-12);
    }
}
