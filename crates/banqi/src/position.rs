//! The board as a search walks it: marks of the line, chases, verdicts.

use crate::bits::{Squares, bit};
use crate::board::{Board, Move};
use crate::hash;
use crate::piece::Tile;
use crate::rules::Rules;
use touchstone_kernel::position::mix;
use touchstone_kernel::{
    After, Digest, Key, Line, List, Outcome, Position, Seat, Side, Verdict, VerdictResult,
};

/// No square.
const NOWHERE: u8 = 255;

/// A running stretch of chase moves of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Where the chaser stands; 255 where no stretch runs.
    pub chaser: u8,
    /// Where its target stands.
    pub target: u8,
    /// Chase moves so far.
    pub count: u8,
}

const NO_STRETCH: Stretch = Stretch { chaser: NOWHERE, target: NOWHERE, count: 0 };

/// What the line remembers of a position of Banqi.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Plies since the last flip or capture.
    pub clock: u16,
    /// Plies played since the start as far as known; informative, no verdict depends on it.
    pub ply: u32,
    /// Where the last step or capture ended; 255 after a flip and at a loaded
    /// position. Kept only where chases are limited.
    pub last_to: u8,
    /// Whether the position does not count for repetition.
    pub uncounted: bool,
    /// The running stretches by colour.
    pub stretches: [Stretch; 2],
    /// Sum over the keys of the uncounted positions in the window.
    uncounted_sum: u64,
}

impl Default for Mark {
    fn default() -> Self {
        Mark {
            clock: 0,
            ply: 0,
            last_to: NOWHERE,
            uncounted: false,
            stretches: [NO_STRETCH; 2],
            uncounted_sum: 0,
        }
    }
}

impl Mark {
    /// The mark of a loaded position.
    pub fn loaded(clock: u16, ply: u32) -> Mark {
        Mark { clock, ply, ..Mark::default() }
    }
}

impl Digest for Mark {
    fn digest(&self) -> u64 {
        let [a, b] = self.stretches;
        let word = u64::from_le_bytes([
            a.chaser,
            a.target,
            a.count,
            b.chaser,
            b.target,
            b.count,
            self.last_to,
            u8::from(self.uncounted),
        ]);
        mix(word ^ mix(u64::from(self.clock) ^ self.uncounted_sum))
    }
}

/// A decision that has been taken; after a flip luck is still open.
#[derive(Clone, Copy, Debug)]
pub struct Decided {
    /// After a step or capture: the position reached. After a flip: the one before it.
    board: Board,
    mv: Move,
    capture: bool,
}

impl Decided {
    /// The decision.
    pub fn decision(&self) -> Move {
        self.mv
    }

    /// Whether it captured.
    pub fn is_capture(&self) -> bool {
        self.capture
    }
}

impl Position for Board {
    type Rules = Rules;
    type Move = Move;
    type Mark = Mark;
    type After = Decided;

    /// The mark holds the running chases and which positions do not count.
    const ORDERED_LINE: bool = false;

    #[inline]
    fn seat(&self) -> Seat {
        self.seat_to_move()
    }

    #[inline]
    fn side(&self) -> Option<Side> {
        self.side_to_move()
    }

    fn moves(&self, line: &Line<Self>, list: &mut List<Move>) {
        if let Some(stretch) = self.full_stretch(line) {
            let mut any = false;
            self.for_moves(|m| {
                if !self.extends(stretch, m) {
                    any = true;
                    list.push(m);
                }
            });
            if any {
                return;
            }
        }
        self.for_moves(|m| list.push(m));
    }

    fn verdict(&self, line: &Line<Self>) -> Option<Verdict> {
        let rules = line.rules();
        let last = line.last();
        if last.mark.clock >= rules.no_progress_plies {
            return Some(Verdict::line_draw("no_progress"));
        }
        if let Some(n) = rules.repetition {
            let n = usize::from(n);
            let times = if rules.chase_limit.is_none() {
                last.times as usize
            } else if last.mark.uncounted {
                0
            } else {
                let same =
                    |e: &&touchstone_kernel::Entry<Mark>| e.key == last.key && !e.mark.uncounted;
                line.window().iter().filter(same).count()
            };
            if times >= n {
                return Some(Verdict::line_draw("repetition"));
            }
        }
        let lost = |reason| Some(Verdict::win(self.seat_to_move().other(), reason));
        if !self.has_move() {
            return lost("no_moves");
        }
        if rules.early_elimination
            && let Some(side) = self.side_to_move()
        {
            if self.is_eliminated(side) {
                return lost("eliminated");
            }
            if self.is_eliminated(side.other()) {
                return Some(Verdict {
                    result: VerdictResult::Win(self.seat_to_move()),
                    reason: "eliminated",
                    by_line: false,
                });
            }
        }
        None
    }

    #[inline]
    fn after(&self, m: Move) -> Decided {
        if m.is_flip() {
            Decided { board: *self, mv: m, capture: false }
        } else if m.is_pass() {
            Decided { board: self.passed(), mv: m, capture: false }
        } else {
            let capture = self.face_up() & bit(m.to()) != 0;
            Decided { board: self.moved(m), mv: m, capture }
        }
    }

    #[inline]
    fn key(&self) -> Key {
        self.board_key()
    }

    fn mark(&self, line: &Line<Self>, after: &Decided) -> Mark {
        let last = line.last().mark;
        let ply = last.ply.saturating_add(1);
        let limited = line.rules().chase_limit.is_some();
        if after.resets() {
            let last_to = if limited && after.capture { after.mv.to() } else { NOWHERE };
            return Mark { ply, last_to, ..Mark::default() };
        }
        let clock = last.clock.saturating_add(1);
        if !limited {
            return Mark { clock, ply, ..Mark::default() };
        }
        // Colours are bound here: before the first flip there are only flips.
        let Some(side) = self.side_to_move().map(Side::other) else {
            return Mark { clock, ply, ..Mark::default() };
        };
        let (own, other) = (side.index(), side.other().index());
        let (from, to) = (after.mv.from(), after.mv.to());
        let mut stretches = last.stretches;
        let target = last.last_to;
        let chases = target != NOWHERE
            && self.captures_from(side, self.kind_at(to), to) & bit(target & 31) != 0;
        stretches[own] = if chases {
            let before = stretches[own];
            let count = if before.chaser == from && before.target == target {
                before.count.saturating_add(1)
            } else {
                1
            };
            Stretch { chaser: to, target, count }
        } else {
            NO_STRETCH
        };
        let mut flees = false;
        if stretches[other].chaser != NOWHERE {
            if stretches[other].target == from {
                flees = true;
                stretches[other].target = to;
            } else {
                stretches[other] = NO_STRETCH;
            }
        }
        let uncounted = chases || flees;
        let uncounted_sum = if uncounted {
            last.uncounted_sum.wrapping_add(mix(self.repetition_key().0))
        } else {
            last.uncounted_sum
        };
        Mark { clock, ply, last_to: to, uncounted, stretches, uncounted_sum }
    }

    fn line_horizon(&self, line: &Line<Self>) -> u32 {
        let rules = line.rules();
        let mark = &line.last().mark;
        let mut least = u32::from(rules.no_progress_plies.saturating_sub(mark.clock));
        if let Some(n) = rules.repetition {
            least = least.min(line.plies_to_repetition(u32::from(n)));
        }
        if let Some(limit) = rules.chase_limit {
            // The limit bites when the chaser is to move; a chase move and its
            // answer take two plies.
            for (i, stretch) in mark.stretches.iter().enumerate() {
                let missing = u32::from(limit.saturating_sub(stretch.count));
                let own = self.side_to_move().is_some_and(|s| s.index() == i);
                least = least.min(2 * missing + u32::from(!own));
            }
        }
        least
    }
}

impl Board {
    /// The stretch of the side to move, if it is at its limit.
    fn full_stretch(&self, line: &Line<Board>) -> Option<Stretch> {
        let limit = line.rules().chase_limit?;
        let stretch = line.last().mark.stretches[self.side_to_move()?.index()];
        (stretch.chaser != NOWHERE && stretch.count >= limit).then_some(stretch)
    }

    /// Whether the quiet move `m` goes on with the chase.
    fn extends(&self, stretch: Stretch, m: Move) -> bool {
        if m.is_flip() || m.from() != stretch.chaser || self.is_capture(m) {
            return false;
        }
        let Some(tile) = self.tile_at(m.from()) else { return false };
        let there = self.moved(m);
        there.captures_from(tile.side(), tile.kind(), m.to()) & bit(stretch.target & 31) != 0
    }
}

impl After for Decided {
    type Position = Board;
    /// The tile that turns up.
    type Event = Tile;

    #[inline]
    fn is_certain(&self) -> bool {
        !self.mv.is_flip()
    }

    fn settled(&self) -> Board {
        if !self.mv.is_flip() {
            return self.board;
        }
        match Tile::all().find(|&t| self.board.bag(t) > 0) {
            Some(t) => self.board.revealed(self.mv.from(), t),
            None => self.board,
        }
    }

    #[inline]
    fn key(&self) -> Key {
        let extra = if self.mv.is_flip() { hash::flip(self.mv.from()) } else { !0 };
        Key(self.board.board_key().0 ^ extra)
    }

    #[inline]
    fn resets(&self) -> bool {
        // A pass stands for a flip.
        self.capture || self.mv.is_flip() || self.mv.is_pass()
    }

    fn outcomes(&self, list: &mut List<Outcome<Tile>>) {
        if self.mv.is_flip() {
            for event in Tile::all() {
                let weight = self.board.bag(event);
                if weight > 0 {
                    list.push(Outcome { event, weight });
                }
            }
        }
    }

    #[inline]
    fn resolve(&self, e: Tile) -> Board {
        if self.mv.is_flip() { self.board.revealed(self.mv.from(), e) } else { self.board }
    }
}

/// Every square of a set with its face-up tile.
pub fn tiles_on(board: &Board) -> impl Iterator<Item = (u8, Tile)> + '_ {
    Squares(board.face_up()).filter_map(|s| board.tile_at(s).map(|t| (s, t)))
}
