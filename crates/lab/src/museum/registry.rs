//! Which pieces there are. One file a game.

use super::{Piece, banqi, dicechess, referee};

/// All pieces, in the order in which the museum shows them.
pub fn pieces() -> Vec<Piece> {
    [banqi::PIECES, dicechess::PIECES, referee::PIECES].concat()
}
