//! Boards by layers: for every multiset of dice the distinct boards that
//! spending exactly these dice can give.
//!
//! The boards of a multiset come from the boards of the multisets with one die
//! less, so all 56 rolls share their prefixes and no path is walked twice
//! (castling comes from two dice less). Boards are merged by pieces, rights and
//! targets; the half-move clock is left out unless it is asked for, because
//! keeping it in the key merges 56 % of the paths instead of 78 %.
//!
//! A step that takes a king ends the game and is never gone on from. Which
//! multisets end with such a step is kept in [`Layers::taking`]: a roll can
//! take the king exactly if one of its sub-multisets is among them.

use crate::dice::{LAYERS, POOLS, Pool};
use crate::men::{Men, PieceSquare, Step, step};
use touchstone_chess::Kind;

/// From this half-move clock on boards that differ in the clock are kept
/// apart: within the next two turns the game may be drawn.
pub const CLOCK_MATTERS_FROM: u8 = 94;

/// How boards are generated.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The older en passant rule: a landing deletes a target.
    pub landing: bool,
    /// Whether boards with different clocks are kept apart.
    pub clock: bool,
    /// Whether a king is a man like others, whose capture ends nothing: used
    /// for the upper estimate of queen captures.
    pub kings_are_men: bool,
    /// What is carried in [`Men::score`].
    pub table: &'a PieceSquare,
}

/// Steps of a path, packed: 15 bits each, their number in bits 45–46. All
/// squares are in the mover's view.
pub type Path = u64;

/// `path` with one step more.
#[inline]
pub const fn extended(path: Path, s: Step) -> Path {
    let n = path >> 45;
    (path & !(3 << 45)) | (s as u64) << (15 * n) | (n + 1) << 45
}

/// Number of steps of a path.
#[inline]
pub const fn path_len(path: Path) -> usize {
    (path >> 45 & 3) as usize
}

/// The steps of a path.
pub fn path_steps(path: Path) -> impl Iterator<Item = Step> {
    (0..path_len(path)).map(move |i| (path >> (15 * i) & 0x7fff) as Step)
}

/// Which boards were seen: open addressing, forgotten by changing a stamp.
#[derive(Clone, Debug)]
struct Seen {
    slots: Vec<u64>,
    mask: usize,
    stamp: u32,
    count: usize,
}

impl Seen {
    fn new() -> Seen {
        Seen { slots: vec![0; 256], mask: 255, stamp: 0, count: 0 }
    }

    fn begin(&mut self) {
        self.mask = 255;
        self.count = 0;
        self.next_stamp();
    }

    fn next_stamp(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.slots.fill(0);
            self.stamp = 1;
        }
    }

    /// Where `hash` goes, or `None` if an equal board is there already.
    #[inline(always)]
    fn place(&self, hash: u64, mut same: impl FnMut(usize) -> bool) -> Option<usize> {
        let mut at = (hash >> 20) as usize & self.mask;
        loop {
            let slot = self.slots[at];
            if (slot >> 32) as u32 != self.stamp {
                return Some(at);
            }
            if same(slot as u32 as usize) {
                return None;
            }
            at = (at + 1) & self.mask;
        }
    }
}

/// Boards by multisets of dice; see the module text. Reuse one: its memory stays.
#[derive(Clone, Debug)]
pub struct Layers {
    men: Vec<Men>,
    /// One path to each board, if paths are kept.
    paths: Vec<Path>,
    keep_paths: bool,
    ranges: [(u32, u32); POOLS],
    /// Multisets that some path spends exactly, taking a king with its last step.
    pub taking: u128,
    built: u128,
    seen: Seen,
}

impl Default for Layers {
    fn default() -> Self {
        Layers::new(false)
    }
}

impl Layers {
    /// Empty layers that keep a path to each board or not.
    pub fn new(keep_paths: bool) -> Layers {
        Layers {
            men: Vec::new(),
            paths: Vec::new(),
            keep_paths,
            ranges: [(0, 0); POOLS],
            taking: 0,
            built: 0,
            seen: Seen::new(),
        }
    }

    /// Begins at `root` with no dice spent.
    pub fn begin(&mut self, root: &Men) {
        self.men.clear();
        self.paths.clear();
        self.men.push(*root);
        if self.keep_paths {
            self.paths.push(0);
        }
        self.ranges = [(0, 0); POOLS];
        self.ranges[0] = (0, 1);
        self.taking = 0;
        self.built = 1;
    }

    /// The boards of a multiset that was built; empty otherwise.
    #[inline]
    pub fn boards(&self, pool: Pool) -> &[Men] {
        let (a, b) = self.ranges[pool.index()];
        &self.men[a as usize..b as usize]
    }

    /// One path to each of [`Layers::boards`]; empty if paths are not kept.
    pub fn paths(&self, pool: Pool) -> &[Path] {
        let (a, b) = self.ranges[pool.index()];
        if self.keep_paths { &self.paths[a as usize..b as usize] } else { &[] }
    }

    /// Number of boards held.
    pub fn total(&self) -> usize {
        self.men.len()
    }

    /// Whether a roll can take a king, as far as its sub-multisets are known.
    #[inline]
    pub fn can_take(&self, pool: Pool) -> bool {
        self.taking & pool.subsets() != 0
    }

    /// Builds the boards of `pool` from those of its sub-multisets, which must
    /// have been built. `captured` gets every step that takes a king: the path
    /// with it and the board after it.
    #[inline]
    pub fn build(&mut self, pool: Pool, options: &Options, captured: impl FnMut(Path, &Men)) {
        if self.keep_paths {
            self.grow::<true>(pool, options, captured);
        } else {
            self.grow::<false>(pool, options, captured);
        }
    }

    fn grow<const PATHS: bool>(
        &mut self,
        pool: Pool,
        options: &Options,
        mut captured: impl FnMut(Path, &Men),
    ) {
        let start = self.men.len();
        self.seen.begin();
        self.built |= 1 << pool.index();
        for kind in Kind::ALL {
            let Some(less) = pool.minus(kind) else { continue };
            let (a, b) = self.ranges[less.index()];
            macro_rules! all_of {
                ($kind:expr) => {
                    for i in a as usize..b as usize {
                        let parent = self.men[i];
                        let path = if PATHS { self.paths[i] } else { 0 };
                        parent.each_step($kind, options.landing, options.table, |s, m, king| {
                            if king && !options.kings_are_men {
                                self.taking |= 1 << pool.index();
                                if PATHS {
                                    captured(extended(path, s), m);
                                }
                            } else {
                                let path = if PATHS { extended(path, s) } else { 0 };
                                self.insert::<PATHS>(start, m, path, options.clock);
                            }
                        });
                    }
                };
            }
            match kind {
                Kind::Pawn => all_of!(Kind::Pawn),
                Kind::Knight => all_of!(Kind::Knight),
                Kind::Bishop => all_of!(Kind::Bishop),
                Kind::Rook => all_of!(Kind::Rook),
                Kind::Queen => all_of!(Kind::Queen),
                Kind::King => all_of!(Kind::King),
            }
        }
        if let Some(less) = pool.minus(Kind::King).and_then(|p| p.minus(Kind::Rook)) {
            let (a, b) = self.ranges[less.index()];
            for i in a as usize..b as usize {
                let parent = self.men[i];
                let which = parent.castles();
                for (short, to) in [(true, 6), (false, 2)] {
                    if which >> u8::from(!short) & 1 != 0 {
                        let m = parent.castled(short, options.table);
                        let path = if PATHS { extended(self.paths[i], step(4, to, 0)) } else { 0 };
                        self.insert::<PATHS>(start, &m, path, options.clock);
                    }
                }
            }
        }
        self.ranges[pool.index()] = (start as u32, self.men.len() as u32);
    }

    #[inline(always)]
    fn insert<const PATHS: bool>(&mut self, start: usize, m: &Men, path: Path, clock: bool) {
        let hash = |m: &Men| m.hash() ^ if clock { u64::from(m.clock) << 24 } else { 0 };
        let men = &self.men;
        let same = |i: usize| men[i] == *m && (!clock || men[i].clock == m.clock);
        let Some(at) = self.seen.place(hash(m), same) else { return };
        let index = self.men.len();
        self.seen.slots[at] = u64::from(self.seen.stamp) << 32 | index as u64;
        self.seen.count += 1;
        self.men.push(*m);
        if PATHS {
            self.paths.push(path);
        }
        if self.seen.count * 2 > self.seen.mask {
            self.widen(start, clock);
        }
    }

    #[cold]
    fn widen(&mut self, start: usize, clock: bool) {
        self.seen.mask = self.seen.mask * 2 + 1;
        if self.seen.slots.len() <= self.seen.mask {
            self.seen.slots.resize(self.seen.mask + 1, 0);
        }
        self.seen.next_stamp();
        for i in start..self.men.len() {
            let m = &self.men[i];
            let hash = m.hash() ^ if clock { u64::from(m.clock) << 24 } else { 0 };
            if let Some(at) = self.seen.place(hash, |_| false) {
                self.seen.slots[at] = u64::from(self.seen.stamp) << 32 | i as u64;
            }
        }
    }

    /// Forgets the boards of the multisets built last, back to `keep` boards.
    /// Used to stream the third layer.
    pub fn forget(&mut self, pool: Pool) {
        let (a, b) = self.ranges[pool.index()];
        if b as usize == self.men.len() {
            self.men.truncate(a as usize);
            self.paths.truncate(a as usize);
            self.ranges[pool.index()] = (0, 0);
        }
    }

    /// Marks what the boards of `pool` can take a king with.
    pub fn look_for_kings(&mut self, pool: Pool) {
        let mut mask = 0u8;
        let all: u8 = 63;
        for m in self.boards(pool) {
            mask |= m.king_takers();
            if mask == all {
                break;
            }
        }
        for kind in Kind::ALL {
            if mask >> kind.index() & 1 != 0
                && let Some(more) = pool.plus(kind)
            {
                self.taking |= 1 << more.index();
            }
        }
    }

    /// The boards with at most two dice spent, and all of [`Layers::taking`]
    /// for the rolls. Multisets with which a king can be taken anyway are not
    /// gone on from.
    pub fn begin_all(&mut self, root: &Men, options: &Options) {
        self.begin(root);
        self.look_for_kings(Pool::NONE);
        for i in LAYERS[1]..LAYERS[3] {
            let pool = Pool::from_index(i);
            if self.can_take(pool) {
                continue;
            }
            self.build(pool, options, |_, _| ());
            self.look_for_kings(pool);
        }
    }

    /// The legal ends of a roll that takes no king, after [`Layers::begin_all`]
    /// and [`Layers::build`] for the roll: the multisets whose boards they are.
    /// Empty for a forced pass.
    pub fn ends(&self, roll: Pool, out: &mut Vec<Pool>) {
        out.clear();
        let subsets = roll.subsets();
        for layer in (1..=roll.len()).rev() {
            for i in LAYERS[layer]..LAYERS[layer + 1] {
                if subsets >> i & 1 != 0 && self.ranges[i].0 != self.ranges[i].1 {
                    out.push(Pool::from_index(i));
                }
            }
            if !out.is_empty() {
                return;
            }
        }
    }
}
