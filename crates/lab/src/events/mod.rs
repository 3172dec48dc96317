//! Events: rates that a score hides, declared by name and counted for both sides.
//!
//! An event is an expression over the record of a game, asked once for each
//! side; `own` is that side, `other` its opponent (see [`expression`]). Every
//! game has some of its own; a run file adds more.

pub mod expression;
mod luck;

pub use luck::LuckMeter;

use crate::desk;
use crate::matches::{LegSummary, MatchError, MatchSpec};
use crate::record::GameRecord;
use expression::{Expression, Scope};

/// Events that make sense in every game.
const EVERYWHERE: &[(&str, &str)] =
    &[("above_99_not_won", "own.max > 99 and not won"), ("lost_by_fault", "own.fault != \"\"")];

/// Events of one game.
fn of_game(game: &str) -> &'static [(&'static str, &'static str)] {
    match game {
        "banqi" => &[
            ("general_lost", "own.on_board(\"G\") + own.in_pool(\"G\") == 0"),
            ("stalemated_while_ahead", "lost and reason == \"no_moves\" and own.last > 50"),
        ],
        "jieqi" => &[
            ("mated_after_own_reveal", "lost and has(reason, \"mate\") and has(own.token, \"=\")"),
            ("stalemated_while_ahead", "lost and has(reason, \"stalemate\") and own.last > 50"),
        ],
        "dicechess" => &[("king_lost", "lost and has(reason, \"king\")")],
        _ => &[],
    }
}

/// The named events of a run, compiled.
pub struct Events {
    list: Vec<(String, Expression)>,
}

impl Events {
    /// The events that `game` has by itself and those declared.
    pub fn new(game: &str, declared: &[(String, String)]) -> Result<Events, MatchError> {
        let own = EVERYWHERE.iter().chain(of_game(game));
        let mut list = Vec::new();
        for (name, text) in
            own.map(|(n, t)| (n.to_string(), t.to_string())).chain(declared.iter().cloned())
        {
            let e = Expression::parse(&text)
                .map_err(|e| MatchError::Spec(format!("event {name}: {e}")))?;
            list.retain(|(n, _)| *n != name);
            list.push((name, e));
        }
        Ok(Events { list })
    }

    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|e| e.0.as_str())
    }

    /// Which events occurred, for the contenders a and b.
    pub fn measure(
        &self,
        record: &GameRecord,
        side_names: [&str; 2],
    ) -> Result<std::collections::BTreeMap<String, [bool; 2]>, MatchError> {
        let mut found = std::collections::BTreeMap::new();
        let first = usize::from(record.leg);
        for (name, e) in &self.list {
            let mut of = [false; 2];
            for seat in 0..2 {
                let who = if seat == 0 { first } else { 1 - first };
                of[who] = e
                    .holds(&Scope::new(record, seat, side_names))
                    .map_err(|e| MatchError::Spec(format!("event {name}: {e}")))?;
            }
            if of != [false; 2] {
                found.insert(name.clone(), of);
            }
        }
        Ok(found)
    }
}

/// What a worker measures of every game besides its score.
pub struct Gauge {
    events: Events,
    side_names: [&'static str; 2],
    luck: Option<LuckMeter>,
}

impl Gauge {
    /// The gauge that a run declares.
    pub fn new(spec: &MatchSpec) -> Result<Gauge, MatchError> {
        let game = desk::game(&spec.game)?;
        Ok(Gauge {
            events: Events::new(&spec.game, &spec.events)?,
            side_names: game.side_names(),
            luck: spec.luck.as_ref().map(|c| LuckMeter::new(game, c)).transpose()?,
        })
    }

    /// Fills in what the record alone does not say.
    pub fn measure(
        &mut self,
        record: &GameRecord,
        summary: &mut LegSummary,
    ) -> Result<(), MatchError> {
        summary.events = self.events.measure(record, self.side_names)?;
        if let Some(meter) = &mut self.luck {
            let first = meter.luck_of_first(record)?;
            summary.luck = Some(if record.leg == 0 { first } else { -first });
        }
        Ok(())
    }
}
