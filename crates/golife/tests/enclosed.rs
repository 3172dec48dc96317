//! Shut-in positions against a plain exhaustive search that shares no code with
//! the solver: all positions that can arise are gathered first, then the set from which the
//! attacker captures is grown from the captures until it stands still.
//!
//! `ENCLOSED=2000 ENCLOSED_POINTS=12 cargo test -p touchstone-golife --test enclosed -- --nocapture`
//! runs more and larger positions.
#![allow(clippy::print_stderr, reason = "prints how much was compared")]

use std::collections::HashMap;
use touchstone_go::playout::Noise;
use touchstone_go::{Board, Colour, Point, PointSet};
use touchstone_golife::life::Enclosed;

const EMPTY: u8 = 0;
const ATTACKER: u8 = 1;
const DEFENDER: u8 = 2;

/// A rectangle whose outside is living stones or the edge of the board.
struct Oracle {
    near: Vec<Vec<usize>>,
    /// Cells beside living stones of the attacker and of the defender.
    held: [Vec<bool>; 2],
    target: usize,
    /// Side that may retake a ko at once, or 0.
    master: u8,
}

impl Oracle {
    fn is_held(&self, v: usize, c: u8) -> bool {
        c != EMPTY && self.held[usize::from(c) - 1][v]
    }

    fn has_liberty(&self, b: &[u8], from: usize, seen: &mut Vec<usize>) -> bool {
        seen.push(from);
        let mut i = seen.len() - 1;
        let mut free = false;
        while i < seen.len() {
            let v = seen[i];
            free |= self.is_held(v, b[v]);
            for &u in &self.near[v] {
                free |= b[u] == EMPTY;
                if b[u] == b[v] && !seen.contains(&u) {
                    seen.push(u);
                }
            }
            i += 1;
        }
        free
    }

    fn put(&self, b: &[u8], ko: usize, v: usize, c: u8) -> Option<(Vec<u8>, usize, bool)> {
        if b[v] != EMPTY || (ko == v && self.master != c) {
            return None;
        }
        let mut n = b.to_vec();
        n[v] = c;
        let mut taken = Vec::new();
        for &u in &self.near[v] {
            if n[u] == 3 - c && !taken.contains(&u) {
                let mut chain = Vec::new();
                if !self.has_liberty(&n, u, &mut chain) {
                    taken.extend(chain);
                }
            }
        }
        for &u in &taken {
            n[u] = EMPTY;
        }
        let mut own = Vec::new();
        if !self.has_liberty(&n, v, &mut own) {
            return None;
        }
        let open = self.near[v].iter().filter(|&&u| n[u] == EMPTY).count();
        let kept = self.is_held(v, c);
        let ko =
            if taken.len() == 1 && own.len() == 1 && open == 1 && !kept { taken[0] } else { 99 };
        let won = taken.contains(&self.target);
        Some((n, ko, won))
    }

    /// Whether the target is captured with the attacker and with the defender first.
    fn captured(&self, start: &[u8], most: usize) -> Option<[bool; 2]> {
        let pack = |b: &[u8], ko: usize, side: u8| {
            b.iter().fold(u64::from(side) << 8 | ko as u64, |k, &c| k << 2 | u64::from(c))
        };
        let mut index: HashMap<u64, u32> = HashMap::new();
        let mut all = Vec::new();
        for (i, side) in [ATTACKER, DEFENDER].into_iter().enumerate() {
            all.push((start.to_vec(), 99usize, side));
            index.insert(pack(start, 99, side), i as u32);
        }
        let mut next: Vec<Vec<u32>> = Vec::new();
        let mut won: Vec<bool> = Vec::new();
        let mut i = 0;
        while i < all.len() {
            if all.len() > most {
                return None;
            }
            let (b, ko, side) = all[i].clone();
            let mut list = Vec::new();
            let mut wins = false;
            let mut moves = vec![(b.clone(), 99, false)];
            moves.extend((0..b.len()).filter_map(|v| self.put(&b, ko, v, side)));
            for (n, ko, taken) in moves {
                if taken {
                    wins |= side == ATTACKER;
                    continue;
                }
                let id = *index.entry(pack(&n, ko, 3 - side)).or_insert_with(|| {
                    all.push((n, ko, 3 - side));
                    all.len() as u32 - 1
                });
                list.push(id);
            }
            next.push(list);
            won.push(wins);
            i += 1;
        }
        loop {
            let mut changed = false;
            for i in (0..all.len()).rev() {
                if won[i] {
                    continue;
                }
                let now = if all[i].2 == ATTACKER {
                    next[i].iter().any(|&j| won[j as usize])
                } else {
                    next[i].iter().all(|&j| won[j as usize])
                };
                if now {
                    won[i] = true;
                    changed = true;
                }
            }
            if !changed {
                return Some([won[0], won[1]]);
            }
        }
    }
}

/// CPU nanoseconds of this thread, 0 where the system does not tell them.
fn cpu_ns() -> u64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|s| s.split(' ').next().and_then(|n| n.parse().ok()))
        .unwrap_or(0)
}

/// A random position: White is the defender, Black stands all round the rectangle, but in races White holds
/// the right part of the outside.
fn random(
    noise: &mut Noise,
    most: usize,
    races: bool,
) -> Option<(Board, Vec<Point>, [PointSet; 2], Point)> {
    // At most 24 cells: two bits each in the oracle's keys.
    let (w, h) =
        if races { (5 + noise.below(2), 3) } else { (4 + noise.below(3), 3 + noise.below(2)) };
    let mut b = Board::new(w + 2, h + 2);
    let (x0, y0) = (noise.below(3), noise.below(3));
    let cells: Vec<Point> = (0..w * h).map(|i| Point::at(x0 + i % w, y0 + i / w)).collect();
    let inside: PointSet = cells.iter().copied().collect();
    let outside = b.points().minus(&inside);
    let part = if races { x0 + 2 } else { b.width() };
    let friends: PointSet = outside.iter().filter(|p| p.x() >= part).collect();
    let foes = outside.minus(&friends);
    for p in outside {
        let c = if friends.contains(p) { Colour::White } else { Colour::Black };
        b.add(c, p).ok()?;
    }
    let want = if races { most - noise.below(3) } else { 2 + noise.below(most - 1) };
    let mut empties = cells.clone();
    while empties.len() > want {
        let i = noise.below(empties.len());
        // In a race Black's stones lie on White's side, with liberties behind them.
        let last = races && empties[i].x() == x0 + w - 1;
        if last && noise.below(8) > 0 {
            continue;
        }
        let p = empties.swap_remove(i);
        let black = if races && !last && p.x() >= part { 17 } else { 3 };
        let c = if noise.below(20) >= black { Colour::White } else { Colour::Black };
        b.add(c, p).ok()?;
    }
    // Stones inside have liberties; those joined to the living stones need none.
    let stuck = |&p: &Point| {
        b.colour(p).is_some() && b.liberty_count(p) == 0 && !b.chain_set(p).meets(&outside)
    };
    if cells.iter().any(stuck) {
        return None;
    }
    let within = |p: &Point| inside.contains(*p) && !b.chain_set(*p).meets(&friends);
    let target =
        b.chains(Colour::White).into_iter().filter(within).max_by_key(|&p| b.chain_size(p))?;
    if b.chain_size(target) < if races { 2 } else { 4 } {
        return None;
    }
    Some((b, cells, [foes, friends], target))
}

#[test]
fn answers_equal_a_plain_exhaustive_search() {
    compare(false);
}

/// Outer liberties of both sides are counted there, and captured attackers open the walls.
#[test]
fn races_equal_a_plain_exhaustive_search() {
    compare(true);
}

fn compare(races: bool) {
    let number = |name: &str, otherwise: usize| {
        std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
    };
    let (positions, most) =
        (number("ENCLOSED", if races { 80 } else { 50 }), number("ENCLOSED_POINTS", 6));
    let mut noise = Noise::new(if races { 13 } else { 12 });
    let mut counted = 0;
    let (mut compared, mut captured, mut kos, mut large, mut nodes, mut ns) = (0, 0, 0, 0, 0, 0);
    while compared < positions {
        let Some((b, cells, living, target)) = random(&mut noise, most, races) else { continue };
        let Some(mut e) = Enclosed::of(&b, target, &living[0], &living[1], most + 2) else {
            continue;
        };
        let start: Vec<u8> = cells
            .iter()
            .map(|&p| match b.colour(p) {
                Some(Colour::Black) => ATTACKER,
                Some(Colour::White) => DEFENDER,
                None => EMPTY,
            })
            .collect();
        let near = cells
            .iter()
            .map(|p| {
                p.neighbours()
                    .iter()
                    .filter_map(|q| cells.iter().position(|c| c == q))
                    .collect::<Vec<_>>()
            })
            .collect();
        let held = living.map(|set| {
            cells.iter().map(|p| p.neighbours().iter().any(|q| set.contains(*q))).collect()
        });
        let Some(at) = cells.iter().position(|&p| p == target) else { continue };
        let mut oracle = Oracle { near, held, target: at, master: 0 };
        let mut codes = Vec::new();
        for master in [0, ATTACKER, DEFENDER] {
            oracle.master = master;
            let Some(want) = oracle.captured(&start, if races { 25_000 } else { 300_000 }) else {
                break;
            };
            let ours = match master {
                ATTACKER => Some(true),
                DEFENDER => Some(false),
                _ => None,
            };
            for (attacker, want) in [(true, want[0]), (false, want[1])] {
                let began = cpu_ns();
                let found = e.captured(attacker, ours, u64::MAX / 2);
                ns += cpu_ns() - began;
                assert_eq!(
                    found,
                    Some(want),
                    "attacker first: {attacker}, master {master}, {target}:\n{b:?}"
                );
                codes.push(want);
            }
        }
        if codes.len() < 6 {
            large += 1;
            continue;
        }
        nodes += e.nodes;
        kos += usize::from(codes[2] != codes[4] || codes[3] != codes[5]);
        captured += usize::from(codes[0]);
        compared += 1;
        counted += usize::from(e.outer()[1] > 0);
        if compared % 50 == 0 {
            eprintln!(
                "{compared} agree, {captured} captured, {kos} by ko, {large} too large, {nodes} nodes, {} ms",
                ns / 1_000_000
            );
        }
    }
    eprintln!(
        "{compared} positions agree: {captured} captured with the attacker first, {kos} by ko, \
         {counted} with outer liberties of an attacker's chain; \
         {large} too large for the plain search; {nodes} nodes in {} ms of CPU time",
        ns / 1_000_000
    );
    assert!(captured > 0 && captured < compared);
    assert_eq!(races, counted > 0);
    assert!(races || kos > 0);
}

#[test]
fn what_is_shut_in_by_living_stones_is_proved_and_the_rest_is_not() {
    use touchstone_go::notation::parse_diagram;
    use touchstone_golife::life::{Limits, Solver};
    use touchstone_golife::reading::{Code, Question};
    // White has three points in a row; Black lives by F3 and H3.
    let living = "XXXXXXXX\nOOOOX.X.\n...OXXXX\nOOOOX...";
    let mut solver = Solver::default();
    let mut ask = |text: &str, question| {
        let board = parse_diagram(text).unwrap();
        solver.ask(&board, Point::at(3, 1), None, question, Limits::STANDARD)
    };
    for question in [Question::Attack, Question::Defend] {
        let a = ask(living, question);
        assert!(a.proved && a.code == Code::Works && a.mv == Some(Point::at(1, 1)), "{a:?}");
    }
    // The proof line can be played and ends with the capture.
    let mut board = parse_diagram(living).unwrap();
    let (captured, line) =
        touchstone_golife::life::proof_line(&board, Point::at(3, 1), 40).unwrap();
    assert!(captured && line[0] == (Colour::Black, Some(Point::at(1, 1))), "{line:?}");
    for (c, mv) in line {
        match mv {
            Some(p) => assert!(board.play(c, p).is_ok()),
            None => board.pass(),
        }
    }
    assert!(board.colour(Point::at(3, 1)).is_none(), "{board:?}");
    // Black with one eye only: the same answer is no proof.
    let weak = "XXXXXXXXXX\nOOOOX.....\n...OX.....\nOOOOX.....";
    let a = ask(weak, Question::Attack);
    assert!(!a.proved, "{a:?}");
}
