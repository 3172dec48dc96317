//! The language against the published examples: predicates, order of moves, worked
//! positions, the book's line; both vocabularies; mutations.

use touchstone_advice::eval::View;
use touchstone_advice::moves;
use touchstone_advice::program::{Generator, Goal, Op, Program, Spot, Test};
use touchstone_advice::syntax::{Language, Style, print};
use touchstone_advice::{Loaded, Mode, Searcher, Tree, Verdict, load, parse};
use touchstone_chess::general::{Man, Men, Point, Size};
use touchstone_chess::{Colour, Kind};

const KRK: &str = include_str!("../../../suites/advice/krk.al0");
const KRK_RU: &str = include_str!("../../../suites/advice/krk.ru.al0");
const KRK_CLASSIC: &str = include_str!("../../../suites/advice/krk.classic.ru.al0");

fn loaded(text: &str) -> Loaded {
    match load(text, Mode::Strict) {
        Ok(l) => l,
        Err(said) => {
            panic!("{}", said.iter().map(|d| d.render("t", text)).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn krk() -> Program {
    loaded(KRK).program
}

fn men(squares: &str, turn: Colour) -> Men {
    let s: Vec<Point> = squares.split(' ').map(|t| Point::parse(t).unwrap()).collect();
    let rook = Man { kind: Kind::Rook, colour: Colour::White, at: s[1], gone: s[1] == s[2] };
    Men::new(s[0], s[2], &[rook], turn)
}

#[test]
fn moves_come_in_the_published_order() {
    use Generator::{Check, Legal, Of};
    for (squares, turn, generator, expected) in [
        (
            "e4 d6 b7",
            Colour::White,
            Legal,
            "f5 f3 d5 d3 f4 d4 e5 e3 d1 a6 d2 b6 d3 c6 d4 d5 e6 f6 d7 g6 d8 h6",
        ),
        ("e4 d6 b7", Colour::White, Check, "b6 d7"),
        ("e4 d6 b7", Colour::Black, Legal, "c8 a8 c7 a7 b8"),
        ("d4 d6 e2", Colour::White, Of(Kind::Rook), "a6 b6 c6 d5 e6 f6 d7 g6 d8 h6"),
        ("d4 d6 e2", Colour::White, Check, "e6"),
        ("c3 b3 f3", Colour::White, Check, "a3"),
        ("a1 h8 a3", Colour::White, Legal, "b1 h1 a8 h2 b8 h3 c8 h4 d8 h5 e8 h6 f8 h7 g8"),
    ] {
        let mut out = Vec::new();
        moves::generate(generator, Size::CHESS, &men(squares, turn), &mut out);
        let text: Vec<String> = out.iter().map(|s| s.to.to_string()).collect();
        assert_eq!(text.join(" "), expected, "{squares} {generator:?}");
    }
}

#[test]
fn predicates_have_the_published_values() {
    // W R B, room, critical square, |W - cs|, divides, lpatt, exposed (us), exposed (them), lost
    for row in [
        "e4 d6 b7|6|c7|5|1|0|0|0|0",
        "e4 e6 b7|8|d7|4|1|0|0|0|0",
        "c3 b3 f3|64|c4|1|0|0|0|0|0",
        "h4 h5 h2|64|i4|1|0|1|0|0|0",
        "d4 c4 d6|20|d5|1|0|1|0|0|0",
        "a1 d4 e5|16|e5|8|1|0|1|1|1",
        "a1 d4 f6|16|e5|8|1|0|0|1|0",
        "c3 d4 e5|16|e5|4|1|0|0|0|0",
        "g6 d8 g8|64|e9|5|0|1|0|0|0",
        "c2 b3 a1|2|a2|2|1|0|0|0|0",
        "e4 c7 a8|2|b8|7|1|0|0|1|0",
    ] {
        let f: Vec<&str> = row.split('|').collect();
        let (us, them) = (men(f[0], Colour::White), men(f[0], Colour::Black));
        let view = View::alone(Size::CHESS, &us);
        let after = View::alone(Size::CHESS, &them);
        let rook = Spot::Man(2);
        assert_eq!(view.room(us.man(2).at).to_string(), f[1], "{row}");
        let cs = view.spot(&Spot::Critical(Box::new(rook.clone()))).unwrap();
        assert_eq!(cs.to_string(), f[2], "{row}");
        assert_eq!(us.king(Colour::White).manhattan(cs).to_string(), f[3], "{row}");
        let test = |v: View<'_>, op| {
            let t = Test { op, args: vec![rook.clone()] };
            if v.holds(&Goal::Test(t)) { "1" } else { "0" }
        };
        assert_eq!(test(view, Op::Divides), f[4], "{row}");
        assert_eq!(test(view, Op::LPattern), f[5], "{row}");
        assert_eq!(test(view, Op::Exposed), f[6], "{row}");
        assert_eq!(test(after, Op::Exposed), f[7], "{row}");
        assert_eq!(test(after, Op::RookLost), f[8], "{row}");
    }
}

fn describe(tree: &Tree, men: &Men) -> String {
    let size = Size::CHESS;
    match tree {
        Tree::Leaf => String::new(),
        Tree::Us { step, next } => {
            let after = men.after(*step);
            let rest = describe(next, &after);
            let gap = if rest.is_empty() { "" } else { " " };
            format!("{}{gap}{rest}", men.san(size, *step))
        }
        Tree::Them { replies } => {
            let parts: Vec<String> = replies
                .iter()
                .map(|(s, t)| format!("{}: {}", men.san(size, *s), describe(t, &men.after(*s))))
                .collect();
            format!("{{ {} }}", parts.join(", "))
        }
    }
}

#[test]
fn worked_positions_give_the_published_trees() {
    let program = krk();
    let mut searcher = Searcher::new(&program, Size::CHESS);
    for (fen, advice, tree) in [
        ("1K6/8/8/8/8/8/7R/2k5", "approach", "Kc7"),
        ("8/8/8/4k3/3R4/4K3/8/8", "keeproom", "Kd3"),
        ("8/5R1K/8/8/4k3/8/8/8", "squeeze", "Rf6"),
        ("8/8/8/4k3/3R4/8/8/3K4", "divide_in_2", "Ra4"),
        ("8/7K/1R6/8/k7/8/8/8", "divide_in_2", "Kg8 { Ka5: Rd6, Ka3: Rd6 }"),
        ("8/8/6R1/8/7k/8/8/4K3", "divide_in_2", "Kf2 { Kh5: Rg1, Kh3: Ke3 }"),
        ("7k/8/7K/8/3R4/8/8/8", "mate_in_2", "Kg6 { Kg8: Rd8# }"),
    ] {
        let (_, men) = Men::parse(fen).unwrap();
        match searcher.strategy(&men) {
            Verdict::Follow { advice: a, tree: t, .. } => {
                assert_eq!(program.advice[a].name, advice, "{fen}");
                assert_eq!(describe(&t, &men), tree, "{fen}");
            }
            other => panic!("{fen}: {other:?}"),
        }
    }
}

#[test]
fn both_vocabularies_and_the_book_notation_give_one_table() {
    let english = loaded(KRK);
    let russian = loaded(KRK_RU);
    let classic = loaded(KRK_CLASSIC);
    assert_eq!(english.table, russian.table);
    assert!(english.diagnostics.is_empty() && russian.diagnostics.is_empty());
    let mut table = classic.table.clone();
    table.ending = english.table.ending.clone();
    assert_eq!(english.table, table);
    let codes: Vec<(&str, u32, u32)> =
        classic.diagnostics.iter().map(|d| (d.code, d.place.line, d.place.column)).collect();
    for expected in [
        ("single-colon", 5, 14),
        ("no-separator", 10, 3),
        ("torn-name", 11, 33),
        ("torn-name", 28, 3),
    ] {
        assert!(codes.contains(&expected), "{expected:?} in {codes:?}");
    }
    // Mixed input: Russian rules, English advice.
    let mixed = format!(
        "{}{}",
        &KRK_RU[..KRK_RU.find("совет мат_2").unwrap()],
        &KRK[KRK.find("advice mate_in_2").unwrap()..]
    );
    assert_eq!(loaded(&mixed).table, english.table);
}

#[test]
fn printing_and_parsing_is_the_identity() {
    let extended = "ending KBNK.
        define near if dist(our_king, their_king) - 1 <= root(man(knight, a1)) + 2.
        define gap = dist(their_king, good_corner(their_king)).
        define later if not (near or not (mate and (on_edge(our_king) or root(light(bishop))))).
        rule one if on_edge(a1) and not (mate or stalemate): first, drawn
        rule two if true: second
        advice first { better gap < root(gap) or later or not near; hold not anylost;
          us depth < 5 and (legal then knightmove) and givecheck then depth = 6 and bishopmove;
          them depth < 4 and legal }
        advice second { better not not near; hold true; us depth = 0 and kingmove; them nomove }";
    for text in [KRK, KRK_RU, KRK_CLASSIC, extended] {
        let table = loaded(text).table;
        for language in [Language::English, Language::Russian] {
            for style in [Style::Plain, Style::Classic] {
                let printed = print(&table, language, style);
                let again = parse(&printed);
                assert!(!again.has_errors(), "{printed}\n{:?}", again.diagnostics);
                assert_eq!(again.table, table, "{printed}");
                assert_eq!(print(&again.table, language, style), printed);
            }
        }
    }
}

#[test]
fn faults_are_named_with_place_and_remedy() {
    for (text, line, column, part) in [
        ("rule r if true: go", 1, 17, "'go', expected a piece of advice"),
        (
            "rule r if true: go\nadvice go { better rookdivide; hold true; us legal; them legal }",
            2,
            20,
            "did you mean 'rookdivides'?",
        ),
        (
            "rule r if true: go\nadvice go { better okedge; hold true; us legal; them legal }",
            2,
            20,
            "did you mean 'our_king_edge'?",
        ),
        (
            "rule r if true: go\nadvice go { better раздeл; hold true; us checkfirst; them legal }",
            2,
            42,
            "did you mean 'checkmove'?",
        ),
        (
            "rule r if true: go\nadvice go { better mate; hold true; us depth = 0; them legal }",
            2,
            40,
            "without a move generator",
        ),
        (
            "rule r if true: go\nadvice go { better mate hold true; us legal; them legal }",
            2,
            25,
            "found 'hold', expected ';' after the better-goal",
        ),
        ("rule r if true go", 1, 16, "found 'go', expected"),
        (
            "define a if b.\ndefine b if not c.\ndefine c if a.\nrule r if a: drawn",
            1,
            8,
            "a -> b -> c -> a",
        ),
        ("ending KQQQK.\nrule r if true: drawn", 1, 8, "at most four men"),
        ("ending KQK.\nrule r if rookdivides: drawn", 2, 11, "no such man"),
        ("ending KBBK.\nrule r if lost(bishop): drawn", 2, 16, "light_bishop"),
        ("rule r if newroomsmaller: drawn", 1, 6, "a rule has none"),
        ("rule r if dist(rook) < 3: drawn", 1, 11, "1 arguments, expected 2"),
        ("", 1, 1, "no rule"),
    ] {
        let said = match load(text, Mode::Strict) {
            Ok(_) => panic!("{text} was accepted"),
            Err(said) => said,
        };
        assert!(
            said.iter().any(|d| {
                d.severity == touchstone_advice::Severity::Error
                    && (d.place.line, d.place.column) == (line, column)
                    && d.render("t", text).contains(part)
            }),
            "{text}\n{}",
            said.iter().map(|d| d.render("t", text)).collect::<Vec<_>>().join("\n")
        );
    }
}

#[test]
fn a_refused_definition_is_told_once() {
    let said = load("define a if b.\ndefine b if a.\nrule r if a or b: drawn", Mode::Strict);
    let codes: Vec<&str> = said.unwrap_err().iter().map(|d| d.code).collect();
    assert_eq!(codes, ["recursion"]);
}

#[test]
fn lenient_mode_takes_unknown_predicates_as_false() {
    let text = KRK.replace("our_king_edge", "okedge");
    assert!(load(&text, Mode::Strict).is_err());
    let l = load(&text, Mode::Lenient).unwrap();
    assert!(l.diagnostics.iter().any(|d| d.to_string().contains("our_king_edge")));
}

/// Deterministic 64-bit mixing, enough to choose mutations.
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[test]
fn ten_thousand_mutations_never_panic() {
    let pieces = [
        "",
        " ",
        "\n",
        "(",
        ")",
        "not ",
        "не ",
        "and",
        "или",
        "then",
        "затем",
        ":",
        "::",
        ";",
        "{",
        "}",
        "[",
        "]",
        "depth",
        "глубина",
        "=",
        "<",
        "9999999999",
        "0",
        "%",
        "_",
        "root(",
        "define x if x.",
        "rule",
        "совет",
        "\u{feff}",
        "é",
        "🙂",
        "ending KQK.",
        ".",
        ",",
        "|",
        "-",
    ];
    let mut texts: Vec<&str> = touchstone_advice::shipped::TEXTS.iter().map(|t| t.1).collect();
    texts.push(KRK_CLASSIC);
    let krk = load(KRK, Mode::Strict).unwrap().program.ending;
    let (mut valid, mut refused) = (0, 0);
    for n in 0..10_000u64 {
        let mut chars: Vec<char> = texts[(n % texts.len() as u64) as usize].chars().collect();
        let edits = 1 + mix(n) % 4;
        for e in 0..edits {
            let r = mix(n * 31 + e + 1);
            let at = (r >> 8) as usize % chars.len();
            let piece = pieces[(r >> 40) as usize % pieces.len()];
            match r % 4 {
                0 => {
                    chars.remove(at);
                }
                1 => {
                    chars.splice(at..at, piece.chars());
                }
                2 => {
                    let end = (at + (r >> 20) as usize % 40).min(chars.len());
                    chars.splice(at..end, piece.chars());
                }
                _ => {
                    let to = (r >> 24) as usize % chars.len();
                    chars.swap(at, to);
                }
            }
            if chars.is_empty() {
                chars.push('x');
            }
        }
        let text: String = chars.into_iter().collect();
        match load(&text, Mode::Strict) {
            Ok(l) => {
                valid += 1;
                // What is accepted runs and prints.
                let printed = print(&l.table, Language::Russian, Style::Classic);
                assert_eq!(parse(&printed).table, l.table, "{text}\n{printed}");
                if valid % 20 == 0 && l.program.ending == krk {
                    let (_, men) = Men::parse("8/5R1K/8/8/4k3/8/8/8").unwrap();
                    Searcher::new(&l.program, Size::CHESS).strategy(&men);
                }
            }
            Err(said) => {
                refused += 1;
                assert!(!said.is_empty());
                for d in &said {
                    d.render("t", &text);
                }
            }
        }
    }
    assert!(valid > 500 && refused > 500, "{valid} valid, {refused} refused");
}

/// The area by breadth-first search over legal king moves that capture nothing, one square
/// after the other: shares no code with the measure but the rules of chess.
fn area_by_walking(men: &Men) -> Vec<Point> {
    let size = Size::CHESS;
    let mut seen = vec![men.king(Colour::Black)];
    let mut k = 0;
    while k < seen.len() {
        let here = men.placed(1, seen[k]).with_turn(Colour::Black);
        for y in 1..=8 {
            for x in 1..=8 {
                let p = Point::new(x, y);
                let stays = men.placed(1, p);
                if p.distance(seen[k]) == 1
                    && !stays.in_check(size, Colour::Black)
                    && here.king(Colour::White) != p
                    && !seen.contains(&p)
                {
                    seen.push(p);
                }
            }
        }
        k += 1;
    }
    seen
}

#[test]
fn measures_of_the_area_equal_a_walk_over_it() {
    let l = loaded(
        "ending KBBK.\n\
         rule any if area = 0 or area_corner_sum = 0 or area_far(our_king) = 0\n\
           or area_far(light_bishop) = 0 or corner_man(their_king) = 0: drawn",
    );
    let Goal::Or(parts) = &l.program.rules[0].condition else { panic!("no list") };
    let numbers: Vec<_> = parts
        .iter()
        .map(|g| match g {
            Goal::Compare(n, ..) => n.clone(),
            _ => panic!("no comparison"),
        })
        .collect();
    let side = |k: i8| (k - 1).min(8 - k) as i32;
    let corner = |p: Point| side(p.x) + side(p.y);
    let mut at = 7usize;
    let mut sizes = std::collections::BTreeSet::new();
    for _ in 0..3000 {
        let mut point = || {
            at = (at * 1_103_515_245 + 12_345) % (1 << 31);
            Point::new((at >> 8) as i8 & 7, (at >> 16) as i8 & 7)
        };
        let mut square = || {
            let p = point();
            Point::new(p.x + 1, p.y + 1)
        };
        let bishop = |at| Man { kind: Kind::Bishop, colour: Colour::White, at, gone: false };
        let (w, b, c, d) = (square(), square(), square(), square());
        let men = Men::new(w, b, &[bishop(c), bishop(d)], Colour::White);
        let shades = (c.x + c.y + d.x + d.y) % 2 != 0;
        if !men.is_legal(Size::CHESS) || !shades {
            continue;
        }
        let walked = area_by_walking(&men);
        let light = if (c.x + c.y) % 2 != 0 { c } else { d };
        let far = |p: Point| walked.iter().map(|q| q.distance(p) as i32).max();
        let expected = [
            Some(walked.len() as i32),
            Some(walked.iter().map(|&p| corner(p)).sum()),
            far(w),
            far(light),
            Some(corner(b)),
        ];
        let view = View::alone(Size::CHESS, &men);
        let found: Vec<Option<i32>> = numbers.iter().map(|n| view.number(n)).collect();
        assert_eq!(found, expected, "{}", men.fen(Size::CHESS));
        sizes.insert(walked.len());
    }
    assert!(sizes.len() > 10, "{sizes:?}");
}
