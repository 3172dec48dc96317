//! `touchstone advice parse`.

use super::{Said, aside, mode, refused};
use crate::failure::Failure;
use crate::out;
use clap::ValueEnum;
use serde::Serialize;
use touchstone_advice::{Language, Style, bind, parse, print};

/// Read a table in either vocabulary, also mixed, and print it again.
///
/// Example: touchstone advice parse suites/advice/krk.classic.ru.al0 --language en
#[derive(clap::Args)]
pub struct Args {
    /// The table; `-` for standard input.
    file: String,
    /// The vocabulary to print.
    #[arg(long, value_enum, default_value = "en")]
    language: Vocabulary,
    /// The layout to print.
    #[arg(long, value_enum, default_value = "plain")]
    style: Layout,
    /// Take unknown predicates as false, with a warning.
    #[arg(long)]
    lenient: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// The two vocabularies.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Vocabulary {
    /// English terms.
    En,
    /// Russian terms.
    Ru,
}

impl Vocabulary {
    pub(super) fn language(self) -> Language {
        match self {
            Vocabulary::En => Language::English,
            Vocabulary::Ru => Language::Russian,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Layout {
    /// `rule NAME if GOAL: ...` and `advice NAME { ... }`.
    Plain,
    /// The operator notation of the book.
    Classic,
}

#[derive(Serialize)]
struct Read {
    schema: u32,
    file: String,
    valid: bool,
    ending: Option<String>,
    rules: Vec<String>,
    advice: Vec<String>,
    defines: Vec<String>,
    diagnostics: Vec<Said>,
    text: Option<String>,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let text = out::read(&args.file)?;
    let parsed = parse(&text);
    let (program, said) = bind(&parsed.table, mode(args.lenient));
    let valid = program.is_some() && !parsed.has_errors();
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(said);
    diagnostics.sort_by_key(|d| (d.place.line, d.place.column));
    let style = match args.style {
        Layout::Plain => Style::Plain,
        Layout::Classic => Style::Classic,
    };
    let printed = valid.then(|| print(&parsed.table, args.language.language(), style));
    if args.json {
        let t = &parsed.table;
        out::json(&Read {
            schema: 1,
            file: args.file.clone(),
            valid,
            ending: program.as_ref().map(|p| p.ending.to_string()),
            rules: t.rules.iter().map(|r| r.name.text.clone()).collect(),
            advice: t.advice.iter().map(|a| a.name.text.clone()).collect(),
            defines: t.defines.iter().map(|d| d.name.text.clone()).collect(),
            diagnostics: diagnostics.iter().map(Said::new).collect(),
            text: printed,
        })?;
        return if valid { Ok(()) } else { Err(refused(&args.file, &text, &diagnostics)) };
    }
    let Some(printed) = printed else { return Err(refused(&args.file, &text, &diagnostics)) };
    for d in &diagnostics {
        aside(&d.render(&args.file, &text));
    }
    out::line(printed.trim_end())
}
