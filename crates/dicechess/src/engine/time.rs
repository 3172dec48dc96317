//! How much of the clock a turn may use.
//!
//! reserve = max(300, 5 % of what remains); spendable = remaining − reserve;
//! target = increment + spendable / turns to go; at most max(20, 20 % of what
//! remains), at least 20, and at most 200 when no more than 2,000 ms are
//! spendable. All in milliseconds.

/// Own turns still to be played, by move number: means of 1,459,949 games
/// (upstream's `empirical-v1`), in thousandths; linear between, flat outside.
const TURNS_TO_GO: [(u32, u64); 9] = [
    (1, 7517),
    (3, 6017),
    (5, 5471),
    (8, 5176),
    (10, 5136),
    (15, 5431),
    (20, 6185),
    (30, 8830),
    (40, 12050),
];

/// How the turns to go are guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnsToGo {
    /// From games: [`TURNS_TO_GO`].
    Empirical,
    /// max(12, 30 − move).
    Legacy,
}

impl TurnsToGo {
    /// In thousandths of a turn.
    fn permille(self, number: u32) -> u64 {
        match self {
            TurnsToGo::Legacy => 1000 * u64::from(30u32.saturating_sub(number).max(12)),
            TurnsToGo::Empirical => {
                let table = &TURNS_TO_GO;
                let Some(i) = table.iter().position(|&(n, _)| n >= number) else {
                    return table[table.len() - 1].1;
                };
                if i == 0 {
                    return table[0].1;
                }
                let ((a, x), (b, y)) = (table[i - 1], table[i]);
                let (step, span) = (i64::from(number - a), i64::from(b - a));
                (x as i64 + (y as i64 - x as i64) * step / span) as u64
            }
        }
    }
}

/// Milliseconds for a turn with `remaining_ms` on the clock and
/// `increment_ms` for each turn, before overhead.
pub fn budget_ms(remaining_ms: u64, increment_ms: u64, number: u32, guess: TurnsToGo) -> u64 {
    let reserve = (remaining_ms / 20).max(300);
    let spendable = remaining_ms.saturating_sub(reserve);
    let target = increment_ms.saturating_add(
        (u128::from(spendable) * 1000 / u128::from(guess.permille(number).max(1))) as u64,
    );
    let cap = (remaining_ms / 5).max(20);
    let target = target.clamp(20, cap);
    if spendable <= 2000 { target.min(200) } else { target }
}

/// [`budget_ms`] less what the surroundings take, never below 20.
pub fn budget_after_overhead_ms(budget_ms: u64, overhead_ms: u64) -> u64 {
    budget_ms.saturating_sub(overhead_ms).max(20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_of_the_fact_sheet() {
        use TurnsToGo::{Empirical, Legacy};
        assert_eq!(budget_ms(60_000, 0, 1, Legacy), 1965);
        assert_eq!(budget_ms(2000, 0, 40, Legacy), 141);
        assert_eq!(budget_ms(500, 0, 50, Legacy), 20);
        assert_eq!(budget_ms(1500, 10_000, 10, Legacy), 200);
        assert_eq!(budget_ms(60_000, 0, 1, Empirical), 7582);
        assert_eq!(budget_after_overhead_ms(30, 50), 20);
    }
}
