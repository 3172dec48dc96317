//! What the evaluation counts. The board is in the view of the side that has
//! just moved (the mover, "own"); the other side (the roller) rolls next.

use crate::men::Men;
use touchstone_chess::{Bitboard, Colour, Square, attacks};

/// Number of counted features.
pub const COUNTED: usize = 20;

/// The counted features of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Rolls of 216 with which the roller seems able to take the mover's king.
    pub roller_reach: u32,
    /// See [`super::DYNAMIC_TERMS`] for what stands where; positive is more of it.
    pub counts: [i32; COUNTED],
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// For each set of dice kinds etc.: the rolls as bits 0..56 of their order.
struct RollSets {
    /// Rolls with at least one die of a kind.
    one: [u64; 6],
    /// Rolls with both kinds, or two dice of the same.
    two: [[u64; 6]; 6],
    /// Rolls of weight 1, 3 and 6.
    weight: [u64; 3],
}

/// In the order of [`crate::Pool::rolls`]; a test compares.
static ROLLS: RollSets = {
    let mut sets = RollSets { one: [0; 6], two: [[0; 6]; 6], weight: [0; 3] };
    let mut i = 0;
    let mut a = 0;
    while a < 6 {
        let mut b = a;
        while b < 6 {
            let mut c = b;
            while c < 6 {
                let bit = 1 << i;
                let dice = [a, b, c];
                let mut x = 0;
                while x < 3 {
                    sets.one[dice[x]] |= bit;
                    let mut y = 0;
                    while y < 3 {
                        if x != y {
                            sets.two[dice[x]][dice[y]] |= bit;
                        }
                        y += 1;
                    }
                    x += 1;
                }
                let w = if a == b && b == c {
                    0
                } else if a == b || b == c {
                    1
                } else {
                    2
                };
                sets.weight[w] |= bit;
                i += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    sets
};

/// 8 minus the steps of a king between two squares.
static CLOSE: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            table[a][b] = 8 - Square::new(a as u8).distance(Square::new(b as u8));
            b += 1;
        }
        a += 1;
    }
    table
};

#[inline]
fn weigh(sets: &RollSets, rolls: u64) -> u32 {
    if rolls == 0 {
        return 0;
    }
    let n = |w: usize| (rolls & sets.weight[w]).count_ones();
    n(0) + 3 * n(1) + 6 * n(2)
}

/// What one side attacks, by kind of piece, and what it has around the other king.
struct Reach {
    by: [u64; 6],
    ring: i32,
    near: i32,
}

fn sq(i: u32) -> Square {
    Square::new(i as u8)
}

/// Attacks of the pieces in `side`, which move up the board if `up`.
#[inline(always)]
fn reach(men: &Men, side: u64, up: bool, enemy_king: Option<Square>) -> Reach {
    let occ = Bitboard(men.occupied());
    let pawns = men.pawns & side;
    let (left, right) = if up {
        ((pawns & !FILE_A) << 7, (pawns & !FILE_H) << 9)
    } else {
        ((pawns & !FILE_A) >> 9, (pawns & !FILE_H) >> 7)
    };
    let ring = enemy_king.map_or(0, |k| attacks::king(k).0);
    let mut r = Reach { by: [left | right, 0, 0, 0, 0, 0], ring: 0, near: 0 };
    if (left | right) & ring != 0 {
        r.ring = ((left & ring).count_ones() + (right & ring).count_ones()) as i32;
    }
    let mut set = side & !men.pawns;
    while set != 0 {
        let s = sq(set.trailing_zeros());
        let bit = set & set.wrapping_neg();
        set ^= bit;
        let (kind, weight, a) = if men.knights & bit != 0 {
            (1, 15, attacks::knight(s).0)
        } else if men.kings & bit != 0 {
            (5, 0, attacks::king(s).0)
        } else if men.straight & bit == 0 {
            (2, 15, attacks::bishop(s, occ).0)
        } else if men.diagonal & bit == 0 {
            (3, 25, attacks::rook(s, occ).0)
        } else {
            (4, 40, attacks::queen(s, occ).0)
        };
        r.by[kind] |= a;
        if a & ring != 0 {
            r.ring += (a & ring).count_ones() as i32;
        }
        if let Some(k) = enemy_king {
            r.near += i32::from(CLOSE[k.index()][s.index()]) * weight;
        }
    }
    r
}

/// The rolls (as bits) with which the side with these attacks seems able to
/// take a king on `king`: a kind that attacks it; a kind that reaches a square
/// from which it does so; an own piece that moves out of a slider's way.
#[inline]
fn king_reach(men: &Men, side: u64, up: bool, by: &[u64; 6], king: Square) -> u64 {
    let sets = &ROLLS;
    let occ = Bitboard(men.occupied());
    let bit = 1u64 << king.index();
    let mut rolls = 0;
    for (k, map) in by.iter().enumerate() {
        if map & bit != 0 {
            rolls |= sets.one[k];
        }
    }
    let free = !side;
    let diag = attacks::bishop(king, occ).0;
    let line = attacks::rook(king, occ).0;
    let pawn_from = attacks::pawn(if up { Colour::Black } else { Colour::White }, king).0;
    let from = [pawn_from, attacks::knight(king).0, diag, line, diag | line, attacks::king(king).0];
    for k in 1..6 {
        if by[k] & from[k] & free != 0 {
            rolls |= sets.two[k][k];
        }
    }
    let pawns = men.pawns & side;
    let pushed = if up { pawns << 8 } else { pawns >> 8 } & !occ.0;
    let taking = by[0] & occ.0 & free;
    if (pushed | taking) & pawn_from & free != 0 {
        rolls |= sets.two[0][0];
    }
    // Sliders behind one own piece: it steps aside, the slider takes.
    for (diagonal, first) in [(true, diag), (false, line)] {
        let movers = if diagonal { men.diagonal } else { men.straight } & side;
        let mut blockers = if movers == 0 { 0 } else { first & side };
        while blockers != 0 {
            let b = blockers & blockers.wrapping_neg();
            blockers ^= b;
            let without = Bitboard(occ.0 & !b);
            let seen = if diagonal {
                attacks::bishop(king, without)
            } else {
                attacks::rook(king, without)
            };
            let behind = seen.0 & !first & movers;
            if behind != 0 {
                let slider = men.kind_on(behind & behind.wrapping_neg()).index();
                rolls |= sets.two[men.kind_on(b).index()][slider];
            }
        }
    }
    rolls
}

/// Squares attacked by at least one, two and three kinds.
#[inline]
fn kinds_on(by: &[u64; 6]) -> [u64; 3] {
    let (mut one, mut two, mut three) = (0, 0, 0);
    for m in by {
        three |= two & m;
        two |= one & m;
        one |= m;
    }
    [one, two, three]
}

/// Value of the pieces in `prey` (in pawns) times the chance in 216 that one of
/// the kinds that attack it is rolled: of all, and of those that `guarded` does
/// not hold.
#[inline]
fn at_risk(men: &Men, prey: u64, on: &[u64; 3], guarded: u64) -> (i32, i32) {
    const VALUE: [i32; 6] = [1, 3, 3, 5, 9, 0];
    let (mut all, mut loose) = (0, 0);
    let mut set = prey & on[0] & !men.kings;
    while set != 0 {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        let chance = if on[2] & bit != 0 {
            189
        } else if on[1] & bit != 0 {
            152
        } else {
            91
        };
        let risk = VALUE[men.kind_on(bit).index()] * chance;
        all += risk;
        if guarded & bit == 0 {
            loose += risk;
        }
    }
    (all, loose)
}

/// Pawns that no enemy pawn can stop or take, by how far they have gone.
#[inline]
fn passed(own: u64, enemy: u64) -> u64 {
    // Squares in front of enemy pawns and beside, as they look down the board.
    let mut front = enemy | (enemy & !FILE_A) >> 1 | (enemy & !FILE_H) << 1;
    front >>= 8;
    front |= front >> 8;
    front |= front >> 16;
    front |= front >> 32;
    own & !front
}

impl Features {
    /// Counts everything.
    #[inline]
    pub fn of(men: &Men) -> Features {
        let mover_king = Bitboard(men.kings & men.own).first();
        let roller_king = Bitboard(men.kings & men.opp).first();
        let m = reach(men, men.own, true, roller_king);
        let r = reach(men, men.opp, false, mover_king);
        let sets = &ROLLS;
        let roller_rolls = mover_king.map_or(0, |k| king_reach(men, men.opp, false, &r.by, k));
        let mover_rolls = roller_king.map_or(0, |k| king_reach(men, men.own, true, &m.by, k));
        let roller_reach = weigh(sets, roller_rolls);
        let mover_reach = weigh(sets, mover_rolls) as i32;

        let (m_on, r_on) = (kinds_on(&m.by), kinds_on(&r.by));
        let (m_risk, m_loose) = at_risk(men, men.own, &r_on, m_on[0]);
        let (r_risk, r_loose) = at_risk(men, men.opp, &m_on, r_on[0]);
        let mobile = |by: &[u64; 6], side: u64, pushes: u64| -> i32 {
            (1..6).filter(|&k| by[k] & !side != 0).count() as i32 + i32::from(pushes != 0)
        };
        let occ = men.occupied();
        let m_pawns = men.pawns & men.own;
        let r_pawns = men.pawns & men.opp;
        let m_push = m_pawns << 8 & !occ | m.by[0] & men.opp;
        let r_push = r_pawns >> 8 & !occ | r.by[0] & men.own;
        let m_passed = passed(m_pawns, r_pawns);
        let r_passed = passed(r_pawns.swap_bytes(), m_pawns.swap_bytes());
        let by_rank = |set: u64, rank: u32| -> i32 {
            if set == 0 { 0 } else { (set >> (8 * rank) & 0xff).count_ones() as i32 }
        };
        let shield = |king: Option<Square>, side: u64| -> i32 {
            king.map_or(0, |k| (attacks::king(k).0 & side).count_ones() as i32)
        };
        let safe_steps = |king: Option<Square>, side: u64, on: &[u64; 3]| -> i32 {
            king.map_or(0, |k| (attacks::king(k).0 & !side & !on[0]).count_ones() as i32)
        };
        let counts = [
            mobile(&m.by, men.own, m_push),
            mobile(&r.by, men.opp, r_push),
            m.ring,
            r.ring,
            m.near,
            r.near,
            m_risk,
            m_loose,
            r_risk,
            r_loose,
            mover_reach,
            mover_reach * mover_reach / 216,
            roller_reach as i32,
            by_rank(m_passed, 3) + by_rank(m_passed, 2) + by_rank(m_passed, 1)
                - by_rank(r_passed, 3)
                - by_rank(r_passed, 2)
                - by_rank(r_passed, 1),
            by_rank(m_passed, 4) - by_rank(r_passed, 4),
            by_rank(m_passed, 5) - by_rank(r_passed, 5),
            by_rank(m_passed, 6) - by_rank(r_passed, 6),
            shield(mover_king, men.own) - shield(roller_king, men.opp),
            safe_steps(mover_king, men.own, &r_on) - safe_steps(roller_king, men.opp, &m_on),
            1,
        ];
        Features { roller_reach, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pool;
    use touchstone_chess::Kind;

    #[test]
    fn roll_sets_agree_with_the_dice() {
        for (i, roll) in Pool::rolls().enumerate() {
            let bit = 1u64 << i;
            for a in Kind::ALL {
                assert_eq!(ROLLS.one[a.index()] & bit != 0, roll.has(a));
                for b in Kind::ALL {
                    let both = roll.minus(a).is_some_and(|r| r.has(b));
                    assert_eq!(ROLLS.two[a.index()][b.index()] & bit != 0, both);
                }
            }
            assert_eq!(weigh(&ROLLS, bit), roll.weight());
        }
        assert_eq!(weigh(&ROLLS, ROLLS.one[2]), 91);
        assert_eq!(weigh(&ROLLS, ROLLS.two[1][3]), 30);
        assert_eq!(weigh(&ROLLS, ROLLS.two[1][1]), 16);
    }
}
