//! `touchstone lab run` and `lab sprt`: runs with a rule.

use super::match_::{MatchArgs, book, show, sprt as sprt_of};
use crate::failure::Failure;
use crate::out;
use std::path::{Path, PathBuf};
use touchstone_lab::campaign::parse_run_file;

/// A run that a file declares (docs/lab.md).
///
/// Example: touchstone lab run autumn.toml --store autumn.sqlite --jobs 2
#[derive(clap::Args)]
pub struct RunArgs {
    /// The run file (TOML), `-` for standard input.
    file: String,
    /// Games at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// A contenders file (TOML) besides the run file's own.
    #[arg(long, value_name = "FILE")]
    contenders: Option<PathBuf>,
    /// Write the games here, a line each.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Keep every game in this SQLite file.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Go on with a run that the store holds already.
    #[arg(long, requires = "store")]
    resume: bool,
    /// Let workers elsewhere play: nats://HOST:PORT.
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,
    /// Pairs in one block of work for a fleet.
    #[arg(long, default_value_t = 16)]
    block: u64,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// A sequential test: stops as soon as one hypothesis is far likelier.
///
/// Example: touchstone lab sprt banqi --a builtin:nodes=5000,params=new.toml --b builtin:nodes=5000 --model nelo --low 0 --high 20
#[derive(clap::Args)]
pub struct SprtArgs {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    /// The engine under test.
    #[arg(long, value_name = "ENGINE")]
    a: String,
    /// What it is tested against.
    #[arg(long, value_name = "ENGINE")]
    b: String,
    /// `nelo` or `elo`.
    #[arg(long, default_value = "nelo")]
    model: String,
    /// The lower hypothesis.
    #[arg(long, allow_negative_numbers = true)]
    low: String,
    /// The higher hypothesis.
    #[arg(long, allow_negative_numbers = true)]
    high: String,
    /// Chance of accepting the higher one wrongly.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Chance of rejecting it wrongly.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// At most so many pairs.
    #[arg(long, default_value_t = 20_000)]
    pairs: u64,
    #[command(flatten)]
    more: MatchArgs,
}

/// Runs `lab run`.
pub fn run(args: RunArgs) -> Result<(), Failure> {
    let text = out::read(&args.file)?;
    let folder = Path::new(&args.file).parent().unwrap_or(Path::new("."));
    let book = book(args.contenders.as_deref())?;
    let spec = parse_run_file(&text, &args.file, folder, &book)?;
    let more = MatchArgs::of_run(args.jobs, args.records, args.store, args.resume, args.json);
    match args.fleet {
        None => show(&more.play(&spec)?, args.json),
        Some(url) => super::lab_fleet::coordinate(&url, args.block, &spec, &more),
    }
}

/// Runs `lab sprt`.
pub fn sprt(args: SprtArgs) -> Result<(), Failure> {
    let mut spec = args.more.spec(&args.game, &args.a, &args.b, args.pairs)?;
    let mut test = sprt_of(&[args.model, args.low, args.high])?;
    test.alpha = args.alpha;
    test.beta = args.beta;
    spec.sprt = Some(test);
    let spec = spec.checked()?;
    show(&args.more.play(&spec)?, args.more.json)
}
