//! The board as one seat knows it: who stands where, who is dark, what may
//! still be dark, who is to move, and whose knowledge this is.

use crate::bits::{
    Bits, CENTRES, DIAGONAL, GENERAL, Occupied, PALACES, SOLDIER, SOLDIER_FROM, bit,
};
use crate::piece::{Piece, Pool, Role, Square};
use touchstone_kernel::position::mix;
use touchstone_kernel::{Key, Side};

/// A decision: from where to where. Nothing about what is found out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square that is left.
    pub from: Square,
    /// The square that is reached.
    pub to: Square,
}

impl Move {
    /// `b2d2`.
    pub fn text(self) -> String {
        format!("{}{}", self.from.name(), self.to.name())
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

/// Whose knowledge a view is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observer {
    /// The seat that plays this colour.
    Seat(Side),
    /// Somebody who saw only what both seats saw.
    Spectator,
}

impl Observer {
    /// The colour from whose side keys and squares are taken, so that mirrored
    /// views have equal keys. A spectator looks from Red's side.
    #[inline]
    pub const fn eye(self) -> Side {
        match self {
            Observer::Seat(s) => s,
            Observer::Spectator => Side::One,
        }
    }
}

/// Index of a dark piece among the hashed kinds.
const DARK: usize = 7;
/// Index of a piece that has moved and is not turned yet.
const PENDING: usize = 8;

static HASH: [[[u64; 90]; 9]; 2] = {
    let mut t = [[[0; 90]; 9]; 2];
    let mut own = 0;
    while own < 2 {
        let mut kind = 0;
        while kind < 9 {
            let mut s = 0;
            while s < 90 {
                t[own][kind][s] = mix(0x6a69_6571 ^ mix((own * 10_000 + kind * 100 + s) as u64));
                s += 1;
            }
            kind += 1;
        }
        own += 1;
    }
    t
};

static POOL_HASH: [[[u64; 16]; 6]; 2] = {
    let mut t = [[[0; 16]; 6]; 2];
    let mut own = 0;
    while own < 2 {
        let mut role = 0;
        while role < 6 {
            let mut n = 0;
            while n < 16 {
                t[own][role][n] = mix(0x706f_6f6c ^ mix((own * 10_000 + role * 100 + n) as u64));
                n += 1;
            }
            role += 1;
        }
        own += 1;
    }
    t
};

/// What one seat knows of a position; see the module text.
#[derive(Clone, PartialEq, Eq)]
pub struct View {
    cells: [Piece; Square::COUNT],
    sides: [Bits; 2],
    acts: [Bits; 7],
    dark: Bits,
    occupied: Occupied,
    pools: [Pool; 2],
    generals: [Square; 2],
    pub(crate) mover: Side,
    observer: Observer,
    /// Whether the mover's general is attacked.
    pub(crate) checked: bool,
    hash: u64,
}

impl View {
    /// No pieces at all, not even generals: to be filled by [`View::put`].
    pub(crate) fn empty(mover: Side, observer: Observer) -> View {
        let mut view = View {
            cells: [Piece::EMPTY; Square::COUNT],
            sides: [0; 2],
            acts: [0; 7],
            dark: 0,
            occupied: Occupied::default(),
            pools: [Pool::EMPTY; 2],
            generals: [Square::at(4, 0), Square::at(4, 9)],
            mover,
            observer,
            checked: false,
            hash: 0,
        };
        view.hash = view.fresh_hash();
        view
    }

    /// The start of a game as `observer` knows it.
    pub fn start(observer: Observer) -> View {
        let mut view = View::empty(Side::One, observer);
        for side in Side::BOTH {
            for i in 0..Square::COUNT {
                let s = Square::of_index(i);
                if let Some(role) = crate::piece::home_role(side, s) {
                    view.put(s, Piece::dark(role, side));
                }
            }
            view.put(Square::at(4, 0).seen_by(side), Piece::new(Role::General, side));
            view.set_pool(side, Pool::START);
        }
        view
    }

    /// The piece on a square, [`Piece::EMPTY`] for none.
    #[inline]
    pub fn piece(&self, s: Square) -> Piece {
        self.cells[s.index()]
    }

    /// The pieces of a colour.
    #[inline]
    pub fn pieces(&self, side: Side) -> Bits {
        self.sides[side.index()]
    }

    /// The pieces of either colour that act as `role`, dark ones included.
    #[inline]
    pub fn acting(&self, role: Role) -> Bits {
        self.acts[role.index()]
    }

    /// The dark pieces of either colour.
    #[inline]
    pub fn dark(&self) -> Bits {
        self.dark
    }

    /// What is occupied.
    #[inline]
    pub fn occupied(&self) -> Occupied {
        self.occupied
    }

    /// What a colour's dark pieces may be, as the observer knows it.
    #[inline]
    pub fn pool(&self, side: Side) -> Pool {
        self.pools[side.index()]
    }

    /// Dark pieces of a colour on the board.
    #[inline]
    pub fn dark_count(&self, side: Side) -> u32 {
        (self.dark & self.sides[side.index()]).count_ones()
    }

    /// Dark pieces of a colour that were taken without the observer knowing
    /// what they were.
    #[inline]
    pub fn unknown_captured(&self, side: Side) -> u32 {
        self.pool(side).total().saturating_sub(self.dark_count(side))
    }

    /// Where a general stands.
    #[inline]
    pub fn general(&self, side: Side) -> Square {
        self.generals[side.index()]
    }

    /// The colour to move.
    #[inline]
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Whose knowledge this is.
    #[inline]
    pub fn observer(&self) -> Observer {
        self.observer
    }

    /// Whether the mover's general is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checked
    }

    #[inline]
    fn hash_of(&self, p: Piece, s: Square) -> u64 {
        let eye = self.observer.eye();
        let kind = if p.is_dark() { DARK } else { p.role().index() };
        HASH[usize::from(p.side() != eye)][kind][s.seen_by(eye).index()]
    }

    #[inline]
    pub(crate) fn put(&mut self, s: Square, p: Piece) {
        self.cells[s.index()] = p;
        self.sides[p.side().index()] |= bit(s);
        self.acts[p.role().index()] |= bit(s);
        if p.is_dark() {
            self.dark |= bit(s);
        }
        if p.role() == Role::General {
            self.generals[p.side().index()] = s;
        }
        self.occupied = self.occupied.with(s);
        self.hash ^= self.hash_of(p, s);
    }

    #[inline]
    pub(crate) fn take(&mut self, s: Square) -> Piece {
        let p = self.cells[s.index()];
        if p.is_empty() {
            return p;
        }
        self.cells[s.index()] = Piece::EMPTY;
        self.sides[p.side().index()] &= !bit(s);
        self.acts[p.role().index()] &= !bit(s);
        self.dark &= !bit(s);
        self.occupied = self.occupied.without(s);
        self.hash ^= self.hash_of(p, s);
        p
    }

    pub(crate) fn set_pool(&mut self, side: Side, pool: Pool) {
        let old = self.pools[side.index()];
        self.hash ^= self.pool_hash(side, old) ^ self.pool_hash(side, pool);
        self.pools[side.index()] = pool;
    }

    fn pool_hash(&self, side: Side, pool: Pool) -> u64 {
        let own = usize::from(side != self.observer.eye());
        Role::HIDDEN.iter().fold(0, |h, &r| h ^ POOL_HASH[own][r.index()][pool.count(r) as usize])
    }

    /// One of `role` leaves a colour's pool.
    #[inline]
    pub(crate) fn draw(&mut self, side: Side, role: Role) {
        let old = self.pools[side.index()];
        let n = old.count(role) as usize;
        if n > 0 {
            let t = &POOL_HASH[usize::from(side != self.observer.eye())][role.index()];
            self.hash ^= t[n] ^ t[n - 1];
            self.pools[side.index()] = old.without(role);
        }
    }

    /// The hash computed anew: must equal the one that is carried along.
    pub fn fresh_hash(&self) -> u64 {
        let mut h = 0;
        for i in 0..Square::COUNT {
            let s = Square::of_index(i);
            if !self.piece(s).is_empty() {
                h ^= self.hash_of(self.piece(s), s);
            }
        }
        for side in Side::BOTH {
            h ^= self.pool_hash(side, self.pool(side));
        }
        h
    }

    /// Whether the carried hash is right.
    pub fn hash_is_sound(&self) -> bool {
        self.hash == self.fresh_hash()
    }

    /// Key of the information: board, pools, mover and observer. Taken from
    /// the observer's side, so that a position and its mirror image, each as
    /// the corresponding seat sees it, have equal keys (and equal values).
    #[inline]
    pub fn information_key(&self) -> Key {
        let observer = match self.observer {
            Observer::Seat(_) => 0,
            Observer::Spectator => 2,
        };
        Key(mix(self.hash ^ mix(observer + u64::from(self.mover == self.observer.eye()))))
    }

    /// Key of an afterstate in which the piece on `to` is not turned yet.
    #[inline]
    pub(crate) fn pending_key(&self, to: Square) -> Key {
        let eye = self.observer.eye();
        let h = HASH[usize::from(self.mover != eye)][PENDING][to.seen_by(eye).index()];
        Key(self.information_key().0 ^ h)
    }

    /// Everything of `by` that attacks `target` when `occupied` is occupied and
    /// the pieces in `gone` have left. Complete, whoever stands on `target`;
    /// the general attacks within its palace.
    pub fn attackers_of(&self, target: Square, by: Side, occupied: Occupied, gone: Bits) -> Bits {
        let i = target.index();
        let theirs = self.sides[by.index()] & !gone;
        let mut set = occupied.chariot(target) & self.acts[Role::Chariot.index()];
        set |= occupied.cannon(target) & self.acts[Role::Cannon.index()];
        set |= occupied.horse_from(target) & self.acts[Role::Horse.index()];
        set |= occupied.elephant(target) & self.acts[Role::Elephant.index()];
        set |= SOLDIER_FROM[by.index()][i] & self.acts[Role::Soldier.index()];
        let mut advisors = self.acts[Role::Advisor.index()];
        if bit(target) & CENTRES == 0 {
            advisors &= !self.dark;
        }
        set |= DIAGONAL[i] & advisors;
        if bit(target) & PALACES != 0 {
            set |= GENERAL[i] & self.acts[Role::General.index()];
        }
        set & theirs
    }

    /// Whether a general of the colour other than `by` on `target` would be
    /// attacked, facing generals included.
    #[inline]
    pub(crate) fn is_exposed(
        &self,
        target: Square,
        by: Side,
        occupied: Occupied,
        gone: Bits,
    ) -> bool {
        let i = target.index();
        let theirs = self.sides[by.index()] & !gone;
        if SOLDIER_FROM[by.index()][i] & self.acts[Role::Soldier.index()] & theirs != 0 {
            return true;
        }
        let sliders = self.acts[Role::Chariot.index()] & theirs;
        if occupied.chariot(target) & sliders != 0 {
            return true;
        }
        let cannons = self.acts[Role::Cannon.index()] & theirs;
        if cannons != 0 && occupied.cannon(target) & cannons != 0 {
            return true;
        }
        let horses = self.acts[Role::Horse.index()] & theirs;
        if horses != 0 && occupied.horse_from(target) & horses != 0 {
            return true;
        }
        let elephants = self.acts[Role::Elephant.index()] & theirs & !self.dark;
        if elephants != 0 && occupied.elephant(target) & elephants != 0 {
            return true;
        }
        // Dark advisors and elephants never reach the other palace.
        if DIAGONAL[i] & self.acts[Role::Advisor.index()] & theirs & !self.dark != 0 {
            return true;
        }
        occupied.chariot_file(target) & bit(self.generals[by.index()]) & theirs != 0
    }

    /// Whether the general of `side` is attacked.
    pub fn is_attacked(&self, side: Side) -> bool {
        self.is_exposed(self.general(side), side.other(), self.occupied, 0)
    }

    /// Where the piece on `from` may go by its way of moving, own pieces and
    /// the safety of the general not looked at. For a cannon: free squares and
    /// the pieces that it may take.
    #[inline]
    pub(crate) fn reach(&self, from: Square) -> Bits {
        let p = self.piece(from);
        let o = self.occupied;
        match p.role() {
            Role::Chariot => o.chariot(from),
            Role::Cannon => o.chariot(from) & !o.plain | o.cannon(from),
            Role::Horse => o.horse(from),
            Role::Elephant => o.elephant(from),
            Role::Advisor if p.is_dark() => DIAGONAL[from.index()] & CENTRES,
            Role::Advisor => DIAGONAL[from.index()],
            Role::Soldier => SOLDIER[p.side().index()][from.index()],
            Role::General => GENERAL[from.index()],
        }
    }

    /// The same position with the colours exchanged: ranks turned, files kept.
    #[must_use]
    pub fn flipped(&self) -> View {
        let observer = match self.observer {
            Observer::Seat(s) => Observer::Seat(s.other()),
            Observer::Spectator => Observer::Spectator,
        };
        let mut view = View::empty(self.mover.other(), observer);
        for i in 0..Square::COUNT {
            let s = Square::of_index(i);
            let p = self.piece(s);
            if !p.is_empty() {
                let side = p.side().other();
                let p = if p.is_dark() {
                    Piece::dark(p.role(), side)
                } else {
                    Piece::new(p.role(), side)
                };
                view.put(s.seen_by(Side::Two), p);
            }
        }
        for side in Side::BOTH {
            view.set_pool(side.other(), self.pool(side));
        }
        view.checked = self.checked;
        view
    }

    /// The same position with files a to i exchanged with i to a.
    #[must_use]
    pub fn mirrored(&self) -> View {
        let mut view = View::empty(self.mover, self.observer);
        for i in 0..Square::COUNT {
            let s = Square::of_index(i);
            if !self.piece(s).is_empty() {
                view.put(Square::at(8 - s.file(), s.rank()), self.piece(s));
            }
        }
        for side in Side::BOTH {
            view.set_pool(side, self.pool(side));
        }
        view.checked = self.checked;
        view
    }

    /// The same board as somebody else would know it who knows no more and no
    /// less. For tests, spectators and review.
    #[must_use]
    pub fn watched_by(&self, observer: Observer) -> View {
        let mut view = self.clone();
        view.observer = observer;
        view.hash = view.fresh_hash();
        view
    }
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", crate::fen::board_text(self))
    }
}
