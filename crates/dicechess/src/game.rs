//! Dice Chess as the outside sees it.

use crate::dfen::{self, Read, Reading};
use crate::dice::Pool;
use crate::notation;
use crate::position::{DicePosition, TurnEnd, TurnMove};
use crate::rules::{PRESETS, Rules};
use crate::truth::World;
use touchstone_kernel::{
    After, Game, Line, LuckKey, Node, Position, Preset, Setup, TextError, Truth,
};

/// The game of Dice Chess.
#[derive(Clone, Copy, Debug)]
pub struct DiceChess;

/// The start position as DFEN.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";

/// A setup from what a DFEN says. A finished game becomes a decision with a
/// verdict.
pub fn setup_of(read: Read) -> Setup<DicePosition> {
    let (node, position, rules) = match read {
        Read::Decision(p) => (Node::Decision(p), p, p.rules),
        Read::Before(e) if e.is_certain() => (Node::Decision(e.settled()), e.settled(), e.rules),
        Read::Before(e) => (Node::Chance(e), e.settled(), e.rules),
    };
    let mut line = Line::new(rules, &position, ());
    line.set_root();
    Setup { node, line }
}

impl Game for DiceChess {
    type Position = DicePosition;
    type Truth = World;

    const NAME: &'static str = "dicechess";

    fn presets() -> &'static [Preset<Rules>] {
        PRESETS
    }

    /// Before White's first roll.
    fn start(rules: Rules) -> Setup<DicePosition> {
        let board = touchstone_chess::Board::start();
        let turn = touchstone_chess::Colour::White;
        let men = crate::Men::seen(&board, touchstone_chess::Castling::ALL, [0; 2], 0, turn);
        setup_of(Read::Before(TurnEnd { men, turn, number: 1, taken: false, rules }))
    }

    fn parse_position(text: &str, rules: Rules) -> Result<Setup<DicePosition>, TextError> {
        if text.trim() == "start" {
            return Ok(Self::start(rules));
        }
        dfen::parse(text, Reading::Strict, rules).map(setup_of)
    }

    fn print_position(setup: &Setup<DicePosition>) -> String {
        match &setup.node {
            Node::Decision(p) => Read::Decision(*p).print(),
            Node::Chance(e) => Read::Before(*e).print(),
        }
    }

    /// Reads a turn, with the next roll where the text names it
    /// (`e2e4,g1f3,f1c4=PNK`). Any legal path is accepted, in any order that
    /// is legal.
    fn parse_move(
        position: &DicePosition,
        line: &Line<DicePosition>,
        text: &str,
    ) -> Result<(TurnMove, Option<Pool>), TextError> {
        let (turn_text, roll_text) = match text.split_once('=') {
            Some((t, r)) => (t, Some(r)),
            None => (text, None),
        };
        if let Some(v) = position.verdict(line) {
            return Err(TextError::new(
                "turn",
                format!("`{text}` after the game ended ({})", v.reason),
                "no further turn",
            ));
        }
        let path = notation::parse_path(turn_text, position.turn).map_err(|found| {
            TextError::new("turn", found, "steps such as `e2e4,g1f3,e7e8q`, or `pass`")
        })?;
        if !position.is_legal(path) {
            return Err(illegal(position, path, turn_text));
        }
        let m = TurnMove(path);
        let event = match roll_text {
            Some(r) => Some(Self::parse_event(&position.after(m), r)?),
            None => None,
        };
        Ok((m, event))
    }

    fn print_move(position: &DicePosition, m: TurnMove) -> String {
        notation::print_path(m.0, position.turn)
    }

    fn parse_event(after: &TurnEnd, text: &str) -> Result<Pool, TextError> {
        let place = "roll";
        if after.is_certain() {
            return Err(TextError::new(place, format!("`{text}`"), "no roll: the game is over"));
        }
        Pool::from_text(text).filter(|p| p.is_roll()).ok_or_else(|| {
            TextError::new(place, format!("`{text}`"), "three of the letters `PNBRQK`")
        })
    }

    fn print_event(_after: &TurnEnd, e: Pool) -> String {
        e.text()
    }

    fn deal(setup: &Setup<DicePosition>, key: &LuckKey) -> (World, Setup<DicePosition>) {
        let seed = World::seed_of(key);
        match &setup.node {
            Node::Decision(p) => (World::new(*p, seed, 0), setup.clone()),
            Node::Chance(after) => {
                let p = after.rolled(World::roll(seed, 0));
                (World::new(p, seed, 0), setup_of(Read::Decision(p)))
            }
        }
    }

    fn print_deal(truth: &World) -> String {
        truth.print_deal()
    }

    fn parse_deal(text: &str, rules: Rules) -> Result<World, TextError> {
        let seed = World::parse_seed(text)?;
        let start = match &Self::start(rules).node {
            Node::Chance(after) => after.rolled(World::roll(seed, 0)),
            Node::Decision(p) => *p,
        };
        Ok(World::new(start, seed, 0))
    }

    fn side_names() -> [&'static str; 2] {
        ["white", "black"]
    }
}

/// Why a turn is not legal, step by step.
fn illegal(p: &DicePosition, path: u64, text: &str) -> TextError {
    let legal = p.paths();
    let found = format!("`{}`", text.trim());
    if legal.is_empty() {
        return TextError::new(
            "turn",
            found,
            format!("`pass`: no die of {} can be played", p.dice.text()),
        );
    }
    let steps: Vec<u16> = crate::layers::path_steps(path).collect();
    let mut fitting = legal;
    for (i, s) in steps.iter().enumerate() {
        let nexts = next_steps(&fitting, i, p);
        fitting.retain(|&l| crate::layers::path_steps(l).nth(i) == Some(*s));
        if fitting.is_empty() {
            return TextError::new(
                format!("turn, step {}", i + 1),
                format!("`{}`", notation::print_step(*s, p.turn)),
                format!("with the dice {}: {}", p.dice.text(), nexts),
            );
        }
    }
    let nexts = next_steps(&fitting, steps.len(), p);
    TextError::new(
        format!("turn, step {}", steps.len() + 1),
        "nothing",
        format!("a turn that goes on with {nexts} (the most dice must be spent)"),
    )
}

fn next_steps(paths: &[u64], at: usize, p: &DicePosition) -> String {
    let mut list: Vec<String> = paths
        .iter()
        .filter_map(|&l| crate::layers::path_steps(l).nth(at))
        .map(|s| notation::print_step(s, p.turn))
        .collect();
    list.sort();
    list.dedup();
    let more = list.len().saturating_sub(12);
    list.truncate(12);
    let mut text = list.join(", ");
    if more > 0 {
        text.push_str(&format!(", ... ({more} more)"));
    }
    if text.is_empty() { "nothing more".into() } else { text }
}

/// A world at the setup of a deal text, for code that replays records.
pub fn view_of(world: &World) -> DicePosition {
    world.view(world.seat())
}
