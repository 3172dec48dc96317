//! Words for the incremental hash.

use touchstone_kernel::position::mix;

const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut t = [0; N];
    let mut i = 0;
    while i < N {
        t[i] = mix(seed ^ mix(i as u64 + 1));
        i += 1;
    }
    t
}

static PIECE: [u64; 14 * 32] = words(0x7068_6563_6500);
static HIDDEN: [u64; 32] = words(0x6869_6464_656e);
static BAG: [u64; 14 * 16] = words(0x6261_6700);
static FLIP: [u64; 32] = words(0x666c_6970);
static SIDE: [u64; 3] = words(0x7369_6465);
static FRAME: [u64; 72] = words(0x6672_616d);

/// A tile face-up on a square.
#[inline]
pub fn piece(tile: usize, square: u8) -> u64 {
    PIECE[(tile << 5 | square as usize) % PIECE.len()]
}

/// A face-down tile on a square.
#[inline]
pub fn hidden(square: u8) -> u64 {
    HIDDEN[square as usize & 31]
}

/// How many of a tile the bag holds.
#[inline]
pub fn bag(tile: usize, count: u32) -> u64 {
    BAG[(tile << 4 | count as usize) % BAG.len()]
}

/// A flip on its way, luck still open.
#[inline]
pub fn flip(square: u8) -> u64 {
    FLIP[square as usize & 31]
}

/// The colour to move: red 0, black 1, unbound 2.
#[inline]
pub fn side(code: u8) -> u64 {
    SIDE[code as usize % 3]
}

/// The size of the board.
#[inline]
pub fn frame(on: u32) -> u64 {
    let (width, height) = ((on & 0xff).count_ones(), (on & 0x0101_0101).count_ones());
    FRAME[(width * 8 + height) as usize % FRAME.len()]
}
