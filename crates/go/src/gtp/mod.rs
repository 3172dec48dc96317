//! GTP version 2, the engine's side: a session takes a line and gives a reply.
//!
//! The session holds the game and a list of command families. This crate brings
//! the board's commands; the analysis crate adds its own with
//! [`Session::add_family`], and better play with [`Session::set_mind`]. Files are
//! read by the host through [`Session::set_loader`], time by
//! [`Session::set_clock`]: the session itself does no input or output.

mod args;
mod board_commands;
mod play_commands;

pub use args::Args;

use crate::game::Game;
use crate::player::{Mind, Simple};
use crate::point::Colour;
use crate::rules::Rules;
use crate::symmetry::Symmetry;
use std::any::{Any, TypeId};
use std::collections::HashMap;

/// What a command gives: the text of the reply, or of the error.
pub type Outcome = Result<String, String>;

/// One command.
#[derive(Clone, Copy)]
pub struct Command {
    /// The name, as GTP spells it.
    pub name: &'static str,
    /// Arguments, for `help`.
    pub usage: &'static str,
    /// Does it.
    pub run: fn(&mut Session, &Args<'_>) -> Outcome,
}

/// Commands that belong together.
pub type Family = &'static [Command];

/// A reply, ready to be printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The id that came with the command.
    pub id: Option<u32>,
    /// Success or error.
    pub ok: bool,
    /// Lines of text; no empty line in it.
    pub text: String,
}

impl Reply {
    fn new(id: Option<u32>, outcome: Outcome) -> Reply {
        let ok = outcome.is_ok();
        let (Ok(text) | Err(text)) = outcome;
        // An empty line would end the reply; keep a leading line break.
        let mut clean = String::new();
        for (i, line) in text.split('\n').enumerate() {
            let line: String =
                line.chars().filter(|c| !c.is_control()).collect::<String>().trim_end().to_string();
            if i == 0 {
                clean.push_str(&line);
            } else if !line.is_empty() {
                clean.push('\n');
                clean.push_str(&line);
            }
        }
        Reply { id, ok, text: clean }
    }
}

impl std::fmt::Display for Reply {
    /// With the empty line that ends it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.ok { "=" } else { "?" })?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        write!(f, " {}\n\n", self.text)
    }
}

/// Nodes since the last reset, by kind of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Tactical reading.
    pub reading: u64,
    /// Life and death.
    pub owl: u64,
    /// Connections.
    pub connection: u64,
}

impl Counters {
    /// The sum of the three.
    pub fn total(&self) -> u64 {
        self.reading + self.owl + self.connection
    }
}

type Loader = Box<dyn FnMut(&str) -> Result<Vec<u8>, String> + Send>;
type Clock = Box<dyn Fn() -> f64 + Send>;

/// A GTP session.
pub struct Session {
    game: Game,
    rules: Rules,
    trials: Vec<Colour>,
    families: Vec<Family>,
    mind: Option<Box<dyn Mind>>,
    loader: Option<Loader>,
    clock: Option<Clock>,
    load_symmetry: Symmetry,
    extensions: HashMap<TypeId, Box<dyn Any + Send>>,
    buffer: String,
    quit: bool,
    warnings: Vec<String>,
    /// Nodes since the last reset; commands add to it.
    pub counters: Counters,
    /// Budget in nodes for one analysis command.
    pub node_budget: u64,
    /// Whether the last answer was proved; commands that know set it.
    pub proved: bool,
}

impl Default for Session {
    fn default() -> Self {
        Session::new(Rules::default())
    }
}

impl Session {
    /// A session with an empty 19x19 board and the board's commands.
    pub fn new(rules: Rules) -> Session {
        let mut game = Game::new(19, 19, rules);
        game.set_komi(5.5);
        Session {
            game,
            rules,
            trials: Vec::new(),
            families: vec![board_commands::FAMILY, play_commands::FAMILY],
            mind: Some(Box::new(Simple::new(1))),
            loader: None,
            clock: None,
            load_symmetry: Symmetry::IDENTITY,
            extensions: HashMap::new(),
            buffer: String::new(),
            quit: false,
            warnings: Vec::new(),
            counters: Counters::default(),
            node_budget: 200_000,
            proved: false,
        }
    }

    /// Adds commands. A name that is already there is replaced.
    pub fn add_family(&mut self, family: Family) {
        self.families.push(family);
    }

    /// Who chooses moves and marks dead stones.
    pub fn set_mind(&mut self, mind: Box<dyn Mind>) {
        self.mind = Some(mind);
    }

    /// How files are read.
    pub fn set_loader(
        &mut self,
        loader: impl FnMut(&str) -> Result<Vec<u8>, String> + Send + 'static,
    ) {
        self.loader = Some(Box::new(loader));
    }

    /// Processor time in seconds, for `cputime`.
    pub fn set_clock(&mut self, clock: impl Fn() -> f64 + Send + 'static) {
        self.clock = Some(Box::new(clock));
    }

    /// Every record that is loaded from now on is transformed.
    pub fn set_load_symmetry(&mut self, s: Symmetry) {
        self.load_symmetry = s;
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, to be changed.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Starts from another game; trial moves are forgotten.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.trials.clear();
    }

    /// Rules of new games.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether `quit` has come.
    pub fn is_over(&self) -> bool {
        self.quit
    }

    /// What looked wrong since the last call (records with faults).
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// State of an extension, made on first use, lent together with the session.
    pub fn with<T: Any + Send + Default, R>(
        &mut self,
        f: impl FnOnce(&mut Session, &mut T) -> R,
    ) -> R {
        let id = TypeId::of::<T>();
        let mut state = match self.extensions.remove(&id).map(|b| b.downcast::<T>()) {
            Some(Ok(state)) => state,
            _ => Box::default(),
        };
        let r = f(self, &mut state);
        self.extensions.insert(id, state);
        r
    }

    /// The command of this name.
    pub fn command(&self, name: &str) -> Option<Command> {
        self.families.iter().rev().find_map(|f| f.iter().find(|c| c.name == name).copied())
    }

    /// All command names, sorted.
    pub fn command_names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> =
            self.families.iter().flat_map(|f| f.iter().map(|c| c.name)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Takes one line; `None` for lines that hold no command.
    pub fn line(&mut self, line: &str) -> Option<Reply> {
        let clean: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let clean = clean.split('#').next().unwrap_or("").trim();
        let mut words = clean.split_whitespace().peekable();
        let first = *words.peek()?;
        let mut id = None;
        if first.bytes().all(|b| b.is_ascii_digit()) {
            words.next();
            match first.parse::<u32>() {
                Ok(n) => id = Some(n),
                Err(_) => return Some(Reply::new(None, Err("id too large".into()))),
            }
        }
        let Some(name) = words.next() else {
            return Some(Reply::new(id, Err("unknown command".into())));
        };
        let args: Vec<&str> = words.collect();
        let outcome = match self.command(name) {
            None => Err("unknown command".into()),
            Some(c) => {
                self.proved = false;
                (c.run)(self, &Args::new(&args))
            }
        };
        Some(Reply::new(id, outcome))
    }

    /// Takes bytes as they arrive, whole lines or not; gives the replies so far.
    pub fn feed(&mut self, text: &str) -> Vec<Reply> {
        self.buffer.push_str(text);
        let mut replies = Vec::new();
        while let Some(end) = self.buffer.find('\n') {
            let line: String = self.buffer.drain(..=end).collect();
            if self.quit {
                continue;
            }
            replies.extend(self.line(&line));
        }
        replies
    }

    /// The end of input: what stands in the buffer without a line end is still taken.
    pub fn finish(&mut self) -> Option<Reply> {
        let rest = std::mem::take(&mut self.buffer);
        if self.quit { None } else { self.line(&rest) }
    }
}
