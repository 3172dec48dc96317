//! Which pieces there are. One file a game.

use super::{Piece, advice, banqi, dicechess, go, jieqi, referee};

/// All pieces, in the order in which the museum shows them.
pub fn pieces() -> Vec<Piece> {
    [banqi::PIECES, jieqi::PIECES, dicechess::PIECES, go::PIECES, advice::PIECES, referee::PIECES]
        .concat()
}
