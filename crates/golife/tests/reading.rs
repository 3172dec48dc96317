//! Tactical reading against GNU Go's suites: floors that a change must keep.

#![allow(clippy::print_stderr, reason = "says which questions fail")]

mod common;

use touchstone_go::playout::Noise;
use touchstone_go::{Board, Colour, Point, Symmetry};
use touchstone_golife::reading::{Code, Limits, Question, read};

#[test]
fn reading_keeps_its_floor() {
    let Some((passed, total)) = common::passes("reading", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 234);
    assert!(passed >= 185, "reading {passed}");
}

#[test]
fn capture_keeps_its_floor() {
    let Some((passed, total)) = common::passes("capture", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 18);
    assert!(passed >= 13, "capture {passed}");
}

#[test]
fn connect_keeps_its_floor() {
    let Some((passed, total)) = common::passes("connect", Symmetry::IDENTITY) else { return };
    assert_eq!(total, 81);
    assert!(passed >= 71, "connect {passed}");
}

/// Turned, mirrored and recoloured copies do as well: those of `sample` (codes of symmetries), or
/// all with `GOLIFE_ALL` set.
fn copies_do_as_well(suite: &str, floor: u32, sample: &[usize]) {
    let all = std::env::var_os("GOLIFE_ALL").is_some();
    for (code, s) in Symmetry::all().enumerate().skip(1) {
        if all || sample.contains(&code) {
            let Some((passed, _)) = common::passes(suite, s) else { return };
            assert!(passed >= floor, "{suite} {}: {passed}", s.name());
        }
    }
}

#[test]
fn copies_of_capture() {
    copies_do_as_well("capture", 13, &[5, 10]);
}

#[test]
fn copies_of_connect() {
    copies_do_as_well("connect", 71, &[5]);
}

#[test]
fn copies_of_reading() {
    copies_do_as_well("reading", 185, &[13]);
}

/// A capture that is claimed stands up to every answer of the owner, also to those that reading
/// itself does not look at: after each the chain is still read as captured. Positions of random games.
#[test]
fn claimed_captures_stand_up_to_every_answer() {
    let limits = Limits { nodes: 4_000, ..Limits::STANDARD };
    let mut noise = Noise::new(11);
    let (mut claims, mut refuted) = (0, 0);
    for _ in 0..40 {
        let mut board = Board::square(9);
        let mut side = Colour::Black;
        for _ in 0..30 {
            let list: Vec<Point> =
                board.empties().iter().filter(|&p| board.is_legal(side, p)).collect();
            board.play(side, list[noise.below(list.len())]).unwrap();
            side = side.other();
        }
        board.set_ko(None);
        for target in Colour::BOTH.into_iter().flat_map(|c| board.chains(c)) {
            let owner = board.colour(target).unwrap();
            let found = read(&board, target, Question::Attack, limits);
            let (Code::Works, Some(mv)) = (found.code, found.mv) else { continue };
            let mut after = board.fresh();
            after.play(owner.other(), mv).unwrap();
            if after.colour(target).is_none() {
                continue;
            }
            claims += 1;
            let answers: Vec<Point> =
                after.empties().iter().filter(|&p| after.is_legal(owner, p)).collect();
            // An answer after which the nodes do not suffice settles nothing.
            let stands = answers.into_iter().all(|p| {
                let mut b = after.fresh();
                b.play(owner, p).unwrap();
                let code = read(&b, target, Question::Attack, limits).code;
                matches!(code, Code::Works | Code::Unknown)
            });
            refuted += u32::from(!stands);
        }
    }
    eprintln!("{claims} captures claimed, {refuted} refuted by an answer");
    assert!(claims >= 100, "{claims}");
    assert!(refuted * 20 <= claims, "{refuted} of {claims}");
}
