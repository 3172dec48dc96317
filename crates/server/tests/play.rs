//! Games over HTTP and WebSocket, and what of their truth is told when.

mod common;

use common::{call, database, engine, fair_game, get, listen, person, post, runtime, server};
use serde_json::{Value, json};
use std::net::SocketAddr;
use touchstone_lab::desk;
use touchstone_lab::record::{self, GameRecord};

/// Plays `most` moves of the persons' seats, the legal one number `pick(k)`; every message read.
async fn play(
    at: SocketAddr,
    id: &str,
    key: &str,
    most: usize,
    pick: impl Fn(usize, usize) -> usize,
) -> Vec<String> {
    let mut messages = Vec::new();
    let mut made = 0;
    for turn in 0.. {
        let answer = get(at, &format!("/games/{id}"), Some(key)).await;
        let state = answer.json();
        messages.push(answer.body);
        assert!(turn < 40_000, "the engine does not answer");
        if !state["verdict"].is_null() || made >= most {
            break;
        }
        let legal = state["legal"].as_array().unwrap();
        if legal.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            continue;
        }
        let mv = legal[pick(made, legal.len()) % legal.len()].clone();
        let body = json!({"ply": state["ply"], "move": mv});
        let answer = post(at, &format!("/games/{id}/moves"), body, Some(key)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        messages.push(answer.body);
        made += 1;
    }
    messages
}

fn scrambled(k: usize, _: usize) -> usize {
    k.wrapping_mul(7919).wrapping_add(k * k * 13 + 5)
}

#[test]
fn a_game_of_every_kind_is_played_and_its_luck_shown_after_it_and_not_before() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        // Chess begins with endgames that its tables know; it has no luck to be fair about.
        for game in desk::games().iter().map(|g| g.name()).filter(|g| *g != "chess") {
            let (id, key, commit) = fair_game(at, game, [person(), engine(1)]).await;
            let watching = tokio::spawn({
                let (id, key) = (id.clone(), key.clone());
                async move { listen(at, &id, &key, |m| !m["verdict"].is_null()).await }
            });
            let mut messages = play(at, &id, &key, 14, scrambled).await;
            let early = get(at, &format!("/games/{id}/record"), Some(&key)).await;
            let over = get(at, &format!("/games/{id}"), Some(&key)).await.json();
            if over["verdict"].is_null() {
                assert_eq!(early.status, 409);
                messages.push(early.body);
                let end = post(at, &format!("/games/{id}/resign"), json!({}), Some(&key)).await;
                assert_eq!(end.status, 200, "{}", end.body);
            }
            let last = get(at, &format!("/games/{id}"), Some(&key)).await.json();
            let secret = last["truth"]["luck"]["secret"].as_str().unwrap().to_string();
            assert_eq!(touchstone_server::fair::commit(&secret), commit, "{game}");
            let deal = last["truth"]["deal"].as_str().unwrap().to_string();
            messages.extend(watching.await.unwrap());
            let mut before_end = 0;
            for text in &messages {
                let m: Value = serde_json::from_str(text).unwrap();
                if !m["verdict"].is_null() {
                    continue;
                }
                before_end += 1;
                assert!(!text.contains(&secret), "{game}: the secret left early");
                assert!(deal.is_empty() || !text.contains(&deal), "{game}: the deal left early");
                assert!(m["truth"].is_null());
            }
            assert!(before_end > 10, "{game}: only {before_end} messages read");
            let record = get(at, &format!("/games/{id}/record"), Some(&key)).await;
            let mut record: GameRecord = serde_json::from_str(&record.body).unwrap();
            if record.result.reason == "resignation" {
                // The rules know nothing of it.
                record.result.reason = "max_plies".into();
                record.result.winner = None;
            }
            let checked = record::check(&record).unwrap_or_else(|e| panic!("{game}: {e}"));
            assert!(checked.luck && checked.plies > 0);
        }
    });
}

/// Two worlds that differ only in what nobody has seen give the same messages,
/// letter for letter, to every browser.
#[test]
fn what_was_not_seen_changes_no_message() {
    // Banqi: the tiles of rank 4 lie otherwise; only ranks 1 to 3 are turned.
    // Jieqi: the face-down pieces that never move are exchanged.
    let pairs = [
        (
            "banqi",
            "ErsascRe SRgsCHCS rSsEehGS hASacHAs",
            "ErsascRe SRgsCHCS rSsEehGS sAHcaSAh",
            &["a1a1", "b1b1", "c1c1", "d1d1", "a2a2", "b2b2", "e3e3", "f3f3"][..],
        ),
        (
            "jieqi",
            "pracnbpcpabnrpp PNCRBPBPARPNACP",
            "rpacnbpcpabnrpp PNCRBPBPARPNAPC",
            &["a3a4", "a6a5", "c3c4", "c6c5", "b2b4", "b7b5"][..],
        ),
    ];
    runtime().block_on(async {
        let at = server(|_| {}).await;
        for (game, one, other, script) in pairs {
            if desk::game(game).is_err() {
                continue;
            }
            let mut told = Vec::new();
            for deal in [one, other] {
                // Thirty letters without a blank are a Jieqi deal from the start.
                let deal = if game == "jieqi" { deal.replace(' ', "") } else { deal.to_string() };
                for viewer in ["first", "second"] {
                    let body = json!({"game": game, "seats": [person(), person()], "deal": deal, "apart": true});
                    let made = post(at, "/games", body, None).await;
                    assert_eq!(made.status, 201, "{game}: {}", made.body);
                    let made = made.json();
                    let id = made["id"].as_str().unwrap();
                    let key = |s: &str| made["keys"][s].as_str().unwrap().to_string();
                    let mut messages = vec![get(at, &format!("/games/{id}"), Some(&key(viewer))).await.body];
                    for (ply, mv) in script.iter().enumerate() {
                        let mover = if ply % 2 == 0 { "first" } else { "second" };
                        let body = json!({"ply": ply, "move": mv});
                        let done = post(at, &format!("/games/{id}/moves"), body, Some(&key(mover))).await;
                        // What the rules refuse they refuse in both worlds alike.
                        messages.push(done.status.to_string());
                        messages.push(get(at, &format!("/games/{id}"), Some(&key(viewer))).await.body);
                    }
                    let hidden: Vec<String> = messages.iter().map(|m| masked(m, id)).collect();
                    told.push(hidden);
                }
            }
            let done = told[0].iter().filter(|m| *m == "200").count();
            assert!(done >= 3, "{game}: only {done} moves of the script were legal");
            assert_eq!(told[0], told[2], "{game}: the first seat was told what it had not seen");
            assert_eq!(told[1], told[3], "{game}: the second seat was told what it had not seen");
        }
    });
}

/// A message without its game's name and times.
fn masked(text: &str, id: &str) -> String {
    let text = text.replace(id, "ID");
    match serde_json::from_str::<Value>(&text) {
        Ok(mut m) => {
            if let Some(moves) = m.get_mut("moves").and_then(Value::as_array_mut) {
                for x in moves {
                    x["ms"] = 0.into();
                }
            }
            m.to_string()
        }
        Err(_) => text,
    }
}

#[test]
fn a_move_sent_twice_counts_once_and_moves_are_taken_back() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let made = post(
            at,
            "/games",
            json!({"game": "banqi", "seats": [person(), person()], "seed": "twice"}),
            None,
        )
        .await
        .json();
        let id = made["id"].as_str().unwrap();
        let key = made["keys"]["first"].as_str().unwrap();
        let moves = format!("/games/{id}/moves");
        for _ in 0..3 {
            let a = post(at, &moves, json!({"ply": 0, "move": "a1a1"}), Some(key)).await;
            assert_eq!((a.status, a.json()["ply"].as_u64()), (200, Some(1)), "{}", a.body);
        }
        let late = post(at, &moves, json!({"ply": 0, "move": "b1b1"}), Some(key)).await;
        assert_eq!(late.status, 409);
        let bad = post(at, &moves, json!({"ply": 1, "move": "a1h4"}), Some(key)).await;
        assert_eq!(bad.status, 422, "{}", bad.body);
        let first = get(at, &format!("/games/{id}"), Some(key)).await.json();
        let back = post(at, &format!("/games/{id}/takeback"), json!({}), Some(key)).await.json();
        assert_eq!(back["ply"], 0);
        // The same tile lies there when it is turned again.
        let again = post(at, &moves, json!({"ply": 0, "move": "a1a1"}), Some(key)).await.json();
        assert_eq!(again["moves"][0]["token"], first["moves"][0]["token"]);
        assert_eq!(again["taken_back"], 1);
    });
}

#[test]
fn time_runs_out() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let clock = json!({"initial_ms": 120, "increment_ms": 0});
        let body = json!({"game": "banqi", "seats": [person(), person()], "seed": "clock", "clock": clock});
        let made = post(at, "/games", body, None).await.json();
        let (id, key) = (made["id"].as_str().unwrap(), made["keys"]["first"].as_str().unwrap());
        post(at, &format!("/games/{id}/moves"), json!({"ply": 0, "move": "a1a1"}), Some(key)).await;
        let messages = listen(at, id, key, |m| !m["verdict"].is_null()).await;
        let last: Value = serde_json::from_str(messages.last().unwrap()).unwrap();
        assert_eq!(last["verdict"]["reason"], "time");
        assert_eq!(last["verdict"]["winner"], "first");
    });
}

#[test]
fn another_seats_view_is_not_given() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let body =
            json!({"game": "banqi", "seats": [person(), person()], "seed": "keys", "apart": true});
        let made = post(at, "/games", body, None).await.json();
        let id = made["id"].as_str().unwrap();
        let path = format!("/games/{id}");
        assert_eq!(get(at, &path, None).await.status, 401);
        assert_eq!(get(at, &path, Some("0123456789abcdef0123456789abcdef")).await.status, 403);
        assert_eq!(get(at, "/games/000000000000000000000000", Some("x")).await.status, 404);
        let second = made["keys"]["second"].as_str().unwrap();
        assert_eq!(get(at, &path, Some(second)).await.json()["you"], "second");
        let stolen =
            post(at, &format!("{path}/moves"), json!({"ply": 0, "move": "a1a1"}), Some(second))
                .await;
        assert_eq!(stolen.status, 409, "the second seat moved for the first");
        let refused = listen(at, id, "no key", |_| true).await;
        assert!(refused[0].contains("wrong_key"), "{refused:?}");
    });
}

#[test]
fn games_survive_the_process() {
    let file = database("survive");
    let (id, key, before) = runtime().block_on(async {
        let at = server(|c| c.database = Some(file.clone())).await;
        let (id, key, _) = fair_game(at, "banqi", [person(), engine(1)]).await;
        play(at, &id, &key, 5, scrambled).await;
        let state = get(at, &format!("/games/{id}"), Some(&key)).await.json();
        (id, key, state)
    });
    // The runtime is gone with all its tasks; nothing was closed in order.
    runtime().block_on(async {
        let at = server(|c| c.database = Some(file.clone())).await;
        let after = get(at, &format!("/games/{id}"), Some(&key)).await.json();
        let n = before["ply"].as_u64().unwrap() as usize;
        assert!(n >= 5);
        assert_eq!(
            after["moves"].as_array().unwrap()[..n],
            before["moves"].as_array().unwrap()[..]
        );
        assert_eq!(after["luck"], before["luck"]);
        // It goes on: the engine moves if it is its turn, the person after that.
        let more = play(at, &id, &key, 2, scrambled).await;
        assert!(more.len() >= 3);
    });
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}

#[test]
fn a_sweep_keeps_what_it_found() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let body = json!({"game": "banqi", "text": "", "rules": ""});
        assert_eq!(post(at, "/import", body, None).await.status, 422);
        let (id, key, _) = fair_game(at, "banqi", [person(), engine(1)]).await;
        play(at, &id, &key, 6, scrambled).await;
        post(at, &format!("/games/{id}/resign"), json!({}), Some(&key)).await;
        let record = get(at, &format!("/games/{id}/record"), Some(&key)).await.json();
        let moves: Vec<Value> =
            record["plies"].as_array().unwrap().iter().map(|p| p["move"].clone()).collect();
        let ask = json!({"game": "banqi", "rules": record["rules"], "moves": moves, "nodes": 200, "lines": 2});
        let made = post(at, "/sweeps", ask.clone(), None).await;
        assert_eq!(made.status, 202, "{}", made.body);
        let sweep = format!("/sweeps/{}", made.json()["id"].as_str().unwrap());
        let mut done = Value::Null;
        for _ in 0..3_000 {
            done = get(at, &sweep, None).await.json();
            if done["done"] == done["total"] {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        assert_eq!(done["done"], done["total"], "{done}");
        let first = &done["plies"][0];
        assert_eq!(first["mark"], "", "first flips are nearly alike: {first}");
        assert!(first["chance"]["outcomes"].as_array().unwrap().len() == 14, "{first}");
        let again = post(at, "/sweeps", ask, None).await.json();
        assert_eq!(format!("/sweeps/{}", again["id"].as_str().unwrap()), sweep);
        let known = moves.len() - 1;
        let rest = get(at, &format!("{sweep}?known={known}"), None).await.json();
        assert_eq!(rest["plies"].as_array().unwrap().len(), 1);
        assert_eq!(call(at, "DELETE", &sweep, None, None).await.unwrap().status, 200);
    });
}
