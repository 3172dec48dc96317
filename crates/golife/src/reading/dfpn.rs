//! Depth-first proof-number search for questions that one side wins or does not.
//!
//! The prover must reach the goal within finitely many moves: a repetition is a
//! failure of his. Proof numbers are summed weakly (largest child, plus one for each
//! other open child), so that transpositions do not blow them up.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use touchstone_go::{Board, Colour, Point};

/// Proof numbers from here on mean "settled".
const SETTLED: u32 = 1 << 28;

/// How often the ko master may retake at once on one line of play: more than enough where
/// the other side needs one play elsewhere to lose the ko, and finite where he loses nothing by waiting.
const MOST_RETAKES: u32 = 2;

/// What is known of a position without a search below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The prover has reached the goal.
    Proved,
    /// He cannot within the bounds of the task.
    Refuted,
    /// Open: a guess of the effort to prove and to refute, from 1 up.
    Open(u32, u32),
}

/// A play that a task wants looked at; `mv` of `None` is a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub mv: Option<Point>,
    /// How unlikely the play is, from 0 up: later in the search.
    pub effort: u32,
}

/// A question to the solver.
pub(crate) trait Task {
    /// Who has to reach the goal.
    fn prover(&self) -> Colour;
    /// Judges a position, `to_move` to play, without a search.
    fn judge(&mut self, board: &mut Board, to_move: Colour, depth: u32) -> Verdict;
    /// The plays that count, best first.
    fn choices(&mut self, board: &mut Board, to_move: Colour, depth: u32) -> Vec<Choice>;
    /// Depth as far as it changes verdicts or choices; equal values share results.
    fn horizon(&self, depth: u32) -> u32;
}

#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

type Numbers = (u32, u32);

struct Child {
    mv: Option<Point>,
    numbers: Numbers,
}

/// One search: a board, a task, a ko rule.
pub(crate) struct Solver<T: Task> {
    pub board: Board,
    pub task: T,
    /// Who may retake a ko at once.
    master: Option<Colour>,
    /// How often he has done so on the line to the position on the board.
    retakes: u32,
    table: HashMap<u64, Numbers, BuildHasherDefault<KeyHasher>>,
    path: Vec<u64>,
    nodes: u64,
    last: u64,
    ko: bool,
}

impl<T: Task> Solver<T> {
    pub fn new(board: &Board, task: T, master: Option<Colour>) -> Solver<T> {
        Solver {
            board: board.fresh(),
            task,
            master,
            retakes: 0,
            table: HashMap::default(),
            path: Vec::new(),
            nodes: 0,
            last: 0,
            ko: false,
        }
    }

    /// Plays tried.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a ko played any part; if none did the ko rule does not matter.
    pub fn met_ko(&self) -> bool {
        self.ko
    }

    /// Forgets results, for a task whose bounds have changed.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the prover reaches his goal with `to_move` to play; `None` when `budget` plays did not settle it.
    pub fn proves(&mut self, to_move: Colour, depth: u32, budget: u64) -> Option<bool> {
        self.last = self.nodes + budget;
        let n = match self.task.judge(&mut self.board, to_move, depth) {
            Verdict::Open(..) => self.search(to_move, depth, (SETTLED, SETTLED)),
            v => numbers(v),
        };
        settled(n)
    }

    /// The same after `mover` has played `mv`; `Some(false)` where that is illegal and the
    /// mover is the prover, `Some(true)` where he is not.
    pub fn proves_after(&mut self, mover: Colour, mv: Point, budget: u64) -> Option<bool> {
        let banned = self.board.ko();
        if !self.play(mover, Some(mv)) {
            self.board.set_ko(banned);
            self.retakes = 0;
            return Some(mover != self.task.prover());
        }
        self.nodes += 1;
        let found = self.proves(mover.other(), 1, budget);
        self.take_back(banned, 0);
        found
    }

    /// Undoes [`Solver::play`]: the ban and the retakes are those before it.
    fn take_back(&mut self, banned: Option<(Point, Colour)>, retakes: u32) {
        self.board.undo();
        self.board.set_ko(banned);
        self.retakes = retakes;
    }

    /// Plays if the rules and the ko master allow it. The caller restores the ban and the retakes.
    fn play(&mut self, mover: Colour, mv: Option<Point>) -> bool {
        let Some(p) = mv else {
            self.board.pass();
            return true;
        };
        if self.board.ko() == Some((p, mover)) {
            self.ko = true;
            if self.master != Some(mover) || self.retakes >= MOST_RETAKES {
                return false;
            }
            self.retakes += 1;
            self.board.set_ko(None);
        }
        if !self.board.is_legal(mover, p) {
            return false;
        }
        self.board.play_unchecked(mover, p);
        if self.board.ko().is_some() {
            self.ko = true;
        }
        true
    }

    fn key(&self, to_move: Colour, depth: u32) -> u64 {
        let horizon = u64::from(self.task.horizon(depth));
        let path = horizon | u64::from(self.retakes) << 32;
        self.board.key(to_move) ^ path.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn expand(&mut self, to_move: Colour, depth: u32) -> Vec<Child> {
        let choices = self.task.choices(&mut self.board, to_move, depth);
        let proving = to_move == self.task.prover();
        let mut children = Vec::with_capacity(choices.len());
        let (banned, retakes) = (self.board.ko(), self.retakes);
        for Choice { mv, effort } in choices {
            if !self.play(to_move, mv) {
                self.board.set_ko(banned);
                self.retakes = retakes;
                continue;
            }
            self.nodes += 1;
            let next = to_move.other();
            let key = self.key(next, depth + 1);
            let n = if self.path.contains(&key) {
                self.ko = true;
                (SETTLED, 0)
            } else if let Some(&n) = self.table.get(&key) {
                n
            } else {
                match self.task.judge(&mut self.board, next, depth + 1) {
                    Verdict::Open(pn, dn) if proving => (pn + effort, dn),
                    Verdict::Open(pn, dn) => (pn, dn + effort),
                    v => numbers(v),
                }
            };
            self.take_back(banned, retakes);
            let decided = if proving { n.0 == 0 } else { n.1 == 0 };
            children.push(Child { mv, numbers: n });
            if decided {
                break;
            }
        }
        children
    }

    /// Searches the position on the board until a number reaches its limit.
    fn search(&mut self, to_move: Colour, depth: u32, limits: Numbers) -> Numbers {
        let key = self.key(to_move, depth);
        let proving = to_move == self.task.prover();
        let mut children = self.expand(to_move, depth);
        self.path.push(key);
        let result = loop {
            let n = combine(&children, proving);
            if n.0 >= limits.0 || n.1 >= limits.1 || self.nodes > self.last {
                break n;
            }
            let Some((at, second, others)) = best(&children, proving) else { break n };
            let child = &children[at];
            // The sharing of the limits, seen from the mover's own number (`mine`).
            let (mine, yours) = if proving { limits } else { (limits.1, limits.0) };
            let mine = mine.min(second.saturating_add(1 + second / 4));
            let yours = yours.saturating_sub(others);
            let below = if proving { (mine, yours) } else { (yours, mine) };
            let mv = child.mv;
            let (banned, retakes) = (self.board.ko(), self.retakes);
            // Was legal when the list was made.
            if !self.play(to_move, mv) {
                break n;
            }
            children[at].numbers = self.search(to_move.other(), depth + 1, below);
            self.take_back(banned, retakes);
        };
        self.path.pop();
        self.table.insert(key, result);
        result
    }
}

fn numbers(v: Verdict) -> Numbers {
    match v {
        Verdict::Proved => (0, SETTLED),
        Verdict::Refuted => (SETTLED, 0),
        Verdict::Open(pn, dn) => (pn, dn),
    }
}

fn settled(n: Numbers) -> Option<bool> {
    match n {
        (0, _) => Some(true),
        (_, 0) => Some(false),
        _ => None,
    }
}

/// Numbers of a position from those of its plays. Without plays the side to move has failed.
fn combine(children: &[Child], proving: bool) -> Numbers {
    let mut least = SETTLED;
    let mut most = 0;
    let mut open = 0;
    for c in children {
        let (mine, yours) = if proving { c.numbers } else { (c.numbers.1, c.numbers.0) };
        least = least.min(mine);
        if yours > 0 {
            open += 1;
            most = most.max(yours);
        }
    }
    let sum = if most == 0 { 0 } else { (most + open - 1).min(SETTLED) };
    let (mine, yours) = if least == 0 { (0, SETTLED) } else { (least, sum) };
    if proving { (mine, yours) } else { (yours, mine) }
}

/// The most promising child, the number of the second best, and what the others add to the opponent's number.
fn best(children: &[Child], proving: bool) -> Option<(usize, u32, u32)> {
    let mut at = None;
    let (mut least, mut second) = ((SETTLED, SETTLED), SETTLED);
    let mut open = 0;
    for (i, c) in children.iter().enumerate() {
        let (mine, yours) = if proving { c.numbers } else { (c.numbers.1, c.numbers.0) };
        if yours == 0 || mine >= SETTLED {
            continue;
        }
        open += 1;
        if (mine, yours) < least {
            second = least.0;
            least = (mine, yours);
            at = Some(i);
        } else {
            second = second.min(mine);
        }
    }
    at.map(|i| (i, second, open - 1))
}
