//! `touchstone serve`: the board in the browser.

use crate::failure::Failure;
use crate::out;
use std::net::SocketAddr;
use std::path::PathBuf;
use touchstone_server::{Config, page};

/// The board in the browser: play, review, analyse.
///
/// Example: touchstone serve --listen 127.0.0.1:8080
#[derive(clap::Args)]
pub struct Args {
    /// Where to listen. Port 0 takes any free one.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDR:PORT")]
    listen: SocketAddr,
    /// The file that holds the games; by default touchstone/board.db in the
    /// user's data folder.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Keep games in memory only.
    #[arg(long, conflicts_with = "database")]
    memory: bool,
    /// Engines at work at once; by default one for each core but one.
    #[arg(long)]
    engines: Option<usize>,
    /// A further name that browsers may use for this server.
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Serve the page from this folder in place of the one inside.
    #[arg(long, value_name = "FOLDER", hide = true)]
    page: Option<PathBuf>,
    /// Requests a second from one address.
    #[arg(long, default_value_t = 400)]
    rate: u32,
}

/// The user's data folder for this program, by the rules of freedesktop.
fn data_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|h| h.join(".local/share")))
        .or_else(|| set("APPDATA"))?;
    Some(base.join("touchstone").join("board.db"))
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut config = Config::new(args.listen);
    if !args.memory {
        let file = args.database.or_else(data_file).ok_or_else(|| {
            Failure::bad("no data folder is known; name a file with --database, or use --memory")
        })?;
        if let Some(dir) = file.parent().filter(|d| !d.as_os_str().is_empty()) {
            std::fs::create_dir_all(dir)
                .map_err(|e| Failure::bad(format!("{}: {e}", dir.display())))?;
        }
        config.database = Some(file);
    }
    if let Some(engines) = args.engines {
        config.engines = engines.max(1);
    }
    config.hosts = args.host;
    config.rate = args.rate;
    config.page = args.page;
    let kept = config.database.clone();
    let loopback = args.listen.ip().is_loopback();
    touchstone_server::run(config, move |address| {
        let lines = [
            Some(format!("http://{address}/")),
            kept.map(|f| format!("games are kept in {}", f.display())),
            (!loopback).then(|| {
                "this address can be reached over the network, by anyone who knows it".to_string()
            }),
            (!page::BUILT).then(|| "the page was not built: run make run".to_string()),
            Some("stop with Ctrl-C".to_string()),
        ];
        for line in lines.into_iter().flatten() {
            // Where nobody reads, the server runs all the same.
            let _ = out::line(line);
        }
    })
    .map_err(|e| Failure::bad(format!("{}: {e}", args.listen)))
}
