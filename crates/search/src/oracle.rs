//! A slow, obviously right expectimax. It shares no code with the fast search:
//! no window, no table, no ordering, its own average.

use touchstone_kernel::{
    After, Line, List, Position, Score, Seat, Verdict, VerdictResult, position::Outcome,
};

/// What the oracle asks at its leaves.
pub trait Leaves<P: Position> {
    /// The static value for the mover.
    fn score(&self, p: &P) -> Score;
    /// The moves that quiescence tries; none to stop at the static value.
    fn noisy(&self, p: &P, line: &Line<P>, list: &mut List<P::Move>);
    /// A proved value for the mover from an exact table.
    fn exact(&self, p: &P, line: &Line<P>) -> Option<Score> {
        let _ = (p, line);
        None
    }
}

/// The value of `p`, the last position of `line`, at `depth` plies.
pub fn value<P: Position>(leaves: &impl Leaves<P>, p: &P, line: &mut Line<P>, depth: u32) -> Score {
    if let Some(v) = p.verdict(line) {
        return ended(v, p.seat());
    }
    if let Some(s) = leaves.exact(p, line) {
        return s;
    }
    let mut list = List::new();
    let mut best = None;
    if depth == 0 {
        best = Some(leaves.score(p));
        leaves.noisy(p, line, &mut list);
    } else {
        p.moves(line, &mut list);
    }
    for &m in list.iter() {
        let v = after_value(leaves, p, line, m, depth.saturating_sub(1));
        best = Some(best.map_or(v, |b: Score| b.max(v)));
    }
    // One decision back: a sure result comes one unit nearer to zero.
    best.map_or_else(|| leaves.score(p), stepped)
}

/// The value of playing `m` at `p` for its mover, before the step back.
pub fn after_value<P: Position>(
    leaves: &impl Leaves<P>,
    p: &P,
    line: &mut Line<P>,
    m: P::Move,
    depth: u32,
) -> Score {
    let after = p.after(m);
    if after.is_certain() {
        return child(leaves, p.seat(), &after, after.settled(), line, depth);
    }
    let mut outcomes: List<Outcome<<P::After as After>::Event>> = List::new();
    after.outcomes(&mut outcomes);
    let values: Vec<(u32, Score)> = outcomes
        .iter()
        .map(|o| (o.weight, child(leaves, p.seat(), &after, after.resolve(o.event), line, depth)))
        .collect();
    average(&values)
}

fn child<P: Position>(
    leaves: &impl Leaves<P>,
    mover: Seat,
    after: &P::After,
    child: P,
    line: &mut Line<P>,
    depth: u32,
) -> Score {
    line.push(after, &child);
    let v = value(leaves, &child, line, depth);
    line.pop();
    if child.seat() == mover { v } else { -v }
}

fn ended(v: Verdict, seat: Seat) -> Score {
    match v.result {
        VerdictResult::Draw => Score::DRAW,
        VerdictResult::Win(w) if w == seat => Score::WIN,
        VerdictResult::Win(_) => Score::LOSS,
    }
}

fn stepped(s: Score) -> Score {
    let far = Score::UNIT - Score::BAND + 1;
    match s.raw() {
        x if x > far => Score::from_raw(x - 1),
        x if x < -far => Score::from_raw(x + 1),
        x => Score::from_raw(x),
    }
}

/// The weighted mean: sure only if all are, else outside the band.
fn average(values: &[(u32, Score)]) -> Score {
    let total: i128 = values.iter().map(|v| i128::from(v.0)).sum();
    let sum: i128 = values.iter().map(|v| i128::from(v.0) * i128::from(v.1.raw())).sum();
    let quotient = (sum / total.max(1)) as i32;
    let edge = Score::UNIT - Score::BAND;
    let all_won = values.iter().all(|v| v.1.raw() > edge);
    let all_lost = values.iter().all(|v| v.1.raw() < -edge);
    Score::from_raw(if all_won || all_lost { quotient } else { quotient.clamp(-edge, edge) })
}
