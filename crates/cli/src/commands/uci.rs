//! `touchstone uci`: an engine for programs that speak UCI.
//!
//! One thread listens, one searches. `isready` and `stop` are answered while a
//! search is under way; a bad line gets an `info string` and changes nothing.

use crate::failure::Failure;
use crate::out;
use std::sync::mpsc::{Receiver, Sender, channel};
use touchstone_kernel::Limits;
use touchstone_lab::desk::{
    self, AnalysisJson, AnyEngine, AnyGame, AnyTable, Ask, EngineSpec, MoveJson,
};
use touchstone_protocol::uci_server::{Go, Heard, Info, hear};
use touchstone_search::Stop;

/// An engine for programs that speak UCI.
///
/// Example: touchstone uci banqi --dialect misty
#[derive(clap::Args)]
pub struct Args {
    /// banqi, jieqi, dicechess or chess.
    game: String,
    /// `own`, or `misty` (Banqi with ranks counted from 0), or `pikafish` (Jieqi).
    #[arg(long, default_value = "own")]
    dialect: String,
    /// The rules preset.
    #[arg(long, default_value = "", hide_default_value = true)]
    rules: String,
    /// A parameter file for the engine.
    #[arg(long, value_name = "FILE")]
    params: Option<String>,
}

/// How moves are written outside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Own,
    /// Ranks counted from 0.
    RanksFromZero,
}

impl Dialect {
    fn of(name: &str, game: &str) -> Result<Dialect, Failure> {
        match (name, game) {
            ("own", _) | ("pikafish", "jieqi") => Ok(Dialect::Own),
            ("misty", "banqi") => Ok(Dialect::RanksFromZero),
            _ => Err(Failure::bad(format!(
                "--dialect: found {name} for {game}; expected own, misty (banqi) or pikafish (jieqi)"
            ))),
        }
    }

    fn inward(self, token: &str) -> String {
        self.shifted(token, 1)
    }

    fn outward(self, token: &str) -> String {
        self.shifted(token, -1)
    }

    /// Moves the rank digits of the two squares of a token by `by`.
    fn shifted(self, token: &str, by: i8) -> String {
        if self == Dialect::Own {
            return token.to_string();
        }
        let shift = |(i, c): (usize, char)| match c.to_digit(10) {
            Some(d) if i == 1 || i == 3 => {
                char::from_digit((d as i8 + by).clamp(0, 9) as u32, 10).unwrap_or(c)
            }
            _ => c,
        };
        token.chars().enumerate().map(shift).collect()
    }
}

enum Job {
    NewGame,
    Go { table: Box<dyn AnyTable>, ask: Ask, wait: bool },
    Replace(Box<dyn AnyEngine>),
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let game = desk::game(&args.game)?;
    let dialect = Dialect::of(&args.dialect, game.name())?;
    let params = args.params.as_deref().map(out::read).transpose()?;
    let engine = game.engine(&EngineSpec { params: params.clone(), ..EngineSpec::default() })?;
    let (jobs, inbox) = channel();
    let worker = std::thread::spawn(move || work(inbox, engine, dialect));
    let mut session = Session {
        game,
        dialect,
        table: game.table("start", &args.rules, &[])?,
        rules: args.rules,
        spec: EngineSpec { params, ..EngineSpec::default() },
        lines: 1,
        threads: 1,
        stop: Stop::new(),
        endless: false,
        jobs,
    };
    for line in out::lines() {
        let line = line?;
        match session.answer(&line) {
            Ok(true) => {}
            Ok(false) => break,
            Err(Failure::Bad(why)) => out::line(format!("info string error: {why}"))?,
            Err(other) => return Err(other),
        }
    }
    // At the end of input a finite search is still finished and answered; one that waits for
    // `stop` would wait for ever.
    if session.endless {
        session.stop.raise();
    }
    drop(session);
    worker.join().map_err(|_| Failure::bad("the search thread ended unexpectedly"))?
}

struct Session {
    game: &'static dyn AnyGame,
    dialect: Dialect,
    table: Box<dyn AnyTable>,
    rules: String,
    spec: EngineSpec,
    lines: usize,
    threads: usize,
    stop: Stop,
    /// Whether the last search ends only by `stop`.
    endless: bool,
    jobs: Sender<Job>,
}

impl Session {
    /// Answers one line; `false` ends the session.
    fn answer(&mut self, line: &str) -> Result<bool, Failure> {
        match hear(line)? {
            Heard::Hello => self.hello()?,
            Heard::IsReady => out::line("readyok")?,
            Heard::NewGame => self.send(Job::NewGame)?,
            Heard::SetOption { name, value } => self.set(&name, &value)?,
            Heard::Position { text, moves } => {
                let moves: Vec<_> = moves.iter().map(|m| self.dialect.inward(m)).collect();
                self.table = self.game.table(&text, &self.rules, &moves)?;
            }
            Heard::Go(go) => self.go(go)?,
            Heard::Stop => self.stop.raise(),
            Heard::Show => {
                out::line(self.table.diagram(false))?;
                out::line(format!("Fen: {}", self.table.position_text()))?;
            }
            Heard::Quit => {
                self.stop.raise();
                return Ok(false);
            }
            Heard::Nothing => {}
        }
        Ok(true)
    }

    fn send(&self, job: Job) -> Result<(), Failure> {
        self.jobs.send(job).map_err(|_| Failure::bad("the search thread has ended"))
    }

    fn hello(&self) -> Result<(), Failure> {
        let version = env!("CARGO_PKG_VERSION");
        out::line(format!("id name Touchstone {} {version}", self.game.name()))?;
        out::line("id author the Touchstone authors")?;
        let presets: Vec<_> = self.game.presets().iter().map(|p| p.name).collect();
        let first = presets.first().copied().unwrap_or_default();
        let vars = presets.iter().map(|p| format!(" var {p}")).collect::<String>();
        out::line(format!("option name Rules type combo default {first}{vars}"))?;
        out::line("option name MultiPV type spin default 1 min 1 max 64")?;
        out::line("option name Threads type spin default 1 min 1 max 64")?;
        out::line("option name Hash type spin default 16 min 1 max 4096")?;
        out::line("uciok")
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let number = |least: usize, most: usize| {
            value.parse::<usize>().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| {
                Failure::bad(format!("option {name}: found {value:?}; expected {least} to {most}"))
            })
        };
        match name.to_ascii_lowercase().as_str() {
            "rules" => {
                self.table = self.game.table("start", value, &[])?;
                self.rules = value.to_string();
            }
            "multipv" => self.lines = number(1, 64)?,
            "threads" => self.threads = number(1, 64)?,
            "hash" => {
                let mib = number(1, 4096)?;
                self.spec.options.insert("hash_mib".into(), mib.to_string());
                self.send(Job::Replace(self.game.engine(&self.spec)?))?;
            }
            _ => return Err(Failure::bad(format!("unknown option {name:?}"))),
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), Failure> {
        let side = self.table.side();
        let index = match side {
            Some(name) => usize::from(name != self.game.side_names()[0]),
            None => self.table.seat().map_or(0, |s| s.index()),
        };
        let mut limits = go.limits;
        if limits.time_ms.is_none() {
            limits.time_ms = go.time_for_move_ms(index);
        }
        if limits.is_unlimited() && !go.infinite {
            // A bare `go` must end by itself.
            limits = Limits::time_ms(1000);
        }
        self.stop = Stop::new();
        self.endless = go.infinite;
        let only = go.only.iter().map(|m| self.dialect.inward(m)).collect();
        let ask = Ask {
            lines: self.lines,
            only,
            threads: self.threads,
            play: self.lines == 1 && !go.infinite,
            stop: self.stop.clone(),
            limits,
        };
        self.send(Job::Go { table: self.table.clone_table(), ask, wait: go.infinite })
    }
}

/// The searching thread.
fn work(
    inbox: Receiver<Job>,
    mut engine: Box<dyn AnyEngine>,
    dialect: Dialect,
) -> Result<(), Failure> {
    for job in inbox {
        match job {
            Job::NewGame => engine.new_game(),
            Job::Replace(other) => engine = other,
            Job::Go { table, ask, wait } => {
                let lines = ask.lines;
                let found = engine.analyse(table.as_ref(), &ask);
                while wait && !ask.stop.is_raised() {
                    std::thread::sleep(std::time::Duration::from_millis(5));
                }
                match found {
                    Ok(analysis) => report(&analysis, lines, dialect)?,
                    Err(e) => {
                        out::line(format!("info string error: {e}"))?;
                        out::line("bestmove (none)")?;
                    }
                }
            }
        }
    }
    Ok(())
}

fn report(a: &AnalysisJson, lines: usize, dialect: Dialect) -> Result<(), Failure> {
    for (i, m) in a.moves.iter().take(lines).enumerate() {
        out::line(info(a, m, i + 1, dialect).text())?;
    }
    let best = a.moves.first().map_or("(none)".to_string(), |m| dialect.outward(&m.mv));
    out::line(format!("bestmove {best}"))
}

fn info(a: &AnalysisJson, m: &MoveJson, rank: usize, dialect: Dialect) -> Info {
    Info {
        depth: a.depth,
        multipv: rank,
        nodes: a.nodes,
        time_ms: a.time_ms,
        permille: (m.value.percent * 10.0).round().clamp(0.0, 1000.0) as u32,
        score: m.value.score,
        end_plies: m.value.end.as_ref().and_then(|e| match e.result.as_str() {
            "win" => Some(i64::from(e.plies)),
            "loss" => Some(-i64::from(e.plies)),
            _ => None,
        }),
        bound: match m.value.kind.as_str() {
            "at_least" => Some("lowerbound"),
            "at_most" => Some("upperbound"),
            _ => None,
        },
        pv: m.line.iter().map(|t| dialect.outward(t)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_from_zero_map_both_ways_on_all_squares() {
        let d = Dialect::RanksFromZero;
        for file in 'a'..='h' {
            for rank in 1..=4 {
                let own = format!("{file}{rank}{file}{rank}");
                let out = format!("{file}{}{file}{}", rank - 1, rank - 1);
                assert_eq!(d.outward(&own), out);
                assert_eq!(d.inward(&out), own);
            }
        }
        assert_eq!(d.inward("c2c2=R"), "c3c3=R");
    }
}
