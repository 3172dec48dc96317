//! The session: framing, errors that leave it alive, records, and bug reports of others.

use proptest::prelude::*;
use touchstone_go::gtp::Session;
use touchstone_go::regress::{Baseline, Class, Engine, Selection, Suite, Totals, Transformed, run};
use touchstone_go::{Colour, Game, Rules, Scoring, Symmetry, notation, score};

fn ask(s: &mut Session, line: &str) -> String {
    s.line(line).map_or_else(
        || "(nothing)".into(),
        |r| format!("{}{}", if r.ok { "=" } else { "?" }, r.text),
    )
}

#[test]
fn framing() {
    let mut s = Session::default();
    assert_eq!(s.line("7 protocol_version").unwrap().to_string(), "=7 2\n\n");
    assert_eq!(s.line("name").unwrap().to_string(), "= Touchstone\n\n");
    assert_eq!(s.line("\u{1}8\tboardsize\t9 # comment\r").unwrap().to_string(), "=8 \n\n");
    assert!(s.line("").is_none() && s.line("   # only a comment").is_none());
    assert_eq!(s.line("9 nonsense").unwrap().to_string(), "?9 unknown command\n\n");
    // A newline split from its command (leela-zero#226), and the end of input (michi#1).
    assert!(s.feed("10 na").is_empty());
    assert!(s.feed("me").is_empty());
    let replies = s.feed("\n\n\n11 version\n12 qu");
    assert_eq!(replies.len(), 2);
    assert_eq!(replies[0].id, Some(10));
    assert_eq!(s.finish().unwrap().id, Some(12));
    assert!(!s.is_over());
    s.line("quit");
    assert!(s.is_over());
}

#[test]
fn bad_commands_get_the_protocols_errors_and_the_session_goes_on() {
    let mut s = Session::default();
    for (line, reply) in [
        ("boardsize 1", "?unacceptable size"),
        ("boardsize 99999999999999999999", "?boardsize not an integer"),
        ("boardsize", "?boardsize not an integer"),
        ("komi nan", "?komi not a float"),
        ("boardsize 5", "="),
        ("play b", "?invalid color or coordinate"),
        ("play green A1", "?invalid color or coordinate"),
        ("play b I1", "?invalid color or coordinate"),
        ("play b A6", "?invalid color or coordinate"),
        ("play b A1", "="),
        ("play w a1", "?illegal move"),
        ("genmove", "?invalid color"),
        ("undo", "="),
        ("undo", "?cannot undo"),
        ("popgo", "?Stack empty."),
        ("countlib A1", "?vertex must not be empty"),
        ("loadsgf", "?missing filename"),
        ("final_status_list nonsense", "?invalid status"),
        ("fixed_handicap 99", "?invalid handicap"),
    ] {
        assert_eq!(ask(&mut s, line), reply, "{line}");
    }
    // Suicide and ko.
    for line in ["play b A2", "play b B1", "play w A1"] {
        ask(&mut s, line);
    }
    assert_eq!(ask(&mut s, "play w A1"), "?illegal move");
    assert_eq!(ask(&mut s, "play b A1"), "=");
    ask(&mut s, "clear_board");
    for line in [
        "play b B1",
        "play b A2",
        "play b B3",
        "play b C2",
        "play w C1",
        "play w C3",
        "play w D2",
        "play w B2",
    ] {
        ask(&mut s, line);
    }
    assert_eq!(ask(&mut s, "is_legal w B2"), "=0", "no liberty and nothing to take");
    for line in [
        "clear_board",
        "play b B1",
        "play b A2",
        "play b B3",
        "play w C1",
        "play w C3",
        "play w D2",
        "play w B2",
        "play b C2",
    ] {
        ask(&mut s, line);
    }
    assert_eq!(ask(&mut s, "color B2"), "=empty");
    assert_eq!(ask(&mut s, "play w B2"), "?illegal move");
    assert_eq!(ask(&mut s, "play w pass"), "=");
    assert_eq!(ask(&mut s, "is_legal w B2"), "=1");
    assert_eq!(ask(&mut s, "boardsize 19"), "=");
}

#[test]
fn trial_moves_are_taken_back() {
    let mut s = Session::default();
    for line in ["boardsize 5", "play b C3", "trymove w C2", "trymove b D2"] {
        assert_eq!(ask(&mut s, line), "=");
    }
    assert_eq!(ask(&mut s, "color D2"), "=black");
    assert_eq!(ask(&mut s, "popgo"), "=");
    assert_eq!(ask(&mut s, "color D2"), "=empty");
    assert_eq!(ask(&mut s, "popgo"), "=");
    assert_eq!(ask(&mut s, "popgo"), "?Stack empty.");
    assert_eq!(ask(&mut s, "color C3"), "=black");
}

#[test]
fn records_with_setup_and_no_empty_line_in_a_reply() {
    // leela-zero#1469: setup stones, then a Black move; #1875: a blank line inside printsgf.
    let mut s = Session::default();
    s.set_loader(|name| match name {
        "a.sgf" => Ok(b"(;GM[1]FF[4]SZ[19]AB[dd];B[pd];W[pp])".to_vec()),
        "bad.sgf" => Ok(b"hello".to_vec()),
        _ => Err("no such file".into()),
    });
    assert_eq!(ask(&mut s, "loadsgf a.sgf"), "=black");
    assert_eq!(
        (ask(&mut s, "color D16"), ask(&mut s, "color Q16"), ask(&mut s, "color Q4")),
        ("=black".into(), "=black".into(), "=white".into())
    );
    assert_eq!(ask(&mut s, "loadsgf a.sgf 2"), "=white");
    assert_eq!(ask(&mut s, "color Q4"), "=empty");
    assert_eq!(ask(&mut s, "loadsgf a.sgf Q16"), "=black");
    assert!(ask(&mut s, "loadsgf bad.sgf").starts_with("?cannot open or parse"));
    assert!(ask(&mut s, "loadsgf none.sgf").starts_with("?cannot open or parse"));
    for command in ["printsgf", "showboard", "list_commands", "help", "move_history"] {
        let text = s.line(command).unwrap().to_string();
        assert!(!text[..text.len() - 2].contains("\n\n"), "{command}: {text:?}");
    }
}

#[test]
fn free_handicap_then_a_move() {
    // Pachi#86 crashed here.
    let mut s = Session::default();
    for line in ["boardsize 9", "set_free_handicap C3 G7 C7", "komi 0"] {
        assert_eq!(ask(&mut s, line), "=");
    }
    let reply = ask(&mut s, "genmove w");
    assert!(reply.starts_with('=') && reply.len() > 2, "{reply}");
}

#[test]
fn reg_genmove_repeats_and_plays_nothing() {
    let mut s = Session::default();
    for line in ["boardsize 7", "play b C3", "play w E5"] {
        ask(&mut s, line);
    }
    let first = ask(&mut s, "reg_genmove b");
    assert_eq!(first, ask(&mut s, "reg_genmove b"));
    assert_eq!(ask(&mut s, "move_history").lines().count(), 2);
    assert!(["=A1", "=B2"].contains(&ask(&mut s, "restricted_genmove b A1 B2").as_str()));
}

#[test]
fn scores_of_the_disputed_game() {
    // KataGo#366: the score must be the same before and after the passes.
    let text = ".........\n.........\n..OOOO...\n.O.OXOOOO\nOOOXXXXOX\nOXXX.XXXX\nX..OOXOO.\n.X..X.XO.\n....XX.X.";
    let board = notation::parse_diagram(text).unwrap();
    let dead =
        ["D3", "E3", "G3", "H3", "H2"].iter().filter_map(|v| notation::parse_vertex(v)).collect();
    let none = Default::default();
    let area = score::count(&board, &dead, &none, Scoring::Area);
    assert_eq!((area.points, score::result(area, 0.0).as_str()), ([41, 40], "B+1.0"));
    let as_it_stands = score::count(&board, &dead, &none, Scoring::TrompTaylor);
    assert_eq!(
        (as_it_stands.points, score::result(as_it_stands, 0.0).as_str()),
        ([23, 45], "W+22.0")
    );
    let mut s = Session::new(Rules::TROMP_TAYLOR);
    s.set_game(Game::from_board(board, Colour::Black, Rules::TROMP_TAYLOR));
    let before = ask(&mut s, "final_score");
    ask(&mut s, "play b pass");
    ask(&mut s, "play w pass");
    assert_eq!((before.as_str(), ask(&mut s, "final_score").as_str()), ("=W+22.0", "=W+22.0"));
}

#[test]
fn a_one_eyed_group_in_atari_is_marked_dead() {
    // SabakiHQ/deadstones#7: the playouts took the filling of the eye for suicide.
    let text = ".X.X.X.XXXOX.\nX..X.XXX.XOOO\nXX.X.XOXXXO..\n.X..XXOX..XOO\n..XXOOOX.XXXO\n.XX.XO.OXXXO.\nX.XXXO.OO..OO\n..XXOOO..OOOO\nXXX.XOO..O..O\n..XXXXOO.OXXX\nXXOOXXXO.OOXO\nXOOOOXOOOOOOO\n.XO.OXO.O.O..";
    let board = notation::parse_diagram(text).unwrap();
    let mut s = Session::default();
    s.set_game(Game::from_board(board, Colour::Black, Rules::CHINESE));
    let dead = ask(&mut s, "final_status_list dead");
    for v in ["C3", "D3", "B2", "C2", "D2", "E2", "C1", "E1"] {
        assert!(dead.split_whitespace().any(|w| w.trim_start_matches('=') == v), "{v} in {dead}");
    }
}

const SUITE: &str = "boardsize 5
1 color A1
#? [empty]
2 color A1
#? [black]*
3 color A1
#? [empty]*
4 color A1
#? [black]
5 color A1
#? [empty
6 color A1
7 color A1
#? [!black]
7 color A1
#? [white|mpt|black]
8 nonsense
#? [1]&
#? [1]
10001 get_owl_node_counter
#? [1]
";

#[test]
fn the_runner_reads_faulty_suites_and_tells_four_classes() {
    let suite = Suite::parse("mine", SUITE.as_bytes());
    let mut records = Vec::new();
    let mut s = Session::default();
    let complaints = run(&suite, &Selection::default(), &mut s, &|| 0, &mut |r| records.push(r));
    let classes: Vec<&str> = records.iter().map(|r| r.class.name()).collect();
    assert_eq!(classes, ["pass", "fail", "PASS", "FAIL", "pass", "pass", "pass"]);
    let mut totals = Totals::default();
    records.iter().for_each(|r| totals.add(r));
    totals.add_complaints(&complaints);
    assert_eq!((totals.pass, totals.unexpected_pass, totals.malformed), (4, 1, 3));
    let text = format!("{complaints:?}");
    for part in [
        "not closed",
        "id 6 has no expectation",
        "stands in line",
        "tighter than |",
        "second expectation",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // A breakage report shows what changed and nothing else.
    let baseline = Baseline::of(&records);
    let (again, faults) = Baseline::parse(&(baseline.write() + "nonsense\n"));
    assert_eq!((again.clone(), faults.len()), (baseline, 1));
    assert!(again.changes(&records).is_empty());
    records[0].class = Class::UnexpectedFail;
    records[0].answer = "white".into();
    let changes = again.changes(&records);
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].to_string(), "mine:1 FAIL white [empty] (before: empty)");
    let only = Selection::parse("mine:2-3,5").unwrap();
    assert!(only.takes(2, "x") && only.takes(5, "x") && !only.takes(4, "x"));
}

#[test]
fn transformed_suites_ask_the_same_questions() {
    let text = "loadsgf a\n1 color B1\n#? [black]\n2 findlib B1\n#? [A1 C1]\nplay white A1\n3 color A1\n#? [white]\n";
    let suite = Suite::parse("t", text.as_bytes());
    for symmetry in Symmetry::all() {
        let mut s = Session::default();
        s.set_loader(|_| Ok(b"(;SZ[5]AB[be]AW[bd])".to_vec()));
        let mut records = Vec::new();
        let mut engine = Transformed::new(&mut s, symmetry);
        run(&suite, &Selection::default(), &mut engine, &|| 0, &mut |r| records.push(r));
        let answers: Vec<String> = records
            .iter()
            .map(|r| {
                let mut words: Vec<&str> = r.answer.split(' ').collect();
                words.sort_unstable();
                words.join(" ")
            })
            .collect();
        assert_eq!(answers, ["black", "A1 C1", "white"], "{}", symmetry.name());
    }
}

proptest! {
    #[test]
    fn no_line_breaks_the_session(lines in proptest::collection::vec("[0-9]{0,3} ?(play|genmove|komi|boardsize|undo|loadsgf|trymove|popgo|final_status|showboard|fixed_handicap|[a-z_]{0,12})? ?[a-zA-Z0-9 -]{0,12}", 0..12)) {
        let mut s = Session::default();
        s.line("boardsize 4");
        for line in lines {
            if line.contains("quit") {
                continue;
            }
            if let Some(r) = s.line(&line) {
                let text = r.to_string();
                prop_assert!(!text[..text.len() - 2].contains("\n\n"), "{:?}", text);
            }
        }
        prop_assert!(s.send("name").ok);
    }
}
