//! A program that speaks GTP version 2.

use super::outside::Outside;
use super::{Fault, FaultKind, Player};
use crate::contender::Contender;
use crate::desk::{AnyTable, Choice};
use std::time::Duration;
use touchstone_kernel::Seat;
use touchstone_protocol::gtp::{Answer, Reader, colour, command};

/// A GTP engine at a table. Commands given as options (`option.komi=6.5`) are
/// sent before every game.
pub struct Gtp {
    program: Outside,
    commands: Vec<String>,
    time_ms: Option<u64>,
    next: u32,
    told: usize,
    begins: bool,
}

/// The size of the board that a position text draws: a row a line, then remarks
/// behind a semicolon.
fn board_size(text: &str) -> usize {
    let rows = text.lines().filter(|l| !l.starts_with(';') && !l.trim().is_empty()).count();
    if (2..=25).contains(&rows) { rows } else { 19 }
}

/// The komi that a position text names.
fn komi(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("komi ")?;
    rest.split([',', ' ', '\n']).next().filter(|k| k.parse::<f64>().is_ok())
}

impl Gtp {
    /// The player of `contender`; its program starts with the first game.
    pub fn new(contender: &Contender) -> Gtp {
        Gtp {
            program: Outside::new(contender, "quit"),
            commands: contender.options.iter().map(|(k, v)| format!("{k} {v}")).collect(),
            time_ms: contender.time_ms,
            next: 0,
            told: 0,
            begins: true,
        }
    }

    fn call(&mut self, text: &str, patience: Duration) -> Result<String, Fault> {
        self.next += 1;
        self.program.send(&command(self.next, text))?;
        let (mut reader, id) = (Reader::new(), self.next);
        let answer: Answer =
            self.program.wait(patience, &format!("answer to {text:?}"), |line| {
                reader.take(line).filter(|a| a.id.is_none_or(|n| n == id))
            })?;
        if answer.ok {
            Ok(answer.text)
        } else {
            Err(self.program.garbage(format!("it refused {text:?}: {}", answer.text)))
        }
    }
}

impl Player for Gtp {
    fn new_game(&mut self, table: &dyn AnyTable) -> Result<(), Fault> {
        if !self.program.is_running() {
            self.program.start()?;
        }
        let ready = self.program.ready();
        self.told = 0;
        self.begins = table.seat() == Some(Seat::First);
        self.call(&format!("boardsize {}", board_size(&table.start_text())), ready)?;
        self.call("clear_board", ready)?;
        if let Some(komi) = komi(&table.start_text()) {
            self.call(&format!("komi {komi}"), ready)?;
        }
        for text in self.commands.clone() {
            self.call(&text, ready)?;
        }
        if let Some(ms) = self.time_ms {
            // Byo-yomi of one move: main time 0, so many seconds for each move.
            self.call(&format!("time_settings 0 {} 1", ms.div_ceil(1000)), ready)?;
        }
        Ok(())
    }

    fn choose(&mut self, table: &dyn AnyTable) -> Result<Choice, Fault> {
        let patience = self.program.patience();
        while self.told < table.played().len() {
            let black = self.told.is_multiple_of(2) == self.begins;
            let text = format!("play {} {}", colour(black), table.played()[self.told]);
            self.call(&text, patience)?;
            self.told += 1;
        }
        let black = table.seat() == Some(Seat::First);
        let text = self.call(&format!("genmove {}", colour(black)), patience)?;
        let mv = text.split_whitespace().next().unwrap_or("").to_string();
        if mv.eq_ignore_ascii_case("resign") || mv.is_empty() {
            return Err(Fault::new(FaultKind::Illegal, format!("it answered {text:?}")));
        }
        // The program has played its own move already.
        self.told += 1;
        Ok(Choice { mv, value: None, nodes: 0, depth: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_komi_are_read_from_the_position_text() {
        let table = crate::desk::game("go").unwrap().table("start", "", &[]).unwrap();
        let text = table.start_text();
        assert_eq!(board_size(&text), text.lines().next().unwrap().trim().len(), "{text}");
        assert!(komi(&text).is_some(), "{text}");
        assert_eq!((board_size("..\n..\n; black to move, komi 0.5"), komi("x")), (2, None));
    }
}
