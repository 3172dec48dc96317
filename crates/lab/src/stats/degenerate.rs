//! Runs that say nothing: copies of one game, no variance, one colour only.

use super::counts::Counts;
use serde::Serialize;
use std::collections::BTreeMap;

/// What one leg was, for these checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegTrace {
    /// The pair.
    pub pair: u64,
    /// 0: the first contender sat first.
    pub leg: u8,
    /// A hash of the moves.
    pub game_hash: u64,
    /// The first contender's score in halves; `None` for a void game.
    pub halves: Option<u8>,
}

/// What the checks found. Always printed.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Sanity {
    /// Games looked at.
    pub games: u64,
    /// Games with different moves.
    pub unique_games: u64,
    /// Pairs whose two legs have the same moves: both played alike.
    pub mirrored_pairs: u64,
    /// Pairs with both legs.
    pub pairs: u64,
    /// All pairs scored the same.
    pub no_variance: bool,
    /// Games in which the first contender sat first.
    pub first_seat_games: u64,
    /// Whether the run says nothing about a difference, and why; empty if it does.
    pub degenerate: Vec<String>,
    /// What a reader should know, without being degenerate.
    pub warnings: Vec<String>,
}

impl Sanity {
    /// Whether a verdict is withheld.
    pub fn is_degenerate(&self) -> bool {
        !self.degenerate.is_empty()
    }
}

/// Looks for copies, missing variance and one-sided seats.
pub fn sanity(legs: &[LegTrace]) -> Sanity {
    let mut hashes: BTreeMap<u64, u64> = BTreeMap::new();
    let mut pairs: BTreeMap<u64, [Option<LegTrace>; 2]> = BTreeMap::new();
    for leg in legs {
        *hashes.entry(leg.game_hash).or_default() += 1;
        pairs.entry(leg.pair).or_default()[usize::from(leg.leg.min(1))] = Some(*leg);
    }
    let games = legs.len() as u64;
    let both: Vec<(LegTrace, LegTrace)> =
        pairs.values().filter_map(|p| Some((p[0]?, p[1]?))).collect();
    let mirrored = both.iter().filter(|(a, b)| a.game_hash == b.game_hash).count() as u64;
    let quarters = both.iter().filter_map(|(a, b)| Some(a.halves? + b.halves?));
    let counts = Counts::from_quarters(quarters);
    let mut s = Sanity {
        games,
        unique_games: hashes.len() as u64,
        mirrored_pairs: mirrored,
        pairs: both.len() as u64,
        no_variance: counts.is_degenerate(),
        first_seat_games: legs.iter().filter(|l| l.leg == 0).count() as u64,
        ..Sanity::default()
    };
    // Two legs with equal moves are one game: expected of copies on shared luck.
    let expected = games - mirrored;
    let repeats = expected.saturating_sub(s.unique_games);
    if s.pairs > 1 && mirrored == s.pairs {
        s.degenerate.push("both contenders played alike in every pair: copies".into());
    } else if s.no_variance && s.pairs > 1 {
        s.degenerate.push("every pair scored the same: no variance to measure with".into());
    }
    if games > 3 && 2 * repeats > games {
        s.degenerate.push(format!("{repeats} of {games} games repeat another one move by move"));
    } else if repeats > 0 {
        s.warnings.push(format!("{repeats} of {games} games repeat another one move by move"));
    }
    if !s.is_degenerate() && 2 * mirrored > s.pairs && s.pairs > 1 {
        s.warnings.push(format!("{mirrored} of {} pairs were played alike by both", s.pairs));
    }
    if games > 1 && (s.first_seat_games == 0 || s.first_seat_games == games) {
        s.degenerate.push("the contenders never changed seats".into());
    } else if games > 1 && s.first_seat_games * 2 != games {
        s.warnings.push(format!(
            "the first contender sat first in {} of {games} games",
            s.first_seat_games
        ));
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leg(pair: u64, leg: u8, game_hash: u64, halves: u8) -> LegTrace {
        LegTrace { pair, leg, game_hash, halves: Some(halves) }
    }

    #[test]
    fn copies_are_said() {
        let legs: Vec<_> = (0..50).flat_map(|p| [leg(p, 0, p, 2), leg(p, 1, p, 0)]).collect();
        let s = sanity(&legs);
        assert!(s.no_variance && s.degenerate[0].contains("copies"), "{s:?}");
        assert_eq!((s.unique_games, s.mirrored_pairs), (50, 50));
    }

    #[test]
    fn one_game_again_and_again_is_said() {
        let legs: Vec<_> =
            (0..50).flat_map(|p| [leg(p, 0, 1, 2), leg(p, 1, 2 + p % 2, p as u8 % 2)]).collect();
        let s = sanity(&legs);
        assert_eq!((s.unique_games, s.no_variance), (3, false));
        assert!(s.degenerate[0].contains("97 of 100"), "{s:?}");
    }

    #[test]
    fn a_healthy_run_is_not_accused() {
        let legs: Vec<_> = (0..50)
            .flat_map(|p| [leg(p, 0, 2 * p, (p % 3) as u8), leg(p, 1, 2 * p + 1, 1)])
            .collect();
        let s = sanity(&legs);
        assert!(!s.is_degenerate() && s.warnings.is_empty(), "{s:?}");
        assert!(sanity(&legs[..1]).degenerate.is_empty());
        let one_sided: Vec<_> = (0..9).map(|p| leg(p, 0, p, 1)).collect();
        assert!(sanity(&one_sided).degenerate[0].contains("seats"));
    }
}
