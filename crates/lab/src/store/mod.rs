//! The store: one SQLite file (write-ahead log) with every leg of its runs.
//!
//! A leg is kept once, under (run, pair, leg). A second copy is ignored; one
//! that differs, where the run's engines are repeatable, is an alarm: somewhere
//! determinism was lost. Power may fail at any time: what was committed stays.

use crate::matches::{LegSummary, MatchError, MatchSpec};
use crate::record::GameRecord;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version of the tables.
pub const SCHEMA: i64 = 1;

/// An open store.
pub struct Store {
    db: Connection,
    path: PathBuf,
    /// By run: the engines of its first leg.
    engines: BTreeMap<String, Identities>,
}

/// A run that a store holds.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRun {
    /// The run's name, see [`MatchSpec::run_id`].
    pub run: String,
    /// Its declaration.
    pub spec: MatchSpec,
    /// Legs kept.
    pub legs: u64,
}

fn wrong(path: &Path, e: rusqlite::Error) -> MatchError {
    MatchError::Store(format!("store {}: {e}", path.display()))
}

impl Store {
    /// Opens a store, and makes it where there is none.
    pub fn open(path: &Path) -> Result<Store, MatchError> {
        Self::with(path, OpenFlags::default())
    }

    /// Opens a store that must exist.
    pub fn existing(path: &Path) -> Result<Store, MatchError> {
        if !path.exists() {
            return Err(MatchError::Store(format!("store {}: no such file", path.display())));
        }
        Self::with(path, OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE)
    }

    fn with(path: &Path, flags: OpenFlags) -> Result<Store, MatchError> {
        let fail = |e| wrong(path, e);
        let db = Connection::open_with_flags(path, flags).map_err(fail)?;
        db.busy_timeout(std::time::Duration::from_secs(10)).map_err(fail)?;
        // One statement, so that no writer comes between what it reads.
        let (kind, version, tables): (i64, i64, i64) = db
            .query_row(
                "SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_master)
                 FROM pragma_application_id a, pragma_user_version v",
                [],
                |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)),
            )
            .map_err(fail)?;
        if (kind, version) != (APPLICATION, SCHEMA) {
            if kind == APPLICATION {
                return Err(MatchError::Store(format!(
                    "store {}: found version {version}; expected {SCHEMA}",
                    path.display()
                )));
            }
            if tables > 0 || version != 0 {
                return Err(MatchError::Store(format!(
                    "store {}: found another program's database; expected a store of touchstone \
                     or a new file",
                    path.display()
                )));
            }
            // Only a new file is written to: whoever opens a store to read must not
            // stand in the way of the run that fills it.
            db.execute_batch(&format!(
                "PRAGMA journal_mode = WAL;
                 BEGIN IMMEDIATE;
                 PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA};
                 CREATE TABLE IF NOT EXISTS runs (run TEXT PRIMARY KEY, spec TEXT NOT NULL,
                     begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;
                 CREATE TABLE IF NOT EXISTS legs (run TEXT NOT NULL, pair INTEGER NOT NULL,
                     leg INTEGER NOT NULL, fingerprint TEXT NOT NULL, summary TEXT NOT NULL,
                     record BLOB NOT NULL, PRIMARY KEY (run, pair, leg)) WITHOUT ROWID;
                 COMMIT;"
            ))
            .map_err(fail)?;
        }
        db.execute_batch("PRAGMA synchronous = NORMAL;").map_err(fail)?;
        Ok(Store { db, path: path.into(), engines: BTreeMap::new() })
    }

    /// Declares a run, or meets it again. A run of the same name has the same
    /// declaration by construction.
    pub fn begin(&mut self, spec: &MatchSpec) -> Result<(), MatchError> {
        let text = serde_json::to_string(spec)
            .map_err(|e| MatchError::Store(format!("declaration: {e}")))?;
        self.db
            .execute(
                "INSERT INTO runs (run, spec) VALUES (?1, ?2)
                 ON CONFLICT (run) DO UPDATE SET spec = excluded.spec",
                params![spec.run_id(), text],
            )
            .map(|_| ())
            .map_err(|e| wrong(&self.path, e))
    }

    /// Keeps the legs of a pair, both or none.
    pub fn put(
        &mut self,
        run: &str,
        legs: &[(LegSummary, GameRecord)],
        alarm: bool,
    ) -> Result<(), MatchError> {
        let path = self.path.clone();
        let fail = |e| wrong(&path, e);
        let json = |e| MatchError::Store(format!("record: {e}"));
        for (_, record) in legs {
            self.same_engines(run, &identities(record))?;
        }
        // Immediate: a transaction that reads first and then wants to write is refused at
        // once, busy timeout or not, when another writer came in between.
        let t = self
            .db
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(fail)?;
        for (summary, record) in legs {
            let (pair, leg) = (summary.pair as i64, i64::from(summary.leg));
            let before: Option<String> = t
                .query_row(
                    "SELECT fingerprint FROM legs WHERE run = ?1 AND pair = ?2 AND leg = ?3",
                    params![run, pair, leg],
                    |r| r.get(0),
                )
                .optional()
                .map_err(fail)?;
            if let Some(before) = before {
                if alarm && before != summary.fingerprint {
                    return Err(MatchError::Store(format!(
                        "pair {pair}, leg {leg}: found {}; expected {before}, as it was played \
                         before: an engine of this run is not deterministic at fixed nodes",
                        summary.fingerprint
                    )));
                }
                continue;
            }
            let text = serde_json::to_vec(record).map_err(json)?;
            let packed = zstd::bulk::compress(&text, 3)
                .map_err(|e| MatchError::Store(format!("record: {e}")))?;
            let summary_text = serde_json::to_string(summary).map_err(json)?;
            t.prepare_cached(
                "INSERT OR IGNORE INTO legs (run, pair, leg, fingerprint, summary, record)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )
            .and_then(|mut s| {
                s.execute(params![run, pair, leg, summary.fingerprint, summary_text, packed])
            })
            .map_err(fail)?;
        }
        t.commit().map_err(fail)
    }

    /// Refuses engines whose binary, parameter file or version is another one than that
    /// which began the run: a path in a declaration does not say what the file holds.
    pub fn same_engines(&mut self, run: &str, now: &Identities) -> Result<(), MatchError> {
        if !self.engines.contains_key(run) {
            let packed: Option<Vec<u8>> = self
                .db
                .query_row(
                    "SELECT record FROM legs WHERE run = ?1 ORDER BY pair, leg LIMIT 1",
                    params![run],
                    |r| r.get(0),
                )
                .optional()
                .map_err(|e| wrong(&self.path, e))?;
            let Some(packed) = packed else { return Ok(()) };
            let first = unpack(&self.path, &packed)?;
            self.engines.insert(run.into(), identities(&first));
        }
        let Some(before) = self.engines.get(run) else { return Ok(()) };
        for (contender, id) in now {
            for (key, found) in id.iter().filter(|(k, _)| matches!(k.as_str(), "hash" | "version"))
            {
                let was = before.get(contender).and_then(|b| b.get(key));
                if let Some(was) = was.filter(|w| *w != found) {
                    return Err(MatchError::Store(format!(
                        "store {}, run {run}, contender {contender}: found {key} {found}; expected \
                         {was}, with which the run was begun: take another store or seed",
                        self.path.display()
                    )));
                }
            }
        }
        Ok(())
    }

    /// The runs, in the order in which they were begun.
    pub fn runs(&self) -> Result<Vec<StoredRun>, MatchError> {
        let fail = |e| wrong(&self.path, e);
        let mut q = self
            .db
            .prepare(
                "SELECT run, spec, (SELECT count(*) FROM legs WHERE legs.run = runs.run)
                 FROM runs ORDER BY begun, run",
            )
            .map_err(fail)?;
        let rows = q
            .query_map([], |r| {
                Ok((r.get::<_, String>(0)?, r.get::<_, String>(1)?, r.get::<_, i64>(2)?))
            })
            .map_err(fail)?;
        let mut runs = Vec::new();
        for row in rows {
            let (run, spec, legs) = row.map_err(fail)?;
            let spec = serde_json::from_str(&spec).map_err(|e| {
                MatchError::Store(format!("store {}, run {run}: {e}", self.path.display()))
            })?;
            runs.push(StoredRun { run, spec, legs: legs as u64 });
        }
        Ok(runs)
    }

    /// The summaries of a run, by pair and leg.
    pub fn summaries(&self, run: &str) -> Result<Vec<LegSummary>, MatchError> {
        let fail = |e| wrong(&self.path, e);
        let mut q = self
            .db
            .prepare("SELECT pair, leg, summary FROM legs WHERE run = ?1 ORDER BY pair, leg")
            .map_err(fail)?;
        let mut rows = q.query(params![run]).map_err(fail)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next().map_err(fail)? {
            let text: String = row.get(2).map_err(fail)?;
            let s = serde_json::from_str(&text).map_err(|e| {
                let (pair, leg): (i64, i64) = (row.get(0).unwrap_or(-1), row.get(1).unwrap_or(-1));
                MatchError::Store(format!(
                    "store {}, pair {pair}, leg {leg}: {e}",
                    self.path.display()
                ))
            })?;
            all.push(s);
        }
        Ok(all)
    }

    /// Hands every record of a run to `each`, by pair and leg.
    pub fn records(&self, run: &str, mut each: impl FnMut(GameRecord)) -> Result<(), MatchError> {
        let fail = |e| wrong(&self.path, e);
        let mut q = self
            .db
            .prepare("SELECT record FROM legs WHERE run = ?1 ORDER BY pair, leg")
            .map_err(fail)?;
        let mut rows = q.query(params![run]).map_err(fail)?;
        while let Some(row) = rows.next().map_err(fail)? {
            let packed: Vec<u8> = row.get(0).map_err(fail)?;
            each(unpack(&self.path, &packed)?);
        }
        Ok(())
    }
}

/// What identifies the engines of a run, by contender (`a`, `b`).
pub type Identities = BTreeMap<String, BTreeMap<String, String>>;

fn identities(record: &GameRecord) -> Identities {
    record.seats.iter().map(|s| (s.contender.clone(), s.identity.clone())).collect()
}

fn unpack(path: &Path, packed: &[u8]) -> Result<GameRecord, MatchError> {
    let torn = |e: String| MatchError::Store(format!("store {}: torn record: {e}", path.display()));
    let text = zstd::stream::decode_all(packed).map_err(|e| torn(e.to_string()))?;
    serde_json::from_slice(&text).map_err(|e| torn(e.to_string()))
}

/// `tstn` in the file's header.
const APPLICATION: i64 = 0x7473_746e;
