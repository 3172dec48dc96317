//! Logistic fits: evaluation units to per cent, evaluation terms to results.
//!
//! The chance-like model p = 1 / (1 + e^(−x)) with x linear in what is fitted;
//! the likelihood is concave, Newton's method with a damped step finds its
//! maximum in a handful of passes. Positions of one game share its result, so
//! errors are taken by game (sandwich), not by position.

use crate::stats::dist::Z95;
use serde::Serialize;

/// Positions with their terms and the results of their games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Positions {
    /// The terms' names.
    pub names: Vec<String>,
    /// Row by row, as many as there are names.
    pub terms: Vec<f32>,
    /// The result for the side to move: 0, ½ or 1.
    pub results: Vec<f32>,
    /// The game of each row; rows of a game stand together.
    pub games: Vec<u32>,
}

impl Positions {
    /// No positions yet.
    pub fn new(names: Vec<String>) -> Positions {
        Positions { names, ..Positions::default() }
    }

    /// Adds a row. Rows of the wrong length are cut or filled with 0.
    pub fn push(&mut self, terms: &[f32], result: f32, game: u32) {
        let k = self.names.len();
        self.terms.extend((0..k).map(|i| terms.get(i).copied().unwrap_or(0.0)));
        self.results.push(result.clamp(0.0, 1.0));
        self.games.push(game);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// How many games they come from.
    pub fn games(&self) -> usize {
        self.games.chunk_by(|a, b| a == b).count()
    }

    /// The same positions with the terms of each summed up in one column.
    pub fn summed(&self) -> Positions {
        let k = self.names.len().max(1);
        Positions {
            names: vec!["units".into()],
            terms: self.terms.chunks(k).map(|row| row.iter().sum()).collect(),
            results: self.results.clone(),
            games: self.games.clone(),
        }
    }
}

/// One fitted number.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fitted {
    /// The term.
    pub name: String,
    /// Its coefficient: by how much one unit of the term changes the log-odds.
    pub coefficient: f64,
    /// Its 95 % interval over games; `null` where nothing bounds it.
    pub interval_95: Option<[f64; 2]>,
}

/// A fit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fit {
    /// Positions.
    pub positions: usize,
    /// Games.
    pub games: usize,
    /// The coefficients.
    pub terms: Vec<Fitted>,
    /// Mean logarithmic loss of the fit, in nats.
    pub loss: f64,
    /// The loss of saying the mean result everywhere.
    pub loss_of_the_mean: f64,
    /// Passes over the positions.
    pub passes: u32,
}

/// How a fit is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitOptions {
    /// Threads.
    pub jobs: usize,
    /// Shrinks coefficients towards 0: the weight of an imagined observation.
    pub ridge: f64,
    /// Passes at most.
    pub most_passes: u32,
}

impl Default for FitOptions {
    fn default() -> Self {
        FitOptions { jobs: 1, ridge: 1e-6, most_passes: 50 }
    }
}

/// What one pass gathers.
#[derive(Clone)]
struct Sums {
    loss: f64,
    gradient: Vec<f64>,
    /// Upper triangle, row by row.
    hessian: Vec<f64>,
}

/// ln(1 + eˣ) without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Rows are gathered in blocks: single-precision sums of a block, in the
/// processor's vectors, are added up in double precision.
const BLOCK: usize = 256;

/// Loss, gradient and (if asked for) curvature of the rows.
fn pass(rows: &[f32], results: &[f32], beta: &[f32], curvature: bool) -> Sums {
    let k = beta.len();
    let mut sums = Sums { loss: 0.0, gradient: vec![0.0; k], hessian: vec![0.0; k * (k + 1) / 2] };
    let mut gradient = vec![0.0f32; k];
    let mut hessian = vec![0.0f32; k * (k + 1) / 2];
    for (rows, results) in rows.chunks(BLOCK * k).zip(results.chunks(BLOCK)) {
        gradient.fill(0.0);
        hessian.fill(0.0);
        for (row, &y) in rows.chunks_exact(k).zip(results) {
            let x: f32 = row.iter().zip(beta).map(|(t, b)| t * b).sum();
            // e^−|x| serves the loss and both signs of the chance.
            let e = (-x.abs()).exp();
            let p = if x >= 0.0 { 1.0 / (1.0 + e) } else { e / (1.0 + e) };
            sums.loss += f64::from(x.max(0.0) - y * x + e.ln_1p());
            let d = y - p;
            for (g, t) in gradient.iter_mut().zip(row) {
                *g += d * t;
            }
            if curvature {
                let w = p * (1.0 - p);
                let mut at = 0;
                for i in 0..k {
                    let wt = w * row[i];
                    for (h, t) in hessian[at..at + k - i].iter_mut().zip(&row[i..]) {
                        *h += wt * t;
                    }
                    at += k - i;
                }
            }
        }
        for (s, g) in sums.gradient.iter_mut().zip(&gradient) {
            *s += f64::from(*g);
        }
        for (s, h) in sums.hessian.iter_mut().zip(&hessian) {
            *s += f64::from(*h);
        }
    }
    sums
}

/// One pass on several threads. The rows are cut at fixed places and the sums
/// are added in order, so that the number of threads changes nothing.
fn pass_on_threads(p: &Positions, beta: &[f64], curvature: bool, jobs: usize) -> Sums {
    const PIECE: usize = 1 << 16;
    let k = beta.len();
    let beta: Vec<f32> = beta.iter().map(|&b| b as f32).collect();
    let pieces = p.len().div_ceil(PIECE);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let done: Vec<std::sync::Mutex<Option<Sums>>> =
        (0..pieces).map(|_| std::sync::Mutex::new(None)).collect();
    let work = || loop {
        let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if i >= pieces {
            break;
        }
        let (from, to) = (i * PIECE, ((i + 1) * PIECE).min(p.len()));
        let sums = pass(&p.terms[from * k..to * k], &p.results[from..to], &beta, curvature);
        if let Ok(mut slot) = done[i].lock() {
            *slot = Some(sums);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.clamp(1, pieces.max(1)) {
            scope.spawn(work);
        }
        work();
    });
    let mut total = Sums { loss: 0.0, gradient: vec![0.0; k], hessian: vec![0.0; k * (k + 1) / 2] };
    for sums in done.into_iter().filter_map(|m| m.into_inner().ok().flatten()) {
        total.loss += sums.loss;
        total.gradient.iter_mut().zip(&sums.gradient).for_each(|(a, b)| *a += b);
        total.hessian.iter_mut().zip(&sums.hessian).for_each(|(a, b)| *a += b);
    }
    total
}

fn square(upper: &[f64], k: usize, ridge: f64) -> Vec<Vec<f64>> {
    let mut m = vec![vec![0.0; k]; k];
    let places = (0..k).flat_map(|i| (i..k).map(move |j| (i, j)));
    for ((i, j), value) in places.zip(upper) {
        m[i][j] = *value;
        m[j][i] = *value;
    }
    for (i, row) in m.iter_mut().enumerate() {
        row[i] += ridge;
    }
    m
}

/// Fits the coefficients of all terms. `None` without positions or terms.
pub fn fit(p: &Positions, options: &FitOptions) -> Option<Fit> {
    let (n, k) = (p.len(), p.names.len());
    if n == 0 || k == 0 {
        return None;
    }
    // Columns are brought to a common size first: terms come in all units.
    let mut size = vec![0.0f64; k];
    for row in p.terms.chunks_exact(k) {
        for (s, t) in size.iter_mut().zip(row) {
            *s += f64::from(t * t);
        }
    }
    for s in &mut size {
        *s = (*s / n as f64).sqrt();
        if *s <= 0.0 || !s.is_finite() {
            *s = 1.0;
        }
    }
    let scaled = Positions {
        terms: p
            .terms
            .chunks_exact(k)
            .flat_map(|row| row.iter().zip(&size).map(|(t, s)| (f64::from(*t) / s) as f32))
            .collect(),
        ..p.clone()
    };
    let ridge_loss = |b: &[f64]| options.ridge / 2.0 * b.iter().map(|b| b * b).sum::<f64>();
    let mut beta = vec![0.0f64; k];
    let mut passes = 1;
    let mut at = pass_on_threads(&scaled, &beta, true, options.jobs);
    let mut value = at.loss + ridge_loss(&beta);
    while passes < options.most_passes {
        let gradient: Vec<f64> =
            at.gradient.iter().zip(&beta).map(|(g, b)| g - options.ridge * b).collect();
        let hessian = square(&at.hessian, k, options.ridge.max(1e-9));
        let Some(step) = crate::stats::ratings::solve(&hessian, &gradient) else { break };
        let mut length = 1.0;
        let mut better = None;
        while length > 1e-4 && passes < options.most_passes {
            let next: Vec<f64> = beta.iter().zip(&step).map(|(b, s)| b + length * s).collect();
            let sums = pass_on_threads(&scaled, &next, true, options.jobs);
            passes += 1;
            let v = sums.loss + ridge_loss(&next);
            if v < value {
                better = Some((next, sums, v));
                break;
            }
            length /= 4.0;
        }
        let Some((next, sums, v)) = better else { break };
        let gain = value - v;
        (beta, at, value) = (next, sums, v);
        if gain < 1e-9 * n as f64 {
            break;
        }
    }
    let errors = errors_by_game(&scaled, &beta, &square(&at.hessian, k, options.ridge.max(1e-9)));
    let mean = p.results.iter().map(|&y| f64::from(y)).sum::<f64>() / n as f64;
    let part = |x: f64| if x > 0.0 { x * x.ln() } else { 0.0 };
    Some(Fit {
        positions: n,
        games: p.games(),
        terms: (0..k)
            .map(|i| {
                let coefficient = beta[i] / size[i];
                let half = errors.get(i).copied().flatten().map(|e| Z95 * e / size[i]);
                Fitted {
                    name: p.names[i].clone(),
                    coefficient,
                    interval_95: half.map(|h| [coefficient - h, coefficient + h]),
                }
            })
            .collect(),
        loss: at.loss / n as f64,
        loss_of_the_mean: -part(mean) - part(1.0 - mean),
        passes,
    })
}

/// Standard errors from the sum of each game's gradient (sandwich).
fn errors_by_game(p: &Positions, beta: &[f64], hessian: &[Vec<f64>]) -> Vec<Option<f64>> {
    let k = beta.len();
    let mut spread = vec![vec![0.0f64; k]; k];
    let mut from = 0;
    let mut games = 0.0;
    for game in p.games.chunk_by(|a, b| a == b) {
        let to = from + game.len();
        let mut g = vec![0.0f64; k];
        for (row, &y) in p.terms[from * k..to * k].chunks_exact(k).zip(&p.results[from..to]) {
            let x: f64 = row.iter().zip(beta).map(|(t, b)| f64::from(*t) * b).sum();
            let d = f64::from(y) - 1.0 / (1.0 + (-x).exp());
            g.iter_mut().zip(row).for_each(|(g, t)| *g += d * f64::from(*t));
        }
        for i in 0..k {
            for j in 0..k {
                spread[i][j] += g[i] * g[j];
            }
        }
        games += 1.0;
        from = to;
    }
    if games < 2.0 {
        return vec![None; k];
    }
    (0..k)
        .map(|i| {
            let mut unit = vec![0.0; k];
            unit[i] = 1.0;
            let column = crate::stats::ratings::solve(hessian, &unit)?;
            let v: f64 = column
                .iter()
                .zip(&spread)
                .map(|(x, row)| x * row.iter().zip(&column).map(|(a, b)| a * b).sum::<f64>())
                .sum();
            let v = v * games / (games - 1.0);
            (v > 0.0 && v.is_finite()).then(|| v.sqrt())
        })
        .collect()
}

/// The scale of a curve: how many units multiply the odds by e.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScaleFit {
    /// Units that multiply the odds of winning by e.
    pub scale: f64,
    /// Its 95 % interval over games; `null` where nothing bounds it.
    pub interval_95: Option<[f64; 2]>,
    /// Positions.
    pub positions: usize,
    /// Games.
    pub games: usize,
    /// Mean logarithmic loss with this scale.
    pub loss: f64,
    /// The same with the scale that was in use, if one was given.
    pub loss_before: Option<f64>,
}

/// Fits the scale of a curve to the summed terms. `None` without positions, or
/// where units and results have nothing to do with each other.
pub fn fit_scale(p: &Positions, in_use: Option<f64>, options: &FitOptions) -> Option<ScaleFit> {
    let units = p.summed();
    let f = fit(&units, options)?;
    let term = f.terms.first()?;
    if term.coefficient <= 0.0 {
        return None;
    }
    let ends = term.interval_95.filter(|i| i[0] > 0.0).map(|i| [1.0 / i[1], 1.0 / i[0]]);
    let loss_at = |scale: f64| {
        let sum: f64 = units
            .terms
            .iter()
            .zip(&units.results)
            .map(|(u, y)| {
                let x = f64::from(*u) / scale;
                softplus(x) - f64::from(*y) * x
            })
            .sum();
        sum / units.len() as f64
    };
    Some(ScaleFit {
        scale: 1.0 / term.coefficient,
        interval_95: ends,
        positions: f.positions,
        games: f.games,
        loss: f.loss,
        loss_before: in_use.filter(|s| *s > 0.0).map(loss_at),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_kernel::Rng;

    fn positions(games: u32, each: u32, weights: &[f64], seed: u64) -> Positions {
        let mut rng = Rng::seeded(seed, "fit");
        let names = (0..weights.len()).map(|i| format!("t{i}")).collect();
        let mut p = Positions::new(names);
        for game in 0..games {
            for _ in 0..each {
                let row: Vec<f32> =
                    weights.iter().map(|_| (200.0 * (rng.unit() - 0.5)) as f32).collect();
                let x: f64 = row.iter().zip(weights).map(|(t, w)| f64::from(*t) * w).sum();
                let win = rng.unit() < 1.0 / (1.0 + (-x).exp());
                p.push(&row, f32::from(u8::from(win)), game);
            }
        }
        p
    }

    #[test]
    fn known_weights_are_found_within_their_intervals() {
        let truth = [0.02, -0.01, 0.0, 0.035, 0.001];
        let p = positions(4000, 5, &truth, 1);
        let f = fit(&p, &FitOptions::default()).unwrap();
        for (t, want) in f.terms.iter().zip(truth) {
            let [low, high] = t.interval_95.unwrap();
            let margin = 0.3 * (high - low);
            assert!(low - margin < want && want < high + margin, "{t:?}: {want}");
            assert!(high - low < 0.003);
        }
        assert!(f.loss < f.loss_of_the_mean && f.games == 4000 && f.passes < 15, "{f:?}");
    }

    #[test]
    fn the_maximum_is_one_and_threads_change_nothing() {
        let p = positions(30_000, 5, &[0.02, -0.01, 0.03], 2);
        let one = fit(&p, &FitOptions::default()).unwrap();
        let two = fit(&p, &FitOptions { jobs: 2, ..FitOptions::default() }).unwrap();
        assert_eq!(one, two);
        // The gradient in double precision vanishes.
        for i in 0..3 {
            let g: f64 = p
                .terms
                .chunks_exact(3)
                .zip(&p.results)
                .map(|(row, y)| {
                    let x: f64 = row
                        .iter()
                        .zip(&one.terms)
                        .map(|(t, c)| f64::from(*t) * c.coefficient)
                        .sum();
                    (f64::from(*y) - 1.0 / (1.0 + (-x).exp())) * f64::from(row[i])
                })
                .sum();
            assert!(g.abs() / (p.len() as f64) < 0.01, "{g}");
        }
    }

    #[test]
    fn the_scale_is_found_and_copies_of_a_position_do_not_narrow_it() {
        let p = positions(3000, 1, &[1.0 / 250.0], 3);
        let s = fit_scale(&p, Some(1000.0), &FitOptions::default()).unwrap();
        let [low, high] = s.interval_95.unwrap();
        assert!(low < 260.0 && 240.0 < high, "{s:?}");
        assert!(s.loss < s.loss_before.unwrap());
        // The same game told ten times over says no more than once.
        let mut copied = Positions::new(p.names.clone());
        for i in 0..p.len() {
            for _ in 0..10 {
                copied.push(&p.terms[i..=i], p.results[i], p.games[i]);
            }
        }
        let c = fit_scale(&copied, None, &FitOptions::default()).unwrap();
        let [l, h] = c.interval_95.unwrap();
        assert!(((h - l) / (high - low) - 1.0).abs() < 0.02, "{l} {h} against {low} {high}");
    }

    #[test]
    fn nothing_to_fit_is_said_not_invented() {
        assert_eq!(fit(&Positions::new(vec!["x".into()]), &FitOptions::default()), None);
        let mut p = Positions::new(vec!["x".into(), "none".into()]);
        for i in 0..100 {
            p.push(&[i as f32 - 50.0, 0.0], f32::from(u8::from(i > 40)), i);
        }
        // Separable rows and an empty column: finite numbers all the same.
        let f = fit(&p, &FitOptions::default()).unwrap();
        assert!(f.terms.iter().all(|t| t.coefficient.is_finite()), "{f:?}");
        let wrong_way = Positions { results: p.results.iter().map(|y| 1.0 - y).collect(), ..p };
        assert_eq!(fit_scale(&wrong_way, None, &FitOptions::default()), None);
    }
}
