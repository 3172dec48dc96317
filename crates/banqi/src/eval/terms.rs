//! The terms beside material, for both colours at once.

use super::{Params, Worth};
use crate::bits::{NEIGHBOURS, Squares, beside, cannon_targets};
use crate::board::Board;
use crate::piece::{Kind, Tile};
use touchstone_kernel::Side;

/// The weights at one number of face-down tiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    hunt: i32,
    mobility: i32,
    protection: i32,
    trapped: i32,
    cannon_line: i32,
    contact: i32,
    confinement: [i32; 5],
    last_pieces: i32,
    general_danger: i32,
    pub tempo: i32,
    hunt_revealed: i32,
}

impl Weights {
    pub fn new(p: &Params, down: u32) -> Weights {
        let c = p.confinement.at(down);
        Weights {
            hunt: p.hunt.at(down),
            hunt_revealed: p.hunt_revealed,
            mobility: p.mobility.at(down),
            protection: p.protection.at(down),
            trapped: p.trapped.at(down),
            cannon_line: p.cannon_line.at(down),
            contact: p.contact,
            confinement: [c, c / 2, c * 3 / 16, c / 16, 0],
            last_pieces: p.last_pieces.at(down),
            general_danger: p.general_danger,
            tempo: p.tempo.at(down),
        }
    }
}

/// How near counts for hunting, by distance in steps; in 64ths.
const NEAR: [u8; 11] = [64, 64, 40, 26, 17, 11, 7, 4, 2, 1, 0];

/// [`NEAR`] of the distance between two squares.
static NEARNESS: [[u8; 32]; 32] = {
    let mut t = [[0; 32]; 32];
    let mut a = 0;
    while a < 32 {
        let mut b = 0;
        while b < 32 {
            let df = (a % 8usize).abs_diff(b % 8);
            let dr = (a / 8usize).abs_diff(b / 8);
            t[a][b] = NEAR[df + dr];
            b += 1;
        }
        a += 1;
    }
    t
};

/// The terms of one colour.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    hunt: i32,
    mobility: i32,
    protection: i32,
    trapped: i32,
    cannon_line: i32,
    contact: i32,
    confinement: i32,
    last_pieces: i32,
    general_danger: i32,
}

impl Sums {
    #[inline]
    pub fn total(&self) -> i32 {
        self.hunt + self.mobility + self.protection + self.cannon_line + self.contact
            - self.trapped
            - self.confinement
            - self.last_pieces
            - self.general_danger
    }

    /// Every term with its name, own and other, as it counts.
    pub fn named(&self, o: &Sums) -> [(&'static str, i32, i32); 9] {
        [
            ("hunt", self.hunt, o.hunt),
            ("mobility", self.mobility, o.mobility),
            ("protection", self.protection, o.protection),
            ("trapped", -self.trapped, -o.trapped),
            ("cannon_line", self.cannon_line, o.cannon_line),
            ("contact", self.contact, o.contact),
            ("confinement", -self.confinement, -o.confinement),
            ("last_pieces", -self.last_pieces, -o.last_pieces),
            ("general_danger", -self.general_danger, -o.general_danger),
        ]
    }
}

/// The terms of red and black.
#[inline]
pub(super) fn both(board: &Board, worth: &Worth, w: &Weights) -> [Sums; 2] {
    let all = board.squares().count_ones() as i32;
    let up = all - board.face_down().count_ones() as i32;
    let hunt = w.hunt * all + w.hunt_revealed * up;
    [one(board, worth, w, Side::One, hunt, all), one(board, worth, w, Side::Two, hunt, all)]
}

/// The terms of one colour; `hunt` is the weight of hunting times `all` squares.
fn one(board: &Board, worth: &Worth, w: &Weights, side: Side, hunt: i32, all: i32) -> Sums {
    let mut sums = Sums::default();
    let own = board.pieces(side);
    let alive = own.count_ones() + board.bag_of(side);
    if alive < 4 {
        sums.last_pieces = w.last_pieces * (4 - alive) as i32;
    }
    if own == 0 {
        return sums;
    }
    let foe = side.other();
    let (empty, down, occupied) = (board.empty(), board.face_down(), board.occupied());
    let of = |k: Kind| board.of(foe, k);
    let (g, a, e) = (of(Kind::General), of(Kind::Advisor), of(Kind::Elephant));
    let (r, h, s) = (of(Kind::Chariot), of(Kind::Horse), of(Kind::Soldier));
    // Enemies that take each kind and are not taken by it.
    let above = [s, g, g | a, g | a | e, g | a | e | r, g | a | e | r | h, a | e | r | h];
    let equal = [g, a, e, r, h, 0, s];

    let mut mobility = 0;
    let mut protection = 0;
    let mut contact = 0;
    let mut hunted = 0;
    let mut trapped = 0;
    let mut confinement = 0;
    for kind in Kind::ALL {
        let k = kind.index();
        let pieces = board.of(side, kind);
        if pieces == 0 {
            continue;
        }
        let value = worth.of(Tile::new(side, kind));
        let hunters = above[k];
        let zone = beside(hunters | equal[k]);
        let mut nearness = 0;
        for square in Squares(pieces) {
            let around = NEIGHBOURS[square as usize];
            let free = around & empty;
            mobility += free.count_ones();
            protection += (around & own).count_ones();
            contact += (around & down).count_ones();
            let exits = (free & !zone).count_ones();
            confinement += w.confinement[exits as usize];
            for hunter in Squares(hunters) {
                nearness += i32::from(NEARNESS[square as usize][hunter as usize]);
            }
            if exits == 0 && zone >> square & 1 != 0 {
                trapped += value * w.trapped / 64;
            }
        }
        hunted += value * nearness / 64;
    }
    // What the enemy's hunters have of our pieces is our loss: kept as a
    // negative hunt, so that the difference of the colours counts it once.
    sums.hunt = -(i64::from(hunted) * i64::from(hunt) / i64::from(64 * all)) as i32;
    sums.mobility = w.mobility * mobility as i32;
    sums.protection = w.protection * protection as i32;
    sums.contact = w.contact * contact as i32;
    sums.trapped = trapped;
    sums.confinement = confinement;
    let enemies = board.pieces(foe);
    for square in Squares(board.of(side, Kind::Cannon)) {
        for target in Squares(cannon_targets(square, occupied) & enemies) {
            let tile = Tile::new(foe, board.kind_at(target));
            sums.cannon_line += worth.of(tile) * w.cannon_line / 64;
        }
    }
    let general = board.of(side, Kind::General);
    if general != 0 && s != 0 {
        sums.general_danger = danger(board, w, general, s, empty);
    }
    sums
}

/// How near enemy soldiers are to a general, over the air it has.
fn danger(board: &Board, w: &Weights, general: u32, soldiers: u32, empty: u32) -> i32 {
    let free = beside(general) & empty;
    let air = (free & !beside(soldiers)).count_ones() as i32;
    let mut share = 0;
    let mut reach = general;
    let mut weight = 1024;
    let mut left = soldiers;
    for _ in 0..6 {
        let next = beside(reach) & board.squares();
        let met = next & left;
        share += weight * met.count_ones() as i32;
        left &= !met;
        weight /= 2;
        let grown = reach | (next & empty);
        if grown == reach || left == 0 {
            break;
        }
        reach = grown;
    }
    w.general_danger * share / 1024 / (1 + air)
}
