//! Many comparisons at once.

/// Holm: which hypotheses are rejected so that the chance of any false
/// rejection stays below `alpha`, under any dependence. In the order given.
pub fn holm(p: &[f64], alpha: f64) -> Vec<bool> {
    let m = p.len();
    let mut rejected = vec![false; m];
    for (k, i) in ascending(p).into_iter().enumerate() {
        if p[i].is_nan() || p[i] > alpha / (m - k) as f64 {
            break;
        }
        rejected[i] = true;
    }
    rejected
}

/// Holm's adjusted p-values: rejected at level α exactly where at most α.
pub fn holm_adjusted(p: &[f64]) -> Vec<f64> {
    let m = p.len();
    let mut adjusted = vec![1.0; m];
    let mut highest: f64 = 0.0;
    for (k, i) in ascending(p).into_iter().enumerate() {
        highest = highest.max((p[i] * (m - k) as f64).min(1.0));
        adjusted[i] = highest;
    }
    adjusted
}

/// Benjamini and Hochberg: which are rejected so that the expected share of
/// false ones among them stays below `q`, under positive dependence.
pub fn benjamini_hochberg(p: &[f64], q: f64) -> Vec<bool> {
    step_up(p.len(), ascending(p), |i, k| p[i] <= k as f64 * q / p.len() as f64)
}

/// e-BH: as [`benjamini_hochberg`] for e-values, under any dependence and at
/// any stopping time.
pub fn e_benjamini_hochberg(e: &[f64], q: f64) -> Vec<bool> {
    let mut order = ascending(e);
    order.reverse();
    step_up(e.len(), order, |i, k| e[i] >= e.len() as f64 / (q * k as f64))
}

fn ascending(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    order
}

/// Rejects the first k of `order`, for the largest k that `passes`.
fn step_up(m: usize, order: Vec<usize>, passes: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let last = (1..=m).rev().find(|&k| passes(order[k - 1], k)).unwrap_or(0);
    let mut rejected = vec![false; m];
    for &i in &order[..last] {
        rejected[i] = true;
    }
    rejected
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn worked_by_hand() {
        let p = [0.01, 0.04, 0.03, 0.005];
        // .005 ≤ .05/4, .01 ≤ .05/3, .03 > .05/2: stop.
        assert_eq!(holm(&p, 0.05), [true, false, false, true]);
        // .04 ≤ 4·.05/4: all.
        assert_eq!(benjamini_hochberg(&p, 0.05), [true; 4]);
        assert_eq!(benjamini_hochberg(&[0.01, 0.06, 0.03], 0.05), [true, false, true]);
        // 3/(.05·1) = 60, 3/(.05·2) = 30, 3/(.05·3) = 20.
        assert_eq!(e_benjamini_hochberg(&[35.0, 5.0, 40.0], 0.05), [true, false, true]);
        assert_eq!(e_benjamini_hochberg(&[25.0, 22.0, 40.0], 0.05), [true; 3]);
        assert!(holm(&[], 0.05).is_empty());
    }

    proptest! {
        /// Holm from its closure: i is rejected exactly if every set of
        /// hypotheses that holds it has a p-value below α over its size.
        #[test]
        fn holm_is_the_closure_of_bonferroni(p in prop::collection::vec(0.0f64..0.2, 1..7)) {
            let got = holm(&p, 0.05);
            let m = p.len();
            for (i, got) in got.into_iter().enumerate() {
                let want = (1u32..1 << m).filter(|set| set >> i & 1 == 1).all(|set| {
                    let inside = (0..m).filter(|j| set >> j & 1 == 1);
                    inside.map(|j| p[j]).fold(1.0, f64::min) <= 0.05 / f64::from(set.count_ones())
                });
                prop_assert_eq!(got, want);
                prop_assert_eq!(holm_adjusted(&p)[i] <= 0.05, want);
            }
        }

        #[test]
        fn bh_rejects_at_least_what_holm_does(p in prop::collection::vec(0.0f64..0.2, 1..20)) {
            let (h, b) = (holm(&p, 0.05), benjamini_hochberg(&p, 0.05));
            prop_assert!(h.iter().zip(&b).all(|(h, b)| !h || *b));
        }
    }
}
