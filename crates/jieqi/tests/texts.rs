//! Position texts and moves: round trips of every dialect, and every way to be wrong.

mod common;

use common::*;
use proptest::prelude::*;
use touchstone_jieqi::fen::{self, Dialect};
use touchstone_jieqi::notation::{self, Style};
use touchstone_jieqi::{Jieqi, Observer, Rules, World};
use touchstone_kernel::{Game, Position, Rng, Seat, Side, Truth};

#[test]
fn the_start_is_the_start() {
    let f = fen::parse(fen::START).unwrap();
    assert!(f.view == start());
    assert_eq!(fen::print(&f.view, f.clock, f.full), fen::START);
    let s = Jieqi::start(Rules::MISTBOARD);
    assert_eq!(Jieqi::print_position(&s), fen::START);
}

#[test]
fn pools_are_read_in_any_order_with_zeros_left_out() {
    let a = view("4k4/9/9/9/9/9/X8/9/9/3K5 w R1 0 1");
    let b = view("4k4/9/9/9/9/9/X8/9/9/3K5 r a0b0R1c0A0 0 1");
    assert!(a == b);
}

/// What is copied can be pasted back (a report of users of another program).
#[test]
fn every_dialect_is_read_back() {
    for (k, v) in random_views(11, 300, 100).into_iter().enumerate() {
        let (clock, full) = ((k % 100) as u16, (k % 77) as u16);
        for dialect in [Dialect::Public, Dialect::BoxNew, Dialect::BoxOld] {
            let text = fen::print_as(&v, clock, full, &Default::default(), dialect);
            let f = fen::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let seen = v.watched_by(Observer::Seat(v.mover()));
            assert!(f.view == seen, "{text}");
            assert_eq!((f.clock, f.full, f.dialect), (clock, full, dialect), "{text}");
        }
        let text = fen::print(&v, clock, full);
        assert!(fen::parse(&text).unwrap().view == v, "{text}");
    }
}

#[test]
fn jieqibox_example() {
    let red = "xxxxkxxPx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X7/9/XXXXKXXXX b R2r2N2n2B2b2A2a2C2c2P4p4 p1 0 1";
    let f = fen::parse(red).unwrap();
    assert_eq!(f.dialect, Dialect::BoxNew);
    assert_eq!(f.captured[1].total(), 1);
    assert_eq!(f.view.pool(Side::Two).total(), 14);
    assert_eq!(fen::print_as(&f.view, f.clock, f.full, &f.captured, f.dialect), red);
    let black = red.replace("P4p4 p1", "P4p5 -");
    assert_eq!(fen::parse(&black).unwrap().view.unknown_captured(Side::Two), 1);
    let old = "xxxxkxxPx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X7/9/XXXXKXXXX R2r2N2n2B2b2A2a2C2c2P4p4 b - - 0 1";
    assert!(fen::parse(old).unwrap().view == f.view);
    let short = old.rsplitn(5, ' ').last().unwrap();
    assert!(fen::parse(short).unwrap().view == f.view);
}

#[test]
fn dealt_texts_are_read_back() {
    let deal = format!("{} pracnbppcpabnrpPNCRPBPARPNBCPA", fen::START);
    assert_eq!(World::parse(&deal).unwrap().text(), deal);
    let open = format!("{} ?racnbppcpabnr?PNCRPBPARPNBC?A", fen::START);
    let w = World::parse(&open).unwrap();
    assert_eq!(w.text(), World::parse(&open).unwrap().text());
    let none = "4k4/9/9/9/9/9/9/9/9/R2K5 w - 0 1 -";
    assert!(
        World::parse(none).unwrap().view(Seat::First) == view("4k4/9/9/9/9/9/9/9/9/R2K5 w - 0 1")
    );
}

/// A text and the place that its error must name.
#[test]
fn bad_texts_say_what_is_wrong() {
    let table: &[(&str, &str)] = &[
        ("", "board"),
        ("xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX", "side"),
        (
            "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX R2A2C2P5N2B2r2a2c2p5n2b2 0 1",
            "side (field 2)",
        ),
        ("xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w 0 1 R2A2C2P5N2B2", "pool"),
        ("xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w", "pool"),
        (
            "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R1A2C2P5N2B2r2a2c2p5n2b2 0 1",
            "pool",
        ),
        (
            "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R3A2C2P5N2B2r2a2c2p5n2b2 0 1",
            "pool",
        ),
        ("4k4/9/9/9/9/9/9/9/9/R2K5 w R2 0 1", "board and pool"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w R1R1 0 1", "pool"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w Rx 0 1", "pool"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w K1 0 1", "pool"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w R1 -1 1", "half (plies without capture)"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w R1 0 one", "full (number of the move)"),
        ("4k4/9/9/9/9/X8/9/9/9/3K5 w R1 0 1", "board, a4"),
        ("4k4/9/9/x8/9/9/X8/9/9/3K5 w R1 0 1", "pool"),
        ("4k4/9/9/X8/9/9/9/9/9/3K5 w R1 0 1", "board, a6"),
        ("4k4/9/9/9/9/9/9/9/9/9 w - 0 1", "board"),
        ("4k4/9/9/9/9/9/9/9/9/2KK5 w - 0 1", "board, c0"),
        ("4k4/9/9/9/9/9/9/9/3K5/3K5 w - 0 1", "board"),
        ("3K5/9/9/9/9/9/9/9/9/4k4 w - 0 1", "board, d9"),
        ("4k4/9/9/9/9/9/9/9/4K4 w - 0 1", "board"),
        ("4k5/9/9/9/9/9/9/9/9/3K5 w - 0 1", "board, rank 9"),
        ("4k3/9/9/9/9/9/9/9/9/3K5 w - 0 1", "board, rank 9"),
        ("4k4/9/9/9/4Q4/9/9/9/9/3K5 w - 0 1", "board, rank 5, file e"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w - 0 1", "board"),
        ("4k4/4R4/9/9/9/9/9/9/9/3K5 w - 0 1", "board"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - 0 1 2 3 4", "position text"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 - w - x 0 1", "field 5"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w R1 0 1 RR", "deal"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w R1 0 1 P", "deal, a3"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w R1 0 1 r", "deal, a3"),
        ("4k4/9/9/9/9/9/X8/9/9/3K5 w R2 0 1 R", "pool"),
        ("4k4/9/9/9/9/9/9/9/9/3K5 w - 0 1 view=me", "view"),
    ];
    for (text, place) in table {
        match fen::parse(text) {
            Ok(f) => panic!("{text} was read as {:?}", f.view),
            Err(e) => assert_eq!(&e.place, place, "{text}: {e}"),
        }
    }
}

/// A short pool after an import, and one read from the wrong field, were
/// reported of another program: both are errors here, never a silent start.
#[test]
fn an_empty_pool_is_no_start() {
    let text = fen::START.replace("R2A2C2P5N2B2r2a2c2p5n2b2", "-");
    assert_eq!(fen::parse(&text).unwrap_err().place, "pool");
}

#[test]
fn bad_letters_of_moves_say_what_is_wrong() {
    let v = start();
    for (text, place) in [
        ("b2b9n", "reveal"),
        ("b2b9K", "reveal"),
        ("b2b9Q", "reveal"),
        ("b2b9CN", "captured piece"),
        ("b2b9Cnn", "letters of the move"),
        ("b2b9=C=n", "captured piece"),
        ("b2e2Cn", "letters of the move"),
        ("b2b9x=n", "letters of the move"),
        ("b2", "move"),
        ("b2z2", "move"),
        ("a0a5R", "move"),
        ("a9a8r", "move"),
        ("b2b9", "move"),
        ("é2b9", "move"),
        ("", "move"),
    ] {
        let e = notation::parse_played(&v, text).unwrap_err();
        assert_eq!(e.place, place, "{text}: {e}");
    }
    // An exhausted type.
    let v = view("4k4/9/9/9/9/9/X8/9/9/3K5 w R1 0 1");
    assert_eq!(notation::parse_played(&v, "a3a4P").unwrap_err().place, "reveal");
    // A face-up mover takes no letter unless it captures a dark piece.
    let v = view("4k4/9/9/x8/9/9/9/9/R8/3K5 w p1 0 1");
    assert_eq!(notation::parse_played(&v, "a1a2R").unwrap_err().place, "letters of the move");
    assert!(notation::parse_played(&v, "a1a6p").is_ok());
    assert!(notation::parse_played(&v, "a1a6").is_ok());
}

#[test]
fn moves_are_read_back_in_both_styles() {
    let mut rng = Rng::seeded(5, "moves");
    for v in random_views(17, 300, 60) {
        let moves = legal(&v);
        let m = moves[rng.index(moves.len())];
        for e in touchstone_jieqi::perft::events(&v, m, true) {
            for style in [Style::Uci, Style::Record] {
                let text = notation::print_played(&v, m, e, style);
                assert_eq!(notation::parse_played(&v, &text), Ok((m, e)), "{text}");
            }
        }
        let (again, none) = notation::parse(&v, &m.text()).unwrap();
        assert_eq!((again, none), (m, None));
    }
}

/// The wish and the report: turning the board must turn everything.
#[test]
fn flipping_twice_is_nothing_and_keys_are_the_observers() {
    for v in random_views(23, 200, 100) {
        let f = v.flipped();
        assert!(f.flipped() == v);
        assert!(f.hash_is_sound());
        assert_eq!(f.key(), v.key());
        let mut a: Vec<String> = legal(&v).iter().map(|m| m.text()).collect();
        let mut b: Vec<String> = legal(&f)
            .iter()
            .map(|m| {
                format!("{}{}", m.from.seen_by(Side::Two).name(), m.to.seen_by(Side::Two).name())
            })
            .collect();
        assert_eq!(a, b, "the same moves in the same order");
        a.sort_unstable();
        let mirror = v.mirrored();
        assert!(mirror.mirrored() == v);
        b = legal(&mirror)
            .iter()
            .map(|m| {
                let turn = |s: touchstone_jieqi::Square| {
                    touchstone_jieqi::Square::at(8 - s.file(), s.rank()).name()
                };
                format!("{}{}", turn(m.from), turn(m.to))
            })
            .collect();
        b.sort_unstable();
        assert_eq!(a, b);
    }
}

#[test]
fn keys_tell_pools_sides_and_observers_apart() {
    let a = view("4k4/9/9/9/9/9/X8/9/9/3K5 w R1 0 1");
    let b = view("4k4/9/9/9/9/9/X8/9/9/3K5 w P1 0 1");
    let c = view("4k4/9/9/9/9/9/X8/9/9/3K5 w R1P1 0 1");
    let d = view("4k4/9/9/9/9/9/X8/9/9/3K5 b R1 0 1");
    let e = a.watched_by(Observer::Spectator);
    let f = a.watched_by(Observer::Seat(Side::Two));
    let keys = [a.key(), b.key(), c.key(), d.key(), e.key(), f.key()];
    for i in 0..keys.len() {
        for j in 0..i {
            assert_ne!(keys[i], keys[j], "{i} {j}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn parsers_never_panic(text in "[xXRrKkPp0-9/a-iw b\\-=é]{0,90}") {
        let _ = fen::parse(&text);
        let _ = notation::parse_played(&start(), &text);
        let _ = World::parse(&text);
    }

    #[test]
    fn damaged_texts_never_panic(at in 0usize..100, c in proptest::char::any()) {
        let mut text: Vec<char> = fen::START.chars().collect();
        let n = text.len();
        text[at % n] = c;
        let text: String = text.into_iter().collect();
        if let Ok(f) = fen::parse(&text) {
            prop_assert!(f.view.hash_is_sound());
            let _ = legal(&f.view);
        }
    }
}
