//! The parameters of the evaluation, each with its unit and where it comes from.

use super::features::COUNTED;
use crate::men::{Men, PieceSquare};
use touchstone_chess::{Kind, Square};

/// Names of the terms that the generator carries, own minus other.
pub const STATIC_TERMS: [&str; 4] = ["material", "pawn_advance", "piece_centre", "king_place"];

/// Names of the counted terms, all for the side that has just moved (the mover).
pub const DYNAMIC_TERMS: [&str; COUNTED] = [
    "mobile_kinds_mover",
    "mobile_kinds_roller",
    "king_ring_by_mover",
    "king_ring_by_roller",
    "proximity_mover",
    "proximity_roller",
    "mover_men_at_risk",
    "mover_men_loose_at_risk",
    "roller_men_at_risk",
    "roller_men_loose_at_risk",
    "roller_king_in_reach",
    "roller_king_in_reach_squared",
    "mover_king_in_reach",
    "passed_to_rank_4",
    "passed_rank_5",
    "passed_rank_6",
    "passed_rank_7",
    "king_neighbours",
    "king_safe_steps",
    "turn",
];

/// Parameters. Units are hundredths of a pawn unless told otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Pawn, knight, bishop, rook, queen. Range 20..2000.
    pub material: [i16; 5],
    /// A pawn on rank 3, 4, 5, 6, 7 against one on rank 2. Range −100..600.
    pub pawn_rank: [i16; 5],
    /// Knight, bishop, rook, queen: for each step nearer to the centre (0 edge
    /// to 3 centre). Range −50..50.
    pub centre: [i16; 4],
    /// King: for each rank away from home (0 to 3 and more). Range −100..100.
    pub king_rank: [i16; 4],
    /// The counted terms of [`DYNAMIC_TERMS`], in 1/256 unit for each count.
    pub dynamic: [i32; COUNTED],
    /// Units that multiply the odds by e.
    pub curve_scale: i16,
}

impl Weights {
    /// A guess to begin with: upstream's material and ring, nothing fitted.
    pub const GUESS: Weights = Weights {
        material: [100, 300, 300, 500, 900],
        pawn_rank: [5, 15, 30, 60, 120],
        centre: [8, 5, 2, 2],
        king_rank: [0, -5, -10, -10],
        dynamic: [
            3840, -3840, 1280, -1280, 64, -64, -512, -256, 128, 64, 128, 0, 0, 1280, 3840, 7680,
            12800, 512, 1280, -5120,
        ],
        curve_scale: 300,
    };

    /// The weights that the engine plays with. Fitted by `examples/dice_fit.rs`
    /// to 60,000 games (812,524 ends for training, 88,844 for validation) of
    /// three depth-1 engines with an earlier fit and `ruler:aggressive`, seed 2,
    /// 30 November 2026: validation log loss 0.5910 (the guess: 1.0986, the
    /// earlier fit: 0.5932). A knight or bishop is 300 units in the mean. A
    /// queen is worth no more than 0.6 in log odds: the dice decide a lot.
    pub const FITTED: Weights = Weights {
        material: [-127, 233, 367, 607, 783],
        pawn_rank: [120, 60, 248, 268, 549],
        centre: [100, 80, 86, 9],
        king_rank: [0, -348, -972, -911],
        dynamic: [
            35483, -37401, -21873, 27141, 78, -139, -143, -146, 71, 83, 3776, -3963, -1662, 45602,
            61282, 163396, 140519, 27056, 16189, -25116,
        ],
        curve_scale: 1310,
    };

    /// The table that the generator carries.
    pub fn square_table(&self) -> PieceSquare {
        let mut table = [[0i16; 64]; 6];
        for s in Square::all() {
            let (f, r) = (i16::from(s.file()), i16::from(s.rank()));
            let centre = f.min(7 - f).min(r).min(7 - r);
            table[0][s.index()] = self.material[0]
                + if (2..7).contains(&r) { self.pawn_rank[r as usize - 2] } else { 0 };
            for (k, by_square) in table.iter_mut().enumerate().take(5).skip(1) {
                by_square[s.index()] = self.material[k] + self.centre[k - 1] * centre;
            }
            table[5][s.index()] = self.king_rank[(r as usize).min(3)];
        }
        table
    }

    /// The carried terms of a board: name, own, other.
    pub fn static_terms(&self, men: &Men) -> [(&'static str, i32, i32); 4] {
        let material = Weights { pawn_rank: [0; 5], centre: [0; 4], king_rank: [0; 4], ..*self };
        let only = |w: Weights| w.square_table();
        let zero = Weights { material: [0; 5], ..material };
        let parts = [
            only(material),
            only(Weights { pawn_rank: self.pawn_rank, ..zero }),
            only(Weights { centre: self.centre, ..zero }),
            only(Weights { king_rank: self.king_rank, ..zero }),
        ];
        let mut out = [("", 0, 0); 4];
        for (i, table) in parts.iter().enumerate() {
            let sum = |set: u64, flip: usize| -> i32 {
                Kind::ALL
                    .into_iter()
                    .map(|k| {
                        touchstone_chess::Bitboard(men.kind(k) & set)
                            .map(|s| i32::from(table[k.index()][s.index() ^ flip]))
                            .sum::<i32>()
                    })
                    .sum()
            };
            out[i] = (STATIC_TERMS[i], sum(men.own, 0), sum(men.opp, 56));
        }
        out
    }
}
