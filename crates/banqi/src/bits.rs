//! 32-bit sets of squares. Square = file + 8 * rank, a1 = 0, h4 = 31; a smaller
//! board is the corner at a1, and squares outside it are never occupied.

const NOT_A: u32 = 0xfefe_fefe;
const NOT_H: u32 = 0x7f7f_7f7f;

/// The set of one square.
#[inline]
pub const fn bit(square: u8) -> u32 {
    1 << square
}

/// All squares beside a set (not the set itself unless neighbours of it).
#[inline]
pub const fn beside(set: u32) -> u32 {
    (set << 8) | (set >> 8) | ((set << 1) & NOT_A) | ((set >> 1) & NOT_H)
}

/// The neighbours of each square.
pub static NEIGHBOURS: [u32; 32] = {
    let mut t = [0; 32];
    let mut s = 0;
    while s < 32 {
        t[s] = beside(1 << s);
        s += 1;
    }
    t
};

/// The squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u32);

impl Iterator for Squares {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let s = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(s)
    }
}

/// For a line of `n` squares: what stands right behind the first occupied
/// square, seen from `at` in both directions.
const fn jumps(n: usize, at: usize, occupied: usize) -> u8 {
    let mut out = 0u8;
    let mut dir = 0;
    while dir < 2 {
        let mut seen = 0;
        let mut i = at;
        loop {
            if dir == 0 {
                if i + 1 >= n {
                    break;
                }
                i += 1;
            } else {
                if i == 0 {
                    break;
                }
                i -= 1;
            }
            if occupied >> i & 1 == 1 {
                seen += 1;
                if seen == 2 {
                    out |= 1 << i;
                    break;
                }
            }
        }
        dir += 1;
    }
    out
}

static RANK_JUMPS: [[u8; 256]; 8] = {
    let mut t = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut occ = 0;
        while occ < 256 {
            t[at][occ] = jumps(8, at, occ);
            occ += 1;
        }
        at += 1;
    }
    t
};

static FILE_JUMPS: [[u32; 16]; 4] = {
    let mut t = [[0; 16]; 4];
    let mut at = 0;
    while at < 4 {
        let mut occ = 0;
        while occ < 16 {
            let j = jumps(4, at, occ) as u32;
            // Spread the four bits to the a-file.
            t[at][occ] = (j & 1) | (j & 2) << 7 | (j & 4) << 14 | (j & 8) << 21;
            occ += 1;
        }
        at += 1;
    }
    t
};

/// The occupied squares that a cannon on `square` can reach over exactly one screen.
#[inline]
pub fn cannon_targets(square: u8, occupied: u32) -> u32 {
    let (file, rank) = (u32::from(square & 7), u32::from(square >> 3));
    let row = (occupied >> (8 * rank)) & 0xff;
    let along_rank = u32::from(RANK_JUMPS[file as usize][row as usize]) << (8 * rank);
    // Gather the file's four squares, 8 apart, into the bits 24 to 27.
    let column = ((occupied >> file) & 0x0101_0101).wrapping_mul(0x0102_0408) >> 24;
    along_rank | (FILE_JUMPS[rank as usize][(column & 0xf) as usize] << file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow_targets(square: u8, occupied: u32) -> u32 {
        let mut out = 0;
        for (df, dr) in [(1i32, 0i32), (-1, 0), (0, 1), (0, -1)] {
            let (mut f, mut r) = (i32::from(square % 8), i32::from(square / 8));
            let mut seen = 0;
            loop {
                f += df;
                r += dr;
                if !(0..8).contains(&f) || !(0..4).contains(&r) {
                    break;
                }
                if occupied >> (f + 8 * r) & 1 == 1 {
                    seen += 1;
                    if seen == 2 {
                        out |= 1 << (f + 8 * r);
                        break;
                    }
                }
            }
        }
        out
    }

    #[test]
    fn cannon_tables_agree_with_walking() {
        let mut x = 1u64;
        for _ in 0..20_000 {
            x = touchstone_kernel::position::mix(x);
            let occ = (x as u32) & (x >> 32) as u32;
            for s in 0..32 {
                assert_eq!(cannon_targets(s, occ), slow_targets(s, occ), "{s} {occ:x}");
            }
        }
    }

    #[test]
    fn neighbours_do_not_wrap() {
        assert_eq!(NEIGHBOURS[0], bit(1) | bit(8));
        assert_eq!(NEIGHBOURS[7], bit(6) | bit(15));
        assert_eq!(NEIGHBOURS[8], bit(0) | bit(9) | bit(16));
        assert_eq!(NEIGHBOURS[31], bit(30) | bit(23));
        assert_eq!(Squares(0x8001).collect::<Vec<_>>(), [0, 15]);
    }
}
