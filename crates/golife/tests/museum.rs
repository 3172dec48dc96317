//! The museum's pieces: the fault is caught, the sound arm stands.

use touchstone_go::playout::Noise;
use touchstone_go::{Colour, Game, Move, Point, Rules};
use touchstone_golife::eyes::{self, Historical, Measures};
use touchstone_golife::museum;

#[test]
fn the_pieces_catch_their_faults() {
    for piece in [museum::roomy_eye().unwrap(), museum::uncleared_marks().unwrap()] {
        assert!(piece.caught && piece.sound_passes, "{piece:?}");
    }
}

#[test]
fn the_estimator_answers_the_same_a_thousand_times() {
    // The posted patch did not: its marks were never cleared.
    let mut noise = Noise::new(3);
    let mut g = Game::new(7, 7, Rules::CHINESE);
    for n in 0..40 {
        let _ = g.play(Colour::BOTH[n % 2], Move::Play(Point::at(noise.below(7), noise.below(7))));
    }
    let board = g.board().clone();
    let spaces = eyes::all(&board, Colour::Black);
    let answers = |b: &touchstone_go::Board| -> Vec<(Measures, Historical)> {
        spaces.iter().map(|e| Measures::of(b, e)).map(|m| (m, Historical::of(&m))).collect()
    };
    let first = answers(&board);
    for k in 0..1000 {
        // Dirty memory: other values on the stack, other positions between.
        let dirt = std::hint::black_box([k as u8; 512]);
        let other = Measures { points: i32::from(dirt[7]), bulk: k, ..Measures::default() };
        std::hint::black_box(Historical::of(&other));
        assert_eq!(answers(&board), first);
    }
}
