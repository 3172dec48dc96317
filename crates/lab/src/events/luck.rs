//! Luck terms: what chance gave, by a value function frozen beforehand.
//!
//! For every chance node of a game, v(what came) − Σ P v(what may come). The
//! sum has mean zero for any v that was fixed before the data, so the score
//! less the luck is unbiased; the better v, the smaller its variance. v may be
//! the static evaluation or any built-in engine with a node limit; it is asked
//! through the mover's knowledge, whose weights are the right ones.

use crate::contender::Contender;
use crate::desk::{AnyEngine, AnyGame, AnyTable, Ask, DeskError};
use crate::matches::MatchError;
use crate::player::inside::spec_of;
use crate::record::{GameRecord, replay};
use touchstone_kernel::Seat;

/// Measures the luck of games.
pub struct LuckMeter {
    game: &'static dyn AnyGame,
    engine: Option<Box<dyn AnyEngine>>,
    params: Option<String>,
    ask: Ask,
}

/// One chance node of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckTerm {
    /// The ply, counted from 0; the luck before the first decision has ply 0 too.
    pub ply: usize,
    /// Who decided before it.
    pub mover: Seat,
    /// What came.
    pub event: String,
    /// Its weight, and the sum of all.
    pub weight: (u64, u64),
    /// The mover's expected score (0..1) before it fell.
    pub before: f64,
    /// The mover's expected score after it.
    pub after: f64,
}

impl LuckMeter {
    /// A meter. A builtin contender without any limit means the static evaluation.
    pub fn new(game: &'static dyn AnyGame, contender: &Contender) -> Result<LuckMeter, DeskError> {
        let spec = spec_of(contender, 0)?;
        let limits = contender.limits();
        let engine = if limits.is_unlimited() { None } else { Some(game.engine(&spec)?) };
        Ok(LuckMeter { game, engine, params: spec.params, ask: Ask::new(limits) })
    }

    /// The expected score of `seat` at `table`, 0 to 1.
    fn value(&mut self, table: &dyn AnyTable, seat: Seat) -> Result<f64, DeskError> {
        if let Some(v) = table.verdict() {
            return Ok(match v.winner.as_deref() {
                None => 0.5,
                Some(w) => f64::from(u8::from(w == seat.name())),
            });
        }
        let percent = match &mut self.engine {
            None => self.game.eval(table, self.params.as_deref())?.percent,
            Some(engine) => {
                engine.new_game();
                let a = engine.analyse(table, &self.ask)?;
                let best = a.moves.first().map(|m| m.value.percent);
                best.or(a.static_value.map(|s| s.percent)).unwrap_or(50.0)
            }
        };
        let own = percent / 100.0;
        Ok(if table.seat() == Some(seat) { own } else { 1.0 - own })
    }

    /// The term of the luck at `open` (a table before its luck), given what
    /// came; `mover` is in whose view the numbers are.
    fn term(
        &mut self,
        open: &dyn AnyTable,
        came: &dyn AnyTable,
        event: &str,
        mover: Seat,
        ply: usize,
    ) -> Result<LuckTerm, DeskError> {
        let luck = open.luck(None)?;
        let total: u64 = luck.iter().map(|l| u64::from(l.1)).sum();
        let (mut sum, mut weight) = (0.0, 0);
        for (e, w) in &luck {
            let mut next = open.clone_table();
            next.play(e)?;
            sum += f64::from(*w) * self.value(next.as_ref(), mover)?;
            if e == event {
                weight = u64::from(*w);
            }
        }
        Ok(LuckTerm {
            ply,
            mover,
            event: event.into(),
            weight: (weight, total),
            before: sum / (total.max(1)) as f64,
            after: self.value(came, mover)?,
        })
    }

    /// All chance nodes of a game, in order.
    pub fn terms(&mut self, record: &GameRecord) -> Result<Vec<LuckTerm>, DeskError> {
        let mut terms = Vec::new();
        let Some(mut referee) = replay(record)? else {
            return Err(DeskError::Unsupported(
                "luck: the record has neither a seed nor a deal".into(),
            ));
        };
        // Luck before the first decision (a roll).
        let start = self.game.table(&record.start, &record.rules, &[])?;
        if start.seat().is_none() {
            let mover = referee.seat();
            let came = referee.view(mover).clone_table();
            let event = self.event_that_led(start.as_ref(), came.as_ref())?;
            if let Some(event) = event {
                let mut next = start.clone_table();
                next.play(&event)?;
                terms.push(self.term(start.as_ref(), next.as_ref(), &event, mover, 0)?);
            }
        }
        for (k, ply) in record.plies.iter().enumerate() {
            let mover = referee.seat();
            let before = referee.view(mover).clone_table();
            referee.play(&ply.token)?;
            let (decision, _) = before.split(&ply.token)?;
            let mut open = before.clone_table();
            if open.play(&decision).is_err() || open.seat().is_some() {
                continue; // no luck was open
            }
            let mut came = before;
            came.play(&ply.token)?;
            if let Some(event) = self.event_that_led(open.as_ref(), came.as_ref())? {
                terms.push(self.term(open.as_ref(), came.as_ref(), &event, mover, k)?);
            }
        }
        Ok(terms)
    }

    /// Which of the open events leads to the position of `came`.
    fn event_that_led(
        &self,
        open: &dyn AnyTable,
        came: &dyn AnyTable,
    ) -> Result<Option<String>, DeskError> {
        let text = came.position_text();
        for (event, _) in open.luck(None)? {
            let mut next = open.clone_table();
            next.play(&event)?;
            if next.position_text() == text {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// The sum of all luck terms for the first seat, in expected score.
    pub fn luck_of_first(&mut self, record: &GameRecord) -> Result<f64, MatchError> {
        let mut sum = 0.0;
        for t in self.terms(record)? {
            let gain = t.after - t.before;
            sum += if t.mover == Seat::First { gain } else { -gain };
        }
        Ok(sum)
    }
}
