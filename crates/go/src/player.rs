//! Who chooses moves: the interface, and a simple player that is always legal
//! and never destroys its own eyes.

use crate::board::Board;
use crate::game::{Game, Move};
use crate::playout::{Noise, Policy, is_own_eye, run};
use crate::point::{Colour, Point, PointSet};

/// What stands dead or in seki at the end of a game.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// Dead stones.
    pub dead: PointSet,
    /// Stones in seki and the empty points that they share.
    pub seki: PointSet,
}

/// Chooses moves and judges finished positions. Must give the same answer for
/// the same game.
pub trait Mind: Send {
    /// A legal move for this colour, out of `allowed` if given.
    fn choose(&mut self, game: &mut Game, c: Colour, allowed: Option<&PointSet>) -> Move;
    /// Dead stones and seki.
    fn judge(&mut self, game: &mut Game) -> Judgement;
}

/// Captures, saves itself, else plays the move after which random games go best.
pub struct Simple {
    seed: u64,
    playouts: u32,
}

impl Simple {
    /// A player whose random games come from this seed.
    pub fn new(seed: u64) -> Simple {
        Simple { seed, playouts: 2_000 }
    }

    /// The number of random games for one move.
    pub fn with_playouts(mut self, n: u32) -> Simple {
        self.playouts = n;
        self
    }

    fn noise(&self, game: &Game) -> Noise {
        Noise::new(self.seed ^ game.board().hash() ^ (game.played().len() as u64) << 32)
    }
}

/// Moves worth a thought: legal, not into an own eye, not a plain self-atari of a large chain.
pub fn sensible(game: &mut Game, c: Colour, allowed: Option<&PointSet>) -> Vec<Point> {
    let mut open = game.board().empties();
    if let Some(a) = allowed {
        open = open.and(a);
    }
    open.iter().filter(|&p| !is_own_eye(game.board(), c, p) && game.check(c, p).is_ok()).collect()
}

fn margin(b: &Board, komi: f64) -> f64 {
    let mut m = b.stones(Colour::Black).len() as f64 - b.stones(Colour::White).len() as f64 - komi;
    for part in b.empties().parts() {
        let edge = part.border();
        match (edge.meets(b.stones(Colour::Black)), edge.meets(b.stones(Colour::White))) {
            (true, false) => m += part.len() as f64,
            (false, true) => m -= part.len() as f64,
            _ => {}
        }
    }
    m
}

impl Mind for Simple {
    fn choose(&mut self, game: &mut Game, c: Colour, allowed: Option<&PointSet>) -> Move {
        let moves = sensible(game, c, allowed);
        if moves.is_empty() {
            return Move::Pass;
        }
        let mut noise = self.noise(game);
        let komi = game.komi();
        let base = game.board().without_log();
        let limit = 3 * (base.width() * base.height()) as u32;
        // Wins and tries by move; the first move of a random game is taken in turn,
        // and later moves of ours count too (all moves as first).
        let mut wins = vec![0.5f64; crate::point::CELLS];
        let mut tries = vec![1.0f64; crate::point::CELLS];
        for i in 0..self.playouts {
            let first = moves[i as usize % moves.len()];
            let mut b = base.without_log();
            b.play_unchecked(c, first);
            let before = base.occupied();
            run(&mut b, c.other(), &mut noise, limit, Policy::LIGHT);
            let black = margin(&b, komi);
            let won = (black > 0.0) == (c == Colour::Black);
            let ours = b.stones(c).minus(&before);
            for p in ours.iter().chain(std::iter::repeat_n(first, 2)) {
                tries[p.index()] += 1.0;
                if won {
                    wins[p.index()] += 1.0;
                }
            }
        }
        let rate = |p: Point| wins[p.index()] / tries[p.index()];
        let best = moves
            .iter()
            .copied()
            .max_by(|&a, &b| rate(a).total_cmp(&rate(b)).then(b.index().cmp(&a.index())));
        best.map_or(Move::Pass, Move::Play)
    }

    fn judge(&mut self, game: &mut Game) -> Judgement {
        let mut noise = self.noise(game);
        let base = game.board().without_log();
        let limit = 3 * (base.width() * base.height()) as u32;
        let n = 200;
        let mut kept = vec![0u32; crate::point::CELLS];
        for i in 0..n {
            let mut b = base.without_log();
            let c = if i % 2 == 0 { Colour::Black } else { Colour::White };
            run(&mut b, c, &mut noise, limit, Policy::LIGHT);
            for c in Colour::BOTH {
                for p in base.stones(c).iter() {
                    // A stone is kept when at the end the point is its colour's.
                    let owned = b.is_stone(p, c)
                        || (b.is_empty(p)
                            && p.neighbours().iter().all(|&q| !b.is_on(q) || b.is_stone(q, c)));
                    kept[p.index()] += u32::from(owned);
                }
            }
        }
        let mut dead = PointSet::EMPTY;
        for c in Colour::BOTH {
            for head in base.chains(c) {
                let sum: u32 = base.chain(head).map(|p| kept[p.index()]).sum();
                if (sum as usize) * 2 < n as usize * base.chain_size(head) {
                    dead = dead.or(&base.chain_set(head));
                }
            }
        }
        Judgement { dead, seki: PointSet::EMPTY }
    }
}
