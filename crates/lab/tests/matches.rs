//! Paired matches on the witness game: the same run gives the same games,
//! however it is carried out.

use std::path::PathBuf;
use touchstone_lab::contender::{Book, Contender};
use touchstone_lab::matches::{MatchSpec, RunOptions, run};
use touchstone_lab::record;
use touchstone_lab::store::Store;
use touchstone_search::Stop;

fn engine(text: &str) -> Contender {
    Book::default().find(text).unwrap()
}

fn spec(pairs: u64) -> MatchSpec {
    let a = engine("builtin:nodes=100,option.blunder=100");
    let b = engine("ruler:random");
    MatchSpec { rules: "long".into(), ..MatchSpec::new("toy", a, b, pairs, "tests") }
        .checked()
        .unwrap()
}

/// A scratch folder that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("touchstone-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn play(spec: &MatchSpec, jobs: usize) -> (touchstone_lab::matches::MatchJson, Vec<String>) {
    let mut out = Vec::new();
    let options = RunOptions { jobs, records: Some(&mut out), ..RunOptions::default() };
    let json = run(spec, options, |_| ()).unwrap();
    let mut prints = Vec::new();
    record::read_records(out.as_slice(), |_, r| {
        record::check(&r).unwrap();
        prints.push(format!("{}.{} {}", r.pair, r.leg, r.fingerprint()));
    })
    .unwrap();
    prints.sort();
    (json, prints)
}

fn timeless(mut json: touchstone_lab::matches::MatchJson) -> String {
    json.time_ms_per_move.a = None;
    json.time_ms_per_move.b = None;
    serde_json::to_string(&json).unwrap()
}

#[test]
fn one_thread_two_threads_and_a_resumed_run_agree() {
    let spec = spec(60);
    let (one, prints) = play(&spec, 1);
    let (two, prints_2) = play(&spec, 2);
    assert_eq!(prints, prints_2);
    assert_eq!(timeless(one.clone()), timeless(two));
    assert!(one.score_percent.unwrap() > 55.0, "{one:?}");
    assert_eq!(one.games, 120);

    let scratch = Scratch::new("resume");
    let path = scratch.0.join("store.sqlite");
    for stop_after in [7, 20, 1000] {
        let mut store = Store::open(&path).unwrap();
        let stop = Stop::new();
        let flag = stop.clone();
        let options =
            RunOptions { jobs: 2, stop, store: Some(&mut store), ..RunOptions::default() };
        let json = run(&spec, options, |p| {
            if p.done >= stop_after {
                flag.raise();
            }
        })
        .unwrap();
        if stop_after == 1000 {
            assert_eq!(timeless(one.clone()), timeless(json));
        }
    }
    let store = Store::existing(&path).unwrap();
    let runs = store.runs().unwrap();
    assert_eq!((runs.len(), runs[0].legs), (1, 120));
    let mut stored = Vec::new();
    store
        .records(&runs[0].run, |r| stored.push(format!("{}.{} {}", r.pair, r.leg, r.fingerprint())))
        .unwrap();
    stored.sort();
    assert_eq!(stored, prints);
}

#[test]
fn the_same_luck_meets_both_legs_and_all_arms() {
    let deals = |spec: &MatchSpec| {
        let mut out = Vec::new();
        let options = RunOptions { records: Some(&mut out), ..RunOptions::default() };
        run(spec, options, |_| ()).unwrap();
        let mut deals = Vec::new();
        record::read_records(out.as_slice(), |_, r| deals.push((r.pair, r.deal))).unwrap();
        deals
    };
    let one = deals(&spec(5));
    assert!(one.chunks(2).all(|legs| legs[0] == legs[1]));
    assert_ne!(one[0].1, one[2].1);
    let mut other_arm = spec(5);
    other_arm.a = engine("ruler:random");
    assert_eq!(one, deals(&other_arm));
    let mut other_run = spec(5);
    other_run.seed = "another".into();
    assert_ne!(one, deals(&other_run));
}

#[test]
fn a_changed_leg_is_an_alarm_and_an_equal_one_is_not() {
    let scratch = Scratch::new("alarm");
    let spec = spec(2);
    let mut out = Vec::new();
    let options = RunOptions { records: Some(&mut out), ..RunOptions::default() };
    run(&spec, options, |_| ()).unwrap();
    let mut legs = Vec::new();
    record::read_records(out.as_slice(), |_, r| {
        legs.push((touchstone_lab::matches::summarise(&r), r));
    })
    .unwrap();
    let mut store = Store::open(&scratch.0.join("s")).unwrap();
    store.begin(&spec).unwrap();
    store.put("r", &legs, true).unwrap();
    store.put("r", &legs, true).unwrap();
    legs[0].0.fingerprint = "other".into();
    let e = store.put("r", &legs, true).unwrap_err().to_string();
    assert!(e.contains("pair 0, leg 0") && e.contains("not deterministic"), "{e}");
    store.put("r", &legs, false).unwrap();
}

#[test]
fn bad_stores_are_refused_with_one_clear_error() {
    let scratch = Scratch::new("bad-store");
    let path = scratch.0.join("text");
    std::fs::write(&path, "not a database at all, but long enough to look like one\n".repeat(99))
        .unwrap();
    assert!(Store::open(&path).err().unwrap().to_string().contains("not a database"));
    let path = scratch.0.join("newer");
    drop(Store::open(&path).unwrap());
    rusqlite::Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 9").unwrap();
    let e = Store::open(&path).err().unwrap().to_string();
    assert!(e.contains("found version 9; expected 1"), "{e}");
    let path = scratch.0.join("foreign");
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
    assert!(Store::open(&path).err().unwrap().to_string().contains("another program"));
    assert!(Store::existing(&scratch.0.join("none")).is_err());
}

#[test]
fn luck_adjustment_keeps_the_mean_and_shrinks_the_variance() {
    // Two sensible players: between them chance decides more than blunders do.
    let mut spec = spec(1500);
    spec.a = engine("builtin:nodes=100");
    spec.b = engine("builtin:nodes=100,option.blunder=200");
    spec.luck = Some(engine("builtin"));
    let spec = spec.checked().unwrap();
    let json = run(&spec, RunOptions { jobs: 2, ..RunOptions::default() }, |_| ()).unwrap();
    let luck = json.luck_adjusted.clone().unwrap();
    assert_eq!(luck.pairs, 1500);
    let raw = json.score_percent.unwrap();
    let [low, high] = luck.interval_95.unwrap();
    assert!((luck.score_percent - raw).abs() < high - low, "{luck:?} beside {raw}");
    assert!(luck.variance_ratio.unwrap() > 1.5, "{luck:?}");
}

/// Before, a run against a program that is not there said "crash" and not why.
#[test]
fn the_first_fault_is_told_with_what_was_seen() {
    let mut spec = spec(1);
    spec.game = "banqi".into();
    spec.rules = "tcga".into();
    spec.a = engine("uci:/no/such/engine,nodes=10");
    let spec = spec.checked().unwrap();
    let mut seen = None;
    let json = run(&spec, RunOptions::default(), |p| seen.clone_from(&p.first_fault)).unwrap();
    assert_eq!(json.games, 2);
    let seen = seen.unwrap();
    assert!(seen.starts_with("a, pair 0, leg 0: crash: /no/such/engine"), "{seen}");
}

#[test]
fn a_declared_event_that_never_happens_is_counted() {
    let spec = MatchSpec { events: vec![("never".into(), "plies > 99999".into())], ..spec(2) };
    let json = run(&spec.checked().unwrap(), RunOptions::default(), |_| ()).unwrap();
    assert_eq!((json.events["never"].a, json.events["never"].b), (0, 0));
}

#[test]
fn records_say_what_is_wrong_with_them() {
    let mut out = Vec::new();
    let options = RunOptions { records: Some(&mut out), ..RunOptions::default() };
    run(&spec(1), options, |_| ()).unwrap();
    let text = String::from_utf8(out).unwrap();
    let line = text.lines().next().unwrap();
    let r: record::GameRecord = serde_json::from_str(line).unwrap();
    let broken = |change: &dyn Fn(&mut record::GameRecord)| {
        let mut r = r.clone();
        change(&mut r);
        record::check(&r).unwrap_err().to_string()
    };
    assert!(broken(&|r| r.plies[2].token = "t9".into()).starts_with("ply 3, move"));
    assert!(broken(&|r| r.plies[1].seat = "first".into()).starts_with("ply 2"));
    assert!(broken(&|r| r.result.winner = Some("nobody".into())).starts_with("result"));
    assert!(broken(&|r| r.pair = 77).starts_with("deal"));
    assert!(broken(&|r| drop(r.plies.pop())).starts_with("final"));
    let going_on = broken(&|r| {
        r.plies.pop();
        r.end.clear();
    });
    assert!(going_on.contains("goes on"), "{going_on}");
    // A truncated file: the good lines are used, the bad one is named.
    let cut = &text[..text.len() - 9];
    let report = record::read_records(cut.as_bytes(), |_, _| ()).unwrap();
    assert_eq!((report.good, report.bad.len(), report.bad[0].0), (1, 1, 2));
    let packed = zstd::bulk::compress(text.as_bytes(), 3).unwrap();
    assert_eq!(record::read_records(packed.as_slice(), |_, _| ()).unwrap().good, 2);
    let torn = &packed[..packed.len() / 2];
    assert!(!record::read_records(torn, |_, _| ()).unwrap().bad.is_empty());
}

/// A run in a process of its own, so that it can be killed: this test program
/// again, asked for this test.
#[test]
fn a_run_when_asked() {
    let Ok(path) = std::env::var("TOUCHSTONE_TEST_RUN") else { return };
    let mut store = Store::open(std::path::Path::new(&path)).unwrap();
    let options = RunOptions { jobs: 2, store: Some(&mut store), ..RunOptions::default() };
    run(&slow_spec(), options, |_| ()).unwrap();
}

fn slow_spec() -> MatchSpec {
    let a = engine("builtin:nodes=100,option.blunder=100,option.spin=100000");
    MatchSpec { a, ..spec(60) }.checked().unwrap()
}

#[test]
fn a_run_killed_in_the_middle_goes_on_without_a_lost_or_doubled_game() {
    let scratch = Scratch::new("killed");
    let path = scratch.0.join("store.sqlite");
    let legs = || -> u64 {
        let Ok(store) = Store::existing(&path) else { return 0 };
        store.runs().map_or(0, |runs| runs.iter().map(|r| r.legs).sum())
    };
    for more in [10, 30] {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_run_when_asked"])
            .env("TOUCHSTONE_TEST_RUN", &path)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let until = std::time::Instant::now() + std::time::Duration::from_secs(120);
        while legs() < more && std::time::Instant::now() < until {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let ended = child.try_wait().unwrap();
        assert_eq!(ended, None, "the run ended by itself with {} legs", legs());
        child.kill().unwrap(); // kill -9
        child.wait().unwrap();
        let kept = legs();
        assert!(kept >= more && kept % 2 == 0 && kept < 120, "{kept} legs");
    }
    let mut store = Store::open(&path).unwrap();
    let options = RunOptions { jobs: 2, store: Some(&mut store), ..RunOptions::default() };
    let resumed = run(&slow_spec(), options, |_| ()).unwrap();
    let (straight, _) = play(&slow_spec(), 1);
    assert_eq!(timeless(resumed), timeless(straight));
    assert_eq!(store.runs().unwrap()[0].legs, 120);
}

/// Before, whoever opened a store wrote to it, and a run whose transaction had begun with a
/// read was refused at once: `report` on a running match ended the match.
#[test]
fn two_runs_fill_one_store_while_others_open_it() {
    let scratch = Scratch::new("shared-store");
    let path = scratch.0.join("store.sqlite");
    drop(Store::open(&path).unwrap());
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let runs: Vec<_> = ["one", "two"]
            .map(|seed| {
                let path = &path;
                scope.spawn(move || {
                    let mut store = Store::open(path).unwrap();
                    let spec = MatchSpec { seed: seed.into(), ..spec(40) }.checked().unwrap();
                    let options = RunOptions { store: Some(&mut store), ..RunOptions::default() };
                    run(&spec, options, |_| ()).map(|json| json.games)
                })
            })
            .into_iter()
            .collect();
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                Store::existing(&path).unwrap().runs().unwrap();
            }
        });
        let games: Vec<_> = runs.into_iter().map(|r| r.join().unwrap()).collect();
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        for games in games {
            assert_eq!(games.unwrap(), 80);
        }
    });
}

#[test]
fn a_torn_record_and_a_failing_disk_are_one_clear_error_each() {
    let scratch = Scratch::new("torn");
    let path = scratch.0.join("store.sqlite");
    let mut store = Store::open(&path).unwrap();
    let spec = spec(3);
    run(&spec, RunOptions { store: Some(&mut store), ..RunOptions::default() }, |_| ()).unwrap();
    drop(store);
    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute("UPDATE legs SET record = x'28b52ffd00' WHERE pair = 1 AND leg = 0", []).unwrap();
    let store = Store::existing(&path).unwrap();
    let e = store.records(&spec.run_id(), |_| ()).unwrap_err().to_string();
    assert!(e.contains("torn record"), "{e}");
    db.execute("UPDATE legs SET summary = '{' WHERE pair = 2 AND leg = 1", []).unwrap();
    let e = store.summaries(&spec.run_id()).unwrap_err().to_string();
    assert!(e.contains("pair 2, leg 1"), "{e}");

    /// A disk that is full after so many bytes.
    struct Full(usize);
    impl std::io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| {
                std::io::Error::new(std::io::ErrorKind::StorageFull, "no space left on device")
            })?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let path = scratch.0.join("kept.sqlite");
    let mut store = Store::open(&path).unwrap();
    let mut full = Full(12_000);
    let many = MatchSpec { pairs: 40, ..spec.clone() };
    let options =
        RunOptions { store: Some(&mut store), records: Some(&mut full), ..RunOptions::default() };
    let e = run(&many, options, |_| ()).unwrap_err().to_string();
    assert!(e.contains("no space left"), "{e}");
    let kept = store.summaries(&many.run_id()).unwrap().len();
    assert!((2..80).contains(&kept), "what was measured is kept: {kept}");
}

/// A run used to go on with a parameter file that had changed under its name, and mixed two engines.
#[test]
fn a_run_does_not_go_on_with_other_parameters_under_the_same_path() {
    let scratch = Scratch::new("params");
    let (path, params) = (scratch.0.join("store.sqlite"), scratch.0.join("p.toml"));
    let mut store = Store::open(&path).unwrap();
    let mut spec = spec(2);
    spec.game = "banqi".into();
    spec.rules = "tcga".into();
    spec.a = engine(&format!("builtin:nodes=20,params={}", params.display()));
    spec.b = engine("ruler:random");
    std::fs::write(&params, "[tempo]\nmid = 40\n").unwrap();
    run(&spec, RunOptions { store: Some(&mut store), ..RunOptions::default() }, |_| ()).unwrap();
    std::fs::write(&params, "[tempo]\nmid = 41\n").unwrap();
    let more = MatchSpec { pairs: 3, ..spec };
    let mut again =
        || run(&more, RunOptions { store: Some(&mut store), ..RunOptions::default() }, |_| ());
    let e = again().unwrap_err().to_string();
    assert!(e.contains("contender a") && e.contains("hash"), "{e}");
    std::fs::write(&params, "[tempo]\nmid = 40\n").unwrap();
    assert_eq!(again().unwrap().games, 6);
}
