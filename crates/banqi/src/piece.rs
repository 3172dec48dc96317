//! Kinds, tiles and their letters and characters.

use touchstone_kernel::Side;

/// What a piece is, without its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Takes everything but soldiers; falls to a soldier, a general or a cannon.
    General,
    /// Second in rank.
    Advisor,
    /// Third in rank.
    Elephant,
    /// Fourth in rank.
    Chariot,
    /// Fifth in rank.
    Horse,
    /// Jumps to capture anything; falls to all but soldiers.
    Cannon,
    /// Lowest in rank, yet takes the general.
    Soldier,
}

impl Kind {
    /// All kinds in the order `G A E R H C S`.
    pub const ALL: [Kind; 7] = [
        Kind::General,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Chariot,
        Kind::Horse,
        Kind::Cannon,
        Kind::Soldier,
    ];

    /// 0 (general) to 6 (soldier).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether a piece of this kind takes a neighbouring `target`; a cannon takes
    /// no neighbour (it jumps, and then over anything).
    pub const fn takes_beside(self, target: Kind) -> bool {
        match self {
            Kind::Cannon => false,
            Kind::Soldier => matches!(target, Kind::Soldier | Kind::General),
            Kind::General => !matches!(target, Kind::Soldier),
            _ => (self as u8) <= (target as u8),
        }
    }
}

/// A piece with its colour: red 0 to 6 and black 7 to 13, each `G A E R H C S`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// Number of different tiles.
    pub const COUNT: usize = 14;
    /// The letters in index order, as a position text writes them.
    pub const LETTERS: &'static str = "GAERHCSgaerhcs";

    /// The tile of a colour and kind.
    #[inline]
    pub const fn new(side: Side, kind: Kind) -> Tile {
        Tile(side.index() as u8 * 7 + kind as u8)
    }

    /// The tile with this index, 0 to 13.
    #[inline]
    pub const fn from_index(i: usize) -> Option<Tile> {
        if i < Tile::COUNT { Some(Tile(i as u8)) } else { None }
    }

    /// All tiles in index order.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..Tile::COUNT as u8).map(Tile)
    }

    /// 0 to 13.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its colour; red is [`Side::One`].
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 < 7 { Side::One } else { Side::Two }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> Kind {
        Kind::ALL[(self.0 % 7) as usize]
    }

    /// The same kind in the other colour.
    #[inline]
    pub const fn flipped(self) -> Tile {
        Tile((self.0 + 7) % 14)
    }

    /// Its letter: red upper case, black lower case.
    pub const fn letter(self) -> char {
        Tile::LETTERS.as_bytes()[self.0 as usize] as char
    }

    /// The tile of a letter.
    pub fn from_letter(c: char) -> Option<Tile> {
        Tile::LETTERS.find(c).and_then(Tile::from_index)
    }

    /// Its character.
    pub const fn character(self) -> char {
        CHARACTERS[self.0 as usize]
    }

    /// The tile of a character; the usual second forms are read as well.
    pub fn from_character(c: char) -> Option<Tile> {
        let c = match c {
            '帅' => '帥',
            '车' => '車',
            '马' => '馬',
            '将' => '將',
            '砲' | '炮' | '俥' | '傌' => c,
            other => other,
        };
        CHARACTERS.iter().position(|&x| x == c).and_then(Tile::from_index)
    }
}

const CHARACTERS: [char; 14] =
    ['帥', '仕', '相', '俥', '傌', '炮', '兵', '將', '士', '象', '車', '馬', '砲', '卒'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_characters_round_trip() {
        for t in Tile::all() {
            assert_eq!(Tile::from_letter(t.letter()), Some(t));
            assert_eq!(Tile::from_character(t.character()), Some(t));
            assert_eq!(t.flipped().flipped(), t);
            assert_eq!(Tile::new(t.side(), t.kind()), t);
        }
        assert_eq!(Tile::from_letter('X'), None);
    }

    #[test]
    fn captures_beside() {
        use Kind::*;
        // Attackers of each kind, cannons apart.
        let of = |t: Kind| Kind::ALL.into_iter().filter(|k| k.takes_beside(t)).collect::<Vec<_>>();
        assert_eq!(of(General), [General, Soldier]);
        assert_eq!(of(Advisor), [General, Advisor]);
        assert_eq!(of(Cannon), [General, Advisor, Elephant, Chariot, Horse]);
        assert_eq!(of(Soldier), [Advisor, Elephant, Chariot, Horse, Soldier]);
    }
}
