//! `unconditional_status`, and Benson's part of it alone.

use crate::unconditional::Unconditional;
use touchstone_go::gtp::{Args, Command, Family, Outcome, Session};

/// The commands.
pub const FAMILY: Family = &[
    Command { name: "unconditional_status", usage: "VERTEX", run: unconditional_status },
    Command { name: "benson_status", usage: "VERTEX", run: benson_status },
];

/// The last position analysed.
#[derive(Default)]
struct Memory(Option<(touchstone_go::Board, Unconditional)>);

fn unconditional_status(s: &mut Session, a: &Args<'_>) -> Outcome {
    let p = a.point(s, 0)?;
    s.proved = true;
    s.with::<Memory, _>(|s, memory| {
        let board = s.game().board();
        if !memory.0.as_ref().is_some_and(|(b, _)| b == board) {
            memory.0 = Some((board.fresh(), Unconditional::of(board)));
        }
        let status = memory.0.as_ref().map(|(b, u)| u.status(b, p).name());
        status.map(str::to_string).ok_or_else(|| "no analysis".into())
    })
}

fn benson_status(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, c) = a.stone(s, 0)?;
    let alive = crate::benson::alive(s.game().board(), c);
    s.proved = true;
    Ok(if alive.stones.contains(p) { "alive" } else { "undecided" }.into())
}
