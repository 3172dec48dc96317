//! What all requests share: the store, the live games, the engines, the limits.

use crate::error::ApiError;
use crate::fair;
use crate::game::{Event, Game, SeatSpec, Spec, Viewer, seat_of};
use crate::pool::Pool;
use crate::store::Store;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex as StdMutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{Mutex, watch};
use touchstone_kernel::Seat;
use touchstone_lab::desk::{self, AnyEngine, EngineSpec};

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Port 0 takes any free one.
    pub listen: SocketAddr,
    /// The database file; `None` keeps games in memory only.
    pub database: Option<PathBuf>,
    /// Engines at work at once.
    pub engines: usize,
    /// Names besides loopback's and plain addresses that browsers may use for this server.
    pub hosts: Vec<String>,
    /// Requests a second that one address may make, over a burst of ten times as many.
    pub rate: u32,
    /// Games kept in memory; others are read again when they are asked for.
    pub games_in_memory: usize,
    /// Nodes that one analysis may use.
    pub most_nodes: u64,
    /// A folder to serve the page from in place of the one inside, for those
    /// who work on it.
    pub page: Option<PathBuf>,
}

impl Config {
    /// Loopback, one engine a core but one, 400 requests a second.
    pub fn new(listen: SocketAddr) -> Config {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            listen,
            database: None,
            engines: cores.saturating_sub(1).max(1),
            hosts: Vec::new(),
            rate: 400,
            games_in_memory: 2_000,
            most_nodes: 20_000_000,
            page: None,
        }
    }
}

/// A game in memory with those who watch it.
pub struct Live {
    /// The game's public name.
    pub id: String,
    /// The game.
    pub game: Mutex<Game>,
    /// Counts changes; browsers wait on it.
    pub changed: watch::Sender<u64>,
    used: StdMutex<Instant>,
}

/// A promise made before a game: the secret behind a commitment.
struct Promise {
    secret: String,
    at: Instant,
}

/// The server's shared state.
pub struct App {
    /// How it is run.
    pub config: Config,
    /// The store.
    pub store: Store,
    /// Engines for moves and questions.
    pub pool: Pool,
    /// Sweeps at work.
    pub sweeps: crate::sweep::Sweeps,
    games: StdMutex<HashMap<String, Arc<Live>>>,
    promises: StdMutex<HashMap<String, Promise>>,
    engines: StdMutex<HashMap<String, Vec<Box<dyn AnyEngine>>>>,
    buckets: StdMutex<HashMap<IpAddr, (f64, Instant)>>,
}

/// The most promises that wait for their games.
const MOST_PROMISES: usize = 10_000;
/// How long a promise waits.
const PROMISE_LIFE: Duration = Duration::from_secs(600);

/// A lock that a panic elsewhere cannot poison for good.
pub fn lock<T>(m: &StdMutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX))
}

/// Nodes a move of each level; each level has about four times the one before.
pub fn level_nodes(level: u32) -> u64 {
    match level {
        0 | 1 => 200,
        2 => 1_000,
        3 => 4_000,
        4 => 16_000,
        5 => 64_000,
        6 => 250_000,
        7 => 1_000_000,
        _ => 4_000_000,
    }
}

fn random<const N: usize>() -> Result<String, ApiError> {
    fair::random_hex::<N>().map_err(|e| {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "no_randomness", e.to_string())
    })
}

impl App {
    /// The shared state over `store`.
    pub fn new(config: Config, store: Store) -> Arc<App> {
        Arc::new(App {
            pool: Pool::new(config.engines, 512),
            sweeps: crate::sweep::Sweeps::new(config.engines),
            config,
            store,
            games: StdMutex::default(),
            promises: StdMutex::default(),
            engines: StdMutex::default(),
            buckets: StdMutex::default(),
        })
    }

    /// Whether `who` may make one more request now.
    pub fn admits(&self, who: IpAddr) -> bool {
        let rate = f64::from(self.config.rate.max(1));
        let burst = 10.0 * rate;
        let mut buckets = lock(&self.buckets);
        if buckets.len() > 50_000 {
            buckets.retain(|_, (_, at)| at.elapsed() < Duration::from_secs(60));
        }
        let now = Instant::now();
        let (left, at) = buckets.entry(who).or_insert((burst, now));
        *left = (*left + rate * now.duration_since(*at).as_secs_f64()).min(burst);
        *at = now;
        if *left < 1.0 {
            return false;
        }
        *left -= 1.0;
        true
    }

    /// Draws a secret and gives its name and what is promised.
    pub fn promise(&self) -> Result<(String, String), ApiError> {
        let (id, secret) = (random::<16>()?, random::<32>()?);
        let commit = fair::commit(&secret);
        let mut promises = lock(&self.promises);
        promises.retain(|_, p| p.at.elapsed() < PROMISE_LIFE);
        if promises.len() >= MOST_PROMISES {
            return Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "too many games are about to begin; try again in a moment",
            ));
        }
        promises.insert(id.clone(), Promise { secret, at: Instant::now() });
        Ok((id, commit))
    }

    /// The secret behind a promise. It can be used once: a second game on the
    /// same luck would tell the future of the first.
    pub fn redeem(&self, id: &str) -> Option<String> {
        let p = lock(&self.promises).remove(id)?;
        (p.at.elapsed() < PROMISE_LIFE).then_some(p.secret)
    }

    /// Makes and stores a game. Gives its name and the keys of the seats.
    pub async fn create(
        self: &Arc<App>,
        mut spec: Spec,
        shared: bool,
    ) -> Result<(String, [String; 2]), ApiError> {
        let id = random::<12>()?;
        let first = random::<16>()?;
        let second = if shared { first.clone() } else { random::<16>()? };
        spec.keys = [fair::digest(&first), fair::digest(&second)];
        let game = Game::replay(spec.clone(), &[])?;
        let text = serde_json::to_string(&spec).map_err(|e| ApiError::bad(e.to_string()))?;
        self.store.create(&id, now_ms(), text).await?;
        let live = self.keep(&id, game);
        self.wake(&live).await;
        Ok((id, [first, second]))
    }

    fn keep(&self, id: &str, game: Game) -> Arc<Live> {
        let live = Arc::new(Live {
            id: id.to_string(),
            game: Mutex::new(game),
            changed: watch::Sender::new(0),
            used: StdMutex::new(Instant::now()),
        });
        let mut games = lock(&self.games);
        // Someone may have read it meanwhile: the first one in memory counts.
        let live = games.entry(id.to_string()).or_insert(live).clone();
        if games.len() > self.config.games_in_memory {
            // Nobody holds these and nobody listens; they can be read again.
            let mut idle: Vec<(Instant, String)> = games
                .values()
                .filter(|g| Arc::strong_count(g) == 1 && g.changed.receiver_count() == 0)
                .map(|g| (*lock(&g.used), g.id.clone()))
                .collect();
            idle.sort();
            for (_, id) in idle.into_iter().take(games.len() / 4) {
                games.remove(&id);
            }
        }
        live
    }

    /// The game of this name, from memory or from the store.
    pub async fn game(self: &Arc<App>, id: &str) -> Result<Arc<Live>, ApiError> {
        if let Some(live) = lock(&self.games).get(id).cloned() {
            *lock(&live.used) = Instant::now();
            return Ok(live);
        }
        let stored = self.store.load(id).await?.ok_or_else(|| ApiError::missing("game"))?;
        let broken = |e: String| {
            ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "stored_game",
                format!("game {id}: {e}"),
            )
        };
        let spec: Spec = serde_json::from_str(&stored.spec).map_err(|e| broken(e.to_string()))?;
        let events: Vec<Event> = stored
            .events
            .iter()
            .map(|e| serde_json::from_str(e))
            .collect::<Result<_, _>>()
            .map_err(|e: serde_json::Error| broken(e.to_string()))?;
        let game = Game::replay(spec, &events).map_err(|e| broken(e.to_string()))?;
        let live = self.keep(id, game);
        self.wake(&live).await;
        Ok(live)
    }

    /// Whose eyes `key` opens in this game.
    pub async fn viewer(&self, live: &Live, key: &str) -> Result<Viewer, ApiError> {
        let digest = fair::digest(key);
        let game = live.game.lock().await;
        let holds = |s: Seat| game.spec.keys[s.index()] == digest;
        match (holds(Seat::First), holds(Seat::Second)) {
            (true, true) => Ok(Viewer::Both),
            (true, false) => Ok(Viewer::Seat(Seat::First)),
            (false, true) => Ok(Viewer::Seat(Seat::Second)),
            (false, false) => Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "wrong_key",
                "this key opens no seat of this game",
            )),
        }
    }

    /// Does `act` to a game: decide on an event, store it, let it happen, tell
    /// everyone. Runs to its end even if who asked goes away.
    pub async fn change(
        self: &Arc<App>,
        live: &Arc<Live>,
        act: impl FnOnce(&Game) -> Result<Event, ApiError> + Send + 'static,
    ) -> Result<(), ApiError> {
        let (app, live) = (self.clone(), live.clone());
        tokio::spawn(async move {
            let mut game = live.game.lock().await;
            let event = act(&game)?;
            let body = serde_json::to_string(&event).map_err(|e| ApiError::bad(e.to_string()))?;
            app.store.append(&live.id, game.version, body).await?;
            game.apply(&event)?;
            game.thinking = false;
            app.drive(&live, &mut game);
            drop(game);
            live.changed.send_modify(|n| *n += 1);
            Ok(())
        })
        .await
        .map_err(|_| {
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broke", "the change broke off")
        })?
    }

    /// Sets the engine to work where it has the move, and the clock's alarm
    /// where a person has it.
    fn drive(self: &Arc<App>, live: &Arc<Live>, game: &mut Game) {
        let Some(seat) = game.turn() else { return };
        let version = game.version;
        let (app, live) = (self.clone(), live.clone());
        match game.spec.seats[seat.index()].clone() {
            SeatSpec::Engine { level, ruler } => {
                // A game between engines goes on only while someone looks.
                let watched = game.spec.seats.iter().any(SeatSpec::is_person)
                    || live.changed.receiver_count() > 0;
                if game.thinking || !watched {
                    return;
                }
                game.thinking = true;
                let table = game.table();
                tokio::spawn(app.engine_moves(live, version, table, level, ruler));
            }
            SeatSpec::Person { .. } => {
                let Some(left) = game.left_now() else { return };
                if game.moves().is_empty() {
                    return;
                }
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(left + 20)).await;
                    app.flag(&live, version).await;
                });
            }
        }
    }

    /// Wakes a game between engines when someone begins to look.
    pub async fn wake(self: &Arc<App>, live: &Arc<Live>) {
        let mut game = live.game.lock().await;
        self.drive(live, &mut game);
    }

    async fn flag(self: &Arc<App>, live: &Arc<Live>, version: u32) {
        let _ = self
            .change(live, move |game| match game.turn() {
                Some(seat) if game.version == version => {
                    Ok(Event::Flag { seat: seat.name().into() })
                }
                _ => Err(ApiError::conflict("the clock was stopped in time")),
            })
            .await;
    }

    async fn engine_moves(
        self: Arc<App>,
        live: Arc<Live>,
        version: u32,
        table: Box<dyn desk::AnyTable>,
        level: u32,
        ruler: Option<String>,
    ) {
        let app = self.clone();
        let think = self.pool.run(move |stop| {
            let limits = touchstone_kernel::Limits {
                nodes: Some(level_nodes(level)),
                time_ms: Some(10_000),
                ..Default::default()
            };
            let ask = desk::Ask { stop, ..desk::Ask::for_play(limits) };
            let spec = EngineSpec { ruler, ..EngineSpec::default() };
            app.with_engine(table.game(), &spec, |e| e.choose(table.as_ref(), &ask))
        });
        // A change of the game (moves taken back, resignation) ends the thinking.
        let mut changes = live.changed.subscribe();
        let stale = async {
            loop {
                if live.game.lock().await.version != version || changes.changed().await.is_err() {
                    return;
                }
            }
        };
        let choice = tokio::select! {
            choice = think => choice,
            () = stale => return,
        };
        drop(changes);
        let done = match choice {
            Ok(choice) => {
                self.change(&live, move |game| {
                    if game.version != version {
                        return Err(ApiError::conflict("the game went on meanwhile"));
                    }
                    Ok(game.moving(&choice.mv)?)
                })
                .await
            }
            Err(e) => Err(e.into()),
        };
        if let Err(e) = done {
            // The engine failed or there was no place for it: whoever looks is
            // told, and moves taken back or a new look wake it again.
            let mut game = live.game.lock().await;
            if game.version == version {
                game.thinking = false;
                game.trouble = Some(e.message().to_string());
                drop(game);
                live.changed.send_modify(|n| *n += 1);
            }
        }
    }

    /// Lends an engine of this description to `work`.
    pub fn with_engine<T>(
        &self,
        kind: &str,
        spec: &EngineSpec,
        work: impl FnOnce(&mut dyn AnyEngine) -> Result<T, desk::DeskError>,
    ) -> Result<T, desk::DeskError> {
        let name = format!("{kind}:{}", spec.ruler.as_deref().unwrap_or(""));
        let kept = lock(&self.engines).get_mut(&name).and_then(Vec::pop);
        let mut engine = match kept {
            Some(mut e) => {
                e.new_game();
                e
            }
            None => desk::game(kind)?.engine(spec)?,
        };
        let done = work(engine.as_mut());
        let mut engines = lock(&self.engines);
        let shelf = engines.entry(name).or_default();
        if shelf.len() < self.config.engines {
            shelf.push(engine);
        }
        done
    }
}

/// The seat of this name, or an error for the client.
pub fn seat(name: &str) -> Result<Seat, ApiError> {
    seat_of(name)
        .ok_or_else(|| ApiError::bad(format!("seat: found {name:?}; expected first or second")))
}
