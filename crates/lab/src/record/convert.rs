//! Records as PGN-like text and CSV.

use super::GameRecord;
use std::fmt::Write as _;
use std::str::FromStr;

/// What `record convert --to` knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Our JSON lines.
    Jsonl,
    /// Tags and numbered moves, one group a ply pair, rolls and reveals in the tokens.
    Pgn,
    /// One game a row.
    Csv,
}

impl FromStr for Format {
    type Err = String;
    fn from_str(s: &str) -> Result<Format, String> {
        match s {
            "jsonl" | "json" => Ok(Format::Jsonl),
            "pgn" => Ok(Format::Pgn),
            "csv" => Ok(Format::Csv),
            other => Err(format!("format: found {other}; expected jsonl, pgn or csv")),
        }
    }
}

impl Format {
    /// What stands before the first record.
    pub const fn head(self) -> &'static str {
        match self {
            Format::Csv => {
                "seed,pair,leg,first,second,winner,reason,plies,nodes_first,nodes_second,\
                 ms_first,ms_second,moves\n"
            }
            _ => "",
        }
    }
}

/// One record in another format.
pub fn convert(record: &GameRecord, to: Format) -> String {
    match to {
        Format::Jsonl => serde_json::to_string(record).unwrap_or_default() + "\n",
        Format::Pgn => pgn(record),
        Format::Csv => csv(record),
    }
}

fn result_text(record: &GameRecord) -> &'static str {
    match record.result.winner.as_deref() {
        _ if record.result.void => "*",
        None => "1/2-1/2",
        Some("first") => "1-0",
        Some(_) => "0-1",
    }
}

fn pgn(record: &GameRecord) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    tag("Event", &record.seed);
    tag("Site", "touchstone");
    tag("Date", "????.??.??");
    tag("Round", &format!("{}.{}", record.pair, record.leg));
    for (seat, s) in ["First", "Second"].into_iter().zip(&record.seats) {
        tag(seat, &s.name);
    }
    for s in &record.seats {
        if let Some(side) = &s.side {
            let mut name: Vec<char> = side.chars().collect();
            if let Some(c) = name.first_mut() {
                *c = c.to_ascii_uppercase();
            }
            tag(&name.into_iter().collect::<String>(), &s.name);
        }
    }
    tag("Result", result_text(record));
    tag("Variant", &record.game);
    tag("Rules", &record.rules);
    if !matches!(record.start.as_str(), "" | "start") {
        tag("SetUp", "1");
        tag("FEN", &record.start);
    }
    if !record.deal.is_empty() {
        tag("Deal", &record.deal);
    }
    tag("Termination", &record.result.reason);
    out.push('\n');
    let mut line = String::new();
    for (k, ply) in record.plies.iter().enumerate() {
        let mut word = String::new();
        if k % 2 == 0 {
            let _ = write!(word, "{}. ", k / 2 + 1);
        }
        word.push_str(&ply.token);
        if line.len() + word.len() > 78 && !line.is_empty() {
            let _ = writeln!(out, "{}", line.trim_end());
            line.clear();
        }
        line.push_str(&word);
        line.push(' ');
    }
    line.push_str(result_text(record));
    let _ = writeln!(out, "{line}\n");
    out
}

fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

fn csv(record: &GameRecord) -> String {
    let sum = |seat: &str, f: fn(&super::PlyRecord) -> u64| -> u64 {
        record.plies.iter().filter(|p| p.seat == seat).map(f).sum()
    };
    let time =
        |seat: &str| -> f64 { record.plies.iter().filter(|p| p.seat == seat).map(|p| p.ms).sum() };
    let moves: Vec<&str> = record.plies.iter().map(|p| p.token.as_str()).collect();
    let cells = [
        cell(&record.seed),
        record.pair.to_string(),
        record.leg.to_string(),
        cell(&record.seats[0].name),
        cell(&record.seats[1].name),
        record.result.winner.clone().unwrap_or_default(),
        cell(&record.result.reason),
        record.plies.len().to_string(),
        sum("first", |p| p.nodes).to_string(),
        sum("second", |p| p.nodes).to_string(),
        format!("{:.3}", time("first")),
        format!("{:.3}", time("second")),
        cell(&moves.join(" ")),
    ];
    cells.join(",") + "\n"
}
