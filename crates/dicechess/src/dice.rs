//! Dice: the 84 multisets of at most three dice, the 56 rolls among them.
//!
//! A die shows the kind of piece that it pays for: 1 pawn, 2 knight, 3 bishop,
//! 4 rook, 5 queen, 6 king. Everywhere in this crate dice are counted from 0,
//! as [`Kind::index`] does.

use touchstone_chess::Kind;

/// Number of multisets of 0 to 3 dice.
pub const POOLS: usize = 84;
/// Index of the first multiset of 1, 2 and 3 dice, and the end.
pub const LAYERS: [usize; 5] = [0, 1, 7, 28, 84];
/// Number of rolls, as multisets.
pub const ROLLS: usize = 56;
/// Number of rolls, in order.
pub const TOTAL_WEIGHT: u32 = 216;

/// A multiset of at most three dice, as an index 0..84: first none, then one
/// die (P to K), then two and three, sorted in the order P < N < B < R < Q < K.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Pool(u8);

struct Tables {
    /// The dice of each multiset, ascending; 6 where there is none.
    dice: [[u8; 3]; POOLS],
    /// The multiset with one die more; 0 where it would be too many.
    plus: [[u8; 6]; POOLS],
    /// The multiset with one die less; 255 where it has none of that kind.
    minus: [[u8; 6]; POOLS],
    /// All sub-multisets of each, as a bit set.
    subsets: [u128; POOLS],
}

const fn find(dice: &[[u8; 3]; POOLS], wanted: [u8; 3]) -> u8 {
    let mut i = 0;
    while i < POOLS {
        if dice[i][0] == wanted[0] && dice[i][1] == wanted[1] && dice[i][2] == wanted[2] {
            return i as u8;
        }
        i += 1;
    }
    255
}

const fn sorted(mut d: [u8; 3]) -> [u8; 3] {
    let mut i = 0;
    while i < 3 {
        let mut j = 0;
        while j < 2 {
            if d[j] > d[j + 1] {
                let x = d[j];
                d[j] = d[j + 1];
                d[j + 1] = x;
            }
            j += 1;
        }
        i += 1;
    }
    d
}

const fn tables() -> Tables {
    let mut t = Tables {
        dice: [[6; 3]; POOLS],
        plus: [[0; 6]; POOLS],
        minus: [[255; 6]; POOLS],
        subsets: [0; POOLS],
    };
    let mut n = 1;
    let mut a = 0;
    while a < 6 {
        t.dice[n] = [a, 6, 6];
        n += 1;
        a += 1;
    }
    a = 0;
    while a < 6 {
        let mut b = a;
        while b < 6 {
            t.dice[n] = [a, b, 6];
            n += 1;
            b += 1;
        }
        a += 1;
    }
    a = 0;
    while a < 6 {
        let mut b = a;
        while b < 6 {
            let mut c = b;
            while c < 6 {
                t.dice[n] = [a, b, c];
                n += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    let mut i = 0;
    while i < POOLS {
        let mut k = 0;
        while k < 6 {
            if t.dice[i][2] == 6 {
                let more = sorted([k, t.dice[i][0], t.dice[i][1]]);
                t.plus[i][k as usize] = find(&t.dice, more);
            }
            let mut at = 0;
            while at < 3 {
                if t.dice[i][at] == k {
                    let mut less = t.dice[i];
                    less[at] = 6;
                    t.minus[i][k as usize] = find(&t.dice, sorted(less));
                }
                at += 1;
            }
            k += 1;
        }
        t.subsets[i] = 1 << i;
        k = 0;
        while k < 6 {
            let less = t.minus[i][k as usize];
            if less != 255 {
                // Smaller multisets have smaller indices and are done.
                t.subsets[i] |= t.subsets[less as usize];
            }
            k += 1;
        }
        i += 1;
    }
    t
}

static TABLES: Tables = tables();

impl Pool {
    /// No dice.
    pub const NONE: Pool = Pool(0);

    /// The multiset with this index, 0..84; greater numbers give no dice.
    #[inline]
    pub const fn from_index(index: usize) -> Pool {
        if index < POOLS { Pool(index as u8) } else { Pool(0) }
    }

    /// The index, 0..84.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The multiset of these dice; `None` for more than three.
    pub fn of(dice: &[Kind]) -> Option<Pool> {
        dice.iter().try_fold(Pool::NONE, |pool, &d| pool.plus(d))
    }

    /// Number of dice.
    #[inline]
    pub const fn len(self) -> usize {
        match self.0 {
            0 => 0,
            1..7 => 1,
            7..28 => 2,
            _ => 3,
        }
    }

    /// Whether there are no dice.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The dice, pawn first.
    pub fn dice(self) -> impl Iterator<Item = Kind> {
        TABLES.dice[self.index()]
            .into_iter()
            .filter(|&d| d < 6)
            .map(|d| Kind::from_index(d as usize))
    }

    /// The different kinds in it, pawn first.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&k| self.has(k))
    }

    /// Whether it holds a die of `kind`.
    #[inline]
    pub fn has(self, kind: Kind) -> bool {
        TABLES.minus[self.index()][kind.index()] != 255
    }

    /// With one die more; `None` if it holds three already.
    #[inline]
    pub fn plus(self, kind: Kind) -> Option<Pool> {
        match TABLES.plus[self.index()][kind.index()] {
            0 => None,
            i => Some(Pool(i)),
        }
    }

    /// With one die less; `None` if it holds none of `kind`.
    #[inline]
    pub fn minus(self, kind: Kind) -> Option<Pool> {
        match TABLES.minus[self.index()][kind.index()] {
            255 => None,
            i => Some(Pool(i)),
        }
    }

    /// All its sub-multisets, itself and the empty one included, as bits of
    /// their indices.
    #[inline]
    pub fn subsets(self) -> u128 {
        TABLES.subsets[self.index()]
    }

    /// Whether this is a full roll of three dice.
    pub const fn is_roll(self) -> bool {
        self.0 as usize >= LAYERS[3]
    }

    /// In how many of the 216 ordered rolls these three dice come (1, 3 or 6);
    /// 0 if there are not three.
    pub fn weight(self) -> u32 {
        match TABLES.dice[self.index()] {
            [_, _, 6] => 0,
            [a, b, c] if a == b && b == c => 1,
            [a, b, c] if a == b || b == c => 3,
            _ => 6,
        }
    }

    /// The 56 rolls.
    pub fn rolls() -> impl Iterator<Item = Pool> {
        (LAYERS[3]..LAYERS[4]).map(|i| Pool(i as u8))
    }

    /// The roll of three ordered dice, each 0 (pawn) to 5 (king).
    pub fn rolled(dice: [usize; 3]) -> Pool {
        dice.into_iter().fold(Pool::NONE, |pool, d| pool.plus(Kind::from_index(d)).unwrap_or(pool))
    }

    /// Upper-case letters sorted P < N < B < R < Q < K; empty for no dice.
    pub fn text(self) -> String {
        self.dice().map(Kind::letter).collect()
    }

    /// Reads up to three letters in any order and either case. `None` for
    /// anything else.
    pub fn from_text(text: &str) -> Option<Pool> {
        text.chars().try_fold(Pool::NONE, |pool, c| pool.plus(Kind::from_letter(c)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_weigh_216() {
        assert_eq!(Pool::rolls().count(), ROLLS);
        assert_eq!(Pool::rolls().map(Pool::weight).sum::<u32>(), TOTAL_WEIGHT);
        let by = |w| Pool::rolls().filter(|r| r.weight() == w).count();
        assert_eq!((by(1), by(3), by(6)), (6, 30, 20));
    }

    #[test]
    fn plus_and_minus_undo_each_other() {
        for i in 0..POOLS {
            let pool = Pool::from_index(i);
            assert_eq!(Pool::from_text(&pool.text()), Some(pool));
            assert_eq!(pool.dice().count(), pool.len());
            for k in Kind::ALL {
                match pool.plus(k) {
                    Some(more) => assert_eq!(more.minus(k), Some(pool)),
                    None => assert_eq!(pool.len(), 3),
                }
                assert_eq!(pool.minus(k).is_some(), pool.has(k));
            }
            let subs = (0..POOLS).filter(|&j| {
                let mut rest = pool;
                Pool::from_index(j).dice().all(|d| match rest.minus(d) {
                    Some(less) => {
                        rest = less;
                        true
                    }
                    None => false,
                })
            });
            assert_eq!(pool.subsets(), subs.fold(0u128, |set, j| set | 1 << j));
        }
        assert_eq!(Pool::from_text("PPNN"), None);
        assert_eq!(Pool::from_text("PX"), None);
    }
}
