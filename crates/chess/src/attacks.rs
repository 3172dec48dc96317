//! What a piece attacks. Leapers come from tables; sliders by "kindergarten"
//! multiplication (G. Isenberg, chessprogramming wiki): the occupancy of a line
//! is gathered into six bits that index a table of 64 entries for each file.
//! All tables are computed by the compiler.

use crate::bitboard::Bitboard;
use crate::piece::{Colour, Kind};
use crate::square::Square;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;

const fn leaper(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut s = 0;
    while s < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = Square::new(s as u8).offset(steps[i].0, steps[i].1) {
                table[s] |= 1 << to.index();
            }
            i += 1;
        }
        s += 1;
    }
    table
}

static KNIGHT: [u64; 64] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [u64; 64] =
    leaper(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[u64; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// The whole line through a square, without the square, in one direction and its opposite.
const fn lines(df: i8, dr: i8) -> [u64; 64] {
    let mut table = [0; 64];
    let mut s = 0;
    while s < 64 {
        let mut k = 1;
        while k < 8 {
            if let Some(to) = Square::new(s as u8).offset(df * k, dr * k) {
                table[s] |= 1 << to.index();
            }
            if let Some(to) = Square::new(s as u8).offset(-df * k, -dr * k) {
                table[s] |= 1 << to.index();
            }
            k += 1;
        }
        s += 1;
    }
    table
}

static DIAGONAL: [u64; 64] = lines(1, 1);
static ANTIDIAGONAL: [u64; 64] = lines(1, -1);

/// Attacks along a rank from file `f` with inner occupancy `occ` (files b to g as bits 0 to 5).
const fn rank_attacks(f: usize, occ: usize) -> u8 {
    let full = (occ << 1) as u8;
    let mut set = 0u8;
    let mut k = f + 1;
    while k < 8 {
        set |= 1 << k;
        if full >> k & 1 != 0 {
            break;
        }
        k += 1;
    }
    let mut k = f;
    while k > 0 {
        k -= 1;
        set |= 1 << k;
        if full >> k & 1 != 0 {
            break;
        }
    }
    set
}

/// Rank attacks copied to all eight ranks.
const fn filled() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut f = 0;
    while f < 8 {
        let mut occ = 0;
        while occ < 64 {
            table[f][occ] = FILE_A * rank_attacks(f, occ) as u64;
            occ += 1;
        }
        f += 1;
    }
    table
}

/// Attacks along the a-file from rank `r`, indexed by the gathered occupancy (ranks 2 to 7 as bits 0 to 5).
const fn file_filled() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut r = 0;
    while r < 8 {
        let mut occ = 0;
        while occ < 64 {
            let ranks = rank_attacks(r, occ);
            let mut set = 0u64;
            let mut k = 0;
            while k < 8 {
                if ranks >> k & 1 != 0 {
                    set |= 1 << (8 * k);
                }
                k += 1;
            }
            table[r][occ] = set;
            occ += 1;
        }
        r += 1;
    }
    table
}

static FILLED: [[u64; 64]; 8] = filled();
static FILE_FILLED: [[u64; 64]; 8] = file_filled();

/// Squares that a knight on `s` attacks.
#[inline]
pub fn knight(s: Square) -> Bitboard {
    Bitboard(KNIGHT[s.index()])
}

/// Squares that a king on `s` attacks.
#[inline]
pub fn king(s: Square) -> Bitboard {
    Bitboard(KING[s.index()])
}

/// Squares that a pawn of `colour` on `s` attacks.
#[inline]
pub fn pawn(colour: Colour, s: Square) -> Bitboard {
    Bitboard(PAWN[colour.index()][s.index()])
}

/// Squares that a bishop on `s` attacks among `occupied` ones; the first
/// occupied square of each direction is included.
#[inline]
pub fn bishop(s: Square, occupied: Bitboard) -> Bitboard {
    let i = s.index();
    let f = i & 7;
    let (d, a) = (DIAGONAL[i], ANTIDIAGONAL[i]);
    let x = (d & occupied.0).wrapping_mul(FILE_B) >> 58;
    let y = (a & occupied.0).wrapping_mul(FILE_B) >> 58;
    Bitboard(d & FILLED[f][x as usize] | a & FILLED[f][y as usize])
}

/// Squares that a rook on `s` attacks among `occupied` ones; the first
/// occupied square of each direction is included.
#[inline]
pub fn rook(s: Square, occupied: Bitboard) -> Bitboard {
    const GATHER: u64 = 0x0004_0810_2040_8000;
    let i = s.index();
    let (f, r) = (i & 7, i >> 3);
    let inner = occupied.0 >> (8 * r + 1) & 63;
    let rank = FILLED[f][inner as usize] & 0xff << (8 * r);
    let x = (occupied.0 >> f & FILE_A & !0xff00_0000_0000_00ff).wrapping_mul(GATHER) >> 58;
    Bitboard(rank | FILE_FILLED[r][x as usize] << f)
}

/// Squares that a queen on `s` attacks among `occupied` ones.
#[inline]
pub fn queen(s: Square, occupied: Bitboard) -> Bitboard {
    bishop(s, occupied) | rook(s, occupied)
}

/// Squares that a piece of `kind` and `colour` on `s` attacks among `occupied` ones.
#[inline]
pub fn of(kind: Kind, colour: Colour, s: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => pawn(colour, s),
        Kind::Knight => knight(s),
        Kind::Bishop => bishop(s, occupied),
        Kind::Rook => rook(s, occupied),
        Kind::Queen => queen(s, occupied),
        Kind::King => king(s),
    }
}

/// Squares strictly between `a` and `b` on a common rank, file or diagonal;
/// empty if they share none.
pub fn between(a: Square, b: Square) -> Bitboard {
    let (ends_a, ends_b) = (Bitboard::of(a), Bitboard::of(b));
    if rook(a, Bitboard::EMPTY).has(b) {
        rook(a, ends_b) & rook(b, ends_a)
    } else if bishop(a, Bitboard::EMPTY).has(b) {
        bishop(a, ends_b) & bishop(b, ends_a)
    } else {
        Bitboard::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// One step at a time, with none of the tables.
    fn walked(s: Square, occupied: Bitboard, steps: &[(i8, i8)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(df, dr) in steps {
            let mut at = s;
            while let Some(next) = at.offset(df, dr) {
                set |= Bitboard::of(next);
                at = next;
                if occupied.has(next) {
                    break;
                }
            }
        }
        set
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn sliders_agree_with_walking(index in 0u8..64, a: u64, b: u64, thin: bool) {
            let s = Square::new(index);
            let occ = Bitboard(if thin { a & b } else { a });
            let r = walked(s, occ, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
            let d = walked(s, occ, &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
            prop_assert_eq!(rook(s, occ), r);
            prop_assert_eq!(bishop(s, occ), d);
            prop_assert_eq!(queen(s, occ), r | d);
        }
    }

    #[test]
    fn between_is_symmetric_and_empty_off_lines() {
        let sq = |t| Square::from_text(t).unwrap();
        assert_eq!(between(sq("a1"), sq("d4")).count(), 2);
        assert_eq!(between(sq("a1"), sq("a2")), Bitboard::EMPTY);
        assert_eq!(between(sq("a1"), sq("b3")), Bitboard::EMPTY);
        assert_eq!(between(sq("h3"), sq("b3")), between(sq("b3"), sq("h3")));
    }
}
