//! The pattern compiler and matcher.

use proptest::prelude::*;
use touchstone_go::playout::Noise;
use touchstone_go::{Colour, Game, Move, Point, Rules, Symmetry, notation};
use touchstone_golife::patterns::{Patterns, Purpose};

const TEXT: &str = "
pattern throw-in 40 attack      # into a false eye at the edge
  O X
  O * X
  - - -
pattern hane 20
  . . .
  X a *
  ~ ~ ~
a: O liberties <= 2 and stones >= 1
";

#[test]
fn patterns_match_in_every_orientation_and_colour() {
    let p = Patterns::compile(TEXT).unwrap();
    assert_eq!(p.list.len(), 2);
    assert_eq!(p.list[0].orientations(), 8);
    let b = notation::parse_diagram("....\n.OX.\n.O.X").unwrap();
    let at = Point::at(2, 0);
    for s in Symmetry::all() {
        let t = s.board(&b);
        let (q, c) = (s.point(at, 4, 3), s.colour(Colour::Black));
        assert_eq!(p.weight(&t, c, q, Some(Purpose::Attack)), 40, "{}\n{t:?}", s.name());
        assert_eq!(p.weight(&t, c, q, Some(Purpose::Defend)), 0);
        assert_eq!(p.weight(&t, c.other(), q, None), 0);
    }
}

#[test]
fn conditions_are_kept() {
    let p = Patterns::compile(TEXT).unwrap();
    let few = notation::parse_diagram("....\nXO..\n.X..\n....").unwrap();
    let many = notation::parse_diagram(".....\n.....\n.XO..\n.....\n.....").unwrap();
    let names = |b: &_, x, y| {
        p.matching(b, Colour::Black, Point::at(x, y), None)
            .map(|m| m.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&few, 2, 2), ["hane"]);
    assert!(names(&many, 3, 2).is_empty());
}

#[test]
fn errors_name_the_line() {
    for (text, line, part) in [
        ("X *", 1, "begins with `pattern`"),
        ("pattern a", 1, "NAME WEIGHT"),
        ("pattern a x\n*", 1, "whole number"),
        ("pattern a 1\nX X", 1, "one * where"),
        ("pattern a 1\n* *", 2, "one move"),
        ("pattern a 1\n* Q", 2, "letter from a to h"),
        ("pattern a 1\n* a", 2, "describes the letter"),
        ("pattern a 1\n* X\na: O", 1, "letters of the drawing"),
        ("pattern a 1\n* a\na: O liberties < 3", 3, "<=, >= or ="),
    ] {
        let e = Patterns::compile(text).unwrap_err();
        assert_eq!(e.line, line, "{text:?}: {e}");
        assert!(e.to_string().contains(part), "{text:?}: {e}");
    }
}

proptest! {
    #[test]
    fn the_compiler_never_panics(text in "(pattern a 1\n)?[*.XOxo?~|+a-h:# \n<=0-9-]{0,80}") {
        let _ = Patterns::compile(&text);
    }

    #[test]
    fn matches_move_with_the_board(seed in any::<u64>()) {
        let p = Patterns::compile(TEXT).unwrap();
        let mut noise = Noise::new(seed);
        let mut g = Game::new(7, 5, Rules::CHINESE);
        for n in 0..20 {
            let _ = g.play(Colour::BOTH[n % 2], Move::Play(Point::at(noise.below(7), noise.below(5))));
        }
        let b = g.board();
        for s in Symmetry::all() {
            let t = s.board(b);
            for q in b.empties() {
                prop_assert_eq!(
                    p.weight(b, Colour::Black, q, None),
                    p.weight(&t, s.colour(Colour::Black), s.point(q, 7, 5), None)
                );
            }
        }
    }
}
