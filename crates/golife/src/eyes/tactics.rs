//! A small reader for the needs of eye spaces: can a chain be captured, can it
//! be saved, is a stone safe. It looks at liberties and at captors with one
//! or two of them only, within a bound; what it cannot settle counts as not captured.

use touchstone_go::{Board, Colour, Point, PointSet};

/// Positions looked at for one question.
const BUDGET: u32 = 1_500;
/// Chains with more liberties are taken for safe.
const MOST_LIBERTIES: usize = 3;

/// Whether the other colour, to move, captures the chain at `p`.
pub fn attack(board: &Board, p: Point) -> bool {
    let mut b = board.fresh();
    let mut budget = BUDGET;
    attacks(&mut b, p, &mut budget, 0)
}

/// [`attack`] on a board that can undo, within a budget of its own.
pub(crate) fn attack_within(board: &mut Board, p: Point, mut budget: u32) -> bool {
    attacks(board, p, &mut budget, 0)
}

/// [`defend`] on a board that can undo, within a budget of its own.
pub(crate) fn defend_within(board: &mut Board, p: Point, mut budget: u32) -> bool {
    defends(board, p, &mut budget, 0)
}

/// Whether the chain at `p`, its owner to move, is saved.
pub fn defend(board: &Board, p: Point) -> bool {
    let mut b = board.fresh();
    let mut budget = BUDGET;
    defends(&mut b, p, &mut budget, 0)
}

/// Whether a stone put there stands: the move is legal and the stone is not captured at once.
pub fn is_safe_move(board: &Board, c: Colour, p: Point) -> bool {
    let mut b = board.fresh();
    b.set_ko(None);
    if b.play(c, p).is_err() {
        return false;
    }
    let mut budget = BUDGET;
    !attacks(&mut b, p, &mut budget, 0)
}

/// The moves by which the chain at `p` is saved.
pub fn saving_moves(board: &Board, p: Point) -> Vec<Point> {
    let Some(c) = board.colour(p) else { return Vec::new() };
    let mut b = board.fresh();
    defence_candidates(&b, p)
        .into_iter()
        .filter(|&m| {
            if b.play(c, m).is_err() {
                return false;
            }
            let mut budget = BUDGET;
            let safe = !attacks(&mut b, p, &mut budget, 0);
            b.undo();
            safe
        })
        .collect()
}

/// The moves by which the chain at `p` is captured.
pub fn capturing_moves(board: &Board, p: Point) -> Vec<Point> {
    let Some(c) = board.colour(p) else { return Vec::new() };
    let mut b = board.fresh();
    let libs = *b.liberties(p);
    libs.iter()
        .filter(|&m| {
            if b.play(c.other(), m).is_err() {
                return false;
            }
            let mut budget = BUDGET;
            let taken = !b.is_stone(p, c) || !defends(&mut b, p, &mut budget, 0);
            b.undo();
            taken
        })
        .collect()
}

fn attacks(b: &mut Board, p: Point, budget: &mut u32, depth: u32) -> bool {
    let Some(c) = b.colour(p) else { return true };
    let n = b.liberty_count(p);
    if n > MOST_LIBERTIES || *budget == 0 || depth > 80 {
        return false;
    }
    *budget -= 1;
    for m in *b.liberties(p) {
        if b.play(c.other(), m).is_err() {
            continue;
        }
        let won = !b.is_stone(p, c) || !defends(b, p, budget, depth + 1);
        b.undo();
        if won {
            return true;
        }
        if n == 1 {
            break;
        }
    }
    false
}

fn defence_candidates(b: &Board, p: Point) -> Vec<Point> {
    let mut moves: Vec<Point> = Vec::new();
    let enemies = b.enemies_of(p);
    for n in 1..=2 {
        for &q in enemies.iter().filter(|&&q| b.liberty_count(q) == n) {
            moves.extend(b.liberties(q).iter());
        }
        if n == 1 {
            moves.extend(b.liberties(p).iter());
        }
    }
    let mut seen = PointSet::EMPTY;
    moves.retain(|&m| {
        !seen.contains(m) && {
            seen.insert(m);
            true
        }
    });
    moves
}

fn defends(b: &mut Board, p: Point, budget: &mut u32, depth: u32) -> bool {
    let Some(c) = b.colour(p) else { return false };
    if b.liberty_count(p) > MOST_LIBERTIES || *budget == 0 || depth > 80 {
        return true;
    }
    *budget -= 1;
    if b.liberty_count(p) > 1 {
        b.pass();
        let safe = !attacks(b, p, budget, depth + 1);
        b.undo();
        if safe {
            return true;
        }
    }
    for m in defence_candidates(b, p) {
        if b.play(c, m).is_err() {
            continue;
        }
        let safe = b.is_stone(p, c) && !attacks(b, p, budget, depth + 1);
        b.undo();
        if safe {
            return true;
        }
    }
    false
}
