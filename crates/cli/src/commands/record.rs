//! `touchstone record`: show, check and convert game records.

use crate::failure::Failure;
use crate::out;
use std::io::Read;
use std::path::Path;
use touchstone_lab::desk::{AnyGame, AnyTable};
use touchstone_lab::record::{self, Format, GameRecord, ReadReport, read_records};
use touchstone_lab::store::Store;

/// Game records: one game a line, with all that is needed to play it again.
///
/// Example: touchstone record convert --to pgn games.jsonl
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Print games for people.
    ///
    /// Example: touchstone record show games.jsonl --pair 0
    Show {
        /// Record files, `-` for standard input, or a store.
        #[arg(required = true)]
        files: Vec<String>,
        /// Only the games of this pair.
        #[arg(long)]
        pair: Option<u64>,
    },
    /// Play every game again and compare all that its record says.
    ///
    /// Example: touchstone record check games.jsonl.zst match.sqlite
    Check {
        /// Record files, `-` for standard input, or a store.
        #[arg(required = true)]
        files: Vec<String>,
        /// One JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Write games in another format.
    ///
    /// Example: touchstone record convert --to pgn games.jsonl
    Convert {
        /// jsonl, pgn or csv.
        #[arg(long)]
        to: String,
        /// Record files, `-` for standard input, or a store.
        #[arg(required = true)]
        files: Vec<String>,
    },
}

/// Hands every record of a file or store to `each`.
pub fn each_record(
    path: &str,
    mut each: impl FnMut(u64, GameRecord),
) -> Result<ReadReport, Failure> {
    let source: Box<dyn Read> = if path == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        let mut file =
            std::fs::File::open(path).map_err(|e| Failure::bad(format!("{path}: {e}")))?;
        let mut head = [0u8; 15];
        let n = file.read(&mut head).map_err(|e| Failure::bad(format!("{path}: {e}")))?;
        if &head[..n] == b"SQLite format 3" {
            let store = Store::existing(Path::new(path))?;
            let mut report = ReadReport::default();
            for run in store.runs()? {
                store.records(&run.run, |r| {
                    report.good += 1;
                    each(report.good, r);
                })?;
            }
            return Ok(report);
        }
        drop(file);
        Box::new(std::fs::File::open(path).map_err(|e| Failure::bad(format!("{path}: {e}")))?)
    };
    read_records(source, each).map_err(|e| Failure::bad(format!("{path}: {e}")))
}

fn complain(path: &str, report: &ReadReport) -> Result<(), Failure> {
    match report.bad.first() {
        None => Ok(()),
        Some((line, what)) => Err(Failure::bad(format!(
            "{path}, line {line}: {what} ({} bad lines; the other {} were used)",
            report.bad.len(),
            report.good
        ))),
    }
}

/// The table in the `at.0`th game (from 1) of a record file or store, after `at.1` plies
/// (all, if absent).
pub fn table_of(
    game: &'static dyn AnyGame,
    path: &str,
    (nth, ply): (u64, Option<usize>),
    rules: &str,
) -> Result<Box<dyn AnyTable>, Failure> {
    let (mut found, mut games) = (None, 0);
    let report = each_record(path, |_, r| {
        games += 1;
        if games == nth {
            found = Some(r);
        }
    })?;
    let Some(r) = found else {
        if games == 0 {
            complain(path, &report)?;
        }
        return Err(Failure::bad(format!("--nth: found {nth}; {path} holds {games} games")));
    };
    if r.game != game.name() {
        return Err(Failure::bad(format!("record: found {}; expected {}", r.game, game.name())));
    }
    let ply = ply.unwrap_or(r.plies.len());
    if ply > r.plies.len() {
        return Err(Failure::bad(format!(
            "--ply: found {ply}; expected at most {}",
            r.plies.len()
        )));
    }
    let rules = if rules.is_empty() { r.rules.as_str() } else { rules };
    let mut cut = r.clone();
    cut.plies.truncate(ply);
    if rules == r.rules
        && let Some(mut referee) = record::replay(&r)?
    {
        for p in &cut.plies {
            referee.play(&p.token)?;
        }
        return Ok(referee.view(referee.seat()).clone_table());
    }
    let moves: Vec<String> = cut.plies.into_iter().map(|p| p.token).collect();
    Ok(game.table(&r.start, rules, &moves)?)
}

fn show(path: &str, pair: Option<u64>) -> Result<(), Failure> {
    let mut failed = None;
    let report = each_record(path, |_, r| {
        if failed.is_some() || pair.is_some_and(|p| p != r.pair) {
            return;
        }
        failed = print(&r).err();
    })?;
    match failed {
        Some(e) => Err(e),
        None => complain(path, &report),
    }
}

fn print(r: &GameRecord) -> Result<(), Failure> {
    let name = |k: usize| {
        let s = &r.seats[k];
        match &s.side {
            Some(side) => format!("{} ({side})", s.name),
            None => s.name.clone(),
        }
    };
    out::line(format!(
        "{} {} pair {}.{}: {} - {}",
        r.game,
        r.rules,
        r.pair,
        r.leg,
        name(0),
        name(1)
    ))?;
    let mut row = String::new();
    for (k, p) in r.plies.iter().enumerate() {
        if k % 2 == 0 {
            row += &format!("{}. ", k / 2 + 1);
        }
        row += &p.token;
        if let Some(s) = p.score {
            row += &format!(" {{{:.0} %}}", 50.0 + s as f64 / 20_000.0);
        }
        row.push(' ');
        if row.len() > 90 {
            out::line(row.trim_end())?;
            row.clear();
        }
    }
    out::line(row.trim_end())?;
    let result = match r.result.winner.as_deref() {
        None => "draw".to_string(),
        Some(w) => format!("{w} wins"),
    };
    out::line(format!("{result}: {}", r.result.reason))?;
    if let Some(f) = &r.result.fault {
        out::line(format!("{} {}: {}", f.seat, f.fault.kind, f.fault.detail))?;
    }
    out::line("")
}

fn check(path: &str, json: bool) -> Result<bool, Failure> {
    let (mut plies, mut wrong, mut luck) = (0u64, Vec::new(), 0u64);
    let report = each_record(path, |line, r| match record::check(&r) {
        Ok(c) => {
            plies += u64::from(c.plies);
            luck += u64::from(c.luck);
        }
        Err(e) => wrong.push((line, e.to_string())),
    })?;
    let all: Vec<&(u64, String)> = report.bad.iter().chain(&wrong).collect();
    if json {
        let list: Vec<_> = all
            .iter()
            .map(|(line, what)| serde_json::json!({"line": line, "what": what}))
            .collect();
        out::json(&serde_json::json!({
            "schema": 1, "file": path, "games": report.good, "plies": plies,
            "luck_checked": luck, "wrong": list,
        }))?;
    } else {
        for (line, what) in &all {
            out::line(format!("{path}, line {line}: {what}"))?;
        }
        out::line(format!(
            "{path}: {} games, {plies} plies played again, luck checked in {luck}, {} wrong",
            report.good,
            all.len()
        ))?;
    }
    Ok(all.is_empty())
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Show { files, pair } => files.iter().try_for_each(|f| show(f, pair)),
        What::Check { files, json } => {
            let mut good = true;
            for f in &files {
                good &= check(f, json)?;
            }
            if good { Ok(()) } else { Err(Failure::Found) }
        }
        What::Convert { to, files } => {
            let to: Format = to.parse().map_err(|e: String| Failure::bad(format!("--to, {e}")))?;
            let mut failed = None;
            let mut head = to.head().to_string();
            for f in &files {
                let report = each_record(f, |_, r| {
                    if failed.is_none() {
                        let text = std::mem::take(&mut head) + &record::convert(&r, to);
                        failed = out::line(text.trim_end_matches('\n')).err();
                    }
                })?;
                if let Some(e) = failed.take() {
                    return Err(e);
                }
                complain(f, &report)?;
            }
            Ok(())
        }
    }
}
