//! The king-ring story (upstream issue 513): an early-exit attack test used as
//! a counter. Each test here was seen to fail with `RingCount::FirstKindOnly`
//! in place of `RingCount::All`; what it failed with is told beside it.

use touchstone_chess::Square;
use touchstone_dicechess::bots::{Bot, RULERS, RingCount, Ruler};
use touchstone_dicechess::museum::{
    self, FOUR_KINDS, SEVENTY_FIVE, TWO_KNIGHTS, added_attacker_law, ring_pair, square_pressure,
};

/// The aggressive bot's count. Put `FirstKindOnly` here to see the tests fail.
const COUNT: RingCount = RingCount::All;

fn score(dfen: &str) -> i32 {
    let pair = ring_pair(dfen).unwrap();
    if COUNT == RingCount::All { pair.score_all } else { pair.score_first_kind }
}

fn ring(dfen: &str) -> i32 {
    let pair = ring_pair(dfen).unwrap();
    if COUNT == RingCount::All { pair.all } else { pair.first_kind }
}

#[test]
fn evaluation_fixtures() {
    for (board, fixed, old) in [
        ("7k/8/1P6/8/8/8/8/K5R1", 735, 735),
        ("7k/8/5P2/8/8/8/8/K5R1", 760, 735),
        ("7k/8/5P2/4N3/8/8/8/K5R1", 1135, 1110),
        ("7k/8/4NP2/8/8/8/8/K5R1", 1160, 1110),
        ("7k/8/4N2P/8/8/8/1B6/K5R1", 1515, 1440),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 150, 150),
    ] {
        let pair = ring_pair(&format!("{board} w - - 0 1")).unwrap();
        assert_eq!((pair.score_all, pair.score_first_kind), (fixed, old), "{board}");
    }
}

/// With the old count: 1440.
#[test]
fn the_seventy_five_point_position() {
    assert_eq!(score(SEVENTY_FIVE), 1515);
    assert_eq!(ring(SEVENTY_FIVE), 5);
}

/// Pairs that hold everything else equal (material, storm, proximity): only who
/// else attacks g7 differs. With the old count the gains were 0 and 0.
#[test]
fn two_pairs_that_hold_everything_else_equal() {
    // The rook on g1 attacks g7 and g8; a pawn on f6 adds an attack on g7, one
    // on b6 adds none. Storm and material are the same.
    assert_eq!(
        score("7k/8/5P2/8/8/8/8/K5R1 w - - 0 1") - score("7k/8/1P6/8/8/8/8/K5R1 w - - 0 1"),
        25
    );
    // The knight on e6 attacks g7, that on e5 none of the ring: 25 more. The
    // distance to h8 is 3 on both squares.
    let near = score("7k/8/4NP2/8/8/8/8/K5R1 w - - 0 1");
    assert_eq!(near - score("7k/8/5P2/4N3/8/8/8/K5R1 w - - 0 1"), 25);
}

/// With the old count: 1 piece of four kinds against 2 knights.
#[test]
fn two_knights_do_not_press_harder_than_four_pieces() {
    let g7 = Square::from_text("g7").unwrap();
    let pressure = |dfen| {
        let (all, first) = square_pressure(dfen, g7).unwrap();
        if COUNT == RingCount::All { all } else { first }
    };
    let (two, four) = (pressure(TWO_KNIGHTS), pressure(FOUR_KINDS));
    assert_eq!(two, 2);
    assert!(four > two, "{four} pieces of four kinds against {two} knights");
}

/// With the old count 24 of 2,000 additions lowered the pressure.
#[test]
fn an_added_attacker_never_lowers_the_pressure() {
    assert_eq!(added_attacker_law(COUNT, 2000, 1), (2000, 0));
    // The law has teeth: the old count breaks it.
    let (_, broken) = added_attacker_law(RingCount::FirstKindOnly, 2000, 1);
    assert!(broken > 20, "{broken}");
}

#[test]
fn an_unknown_ruler_is_no_default() {
    assert!(Ruler::named("agressive", 1).is_none());
    for (name, _, bot) in RULERS {
        assert!(Ruler::named(name, 1).is_some());
        assert_eq!(bot == Bot::Random, name == "random");
    }
}

#[test]
fn museum_figures() {
    // The clock in the key keeps ends apart that nothing distinguishes.
    let m = museum::merging("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
        .unwrap();
    assert!(m.without_clock < m.with_clock && m.with_clock < m.paths, "{m:?}");
    let start =
        museum::merging("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    assert_eq!((start.paths, start.without_clock), (11_225, 3_255));
    // Of 40 equal arms the best of 400 games looks like a find and is none.
    let (screen, confirmed) = museum::screening_winner(40, 400, 20_000, 5);
    assert!(screen > 53.5 && (confirmed - 50.0).abs() < 1.5, "{screen} {confirmed}");
}
