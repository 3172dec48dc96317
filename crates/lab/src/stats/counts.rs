//! Pairs in five bins or games in three.

use super::gsprt::ZERO_COUNT;

/// How often each score occurred, from the lowest score up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Pairs that scored 0, ¼, ½, ¾, 1 (two games each).
    Pairs([u64; 5]),
    /// Games lost, drawn, won, taken as independent.
    Games([u64; 3]),
}

/// Mean and variance of the scores of pairs or games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// Pairs or games (with replaced counts where zeros were replaced).
    pub n: f64,
    /// The mean score in [0, 1].
    pub mean: f64,
    /// The variance of one pair's (or game's) score, divided by n.
    pub variance: f64,
    /// Games in one observation: 2 for pairs, 1 for games.
    pub games_each: f64,
}

impl Moments {
    /// Games seen.
    pub fn games(&self) -> f64 {
        self.n * self.games_each
    }

    /// Standard deviation per game: √(2v) for pairs, √v for games.
    pub fn sigma_game(&self) -> f64 {
        (self.games_each * self.variance).sqrt()
    }

    /// Standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / self.n).sqrt()
    }
}

impl Counts {
    /// Games from wins, draws and losses, in this order.
    pub fn from_wins_draws_losses(wins: u64, draws: u64, losses: u64) -> Counts {
        Counts::Games([losses, draws, wins])
    }

    /// Pairs from their scores in quarters (0..=4); anything higher counts as 4.
    pub fn from_quarters(quarters: impl IntoIterator<Item = u8>) -> Counts {
        let mut bins = [0; 5];
        for q in quarters {
            bins[usize::from(q.min(4))] += 1;
        }
        Counts::Pairs(bins)
    }

    /// The counts, lowest score first.
    pub fn bins(&self) -> &[u64] {
        match self {
            Counts::Pairs(b) => b,
            Counts::Games(b) => b,
        }
    }

    /// The scores of the bins.
    pub fn scores(&self) -> &'static [f64] {
        match self {
            Counts::Pairs(_) => &[0.0, 0.25, 0.5, 0.75, 1.0],
            Counts::Games(_) => &[0.0, 0.5, 1.0],
        }
    }

    /// Games in one observation.
    pub fn games_each(&self) -> u64 {
        match self {
            Counts::Pairs(_) => 2,
            Counts::Games(_) => 1,
        }
    }

    /// Pairs or games.
    pub fn observations(&self) -> u64 {
        self.bins().iter().sum()
    }

    /// Games.
    pub fn games(&self) -> u64 {
        self.observations().saturating_mul(self.games_each())
    }

    /// Whether all observations fell into one bin (there is at least one).
    pub fn is_degenerate(&self) -> bool {
        self.bins().iter().filter(|&&n| n > 0).count() == 1
    }

    /// The mean score, without any replaced count. `None` without games.
    pub fn raw_mean(&self) -> Option<f64> {
        let n = self.observations();
        let sum: f64 = self.bins().iter().zip(self.scores()).map(|(&n, x)| n as f64 * x).sum();
        (n > 0).then(|| sum / n as f64)
    }

    /// Frequencies of the bins and their total, each zero count replaced by
    /// 10⁻³ (as fishtest and OpenBench do).
    pub fn replaced(&self) -> (Vec<f64>, f64) {
        let filled: Vec<f64> =
            self.bins().iter().map(|&n| if n == 0 { ZERO_COUNT } else { n as f64 }).collect();
        let total: f64 = filled.iter().sum();
        (filled.iter().map(|n| n / total).collect(), total)
    }

    /// Moments of the replaced counts. All figures of `lab stats` use these.
    pub fn moments(&self) -> Moments {
        let (p, n) = self.replaced();
        let (mean, variance) = mean_and_variance(&p, self.scores());
        Moments { n, mean, variance, games_each: self.games_each() as f64 }
    }

    /// Moments of the counts as they are. `None` without games.
    pub fn raw_moments(&self) -> Option<Moments> {
        let n = self.observations() as f64;
        if n == 0.0 {
            return None;
        }
        let p: Vec<f64> = self.bins().iter().map(|&c| c as f64 / n).collect();
        let (mean, variance) = mean_and_variance(&p, self.scores());
        Some(Moments { n, mean, variance, games_each: self.games_each() as f64 })
    }
}

/// Mean and variance of a distribution on the scores `x`.
pub(crate) fn mean_and_variance(p: &[f64], x: &[f64]) -> (f64, f64) {
    let mean: f64 = p.iter().zip(x).map(|(p, x)| p * x).sum();
    let variance = p.iter().zip(x).map(|(p, x)| p * (x - mean) * (x - mean)).sum();
    (mean, variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_golden_moments() {
        let m = Counts::Pairs([13, 37, 50, 25, 3]).moments();
        assert_eq!((m.n, m.mean), (128.0, 0.4375));
        assert!((m.variance - 0.0576172).abs() < 5e-8);
        assert!((m.sigma_game() - 0.339462).abs() < 5e-7);
    }

    #[test]
    fn orders_and_degenerate_counts() {
        let g = Counts::from_wins_draws_losses(3, 2, 1);
        assert_eq!(g.bins(), [1, 2, 3]);
        assert_eq!(g.raw_mean(), Some(4.0 / 6.0));
        assert_eq!(Counts::from_quarters([0, 4, 4, 2, 9]), Counts::Pairs([1, 0, 1, 0, 3]));
        assert!(Counts::Pairs([0, 0, 7, 0, 0]).is_degenerate());
        assert!(!Counts::Pairs([0; 5]).is_degenerate());
        assert_eq!(Counts::Pairs([0; 5]).raw_mean(), None);
        assert_eq!(Counts::Pairs([0, 0, 0, 0, 5]).raw_mean(), Some(1.0));
    }
}
