//! The three-man tables against Gaviota's (Debian package `gaviotatb`), read by the
//! PyPI package `chess` in a process of its own. The test gets both for itself where
//! it can, into the build folder, and says so when it is skipped.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use touchstone_chess::general::Size;
use touchstone_chess::tables::{Material, Outcome, Tables};
use touchstone_chess::{Colour, Kind};

const PROBE: &str = "
import sys, chess, chess.gaviota
with chess.gaviota.open_tablebase(sys.argv[1]) as tables:
    for line in sys.stdin:
        print(tables.probe_dtm(chess.Board(line.strip())))
";

fn runs(command: &mut Command) -> bool {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// A Python that has the package `chess`.
fn python(home: &Path) -> Option<PathBuf> {
    let has_chess = |p: &Path| runs(Command::new(p).args(["-c", "import chess.gaviota"]));
    let system = PathBuf::from("python3");
    if has_chess(&system) {
        return Some(system);
    }
    let own = home.join("venv/bin/python");
    if !has_chess(&own) {
        runs(Command::new("python3").args(["-m", "venv"]).arg(home.join("venv")));
        runs(Command::new("timeout").arg("100").arg(&own).args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "chess==1.11.2",
        ]));
    }
    has_chess(&own).then_some(own)
}

/// The folder with the tables (files `krk.gtb.cp4`).
fn folder(home: &Path) -> Option<PathBuf> {
    let find = |root: &Path| -> Option<PathBuf> {
        let mut open = vec![root.to_path_buf()];
        while let Some(dir) = open.pop() {
            for entry in std::fs::read_dir(&dir).ok()?.flatten() {
                let path = entry.path();
                if path.is_dir() {
                    open.push(path);
                } else if path.file_name().is_some_and(|n| n == "krk.gtb.cp4") {
                    return path.parent().map(Path::to_path_buf);
                }
            }
        }
        None
    };
    let installed = PathBuf::from("/usr/share/gaviotatb");
    let named = std::env::var_os("TOUCHSTONE_GAVIOTA").map(PathBuf::from);
    if let Some(found) = named.iter().chain([&installed]).find_map(|p| find(p)) {
        return Some(found);
    }
    let unpacked = home.join("gaviotatb");
    if find(&unpacked).is_none() {
        runs(
            Command::new("timeout")
                .args(["60", "apt-get", "download", "gaviotatb"])
                .current_dir(home),
        );
        for entry in std::fs::read_dir(home).ok()?.flatten() {
            if entry.path().extension().is_some_and(|e| e == "deb") {
                runs(Command::new("dpkg-deb").arg("-x").arg(entry.path()).arg(&unpacked));
            }
        }
    }
    find(&unpacked)
}

#[test]
fn three_men_agree_with_gaviota() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gaviota");
    std::fs::create_dir_all(&home).unwrap();
    let Some(folder) = folder(&home) else {
        eprintln!("skipped: Gaviota's tables are not installed (Debian package gaviotatb)");
        return;
    };
    let Some(python) = python(&home) else {
        eprintln!("skipped: no Python with the package chess");
        return;
    };
    let mut tables = Tables::new(Size::CHESS);
    let mut asked = Vec::new();
    for (name, step) in [("KRK", 61), ("KQK", 59), ("KPK", 53), ("KBK", 997), ("KNK", 997)] {
        let table = tables.require(&Material::parse(name).unwrap()).unwrap();
        for turn in Colour::BOTH {
            for number in (0..table.index().len()).step_by(step) {
                if let Some(outcome) = table.value(number, turn) {
                    asked.push((table.index().men(number, turn), outcome));
                }
            }
        }
    }
    let mut child = Command::new(&python)
        .arg("-c")
        .arg(PROBE)
        .arg(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines: String =
        asked.iter().map(|(men, _)| format!("{}\n", men.fen(Size::CHESS))).collect();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<i32> = text.lines().map(|l| l.parse().unwrap()).collect();
    assert_eq!(answers.len(), asked.len());
    assert!(answers.len() > 3_000, "only {} positions", answers.len());
    for ((men, outcome), dtm) in asked.iter().zip(answers) {
        let ours = match *outcome {
            Outcome::Win(p) => i32::from(p),
            Outcome::Loss(p) => -i32::from(p),
            Outcome::Draw => 0,
        };
        assert_eq!(ours, dtm, "{}", men.fen(Size::CHESS));
        assert!(men.others().iter().all(|m| m.kind != Kind::King));
    }
    eprintln!("{} positions agree with Gaviota", asked.len());
}
