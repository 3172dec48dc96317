//! Hash keys, computed at compile time from a fixed seed: the same everywhere.

use crate::point::{CELLS, Colour, Point};

const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678_9abc_def1);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn table(salt: u64) -> [[u64; CELLS]; 2] {
    let mut t = [[0; CELLS]; 2];
    let mut c = 0;
    while c < 2 {
        let mut i = 0;
        while i < CELLS {
            t[c][i] = mix(salt * 4096 + (c * CELLS + i) as u64 + 1);
            i += 1;
        }
        c += 1;
    }
    t
}

static STONE: [[u64; CELLS]; 2] = table(1);
static KO: [[u64; CELLS]; 2] = table(2);

/// Key of a stone.
#[inline]
pub fn stone(p: Point, c: Colour) -> u64 {
    STONE[c.index()][p.index()]
}

/// Key of a ko ban.
#[inline]
pub fn ko(p: Point, banned: Colour) -> u64 {
    KO[banned.index()][p.index()]
}

/// Key of the side to move.
#[inline]
pub const fn side(c: Colour) -> u64 {
    match c {
        Colour::Black => 0,
        Colour::White => mix(99_991),
    }
}
