//! Kos that can wait: the bent four in the corner and its kin.
//!
//! Where the attacker can start a ko whenever he likes and the owner can do nothing about it, he first
//! removes all ko threats of the other side, each of them with a move elsewhere. Under the convention of
//! territory scoring, and in practice wherever threats can be removed, the group is dead. The attacker
//! *can wait* in a position, the owner to move, if
//! - he captures the target when the owner passes, nobody having threats, and
//! - after each move of the owner he captures the target even if the owner is ko master, or the move took no
//!   single stone, as in a ko, and he has an answer (a pass counts) after which he can wait again.
//!
//! This is the greatest set of positions with these properties: waiting for ever is allowed.

use super::enclosed::{Enclosed, State};
use std::collections::HashSet;

/// Positions looked at before the question is given up.
const MOST: usize = 3_000;

/// The search: the same arena without threats and with the owner as ko master.
struct Waiting {
    plain: Enclosed,
    master: Enclosed,
    nodes: u64,
    lost: HashSet<State>,
    seen: HashSet<State>,
    gave_up: bool,
}

impl Waiting {
    /// Whether the attacker can wait at `s`, the owner to move, as far as this round knows.
    fn holds(&mut self, s: State) -> bool {
        if self.gave_up || self.lost.contains(&s) {
            return false;
        }
        if !self.seen.insert(s) {
            return true;
        }
        if self.seen.len() > MOST {
            self.gave_up = true;
            return false;
        }
        let held = self.plain.captured_from(Enclosed::passed(&s), true, None, self.nodes);
        let all = held == Some(true)
            && self.plain.moves_from(&s, false).into_iter().all(|t| self.answered(&s, t));
        if !all {
            self.lost.insert(s);
        }
        all
    }

    /// Whether the attacker has an answer to the owner's move from `s` to `t`.
    fn answered(&mut self, s: &State, t: State) -> bool {
        let nodes = self.nodes;
        if self.master.captured_from(t, true, Some(false), nodes) == Some(true) {
            return true;
        }
        // Who captures one stone may have begun the ko himself; nobody waits then.
        if s.captured_until(&t) == 1 {
            return false;
        }
        // Without threats he must win here anyway.
        if self.plain.captured_from(t, true, None, nodes) != Some(true) {
            return false;
        }
        // A threat lifts every ban.
        self.holds(Enclosed::passed(&t))
            || self.plain.moves_from(&t, true).iter().any(|u| self.holds(Enclosed::passed(u)))
    }
}

/// Whether the attacker can wait at the start of `e`, the owner to move; `nodes` bounds each of the
/// searches. `false` where that is not settled.
pub(super) fn can_wait(e: &mut Enclosed, nodes: u64) -> bool {
    let s = Enclosed::passed(e.start());
    // Whoever waits faces every threat.
    let (plain, master) = (e.unlimited(), e.unlimited());
    let (lost, seen) = (HashSet::new(), HashSet::new());
    let mut w = Waiting { plain, master, nodes, lost, seen, gave_up: false };
    // A round that finds no new failure confirms what it leant on.
    let held = loop {
        let before = w.lost.len();
        w.seen.clear();
        let held = w.holds(s);
        if w.gave_up || !held || w.lost.len() == before {
            break held && !w.gave_up;
        }
    };
    e.nodes += w.plain.nodes + w.master.nodes;
    held
}
