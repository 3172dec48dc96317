//! Confirmation: only deals that nobody has looked at count.

use crate::matches::{MatchError, MatchSpec};

/// What marks a confirmation's declaration, so that it is another run than any
/// screening even on equal settings.
pub const PURPOSE: &str = "confirm";

/// Deals that were looked at: luck is named by seed and pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looked {
    /// The run that looked.
    pub run: String,
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: String,
    /// Its pairs: first, and one past the last.
    pub pairs: [u64; 2],
}

impl Looked {
    /// The deals of a declaration.
    pub fn of(spec: &MatchSpec) -> Looked {
        Looked {
            run: spec.run_id(),
            game: spec.game.clone(),
            seed: spec.seed.clone(),
            pairs: [spec.first_pair, spec.first_pair.saturating_add(spec.pairs)],
        }
    }
}

/// Makes a confirmation of `spec`, or says which run has looked at its deals.
///
/// # Errors
/// Names the run, the deals it has used and what would be fresh.
pub fn confirmation(spec: &MatchSpec, looked: &[Looked]) -> Result<MatchSpec, MatchError> {
    let spec = MatchSpec { purpose: PURPOSE.into(), ..spec.clone() };
    let own = Looked::of(&spec);
    let overlapping = looked.iter().find(|l| {
        l.run != own.run
            && l.game == own.game
            && l.seed == own.seed
            && l.pairs[0] < own.pairs[1]
            && own.pairs[0] < l.pairs[1]
    });
    match overlapping {
        None => Ok(spec),
        Some(l) => Err(MatchError::Spec(format!(
            "confirm: found pairs {}..{} of seed {:?}, which run {} has looked at ({}..{}); \
             expected fresh deals, for instance --first-pair {} or another --seed",
            own.pairs[0],
            own.pairs[1],
            own.seed,
            l.run,
            l.pairs[0],
            l.pairs[1],
            first_fresh(&own.game, &own.seed, looked),
        ))),
    }
}

/// The first pair of `seed` after all that was looked at.
pub fn first_fresh(game: &str, seed: &str, looked: &[Looked]) -> u64 {
    looked
        .iter()
        .filter(|l| l.game == game && l.seed == seed)
        .map(|l| l.pairs[1])
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Contender;

    #[test]
    fn screening_deals_are_refused() {
        let (a, b) = (Contender::builtin(10), Contender::ruler("random"));
        let screening = MatchSpec::new("banqi", a.clone(), b.clone(), 100, "s");
        let looked = [Looked::of(&screening)];
        for first in [0, 50, 99] {
            let spec = MatchSpec { first_pair: first, ..screening.clone() };
            let e = confirmation(&spec, &looked).unwrap_err().to_string();
            assert!(e.contains("--first-pair 100") && e.contains(&screening.run_id()), "{e}");
        }
        // The very same declaration is refused too: its mark makes it another run.
        assert!(confirmation(&screening, &looked).is_err());
        let fresh = MatchSpec { first_pair: 100, ..screening.clone() };
        let confirmed = confirmation(&fresh, &looked).unwrap();
        assert_ne!(confirmed.run_id(), fresh.run_id());
        // It may be taken up again, but no other arm may use its deals.
        let looked = [looked[0].clone(), Looked::of(&confirmed)];
        assert!(confirmation(&fresh, &looked).is_ok());
        let other = MatchSpec { a: Contender::builtin(11), ..fresh };
        assert!(confirmation(&other, &looked).is_err());
        let other_seed = MatchSpec { seed: "t".into(), ..screening.clone() };
        assert!(confirmation(&other_seed, &looked).is_ok());
    }
}
