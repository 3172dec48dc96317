//! The hidden world: which tile lies where. Only a referee holds one.

use crate::bits::{Squares, bit};
use crate::board::{Board, Move};
use crate::piece::Tile;
use crate::rules::Rules;
use touchstone_kernel::truth::Seen;
use touchstone_kernel::{After, Position, Rng, Seat, TextError, Truth};

/// A board with what lies under its tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    board: Board,
    /// The tile that lay face-down on each square when the world was made.
    deal: [Option<Tile>; 32],
}

impl World {
    /// A world that agrees with `board`: its bag dealt to its face-down squares.
    pub fn dealt(board: Board, luck: &mut Rng) -> World {
        let mut tiles = Vec::with_capacity(32);
        for t in Tile::all() {
            for _ in 0..board.bag(t) {
                tiles.push(t);
            }
        }
        luck.shuffle(&mut tiles);
        let mut deal = [None; 32];
        for (s, t) in Squares(board.face_down()).zip(tiles) {
            deal[s as usize] = Some(t);
        }
        World { board, deal }
    }

    /// The tile under a square that is face-down now.
    pub fn under(&self, square: u8) -> Option<Tile> {
        if self.board.face_down() & bit(square & 31) == 0 {
            return None;
        }
        self.deal[square as usize & 31]
    }

    /// The board as both seats see it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The deal as text: the tiles of a1 to h1, then a2 and so on, a blank
    /// between ranks; `.` where none lay face-down when the world was made.
    pub fn print_deal(&self) -> String {
        let width = (self.board.squares() & 0xff).count_ones() as usize;
        let height = (self.board.squares() & 0x0101_0101).count_ones() as usize;
        let row = |r: usize| -> String {
            self.deal[8 * r..8 * r + width].iter().map(|t| t.map_or('.', Tile::letter)).collect()
        };
        (0..height).map(row).collect::<Vec<_>>().join(" ")
    }

    /// Reads a deal for the start of `rules`: one letter for each square in the
    /// order a1, b1, ... h4 (rank 1 first, unlike a position text); blanks are skipped.
    ///
    /// # Errors
    /// If a letter is no tile, or they are not exactly the set of `rules`.
    pub fn parse_deal(text: &str, rules: &Rules) -> Result<World, TextError> {
        let board = Board::start(rules);
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if letters.len() != rules.squares() as usize {
            return Err(TextError::new(
                "deal",
                format!("{} letters", letters.len()),
                format!("{} letters, a1 first", rules.squares()),
            ));
        }
        let mut deal = [None; 32];
        let mut left: [u32; 14] =
            std::array::from_fn(|i| Tile::from_index(i).map_or(0, |t| board.bag(t)));
        for (i, (s, c)) in Squares(board.face_down()).zip(letters).enumerate() {
            let place = || format!("deal, letter {}", i + 1);
            let Some(t) = Tile::from_letter(c) else {
                return Err(TextError::new(place(), format!("`{c}`"), "one of `GAERHCSgaerhcs`"));
            };
            let n = &mut left[t.index()];
            if *n == 0 {
                return Err(TextError::new(
                    place(),
                    format!("one `{c}` too many"),
                    format!("{} in all", board.bag(t)),
                ));
            }
            *n -= 1;
            deal[s as usize] = Some(t);
        }
        Ok(World { board, deal })
    }
}

impl Truth for World {
    type View = Board;

    fn view(&self, _seat: Seat) -> Board {
        self.board
    }

    fn seat(&self) -> Seat {
        self.board.seat_to_move()
    }

    fn play(&mut self, m: Move) -> [Seen<Board>; 2] {
        let after = self.board.after(m);
        let event = if m.is_flip() { self.under(m.from()) } else { None };
        self.board = match event {
            Some(t) => after.resolve(t),
            None => after.settled(),
        };
        let seen = Seen { after, event, position: self.board };
        [seen.clone(), seen]
    }
}
