//! The desk: the object-safe, text-level face of every game.
//!
//! [`AnyGame`] names a game, [`AnyTable`] is one position with its history (what
//! one seat may know), [`AnyReferee`] is a dealt truth, [`AnyEngine`] judges
//! tables. One generic adapter ([`adapter`]) makes all of them for any
//! [`touchstone_kernel::Game`]; a game without it may implement the traits by
//! hand. Command line, server and laboratory reach games through
//! [`games`] and [`game`] alone.

pub mod adapter;
pub mod audit;
pub mod banqi;
pub mod chess;
pub mod dicechess;
pub mod go;
pub mod jieqi;
pub mod json;
pub mod params;
pub mod perft;
mod registry;
#[cfg(test)]
mod tests;

pub use json::{
    AnalysisJson, AuditJson, EvalJson, MoveJson, OutcomeJson, PerftJson, SolveJson, ValueJson,
    VerdictJson,
};
pub use registry::{game, games};

use std::any::Any;
use std::collections::BTreeMap;
use thiserror::Error;
use touchstone_kernel::{Limits, LuckKey, Seat, TextError};
use touchstone_search::Stop;

/// What can go wrong at the desk.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DeskError {
    /// A text is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// No such game, rules preset, engine or ruler.
    #[error("unknown {what} {found:?}; known: {known}")]
    Unknown {
        /// What kind of name it is.
        what: &'static str,
        /// What was asked for.
        found: String,
        /// The names there are.
        known: String,
    },
    /// The game or engine has no such thing.
    #[error("{0}")]
    Unsupported(String),
    /// An engine could not be made or did not answer.
    #[error("{0}")]
    Engine(String),
}

/// A question to an engine, in texts.
#[derive(Clone, Debug)]
pub struct Ask {
    /// How much work may be done.
    pub limits: Limits,
    /// How many best moves are wanted with exact values and lines; at least 1.
    pub lines: usize,
    /// Search only these root moves, with open windows. Empty: all.
    pub only: Vec<String>,
    /// Threads; 1 is deterministic by nodes.
    pub threads: usize,
    /// For play (contempt allowed) or for judgement.
    pub play: bool,
    /// Set from outside to end the search early.
    pub stop: Stop,
}

impl Ask {
    /// A judgement within `limits`.
    pub fn new(limits: Limits) -> Ask {
        Ask { limits, lines: 1, only: Vec::new(), threads: 1, play: false, stop: Stop::new() }
    }

    /// The same question, asked in order to play.
    pub fn for_play(limits: Limits) -> Ask {
        Ask { play: true, ..Ask::new(limits) }
    }
}

/// Which built-in engine is wanted and how it is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// `None`: the game's own engine. `Some(name)`: the ruler of that name.
    pub ruler: Option<String>,
    /// The text of a parameter file (not its path), if one is given.
    pub params: Option<String>,
    /// Other options by name (`hash_mib`, `tables`, ...), as the game knows them.
    pub options: BTreeMap<String, String>,
    /// Seed of the engine's private random numbers, for those that use any.
    pub seed: u64,
}

/// What an engine plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move, in the game's notation.
    pub mv: String,
    /// What the engine thinks of it, if it says so.
    pub value: Option<ValueJson>,
    /// Nodes used, if known.
    pub nodes: u64,
    /// Depth finished, if known.
    pub depth: u32,
}

/// A name with a line about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
}

/// A game.
pub trait AnyGame: Send + Sync {
    /// The name, as the command line takes it.
    fn name(&self) -> &'static str;
    /// The rules presets, the default first.
    fn presets(&self) -> Vec<Named>;
    /// The names of the sides (`red`, `black`).
    fn side_names(&self) -> [&'static str; 2];
    /// The rulers: frozen opponents that `ruler:NAME` takes.
    fn rulers(&self) -> Vec<Named>;
    /// A table at a position text (`start` for the start of a game) after
    /// `moves`. `rules` is a preset's name; empty for the default.
    fn table(
        &self,
        position: &str,
        rules: &str,
        moves: &[String],
    ) -> Result<Box<dyn AnyTable>, DeskError>;
    /// Deals a world: from `position` on, with the luck that `key` names.
    fn deal(
        &self,
        position: &str,
        rules: &str,
        key: &LuckKey,
    ) -> Result<Box<dyn AnyReferee>, DeskError>;
    /// A world from the deal text of a record.
    #[allow(clippy::wrong_self_convention, reason = "a world is made from a deal by a game")]
    fn from_deal(&self, deal: &str, rules: &str) -> Result<Box<dyn AnyReferee>, DeskError>;
    /// A built-in engine or ruler.
    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, DeskError>;
    /// The static evaluation of a table, term by term.
    fn eval(&self, table: &dyn AnyTable, params: Option<&str>) -> Result<EvalJson, DeskError>;
    /// A proved value where exact tables or proof search reach.
    fn solve(&self, table: &dyn AnyTable, limits: &Limits) -> Result<SolveJson, DeskError>;
    /// Counts of the rules, a line for every depth up to `depth`.
    fn perft(
        &self,
        table: &dyn AnyTable,
        depth: u32,
        divide: bool,
    ) -> Result<Vec<PerftJson>, DeskError>;
    /// Whether the built-in engine judges this table and what follows from it. By default it
    /// judges every position.
    ///
    /// # Errors
    /// Says what it cannot judge.
    fn judges(&self, table: &dyn AnyTable) -> Result<(), DeskError> {
        let _ = table;
        Ok(())
    }
    /// The same position with the colours exchanged, where the game knows how.
    fn flipped(&self, table: &dyn AnyTable) -> Option<Box<dyn AnyTable>>;
    /// The position under the symmetries of the board, where there are any.
    fn mirrored(&self, table: &dyn AnyTable) -> Vec<Box<dyn AnyTable>>;
    /// Position texts in which engines are known to err: what `check` tries first.
    fn tricky(&self) -> &'static [&'static str] {
        &[]
    }
    /// Fixed searches; the sum of nodes is the signature.
    fn bench(&self) -> Result<BenchReport, DeskError>;
}

/// What `bench` prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchReport {
    /// Nodes of each position, by position text.
    pub nodes: Vec<(String, u64)>,
    /// A hash of nodes, moves and scores.
    pub signature: String,
}

impl BenchReport {
    /// The sum of the nodes.
    pub fn total(&self) -> u64 {
        self.nodes.iter().map(|n| n.1).sum()
    }
}

/// One position with its history, as one seat (or the public) knows it.
pub trait AnyTable: Send {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The rules preset's name.
    fn rules(&self) -> &'static str;
    /// The position text. It holds no history.
    fn position_text(&self) -> String;
    /// The board as lines of text, with Chinese characters or letters; the
    /// position text where a game has no such picture.
    fn diagram(&self, chinese: bool) -> String {
        let _ = chinese;
        self.position_text()
    }
    /// The position text that the table started from. It may differ from the
    /// text it was made of in form, not in meaning.
    fn start_text(&self) -> String;
    /// The moves played at this table, in the game's notation.
    fn played(&self) -> &[String];
    /// The position text after the last irreversible move, and the tokens
    /// played since: what a stateless protocol needs to know of the history.
    fn window(&self) -> (String, &[String]);
    /// Who decides; `None` where luck comes first.
    fn seat(&self) -> Option<Seat>;
    /// The side to decide; `None` where luck comes first or colours are unbound.
    fn side(&self) -> Option<&'static str>;
    /// All legal decisions. Empty where the game is over or luck comes first.
    fn legal(&self) -> Vec<String>;
    /// What luck may bring next, with weights: before a roll, or after the
    /// move `mv` if one is named. Empty where no luck is open.
    fn luck(&self, mv: Option<&str>) -> Result<Vec<(String, u32)>, DeskError>;
    /// How the game ended, if it did.
    fn verdict(&self) -> Option<VerdictJson>;
    /// A token as its decision and, where it names one, its event.
    fn split(&self, token: &str) -> Result<(String, Option<String>), DeskError>;
    /// Plays one token: a decision with its event where luck had a part
    /// (`c3c3=R`), a decision whose luck is still open (`c3c3`; the table is
    /// then before the luck), or the event itself (`R`, a roll).
    fn play(&mut self, token: &str) -> Result<(), DeskError>;
    /// Takes the last token back; `false` at the first position.
    fn undo(&mut self) -> bool;
    /// A copy.
    fn clone_table(&self) -> Box<dyn AnyTable>;
    /// For the game's own code.
    fn as_any(&self) -> &dyn Any;
}

/// What the seats saw of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenText {
    /// The token in the view of each seat ([`Seat::index`]).
    pub seen: [String; 2],
    /// Who moved.
    pub mover: Seat,
}

/// A dealt world with the rules: the referee's side of a game.
pub trait AnyReferee: Send {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The rules preset's name.
    fn rules(&self) -> &'static str;
    /// What `seat` may know now. Hand nothing else to an engine.
    fn view(&self, seat: Seat) -> &dyn AnyTable;
    /// Who decides.
    fn seat(&self) -> Seat;
    /// How the game ended, if it did.
    fn verdict(&self) -> Option<VerdictJson>;
    /// Plays a decision of the seat to decide (an event in the text is
    /// ignored: luck is the referee's) and tells what each seat saw.
    fn play(&mut self, mv: &str) -> Result<SeenText, DeskError>;
    /// The hidden part of the world for records; empty if there is none.
    fn deal_text(&self) -> String;
    /// A copy.
    fn clone_referee(&self) -> Box<dyn AnyReferee>;
}

/// A judge of tables.
pub trait AnyEngine: Send {
    /// What it is called in reports.
    fn name(&self) -> String;
    /// Forgets everything of earlier games.
    fn new_game(&mut self);
    /// Judges a table.
    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError>;
    /// Chooses a move to play. By default the best of [`AnyEngine::analyse`].
    fn choose(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<Choice, DeskError> {
        let analysis = self.analyse(table, ask)?;
        let (nodes, depth) = (analysis.nodes, analysis.depth);
        match analysis.moves.into_iter().next() {
            Some(m) => Ok(Choice { mv: m.mv, value: Some(m.value), nodes, depth }),
            None => Err(DeskError::Engine(format!("{} found no move", self.name()))),
        }
    }
}
