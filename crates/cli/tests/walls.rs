//! The walls of ARCHITECTURE.md that a test can hold.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const GAMES: [&str; 5] = ["banqi", "jieqi", "dicechess", "chess", "go"];
const BELOW_LAB: [&str; 9] =
    ["kernel", "search", "banqi", "jieqi", "dicechess", "chess", "go", "advice", "golife"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The normal (not test) dependencies on our own crates, by crate folder.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for entry in std::fs::read_dir(crates()).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(path.join("Cargo.toml")) else { continue };
        let mut ours = Vec::new();
        let mut section = String::new();
        for line in text.lines() {
            if let Some(name) = line.trim().strip_prefix('[') {
                section = name.trim_end_matches(']').to_string();
            } else if section == "dependencies"
                && let Some(rest) = line.trim().strip_prefix("touchstone-")
            {
                ours.push(rest.split(['.', ' ', '=']).next().unwrap().to_string());
            }
        }
        all.insert(path.file_name().unwrap().to_string_lossy().into_owned(), ours);
    }
    all
}

/// Every source file of a crate, with the test modules cut off.
fn sources(name: &str) -> Vec<(PathBuf, String)> {
    fn walk(dir: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(dir).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let is_test = path.file_stem().is_some_and(|s| s == "tests");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_string();
                found.push((path, if is_test { String::new() } else { code }));
            }
        }
    }
    let mut found = Vec::new();
    walk(&crates().join(name).join("src"), &mut found);
    found
}

fn lines_with<'a>(code: &'a str, words: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    code.lines().filter(move |line| {
        let code = line.split("//").next().unwrap_or_default();
        words.iter().any(|w| code.contains(w))
    })
}

#[test]
fn the_kernel_stands_alone_and_search_names_no_game() {
    let all = dependencies();
    assert!(all.len() > 4, "the crates were found");
    assert!(all["kernel"].is_empty());
    assert_eq!(all["search"], ["kernel"]);
    for (path, code) in sources("search") {
        let lower = code.to_lowercase();
        for game in ["banqi", "jieqi", "dicechess", "xiangqi"] {
            assert!(!lower.contains(game), "{} names {game}", path.display());
        }
    }
}

#[test]
fn no_game_depends_on_lab_protocol_or_server() {
    for (name, ours) in dependencies() {
        if BELOW_LAB.contains(&name.as_str()) {
            for above in ["lab", "protocol", "server", "cli", "learn"] {
                assert!(!ours.iter().any(|o| o == above), "{name} depends on {above}");
            }
        }
    }
}

#[test]
fn games_do_no_input_or_output_and_read_no_clock() {
    let words = ["std::fs", "std::io", "std::net", "std::time", "std::process", "std::env"];
    for game in GAMES {
        for (path, code) in sources(game) {
            let found: Vec<_> = lines_with(&code, &words).collect();
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}

#[test]
fn engines_take_views_and_never_the_truth() {
    for name in ["search", "banqi", "jieqi", "dicechess"] {
        for (path, code) in sources(name) {
            let place = path.to_string_lossy().into_owned();
            if name == "search" || place.contains("engine") || place.contains("eval") {
                let found: Vec<_> = lines_with(&code, &["Truth"]).collect();
                assert!(found.is_empty(), "{place}: {found:?}");
            }
        }
    }
}

#[test]
fn protocol_starts_no_process_and_opens_no_socket() {
    let words = ["std::process", "std::net", "std::fs", "std::io::std", "std::thread"];
    for (path, code) in sources("protocol") {
        let found: Vec<_> = lines_with(&code, &words).collect();
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn only_the_command_line_prints() {
    let words = ["println!", "print!(", "stdout()", "dbg!("];
    for name in dependencies().keys().filter(|n| *n != "cli") {
        for (path, code) in sources(name) {
            let found: Vec<_> =
                lines_with(&code, &words).filter(|l| !l.contains("eprint")).collect();
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}
