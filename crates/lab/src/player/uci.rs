//! A program that speaks UCI or one of its dialects.

use super::outside::Outside;
use super::{Fault, FaultKind, Player};
use crate::contender::Contender;
use crate::desk::{AnalysisJson, AnyTable, Ask, Choice, DeskError, MoveJson, ValueJson};
use touchstone_kernel::Limits;
use touchstone_protocol::uci_client::{self as uci, Dialect, Said};

/// A UCI engine at a table.
pub struct Uci {
    program: Outside,
    dialect: Dialect,
    /// The limits of a move.
    pub limits: Limits,
    options: Vec<(String, String)>,
}

impl Uci {
    /// The player of `contender` in `game`; its program starts with the first game.
    pub fn new(contender: &Contender, game: &str) -> Result<Uci, DeskError> {
        let dialect = Dialect::named(contender.dialect.as_deref().unwrap_or(""), game)
            .map_err(DeskError::Engine)?;
        let mut options: Vec<(String, String)> = Vec::new();
        if let Some(n) = contender.threads {
            options.push(("Threads".into(), n.to_string()));
        }
        options.extend(contender.options.iter().map(|(k, v)| (k.clone(), v.clone())));
        Ok(Uci {
            program: Outside::new(contender, "quit"),
            dialect,
            limits: contender.limits(),
            options,
        })
    }

    fn ready(&mut self) -> Result<(), Fault> {
        self.program.send("isready")?;
        self.program
            .wait(self.program.ready(), "readyok", |l| (l.trim() == "readyok").then_some(()))
    }

    fn position(&self, table: &dyn AnyTable) -> String {
        let outward = |tokens: &[String]| -> Vec<String> {
            tokens.iter().map(|t| self.dialect.outward(t)).collect()
        };
        match self.dialect {
            Dialect::Own => uci::position(&table.start_text(), &outward(table.played())),
            Dialect::Bare => uci::position(&table.position_text(), &[]),
            Dialect::Misty | Dialect::Pikafish => {
                let (text, tokens) = table.window();
                uci::position(&text, &outward(tokens))
            }
        }
    }

    /// Judges a table (one line); whether its score is an expected result, or
    /// only a number that grows with it.
    pub fn analyse(
        &mut self,
        table: &dyn AnyTable,
        ask: &Ask,
    ) -> Result<(AnalysisJson, bool), Fault> {
        let position = self.position(table);
        self.program.send(&position)?;
        let mut go = uci::go(&ask.limits, self.dialect);
        if !ask.only.is_empty() {
            go.push_str(" searchmoves");
            for m in &ask.only {
                go.push(' ');
                go.push_str(&self.dialect.outward(m));
            }
        }
        let (best, info) = self.best(&go)?;
        let exact = info.millionths();
        // Centipawns of unknown scale: a logistic that only keeps their order.
        let rough = info.cp.map(|cp| (1e6 * (cp as f64 / 400.0).tanh()) as i64);
        let score = exact.or(rough);
        let moves = best
            .map(|mv| MoveJson {
                mv: self.dialect.inward(&mv),
                value: ValueJson {
                    kind: score.map_or("", |_| info.bound.unwrap_or("exact")).into(),
                    score: score.unwrap_or(0),
                    percent: 50.0 + score.unwrap_or(0) as f64 / 20_000.0,
                    proved: info.mate.is_some(),
                    end: None,
                },
                line: info.pv.iter().map(|t| self.dialect.inward(t)).collect(),
                outcomes: Vec::new(),
                nodes: info.nodes.unwrap_or(0),
            })
            .into_iter()
            .collect();
        let analysis = AnalysisJson {
            schema: 1,
            game: table.game().into(),
            rules: table.rules().into(),
            position: table.position_text(),
            side: table.side().map(str::to_string),
            depth: info.depth.unwrap_or(0),
            nodes: info.nodes.unwrap_or(0),
            time_ms: 0,
            static_value: None,
            outcomes: Vec::new(),
            moves,
            audit: None,
        };
        Ok((analysis, exact.is_some()))
    }

    /// Asks for a move and hears what the engine says of it.
    fn ask(&mut self, table: &dyn AnyTable) -> Result<Choice, Fault> {
        let position = self.position(table);
        self.program.send(&position)?;
        let (best, info) = self.best(&uci::go(&self.limits, self.dialect))?;
        let Some(best) = best else {
            return Err(Fault::new(FaultKind::Illegal, "it found no move"));
        };
        let value = info.millionths().map(|score| ValueJson {
            kind: info.bound.unwrap_or("exact").into(),
            score,
            percent: 50.0 + score as f64 / 20_000.0,
            proved: false,
            end: None,
        });
        Ok(Choice {
            mv: self.dialect.inward(&best),
            value,
            nodes: info.nodes.unwrap_or(0),
            depth: info.depth.unwrap_or(0),
        })
    }
}

impl Uci {
    /// Sends `go` and waits for the move; the last score of the best line comes with it.
    fn best(&mut self, go: &str) -> Result<(Option<String>, uci::Info), Fault> {
        self.program.send(go)?;
        let mut last = String::new();
        let patience = self.program.patience();
        let best = self.program.wait(patience, "bestmove", |line| {
            if line.starts_with("info") {
                // Only the last line with a score of the best move is read.
                let first = !line.contains("multipv ") || line.contains("multipv 1 ");
                if first && line.contains(" score ") {
                    last.clear();
                    last.push_str(line);
                }
                return None;
            }
            match uci::hear(line) {
                Said::BestMove(m) => Some(m),
                _ => None,
            }
        })?;
        let info = match uci::hear(&last) {
            Said::Info(i) => i,
            _ => uci::Info::default(),
        };
        Ok((best, info))
    }
}

impl Player for Uci {
    fn new_game(&mut self, _: &dyn AnyTable) -> Result<(), Fault> {
        if !self.program.is_running() {
            self.program.start()?;
            self.program.send("uci")?;
            self.program.greet("uciok", |l| (l.trim() == "uciok").then_some(()))?;
            for (name, value) in self.options.clone() {
                self.program.send(&uci::set_option(&name, &value))?;
            }
        }
        self.program.send("ucinewgame")?;
        self.ready()
    }

    fn choose(&mut self, table: &dyn AnyTable) -> Result<Choice, Fault> {
        self.ask(table)
    }
}
