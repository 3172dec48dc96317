//! Simulated runs: the promises of the tests kept, in bounded time.

use super::confseq::{Betting, NormalMixture};
use super::counts::Counts;
use super::dist::Z95;
use super::elo::{elo, elo_interval, interval};
use super::gsprt::Model;
use super::sprt::{Sprt, SprtFold, SprtVerdict};
use super::unbiased::unbiased;
use touchstone_kernel::Rng;

/// Pairs like those of Dice Chess: 63 % split, the bins ¼ and ¾ empty.
fn dice_pair(rng: &mut Rng, shift: f64) -> u8 {
    match rng.unit() {
        u if u < 0.185 - shift => 0,
        u if u > 0.815 - shift => 4,
        _ => 2,
    }
}

/// Pairs like those of a drawish game: bins 2, 20, 56, 20, 2 %.
fn drawish_pair(rng: &mut Rng) -> u8 {
    match rng.unit() {
        u if u < 0.02 => 0,
        u if u < 0.22 => 1,
        u if u < 0.78 => 2,
        u if u < 0.98 => 3,
        _ => 4,
    }
}

fn run(test: Sprt, rng: &mut Rng, mut pair: impl FnMut(&mut Rng) -> u8) -> SprtFold {
    let mut fold = SprtFold::new(test, 0);
    for id in 0..60_000 {
        fold.push(id, Some(pair(rng)));
        if fold.verdict().is_some() {
            break;
        }
    }
    fold
}

/// Two arms that differ only in how they break ties: the share of false accepts
/// stays at its nominal rate or below, within half a point. 10,000 runs each,
/// so that the measuring itself errs by a quarter of a point.
#[test]
fn false_accepts_stay_at_their_nominal_rate() {
    let tests = [
        (Sprt::new(Model::Nelo, 0.0, 40.0), false),
        (Sprt { overshoot: false, ..Sprt::new(Model::Nelo, 0.0, 40.0) }, false),
        (Sprt::new(Model::Nelo, 0.0, 80.0), false),
        (Sprt::new(Model::Elo, 0.0, 25.0), true),
    ];
    for (test, drawish) in tests {
        let mut rng = Rng::seeded(1, "false accepts");
        let runs = 10_000u32;
        let mut accepted = 0;
        for _ in 0..runs {
            let fold =
                run(
                    test,
                    &mut rng,
                    |rng| {
                        if drawish { drawish_pair(rng) } else { dice_pair(rng, 0.0) }
                    },
                );
            accepted += u32::from(fold.verdict() == Some(SprtVerdict::Accept));
        }
        let rate = f64::from(accepted) / f64::from(runs);
        assert!(rate <= test.alpha + 0.005, "{test:?}: {rate}");
        assert!(rate > 0.015, "{test:?}: a test that never errs is too long ({rate})");
    }
}

/// Peeking after every 25 pairs: the sequence errs in fewer than 5 % of the
/// runs, the fixed interval in far more.
#[test]
fn peeking_does_not_break_the_confidence_sequence() {
    let (runs, pairs) = (2000, 1500);
    let mixture = NormalMixture::for_unit_range(500.0);
    let mut rng = Rng::seeded(11, "peeking");
    let [mut betting, mut mixed, mut fixed] = [0u32; 3];
    for _ in 0..runs {
        let mut bets = Betting::test(0.05, 0.5);
        let mut bins = [0u64; 5];
        let [mut bet_alarm, mut mix_alarm, mut fixed_alarm] = [false; 3];
        for n in 1..=pairs {
            let q = dice_pair(&mut rng, 0.0);
            bets.push(f64::from(q) / 4.0);
            bins[usize::from(q)] += 1;
            if n % 25 == 0 {
                let m = Counts::Pairs(bins).moments();
                let [low, high] = interval(&m, Z95);
                fixed_alarm |= low > 0.5 || high < 0.5;
                mix_alarm |= (m.mean - 0.5).abs() > mixture.radius(f64::from(n));
                bet_alarm |= bets.e_value(0.5) >= 20.0;
            }
        }
        betting += u32::from(bet_alarm);
        mixed += u32::from(mix_alarm);
        fixed += u32::from(fixed_alarm);
    }
    let rate = |n: u32| f64::from(n) / f64::from(runs);
    assert!(rate(betting) < 0.05, "betting {}", rate(betting));
    assert!(rate(mixed) < 0.05, "mixture {}", rate(mixed));
    assert!(rate(fixed) > 0.2, "the fixed interval was looked at too kindly: {}", rate(fixed));
}

/// The widths that the facts measured (mean half-widths in points).
#[test]
fn the_betting_sequence_adapts_to_the_variance() {
    let mut rng = Rng::seeded(12, "widths");
    let mut half = |draw: &mut dyn FnMut(&mut Rng) -> u8, pairs: u32| {
        let runs = 12;
        let mut sum = 0.0;
        for _ in 0..runs {
            let mut bets = Betting::new(0.05, 500);
            (0..pairs).for_each(|_| bets.push(f64::from(draw(&mut rng)) / 4.0));
            let [low, high] = bets.interval().expect("one mean");
            sum += 50.0 * (high - low);
        }
        sum / f64::from(runs)
    };
    let dice = half(&mut |rng| dice_pair(rng, 0.0), 500);
    let drawish = half(&mut |rng| drawish_pair(rng), 500);
    assert!((dice - 4.4).abs() < 0.6, "{dice}");
    assert!((drawish - 2.4).abs() < 0.5, "{drawish}");
}

/// After a stopped test the median-unbiased interval covers the truth as often
/// as it says, the raw estimate leans to the side on which the test stopped.
#[test]
fn the_estimate_after_stopping_is_honest() {
    let test = Sprt { overshoot: false, ..Sprt::new(Model::Nelo, 0.0, 40.0) };
    // A shift of all three bins by 1.2 %: score .512.
    let shift = 0.012;
    let truth = elo(0.5 + shift);
    let mut rng = Rng::seeded(13, "unbiased");
    let runs = 1500;
    let [mut covered, mut raw_covered, mut below, mut raw_below_on_accept, mut accepts] = [0u32; 5];
    for _ in 0..runs {
        let fold = run(test, &mut rng, |rng| dice_pair(rng, shift));
        let counts = fold.counts();
        let u = unbiased(&counts, &test).expect("not degenerate");
        let m = counts.moments();
        let raw = elo_interval(interval(&m, Z95));
        covered += u32::from(u.elo_95[0] <= truth && truth <= u.elo_95[1]);
        raw_covered += u32::from(raw[0] <= truth && truth <= raw[1]);
        below += u32::from(u.elo < truth);
        if fold.verdict() == Some(SprtVerdict::Accept) {
            accepts += 1;
            raw_below_on_accept += u32::from(elo(m.mean) < truth);
        }
    }
    let rate = |n: u32, of: u32| f64::from(n) / f64::from(of);
    let coverage = rate(covered, runs);
    assert!((0.925..=0.985).contains(&coverage), "coverage {coverage}");
    assert!(coverage >= rate(raw_covered, runs), "raw {}", rate(raw_covered, runs));
    assert!((rate(below, runs) - 0.5).abs() < 0.06, "median {}", rate(below, runs));
    assert!(rate(raw_below_on_accept, accepts) < 0.25, "accepted tests flatter");
}
