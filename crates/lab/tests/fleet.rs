//! A fleet on loopback: three workers, one of them killed in the middle, give
//! the same result as one thread. Needs Debian's `nats-server`; says so where
//! it is missing.
#![cfg(feature = "fleet")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use touchstone_lab::contender::Book;
use touchstone_lab::fleet::{WorkerOptions, coordinate, work};
use touchstone_lab::matches::{MatchJson, MatchSpec, RunOptions, run};
use touchstone_lab::store::Store;
use touchstone_search::Stop;

struct Server {
    child: Child,
    url: String,
    folder: PathBuf,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A server with a throw-away store, or `None` where there is no program.
fn server() -> Option<Server> {
    let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
        .into_iter()
        .find(|p| Path::new(p).exists())?;
    let port = std::net::TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
    let folder = std::env::temp_dir().join(format!("touchstone-nats-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).ok()?;
    let child = Command::new(program)
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let server = Server { child, url: format!("nats://127.0.0.1:{port}"), folder };
    let until = Instant::now() + Duration::from_secs(20);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < until, "the NATS server does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(server)
}

fn timeless(mut json: MatchJson) -> String {
    json.time_ms_per_move.a = None;
    json.time_ms_per_move.b = None;
    serde_json::to_string(&json).unwrap()
}

fn spec() -> MatchSpec {
    let find = |text: &str| Book::default().find(text).unwrap();
    // The spin makes games long enough for a kill to fall into one.
    let a = find("builtin:nodes=10,option.blunder=200,option.spin=200000");
    let spec = MatchSpec::new("toy", a, find("ruler:random"), 120, "fleet");
    MatchSpec { rules: "long".into(), ..spec }.checked().unwrap()
}

/// A worker in a process of its own, so that it can be killed: this test
/// program again, asked for the test below.
fn worker_process(url: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_worker_when_asked", "--nocapture"])
        .env("TOUCHSTONE_TEST_WORKER", url)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

const LOST_AFTER: Duration = Duration::from_secs(3);

#[test]
fn a_worker_when_asked() {
    let Ok(url) = std::env::var("TOUCHSTONE_TEST_WORKER") else { return };
    let options = WorkerOptions {
        url,
        name: format!("worker-{}", std::process::id()),
        jobs: 1,
        idle: Some(Duration::from_secs(15)),
        ack_wait: LOST_AFTER,
    };
    work(&options, &Stop::new(), |_| ()).unwrap();
}

#[test]
fn three_workers_one_killed_give_what_one_thread_gives() {
    let Some(server) = server() else {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: fleet test, no nats-server (Debian package nats-server)"
        );
        return;
    };
    let spec = spec();
    let alone = run(&spec, RunOptions::default(), |_| ()).unwrap();
    let mut workers: Vec<Child> = (0..3).map(|_| worker_process(&server.url)).collect();
    let path = server.folder.join("store.sqlite");
    let mut store = Store::open(&path).unwrap();
    let mut victim = workers.remove(0);
    let mut killed = false;
    let together = coordinate(&server.url, &spec, 8, &mut store, &Stop::new(), LOST_AFTER, |p| {
        if p.done >= 30 && !killed {
            killed = true;
            victim.kill().unwrap();
        }
    })
    .unwrap();
    let _ = victim.wait();
    assert!(killed);
    assert_eq!(timeless(alone.clone()), timeless(together));
    // A coordinator that was away finds everything in its store.
    let again =
        coordinate(&server.url, &spec, 8, &mut store, &Stop::new(), LOST_AFTER, |_| ()).unwrap();
    assert_eq!(timeless(alone), timeless(again));
    for mut w in workers {
        let _ = w.kill();
        let _ = w.wait();
    }
    let url = "nats://127.0.0.1:1";
    let e = coordinate(url, &spec, 8, &mut store, &Stop::new(), LOST_AFTER, |_| ()).unwrap_err();
    assert!(e.to_string().contains("nats://127.0.0.1:1"), "{e}");
}
