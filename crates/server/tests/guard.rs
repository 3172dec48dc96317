//! Who may talk to the server, and what it answers to what it cannot take.

mod common;

use common::{call, get, post, raw, runtime, server};
use serde_json::{Value, json};

#[test]
fn foreign_pages_and_names_are_refused() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let own = format!("http://{at}");
        let json_body = ("Content-Type", "application/json");
        for (headers, status) in [
            (vec![json_body], 200),
            (vec![json_body, ("Origin", own.as_str())], 200),
            (vec![json_body, ("Origin", "https://example.com")], 403),
            (vec![json_body, ("Origin", "null")], 403),
            (vec![json_body, ("Sec-Fetch-Site", "cross-site")], 403),
            (vec![json_body, ("Host", "example.com")], 421),
            (vec![json_body, ("Host", "127.0.0.1.example.com:80")], 421),
            (vec![json_body, ("Host", "localhost:1")], 200),
        ] {
            let a = raw(at, "POST", "/api/v1/stats", &headers, r#"{"pairs_by_score":[1,2,3,2,1]}"#)
                .await
                .unwrap();
            assert_eq!(a.status, status, "{headers:?}: {}", a.body);
        }
        // A WebSocket from another page is refused before it opens.
        let upgrade = [
            ("Upgrade", "websocket"),
            ("Connection", "Upgrade"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ("Origin", "https://example.com"),
        ];
        let a = raw(at, "GET", "/api/v1/games/x/live", &upgrade, "").await.unwrap();
        assert_eq!(a.status, 403);
    });
}

#[test]
fn bad_requests_get_a_clear_error() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let json_body = [("Content-Type", "application/json")];
        let send = |path: &'static str, body: String| async move {
            raw(at, "POST", &format!("/api/v1{path}"), &json_body, &body).await.unwrap()
        };
        for (path, body, status) in [
            ("/games", "{".to_string(), 400),
            ("/games", "[]".into(), 422),
            ("/games", "{\"game\":\"banqi\"}".into(), 422),
            ("/games", json!({"game": "checkers", "seats": [{"kind": "person"}, {"kind": "person"}], "seed": "x"}).to_string(), 422),
            ("/games", json!({"game": "banqi", "seats": [{"kind": "person"}, {"kind": "person"}]}).to_string(), 422),
            ("/games", json!({"game": "banqi", "seats": [{"kind": "engine", "level": 99}, {"kind": "person"}], "seed": "x"}).to_string(), 422),
            ("/games", json!({"game": "banqi", "seats": [{"kind": "person"}, {"kind": "person"}], "deal": "zzz"}).to_string(), 422),
            ("/games", json!({"game": "banqi", "seats": [{"kind": "person"}, {"kind": "person"}], "commitment": "unknown"}).to_string(), 409),
            ("/table", json!({"game": "banqi", "start": "nonsense"}).to_string(), 422),
            ("/table", json!({"game": "banqi", "moves": ["a1a1=Q"]}).to_string(), 422),
            ("/analyse", json!({"game": "banqi", "nodes": 0}).to_string(), 422),
            ("/import", json!({"text": "\u{0}\u{1}", "game": "banqi"}).to_string(), 422),
            ("/import", json!({"text": "[Event \"x\"]\n1. a1a1=Q", "game": "banqi"}).to_string(), 422),
            ("/sweeps", json!({"game": "banqi", "moves": []}).to_string(), 422),
            ("/stats", "{\"pairs_by_score\":[1,2,3]}".into(), 422),
            ("/table", format!("{{\"game\":\"{}\"}}", "x".repeat(2 << 20)), 413),
        ] {
            let short: String = body.chars().take(80).collect();
            let a = send(path, body).await;
            assert_eq!(a.status, status, "{path} {short}: {}", a.body);
            let error = a.json();
            assert!(error["error"]["message"].as_str().is_some_and(|m| !m.is_empty()), "{path} {short}");
        }
        let form = raw(at, "POST", "/api/v1/games", &[("Content-Type", "text/plain")], "{}").await.unwrap();
        assert_eq!(form.status, 415);
        assert_eq!(get(at, "/nothing", None).await.status, 404);
        assert_eq!(call(at, "PUT", "/games", None, None).await.unwrap().status, 405);
        // After all this the server still answers.
        assert_eq!(get(at, "/catalogue", None).await.status, 200);
    });
}

#[test]
fn too_many_requests_are_refused() {
    runtime().block_on(async {
        let at = server(|c| c.rate = 1).await;
        let mut seen = Vec::new();
        for _ in 0..14 {
            seen.push(get(at, "/catalogue", None).await.status);
        }
        assert_eq!(seen[..10], [200; 10]);
        assert!(seen[10..].contains(&429), "{seen:?}");
    });
}

#[test]
fn the_page_comes_with_its_policy() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let page = raw(at, "GET", "/", &[], "").await.unwrap();
        assert_eq!(page.status, 200);
        let head = page.head.to_ascii_lowercase();
        assert!(head.contains("content-security-policy: default-src 'none'"), "{head}");
        assert!(head.contains("x-content-type-options: nosniff"));
        assert!(head.contains("cache-control: no-cache"));
        assert!(page.body.contains("Touchstone"));
        assert_eq!(raw(at, "GET", "/../../etc/passwd", &[], "").await.unwrap().status, 200);
        assert_eq!(raw(at, "GET", "/assets/none.js", &[], "").await.unwrap().status, 404);
    });
}

/// The description names exactly the places that there are.
#[test]
fn the_description_is_complete() {
    let source = include_str!("../src/api.rs");
    let mut routes: Vec<&str> = source
        .match_indices(".route(\"")
        .map(|(i, m)| source[i + m.len()..].split('"').next().unwrap())
        .collect();
    routes.sort_unstable();
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let text = get(at, "/openapi.json", None).await.json();
        let mut named: Vec<&str> =
            text["paths"].as_object().unwrap().keys().map(String::as_str).collect();
        named.sort_unstable();
        assert_eq!(named, routes);
        for (path, place) in text["paths"].as_object().unwrap() {
            for method in place.as_object().unwrap().keys().filter(|k| *k != "parameters") {
                let path = path.replace("{id}", "none").replace("{name}", "none");
                let a = call(at, &method.to_uppercase(), &path, None, None).await.unwrap();
                assert_ne!(a.status, 405, "{method} {path}");
            }
        }
        // Every schema that is named is there.
        let whole = text.to_string();
        for part in whole.split("#/components/schemas/").skip(1) {
            let name = part.split('"').next().unwrap();
            assert!(text["components"]["schemas"].get(name).is_some(), "{name}");
        }
    });
}

#[test]
fn what_it_answers_keeps_its_shape() {
    runtime().block_on(async {
        let at = server(|_| {}).await;
        let table = post(at, "/table", json!({"game": "banqi", "moves": ["a1a1=G", "b1b1=s"], "positions": true, "luck": "c1c1"}), None).await;
        assert_eq!(table.status, 200, "{}", table.body);
        let t = table.json();
        assert_eq!(t["positions"].as_array().unwrap().len(), 3);
        assert_eq!(t["luck"].as_array().unwrap().iter().map(|l| l["weight"].as_u64().unwrap()).sum::<u64>(), 30);
        let a = post(at, "/analyse", json!({"game": "banqi", "start": "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29", "nodes": 2000, "audit": true}), None).await;
        assert_eq!(a.status, 200, "{}", a.body);
        let a = a.json();
        assert!(a["moves"][0]["value"]["percent"].is_number());
        assert_eq!(a["audit"]["contradictions"], json!([]), "{a}");
        let e = post(at, "/evaluate", json!({"game": "banqi", "start": "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29"}), None).await;
        assert_eq!(e.status, 200, "{}", e.body);
        let museum = get(at, "/museum", None).await.json();
        for piece in museum["pieces"].as_array().unwrap() {
            let name = piece["name"].as_str().unwrap();
            let shown = get(at, &format!("/museum/{name}"), None).await;
            assert_eq!(shown.status, 200, "{name}: {}", shown.body);
            let shown: Value = shown.json();
            assert_eq!(shown["check"]["caught"], true, "{name}");
        }
    });
}
