//! The web board: the only crate that knows the web.
//!
//! HTTP and WebSocket over the desk of the laboratory ([`touchstone_lab::desk`]);
//! no rules here. Games are event logs in SQLite ([`store`]) folded by one type
//! ([`game`]), which is also the only door from the truth of a game to a
//! browser. Engines work in a bounded pool ([`pool`]). The built page is inside
//! ([`page`]).
//!
//! Architecture invariants: nothing of a running game's truth leaves
//! [`game::Game::state`]; engines get the view of the seat to move and nothing
//! else; an event is acknowledged after it is stored.

mod api;
mod api_games;
pub mod app;
pub mod error;
pub mod fair;
pub mod game;
mod guard;
mod input;
pub mod judge;
pub mod page;
pub mod pool;
pub mod records;
pub mod store;
pub mod sweep;

pub use app::{App, Config};

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// A server that listens and does not answer yet.
pub struct Bound {
    listener: TcpListener,
    app: Arc<App>,
    /// Where it listens.
    pub address: SocketAddr,
}

/// Opens the store and the socket.
///
/// # Errors
/// If the database cannot be opened or the address is taken.
pub async fn bind(mut config: Config) -> io::Result<Bound> {
    let store = store::Store::open(config.database.as_deref()).map_err(io::Error::other)?;
    let listener = TcpListener::bind(config.listen).await?;
    let address = listener.local_addr()?;
    config.listen = address;
    Ok(Bound { listener, app: App::new(config, store), address })
}

impl Bound {
    /// The shared state, for tests.
    pub fn app(&self) -> Arc<App> {
        self.app.clone()
    }

    /// Answers until `until` is done.
    ///
    /// # Errors
    /// If the socket fails.
    pub async fn serve(self, until: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let service = api::router(self.app).into_make_service_with_connect_info::<SocketAddr>();
        tokio::select! {
            done = axum::serve(self.listener, service) => done,
            () = until => Ok(()),
        }
    }
}

/// Runs a server until it is interrupted. `ready` is told where it listens.
///
/// # Errors
/// If it cannot begin, or the socket fails.
pub fn run(config: Config, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = runtime.block_on(async {
        let bound = bind(config).await?;
        ready(bound.address);
        bound
            .serve(async {
                let _ = tokio::signal::ctrl_c().await;
            })
            .await
    });
    // Searches that are under way are not waited for.
    runtime.shutdown_background();
    done
}
