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
    /// How often the key stood in the window when it was entered, this time included.
    pub times: u32,
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
        let times = 1 + self.entries[window as usize..].iter().filter(|e| e.key == key).count();
        self.entries.push(Entry {
            key,
            seat: position.seat(),
            mark,
            times: times as u32,
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

    /// The same history judged under other rules. The marks stay as they are:
    /// the new rules must be such that they fit.
    pub fn with_rules(mut self, rules: P::Rules) -> Line<P> {
        self.rules = rules;
        self
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
    pub fn plies_to_repetition(&self, n: u32) -> u32 {
        // A new position has to come n times, and a return takes 4 plies.
        let mut least = 4 * n;
        for (back, entry) in self.window().iter().rev().enumerate() {
            let first = match back {
                0 => 4,
                1 => 3,
                b if b % 2 == 0 => 2,
                _ => 1,
            };
            // An older entry of the same key says less than its newest one, never more.
            match n.saturating_sub(entry.times) {
                0 => return 0,
                missing => least = least.min(first + 4 * (missing - 1)),
            }
        }
        least
    }
}
