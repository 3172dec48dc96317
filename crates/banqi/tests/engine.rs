//! The engine on positions that decided something, and the frozen rulers.

use touchstone_banqi::engine::{builtin, builtin_with};
use touchstone_banqi::rulers;
use touchstone_banqi::tables::Tables;
use touchstone_banqi::{Banqi, Board, Parameters, Rules, advance};
use touchstone_kernel::{Game, Limits, Position, Rng, Setup, Truth, VerdictResult, legal_moves};
use touchstone_search::{Engine, Request};

fn conversion() -> Vec<Setup<Board>> {
    let file = include_str!("../../../suites/banqi/conversion.txt");
    let deal = file.lines().find_map(|l| l.strip_prefix("# deal: ")).unwrap();
    let rules = Rules::named("tcga").unwrap();
    let mut world = Banqi::parse_deal(deal, rules).unwrap();
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
fn the_conversion_game_is_not_repeated_away() {
    let setups = conversion();
    for nodes in [5_000, 60_000] {
        let mut engine = builtin(&Parameters::STANDARD);
        for (ply, bad) in [(58, "g1g2"), (60, "g2g1"), (62, "g1g2")] {
            engine.new_game();
            let s = &setups[ply];
            let a = engine.analyse(s, &Request::for_play(Limits::nodes(nodes)));
            let m = Banqi::print_move(s.decision().unwrap(), a.best().unwrap().mv);
            assert_ne!(m, bad, "ply {ply}, {nodes} nodes");
            assert!(a.nodes <= nodes);
        }
    }
}

/// A lead that the draw clock is eating up counts less the longer it runs.
/// Before, it was told as the same at every clock.
#[test]
fn a_lead_fades_while_the_clock_runs() {
    let mut last = 1.0;
    let mut values = Vec::new();
    for clock in [0, 13, 25, 35, 45, 54] {
        let text = format!("G7/1A6/2E5/5chs r - {clock} 60");
        let s = Banqi::parse_position(&text, Rules::default()).unwrap();
        let mut engine = builtin(&Parameters::STANDARD);
        let found = engine.analyse(&s, &Request::new(Limits::depth(2)));
        let value = found.best().unwrap().value.number().expected();
        assert!(value > 0.0 && value <= last, "clock {clock}: {value} after {last}");
        last = value;
        values.push(value);
    }
    assert_eq!(values[0], values[1], "nothing fades in the clock's first quarter");
    assert!(values[4] < 0.7 * values[0], "{values:?}");
}

/// Before, an outcome to which a flip elsewhere is the best answer was told without one.
#[test]
fn every_outcome_of_the_best_flip_has_a_legal_answer() {
    for text in ["start", "XA1XX1AX/CX2EHXS/1R1X1XXS/S1EXsXe1 b G1H1C1S1a2h1c2s2 0 17"] {
        let setup = match text {
            "start" => Banqi::start(Rules::default()),
            text => Banqi::parse_position(text, Rules::default()).unwrap(),
        };
        let board = *setup.decision().unwrap();
        let flips: Vec<_> =
            legal_moves(&board, &setup.line).into_iter().filter(|m| m.is_flip()).take(2).collect();
        let request = Request { only: flips, lines: 2, ..Request::new(Limits::depth(5)) };
        let found = builtin(&Parameters::STANDARD).analyse(&setup, &request);
        let mut seen = 0;
        for m in &found.moves {
            for o in m.outcomes.iter().filter(|o| o.end.is_none()) {
                let mut next = setup.clone();
                advance(&mut next, m.mv, Some(o.event)).unwrap();
                let child = next.decision().unwrap();
                let reply = o.reply.unwrap_or_else(|| panic!("{text}: no answer to {:?}", o.event));
                assert!(legal_moves(child, &next.line).contains(&reply));
                seen += 1;
            }
        }
        assert!(seen > 10, "{text}: {seen} outcomes");
    }
}

#[test]
fn first_and_second_ruler_are_frozen() {
    let setups: Vec<Setup<Board>> = [
        "X1AXXXXX/XXCEXhXS/XR1X1XXX/2EXsXRX r G1A1H2C1S3a2e2r1h1c2s2 0 11",
        "XA1XX1AX/CX2EHXS/1R1X1XXS/S1EXsXe1 b G1H1C1S1a2h1c2s2 0 17",
        "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29",
        "4A3/3a1HG1/1R2heC1/S1E1r2s r - 0 29",
    ]
    .into_iter()
    .map(|t| Banqi::parse_position(t, Rules::default()).unwrap())
    .collect();
    // If this fails, a ruler has changed: undo that, do not mend the number.
    for (name, want) in SIGNATURES {
        let mut ruler = rulers::named(name).unwrap();
        assert_eq!(rulers::signature(ruler.as_mut(), &setups, 4), want, "{name}");
    }
}

const SIGNATURES: [(&str, u64); 2] =
    [("first", 80_082_568_544_140), ("second", 83_839_199_651_973)];

#[test]
fn every_engine_answers_legally_and_ends_its_games() {
    for name in rulers::NAMES {
        let mut a = rulers::named(name).unwrap();
        let mut b = builtin(&Parameters::STANDARD);
        for seed in 0..2 {
            let mut s = Banqi::start(Rules::default());
            let key = touchstone_kernel::LuckKey { run: "engine".into(), pair: seed };
            let (mut world, _) = Banqi::deal(&s, &key);
            a.new_game();
            b.new_game();
            let mut plies = 0;
            while s.decision().unwrap().verdict(&s.line).is_none() {
                let board = *s.decision().unwrap();
                let request = Request::for_play(Limits::nodes(300));
                let mine = (plies + seed) % 2 == 0;
                let found = if mine { a.analyse(&s, &request) } else { b.analyse(&s, &request) };
                let m = found.best().unwrap().mv;
                assert!(legal_moves(&board, &s.line).contains(&m));
                advance(&mut s, m, world.play(m)[0].event).unwrap();
                plies += 1;
            }
            let end = a.analyse(&s, &Request::for_play(Limits::nodes(300)));
            assert!(end.moves.is_empty());
        }
    }
}

/// Endings that the tables prove are won against a defender that searches too,
/// within the bound that was stated.
#[test]
fn proved_endings_are_won() {
    let tables = std::sync::Arc::new(Tables::new());
    let mut rng = Rng::seeded(11, "endings");
    let mut games = 0;
    for class in ["AEs", "GEa", "GAsc", "AEhs", "ERch", "CCsa"] {
        for _ in 0..12 {
            let mut squares: Vec<u8> = (0..32).collect();
            rng.shuffle(&mut squares);
            let mut rows = vec![vec!['1'; 8]; 4];
            for (s, letter) in squares.iter().zip(class.chars()) {
                rows[3 - usize::from(s / 8)][usize::from(s % 8)] = letter;
            }
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            let fen = format!("{} r - 0 1", rows.join("/"));
            let mut s = Banqi::parse_position(&fen, Rules::default()).unwrap();
            let winner = s.decision().unwrap().seat();
            let proved = tables.prove(s.decision().unwrap(), &s.line, 4);
            let Some(bound) = proved.filter(|p| p.is_sure_win()).and_then(|p| p.plies_to_end())
            else {
                continue;
            };
            let mut a = builtin_with(&Parameters::STANDARD, tables.clone());
            let mut b = builtin_with(&Parameters::STANDARD, tables.clone());
            let mut plies = 0;
            loop {
                let board = *s.decision().unwrap();
                if let Some(v) = board.verdict(&s.line) {
                    assert_eq!(v.result, VerdictResult::Win(winner), "{fen}: {}", v.reason);
                    break;
                }
                let request = Request::for_play(Limits::nodes(3_000));
                let mine = board.seat() == winner;
                let found = if mine { a.analyse(&s, &request) } else { b.analyse(&s, &request) };
                advance(&mut s, found.best().unwrap().mv, None).unwrap();
                plies += 1;
            }
            assert!(plies <= bound, "{fen}: {plies} plies, {bound} stated");
            games += 1;
        }
    }
    assert!(games > 15, "{games}");
}
