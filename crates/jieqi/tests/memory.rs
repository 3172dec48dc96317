//! What a search takes from the heap, counted by the test binary's allocator.

use allocation_counter::measure;
use touchstone_jieqi::engine::{Parameters, builtin};
use touchstone_jieqi::{Jieqi, Rules, fen};
use touchstone_kernel::{Game, Limits, legal_moves};
use touchstone_search::{Engine, Request};

/// Full pools, half of them, few face-up pieces.
const POSITIONS: [&str; 3] = [
    fen::START,
    "1xx1kx1xx/3r5/1xC3n2/x3p1x1x/2P6/4n4/X3P1X1X/2R4X1/4c4/1XX1KXX1X b R1A2C1P3N2B2r1a2c1p3n0b2 3 14",
    "3k5/4a4/4b4/p3P4/9/6N2/4R4/3A5/4K4/2c1r4 w - 10 50",
];

/// The tree allocates nothing: what is taken grows with the root's moves and
/// iterations and not with the nodes.
#[test]
fn a_search_allocates_nothing_after_its_start() {
    for text in POSITIONS {
        let s = Jieqi::parse_position(text, Rules::MISTBOARD).unwrap();
        let mut engine = builtin(&Parameters::standard());
        let mut request = Request::for_play(Limits::nodes(100_000));
        let mut counts = Vec::new();
        for _ in 0..2 {
            engine.new_game();
            let mut found = None;
            let info = measure(|| found = Some(engine.analyse(&s, &request)));
            let found = found.unwrap();
            // Equal work: the second time by depth, so that none is broken off.
            let roots = legal_moves(s.decision().unwrap(), &s.line).len() as u64;
            // A root move keeps its line and, for each of six identities, looks up a reply.
            let root = (8 + 2 * 6) * (roots + 2) * u64::from(found.depth + 1);
            counts.push((info.count_total, root, found.nodes));
            request = Request::for_play(Limits::depth(found.depth));
        }
        let (again, root, nodes) = counts[1];
        assert!(nodes > 10_000, "{text}: {nodes} nodes");
        assert!(root < nodes / 3, "{text}: too few nodes to tell, {nodes}");
        assert!(again <= root, "{text}: {again} allocations, {root} for the root, {nodes} nodes");
    }
}
