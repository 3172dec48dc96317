//! Jieqi on the desk.

use super::adapter::{BoxEngine, Desk, EvalOut, Plug, RulesOf};
use super::{DeskError, EngineSpec, Named, PerftJson, params};
use touchstone_jieqi::engine::{Parameters, builtin};
use touchstone_jieqi::game::setup_of;
use touchstone_jieqi::{Eval, Jieqi, View, perft, rulers};
use touchstone_kernel::{Evaluator, Limits, Setup};

/// Jieqi.
pub static JIEQI: Desk<JieqiPlug> = Desk::new();

/// What Jieqi has besides its rules.
pub struct JieqiPlug;

fn parameters(text: Option<&str>) -> Result<Parameters, DeskError> {
    let mut p = Parameters::standard();
    if let Some(text) = text {
        params::apply(text, |name, value| p.set(name, value))?;
    }
    Ok(p)
}

impl Plug for JieqiPlug {
    type Game = Jieqi;

    fn builtin(spec: &EngineSpec, _rules: RulesOf<Self>) -> Result<BoxEngine<Self>, DeskError> {
        let mut p = parameters(spec.params.as_deref())?;
        let mib = params::number(&spec.options, "hash_mib", 1..=4096, 16)?;
        p.settings.table_bytes = mib << 20;
        Ok(Box::new(builtin(&p)))
    }

    fn rulers() -> &'static [Named] {
        &[
            Named { name: "random", about: "any legal move" },
            Named { name: "greedy", about: "the dearest capture, else any move" },
            Named { name: "first", about: "a plain alpha-beta, frozen" },
        ]
    }

    fn ruler(name: &str, _seed: u64) -> Option<BoxEngine<Self>> {
        rulers::named(name)
    }

    fn eval(setup: &Setup<View>, text: Option<&str>) -> Result<EvalOut, DeskError> {
        let eval = Eval::new(parameters(text)?.weights);
        let Some(view) = setup.decision() else {
            return Err(DeskError::Unsupported("nobody decides here".into()));
        };
        let mut terms = Vec::new();
        eval.terms(view, &mut |t| terms.push(t));
        Ok(EvalOut {
            score: eval.score(view, &eval.start(view)),
            units: eval.units(),
            terms,
            more: serde_json::Map::new(),
        })
    }

    fn flipped(setup: &Setup<View>) -> Option<Setup<View>> {
        with_view(setup, View::flipped)
    }

    fn mirrored(setup: &Setup<View>) -> Vec<Setup<View>> {
        with_view(setup, View::mirrored).into_iter().collect()
    }

    /// Only what the moved piece becomes is split, not what a captured dark
    /// piece was.
    fn perft(setup: &Setup<View>, depth: u32, divide: bool) -> Option<Vec<PerftJson>> {
        if divide {
            return None;
        }
        let counts = perft::perft(setup.decision()?, depth, false);
        let lines = counts.into_iter().zip(1..).map(|(c, depth)| PerftJson {
            depth,
            moves: c.moves,
            positions: c.positions,
            divide: Vec::new(),
        });
        Some(lines.collect())
    }

    fn tricky() -> &'static [&'static str] {
        &[
            // Two faults of a public engine, as published: the start with the colours
            // exchanged; a reveal that one piece of many makes a winner; a reveal that is
            // mated as three of five pieces and was rated as winning.
            "start",
            touchstone_jieqi::museum::FLIP_POSITION,
            touchstone_jieqi::museum::TRAP,
            // Found by `refuted_outcomes` in random games: a sure win was claimed where one
            // piece of six loses at once; our own margins hid a mate.
            "x2x1xx2/5k2p/4p1p1a/xa4x1x/3r5/P4N3/1nX1X3X/1RPBN2RA/4P1c2/2XXK3X w R0A1C2P2N0B1r1a0c1p2n1b2 36 19",
            "P2x1x3/b3k1c2/9/1C3a2p/2p6/P1R4p1/4a3X/5r2B/3K2A2/2XX3XR w R0A1C1P2N1B1r0a0c0p0n1b1 2 52",
        ]
    }

    fn bench() -> (&'static [&'static str], Limits) {
        (
            &[
                "start",
                "x2k1xxA1/9/px2c4/x1x1C1B2/7c1/2P3n2/9/1X2N3P/4Ab3/XXX1KX3 w R2A0C0P2N0B1r0a2c0p2n1b1 3 14",
                "x1xCkxxxx/9/1x5x1/2x1x1x1x/p8/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R2A2C1P5N2B2r2a1c2p4n2b2 0 2",
            ],
            Limits::nodes(60_000),
        )
    }
}

/// The position with its view changed; its clock stays, older history is left out.
fn with_view(setup: &Setup<View>, f: impl Fn(&View) -> View) -> Option<Setup<View>> {
    let mark = setup.line.last().mark;
    Some(setup_of(f(setup.decision()?), mark.clock, mark.full, setup.line.rules()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::AnyGame;

    #[test]
    fn counts_of_the_start() {
        let table = JIEQI.table("start", "", &[]).unwrap();
        let lines = JIEQI.perft(table.as_ref(), 2, false).unwrap();
        assert_eq!((lines[0].moves, lines[0].positions), (44, 259));
        assert_eq!((lines[1].moves, lines[1].positions), (11_292, 66_462));
    }
}
