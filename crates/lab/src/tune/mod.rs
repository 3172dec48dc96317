//! Screening, confirming and tuning: what to play next and what it means.
//!
//! * [`sweep`]: several arms against one baseline on common deals, then the
//!   best of them head to head on fresh ones,
//! * [`confirm`]: which deals are fresh,
//! * [`spsa`]: simultaneous perturbation over declared parameters,
//! * [`fit`]: logistic fits of evaluation terms and units to results,
//! * [`positions`]: what a fit learns from, taken out of recorded games,
//! * [`local`]: the driver that plays what these ask for on this machine.
//!
//! All but [`local`] and [`positions`] are pure folds: they say what to play and
//! take in results; stopping and going on is replaying.

pub mod confirm;
pub mod fit;
pub mod local;
pub mod positions;
pub mod spsa;
pub mod sweep;

use crate::matches::{MatchError, MatchSpec};

/// One finished pair, for the first contender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairScore {
    /// The pair's number.
    pub pair: u64,
    /// Its score in quarters (0..=4); `None` if it is void.
    pub quarters: Option<u8>,
}

/// Whatever can play a declared match and hand back its pairs in id order.
pub trait Play {
    /// Plays the match to its end, or as far as it is allowed to.
    fn play(&mut self, spec: &MatchSpec) -> Result<Vec<PairScore>, MatchError>;
}

/// The pairs in five bins.
pub fn bins(pairs: &[PairScore]) -> [u64; 5] {
    let mut bins = [0; 5];
    for q in pairs.iter().filter_map(|p| p.quarters) {
        bins[usize::from(q.min(4))] += 1;
    }
    bins
}

#[cfg(test)]
pub(crate) mod simulated {
    //! A player that draws pairs instead of playing them.

    use super::*;
    use touchstone_kernel::Rng;

    /// Pairs whose luck hangs on seed and pair alone, and on how much stronger
    /// a is than b (in shifted probability).
    pub struct Simulated<F: FnMut(&MatchSpec) -> f64> {
        /// How much stronger a is.
        pub strength: F,
        /// Matches asked for.
        pub played: Vec<MatchSpec>,
    }

    impl<F: FnMut(&MatchSpec) -> f64> Play for Simulated<F> {
        fn play(&mut self, spec: &MatchSpec) -> Result<Vec<PairScore>, MatchError> {
            self.played.push(spec.clone());
            let shift = (self.strength)(spec);
            Ok((spec.first_pair..spec.first_pair + spec.pairs)
                .map(|pair| {
                    let mut common =
                        Rng::keyed(&["luck".into(), spec.seed.as_str().into(), pair.into()]);
                    let name = spec.a.label() + &spec.b.label();
                    let mut own = Rng::keyed(&[
                        "own".into(),
                        spec.seed.as_str().into(),
                        pair.into(),
                        name.as_str().into(),
                    ]);
                    let u = 0.5 * common.unit() + 0.5 * own.unit() + shift;
                    let quarters = if u < 0.3 {
                        0
                    } else if u < 0.7 {
                        2
                    } else {
                        4
                    };
                    PairScore { pair, quarters: Some(quarters) }
                })
                .collect())
        }
    }
}
