//! Game records: JSON plies as mistboard writes them, PGN tokens, replay.
//!
//! A record holds the public start or a deal, and what was seen of each ply.

use crate::board::{Move, Observer, View};
use crate::fen;
use crate::notation::{self, Style};
use crate::piece::Role;
use crate::position::Event;
use crate::truth::World;
use serde_json::{Map, Value, json};
use touchstone_kernel::{Position, Side, TextError};

/// A record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Tags in order (Event, Red, Black, Result, ...), without FEN and DealFEN.
    pub tags: Vec<(String, String)>,
    /// The public start; empty for the usual one.
    pub fen: String,
    /// The dealt start; empty where there was no deal.
    pub deal_fen: String,
    /// The plies as they were seen.
    pub plies: Vec<(Move, Event)>,
}

fn at_ply(k: usize, e: TextError) -> TextError {
    TextError { place: format!("ply {k}, {}", e.place), ..e }
}

impl Record {
    /// The start as a spectator sees it, and the world where the record deals one.
    pub fn start(&self) -> Result<(View, Option<World>), TextError> {
        let world = match self.deal_fen.as_str() {
            "" => None,
            text => Some(World::parse(text)?),
        };
        let view = match (&world, self.fen.as_str()) {
            (Some(w), "") => w.spectator(),
            (None, "") => View::start(Observer::Spectator),
            (_, text) => fen::parse(text)?.view.watched_by(Observer::Spectator),
        };
        if let Some(w) = &world
            && fen::board_text(&w.spectator()) != fen::board_text(&view)
        {
            return Err(TextError::new("deal_fen", "another board", fen::board_text(&view)));
        }
        Ok((view, world))
    }

    /// Plays the record through. Every named identity must agree with the
    /// deal, or without one with what the pools still have; errors name the
    /// ply, the first is 0. Calls `see` with each position before its ply.
    pub fn replay(&self, mut see: impl FnMut(&View, Move, Event)) -> Result<View, TextError> {
        let (mut view, world) = self.start()?;
        let mut hidden: Vec<Option<Role>> = vec![None; 90];
        if let Some(w) = &world {
            for s in fen::board_order() {
                hidden[s.index()] = w.identity(s);
            }
        }
        for (k, &(m, e)) in self.plies.iter().enumerate() {
            let text = notation::print_played(&view, m, e, Style::Uci);
            let (m, e) = notation::parse_played(&view, &text).map_err(|e| at_ply(k, e))?;
            for (what, said, s) in
                [("revealed", e.became, m.from), ("captured_hidden", e.captured, m.to)]
            {
                if let (Some(said), Some(is)) = (said, hidden[s.index()])
                    && said != is
                {
                    return Err(at_ply(k, TextError::new(what, said.name(), is.name())));
                }
            }
            see(&view, m, e);
            use touchstone_kernel::After;
            view = view.after(m).resolve(e);
            hidden[m.from.index()] = None;
            hidden[m.to.index()] = None;
        }
        Ok(view)
    }

    /// As JSON: `{"tags":{..},"fen":..,"deal_fen":..,"plies":[{"uci":..,"revealed":{..},"captured_hidden":{..}}]}`.
    pub fn to_json(&self) -> Value {
        let mut top = Map::new();
        if !self.tags.is_empty() {
            let tags: Map<String, Value> =
                self.tags.iter().map(|(k, v)| (k.clone(), json!(v))).collect();
            top.insert("tags".into(), Value::Object(tags));
        }
        for (name, text) in [("fen", &self.fen), ("deal_fen", &self.deal_fen)] {
            if !text.is_empty() {
                top.insert(name.into(), json!(text));
            }
        }
        let black_first = self.start().is_ok_and(|(v, _)| v.mover() == Side::Two);
        let plies = self.plies.iter().enumerate().map(|(k, (m, e))| {
            let side = if (k % 2 == 0) != black_first { Side::One } else { Side::Two };
            let piece = |role: Role, side: Side| {
                let color = if side == Side::One { "red" } else { "black" };
                json!({"color": color, "role": role.name()})
            };
            let mut ply = Map::new();
            ply.insert("uci".into(), json!(m.text()));
            if let Some(role) = e.became {
                ply.insert("revealed".into(), piece(role, side));
            }
            if let Some(role) = e.captured {
                ply.insert("captured_hidden".into(), piece(role, side.other()));
            }
            Value::Object(ply)
        });
        top.insert("plies".into(), Value::Array(plies.collect()));
        Value::Object(top)
    }

    /// Reads JSON and plays it through.
    pub fn from_json(text: &str) -> Result<Record, TextError> {
        let wrong = |e: serde_json::Error| TextError::new("record", e.to_string(), "JSON");
        let value: Value = serde_json::from_str(text).map_err(wrong)?;
        let string = |name: &str| value[name].as_str().unwrap_or_default().to_string();
        let mut record =
            Record { fen: string("fen"), deal_fen: string("deal_fen"), ..Record::default() };
        if let Some(tags) = value["tags"].as_object() {
            record.tags = tags
                .iter()
                .map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default().to_string()))
                .collect();
        }
        let plies = value["plies"]
            .as_array()
            .ok_or_else(|| TextError::new("plies", value["plies"].to_string(), "a list"))?;
        let black_first = record.start()?.0.mover() == Side::Two;
        for (k, ply) in plies.iter().enumerate() {
            let mover = if (k % 2 == 0) != black_first { Side::One } else { Side::Two };
            let uci = ply["uci"].as_str().unwrap_or_default();
            let (m, rest) = notation::split(uci).map_err(|e| at_ply(k, e))?;
            if !rest.is_empty() {
                return Err(at_ply(k, TextError::new("uci", uci, "two squares")));
            }
            let piece = |name: &str, side: Side| -> Result<Option<Role>, TextError> {
                let p = &ply[name];
                if p.is_null() {
                    return Ok(None);
                }
                let color = if side == Side::One { "red" } else { "black" };
                if p["color"].as_str() != Some(color) {
                    return Err(TextError::new(name, p["color"].to_string(), color));
                }
                let role = p["role"].as_str().and_then(Role::of_name);
                role.map(Some).ok_or_else(|| {
                    TextError::new(name, p["role"].to_string(), "chariot, horse, elephant, ...")
                })
            };
            let event = Event {
                became: piece("revealed", mover).map_err(|e| at_ply(k, e))?,
                captured: piece("captured_hidden", mover.other()).map_err(|e| at_ply(k, e))?,
            };
            record.plies.push((m, event));
        }
        record.replay(|_, _, _| {})?;
        Ok(record)
    }

    /// As PGN: tags, then one number for two plies.
    pub fn to_pgn(&self) -> Result<String, TextError> {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{name} \"{value}\"]\n"));
        };
        let find = |name: &str| self.tags.iter().find(|t| t.0 == name).map(|t| t.1.as_str());
        let first = ["Event", "Site", "Date", "Round", "Red", "Black", "Result"];
        for name in first {
            let unknown = if name == "Result" { "*" } else { "?" };
            tag(name, find(name).unwrap_or(unknown));
        }
        tag("SetUp", "1");
        tag("FEN", if self.fen.is_empty() { fen::START } else { &self.fen });
        if !self.deal_fen.is_empty() {
            tag("DealFEN", &self.deal_fen);
        }
        for (name, value) in self.tags.iter().filter(|t| !first.contains(&t.0.as_str())) {
            tag(name, value);
        }
        let mut words = Vec::new();
        let mut k = 0;
        self.replay(|view, m, e| {
            if k % 2 == 0 {
                words.push(format!("{}.", k / 2 + 1));
            }
            words.push(notation::print_played(view, m, e, Style::Record));
            k += 1;
        })?;
        words.push(find("Result").unwrap_or("*").into());
        text.push('\n');
        text.push_str(&words.join(" "));
        text.push('\n');
        Ok(text)
    }

    /// Reads one PGN game and plays it through.
    pub fn from_pgn(text: &str) -> Result<Record, TextError> {
        let mut record = Record::default();
        let mut moves = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(tag) = line.strip_prefix('[') {
                let wrong = || TextError::new(format!("line {}", n + 1), line, "[Name \"value\"]");
                let inner = tag.strip_suffix(']').ok_or_else(wrong)?;
                let (name, value) = inner.split_once(' ').ok_or_else(wrong)?;
                let value = value
                    .strip_prefix('"')
                    .and_then(|v| v.strip_suffix('"'))
                    .ok_or_else(wrong)?
                    .replace("\\\"", "\"")
                    .replace("\\\\", "\\");
                match name {
                    "SetUp" => {}
                    // Written for what is not known.
                    _ if value == "?" => {}
                    "FEN" if value == fen::START => {}
                    "FEN" => record.fen = value,
                    "DealFEN" => record.deal_fen = value,
                    _ => record.tags.push((name.into(), value)),
                }
            } else {
                moves.extend(line.split_ascii_whitespace());
            }
        }
        let (mut view, _) = record.start()?;
        for word in moves {
            let number = word.trim_end_matches('.');
            if number.len() < word.len() && number.parse::<u32>().is_ok() {
                continue;
            }
            if ["*", "1-0", "0-1", "1/2-1/2"].contains(&word) {
                break;
            }
            let k = record.plies.len();
            let (m, e) = notation::parse_played(&view, word).map_err(|e| at_ply(k, e))?;
            use touchstone_kernel::After;
            view = view.after(m).resolve(e);
            record.plies.push((m, e));
        }
        record.replay(|_, _, _| {})?;
        Ok(record)
    }
}
