//! Players: engines at a table, in this process or in another.

pub mod cdc;
pub mod gtp;
pub mod inside;
pub mod json;
pub mod outside;
pub mod uci;

pub use inside::Inside;

use crate::contender::{Contender, Kind};
use crate::desk::{AnyGame, AnyTable, Choice, DeskError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;
use touchstone_search::Stop;

/// What an engine did wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Its move is not legal, or no move at all.
    Illegal,
    /// It answered, but too late.
    Overtime,
    /// Its process ended by a signal or an error code.
    Crash,
    /// It lives and does not answer.
    Stall,
    /// It closed its output, or ended without an error.
    Disconnect,
    /// It answered something that its protocol does not know.
    Garbage,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::Illegal,
        FaultKind::Overtime,
        FaultKind::Crash,
        FaultKind::Stall,
        FaultKind::Disconnect,
        FaultKind::Garbage,
    ];

    /// The name in records and reports.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Overtime => "overtime",
            FaultKind::Crash => "crash",
            FaultKind::Stall => "stall",
            FaultKind::Disconnect => "disconnect",
            FaultKind::Garbage => "garbage",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An engine's fault with what was seen of it.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What was seen: the move, the exit code, the last lines.
    pub detail: String,
}

impl Fault {
    /// A fault of `kind`.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }
}

/// Somebody who plays one seat. It is shown tables (what its seat may know)
/// and never a referee.
pub trait Player: Send {
    /// Gets ready for a new game at `table`, forgetting all games before.
    fn new_game(&mut self, table: &dyn AnyTable) -> Result<(), Fault>;

    /// Chooses a move at `table`. The text need not be legal: the referee looks.
    fn choose(&mut self, table: &dyn AnyTable) -> Result<Choice, Fault>;
}

/// Makes the player of a contender. `seed` is for engines that draw random
/// numbers; `stop` ends a search from outside.
pub fn player(
    contender: &Contender,
    game: &'static dyn AnyGame,
    seed: u64,
    stop: &Stop,
) -> Result<Box<dyn Player>, DeskError> {
    match contender.engine {
        Kind::Builtin | Kind::Ruler => Ok(Box::new(Inside::new(contender, game, seed, stop)?)),
        Kind::Uci => Ok(Box::new(uci::Uci::new(contender, game.name())?)),
        Kind::Cdc => Ok(Box::new(cdc::Cdc::new(contender))),
        Kind::Gtp => Ok(Box::new(gtp::Gtp::new(contender))),
        Kind::Json => Ok(Box::new(json::Json::new(contender))),
    }
}

/// What identifies a contender's play in records: kind, settings, and a hash
/// of its binary or parameter file.
pub fn identity(contender: &Contender) -> Result<BTreeMap<String, String>, DeskError> {
    let mut id = BTreeMap::new();
    id.insert("engine".into(), contender.short());
    let file = if contender.engine.is_program() { &contender.path } else { &contender.params };
    if let Some(path) = file {
        match hash_of(path) {
            Ok(hash) => drop(id.insert("hash".into(), hash)),
            Err(e) if contender.engine == Kind::Builtin => {
                return Err(DeskError::Engine(format!("{}: {e}", path.display())));
            }
            // A program found through PATH has no file here.
            Err(_) => {}
        }
    }
    if !contender.engine.is_program() {
        id.insert("version".into(), env!("CARGO_PKG_VERSION").into());
    }
    Ok(id)
}

/// The first 16 digits of a file's BLAKE3 hash; large binaries are not held in memory.
fn hash_of(path: &std::path::Path) -> std::io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(std::fs::File::open(path)?)?;
    Ok(hasher.finalize().to_hex().as_str()[..16].to_string())
}
