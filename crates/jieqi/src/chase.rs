//! Which pieces a side chases, as the preset `pikafish` counts it.

use crate::bits::{BEYOND, Bits, bit, squares};
use crate::board::{Move, View};
use crate::piece::{Role, Square};
use touchstone_kernel::Side;

/// The pieces of the other colour that `side` chases on this board, whoever
/// is to move.
pub(crate) fn chased_by(view: &View, side: Side, dark_counts: bool) -> Bits {
    let them = side.other();
    let mut chasers = view.pieces(side) & !view.acting(Role::General) & !view.acting(Role::Soldier);
    let mut victims = view.pieces(them) & !view.acting(Role::General);
    victims &= !view.acting(Role::Soldier) | BEYOND[them.index()];
    if !dark_counts {
        chasers &= !view.dark();
        victims &= !view.dark();
    }
    let mut found = 0;
    for from in squares(chasers, side) {
        for to in squares(view.reach(from) & victims & !found, side) {
            if chases(view, side, Move { from, to }) {
                found |= bit(to);
            }
        }
    }
    found
}

fn chases(view: &View, side: Side, m: Move) -> bool {
    if !keeps_general_safe(view, side, m) {
        return false;
    }
    let (chaser, victim) = (view.piece(m.from).role(), view.piece(m.to).role());
    if chaser == victim {
        // Mutual, unless the victim cannot take back.
        let back = Move { from: m.to, to: m.from };
        if view.reach(m.to) & bit(m.from) != 0 && keeps_general_safe(view, side.other(), back) {
            return false;
        }
    }
    let worth_more = match chaser {
        Role::Horse | Role::Cannon => victim == Role::Chariot,
        Role::Advisor | Role::Elephant => {
            matches!(victim, Role::Chariot | Role::Cannon | Role::Horse)
        }
        _ => false,
    };
    worth_more || !is_protected(view, side, m)
}

/// Whether `side` may play the capture `m` without exposing its general.
fn keeps_general_safe(view: &View, side: Side, m: Move) -> bool {
    let o = view.occupied().without(m.from).with(m.to);
    let king = view.general(side);
    let target = if m.from == king { m.to } else { king };
    !view.is_exposed(target, side.other(), o, bit(m.to))
}

/// Whether the victim's side could take back on `m.to` after the capture `m`.
fn is_protected(view: &View, side: Side, m: Move) -> bool {
    let them = side.other();
    let mut next = view.clone();
    next.take(m.to);
    let chaser = next.take(m.from);
    next.put(m.to, chaser);
    let takers: Bits = next.attackers_of(m.to, them, next.occupied(), 0);
    squares(takers, them)
        .any(|from: Square| keeps_general_safe(&next, them, Move { from, to: m.to }))
}
