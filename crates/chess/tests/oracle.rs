//! Plain chess against cozy-chess (MIT), which shares no code with this crate.

use cozy_chess::Board as Cozy;
use touchstone_chess::{ChessPosition, fen, perft::perft};
use touchstone_kernel::Rng;

fn sorted(p: &ChessPosition) -> Vec<String> {
    let mut list: Vec<String> = p.legal_moves().iter().map(|m| m.to_string()).collect();
    list.sort();
    list
}

fn cozy_moves(board: &Cozy) -> Vec<String> {
    let mut list = Vec::new();
    board.generate_moves(|set| {
        list.extend(
            set.into_iter().map(|m| cozy_chess::util::display_uci_move(board, m).to_string()),
        );
        false
    });
    list.sort();
    list
}

#[test]
fn random_games_agree_move_by_move() {
    let mut rng = Rng::seeded(1, "chess oracle");
    let mut positions = 0;
    for _ in 0..300 {
        let mut p = ChessPosition::start();
        for _ in 0..160 {
            let text = fen::print(&p);
            assert_eq!(fen::print(&fen::parse(&text).unwrap()), text);
            let other = Cozy::from_fen(&text, false).unwrap();
            let mine = sorted(&p);
            assert_eq!(mine, cozy_moves(&other), "{text}");
            assert_eq!(p.is_check(p.turn), !other.checkers().is_empty(), "{text}");
            let mut flipped = sorted(&p.flipped());
            for m in &mut flipped {
                let turn =
                    |r: char| if r.is_ascii_digit() { (b'0' + b'9' - r as u8) as char } else { r };
                *m = m.chars().map(turn).collect();
            }
            flipped.sort();
            assert_eq!(mine, flipped, "{text}");
            positions += 1;
            let legal = p.legal_moves();
            if legal.is_empty() || p.clock >= 100 {
                break;
            }
            p = p.after(legal[rng.index(legal.len())]);
        }
    }
    assert!(positions > 20_000, "{positions}");
}

#[test]
fn known_counts() {
    // Counts of the chess programming wiki's perft results page.
    for (text, depth, count) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ] {
        assert_eq!(perft(&fen::parse(text).unwrap(), depth), count, "{text}");
    }
}
