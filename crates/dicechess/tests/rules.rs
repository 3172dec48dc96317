//! Legal turns: the table of counts, the edge cases of the fact sheet, and a
//! slow generator on random positions.

mod slow;

use slow::Slow;
use std::collections::{BTreeMap, BTreeSet};
use touchstone_chess::{Bitboard, Colour, Square};
use touchstone_dicechess::dfen::{self, Read, Reading};
use touchstone_dicechess::layers::{Layers, path_steps};
use touchstone_dicechess::men::NO_SCORE;
use touchstone_dicechess::notation::{parse_path, print_path, print_step};
use touchstone_dicechess::turns::{Turn, distinct_turns, each_path};
use touchstone_dicechess::{DicePosition, Men, Pool, Rules, danger};
use touchstone_kernel::Rng;

fn decision(dfen: &str, rules: Rules) -> DicePosition {
    match dfen::parse(dfen, Reading::Strict, rules).unwrap() {
        Read::Decision(p) => p,
        Read::Before(e) => panic!("no dice in {dfen}: {e:?}"),
    }
}

fn at(fen: &str, dice: &str) -> DicePosition {
    decision(&format!("{fen} {dice}"), Rules::CANONICAL)
}

fn texts(p: &DicePosition) -> Vec<String> {
    p.paths().into_iter().map(|path| print_path(path, p.turn)).collect()
}

fn first_steps(p: &DicePosition) -> BTreeMap<String, usize> {
    let mut map = BTreeMap::new();
    for path in p.paths() {
        let s = path_steps(path).next().unwrap();
        *map.entry(print_step(s, p.turn)).or_insert(0) += 1;
    }
    map
}

/// Board, rights and targets as the slow generator writes them.
fn end_text(men: &Men, turn: Colour) -> String {
    let board = men.board(turn);
    let mut letters = String::new();
    for s in Square::all() {
        letters.push(board.piece_at(s).map_or('.', |(k, c)| k.letter_of(c)));
    }
    let rights: BTreeSet<char> = "KQkq"
        .chars()
        .enumerate()
        .filter(|(i, _)| men.castling(turn).0 >> i & 1 != 0)
        .map(|x| x.1)
        .collect();
    let mut targets = Vec::new();
    for s in Bitboard::rank(2) | Bitboard::rank(5) {
        let white = s.rank() == 2;
        let set = if white == (turn == Colour::White) { men.ep_own } else { men.ep_opp };
        if set >> s.file() & 1 != 0 {
            targets.push(s.to_string());
        }
    }
    format!("{letters} {} {}", rights.into_iter().collect::<String>(), targets.concat())
}

#[test]
fn the_table_of_counts_is_reproduced_in_full() {
    let table = include_str!("../../../suites/dicechess/turn_counts.tsv");
    let older = Rules { ep_deleted_by_landing: true, ..Rules::CANONICAL };
    let written = Rules { max_counts_king_captures: true, ..Rules::CANONICAL };
    let mut rows = 0;
    let mut layers = Layers::new(true);
    for line in table.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let col: Vec<&str> = line.split('\t').collect();
        let p = at(col[1], col[2]);
        assert_eq!(p.dice.weight().to_string(), col[3]);
        assert_eq!(p.dice.text(), col[2]);
        let mut ends = Vec::new();
        let mut count = |rules| {
            distinct_turns(&mut layers, &p.men, p.dice, rules, false, &NO_SCORE, &mut ends);
            (each_path(&p.men, p.dice, rules, &NO_SCORE, |_, _, _| ()), ends.clone())
        };
        let (paths, ends) = count(Rules::CANONICAL);
        assert_eq!(paths.to_string(), col[4], "paths {line}");
        assert_eq!(ends.len().to_string(), col[5], "distinct {line}");
        assert_eq!(count(older).1.len().to_string(), col[6], "older {line}");
        assert_eq!(count(written).0, paths, "both readings of the maximum rule {line}");
        let boards: BTreeSet<String> =
            ends.iter().map(|t| end_text(&Men { ep_own: 0, ep_opp: 0, ..t.men }, p.turn)).collect();
        assert_eq!(boards.len().to_string(), col[7], "boards {line}");
        let king = ends.iter().any(|t| t.takes_king);
        assert!(col[8] == "." || col[8] == if king { "1" } else { "0" }, "king {line}");
        rows += 1;
    }
    assert_eq!(rows, 168);
}

#[test]
fn initial_position_first_steps() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (die, n) in [("P", 16), ("N", 4), ("B", 0), ("R", 0), ("Q", 0), ("K", 0)] {
        assert_eq!(at(start, die).paths().len(), n);
    }
    let pnr = first_steps(&at(start, "PNR"));
    assert_eq!(pnr.values().sum::<usize>(), 234);
    assert_eq!((pnr["a2a3"], pnr["a2a4"], pnr["e2e3"]), (9, 18, 5));
    let pnb = first_steps(&at(start, "PNB"));
    assert_eq!(pnb.values().sum::<usize>(), 340);
    for pawn in ["a2a3", "a2a4", "c2c3", "f2f3", "h2h4"] {
        assert!(!pnb.contains_key(pawn));
    }
    let qrn = first_steps(&at(start, "QRN"));
    assert_eq!(qrn.values().sum::<usize>(), 4);
    assert!(qrn.keys().all(|s| s.starts_with("b1") || s.starts_with("g1")));
}

#[test]
fn edge_cases_of_real_games() {
    let older = Rules { ep_deleted_by_landing: true, ..Rules::CANONICAL };
    let a = "r2q2r1/ppp1nk1p/2B2p2/3p3b/1P1Pp2P/4P2N/PP3P2/RNB4K b - d3 0 7";
    let p = at(a, "pqq");
    let list = texts(&p);
    assert_eq!(list.len(), 1066);
    assert_eq!(decision(&format!("{a} pqq"), older).paths().len(), 1066);
    assert!(list.contains(&"d8d6,d6c6,e4d3".into()));
    // e4d3 as second or third step, by a pawn: no white pawn leaves e4 otherwise.
    let late = list.iter().filter(|t| t.split(',').skip(1).any(|s| s == "e4d3")).count();
    assert_eq!(list.len() - late, 978);
    let p = at("1rNk2nr/1ppp1ppp/4q3/2b5/1n1Pp3/5N2/PPPQPPPP/1RBK1B1R b - d3 2 4", "pnr");
    assert_eq!(p.paths().len(), 1943);
    assert!(texts(&p).contains(&"b8c8,e4d3,g8f6".into()));
}

#[test]
fn castling_pays_two_dice() {
    let k = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(at(k, "RK").paths().len(), 105);
    assert_eq!(at(k, "RKK").paths().len(), 1127);
    assert_eq!(at("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "rk").paths().len(), 112);
    assert!(texts(&at(k, "RK")).contains(&"e1g1".into()));
    let full = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    assert_eq!(texts(&at(full, "K")), ["e1d1", "e1f1"]);
    for fen in ["4k3/8/8/8/8/6b1/8/4K2R w K - 0 1", "4k3/8/8/2b5/8/8/8/4K2R w K - 0 1"] {
        assert!(texts(&at(fen, "RK")).contains(&"e1g1".into()), "{fen}");
    }
    // A right that the board contradicts is no castling, even if it is read.
    let odd = "4k3/8/8/8/8/8/8/4K3 w K - 0 1 RK";
    assert!(dfen::parse(odd, Reading::Strict, Rules::CANONICAL).is_err());
    match dfen::parse(odd, Reading::Tolerant, Rules::CANONICAL).unwrap() {
        Read::Decision(p) => assert!(texts(&p).iter().all(|t| t != "e1g1")),
        Read::Before(_) => panic!(),
    }
}

#[test]
fn maximum_rule_and_promotions() {
    let p = at("8/3k1P2/2P5/8/5K2/8/8/8 w - - 0 1", "PN");
    assert_eq!(p.paths().len(), 5);
    assert_eq!(first_steps(&p).keys().cloned().collect::<Vec<_>>(), ["c6d7", "f7f8n"]);
    let fen = "3k4/5P2/2P5/8/5K2/8/8/8 w - - 0 1";
    for (dice, step, n) in
        [("PN", "f7f8n", 4), ("PB", "f7f8b", 7), ("PR", "f7f8r", 7), ("PQ", "f7f8q", 14)]
    {
        let p = at(fen, dice);
        assert_eq!(p.paths().len(), n);
        assert_eq!(first_steps(&p).keys().cloned().collect::<Vec<_>>(), [step]);
    }
    let mut list = texts(&at("8/P7/8/8/8/8/8/k6K w - - 0 1", "PPP"));
    list.sort();
    assert_eq!(list, ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    let mut list = texts(&at("4k3/3P4/8/2K5/8/8/8/8 w - - 0 1", "P"));
    list.sort();
    assert_eq!(list, ["d7d8b", "d7d8n", "d7d8q", "d7d8r", "d7e8"]);
    let pass = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "PPP");
    assert!(pass.paths().is_empty() && pass.is_legal(0) && pass.distinct().is_empty());
    assert!(!at("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "PPK").is_legal(0));
}

#[test]
fn en_passant_over_the_whole_next_turn() {
    let own = texts(&at("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "PPP"));
    assert!(own.iter().any(|t| t.contains("b2b4")) && own.iter().all(|t| !t.contains("a2b3")));
    let fen = "4k3/8/8/8/PpPpP3/8/8/4K3 b - a3c3e3 0 1";
    let one = first_steps(&at(fen, "p"));
    assert_eq!(one.len(), 6);
    let ep = |s: &str| ["b4a3", "b4c3", "d4c3", "d4e3"].contains(&s);
    assert_eq!(one.keys().filter(|s| ep(s)).count(), 4);
    let p = at(fen, "ppp");
    let list = texts(&p);
    assert_eq!(list.len(), 69);
    // A capture on rank 3 is en passant only where the target was empty.
    assert_eq!(list.iter().filter(|t| t.split(',').any(ep)).count(), 54);
    assert_eq!(p.distinct().len(), 37);
    let occupied = "4k3/8/8/3n4/1pP5/2N5/8/4K3 b - c3 0 1";
    let mut list = texts(&at(occupied, "p"));
    list.sort();
    assert_eq!(list, ["b4b3", "b4c3"]);
    let p = at(occupied, "p");
    let end = p.end_of(parse_path("b4c3", p.turn).unwrap());
    assert_eq!(end.men.board(end.turn).colour(Colour::White).count(), 2, "knight gone, c4 stays");
    let p = at(occupied, "nnp");
    assert_eq!((p.paths().len(), p.distinct().len()), (284, 66));
    let with_ep = p
        .paths()
        .into_iter()
        .filter(|&path| {
            let text = print_path(path, p.turn);
            let end = p.end_of(path);
            text.ends_with("b4c3")
                && end.men.board(end.turn).piece_at(Square::from_text("c4").unwrap()).is_none()
        })
        .count();
    assert!(p.is_legal(parse_path("d5c3,c3d5,b4c3", p.turn).unwrap()));
    let mid = p
        .paths()
        .into_iter()
        .filter(|&path| {
            let end = p.end_of(path);
            let c4 = Square::from_text("c4").unwrap();
            let text = print_path(path, p.turn);
            text.contains("b4c3")
                && end.men.board(end.turn).piece_at(c4).is_none()
                && !text.contains("c4")
        })
        .count();
    assert_eq!((with_ep <= mid, mid), (true, 8));
}

#[test]
fn king_capture_chances() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let full = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    let promotion = "k7/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let queen = "7k/8/8/8/8/8/1Q6/4K3 w - - 0 1";
    for (fen, want) in [
        (start, [0, 0, 0, 0]),
        (full, [0, 0, 0, 0]),
        (promotion, [0, 0, 60, 0]),
        (queen, [0, 0, 91, 0]),
    ] {
        let read = dfen::parse(fen, Reading::Strict, Rules::CANONICAL).unwrap();
        let d = danger::danger(read.men(), read.turn(), Rules::CANONICAL);
        assert_eq!([d.white_king, d.white_queen, d.black_king, d.black_queen], want, "{fen}");
    }
}

/// A position by random play from the start or from a random sparse board.
fn random_position(rng: &mut Rng) -> (DicePosition, String) {
    if rng.below(3) == 0 {
        let mut board = touchstone_chess::Board::EMPTY;
        let n = 3 + rng.index(12);
        for _ in 0..n {
            let kind = touchstone_chess::Kind::from_index(rng.index(6));
            let s = Square::new(rng.below(64) as u8);
            if kind == touchstone_chess::Kind::Pawn && (s.rank() == 0 || s.rank() == 7) {
                continue;
            }
            board.put(s, kind, if rng.below(2) == 0 { Colour::White } else { Colour::Black });
        }
        // Home squares of castling, often.
        if rng.below(2) == 0 {
            let side = rng.below(2) == 0;
            let (k, r, l) = if side { (4, 7, 0) } else { (60, 63, 56) };
            let colour = if side { Colour::White } else { Colour::Black };
            for (s, kind) in [(k, 5), (r, 3), (l, 3)] {
                board.put(Square::new(s), touchstone_chess::Kind::from_index(kind), colour);
            }
        }
        let castling = touchstone_chess::Castling::supported_by(&board);
        let turn = if rng.below(2) == 0 { Colour::White } else { Colour::Black };
        let mut targets = [0u8; 2];
        for file in 0..8 {
            let pushed = board.pieces(touchstone_chess::Kind::Pawn, turn.other());
            let rank = if turn == Colour::White { 4 } else { 3 };
            if pushed.has(Square::at(file, rank)) && rng.below(2) == 0 {
                targets[turn.other().index()] |= 1 << file;
            }
        }
        let men = Men::seen(&board, castling, targets, 0, turn);
        let dice = roll(rng);
        let end = touchstone_dicechess::TurnEnd {
            men,
            turn,
            number: 1,
            taken: false,
            rules: Rules::CANONICAL,
        };
        let p = end.rolled(dice);
        return (p, Read::Decision(p).print());
    }
    let mut p = at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "PPP");
    p.dice = roll(rng);
    for _ in 0..rng.index(30) {
        let turns = p.distinct();
        let quiet: Vec<&Turn> = turns.iter().filter(|t| !t.takes_king).collect();
        let men = if quiet.is_empty() { p.men } else { quiet[rng.index(quiet.len())].men };
        let mut end = p.ended(&men, false);
        end.men.clock = end.men.clock.min(90);
        p = end.rolled(roll(rng));
    }
    (p, Read::Decision(p).print())
}

fn roll(rng: &mut Rng) -> Pool {
    Pool::rolled([rng.index(6), rng.index(6), rng.index(6)])
}

fn agree(pairs: usize, seed: u64) {
    let mut rng = Rng::seeded(seed, "slow generator");
    let (mut with_king, mut short, mut passes) = (0, 0, 0);
    for _ in 0..pairs {
        let (p, text) = random_position(&mut rng);
        assert_eq!(dfen::parse(&text, Reading::Strict, p.rules).unwrap().print(), text);
        let (slow, dice) = Slow::read(&text);
        let turns = slow.turns(&dice);
        let mut want: Vec<&String> = turns.paths.iter().map(|t| &t.0).collect();
        want.sort();
        let mut got = texts(&p);
        got.sort();
        assert_eq!(got.len(), want.len(), "{text}");
        assert!(got.iter().eq(want.iter().copied()), "{text}");
        let want: BTreeSet<(String, bool)> =
            turns.paths.iter().map(|t| (t.1.text(), t.2)).collect();
        let ends = p.distinct();
        let got: BTreeSet<(String, bool)> =
            ends.iter().map(|t| (end_text(&t.men, p.turn), t.takes_king)).collect();
        assert_eq!(got.len(), ends.len(), "{text}");
        assert_eq!(got, want, "{text}");
        for t in ends.iter().take(12) {
            let end = p.end_of(t.path);
            assert!(p.is_legal(t.path));
            assert_eq!((end.taken, end.men), (t.takes_king, p.ended(&t.men, t.takes_king).men));
        }
        let king = turns.paths.iter().any(|t| t.2);
        with_king += usize::from(king);
        short += usize::from(turns.paths.iter().any(|t| t.0.matches(',').count() < 2));
        passes += usize::from(turns.paths.is_empty());
        // The same rolls through the danger's short cut.
        let taking = danger::king_taking(&p.men, p.rules);
        assert_eq!(taking & p.dice.subsets() != 0, king, "{text}");
    }
    assert!(with_king * 20 > pairs && short * 20 > pairs && passes * 100 > pairs);
}

#[test]
fn the_slow_generator_agrees_on_10_000_pairs() {
    agree(10_000, 1);
}

#[test]
fn the_slow_generator_agrees_on_10_000_more() {
    agree(10_000, 2);
}

/// The chance to take a king is the same under the colour flip (always) and in
/// the mirror (without rights), and the canonical key is one for all of them.
#[test]
fn symmetries_keep_danger_and_canonical_keys() {
    let mut rng = Rng::seeded(8, "symmetries");
    let mut mirrored = 0;
    for _ in 0..400 {
        let (p, _) = random_position(&mut rng);
        let end = touchstone_dicechess::TurnEnd {
            men: p.men,
            turn: p.turn,
            number: p.number,
            taken: false,
            rules: p.rules,
        };
        let flipped = touchstone_dicechess::TurnEnd { turn: p.turn.other(), ..end };
        assert_eq!(end.canonical_key(), flipped.canonical_key());
        let (d, f) = (
            danger::danger(&p.men, p.turn, p.rules),
            danger::danger(&p.men, p.turn.other(), p.rules),
        );
        assert_eq!((d.white_king, d.black_queen), (f.black_king, f.white_queen));
        // The written flip, read back, is the same in the mover's view.
        let read = dfen::parse(&Read::Before(flipped).print(), Reading::Strict, p.rules).unwrap();
        assert_eq!(read, Read::Before(flipped));
        if p.men.rights == 0 {
            let m = touchstone_dicechess::TurnEnd { men: p.men.mirrored(), ..end };
            assert_eq!(end.canonical_key(), m.canonical_key());
            assert_eq!(d, danger::danger(&m.men, p.turn, p.rules));
            mirrored += 1;
        }
    }
    assert!(mirrored > 100);
}
