//! What the evaluation looks at: counts, for each side, of features that the
//! weights price. One walk serves play (sums), people (named terms) and the
//! fit (counts).

use crate::bits::{BEYOND, Bits, GENERAL, PALACES, bit, squares};
use crate::board::View;
use crate::piece::{Pool, Role, Square};
use touchstone_kernel::Side;

/// A named run of features with one weight each.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name, in parameter files and as a term.
    pub name: &'static str,
    /// Index of the first feature.
    pub first: usize,
    /// How many features.
    pub len: usize,
    /// What is counted.
    pub about: &'static str,
}

macro_rules! groups {
    ($($konst:ident $name:literal $len:literal $about:literal;)*) => {
        /// Indices into [`GROUPS`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(clippy::upper_case_acronyms, missing_docs, reason = "each is described by its `about`")]
        pub enum Is { $($konst),* }
        const LENGTHS: &[usize] = &[$($len),*];
        const fn first_of(group: usize) -> usize {
            let mut sum = 0;
            let mut i = 0;
            while i < group {
                sum += LENGTHS[i];
                i += 1;
            }
            sum
        }
        /// All groups of features in order.
        pub static GROUPS: &[Group] = &[$(Group {
            name: $name, first: first_of(Is::$konst as usize), len: $len, about: $about,
        }),*];
        /// Number of features.
        pub const FEATURES: usize = first_of(LENGTHS.len());
    };
}

groups! {
    Material "material" 6 "face-up pieces R A C P N B";
    Dark "dark_material" 6 "dark pieces, as expected shares of R A C P N B from the owner's pool";
    Home "home" 6 "dark pieces by the role of their home square R A C P N B";
    Rank "rank" 60 "face-up pieces R A C P N B by rank 0 to 9 from the own side";
    File "file" 30 "face-up pieces R A C P N B by distance 0 to 4 from the middle file";
    Mobility "mobility" 5 "squares that face-up R A C N B reach";
    DarkMobility "dark_mobility" 1 "squares that dark pieces reach";
    Hanging "hanging" 7 "enemy R A C P N B and dark pieces attacked and not protected, own move";
    Loose "loose" 7 "the same when the enemy is to move";
    Lesser "lesser" 7 "enemy R A C P N B and dark pieces attacked by a cheaper piece";
    Assault "assault" 7 "squares next to the enemy general attacked by R A C P N B and dark pieces";
    Barrel "barrel" 1 "own cannon that sees the enemy general with nothing between";
    Steps "steps" 5 "own general with 0 to 4 safe steps";
    Guard "guard" 1 "own pieces in the own palace beside the general";
    Tempo "tempo" 1 "to move";
}

impl Is {
    /// The first feature of the group.
    #[inline]
    pub const fn first(self) -> usize {
        first_of(self as usize)
    }
}

/// What is done with a count.
pub trait Sink {
    /// `side` has `n` of feature `i`.
    fn add(&mut self, side: Side, i: usize, n: i32);
    /// `side` has `dark` pieces drawn from `pool`.
    fn dark(&mut self, side: Side, dark: u32, pool: Pool);
}

/// Material, rank and file of one face-up piece; the general counts nothing.
#[inline]
pub fn placed(sink: &mut impl Sink, side: Side, role: Role, rank: usize, file: usize) {
    let r = role.index();
    if r < 6 {
        sink.add(side, Is::Material.first() + r, 1);
        sink.add(side, Is::Rank.first() + r * 10 + rank, 1);
        sink.add(side, Is::File.first() + r * 5 + file.abs_diff(4), 1);
    }
}

/// The part that changes only with the squares that a move touches.
pub fn standing(view: &View, sink: &mut impl Sink) {
    for side in Side::BOTH {
        for s in squares(view.pieces(side), side) {
            let p = view.piece(s);
            if p.is_dark() {
                sink.add(side, Is::Home.first() + p.role().index(), 1);
            } else {
                placed(sink, side, p.role(), s.seen_by(side).rank(), s.file());
            }
        }
    }
}

/// What one side attacks.
#[derive(Clone, Copy, Default)]
struct Reach {
    all: Bits,
    /// By soldiers, advisors and elephants.
    cheap: Bits,
    /// By these and by horses, cannons and dark pieces.
    middle: Bits,
    /// By face-up pieces of a role, then dark pieces: near the general.
    by: [Bits; 7],
}

/// What both sides attack, gathered piece by piece.
#[derive(Clone, Copy, Default)]
pub struct Reaches([Reach; 2]);

impl Reaches {
    /// Takes in what the piece on `s` attacks, and prices its mobility.
    #[inline]
    pub fn gather(&mut self, view: &View, s: Square, sink: &mut impl Sink) {
        let p = view.piece(s);
        let side = p.side();
        let own = view.pieces(side);
        let r = &mut self.0[side.index()];
        let set = view.reach(s);
        let role = p.role();
        r.all |= set;
        if p.is_dark() {
            r.middle |= set;
            r.by[6] |= set;
            sink.add(side, Is::DarkMobility.first(), (set & !own).count_ones() as i32);
            return;
        }
        match role {
            Role::General => return,
            Role::Soldier => {
                r.cheap |= set;
                r.by[3] |= set;
                return;
            }
            Role::Advisor | Role::Elephant => r.cheap |= set,
            Role::Horse | Role::Cannon => r.middle |= set,
            Role::Chariot => {}
        }
        let i = role.index();
        r.by[i] |= set;
        let slot = if i > 3 { i - 1 } else { i };
        sink.add(side, Is::Mobility.first() + slot, (set & !own).count_ones() as i32);
    }

    /// Takes in all pieces of both sides but the one on `besides`.
    pub fn gather_all(&mut self, view: &View, besides: Option<Square>, sink: &mut impl Sink) {
        for side in Side::BOTH {
            let own = view.pieces(side) & !besides.map_or(0, bit);
            for s in squares(own, Side::One) {
                self.gather(view, s, sink);
            }
        }
    }

    /// Prices what follows from all attacks together.
    pub fn weigh(&self, view: &View, sink: &mut impl Sink) {
        for side in Side::BOTH {
            sink.dark(side, view.dark_count(side), view.pool(side));
            let them = side.other();
            let (own, other) = (&self.0[side.index()], &self.0[them.index()]);
            let middle = own.middle | own.cheap;
            threats(view, sink, side, own, middle, other.all);
            let king = view.general(them);
            let zone = GENERAL[king.index()] | bit(king);
            for (i, set) in own.by.iter().enumerate() {
                let near = set & zone;
                if near != 0 {
                    sink.add(side, Is::Assault.first() + i, near.count_ones() as i32);
                }
            }
            let cannons = view.acting(Role::Cannon) & view.pieces(side);
            if cannons != 0 {
                let seen = view.occupied().chariot(king) & cannons;
                if seen != 0 {
                    sink.add(side, Is::Barrel.first(), seen.count_ones() as i32);
                }
            }
            let home = view.general(side);
            let steps =
                (GENERAL[home.index()] & !view.pieces(side) & !other.all).count_ones().min(4);
            sink.add(side, Is::Steps.first() + steps as usize, 1);
            let palace = PALACES & !BEYOND[side.index()];
            let guard = (view.pieces(side) & palace).count_ones() - 1;
            sink.add(side, Is::Guard.first(), guard as i32);
        }
        sink.add(view.mover(), Is::Tempo.first(), 1);
    }
}

/// The part that is looked at anew in every position.
pub fn moving(view: &View, sink: &mut impl Sink) {
    let mut reaches = Reaches::default();
    reaches.gather_all(view, None, sink);
    reaches.weigh(view, sink);
}

fn threats(
    view: &View,
    sink: &mut impl Sink,
    side: Side,
    own: &Reach,
    middle: Bits,
    protected: Bits,
) {
    let targets = view.pieces(side.other()) & own.all & !view.acting(Role::General);
    if targets == 0 {
        return;
    }
    let dark = view.dark();
    let group = if view.mover() == side { Is::Hanging } else { Is::Loose };
    let held = targets & protected;
    // Worth less than what they attack: cheap ones attack all others, middle
    // ones attack chariots.
    let cheap = held
        & own.cheap
        & (dark
            | !(view.acting(Role::Soldier)
                | view.acting(Role::Advisor)
                | view.acting(Role::Elephant)));
    let lesser = cheap | held & middle & view.acting(Role::Chariot) & !dark;
    let kind = |s: Square| {
        let p = view.piece(s);
        if p.is_dark() { 6 } else { p.role().index() }
    };
    for s in squares(targets & !protected, Side::One) {
        sink.add(side, group.first() + kind(s), 1);
    }
    for s in squares(lesser, Side::One) {
        sink.add(side, Is::Lesser.first() + kind(s), 1);
    }
}
