//! Engines in other processes, good and bad: every way to err is told apart,
//! counted on the right side, and the run goes on.

use touchstone_lab::contender::{Book, Contender};
use touchstone_lab::matches::{MatchJson, MatchSpec, RunOptions, run};
use touchstone_lab::record;

const SCRIPTED: &str = env!("CARGO_BIN_EXE_touchstone-scripted");

fn engine(text: &str) -> Contender {
    Book::default().find(text).unwrap()
}

fn scripted(args: &str, more: &str) -> Contender {
    engine(&format!("uci:\"{SCRIPTED}\",args=\"toy short {args}\"{more}"))
}

fn play(a: Contender, b: Contender, pairs: u64) -> (MatchJson, Vec<record::GameRecord>) {
    let spec = MatchSpec::new("toy", a, b, pairs, "processes").checked().unwrap();
    let mut out = Vec::new();
    let options = RunOptions { records: Some(&mut out), ..RunOptions::default() };
    let json = run(&spec, options, |_| ()).unwrap();
    let mut games = Vec::new();
    record::read_records(out.as_slice(), |_, r| games.push(r)).unwrap();
    (json, games)
}

fn errors(json: &MatchJson, side: char) -> String {
    let of = if side == 'a' { &json.errors.a } else { &json.errors.b };
    of.iter().filter(|e| *e.1 > 0).map(|(k, n)| format!("{k} {n}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_good_program_plays_as_it_does_inside() {
    let (json, games) = play(scripted("", ""), scripted("--flood", ",nodes=5"), 5);
    assert!(!json.has_errors());
    assert_eq!(games.len(), 10);
    for g in &games {
        record::check(g).unwrap();
    }
    // One script on both sides: the legs of a pair are one game.
    assert_eq!(games[0].plies[0].token, games[1].plies[0].token);
    assert_eq!(json.pairs_by_score[2], 5);
    assert!(games[0].seats[0].identity["hash"].len() == 16);
}

#[test]
fn every_fault_is_named_counted_by_side_and_survived() {
    for (args, more, want) in [
        ("--crash 2", "", "crash"),
        ("--stall 2", ",stall-ms=300", "stall"),
        ("--illegal 2", "", "illegal"),
        ("--leave 2", "", "disconnect"),
        ("--garbage 2", "", "illegal"),
        ("--late 2 400", ",time-ms=20,grace-ms=30", "overtime"),
    ] {
        for side in ['a', 'b'] {
            let bad = scripted(args, more);
            let good = scripted("", "");
            let (json, games) = if side == 'a' { play(bad, good, 2) } else { play(good, bad, 2) };
            let (mine, other) = if side == 'a' { ('a', 'b') } else { ('b', 'a') };
            let found = errors(&json, mine);
            assert!(found.starts_with(want), "{args} {side}: {found}");
            assert_eq!(errors(&json, other), "", "{args} {side}");
            assert_eq!(games.len(), 4, "{args}: the run goes on");
            let faulty: Vec<_> = games.iter().filter(|g| g.result.fault.is_some()).collect();
            assert!(!faulty.is_empty());
            for g in faulty {
                let fault = g.result.fault.as_ref().unwrap();
                assert_eq!(fault.fault.kind.name(), want);
                let seat = g.seats.iter().position(|s| s.contender == mine.to_string()).unwrap();
                assert_eq!(fault.seat, ["first", "second"][seat]);
                assert_ne!(g.result.winner.as_deref(), Some(fault.seat.as_str()));
                record::check(g).unwrap();
            }
        }
    }
}

#[test]
fn a_crash_tells_its_last_words() {
    let (_, games) = play(scripted("--crash 1", ""), scripted("", ""), 1);
    let detail = &games[0].result.fault.as_ref().unwrap().fault.detail;
    assert_eq!(detail, "it ended with code 3; it said: assertion failed somewhere");
}

#[test]
fn a_missing_program_and_a_rule_of_void_games() {
    let missing = engine("uci:/no/such/engine");
    let mut spec = MatchSpec::new("toy", missing, scripted("", ""), 1, "missing");
    spec.faults = touchstone_lab::matches::FaultRule::Void;
    let json = run(&spec.checked().unwrap(), RunOptions::default(), |_| ()).unwrap();
    assert_eq!((json.games, json.void_pairs), (0, 1));
    assert_eq!(errors(&json, 'a'), "crash 2");
    assert_eq!(json.score_percent, None);
}

#[test]
fn programs_that_end_are_not_left_behind() {
    let mark = format!("mark-{}", std::process::id());
    let engine = || scripted(&format!("--stall 1 {mark}"), ",stall-ms=100");
    // A preset of this name does not exist: the engine runs and finds no move.
    play(engine(), scripted("", ""), 1);
    assert_eq!(running(&mark), 0);
}

/// How many processes have `mark` in their arguments.
fn running(mark: &str) -> usize {
    let Ok(all) = std::fs::read_dir("/proc") else { return 0 };
    all.flatten()
        .filter_map(|d| std::fs::read(d.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).split('\0').any(|arg| arg == mark))
        .count()
}
