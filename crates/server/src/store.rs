//! Games as event logs, and results of sweeps, in one SQLite file.
//!
//! One thread owns the connection. Writes that wait together are committed
//! together; a write is acknowledged after its commit (WAL, synchronous FULL),
//! so what a browser was told survives `kill -9` and a power cut.

use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use std::sync::mpsc;
use thiserror::Error;
use tokio::sync::oneshot;

/// The store failed.
#[derive(Clone, Debug, Error)]
#[error("the store: {0}")]
pub struct StoreError(pub String);

impl From<rusqlite::Error> for StoreError {
    fn from(e: rusqlite::Error) -> Self {
        StoreError(e.to_string())
    }
}

/// A game as stored.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// What was agreed at creation, as JSON.
    pub spec: String,
    /// The events in order, as JSON.
    pub events: Vec<String>,
}

/// A sweep as stored.
#[derive(Clone, Debug)]
pub struct StoredSweep {
    /// What was asked, as JSON.
    pub spec: String,
    /// The finished plies: number and JSON.
    pub plies: Vec<(u32, String)>,
}

enum Job {
    Create {
        id: String,
        at_ms: i64,
        spec: String,
        done: oneshot::Sender<Result<(), StoreError>>,
    },
    Append {
        id: String,
        n: u32,
        body: String,
        done: oneshot::Sender<Result<(), StoreError>>,
    },
    Load {
        id: String,
        done: oneshot::Sender<Result<Option<StoredGame>, StoreError>>,
    },
    SaveSweep {
        id: String,
        at_ms: i64,
        spec: String,
        done: oneshot::Sender<Result<(), StoreError>>,
    },
    SavePly {
        id: String,
        ply: u32,
        body: String,
        done: oneshot::Sender<Result<(), StoreError>>,
    },
    LoadSweep {
        id: String,
        done: oneshot::Sender<Result<Option<StoredSweep>, StoreError>>,
    },
}

/// A handle to the thread that owns the database.
#[derive(Clone, Debug)]
pub struct Store {
    jobs: mpsc::SyncSender<Job>,
}

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, spec TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (game TEXT NOT NULL, n INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sweeps (id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, spec TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sweep_plies (sweep TEXT NOT NULL, ply INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (sweep, ply)) WITHOUT ROWID;
";

impl Store {
    /// Opens or makes the file; `None` keeps everything in memory.
    pub fn open(path: Option<&Path>) -> Result<Store, StoreError> {
        let db = match path {
            Some(p) => {
                Connection::open(p).map_err(|e| StoreError(format!("{}: {e}", p.display())))?
            }
            None => Connection::open_in_memory()?,
        };
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "FULL")?;
        db.execute_batch(SCHEMA)?;
        let (jobs, queue) = mpsc::sync_channel(1024);
        std::thread::Builder::new()
            .name("store".into())
            .spawn(move || work(db, &queue))
            .map_err(|e| StoreError(e.to_string()))?;
        Ok(Store { jobs })
    }

    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job,
    ) -> Result<T, StoreError> {
        let gone = || StoreError("its thread has ended".into());
        let (done, answer) = oneshot::channel();
        let mut job = job(done);
        loop {
            match self.jobs.try_send(job) {
                Ok(()) => break,
                Err(mpsc::TrySendError::Disconnected(_)) => return Err(gone()),
                Err(mpsc::TrySendError::Full(back)) => {
                    job = back;
                    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
                }
            }
        }
        answer.await.map_err(|_| gone())?
    }

    /// Stores a new game.
    pub async fn create(&self, id: &str, at_ms: i64, spec: String) -> Result<(), StoreError> {
        let id = id.to_string();
        self.ask(|done| Job::Create { id, at_ms, spec, done }).await
    }

    /// Stores event `n` of a game. A second event of that number is refused.
    pub async fn append(&self, id: &str, n: u32, body: String) -> Result<(), StoreError> {
        let id = id.to_string();
        self.ask(|done| Job::Append { id, n, body, done }).await
    }

    /// Reads a game.
    pub async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let id = id.to_string();
        self.ask(|done| Job::Load { id, done }).await
    }

    /// Stores what a sweep was asked.
    pub async fn save_sweep(&self, id: &str, at_ms: i64, spec: String) -> Result<(), StoreError> {
        let id = id.to_string();
        self.ask(|done| Job::SaveSweep { id, at_ms, spec, done }).await
    }

    /// Stores one ply of a sweep.
    pub async fn save_ply(&self, id: &str, ply: u32, body: String) -> Result<(), StoreError> {
        let id = id.to_string();
        self.ask(|done| Job::SavePly { id, ply, body, done }).await
    }

    /// Reads a sweep.
    pub async fn load_sweep(&self, id: &str) -> Result<Option<StoredSweep>, StoreError> {
        let id = id.to_string();
        self.ask(|done| Job::LoadSweep { id, done }).await
    }
}

/// Takes all that waits, writes it in one transaction, then tells everyone.
fn work(db: Connection, queue: &mpsc::Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let mut batch = vec![first];
        while batch.len() < 256 {
            match queue.try_recv() {
                Ok(job) => batch.push(job),
                Err(_) => break,
            }
        }
        let begun = db.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        let mut told: Vec<Box<dyn FnOnce(Result<(), StoreError>)>> = Vec::new();
        for job in batch {
            match job {
                Job::Create { id, at_ms, spec, done } => {
                    let r = db.execute(
                        "INSERT INTO games (id, at_ms, spec) VALUES (?1, ?2, ?3)",
                        params![id, at_ms, spec],
                    );
                    told.push(telling(done, r.map(|_| ())));
                }
                Job::Append { id, n, body, done } => {
                    let r = db.execute(
                        "INSERT INTO events (game, n, body) VALUES (?1, ?2, ?3)",
                        params![id, n, body],
                    );
                    told.push(telling(done, r.map(|_| ())));
                }
                Job::SaveSweep { id, at_ms, spec, done } => {
                    let r = db.execute(
                        "INSERT OR IGNORE INTO sweeps (id, at_ms, spec) VALUES (?1, ?2, ?3)",
                        params![id, at_ms, spec],
                    );
                    told.push(telling(done, r.map(|_| ())));
                }
                Job::SavePly { id, ply, body, done } => {
                    let r = db.execute(
                        "INSERT OR REPLACE INTO sweep_plies (sweep, ply, body) VALUES (?1, ?2, ?3)",
                        params![id, ply, body],
                    );
                    told.push(telling(done, r.map(|_| ())));
                }
                Job::Load { id, done } => {
                    let r = load(&db, &id);
                    told.push(telling(done, r));
                }
                Job::LoadSweep { id, done } => {
                    let r = load_sweep(&db, &id);
                    told.push(telling(done, r));
                }
            }
        }
        let committed = begun.and_then(|()| db.execute_batch("COMMIT").map_err(StoreError::from));
        for tell in told {
            tell(committed.clone());
        }
    }
}

fn telling<T: 'static>(
    done: oneshot::Sender<Result<T, StoreError>>,
    result: rusqlite::Result<T>,
) -> Box<dyn FnOnce(Result<(), StoreError>)> {
    Box::new(move |committed| {
        // Nobody may be waiting any more; the work stands all the same.
        let _ = done.send(result.map_err(StoreError::from).and_then(|t| committed.map(|()| t)));
    })
}

fn load(db: &Connection, id: &str) -> rusqlite::Result<Option<StoredGame>> {
    let spec: Option<String> = db
        .query_row("SELECT spec FROM games WHERE id = ?1", params![id], |r| r.get(0))
        .optional()?;
    let Some(spec) = spec else { return Ok(None) };
    let mut rows = db.prepare_cached("SELECT body FROM events WHERE game = ?1 ORDER BY n")?;
    let events = rows.query_map(params![id], |r| r.get(0))?.collect::<Result<_, _>>()?;
    Ok(Some(StoredGame { spec, events }))
}

fn load_sweep(db: &Connection, id: &str) -> rusqlite::Result<Option<StoredSweep>> {
    let spec: Option<String> = db
        .query_row("SELECT spec FROM sweeps WHERE id = ?1", params![id], |r| r.get(0))
        .optional()?;
    let Some(spec) = spec else { return Ok(None) };
    let mut rows =
        db.prepare_cached("SELECT ply, body FROM sweep_plies WHERE sweep = ?1 ORDER BY ply")?;
    let plies =
        rows.query_map(params![id], |r| Ok((r.get(0)?, r.get(1)?)))?.collect::<Result<_, _>>()?;
    Ok(Some(StoredSweep { spec, plies }))
}
