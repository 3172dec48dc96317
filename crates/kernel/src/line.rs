//! The history since the last irreversible move, seeded with the real game.

use crate::position::{After, Digest, Key, Position, mix};
use crate::side::Seat;

/// What the line keeps of one position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M> {
    /// By which repetition is told.
    pub key: Key,
    /// Who was to decide.
    pub seat: Seat,
    /// What the game wants remembered (clock, check, chase).
    pub mark: M,
    window: u32,
    chain: u64,
    set: u64,
}

/// The positions of a game or search path that may still matter, the present
/// one last. Irreversible moves start a new window; older entries stay below
/// it only so that a search can step back.
#[derive(Clone, Debug)]
pub struct Line<P: Position> {
    rules: P::Rules,
    entries: Vec<Entry<P::Mark>>,
    root: usize,
}

impl<P: Position> Line<P> {
    /// A line that begins with `position`, remembered with `mark`.
    pub fn new(rules: P::Rules, position: &P, mark: P::Mark) -> Line<P> {
        let mut line = Line { rules, entries: Vec::with_capacity(256), root: 0 };
        line.enter(position, mark, true);
        line
    }

    fn enter(&mut self, position: &P, mark: P::Mark, anew: bool) {
        let key = position.repetition_key();
        let (window, chain, set) = match self.entries.last() {
            Some(last) if !anew => (last.window, last.chain, last.set),
            _ => (self.entries.len() as u32, 0, 0),
        };
        let item = mix(key.0 ^ mix(mark.digest()));
        self.entries.push(Entry {
            key,
            seat: position.seat(),
            mark,
            window,
            chain: mix(chain ^ item),
            set: set.wrapping_add(mix(key.0)),
        });
    }

    /// The rules under which the line is judged.
    #[inline]
    pub fn rules(&self) -> P::Rules {
        self.rules
    }

    /// Goes on to `child`, reached over `after` from the last position.
    #[inline]
    pub fn push(&mut self, after: &P::After, child: &P) {
        let mark = child.mark(self, after);
        self.enter(child, mark, after.resets());
    }

    /// Takes the last position back. The first one stays.
    #[inline]
    pub fn pop(&mut self) {
        if self.entries.len() > 1 {
            self.entries.pop();
        }
    }

    /// The last position's entry.
    #[inline]
    pub fn last(&self) -> &Entry<P::Mark> {
        // A line is never empty: `new` enters one position and `pop` keeps it.
        &self.entries[self.entries.len() - 1]
    }

    /// The positions since the last irreversible move, oldest first, the present one last.
    #[inline]
    pub fn window(&self) -> &[Entry<P::Mark>] {
        &self.entries[self.last().window as usize..]
    }

    /// Number of moves since the window began.
    #[inline]
    pub fn plies(&self) -> usize {
        self.window().len() - 1
    }

    /// How often `key` stands in the window.
    pub fn occurrences(&self, key: Key) -> usize {
        self.window().iter().filter(|e| e.key == key).count()
    }

    /// Declares the present position the root of a search; see [`Line::plies_from_root`].
    pub fn set_root(&mut self) {
        self.root = self.entries.len() - 1;
    }

    /// How many positions lie behind the root of the search.
    pub fn plies_from_root(&self) -> usize {
        self.entries.len() - 1 - self.root
    }

    /// A hash of all that a verdict of this line may depend on.
    #[inline]
    pub fn digest(&self) -> u64 {
        let last = self.last();
        if P::ORDERED_LINE { last.chain } else { mix(last.set ^ mix(last.mark.digest())) }
    }

    /// A lower bound on the plies until some position of the window can stand
    /// in it for the `n`th time, were every position counted. For games in
    /// which every move changes the seat and moves one piece.
    pub fn plies_to_repetition(&self, n: usize) -> u32 {
        let window = self.window();
        let mut best = 4 * n as u32; // a new position: it has to come n times
        for (back, entry) in window.iter().rev().enumerate() {
            let first = match back {
                0 => 4,
                1 => 3,
                b if b % 2 == 0 => 2,
                _ => 1,
            };
            let lacking = first + 4 * (n as u32).saturating_sub(2);
            if lacking >= best {
                continue;
            }
            let times = window.iter().filter(|e| e.key == entry.key).count();
            let missing = n.saturating_sub(times);
            if missing == 0 {
                return 0;
            }
            best = best.min(first + 4 * (missing as u32 - 1));
        }
        best
    }
}
