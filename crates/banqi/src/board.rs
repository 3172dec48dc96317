//! The masked board: what both seats see. One cache line.

use crate::bits::{Squares, bit};
use crate::hash;
use crate::piece::{Kind, Tile};
use crate::rules::Rules;
use touchstone_kernel::{Key, Seat, Side};

/// A decision: a flip (`from` = `to`), a step or a capture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// The flip of `square`.
    #[inline]
    pub const fn flip(square: u8) -> Move {
        Move { from: square & 31, to: square & 31 }
    }

    /// A step or capture; squares 0 to 31.
    #[inline]
    pub const fn new(from: u8, to: u8) -> Move {
        Move { from: from & 31, to: to & 31 }
    }

    /// Stands for "any flip" inside a search that leaves flips out: the turn
    /// passes and nothing is known to have changed. Never a legal move.
    pub(crate) const PASS: Move = Move { from: 63, to: 62 };

    /// Whether this is [`Move::PASS`].
    #[inline]
    pub(crate) const fn is_pass(self) -> bool {
        self.from == 63
    }

    /// Where from; for a flip the flipped square.
    #[inline]
    pub const fn from(self) -> u8 {
        self.from
    }

    /// Where to; for a flip the flipped square.
    #[inline]
    pub const fn to(self) -> u8 {
        self.to
    }

    /// Whether it is a flip.
    #[inline]
    pub const fn is_flip(self) -> bool {
        self.from == self.to
    }
}

/// The public position: board, bag and who decides. It holds no history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Board {
    /// Face-up pieces by kind, both colours.
    kinds: [u32; 7],
    /// Face-up pieces by colour.
    colours: [u32; 2],
    /// Face-down tiles.
    hidden: u32,
    /// Four bits for each tile: how many are face-down.
    bag: u64,
    key: u64,
    /// Squares that exist.
    on: u32,
    /// Colour to move: red 0, black 1, unbound 2.
    side: u8,
    /// Seat to move: first 0, second 1.
    seat: u8,
}

impl Board {
    /// The start of a game.
    pub fn start(rules: &Rules) -> Board {
        let mut bag = [0u8; 14];
        for kind in Kind::ALL {
            bag[kind.index()] = rules.initial(kind);
            bag[kind.index() + 7] = rules.initial(kind);
        }
        let on = rules.mask();
        Board::assemble(on, on, &[], bag, None, Seat::First)
    }

    /// A position from its parts; the caller sees to it that they fit together.
    pub(crate) fn assemble(
        on: u32,
        hidden: u32,
        pieces: &[(u8, Tile)],
        bag: [u8; 14],
        side: Option<Side>,
        seat: Seat,
    ) -> Board {
        let mut b = Board {
            kinds: [0; 7],
            colours: [0; 2],
            hidden,
            bag: bag.iter().rev().fold(0, |w, &n| w << 4 | u64::from(n & 15)),
            key: 0,
            on,
            side: side_code(side),
            seat: seat.index() as u8,
        };
        for &(s, t) in pieces {
            b.kinds[t.kind().index()] |= bit(s);
            b.colours[t.side().index()] |= bit(s);
        }
        b.key = b.fresh_key();
        b
    }

    /// The hash from nothing; equals the incremental one.
    pub fn fresh_key(&self) -> u64 {
        let mut key = hash::frame(self.on) ^ hash::side(self.side);
        for s in Squares(self.hidden) {
            key ^= hash::hidden(s);
        }
        for s in Squares(self.face_up()) {
            if let Some(t) = self.tile_at(s) {
                key ^= hash::piece(t.index(), s);
            }
        }
        for t in Tile::all() {
            key ^= hash::bag(t.index(), self.bag(t));
        }
        key
    }

    /// Hash of board, bag and colour to move.
    #[inline]
    pub const fn board_key(&self) -> Key {
        Key(self.key)
    }

    /// The seat that decides.
    #[inline]
    pub const fn seat_to_move(&self) -> Seat {
        if self.seat == 0 { Seat::First } else { Seat::Second }
    }

    /// The colour that decides; `None` before the first flip.
    #[inline]
    pub const fn side_to_move(&self) -> Option<Side> {
        match self.side {
            0 => Some(Side::One),
            1 => Some(Side::Two),
            _ => None,
        }
    }

    /// Squares that exist.
    #[inline]
    pub const fn squares(&self) -> u32 {
        self.on
    }

    /// Face-down tiles.
    #[inline]
    pub const fn face_down(&self) -> u32 {
        self.hidden
    }

    /// Face-up pieces of both colours.
    #[inline]
    pub const fn face_up(&self) -> u32 {
        self.colours[0] | self.colours[1]
    }

    /// Squares with a piece or face-down tile.
    #[inline]
    pub const fn occupied(&self) -> u32 {
        self.face_up() | self.hidden
    }

    /// Squares with nothing on them.
    #[inline]
    pub const fn empty(&self) -> u32 {
        self.on & !self.occupied()
    }

    /// Face-up pieces of one colour.
    #[inline]
    pub const fn pieces(&self, side: Side) -> u32 {
        self.colours[side.index()]
    }

    /// Face-up pieces of one colour and kind.
    #[inline]
    pub const fn of(&self, side: Side, kind: Kind) -> u32 {
        self.kinds[kind.index()] & self.colours[side.index()]
    }

    /// Face-up pieces of one kind, both colours.
    #[inline]
    pub const fn of_kind(&self, kind: Kind) -> u32 {
        self.kinds[kind.index()]
    }

    /// The face-up piece on a square.
    #[inline]
    pub fn tile_at(&self, square: u8) -> Option<Tile> {
        let b = bit(square & 31);
        let side = if self.colours[0] & b != 0 {
            Side::One
        } else if self.colours[1] & b != 0 {
            Side::Two
        } else {
            return None;
        };
        Some(Tile::new(side, self.kind_at(square)))
    }

    /// The kind of the face-up piece on a square that holds one (a general where none stands).
    #[inline]
    pub fn kind_at(&self, square: u8) -> Kind {
        let mut k = 0;
        for (i, set) in self.kinds.iter().enumerate() {
            k |= (set >> (square & 31) & 1) as usize * i;
        }
        Kind::ALL[k % 7]
    }

    /// How many of a tile are face-down.
    #[inline]
    pub const fn bag(&self, tile: Tile) -> u32 {
        (self.bag >> (4 * tile.index()) & 15) as u32
    }

    /// How many of a tile are on the board or face-down.
    #[inline]
    pub const fn alive(&self, tile: Tile) -> u32 {
        self.bag(tile) + self.of(tile.side(), tile.kind()).count_ones()
    }

    /// Number of face-down tiles of one colour.
    #[inline]
    pub const fn bag_of(&self, side: Side) -> u32 {
        // Add the seven nibbles pairwise; each sum stays below 256.
        let w = self.bag >> (28 * side.index()) & 0x0fff_ffff;
        let pairs = (w & 0x0f0f_0f0f) + (w >> 4 & 0x0f0f_0f0f);
        (pairs.wrapping_mul(0x0101_0101) >> 24 & 0xff) as u32
    }

    /// The seven nibbles of one colour, the general's lowest.
    #[inline]
    pub const fn bag_word(&self, side: Side) -> u32 {
        (self.bag >> (28 * side.index())) as u32 & 0x0fff_ffff
    }

    /// Whether a colour has no piece on the board and none in the bag.
    #[inline]
    pub const fn is_eliminated(&self, side: Side) -> bool {
        self.colours[side.index()] == 0 && self.bag_word(side) == 0
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.seat ^= 1;
        if self.side < 2 {
            self.key ^= hash::side(self.side);
            self.side ^= 1;
            self.key ^= hash::side(self.side);
        }
    }

    /// The same board with the other side to move.
    #[inline]
    pub(crate) fn passed(&self) -> Board {
        let mut b = *self;
        b.pass_turn();
        b
    }

    /// The position after a step or capture, which must be pseudo-legal.
    #[inline]
    pub(crate) fn moved(&self, m: Move) -> Board {
        let mut b = *self;
        let (from, to) = (bit(m.from), bit(m.to));
        let own = usize::from(self.side & 1);
        let kind = self.kind_at(m.from).index();
        if b.colours[own ^ 1] & to != 0 {
            let victim = self.kind_at(m.to).index();
            b.colours[own ^ 1] ^= to;
            b.kinds[victim] ^= to;
            b.key ^= hash::piece(victim + 7 * (own ^ 1), m.to);
        }
        b.kinds[kind] ^= from | to;
        b.colours[own] ^= from | to;
        let tile = kind + 7 * own;
        b.key ^= hash::piece(tile, m.from) ^ hash::piece(tile, m.to);
        b.pass_turn();
        b
    }

    /// The position after `square` turned out to be `tile`, which the bag must hold.
    #[inline]
    pub(crate) fn revealed(&self, square: u8, tile: Tile) -> Board {
        let mut b = *self;
        let at = bit(square);
        let count = self.bag(tile);
        b.hidden &= !at;
        b.bag = b.bag.wrapping_sub(1 << (4 * tile.index()));
        b.kinds[tile.kind().index()] |= at;
        b.colours[tile.side().index()] |= at;
        b.key ^= hash::hidden(square)
            ^ hash::piece(tile.index(), square)
            ^ hash::bag(tile.index(), count)
            ^ hash::bag(tile.index(), count.wrapping_sub(1) & 15);
        if b.side == 2 {
            // The first flip gives its colour to the flipper.
            b.key ^= hash::side(2);
            b.side = tile.side().index() as u8;
            b.key ^= hash::side(b.side);
        }
        b.pass_turn();
        b
    }

    /// The same position with the colours exchanged.
    pub fn colour_flipped(&self) -> Board {
        let mut b = *self;
        b.colours.swap(0, 1);
        b.bag = (self.bag >> 28 & 0x0fff_ffff) | (self.bag & 0x0fff_ffff) << 28;
        if b.side < 2 {
            b.side ^= 1;
        }
        b.key = b.fresh_key();
        b
    }

    /// The same position with files and ranks mirrored as asked.
    pub fn mirrored(&self, files: bool, ranks: bool) -> Board {
        let mut b = *self;
        let map = |set: u32| Squares(set).fold(0, |w, s| w | bit(self.mirror(s, files, ranks)));
        b.kinds = self.kinds.map(map);
        b.colours = self.colours.map(map);
        b.hidden = map(self.hidden);
        b.key = b.fresh_key();
        b
    }

    /// Where [`Board::mirrored`] takes a square.
    pub fn mirror(&self, square: u8, files: bool, ranks: bool) -> u8 {
        let width = (self.on & 0xff).count_ones() as u8;
        let height = (self.on & 0x0101_0101).count_ones() as u8;
        let (mut f, mut r) = (square & 7, square >> 3);
        if files {
            f = width.saturating_sub(1).wrapping_sub(f) & 7;
        }
        if ranks {
            r = height.saturating_sub(1).wrapping_sub(r) & 3;
        }
        f | r << 3
    }

    /// The same board as seen by the other seat in the same colour; keys ignore seats.
    pub fn with_seat(mut self, seat: Seat) -> Board {
        self.seat = seat.index() as u8;
        self
    }
}

fn side_code(side: Option<Side>) -> u8 {
    match side {
        Some(Side::One) => 0,
        Some(Side::Two) => 1,
        None => 2,
    }
}
