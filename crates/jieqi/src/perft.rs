//! Counts of the rules with chance: a dark move makes one child for each role
//! that its pool still has.

use crate::board::View;
use crate::position::Event;
use touchstone_kernel::position::Outcome;
use touchstone_kernel::{After, List, Position};

/// Counts at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Legal decisions over all positions of the depth before.
    pub moves: u64,
    /// Positions after every event that chance can bring.
    pub positions: u64,
}

/// What may follow a move: one event for each role that the moved piece may
/// be, and with `split_captured` also for each that the captured dark piece
/// may be.
pub fn events(view: &View, m: crate::Move, split_captured: bool) -> Vec<Event> {
    let after = view.after(m);
    let mut events = Vec::new();
    if after.is_certain() {
        events.push(Event::default());
    } else {
        let mut list: List<Outcome<Event>> = List::new();
        after.outcomes(&mut list);
        events.extend(list.iter().map(|o| o.event));
    }
    if split_captured && after.captured().is_dark() {
        let pool = view.pool(view.mover().other());
        events = events
            .iter()
            .flat_map(|e| pool.each().map(|(r, _)| Event { captured: Some(r), ..*e }))
            .collect();
    }
    events
}

/// Counts at depths 1 to `depth`. Repetition and clocks are not looked at.
pub fn perft(view: &View, depth: u32, split_captured: bool) -> Vec<Counts> {
    let mut counts = vec![Counts::default(); depth as usize];
    walk(view, &mut counts, split_captured);
    counts
}

fn walk(view: &View, counts: &mut [Counts], split: bool) {
    let Some((now, deeper)) = counts.split_first_mut() else { return };
    let mut moves = Vec::with_capacity(64);
    let _ = view.each_legal(crate::bits::ALL, |m| {
        moves.push(m);
        std::ops::ControlFlow::Continue(())
    });
    now.moves += moves.len() as u64;
    for m in moves {
        let events = events(view, m, split);
        now.positions += events.len() as u64;
        if !deeper.is_empty() {
            let after = view.after(m);
            for e in events {
                walk(&after.resolve(e), deeper, split);
            }
        }
    }
}
