//! Engines of this process.

use super::{Fault, FaultKind, Player};
use crate::contender::{Contender, Kind};
use crate::desk::{AnyEngine, AnyGame, AnyTable, Ask, Choice, DeskError, EngineSpec};
use std::panic::{AssertUnwindSafe, catch_unwind};
use touchstone_search::Stop;

/// A built-in engine or ruler at a table. A panic inside it is a crash of the
/// engine, not of the run.
pub struct Inside {
    engine: Box<dyn AnyEngine>,
    ask: Ask,
}

/// What the desk needs to make a contender that lives in this process.
pub fn spec_of(contender: &Contender, seed: u64) -> Result<EngineSpec, DeskError> {
    let params = match &contender.params {
        None => None,
        Some(path) => Some(
            std::fs::read_to_string(path)
                .map_err(|e| DeskError::Engine(format!("{}: {e}", path.display())))?,
        ),
    };
    Ok(EngineSpec {
        ruler: contender.ruler.clone(),
        params,
        options: contender.options.clone(),
        seed,
    })
}

impl Inside {
    /// Makes the engine. A builtin engine without any limit is refused: it
    /// would think for ever.
    pub fn new(
        contender: &Contender,
        game: &dyn AnyGame,
        seed: u64,
        stop: &Stop,
    ) -> Result<Inside, DeskError> {
        if contender.engine == Kind::Builtin && contender.limits().is_unlimited() {
            return Err(DeskError::Engine(
                "builtin without a limit; give nodes=N, depth=D or time-ms=T".into(),
            ));
        }
        let engine = game.engine(&spec_of(contender, seed)?)?;
        let mut ask = Ask::for_play(contender.limits());
        ask.threads = contender.threads.unwrap_or(1);
        ask.stop = stop.clone();
        Ok(Inside { engine, ask })
    }
}

fn crash(what: Box<dyn std::any::Any + Send>) -> Fault {
    let text = what
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| what.downcast_ref::<&str>().map(|s| s.to_string()))
        .unwrap_or_default();
    Fault::new(FaultKind::Crash, format!("panic: {text}"))
}

impl Player for Inside {
    fn new_game(&mut self, _: &dyn AnyTable) -> Result<(), Fault> {
        catch_unwind(AssertUnwindSafe(|| self.engine.new_game())).map_err(crash)
    }

    fn choose(&mut self, table: &dyn AnyTable) -> Result<Choice, Fault> {
        let found = catch_unwind(AssertUnwindSafe(|| self.engine.choose(table, &self.ask)))
            .map_err(crash)?;
        found.map_err(|e| Fault::new(FaultKind::Illegal, e.to_string()))
    }
}
