//! Counterexamples against stockfish (Debian package, found in PATH or /usr/games, or
//! named by TOUCHSTONE_STOCKFISH): each bad line is legal and ends in stalemate, and
//! the position before it was won. Skipped with a notice where it is not installed.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use touchstone_advice::prove::prove;
use touchstone_advice::prove::sweep::Keep;
use touchstone_advice::{Mode, load};
use touchstone_chess::general::{Men, Size};
use touchstone_chess::tables::Tables;

struct Stockfish {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start() -> Option<Stockfish> {
        let named = std::env::var("TOUCHSTONE_STOCKFISH").ok();
        let installed = Path::new("/usr/games/stockfish").exists();
        let path = named.unwrap_or_else(|| {
            if installed { "/usr/games/stockfish" } else { "stockfish" }.to_string()
        });
        let mut child =
            Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        Some(Stockfish { child, input, output })
    }

    /// Sends lines and reads up to the line that begins with `end`.
    fn ask(&mut self, lines: &str, end: &str) -> Vec<String> {
        writeln!(self.input, "{lines}").unwrap();
        let mut heard = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "stockfish ended");
            let line = line.trim().to_string();
            let done = line.starts_with(end);
            heard.push(line);
            if done {
                return heard;
            }
        }
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

#[test]
fn counterexamples_are_real() {
    let Some(mut engine) = Stockfish::start() else {
        eprintln!("skipped: stockfish is not installed");
        return;
    };
    let text = include_str!("../../../suites/advice/krk.al0");
    let l = load(text, Mode::Strict).unwrap();
    let size = Size::CHESS;
    let mut tables = Tables::new(size);
    let proof = prove(&l.program, size, Keep::Tree, &mut tables, &mut |_, _| {}).unwrap();
    let (list, total) = proof.counterexamples(100);
    assert_eq!((list.len(), total), (10, 10));
    for c in list {
        let (_, mut men) = Men::parse(&c.position).unwrap();
        let mut moves = Vec::new();
        for san in &c.line {
            let step = men.find(size, san).unwrap();
            moves.push(men.coordinates(step));
            men = men.after(step);
        }
        let moves = moves.join(" ");
        // The end of the line has no legal move and is no check.
        let heard = engine.ask(
            &format!("position fen {} moves {moves}\ngo perft 1", c.position),
            "Nodes searched",
        );
        assert_eq!(heard.last().unwrap(), "Nodes searched: 0", "{}", c.position);
        let heard = engine.ask("d", "Checkers:");
        assert_eq!(heard.last().unwrap(), "Checkers:", "{}", c.position);
        // Before it the position was won: stockfish finds the mate.
        let heard = engine.ask(
            &format!("ucinewgame\nposition fen {}\ngo mate 8 nodes 400000", c.position),
            "bestmove",
        );
        assert!(heard.iter().any(|l| l.contains("score mate ")), "{} {heard:?}", c.position);
    }
}
