//! `connect` and `disconnect`.

use super::reading::reply;
use crate::connection::{Aim, Bounds, read};
use touchstone_go::gtp::{Args, Command, Family, Outcome, Session};

/// The commands.
pub const FAMILY: Family = &[
    Command { name: "connect", usage: "A B", run: connect },
    Command { name: "disconnect", usage: "A B", run: disconnect },
];

fn ask(s: &mut Session, a: &Args<'_>, aim: Aim) -> Outcome {
    let (p, c) = a.stone(s, 0)?;
    let (q, d) = a.stone(s, 1)?;
    if c != d {
        return Err("vertices must have same color".into());
    }
    let answer = read(s.game().board(), p, q, aim, Bounds::STANDARD);
    s.counters.connection += answer.nodes;
    Ok(reply(answer))
}

fn connect(s: &mut Session, a: &Args<'_>) -> Outcome {
    ask(s, a, Aim::Connect)
}

fn disconnect(s: &mut Session, a: &Args<'_>) -> Outcome {
    ask(s, a, Aim::Disconnect)
}
