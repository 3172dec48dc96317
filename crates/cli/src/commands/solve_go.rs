//! `touchstone solve go`: the status of every group, and what shows it.

use crate::failure::Failure;
use crate::go_position;
use crate::out;
use crate::position::PositionArgs;
use serde::Serialize;
use touchstone_go::{Board, Colour, Game, Point, PointSet, notation};
use touchstone_golife::life::{self, Limits, Solver};
use touchstone_golife::reading::{Code, Question};

/// Plies of a proof line at most.
const LINE_PLIES: usize = 40;

/// A group as the side to move finds it.
#[derive(Serialize)]
pub struct Group {
    at: String,
    colour: &'static str,
    status: &'static str,
    /// Of the question that the side to move asks: attack or defend.
    code: Option<u8>,
    attack: Option<String>,
    defend: Option<String>,
    proved: bool,
    line: Vec<String>,
    stones: usize,
}

#[derive(Serialize)]
struct Output {
    schema: u32,
    game: &'static str,
    side: &'static str,
    groups: Vec<Group>,
    nodes: u64,
}

const fn number(code: Code) -> Option<u8> {
    match code {
        Code::Fails => Some(0),
        Code::Works => Some(1),
        Code::KoTakesFirst => Some(2),
        Code::KoNeedsThreat => Some(3),
        Code::Unknown => None,
    }
}

fn vertex(mv: Option<Point>) -> String {
    mv.map_or_else(|| "PASS".into(), notation::vertex)
}

/// The status where the asked question has this code.
const fn status(question: Question, code: Code) -> &'static str {
    match (question, code) {
        (Question::Attack, Code::Works) | (Question::Defend, Code::Fails) => "dead",
        (Question::Attack, Code::Fails) | (Question::Defend, Code::Works) => "alive",
        (_, Code::KoTakesFirst | Code::KoNeedsThreat) => "ko",
        (_, Code::Unknown) => "unknown",
    }
}

fn judge(
    board: &Board,
    solver: &mut Solver,
    at: Point,
    owner: Colour,
    stones: usize,
    to_move: Colour,
    limits: Limits,
) -> (Group, u64) {
    let attack = solver.ask(board, at, None, Question::Attack, limits);
    let defend = solver.ask(board, at, None, Question::Defend, limits);
    let (question, asked) =
        if to_move == owner { (Question::Defend, &defend) } else { (Question::Attack, &attack) };
    let move_of = |a: &life::Answer| match a.code {
        Code::Fails | Code::Unknown => None,
        _ => Some(vertex(a.mv)),
    };
    // The proof line has the attacker first; else the move itself is what can be shown.
    let shown = (question == Question::Attack && asked.proved)
        .then(|| life::proof_line(board, at, LINE_PLIES))
        .flatten();
    let line = match shown {
        Some((_, line)) => line.into_iter().map(|(_, mv)| vertex(mv)).collect(),
        None => move_of(asked).into_iter().collect(),
    };
    let group = Group {
        at: notation::vertex(at),
        colour: owner.name(),
        status: status(question, asked.code),
        code: number(asked.code),
        attack: move_of(&attack),
        defend: move_of(&defend),
        proved: asked.proved,
        line,
        stones,
    };
    (group, attack.nodes + defend.nodes)
}

/// The groups of both colours, the largest first, and the nodes that they took. A group gets a
/// fifth of `nodes`.
pub fn groups(game: &Game, nodes: u64) -> (Vec<Group>, u64) {
    let board = game.board();
    let mut solver = Solver::default();
    let seki = life::seki(board, &PointSet::EMPTY);
    let mut dragons = life::dragons(board);
    dragons.sort_by_key(|(p, stones)| (std::cmp::Reverse(stones.len()), p.index()));
    let (mut groups, mut used) = (Vec::new(), 0);
    for (at, stones) in dragons {
        let Some(owner) = board.colour(at) else { continue };
        let limits = Limits::within(nodes / 5);
        let (mut group, n) =
            judge(board, &mut solver, at, owner, stones.len(), game.to_move(), limits);
        used += n;
        // A seki needs more than the two groups' own search: it is shown, not proved.
        if seki.contains(at) && group.status == "alive" {
            (group.status, group.proved) = ("seki", false);
        }
        groups.push(group);
    }
    (groups, used)
}

/// The groups for people.
pub fn rows(groups: &[Group]) -> Vec<String> {
    let mut rows = Vec::new();
    for g in groups {
        let moves = match (&g.attack, &g.defend) {
            (Some(a), Some(d)) => format!("; attack {a}, defend {d}"),
            (Some(a), None) => format!("; attack {a}, no defence"),
            _ => String::new(),
        };
        let ko = match (g.status, g.code) {
            ("ko", Some(2)) => " (the side to move takes first)",
            ("ko", _) => " (the side to move needs the first threat)",
            _ => "",
        };
        let sure = if g.proved { "proved" } else { "estimated" };
        rows.push(format!(
            "{} {}, {} stones: {}{ko} ({sure}){moves}",
            g.colour, g.at, g.stones, g.status
        ));
        if g.line.len() > 1 {
            rows.push(format!("    line: {}", g.line.join(" ")));
        }
    }
    rows
}

/// Lists the groups.
pub fn run(position: &PositionArgs, nodes: u64, json: bool) -> Result<(), Failure> {
    let game = go_position::game(position)?;
    let (groups, used) = groups(&game, nodes);
    if json {
        let side = game.to_move().name();
        return out::json(&Output { schema: 1, game: "go", side, groups, nodes: used });
    }
    out::line(notation::diagram(game.board()).trim_end())?;
    out::line(format!("{} to move", game.to_move()))?;
    rows(&groups).iter().try_for_each(out::line)?;
    out::line(format!("{used} nodes"))
}
