//! Whole-game sweeps: every ply judged in the background, results kept.
//!
//! A sweep is named by what it was asked, so whoever asks the same again gets
//! what is there and the rest is done. It goes on when the browser leaves.

use crate::app::{App, lock};
use crate::error::ApiError;
use crate::fair;
use crate::judge::{self, Judged};
use crate::pool::PoolError;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex as StdMutex};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use touchstone_kernel::Limits;
use touchstone_lab::desk::{self, EngineSpec};

/// The most plies of a game that is swept.
pub const MOST_PLIES: usize = 4_000;

/// What a sweep is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepSpec {
    /// The game's name.
    pub game: String,
    /// The rules preset; empty for the default.
    #[serde(default)]
    pub rules: String,
    /// The position text that the game began from.
    #[serde(default = "start")]
    pub start: String,
    /// The tokens as the first seat (or everyone) saw them.
    pub moves: Vec<String>,
    /// The tokens as the second seat saw them, where they differ.
    #[serde(default)]
    pub other: Option<Vec<String>>,
    /// Nodes for each search.
    #[serde(default = "sweep_nodes")]
    pub nodes: u64,
    /// Best choices shown with lines.
    #[serde(default = "sweep_lines")]
    pub lines: usize,
}

fn start() -> String {
    "start".into()
}
fn sweep_nodes() -> u64 {
    4_000
}
fn sweep_lines() -> usize {
    3
}

/// Sweeps at work, by name.
pub struct Sweeps {
    places: Arc<Semaphore>,
    running: StdMutex<HashMap<String, AbortHandle>>,
}

/// The most sweeps that run or wait at once.
const MOST_SWEEPS: usize = 64;

impl Sweeps {
    /// `places` at work at once.
    pub fn new(places: usize) -> Sweeps {
        Sweeps { places: Arc::new(Semaphore::new(places.max(1))), running: StdMutex::default() }
    }

    /// Whether the sweep of this name is at work or waits for its turn.
    pub fn is_running(&self, id: &str) -> bool {
        lock(&self.running).get(id).is_some_and(|h| !h.is_finished())
    }

    /// Ends a sweep; what it found is kept.
    pub fn cancel(&self, id: &str) -> bool {
        match lock(&self.running).remove(id) {
            Some(handle) => {
                handle.abort();
                true
            }
            None => false,
        }
    }
}

/// Checks what was asked; gives the sweep's name.
fn checked(app: &App, spec: &SweepSpec) -> Result<String, ApiError> {
    if spec.moves.is_empty() || spec.moves.len() > MOST_PLIES {
        return Err(ApiError::bad(format!(
            "moves: found {}; expected 1 to {MOST_PLIES}",
            spec.moves.len()
        )));
    }
    if spec.other.as_ref().is_some_and(|o| o.len() != spec.moves.len()) {
        return Err(ApiError::bad("other: expected as many tokens as in moves"));
    }
    if spec.nodes == 0 || spec.nodes > app.config.most_nodes {
        return Err(ApiError::bad(format!(
            "nodes: found {}; expected 1 to {}",
            spec.nodes, app.config.most_nodes
        )));
    }
    if spec.lines == 0 || spec.lines > 20 {
        return Err(ApiError::bad(format!("lines: found {}; expected 1 to 20", spec.lines)));
    }
    let game = desk::game(&spec.game)?;
    game.table(&spec.start, &spec.rules, &spec.moves)?;
    if let Some(other) = &spec.other {
        game.table(&spec.start, &spec.rules, other)?;
    }
    let text = serde_json::to_string(spec).map_err(|e| ApiError::bad(e.to_string()))?;
    Ok(fair::digest(&text))
}

/// Begins the sweep, or goes on with it; gives its name.
pub async fn begin(app: &Arc<App>, spec: SweepSpec) -> Result<String, ApiError> {
    let id = checked(app, &spec)?;
    if app.sweeps.is_running(&id) {
        return Ok(id);
    }
    let text = serde_json::to_string(&spec).map_err(|e| ApiError::bad(e.to_string()))?;
    app.store.save_sweep(&id, crate::app::now_ms(), text).await?;
    let done = app.store.load_sweep(&id).await?.map(|s| s.plies).unwrap_or_default();
    let done: Vec<u32> = done.into_iter().map(|p| p.0).collect();
    if done.len() >= spec.moves.len() {
        return Ok(id);
    }
    let mut running = lock(&app.sweeps.running);
    running.retain(|_, h| !h.is_finished());
    if running.len() >= MOST_SWEEPS {
        return Err(PoolError::Busy.into());
    }
    let (work_app, work_id) = (app.clone(), id.clone());
    let task = tokio::spawn(async move {
        let Ok(_place) = work_app.sweeps.places.clone().acquire_owned().await else { return };
        // What fails ends the sweep; the plies that are there stay.
        let _ = work(&work_app, &work_id, &spec, &done).await;
    });
    running.insert(id.clone(), task.abort_handle());
    Ok(id)
}

async fn work(app: &Arc<App>, id: &str, spec: &SweepSpec, done: &[u32]) -> Result<(), ApiError> {
    for ply in 0..spec.moves.len() {
        let number = u32::try_from(ply).unwrap_or(u32::MAX);
        if done.contains(&number) {
            continue;
        }
        let (task_app, task_spec) = (app.clone(), spec.clone());
        let judged: Judged = app
            .pool
            .run(move |stop| {
                let spec = task_spec;
                let game = desk::game(&spec.game)?;
                let mut table = game.table(&spec.start, &spec.rules, &spec.moves[..ply])?;
                let mut token = &spec.moves[ply];
                if let Some(other) = &spec.other
                    && table.seat() == Some(touchstone_kernel::Seat::Second)
                {
                    table = game.table(&spec.start, &spec.rules, &other[..ply])?;
                    token = &other[ply];
                }
                task_app.with_engine(&spec.game, &EngineSpec::default(), |engine| {
                    let limits = Limits { time_ms: Some(20_000), ..Limits::nodes(spec.nodes) };
                    judge::judge(engine, table.as_ref(), number, token, limits, spec.lines, &stop)
                })
            })
            .await?;
        let body = serde_json::to_string(&judged).map_err(|e| ApiError::bad(e.to_string()))?;
        app.store.save_ply(id, number, body).await?;
    }
    Ok(())
}
