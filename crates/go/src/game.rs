//! A whole game: rules, moves, repetition, prisoners.

use crate::board::{Board, Illegal};
use crate::notation::{parse_vertex, vertex};
use crate::point::{Colour, Point};
use crate::rules::{Ko, Rules};
use std::fmt;

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Move {
    /// Puts a stone.
    Play(Point),
    /// Passes.
    Pass,
    /// Gives up.
    Resign,
}

impl Move {
    /// Reads a vertex, `pass` or `resign`, in any case.
    pub fn parse(text: &str) -> Option<Move> {
        if text.eq_ignore_ascii_case("pass") {
            Some(Move::Pass)
        } else if text.eq_ignore_ascii_case("resign") {
            Some(Move::Resign)
        } else {
            parse_vertex(text).map(Move::Play)
        }
    }

    /// The point played on.
    pub fn point(self) -> Option<Point> {
        match self {
            Move::Play(p) => Some(p),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(p) => f.write_str(&vertex(*p)),
            Move::Pass => f.write_str("PASS"),
            Move::Resign => f.write_str("resign"),
        }
    }
}

/// One move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who.
    pub colour: Colour,
    /// What.
    pub mv: Move,
    /// Board hash before the move.
    hash_before: u64,
    to_move_before: Colour,
}

/// A game in progress.
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    komi: f64,
    handicap: u32,
    board: Board,
    setup: Board,
    setup_to_move: Colour,
    to_move: Colour,
    played: Vec<Played>,
}

impl Game {
    /// An empty board, Black to move.
    pub fn new(width: usize, height: usize, rules: Rules) -> Game {
        Game::from_board(Board::new(width, height), Colour::Black, rules)
    }

    /// A game that starts from a position.
    pub fn from_board(board: Board, to_move: Colour, rules: Rules) -> Game {
        let mut board = board.fresh().with_suicide(rules.suicide);
        if matches!(rules.ko, Ko::None) {
            board.set_ko(None);
        }
        Game {
            rules,
            komi: 0.0,
            handicap: 0,
            setup: board.clone(),
            board,
            setup_to_move: to_move,
            to_move,
            played: Vec::new(),
        }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Komi, in points for White.
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets komi.
    pub fn set_komi(&mut self, komi: f64) {
        self.komi = komi;
    }

    /// Handicap stones.
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Notes the number of handicap stones.
    pub fn set_handicap(&mut self, stones: u32) {
        self.handicap = stones;
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board for trial moves. Every move played on it must be undone.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The board before the first move.
    pub fn setup(&self) -> &Board {
        &self.setup
    }

    /// Who moves first after the setup.
    pub fn setup_to_move(&self) -> Colour {
        self.setup_to_move
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// Changes whose turn it is.
    pub fn set_to_move(&mut self, c: Colour) {
        self.to_move = c;
        if self.played.is_empty() {
            self.setup_to_move = c;
        }
    }

    /// The moves so far.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// Whether the last two moves were passes, or the last a resignation.
    pub fn is_over(&self) -> bool {
        match self.played.as_slice() {
            [.., Played { mv: Move::Resign, .. }] => true,
            [.., a, b] => a.mv == Move::Pass && b.mv == Move::Pass,
            _ => false,
        }
    }

    /// Whether the move is legal under all rules; the reason if not.
    ///
    /// # Errors
    /// [`Illegal`] says why the move cannot be played.
    pub fn check(&mut self, c: Colour, p: Point) -> Result<(), Illegal> {
        self.board.check(c, p)?;
        let superko = match self.rules.ko {
            Ko::None | Ko::Simple => return Ok(()),
            Ko::Positional => false,
            Ko::Situational => true,
        };
        self.board.play_unchecked(c, p);
        let hash = self.board.hash();
        self.board.undo();
        // A position counts with the player who is to move in it.
        let seen = self
            .played
            .iter()
            .any(|m| m.hash_before == hash && (!superko || m.to_move_before == c.other()));
        if seen { Err(Illegal::Superko(p)) } else { Ok(()) }
    }

    /// Plays a move for a colour (GTP allows either); the other moves next.
    ///
    /// # Errors
    /// [`Illegal`], and then nothing has changed.
    pub fn play(&mut self, c: Colour, mv: Move) -> Result<u32, Illegal> {
        let hash_before = self.board.hash();
        let taken = match mv {
            Move::Play(p) => {
                self.check(c, p)?;
                let taken = self.board.play_unchecked(c, p);
                if self.rules.ko == Ko::None {
                    self.board.set_ko(None);
                }
                taken
            }
            Move::Pass | Move::Resign => {
                self.board.pass();
                0
            }
        };
        self.played.push(Played { colour: c, mv, hash_before, to_move_before: c });
        self.to_move = c.other();
        Ok(taken)
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(m) = self.played.pop() else { return false };
        self.board.undo();
        self.to_move = m.colour;
        true
    }

    /// Bans a point by ko for a colour (some records carry it).
    pub fn set_ko(&mut self, ko: Option<(Point, Colour)>) {
        if self.rules.ko != Ko::None {
            self.board.set_ko(ko);
            if self.played.is_empty() {
                self.setup.set_ko(ko);
            }
        }
    }

    /// Adds a setup stone; while no move has been played it belongs to the setup.
    ///
    /// # Errors
    /// If the point is off the board or taken.
    pub fn add_stone(&mut self, c: Colour, p: Point) -> Result<(), Illegal> {
        if self.played.is_empty() {
            self.setup.add(c, p)?;
            self.setup = self.setup.fresh();
            self.board = self.setup.clone();
        } else {
            // In the middle of a game: the position so far becomes the setup.
            let mut b = self.board.fresh();
            b.add(c, p)?;
            self.board = b.fresh();
            self.setup = self.board.clone();
            self.setup_to_move = self.to_move;
            self.played.clear();
        }
        Ok(())
    }
}
