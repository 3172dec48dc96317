//! Static judgement in named terms.

use crate::position::Position;
use crate::score::Score;
use crate::value::Interval;

/// One named term of an evaluation, in the evaluation's units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Term {
    /// Its name, in snake case.
    pub name: &'static str,
    /// What the side to move has of it, in units.
    pub own: i32,
    /// What the other side has of it, in units.
    pub other: i32,
    /// What it contributes to the score of the side to move, in units.
    pub value: i32,
}

/// A static evaluation. `State` is carried along moves and events where that
/// is faster than starting anew; `()` where it is not.
pub trait Evaluator<P: Position> {
    /// What is carried along.
    type State: Clone;

    /// The state of a position from nothing.
    fn start(&self, p: &P) -> Self::State;

    /// The state of `child`, reached over `after` from a position with `state`.
    fn carry(&self, state: &Self::State, after: &P::After, child: &P) -> Self::State {
        let _ = (state, after);
        self.start(child)
    }

    /// The expected result for the side to move, outside the band of sure results.
    fn score(&self, p: &P, state: &Self::State) -> Score;

    /// An interval that holds all that a search can return at `p` for the side
    /// to move: evaluations of everything that can follow, and ends of the game.
    fn range(&self, p: &P) -> Interval {
        let _ = p;
        Interval::ALL
    }

    /// What the units are called, e.g. `soldier/100`.
    fn units(&self) -> &'static str;

    /// Names every term with its share. The values sum to what the curve is fed.
    fn terms(&self, p: &P, f: &mut dyn FnMut(Term));
}
