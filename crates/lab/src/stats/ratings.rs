//! A rating table of many contenders: Davidson's model (Bradley–Terry where
//! there are no draws), with anchors that fix the scale.
//!
//! P(i wins) = πᵢ / (πᵢ + πⱼ + ν√(πᵢπⱼ)), draw ν√(πᵢπⱼ) / (the same). The
//! likelihood is concave in ln π and ln ν, so that Newton's method finds its
//! one maximum.

use super::dist::Z95;
use serde::Serialize;
use thiserror::Error;

/// Results of `i` against `j`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// The first contender's index.
    pub i: usize,
    /// The second one's.
    pub j: usize,
    /// Games that i won.
    pub wins: f64,
    /// Drawn games.
    pub draws: f64,
    /// Games that i lost.
    pub losses: f64,
    /// Variance of unpaired games over that of paired ones, as measured
    /// ([`super::required::PairBenefit::variance_ratio`]); 1 if not known.
    pub variance_ratio: f64,
}

impl Meeting {
    fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// One line of the table.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The contender's index.
    pub contender: usize,
    /// Elo on the anchors' scale; `null` where nothing bounds it (it won or
    /// lost every game against those that are linked to an anchor).
    pub elo: Option<f64>,
    /// The 95 % interval; `null` for anchors too.
    pub elo_95: Option<[f64; 2]>,
    /// Whether it was held fixed.
    pub anchor: bool,
    /// Games played.
    pub games: f64,
    /// Mean score.
    pub score: Option<f64>,
}

/// The table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// Ratings by contender.
    pub ratings: Vec<Rating>,
    /// Davidson's ν: 0 without draws, 2 where equals draw every other game.
    pub draw_factor: f64,
}

/// Why there is no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RatingError {
    /// Without an anchor ratings have no zero.
    #[error("ratings: found no anchor; expected at least one contender with a fixed Elo")]
    NoAnchor,
    /// A meeting or anchor names a contender that is not there.
    #[error("ratings: found contender {0}; expected one below the number of contenders")]
    Index(usize),
}

const TO_ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Fits the table of `n` contenders. `anchors` are contenders with fixed Elo.
pub fn ratings(
    n: usize,
    meetings: &[Meeting],
    anchors: &[(usize, f64)],
) -> Result<Table, RatingError> {
    if anchors.is_empty() {
        return Err(RatingError::NoAnchor);
    }
    let named = meetings.iter().flat_map(|m| [m.i, m.j]).chain(anchors.iter().map(|a| a.0));
    if let Some(bad) = named.into_iter().find(|&i| i >= n) {
        return Err(RatingError::Index(bad));
    }
    let fixed: Vec<Option<f64>> =
        (0..n).map(|i| anchors.iter().find(|a| a.0 == i).map(|a| a.1 / TO_ELO)).collect();
    let bounded = bounded(n, meetings, &fixed);
    // Meetings with an unbounded contender say nothing about the others.
    let used: Vec<Meeting> = meetings
        .iter()
        .filter(|m| m.i != m.j && bounded[m.i] && bounded[m.j] && m.games() > 0.0)
        .copied()
        .collect();
    let free: Vec<usize> = (0..n).filter(|&i| bounded[i] && fixed[i].is_none()).collect();
    let draws: f64 = used.iter().map(|m| m.draws).sum();
    let decided: f64 = used.iter().map(|m| m.wins + m.losses).sum();
    // ν is estimated only where both kinds of results occur.
    let with_nu = draws > 0.0 && decided > 0.0;
    let mut fit = Fit {
        theta: fixed.iter().map(|f| f.unwrap_or(0.0)).collect(),
        ln_nu: if with_nu { 0.0 } else { f64::NEG_INFINITY },
        slots: {
            let mut slots = vec![None; n];
            for (k, &i) in free.iter().enumerate() {
                slots[i] = Some(k);
            }
            slots
        },
        nu_slot: with_nu.then_some(free.len()),
    };
    let size = free.len() + usize::from(with_nu);
    fit.climb(&used, size);
    let errors = fit.errors(&used, size);
    let ratings = (0..n)
        .map(|i| {
            let (mut games, mut won) = (0.0, 0.0);
            for m in meetings.iter().filter(|m| m.i == i || m.j == i) {
                games += m.games();
                won += m.draws / 2.0 + if m.i == i { m.wins } else { m.losses };
            }
            let anchor = anchors.iter().find(|a| a.0 == i).map(|a| a.1);
            let elo = anchor.or_else(|| bounded[i].then(|| fit.theta[i] * TO_ELO));
            let error = fit.slots[i].and_then(|k| errors.get(k).copied().flatten());
            Rating {
                contender: i,
                elo,
                elo_95: elo.zip(error).map(|(e, s)| {
                    let h = Z95 * s * TO_ELO;
                    [e - h, e + h]
                }),
                anchor: fixed[i].is_some(),
                games,
                score: (games > 0.0).then(|| won / games),
            }
        })
        .collect();
    Ok(Table { ratings, draw_factor: if with_nu { fit.ln_nu.exp() } else { 0.0 } })
}

/// Which ratings have a finite maximum: from an anchor one comes to the
/// contender and back along "did not lose every game against".
fn bounded(n: usize, meetings: &[Meeting], fixed: &[Option<f64>]) -> Vec<bool> {
    let reach = |forward: bool| {
        let mut seen: Vec<bool> = fixed.iter().map(Option::is_some).collect();
        loop {
            let mut more = false;
            for m in meetings {
                // i scored against j: an edge j → i.
                let edges =
                    [(m.j, m.i, m.wins + m.draws > 0.0), (m.i, m.j, m.losses + m.draws > 0.0)];
                for (from, to, there) in edges {
                    let (from, to) = if forward { (from, to) } else { (to, from) };
                    if there && seen[from] && !seen[to] {
                        seen[to] = true;
                        more = true;
                    }
                }
            }
            if !more {
                return seen;
            }
        }
    };
    let (up, down) = (reach(true), reach(false));
    (0..n).map(|i| up[i] && down[i]).collect()
}

struct Fit {
    theta: Vec<f64>,
    ln_nu: f64,
    slots: Vec<Option<usize>>,
    nu_slot: Option<usize>,
}

impl Fit {
    /// Chances that i wins, draws, loses.
    fn chances(&self, m: &Meeting) -> [f64; 3] {
        let (a, b) = (self.theta[m.i], self.theta[m.j]);
        let d = self.ln_nu + (a + b) / 2.0;
        let top = a.max(b).max(d);
        let [ea, ed, eb] = [a, d, b].map(|x| (x - top).exp());
        let sum = ea + ed + eb;
        [ea / sum, ed / sum, eb / sum]
    }

    fn likelihood(&self, used: &[Meeting]) -> f64 {
        let part = |n: f64, p: f64| if n > 0.0 { n * p.ln() } else { 0.0 };
        used.iter()
            .map(|m| {
                let [w, d, l] = self.chances(m);
                part(m.wins, w) + part(m.draws, d) + part(m.losses, l)
            })
            .sum()
    }

    /// The parameters of one meeting with, for each result, the derivative of
    /// its logarithm before normalisation.
    fn features(&self, m: &Meeting) -> Vec<(usize, [f64; 3])> {
        let mut f = Vec::with_capacity(3);
        f.extend(self.slots[m.i].map(|k| (k, [1.0, 0.5, 0.0])));
        f.extend(self.slots[m.j].map(|k| (k, [0.0, 0.5, 1.0])));
        f.extend(self.nu_slot.map(|k| (k, [0.0, 1.0, 0.0])));
        f
    }

    /// Gradient, information, and the information weighted by what pairing
    /// takes from each meeting's variance.
    fn derivatives(
        &self,
        used: &[Meeting],
        size: usize,
    ) -> (Vec<f64>, Vec<Vec<f64>>, Vec<Vec<f64>>) {
        let mut gradient = vec![0.0; size];
        let mut info = vec![vec![0.0; size]; size];
        let mut noise = vec![vec![0.0; size]; size];
        for m in used {
            let p = self.chances(m);
            let n = m.games();
            let seen = [m.wins, m.draws, m.losses];
            let f = self.features(m);
            let mean = |x: &[f64; 3]| x.iter().zip(&p).map(|(x, p)| x * p).sum::<f64>();
            for (k, x) in &f {
                gradient[*k] += x.iter().zip(&seen).map(|(x, s)| x * s).sum::<f64>() - n * mean(x);
                for (k2, y) in &f {
                    let xy = [0, 1, 2].map(|r| x[r] * y[r]);
                    let c = n * (mean(&xy) - mean(x) * mean(y));
                    info[*k][*k2] += c;
                    noise[*k][*k2] += c / m.variance_ratio.max(1e-6);
                }
            }
        }
        (gradient, info, noise)
    }

    fn climb(&mut self, used: &[Meeting], size: usize) {
        if size == 0 {
            return;
        }
        let mut value = self.likelihood(used);
        for _ in 0..200 {
            let (gradient, info, _) = self.derivatives(used, size);
            let Some(step) = solve(&info, &gradient) else { return };
            let (theta, ln_nu) = (self.theta.clone(), self.ln_nu);
            let mut length = 1.0;
            loop {
                for (i, slot) in self.slots.iter().enumerate() {
                    if let Some(k) = slot {
                        self.theta[i] = theta[i] + length * step[*k];
                    }
                }
                if let Some(k) = self.nu_slot {
                    self.ln_nu = ln_nu + length * step[k];
                }
                let next = self.likelihood(used);
                if next >= value - 1e-12 {
                    value = next;
                    break;
                }
                length /= 2.0;
                if length < 1e-9 {
                    self.theta = theta;
                    self.ln_nu = ln_nu;
                    return;
                }
            }
            if step.iter().all(|s| s.abs() < 1e-10) {
                return;
            }
        }
    }

    /// Standard errors by slot, from the sandwich H⁻¹ · noise · H⁻¹.
    fn errors(&self, used: &[Meeting], size: usize) -> Vec<Option<f64>> {
        let (_, info, noise) = self.derivatives(used, size);
        (0..size)
            .map(|k| {
                let mut unit = vec![0.0; size];
                unit[k] = 1.0;
                let column = solve(&info, &unit)?;
                let mut v = 0.0;
                for (x, row) in column.iter().zip(&noise) {
                    v += x * row.iter().zip(&column).map(|(a, b)| a * b).sum::<f64>();
                }
                (v > 0.0).then(|| v.sqrt())
            })
            .collect()
    }
}

/// Solves a symmetric system by elimination with pivots. `None` if singular.
pub(crate) fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Option<Vec<f64>> {
    let n = right.len();
    let mut a: Vec<Vec<f64>> = matrix.to_vec();
    let mut b = right.to_vec();
    for col in 0..n {
        let pivot = (col..n).max_by(|&r, &s| a[r][col].abs().total_cmp(&a[s][col].abs()))?;
        if a[pivot][col].is_nan() || a[pivot][col].abs() < 1e-300 {
            return None;
        }
        a.swap(col, pivot);
        b.swap(col, pivot);
        for row in col + 1..n {
            let factor = a[row][col] / a[col][col];
            if factor != 0.0 {
                let (top, bottom) = a.split_at_mut(row);
                for (x, p) in bottom[0][col..].iter_mut().zip(&top[col][col..]) {
                    *x -= factor * p;
                }
                b[row] -= factor * b[col];
            }
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|c| a[row][c] * b[c]).sum();
        b[row] = (b[row] - known) / a[row][row];
    }
    b.iter().all(|x| x.is_finite()).then_some(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(i: usize, j: usize, wins: f64, draws: f64, losses: f64) -> Meeting {
        Meeting { i, j, wins, draws, losses, variance_ratio: 1.0 }
    }

    #[test]
    fn two_contenders_without_draws_are_plain_elo() {
        let t = ratings(2, &[met(0, 1, 64.0, 0.0, 36.0)], &[(1, 1000.0)]).unwrap();
        let want = 1000.0 + super::super::elo::elo(0.64);
        assert!((t.ratings[0].elo.unwrap() - want).abs() < 1e-6);
        // The interval of the log-odds: 1.96 / √(n·p·q).
        let half = Z95 / (100.0f64 * 0.64 * 0.36).sqrt() * TO_ELO;
        let i = t.ratings[0].elo_95.unwrap();
        assert!(((i[1] - i[0]) / 2.0 - half).abs() < 1e-6);
        assert!(t.ratings[1].anchor && t.ratings[1].elo_95.is_none() && t.draw_factor == 0.0);
    }

    /// The maximum of the likelihood by plain coordinate search.
    #[test]
    fn agrees_with_a_search_of_the_likelihood() {
        let meetings = [
            met(0, 1, 40.0, 30.0, 30.0),
            met(1, 2, 55.0, 25.0, 20.0),
            met(0, 2, 60.0, 30.0, 10.0),
            met(2, 3, 10.0, 5.0, 35.0),
        ];
        let t = ratings(4, &meetings, &[(0, 0.0)]).unwrap();
        let value = |x: &[f64; 4]| -> f64 {
            let th = [0.0, x[0], x[1], x[2]];
            let nu = x[3].exp();
            meetings
                .iter()
                .map(|m| {
                    let (a, b) = (th[m.i].exp(), th[m.j].exp());
                    let d = nu * (a * b).sqrt();
                    let s = a + b + d;
                    m.wins * (a / s).ln() + m.draws * (d / s).ln() + m.losses * (b / s).ln()
                })
                .sum()
        };
        let mut x = [0.0f64; 4];
        let mut step = 0.5;
        while step > 1e-7 {
            let before = value(&x);
            for k in 0..4 {
                for d in [-step, step] {
                    let mut y = x;
                    y[k] += d;
                    if value(&y) > value(&x) {
                        x = y;
                    }
                }
            }
            if value(&x) <= before {
                step /= 2.0;
            }
        }
        for (k, want) in x.iter().take(3).enumerate() {
            let got = t.ratings[k + 1].elo.unwrap();
            assert!((got - want * TO_ELO).abs() < 0.01, "{k}: {got} {}", want * TO_ELO);
        }
        assert!((t.draw_factor - x[3].exp()).abs() < 1e-4);
    }

    #[test]
    fn what_nothing_bounds_is_null() {
        // 2 beat everyone always; 3 played nobody that is linked to the anchor.
        let meetings =
            [met(0, 1, 5.0, 0.0, 5.0), met(2, 0, 9.0, 0.0, 0.0), met(3, 4, 1.0, 1.0, 1.0)];
        let t = ratings(5, &meetings, &[(0, 100.0)]).unwrap();
        let elos: Vec<Option<f64>> = t.ratings.iter().map(|r| r.elo).collect();
        assert_eq!(elos[0], Some(100.0));
        assert!((elos[1].unwrap() - 100.0).abs() < 1e-6);
        assert_eq!(&elos[2..], [None; 3]);
        assert_eq!(ratings(2, &[], &[]), Err(RatingError::NoAnchor));
        assert_eq!(
            ratings(2, &[met(0, 7, 1.0, 0.0, 1.0)], &[(0, 0.0)]),
            Err(RatingError::Index(7))
        );
    }

    #[test]
    fn anchors_hold_and_pairing_narrows() {
        let mut m = met(0, 1, 50.0, 50.0, 30.0);
        let wide = ratings(3, &[m, met(1, 2, 9.0, 9.0, 9.0)], &[(0, 0.0), (2, -50.0)]).unwrap();
        assert_eq!((wide.ratings[0].elo, wide.ratings[2].elo), (Some(0.0), Some(-50.0)));
        m.variance_ratio = 1.5;
        let narrow = ratings(2, &[m], &[(0, 0.0)]).unwrap().ratings[1].elo_95.unwrap();
        m.variance_ratio = 1.0;
        let plain = ratings(2, &[m], &[(0, 0.0)]).unwrap().ratings[1].elo_95.unwrap();
        let ratio = (plain[1] - plain[0]) / (narrow[1] - narrow[0]);
        assert!((ratio - 1.5f64.sqrt()).abs() < 1e-3, "{ratio}");
    }
}
