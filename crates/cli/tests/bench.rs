//! The bench signatures: a change is functional exactly when one of them moves.

use touchstone_lab::desk;

/// `suites/bench.txt`: a line `bench GAME NODES nodes SIGNATURE` for each game.
const SIGNATURES: &str = include_str!("../../../suites/bench.txt");

#[test]
fn signatures_are_those_of_the_checked_in_file() {
    let mut checked = 0;
    for line in SIGNATURES.lines().filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let name = line.split_whitespace().nth(1).unwrap();
        let report = desk::game(name).unwrap().bench().unwrap();
        let now = format!("bench {name} {} nodes {}", report.total(), report.signature);
        assert_eq!(
            now, line,
            "the engine's behaviour changed: put the new line into suites/bench.txt with match \
             evidence in the commit, or find out why"
        );
        checked += 1;
    }
    assert!(checked >= 3, "only {checked} games in suites/bench.txt");
}
