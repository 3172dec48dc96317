//! A plain client for the tests: HTTP by hand, WebSocket by tungstenite.

#![allow(dead_code, reason = "each test file uses a part of it")]

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body)
            .unwrap_or_else(|e| panic!("{e}: {} {}", self.head, self.body))
    }
}

/// One request on a connection of its own; `headers` come after Host.
pub async fn raw(
    at: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(at).await?;
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    if !headers.iter().any(|h| h.0.eq_ignore_ascii_case("host")) {
        text += &format!("Host: {at}\r\n");
    }
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    text += &format!("Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    stream.write_all(text.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text
        .split_once("\r\n\r\n")
        .ok_or_else(|| io::Error::other(format!("no answer but {text:?}")))?;
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    Ok(Answer { status, head: head.into(), body: body.into() })
}

/// A JSON request.
pub async fn call(
    at: SocketAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
    key: Option<&str>,
) -> io::Result<Answer> {
    let bearer = key.map(|k| format!("Bearer {k}"));
    let mut headers = Vec::new();
    if body.is_some() {
        headers.push(("Content-Type", "application/json"));
    }
    if let Some(b) = &bearer {
        headers.push(("Authorization", b));
    }
    let text = body.map(Value::to_string).unwrap_or_default();
    raw(at, method, &format!("/api/v1{path}"), &headers, &text).await
}

pub async fn post(at: SocketAddr, path: &str, body: Value, key: Option<&str>) -> Answer {
    call(at, "POST", path, Some(&body), key).await.unwrap()
}

pub async fn get(at: SocketAddr, path: &str, key: Option<&str>) -> Answer {
    call(at, "GET", path, None, key).await.unwrap()
}

pub fn person() -> Value {
    json!({"kind": "person"})
}

pub fn engine(level: u32) -> Value {
    json!({"kind": "engine", "level": level})
}

/// A new game by commitment; its name, the key of the first seat that has one,
/// and the commitment.
pub async fn fair_game(at: SocketAddr, game: &str, seats: [Value; 2]) -> (String, String, String) {
    let promise = post(at, "/commitments", json!({}), None).await.json();
    let made = post(
        at,
        "/games",
        json!({"game": game, "seats": seats, "commitment": promise["id"], "contribution": "mine"}),
        None,
    )
    .await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let key = made["keys"]["first"].as_str().or(made["keys"]["second"].as_str()).unwrap();
    let commit = promise["commit"].as_str().unwrap();
    (made["id"].as_str().unwrap().into(), key.into(), commit.into())
}

/// Every message that a WebSocket brings until `until` says that it is enough.
pub async fn listen(
    at: SocketAddr,
    id: &str,
    key: &str,
    mut until: impl FnMut(&Value) -> bool,
) -> Vec<String> {
    let url = format!("ws://{at}/api/v1/games/{id}/live");
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    socket.send(Message::text(json!({"key": key}).to_string())).await.unwrap();
    let mut all = Vec::new();
    loop {
        match tokio::time::timeout(Duration::from_secs(30), socket.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => {
                all.push(text.to_string());
                if until(&serde_json::from_str(&text).unwrap()) {
                    return all;
                }
            }
            Ok(Some(Ok(_))) => {}
            Ok(_) => return all,
            Err(_) => panic!("nothing came for 30 s after {} messages", all.len()),
        }
    }
}

/// A server of this process on a free port.
pub async fn server(config: impl FnOnce(&mut touchstone_server::Config)) -> SocketAddr {
    let mut c = touchstone_server::Config::new(([127, 0, 0, 1], 0).into());
    c.rate = 100_000;
    config(&mut c);
    let bound = touchstone_server::bind(c).await.unwrap();
    let at = bound.address;
    tokio::spawn(bound.serve(std::future::pending()));
    at
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// A file name for a database of this test, removed before.
pub fn database(name: &str) -> std::path::PathBuf {
    let file = std::env::temp_dir().join(format!("touchstone-{name}-{}.db", std::process::id()));
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
    file
}
