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

pub use enclosed::Enclosed;
pub use memo::EyeMemo;

use crate::benson;
use crate::patterns::Patterns;
use crate::reading::{Code, Question};
use scene::Scene;
use search::{Found, Search};
use touchstone_go::{Board, Colour, Point, PointSet, Suicide};

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

/// Answers a question about a shut-in position by trying everything.
fn shut_in(mut e: Enclosed, question: Question, nodes: u64, ranked: &[Point]) -> Option<Answer> {
    let attacking = question == Question::Attack;
    let (mover, opponent) = (Some(attacking), Some(!attacking));
    let masters =
        [(opponent, Code::Works), (None, Code::KoTakesFirst), (mover, Code::KoNeedsThreat)];
    for (master, code) in masters {
        let works = e.captured(attacking, master, nodes)? == attacking;
        if works {
            // Where the goal is reached although the other side moves, a pass is enough.
            let idle =
                code == Code::Works && e.captured(!attacking, master, nodes) == Some(attacking);
            let mv = if idle { None } else { e.solution(attacking, ranked, nodes / 8)? };
            return Some(Answer { code, mv, nodes: e.nodes, proved: false });
        }
        if !e.met_ko {
            break;
        }
    }
    Some(Answer { code: Code::Fails, mv: None, nodes: e.nodes, proved: false })
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
        let fails = Answer { code: Code::Fails, mv: None, nodes: 0, proved: false };
        let Some(owner) = board.colour(target) else { return fails };
        let living = [owner.other(), owner].map(|c| benson::alive(board, c).stones);
        if living[1].contains(target) {
            let code = match question {
                Question::Attack => Code::Fails,
                Question::Defend => Code::Works,
            };
            return Answer { code, mv: None, nodes: 0, proved: true };
        }
        let proof = Enclosed::of(board, target, &living[0], &living[1], PROVED_POINTS)
            .and_then(|e| shut_in(e, question, PROVED_NODES, &[]));
        if let Some(answer) = proof {
            // The search forbids suicide; where the rules allow it nothing is proved.
            return Answer { proved: board.suicide() == Suicide::Forbidden, ..answer };
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
        let shut = Enclosed::of(board, target, &scene.foes, &scene.friends, SHUT_POINTS).and_then(
            |mut e| {
                e.most_retakes = Some(search::MOST_RETAKES as u8);
                shut_in(e, question, SHUT_NODES, &ranked)
            },
        );
        if let Some(answer) = shut {
            return answer;
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
                Found::Works(mv) => return Answer { code, mv, nodes, proved: false },
                Found::Fails => {}
                Found::Unknown => unknown = true,
            }
            if !met_ko {
                break;
            }
        }
        let code = if unknown { Code::Unknown } else { Code::Fails };
        Answer { code, mv: None, nodes, proved: false }
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
