//! A sweep: several arms against one baseline on common deals, and the verdict
//! of the best of them in a match of its own on fresh ones.

use super::confirm::{Looked, confirmation};
use super::{PairScore, Play, bins};
use crate::contender::Contender;
use crate::matches::{MatchError, MatchSpec};
use crate::stats::confseq::Betting;
use crate::stats::multiple::{benjamini_hochberg, e_benjamini_hochberg, holm_adjusted};
use crate::stats::paired::{ArmDifference, MeanInterval, arm_difference, mean_interval};
use serde::Serialize;

/// What is swept.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The match of an arm against the baseline; `a` is put in for each arm,
    /// `b` is the baseline.
    pub base: MatchSpec,
    /// The arms.
    pub arms: Vec<Contender>,
    /// The family-wise error rate, and the level of the confirmation.
    pub alpha: f64,
    /// Sequential halving: the arms share `base.pairs` × arms, and in each round
    /// the better half goes on with twice as many pairs.
    pub halving: bool,
    /// Pairs of the confirmation; 0 for none.
    pub confirm_pairs: u64,
}

/// One arm after the screening.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Arm {
    /// The arm.
    pub name: String,
    /// Pairs that count.
    pub pairs: u64,
    /// Pairs by score.
    pub pairs_by_score: [u64; 5],
    /// The score in per cent.
    pub score_percent: Option<f64>,
    /// Its 95 % interval by Student's t, as if it were the only arm.
    pub interval_95: Option<[f64; 2]>,
    /// Two-sided p-value against 50 %, as if it were the only arm.
    pub p: Option<f64>,
    /// Holm's p-value over all arms.
    pub p_holm: f64,
    /// Whether it differs from the baseline after Holm.
    pub holm: bool,
    /// The same after Benjamini and Hochberg.
    pub bh: bool,
    /// The betting e-value against 50 %, valid however often one looks.
    pub e_value: f64,
    /// Whether it differs by e-values (any dependence, any stopping).
    pub e_bh: bool,
}

/// What a confirmation said.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Confirmed {
    /// The run.
    pub run: String,
    /// Its first pair: fresh deals.
    pub first_pair: u64,
    /// Pairs that count.
    pub pairs: u64,
    /// Pairs by score.
    pub pairs_by_score: [u64; 5],
    /// The score in per cent.
    pub score_percent: Option<f64>,
    /// Its 95 % interval.
    pub interval_95: Option<[f64; 2]>,
    /// `better`, `worse` or `undecided`.
    pub verdict: &'static str,
}

/// A sweep's report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SweepJson {
    /// The version of this shape.
    pub schema: u32,
    /// The game.
    pub game: String,
    /// The baseline.
    pub baseline: String,
    /// The arms, best first.
    pub arms: Vec<Arm>,
    /// The best arm less the second one, deal by deal.
    pub best_less_second: Option<ArmDifference>,
    /// By how many points the best of so many equal arms would show above the
    /// truth, from luck alone.
    pub winners_curse_points: Option<f64>,
    /// The best arm against the baseline on fresh deals: the verdict.
    pub confirmation: Option<Confirmed>,
}

fn scores(pairs: &[PairScore]) -> impl Iterator<Item = f64> + '_ {
    pairs.iter().filter_map(|p| p.quarters).map(|q| f64::from(q) / 4.0)
}

/// Score in per cent, interval and p-value against ½.
fn against_half(pairs: &[PairScore]) -> (Option<f64>, Option<[f64; 2]>, Option<f64>) {
    match mean_interval(scores(pairs).map(|x| x - 0.5)) {
        None => (None, None, None),
        Some(MeanInterval { mean, interval_95, p, .. }) => {
            (Some(100.0 * (mean + 0.5)), interval_95.map(|i| i.map(|x| 100.0 * (x + 0.5))), p)
        }
    }
}

/// The mean of the largest of `n` standard normal numbers.
fn expected_maximum(n: usize) -> f64 {
    // ∫ x · n · Φ(x)ⁿ⁻¹ · φ(x) dx by the midpoint rule.
    let step = 0.01;
    (-800..800)
        .map(|k| {
            let x = (f64::from(k) + 0.5) * step;
            let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
            x * n as f64 * crate::stats::dist::phi(x).powi(n as i32 - 1) * density * step
        })
        .sum()
}

impl Sweep {
    /// Checks the declaration.
    pub fn check(&self) -> Result<(), MatchError> {
        if self.arms.len() < 2 {
            return Err(MatchError::Spec(format!(
                "sweep: found {} arms; expected 2 or more (one arm is a match)",
                self.arms.len()
            )));
        }
        if !(self.alpha > 0.0 && self.alpha < 0.5) {
            return Err(MatchError::Spec(format!(
                "alpha: found {}; expected above 0 and below 0.5",
                self.alpha
            )));
        }
        Ok(())
    }

    /// Screens the arms, then confirms the best one. `looked` are deals that
    /// were looked at before.
    pub fn run(&self, player: &mut dyn Play, looked: &[Looked]) -> Result<SweepJson, MatchError> {
        self.check()?;
        let mut results: Vec<Vec<PairScore>> = vec![Vec::new(); self.arms.len()];
        let mut seen = looked.to_vec();
        let mut going: Vec<usize> = (0..self.arms.len()).collect();
        let rounds = if self.halving { self.arms.len().ilog2().max(1) } else { 1 };
        let mut first = self.base.first_pair;
        for round in 0..rounds {
            let pairs = if self.halving {
                // Equal work in each round.
                let share = self.base.pairs * self.arms.len() as u64 / u64::from(rounds);
                (share / going.len() as u64).max(1)
            } else {
                self.base.pairs
            };
            for &arm in &going {
                let spec = MatchSpec {
                    a: self.arms[arm].clone(),
                    pairs,
                    first_pair: first,
                    purpose: "sweep".into(),
                    ..self.base.clone()
                };
                seen.push(Looked::of(&spec));
                results[arm].extend(player.play(&spec)?);
            }
            first += pairs;
            if round + 1 < rounds {
                let mean = |arm: &usize| {
                    let n = scores(&results[*arm]).count().max(1) as f64;
                    scores(&results[*arm]).sum::<f64>() / n
                };
                going.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
                going.truncate(going.len().div_ceil(2));
            }
        }
        let mut report = self.report(&results);
        if self.confirm_pairs > 0 {
            let best = report.arms.first().map(|a| a.name.clone()).unwrap_or_default();
            if let Some(arm) = self.arms.iter().find(|a| a.label() == best) {
                report.confirmation = Some(self.confirm(arm, first, &seen, player)?);
            }
        }
        Ok(report)
    }

    fn confirm(
        &self,
        arm: &Contender,
        first: u64,
        seen: &[Looked],
        player: &mut dyn Play,
    ) -> Result<Confirmed, MatchError> {
        let spec = MatchSpec {
            a: arm.clone(),
            pairs: self.confirm_pairs,
            first_pair: first.max(super::confirm::first_fresh(
                &self.base.game,
                &self.base.seed,
                // A confirmation that was begun is gone on with.
                &seen.iter().filter(|l| l.pairs[0] < first).cloned().collect::<Vec<_>>(),
            )),
            ..self.base.clone()
        };
        let spec = confirmation(&spec, seen)?;
        Ok(verdict(&spec, &player.play(&spec)?))
    }

    fn report(&self, results: &[Vec<PairScore>]) -> SweepJson {
        let judged: Vec<_> = results.iter().map(|r| against_half(r)).collect();
        let p: Vec<f64> = judged.iter().map(|j| j.2.unwrap_or(1.0)).collect();
        let e: Vec<f64> = results
            .iter()
            .map(|r| {
                let mut bets = Betting::test(self.alpha, 0.5);
                scores(r).for_each(|x| bets.push(x));
                bets.e_value(0.5)
            })
            .collect();
        let adjusted = holm_adjusted(&p);
        let (bh, e_bh) = (benjamini_hochberg(&p, self.alpha), e_benjamini_hochberg(&e, self.alpha));
        let mut order: Vec<usize> = (0..results.len()).collect();
        // Arms that went further in a halving stand before those that did not.
        let rank = |k: &usize| (results[*k].len(), judged[*k].0.unwrap_or(0.0));
        order.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        let arms = order
            .iter()
            .map(|&k| Arm {
                name: self.arms[k].label(),
                pairs: scores(&results[k]).count() as u64,
                pairs_by_score: bins(&results[k]),
                score_percent: judged[k].0,
                interval_95: judged[k].1,
                p: judged[k].2,
                p_holm: adjusted[k],
                holm: adjusted[k] <= self.alpha,
                bh: bh[k],
                e_value: e[k],
                e_bh: e_bh[k],
            })
            .collect();
        let best_less_second = match order[..] {
            [best, second, ..] => {
                let both: Vec<(f64, f64)> = results[best]
                    .iter()
                    .filter_map(|x| {
                        let y = results[second].iter().find(|y| y.pair == x.pair)?;
                        Some((f64::from(x.quarters?) / 4.0, f64::from(y.quarters?) / 4.0))
                    })
                    .collect();
                arm_difference(&both)
            }
            _ => None,
        };
        let errors: Vec<f64> =
            judged.iter().filter_map(|j| j.1).map(|i| (i[1] - i[0]) / 2.0 / 1.96).collect();
        let mean_error = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
        SweepJson {
            schema: 1,
            game: self.base.game.clone(),
            baseline: self.base.b.label(),
            arms,
            best_less_second,
            winners_curse_points: (!errors.is_empty())
                .then(|| mean_error * expected_maximum(self.arms.len())),
            confirmation: None,
        }
    }
}

/// The verdict of a confirming match, over all its pairs.
pub fn verdict(spec: &MatchSpec, pairs: &[PairScore]) -> Confirmed {
    let (score_percent, interval_95, _) = against_half(pairs);
    Confirmed {
        run: spec.run_id(),
        first_pair: spec.first_pair,
        pairs: scores(pairs).count() as u64,
        pairs_by_score: bins(pairs),
        score_percent,
        interval_95,
        verdict: match interval_95 {
            Some([low, _]) if low > 50.0 => "better",
            Some([_, high]) if high < 50.0 => "worse",
            _ => "undecided",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulated::Simulated;
    use super::*;

    fn sweep(arms: u64, pairs: u64, seed: &str) -> Sweep {
        let base =
            MatchSpec::new("banqi", Contender::builtin(1), Contender::builtin(1000), pairs, seed);
        Sweep {
            base,
            arms: (1..=arms).map(Contender::builtin).collect(),
            alpha: 0.05,
            halving: false,
            confirm_pairs: 1500,
        }
    }

    #[test]
    fn arms_meet_the_same_deals_and_the_confirmation_fresh_ones() {
        let mut player = Simulated { strength: |_| 0.0, played: vec![] };
        let report = sweep(4, 200, "a").run(&mut player, &[]).unwrap();
        assert_eq!(player.played.len(), 5);
        assert!(player.played[..4].iter().all(|s| (s.first_pair, s.pairs) == (0, 200)));
        let last = &player.played[4];
        assert_eq!((last.first_pair, last.pairs), (200, 1500));
        assert_eq!(last.a.label(), report.arms[0].name);
        assert_eq!(last.b.label(), "builtin:nodes=1000");
        assert!(report.best_less_second.is_some());
    }

    /// Null arms: the best of twenty looks good in many sweeps, Holm and the
    /// confirmation are fooled in few.
    #[test]
    fn a_winner_by_luck_is_rejected() {
        let (runs, mut naive, mut holm, mut confirmed, mut best) = (150, 0, 0, 0, 0.0);
        for run in 0..runs {
            let mut player = Simulated { strength: |_| 0.0, played: vec![] };
            let r = sweep(20, 500, &format!("null {run}")).run(&mut player, &[]).unwrap();
            naive += u32::from(r.arms[0].interval_95.unwrap()[0] > 50.0);
            holm += u32::from(r.arms.iter().any(|a| a.holm));
            confirmed += u32::from(r.confirmation.unwrap().verdict == "better");
            best += r.arms[0].score_percent.unwrap() / f64::from(runs);
        }
        let rate = |n: u32| f64::from(n) / f64::from(runs);
        assert!(rate(naive) > 0.15, "{}", rate(naive));
        assert!(rate(holm) < 0.1, "{}", rate(holm));
        assert!(rate(confirmed) < 0.07, "{}", rate(confirmed));
        assert!(best > 51.0, "the winner's curse: {best}");
    }

    #[test]
    fn a_real_improvement_is_found_and_halving_spends_less() {
        let strong = |s: &MatchSpec| if s.a.nodes == Some(5) { 0.08 } else { 0.0 };
        for halving in [false, true] {
            let mut player = Simulated { strength: strong, played: vec![] };
            let s = Sweep { halving, ..sweep(8, 600, "real") };
            let r = s.run(&mut player, &[]).unwrap();
            assert_eq!(r.arms[0].name, "builtin:nodes=5", "halving {halving}");
            assert_eq!(r.confirmation.unwrap().verdict, "better");
            assert!(r.arms[0].holm && r.arms[0].e_bh);
            let screened: u64 =
                player.played[..player.played.len() - 1].iter().map(|s| s.pairs).sum();
            assert!(screened <= 8 * 600);
        }
    }

    #[test]
    fn the_expected_maximum_is_known() {
        assert!((expected_maximum(1)).abs() < 1e-6);
        assert!((expected_maximum(2) - 1.0 / std::f64::consts::PI.sqrt()).abs() < 1e-4);
        assert!((expected_maximum(10) - 1.538_753).abs() < 1e-4);
        assert!(sweep(1, 10, "x").check().is_err());
    }
}
