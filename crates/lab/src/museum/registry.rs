//! Which pieces there are. One file a game.

use super::{Piece, banqi, dicechess, jieqi, referee};

/// All pieces, in the order in which the museum shows them.
pub fn pieces() -> Vec<Piece> {
    [banqi::PIECES, jieqi::PIECES, dicechess::PIECES, referee::PIECES].concat()
}
