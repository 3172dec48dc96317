//! Requests about positions, engines, records and the museum, and the list of
//! all routes.

use crate::app::{App, level_nodes};
use crate::error::ApiError;
use crate::input::{Asked, Json, MOST_BYTES, Words};
use crate::sweep::{self, SweepSpec};
use crate::{api_games, guard, page, records};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use touchstone_kernel::Limits;
use touchstone_lab::desk::audit::{self, AuditPlan};
use touchstone_lab::desk::{self, AnyTable, Ask, EngineSpec};
use touchstone_lab::museum;
use touchstone_lab::record::GameRecord;
use touchstone_lab::stats::Counts;

type Answer = Result<axum::Json<Value>, ApiError>;

/// The description of this interface for programs.
const OPENAPI: &str = include_str!("openapi.json");

/// All routes behind the guard.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/catalogue", get(catalogue))
        .route("/openapi.json", get(openapi))
        .route("/commitments", post(api_games::commit))
        .route("/games", post(api_games::create))
        .route("/games/{id}", get(api_games::state))
        .route("/games/{id}/moves", post(api_games::play))
        .route("/games/{id}/takeback", post(api_games::take_back))
        .route("/games/{id}/resign", post(api_games::resign))
        .route("/games/{id}/record", get(api_games::record))
        .route("/games/{id}/live", get(api_games::live))
        .route("/table", post(table))
        .route("/analyse", post(analyse))
        .route("/evaluate", post(evaluate))
        .route("/solve", post(solve))
        .route("/sweeps", post(begin_sweep))
        .route("/sweeps/{id}", get(read_sweep).delete(end_sweep))
        .route("/import", post(import))
        .route("/export", post(export))
        .route("/stats", post(stats))
        .route("/museum", get(museum_list))
        .route("/museum/{name}", get(museum_piece))
        .fallback(|| async { ApiError::missing("place in this interface") })
        .method_not_allowed_fallback(|| async {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "wrong_method",
                "this place does not take that method; see /api/v1/openapi.json",
            )
        });
    Router::new()
        .nest("/api/v1", api)
        .fallback(get(|State(app): State<Arc<App>>, request: Request| async move {
            match &app.config.page {
                Some(dir) => page::from_disk(dir, request.uri().path()),
                None => page::serve(request.uri().path(), request.headers()),
            }
        }))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], OPENAPI)
        .into_response()
}

async fn catalogue(State(app): State<Arc<App>>) -> Answer {
    let named = |list: Vec<desk::Named>| -> Vec<Value> {
        list.iter().map(|n| json!({"name": n.name, "about": n.about})).collect()
    };
    // Go is found by name; its engine at the desk takes no part in matches.
    let go = desk::game("go").ok().filter(|_| desk::games().iter().all(|g| g.name() != "go"));
    let games: Vec<Value> = desk::games()
        .iter()
        .copied()
        .chain(go)
        .map(|g| {
            json!({"name": g.name(), "presets": named(g.presets()), "sides": g.side_names(),
                   "rulers": named(g.rulers())})
        })
        .collect();
    let levels: Vec<Value> =
        (1..=8).map(|l| json!({"level": l, "nodes": level_nodes(l)})).collect();
    Ok(axum::Json(json!({
        "schema": 1,
        "version": env!("CARGO_PKG_VERSION"),
        "games": games,
        "levels": levels,
        "most_nodes": app.config.most_nodes,
        "engines": app.config.engines,
        "loopback": app.config.listen.ip().is_loopback(),
    })))
}

/// A position as requests name it.
#[derive(Debug, Deserialize)]
struct Place {
    game: String,
    #[serde(default)]
    rules: String,
    #[serde(default, alias = "position")]
    start: String,
    #[serde(default)]
    moves: Vec<String>,
}

impl Place {
    fn table(&self) -> Result<Box<dyn AnyTable>, ApiError> {
        if self.moves.len() > sweep::MOST_PLIES {
            return Err(ApiError::bad(format!(
                "moves: found {}; expected at most {}",
                self.moves.len(),
                sweep::MOST_PLIES
            )));
        }
        let start = if self.start.trim().is_empty() { "start" } else { &self.start };
        Ok(desk::game(&self.game)?.table(start, &self.rules, &self.moves)?)
    }
}

/// Body of `POST /table`.
#[derive(Debug, Deserialize)]
struct TableAsk {
    #[serde(flatten)]
    place: Place,
    /// Also the position text after each ply.
    #[serde(default)]
    positions: bool,
    /// Also what may come of this move (or, before a roll, of the roll).
    #[serde(default)]
    luck: Option<String>,
}

async fn table(Json(ask): Json<TableAsk>) -> Answer {
    let table = ask.place.table()?;
    let mut body = table_json(table.as_ref());
    if ask.positions {
        let start = if ask.place.start.trim().is_empty() { "start" } else { &ask.place.start };
        let mut walk = desk::game(&ask.place.game)?.table(start, &ask.place.rules, &[])?;
        let mut texts = vec![json!({"position": walk.position_text(), "side": walk.side(),
                                    "seat": walk.seat().map(|s| s.name())})];
        for m in &ask.place.moves {
            walk.play(m)?;
            texts.push(json!({"position": walk.position_text(), "side": walk.side(),
                              "seat": walk.seat().map(|s| s.name())}));
        }
        body["positions"] = texts.into();
    }
    if let Some(mv) = ask.luck {
        let luck = table.luck(if mv.is_empty() { None } else { Some(&mv) })?;
        let total: u64 = luck.iter().map(|l| u64::from(l.1)).sum();
        let rows: Vec<Value> = luck
            .into_iter()
            .map(|(event, weight)| json!({"event": event, "weight": weight, "total": total}))
            .collect();
        body["luck"] = rows.into();
    }
    Ok(axum::Json(body))
}

fn table_json(table: &dyn AnyTable) -> Value {
    json!({
        "schema": 1,
        "game": table.game(),
        "rules": table.rules(),
        "start": table.start_text(),
        "position": table.position_text(),
        "moves": table.played(),
        "seat": table.seat().map(|s| s.name()),
        "side": table.side(),
        "legal": table.legal(),
        "verdict": table.verdict(),
    })
}

/// Body of `POST /analyse`.
#[derive(Debug, Deserialize)]
struct AnalyseAsk {
    #[serde(flatten)]
    place: Place,
    #[serde(default = "default_nodes")]
    nodes: u64,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    time_ms: Option<u64>,
    #[serde(default = "default_lines")]
    lines: usize,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    audit: bool,
}

fn default_nodes() -> u64 {
    50_000
}
fn default_lines() -> usize {
    3
}

async fn analyse(State(app): State<Arc<App>>, Json(ask): Json<AnalyseAsk>) -> Answer {
    if ask.nodes == 0 || ask.nodes > app.config.most_nodes {
        return Err(ApiError::bad(format!(
            "nodes: found {}; expected 1 to {}",
            ask.nodes, app.config.most_nodes
        )));
    }
    if ask.lines == 0 || ask.lines > 100 {
        return Err(ApiError::bad(format!("lines: found {}; expected 1 to 100", ask.lines)));
    }
    if ask.only.len() > 100 {
        return Err(ApiError::bad("only: expected at most 100 moves"));
    }
    let table = ask.place.table()?;
    let worker = app.clone();
    let analysis = app
        .pool
        .run(move |stop| {
            let limits = Limits {
                nodes: Some(ask.nodes),
                depth: ask.depth,
                time_ms: Some(ask.time_ms.unwrap_or(60_000).min(60_000)),
                mate_plies: None,
            };
            let question = Ask { lines: ask.lines, only: ask.only, stop, ..Ask::new(limits) };
            let game = desk::game(table.game())?;
            worker.with_engine(table.game(), &EngineSpec::default(), |engine| {
                let mut a = engine.analyse(table.as_ref(), &question)?;
                if ask.audit {
                    let plan = AuditPlan::for_nodes(a.nodes);
                    a.audit = Some(audit::audit(game, table.as_ref(), &a, engine, &plan)?);
                }
                Ok(a)
            })
        })
        .await?;
    Ok(axum::Json(serde_json::to_value(analysis).map_err(|e| ApiError::bad(e.to_string()))?))
}

async fn evaluate(State(app): State<Arc<App>>, Json(place): Json<Place>) -> Answer {
    let table = place.table()?;
    let eval = app.pool.run(move |_| desk::game(table.game())?.eval(table.as_ref(), None)).await?;
    Ok(axum::Json(serde_json::to_value(eval).map_err(|e| ApiError::bad(e.to_string()))?))
}

async fn solve(State(app): State<Arc<App>>, Json(place): Json<Place>) -> Answer {
    let table = place.table()?;
    let solved = app
        .pool
        .run(move |_| {
            let limits =
                Limits { nodes: Some(2_000_000), time_ms: Some(20_000), ..Limits::default() };
            desk::game(table.game())?.solve(table.as_ref(), &limits)
        })
        .await?;
    Ok(axum::Json(serde_json::to_value(solved).map_err(|e| ApiError::bad(e.to_string()))?))
}

async fn begin_sweep(
    State(app): State<Arc<App>>,
    Json(spec): Json<SweepSpec>,
) -> Result<(StatusCode, axum::Json<Value>), ApiError> {
    let total = spec.moves.len();
    let id = sweep::begin(&app, spec).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(json!({"schema": 1, "id": id, "total": total}))))
}

#[derive(Debug, Deserialize)]
struct SweepFrom {
    #[serde(default)]
    known: usize,
}

async fn read_sweep(
    State(app): State<Arc<App>>,
    Words(id): Words<String>,
    Asked(from): Asked<SweepFrom>,
) -> Answer {
    let running = app.sweeps.is_running(&id);
    let stored = app.store.load_sweep(&id).await?.ok_or_else(|| ApiError::missing("sweep"))?;
    let spec: SweepSpec =
        serde_json::from_str(&stored.spec).map_err(|e| ApiError::bad(e.to_string()))?;
    let plies: Vec<Value> = stored
        .plies
        .iter()
        .skip(from.known)
        .filter_map(|(_, body)| serde_json::from_str(body).ok())
        .collect();
    Ok(axum::Json(json!({
        "schema": 1,
        "id": id,
        "running": running,
        "done": stored.plies.len(),
        "total": spec.moves.len(),
        "nodes": spec.nodes,
        "plies": plies,
    })))
}

async fn end_sweep(State(app): State<Arc<App>>, Words(id): Words<String>) -> Answer {
    let ended = app.sweeps.cancel(&id);
    Ok(axum::Json(json!({"schema": 1, "id": id, "cancelled": ended})))
}

/// Body of `POST /import`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportAsk {
    text: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    rules: String,
}

async fn import(Json(ask): Json<ImportAsk>) -> Answer {
    let record = records::import(&ask.text, &ask.game, &ask.rules)?;
    Ok(axum::Json(serde_json::to_value(record).map_err(|e| ApiError::bad(e.to_string()))?))
}

/// Body of `POST /export`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExportAsk {
    record: GameRecord,
    format: String,
}

async fn export(Json(ask): Json<ExportAsk>) -> Answer {
    let text = records::export(&ask.record, &ask.format)?;
    Ok(axum::Json(json!({"schema": 1, "format": ask.format, "text": text})))
}

/// Body of `POST /stats`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StatsAsk {
    /// Pairs that scored 0, 1/2, 1, 3/2 and 2 for the first contender.
    pairs_by_score: [u32; 5],
}

async fn stats(Json(ask): Json<StatsAsk>) -> Answer {
    let pairs = ask.pairs_by_score.map(u64::from);
    let stats = touchstone_lab::stats::stats(&Counts::Pairs(pairs), None);
    Ok(axum::Json(serde_json::to_value(stats).map_err(|e| ApiError::bad(e.to_string()))?))
}

async fn museum_list() -> Answer {
    let pieces: Vec<Value> = museum::pieces()
        .iter()
        .map(|p| json!({"name": p.name, "game": p.game, "title": p.title, "story": p.story}))
        .collect();
    Ok(axum::Json(json!({"schema": 1, "pieces": pieces})))
}

async fn museum_piece(State(app): State<Arc<App>>, Words(name): Words<String>) -> Answer {
    let piece = museum::piece(&name).map_err(|_| ApiError::missing("museum piece"))?;
    let shown = app.pool.run(move |_| piece.show()).await?;
    Ok(axum::Json(serde_json::to_value(shown).map_err(|e| ApiError::bad(e.to_string()))?))
}
