//! The world that a referee holds: the position and the dice still to come.

use crate::dice::Pool;
use crate::position::{DicePosition, TurnMove};
use touchstone_kernel::{After, LuckKey, Position, Rng, Seat, TextError, Truth, truth::Seen};

/// A world. Roll n of a world depends on its seed and n alone, so that games
/// that part keep the same dice.
#[derive(Clone, Debug)]
pub struct World {
    position: DicePosition,
    seed: u64,
    turn: u64,
}

impl World {
    /// A world at `position` whose next rolls come from `seed`.
    pub fn new(position: DicePosition, seed: u64, turn: u64) -> World {
        World { position, seed, turn }
    }

    /// The seed that `key` names.
    pub fn seed_of(key: &LuckKey) -> u64 {
        key.stream("dice", 0).bits()
    }

    /// Roll number `n` of a seed; passes count.
    pub fn roll(seed: u64, n: u64) -> Pool {
        let mut rng = Rng::keyed(&["dicechess roll".into(), seed.into(), n.into()]);
        Pool::rolled([rng.index(6), rng.index(6), rng.index(6)])
    }

    /// The deal text: the seed as 16 hexadecimal digits.
    pub fn print_deal(&self) -> String {
        format!("{:016x}", self.seed)
    }

    /// Reads a seed.
    ///
    /// # Errors
    /// If the text is not 16 hexadecimal digits.
    pub fn parse_seed(text: &str) -> Result<u64, TextError> {
        Some(text.trim())
            .filter(|t| t.len() == 16 && t.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|t| u64::from_str_radix(t, 16).ok())
            .ok_or_else(|| {
                TextError::new("deal", format!("`{text}`"), "16 hexadecimal digits (the dice seed)")
            })
    }
}

impl Truth for World {
    type View = DicePosition;

    fn view(&self, _seat: Seat) -> DicePosition {
        self.position
    }

    fn seat(&self) -> Seat {
        self.position.seat()
    }

    fn play(&mut self, m: TurnMove) -> [Seen<DicePosition>; 2] {
        let after = self.position.after(m);
        self.turn += 1;
        let event = (!after.is_certain()).then(|| World::roll(self.seed, self.turn));
        self.position = match event {
            Some(roll) => after.resolve(roll),
            None => after.settled(),
        };
        let seen = Seen { after, event, position: self.position };
        [seen.clone(), seen]
    }
}
