//! Which pieces there are. One file a game.

use super::Piece;

/// All pieces, in the order in which the museum shows them.
pub fn pieces() -> Vec<Piece> {
    let rooms: [&[Piece]; 0] = [];
    rooms.concat()
}
