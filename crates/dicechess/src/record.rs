//! Records as text: like PGN, with the rolls.
//!
//! ```text
//! [Game "dicechess"]
//! [Rules "canonical"]
//! [White "builtin"]
//! [Black "ruler:aggressive"]
//! [Result "1-0"]
//!
//! 1. PNN e2e4,g1f3,f3e5 PQR pass
//! 2. PPB d2d4,d4d5,f1b5 KKN b8c6,e8e7,e7d6
//! 3. BRQ b5c6 1-0
//! ```
//!
//! Tags come first, one a line, in any order; `Start` (a DFEN before a roll)
//! is left out for the start of a game. Each turn is its roll and its steps as
//! [`crate::notation`] writes them; the number with a dot stands before White's
//! turn, `n...` before Black's where a game begins with it. The result comes
//! last: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is not over. Comments
//! in braces are read over. The reader replays every turn: an illegal one is an
//! error that names its place.

use crate::dfen::Read;
use crate::dice::Pool;
use crate::game::{DiceChess, setup_of};
use crate::notation;
use crate::position::{DicePosition, TurnEnd, TurnMove};
use crate::rules::{PRESETS, Rules};
use touchstone_chess::Colour;
use touchstone_kernel::{Game, Line, Node, TextError, VerdictResult};

/// A game as a list of rolls and turns.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Tags other than `Game`, `Rules`, `Start` and `Result`, in their order.
    pub tags: Vec<(String, String)>,
    /// The rules.
    pub rules: Rules,
    /// Where the game began, before a roll.
    pub start: TurnEnd,
    /// The rolls and what was played with them.
    pub turns: Vec<(Pool, TurnMove)>,
    /// The result token: what the rules say, or a resignation or agreement.
    pub result: String,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The position before the first roll of a game from the start.
pub fn start_of(rules: Rules) -> TurnEnd {
    match DiceChess::start(rules).node {
        Node::Chance(end) => end,
        Node::Decision(p) => Read::Decision(p).before(),
    }
}

impl Record {
    /// A record of a game that is not begun.
    pub fn new(rules: Rules) -> Record {
        let start = start_of(rules);
        Record { tags: Vec::new(), rules, start, turns: Vec::new(), result: "*".into() }
    }

    /// Adds a turn and sets the result if it ends the game.
    ///
    /// # Errors
    /// If the turn is not legal.
    pub fn push(&mut self, roll: Pool, mv: TurnMove) -> Result<(), TextError> {
        let p = self.last().rolled(roll);
        let text = notation::print_path(mv.0, p.turn);
        let line = Line::new(self.rules, &p, ());
        DiceChess::parse_move(&p, &line, &text)?;
        self.turns.push((roll, mv));
        if let Some(v) = self.last().outcome() {
            self.result = match v.result {
                VerdictResult::Draw => "1/2-1/2",
                VerdictResult::Win(touchstone_kernel::Seat::First) => "1-0",
                VerdictResult::Win(_) => "0-1",
            }
            .into();
        }
        Ok(())
    }

    /// The end of the last turn.
    pub fn last(&self) -> TurnEnd {
        self.turns.iter().fold(self.start, |end, (roll, mv)| end.rolled(*roll).after_turn(*mv))
    }

    /// Every decision of the game in order.
    pub fn positions(&self) -> Vec<DicePosition> {
        let mut end = self.start;
        let mut list = Vec::with_capacity(self.turns.len());
        for (roll, mv) in &self.turns {
            let p = end.rolled(*roll);
            list.push(p);
            end = p.after_turn(*mv);
        }
        list
    }

    /// Writes the text.
    pub fn print(&self) -> String {
        let mut text = String::from("[Game \"dicechess\"]\n");
        let rules = PRESETS.iter().find(|p| p.rules == self.rules).map_or("", |p| p.name);
        let mut tag = |name: &str, value: &str| {
            text.push_str(&format!("[{name} \"{}\"]\n", value.replace(['"', '\n'], "'")));
        };
        tag("Rules", rules);
        for (name, value) in &self.tags {
            tag(name, value);
        }
        if self.start != start_of(self.rules) {
            tag("Start", &Read::Before(self.start).print());
        }
        tag("Result", &self.result);
        text.push('\n');
        for (i, (p, (roll, mv))) in self.positions().iter().zip(&self.turns).enumerate() {
            if p.turn == Colour::White {
                let gap = if i > 0 { "\n" } else { "" };
                text.push_str(&format!("{gap}{}. ", p.number));
            } else if i == 0 {
                text.push_str(&format!("{}... ", p.number));
            }
            text.push_str(&format!("{} {} ", roll.text(), notation::print_path(mv.0, p.turn)));
        }
        text.push_str(&self.result);
        text.push('\n');
        text
    }

    /// Reads a text and replays it.
    ///
    /// # Errors
    /// A malformed tag, roll, turn or result, an illegal turn, a result that
    /// the rules deny; each with its line.
    pub fn parse(text: &str) -> Result<Record, TextError> {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut comment = false;
        for (i, line) in text.lines().enumerate() {
            let n = i + 1;
            let line = line.trim();
            if line.starts_with('[') && words.is_empty() && !comment {
                tags.push(parse_tag(line, n)?);
                continue;
            }
            let mut word = String::new();
            for c in line.chars().chain([' ']) {
                match c {
                    '{' => comment = true,
                    '}' => comment = false,
                    _ if comment => {}
                    c if c.is_whitespace() => {
                        if !word.is_empty() {
                            words.push((n, std::mem::take(&mut word)));
                        }
                    }
                    c => word.push(c),
                }
            }
        }
        let mut take = |name: &str| -> Option<String> {
            let at = tags.iter().position(|t| t.0 == name)?;
            Some(tags.remove(at).1)
        };
        if let Some(game) = take("Game").filter(|g| g != "dicechess") {
            return Err(TextError::new("tag Game", format!("`{game}`"), "`dicechess`"));
        }
        let rules = match take("Rules") {
            None => Rules::CANONICAL,
            Some(name) => {
                PRESETS.iter().find(|p| p.name == name).map(|p| p.rules).ok_or_else(|| {
                    let known: Vec<&str> = PRESETS.iter().map(|p| p.name).collect();
                    TextError::new("tag Rules", format!("`{name}`"), known.join(", "))
                })?
            }
        };
        let mut record = Record::new(rules);
        if let Some(dfen) = take("Start") {
            let setup = DiceChess::parse_position(&dfen, rules)?;
            match setup.node {
                Node::Chance(end) => record.start = end,
                Node::Decision(_) => {
                    return Err(TextError::new(
                        "tag Start",
                        format!("`{dfen}`"),
                        "a DFEN before a roll, of a game that is not over",
                    ));
                }
            }
        }
        let tagged = take("Result");
        record.tags = tags;
        record.replay(&words)?;
        if let Some(tagged) = tagged.filter(|t| *t != record.result) {
            return Err(TextError::new(
                "tag Result",
                format!("`{tagged}`"),
                format!("`{}`, as the moves end", record.result),
            ));
        }
        Ok(record)
    }

    fn replay(&mut self, words: &[(usize, String)]) -> Result<(), TextError> {
        let mut roll: Option<Pool> = None;
        let mut ended = false;
        for (n, word) in words {
            let place = || format!("line {n}");
            if ended {
                return Err(TextError::new(
                    place(),
                    format!("`{word}`"),
                    "nothing after the result",
                ));
            }
            if RESULTS.contains(&word.as_str()) {
                let by_rules = self.last().outcome().is_some();
                if by_rules && *word != self.result {
                    return Err(TextError::new(
                        place(),
                        format!("`{word}`"),
                        format!("`{}`, as the rules have it", self.result),
                    ));
                }
                self.result = word.clone();
                ended = true;
                continue;
            }
            let number = word.trim_end_matches('.');
            if number.len() < word.len() && number.bytes().all(|b| b.is_ascii_digit()) {
                continue;
            }
            match roll.take() {
                None => {
                    roll =
                        Some(Pool::from_text(word).filter(|p| p.is_roll()).ok_or_else(|| {
                            TextError::new(
                                place(),
                                format!("`{word}`"),
                                "a roll (three of the letters `PNBRQK`) or a result",
                            )
                        })?);
                }
                Some(dice) => {
                    if self.last().outcome().is_some() {
                        return Err(TextError::new(place(), format!("`{word}`"), "a result"));
                    }
                    let p = self.last().rolled(dice);
                    let line = Line::new(self.rules, &p, ());
                    let (mv, _) = DiceChess::parse_move(&p, &line, word).map_err(|e| {
                        TextError::new(format!("line {n}, {}", e.place), e.found, e.expected)
                    })?;
                    self.push(dice, mv)?;
                }
            }
        }
        match roll {
            Some(_) => {
                Err(TextError::new("end of the record", "a roll", "the turn played with it"))
            }
            None => Ok(()),
        }
    }

    /// The setup after the first `ply` turns, before the next roll.
    pub fn setup_at(&self, ply: usize) -> touchstone_kernel::Setup<DicePosition> {
        let end = self.turns[..ply.min(self.turns.len())]
            .iter()
            .fold(self.start, |end, (roll, mv)| end.rolled(*roll).after_turn(*mv));
        setup_of(Read::Before(end))
    }
}

fn parse_tag(line: &str, n: usize) -> Result<(String, String), TextError> {
    let error =
        || TextError::new(format!("line {n}"), format!("`{line}`"), "a tag [Name \"value\"]");
    let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).ok_or_else(error)?;
    let (name, value) = inner.split_once(' ').ok_or_else(error)?;
    let value =
        value.trim().strip_prefix('"').and_then(|v| v.strip_suffix('"')).ok_or_else(error)?;
    Ok((name.to_string(), value.to_string()))
}
