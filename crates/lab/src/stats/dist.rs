//! The normal and Student's t distribution (numerics: crate `statrs`).

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::{erfc, erfc_inv};
use std::f64::consts::{PI, SQRT_2};

/// The normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Φ(x): the chance that a standard normal number is below `x`.
pub fn phi(x: f64) -> f64 {
    0.5 * erfc(-x / SQRT_2)
}

/// ln Φ(x), also where Φ(x) is too small for a floating-point number.
pub fn ln_phi(x: f64) -> f64 {
    if x > -20.0 {
        return phi(x).ln();
    }
    // Asymptotic series of Mills' ratio; the first term left out is below 1e-11.
    let u = 1.0 / (x * x);
    let series = 1.0 - u * (1.0 - u * (3.0 - u * (15.0 - u * 105.0)));
    -0.5 * x * x - (-x * (2.0 * PI).sqrt()).ln() + series.ln()
}

/// The standard normal quantile of `p`; infinite at 0 and 1, NaN outside.
pub fn normal_quantile(p: f64) -> f64 {
    let z = -SQRT_2 * erfc_inv(2.0 * p);
    if !z.is_finite() {
        return z;
    }
    // One Newton step: the library's inverse is good to some 1e-11.
    let density = (-0.5 * z * z).exp() / (2.0 * PI).sqrt();
    if density > 1e-300 { z - (phi(z) - p) / density } else { z }
}

/// Quantile of Student's t with `df` degrees of freedom; the normal one where
/// `df` is not a positive finite number.
pub fn t_quantile(p: f64, df: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, df) {
        Ok(t) if df.is_finite() => t.inverse_cdf(p),
        _ => normal_quantile(p),
    }
}

/// The chance that Student's t with `df` degrees of freedom is below `x`.
pub fn t_cdf(x: f64, df: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, df) {
        Ok(t) if df.is_finite() => t.cdf(x),
        _ => phi(x),
    }
}

/// The root of `f` in [`low`, `high`], for `f` monotone: 200 halvings at most.
/// The nearer end if the sign does not change.
pub(crate) fn bisect(low: f64, high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let (mut a, mut b) = (low, high);
    let rising = f(b) > f(a);
    for _ in 0..200 {
        let mid = 0.5 * (a + b);
        if mid <= a || mid >= b {
            break;
        }
        if (f(mid) > 0.0) == rising {
            b = mid;
        } else {
            a = mid;
        }
    }
    0.5 * (a + b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simpson's rule on the density: shares no code with the error function.
    fn phi_by_integral(x: f64) -> f64 {
        let n = 20_000;
        let (a, b) = (-40.0_f64.max(-x.abs() - 12.0), x);
        let h = (b - a) / f64::from(n);
        let f = |t: f64| (-0.5 * t * t).exp() / (2.0 * PI).sqrt();
        let sum: f64 = (0..=n)
            .map(|k| {
                let w = if k == 0 || k == n { 1.0 } else { 2.0 + 2.0 * f64::from(k % 2) };
                w * f(a + f64::from(k) * h)
            })
            .sum();
        sum * h / 3.0
    }

    #[test]
    fn phi_agrees_with_the_integral_of_its_density() {
        for x in [-6.0, -3.1, -1.0, 0.0, 0.3, 2.7] {
            let want = phi_by_integral(x);
            assert!((phi(x) - want).abs() < 1e-12 + 1e-9 * want, "{x}: {} {want}", phi(x));
        }
    }

    #[test]
    fn ln_phi_is_smooth_where_the_series_takes_over() {
        let slope = ln_phi(-19.99) - ln_phi(-20.01);
        // d/dx ln Φ ≈ −x − 1/x... = 20.05 at −20.
        assert!((slope / 0.02 - 20.05).abs() < 0.01, "{}", slope / 0.02);
        assert!(ln_phi(-100.0) < -5000.0 && ln_phi(-100.0).is_finite());
    }

    #[test]
    fn quantiles_invert() {
        assert!((normal_quantile(0.975) - Z95).abs() < 1e-9);
        assert!((t_quantile(0.975, 127.0) - 1.978_820).abs() < 1e-5);
        assert!((t_quantile(0.975, 1.0) - 12.706_205).abs() < 1e-4);
        assert!((t_quantile(0.975, 4.0) - 2.776_445).abs() < 1e-5);
        assert!((t_quantile(0.975, f64::INFINITY) - Z95).abs() < 1e-9);
        for p in [0.001, 0.2, 0.5, 0.9] {
            assert!((t_cdf(t_quantile(p, 9.0), 9.0) - p).abs() < 1e-9);
            assert!((phi(normal_quantile(p)) - p).abs() < 1e-14);
        }
    }
}
