//! Banqi as the outside sees it.

use crate::board::{Board, Move};
use crate::fen;
use crate::notation::{self, Dialect};
use crate::piece::Tile;
use crate::position::{Decided, Mark};
use crate::rules::{PRESETS, Rules};
use crate::truth::World;
use touchstone_kernel::{After, Game, Line, LuckKey, Node, Position, Preset, Setup, TextError};

/// The game of Banqi (Chinese dark chess).
#[derive(Clone, Copy, Debug)]
pub struct Banqi;

/// A setup whose line begins with `board`.
pub fn setup_at(rules: Rules, board: Board, mark: Mark) -> Setup<Board> {
    let mut line = Line::new(rules, &board, mark);
    line.set_root();
    Setup { node: Node::Decision(board), line }
}

/// Goes on by a decision and, for a flip, the tile that turned up.
///
/// # Errors
/// If the move is not legal, or the tile is not in the bag, or a flip comes
/// without a tile although several kinds are left.
pub fn advance(setup: &mut Setup<Board>, m: Move, tile: Option<Tile>) -> Result<(), TextError> {
    let Node::Decision(board) = &setup.node else {
        return Err(TextError::new("game", "a chance node", "a decision"));
    };
    let board = *board;
    let (m, tile) = check_legal(&board, &setup.line, m, tile)?;
    let after = board.after(m);
    let child = match tile {
        Some(t) => after.resolve(t),
        None if m.is_flip() => {
            return Err(TextError::new(
                "move",
                format!("`{}`", notation::print_move(m, Dialect::OneBased)),
                "the tile that turned up, as in `c3c3=R`, or a deal",
            ));
        }
        None => after.settled(),
    };
    setup.line.push(&after, &child);
    setup.line.set_root();
    setup.node = Node::Decision(child);
    Ok(())
}

fn check_legal(
    board: &Board,
    line: &Line<Board>,
    m: Move,
    tile: Option<Tile>,
) -> Result<(Move, Option<Tile>), TextError> {
    let text = || format!("`{}`", notation::print_move(m, Dialect::OneBased));
    if let Some(v) = board.verdict(line) {
        return Err(TextError::new(
            "move",
            format!("{} after the game ended ({})", text(), v.reason),
            "no further move",
        ));
    }
    if !touchstone_kernel::legal_moves(board, line).contains(&m) {
        let expected = if m.is_flip() {
            "a face-down tile to flip".to_owned()
        } else if board.is_legal(m) {
            "a move that does not extend a chase at its limit".to_owned()
        } else {
            match board.tile_at(m.from()) {
                None => "a face-up piece on the first square".to_owned(),
                Some(t) if Some(t.side()) != board.side_to_move() => {
                    "a piece of the side to move on the first square".to_owned()
                }
                Some(t) => format!("a square that `{}` can step or capture to", t.letter()),
            }
        };
        return Err(TextError::new("move", text(), expected));
    }
    match tile {
        Some(t) if board.bag(t) == 0 => Err(TextError::new(
            "move",
            format!("{} turning up `{}`", text(), t.letter()),
            "a tile that is still in the bag",
        )),
        None if m.is_flip() => {
            let mut left = Tile::all().filter(|&t| board.bag(t) > 0);
            let only = left.next().filter(|_| left.next().is_none());
            Ok((m, only))
        }
        _ => Ok((m, tile)),
    }
}

impl Game for Banqi {
    type Position = Board;
    type Truth = World;

    const NAME: &'static str = "banqi";

    fn presets() -> &'static [Preset<Rules>] {
        PRESETS
    }

    fn start(rules: Rules) -> Setup<Board> {
        setup_at(rules, Board::start(&rules), Mark::default())
    }

    fn parse_position(text: &str, rules: Rules) -> Result<Setup<Board>, TextError> {
        rules.check()?;
        if text.trim() == "start" {
            return Ok(Self::start(rules));
        }
        let (board, mark) = fen::parse(text, &rules)?;
        Ok(setup_at(rules, board, mark))
    }

    fn print_position(setup: &Setup<Board>) -> String {
        match setup.decision() {
            Some(board) => fen::print(board, &setup.line.last().mark),
            None => String::new(),
        }
    }

    fn parse_move(
        position: &Board,
        line: &Line<Board>,
        text: &str,
    ) -> Result<(Move, Option<Tile>), TextError> {
        let (m, tile) = notation::parse_on(position, text, Dialect::OneBased)?;
        check_legal(position, line, m, tile)
    }

    fn print_move(_position: &Board, m: Move) -> String {
        notation::print_move(m, Dialect::OneBased)
    }

    fn parse_event(after: &Decided, text: &str) -> Result<Tile, TextError> {
        let mut list = touchstone_kernel::List::new();
        after.outcomes(&mut list);
        let found = (text.chars().count() == 1)
            .then(|| text.chars().next().and_then(Tile::from_letter))
            .flatten();
        found.filter(|&t| list.iter().any(|o| o.event == t)).ok_or_else(|| {
            let left: String = list.iter().map(|o| o.event.letter()).collect();
            TextError::new("event", format!("`{text}`"), format!("one of `{left}`"))
        })
    }

    fn print_event(_after: &Decided, e: Tile) -> String {
        e.letter().to_string()
    }

    fn deal(setup: &Setup<Board>, key: &LuckKey) -> (World, Setup<Board>) {
        let board = setup.decision().copied().unwrap_or_else(|| Board::start(&setup.line.rules()));
        (World::dealt(board, &mut key.stream("tiles", 0)), setup.clone())
    }

    fn print_deal(truth: &World) -> String {
        truth.print_deal()
    }

    fn parse_deal(text: &str, rules: Rules) -> Result<World, TextError> {
        rules.check()?;
        World::parse_deal(text, &rules)
    }

    fn diagram(board: &Board, chinese: bool) -> Option<String> {
        Some(crate::diagram::draw(board, chinese))
    }

    fn side_names() -> [&'static str; 2] {
        ["red", "black"]
    }
}
