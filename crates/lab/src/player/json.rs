//! A program that speaks our JSON lines.

use super::outside::Outside;
use super::{Fault, FaultKind, Player};
use crate::contender::Contender;
use crate::desk::{AnalysisJson, AnyTable, Ask, Choice};
use touchstone_protocol::json_lines::{Heard, Request, hear};

/// A JSON engine at a table.
pub struct Json {
    program: Outside,
    ask: Request,
    next: u64,
}

impl Json {
    /// The player of `contender`; its program starts with the first game.
    pub fn new(contender: &Contender) -> Json {
        let limits = contender.limits();
        let ask = Request {
            nodes: limits.nodes,
            depth: limits.depth,
            time_ms: limits.time_ms,
            lines: Some(1),
            play: true,
            ..Request::default()
        };
        Json { program: Outside::new(contender, r#"{"action":"terminate_all"}"#), ask, next: 1 }
    }

    fn call(&mut self, request: &Request) -> Result<serde_json::Value, Fault> {
        self.program.send(&request.line())?;
        let patience = self.program.patience();
        let answer = self.program.wait(patience, "answer", |line| match hear(line) {
            Heard::Answer { id, during_search: false, body } if id == request.id => Some(Ok(body)),
            Heard::Refusal(r) if r.id == request.id => {
                Some(Err(format!("{}: {}", r.field, r.error)))
            }
            _ => None,
        })?;
        answer.map_err(|why| self.program.garbage(format!("it refused the request: {why}")))
    }
}

impl Json {
    fn put(&mut self, table: &dyn AnyTable, request: Request) -> Result<AnalysisJson, Fault> {
        self.next += 1;
        let request = Request {
            id: self.next.into(),
            game: table.game().into(),
            rules: table.rules().into(),
            position: table.start_text(),
            moves: table.played().to_vec(),
            ..request
        };
        let body = self.call(&request)?;
        serde_json::from_value(body).map_err(|e| self.program.garbage(format!("its answer: {e}")))
    }

    /// Judges a table.
    pub fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, Fault> {
        let request = Request {
            nodes: ask.limits.nodes,
            depth: ask.limits.depth,
            time_ms: ask.limits.time_ms,
            lines: Some(ask.lines),
            allow_moves: ask.only.clone(),
            play: ask.play,
            ..Request::default()
        };
        self.put(table, request)
    }
}

impl Player for Json {
    fn new_game(&mut self, _: &dyn AnyTable) -> Result<(), Fault> {
        if !self.program.is_running() {
            self.program.start()?;
        }
        self.next += 1;
        let request = Request {
            id: self.next.into(),
            action: Some("clear_cache".into()),
            ..Request::default()
        };
        self.call(&request).map(|_| ())
    }

    fn choose(&mut self, table: &dyn AnyTable) -> Result<Choice, Fault> {
        let request = self.ask.clone();
        let analysis = self.put(table, request)?;
        let (nodes, depth) = (analysis.nodes, analysis.depth);
        match analysis.moves.into_iter().next() {
            Some(m) => Ok(Choice { mv: m.mv, value: Some(m.value), nodes, depth }),
            None => Err(Fault::new(FaultKind::Illegal, "it found no move")),
        }
    }
}
