//! Requests about games that are being played.

use crate::app::{App, Live};
use crate::error::ApiError;
use crate::game::{ClockSpec, Event, Luck, SeatSpec, Spec, Viewer};
use crate::input::{Json, Words, bearer};
use crate::records;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use touchstone_lab::desk;

type Answer = Result<axum::Json<Value>, ApiError>;

/// `POST /commitments`: a promise of luck.
pub async fn commit(State(app): State<Arc<App>>) -> Answer {
    let (id, commit) = app.promise()?;
    Ok(axum::Json(json!({"schema": 1, "id": id, "commit": commit})))
}

/// Body of `POST /games`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    game: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    start: Option<String>,
    seats: [SeatSpec; 2],
    /// The name of a commitment, for fair luck.
    #[serde(default)]
    commitment: Option<String>,
    #[serde(default)]
    contribution: String,
    /// A seed of the player's own in place of fair luck.
    #[serde(default)]
    seed: Option<String>,
    /// A deal's text in place of fair luck.
    #[serde(default)]
    deal: Option<String>,
    #[serde(default)]
    clock: Option<ClockSpec>,
    /// Two persons with a key each, on two screens.
    #[serde(default)]
    apart: bool,
}

impl NewGame {
    fn spec(self, app: &App) -> Result<(Spec, bool), ApiError> {
        let game = desk::game(&self.game)?;
        let luck = match (self.commitment, self.seed, self.deal) {
            (Some(id), None, None) => {
                let secret = app.redeem(&id).ok_or_else(|| {
                    ApiError::conflict(
                        "commitment: it is unknown, too old or used; ask for a new one",
                    )
                })?;
                Luck::Fair { secret, contribution: self.contribution }
            }
            (None, Some(seed), None) => Luck::Chosen { seed },
            (None, None, Some(deal)) => Luck::Dealt { deal },
            _ => {
                return Err(ApiError::bad(
                    "luck: expected exactly one of commitment, seed and deal",
                ));
            }
        };
        let long = |s: &str| s.len() > 200;
        let too_long = match &luck {
            Luck::Fair { contribution, .. } => long(contribution),
            Luck::Chosen { seed } => long(seed),
            Luck::Dealt { deal } => deal.len() > 100_000,
        };
        if too_long {
            return Err(ApiError::bad("luck: the text is too long (200 bytes)"));
        }
        for seat in &self.seats {
            match seat {
                SeatSpec::Engine { level, .. } if !(1..=8).contains(level) => {
                    return Err(ApiError::bad(format!("level: found {level}; expected 1 to 8")));
                }
                SeatSpec::Engine { ruler: Some(name), .. }
                    if !game.rulers().iter().any(|r| r.name == name) =>
                {
                    return Err(ApiError::bad(format!("ruler: {name:?} is unknown")));
                }
                SeatSpec::Person { name } if long(name) => {
                    return Err(ApiError::bad("name: it is too long (200 bytes)"));
                }
                _ => {}
            }
        }
        if let Some(c) = &self.clock
            && (c.initial_ms == 0 || c.initial_ms > 86_400_000 || c.increment_ms > 3_600_000)
        {
            return Err(ApiError::bad(
                "clock: expected initial_ms 1 to 86400000 and increment_ms up to 3600000",
            ));
        }
        let persons = self.seats.iter().filter(|s| s.is_person()).count();
        let shared = !(self.apart && persons == 2);
        let start = self.start.unwrap_or_else(|| "start".into());
        let table = game.table(&start, &self.rules, &[])?;
        if table.verdict().is_some() {
            return Err(ApiError::bad("start: the game is over at this position"));
        }
        let spec = Spec {
            kind: self.game,
            rules: table.rules().into(),
            start,
            seats: self.seats,
            luck,
            clock: self.clock,
            keys: Default::default(),
        };
        Ok((spec, shared))
    }
}

/// `POST /games`: a new game.
pub async fn create(
    State(app): State<Arc<App>>,
    Json(new): Json<NewGame>,
) -> Result<(StatusCode, axum::Json<Value>), ApiError> {
    let (mut spec, shared) = new.spec(&app)?;
    // A person against the engine holds one seat and sees with its eyes alone.
    let persons: Vec<usize> = (0..2).filter(|&s| spec.seats[s].is_person()).collect();
    let (id, keys) = match persons[..] {
        [only] => {
            let (id, keys) = app.create(std::mem::replace(&mut spec, blank()), false).await?;
            let mut shown = [Value::Null, Value::Null];
            shown[only] = keys[only].clone().into();
            (id, shown)
        }
        _ => {
            let (id, keys) = app.create(spec, shared).await?;
            (id, keys.map(Value::from))
        }
    };
    let body = json!({"schema": 1, "id": id, "keys": {"first": keys[0], "second": keys[1]}});
    Ok((StatusCode::CREATED, axum::Json(body)))
}

fn blank() -> Spec {
    Spec {
        kind: String::new(),
        rules: String::new(),
        start: String::new(),
        seats: [SeatSpec::Person { name: String::new() }, SeatSpec::Person { name: String::new() }],
        luck: Luck::Chosen { seed: String::new() },
        clock: None,
        keys: Default::default(),
    }
}

async fn enter(
    app: &Arc<App>,
    id: &str,
    headers: &HeaderMap,
) -> Result<(Arc<Live>, Viewer), ApiError> {
    let key = bearer(headers)?;
    let live = app.game(id).await?;
    let viewer = app.viewer(&live, &key).await?;
    Ok((live, viewer))
}

async fn shown(live: &Live, viewer: Viewer) -> Answer {
    Ok(axum::Json(live.game.lock().await.state(&live.id, viewer)))
}

/// `GET /games/{id}`: what the holder of the key may see.
pub async fn state(
    State(app): State<Arc<App>>,
    Words(id): Words<String>,
    headers: HeaderMap,
) -> Answer {
    let (live, viewer) = enter(&app, &id, &headers).await?;
    shown(&live, viewer).await
}

/// Body of `POST /games/{id}/moves`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewMove {
    /// Moves that the player saw when deciding.
    ply: u32,
    #[serde(rename = "move")]
    mv: String,
}

/// `POST /games/{id}/moves`: plays a decision. Sent twice it counts once.
pub async fn play(
    State(app): State<Arc<App>>,
    Words(id): Words<String>,
    headers: HeaderMap,
    Json(new): Json<NewMove>,
) -> Answer {
    let (live, viewer) = enter(&app, &id, &headers).await?;
    {
        let game = live.game.lock().await;
        let before = game.moves().get(new.ply as usize);
        if before.is_some_and(|m| viewer.holds(m.seat) && m.mv == new.mv) {
            return Ok(axum::Json(game.state(&live.id, viewer)));
        }
    }
    app.change(&live, move |game| {
        let seat = game.turn().ok_or_else(|| ApiError::conflict("the game is over"))?;
        if !viewer.holds(seat) || !game.spec.seats[seat.index()].is_person() {
            return Err(ApiError::conflict("it is not your turn"));
        }
        if game.ply() != new.ply {
            return Err(ApiError::conflict(format!(
                "ply: found {}; the game stands at {}",
                new.ply,
                game.ply()
            )));
        }
        Ok(game.moving(&new.mv)?)
    })
    .await?;
    shown(&live, viewer).await
}

/// `POST /games/{id}/takeback`: back to the last decision of the asking person.
pub async fn take_back(
    State(app): State<Arc<App>>,
    Words(id): Words<String>,
    headers: HeaderMap,
) -> Answer {
    let (live, viewer) = enter(&app, &id, &headers).await?;
    app.change(&live, move |game| {
        let seats = &game.spec.seats;
        if viewer != Viewer::Both && seats.iter().all(SeatSpec::is_person) {
            return Err(ApiError::conflict("moves stand in a game between two persons apart"));
        }
        if game.over().is_some() {
            return Err(ApiError::conflict("the game is over and its luck is shown"));
        }
        let ply = game
            .back_to(viewer)
            .ok_or_else(|| ApiError::conflict("there is nothing to take back"))?;
        Ok(Event::Back { ply })
    })
    .await?;
    shown(&live, viewer).await
}

/// `POST /games/{id}/resign`.
pub async fn resign(
    State(app): State<Arc<App>>,
    Words(id): Words<String>,
    headers: HeaderMap,
) -> Answer {
    let (live, viewer) = enter(&app, &id, &headers).await?;
    app.change(&live, move |game| {
        let turn = game.turn().ok_or_else(|| ApiError::conflict("the game is over"))?;
        let seat = match viewer {
            Viewer::Seat(s) => s,
            Viewer::Both => turn,
        };
        Ok(Event::Resign { seat: seat.name().into() })
    })
    .await?;
    shown(&live, viewer).await
}

/// `GET /games/{id}/record`: the record of a finished game.
pub async fn record(
    State(app): State<Arc<App>>,
    Words(id): Words<String>,
    headers: HeaderMap,
) -> Answer {
    let (live, _) = enter(&app, &id, &headers).await?;
    let game = live.game.lock().await;
    let record = records::of_game(&game)
        .ok_or_else(|| ApiError::conflict("the record is given when the game is over"))?;
    Ok(axum::Json(serde_json::to_value(record).map_err(|e| ApiError::bad(e.to_string()))?))
}

/// `GET /games/{id}/live`: a WebSocket. The browser sends its key first, then
/// gets a state for every change.
pub async fn live(
    State(app): State<Arc<App>>,
    Words(id): Words<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let live = app.game(&id).await?;
    Ok(upgrade
        .max_message_size(4096)
        .on_upgrade(move |socket| async move { watch(app, live, socket).await }))
}

async fn watch(app: Arc<App>, live: Arc<Live>, mut socket: WebSocket) {
    let hello = tokio::time::timeout(Duration::from_secs(10), socket.recv()).await;
    let key = match hello {
        Ok(Some(Ok(Message::Text(text)))) => serde_json::from_str::<Value>(&text)
            .ok()
            .and_then(|v| v.get("key").and_then(Value::as_str).map(str::to_string))
            .unwrap_or_default(),
        _ => return,
    };
    let viewer = match app.viewer(&live, &key).await {
        Ok(v) => v,
        Err(e) => {
            let _ = socket.send(Message::Text(e.json().to_string().into())).await;
            return;
        }
    };
    let mut changes = live.changed.subscribe();
    app.wake(&live).await;
    let mut beat = tokio::time::interval(Duration::from_secs(20));
    beat.tick().await;
    loop {
        // Marked seen before the state is read, so no change can fall between.
        changes.borrow_and_update();
        let state = live.game.lock().await.state(&live.id, viewer).to_string();
        // A browser that does not read is given up; it may come again.
        let sent = socket.send(Message::Text(state.into()));
        if !matches!(tokio::time::timeout(Duration::from_secs(15), sent).await, Ok(Ok(()))) {
            return;
        }
        loop {
            tokio::select! {
                change = changes.changed() => match change {
                    Ok(()) => break,
                    Err(_) => return,
                },
                said = socket.recv() => match said {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => {}
                },
                _ = beat.tick() => {
                    let ping = socket.send(Message::Ping(Vec::new().into()));
                    if !matches!(
                        tokio::time::timeout(Duration::from_secs(15), ping).await,
                        Ok(Ok(()))
                    ) {
                        return;
                    }
                }
            }
        }
    }
}
