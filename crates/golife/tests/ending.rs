//! Dead stones and seki at the end of a game, and what GoGui is told.

use touchstone_go::gtp::Session;
use touchstone_go::notation::parse_diagram;
use touchstone_go::{Colour, Game, Rules};

fn session(diagram: &str) -> Session {
    let mut s = Session::default();
    touchstone_golife::commands::install(&mut s);
    let board = parse_diagram(diagram).unwrap();
    s.set_game(Game::from_board(board, Colour::Black, Rules::default()));
    s
}

fn reply(s: &mut Session, line: &str) -> String {
    let r = s.line(line).unwrap();
    assert!(r.ok, "{line}: {}", r.text);
    r.text
}

/// Two stones of each side without eyes share the two liberties in the middle; what stands outside lives.
const SEKI: &str = ".X.XO.XO.O.\nXXXXO.XOOOO";

fn sorted(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort_unstable();
    words
}

#[test]
fn a_seki_is_listed_as_one() {
    let mut s = session(SEKI);
    let seki = reply(&mut s, "final_status_list seki");
    assert_eq!(sorted(&seki), ["E1", "E2", "G1", "G2"]);
    assert_eq!(reply(&mut s, "final_status_list dead"), "");
    assert_eq!(sorted(&reply(&mut s, "final_status_list dame")), ["F1", "F2"]);
    assert_eq!(reply(&mut s, "final_status F1"), "dame");
    assert_eq!(reply(&mut s, "final_status E1"), "seki");
}

/// With one shared liberty whoever moves captures; and four stones a side are none either: who gives them up
/// kills the captor in the hole.
#[test]
fn a_race_that_is_not_over_is_no_seki() {
    for diagram in [".X.XOXXO.O.\nXXXXO.XOOOO", ".X.XOO.XXO.O.\nXXXXOO.XXOOOO"] {
        let mut s = session(diagram);
        assert_eq!(reply(&mut s, "final_status_list seki"), "", "{diagram}");
    }
}

#[test]
fn what_is_certain_overrules_random_games() {
    let mut s = session("XXXXX\nX.X.X\nXXXXX\nOOOOO\nO.O.O");
    assert_eq!(reply(&mut s, "final_status_list dead"), "");
    assert_eq!(reply(&mut s, "final_status_list seki"), "");
    assert_eq!(reply(&mut s, "final_status A1"), "alive");
}

/// Every listed command exists, and its type is one that GoGui knows.
#[test]
fn the_list_for_gogui_names_commands_that_exist() {
    let mut s = session("XX.\nX..\n..O");
    let list = reply(&mut s, "gogui-analyze_commands");
    for line in list.lines() {
        let fields: Vec<&str> = line.split('/').collect();
        assert_eq!(fields.len(), 3, "{line}");
        assert!(["gfx", "string", "plist", "move"].contains(&fields[0]), "{line}");
        let name = fields[2].split(' ').next().unwrap();
        assert_eq!(reply(&mut s, &format!("known_command {name}")), "true", "{line}");
    }
    for command in ["gogui-dragon_status", "gogui-eye_spaces", "gogui-unconditional"] {
        for line in reply(&mut s, command).lines() {
            let word = line.split(' ').next().unwrap();
            assert!(["COLOR", "LABEL", "TEXT", "CIRCLE", "TRIANGLE"].contains(&word), "{line}");
        }
    }
}
