//! What `play` shows where there is no terminal: the engine against a ruler,
//! and the analysis of the game's turning point.

use super::analyse;
use crate::failure::Failure;
use crate::out;
use touchstone_kernel::{Limits, LuckKey, Seat};
use touchstone_lab::desk::{AnyGame, AnyTable, Ask, EngineSpec};

const NODES: u64 = 4_000;
const PLIES: usize = 400;

/// Plays one game and analyses it.
pub fn run(game: &'static dyn AnyGame, rules: &str) -> Result<(), Failure> {
    let ruler = game.rulers().iter().map(|r| r.name).find(|n| *n == "greedy");
    let key = LuckKey { run: "demonstration".into(), pair: 0 };
    let mut referee = game.deal("start", rules, &key)?;
    let mut engines = [
        game.engine(&EngineSpec::default())?,
        game.engine(&EngineSpec { ruler: ruler.map(String::from), ..EngineSpec::default() })?,
    ];
    out::line(format!(
        "No terminal: a demonstration. {} ({NODES} nodes a move) against {}, {} under {} rules.",
        engines[0].name(),
        engines[1].name(),
        game.name(),
        referee.rules()
    ))?;
    let mut tokens = Vec::new();
    // The engine's expectation before each of its decisions, with the table.
    let mut course: Vec<(f64, usize, Box<dyn AnyTable>)> = Vec::new();
    while referee.verdict().is_none() && tokens.len() < PLIES {
        let seat = referee.seat();
        let table = referee.view(seat);
        let choice = engines[seat.index()].choose(table, &Ask::for_play(Limits::nodes(NODES)))?;
        if seat == Seat::First
            && let Some(value) = &choice.value
        {
            course.push((value.percent, tokens.len(), table.clone_table()));
        }
        let seen = referee.play(&choice.mv)?;
        tokens.push(seen.seen[Seat::First.index()].clone());
    }
    for (i, row) in tokens.chunks(16).enumerate() {
        out::line(format!("{:>4}  {}", 16 * i + 1, row.join(" ")))?;
    }
    let end = match referee.verdict() {
        Some(v) => match &v.winner {
            Some(winner) => format!("the {winner} seat wins ({})", v.reason),
            None => format!("draw ({})", v.reason),
        },
        None => format!("stopped after {PLIES} plies"),
    };
    out::line(format!("after {} plies: {end}", tokens.len()))?;
    let turn = course
        .windows(2)
        .max_by(|a, b| {
            let swing = |w: &[(f64, usize, Box<dyn AnyTable>)]| (w[1].0 - w[0].0).abs();
            swing(a).total_cmp(&swing(b))
        })
        .map(|w| &w[0]);
    if let Some((percent, ply, table)) = turn {
        out::line(format!(
            "\nThe turning point: ply {ply}, where the engine expected {percent:.1} %."
        ))?;
        out::line(format!("position {}", table.position_text()))?;
        let ask = Ask { lines: 2, ..Ask::new(Limits::nodes(20 * NODES)) };
        let analysis = engines[0].analyse(table.as_ref(), &ask)?;
        out::line(table.diagram(false))?;
        for row in analyse::text(&analysis, 2) {
            out::line(row)?;
        }
    }
    Ok(())
}
