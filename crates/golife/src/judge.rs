//! Who marks dead stones and seki at the end of a game.

use crate::life;
use crate::unconditional::{Status, Unconditional};
use touchstone_go::game::{Game, Move};
use touchstone_go::player::{Judgement, Mind, Simple};
use touchstone_go::{Colour, PointSet};

/// The simple player with judgement: what is certain overrules its random games, and seki is found by search.
pub struct Judge(Simple);

impl Judge {
    /// A judge whose random games come from this seed.
    pub fn new(seed: u64) -> Judge {
        Judge(Simple::new(seed))
    }
}

impl Mind for Judge {
    fn choose(&mut self, game: &mut Game, c: Colour, allowed: Option<&PointSet>) -> Move {
        self.0.choose(game, c, allowed)
    }

    fn judge(&mut self, game: &mut Game) -> Judgement {
        let mut dead = self.0.judge(game).dead;
        let board = game.board();
        let certain = Unconditional::of(board);
        for p in board.occupied() {
            match certain.status(board, p) {
                Status::Alive => dead.remove(p),
                Status::Dead => dead.insert(p),
                _ => {}
            }
        }
        let seki = life::seki(board, &dead);
        Judgement { dead: dead.minus(&seki), seki }
    }
}
