//! `owl_attack`, `owl_defend` and their kin: life and death of dragons.

use crate::life::{Answer, Limits, Solver};
use crate::reading::{Code, Question};
use touchstone_go::gtp::{Args, Command, Family, Outcome, Session};
use touchstone_go::{Point, PointSet, notation};

/// The commands.
pub const FAMILY: Family = &[
    Command { name: "owl_attack", usage: "VERTEX", run: owl_attack },
    Command { name: "owl_defend", usage: "VERTEX", run: owl_defend },
    Command { name: "owl_does_attack", usage: "MOVE VERTEX", run: owl_does_attack },
    Command { name: "owl_does_defend", usage: "MOVE VERTEX", run: owl_does_defend },
    Command { name: "dragon_look", usage: "VERTEX", run: dragon_look },
    Command { name: "dragon_proof", usage: "VERTEX", run: dragon_proof },
    Command { name: "dragon_assuming", usage: "VERTEX STONE...", run: dragon_assuming },
    Command { name: "dragon_status", usage: "[VERTEX]", run: dragon_status },
];

/// Asks and counts the nodes.
pub(super) fn ask(s: &mut Session, p: Point, question: Question) -> Answer {
    s.with::<Solver, _>(|s, solver| {
        let answer = solver.ask(s.game().board(), p, None, question, Limits::within(s.node_budget));
        s.counters.owl += answer.nodes;
        s.proved = answer.proved;
        answer
    })
}

/// A code with its move; a pass is a move.
pub(super) fn reply(answer: Answer) -> String {
    match answer.code {
        Code::Fails | Code::Unknown => answer.code.text().into(),
        code => {
            let mv = answer.mv.map_or_else(|| "PASS".to_string(), notation::vertex);
            format!("{} {mv}", code.text())
        }
    }
}

fn owl_attack(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    Ok(reply(ask(s, p, Question::Attack)))
}

fn owl_defend(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    Ok(reply(ask(s, p, Question::Defend)))
}

/// How a code looks from the other side.
pub(super) const fn reversed(code: Code) -> Code {
    match code {
        Code::Fails => Code::Works,
        Code::Works => Code::Fails,
        Code::KoTakesFirst => Code::KoNeedsThreat,
        Code::KoNeedsThreat => Code::KoTakesFirst,
        Code::Unknown => Code::Unknown,
    }
}

/// The code of a given move: what the other side can do after it, reversed.
fn after_move(s: &mut Session, a: &Args<'_>, question: Question) -> Outcome {
    let mv = a.point(s, 0)?;
    let (p, owner) = a.stone(s, 1)?;
    let mut board = s.game().board().clone();
    let (mover, next) = match question {
        Question::Attack => (owner.other(), Question::Defend),
        Question::Defend => (owner, Question::Attack),
    };
    board.play(mover, mv).map_err(|e| e.to_string())?;
    if !board.is_stone(p, owner) {
        let works = question == Question::Attack;
        return Ok(if works { Code::Works } else { Code::Fails }.text().into());
    }
    let code = s.with::<Solver, _>(|s, solver| {
        let answer = solver.ask(&board, p, None, next, Limits::within(s.node_budget));
        s.counters.owl += answer.nodes;
        answer.code
    });
    Ok(reversed(code).text().into())
}

fn owl_does_attack(s: &mut Session, a: &Args<'_>) -> Outcome {
    after_move(s, a, Question::Attack)
}

fn owl_does_defend(s: &mut Session, a: &Args<'_>) -> Outcome {
    after_move(s, a, Question::Defend)
}

/// The status of one dragon.
pub(super) fn status(s: &mut Session, p: Point) -> String {
    let attack = ask(s, p, Question::Attack);
    match attack.code {
        Code::Unknown => return "unknown".into(),
        Code::Fails => return "alive".into(),
        _ => {}
    }
    let defence = ask(s, p, Question::Defend);
    s.proved = attack.proved && defence.proved;
    match defence.code {
        Code::Unknown => "unknown".into(),
        Code::Fails => "dead".into(),
        _ => {
            let name = |m: Option<Point>| m.map_or_else(|| "PASS".to_string(), notation::vertex);
            format!("critical {} {}", name(attack.mv), name(defence.mv))
        }
    }
}

fn dragon_status(s: &mut Session, a: &Args<'_>) -> Outcome {
    if !a.is_empty() {
        let (p, _) = a.stone(s, 0)?;
        return Ok(status(s, p));
    }
    let mut lines = Vec::new();
    let board = s.game().board().clone();
    for (p, _) in crate::life::dragons(&board) {
        lines.push(format!("{}: {}", notation::vertex(p), status(s, p)));
    }
    Ok(lines.join("\n"))
}

/// What the search sees of a dragon.
fn dragon_look(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    Ok(s.with::<Solver, _>(|s, solver| crate::life::describe(s.game().board(), p, solver)))
}

/// `captured` or `alive` with the line that shows it, or `none` where nothing is proved.
fn dragon_proof(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    let Some((captured, line)) = crate::life::proof_line(s.game().board(), p, 40) else {
        return Ok("none".into());
    };
    s.proved = true;
    let mut text = String::from(if captured { "captured" } else { "alive" });
    for (_, mv) in line {
        text.push(' ');
        text.push_str(&mv.map_or_else(|| "PASS".to_string(), notation::vertex));
    }
    Ok(text)
}

/// Empty points that an arena behind named walls may have.
const ASSUMED_POINTS: usize = 17;

/// The exact answer if the attacker's named stones live, for each side moving first and each ko master;
/// named stones of the owner must not be captured either.
fn dragon_assuming(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, owner) = a.stone(s, 0)?;
    let mut named = PointSet::EMPTY;
    for i in 1..a.len() {
        let (q, _) = a.stone(s, i)?;
        named = named.or(&s.game().board().chain_set(q));
    }
    let nodes = s.node_budget.saturating_mul(10);
    let board = s.game().board();
    let found = crate::life::assuming(board, p, &named, ASSUMED_POINTS, nodes)
        .ok_or_else(|| format!("more than {ASSUMED_POINTS} points are not shut in"))?;
    s.counters.owl += found.nodes;
    let name = |captured: Option<bool>| match captured {
        Some(true) => "captured",
        Some(false) => "lives",
        None => "unknown",
    };
    let mut text = format!("{} points, {} nodes", found.points, found.nodes);
    for (first, colour) in [owner.other(), owner].into_iter().enumerate() {
        let [plain, attacker, defender] = found.captured[first].map(name);
        let line: Vec<String> = found.lines[first]
            .iter()
            .map(|&(_, mv)| mv.map_or_else(|| "PASS".to_string(), notation::vertex))
            .collect();
        text.push_str(&format!(
            "\n{colour} first: {plain}; {} ko master: {attacker}; {owner} ko master: {defender}\n{}",
            owner.other(),
            line.join(" ")
        ));
    }
    Ok(text)
}
