//! DFEN, turns and records as text: what is read back, and what is refused.

use touchstone_chess::Colour;
use touchstone_dicechess::dfen::{self, Reading};
use touchstone_dicechess::record::Record;
use touchstone_dicechess::truth::World;
use touchstone_dicechess::{DiceChess, Pool, Rules, TurnMove};
use touchstone_kernel::{After, Game, LuckKey, Node, Rng, Truth, legal_moves};

const BOARD: &str = "4k3/8/8/8/8/8/8/4K3";

fn strict(text: &str) -> Result<dfen::Read, touchstone_kernel::TextError> {
    dfen::parse(text, Reading::Strict, Rules::CANONICAL)
}

#[test]
fn bad_dfen_is_an_error_that_names_the_field() {
    let with = |rest: &str| format!("{BOARD} {rest}");
    for (text, place) in [
        (String::new(), "DFEN"),
        (with("w -"), "DFEN"),
        (with("w - - 0 1 - x"), "DFEN"),
        ("8/8/8/8/8/8/8 w - - 0 1".into(), "board"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1".into(), "board, rank 1"),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1".into(), "board, rank 1"),
        ("4k3/8/8/9/8/8/8/4K3 w - - 0 1".into(), "board, rank 5"),
        ("4k3/8/8/٣5/8/8/8/4K3 w - - 0 1".into(), "board, rank 5"),
        (with("W - - 0 1"), "side to move"),
        (with("w  - 0 1"), "castling rights"),
        (with("w KQkqK - 0 1"), "castling rights"),
        (with("w KX - 0 1"), "castling rights"),
        (with("w K- - 0 1"), "castling rights"),
        (with("w K - 0 1"), "castling rights"),
        (with("w - e 0 1"), "en passant"),
        (with("w - e4 0 1"), "en passant"),
        (with("w - i3 0 1"), "en passant"),
        (with("w - e3e3 0 1"), "en passant"),
        (with("w - é 0 1"), "en passant"),
        (with("w - -  1"), "half-move clock"),
        (with("w - - +1 1"), "half-move clock"),
        (with("w - - 128 1"), "half-move clock"),
        (with("w - - 2147483648 1"), "half-move clock"),
        (with("w - - 99999999999999999999 1"), "half-move clock"),
        (with("w - - 0 0"), "full-move number"),
        (with("w - - 0 -1"), "full-move number"),
        (with("w - - 0 4294967296"), "full-move number"),
        (with("w - - 0 1 PPNB"), "dice"),
        (with("w - - 0 1 PPPPPPPPPP"), "dice"),
        (with("w - - 0 1 PX"), "dice"),
        (with("w - - 0 1 P!B"), "dice"),
        (with("w - - 0 1 123"), "dice"),
        (with("w - - 0 1 ppp"), "dice"),
        (with("w - - 0 1 pP"), "dice"),
    ] {
        let e = strict(&text).expect_err(&text);
        assert_eq!(e.place, place, "{text}: {e}");
    }
    assert!(dfen::parse(&with("w - - 0 1 ppp"), Reading::Tolerant, Rules::CANONICAL).is_ok());
}

#[test]
fn good_dfen_returns() {
    for (text, written) in [
        ("8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - - 0 1 -"),
        (
            "4k3/8/8/8/PpPpP3/8/8/4K3 b - e3a3c3 0 1 ppp",
            "4k3/8/8/8/PpPpP3/8/8/4K3 b - a3c3e3 0 1 ppp",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - c3a6 0 1 RKN", "4k3/8/8/8/8/8/8/4K3 w - a6c3 0 1 NRK"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b qkQK - 127 2147483647 -",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 127 2147483647 -",
        ),
        (
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq w - - 0 1 K",
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq w - - 0 1 K",
        ),
    ] {
        let read = strict(text).unwrap();
        assert_eq!(read.print(), written);
        assert_eq!(strict(written).unwrap(), read);
    }
}

#[test]
fn book_keys() {
    let read = strict("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PBR").unwrap();
    let key = dfen::book_key(read.men(), read.turn(), Pool::from_text("PBR").unwrap()).unwrap();
    assert_eq!(key, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - BPR");
    // A target is kept only where it can be used at once.
    for (fen, want) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3"),
        ("4k3/8/8/8/p3P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/p3P3/8/8/4K3 b - -"),
        ("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/4N3/8/4K3 b - -"),
    ] {
        let read = strict(fen).unwrap();
        assert_eq!(dfen::normalized(read.men(), read.turn()), want);
    }
}

#[test]
fn an_illegal_turn_says_what_would_be_right() {
    let setup = DiceChess::parse_position(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB",
        Rules::CANONICAL,
    )
    .unwrap();
    let p = setup.decision().unwrap();
    let say = |text: &str| DiceChess::parse_move(p, &setup.line, text).unwrap_err().to_string();
    assert!(say("a2a3,b1c3").starts_with("turn, step 1: found `a2a3`"), "{}", say("a2a3,b1c3"));
    assert!(say("e2e4,g1f3").contains("goes on with"), "{}", say("e2e4,g1f3"));
    assert!(say("hello").contains("found `hello`"));
    assert!(say("pass").contains("goes on with"));
    assert!(DiceChess::parse_move(p, &setup.line, "g1f3 e2e4 f1c4=NNQ").is_ok());
    let e = DiceChess::parse_move(p, &setup.line, "e2e4,g1f3,f1c4=NNQQ").unwrap_err();
    assert_eq!(e.place, "roll");
}

/// Plays a game by the first of some legal turns through the referee's world.
fn random_game(seed: u64) -> (Record, World) {
    let mut rng = Rng::seeded(seed, "texts");
    let key = LuckKey { run: "texts".into(), pair: seed };
    let (mut world, setup) = DiceChess::deal(&DiceChess::start(Rules::CANONICAL), &key);
    let dealt = world.clone();
    let mut record = Record::new(Rules::CANONICAL);
    let mut p = *setup.decision().unwrap();
    while p.outcome().is_none() && record.turns.len() < 120 {
        let list = legal_moves(&p, &setup.line);
        let mv = list[rng.index(list.len())];
        record.push(p.dice, mv).unwrap();
        let [a, b] = world.play(mv);
        assert_eq!(a.position, b.position);
        p = a.position;
    }
    (record, dealt)
}

#[test]
fn records_return_and_deals_repeat_the_dice() {
    for seed in 0..40 {
        let (mut record, world) = random_game(seed);
        record.tags = vec![("White".into(), "a".into()), ("Black".into(), "b".into())];
        let text = record.print();
        assert_eq!(Record::parse(&text).unwrap(), record, "{text}");
        // The same dice from the deal text, whatever is played.
        let again =
            DiceChess::parse_deal(&DiceChess::print_deal(&world), Rules::CANONICAL).unwrap();
        let first = again.view(again.seat());
        assert_eq!(first.dice, record.turns[0].0);
    }
    assert!(DiceChess::parse_deal("xyz", Rules::CANONICAL).is_err());
}

#[test]
fn bad_records_name_the_line() {
    let (record, _) = random_game(3);
    let text = record.print();
    for (from, to, place) in [
        ("[Rules \"canonical\"]", "[Rules \"house\"]", "tag Rules"),
        ("[Game \"dicechess\"]", "[Game dicechess]", "line 1"),
        ("1. ", "1. X ", "line 5"),
        ("1. ", "1. PPP e7e5 ", "line 5, turn, step 1"),
    ] {
        let e = Record::parse(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(e.place, place, "{e}");
    }
    let commented = text.replacen("1. ", "{ a comment } 1. ", 1);
    assert_eq!(Record::parse(&commented).unwrap(), record);
}

#[test]
fn the_draw_is_tested_before_the_roll_and_a_capture_keeps_the_side() {
    let end = strict("4k3/8/8/8/8/8/8/4K3 b - - 99 60 kkk").unwrap();
    let dfen::Read::Decision(p) = end else { panic!() };
    assert!(p.outcome().is_none());
    let after = p.end_of(p.paths()[0]);
    assert!(after.is_certain() && after.outcome().unwrap().reason == "no_progress");
    let Node::Decision(over) = touchstone_dicechess::game::setup_of(dfen::Read::Before(after)).node
    else {
        panic!()
    };
    assert!(over.outcome().is_some());
    let dfen::Read::Decision(p) = strict("4k3/8/8/8/8/8/4R3/4K3 w - - 7 60 RRR").unwrap() else {
        panic!()
    };
    let taken = p.after_turn(TurnMove(
        touchstone_dicechess::notation::parse_path("e2e8", Colour::White).unwrap(),
    ));
    assert!(taken.taken);
    assert_eq!(dfen::Read::Before(taken).print(), "4R3/8/8/8/8/8/8/4K3 w - - 0 60 -");
    // A pass leaves the clock and goes on.
    let dfen::Read::Decision(p) = strict("4k3/8/8/8/8/8/8/4K3 b - - 7 60 ppp").unwrap() else {
        panic!()
    };
    let passed = p.after_turn(TurnMove::PASS);
    assert_eq!((passed.men.clock, passed.number, passed.turn), (7, 61, Colour::White));
}

#[test]
fn dice_of_a_world_are_fair() {
    let mut counts = [0u32; 84];
    for n in 0..43_200 {
        counts[World::roll(9, n).index()] += 1;
    }
    let chi2: f64 = Pool::rolls()
        .map(|r| {
            let want = 200.0 * f64::from(r.weight());
            (f64::from(counts[r.index()]) - want).powi(2) / want
        })
        .sum();
    // 55 degrees of freedom, 0.1 % point 93.2.
    assert!(chi2 < 93.2, "{chi2}");
}
