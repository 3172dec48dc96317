//! `touchstone solve go` on shapes whose status every beginner learns.

use std::process::Command;

fn solve(rows: &str) -> serde_json::Value {
    ask("solve", rows)
}

fn ask(command: &str, rows: &str) -> serde_json::Value {
    let out = Command::new(env!("CARGO_BIN_EXE_touchstone"))
        .args([command, "go", "--json", "--position", rows])
        .output()
        .unwrap();
    assert!(out.status.success(), "{out:?}");
    serde_json::from_slice(&out.stdout).unwrap()
}

fn white(v: &serde_json::Value) -> &serde_json::Value {
    v["groups"].as_array().unwrap().iter().find(|g| g["colour"] == "white").unwrap()
}

#[test]
fn a_straight_four_lives_and_a_straight_three_hangs_on_its_middle() {
    let four = ". O X . . .\n. O X . . .\n. O X . . .\n. O X . . .\nO O X . . .\nX X X . . .\n";
    let found = solve(four);
    assert_eq!(found["schema"], 1);
    assert_eq!(white(&found)["status"], "alive");
    let three = ". O X . . .\n. O X . . .\n. O X . . .\nO O X . . .\nX X X . . .\n. . . . . .\n";
    let found = solve(three);
    let group = white(&found);
    assert_eq!((&group["status"], &group["code"]), (&"dead".into(), &1.into()));
    assert_eq!((&group["attack"], &group["defend"]), (&"A5".into(), &"A5".into()));
}

#[test]
fn analyse_names_the_same_groups_and_a_seki() {
    let rows = ".X.XO.XO.O./XXXXO.XOOOO";
    let found = ask("analyse", rows);
    let named = |v: &serde_json::Value, at: &str| {
        let list = v["groups"].as_array().unwrap();
        list.iter().find(|g| g["at"] == at).unwrap()["status"].clone()
    };
    for at in ["E1", "G1"] {
        assert_eq!(named(&found, at), "seki", "{found}");
        assert_eq!(named(&solve(rows), at), "seki");
    }
    assert!(!found["moves"].as_array().unwrap().is_empty());
}
