//! Rules against an independent program: OpenSpiel's banqi, fetched from PyPI
//! into a virtual environment under the target folder. Skipped, loudly, only if
//! PyPI cannot be reached or there is no Python.

mod common;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use touchstone_banqi::{Board, Move, Rules, Tile};
use touchstone_kernel::{Position, Seat, Setup, VerdictResult, legal_moves};

const GAMES: u64 = 2_000;

fn action(m: Move) -> u32 {
    if m.is_flip() {
        u32::from(m.from())
    } else {
        32 + 32 * u32::from(m.from()) + u32::from(m.to())
    }
}

/// What was played between two setups of a game.
fn played(before: &Board, after: &Board) -> (Move, Option<Tile>) {
    let turned = before.face_down() & !after.face_down();
    if turned != 0 {
        let s = turned.trailing_zeros() as u8;
        return (Move::flip(s), after.tile_at(s));
    }
    let left = before.face_up() & !after.face_up();
    let from = left.trailing_zeros() as u8;
    let side = before.side_to_move().unwrap();
    let to = (after.pieces(side) & !before.pieces(side)).trailing_zeros() as u8;
    (Move::new(from, to), None)
}

/// The games as the checking script reads them.
fn games() -> (String, usize) {
    let mut out = String::new();
    let mut ends = 0;
    for seed in 0..GAMES {
        out.push_str("G\n");
        let mut before: Option<Setup<Board>> = None;
        let rules = Rules::named("openspiel").unwrap();
        common::random_game(rules, 70_000 + seed, 2_000, &mut |s| {
            let board = *s.decision().unwrap();
            if let Some(old) = &before {
                let b = *old.decision().unwrap();
                let (m, tile) = played(&b, &board);
                let legal: Vec<String> =
                    legal_moves(&b, &old.line).into_iter().map(|m| action(m).to_string()).collect();
                let (seat, chosen) = (b.seat().index(), action(m));
                writeln!(out, "L {seat} {} {chosen}", legal.join(",")).unwrap();
                if let Some(t) = tile {
                    let bag: Vec<String> = Tile::all()
                        .filter(|&t| b.bag(t) > 0)
                        .map(|t| format!("{}:{}", t.index(), b.bag(t)))
                        .collect();
                    writeln!(out, "C {} {}", bag.join(","), t.index()).unwrap();
                }
            }
            if let Some(v) = board.verdict(&s.line) {
                let result = match v.result {
                    VerdictResult::Draw => 0,
                    VerdictResult::Win(Seat::First) => 1,
                    VerdictResult::Win(Seat::Second) => -1,
                };
                writeln!(out, "T {result}").unwrap();
                ends += 1;
            }
            before = Some(s.clone());
        });
    }
    (out, ends)
}

/// Python with OpenSpiel, or why there is none.
fn python(folder: &Path) -> Result<PathBuf, String> {
    let python = folder.join("bin").join("python");
    let works = |p: &Path| {
        Command::new(p)
            .args(["-c", "import pyspiel; pyspiel.load_game('banqi')"])
            .output()
            .is_ok_and(|o| o.status.success())
    };
    if works(&python) {
        return Ok(python);
    }
    let made = Command::new("python3").args(["-m", "venv"]).arg(folder).output();
    match made {
        Ok(o) if o.status.success() => {}
        Ok(o) => return Err(format!("no venv: {}", String::from_utf8_lossy(&o.stderr))),
        Err(e) => return Err(format!("no python3: {e}")),
    }
    let fetched = Command::new(&python)
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "open_spiel>=2.0.2",
        ])
        .output()
        .map_err(|e| e.to_string())?;
    if !fetched.status.success() {
        return Err(format!("pip: {}", String::from_utf8_lossy(&fetched.stderr)));
    }
    if works(&python) { Ok(python) } else { panic!("OpenSpiel is installed but has no banqi") }
}

/// Past the test runner's capture, so that a skip is seen.
fn tell(text: &str) {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{text}\n").as_bytes());
}

#[test]
fn equal_to_openspiel_over_random_games() {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let python = match python(&target.join("openspiel")) {
        Ok(p) => p,
        Err(why) => {
            tell(&format!("SKIPPED: the comparison with OpenSpiel did NOT run: {why}"));
            return;
        }
    };
    let (text, ends) = games();
    assert!(ends as u64 > GAMES * 9 / 10, "{ends} games ended");
    let file = target.join("banqi-openspiel-games.txt");
    std::fs::write(&file, text).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openspiel_check.py");
    let done = Command::new(python).arg(script).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
    assert!(said.contains(&format!("equal: {GAMES} games")), "{said}");
    tell(&format!("OpenSpiel: {}", said.trim()));
    let _ = std::fs::remove_file(file);
}
