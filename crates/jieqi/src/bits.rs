//! Sets of squares as 90 bits, and the attack tables over them.
//!
//! Sliders look up their rank (9 bits of the board) and their file (10 bits of
//! a board kept with ranks and files exchanged).

use crate::piece::Square;
use touchstone_kernel::Side;

/// A set of squares, bit = [`Square::index`].
pub type Bits = u128;

/// All 90 squares.
pub const ALL: Bits = (1 << 90) - 1;

/// The set of one square.
#[inline]
pub const fn bit(s: Square) -> Bits {
    1 << s.index()
}

/// The bit of a square on the board with ranks and files exchanged.
#[inline]
pub const fn turned_bit(s: Square) -> Bits {
    1 << (s.file() * 10 + s.rank())
}

/// Squares in the order in which `side` sees them from its own back rank, so
/// that mirrored positions list mirrored moves in the same order.
#[derive(Clone, Copy, Debug)]
pub struct Squares {
    bits: Bits,
    side: Side,
}

/// The squares of `bits` as `side` sees them.
#[inline]
pub const fn squares(bits: Bits, side: Side) -> Squares {
    Squares { bits, side }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.bits == 0 {
            return None;
        }
        let i = match self.side {
            Side::One => self.bits.trailing_zeros() as usize,
            Side::Two => {
                let top = 127 - self.bits.leading_zeros() as usize;
                let first = top / 9 * 9;
                first + (self.bits >> first).trailing_zeros() as usize
            }
        };
        self.bits &= !(1 << i);
        Some(Square::of_index(i))
    }
}

const fn line_attacks(n: usize, at: usize, occupied: usize, cannon: bool) -> u16 {
    let mut set = 0u16;
    let mut up = 0;
    while up < 2 {
        let mut screens = 0;
        let mut i = at as isize + if up == 0 { 1 } else { -1 };
        while i >= 0 && (i as usize) < n {
            let full = occupied >> i & 1 == 1;
            if cannon {
                // Only what lies behind exactly one screen.
                if full {
                    screens += 1;
                    if screens == 2 {
                        set |= 1 << i;
                        break;
                    }
                }
            } else {
                set |= 1 << i;
                if full {
                    break;
                }
            }
            i += if up == 0 { 1 } else { -1 };
        }
        up += 1;
    }
    set
}

const fn rank_table(cannon: bool) -> [[u16; 512]; 9] {
    let mut t = [[0; 512]; 9];
    let mut at = 0;
    while at < 9 {
        let mut o = 0;
        while o < 512 {
            t[at][o] = line_attacks(9, at, o, cannon);
            o += 1;
        }
        at += 1;
    }
    t
}

const fn file_table(cannon: bool) -> [[u16; 1024]; 10] {
    let mut t = [[0; 1024]; 10];
    let mut at = 0;
    while at < 10 {
        let mut o = 0;
        while o < 1024 {
            t[at][o] = line_attacks(10, at, o, cannon);
            o += 1;
        }
        at += 1;
    }
    t
}

static RANK_CHARIOT: [[u16; 512]; 9] = rank_table(false);
static RANK_CANNON: [[u16; 512]; 9] = rank_table(true);
static FILE_CHARIOT: [[u16; 1024]; 10] = file_table(false);
static FILE_CANNON: [[u16; 1024]; 10] = file_table(true);

/// Bit i of the index at rank i of file a.
static SPREAD: [Bits; 1024] = {
    let mut t = [0; 1024];
    let mut x = 0;
    while x < 1024 {
        let mut i = 0;
        while i < 10 {
            if x >> i & 1 == 1 {
                t[x] |= 1 << (9 * i);
            }
            i += 1;
        }
        x += 1;
    }
    t
};

/// What is occupied, in both orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occupied {
    /// By [`bit`].
    pub plain: Bits,
    /// By [`turned_bit`].
    pub turned: Bits,
}

impl Occupied {
    /// With one more square occupied.
    #[inline]
    #[must_use]
    pub const fn with(self, s: Square) -> Occupied {
        Occupied { plain: self.plain | bit(s), turned: self.turned | turned_bit(s) }
    }

    /// With one square free.
    #[inline]
    #[must_use]
    pub const fn without(self, s: Square) -> Occupied {
        Occupied { plain: self.plain & !bit(s), turned: self.turned & !turned_bit(s) }
    }

    /// Whether a square is occupied.
    #[inline]
    pub const fn has(self, s: Square) -> bool {
        self.plain & bit(s) != 0
    }

    #[inline]
    fn lines(self, s: Square) -> (usize, usize) {
        let row = (self.plain >> (s.rank() * 9)) as usize & 511;
        let column = (self.turned >> (s.file() * 10)) as usize & 1023;
        (row, column)
    }

    /// Squares that a chariot on `s` sees: free ones and the first piece each way.
    #[inline]
    pub fn chariot(self, s: Square) -> Bits {
        let (row, column) = self.lines(s);
        Bits::from(RANK_CHARIOT[s.file()][row]) << (s.rank() * 9)
            | SPREAD[FILE_CHARIOT[s.rank()][column] as usize] << s.file()
    }

    /// Only along the file of `s`.
    #[inline]
    pub fn chariot_file(self, s: Square) -> Bits {
        let (_, column) = self.lines(s);
        SPREAD[FILE_CHARIOT[s.rank()][column] as usize] << s.file()
    }

    /// The pieces that a cannon on `s` could take: the second one each way.
    #[inline]
    pub fn cannon(self, s: Square) -> Bits {
        let (row, column) = self.lines(s);
        Bits::from(RANK_CANNON[s.file()][row]) << (s.rank() * 9)
            | SPREAD[FILE_CANNON[s.rank()][column] as usize] << s.file()
    }

    /// Squares that a horse on `s` reaches.
    #[inline]
    pub fn horse(self, s: Square) -> Bits {
        let mut set = 0;
        for (leg, to) in &HORSE_TO[s.index()] {
            if self.plain & leg == 0 {
                set |= to;
            }
        }
        set
    }

    /// Squares from which a horse reaches `s`.
    #[inline]
    pub fn horse_from(self, s: Square) -> Bits {
        let mut set = 0;
        for (leg, from) in &HORSE_FROM[s.index()] {
            if self.plain & leg == 0 {
                set |= from;
            }
        }
        set
    }

    /// Squares that an elephant on `s` reaches (and from which it reaches `s`).
    #[inline]
    pub fn elephant(self, s: Square) -> Bits {
        let mut set = 0;
        for (eye, to) in &ELEPHANT[s.index()] {
            if self.plain & eye == 0 {
                set |= to;
            }
        }
        set
    }
}

const fn shifted(i: usize, df: isize, dr: isize) -> Bits {
    let (f, r) = ((i % 9) as isize + df, (i / 9) as isize + dr);
    if f < 0 || f > 8 || r < 0 || r > 9 { 0 } else { 1 << (r * 9 + f) }
}

const DIAGONALS: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHTS: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

static HORSE_TO: [[(Bits, Bits); 4]; 90] = {
    let mut t = [[(0, 0); 4]; 90];
    let mut i = 0;
    while i < 90 {
        let mut d = 0;
        while d < 4 {
            let (f, r) = STRAIGHTS[d];
            let a = shifted(i, 2 * f + r, 2 * r + f);
            let b = shifted(i, 2 * f - r, 2 * r - f);
            t[i][d] = (shifted(i, f, r), a | b);
            d += 1;
        }
        i += 1;
    }
    t
};

static HORSE_FROM: [[(Bits, Bits); 4]; 90] = {
    let mut t = [[(0, 0); 4]; 90];
    let mut i = 0;
    while i < 90 {
        let mut d = 0;
        while d < 4 {
            // The leg of a horse that reaches us lies diagonally next to us.
            let (f, r) = DIAGONALS[d];
            t[i][d] = (shifted(i, f, r), shifted(i, 2 * f, r) | shifted(i, f, 2 * r));
            d += 1;
        }
        i += 1;
    }
    t
};

static ELEPHANT: [[(Bits, Bits); 4]; 90] = {
    let mut t = [[(0, 0); 4]; 90];
    let mut i = 0;
    while i < 90 {
        let mut d = 0;
        while d < 4 {
            let (f, r) = DIAGONALS[d];
            t[i][d] = (shifted(i, f, r), shifted(i, 2 * f, 2 * r));
            d += 1;
        }
        i += 1;
    }
    t
};

/// Squares from which a horse on a free board reaches a square.
pub static HORSE_NEAR: [Bits; 90] = near(&HORSE_FROM);

/// Squares from which an elephant on a free board reaches a square.
pub static ELEPHANT_NEAR: [Bits; 90] = near(&ELEPHANT);

const fn near(steps: &[[(Bits, Bits); 4]; 90]) -> [Bits; 90] {
    let mut t = [0; 90];
    let mut i = 0;
    while i < 90 {
        t[i] = steps[i][0].1 | steps[i][1].1 | steps[i][2].1 | steps[i][3].1;
        i += 1;
    }
    t
}

/// Squares at most two files and two ranks away: from farther off no soldier or advisor
/// attacks a square after one move.
pub static NEAR: [Bits; 90] = {
    let mut t = [0; 90];
    let mut i = 0;
    while i < 90 {
        let mut k = 0;
        while k < 25 {
            t[i] |= shifted(i, k % 5 - 2, k / 5 - 2);
            k += 1;
        }
        i += 1;
    }
    t
};

/// Squares one diagonal step away.
pub static DIAGONAL: [Bits; 90] = {
    let mut t = [0; 90];
    let mut i = 0;
    while i < 90 {
        let mut d = 0;
        while d < 4 {
            t[i] |= shifted(i, DIAGONALS[d].0, DIAGONALS[d].1);
            d += 1;
        }
        i += 1;
    }
    t
};

/// The two palaces.
pub const PALACES: Bits = {
    let mut set = 0;
    let mut r = 0;
    while r < 10 {
        if r < 3 || r > 6 {
            set |= 0b000_111_000 << (9 * r);
        }
        r += 1;
    }
    set
};

/// The centres of the palaces, e1 and e8: all that a dark advisor reaches.
pub const CENTRES: Bits = 1 << (9 + 4) | 1 << (8 * 9 + 4);

/// Steps of a general, kept to its palace.
pub static GENERAL: [Bits; 90] = {
    let mut t = [0; 90];
    let mut i = 0;
    while i < 90 {
        let mut d = 0;
        while d < 4 {
            t[i] |= shifted(i, STRAIGHTS[d].0, STRAIGHTS[d].1) & PALACES;
            d += 1;
        }
        i += 1;
    }
    t
};

/// Squares that a soldier of a colour reaches.
pub static SOLDIER: [[Bits; 90]; 2] = {
    let mut t = [[0; 90]; 2];
    let mut i = 0;
    while i < 90 {
        let rank = i / 9;
        let sideways = shifted(i, 1, 0) | shifted(i, -1, 0);
        t[0][i] = shifted(i, 0, 1) | if rank >= 5 { sideways } else { 0 };
        t[1][i] = shifted(i, 0, -1) | if rank <= 4 { sideways } else { 0 };
        i += 1;
    }
    t
};

/// Squares from which a soldier of a colour reaches a square.
pub static SOLDIER_FROM: [[Bits; 90]; 2] = {
    let mut t = [[0; 90]; 2];
    let mut i = 0;
    while i < 90 {
        let rank = i / 9;
        let sideways = shifted(i, 1, 0) | shifted(i, -1, 0);
        t[0][i] = shifted(i, 0, -1) | if rank >= 5 { sideways } else { 0 };
        t[1][i] = shifted(i, 0, 1) | if rank <= 4 { sideways } else { 0 };
        i += 1;
    }
    t
};

/// The rank of a square.
#[inline]
pub const fn rank_of(s: Square) -> Bits {
    0x1ff << (s.rank() * 9)
}

/// File a.
pub const FILE_A: Bits = {
    let mut set: Bits = 0;
    let mut r = 0;
    while r < 10 {
        set |= 1 << (9 * r);
        r += 1;
    }
    set
};

/// The file of a square.
#[inline]
pub const fn file_of(s: Square) -> Bits {
    FILE_A << s.file()
}

/// Half of the board beyond the river as a colour sees it.
pub const BEYOND: [Bits; 2] = [ALL & !((1 << 45) - 1), (1 << 45) - 1];

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_kernel::Rng;

    #[test]
    fn relations_are_mutual() {
        let mut rng = Rng::seeded(1, "bits");
        for _ in 0..200 {
            let mut o = Occupied::default();
            for i in 0..90 {
                if rng.below(4) == 0 {
                    o = o.with(Square::of_index(i));
                }
            }
            for i in 0..90 {
                let a = Square::of_index(i);
                for b in squares(o.horse(a), Side::One) {
                    assert_ne!(o.horse_from(b) & bit(a), 0);
                }
                assert_eq!(
                    o.horse_from(a).count_ones(),
                    (0..90).filter(|&j| o.horse(Square::of_index(j)) & bit(a) != 0).count() as u32
                );
                for (to, from) in SOLDIER.iter().zip(&SOLDIER_FROM) {
                    for b in squares(to[i], Side::One) {
                        assert_ne!(from[b.index()] & bit(a), 0);
                    }
                }
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_order() {
        let set: Bits = 0x3_0f0f_1234_5678_9abc_def0_1111 & ALL;
        let red: Vec<_> = squares(set, Side::One).collect();
        let mirrored = red.iter().fold(0, |m, s| m | bit(s.seen_by(Side::Two)));
        let black: Vec<_> = squares(mirrored, Side::Two).map(|s| s.seen_by(Side::Two)).collect();
        assert_eq!(red, black);
    }
}
