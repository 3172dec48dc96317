//! What a search takes from the heap, counted by the test binary's allocator.

use allocation_counter::measure;
use touchstone_banqi::engine::builtin;
use touchstone_banqi::{Banqi, Board, Parameters, Rules};
use touchstone_kernel::{Game, Limits, Setup, legal_moves};
use touchstone_search::{Engine, Request};

const MIB: u64 = 1 << 20;

/// From all tiles face-down to none.
const POSITIONS: [&str; 4] = [
    "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXCXXXX b G1A2E2R2H2C1S5g1a2e2r2h2c2s5 0 1",
    "X1AXXXXX/XXCEXhXS/XR1X1XXX/2EXsXRX r G1A1H2C1S3a2e2r1h1c2s2 0 11",
    "XA1XX1AX/CX2EHXS/1R1X1XXS/S1EXsXe1 b G1H1C1S1a2h1c2s2 0 17",
    "4A3/3a1HG1/1R2heC1/S1E1r2s r - 0 29",
];

fn setup(text: &str) -> Setup<Board> {
    Banqi::parse_position(text, Rules::default()).unwrap()
}

#[test]
fn two_hundred_thousand_nodes_stay_within_64_mib() {
    for text in POSITIONS {
        let s = setup(text);
        let mut nodes = 0;
        let info = measure(|| {
            let mut engine = builtin(&Parameters::STANDARD);
            nodes = engine.analyse(&s, &Request::for_play(Limits::nodes(200_000))).nodes;
        });
        assert!(nodes > 150_000, "{text}: {nodes} nodes");
        assert!(info.bytes_max <= 64 * MIB, "{text}: {} bytes", info.bytes_max);
    }
}

/// The tree allocates nothing: what is taken grows with the root's moves and
/// iterations (its list, lines and outcome tables) and not with the nodes.
#[test]
fn a_search_allocates_nothing_after_its_start() {
    for text in POSITIONS {
        let s = setup(text);
        let mut engine = builtin(&Parameters::STANDARD);
        let mut request = Request::for_play(Limits::nodes(200_000));
        let mut counts = Vec::new();
        for _ in 0..2 {
            engine.new_game();
            let mut found = None;
            let info = measure(|| found = Some(engine.analyse(&s, &request)));
            let found = found.unwrap();
            // Equal work: the second time by depth, so that none is broken off.
            let roots = legal_moves(s.decision().unwrap(), &s.line).len() as u64;
            let root = 8 * (roots + 2) * u64::from(found.depth + 1);
            counts.push((info.count_total, root, found.nodes));
            request = Request::for_play(Limits::depth(found.depth));
        }
        let (again, root, nodes) = counts[1];
        assert!(nodes > 20_000, "{text}: {nodes} nodes");
        assert!(again <= root, "{text}: {again} allocations, {root} for the root, {nodes} nodes");
    }
}
