//! The hidden world. Only a referee, the laboratory and a review board hold one.

use crate::position::{After, Position};
use crate::side::Seat;

/// The whole truth of one game: what is face-down, what will be rolled.
/// [`Truth::view`] is the only door from it to what an engine may be given.
pub trait Truth: Clone {
    /// What one seat may know.
    type View: Position;

    /// What `seat` may know now.
    fn view(&self, seat: Seat) -> Self::View;

    /// Who decides now.
    fn seat(&self) -> Seat;

    /// Plays `m`, a legal move of the seat to decide, lets luck fall as this
    /// world has it, and tells what each seat ([`Seat::index`]) saw happen.
    fn play(&mut self, m: <Self::View as Position>::Move) -> [Seen<Self::View>; 2];
}

/// What one seat saw of a move.
#[derive(Clone, Debug)]
pub struct Seen<P: Position> {
    /// The afterstate in this seat's view.
    pub after: P::After,
    /// The event in this seat's view; `None` where no luck was open.
    pub event: Option<<P::After as After>::Event>,
    /// The position after it in this seat's view.
    pub position: P,
}
