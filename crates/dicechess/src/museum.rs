//! What the museum shows of this game, as functions that compute both arms.

use crate::bots::{RingCount, aggressive_terms, enemy_king, ring_attacks};
use crate::dfen::{self, Reading};
use crate::dice::Pool;
use crate::men::NO_SCORE;
use crate::position::DicePosition;
use crate::rules::Rules;
use crate::turns::each_path;
use std::collections::HashSet;
use touchstone_chess::{Board, Castling, Colour, Kind, Square};
use touchstone_kernel::{Rng, TextError};

/// A position and its pressure on the enemy king's ring by both counts, for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RingPair {
    /// By the complete count.
    pub all: i32,
    /// By the first kind alone.
    pub first_kind: i32,
    /// The aggressive bot's whole score by the complete count.
    pub score_all: i32,
    /// The same by the first kind alone.
    pub score_first_kind: i32,
}

/// Ring pressure and score of a board on which White has just moved.
///
/// # Errors
/// A malformed DFEN.
pub fn ring_pair(dfen: &str) -> Result<RingPair, TextError> {
    let read = dfen::parse(dfen, Reading::Tolerant, Rules::CANONICAL)?;
    let men = *read.men();
    let score = |c| aggressive_terms(&men, read.turn(), c, crate::bots::RING_WEIGHT).total();
    let ring = |c| enemy_king(&men, read.turn()).map_or(0, |king| ring_attacks(&men, king, c));
    Ok(RingPair {
        all: ring(RingCount::All),
        first_kind: ring(RingCount::FirstKindOnly),
        score_all: score(RingCount::All),
        score_first_kind: score(RingCount::FirstKindOnly),
    })
}

/// The 75-point position of the story: the old count misses three attackers.
pub const SEVENTY_FIVE: &str = "7k/8/4N2P/8/8/8/1B6/K5R1 w - - 0 1";

/// The inversion: g7, a square of the ring, hit by two knights...
pub const TWO_KNIGHTS: &str = "7k/8/4N3/5N2/8/8/8/K7 w - - 0 1";
/// ... and hit by a pawn, a knight, a bishop and a rook. By the old count the
/// second board presses g7 less than the first: one against two.
pub const FOUR_KINDS: &str = "7k/8/4N2P/8/3B4/8/8/K5R1 w - - 0 1";

/// The pressure on one square by both counts: all attackers, and the first
/// kind alone.
///
/// # Errors
/// A malformed DFEN.
pub fn square_pressure(dfen: &str, square: Square) -> Result<(u32, u32), TextError> {
    let read = dfen::parse(dfen, Reading::Tolerant, Rules::CANONICAL)?;
    let men = *read.men();
    let s = if read.turn() == Colour::White { square } else { square.flipped() };
    Ok((crate::bots::attackers_of(&men, s).count(), crate::bots::first_attackers(&men, s).count()))
}

/// A random board for the law: a bare enemy king, own king and `n` own men.
pub fn random_attack(rng: &mut Rng, n: usize) -> (Board, Colour) {
    let mut board = Board::EMPTY;
    let squares: Vec<Square> = Square::all().collect();
    let free = |board: &Board, rng: &mut Rng, pawn: bool| loop {
        let s = squares[rng.index(64)];
        if !board.occupied().has(s) && !(pawn && (s.rank() == 0 || s.rank() == 7)) {
            return s;
        }
    };
    let s = free(&board, rng, false);
    board.put(s, Kind::King, Colour::Black);
    let s = free(&board, rng, false);
    board.put(s, Kind::King, Colour::White);
    for _ in 0..n {
        let kind = Kind::from_index(rng.index(5));
        let s = free(&board, rng, kind == Kind::Pawn);
        board.put(s, kind, Colour::White);
    }
    (board, Colour::White)
}

/// The law: a man put where it blocks nothing and attacks a square of the ring
/// never lowers the pressure on any square of it. Returns how many of `cases`
/// random additions were tested and how many broke the law by this count.
pub fn added_attacker_law(count: RingCount, cases: u32, seed: u64) -> (u32, u32) {
    let mut rng = Rng::seeded(seed, "added attacker");
    let (mut tested, mut broken) = (0, 0);
    while tested < cases {
        let n = 1 + rng.index(5);
        let (board, turn) = random_attack(&mut rng, n);
        let kind = Kind::from_index(rng.index(5));
        let s = Square::new(rng.below(64) as u8);
        if board.occupied().has(s) || kind == Kind::Pawn && (s.rank() == 0 || s.rank() == 7) {
            continue;
        }
        let mut more = board;
        more.put(s, kind, turn);
        let seen = |b: &Board| crate::Men::seen(b, Castling::NONE, [0; 2], 0, turn);
        let (before, after) = (seen(&board), seen(&more));
        let Some(king) = enemy_king(&before, turn) else { continue };
        let ring = touchstone_chess::attacks::king(king);
        // It must attack the ring and stand in nobody's way to it.
        let complete = |m: &crate::Men, q| crate::bots::attackers_of(m, q);
        let adds = ring.into_iter().any(|q| complete(&after, q).has(s));
        let blocks = ring
            .into_iter()
            .any(|q| complete(&before, q).into_iter().any(|a| !complete(&after, q).has(a)));
        if !adds || blocks {
            continue;
        }
        tested += 1;
        if ring_attacks(&after, king, count) < ring_attacks(&before, king, count) {
            broken += 1;
        }
    }
    (tested, broken)
}

/// How well a key merges the ends of a position's rolls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merging {
    /// Legal paths over all 56 rolls.
    pub paths: u64,
    /// Different ends with the half-move clock in the key.
    pub with_clock: u64,
    /// Different ends without it.
    pub without_clock: u64,
}

/// Counts the ends of all rolls of a position with and without the clock in
/// their key: what a key costs that holds what the evaluation ignores.
///
/// # Errors
/// A malformed DFEN.
pub fn merging(dfen: &str) -> Result<Merging, TextError> {
    let before = dfen::parse(dfen, Reading::Strict, Rules::CANONICAL)?.before();
    let mut sum = Merging { paths: 0, with_clock: 0, without_clock: 0 };
    for roll in Pool::rolls() {
        let p: DicePosition = before.rolled(roll);
        let (mut with, mut without) = (HashSet::new(), HashSet::new());
        sum.paths += each_path(&p.men, roll, p.rules, &NO_SCORE, |_, m, _| {
            let words = [
                m.own,
                m.opp,
                m.pawns,
                m.knights,
                m.diagonal,
                m.straight,
                m.kings,
                u64::from(m.rights) | u64::from(m.ep_own) << 8 | u64::from(m.ep_opp) << 16,
            ];
            without.insert(words);
            with.insert((words, m.clock));
        });
        sum.with_clock += with.len() as u64;
        sum.without_clock += without.len() as u64;
    }
    Ok(sum)
}

/// A screening winner that flips: equal players, many small screens, the best
/// one confirmed on fresh games. Returns the best screen's score in per cent
/// and its score in the confirmation. No engine is needed: every arm wins each
/// game with probability one half.
pub fn screening_winner(arms: u32, screen_games: u32, confirm_games: u32, seed: u64) -> (f64, f64) {
    let mut rng = Rng::seeded(seed, "screening winner");
    let mut score = |games: u32| -> f64 {
        let wins: u32 = (0..games).map(|_| rng.below(2) as u32).sum();
        100.0 * f64::from(wins) / f64::from(games.max(1))
    };
    let mut best = 0.0f64;
    for _ in 0..arms {
        best = best.max(score(screen_games));
    }
    (best, score(confirm_games))
}
