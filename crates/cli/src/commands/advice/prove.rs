//! `touchstone advice prove` and `touchstone advice check`.

use super::{aside, open};
use crate::failure::Failure;
use crate::out;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{IsTerminal, Write};
use std::time::Instant;
use touchstone_advice::check::check as verify;
use touchstone_advice::prove::sweep::Keep;
use touchstone_advice::prove::{Proof, Summary, certificate, prove};
use touchstone_chess::general::Size;
use touchstone_lab::cache::chess_tables;

/// Run a table from every legal position against every defence: does it mate, how
/// long does it take at worst, and where does it fail?
///
/// Ends with 1 if there is a counterexample.
///
/// Example: touchstone advice prove suites/advice/krk.al0 --certificate krk.cert
#[derive(clap::Args)]
pub struct ProveArgs {
    /// The table; `-` for standard input.
    file: String,
    /// The board, such as `8x8` or `6x6`.
    #[arg(long, default_value = "8x8", value_parser = size)]
    board: Size,
    /// Write a certificate that `advice check` verifies.
    #[arg(long, value_name = "FILE")]
    certificate: Option<String>,
    /// Throw the tree away and ask for advice at every move, for comparison.
    #[arg(long)]
    fresh: bool,
    /// Take unknown predicates as false, with a warning.
    #[arg(long)]
    lenient: bool,
    /// How many counterexamples to list.
    #[arg(long, default_value_t = 100)]
    counterexamples: usize,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Verify a certificate with the rules of chess alone.
///
/// Ends with 1 if it proves nothing.
///
/// Example: touchstone advice check krk.cert
#[derive(clap::Args)]
pub struct CheckArgs {
    /// The certificate; `-` for standard input.
    certificate: String,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Reads `8x8` or `8`.
pub(super) fn size(text: &str) -> Result<Size, String> {
    let (f, r) = text.split_once('x').unwrap_or((text, text));
    f.parse()
        .ok()
        .zip(r.parse().ok())
        .and_then(|(f, r)| Size::new(f, r))
        .ok_or_else(|| format!("found '{text}', expected a board from 3x3 to 10x10"))
}

#[derive(Serialize)]
struct Bad {
    position: String,
    advice: String,
    line: Vec<String>,
    why: &'static str,
}

/// A bar on a terminal, nothing into a pipe.
pub(super) fn progress() -> impl FnMut(usize, usize) {
    let shown = std::io::stderr().is_terminal();
    move |done, all| {
        if shown {
            let mut err = std::io::stderr().lock();
            let part = 100 * done / all.max(1);
            let end = if done == all { "\r        \r" } else { "" };
            let _ = write!(err, "\r{part:3} %{end}");
        }
    }
}

/// Runs `advice prove`.
pub fn run(args: ProveArgs) -> Result<(), Failure> {
    let file = open(&args.file, args.lenient)?;
    let start = Instant::now();
    let mut tables = chess_tables(args.board);
    let keep = if args.fresh { Keep::Nothing } else { Keep::Tree };
    let program = &file.loaded.program;
    let proof = prove(program, args.board, keep, &mut tables, &mut progress())
        .map_err(|e| Failure::bad(e.to_string()))?;
    if let Some(trouble) = tables.take_trouble() {
        aside(&trouble);
    }
    let summary = proof.summary(&tables);
    let (list, total) = proof.counterexamples(args.counterexamples);
    let ms = start.elapsed().as_millis();
    if let Some(path) = &args.certificate {
        let out = std::fs::File::create(path).map_err(|e| Failure::bad(format!("{path}: {e}")))?;
        let mut out = std::io::BufWriter::new(out);
        let mut fault = None;
        certificate::write(&proof, &tables, &file.name, &mut |t| {
            if fault.is_none() {
                fault = out.write_all(t.as_bytes()).err();
            }
        });
        if let Some(e) = fault.or_else(|| out.flush().err()) {
            return Err(Failure::bad(format!("{path}: {e}")));
        }
        aside(&format!("certificate written to {path}"));
    }
    if args.json {
        let bad: Vec<Bad> = list
            .into_iter()
            .map(|c| Bad { position: c.position, advice: c.advice, line: c.line, why: c.why })
            .collect();
        out::json(&object(&file.name, args.board, &summary, &bad, total, ms as u64))?;
    } else {
        print(&file.name, args.board, &proof, &summary, ms)?;
        for c in &list {
            out::line(format!("  {}  {}  {}", c.position, c.advice, c.why))?;
            out::line(format!("    {}", c.line.join(" ")))?;
        }
        if total > list.len() {
            out::line(format!("  ... {} more (--counterexamples N)", total - list.len()))?;
        }
    }
    if summary.holds() { Ok(()) } else { Err(Failure::Found) }
}

fn object(
    name: &str,
    board: Size,
    s: &Summary,
    bad: &[Bad],
    total: usize,
    ms: u64,
) -> Map<String, Value> {
    let round = |x: Option<f64>| x.map(|x| (x * 1000.0).round() / 1000.0);
    let lengths: Map<String, Value> =
        s.lengths.iter().map(|(k, v)| (k.to_string(), json!(v))).collect();
    let costs: Vec<Value> = s
        .costs
        .iter()
        .map(|c| {
            json!({"advice": c.name, "positions": c.positions, "moves_lost": c.moves,
                   "worst": c.worst, "example": c.example})
        })
        .collect();
    let mut o = Map::new();
    let mut put = |k: &str, v: Value| {
        o.insert(k.to_string(), v);
    };
    put("schema", json!(1));
    put("table", json!(name));
    put("board", json!(board.to_string()));
    put("positions", json!(s.positions));
    put("won", json!(s.won));
    for end in ["stalemate", "lost_piece", "no_advice", "cycle", "over_50"] {
        put(end, json!(s.end(end)));
    }
    put("max_moves", json!(s.max_moves));
    put("mean_moves", json!(round(s.mean_moves())));
    put("mean_optimal", json!(round(s.mean_optimal())));
    put("by_advice", json!(s.by_advice));
    put("lengths", Value::Object(lengths));
    put("counterexamples", json!(bad));
    put("counterexamples_total", json!(total));
    put("holds", json!(s.holds()));
    put("winnable", json!(s.winnable));
    put("drawn_claimed", json!(s.drawn_claimed));
    put("false_claims", json!(s.false_claims));
    put("slips", json!(s.slips));
    put("nil_tree", json!(s.end("nil_tree")));
    put("too_large", json!(s.end("too_large")));
    put("own_faults", json!(s.own_ends));
    put("costs", Value::Array(costs));
    put(
        "black_to_move",
        json!({"positions": s.black[0], "lost": s.black[1], "mated": s.black[2],
               "max_moves": s.black[3]}),
    );
    put("ms", json!(ms));
    o
}

fn print(name: &str, board: Size, proof: &Proof<'_>, s: &Summary, ms: u128) -> Result<(), Failure> {
    let ending = &proof.program.ending;
    let verdict = if s.holds() { "HOLDS" } else { "FAILS" };
    out::line(format!("{name}, {ending} on {board}: {verdict}"))?;
    out::line(format!(
        "  {} legal positions with White to move, {} of them can be won, {} are won by the table",
        s.positions, s.winnable, s.won
    ))?;
    for (end, count) in &s.ends {
        if *count > 0 {
            let own = s.own_ends.get(end).copied().unwrap_or(0);
            out::line(format!(
                "  {end}: {count} (in the position's own tree {own}, in a later one {})",
                count - own
            ))?;
        }
    }
    if s.drawn_claimed + s.false_claims > 0 {
        out::line(format!(
            "  claimed drawn: {} rightly, {} wrongly; wins let slip: {}",
            s.drawn_claimed, s.false_claims, s.slips
        ))?;
    }
    if let (Some(mean), Some(optimal)) = (s.mean_moves(), s.mean_optimal()) {
        out::line(format!(
            "  moves to mate against the longest defence: at most {}, mean {mean:.3} \
             (exact play: mean {optimal:.3})",
            s.max_moves
        ))?;
    }
    out::line(format!(
        "  Black to move: {} positions, {} lost, {} of them mated, at most {} moves",
        s.black[0], s.black[1], s.black[2], s.black[3]
    ))?;
    out::line("  advice           chosen   moves lost to exact play: mean  worst  example")?;
    for (advice, chosen) in &s.by_advice {
        let cost = s.costs.iter().find(|c| c.name == *advice);
        out::line(match cost {
            Some(c) => format!(
                "  {advice:<16} {chosen:>8}   {:>30.3}  {:>5}  {}",
                c.moves as f64 / c.positions.max(1) as f64,
                c.worst,
                c.example
            ),
            None => format!("  {advice:<16} {chosen:>8}"),
        })?;
    }
    out::line(format!("  {ms} ms"))?;
    Ok(())
}

/// Runs `advice check`.
pub fn check(args: CheckArgs) -> Result<(), Failure> {
    let text = out::read(&args.certificate)?;
    match verify(&text) {
        Ok(c) => {
            if args.json {
                return out::json(&json!({
                    "schema": 1, "valid": true, "table": c.table, "ending": c.ending,
                    "board": c.board, "positions": c.positions, "legal": c.legal,
                    "won": c.won, "drawn": c.drawn, "unclaimed": c.unclaimed,
                    "max_moves": c.max_moves, "fault": null
                }));
            }
            out::line(format!(
                "valid: {} ({} on {}): {} legal positions, {} won in at most {} moves, {} drawn, \
                 {} without a claim",
                c.table, c.ending, c.board, c.legal, c.won, c.max_moves, c.drawn, c.unclaimed
            ))
        }
        Err(fault) => {
            if args.json {
                out::json(&json!({"schema": 1, "valid": false,
                    "fault": {"line": fault.line, "message": fault.message}}))?;
            } else {
                out::line(format!("not valid: {fault}"))?;
            }
            Err(Failure::Found)
        }
    }
}
