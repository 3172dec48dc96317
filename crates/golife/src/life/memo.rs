//! Values of small eye spaces, remembered.

use crate::exact::{Game, Space};
use std::collections::HashMap;
use touchstone_go::Suicide;

/// What was searched so far. Pure: the same space has the same value always.
#[derive(Clone, Debug, Default)]
pub struct EyeMemo {
    known: HashMap<(Vec<u32>, [u32; 3], u8), (u8, u8)>,
}

impl EyeMemo {
    /// Eyes if the attacker moves first and if the defender does.
    pub(super) fn bounds(&mut self, space: &Space, outer: u8) -> (u8, u8) {
        let key = (space.next.clone(), [space.wall, space.margin, space.attackers], outer);
        if let Some(&v) = self.known.get(&key) {
            return v;
        }
        let v = search(space, outer);
        self.known.insert(key, v);
        v
    }
}

/// The second and third digit of the exact value.
fn search(space: &Space, outer: u8) -> (u8, u8) {
    let mut game = Game::new(space, Suicide::Forbidden);
    let (filled, open) = (game.start(outer, false), game.start(outer, true));
    if !game.attacker_wins(filled) {
        return (2, 2);
    }
    let saved = game.defender_saves(filled);
    let taken_with_eye = game.attacker_wins(open);
    match (saved, taken_with_eye) {
        (true, true) => (0, 2),
        (true, false) => (1, 2),
        (false, false) => (1, 1),
        (false, true) => (0, u8::from(game.defender_saves(open))),
    }
}
