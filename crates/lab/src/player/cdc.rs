//! A program that speaks the Banqi tournament protocol.

use super::outside::Outside;
use super::{Fault, FaultKind, Player};
use crate::contender::Contender;
use crate::desk::{AnyTable, Choice};
use std::time::Duration;
use touchstone_protocol::cdc::{self, id};

/// A tournament engine at a table. It cannot set up positions: every game is
/// told from its start. It counts repetition by its own rules.
pub struct Cdc {
    program: Outside,
    time_ms: Option<u64>,
    told: usize,
}

/// The reference engine spends about a 125th of what is left on a move, and
/// its floor of half a second when 62 s or less are left.
const SHARES: u64 = 125;
const FLOOR_MS: u64 = 500;
const FLOOR_LEFT_MS: u64 = 60_000;

impl Cdc {
    /// The player of `contender`; its program starts with the first game.
    pub fn new(contender: &Contender) -> Cdc {
        Cdc { program: Outside::new(contender, "5 quit"), time_ms: contender.time_ms, told: 0 }
    }

    fn call(&mut self, number: u32, text: &str, patience: Duration) -> Result<String, Fault> {
        self.program.send(text)?;
        let said =
            self.program.wait(patience, &format!("={number}"), |line| cdc::answer(line, number))?;
        said.map_err(|why| self.program.garbage(format!("it refused {text:?}: {why}")))
    }
}

impl Player for Cdc {
    fn new_game(&mut self, _: &dyn AnyTable) -> Result<(), Fault> {
        if !self.program.is_running() {
            self.program.start()?;
        }
        self.told = 0;
        let ready = self.program.ready();
        self.call(id::RESET, &format!("{} reset_board", id::RESET), ready).map(|_| ())
    }

    fn choose(&mut self, table: &dyn AnyTable) -> Result<Choice, Fault> {
        let patience = self.program.patience();
        while self.told < table.played().len() {
            let token = &table.played()[self.told];
            let Some(text) = cdc::told(token) else {
                return Err(Fault::new(
                    FaultKind::Garbage,
                    format!("{token} cannot be told in this protocol"),
                ));
            };
            let number = if text.starts_with("11") { id::FLIP } else { id::MOVE };
            self.call(number, &text, patience)?;
            self.told += 1;
        }
        let colour = table.side().unwrap_or("unknown");
        if let (Some(ms), Some(colour)) = (self.time_ms, table.side()) {
            let left = if ms <= FLOOR_MS { FLOOR_LEFT_MS } else { ms * SHARES };
            self.call(
                id::TIME_LEFT,
                &format!("{} time_left {colour} {left}", id::TIME_LEFT),
                patience,
            )?;
        }
        let text =
            self.call(id::GENMOVE, &format!("{} genmove {colour}", id::GENMOVE), patience)?;
        match cdc::decision(&text) {
            Some(mv) => Ok(Choice { mv, value: None, nodes: 0, depth: 0 }),
            None => Err(Fault::new(FaultKind::Illegal, format!("it answered {text:?}"))),
        }
    }
}
