//! The board of one turn, seen by the side whose turn it is.
//!
//! "Own" pieces belong to the side that moves or has moved, and they move up
//! the board whatever their colour: [`Men::turned`] gives the other side's
//! view. So colours never enter the rules, and the exactness of the colour
//! flip is a property of the representation. 64 bytes, one cache line.

use touchstone_chess::{Bitboard, Board, Castling, Colour, Kind, Square, attacks};

/// What a piece on a square adds to the carried score, by kind and square of
/// its own side's view.
pub type PieceSquare = [[i16; 64]; 6];

/// A table that carries nothing.
pub static NO_SCORE: PieceSquare = [[0; 64]; 6];

/// The pieces, rights and targets of one moment of a turn; see the module text.
///
/// Sliders are kept as two sets: those that move on diagonals (bishops and
/// queens) and those that move on lines (rooks and queens).
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Men {
    /// Own pieces.
    pub own: u64,
    /// The other side's pieces.
    pub opp: u64,
    /// Pawns of both sides.
    pub pawns: u64,
    /// Knights of both sides.
    pub knights: u64,
    /// Bishops and queens of both sides.
    pub diagonal: u64,
    /// Rooks and queens of both sides.
    pub straight: u64,
    /// Kings of both sides.
    pub kings: u64,
    /// Sum of the carried piece-square scores, own minus other.
    pub score: i32,
    /// Castling rights: bit 0 own short, 1 own long, 2 other short, 3 other long.
    pub rights: u8,
    /// Files on which an own pawn made a double step in this turn: targets on
    /// rank 3, which the other side may use in its next turn.
    pub ep_own: u8,
    /// Files of the other side's double steps: targets on rank 6.
    pub ep_opp: u8,
    /// Half-moves since the last capture or pawn move, at most 255.
    pub clock: u8,
}

/// Mid-turn steps, packed: bits 0–5 from, 6–11 to, 12–14 promotion (kind index, 0 none).
pub type Step = u16;

/// A packed step.
#[inline]
pub const fn step(from: u32, to: u32, promotion: u32) -> Step {
    (from | to << 6 | promotion << 12) as Step
}

const RANK_2: u64 = 0xff00;
const RANK_8: u64 = 0xff << 56;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl PartialEq for Men {
    /// Equal pieces, rights and targets. The clock is left out: it belongs to
    /// the rules only near the draw (see [`crate::layers`]).
    #[inline]
    fn eq(&self, other: &Men) -> bool {
        self.own == other.own
            && self.opp == other.opp
            && self.pawns == other.pawns
            && self.knights == other.knights
            && self.diagonal == other.diagonal
            && self.straight == other.straight
            && self.kings == other.kings
            && self.rights == other.rights
            && self.ep_own == other.ep_own
            && self.ep_opp == other.ep_opp
    }
}

impl Eq for Men {}

/// Calls `f` with the index of every square in `set`.
#[inline(always)]
fn each(mut set: u64, mut f: impl FnMut(u32)) {
    while set != 0 {
        f(set.trailing_zeros());
        set &= set - 1;
    }
}

#[inline(always)]
fn sq(index: u32) -> Square {
    Square::new(index as u8)
}

impl Men {
    /// The view of `colour` of a placement. Targets are files.
    pub fn seen(
        board: &Board,
        castling: Castling,
        targets: [u8; 2],
        clock: u8,
        colour: Colour,
    ) -> Men {
        let (board, rights) = match colour {
            Colour::White => (*board, castling.0),
            Colour::Black => (board.flipped(), castling.0 >> 2 | (castling.0 & 3) << 2),
        };
        let of = |k| board.kind(k).0;
        Men {
            own: board.colour(Colour::White).0,
            opp: board.colour(Colour::Black).0,
            pawns: of(Kind::Pawn),
            knights: of(Kind::Knight),
            diagonal: of(Kind::Bishop) | of(Kind::Queen),
            straight: of(Kind::Rook) | of(Kind::Queen),
            kings: of(Kind::King),
            score: 0,
            rights,
            ep_own: targets[colour.index()],
            ep_opp: targets[colour.other().index()],
            clock,
        }
    }

    /// The placement, given whose view this is.
    pub fn board(&self, colour: Colour) -> Board {
        let mut board = Board::EMPTY;
        for kind in Kind::ALL {
            for (set, c) in [(self.own, Colour::White), (self.opp, Colour::Black)] {
                for s in Bitboard(self.kind(kind) & set) {
                    board.put(s, kind, c);
                }
            }
        }
        if colour == Colour::White { board } else { board.flipped() }
    }

    /// Castling rights in absolute order, given whose view this is.
    pub fn castling(&self, colour: Colour) -> Castling {
        match colour {
            Colour::White => Castling(self.rights),
            Colour::Black => Castling(self.rights >> 2 | (self.rights & 3) << 2),
        }
    }

    /// Both sides' pieces of `kind`.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Pawn => self.pawns,
            Kind::Knight => self.knights,
            Kind::Bishop => self.diagonal & !self.straight,
            Kind::Rook => self.straight & !self.diagonal,
            Kind::Queen => self.diagonal & self.straight,
            Kind::King => self.kings,
        }
    }

    /// All occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.own | self.opp
    }

    /// The kind of the piece on an occupied square.
    #[inline(always)]
    pub fn kind_on(&self, bit: u64) -> Kind {
        if self.pawns & bit != 0 {
            Kind::Pawn
        } else if self.knights & bit != 0 {
            Kind::Knight
        } else if self.diagonal & bit != 0 {
            if self.straight & bit != 0 { Kind::Queen } else { Kind::Bishop }
        } else if self.straight & bit != 0 {
            Kind::Rook
        } else {
            Kind::King
        }
    }

    /// Another hash than equality needs, over what equality compares.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        const A: u64 = 0x9e37_79b9_7f4a_7c15;
        const B: u64 = 0xc2b2_ae3d_27d4_eb4f;
        const C: u64 = 0x1656_67b1_9e37_79f9;
        let meta =
            u64::from(self.rights) | u64::from(self.ep_own) << 8 | u64::from(self.ep_opp) << 16;
        let x = (self.own ^ self.pawns.rotate_left(13)).wrapping_mul(A);
        let y =
            (self.opp ^ self.knights.rotate_left(29) ^ self.kings.rotate_left(43)).wrapping_mul(B);
        let z =
            (self.diagonal ^ self.straight.rotate_left(19) ^ meta.rotate_left(33)).wrapping_mul(C);
        let h = x ^ y.rotate_left(23) ^ z.rotate_left(47);
        (h ^ h >> 29).wrapping_mul(A)
    }

    /// The same board at the end of a turn: the targets that the other side,
    /// about to move, made in its own last turn are gone.
    #[inline]
    pub fn ended(&self) -> Men {
        Men { ep_opp: 0, ..*self }
    }

    /// The other side's view.
    #[inline]
    pub fn turned(&self) -> Men {
        Men {
            own: self.opp.swap_bytes(),
            opp: self.own.swap_bytes(),
            pawns: self.pawns.swap_bytes(),
            knights: self.knights.swap_bytes(),
            diagonal: self.diagonal.swap_bytes(),
            straight: self.straight.swap_bytes(),
            kings: self.kings.swap_bytes(),
            score: -self.score,
            rights: self.rights >> 2 | (self.rights & 3) << 2,
            ep_own: self.ep_opp,
            ep_opp: self.ep_own,
            clock: self.clock,
        }
    }

    /// The same with the carried score counted anew.
    pub fn scored(mut self, table: &PieceSquare) -> Men {
        self.score = 0;
        for kind in Kind::ALL {
            let row = &table[kind.index()];
            each(self.kind(kind) & self.own, |s| self.score += i32::from(row[s as usize]));
            each(self.kind(kind) & self.opp, |s| self.score -= i32::from(row[s as usize ^ 56]));
        }
        self
    }

    /// The kinds of own pieces that attack a king of the other side, as bits by
    /// kind index. All kinds are told, each by an exact piece of that kind.
    #[inline(always)]
    pub fn king_takers(&self) -> u8 {
        self.takers(self.kings & self.opp)
    }

    /// The kinds of own pieces that attack any of `targets`, as bits by kind index.
    #[inline(always)]
    pub fn takers(&self, targets: u64) -> u8 {
        let mut mask = 0;
        let occ = Bitboard(self.occupied());
        let own = self.own;
        each(targets, |t| {
            let s = sq(t);
            let pawn = attacks::pawn(Colour::Black, s).0 & self.pawns & own;
            let knight = attacks::knight(s).0 & self.knights & own;
            let king = attacks::king(s).0 & self.kings & own;
            mask |= u8::from(pawn != 0) | u8::from(knight != 0) << 1 | u8::from(king != 0) << 5;
            if self.diagonal & own != 0 {
                let d = attacks::bishop(s, occ).0 & self.diagonal & own;
                mask |=
                    u8::from(d & !self.straight != 0) << 2 | u8::from(d & self.straight != 0) << 4;
            }
            if self.straight & own != 0 {
                let r = attacks::rook(s, occ).0 & self.straight & own;
                mask |=
                    u8::from(r & !self.diagonal != 0) << 3 | u8::from(r & self.diagonal != 0) << 4;
            }
        });
        mask
    }

    /// Which castlings are possible: bit 0 short, bit 1 long. Attacked squares
    /// are irrelevant; a right is worth nothing without king and rook at home.
    #[inline(always)]
    pub fn castles(&self) -> u8 {
        if self.rights & 3 == 0 || self.kings & self.own & 1 << 4 == 0 {
            return 0;
        }
        let rooks = self.straight & !self.diagonal & self.own;
        let occ = self.occupied();
        let short = self.rights & 1 != 0 && rooks & 1 << 7 != 0 && occ & 0x60 == 0;
        let long = self.rights & 2 != 0 && rooks & 1 != 0 && occ & 0x0e == 0;
        u8::from(short) | u8::from(long) << 1
    }

    /// The board after castling, which must be possible.
    #[inline]
    pub fn castled(&self, short: bool, table: &PieceSquare) -> Men {
        let (king, rook, to, lands) =
            if short { (4usize, 7usize, 6usize, 5usize) } else { (4, 0, 2, 3) };
        let mut m = *self;
        let (k, r) = (1 << king | 1 << to, 1 << rook | 1 << lands);
        m.own ^= k ^ r;
        m.kings ^= k;
        m.straight ^= r;
        m.rights &= !3;
        m.clock = m.clock.saturating_add(1);
        m.score += i32::from(table[5][to]) - i32::from(table[5][king]) + i32::from(table[3][lands])
            - i32::from(table[3][rook]);
        m
    }

    #[inline(always)]
    fn capture(&mut self, at: u32, table: &PieceSquare) {
        let bit = 1u64 << at;
        let kind = self.kind_on(bit);
        self.score += i32::from(table[kind.index()][at as usize ^ 56]);
        let keep = !bit;
        self.opp &= keep;
        self.pawns &= keep;
        self.knights &= keep;
        self.diagonal &= keep;
        self.straight &= keep;
        self.kings &= keep;
        self.clock = 0;
        match kind {
            Kind::Pawn if at >> 3 == 4 => self.ep_opp &= !(1 << (at & 7)),
            Kind::Rook if at == 63 => self.rights &= !4,
            Kind::Rook if at == 56 => self.rights &= !8,
            Kind::King => self.rights &= !12,
            _ => {}
        }
    }

    /// Moves an own piece that is no pawn.
    #[inline(always)]
    fn moved(&self, kind: Kind, from: u32, to: u32, landing: bool, table: &PieceSquare) -> Men {
        let mut m = *self;
        let (f, t) = (1u64 << from, 1u64 << to);
        m.clock = m.clock.saturating_add(1);
        if m.opp & t != 0 {
            m.capture(to, table);
        }
        let both = f | t;
        m.own ^= both;
        match kind {
            Kind::Knight => m.knights ^= both,
            Kind::Bishop => m.diagonal ^= both,
            Kind::Rook => {
                m.straight ^= both;
                m.rights &= !(u8::from(from == 7) | u8::from(from == 0) << 1);
            }
            Kind::Queen => {
                m.diagonal ^= both;
                m.straight ^= both;
            }
            _ => {
                m.kings ^= both;
                m.rights &= !3;
            }
        }
        let row = &table[kind.index()];
        m.score += i32::from(row[to as usize]) - i32::from(row[from as usize]);
        if landing {
            m.landed(to);
        }
        m
    }

    /// The older rule: a landing deletes a target.
    #[inline]
    fn landed(&mut self, to: u32) {
        match to >> 3 {
            2 => self.ep_own &= !(1 << (to & 7)),
            5 => self.ep_opp &= !(1 << (to & 7)),
            _ => {}
        }
    }

    #[inline(always)]
    fn pawn_moved(&self, from: u32, to: u32, landing: bool, table: &PieceSquare) -> Men {
        let mut m = *self;
        let (f, t) = (1u64 << from, 1u64 << to);
        if m.opp & t != 0 {
            m.capture(to, table);
        }
        m.clock = 0;
        m.own ^= f | t;
        m.pawns ^= f | t;
        if from >> 3 == 3 {
            m.ep_own &= !(1 << (from & 7));
        }
        m.score += i32::from(table[0][to as usize]) - i32::from(table[0][from as usize]);
        if landing {
            m.landed(to);
        }
        m
    }

    /// Calls `f` with every step that a die of `kind` pays for, in a fixed
    /// order: the step, the board after it, whether it takes a king. Castling,
    /// which needs two dice, is not among them.
    ///
    /// `landing` is the older en passant rule.
    #[inline(always)]
    pub fn each_step(
        &self,
        kind: Kind,
        landing: bool,
        table: &PieceSquare,
        mut f: impl FnMut(Step, &Men, bool),
    ) {
        let men = self.kind(kind) & self.own;
        if men == 0 {
            return;
        }
        let prey = self.kings & self.opp;
        let occ = Bitboard(self.occupied());
        if kind == Kind::Pawn {
            self.each_pawn_step(men, landing, table, f);
            return;
        }
        each(men, |from| {
            let s = sq(from);
            let reach = match kind {
                Kind::Knight => attacks::knight(s),
                Kind::Bishop => attacks::bishop(s, occ),
                Kind::Rook => attacks::rook(s, occ),
                Kind::Queen => attacks::queen(s, occ),
                _ => attacks::king(s),
            };
            each(reach.0 & !self.own, |to| {
                let m = self.moved(kind, from, to, landing, table);
                f(step(from, to, 0), &m, prey >> to & 1 != 0);
            });
        });
    }

    /// The board after one step of a piece of `kind`, and whether it takes a
    /// king; `None` if the piece may not go so. Castling is not asked about.
    #[inline]
    pub fn stepped(
        &self,
        kind: Kind,
        s: Step,
        landing: bool,
        table: &PieceSquare,
    ) -> Option<(Men, bool)> {
        let (from, to) = (u32::from(s & 63), u32::from(s >> 6 & 63));
        if kind == Kind::Pawn {
            let mut found = None;
            self.each_pawn_step(1 << from & self.pawns & self.own, landing, table, |t, m, king| {
                if t == s {
                    found = Some((*m, king));
                }
            });
            return found;
        }
        let reach = attacks::of(kind, Colour::White, sq(from), Bitboard(self.occupied()));
        if s >> 12 != 0 || reach.0 & !self.own & 1 << to == 0 {
            return None;
        }
        let king = self.kings & self.opp & 1 << to != 0;
        Some((self.moved(kind, from, to, landing, table), king))
    }

    #[inline(always)]
    fn each_pawn_step(
        &self,
        men: u64,
        landing: bool,
        table: &PieceSquare,
        mut f: impl FnMut(Step, &Men, bool),
    ) {
        let prey = self.kings & self.opp;
        let empty = !self.occupied();
        let mut go = |from: u32, to: u32| {
            let takes_king = prey >> to & 1 != 0;
            let m = self.pawn_moved(from, to, landing, table);
            if to < 56 || takes_king {
                f(step(from, to, 0), &m, takes_king);
                return;
            }
            let bit = 1u64 << to;
            let base = Men {
                pawns: m.pawns ^ bit,
                score: m.score - i32::from(table[0][to as usize]),
                ..m
            };
            for (k, d, s, n) in
                [(4u32, bit, bit, 0), (3, 0, bit, 0), (2, bit, 0, 0), (1, 0, 0, bit)]
            {
                let p = Men {
                    diagonal: base.diagonal | d,
                    straight: base.straight | s,
                    knights: base.knights | n,
                    score: base.score + i32::from(table[k as usize][to as usize]),
                    ..base
                };
                f(step(from, to, k), &p, false);
            }
        };
        let ones = men << 8 & empty;
        each(ones, |to| go(to - 8, to));
        each((men & !FILE_A) << 7 & self.opp, |to| go(to - 7, to));
        each((men & !FILE_H) << 9 & self.opp, |to| go(to - 9, to));
        let twos = ((men & RANK_2) << 8 & empty) << 8 & empty;
        each(twos, |to| {
            let mut m = self.pawn_moved(to - 16, to, landing, table);
            m.ep_own |= 1 << (to & 7);
            f(step(to - 16, to, 0), &m, false);
        });
        if self.ep_opp != 0 {
            each(self.ep_captures(men), |code| {
                let (from, to) = (32 + (code >> 3), 40 + (code & 7));
                let mut m = self.pawn_moved(from, to, landing, table);
                m.capture(to - 8, table);
                m.ep_opp &= !(1 << (to & 7));
                f(step(from, to, 0), &m, false);
            });
        }
    }

    /// En passant captures open now, as bits: 8 · file of the pawn + file of the target.
    fn ep_captures(&self, men: u64) -> u64 {
        let mut set = 0;
        let pushed = self.pawns & self.opp;
        each(u64::from(self.ep_opp), |f| {
            if self.occupied() >> (40 + f) & 1 == 0 && pushed >> (32 + f) & 1 != 0 {
                if f > 0 && men >> (31 + f) & 1 != 0 {
                    set |= 1 << (8 * (f - 1) + f);
                }
                if f < 7 && men >> (33 + f) & 1 != 0 {
                    set |= 1 << (8 * (f + 1) + f);
                }
            }
        });
        set
    }

    /// Whether a die of `kind` pays for any step, a king capture included.
    #[inline]
    pub fn can_step(&self, kind: Kind) -> bool {
        let men = self.kind(kind) & self.own;
        if men == 0 {
            return false;
        }
        let occ = self.occupied();
        match kind {
            Kind::Pawn => {
                men << 8 & !occ != 0
                    || ((men & !FILE_A) << 7 | (men & !FILE_H) << 9) & self.opp != 0
                    || self.ep_opp != 0 && self.ep_captures(men) != 0
            }
            _ => Bitboard(men)
                .any(|s| attacks::of(kind, Colour::White, s, Bitboard(occ)).0 & !self.own != 0),
        }
    }

    /// The ranks on which pawns promote.
    pub const fn last_rank() -> u64 {
        RANK_8
    }
}
