//! Random numbers named by a key.
//!
//! A stream is derived from a list of words (run, pair, purpose, turn, square,
//! ...) and never shared: two purposes cannot disturb each other, and a stream
//! is the same on every machine. Generator: ChaCha8, seeded by BLAKE3 of the
//! length-prefixed words.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};

/// A deterministic stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    inner: ChaCha8Rng,
}

/// One word of a stream's name.
#[derive(Clone, Copy, Debug)]
pub enum Word<'a> {
    /// A text.
    Text(&'a str),
    /// A number.
    Number(u64),
}

impl<'a> From<&'a str> for Word<'a> {
    fn from(s: &'a str) -> Self {
        Word::Text(s)
    }
}

impl<'a> From<&'a String> for Word<'a> {
    fn from(s: &'a String) -> Self {
        Word::Text(s)
    }
}

impl From<u64> for Word<'_> {
    fn from(n: u64) -> Self {
        Word::Number(n)
    }
}

impl Rng {
    /// The stream with this name. Example: `Rng::keyed(&["run 7".into(), 12.into(), "deal".into()])`.
    pub fn keyed(name: &[Word<'_>]) -> Rng {
        let mut hasher = blake3::Hasher::new();
        for word in name {
            match word {
                Word::Text(s) => {
                    hasher.update(&[1]);
                    hasher.update(&(s.len() as u64).to_le_bytes());
                    hasher.update(s.as_bytes());
                }
                Word::Number(n) => {
                    hasher.update(&[2]);
                    hasher.update(&n.to_le_bytes());
                }
            }
        }
        Rng { inner: ChaCha8Rng::from_seed(*hasher.finalize().as_bytes()) }
    }

    /// The stream of a seed and a purpose.
    pub fn seeded(seed: u64, purpose: &str) -> Rng {
        Rng::keyed(&[seed.into(), purpose.into()])
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.inner.next_u64()
    }

    /// Uniform in `0..n`, without bias. `n` = 0 gives 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n <= 1 {
            return 0;
        }
        // Lemire, "Fast random integer generation in an interval" (2019).
        let mut wide = u128::from(self.bits()) * u128::from(n);
        if (wide as u64) < n {
            let least = n.wrapping_neg() % n;
            while (wide as u64) < least {
                wide = u128::from(self.bits()) * u128::from(n);
            }
        }
        (wide >> 64) as u64
    }

    /// Uniform index into a list of `n` items; 0 for an empty one.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An index drawn by integer weights; `None` if they sum to nothing.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let total: u64 = weights.clone().map(u64::from).sum();
        if total == 0 {
            return None;
        }
        let mut at = self.below(total);
        for (i, w) in weights.enumerate() {
            if at < u64::from(w) {
                return Some(i);
            }
            at -= u64::from(w);
        }
        None
    }

    /// Shuffles in place (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_named_and_portable() {
        let mut a = Rng::keyed(&["run".into(), 1.into()]);
        let mut b = Rng::keyed(&["run".into(), 2.into()]);
        let mut c = Rng::keyed(&["run".into(), 1.into()]);
        let x = a.bits();
        assert_ne!(x, b.bits());
        assert_eq!(x, c.bits());
        // Names are length-prefixed: ("ab", "c") is not ("a", "bc").
        assert_ne!(
            Rng::keyed(&["ab".into(), "c".into()]).bits(),
            Rng::keyed(&["a".into(), "bc".into()]).bits()
        );
    }

    #[test]
    fn below_is_uniform() {
        let mut rng = Rng::seeded(3, "test");
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.index(7)] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 22.5, "chi-square {chi2} of 6 degrees of freedom");
    }
}
