//! Banqi on the desk.

use super::adapter::{BoxEngine, Desk, EvalOut, Plug, RulesOf};
use super::{DeskError, EngineSpec, Named, SolveJson, ValueJson, params};
use crate::cache::Folder;
use std::sync::{Arc, OnceLock};
use touchstone_banqi::engine::{Parameters, builtin};
use touchstone_banqi::solve::solve;
use touchstone_banqi::tables::Tables;
use touchstone_banqi::{Banqi, Board, Mark, rulers, setup_at};
use touchstone_kernel::{Evaluator, Limits, Setup, Value};

/// Banqi.
pub static BANQI: Desk<BanqiPlug> = Desk::new();

/// What Banqi has besides its rules.
pub struct BanqiPlug;

fn parameters(text: Option<&str>) -> Result<Parameters, DeskError> {
    let mut p = Parameters::STANDARD;
    if let Some(text) = text {
        params::apply(text, |name, value| p.set(name, value))?;
    }
    Ok(p)
}

impl Plug for BanqiPlug {
    type Game = Banqi;

    fn builtin(spec: &EngineSpec, _rules: RulesOf<Self>) -> Result<BoxEngine<Self>, DeskError> {
        let mut p = parameters(spec.params.as_deref())?;
        if spec.options.contains_key("hash_mib") {
            let mib = params::number(&spec.options, "hash_mib", 1..=4096, 16)?;
            p.settings.table_bytes = mib << 20;
        }
        Ok(Box::new(builtin(&p)))
    }

    fn rulers() -> &'static [Named] {
        &[
            Named { name: "random", about: "any legal move" },
            Named { name: "greedy", about: "the best capture, else any move" },
            Named { name: "first", about: "a plain Star1 alpha-beta, frozen" },
            Named { name: "second", about: "first with a table, killers, null windows; frozen" },
        ]
    }

    fn ruler(name: &str, _seed: u64) -> Option<BoxEngine<Self>> {
        rulers::named(name)
    }

    fn eval(setup: &Setup<Board>, text: Option<&str>) -> Result<EvalOut, DeskError> {
        let eval = touchstone_banqi::Eval::new(parameters(text)?.eval);
        let Some(board) = setup.decision() else {
            return Err(DeskError::Unsupported("nobody decides here".into()));
        };
        let mut terms = Vec::new();
        eval.terms(board, &mut |t| terms.push(t));
        Ok(EvalOut {
            score: eval.score(board, &eval.start(board)),
            units: eval.units(),
            terms,
            more: serde_json::Map::new(),
        })
    }

    fn solve(setup: &Setup<Board>, limits: &Limits) -> Result<Option<SolveJson>, DeskError> {
        static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
        let tables = TABLES.get_or_init(|| Arc::new(shelved()));
        let solved = solve(setup, limits, tables);
        let mut more = serde_json::Map::new();
        if let Some(trouble) = tables.take_trouble() {
            more.insert("cache".into(), trouble.into());
        }
        let value = solved.found.map(|f| ValueJson::new(Value::Exact(f.0), true));
        let proof = solved.found.map(|f| f.1.name().to_owned());
        Ok(Some(SolveJson { schema: 1, value, nodes: solved.nodes, proof, more }))
    }

    fn flipped(setup: &Setup<Board>) -> Option<Setup<Board>> {
        with_board(setup, Board::colour_flipped)
    }

    fn mirrored(setup: &Setup<Board>) -> Vec<Setup<Board>> {
        [(true, false), (false, true), (true, true)]
            .into_iter()
            .filter_map(|(files, ranks)| with_board(setup, |b| b.mirrored(files, ranks)))
            .collect()
    }

    fn bench() -> (&'static [&'static str], Limits) {
        (
            &[
                "start",
                "X1AXXXXX/XXCEXhXS/XR1X1XXX/2EXsXRX r G1A1H2C1S3a2e2r1h1c2s2 0 11",
                "XA1XX1AX/CX2EHXS/1R1X1XXS/S1EXsXe1 b G1H1C1S1a2h1c2s2 0 17",
                "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29",
                "A2X2AX/4a1GS/1R3eC1/S1E4S b S1a1 4 40",
                "6AC/1H4ea/2S2ha1/3R3E r - 34 60",
            ],
            Limits::nodes(40_000),
        )
    }
}

/// Tables kept in the folder of the environment, if it names one.
fn shelved() -> Tables {
    match Folder::from_env() {
        Some(folder) => Tables::with_shelf(Box::new(folder)),
        None => Tables::new(),
    }
}

/// The position with its board changed; its clock stays, older history is left out.
fn with_board(setup: &Setup<Board>, f: impl Fn(&Board) -> Board) -> Option<Setup<Board>> {
    let board = f(setup.decision()?);
    let mark = setup.line.last().mark;
    Some(setup_at(setup.line.rules(), board, Mark::loaded(mark.clock, mark.ply)))
}
