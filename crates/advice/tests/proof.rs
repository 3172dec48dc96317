//! The proof run of the shipped KRK tables, its certificate and the checker.

use touchstone_advice::check::check;
use touchstone_advice::prove::sweep::Keep;
use touchstone_advice::prove::{self, Proof, certificate, prove};
use touchstone_advice::{Loaded, Mode, Searcher, load};
use touchstone_chess::Colour;
use touchstone_chess::general::Size;
use touchstone_chess::tables::{Outcome, Tables};

const KRK: &str = include_str!("../../../suites/advice/krk.al0");

fn loaded(text: &str) -> Loaded {
    load(text, Mode::Strict).unwrap_or_else(|said| panic!("{said:?}"))
}

fn proved(l: &Loaded, n: u8) -> (Proof<'_>, Tables) {
    let size = Size::new(n, n).unwrap();
    let mut tables = Tables::new(size);
    let proof = prove(&l.program, size, Keep::Tree, &mut tables, &mut |_, _| {}).unwrap();
    (proof, tables)
}

fn written(proof: &Proof<'_>, tables: &Tables) -> String {
    let mut text = String::new();
    certificate::write(proof, tables, "krk", &mut |t| text += t);
    text
}

/// The same text with a fresh checksum.
fn sealed(body: &str) -> String {
    format!("{body}end {}\n", blake3::hash(body.as_bytes()).to_hex())
}

#[test]
fn the_printed_table_stalemates_in_48_positions() {
    let l = loaded(KRK);
    let (proof, tables) = proved(&l, 8);
    let s = proof.summary(&tables);
    assert_eq!((s.positions, s.winnable, s.won), (175_168, 175_168, 175_120));
    assert_eq!(s.end("stalemate"), 48);
    for end in ["lost_piece", "no_advice", "cycle", "over_50", "nil_tree", "too_large"] {
        assert_eq!(s.end(end), 0, "{end}");
    }
    assert_eq!((s.max_moves, s.moves), (34, 3_455_568));
    assert_eq!(s.black, [223_944, 201_700, 201_644, 34]);
    let (list, total) = proof.counterexamples(100);
    assert_eq!((list.len(), total), (10, 10));
    assert!(list.iter().any(|c| {
        c.position.starts_with("8/8/8/8/8/2K5/1R6/k7 w")
            && c.line == ["Kb3"]
            && c.why == "stalemate"
    }));
    let text = written(&proof, &tables);
    let c = check(&text).unwrap();
    assert_eq!((c.legal, c.won, c.unclaimed, c.max_moves), (175_168, 175_120, 48, 34));
}

#[test]
fn tampered_certificates_are_refused() {
    let l = loaded(KRK);
    let (proof, tables) = proved(&l, 5);
    let text = written(&proof, &tables);
    let good = check(&text).unwrap();
    assert_eq!(good.positions, good.won + good.unclaimed);
    let body = &text[..text.rfind("end ").unwrap()];
    let lines: Vec<&str> = body.lines().collect();
    let refused = |change: &dyn Fn(&mut Vec<String>), why: &str| {
        let mut lines: Vec<String> = lines.iter().map(|l| l.to_string()).collect();
        change(&mut lines);
        let body = lines.join("\n") + "\n";
        let fault = check(&sealed(&body)).expect_err(why).to_string();
        assert!(fault.contains(why), "{fault} does not say '{why}'");
    };
    // Any changed byte breaks the checksum.
    for k in (0..text.len()).step_by(text.len() / 200) {
        let mut bytes = text.clone().into_bytes();
        bytes[k] = if bytes[k] == b'1' { b'2' } else { b'1' };
        if let Ok(changed) = String::from_utf8(bytes) {
            assert!(changed == text || check(&changed).is_err(), "byte {k}");
        }
    }
    // With a fresh checksum the rules find the fault.
    let with = |part: &str| lines.iter().position(|l| l.contains(part)).unwrap();
    let ranked = |rank: &str| {
        lines.iter().position(|l| l.split(' ').nth(1) == Some(rank) && !l.contains('{')).unwrap()
    };
    let tree = lines.iter().position(|l| l.contains(',') && l.matches('{').count() == 1).unwrap();
    refused(&|l| l[tree] = cut_reply(&l[tree]), "legal replies");
    refused(
        &|l| {
            l.remove(tree);
        },
        "not",
    );
    refused(
        &|l| {
            l.remove(tree);
            l[4] = format!("positions {}", l.len() - 5);
        },
        "is not listed",
    );
    refused(&|l| l.push(l[tree].clone()), "are listed, not");
    let five = ranked("5");
    refused(&|l| l[five] = l[five].replacen(" 5 ", " 4 ", 1), "moves are left");
    refused(&|l| l[five] = l[five].replacen(" 5 ", " 0 ", 1), "expected a rank");
    refused(&|l| l[five] = flip_move(&l[five]), "no legal move");
    refused(&|l| l[2] = "ending KQK".to_string(), "is not listed");
    refused(&|l| l[3] = "board 6x6".to_string(), "is not listed");
    let won = with(" 1 ");
    refused(&|l| l[won] = drawn_claim(&l[won]), "no reply holds the draw");
    let bad = lines.iter().position(|l| l.contains(" ! ")).unwrap();
    refused(&|l| l[bad] = format!("{} 3 approach a1a2", first_word(&l[bad])), "");
    refused(&|l| l[bad] = first_word(&l[bad]), "expected a rank");
}

/// What a proof run says of a shipped table: positions, won, longest, sum of moves.
fn figures(name: &str, n: u8) -> [u64; 4] {
    let l = loaded(touchstone_advice::shipped::text(name).unwrap());
    let (proof, tables) = proved(&l, n);
    let s = proof.summary(&tables);
    [s.positions, s.won, s.max_moves.into(), s.moves]
}

#[test]
fn the_corrected_table_wins_everywhere_on_boards_of_every_size() {
    for (n, won, longest, mean) in [
        (4, 1_312, 10, 4.135),
        (5, 7_040, 17, 8.490),
        (6, 25_440, 23, 12.252),
        (7, 72_380, 29, 16.195),
        (8, 175_168, 34, 19.731),
    ] {
        let [positions, won_by_table, max_moves, moves] = figures("krk.corrected", n);
        assert_eq!([positions, won_by_table, max_moves], [won, won, longest], "{n}x{n}");
        let found = moves as f64 / won as f64;
        assert!((found - mean).abs() < 0.0005, "{n}x{n}: {found}");
    }
}

#[test]
fn kqk_wins_everywhere() {
    assert_eq!(figures("kqk", 8), [144_508, 144_508, 27, 1_844_663]);
}

#[test]
fn kbbk_wins_everywhere_on_small_boards() {
    for (n, figures, sum, black) in [
        (5, [35_360, 35_168, 35_168], 351_970, [59_992, 37_260, 37_260, 20]),
        (6, [193_808, 193_528, 193_528], 2_767_856, [300_048, 211_624, 211_624, 34]),
    ] {
        let l = loaded(touchstone_advice::shipped::text("kbbk").unwrap());
        let (proof, tables) = proved(&l, n);
        let s = proof.summary(&tables);
        assert_eq!([s.positions, s.winnable, s.won], figures, "{n}x{n}");
        assert_eq!((s.moves, s.black), (sum, black), "{n}x{n}");
        assert_eq!((s.drawn_claimed, s.false_claims, s.slips), (s.positions - s.won, 0, 0));
        assert!(s.holds());
        if n == 5 {
            let c = check(&written(&proof, &tables)).unwrap();
            assert_eq!((c.legal, c.won, c.drawn, c.unclaimed), (35_360, 35_168, 192, 0));
        }
    }
}

#[test]
fn kbbk_wins_everywhere() {
    let l = loaded(touchstone_advice::shipped::text("kbbk").unwrap());
    let (proof, tables) = proved(&l, 8);
    let s = proof.summary(&tables);
    assert_eq!([s.positions, s.winnable, s.won], [2_504_128, 2_503_608, 2_503_608]);
    assert_eq!((s.drawn_claimed, s.max_moves), (520, 48));
    assert_eq!(s.black, [3_469_344, 2_814_040, 2_814_040, 48]);
    assert!(s.holds());
}

#[test]
fn the_russian_kbbk_gives_the_same_trees() {
    let [english, russian] =
        ["kbbk", "kbbk.ru"].map(|n| loaded(touchstone_advice::shipped::text(n).unwrap()));
    let size = Size::new(5, 5).unwrap();
    let roots = prove::roots::Roots::new(&english.program.ending, size);
    let mut one = Searcher::new(&english.program, size);
    let mut other = Searcher::new(&russian.program, size);
    for root in 0..roots.own() {
        let men = roots.men(root);
        assert_eq!(one.strategy(&men), other.strategy(&men), "{}", men.fen(size));
    }
}

#[test]
fn kpk_wins_what_is_won_and_claims_what_is_drawn() {
    let l = loaded(touchstone_advice::shipped::text("kpk").unwrap());
    let (proof, tables) = proved(&l, 8);
    let s = proof.summary(&tables);
    assert_eq!((s.positions, s.winnable, s.won), (163_328, 124_960, 124_960));
    assert_eq!((s.drawn_claimed, s.false_claims, s.slips), (163_328 - 124_960, 0, 0));
    assert_eq!(s.max_moves, 47);
    assert!(s.holds());
    assert_eq!(proof.counterexamples(10).1, 0);
    assert_eq!(s.black[1..3], [97_604, 97_604]);
}

#[test]
fn wrong_claims_of_a_draw_are_found() {
    // The claim is right where the pawn is lost at once or their king stands before it,
    // wrong elsewhere; and the pawn is pushed where that lets the win slip.
    let l = loaded(
        "ending KPK.\n\
         rule queen if have(queen): go\n\
         rule far if dist(our_king, pawn) > 2: drawn\n\
         rule near if true: push, drawn\n\
         advice go { better themtomove; hold true; us depth = 0 and legal; them nomove }\n\
         advice push { better themtomove; hold true; us depth = 0 and pawnmove; them nomove }",
    );
    let (proof, tables) = proved(&l, 4);
    let s = proof.summary(&tables);
    // By the exact table and the rule alone.
    let claimed = |root: usize| proof.sweep.ends[root] & prove::ends::DRAWN != 0;
    let (mut right, mut wrong) = (0, 0);
    for root in 0..proof.roots.own() {
        let men = proof.roots.men(root);
        let won = matches!(tables.lookup(&men), Some(Outcome::Win(_)));
        let blocked = men.legal_moves(proof.roots.size()).iter().all(|m| m.man != 2);
        let says_drawn = men.king(Colour::White).distance(men.man(2).at) > 2 || blocked;
        assert_eq!(claimed(root), says_drawn, "{}", men.fen(proof.roots.size()));
        *(if won { &mut wrong } else { &mut right }) += u64::from(says_drawn);
    }
    assert_eq!((s.drawn_claimed, s.false_claims), (right, wrong));
    assert!(right > 0 && wrong > 0 && s.slips > 0);
    assert!(!s.holds());
    let (list, _) = proof.counterexamples(100);
    assert!(list.iter().any(|c| c.why == "false_drawn" && c.line.is_empty()));
    assert!(list.iter().any(|c| c.why == "win_let_slip" && !c.line.is_empty()));
}

#[test]
fn drawn_positions_on_a_board_of_four_ranks_pass_the_checker() {
    // 'after a2a4q no reply holds the draw': the exact table overlooked a promotion by the
    // pawn's first move of two squares and called won positions drawn.
    let l = loaded("ending KPK.\nrule any if true: drawn");
    let (proof, tables) = proved(&l, 4);
    let c = check(&written(&proof, &tables)).unwrap();
    let won = proof.exact.iter().filter(|&&moves| moves > 0).count();
    assert_eq!((c.legal, c.won, c.unclaimed), (proof.roots.own(), 0, won));
}

#[test]
fn draws_that_rest_on_promotions_the_table_never_plays_are_in_the_certificate() {
    // The table pushes no pawn: a queen that their knight holds comes from nowhere else.
    let l = loaded("ending KPKN.\nrule any if true: drawn");
    let (proof, tables) = proved(&l, 4);
    let text = written(&proof, &tables);
    let c = check(&text).unwrap();
    assert_eq!((c.legal, c.won), (proof.roots.own(), 0));
    assert!(c.positions > c.legal, "no position beside the ending is listed");
    // Without them the checker refuses.
    let body = &text[..text.rfind("end ").unwrap()];
    let mut lines: Vec<String> = body.lines().map(str::to_string).collect();
    lines.truncate(5 + c.legal);
    lines[4] = format!("positions {}", c.legal);
    let fault = check(&sealed(&(lines.join("\n") + "\n"))).unwrap_err().to_string();
    assert!(fault.contains("no reply holds the draw"), "{fault}");
}

fn cut_reply(line: &str) -> String {
    let open = line.find('{').unwrap();
    let inner = &line[open + 1..];
    match inner.find(',') {
        Some(comma) => format!("{}{{{}", &line[..open], &inner[comma + 1..]),
        None => line[..open].to_string(),
    }
}

/// The first move's target square put off the board.
fn flip_move(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
    let mut bytes = words[3].clone().into_bytes();
    bytes[3] = b'9';
    words[3] = String::from_utf8(bytes).unwrap();
    words.join(" ")
}

fn first_word(line: &str) -> String {
    line.split(' ').next().unwrap().to_string()
}

fn drawn_claim(line: &str) -> String {
    format!("{} = drawn", first_word(line))
}
