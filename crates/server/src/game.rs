//! One game: what was agreed, what happened, and what each seat may see of it.
//!
//! A game is the fold of its events over its spec; nothing else is stored. The
//! referee holds the truth; [`Game::state`] is the only way out of it, and it
//! shows a seat its own view until the game is over.

use crate::fair;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Instant;
use touchstone_kernel::{LuckKey, Seat};
use touchstone_lab::desk::{self, AnyReferee, AnyTable, DeskError, VerdictJson};

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatSpec {
    /// A person.
    Person {
        /// What to call them; may be empty.
        #[serde(default)]
        name: String,
    },
    /// The game's engine at a level from 1 to 8, or a ruler.
    Engine {
        /// 1 (weak) to 8 (strong).
        level: u32,
        /// The name of a frozen opponent in place of the engine.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ruler: Option<String>,
    },
}

impl SeatSpec {
    /// Whether a person sits here.
    pub fn is_person(&self) -> bool {
        matches!(self, SeatSpec::Person { .. })
    }
}

/// Where the luck comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Luck {
    /// From a secret that was committed to, and a text of the player's.
    Fair {
        /// 32 bytes in hexadecimal digits.
        secret: String,
        /// The player's text.
        contribution: String,
    },
    /// From a seed that the player chose, so that a deal can be played again.
    Chosen {
        /// The seed.
        seed: String,
    },
    /// A deal as text, from a record.
    Dealt {
        /// The deal's text.
        deal: String,
    },
}

/// A clock for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSpec {
    /// Milliseconds at the start.
    pub initial_ms: u64,
    /// Milliseconds added for each move.
    #[serde(default)]
    pub increment_ms: u64,
}

/// What was agreed at creation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spec {
    /// The game's name.
    pub kind: String,
    /// The rules preset's name.
    pub rules: String,
    /// The position text of the start.
    pub start: String,
    /// Who sits where.
    pub seats: [SeatSpec; 2],
    /// Where the luck comes from.
    pub luck: Luck,
    /// The clock, if there is one.
    #[serde(default)]
    pub clock: Option<ClockSpec>,
    /// SHA-256 of the key of each seat; both the same where one person holds both.
    pub keys: [String; 2],
}

impl Spec {
    /// The referee at the start of the game.
    pub fn referee(&self) -> Result<Box<dyn AnyReferee>, DeskError> {
        let game = desk::game(&self.kind)?;
        let run = match &self.luck {
            Luck::Fair { secret, contribution } => fair::run_name(secret, contribution),
            Luck::Chosen { seed } => seed.clone(),
            Luck::Dealt { deal } => return game.from_deal(deal, &self.rules),
        };
        game.deal(&self.start, &self.rules, &LuckKey { run, pair: 0 })
    }

    /// What a browser may know of the luck before the end.
    fn promise(&self) -> Value {
        match &self.luck {
            Luck::Fair { secret, contribution } => {
                json!({"kind": "fair", "commit": fair::commit(secret), "contribution": contribution})
            }
            Luck::Chosen { .. } => json!({"kind": "chosen"}),
            Luck::Dealt { .. } => json!({"kind": "dealt"}),
        }
    }
}

/// Something that happened. The game is the fold of these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Event {
    /// A decision was played.
    Move {
        /// The decision's text.
        mv: String,
        /// Milliseconds it took.
        ms: u64,
        /// The mover's clock after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u64>,
    },
    /// Moves were taken back until `ply` were left.
    Back {
        /// Moves that are left.
        ply: u32,
    },
    /// A seat gave up.
    Resign {
        /// `first` or `second`.
        seat: String,
    },
    /// A seat's time ran out.
    Flag {
        /// `first` or `second`.
        seat: String,
    },
}

/// A played move as the seats saw it.
#[derive(Clone, Debug)]
pub struct Played {
    /// Who moved.
    pub seat: Seat,
    /// The decision's text.
    pub mv: String,
    /// The token in each seat's view.
    pub seen: [String; 2],
    /// Milliseconds it took.
    pub ms: u64,
    left_before: [u64; 2],
}

/// Whose eyes look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// One seat.
    Seat(Seat),
    /// One person who holds both seats, on one screen.
    Both,
}

impl Viewer {
    /// Whether this viewer may act for `seat`.
    pub fn holds(self, seat: Seat) -> bool {
        match self {
            Viewer::Both => true,
            Viewer::Seat(own) => own == seat,
        }
    }
}

/// The seat of this name.
pub fn seat_of(name: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|s| s.name() == name)
}

/// A game in memory.
pub struct Game {
    /// What was agreed.
    pub spec: Spec,
    /// How many events there are.
    pub version: u32,
    referee: Box<dyn AnyReferee>,
    moves: Vec<Played>,
    over: Option<VerdictJson>,
    left_ms: [u64; 2],
    /// Since when the seat to move has been thinking, in this process.
    since: Instant,
    /// Whether an engine is at work on the next move.
    pub thinking: bool,
    /// Why the engine could not move, if it could not.
    pub trouble: Option<String>,
    taken_back: u32,
}

impl Game {
    /// A game of `spec` after `events`.
    pub fn replay(spec: Spec, events: &[Event]) -> Result<Game, DeskError> {
        let referee = spec.referee()?;
        let left = spec.clock.map_or(0, |c| c.initial_ms);
        let mut game = Game {
            over: referee.verdict(),
            spec,
            version: 0,
            referee,
            moves: Vec::new(),
            left_ms: [left; 2],
            since: Instant::now(),
            thinking: false,
            trouble: None,
            taken_back: 0,
        };
        for event in events {
            game.apply(event)?;
        }
        Ok(game)
    }

    /// Lets `event` happen. On an error nothing has changed.
    pub fn apply(&mut self, event: &Event) -> Result<(), DeskError> {
        match event {
            Event::Move { mv, ms, left_ms } => {
                let seen = self.referee.play(mv)?;
                let played = Played {
                    seat: seen.mover,
                    mv: mv.clone(),
                    seen: seen.seen,
                    ms: *ms,
                    left_before: self.left_ms,
                };
                if let Some(left) = left_ms {
                    self.left_ms[seen.mover.index()] = *left;
                }
                self.moves.push(played);
                self.over = self.referee.verdict();
            }
            Event::Back { ply } => {
                let keep = (*ply as usize).min(self.moves.len());
                let mut referee = self.spec.referee()?;
                for m in &self.moves[..keep] {
                    referee.play(&m.mv)?;
                }
                if let Some(m) = self.moves.get(keep) {
                    self.left_ms = m.left_before;
                }
                self.moves.truncate(keep);
                self.over = referee.verdict();
                self.referee = referee;
                self.taken_back += 1;
            }
            Event::Resign { seat } => self.end(seat, "resignation"),
            Event::Flag { seat } => self.end(seat, "time"),
        }
        self.since = Instant::now();
        self.trouble = None;
        self.version += 1;
        Ok(())
    }

    fn end(&mut self, loser: &str, reason: &str) {
        let winner = seat_of(loser).map(|s| s.other().name().to_string());
        let names = desk::game(&self.spec.kind).map(|g| g.side_names());
        let view = self.referee.view(self.referee.seat());
        let side = match (view.side(), names) {
            (Some(side), Ok(names)) => {
                let mover_lost = self.referee.seat().name() == loser;
                let other = names.into_iter().find(|n| *n != side);
                if mover_lost { other.map(str::to_string) } else { Some(side.to_string()) }
            }
            _ => None,
        };
        self.over = Some(VerdictJson { winner, side, reason: reason.into(), by_line: false });
    }

    /// Whether `mv` may be played, and the event that it would be. The answer
    /// of an engine or person at `version`.
    pub fn moving(&self, mv: &str) -> Result<Event, DeskError> {
        // A trial on a copy: nothing may be stored that does not replay.
        self.referee.clone_referee().play(mv)?;
        let ms = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let left_ms = self
            .spec
            .clock
            .map(|c| self.left_ms[self.referee.seat().index()].saturating_sub(ms) + c.increment_ms);
        Ok(Event::Move { mv: mv.into(), ms, left_ms })
    }

    /// Who decides; `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.over.is_none().then(|| self.referee.seat())
    }

    /// Moves that stand.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// The moves that stand.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// How it ended, if it did.
    pub fn over(&self) -> Option<&VerdictJson> {
        self.over.as_ref()
    }

    /// What the seat to move may know: this, and nothing else, goes to engines.
    pub fn table(&self) -> Box<dyn AnyTable> {
        self.referee.view(self.referee.seat()).clone_table()
    }

    /// Milliseconds that are left to the seat to move now, if a clock runs.
    pub fn left_now(&self) -> Option<u64> {
        self.spec.clock?;
        let seat = self.turn()?;
        if self.moves.is_empty() {
            return Some(self.left_ms[seat.index()]);
        }
        let used = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(self.left_ms[seat.index()].saturating_sub(used))
    }

    /// How many moves stand after `viewer` takes back the last decision of theirs.
    pub fn back_to(&self, viewer: Viewer) -> Option<u32> {
        let at = self
            .moves
            .iter()
            .rposition(|m| viewer.holds(m.seat) && self.spec.seats[m.seat.index()].is_person())?;
        u32::try_from(at).ok()
    }

    /// The eyes through which `viewer` sees the board now.
    fn eyes(&self, viewer: Viewer) -> Seat {
        match viewer {
            Viewer::Seat(s) => s,
            Viewer::Both if self.spec.seats[self.referee.seat().index()].is_person() => {
                self.referee.seat()
            }
            Viewer::Both => {
                if self.spec.seats[0].is_person() {
                    Seat::First
                } else {
                    Seat::Second
                }
            }
        }
    }

    /// All that `viewer` may know, as the message that browsers get.
    pub fn state(&self, id: &str, viewer: Viewer) -> Value {
        let eyes = self.eyes(viewer);
        let view = self.referee.view(eyes);
        let turn = self.turn();
        let may_move =
            turn.is_some_and(|s| viewer.holds(s) && self.spec.seats[s.index()].is_person());
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|m| json!({"token": m.seen[eyes.index()], "seat": m.seat.name(), "ms": m.ms}))
            .collect();
        let mut left = self.left_ms;
        if let (Some(seat), Some(now)) = (turn, self.left_now()) {
            left[seat.index()] = now;
        }
        let clock = self.spec.clock.map(|c| {
            json!({"initial_ms": c.initial_ms, "increment_ms": c.increment_ms, "left_ms": left,
                   "running": turn.filter(|_| !self.moves.is_empty()).map(Seat::name)})
        });
        json!({
            "schema": 1,
            "type": "state",
            "id": id,
            "version": self.version,
            "kind": self.spec.kind,
            "rules": self.spec.rules,
            "start": view.start_text(),
            "seats": self.spec.seats,
            "you": match viewer { Viewer::Both => "both", Viewer::Seat(s) => s.name() },
            "eyes": eyes.name(),
            "position": view.position_text(),
            "ply": self.moves.len(),
            "moves": moves,
            "turn": turn.map(Seat::name),
            "side": view.side(),
            "legal": if may_move { view.legal() } else { Vec::new() },
            "thinking": self.thinking,
            "trouble": self.trouble,
            "verdict": self.over,
            "clock": clock,
            "taken_back": self.taken_back,
            "luck": self.spec.promise(),
            "truth": self.truth(),
        })
    }

    /// The whole truth, once it may be told.
    fn truth(&self) -> Option<Value> {
        self.over.as_ref()?;
        let seen = |seat: Seat| -> Vec<&str> {
            self.moves.iter().map(|m| m.seen[seat.index()].as_str()).collect()
        };
        Some(json!({
            "luck": self.spec.luck,
            "seed": match &self.spec.luck {
                Luck::Fair { secret, contribution } => fair::run_name(secret, contribution),
                Luck::Chosen { seed } => seed.clone(),
                Luck::Dealt { .. } => String::new(),
            },
            "deal": self.referee.deal_text(),
            "first": seen(Seat::First),
            "second": seen(Seat::Second),
        }))
    }
}
