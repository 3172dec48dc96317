//! The commands from outside: what a user saves, asks wrongly or interrupts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn touchstone(args: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_touchstone"));
    c.args(args).stdin(Stdio::null());
    c
}

fn run(args: &[&str]) -> Output {
    touchstone(args).output().unwrap()
}

fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = touchstone(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn out(o: &Output) -> String {
    String::from_utf8_lossy(&o.stdout).into_owned()
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

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Every command and subcommand, found by reading the help texts themselves.
#[test]
fn every_help_text_has_an_example() {
    fn visit(path: &[String]) {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let text = out(&run(&args));
        let inner = text.split_once("\nCommands:\n").map(|(_, rest)| {
            rest.lines()
                .take_while(|l| !l.is_empty())
                .filter(|l| l.starts_with("  ") && !l.starts_with("   "))
                .filter_map(|l| l.split_whitespace().next())
                .filter(|w| *w != "help")
                .map(str::to_string)
                .collect::<Vec<_>>()
        });
        match inner {
            Some(names) => {
                assert!(names.len() > 2, "{path:?}: {text}");
                for name in names {
                    visit(&[path, &[name]].concat());
                }
            }
            None => assert!(text.contains("Example: "), "{path:?}: {text}"),
        }
    }
    visit(&[]);
}

/// Before, what `play` saved was no record: no other command could read it.
#[test]
fn a_saved_game_is_a_record() {
    let scratch = Scratch::new("saved");
    for (game, mv) in [("banqi", "a1a1"), ("jieqi", "b2d2"), ("dicechess", "")] {
        for end in ["", "resign\n"] {
            let path = scratch.file(&format!("{game}{}.jsonl", end.trim()));
            let input = format!("{mv}\n{end}save {path}\nquit\n");
            let played = fed(&["play", game, "--seed", "3", "--level", "1"], input.as_bytes());
            assert!(out(&played).contains("saved to"), "{game}: {}", out(&played));
            let checked = run(&["record", "check", &path]);
            assert!(checked.status.success(), "{game}: {}", out(&checked));
            assert!(out(&checked).contains("luck checked in 1, 0 wrong"), "{}", out(&checked));
            let asked = run(&["analyse", game, "--record", &path, "--nodes", "500", "--json"]);
            assert!(asked.status.success(), "{game}: {asked:?}");
        }
    }
}

/// Before, each command read positions of Go in its own way.
#[test]
fn go_positions_are_one_language() {
    let scratch = Scratch::new("go");
    let sgf = scratch.file("g.sgf");
    std::fs::write(&sgf, "(;GM[1]SZ[5];B[cc];W[bb];B[cb])").unwrap();
    let rows = ".X.XO/.XXXO/XXOOO/OOO../.....";
    for command in ["analyse", "eval", "solve"] {
        let nodes: &[&str] = if command == "eval" { &[] } else { &["--nodes", "2000"] };
        let read = run(&[&[command, "go", "--position", rows], nodes].concat());
        assert!(read.status.success(), "{command}: {read:?}");
        let read =
            run(&[&[command, "go", "--position", &sgf, "--ply", "2", "--json"], nodes].concat());
        assert!(read.status.success(), "{command}: {read:?}");
        let found: serde_json::Value = serde_json::from_slice(&read.stdout).unwrap();
        assert_eq!(found["side"], "black", "{command}");
    }
    let games = scratch.file("games.jsonl.zst");
    let args =
        ["match", "go", "--a", "builtin:nodes=20", "--b", "builtin:nodes=20", "--pairs", "1"];
    let more = ["--max-plies", "12", "--records", &games];
    assert!(run(&[&args[..], &more[..]].concat()).status.code().is_some_and(|c| c < 2));
    for command in ["analyse", "eval", "solve"] {
        let read = run(&[command, "go", "--record", &games, "--ply", "3", "--nth", "2", "--json"]);
        assert!(read.status.success(), "{command}: {read:?}");
        let found: serde_json::Value = serde_json::from_slice(&read.stdout).unwrap();
        assert_eq!(found["side"], "white", "{command}");
    }
    let none = run(&["analyse", "go", "--record", &games, "--nth", "3"]);
    assert_eq!(none.status.code(), Some(2));
}

/// The limit of nodes holds, and a pass that ends the game is worth what the count says.
#[test]
fn go_is_judged_within_its_limits_and_by_its_rules() {
    let asked = run(&["analyse", "go", "--nodes", "1000", "--json"]);
    let found: serde_json::Value = serde_json::from_slice(&asked.stdout).unwrap();
    assert!(found["nodes"].as_u64().unwrap() <= 1000, "{found}");
    assert!(out(&asked).starts_with("{\"schema\":1,"), "{found}");
    let rows = ".X.XO/.XXXO/XXOOO/OOO../.....";
    let asked =
        run(&["analyse", "go", "--position", rows, "--moves", "pass", "--only", "pass", "--json"]);
    let found: serde_json::Value = serde_json::from_slice(&asked.stdout).unwrap();
    let value = &found["moves"][0]["value"];
    assert_eq!((&value["proved"], &value["end"]["plies"]), (&true.into(), &1.into()), "{found}");
}

/// Before, an endless search went on when its reader had gone, and burned a core.
#[test]
fn an_endless_search_ends_with_its_input() {
    let input = b"uci\nposition startpos\n\xff\xfe\ngo infinite\n";
    let begun = fed(&["uci", "banqi"], input);
    let text = out(&begun);
    assert!(text.contains("uciok") && text.contains("bestmove"), "{text}");
}

/// Before, one byte that is no UTF-8 ended the session and lost the answers before it.
#[test]
fn a_bad_byte_costs_one_line() {
    let input =
        b"{\"id\":1,\"game\":\"banqi\",\"nodes\":100}\n\xff\n{\"id\":2,\"game\":\"banqi\",\"nodes\":100}\n";
    let text = out(&fed(&["json"], input));
    for id in ["\"id\":1", "\"id\":2", "error"] {
        assert!(text.contains(id), "{id}: {text}");
    }
}

#[test]
fn what_cannot_be_run_is_said_at_once() {
    let scratch = Scratch::new("refused");
    let tst = scratch.file("one.tst");
    std::fs::write(&tst, "boardsize 9\n10 name\n#? [Touchstone]\n").unwrap();
    let base = scratch.file("base.tsv");
    std::fs::write(&base, "not a baseline\n").unwrap();
    let refused: [(&[&str], &str); 6] = [
        (
            &["match", "banqi", "--a", "builtin:nodes=9", "--b", "uci:./nope", "--pairs", "1"],
            "no such file",
        ),
        (&["check", "uci:./nope", "banqi"], "no such file"),
        (
            &["match", "chess", "--a", "builtin:nodes=9", "--b", "builtin:nodes=9", "--pairs", "1"],
            "four men",
        ),
        (&["check", "builtin", "chess"], "four men"),
        (&["regress", &format!("{tst}:11-20")], "no test"),
        (&["regress", &tst, "--baseline", &base], "expected a baseline"),
    ];
    for (args, why) in refused {
        let o = run(args);
        let said = String::from_utf8_lossy(&o.stderr).into_owned();
        assert_eq!(o.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(why), "{args:?}: {said}");
    }
}

fn script(path: &str, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn until(mut done: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end {
        if done() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// Before, engines lived on when the match was interrupted.
#[test]
fn an_interrupted_match_leaves_no_engine_behind() {
    let scratch = Scratch::new("signal");
    let (engine, pid) = (scratch.file("busy.sh"), scratch.file("pid"));
    script(&engine, &format!("#!/bin/sh\necho $$ > {pid}\nwhile :; do sleep 1; done\n"));
    let mut child = touchstone(&["match", "banqi", "--b", "builtin:nodes=9", "--pairs", "1"])
        .args(["--a", &format!("uci:{engine},nodes=9")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = || std::fs::read_to_string(&pid).is_ok_and(|t| t.ends_with('\n'));
    assert!(until(started), "the engine starts");
    let id = std::fs::read_to_string(&pid).unwrap().trim().to_string();
    let term = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(term.success());
    assert_eq!(child.wait().unwrap().code(), Some(128 + 15));
    // A killed process that nobody has waited for yet shows as a zombie.
    let gone = || {
        std::fs::read_to_string(Path::new("/proc").join(&id).join("stat"))
            .map_or(true, |s| s.contains(") Z "))
    };
    assert!(until(gone), "the engine {id} lives on");
}

/// `stall-ms` holds for the greeting too, and talk that is no greeting is garbage.
#[test]
fn an_engine_that_never_greets_costs_its_patience_only() {
    let scratch = Scratch::new("greeting");
    let (hang, talk) = (scratch.file("hang.sh"), scratch.file("talk.sh"));
    script(&hang, "#!/bin/sh\nexec sleep 100\n");
    script(&talk, "#!/bin/sh\nwhile :; do echo nonsense; done\n");
    for (engine, fault) in [(&hang, "stall"), (&talk, "garbage")] {
        let o = run(&[
            "match",
            "banqi",
            "--a",
            &format!("uci:{engine},nodes=9,stall-ms=200"),
            "--b",
            "builtin:nodes=9",
            "--pairs",
            "1",
            "--json",
        ]);
        let found: serde_json::Value = serde_json::from_slice(&o.stdout).unwrap();
        assert_eq!(found["errors"]["a"][fault], 2, "{found}");
    }
}
