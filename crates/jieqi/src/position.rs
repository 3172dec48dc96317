//! The view as a position that a search may walk, and what a move leads to
//! before it is known what the moved piece is.
//!
//! The single-observer model: a search from a seat keeps that seat's knowledge
//! throughout. Whoever moves a dark piece draws from that colour's pool as the
//! observer knows it (the observer's own pool is a superset of what is still
//! there, and its pieces are exchangeable). Identities of dark pieces that are
//! captured are not branched on: the pool stays as it is, which leaves every
//! marginal chance right and gives up only the gain of information.

use crate::bits::ALL;
use crate::board::{Move, Observer, View};
use crate::chase::chased_by;
use crate::piece::{Piece, Pool, Role};
use crate::rules::{Chase, Mark, Rules, horizon, line_verdict};
use std::ops::ControlFlow;
use touchstone_kernel::position::Outcome;
use touchstone_kernel::{After, Key, Line, List, Position, Seat, Side, Verdict};

/// What was found out at a move, as far as one seat learns it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Event {
    /// What the moved dark piece turned out to be.
    pub became: Option<Role>,
    /// What the captured dark piece was. Only the capturer learns it, and a
    /// search never branches on it.
    pub captured: Option<Role>,
}

impl Event {
    /// A reveal and nothing else.
    pub const fn reveal(role: Role) -> Event {
        Event { became: Some(role), captured: None }
    }
}

/// A move that was made, the moved piece lifted from the board: what it is may
/// still be open.
#[derive(Clone, PartialEq, Eq)]
pub struct Moved {
    /// The board without the moved and the captured piece, the mover unchanged.
    view: View,
    m: Move,
    piece: Piece,
    captured: Piece,
}

impl Moved {
    /// The move.
    pub fn step(&self) -> Move {
        self.m
    }

    /// The piece that moved, as it stood before.
    pub fn piece(&self) -> Piece {
        self.piece
    }

    /// The piece that was taken, [`Piece::EMPTY`] for none.
    pub fn captured(&self) -> Piece {
        self.captured
    }

    /// The colour that moved.
    pub fn side(&self) -> Side {
        self.view.mover
    }

    /// What the moved piece may be, as the observer knows it.
    pub fn pool(&self) -> Pool {
        self.view.pool(self.view.mover)
    }

    /// The position before the move.
    pub fn before(&self) -> View {
        let mut view = self.view.clone();
        view.put(self.m.from, self.piece);
        if !self.captured.is_empty() {
            view.put(self.m.to, self.captured);
        }
        view
    }

    #[inline]
    fn finish(&self, role: Role, captured: Option<Role>) -> View {
        let side = self.view.mover;
        let mut view = self.view.clone();
        view.put(self.m.to, Piece::new(role, side));
        if self.piece.is_dark() {
            view.draw(side, role);
        }
        if let (true, Some(role)) = (self.captured.is_dark(), captured) {
            view.draw(side.other(), role);
        }
        view.mover = side.other();
        view.checked = view.is_attacked(view.mover);
        view
    }

    fn any_role(&self) -> Role {
        if self.piece.is_dark() {
            self.pool().each().next().map_or(self.piece.role(), |x| x.0)
        } else {
            self.piece.role()
        }
    }
}

impl std::fmt::Debug for Moved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} on {:?}", self.m, self.before())
    }
}

impl After for Moved {
    type Position = View;
    type Event = Event;

    #[inline]
    fn is_certain(&self) -> bool {
        !self.piece.is_dark()
    }

    fn settled(&self) -> View {
        self.finish(self.any_role(), None)
    }

    #[inline]
    fn key(&self) -> Key {
        self.view.pending_key(self.m.to)
    }

    #[inline]
    fn resets(&self) -> bool {
        self.piece.is_dark() || !self.captured.is_empty()
    }

    fn outcomes(&self, list: &mut List<Outcome<Event>>) {
        if self.piece.is_dark() {
            let pool = self.pool();
            for role in Role::HIDDEN {
                let weight = pool.count(role);
                if weight > 0 {
                    list.push(Outcome { event: Event::reveal(role), weight });
                }
            }
        }
    }

    fn resolve(&self, e: Event) -> View {
        let role = match e.became {
            Some(role) if self.piece.is_dark() => role,
            _ => self.any_role(),
        };
        self.finish(role, e.captured)
    }
}

/// The seat that plays a colour: Red decides first.
pub const fn seat_of(side: Side) -> Seat {
    match side {
        Side::One => Seat::First,
        Side::Two => Seat::Second,
    }
}

/// The colour that a seat plays.
pub const fn side_of(seat: Seat) -> Side {
    match seat {
        Seat::First => Side::One,
        Seat::Second => Side::Two,
    }
}

/// The observer that sits on a seat.
pub const fn observer_of(seat: Seat) -> Observer {
    Observer::Seat(side_of(seat))
}

impl Position for View {
    type Rules = Rules;
    type Move = Move;
    type Mark = Mark;
    type After = Moved;

    #[inline]
    fn seat(&self) -> Seat {
        seat_of(self.mover)
    }

    #[inline]
    fn side(&self) -> Option<Side> {
        Some(self.mover)
    }

    fn moves(&self, _: &Line<View>, list: &mut List<Move>) {
        let _ = self.each_legal(ALL, |m| {
            list.push(m);
            ControlFlow::Continue(())
        });
    }

    fn verdict(&self, line: &Line<View>) -> Option<Verdict> {
        if !self.has_moves() {
            let reason = if self.checked { "checkmate" } else { "stalemate" };
            return Some(Verdict::win(self.seat().other(), reason));
        }
        line_verdict(self, line)
    }

    #[inline]
    fn after(&self, m: Move) -> Moved {
        let mut view = self.clone();
        let piece = view.take(m.from);
        let captured = view.take(m.to);
        Moved { view, m, piece, captured }
    }

    #[inline]
    fn key(&self) -> Key {
        self.information_key()
    }

    fn mark(&self, line: &Line<View>, after: &Moved) -> Mark {
        let last = line.last().mark;
        let clock = if after.captured.is_empty() { last.clock.saturating_add(1) } else { 0 };
        let black_moved = after.side() == Side::Two;
        let chased = match line.rules().chase {
            Chase::Loses { dark_counts } if !after.resets() => {
                let side = after.side();
                chased_by(self, side, dark_counts) & !chased_by(&after.before(), side, dark_counts)
            }
            _ => 0,
        };
        Mark {
            clock,
            full: last.full.saturating_add(u16::from(black_moved)),
            check: self.checked,
            step: (after.m.from.index() as u8, after.m.to.index() as u8),
            chased,
        }
    }

    #[inline]
    fn line_horizon(&self, line: &Line<View>) -> u32 {
        horizon(line)
    }
}
