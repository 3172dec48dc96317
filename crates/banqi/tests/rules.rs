//! The rules against counts, stored games and slow reference code.

mod common;

use touchstone_banqi::bits::Squares;
use touchstone_banqi::perft::perft;
use touchstone_banqi::{Banqi, Board, Kind, Move, Rules, Tile, advance};
use touchstone_kernel::{
    After, Game, List, Position, Seat, Setup, Side, Truth, VerdictResult, legal_moves,
};

fn at(fen: &str, preset: &str) -> Setup<Board> {
    Banqi::parse_position(fen, Rules::named(preset).unwrap()).unwrap()
}

fn play(setup: &mut Setup<Board>, moves: &str) {
    for text in moves.split_whitespace() {
        let board = *setup.decision().unwrap();
        let (m, t) = Banqi::parse_move(&board, &setup.line, text).unwrap();
        advance(setup, m, t).unwrap();
    }
}

fn reason(setup: &Setup<Board>) -> Option<&'static str> {
    setup.decision().unwrap().verdict(&setup.line).map(|v| v.reason)
}

fn names(setup: &Setup<Board>) -> Vec<String> {
    let board = setup.decision().unwrap();
    let mut v: Vec<String> =
        legal_moves(board, &setup.line).into_iter().map(|m| Banqi::print_move(board, m)).collect();
    v.sort();
    v
}

#[test]
fn perft_counts() {
    let suite = include_str!("../../../suites/banqi/perft.txt");
    let mut checked = 0;
    for line in suite.lines().filter(|l| !l.starts_with('#')) {
        let mut parts = line.split('|').map(str::trim);
        let setup = at(parts.next().unwrap(), "tcga");
        let expected: Vec<(u64, u64)> = parts
            .map(|p| {
                let (a, b) = p.split_once('/').unwrap();
                (a.parse().unwrap(), b.parse().unwrap())
            })
            .collect();
        let got: Vec<(u64, u64)> = perft(setup.decision().unwrap(), expected.len())
            .iter()
            .map(|c| (c.moves, c.positions))
            .collect();
        assert_eq!(got, expected, "{line}");
        checked += expected.len();
    }
    assert_eq!(checked, 12);
}

/// The conversion game: returns the setups before each ply and the last one.
fn conversion(preset: &str) -> Vec<Setup<Board>> {
    let file = include_str!("../../../suites/banqi/conversion.txt");
    let deal = file.lines().find_map(|l| l.strip_prefix("# deal: ")).unwrap();
    let rules = Rules::named(preset).unwrap();
    let mut world = Banqi::parse_deal(deal, rules).unwrap();
    assert_eq!(Banqi::print_deal(&world), deal);
    let mut setups = vec![Banqi::start(rules)];
    let moves = file.lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace);
    for text in moves {
        let mut setup = setups.last().unwrap().clone();
        let board = *setup.decision().unwrap();
        let (m, _) = Banqi::parse_move(&board, &setup.line, text).unwrap();
        let tile = world.play(m)[0].event;
        advance(&mut setup, m, tile).unwrap();
        setups.push(setup);
    }
    setups
}

#[test]
fn the_conversion_game_is_a_draw_at_ply_64() {
    for preset in ["tcga", "icga"] {
        let setups = conversion(preset);
        assert_eq!(setups.len(), 65);
        for (ply, s) in setups.iter().enumerate() {
            assert_eq!(reason(s), (ply == 64).then_some("repetition"), "ply {ply}");
        }
        let last = &setups[64];
        assert_eq!(last.decision().unwrap().side_to_move(), Some(Side::One));
        assert_eq!(Banqi::print_position(last), "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 8 33");
        let board = last.decision().unwrap().board_key();
        let same: Vec<usize> =
            (0..65).filter(|&i| setups[i].decision().unwrap().board_key() == board).collect();
        assert_eq!(same, [56, 60, 64]);
    }
    assert_eq!(reason(&conversion("openspiel")[64]), None);
    let off = Rules { chase_limit: None, ..Rules::named("mistboard").unwrap() };
    assert_eq!(off.no_progress_plies, 40);
}

#[test]
fn the_conversion_game_under_the_chase_limit() {
    let mut setup = conversion("mistboard")[64].clone();
    assert_eq!(reason(&setup), None);
    let count = |s: &Setup<Board>| s.line.last().mark.stretches[Side::Two.index()].count;
    assert_eq!(count(&setup), 4);
    play(&mut setup, "g2g1 f2f1 g1g2 f1f2 g2g1 f2f1");
    assert_eq!(count(&setup), 7);
    play(&mut setup, "g1g2");
    assert!(!names(&setup).contains(&"f1f2".to_string()));
    assert!(setup.decision().unwrap().is_legal(Move::new(5, 13)));
}

#[test]
fn the_chase_test_of_the_rules_page() {
    let fen = "s7/2A5/4r3/7S b - 0 1";
    let shuttle = ["c3c2", "d2d3", "c2c3", "d3d2"];
    let run = |limit: Option<u8>, plies: usize| {
        let rules = Rules { chase_limit: limit, ..Rules::named("mistboard").unwrap() };
        let mut s = Banqi::parse_position(fen, rules).unwrap();
        play(&mut s, "e2d2");
        for i in 0..plies - 1 {
            assert_eq!(reason(&s), None, "ply {}", i + 1);
            play(&mut s, shuttle[i % 4]);
        }
        s
    };
    assert_eq!(reason(&run(None, 9)), Some("repetition"));
    for (limit, plies) in [(7, 15), (3, 7)] {
        let s = run(Some(limit), plies);
        assert_eq!(reason(&s), None);
        assert_eq!(names(&s), ["c2b2", "c2c1", "h1g1", "h1h2"], "limit {limit}");
    }
}

#[test]
fn shuttle_draws_at_quiet_ply_8() {
    let mut s = at("A7/8/8/7a r - 0 1", "tcga");
    play(&mut s, "a4a3 h1h2 a3a4 h2h1 a4a3 h1h2 a3a4");
    assert_eq!(reason(&s), None);
    play(&mut s, "h2h1");
    assert_eq!(reason(&s), Some("repetition"));
}

#[test]
fn verdicts_in_their_order() {
    // The clock fills and leaves no reply: drawn, not lost.
    let mut s = at("sA6/1A6/8/8 r - 59 1", "tcga");
    play(&mut s, "b3a3");
    assert_eq!(reason(&s), Some("no_progress"));
    // The same one ply earlier is lost for the blocked soldier.
    let mut s = at("sA6/1A6/8/8 r - 58 1", "tcga");
    play(&mut s, "b3a3");
    let v = s.decision().unwrap().verdict(&s.line).unwrap();
    assert_eq!((v.reason, v.result), ("no_moves", VerdictResult::Win(Seat::First)));
    // Eliminated with tiles of the other colour face-down.
    let fen = "As6/8/8/7X r S1 0 1";
    let mut s = at(fen, "tcga");
    play(&mut s, "a4b4");
    assert_eq!(reason(&s), Some("eliminated"));
    let mut s = at(fen, "openspiel");
    play(&mut s, "a4b4");
    assert_eq!(reason(&s), None);
    assert_eq!(names(&s), ["h1h1"]);
    play(&mut s, "h1h1=S");
    assert_eq!(reason(&s), None);
    // A loaded position in which the waiting side is eliminated.
    let s = at("A7/8/8/8 r - 0 1", "tcga");
    let v = s.decision().unwrap().verdict(&s.line).unwrap();
    assert_eq!(v.result, VerdictResult::Win(Seat::First));
    // Only flips left is no end.
    let s = at("sA6/A7/8/7X b S1 0 1", "tcga");
    assert_eq!(names(&s), ["h1h1"]);
    assert_eq!(reason(&s), None);
}

/// Legal moves from the rule text, square by square, no sets and no tables.
fn slow_moves(board: &Board) -> Vec<String> {
    let cell = |f: i32, r: i32| -> Option<char> {
        if !(0..8).contains(&f) || !(0..4).contains(&r) {
            return None;
        }
        let s = (f + 8 * r) as u8;
        Some(if board.face_down() >> s & 1 == 1 {
            'X'
        } else {
            board.tile_at(s).map_or('.', Tile::letter)
        })
    };
    let rank = |c: char| "SCHREAG".find(c.to_ascii_uppercase()).unwrap();
    let mut out = Vec::new();
    let mut add = |f: i32, r: i32, tf: i32, tr: i32| {
        let n = |f: i32, r: i32| format!("{}{}", (b'a' + f as u8) as char, r + 1);
        out.push(n(f, r) + &n(tf, tr));
    };
    for r in 0..4 {
        for f in 0..8 {
            let c = cell(f, r).unwrap();
            if c == 'X' {
                add(f, r, f, r);
                continue;
            }
            let mine = match board.side_to_move() {
                Some(Side::One) => c.is_ascii_uppercase(),
                Some(Side::Two) => c.is_ascii_lowercase(),
                None => false,
            };
            if c == '.' || !mine {
                continue;
            }
            let enemy =
                |d: char| d != '.' && d != 'X' && d.is_ascii_uppercase() != c.is_ascii_uppercase();
            for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                match cell(f + df, r + dr) {
                    Some('.') => add(f, r, f + df, r + dr),
                    Some(d) if enemy(d) && !c.eq_ignore_ascii_case(&'C') => {
                        let (a, t) = (c.to_ascii_uppercase(), d.to_ascii_uppercase());
                        let takes = match (a, t) {
                            ('S', 'G') => true,
                            ('G', 'S') => false,
                            _ => rank(a) >= rank(t),
                        };
                        if takes {
                            add(f, r, f + df, r + dr);
                        }
                    }
                    _ => {}
                }
                if c.eq_ignore_ascii_case(&'C') {
                    let (mut tf, mut tr, mut seen) = (f, r, 0);
                    loop {
                        tf += df;
                        tr += dr;
                        match cell(tf, tr) {
                            None => break,
                            Some('.') => {}
                            Some(d) => {
                                seen += 1;
                                if seen == 2 {
                                    if enemy(d) {
                                        add(f, r, tf, tr);
                                    }
                                    break;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    out.sort();
    out
}

/// The shared properties: moves complete, keys, texts, weights, outcome and
/// moves agree, views, world agrees.
#[test]
fn properties_over_random_play() {
    let mut positions = 0;
    for seed in 0..150 {
        let preset = ["tcga", "mistboard", "icga", "openspiel"][seed as usize % 4];
        common::random_game(Rules::named(preset).unwrap(), seed, 400, &mut |s| {
            positions += 1;
            let board = s.decision().unwrap();
            assert_eq!(board.board_key().0, board.fresh_key());
            // Text round trip.
            let text = Banqi::print_position(s);
            let again = Banqi::parse_position(&text, s.line.rules()).unwrap();
            assert_eq!(again.decision().unwrap().board_key(), board.board_key());
            assert_eq!(Banqi::print_position(&again), text);
            // Every legal move and no other.
            let mut raw = Vec::new();
            board.for_moves(|m| raw.push(Banqi::print_move(board, m)));
            raw.sort();
            assert_eq!(raw, slow_moves(board), "{text}");
            assert_eq!(board.has_move(), !raw.is_empty());
            let moves = legal_moves(board, &s.line);
            for f in 0..32 {
                for t in 0..32 {
                    let m = Move::new(f, t);
                    let listed = raw.contains(&Banqi::print_move(board, m));
                    assert_eq!(board.is_legal(m), listed);
                }
            }
            if board.verdict(&s.line).is_none() {
                assert!(!moves.is_empty(), "no verdict and no move: {text}");
            }
            // Weights sum to the face-down tiles; afterstates keep their key.
            for &m in &moves {
                let after = board.after(m);
                let mut list = List::new();
                after.outcomes(&mut list);
                if m.is_flip() {
                    let sum: u32 = list.iter().map(|o| o.weight).sum();
                    assert_eq!(sum, board.face_down().count_ones());
                    for o in list.iter() {
                        let child = after.resolve(o.event);
                        assert_eq!(child.board_key().0, child.fresh_key());
                        assert_ne!(after.key(), child.key());
                    }
                } else {
                    assert!(list.is_empty());
                    assert_ne!(after.key(), after.settled().key());
                    assert_eq!(after.settled().seat(), board.seat().other());
                }
            }
            // Colour flip and mirrors keep the moves.
            assert_eq!(
                legal_moves(&board.colour_flipped(), &s.line).len(),
                raw.len().max(moves.len())
            );
            let mirrored = board.mirrored(true, true);
            let mut back = Vec::new();
            mirrored.for_moves(|m| {
                let sq = |s| mirrored.mirror(s, true, true);
                back.push(Banqi::print_move(board, Move::new(sq(m.from()), sq(m.to()))));
            });
            back.sort();
            assert_eq!(back, raw);
        });
    }
    assert!(positions > 10_000, "{positions}");
}

/// No earlier verdict of the line than `line_horizon` says.
#[test]
fn line_horizon_is_a_lower_bound() {
    for (seed, limit) in (0..400).zip([None, Some(2), Some(3), Some(7)].into_iter().cycle()) {
        let rules = Rules {
            chase_limit: limit,
            no_progress_plies: 12 + (seed % 3) as u16 * 10,
            ..Rules::default()
        };
        let fen = ["s7/2A5/4r3/7S b - 0 1", "2c5/2A5/4r3/G6S r - 3 1", "2Ca4/8/1s1A4/7e r - 0 1"]
            [seed as usize % 3];
        let mut s = Banqi::parse_position(fen, rules).unwrap();
        let mut rng = touchstone_kernel::Rng::seeded(seed, "horizon");
        let mut promised: Vec<(usize, u32)> = Vec::new();
        for ply in 0..80usize {
            let board = *s.decision().unwrap();
            let moves = legal_moves(&board, &s.line);
            let mut raw = 0;
            board.for_moves(|_| raw += 1);
            let verdict = board.verdict(&s.line);
            if verdict.is_some_and(|v| v.by_line) || raw != moves.len() {
                for &(from, h) in &promised {
                    assert!(
                        (ply - from) as u32 >= h,
                        "{fen} {seed}: {h} plies at {from}, met at {ply}"
                    );
                }
                assert_eq!(board.line_horizon(&s.line), 0);
            }
            if verdict.is_some() {
                break;
            }
            promised.push((ply, board.line_horizon(&s.line)));
            // Go back and forth often.
            let m = if rng.below(4) > 0 && ply >= 2 {
                let undo = moves.iter().copied().find(|m| {
                    let child = board.after(*m).settled();
                    s.line.occurrences(child.board_key()) > 0
                });
                undo.unwrap_or(moves[rng.index(moves.len())])
            } else {
                moves[rng.index(moves.len())]
            };
            if board.is_capture(m) {
                promised.clear();
            }
            advance(&mut s, m, None).unwrap();
        }
    }
}

#[test]
fn sampled_worlds_follow_the_bag() {
    let setup = at("X1AXXXXX/XXCEXhXS/XR1X1XXX/2EXsXRX r G1A1H2C1S3a2e2r1h1c2s2 0 11", "tcga");
    let board = *setup.decision().unwrap();
    let square = Squares(board.face_down()).next().unwrap();
    let n = 20_000u32;
    let mut counts = [0u32; 14];
    for pair in 0..n {
        let key = touchstone_kernel::LuckKey { run: "worlds".into(), pair: u64::from(pair) };
        let (world, _) = Banqi::deal(&setup, &key);
        counts[world.under(square).unwrap().index()] += 1;
        assert_eq!(&world.view(Seat::First), &world.view(Seat::Second));
        assert_eq!(world.view(Seat::First), board);
    }
    let total = board.face_down().count_ones();
    let mut chi2 = 0.0;
    for t in Tile::all() {
        let want = f64::from(n) * f64::from(board.bag(t)) / f64::from(total);
        if want == 0.0 {
            assert_eq!(counts[t.index()], 0);
        } else {
            chi2 += (f64::from(counts[t.index()]) - want).powi(2) / want;
        }
    }
    assert!(chi2 < 30.0, "chi-square {chi2}");
}

#[test]
fn two_bags_two_keys() {
    let a = at("X7/8/8/A6a r S1 0 5", "tcga");
    let b = at("X7/8/8/A6a r s1 0 5", "tcga");
    assert_ne!(a.decision().unwrap().key(), b.decision().unwrap().key());
    let c = at("X7/8/8/A6a b S1 0 5", "tcga");
    assert_ne!(a.decision().unwrap().key(), c.decision().unwrap().key());
    // The clock is no part of it.
    let d = at("X7/8/8/A6a r S1 30 9", "tcga");
    assert_eq!(a.decision().unwrap().key(), d.decision().unwrap().key());
}

#[test]
fn bad_texts_are_refused_with_a_place() {
    let cases = [
        ("", "position"),
        ("8/8/8 r - 0 1", "board"),
        ("8/8/8/9 r - 0 1", "a1"),
        ("8/8/8/7 r - 0 1", "rank 1"),
        ("8/8/8/81 r - 0 1", "rank 1"),
        ("A7/8/8/7Q r - 0 1", "h1"),
        ("A7/8/8/7a z - 0 1", "side"),
        ("A7/8/8/7X r - 0 1", "bag"),
        ("A7/8/8/7X r A 0 1", "bag"),
        ("A7/8/8/7X r A1A1 0 1", "bag"),
        ("A7/8/8/7X r A99999999999 0 1", "bag"),
        ("A7/8/8/7X r Ä1 0 1", "bag"),
        ("AAA5/8/8/7a r - 0 1", "board and bag"),
        ("A7/8/8/7a - - 0 1", "side"),
        ("A7/8/8/7a r - -1 1", "clock"),
        ("A7/8/8/7a r - 0 0", "move number"),
        ("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX r G1A2E2R2H2C2S5g1a2e2r2h2c2s5 0 1", "side"),
        ("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - G1A2E2R2H2C2S5g1a2e2r2h2c2s5 4 1", "clock"),
        ("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - G1A2E2R2H2C3S5g1a2e2r2h2c2s4 0 1", "board and bag"),
    ];
    for (text, place) in cases {
        let e = Banqi::parse_position(text, Rules::default()).unwrap_err();
        assert_eq!(e.place, place, "{text}: {e}");
    }
    // Tolerant forms.
    let s = at("xxA1111?/8/8/8 red S1a1s1", "tcga");
    assert_eq!(Banqi::print_position(&s), "XXA4X/8/8/8 r S1a1s1 0 1");
}

#[test]
fn illegal_moves_say_why() {
    let s = at("A7/8/8/X6a r S1 0 5", "tcga");
    let board = s.decision().unwrap();
    let err = |t: &str| Banqi::parse_move(board, &s.line, t).unwrap_err().to_string();
    assert!(err("b2b3").contains("face-up piece on the first square"));
    assert!(err("h1h2").contains("side to move"));
    assert!(err("a4c4").contains("can step or capture"));
    assert!(err("b1b1").contains("face-down tile"));
    assert!(err("a1a1=R").contains("in the bag"));
    assert!(err("a0a1").contains("misty"));
    // A bag of one kind needs no word for the tile.
    let (m, t) = Banqi::parse_move(board, &s.line, "a1a1").unwrap();
    assert_eq!((m, t), (Move::flip(0), Tile::from_letter('S')));
    let short = Banqi::parse_deal("ErsascRe", Rules::default()).unwrap_err().to_string();
    assert!(short.contains("letters"), "{short}");
}

#[test]
fn chinese_forms_round_trip() {
    use touchstone_banqi::notation::{Dialect, parse_on, print_chinese};
    let mut n = 0;
    for seed in 0..10 {
        common::random_game(Rules::default(), seed, 200, &mut |s| {
            let board = s.decision().unwrap();
            for m in legal_moves(board, &s.line) {
                let tile = Tile::all().find(|&t| m.is_flip() && board.bag(t) > 0);
                let text = print_chinese(board, m, tile);
                assert_eq!(parse_on(board, &text, Dialect::OneBased), Ok((m, tile)), "{text}");
                n += 1;
            }
        });
    }
    assert!(n > 1_000);
}

#[test]
fn small_boards_play() {
    let rules = Rules::default().on_board(4, 2, [1, 1, 0, 0, 0, 1, 1]).unwrap();
    let s = Banqi::start(rules);
    assert_eq!(Banqi::print_position(&s), "XXXX/XXXX - G1A1C1S1g1a1c1s1 0 1");
    let mut games = 0;
    for seed in 0..50 {
        common::random_game(rules, seed, 500, &mut |s| {
            let board = s.decision().unwrap();
            assert_eq!(board.occupied() & !rules.mask(), 0);
            let text = Banqi::print_position(s);
            assert!(Banqi::parse_position(&text, rules).is_ok(), "{text}");
            games += usize::from(board.verdict(&s.line).is_some());
        });
    }
    assert_eq!(games, 50, "every game ends");
}

#[test]
fn parsers_take_any_text() {
    use proptest::prelude::*;
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(4_000));
    let setup = at("X1AXXXXX/XXCEXhXS/XR1X1XXX/2EXsXRX r G1A1H2C1S3a2e2r1h1c2s2 0 11", "tcga");
    let board = *setup.decision().unwrap();
    runner
        .run(&"[GAERHCSgaerhcsX1-8/ rb0-9=翻吃俥x-]{0,60}|\\PC{0,40}", |text| {
            let _ = Banqi::parse_position(&text, Rules::default());
            let _ = Banqi::parse_move(&board, &setup.line, &text);
            let _ = Banqi::parse_deal(&text, Rules::default());
            let _ = touchstone_banqi::notation::parse_move(
                &text,
                touchstone_banqi::notation::Dialect::ZeroBased,
            );
            Ok(())
        })
        .unwrap();
}

/// Texts that were right and then were damaged in a place or two. What is still
/// taken must be sound: it reads back from what it prints, all its tiles are
/// accounted for, and it has a verdict or a move.
#[test]
fn damaged_positions_are_refused_or_sound() {
    use proptest::prelude::*;
    let whole: Vec<String> = (0..40)
        .map(|seed| {
            let mut texts = Vec::new();
            common::random_game(Rules::default(), seed, 200, &mut |s| {
                texts.push(Banqi::print_position(s));
            });
            texts.swap_remove(7 * seed as usize % texts.len())
        })
        .collect();
    let damage = (0usize..80, 0u8..9, "[GAERHCSgaerhcsX1-9/ rb?w-]");
    let case = (prop::sample::select(whole), prop::collection::vec(damage, 1..4));
    let counts = std::cell::Cell::new((0u32, 0u32));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(4_000));
    let result = runner.run(&case, |(mut text, damages)| {
        for (at, how, with) in damages {
            let at = at % text.len();
            match how {
                0 => text.replace_range(at..at + 1, &with),
                1 => text.insert_str(at, &with),
                2 => text.truncate(at.max(1)),
                3 => drop(text.remove(at)),
                // Exchanged with what stands before it: most of these are still right.
                _ => {
                    let c = text.remove(at);
                    text.insert(at.saturating_sub(1), c);
                }
            }
            if text.is_empty() {
                text.push('X');
            }
        }
        let (taken, refused) = counts.get();
        counts.set(match Banqi::parse_position(&text, Rules::default()) {
            Ok(s) => {
                let board = *s.decision().unwrap();
                let bag: u32 = Tile::all().map(|t| board.bag(t)).sum();
                assert_eq!(bag, board.face_down().count_ones(), "{text}");
                for t in Tile::all() {
                    let most = u32::from(Rules::default().initial(t.kind()));
                    assert!(board.alive(t) <= most, "{text}");
                }
                let printed = Banqi::print_position(&s);
                let again = Banqi::parse_position(&printed, Rules::default()).unwrap();
                assert_eq!(again.decision(), s.decision(), "{text}");
                let over = board.verdict(&s.line).is_some();
                assert!(over || !legal_moves(&board, &s.line).is_empty(), "{text}");
                (taken + 1, refused)
            }
            Err(e) => {
                assert!(!e.to_string().is_empty());
                (taken, refused + 1)
            }
        });
        Ok(())
    });
    result.unwrap();
    let (taken, refused) = counts.get();
    assert!(taken > 200 && refused > 1_000, "{taken} taken, {refused} refused");
}

#[test]
fn soldiers_and_generals() {
    let s = at("Gs6/8/8/8 r - 0 1", "tcga");
    assert!(!names(&s).contains(&"a4b4".into()));
    let s = at("Gs6/8/8/8 b - 0 1", "tcga");
    assert!(names(&s).contains(&"b4a4".into()));
    assert!(Kind::General.takes_beside(Kind::General));
}
