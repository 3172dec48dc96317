//! `attack`, `defend` and their kin.

use crate::reading::{Answer, Code, Limits, Question, read};
use touchstone_go::gtp::{Args, Command, Family, Outcome, Session};
use touchstone_go::{Colour, Point, notation};

/// The commands.
pub const FAMILY: Family = &[
    Command { name: "attack", usage: "VERTEX", run: attack },
    Command { name: "defend", usage: "VERTEX", run: defend },
    Command { name: "does_attack", usage: "MOVE VERTEX", run: does_attack },
    Command { name: "does_defend", usage: "MOVE VERTEX", run: does_defend },
    Command { name: "attack_either", usage: "A B", run: attack_either },
    Command { name: "defend_both", usage: "A B", run: defend_both },
];

fn ask(s: &mut Session, p: Point, question: Question) -> Answer {
    let answer = read(s.game().board(), p, question, Limits::STANDARD);
    s.counters.reading += answer.nodes;
    answer
}

pub(super) fn reply(answer: Answer) -> String {
    match (answer.code, answer.mv) {
        (code @ (Code::Works | Code::KoTakesFirst | Code::KoNeedsThreat), Some(p)) => {
            format!("{} {}", code.text(), notation::vertex(p))
        }
        (code, _) => code.text().to_string(),
    }
}

fn attack(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    Ok(reply(ask(s, p, Question::Attack)))
}

/// Where nobody attacks, no defence is needed: 0 as GNU Go answers it.
fn defend(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    Ok(reply(ask(s, p, Question::Defend)))
}

/// How a code looks from the other side.
const fn reversed(code: Code) -> Code {
    match code {
        Code::Fails => Code::Works,
        Code::Works => Code::Fails,
        Code::KoTakesFirst => Code::KoNeedsThreat,
        Code::KoNeedsThreat => Code::KoTakesFirst,
        Code::Unknown => Code::Unknown,
    }
}

/// The code of a given move: what the other side can do after it, reversed.
fn after_move(
    s: &mut Session,
    mover: Colour,
    mv: Point,
    target: Point,
    question: Question,
) -> Result<Code, String> {
    let mut board = s.game().board().clone();
    board.play(mover, mv).map_err(|e| e.to_string())?;
    if board.colour(target).is_none() {
        return Ok(if question == Question::Attack { Code::Works } else { Code::Fails });
    }
    let answer = match question {
        Question::Attack => read(&board, target, Question::Defend, Limits::STANDARD),
        Question::Defend => read(&board, target, Question::Attack, Limits::STANDARD),
    };
    s.counters.reading += answer.nodes;
    let mut code = answer.code;
    if question == Question::Attack && code == Code::Fails {
        // No defence found: does the attack go through at all?
        let again = read(&board, target, Question::Attack, Limits::STANDARD);
        s.counters.reading += again.nodes;
        if again.code == Code::Fails {
            code = Code::Works;
        }
    }
    Ok(reversed(code))
}

fn does_attack(s: &mut Session, a: &Args<'_>) -> Outcome {
    let mv = a.point(s, 0)?;
    let (p, c) = a.stone(s, 1)?;
    Ok(after_move(s, c.other(), mv, p, Question::Attack)?.text().into())
}

fn does_defend(s: &mut Session, a: &Args<'_>) -> Outcome {
    let mv = a.point(s, 0)?;
    let (p, c) = a.stone(s, 1)?;
    Ok(after_move(s, c, mv, p, Question::Defend)?.text().into())
}

const fn rank(code: Code) -> u8 {
    match code {
        Code::Works => 4,
        Code::KoTakesFirst => 3,
        Code::KoNeedsThreat => 2,
        Code::Unknown => 1,
        Code::Fails => 0,
    }
}

/// Whether one of two chains can be captured: the better of the two attacks.
fn attack_either(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    let (q, _) = a.stone(s, 1)?;
    let (x, y) = (ask(s, p, Question::Attack).code, ask(s, q, Question::Attack).code);
    Ok(if rank(x) >= rank(y) { x } else { y }.text().into())
}

/// Whether one move saves both chains: every saving move of one is tried on the other.
fn defend_both(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, c) = a.stone(s, 0)?;
    let (q, _) = a.stone(s, 1)?;
    let threatened = |s: &mut Session, at| rank(ask(s, at, Question::Attack).code) > 0;
    let (first, second) = (threatened(s, p), threatened(s, q));
    if !first && !second {
        return Ok(Code::Works.text().into());
    }
    let mut best = Code::Fails;
    for at in [p, q] {
        let Some(mv) = ask(s, at, Question::Defend).mv else { continue };
        let one = after_move(s, c, mv, p, Question::Defend)?;
        let two = after_move(s, c, mv, q, Question::Defend)?;
        let both = if rank(one) < rank(two) { one } else { two };
        if rank(both) > rank(best) {
            best = both;
        }
    }
    Ok(best.text().into())
}
