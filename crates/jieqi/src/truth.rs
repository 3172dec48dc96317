//! The referee's world: who every dark piece is, and what each seat knows.

use crate::board::{Move, Observer, View};
use crate::fen::{self, Fen};
use crate::piece::{Pool, Role, Square};
use crate::position::{Event, Moved, observer_of};
use touchstone_kernel::truth::Seen;
use touchstone_kernel::{After, LuckKey, Position, Seat, Side, TextError, Truth};

/// All identities, and the three views of the board: each seat's and a
/// spectator's. A view's pools change only by what that observer learns.
#[derive(Clone, Debug)]
pub struct World {
    /// By square; only read where the board has a dark piece.
    hidden: [Option<Role>; Square::COUNT],
    seats: [View; 2],
    spectator: View,
    clock: u16,
    full: u16,
}

impl World {
    /// A world of a position as the side to move knows it. `identities` are the
    /// dark pieces in board order. Whoever is not the observer knows the pools
    /// exactly as far as they follow from the board.
    fn of(view: &View, identities: Vec<Role>, clock: u16, full: u16) -> World {
        let mut hidden = [None; Square::COUNT];
        let mut exact = [Pool::EMPTY; 2];
        let dark = fen::board_order().filter(|&s| view.piece(s).is_dark());
        for (s, role) in dark.zip(identities) {
            hidden[s.index()] = Some(role);
            let pool = &mut exact[view.piece(s).side().index()];
            *pool = pool.with(role);
        }
        let know = |observer: Observer| {
            let mut v = view.watched_by(observer);
            if observer != view.observer() {
                // What this one took dark it knows: the pool of the other side is exact.
                if let (Observer::Seat(own), Observer::Seat(_)) = (observer, view.observer()) {
                    v.set_pool(own.other(), exact[own.other().index()]);
                }
            }
            v
        };
        World {
            hidden,
            seats: [know(observer_of(Seat::First)), know(observer_of(Seat::Second))],
            spectator: know(Observer::Spectator),
            clock,
            full,
        }
    }

    /// Deals the dark pieces of `view` from its pools; the luck of a square is
    /// the same in every game with this key.
    pub fn deal(view: &View, clock: u16, full: u16, key: &LuckKey) -> World {
        World::complete(view, None, clock, full, key)
    }

    fn complete(
        view: &View,
        given: Option<&[Option<Role>]>,
        clock: u16,
        full: u16,
        key: &LuckKey,
    ) -> World {
        let dark: Vec<Square> = fen::board_order().filter(|&s| view.piece(s).is_dark()).collect();
        let mut left = [view.pool(Side::One), view.pool(Side::Two)];
        let known = |k: usize| given.and_then(|g| g.get(k).copied().flatten());
        for (k, &s) in dark.iter().enumerate() {
            if let Some(role) = known(k) {
                let pool = &mut left[view.piece(s).side().index()];
                *pool = pool.without(role);
            }
        }
        let mut stock = left.map(|pool| {
            pool.each().flat_map(|(r, n)| std::iter::repeat_n(r, n as usize)).collect::<Vec<_>>()
        });
        for side in Side::BOTH {
            key.stream("jieqi deal", side.index() as u64).shuffle(&mut stock[side.index()]);
        }
        let identities = dark
            .iter()
            .enumerate()
            .map(|(k, &s)| {
                let stock = &mut stock[view.piece(s).side().index()];
                // The pool covers the dark pieces (checked when a view is read).
                known(k).or_else(|| stock.pop()).unwrap_or(Role::Soldier)
            })
            .collect();
        World::of(view, identities, clock, full)
    }

    /// A world from a dealt text; what it leaves open (`?`) is drawn with `key`.
    pub fn of_fen(f: &Fen, key: &LuckKey) -> World {
        World::complete(&f.view, f.deal.as_deref(), f.clock, f.full, key)
    }

    /// Reads a dealt text: six fields, or only the thirty letters of the start.
    pub fn parse(text: &str) -> Result<World, TextError> {
        let text = text.trim();
        let whole = if text.contains(char::is_whitespace) {
            text.to_string()
        } else {
            format!("{} {text}", fen::START)
        };
        let f = fen::parse(&whole)?;
        if f.deal.is_none() {
            return Err(TextError::new("deal", text, "a sixth field with one letter a dark piece"));
        }
        let key = LuckKey { run: "undetermined".into(), pair: 0 };
        Ok(World::of_fen(&f, &key))
    }

    /// What a spectator knows: for each side what the victims know.
    pub fn spectator(&self) -> View {
        self.spectator.clone()
    }

    /// What the dark piece on a square is.
    pub fn identity(&self, s: Square) -> Option<Role> {
        if self.seats[0].piece(s).is_dark() { self.hidden[s.index()] } else { None }
    }

    /// The dealt text: six fields, the pools exactly what is dark.
    pub fn text(&self) -> String {
        let mut view = self.spectator.clone();
        let mut exact = [Pool::EMPTY; 2];
        for s in fen::board_order() {
            if let Some(role) = self.identity(s) {
                let pool = &mut exact[view.piece(s).side().index()];
                *pool = pool.with(role);
            }
        }
        for side in Side::BOTH {
            view.set_pool(side, exact[side.index()]);
        }
        fen::print_dealt(&view, self.clock, self.full, |s| self.identity(s))
    }

    /// What really happens at `m`.
    pub fn event(&self, m: Move) -> Event {
        Event { became: self.identity(m.from), captured: self.identity(m.to) }
    }

    /// The part of an event that an observer learns.
    pub fn learned(event: Event, mover: Side, observer: Observer) -> Event {
        match observer {
            Observer::Seat(side) if side == mover => event,
            _ => Event { captured: None, ..event },
        }
    }
}

impl Truth for World {
    type View = View;

    fn view(&self, seat: Seat) -> View {
        self.seats[seat.index()].clone()
    }

    fn seat(&self) -> Seat {
        self.seats[0].seat()
    }

    fn play(&mut self, m: Move) -> [Seen<View>; 2] {
        let event = self.event(m);
        let mover = self.seats[0].mover();
        let see = |view: &View, observer: Observer| -> (Moved, Event, View) {
            let after = view.after(m);
            let learned = World::learned(event, mover, observer);
            let next = after.resolve(learned);
            (after, learned, next)
        };
        let seen = Seat::BOTH.map(|seat| {
            let (after, learned, position) = see(&self.seats[seat.index()], observer_of(seat));
            let event = (learned != Event::default()).then_some(learned);
            Seen { after, event, position }
        });
        let (after, _, spectator) = see(&self.spectator, Observer::Spectator);
        self.clock = if after.captured().is_empty() { self.clock.saturating_add(1) } else { 0 };
        self.full = self.full.saturating_add(u16::from(mover == Side::Two));
        self.hidden[m.from.index()] = None;
        self.hidden[m.to.index()] = None;
        self.spectator = spectator;
        self.seats = [seen[0].position.clone(), seen[1].position.clone()];
        seen
    }
}
