//! The board as lines of text for a terminal.

use crate::bits::bit;
use crate::board::Board;
use crate::piece::Tile;

/// The board with its coordinates, rank 4 on top: face-down tiles as `X` (or
/// `〇`), empty squares as `.` (or `・`), and below it what is left in the bag.
/// Chinese characters are two columns wide in a terminal; letters take one.
pub fn draw(board: &Board, chinese: bool) -> String {
    let files = (board.squares() & 0xff).count_ones() as u8;
    let ranks = (board.squares() & 0x0101_0101).count_ones() as u8;
    let mut rows = Vec::new();
    for rank in (0..ranks).rev() {
        let mut row = format!("{} ", rank + 1);
        for file in 0..files {
            let s = file + 8 * rank;
            let sign = if board.face_down() & bit(s) != 0 {
                if chinese { '〇' } else { 'X' }
            } else {
                match board.tile_at(s) {
                    Some(t) if chinese => t.character(),
                    Some(t) => t.letter(),
                    None if chinese => '・',
                    None => '.',
                }
            };
            row.push(' ');
            row.push(sign);
        }
        rows.push(row);
    }
    let gap = if chinese { "  " } else { " " };
    let names: Vec<String> = (0..files).map(|f| char::from(b'a' + f).to_string()).collect();
    rows.push(format!("   {}", names.join(gap)));
    let bag: Vec<String> = Tile::all()
        .filter(|&t| board.bag(t) > 0)
        .map(|t| format!("{}{}", if chinese { t.character() } else { t.letter() }, board.bag(t)))
        .collect();
    if !bag.is_empty() {
        rows.push(format!("face-down: {}", bag.join(" ")));
    }
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Banqi;
    use touchstone_kernel::Game;

    #[test]
    fn shows_every_square_once() {
        let rules = Banqi::presets()[0].rules;
        let text = "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29";
        let setup = Banqi::parse_position(text, rules).unwrap();
        let drawn = draw(setup.decision().unwrap(), false);
        assert!(drawn.starts_with("4  A . . X X A . X\n3  . X . . a H G S\n"));
        assert!(drawn.ends_with("face-down: S1 a1 c1 s1"));
        assert!(draw(setup.decision().unwrap(), true).contains('仕'));
    }
}
