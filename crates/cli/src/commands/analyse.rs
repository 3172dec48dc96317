//! `touchstone analyse`: best moves, values, lines and outcome tables.

use super::solve_go;
use crate::failure::Failure;
use crate::out;
use crate::position::PositionArgs;
use touchstone_kernel::Limits;
use touchstone_lab::desk::audit::{self, AuditPlan};
use touchstone_lab::desk::{self, AnalysisJson, Ask, EngineSpec, OutcomeJson, ValueJson};

/// The best moves of a position, their values, lines and outcome tables; for Go also the status
/// of every group.
///
/// Example: touchstone analyse banqi --position "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29" --nodes 200000
#[derive(clap::Args)]
pub struct Args {
    /// banqi, jieqi, dicechess, chess or go.
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Nodes; 200000 where nothing else limits the search.
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth in plies.
    #[arg(long)]
    depth: Option<u32>,
    /// A hard deadline in milliseconds.
    #[arg(long)]
    time_ms: Option<u64>,
    /// Stop at a sure result within this number of plies.
    #[arg(long)]
    mate: Option<u32>,
    /// How many best moves get exact values and lines.
    #[arg(long, default_value_t = 3)]
    lines: usize,
    /// Search only these moves, with open windows: their values are exact.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Threads; 1 is deterministic by nodes.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// A parameter file for the engine.
    #[arg(long, value_name = "FILE")]
    params: Option<String>,
    /// Search the shown lines' outcomes again with open windows and report
    /// every contradiction.
    #[arg(long)]
    audit: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// An analysis, with the groups of a position of Go.
#[derive(serde::Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    analysis: &'a AnalysisJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<&'a [solve_go::Group]>,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let (game, table) = args.position.table(&args.game)?;
    let mut limits = Limits {
        nodes: args.nodes,
        depth: args.depth,
        time_ms: args.time_ms,
        mate_plies: args.mate,
    };
    if limits.is_unlimited() || limits == (Limits { mate_plies: args.mate, ..Limits::default() }) {
        limits.nodes = Some(200_000);
    }
    if args.lines == 0 || args.threads == 0 {
        return Err(Failure::bad("--lines and --threads: found 0; expected 1 or more"));
    }
    let params = args.params.as_deref().map(out::read).transpose()?;
    let mut engine = game.engine(&EngineSpec { params, ..EngineSpec::default() })?;
    let ask = Ask { lines: args.lines, only: args.only, threads: args.threads, ..Ask::new(limits) };
    let mut analysis = engine.analyse(table.as_ref(), &ask)?;
    if args.audit {
        let plan = AuditPlan::for_nodes(analysis.nodes);
        analysis.audit =
            Some(audit::audit(game, table.as_ref(), &analysis, engine.as_mut(), &plan)?);
    }
    // What random games say of Go's moves does not say which groups live.
    let groups = desk::go::game_of(table.as_ref())
        .map(|g| solve_go::groups(g, args.nodes.unwrap_or(200_000)).0);
    let broken = analysis.audit.as_ref().is_some_and(|a| !a.contradictions.is_empty());
    if args.json {
        out::json(&Printed { analysis: &analysis, groups: groups.as_deref() })?;
    } else {
        out::line(table.diagram(false))?;
        if let Some(verdict) = table.verdict() {
            out::line(format!("the game is over: {}", verdict.reason))?;
        }
        for line in text(&analysis, args.lines) {
            out::line(line)?;
        }
        solve_go::rows(groups.as_deref().unwrap_or_default()).iter().try_for_each(out::line)?;
    }
    if broken { Err(Failure::Found) } else { Ok(()) }
}

/// An analysis for people.
pub fn text(a: &AnalysisJson, lines: usize) -> Vec<String> {
    let mut rows = Vec::new();
    let side = a.side.as_deref().unwrap_or("first seat");
    rows.push(format!(
        "{side} to move, rules {}, depth {}, {} nodes, {} ms",
        a.rules, a.depth, a.nodes, a.time_ms
    ));
    if let Some(s) = &a.static_value {
        rows.push(format!("static {:.1} %", s.percent));
    }
    rows.extend(outcome_rows(&a.outcomes, "  "));
    for (i, m) in a.moves.iter().take(lines.max(1)).enumerate() {
        rows.push(format!("{:>2}. {:<8} {}  {}", i + 1, m.mv, value(&m.value), m.line.join(" ")));
        rows.extend(outcome_rows(&m.outcomes, "      "));
    }
    if a.moves.len() > lines {
        rows.push(format!("    ({} further moves are no better)", a.moves.len() - lines));
    }
    if let Some(audit) = &a.audit {
        rows.push(format!(
            "audit: {} statements checked, {} contradictions",
            audit.checked,
            audit.contradictions.len()
        ));
        for c in &audit.contradictions {
            rows.push(format!("  {} at {}: {}", c.what, c.at.join(" "), c.detail));
        }
    }
    rows
}

fn outcome_rows(outcomes: &[OutcomeJson], indent: &str) -> Vec<String> {
    let mut sorted: Vec<_> = outcomes.iter().collect();
    sorted.sort_by_key(|o| std::cmp::Reverse(o.weight));
    sorted
        .into_iter()
        .map(|o| {
            let reply = match (&o.ends, &o.reply) {
                (Some(why), _) => format!("ends the game ({why})"),
                (None, Some(reply)) => format!("best answer {reply}"),
                (None, None) => String::new(),
            };
            format!(
                "{indent}{:<4} {:>3} of {:<4} {}  {reply}",
                o.event,
                o.weight,
                o.total,
                value(&o.value)
            )
        })
        .collect()
}

/// A value for people: exact values plain, bounds with a sign, proofs marked.
pub fn value(v: &ValueJson) -> String {
    let sign = match v.kind.as_str() {
        "at_least" => "≥",
        "at_most" => "≤",
        _ => " ",
    };
    let end = match &v.end {
        Some(e) if e.result == "draw" => " proved draw".into(),
        Some(e) => format!(" {} in {}", e.result, e.plies),
        None if v.proved => " proved".into(),
        None => String::new(),
    };
    format!("{sign}{:>5.1} %{end}", v.percent)
}
