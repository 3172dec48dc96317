//! Roles, pieces, squares and the pools of identities that are still face-down.

use touchstone_kernel::Side;

/// What a piece is, or for a dark piece: how it moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// R, 車.
    Chariot,
    /// A, 仕.
    Advisor,
    /// C, 炮.
    Cannon,
    /// P, 兵.
    Soldier,
    /// N, 馬.
    Horse,
    /// B, 相.
    Elephant,
    /// K, 帥. Never dark, never in a pool.
    General,
}

impl Role {
    /// The roles that a dark piece may have, in the order in which we write pools.
    pub const HIDDEN: [Role; 6] =
        [Role::Chariot, Role::Advisor, Role::Cannon, Role::Soldier, Role::Horse, Role::Elephant];
    const ALL: [Role; 7] = [
        Role::Chariot,
        Role::Advisor,
        Role::Cannon,
        Role::Soldier,
        Role::Horse,
        Role::Elephant,
        Role::General,
    ];
    /// How many of each role a side has, by [`Role::index`].
    pub const FULL_SET: [u8; 7] = [2, 2, 2, 5, 2, 2, 1];

    /// 0 to 6.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role of an index; anything beyond is the general.
    #[inline]
    pub const fn of_index(i: usize) -> Role {
        Role::ALL[if i < 7 { i } else { 6 }]
    }

    /// The letter, upper case for Red.
    pub fn letter(self, side: Side) -> char {
        let c = ['R', 'A', 'C', 'P', 'N', 'B', 'K'][self.index()];
        if side == Side::One { c } else { c.to_ascii_lowercase() }
    }

    /// The role and colour of a letter.
    pub fn of_letter(c: char) -> Option<(Role, Side)> {
        let role = match c.to_ascii_uppercase() {
            'R' => Role::Chariot,
            'A' => Role::Advisor,
            'C' => Role::Cannon,
            'P' => Role::Soldier,
            'N' => Role::Horse,
            'B' => Role::Elephant,
            'K' => Role::General,
            _ => return None,
        };
        Some((role, if c.is_ascii_uppercase() { Side::One } else { Side::Two }))
    }

    /// The name in records.
    pub const fn name(self) -> &'static str {
        ["chariot", "advisor", "cannon", "soldier", "horse", "elephant", "general"][self.index()]
    }

    /// The role of a name in records.
    pub fn of_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|r| r.name() == name)
    }
}

/// A piece on the board or an empty cell. For a dark piece the role is the one
/// of its home square, by which it acts; its identity is nowhere on the board.
///
/// Bits 0..2 role, bit 3 colour, bit 4 dark; 0x80 empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(u8);

impl Piece {
    /// No piece.
    pub const EMPTY: Piece = Piece(0x80);

    /// A face-up piece.
    #[inline]
    pub const fn new(role: Role, side: Side) -> Piece {
        Piece(role as u8 | (side as u8) << 3)
    }

    /// A dark piece that acts as `role`.
    #[inline]
    pub const fn dark(role: Role, side: Side) -> Piece {
        Piece(role as u8 | (side as u8) << 3 | 16)
    }

    /// Whether the cell is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 & 0x80 != 0
    }

    /// Whether it is a dark piece.
    #[inline]
    pub const fn is_dark(self) -> bool {
        self.0 & 16 != 0
    }

    /// How it acts. Not to be asked of an empty cell.
    #[inline]
    pub const fn role(self) -> Role {
        Role::of_index((self.0 & 7) as usize)
    }

    /// Its colour. Not to be asked of an empty cell.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 8 == 0 { Side::One } else { Side::Two }
    }

    /// As position texts write it: a letter, X or x.
    pub fn letter(self) -> char {
        match (self.is_dark(), self.side()) {
            (true, Side::One) => 'X',
            (true, Side::Two) => 'x',
            (false, side) => self.role().letter(side),
        }
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() { f.write_str(".") } else { write!(f, "{}", self.letter()) }
    }
}

/// A square: rank (0 Red's back rank, to 9) times 9 plus file (0 to 8 for a to i).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 90;

    /// The square of a file and a rank within the board.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Square {
        debug_assert!(file < 9 && rank < 10);
        Square((rank * 9 + file) as u8)
    }

    /// The square of an index below 90.
    #[inline]
    pub const fn of_index(i: usize) -> Square {
        debug_assert!(i < Square::COUNT);
        Square(i as u8)
    }

    /// 0 to 89.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 to 8.
    #[inline]
    pub const fn file(self) -> usize {
        self.index() % 9
    }

    /// 0 to 9.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() / 9
    }

    /// The square as `side` sees it from its own back rank: ranks turned for
    /// Black, files kept.
    #[inline]
    pub const fn seen_by(self, side: Side) -> Square {
        match side {
            Side::One => self,
            Side::Two => Square(MIRROR[self.index()]),
        }
    }

    /// `a0` to `i9`.
    pub fn name(self) -> String {
        format!("{}{}", (b'a' + self.file() as u8) as char, self.rank())
    }

    /// The square of a name.
    pub fn of_name(text: &str) -> Option<Square> {
        match text.as_bytes() {
            [f @ b'a'..=b'i', r @ b'0'..=b'9'] => {
                Some(Square::at((f - b'a') as usize, (r - b'0') as usize))
            }
            _ => None,
        }
    }
}

const MIRROR: [u8; 90] = {
    let mut t = [0; 90];
    let mut i = 0;
    while i < 90 {
        t[i] = ((9 - i / 9) * 9 + i % 9) as u8;
        i += 1;
    }
    t
};

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// How a dark piece of `side` acts on `square`: the role of that home square.
/// `None` where it is no home square (the general's included).
pub const fn home_role(side: Side, square: Square) -> Option<Role> {
    let s = square.seen_by(side);
    match (s.rank(), s.file()) {
        (0, 0 | 8) => Some(Role::Chariot),
        (0, 1 | 7) => Some(Role::Horse),
        (0, 2 | 6) => Some(Role::Elephant),
        (0, 3 | 5) => Some(Role::Advisor),
        (2, 1 | 7) => Some(Role::Cannon),
        (3, 0 | 2 | 4 | 6 | 8) => Some(Role::Soldier),
        _ => None,
    }
}

/// How many of each role may still be face-down, as somebody knows it. Four
/// bits a role.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pool(u32);

impl Pool {
    /// Nothing.
    pub const EMPTY: Pool = Pool(0);
    /// R2 A2 C2 P5 N2 B2.
    pub const START: Pool = Pool(0x22_5222);

    /// How many of `role` are left.
    #[inline]
    pub const fn count(self, role: Role) -> u32 {
        (self.0 >> (role as u32 * 4)) & 15
    }

    /// How many are left in all.
    #[inline]
    pub const fn total(self) -> u32 {
        // Nibble sums: all totals stay below 256.
        let pairs = (self.0 & 0x0f_0f0f) + ((self.0 >> 4) & 0x0f_0f0f);
        (pairs + (pairs >> 8) + (pairs >> 16)) & 0xff
    }

    /// One more of `role` (at most 15; further ones are ignored).
    #[must_use]
    pub const fn with(self, role: Role) -> Pool {
        if self.count(role) == 15 || matches!(role, Role::General) {
            self
        } else {
            Pool(self.0 + (1 << (role as u32 * 4)))
        }
    }

    /// One less of `role`; unchanged where none is left.
    #[inline]
    #[must_use]
    pub const fn without(self, role: Role) -> Pool {
        if self.count(role) == 0 { self } else { Pool(self.0 - (1 << (role as u32 * 4))) }
    }

    /// The roles left, with their counts.
    pub fn each(self) -> impl Iterator<Item = (Role, u32)> {
        Role::HIDDEN.into_iter().map(move |r| (r, self.count(r))).filter(|x| x.1 > 0)
    }

    /// As position texts write one colour's part, zeros included.
    pub fn text(self, side: Side) -> String {
        Role::HIDDEN.iter().map(|&r| format!("{}{}", r.letter(side), self.count(r))).collect()
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Side::One))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_count() {
        assert_eq!(Pool::START.total(), 15);
        assert_eq!(Pool::START.text(Side::One), "R2A2C2P5N2B2");
        let p = Pool::START.without(Role::Soldier).with(Role::Chariot);
        assert_eq!((p.count(Role::Soldier), p.count(Role::Chariot), p.total()), (4, 3, 15));
        assert_eq!(Pool::EMPTY.without(Role::Horse), Pool::EMPTY);
        assert_eq!(Pool::START.each().map(|x| x.1).sum::<u32>(), 15);
    }

    #[test]
    fn squares_have_names_and_homes() {
        for i in 0..Square::COUNT {
            let s = Square::of_index(i);
            assert_eq!(Square::of_name(&s.name()), Some(s));
            assert_eq!(s.seen_by(Side::Two).seen_by(Side::Two), s);
        }
        assert_eq!(Square::of_name("j0"), None);
        for side in Side::BOTH {
            let n = (0..90).filter(|&i| home_role(side, Square::of_index(i)).is_some()).count();
            assert_eq!(n, 15);
        }
    }
}
