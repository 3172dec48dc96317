//! Playing, explaining, linting and repairing with the shipped tables.

use touchstone_advice::explain::{explain, sound_moves};
use touchstone_advice::play::{Answer, Player, answer};
use touchstone_advice::prove::prove;
use touchstone_advice::prove::sweep::Keep;
use touchstone_advice::repair::{Limits, repair};
use touchstone_advice::{Language, Loaded, Mode, Searcher, lint, load};
use touchstone_chess::general::{Men, Size};
use touchstone_chess::tables::Tables;

const KRK: &str = include_str!("../../../suites/advice/krk.al0");
const KRK_RU: &str = include_str!("../../../suites/advice/krk.ru.al0");
const CORRECTED: &str = include_str!("../../../suites/advice/krk.corrected.al0");

fn loaded(text: &str) -> Loaded {
    load(text, Mode::Strict).unwrap_or_else(|said| panic!("{said:?}"))
}

#[test]
fn the_books_line_is_played_move_for_move() {
    for king in ["8/1k6/3R4/8/4K3/8/8/8", "8/1k6/3R4/4K3/8/8/8/8"] {
        let l = loaded(KRK);
        let (size, mut men) = Men::parse(king).unwrap();
        let mut player = Player::new(&l.program, size, Keep::Tree);
        let line = "Kd5 approach Kc7, Kc5 approach Kb7, Rc6 squeeze Ka7, Rb6 squeeze Ka8, \
                    Kb5 approach Ka7, Kc6 keeproom Ka8, Kc7 approach Ka7, Rc6 mate_in_2 Ka8, \
                    Ra6# tree";
        for (k, part) in line.split(", ").enumerate() {
            let words: Vec<&str> = part.split_whitespace().collect();
            match player.answer(&men) {
                Answer::Move { step, advice, from_tree } => {
                    assert_eq!(men.san(size, step), words[0], "move {}", k + 1);
                    let name = l.program.advice[advice].name.as_str();
                    assert_eq!(if from_tree { "tree" } else { name }, words[1]);
                    player.ours(step);
                    men = men.after(step);
                }
                other => panic!("{other:?}"),
            }
            if let Some(reply) = words.get(2) {
                let step = men.find(size, reply).unwrap();
                player.theirs(step);
                men = men.after(step);
            }
        }
        assert!(men.is_mate(size));
    }
}

#[test]
fn both_vocabularies_give_identical_trees_in_every_position() {
    let (english, russian) = (loaded(KRK), loaded(KRK_RU));
    let size = Size::CHESS;
    let mut a = Searcher::new(&english.program, size);
    let mut b = Searcher::new(&russian.program, size);
    let roots = touchstone_advice::prove::roots::Roots::new(&english.program.ending, size);
    assert_eq!(roots.own(), 175_168);
    for root in 0..roots.own() {
        let men = roots.men(root);
        assert_eq!(a.strategy(&men), b.strategy(&men), "{}", men.fen(size));
    }
}

#[test]
fn the_corrected_table_wins_everywhere_and_by_the_longest_defence_in_34_moves() {
    let l = loaded(CORRECTED);
    let size = Size::CHESS;
    let mut tables = Tables::new(size);
    let proof = prove(&l.program, size, Keep::Tree, &mut tables, &mut |_, _| {}).unwrap();
    let s = proof.summary(&tables);
    assert!(s.holds());
    assert_eq!((s.won, s.max_moves, s.moves), (175_168, 34, 3_456_161));
    assert_eq!(s.black, [223_944, 201_700, 201_700, 34]);
    // The line of the proof is really played against the defence that it names.
    let root = (0..proof.roots.own()).find(|&r| proof.fates.length[r] == 34).unwrap();
    let mut men = proof.roots.men(root);
    let mut player = Player::new(&l.program, size, Keep::Tree);
    for moves in 1..=34 {
        let Answer::Move { step, .. } = player.answer(&men) else { panic!("no move") };
        player.ours(step);
        men = men.after(step);
        if moves == 34 {
            assert!(men.is_mate(size));
            return;
        }
        let (reply, left) = player.longest_reply(&proof, &men).unwrap();
        assert_eq!(left, Some(34 - moves));
        player.theirs(reply);
        men = men.after(reply);
    }
}

#[test]
fn asking_for_advice_at_every_move_is_another_player() {
    let l = loaded(KRK);
    let size = Size::new(6, 6).unwrap();
    let mut tables = Tables::new(size);
    let kept = prove(&l.program, size, Keep::Tree, &mut tables, &mut |_, _| {}).unwrap();
    let fresh = prove(&l.program, size, Keep::Nothing, &mut tables, &mut |_, _| {}).unwrap();
    let (kept, fresh) = (kept.summary(&tables), fresh.summary(&tables));
    assert_eq!(kept.by_advice, fresh.by_advice);
    assert_ne!((kept.won, kept.moves), (fresh.won, fresh.moves));
}

#[test]
fn explanations_have_figures_and_name_what_fails() {
    let l = loaded(KRK);
    let (size, men) = Men::parse("8/5R1K/8/8/4k3/8/8/8").unwrap();
    let asked = men.find(size, "Rf5").unwrap();
    let e = explain(&l.program, size, &men, Some(asked), Language::English);
    assert_eq!((e.advice.as_deref(), e.step.as_deref()), (Some("squeeze"), Some("Rf6")));
    assert!(e.sentence.contains("the room shrinks from 30 to 25"), "{}", e.sentence);
    let w = e.why_not.unwrap();
    assert!(!w.played);
    assert_eq!(w.reasons[0].advice, "squeeze");
    assert!(w.reasons[0].why.contains("the rook is lost"), "{:?}", w.reasons);
    let e = explain(&l.program, size, &men, None, Language::Russian);
    assert!(e.sentence.contains("простор уменьшается с 30 до 25"), "{}", e.sentence);
    // Tried in order: what was passed over comes with its reason.
    let (size, men) = Men::parse("1K6/8/8/8/8/8/7R/2k5").unwrap();
    let e = explain(&l.program, size, &men, None, Language::English);
    let passed: Vec<&str> = e.passed_over.iter().map(|r| r.advice.as_str()).collect();
    assert_eq!(passed, ["squeeze"]);
    assert!(sound_moves(&l.program, size, &men).len() > 1);
}

#[test]
fn long_definitions_are_named_and_short_ones_told() {
    // A drawn position, in which all advice fails; spelt out, each reason had thousands of
    // letters.
    let l = loaded(touchstone_advice::shipped::text("kpk").unwrap());
    let (size, men) = Men::parse("4k3/8/4P3/4K3/8/8/8/8").unwrap();
    for (language, negation) in [(Language::English, "not wins"), (Language::Russian, "не wins")]
    {
        let e = explain(&l.program, size, &men, None, language);
        assert_eq!(e.outcome, "drawn");
        assert!(e.passed_over.len() > 5);
        for r in &e.passed_over {
            assert!(r.why.chars().count() < 300, "{}: {}", r.advice, r.why);
        }
        assert!(e.passed_over.iter().any(|r| r.why.contains(negation)), "{:?}", e.passed_over);
    }
    let (_, men) = Men::parse("8/8/8/8/8/2K5/4P3/k7").unwrap();
    let e = explain(&l.program, size, &men, None, Language::English);
    assert!(e.sentence.contains("runs: gap = 7, > run + 1 = 6"), "{}", e.sentence);
}

#[test]
fn black_may_be_the_advised_side() {
    let l = loaded(KRK);
    let (size, men) = Men::parse("8/8/8/4k3/8/3r4/1K6/8 b").unwrap();
    let (found, mirror) = answer(&l.program, size, &men, &[]).unwrap();
    assert!(mirror);
    let Answer::Move { step, .. } = found else { panic!("{found:?}") };
    assert_eq!(men.san(size, step), "Kd4");
    let (size, men) = Men::parse("8/8/8/4k3/8/3r4/1K6/8 w").unwrap();
    assert_eq!(answer(&l.program, size, &men, &[]), None);
}

#[test]
fn the_linter_finds_what_is_planted() {
    let planted = KRK
        .replace("rule else_rule if true", "rule always if true: squeeze\nrule else_rule if true")
        .replace(
            "advice squeeze",
            "advice idle { better mate; hold true; us legal; them legal }\n\
             define unused if mate.\n\
             advice squeeze",
        )
        .replace("depth = 2 and checkmove", "depth = 3 and checkmove");
    let l = loaded(&planted);
    let said = lint::lint(&l.table, &l.program, Size::new(5, 5).unwrap(), &mut |_, _| {}).unwrap();
    let codes: Vec<&str> = said.iter().map(|d| d.code).collect();
    for code in [
        "unused-advice",
        "unused-definition",
        "unreached-rule",
        "no-bottom",
        "dead-guard",
        "no-advice",
        "asymmetry",
        "always-holds",
    ] {
        assert!(codes.contains(&code), "{code} in {codes:?}");
    }
    let l = loaded(KRK);
    let said = lint::lint(&l.table, &l.program, Size::CHESS, &mut |_, _| {}).unwrap();
    let stalemates: Vec<&str> =
        said.iter().filter(|d| d.code == "stalemate").map(|d| d.message.as_str()).collect();
    assert_eq!(stalemates.len(), 3, "{stalemates:?}");
}

#[test]
fn rules_for_what_promotions_lead_to_are_not_called_unreached() {
    // The linter looked at positions of the ending alone.
    let l = loaded(
        "ending KPK.\n\
         rule queen if have(queen): go\n\
         rule rook if have(rook): go\n\
         rule pawn if true: promote, drawn\n\
         advice go { better themtomove; hold true; us depth = 0 and legal; them nomove }\n\
         advice promote { better have(queen); hold true; us depth = 0 and pawnmove; them nomove }",
    );
    let said = lint::lint(&l.table, &l.program, Size::new(4, 4).unwrap(), &mut |_, _| {}).unwrap();
    let unreached: Vec<&str> =
        said.iter().filter(|d| d.code == "unreached-rule").map(|d| d.message.as_str()).collect();
    assert_eq!(unreached, ["rule 'rook' applies in no position on 4x4"]);
    assert!(said.iter().all(|d| d.code != "never-chosen"), "{said:?}");
}

#[test]
fn goals_that_are_asked_after_a_reply_are_looked_at_there() {
    // The linter looked at positions after our first move alone: "'ustomove' in advice
    // 'squeeze' never holds where it is asked".
    let l = loaded(touchstone_advice::shipped::text("kbbk").unwrap());
    let said = lint::lint(&l.table, &l.program, Size::new(4, 4).unwrap(), &mut |_, _| {}).unwrap();
    assert!(said.iter().all(|d| !d.message.contains("ustomove")), "{said:?}");
}

#[test]
fn a_goal_that_holds_at_the_root_is_diagnosed() {
    let l = loaded(
        "rule r if true: stay\nadvice stay { better true; hold true; us legal; them legal }",
    );
    let size = Size::new(4, 4).unwrap();
    let mut tables = Tables::new(size);
    let proof = prove(&l.program, size, Keep::Tree, &mut tables, &mut |_, _| {}).unwrap();
    let s = proof.summary(&tables);
    assert_eq!(s.end("nil_tree"), s.positions);
    let said = lint::lint(&l.table, &l.program, size, &mut |_, _| {}).unwrap();
    assert!(said.iter().any(|d| d.code == "goal-at-root"));
}

#[test]
fn repair_finds_the_three_missing_words() {
    let l = loaded(KRK);
    let limits = Limits { proofs: 4, shorten: 0, together: 3 };
    let r = repair(&l.table, Size::CHESS, limits, &mut |_| {}).unwrap().unwrap();
    assert_eq!(r.before.won, 175_120);
    let best = &r.repairs[0];
    assert!(best.summary.holds());
    assert_eq!(
        best.edit.what,
        [
            "approach: add 'not stalemate' to better",
            "keeproom: add 'not stalemate' to better",
            "divide_in_2: add 'not stalemate' to better"
        ]
    );
    let corrected = loaded(CORRECTED);
    assert_eq!(best.edit.table, corrected.table);
}
