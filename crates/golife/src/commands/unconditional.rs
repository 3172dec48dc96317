//! `unconditional_status`.

use touchstone_go::gtp::{Args, Command, Family, Outcome, Session};

/// The commands.
pub const FAMILY: Family =
    &[Command { name: "benson_status", usage: "VERTEX", run: benson_status }];

fn benson_status(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, c) = a.stone(s, 0)?;
    let alive = crate::benson::alive(s.game().board(), c);
    s.proved = true;
    Ok(if alive.stones.contains(p) { "alive" } else { "undecided" }.into())
}
