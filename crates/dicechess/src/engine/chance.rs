//! Chance nodes: the value of a board whose next roll is not known.
//!
//! All values here are in the roller's view. At depth 1 every legal end of
//! every roll is weighed (full width); cuts are made by bounds alone:
//!
//! * a roll that can take the king is a win, known from two layers;
//! * Star2: one good end of each roll, found from the best board of two dice,
//!   bounds the roll from below before its boards are built;
//! * Star1: the average of the bounds so far decides the node;
//! * within a roll an end is judged in full only if its carried score could
//!   still make it the best one.

use crate::dice::{LAYERS, POOLS, Pool};
use crate::eval::{DYNAMIC_MOST, Eval, units_of};
use crate::layers::{CLOCK_MATTERS_FROM, Layers, Options, Path, extended, path_steps};
use crate::men::Men;
use crate::rules::DRAW_CLOCK;
use touchstone_chess::Kind;
use touchstone_kernel::average::ChanceBounds;
use touchstone_kernel::{Interval, Key, Score, Value};
use touchstone_search::clock::{Clock, Stopped};
use touchstone_search::table::{Remembered, Table};

/// What a roll that takes the king is worth: a win one ply from its end.
const TAKES: Score = Score::WIN.step();

/// How a search treats its freedom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Freedom {
    /// At depths beyond 1, how many replies of each roll are searched (by
    /// static judgement); `None` for all.
    pub width: Option<usize>,
    /// Whether Star2 probes.
    pub probe: bool,
    /// Whether bounds may cut at all; off only in tests and measurements.
    pub cuts: bool,
    /// Whether the first node is searched even if the table knows it, so that
    /// [`Chance::rolls`] can be asked.
    pub keep_rolls: bool,
}

impl Freedom {
    /// Full width with all cuts.
    pub const FULL: Freedom = Freedom { width: None, probe: true, cuts: true, keep_rolls: false };
}

/// What one depth of the search keeps from node to node.
struct Level {
    layers: Layers,
    bounds: ChanceBounds,
    pools: Vec<Pool>,
    replies: Vec<(Score, Men, Path)>,
    /// The best reply found to each roll of the present node, 0 where none was.
    best: [Path; POOLS],
    /// The last two best replies to each roll at this ply, newest first.
    killers: [[Path; 2]; POOLS],
}

impl Level {
    fn new() -> Level {
        Level {
            layers: Layers::new(true),
            bounds: ChanceBounds::new(),
            pools: Vec::new(),
            replies: Vec::new(),
            best: [0; POOLS],
            killers: [[0; 2]; POOLS],
        }
    }

    /// Remembers a good reply to a roll.
    fn remember(&mut self, roll: Pool, path: Path) {
        self.best[roll.index()] = path;
        let slot = &mut self.killers[roll.index()];
        if path != 0 && slot[0] != path {
            *slot = [path, slot[0]];
        }
    }
}

/// The end of a path of three steps in which every piece may go as it did
/// elsewhere; `None` where one may not. A path of three dice is legal wherever
/// it can be walked.
fn walked(men: &Men, path: Path, roll: Pool, options: &Options) -> Option<Men> {
    let mut board = *men;
    let mut left = roll;
    for s in path_steps(path) {
        let from = 1u64 << (s & 63);
        if board.own & from == 0 {
            return None;
        }
        let kind = board.kind_on(from);
        left = left.minus(kind)?;
        let (next, king) = board.stepped(kind, s, options.landing, options.table)?;
        if king {
            return None;
        }
        board = next;
    }
    left.is_empty().then_some(board)
}

/// Counters of one search, for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Chance nodes entered.
    pub chances: u64,
    /// Of these, decided before any roll was built in full.
    pub cut_by_probe: u64,
    /// Of these, decided before all rolls were built.
    pub cut_later: u64,
    /// Boards made.
    pub boards: u64,
    /// Boards judged in full.
    pub judged: u64,
}

/// The searcher of chance nodes; reuse one, its memory stays.
pub struct Chance {
    /// The static judgement.
    pub eval: Eval,
    /// Values of chance nodes.
    pub table: Table,
    /// What the search did.
    pub counters: Counters,
    levels: Vec<Option<Box<Level>>>,
    landing: bool,
    salt: u64,
}

/// Rolls in the order in which they are searched: heavy ones first.
static ORDER: std::sync::LazyLock<Vec<Pool>> = std::sync::LazyLock::new(|| {
    let mut rolls: Vec<Pool> = Pool::rolls().collect();
    rolls.sort_by_key(|r| std::cmp::Reverse(r.weight()));
    rolls
});

impl Chance {
    /// A searcher with a table of about `bytes`.
    pub fn new(eval: Eval, bytes: usize) -> Chance {
        Chance {
            eval,
            table: Table::with_bytes(bytes),
            counters: Counters::default(),
            levels: Vec::new(),
            landing: false,
            salt: 0,
        }
    }

    /// Forgets everything of earlier searches: after this, equal questions get
    /// equal answers at equal costs.
    pub fn forget(&mut self) {
        self.table.clear();
        for level in self.levels.iter_mut().flatten() {
            level.killers = [[0; 2]; POOLS];
        }
    }

    /// Sets the rules and the width, on which values depend.
    pub fn set_up(&mut self, landing: bool, freedom: Freedom) {
        self.landing = landing;
        self.salt = u64::from(landing) | (freedom.width.map_or(0, |w| w as u64 + 1)) << 8;
    }

    /// The static value of an end of a turn for the side that has just moved.
    pub fn end_value(&mut self, men: &Men) -> Score {
        if men.clock >= DRAW_CLOCK {
            return Score::DRAW;
        }
        self.counters.judged += 1;
        self.eval.mover_score(men)
    }

    /// The value for the roller of `men` (in the roller's view, score carried)
    /// at `depth` plies ≥ 1, decided against the window `lo..hi`.
    ///
    /// # Errors
    /// [`Stopped`] if the search was told to end; the node is then void.
    pub fn value(
        &mut self,
        men: &Men,
        depth: u32,
        lo: Score,
        hi: Score,
        freedom: Freedom,
        stop: &mut Clock,
    ) -> Result<Value, Stopped> {
        self.node(0, men, depth.max(1), lo, hi, freedom, stop)
    }

    /// After [`Chance::value`] with [`Freedom::keep_rolls`]: what is known of
    /// every roll in the roller's view, and the best reply to it.
    pub fn rolls(&self) -> Vec<(Pool, Interval, Path)> {
        let Some(Some(level)) = self.levels.first() else { return Vec::new() };
        if level.bounds.len() != ORDER.len() {
            return Vec::new();
        }
        let all = ORDER.iter().enumerate();
        let mut list: Vec<_> =
            all.map(|(k, &roll)| (roll, level.bounds.known(k), level.best[roll.index()])).collect();
        list.sort_by_key(|r| r.0);
        list
    }

    fn node(
        &mut self,
        ply: usize,
        men: &Men,
        depth: u32,
        lo: Score,
        hi: Score,
        freedom: Freedom,
        stop: &mut Clock,
    ) -> Result<Value, Stopped> {
        let key = self.key(men);
        let known = self.table.get(key).filter(|f| u32::from(f.depth) == depth);
        if let Some(found) = known.filter(|_| !(ply == 0 && freedom.keep_rolls)) {
            match found.value {
                Value::Exact(_) => return Ok(found.value),
                Value::AtLeast(s) if s >= hi => return Ok(found.value),
                Value::AtMost(s) if s <= lo => return Ok(found.value),
                _ => {}
            }
        }
        while self.levels.len() <= ply {
            self.levels.push(None);
        }
        // Taken out so that deeper nodes may borrow the rest.
        let mut level = self.levels[ply].take().unwrap_or_else(|| Box::new(Level::new()));
        let result = self.roll(&mut level, ply, men, depth, lo, hi, freedom, stop);
        self.levels[ply] = Some(level);
        let value = result?;
        self.table.put(key, Remembered { value, depth: depth.min(255) as u8, tag: 0 });
        Ok(value)
    }

    fn key(&self, men: &Men) -> Key {
        let clock = if men.clock >= CLOCK_MATTERS_FROM { u64::from(men.clock) } else { 0 };
        Key(men.hash()).mixed(clock << 32 | self.salt)
    }

    fn roll(
        &mut self,
        level: &mut Level,
        ply: usize,
        men: &Men,
        depth: u32,
        lo: Score,
        hi: Score,
        freedom: Freedom,
        stop: &mut Clock,
    ) -> Result<Value, Stopped> {
        self.counters.chances += 1;
        let table = *self.eval.table();
        let options = Options {
            landing: self.landing,
            clock: men.clock >= CLOCK_MATTERS_FROM,
            kings_are_men: false,
            table: &table,
        };
        level.layers.begin_all(men, &options);
        let made = level.layers.total() as u64;
        self.counters.boards += made;
        stop.add(made)?;
        level.bounds.clear();
        level.best = [0; POOLS];
        let open = if depth == 1 {
            Interval { lo: Score::WORST_UNSURE, hi: Score::BEST_UNSURE }
        } else {
            Interval { lo: Score::LOSS, hi: TAKES }
        };
        for &roll in ORDER.iter() {
            let known = if level.layers.can_take(roll) { Interval::point(TAKES) } else { open };
            level.bounds.push(roll.weight(), known);
        }
        let decided = |bounds: &ChanceBounds| -> Option<Value> {
            let found = bounds.interval().against(lo, hi);
            if freedom.cuts { found } else { found.filter(|v| v.is_exact()) }
        };
        if let Some(v) = decided(&level.bounds) {
            return Ok(v);
        }
        if depth == 1 && freedom.probe {
            self.probe(level, men, &options);
            if let Some(v) = decided(&level.bounds) {
                self.counters.cut_by_probe += 1;
                return Ok(v);
            }
        }
        let mut best_of = [None; POOLS];
        for (k, &roll) in ORDER.iter().enumerate() {
            let known = level.bounds.known(k);
            if known.lo == known.hi {
                continue;
            }
            level.layers.build(roll, &options, |_, _| ());
            let made = level.layers.boards(roll).len() as u64 + 1;
            self.counters.boards += made;
            let stopped = stop.add(made);
            let value = match stopped {
                Err(s) => Err(s),
                Ok(()) if depth == 1 => {
                    Ok(Value::Exact(self.best_end(level, roll, known.lo, &mut best_of)))
                }
                Ok(()) => {
                    let (a, b) = if freedom.cuts {
                        level.bounds.child_window(k, lo, hi)
                    } else {
                        (Score::BELOW, Score::ABOVE)
                    };
                    self.best_reply(level, ply, men, roll, depth, a, b, freedom, stop)
                }
            };
            level.layers.forget(roll);
            level.bounds.learn(k, value?);
            if let Some(v) = decided(&level.bounds) {
                if k + 1 < ORDER.len() {
                    self.counters.cut_later += 1;
                }
                return Ok(v);
            }
        }
        let left = level.bounds.interval();
        if left.lo == left.hi {
            return Ok(Value::Exact(left.lo));
        }
        // A bound was left inside the window (held averages are not linear):
        // ask again with an open one.
        if lo > Score::BELOW || hi < Score::ABOVE {
            return self.roll(level, ply, men, depth, Score::BELOW, Score::ABOVE, freedom, stop);
        }
        Ok(Value::AtLeast(left.lo))
    }

    /// Star2: bounds every roll from below by one of its ends.
    fn probe(&mut self, level: &mut Level, men: &Men, options: &Options) {
        let mut found: [Option<(Men, Path)>; POOLS] = [None; POOLS];
        for i in LAYERS[2]..LAYERS[3] {
            let pool = Pool::from_index(i);
            let top = level.layers.boards(pool).iter().enumerate().max_by_key(|(_, m)| m.score);
            let Some((at, &best)) = top else { continue };
            let path = level.layers.paths(pool).get(at).copied().unwrap_or(0);
            for kind in Kind::ALL {
                let Some(roll) = pool.plus(kind) else { continue };
                if level.layers.can_take(roll) {
                    continue;
                }
                let slot = &mut found[roll.index()];
                best.each_step(kind, options.landing, options.table, |s, m, _| {
                    if slot.is_none_or(|old| m.score > old.0.score) {
                        *slot = Some((*m, extended(path, s)));
                    }
                });
            }
        }
        for (k, &roll) in ORDER.iter().enumerate() {
            let known = level.bounds.known(k);
            if known.lo == known.hi {
                continue;
            }
            let mut best: Option<(Score, Path)> = None;
            for path in level.killers[roll.index()] {
                if path != 0
                    && let Some(m) = walked(men, path, roll, options)
                {
                    best = best.max(Some((self.end_value(&m), path)));
                }
            }
            if let Some((m, path)) = found[roll.index()] {
                best = best.max(Some((self.end_value(&m), path)));
            }
            if let Some((v, path)) = best {
                level.bounds.learn(k, Value::AtLeast(v));
                level.best[roll.index()] = path;
            }
        }
    }

    /// The value of the roller's best end of a roll that takes no king.
    fn best_end(
        &mut self,
        level: &mut Level,
        roll: Pool,
        floor: Score,
        best_of: &mut [Option<(Score, Path)>; POOLS],
    ) -> Score {
        level.layers.ends(roll, &mut level.pools);
        if level.pools.is_empty() {
            let pass = level.layers.boards(Pool::NONE)[0];
            return self.end_value(&pass);
        }
        let mut best = Score::BELOW;
        let mut killer = 0;
        for &pool in &level.pools {
            let (v, path) = match best_of[pool.index()] {
                Some(known) => known,
                None => {
                    // Sets of fewer dice serve several rolls: no floor for them.
                    let floor = if pool == roll { floor } else { Score::BELOW };
                    let (v, at) = self.best_of_set(level.layers.boards(pool), floor);
                    let path = at.and_then(|i| level.layers.paths(pool).get(i)).copied();
                    let known = (v, path.unwrap_or(0));
                    best_of[pool.index()] = Some(known);
                    known
                }
            };
            if v > best {
                best = v;
                // Without a path the probe's reply is the best one.
                killer = if path == 0 { level.best[roll.index()] } else { path };
            }
        }
        level.remember(roll, killer);
        best
    }

    /// The best value of a set of ends and which one has it; `floor` is known to
    /// be the value of one of them (then none may be told).
    fn best_of_set(&mut self, set: &[Men], floor: Score) -> (Score, Option<usize>) {
        let mut at = None;
        let mut best = floor;
        // A board whose units are not above these cannot be better.
        let mut units = i32::MIN;
        if best > Score::BELOW {
            units = units_of(self.eval.curve(), best);
        }
        let top = set.iter().enumerate().max_by_key(|(_, m)| m.score).map(|(i, _)| i);
        for i in top.into_iter().chain(0..set.len()) {
            let m = &set[i];
            if m.clock >= DRAW_CLOCK {
                if best < Score::DRAW {
                    (best, at) = (Score::DRAW, Some(i));
                    units = units_of(self.eval.curve(), best);
                }
                continue;
            }
            if units > i32::MIN && m.score <= units - DYNAMIC_MOST {
                continue;
            }
            self.counters.judged += 1;
            if let Some(v) = self.eval.mover_better(m, best, units) {
                (best, at) = (v, Some(i));
                units = units_of(self.eval.curve(), v);
            }
        }
        (best, at)
    }

    /// The value of the roller's best turn with this roll at depth ≥ 2, in the
    /// window `lo..hi`.
    fn best_reply(
        &mut self,
        level: &mut Level,
        ply: usize,
        men: &Men,
        roll: Pool,
        depth: u32,
        lo: Score,
        hi: Score,
        freedom: Freedom,
        stop: &mut Clock,
    ) -> Result<Value, Stopped> {
        let mut replies = std::mem::take(&mut level.replies);
        replies.clear();
        level.layers.ends(roll, &mut level.pools);
        if level.pools.is_empty() {
            replies.push((Score::DRAW, *men, 0));
        }
        for &pool in &level.pools {
            let paths = level.layers.paths(pool);
            for (m, &path) in level.layers.boards(pool).iter().zip(paths) {
                let v = self.end_value(m);
                replies.push((v, *m, path));
            }
        }
        replies.sort_by_key(|r| std::cmp::Reverse(r.0));
        let all = replies.len();
        replies.truncate(freedom.width.unwrap_or(usize::MAX).max(1));
        let (lo, hi) = (lo.unstep_alpha(), hi.unstep_beta());
        let mut best: Option<Value> = None;
        let mut alpha = lo;
        let mut result = Ok(());
        for (_, m, path) in &replies {
            let v = if m.clock >= DRAW_CLOCK {
                Value::Exact(Score::DRAW)
            } else {
                let next = m.ended().turned();
                match self.node(ply + 1, &next, depth - 1, -hi, -alpha, freedom, stop) {
                    Ok(v) => -v,
                    Err(s) => {
                        result = Err(s);
                        break;
                    }
                }
            };
            // The maximum of bounds: the greatest number decides; it is exact
            // only if found inside the window.
            let better = match best {
                None => true,
                Some(b) => v.number() > b.number(),
            };
            if better {
                best = Some(v);
                level.best[roll.index()] = *path;
            }
            if v.number() > alpha {
                alpha = v.number();
            }
            if alpha >= hi {
                break;
            }
        }
        let cut_short = replies.len() < all;
        level.replies = replies;
        result?;
        let best = best.unwrap_or(Value::AtLeast(Score::LOSS));
        let value = match best {
            Value::Exact(s) if s > lo && s < hi => Value::Exact(s),
            Value::Exact(s) if s >= hi => Value::AtLeast(s),
            Value::Exact(s) => Value::AtMost(s),
            v => v,
        };
        // With replies left out no loss is sure.
        let value = match value {
            Value::Exact(s) if cut_short && s.is_sure_loss() => Value::Exact(s.held()),
            v => v,
        };
        Ok(value.step())
    }
}
