//! Races and kos that can wait, on positions of our own.

mod common;

use touchstone_go::notation::{parse_diagram, parse_vertex};
use touchstone_go::{Board, Point};
use touchstone_golife::life::{Limits, Solver};
use touchstone_golife::reading::{Code, Question};
use touchstone_golife::semeai::{Race, race};

fn at(vertex: &str) -> Point {
    parse_vertex(vertex).unwrap()
}

fn races(board: &Board, a: &str, b: &str) -> Race {
    race(board, at(a), at(b), &mut Solver::default(), Limits::STANDARD)
}

/// The bent four in the corner: plain search says ko, but White can begin it whenever he likes and Black
/// never can.
#[test]
fn a_bent_four_in_the_corner_is_dead() {
    let board = parse_diagram(
        ".........\n.........\n.........\n.........\nOOO......\nXXO......\n.XOOO....\nOXXXO....\n.O.XO....",
    )
    .unwrap();
    let mut solver = Solver::default();
    let mut ask = |question| solver.ask(&board, at("D1"), None, question, Limits::STANDARD);
    let attack = ask(Question::Attack);
    assert_eq!((attack.code, attack.mv, attack.proved), (Code::Works, None, false));
    assert_eq!(ask(Question::Defend).code, Code::Fails);
    let r = races(&board, "D1", "B1");
    assert_eq!((r.saved, r.captured), (Code::Fails, Code::Fails));
    let r = races(&board, "B1", "D1");
    assert_eq!((r.saved, r.captured), (Code::Works, Code::Works));
}

/// A plain ko for life is none that can wait: Black takes it himself and connects.
#[test]
fn a_ko_that_the_owner_can_take_is_a_ko() {
    // Black has an eye at A1; the other one hangs on the ko at D1.
    let board = parse_diagram(
        ".........\n.........\n.........\n.........\n.........\nOOOOOOO..\nXXXXXOO..\n.XX.XO.O.\n.X.XO.O..",
    )
    .unwrap();
    let mut solver = Solver::default();
    let a = solver.ask(&board, at("B1"), None, Question::Attack, Limits::STANDARD);
    let d = solver.ask(&board, at("B1"), None, Question::Defend, Limits::STANDARD);
    assert!(d.code != Code::Fails, "{a:?} {d:?}");
}

/// Long outer liberties are counted, so that a race of thirteen moves is settled by search.
#[test]
fn a_race_with_many_outer_liberties_goes_to_who_moves_first() {
    let board = parse_diagram(
        "OOOOOOOOOOOO\nO.O.O.O.OOOO\nOOOOOOOOOOOO\n............\nXXXXXXXXXXXX\nOOOOOOOOOOOO\n............\nXXXXXXXXXXXX\nX.X.X.X.XXXX\nXXXXXXXXXXXX",
    )
    .unwrap();
    for (a, b) in [("A6", "A5"), ("A5", "A6")] {
        let r = races(&board, a, b);
        assert_eq!((r.saved, r.captured), (Code::Works, Code::Works), "{a} {b} {r:?}");
        assert!(r.mv.is_some());
    }
}

/// The position of owl1:337 with named assumptions (docs/go-life.md): a ko in which Black needs the first threat.
#[test]
fn the_corner_of_e19_is_a_ko_that_black_begins_with_a_threat() {
    let Some(dir) = common::folder("E19") else { return };
    let mut s = common::session(&dir);
    s.node_budget = 1_000_000;
    s.line("loadsgf games/self_play/selfplay1.sgf 206").unwrap();
    let ask = "dragon_assuming E19 A16 A15 E16 F17 E13 H15 K16 L17 M19 E11 A9 D10 C13 G12";
    let text = s.line(ask).unwrap().text;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("13 points"), "{text}");
    assert_eq!(lines[1], "black first: lives; black ko master: captured; white ko master: lives");
    assert_eq!(lines[3], "white first: lives; black ko master: lives; white ko master: lives");
}
