//! Life and death: can this dragon be killed, can it be saved.
//!
//! A proof-number search near the dragon. Nodes are judged by eye spaces whose
//! small ones are searched exactly, by ways out and by living friends; the
//! answer is an estimate unless it says that it is proved.

mod enclosed;
mod look;
mod memo;
mod moves;
mod race;
mod scene;
mod search;
mod seki;
mod waiting;

pub use enclosed::Enclosed;
pub use memo::EyeMemo;
pub use seki::seki;

use crate::benson;
use crate::patterns::Patterns;
use crate::reading::{Code, Question};
use scene::Scene;
use search::{Found, Search};
use touchstone_go::{Board, Colour, Point, PointSet, Suicide};
use waiting::can_wait;

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nodes of one solve; beyond it the answer is unknown.
    pub nodes: u64,
}

impl Limits {
    /// For the regression suites.
    pub const STANDARD: Limits = Limits { nodes: 10_000 };
    /// A share of a budget for a whole command, which may ask up to ten questions.
    pub const fn within(budget: u64) -> Limits {
        Limits { nodes: budget / 20 }
    }
}

/// Candidates at the root; the first width whose search ends within the limit counts.
const WIDTHS: [usize; 4] = [12, 8, 5, 2];

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The result code.
    pub code: Code,
    /// The move; `None` where nothing works or where a pass does.
    pub mv: Option<Point>,
    /// Nodes visited.
    pub nodes: u64,
    /// Whether the answer is proved: everything is shut in by stones that live
    /// unconditionally, and every move was searched.
    pub proved: bool,
    /// Whether every move was searched behind walls that live or are believed to.
    pub exhaustive: bool,
}

impl Answer {
    /// An answer of the open search.
    const fn estimate(code: Code, mv: Option<Point>, nodes: u64) -> Answer {
        Answer { code, mv, nodes, proved: false, exhaustive: false }
    }
}

/// What is kept between questions; none of it changes an answer.
#[derive(Clone, Debug)]
pub struct Solver {
    memo: EyeMemo,
    patterns: Patterns,
}

/// The patterns that order moves.
const PATTERNS: &str = include_str!("../../data/life_patterns.txt");

impl Default for Solver {
    fn default() -> Self {
        // A test compiles the file; an empty collection only orders worse.
        Solver {
            memo: EyeMemo::default(),
            patterns: Patterns::compile(PATTERNS).unwrap_or_default(),
        }
    }
}

/// Empty points and nodes up to which a shut-in position is searched for a proof.
const PROVED_POINTS: usize = 14;
const PROVED_NODES: u64 = 300_000;
/// The same where the walls are only believed to live.
const SHUT_POINTS: usize = 13;
const SHUT_NODES: u64 = 60_000;
/// So many captured stones are believed to save their captor there: more than any nakade has.
const SAVING_CAPTURE: u32 = 8;

/// Answers a question about a shut-in position by trying everything, and says whether the answer rests on
/// the convention that a ko which can wait is none.
fn shut_in(
    mut e: Enclosed,
    question: Question,
    nodes: u64,
    ranked: &[Point],
) -> Option<(Answer, bool)> {
    let attacking = question == Question::Attack;
    let (mover, opponent) = (Some(attacking), Some(!attacking));
    let masters =
        [(opponent, Code::Works), (None, Code::KoTakesFirst), (mover, Code::KoNeedsThreat)];
    for (master, code) in masters {
        let works = e.captured(attacking, master, nodes)? == attacking;
        // A ko that the attacker can begin when no threats are left is none.
        if works && attacking && code == Code::KoTakesFirst && can_wait(&mut e, nodes) {
            return Some((Answer::estimate(Code::Works, None, e.nodes), true));
        }
        if works && !attacking && code == Code::KoNeedsThreat && can_wait(&mut e, nodes) {
            return Some((Answer::estimate(Code::Fails, None, e.nodes), true));
        }
        if works {
            // Where the goal is reached although the other side moves, a pass is enough.
            let idle =
                code == Code::Works && e.captured(!attacking, master, nodes) == Some(attacking);
            let mv = if idle { None } else { e.solution(attacking, ranked, nodes / 8)? };
            return Some((Answer::estimate(code, mv, e.nodes), false));
        }
        if !e.met_ko {
            break;
        }
    }
    Some((Answer::estimate(Code::Fails, None, e.nodes), false))
}

impl Solver {
    /// Asks about the dragon at `target`; `rival` is the chain of the other colour
    /// that it races against, if any.
    pub fn ask(
        &mut self,
        board: &Board,
        target: Point,
        rival: Option<Point>,
        question: Question,
        limits: Limits,
    ) -> Answer {
        let fails = Answer::estimate(Code::Fails, None, 0);
        let Some(owner) = board.colour(target) else { return fails };
        let living = [owner.other(), owner].map(|c| benson::alive(board, c).stones);
        if living[1].contains(target) {
            let code = match question {
                Question::Attack => Code::Fails,
                Question::Defend => Code::Works,
            };
            return Answer { proved: true, exhaustive: true, ..Answer::estimate(code, None, 0) };
        }
        let proof = Enclosed::of(board, target, &living[0], &living[1], PROVED_POINTS)
            .and_then(|e| shut_in(e, question, PROVED_NODES, &[]));
        if let Some((answer, by_convention)) = proof {
            // The search forbids suicide; where the rules allow it nothing is proved.
            let proved = board.suicide() == Suicide::Forbidden && !by_convention;
            return Answer { proved, exhaustive: true, ..answer };
        }
        let Some(scene) = Scene::of(board, target, rival, &mut self.memo) else { return fails };
        let look = look::Look::at(board, owner, &PointSet::one(target), &mut self.memo);
        let mover = match question {
            Question::Attack => owner.other(),
            Question::Defend => owner,
        };
        let none = [0; touchstone_go::point::CELLS];
        let ranked =
            moves::candidates(board, &scene, &look, mover, &self.patterns, &none, usize::MAX);
        let shut = |foes: &PointSet, friends: &PointSet| {
            let mut e = Enclosed::of(board, target, foes, friends, SHUT_POINTS)?;
            e.most_retakes = Some(search::MOST_RETAKES as u8);
            e.saving_capture = Some(SAVING_CAPTURE);
            let nodes = if rival.is_some() { SHUT_NODES } else { SHUT_NODES / 2 };
            shut_in(e, question, nodes, &ranked)
        };
        let answer = shut(&scene.foes, &scene.friends).or_else(|| {
            let (foes, friends) = race::walls(board, &scene, rival?, &mut self.memo);
            shut(&foes, &friends)
        });
        if let Some((answer, _)) = answer {
            return Answer { exhaustive: true, ..answer };
        }
        let masters = [
            (Some(mover.other()), Code::Works),
            (None, Code::KoTakesFirst),
            (Some(mover), Code::KoNeedsThreat),
        ];
        let mut nodes = 0;
        let mut unknown = false;
        for (master, code) in masters {
            let (mut found, mut met_ko) = (Found::Unknown, false);
            for width in WIDTHS {
                let (memo, patterns) = (&mut self.memo, &self.patterns);
                let mut s = Search::new(board, &scene, master, limits, memo, patterns, width);
                found = s.run(mover);
                if let Found::Works(Some(first)) = found {
                    let each = limits.nodes / 10;
                    found = Found::Works(Some(s.vital(mover, first, &ranked, each)));
                }
                nodes += s.nodes;
                met_ko |= s.met_ko;
                if found != Found::Unknown {
                    break;
                }
            }
            match found {
                Found::Works(mv) => return Answer::estimate(code, mv, nodes),
                Found::Fails => {}
                Found::Unknown => unknown = true,
            }
            if !met_ko {
                break;
            }
        }
        let code = if unknown { Code::Unknown } else { Code::Fails };
        Answer::estimate(code, None, nodes)
    }
}

/// The proof line of a shut-in chain, the attacker moving first: who captures or lives under plain
/// ko, and play up to `plies`; `None` where nothing is proved.
pub fn proof_line(
    board: &Board,
    target: Point,
    plies: usize,
) -> Option<(bool, Vec<(Colour, Option<Point>)>)> {
    let owner = board.colour(target)?;
    if board.suicide() != Suicide::Forbidden {
        return None;
    }
    let [foes, friends] = [owner.other(), owner].map(|c| benson::alive(board, c).stones);
    if friends.contains(target) {
        return Some((false, Vec::new()));
    }
    let mut e = Enclosed::of(board, target, &foes, &friends, PROVED_POINTS)?;
    let captured = e.captured(true, None, PROVED_NODES)?;
    Some((captured, e.line(true, plies)))
}

/// What is true of a chain if named stones live: see [`assuming`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumed {
    /// Whether the attacker captures the target, by who moves first (attacker, owner) and by who is ko
    /// master (nobody, the attacker, the owner); `None` where the nodes did not suffice.
    pub captured: [[Option<bool>; 3]; 2],
    /// Best play under plain ko, by who moves first.
    pub lines: [Vec<(Colour, Option<Point>)>; 2],
    /// Empty points that are searched.
    pub points: usize,
    /// Positions visited.
    pub nodes: u64,
}

/// Searches everything that named walls and the stones that live unconditionally shut in together with
/// the target. Of `named`, the attacker's stones are taken to live; the capture of the owner's counts as the
/// target's. `nodes` bounds each of the six searches. `None` if no chain stands there or more than `most`
/// empty points are left.
pub fn assuming(
    board: &Board,
    target: Point,
    named: &PointSet,
    most: usize,
    nodes: u64,
) -> Option<Assumed> {
    let owner = board.colour(target)?;
    let [foes, friends] = [owner.other(), owner].map(|c| benson::alive(board, c).stones);
    let foes = foes.or(&named.and(board.stones(owner.other())));
    let mut e = Enclosed::of(board, target, &foes, &friends, most)?;
    e.also(&named.and(board.stones(owner)));
    let mut all = Assumed {
        captured: [[None; 3]; 2],
        lines: [Vec::new(), Vec::new()],
        points: e.points(),
        nodes: 0,
    };
    for (k, master) in [None, Some(true), Some(false)].into_iter().enumerate() {
        for (first, attacker) in [true, false].into_iter().enumerate() {
            let captured = e.captured(attacker, master, nodes);
            all.captured[first][k] = captured;
            if k == 0 && captured.is_some() {
                all.lines[first] = e.line(attacker, 60);
            }
        }
    }
    all.nodes = e.nodes;
    Some(all)
}

/// The dragons of a board: one stone of each and all its stones.
pub fn dragons(board: &Board) -> Vec<(Point, PointSet)> {
    let mut list = Vec::new();
    for c in Colour::BOTH {
        let mut seen = PointSet::EMPTY;
        for p in board.stones(c) {
            if !seen.contains(p) {
                let (stones, ..) = look::connected(board, c, &PointSet::one(p));
                seen = seen.or(&stones);
                list.push((p, stones));
            }
        }
    }
    list
}

/// What the search sees of the dragon at `target`, as text: for people.
pub fn describe(board: &Board, target: Point, solver: &mut Solver) -> String {
    let Some(scene) = Scene::of(board, target, None, &mut solver.memo) else {
        return "no dragon".into();
    };
    let look = look::Look::at(board, scene.owner, &PointSet::one(target), &mut solver.memo);
    let list = |set: &PointSet| set.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ");
    let mut text = format!("dragon: {}\nliberties: {}", list(&look.dragon), list(&look.liberties));
    for e in &look.eyes {
        text.push_str(&format!(
            "\neyes {} to {}: {} (margins: {})",
            e.min,
            e.max,
            list(&e.points),
            list(&e.margins)
        ));
    }
    text.push_str(&format!(
        "\neyes in all: {} to {}\nlinks: {}\nexits: {}\nliving friends: {}\nliving foes: {}",
        look.min,
        look.max,
        list(&look.links),
        list(&scene.exits),
        list(&scene.friends),
        list(&scene.foes)
    ));
    for c in [scene.owner.other(), scene.owner] {
        let none = [0; touchstone_go::point::CELLS];
        let moves = moves::candidates(board, &scene, &look, c, &solver.patterns, &none, 12);
        text.push_str(&format!(
            "\nmoves of {c}: {}",
            moves.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
        ));
    }
    text
}
