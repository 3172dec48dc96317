//! The chance that the other side takes a king (exact) or a queen (an upper
//! estimate) with its next roll, in 216ths.
//!
//! Boards are expanded by layers up to two dice; on every board the kinds of
//! pieces that attack the target say which third die would take it. So the
//! third layer, which holds nine tenths of the boards, is never built.

use crate::dice::{LAYERS, POOLS, Pool};
use crate::layers::{Layers, Options};
use crate::men::{Men, NO_SCORE};
use crate::rules::Rules;
use std::cell::RefCell;

thread_local! {
    static LAYERS_KEPT: RefCell<Layers> = RefCell::new(Layers::new(false));
}

/// Sum of the weights of the rolls that have one of `taking` as a sub-multiset.
pub fn weight_of(taking: u128) -> u32 {
    Pool::rolls().filter(|r| taking & r.subsets() != 0).map(Pool::weight).sum()
}

/// In how many of the 216 rolls the side in whose view the board is can take a
/// king of the other side. Exact: king captures are exempt from the maximum
/// rule. Castling pays with two dice, as in the rules.
pub fn king_captures_216(men: &Men, rules: Rules) -> u32 {
    weight_of(king_taking(men, rules))
}

/// The multisets that can be spent exactly, taking a king with the last step,
/// as far as smaller ones do not do so already.
pub fn king_taking(men: &Men, rules: Rules) -> u128 {
    if men.kings & men.opp == 0 {
        return 0;
    }
    let options = Options {
        landing: rules.ep_deleted_by_landing,
        clock: false,
        kings_are_men: false,
        table: &NO_SCORE,
    };
    LAYERS_KEPT.with_borrow_mut(|layers| {
        layers.begin_all(men, &options);
        layers.taking
    })
}

/// In how many of the 216 rolls the side in whose view the board is has a path
/// that takes a queen of the other side. An upper estimate: the maximum rule is
/// ignored, and a path may go on after taking the king.
pub fn queen_captures_216(men: &Men, rules: Rules) -> u32 {
    let queens = |m: &Men| m.diagonal & m.straight & m.opp;
    if queens(men) == 0 {
        return 0;
    }
    let options = Options {
        landing: rules.ep_deleted_by_landing,
        clock: false,
        kings_are_men: true,
        table: &NO_SCORE,
    };
    LAYERS_KEPT.with_borrow_mut(|layers| {
        layers.begin(men);
        let mut taking = 0u128;
        for i in 0..LAYERS[3] {
            let pool = Pool::from_index(i);
            if taking & pool.subsets() != 0 {
                continue;
            }
            if i > 0 {
                layers.build(pool, &options, |_, _| ());
            }
            let mut mask = 0u8;
            for m in layers.boards(pool) {
                mask |= m.takers(queens(m));
            }
            for k in pool_more(pool, mask) {
                taking |= 1 << k;
            }
        }
        weight_of(taking)
    })
}

fn pool_more(pool: Pool, mask: u8) -> impl Iterator<Item = usize> {
    touchstone_chess::Kind::ALL
        .into_iter()
        .filter(move |k| mask >> k.index() & 1 != 0)
        .filter_map(move |k| pool.plus(k).map(Pool::index))
        .filter(|&i| i < POOLS)
}

/// The four figures of `eval --json`: in how many of the 216 rolls the other
/// side's next turn can take that piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// White's king.
    pub white_king: u32,
    /// White's queen.
    pub white_queen: u32,
    /// Black's king.
    pub black_king: u32,
    /// Black's queen.
    pub black_queen: u32,
}

/// The danger of both sides' kings and queens on a board in `turn`'s view.
/// Targets of en passant count for the side to move alone.
pub fn danger(men: &Men, turn: touchstone_chess::Colour, rules: Rules) -> Danger {
    let by_mover = (king_captures_216(men, rules), queen_captures_216(men, rules));
    let other = men.ended().turned();
    let by_other = (king_captures_216(&other, rules), queen_captures_216(&other, rules));
    let (white, black) = match turn {
        touchstone_chess::Colour::White => (by_other, by_mover),
        touchstone_chess::Colour::Black => (by_mover, by_other),
    };
    Danger { white_king: white.0, white_queen: white.1, black_king: black.0, black_queen: black.1 }
}
