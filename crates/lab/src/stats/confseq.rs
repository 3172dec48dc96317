//! Confidence sequences: intervals that hold at all times at once, so that one
//! may look after every pair and stop when one likes.

/// Robbins' normal-mixture sequence for σ²-sub-Gaussian observations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NormalMixture {
    /// The variance proxy; ¼ holds for any value in [0, 1].
    pub sigma2: f64,
    /// The tuning constant: .122·n·σ² is narrowest near n observations (at α = .05).
    pub rho: f64,
    /// One minus the level.
    pub alpha: f64,
}

impl NormalMixture {
    /// For values in [0, 1], narrowest near `n` observations, level 95 %.
    pub fn for_unit_range(n: f64) -> NormalMixture {
        NormalMixture { sigma2: 0.25, rho: 0.1224 * n.max(1.0) * 0.25, alpha: 0.05 }
    }

    /// Half the width after `n` observations; infinite after none.
    pub fn radius(&self, n: f64) -> f64 {
        if n <= 0.0 {
            return f64::INFINITY;
        }
        let s = n * self.sigma2 + self.rho;
        (s * (s / (self.rho * self.alpha * self.alpha)).ln()).sqrt() / n
    }
}

/// The betting sequence of Waudby-Smith and Ramdas (arXiv 2010.09686) for
/// observations in [0, 1]: adapts to their variance. Default for pair scores.
#[derive(Clone, Debug)]
pub struct Betting {
    alpha: f64,
    n: u64,
    sum: f64,
    squares: f64,
    bets: Vec<Bet>,
}

/// The two capital processes against one mean, as logarithms.
#[derive(Clone, Copy, Debug)]
struct Bet {
    m: f64,
    up: f64,
    down: f64,
    highest: f64,
}

impl Bet {
    fn capital(&self) -> f64 {
        self.up.max(self.down) - std::f64::consts::LN_2
    }
}

impl Betting {
    /// The most that is staked of what is left.
    const TRUNCATION: f64 = 0.5;

    /// A sequence of level 1 − `alpha` on a grid of `steps` + 1 means.
    pub fn new(alpha: f64, steps: usize) -> Betting {
        let steps = steps.max(1);
        Betting::at(alpha, (0..=steps).map(|k| k as f64 / steps as f64))
    }

    /// A test of the single mean `m`, for its e-value alone.
    pub fn test(alpha: f64, m: f64) -> Betting {
        Betting::at(alpha, [m])
    }

    fn at(alpha: f64, means: impl IntoIterator<Item = f64>) -> Betting {
        let bets = means.into_iter().map(|m| Bet { m, up: 0.0, down: 0.0, highest: 0.0 }).collect();
        Betting { alpha, n: 0, sum: 0.0, squares: 0.0, bets }
    }

    /// Takes the next observation, held in [0, 1].
    pub fn push(&mut self, x: f64) {
        let x = x.clamp(0.0, 1.0);
        // The stake uses the past only.
        let t = (self.n + 1) as f64;
        let variance = if self.n == 0 { 0.25 } else { (0.25 + self.squares) / t };
        let stake = (2.0 * (2.0 / self.alpha).ln() / (variance * t * t.ln_1p())).sqrt();
        for bet in &mut self.bets {
            let d = x - bet.m;
            bet.up += (stake.min(Self::TRUNCATION / bet.m) * d).ln_1p();
            bet.down += (-stake.min(Self::TRUNCATION / (1.0 - bet.m)) * d).ln_1p();
            bet.highest = bet.highest.max(bet.capital());
        }
        self.n += 1;
        self.sum += x;
        let mean = (0.5 + self.sum) / (self.n + 1) as f64;
        self.squares += (x - mean) * (x - mean);
    }

    /// Observations so far.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The means that were never rejected, as one interval, one grid step wide
    /// on each side for what lies between the grid's points. `None` if all were
    /// rejected (the observations do not share a mean).
    pub fn interval(&self) -> Option<[f64; 2]> {
        let limit = -self.alpha.ln();
        let step = match self.bets.len() {
            0 | 1 => 0.0,
            n => 1.0 / (n - 1) as f64,
        };
        let mut alive = self.bets.iter().filter(|b| b.highest < limit).map(|b| b.m);
        let low = alive.next()?;
        let high = alive.next_back().unwrap_or(low);
        Some([(low - step).max(0.0), (high + step).min(1.0)])
    }

    /// The evidence against mean `m` (the nearest of the grid) now. By Ville's
    /// inequality the chance that it ever reaches 1/α is at most α if `m` holds.
    pub fn e_value(&self, m: f64) -> f64 {
        self.nearest(m).map_or(1.0, |b| b.capital().exp())
    }

    /// Whether mean `m` (the nearest of the grid) was rejected at any time.
    pub fn rejected(&self, m: f64) -> bool {
        self.nearest(m).is_some_and(|b| b.highest >= -self.alpha.ln())
    }

    fn nearest(&self, m: f64) -> Option<&Bet> {
        self.bets.iter().min_by(|a, b| (a.m - m).abs().total_cmp(&(b.m - m).abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radii_of_the_mixture() {
        let cs = NormalMixture { sigma2: 0.25, rho: 30.6, alpha: 0.05 };
        for (n, percent) in [(400.0, 7.79), (1000.0, 4.80), (3000.0, 2.83)] {
            assert!((cs.radius(n) * 100.0 - percent).abs() < 0.005, "{n}: {}", cs.radius(n));
        }
        for (n, percent) in [(200.0, 11.8), (500.0, 6.9), (1500.0, 3.9)] {
            assert!((cs.radius(n) * 100.0 - percent).abs() < 0.06, "{n}: {}", cs.radius(n));
        }
        let tuned = NormalMixture::for_unit_range(1000.0);
        assert!((tuned.rho - 30.6).abs() < 0.1);
        assert!(cs.radius(0.0).is_infinite());
    }

    /// The products written out, without logarithms or incremental moments.
    fn by_definition(alpha: f64, m: f64, xs: &[f64]) -> f64 {
        let (mut up, mut down) = (1.0, 1.0);
        for t in 1..=xs.len() {
            let past = &xs[..t - 1];
            let means: Vec<f64> = (1..=past.len())
                .map(|i| (0.5 + past[..i].iter().sum::<f64>()) / (i + 1) as f64)
                .collect();
            let var = (0.25 + past.iter().zip(&means).map(|(x, m)| (x - m).powi(2)).sum::<f64>())
                / t as f64;
            let t = t as f64;
            let l = (2.0 * (2.0 / alpha).ln() / (var * t * (1.0 + t).ln())).sqrt();
            let x = xs[t as usize - 1];
            up *= 1.0 + l.min(0.5 / m) * (x - m);
            down *= 1.0 - l.min(0.5 / (1.0 - m)) * (x - m);
        }
        (up / 2.0_f64).max(down / 2.0)
    }

    #[test]
    fn capital_follows_the_definition() {
        let xs = [0.5, 1.0, 0.75, 0.25, 1.0, 1.0, 0.0, 0.5, 0.75];
        let mut bets = Betting::new(0.05, 10);
        for n in 0..xs.len() {
            bets.push(xs[n]);
            for m in [0.1, 0.5, 0.7] {
                let want = by_definition(0.05, m, &xs[..=n]);
                assert!((bets.e_value(m) / want - 1.0).abs() < 1e-9, "{n} {m}");
            }
        }
        assert_eq!(bets.n(), 9);
    }

    #[test]
    fn the_ends_of_the_range_are_safe() {
        let mut bets = Betting::new(0.05, 100);
        for _ in 0..500 {
            bets.push(1.0);
        }
        let [low, high] = bets.interval().unwrap();
        assert!(low > 0.9 && high == 1.0, "{low} {high}");
        assert!(bets.rejected(0.5) && !bets.rejected(1.0));
    }
}
