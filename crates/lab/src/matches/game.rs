//! One leg: the referee deals, shows views, asks, judges and records.

use super::MatchError;
use super::spec::{FaultRule, MAX_PLIES, MatchSpec};
use crate::contender::{Contender, Kind};
use crate::desk::{self, AnyGame, AnyReferee, DeskError};
use crate::player::{self, Fault, FaultKind, Player};
use crate::record::{GameRecord, PlyRecord, ResultRecord, SCHEMA, SeatFault, SeatRecord};
use std::collections::BTreeMap;
use std::time::Instant;
use touchstone_kernel::{LuckKey, Rng, Seat};
use touchstone_search::Stop;

/// The two players of a match, kept from pair to pair by one worker.
pub struct Seats {
    game: &'static dyn AnyGame,
    stop: Stop,
    players: [Option<Box<dyn Player>>; 2],
    identities: [BTreeMap<String, String>; 2],
}

impl Seats {
    /// Seats for `spec`; the players are made when they are first needed.
    pub fn new(spec: &MatchSpec, stop: &Stop) -> Result<Seats, MatchError> {
        Ok(Seats {
            game: desk::game(&spec.game)?,
            stop: stop.clone(),
            players: [None, None],
            identities: [player::identity(&spec.a)?, player::identity(&spec.b)?],
        })
    }

    /// The player `who` (0: a, 1: b), made anew where it draws random numbers:
    /// its numbers then hang on the leg alone.
    fn get(
        &mut self,
        who: usize,
        contender: &Contender,
        seed: u64,
    ) -> Result<&mut Box<dyn Player>, DeskError> {
        let slot = &mut self.players[who];
        if contender.engine == Kind::Ruler {
            *slot = None;
        }
        match slot {
            Some(p) => Ok(p),
            None => Ok(slot.insert(player::player(contender, self.game, seed, &self.stop)?)),
        }
    }
}

/// The seed of an engine's private random numbers: apart from the deal's luck.
/// A ruler is made anew for each leg and gets a seed for it; an engine that is
/// kept from game to game must not hang on where its worker began.
fn private_seed(spec: &MatchSpec, pair: u64, leg: u8, who: usize) -> u64 {
    let kept = [&spec.a, &spec.b][who].engine != Kind::Ruler;
    let (pair, leg) = if kept { (0, 0) } else { (pair, leg) };
    Rng::keyed(&[
        "private".into(),
        spec.seed.as_str().into(),
        pair.into(),
        u64::from(leg).into(),
        (who as u64).into(),
    ])
    .bits()
}

/// Plays drawn plies, alike for both legs, that do not end the game.
fn open(
    referee: &mut Box<dyn AnyReferee>,
    plies: u32,
    key: &LuckKey,
    record: &mut GameRecord,
) -> Result<(), DeskError> {
    for ply in 0..plies {
        let mut rng = key.stream("opening", u64::from(ply));
        let mover = referee.seat();
        let mut legal = referee.view(mover).legal();
        rng.shuffle(&mut legal);
        let mut played = false;
        for mv in legal {
            let mut trial = referee.clone_referee();
            let seen = trial.play(&mv)?;
            if trial.verdict().is_none() {
                record.plies.push(PlyRecord::seen(mover, &seen.seen));
                *referee = trial;
                played = true;
                break;
            }
        }
        if !played {
            break;
        }
        record.opening_plies += 1;
    }
    Ok(())
}

/// Plays one leg of one pair. `Err` is only for what no game can be played
/// with; an engine's fault ends the game, not the run. `None` if the run was
/// stopped in the middle of the game.
pub fn play_leg(
    spec: &MatchSpec,
    pair: u64,
    leg: u8,
    seats: &mut Seats,
) -> Result<Option<GameRecord>, MatchError> {
    let key = LuckKey { run: spec.seed.clone(), pair };
    let mut referee = seats.game.deal(spec.start_of(pair), &spec.rules, &key)?;
    // Who of a (0) and b (1) sits in the first seat.
    let first = usize::from(leg);
    let contenders = [&spec.a, &spec.b];
    let who = |seat: Seat| if seat == Seat::First { first } else { 1 - first };
    let mut record = GameRecord {
        schema: SCHEMA,
        game: spec.game.clone(),
        rules: referee.rules().into(),
        seed: spec.seed.clone(),
        pair,
        leg,
        start: spec.start_of(pair).into(),
        deal: referee.deal_text(),
        seats: Seat::BOTH.map(|seat| SeatRecord {
            contender: ["a", "b"][who(seat)].into(),
            name: contenders[who(seat)].label(),
            side: None,
            identity: seats.identities[who(seat)].clone(),
        }),
        ..GameRecord::default()
    };
    open(&mut referee, spec.opening_plies, &key, &mut record)?;
    let mut fault: Option<(Seat, Fault)> = None;
    for seat in Seat::BOTH {
        let w = who(seat);
        let player = seats.get(w, contenders[w], private_seed(spec, pair, leg, w))?;
        if let Err(f) = player.new_game(referee.view(seat)) {
            fault = fault.or(Some((seat, f)));
        }
    }
    let max_plies = spec.max_plies.unwrap_or(MAX_PLIES) as usize;
    let mut verdict = referee.verdict();
    while fault.is_none() && verdict.is_none() && record.plies.len() < max_plies {
        if seats.stop.is_raised() {
            return Ok(None);
        }
        let mover = referee.seat();
        let w = who(mover);
        let Some(player) = seats.players[w].as_mut() else { break };
        let begun = Instant::now();
        let answer = player.choose(referee.view(mover));
        let ms = begun.elapsed().as_secs_f64() * 1000.0;
        if seats.stop.is_raised() {
            return Ok(None);
        }
        let choice = match answer {
            Ok(choice) => choice,
            Err(f) => {
                fault = Some((mover, f));
                break;
            }
        };
        if let Some(late) = contenders[w].late_after_ms()
            && ms > late as f64
        {
            let limit = contenders[w].time_ms.unwrap_or(0);
            let detail = format!("{ms:.0} ms of {limit} ms for {}", choice.mv);
            fault = Some((mover, Fault::new(FaultKind::Overtime, detail)));
            break;
        }
        match referee.play(&choice.mv) {
            Ok(seen) => {
                let mut ply = PlyRecord::seen(mover, &seen.seen);
                if let Some(v) = &choice.value {
                    ply.score = Some(v.score);
                    ply.bound = (v.kind != "exact").then(|| v.kind.clone());
                }
                ply.nodes = choice.nodes;
                ply.depth = choice.depth;
                ply.ms = (ms * 1000.0).round() / 1000.0;
                record.plies.push(ply);
            }
            Err(e) => {
                let detail = format!("{}: {e}", choice.mv);
                fault = Some((mover, Fault::new(FaultKind::Illegal, detail)));
                break;
            }
        }
        verdict = referee.verdict();
    }
    let to_move = referee.seat();
    record.end = referee.view(to_move).position_text();
    if let Some(side) = referee.view(to_move).side() {
        let [one, two] = seats.game.side_names();
        let other = if side == one { two } else { one };
        record.seats[to_move.index()].side = Some(side.into());
        record.seats[to_move.other().index()].side = Some(other.into());
    }
    record.result = match (fault, verdict) {
        (Some((seat, fault)), _) => ResultRecord {
            winner: Some(seat.other().name().into()),
            reason: fault.kind.name().into(),
            void: spec.faults == FaultRule::Void,
            fault: Some(SeatFault { seat: seat.name().into(), fault }),
        },
        (None, Some(v)) => v.into(),
        (None, None) => ResultRecord { reason: "max_plies".into(), ..ResultRecord::default() },
    };
    Ok(Some(record))
}
