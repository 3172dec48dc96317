//! `touchstone match`: a paired match through the referee.

use crate::failure::Failure;
use crate::out;
use std::fs::OpenOptions;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use touchstone_lab::contender::{Book, Contender};
use touchstone_lab::matches::{
    FaultRule, MatchError, MatchJson, MatchSpec, Progress, RunOptions, SprtSpec, run as play,
};
use touchstone_lab::store::Store;

/// A paired match through the referee: both legs of a pair meet the same luck
/// with the seats exchanged. Scores are those of `--a`.
///
/// Example: touchstone match banqi --a builtin:nodes=20000 --b ruler:first,nodes=20000 --pairs 100 --jobs 2
#[derive(clap::Args)]
pub struct Args {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    /// The engine from whose point of view scores are given.
    #[arg(long, value_name = "ENGINE")]
    a: String,
    /// The other engine.
    #[arg(long, value_name = "ENGINE")]
    b: String,
    /// Pairs of games.
    #[arg(long)]
    pairs: u64,
    #[command(flatten)]
    more: MatchArgs,
    /// A sequential test: `nelo` or `elo`, the lower and the higher hypothesis.
    #[arg(long, num_args = 3, value_names = ["MODEL", "LOW", "HIGH"], allow_negative_numbers = true)]
    sprt: Option<Vec<String>>,
}

/// What `match` and the laboratory's runs have in common.
#[derive(clap::Args, Clone)]
pub struct MatchArgs {
    /// The rules preset.
    #[arg(long, default_value = "", hide_default_value = true)]
    pub rules: String,
    /// Names the run's luck: equal seeds, equal deals.
    #[arg(long, default_value = "1")]
    pub seed: String,
    /// The number of the first pair; a confirmation takes numbers that were never played.
    #[arg(long, default_value_t = 0)]
    pub first_pair: u64,
    /// Games at the same time.
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,
    /// A longer game is a draw.
    #[arg(long)]
    pub max_plies: Option<u32>,
    /// So many plies at the start are drawn at random, alike for both legs.
    #[arg(long, default_value_t = 0)]
    pub opening_plies: u32,
    /// Start positions, a line each, taken in turn.
    #[arg(long, value_name = "FILE")]
    pub starts: Option<String>,
    /// An engine that erred loses its game, or the pair is void.
    #[arg(long, default_value = "lose", value_parser = ["lose", "void"])]
    pub faults: String,
    /// A frozen judge for the luck-adjusted score: `builtin` (its static
    /// evaluation) or an engine with a node limit.
    #[arg(long, value_name = "ENGINE")]
    pub luck: Option<String>,
    /// Count an event besides the game's own: NAME=EXPRESSION.
    #[arg(long = "event", value_name = "NAME=EXPRESSION")]
    pub events: Vec<String>,
    /// The contenders file (TOML) in which engines may be named.
    #[arg(long, value_name = "FILE")]
    pub contenders: Option<PathBuf>,
    /// Write the games here, a line each; compressed if the name ends in .zst.
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Keep every game in this SQLite file.
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Go on with a run that the store holds already.
    #[arg(long, requires = "store")]
    pub resume: bool,
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

impl From<MatchError> for Failure {
    fn from(e: MatchError) -> Self {
        Failure::Bad(e.to_string())
    }
}

/// The contenders file, or an empty one.
pub fn book(path: Option<&Path>) -> Result<Book, Failure> {
    let Some(path) = path else { return Ok(Book::default()) };
    let place = path.display().to_string();
    let text = out::read(&place)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    Book::parse(&text, &place, folder).map_err(|e| Failure::bad(e.to_string()))
}

/// The engine that `text` means; its program, if it is one, is there.
pub fn engine(book: &Book, text: &str) -> Result<Contender, Failure> {
    let contender = book.find(text).map_err(|e| Failure::bad(e.to_string()))?;
    contender.find_program().map_err(|e| Failure::bad(e.to_string()))?;
    Ok(contender)
}

/// Reads `MODEL LOW HIGH`.
pub fn sprt(words: &[String]) -> Result<SprtSpec, Failure> {
    let number = |text: &String| {
        text.parse::<f64>()
            .ok()
            .filter(|x| x.is_finite())
            .ok_or_else(|| Failure::bad(format!("--sprt: found {text}; expected a number")))
    };
    match words {
        [model, low, high] => Ok(SprtSpec::new(model, number(low)?, number(high)?)),
        _ => Err(Failure::bad("--sprt: expected MODEL LOW HIGH")),
    }
}

impl MatchArgs {
    /// What a run file leaves to the command line.
    pub fn of_run(
        jobs: usize,
        records: Option<PathBuf>,
        store: Option<PathBuf>,
        resume: bool,
        json: bool,
    ) -> MatchArgs {
        MatchArgs {
            rules: String::new(),
            seed: String::new(),
            first_pair: 0,
            jobs,
            max_plies: None,
            opening_plies: 0,
            starts: None,
            faults: "lose".into(),
            luck: None,
            events: Vec::new(),
            contenders: None,
            records,
            store,
            resume,
            json,
        }
    }

    /// The declaration of a match between `a` and `b`.
    pub fn spec(&self, game: &str, a: &str, b: &str, pairs: u64) -> Result<MatchSpec, Failure> {
        let book = book(self.contenders.as_deref())?;
        let mut spec =
            MatchSpec::new(game, engine(&book, a)?, engine(&book, b)?, pairs, &self.seed);
        spec.rules = self.rules.clone();
        spec.first_pair = self.first_pair;
        spec.max_plies = self.max_plies;
        spec.opening_plies = self.opening_plies;
        if self.faults == "void" {
            spec.faults = FaultRule::Void;
        }
        if let Some(path) = &self.starts {
            spec.starts = out::read(path)?
                .lines()
                .map(str::trim)
                .filter(|l| !l.is_empty() && !l.starts_with('#'))
                .map(str::to_string)
                .collect();
            if spec.starts.is_empty() {
                return Err(Failure::bad(format!(
                    "{path}: found no position; expected one a line"
                )));
            }
        }
        spec.luck = self.luck.as_deref().map(|l| engine(&book, l)).transpose()?;
        for event in &self.events {
            let Some((name, expression)) = event.split_once('=') else {
                return Err(Failure::bad(format!(
                    "--event: found {event:?}; expected NAME=EXPRESSION"
                )));
            };
            spec.events.push((name.trim().into(), expression.trim().into()));
        }
        Ok(spec)
    }

    /// Opens the store and refuses a run that it holds already, unless asked to go on.
    pub fn open_store(&self, path: &Path, spec: &MatchSpec) -> Result<Store, Failure> {
        let store = Store::open(path)?;
        let have = store.summaries(&spec.run_id())?.len();
        if have > 0 && !self.resume {
            return Err(Failure::bad(format!(
                "store {}: it holds {have} games of this run; add --resume to go on",
                path.display()
            )));
        }
        Ok(store)
    }

    /// Plays the declared match with store, records and progress as asked.
    pub fn play(&self, spec: &MatchSpec) -> Result<MatchJson, Failure> {
        let mut store = match &self.store {
            None => None,
            Some(path) => Some(self.open_store(path, spec)?),
        };
        let mut records =
            self.records.as_deref().map(|p| Records::open(p, self.resume)).transpose()?;
        let options = RunOptions {
            jobs: self.jobs,
            store: store.as_mut(),
            records: records.as_mut().map(|r| r as &mut dyn Write),
            ..RunOptions::default()
        };
        let mut bar = Bar::new();
        let mut fault = None;
        let result = play(spec, options, |p| {
            bar.show(p);
            fault.clone_from(&p.first_fault);
        });
        bar.clear();
        if let Some(fault) = fault {
            let _ = writeln!(std::io::stderr().lock(), "touchstone: {fault}");
        }
        if let Some(records) = records {
            records.finish()?;
        }
        Ok(result?)
    }
}

/// A records file, plain or compressed.
pub enum Records {
    /// JSON lines.
    Plain(std::io::BufWriter<std::fs::File>),
    /// The same in zstd.
    Packed(zstd::stream::write::Encoder<'static, std::fs::File>),
}

impl Records {
    /// Opens a records file, to go on with it or anew.
    pub fn open(path: &Path, append: bool) -> Result<Records, Failure> {
        let file = OpenOptions::new()
            .create(true)
            .write(true)
            .append(append)
            .truncate(!append)
            .open(path)
            .map_err(|e| Failure::bad(format!("{}: {e}", path.display())))?;
        if path.extension().is_some_and(|e| e == "zst") {
            Ok(Records::Packed(zstd::stream::write::Encoder::new(file, 3)?))
        } else {
            Ok(Records::Plain(std::io::BufWriter::new(file)))
        }
    }

    /// Writes what is left.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Records::Plain(mut w) => w.flush()?,
            Records::Packed(w) => drop(w.finish()?),
        }
        Ok(())
    }
}

impl Write for Records {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Records::Plain(w) => w.write(bytes),
            Records::Packed(w) => w.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Records::Plain(w) => w.flush(),
            Records::Packed(w) => w.flush(),
        }
    }
}

/// One line of progress on a terminal, nothing into a pipe.
pub struct Bar {
    on: bool,
    last: Option<std::time::Instant>,
}

impl Bar {
    /// A bar.
    pub fn new() -> Bar {
        Bar { on: std::io::stderr().is_terminal(), last: None }
    }

    /// Shows how far a run is, at most five times a second.
    pub fn show(&mut self, p: &Progress) {
        let due = self.last.is_none_or(|t| t.elapsed().as_millis() >= 200) || p.done == p.pairs;
        if !self.on || !due {
            return;
        }
        self.last = Some(std::time::Instant::now());
        let width = 24;
        let full = (width * p.done / p.pairs.max(1)) as usize;
        let fresh = p.done.saturating_sub(p.resumed).max(1);
        let left = p.elapsed.as_secs_f64() / fresh as f64 * (p.pairs - p.done) as f64;
        let mut text = format!(
            "\r[{}{}] {}/{} pairs",
            "#".repeat(full),
            ".".repeat(width as usize - full),
            p.done,
            p.pairs
        );
        if let Some(s) = p.score_percent {
            text += &format!("  {s:.1} %");
        }
        if let Some(llr) = p.llr {
            text += &format!("  LLR {llr:+.2}");
        }
        if p.faults != [0, 0] {
            text += &format!("  faults {}/{}", p.faults[0], p.faults[1]);
        }
        text += &format!("  {left:.0} s left ");
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    /// One line for people who watch a terminal.
    pub fn say(text: &str) {
        if std::io::stderr().is_terminal() {
            let _ = writeln!(std::io::stderr().lock(), "{text}");
        }
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.on && self.last.is_some() {
            let _ = std::io::stderr().lock().write_all(b"\r\x1b[K");
        }
    }
}

/// Prints a report; faults make the command end with 1.
pub fn show(result: &MatchJson, json: bool) -> Result<(), Failure> {
    if json {
        out::json(result)?;
    } else {
        for line in text(result) {
            out::line(line)?;
        }
    }
    if result.has_errors() { Err(Failure::Found) } else { Ok(()) }
}

/// A report for people.
pub fn text(r: &MatchJson) -> Vec<String> {
    let range = |x: &Option<[f64; 2]>, digits: usize| match x {
        Some([lo, hi]) => format!(" [{lo:.digits$}, {hi:.digits$}]"),
        None => String::new(),
    };
    let number = |x: &Option<f64>, digits: usize| match x {
        Some(x) => format!("{x:.digits$}"),
        None => "-".into(),
    };
    let mut rows = vec![
        format!("{} against {}", r.a, r.b),
        format!(
            "{}, rules {}, seed {}, {} pairs: {} wins, {} draws, {} losses",
            r.game, r.rules, r.seed, r.pairs, r.wins, r.draws, r.losses
        ),
        format!(
            "score {} %{}   Elo {}{}",
            number(&r.score_percent, 2),
            range(&r.interval_95, 2),
            number(&r.elo, 1),
            range(&r.elo_95, 1)
        ),
        format!("pairs by score 0..2: {:?}", r.pairs_by_score),
    ];
    if let Some(rho) = r.leg_correlation {
        rows.push(format!("correlation between the legs of a pair {rho:+.3}"));
    }
    if let Some(l) = &r.luck_adjusted {
        rows.push(format!(
            "luck-adjusted score {:.2} %{}   variance ÷ {}",
            l.score_percent,
            range(&l.interval_95, 2),
            number(&l.variance_ratio, 2)
        ));
    }
    if let Some(s) = &r.sprt {
        rows.push(format!(
            "sequential test {} [{}, {}]: LLR {} in [{:.2}, {:.2}]: {}",
            s.model,
            s.low,
            s.high,
            number(&s.llr, 2),
            s.bounds[0],
            s.bounds[1],
            s.verdict.as_deref().unwrap_or("undecided")
        ));
    }
    let counts = |m: &std::collections::BTreeMap<String, u64>| {
        m.iter()
            .filter(|e| *e.1 > 0)
            .map(|(k, v)| format!("{k} {v}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    rows.push(format!("endings: {}", counts(&r.endings)));
    for (name, e) in &r.events {
        rows.push(format!(
            "event {name}: a {}, b {}   difference {} points{}",
            e.a,
            e.b,
            number(&e.difference_points, 2),
            range(&e.difference_95, 2)
        ));
    }
    rows.push(format!(
        "per move: a {} ms, {} nodes; b {} ms, {} nodes",
        number(&r.time_ms_per_move.a, 2),
        number(&r.nodes_per_move.a, 0),
        number(&r.time_ms_per_move.b, 2),
        number(&r.nodes_per_move.b, 0)
    ));
    for (who, errors) in [("a", &r.errors.a), ("b", &r.errors.b)] {
        if errors.values().any(|n| *n > 0) {
            rows.push(format!("ERRORS of {who}: {}", counts(errors)));
        }
    }
    if r.degenerate {
        rows.push("DEGENERATE: all pairs have one score; this says nothing".into());
    }
    rows.extend(r.warnings.iter().map(|w| format!("warning: {w}")));
    rows
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut spec = args.more.spec(&args.game, &args.a, &args.b, args.pairs)?;
    spec.sprt = args.sprt.as_deref().map(sprt).transpose()?;
    let spec = spec.checked()?;
    show(&args.more.play(&spec)?, args.more.json)
}
