//! Random play for property tests.

use touchstone_banqi::{Banqi, Board, Rules, advance};
use touchstone_kernel::{Game, LuckKey, Position, Rng, Setup, Truth, legal_moves};

/// Plays one random game and shows every setup on the way, the ends included.
pub fn random_game(rules: Rules, seed: u64, max_plies: usize, f: &mut dyn FnMut(&Setup<Board>)) {
    let mut setup = Banqi::start(rules);
    let (mut world, _) = Banqi::deal(&setup, &LuckKey { run: "test".into(), pair: seed });
    let mut rng = Rng::seeded(seed, "moves");
    for _ in 0..max_plies {
        f(&setup);
        let board = *setup.decision().unwrap();
        if board.verdict(&setup.line).is_some() {
            return;
        }
        let moves = legal_moves(&board, &setup.line);
        // Captures often, so that endings are reached.
        let captures: Vec<_> = moves.iter().copied().filter(|&m| board.is_capture(m)).collect();
        let m = if !captures.is_empty() && rng.below(3) > 0 {
            captures[rng.index(captures.len())]
        } else {
            moves[rng.index(moves.len())]
        };
        let seen = &world.play(m)[0];
        advance(&mut setup, m, seen.event).unwrap();
        assert_eq!(setup.decision(), Some(&seen.position));
    }
}
