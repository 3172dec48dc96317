//! `check`: what is wrong with this engine, as a black box?
//!
//! A law is a statement that every sound engine keeps; each names what it needs
//! of the engine ([`Caps`]), and is *not testable* where the engine lacks it.
//! Positions are those that the game names as tricky, then some of random games of
//! the referee; a broken law is reported
//! with the smallest position found and a command that shows it again.

mod list;
mod positions;
mod refuted;
mod subject;

pub use list::{LAWS, Law};
pub use positions::Case;
pub use subject::{Caps, InsideSubject, Subject, SubjectEngine, subject};

use crate::desk::{AnyGame, DeskError};
use crate::player::Fault;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What one case of a law showed.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// The law says nothing about this case.
    Nothing,
    /// It holds.
    Holds,
    /// It is broken: what was seen.
    Broken(String),
}

/// Why a case could not be tested.
#[derive(Debug, Error)]
pub enum LawError {
    /// The engine erred.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A text is wrong.
    #[error(transparent)]
    Desk(#[from] DeskError),
}

/// One law's line in a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LawJson {
    /// The law's name.
    pub law: String,
    /// `holds`, `broken` or `not_testable`.
    pub state: String,
    /// Cases in which it said something.
    pub cases: u64,
    /// Cases in which it was broken.
    pub broken: u64,
    /// A command that shows it, or why it is not testable.
    pub example: Option<String>,
    /// What was seen there.
    pub detail: Option<String>,
}

/// `check --json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CheckJson {
    /// The version of this shape.
    pub schema: u32,
    /// The engine.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The rules preset.
    pub rules: String,
    /// The laws.
    pub laws: Vec<LawJson>,
    /// Broken cases, over all laws.
    pub contradictions: u64,
    /// Faults (crashes, stalls, ...) met on the way.
    pub faults: Vec<String>,
}

/// How a check is made.
#[derive(Clone, Debug)]
pub struct CheckPlan {
    /// The rules preset; empty for the default.
    pub rules: String,
    /// Time for all laws together.
    pub time: Duration,
    /// At most so many cases a law.
    pub cases: u64,
    /// Nodes a question.
    pub nodes: u64,
    /// Only this law.
    pub only: Option<String>,
    /// Only this position (with its moves) instead of random ones.
    pub at: Option<(String, Vec<String>)>,
    /// Names the random positions.
    pub seed: u64,
}

impl Default for CheckPlan {
    fn default() -> Self {
        CheckPlan {
            rules: String::new(),
            time: Duration::from_secs(300),
            cases: 60,
            nodes: 2000,
            only: None,
            at: None,
            seed: 1,
        }
    }
}

/// What a law's test is given.
pub struct Context<'c> {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The engine.
    pub subject: &'c mut dyn Subject,
    /// Nodes a question.
    pub nodes: u64,
    /// What the engine can do.
    pub caps: Caps,
}

fn shell(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.into()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

fn command(engine: &str, game: &str, law: &str, plan: &CheckPlan, case: &Case) -> String {
    let mut text = format!("touchstone check {} {game} --law {law}", shell(engine));
    if !plan.rules.is_empty() {
        text += &format!(" --rules {}", shell(&plan.rules));
    }
    text += &format!(" --nodes {} --position {}", plan.nodes, shell(&case.start));
    if !case.moves.is_empty() {
        let moves: Vec<String> = case.moves.iter().map(|m| shell(m)).collect();
        text += &format!(" --moves {}", moves.join(" "));
    }
    text
}

/// Checks an engine. `engine` is its short form, for the commands.
pub fn check(
    engine: &str,
    game: &'static dyn AnyGame,
    subject: &mut dyn Subject,
    plan: &CheckPlan,
    mut watch: impl FnMut(&str, u64),
) -> Result<CheckJson, DeskError> {
    let begun = Instant::now();
    let laws: Vec<&Law> =
        LAWS.iter().filter(|l| plan.only.as_deref().is_none_or(|only| only == l.name)).collect();
    if laws.is_empty() {
        return Err(DeskError::Unknown {
            what: "law",
            found: plan.only.clone().unwrap_or_default(),
            known: LAWS.iter().map(|l| l.name).collect::<Vec<_>>().join(", "),
        });
    }
    let mut faults: Vec<String> = Vec::new();
    let first = match &plan.at {
        Some((start, moves)) => Case::new(game, &plan.rules, start, moves)?,
        None => positions::random(game, &plan.rules, plan.seed, 0)?,
    };
    let caps = match subject.learn(first.table.as_ref()) {
        Ok(caps) => caps,
        Err(f) => {
            faults.push(f.to_string());
            Caps::default()
        }
    };
    let mut report = CheckJson {
        schema: 1,
        engine: engine.into(),
        game: game.name().into(),
        rules: first.table.rules().into(),
        laws: Vec::new(),
        contradictions: 0,
        faults: Vec::new(),
    };
    for (k, law) in laws.iter().enumerate() {
        let mut line = LawJson {
            law: law.name.into(),
            state: "not_testable".into(),
            cases: 0,
            broken: 0,
            example: None,
            detail: None,
        };
        if let Some(lacks) = (law.lacks)(&caps, game) {
            line.detail = Some(lacks.into());
            report.laws.push(line);
            continue;
        }
        // What is left of the time is shared by the laws that are left.
        let left = plan.time.saturating_sub(begun.elapsed());
        let share = left / (laws.len() - k) as u32;
        let until = Instant::now() + share.min(plan.time);
        let mut smallest: Option<(Case, String)> = None;
        let mut seen = 0u64;
        let mut tried = 0u64;
        while seen < plan.cases.min(law.cases) && tried < 40 * plan.cases {
            if tried > 0 && Instant::now() >= until {
                break;
            }
            let case = match &plan.at {
                Some((start, moves)) if tried == 0 => Case::new(game, &plan.rules, start, moves)?,
                Some(_) => break,
                None => positions::case(game, &plan.rules, plan.seed, tried)?,
            };
            tried += 1;
            watch(law.name, tried);
            let mut context = Context { game, subject: &mut *subject, nodes: plan.nodes, caps };
            match (law.test)(&mut context, &case) {
                Ok(Found::Nothing) => {}
                Ok(Found::Holds) => seen += 1,
                Ok(Found::Broken(detail)) => {
                    seen += 1;
                    line.broken += 1;
                    let case = smaller(law, &mut context, &case, plan).unwrap_or(case);
                    if smallest.as_ref().is_none_or(|s| case.size() < s.0.size()) {
                        smallest = Some((case, detail));
                    }
                }
                Err(e) => {
                    if faults.len() < 20 {
                        faults.push(format!("{}: {e}", law.name));
                    } else {
                        break;
                    }
                }
            }
        }
        line.cases = seen;
        if seen > 0 {
            line.state = if line.broken > 0 { "broken" } else { "holds" }.into();
        } else {
            line.detail = Some("no position was met that it speaks about".into());
        }
        if let Some((case, detail)) = smallest {
            line.example = Some(command(engine, game.name(), law.name, plan, &case));
            line.detail = Some(detail);
        }
        report.contradictions += line.broken;
        report.laws.push(line);
    }
    report.faults = faults;
    Ok(report)
}

/// The same case without its history, if the law is broken there too.
fn smaller(law: &Law, context: &mut Context<'_>, case: &Case, plan: &CheckPlan) -> Option<Case> {
    if case.moves.is_empty() {
        return None;
    }
    let bare = Case::new(context.game, &plan.rules, &case.table.position_text(), &[]).ok()?;
    match (law.test)(context, &bare) {
        Ok(Found::Broken(_)) => Some(bare),
        _ => None,
    }
}
