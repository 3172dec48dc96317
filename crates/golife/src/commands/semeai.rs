//! `analyze_semeai`: races between two dragons.

use crate::life::{Limits, Solver};
use crate::semeai::{Race, race};
use touchstone_go::gtp::{Args, Command, Family, Outcome, Session};
use touchstone_go::{Board, Point, notation};

/// The commands.
pub const FAMILY: Family = &[
    Command { name: "analyze_semeai", usage: "A B", run: analyze_semeai },
    Command {
        name: "analyze_semeai_after_move",
        usage: "COLOUR MOVE A B",
        run: analyze_semeai_after_move,
    },
];

fn ask(s: &mut Session, board: &Board, a: Point, b: Point) -> String {
    let answer = s.with::<Solver, _>(|s, solver| {
        let answer = race(board, a, b, solver, Limits::within(s.node_budget));
        s.counters.owl += answer.nodes;
        answer
    });
    text(answer)
}

fn text(r: Race) -> String {
    let mv = r.mv.map_or_else(|| "PASS".to_string(), notation::vertex);
    match (r.saved.text(), r.captured.text()) {
        ("unknown", _) | (_, "unknown") => "unknown".into(),
        (saved, captured) => format!("{saved} {captured} {mv}"),
    }
}

fn analyze_semeai(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, c) = a.stone(s, 0)?;
    let (q, d) = a.stone(s, 1)?;
    if c == d {
        return Err("the stones must be of different colours".into());
    }
    let board = s.game().board().clone();
    Ok(ask(s, &board, p, q))
}

fn analyze_semeai_after_move(s: &mut Session, a: &Args<'_>) -> Outcome {
    let c = a.colour(0)?;
    let mv = a.point(s, 1)?;
    let (p, x) = a.stone(s, 2)?;
    let (q, y) = a.stone(s, 3)?;
    if x == y {
        return Err("the stones must be of different colours".into());
    }
    let mut board = s.game().board().clone();
    board.play(c, mv).map_err(|e| e.to_string())?;
    if !board.is_stone(p, x) || !board.is_stone(q, y) {
        return Err("one of the stones is captured by the move".into());
    }
    Ok(ask(s, &board, p, q))
}
