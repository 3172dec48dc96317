//! The page deals and rolls again in the browser. The vectors that its tests
//! use are made here; `UPDATE_VECTORS=1` writes them anew.

use serde_json::{Value, json};
use touchstone_kernel::LuckKey;
use touchstone_lab::desk;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/test/luck-vectors.json");

fn vectors() -> Vec<Value> {
    let secret: String = (0..32).map(|b| format!("{b:02x}")).collect();
    let runs =
        [touchstone_server::fair::run_name(&secret, "white"), "a seed".into(), String::new()];
    let mut out = Vec::new();
    for game in ["banqi", "jieqi", "dicechess"] {
        let Ok(found) = desk::game(game) else { continue };
        for run in &runs {
            let key = LuckKey { run: run.clone(), pair: 0 };
            let referee = found.deal("start", "", &key).unwrap();
            out.push(json!({"game": game, "run": run, "deal": referee.deal_text()}));
        }
    }
    out
}

#[test]
fn the_page_has_the_vectors_of_this_server() {
    let made = serde_json::to_string_pretty(&vectors()).unwrap() + "\n";
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        std::fs::write(FILE, &made).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap();
    assert_eq!(kept, made, "run this test with UPDATE_VECTORS=1 and the page's tests after it");
}
