//! The board without the command line: `cargo run -p touchstone-server --example board -- 127.0.0.1:8080 FILE`.

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let listen = args.next().unwrap_or_else(|| "127.0.0.1:8080".into());
    let Ok(listen) = listen.parse() else { return ExitCode::from(2) };
    let mut config = touchstone_server::Config::new(listen);
    config.database = args.next().map(Into::into);
    config.rate = args.next().and_then(|r| r.parse().ok()).unwrap_or(config.rate);
    config.page = args.next().map(Into::into);
    let done = touchstone_server::run(config, |address| {
        let mut out = std::io::stdout();
        let _ = writeln!(out, "http://{address}/").and_then(|()| out.flush());
    });
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
