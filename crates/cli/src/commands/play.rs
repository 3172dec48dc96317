//! `touchstone play`: a game in the terminal, or a demonstration without one.

use super::analyse;
use crate::failure::Failure;
use crate::out;
use std::io::IsTerminal;
use touchstone_kernel::{Limits, LuckKey, Seat};
use touchstone_lab::desk::{self, AnyEngine, AnyGame, AnyReferee, Ask, EngineSpec};
use touchstone_lab::record::{GameRecord, PlyRecord, ResultRecord, SCHEMA, SeatRecord};

/// Play a game in the terminal.
///
/// Example: touchstone play banqi --seat first --level 3
#[derive(clap::Args)]
pub struct Args {
    /// banqi, jieqi or dicechess.
    game: String,
    /// Your seat: first, second, both (two people) or none (watch).
    #[arg(long, default_value = "first")]
    seat: String,
    /// The engine's level, 1 (weak) to 8 (strong).
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    level: u32,
    /// The rules preset.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// Names the deal; a random one if absent.
    #[arg(long)]
    seed: Option<String>,
    /// Draw pieces as letters instead of Chinese characters.
    #[arg(long)]
    letters: bool,
}

/// Nodes a move of each level. Inherited from no measurement: each level is
/// about four times the one before.
fn level_nodes(level: u32) -> u64 {
    match level {
        0 | 1 => 200,
        2 => 1_000,
        3 => 4_000,
        4 => 16_000,
        5 => 64_000,
        6 => 250_000,
        7 => 1_000_000,
        _ => 4_000_000,
    }
}

struct Match {
    game: &'static dyn AnyGame,
    referee: Box<dyn AnyReferee>,
    /// The worlds before each decision, to take moves back.
    past: Vec<(Box<dyn AnyReferee>, PlyRecord)>,
    /// How the game ended, once it did.
    result: Option<ResultRecord>,
    seed: String,
    level: u32,
    engine: Box<dyn AnyEngine>,
    limits: Limits,
    humans: [bool; 2],
    chinese: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let game = desk::game(&args.game)?;
    let humans = match args.seat.as_str() {
        "first" => [true, false],
        "second" => [false, true],
        "both" => [true, true],
        "none" => [false, false],
        other => {
            return Err(Failure::bad(format!(
                "--seat: found {other}; expected first, second, both or none"
            )));
        }
    };
    let seed = args.seed.clone().unwrap_or_else(fresh_seed);
    if !std::io::stdin().is_terminal() && args.seed.is_none() && humans != [false, false] {
        return super::demo::run(game, &args.rules);
    }
    let key = LuckKey { run: seed.clone(), pair: 0 };
    let mut m = Match {
        game,
        referee: game.deal("start", &args.rules, &key)?,
        past: Vec::new(),
        result: None,
        seed: seed.clone(),
        level: args.level,
        engine: game.engine(&EngineSpec::default())?,
        limits: Limits::nodes(level_nodes(args.level)),
        humans,
        chinese: !args.letters,
    };
    out::line(format!(
        "{} under {} rules, deal {seed}. Type a move, or: hint, eval, odds MOVE, moves, undo, save FILE, resign, help, quit.",
        game.name(),
        m.referee.rules()
    ))?;
    m.go()
}

fn fresh_seed() -> String {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |d| d.as_nanos() as u64);
    let mut rng =
        touchstone_kernel::Rng::keyed(&[now.into(), u64::from(std::process::id()).into()]);
    format!("{:08x}", rng.bits() as u32)
}

impl Match {
    fn go(&mut self) -> Result<(), Failure> {
        let mut input = out::lines();
        self.show()?;
        loop {
            if self.result.is_none()
                && let Some(verdict) = self.referee.verdict()
            {
                self.end(verdict.into())?;
            }
            if self.result.is_some() && self.humans == [false, false] {
                return Ok(());
            }
            let seat = self.referee.seat();
            if self.result.is_none() && !self.humans[seat.index()] {
                self.engine_moves(seat)?;
                self.show()?;
                continue;
            }
            out::prompt("> ")?;
            let Some(line) = input.next() else { return Ok(()) };
            let line = line?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [] => {}
                ["quit" | "exit"] => return Ok(()),
                ["resign"] if self.result.is_none() => self.end(ResultRecord {
                    winner: Some(seat.other().name().into()),
                    reason: "resignation".into(),
                    ..ResultRecord::default()
                })?,
                ["help"] => out::line(HELP)?,
                ["moves"] => out::line(self.referee.view(seat).legal().join(" "))?,
                ["hint"] => self.hint(seat, 3)?,
                ["eval"] => self.eval(seat)?,
                ["odds", mv] => self.odds(seat, mv)?,
                ["undo"] => self.undo()?,
                ["save", path] => self.save(path)?,
                ["save"] => out::line("save: found no file name; expected save FILE")?,
                _ if self.result.is_some() => {
                    out::line("the game is over; save FILE, undo or quit")?;
                }
                _ => match self.play(line.trim()) {
                    Ok(()) => self.show()?,
                    Err(Failure::Bad(why)) => out::line(why)?,
                    Err(other) => return Err(other),
                },
            }
        }
    }

    fn play(&mut self, mv: &str) -> Result<(), Failure> {
        let before = self.referee.clone_referee();
        let seen = self.referee.play(mv)?;
        let me = if self.humans[Seat::First.index()] { Seat::First } else { Seat::Second };
        out::line(format!("{}: {}", seen.mover.name(), seen.seen[me.index()]))?;
        self.past.push((before, PlyRecord::seen(seen.mover, &seen.seen)));
        Ok(())
    }

    fn end(&mut self, result: ResultRecord) -> Result<(), Failure> {
        let who = match &result.winner {
            None => "draw".to_string(),
            Some(w) => format!("the {w} seat wins"),
        };
        out::line(format!("{who} ({})", result.reason))?;
        self.result = Some(result);
        Ok(())
    }

    fn engine_moves(&mut self, seat: Seat) -> Result<(), Failure> {
        let choice = self.engine.choose(self.referee.view(seat), &Ask::for_play(self.limits))?;
        self.play(&choice.mv)
    }

    fn show(&self) -> Result<(), Failure> {
        let view = self.referee.view(self.referee.seat());
        out::line("")?;
        out::line(view.diagram(self.chinese))?;
        let side = view.side().unwrap_or("no colour yet");
        out::line(format!("{} seat to move ({side})", self.referee.seat().name()))
    }

    fn hint(&mut self, seat: Seat, lines: usize) -> Result<(), Failure> {
        let ask = Ask { lines, ..Ask::new(self.limits) };
        let analysis = self.engine.analyse(self.referee.view(seat), &ask)?;
        for row in analyse::text(&analysis, lines) {
            out::line(row)?;
        }
        Ok(())
    }

    fn eval(&self, seat: Seat) -> Result<(), Failure> {
        let eval = self.game.eval(self.referee.view(seat), None)?;
        for t in eval.terms {
            out::line(format!("  {:<28} {:>+8}", t.name, t.value))?;
        }
        out::line(format!("expected result {:.1} %", eval.percent))
    }

    fn odds(&self, seat: Seat, mv: &str) -> Result<(), Failure> {
        let luck = self.referee.view(seat).luck(Some(mv));
        match luck {
            Ok(rows) if rows.is_empty() => out::line("there is no luck in this move"),
            Ok(rows) => {
                let total: u32 = rows.iter().map(|r| r.1).sum();
                for (event, weight) in rows {
                    let share = 100.0 * f64::from(weight) / f64::from(total.max(1));
                    out::line(format!("  {event:<4} {weight} of {total} ({share:.1} %)"))?;
                }
                Ok(())
            }
            Err(e) => out::line(e.to_string()),
        }
    }

    /// Takes back to the last decision of a person.
    fn undo(&mut self) -> Result<(), Failure> {
        self.result = None;
        while let Some((before, _)) = self.past.pop() {
            let human = self.humans[before.seat().index()];
            self.referee = before;
            if human {
                return self.show();
            }
        }
        out::line("there is nothing to take back")
    }

    /// The game as a record; one that goes on has no reason in its result.
    fn record(&self) -> GameRecord {
        let view = self.referee.view(self.referee.seat());
        let seats = Seat::BOTH.map(|seat| {
            let side = view.side().map(|own| {
                let [one, two] = self.game.side_names();
                let mover = seat == self.referee.seat();
                if mover == (own == one) { one } else { two }
            });
            let person = self.humans[seat.index()];
            SeatRecord {
                name: if person {
                    "person".into()
                } else {
                    format!("builtin level {}", self.level)
                },
                side: side.map(str::to_string),
                ..SeatRecord::default()
            }
        });
        GameRecord {
            schema: SCHEMA,
            game: self.game.name().into(),
            rules: self.referee.rules().into(),
            seed: self.seed.clone(),
            start: "start".into(),
            deal: self.referee.deal_text(),
            seats,
            plies: self.past.iter().map(|p| p.1.clone()).collect(),
            end: view.position_text(),
            result: self.result.clone().unwrap_or_default(),
            ..GameRecord::default()
        }
    }

    fn save(&self, path: &str) -> Result<(), Failure> {
        let record = serde_json::to_string(&self.record())?;
        match std::fs::write(path, format!("{record}\n")) {
            Ok(()) => out::line(format!("saved to {path}")),
            Err(e) => out::line(format!("{path}: {e}; nothing was saved")),
        }
    }
}

const HELP: &str = "\
  MOVE         a move in the game's notation (b1c1; c3c3 flips)
  moves        all legal moves
  odds MOVE    what may come of it
  hint         the engine's best moves
  eval         the static evaluation
  undo         take back to your last decision
  save FILE    write the game as a record
  resign, quit";
