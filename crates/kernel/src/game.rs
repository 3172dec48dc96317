//! One game as the outside sees it: presets, position text, moves as text, worlds.
//!
//! Every game implements [`Game`]; the laboratory, the server and the command
//! line reach all games through it and know none of their rules.

use crate::line::Line;
use crate::position::{After, Position};
use crate::rng::Rng;
use crate::truth::Truth;
use thiserror::Error;

/// Something is wrong with a text: where, what was found, what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: found {found}; expected {expected}")]
pub struct TextError {
    /// The field, square, ply or line and column that is wrong.
    pub place: String,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

impl TextError {
    /// An error at `place`.
    pub fn new(
        place: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextError {
        TextError { place: place.into(), found: found.into(), expected: expected.into() }
    }
}

/// Named rules.
#[derive(Clone, Copy, Debug)]
pub struct Preset<R: 'static> {
    /// The name, as `--rules` takes it.
    pub name: &'static str,
    /// The rules.
    pub rules: R,
    /// One line for people.
    pub about: &'static str,
}

/// Where a game stands: somebody decides, or luck comes first (before a roll).
#[derive(Clone, Debug)]
pub enum Node<P: Position> {
    /// Somebody decides.
    Decision(P),
    /// Luck comes first.
    Chance(P::After),
}

/// A node with the history that led to it.
#[derive(Clone, Debug)]
pub struct Setup<P: Position> {
    /// Where the game stands.
    pub node: Node<P>,
    /// The history; for a chance node it ends with the decision before, or
    /// with any outcome of the node where there was none.
    pub line: Line<P>,
}

impl<P: Position> Setup<P> {
    /// The position where somebody decides; `None` before a roll.
    pub fn decision(&self) -> Option<&P> {
        match &self.node {
            Node::Decision(p) => Some(p),
            Node::Chance(_) => None,
        }
    }
}

/// The event type of a position's afterstates.
pub type EventOf<P> = <<P as Position>::After as After>::Event;
/// The position type of a game.
pub type MoveOf<P> = <P as Position>::Move;

/// A game: presets, text to types and back, worlds.
pub trait Game: Sized + 'static {
    /// What one seat may know.
    type Position: Position;
    /// The hidden world.
    type Truth: Truth<View = Self::Position>;

    /// The name, as the command line takes it.
    const NAME: &'static str;

    /// The named rules, the default first.
    fn presets() -> &'static [Preset<<Self::Position as Position>::Rules>];

    /// The start of a game, as both seats see it.
    fn start(rules: <Self::Position as Position>::Rules) -> Setup<Self::Position>;

    /// Reads a position text.
    fn parse_position(
        text: &str,
        rules: <Self::Position as Position>::Rules,
    ) -> Result<Setup<Self::Position>, TextError>;

    /// Writes a position text; reading it gives the same information.
    fn print_position(setup: &Setup<Self::Position>) -> String;

    /// Reads one move at a decision, with the event where the text names it
    /// (`c3c3=R`). The move is checked to be legal.
    fn parse_move(
        position: &Self::Position,
        line: &Line<Self::Position>,
        text: &str,
    ) -> Result<(MoveOf<Self::Position>, Option<EventOf<Self::Position>>), TextError>;

    /// Writes a decision (`c3c3`).
    fn print_move(position: &Self::Position, m: MoveOf<Self::Position>) -> String;

    /// Reads the event of an afterstate (`R`, a roll).
    fn parse_event(
        after: &<Self::Position as Position>::After,
        text: &str,
    ) -> Result<EventOf<Self::Position>, TextError>;

    /// Writes an event (`R`, a roll).
    fn print_event(
        after: &<Self::Position as Position>::After,
        e: EventOf<Self::Position>,
    ) -> String;

    /// Writes a decision with what luck made of it, as records and lines show
    /// it (`c3c3=R`); by default the two texts joined by `=`.
    fn print_played(
        position: &Self::Position,
        m: MoveOf<Self::Position>,
        e: Option<EventOf<Self::Position>>,
    ) -> String {
        let text = Self::print_move(position, m);
        match e {
            None => text,
            Some(e) => format!("{text}={}", Self::print_event(&position.after(m), e)),
        }
    }

    /// A world that agrees with `setup`, its luck drawn from streams named by
    /// `key` (dice by turn, tiles by square), so that games that part keep the
    /// same luck. Where `setup` is a chance node the world resolves it; the
    /// second part is the setup at the first decision.
    fn deal(setup: &Setup<Self::Position>, key: &LuckKey) -> (Self::Truth, Setup<Self::Position>);

    /// Writes the hidden part of a world for records (a deal), empty if there is none.
    fn print_deal(truth: &Self::Truth) -> String;

    /// Reads a world back from its deal text for the start of `rules`.
    fn parse_deal(
        text: &str,
        rules: <Self::Position as Position>::Rules,
    ) -> Result<Self::Truth, TextError>;

    /// The board as lines of text for a terminal, with Chinese characters or
    /// with letters. `None` where the position text has to do.
    fn diagram(position: &Self::Position, chinese: bool) -> Option<String> {
        let _ = (position, chinese);
        None
    }

    /// The names of the sides for people and JSON (`red`, `black`).
    fn side_names() -> [&'static str; 2];
}

/// Names the luck of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuckKey {
    /// The run (a seed, a run's name).
    pub run: String,
    /// The pair within the run; both legs of a pair have the same key.
    pub pair: u64,
}

impl LuckKey {
    /// The stream of this luck for one purpose and one turn or square.
    pub fn stream(&self, purpose: &str, at: u64) -> Rng {
        Rng::keyed(&[
            "luck".into(),
            self.run.as_str().into(),
            self.pair.into(),
            purpose.into(),
            at.into(),
        ])
    }
}

/// All legal moves of a position as a fresh vector, for code that is not hot.
pub fn legal_moves<P: Position>(position: &P, line: &Line<P>) -> Vec<P::Move> {
    let mut list = crate::list::List::new();
    position.moves(line, &mut list);
    list.to_vec()
}
