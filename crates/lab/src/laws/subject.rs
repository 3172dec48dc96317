//! Engines as `check` asks them.

use crate::contender::{Contender, Kind};
use crate::desk::{AnalysisJson, AnyEngine, AnyGame, AnyTable, Ask, Choice, DeskError, EvalJson};
use crate::player::inside::spec_of;
use crate::player::{Fault, FaultKind, Player, json::Json, player, uci::Uci};
use touchstone_kernel::Limits;
use touchstone_search::Stop;

/// What an engine can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Caps {
    /// It states a score of its best move (of whatever scale).
    pub scores: bool,
    /// Its scores are expected results; by how many millionths they are rounded.
    pub values: Option<i64>,
    /// It can be asked about given root moves.
    pub only: bool,
    /// It shows outcome tables.
    pub outcomes: bool,
    /// It states a static score.
    pub statics: bool,
    /// It names the terms of its evaluation.
    pub terms: bool,
    /// It obeys a node limit, so that it can be asked twice.
    pub nodes: bool,
    /// It obeys a depth limit.
    pub depth: bool,
    /// It obeys a time limit.
    pub time: bool,
    /// It can be set at any position.
    pub positions: bool,
}

/// An engine under test.
pub trait Subject: Send {
    /// What it can do, found out at `table`.
    fn learn(&mut self, table: &dyn AnyTable) -> Result<Caps, Fault>;
    /// Forgets everything.
    fn fresh(&mut self, table: &dyn AnyTable) -> Result<(), Fault>;
    /// Judges a table.
    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, Fault>;
    /// Chooses a move as in a game.
    fn choose(&mut self, table: &dyn AnyTable, limits: &Limits) -> Result<Choice, Fault>;
    /// The static evaluation in terms.
    fn eval(&mut self, table: &dyn AnyTable) -> Option<EvalJson> {
        let _ = table;
        None
    }
}

/// An engine of this process.
pub struct InsideSubject {
    /// The engine.
    pub engine: Box<dyn AnyEngine>,
    game: &'static dyn AnyGame,
    params: Option<String>,
}

impl InsideSubject {
    /// A subject from an engine that was made elsewhere (a broken one, say).
    pub fn of(engine: Box<dyn AnyEngine>, game: &'static dyn AnyGame) -> InsideSubject {
        InsideSubject { engine, game, params: None }
    }
}

fn illegal(e: DeskError) -> Fault {
    Fault::new(FaultKind::Illegal, e.to_string())
}

impl Subject for InsideSubject {
    fn learn(&mut self, table: &dyn AnyTable) -> Result<Caps, Fault> {
        let a = self.analyse(table, &Ask::new(Limits::nodes(100)))?;
        let scores = !a.moves.is_empty();
        Ok(Caps {
            scores,
            values: scores.then_some(2),
            only: true,
            outcomes: true,
            statics: a.static_value.is_some(),
            terms: self.eval(table).is_some(),
            nodes: true,
            depth: true,
            time: true,
            positions: true,
        })
    }

    fn fresh(&mut self, _: &dyn AnyTable) -> Result<(), Fault> {
        self.engine.new_game();
        Ok(())
    }

    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, Fault> {
        self.engine.analyse(table, ask).map_err(illegal)
    }

    fn choose(&mut self, table: &dyn AnyTable, limits: &Limits) -> Result<Choice, Fault> {
        self.engine.choose(table, &Ask::for_play(*limits)).map_err(illegal)
    }

    fn eval(&mut self, table: &dyn AnyTable) -> Option<EvalJson> {
        self.game.eval(table, self.params.as_deref()).ok()
    }
}

/// A UCI program.
struct UciSubject(Uci);

impl Subject for UciSubject {
    fn learn(&mut self, table: &dyn AnyTable) -> Result<Caps, Fault> {
        self.0.new_game(table)?;
        let (a, exact) = self.0.analyse(table, &Ask::new(Limits::nodes(100)))?;
        let scores = a.moves.first().is_some_and(|m| !m.value.kind.is_empty());
        Ok(Caps {
            scores,
            values: (scores && exact).then_some(2_000),
            only: true,
            nodes: true,
            depth: true,
            time: true,
            positions: true,
            ..Caps::default()
        })
    }

    fn fresh(&mut self, table: &dyn AnyTable) -> Result<(), Fault> {
        self.0.new_game(table)
    }

    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, Fault> {
        self.0.analyse(table, ask).map(|a| a.0)
    }

    fn choose(&mut self, table: &dyn AnyTable, limits: &Limits) -> Result<Choice, Fault> {
        self.0.limits = *limits;
        self.0.choose(table)
    }
}

/// A JSON program.
struct JsonSubject(Json);

impl Subject for JsonSubject {
    fn learn(&mut self, table: &dyn AnyTable) -> Result<Caps, Fault> {
        self.0.new_game(table)?;
        let a = self.0.analyse(table, &Ask::new(Limits::nodes(100)))?;
        let scores = !a.moves.is_empty();
        Ok(Caps {
            scores,
            values: scores.then_some(2),
            only: true,
            outcomes: true,
            statics: a.static_value.is_some(),
            terms: false,
            nodes: true,
            depth: true,
            time: true,
            positions: true,
        })
    }

    fn fresh(&mut self, table: &dyn AnyTable) -> Result<(), Fault> {
        self.0.new_game(table)
    }

    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, Fault> {
        self.0.analyse(table, ask)
    }

    fn choose(&mut self, table: &dyn AnyTable, limits: &Limits) -> Result<Choice, Fault> {
        let a = self.0.analyse(table, &Ask::for_play(*limits))?;
        let (nodes, depth) = (a.nodes, a.depth);
        match a.moves.into_iter().next() {
            Some(m) => Ok(Choice { mv: m.mv, value: Some(m.value), nodes, depth }),
            None => Err(Fault::new(FaultKind::Illegal, "it found no move")),
        }
    }
}

/// A program of which only moves are known.
struct MovesOnly(Box<dyn Player>);

impl Subject for MovesOnly {
    fn learn(&mut self, table: &dyn AnyTable) -> Result<Caps, Fault> {
        self.0.new_game(table)?;
        Ok(Caps::default())
    }

    fn fresh(&mut self, table: &dyn AnyTable) -> Result<(), Fault> {
        self.0.new_game(table)
    }

    fn analyse(&mut self, _: &dyn AnyTable, _: &Ask) -> Result<AnalysisJson, Fault> {
        Err(Fault::new(FaultKind::Garbage, "this protocol has no analysis"))
    }

    fn choose(&mut self, table: &dyn AnyTable, _: &Limits) -> Result<Choice, Fault> {
        self.0.choose(table)
    }
}

/// The subject of a contender.
pub fn subject(
    contender: &Contender,
    game: &'static dyn AnyGame,
) -> Result<Box<dyn Subject>, DeskError> {
    Ok(match contender.engine {
        Kind::Builtin | Kind::Ruler => {
            let spec = spec_of(contender, 0)?;
            Box::new(InsideSubject { engine: game.engine(&spec)?, game, params: spec.params })
        }
        Kind::Uci => Box::new(UciSubject(Uci::new(contender, game.name())?)),
        Kind::Json => Box::new(JsonSubject(Json::new(contender))),
        Kind::Gtp | Kind::Cdc => Box::new(MovesOnly(player(contender, game, 0, &Stop::new())?)),
    })
}

/// A subject as an engine, so that audits may ask it.
pub struct SubjectEngine<'s> {
    /// The subject.
    pub subject: &'s mut dyn Subject,
    /// Any table of the game, for a fresh start.
    pub table: Box<dyn AnyTable>,
}

impl AnyEngine for SubjectEngine<'_> {
    fn name(&self) -> String {
        "the engine under test".into()
    }

    fn new_game(&mut self) {
        // A fault here shows again at the next question.
        let _ = self.subject.fresh(self.table.as_ref());
    }

    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError> {
        self.subject.analyse(table, ask).map_err(|f| DeskError::Engine(f.to_string()))
    }
}
