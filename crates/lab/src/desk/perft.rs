//! Counts of the rules: decisions, and positions after luck.

use super::json::PerftJson;
use serde_json::json;
use touchstone_kernel::{After, Game, Line, List, Node, Position, Setup};

/// Decisions and positions at each depth, from one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counts {
    moves: Vec<u64>,
    positions: Vec<u64>,
}

fn walk<P: Position>(p: &P, line: &mut Line<P>, ply: usize, counts: &mut Counts) {
    if ply == counts.moves.len() || p.verdict(line).is_some() {
        return;
    }
    let mut moves = List::new();
    p.moves(line, &mut moves);
    counts.moves[ply] += moves.len() as u64;
    for &m in moves.iter() {
        let after = p.after(m);
        spread(&after, line, ply, counts);
    }
}

fn spread<P: Position>(after: &P::After, line: &mut Line<P>, ply: usize, counts: &mut Counts) {
    let deeper = ply + 1 < counts.moves.len();
    let mut step = |next: P| {
        counts.positions[ply] += 1;
        if deeper {
            line.push(after, &next);
            walk(&next, line, ply + 1, counts);
            line.pop();
        }
    };
    if after.is_certain() {
        step(after.settled());
    } else {
        let mut outcomes = List::new();
        after.outcomes(&mut outcomes);
        for o in outcomes.iter() {
            step(after.resolve(o.event));
        }
    }
}

/// A line a depth. At a chance root the positions after its outcomes are the
/// ones whose decisions depth 1 counts.
pub fn perft<G: Game>(setup: &Setup<G::Position>, depth: u32, divide: bool) -> Vec<PerftJson> {
    let depth = depth as usize;
    let fresh = || Counts { moves: vec![0; depth], positions: vec![0; depth] };
    let mut counts = fresh();
    let mut parts = vec![Vec::new(); depth];
    let mut line = setup.line.clone();
    let mut share = |name: &str, value: String, part: &Counts, root: bool| {
        for (d, list) in parts.iter_mut().enumerate() {
            let moves = if root && d == 0 { 1 } else { part.moves[d] };
            let entry =
                json!({ name: value.clone(), "moves": moves, "positions": part.positions[d] });
            list.push(entry);
        }
    };
    let mut add = |counts: &mut Counts, part: &Counts| {
        for d in 0..depth {
            counts.moves[d] += part.moves[d];
            counts.positions[d] += part.positions[d];
        }
    };
    match &setup.node {
        Node::Decision(p) if depth > 0 && p.verdict(&line).is_none() => {
            let mut moves = List::new();
            p.moves(&line, &mut moves);
            for &m in moves.iter() {
                let mut part = fresh();
                part.moves[0] = 1;
                spread(&p.after(m), &mut line, 0, &mut part);
                share("move", G::print_move(p, m), &part, true);
                add(&mut counts, &part);
            }
        }
        Node::Decision(_) => {}
        Node::Chance(after) => {
            let mut outcomes = List::new();
            after.outcomes(&mut outcomes);
            for o in outcomes.iter() {
                let next = after.resolve(o.event);
                let mut part = fresh();
                line.push(after, &next);
                walk(&next, &mut line, 0, &mut part);
                line.pop();
                share("event", G::print_event(after, o.event), &part, false);
                add(&mut counts, &part);
            }
        }
    }
    let _ = &mut add;
    (0..depth)
        .map(|d| PerftJson {
            depth: d as u32 + 1,
            moves: counts.moves[d],
            positions: counts.positions[d],
            divide: if divide { std::mem::take(&mut parts[d]) } else { Vec::new() },
        })
        .collect()
}
