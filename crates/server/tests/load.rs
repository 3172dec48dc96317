//! Two hundred browsers at once, bounded in count and time, on loopback; and
//! `kill -9` in the middle of it: every acknowledged move is there afterwards.

mod common;

use common::{call, database, engine, listen, person};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SESSIONS: usize = 200;
const MOVES: usize = 8;

/// The board of this crate as a process of its own: `examples/board`, which
/// `cargo test` builds beside the tests.
fn program() -> Option<PathBuf> {
    let tests = std::env::current_exe().ok()?;
    let file = tests.parent()?.parent()?.join("examples").join("board");
    file.is_file().then_some(file)
}

fn start(program: &Path, listen: &str, file: &Path) -> (Child, SocketAddr) {
    let mut child = Command::new(program)
        .args([listen, &file.display().to_string(), "1000000"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let at = line.trim().trim_start_matches("http://").trim_end_matches('/');
    (child, at.parse().unwrap())
}

fn resident_mib(pid: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = text.lines().find(|l| l.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}

struct Session {
    id: String,
    key: String,
    /// Acknowledged decisions with the ply they were made at.
    acknowledged: Vec<(usize, String)>,
    errors: Vec<String>,
}

/// Plays against the weakest level until `MOVES` moves are made or the server is gone.
async fn session(at: SocketAddr, n: usize) -> Option<Session> {
    let body =
        json!({"game": "banqi", "seats": [person(), engine(1)], "seed": format!("load {n}")});
    let made = call(at, "POST", "/games", Some(&body), None).await.ok()?.json();
    let mut s = Session {
        id: made["id"].as_str()?.into(),
        key: made["keys"]["first"].as_str()?.into(),
        acknowledged: Vec::new(),
        errors: Vec::new(),
    };
    let path = format!("/games/{}", s.id);
    let begun = Instant::now();
    while s.acknowledged.len() < MOVES && begun.elapsed() < Duration::from_secs(60) {
        let Ok(answer) = call(at, "GET", &path, None, Some(&s.key)).await else { break };
        let state = answer.json();
        if answer.status != 200 {
            s.errors.push(answer.body);
            break;
        }
        if !state["verdict"].is_null() {
            break;
        }
        let legal = state["legal"].as_array()?;
        if legal.is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        let ply = state["ply"].as_u64()? as usize;
        let mv = legal[(n * 31 + ply * 17) % legal.len()].as_str()?.to_string();
        let body = json!({"ply": ply, "move": mv});
        match call(at, "POST", &format!("{path}/moves"), Some(&body), Some(&s.key)).await {
            Ok(a) if a.status == 200 => s.acknowledged.push((ply, mv)),
            Ok(a) => s.errors.push(a.body),
            Err(_) => break,
        }
    }
    Some(s)
}

async fn all(at: SocketAddr) -> Vec<Session> {
    let tasks: Vec<_> = (0..SESSIONS).map(|n| tokio::spawn(session(at, n))).collect();
    let mut sessions = Vec::new();
    for t in tasks {
        if let Ok(Some(s)) = t.await {
            sessions.push(s);
        }
    }
    sessions
}

async fn nothing_lost(at: SocketAddr, sessions: &[Session]) {
    for s in sessions {
        let answer =
            call(at, "GET", &format!("/games/{}", s.id), None, Some(&s.key)).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.body);
        let state: Value = answer.json();
        for (ply, mv) in &s.acknowledged {
            let token = state["moves"][*ply]["token"].as_str().unwrap_or("");
            assert!(token.starts_with(mv.as_str()), "{}: ply {ply} was {mv}, now {token:?}", s.id);
        }
    }
}

#[test]
fn two_hundred_sessions_and_a_kill() {
    let Some(program) = program() else {
        eprintln!("skipped: examples/board is not built (cargo test builds it)");
        return;
    };
    let file = database("load");
    let runtime = common::runtime();
    let (mut child, at) = start(&program, "127.0.0.1:0", &file);
    let pid = child.id();
    runtime.block_on(async {
        let begun = Instant::now();
        // A browser that opens a socket and never reads holds nothing up.
        let idle = tokio::net::TcpStream::connect(at).await.unwrap();
        let sessions = all(at).await;
        assert_eq!(sessions.len(), SESSIONS);
        let moves: usize = sessions.iter().map(|s| s.acknowledged.len()).sum();
        for s in &sessions {
            assert!(s.errors.is_empty(), "{:?}", s.errors);
        }
        assert_eq!(moves, SESSIONS * MOVES);
        nothing_lost(at, &sessions).await;
        let first = &sessions[0];
        assert!(!listen(at, &first.id, &first.key, |_| true).await.is_empty());
        let mib = resident_mib(pid);
        assert!(mib.is_none_or(|m| m < 512), "the server holds {mib:?} MiB");
        println!(
            "{SESSIONS} sessions, {moves} moves in {:.1} s, {mib:?} MiB",
            begun.elapsed().as_secs_f64()
        );
        drop(idle);

        // Again, and the server dies in the middle.
        let playing = tokio::spawn(all(at));
        tokio::time::sleep(Duration::from_millis(700)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        let sessions = playing.await.unwrap();
        let (mut child, at) = start(&program, "127.0.0.1:0", &file);
        let kept: usize = sessions.iter().map(|s| s.acknowledged.len()).sum();
        nothing_lost(at, &sessions).await;
        println!(
            "killed with {kept} moves acknowledged in {} games; all are there",
            sessions.len()
        );
        child.kill().unwrap();
        child.wait().unwrap();
    });
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", file.display()));
    }
}
