//! `touchstone json`: analysis requests, one JSON object a line.
//!
//! One thread reads, others analyse. Answers come as they are ready and are
//! matched by `id`; closing the input finishes the queue.

use crate::failure::Failure;
use crate::out;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use touchstone_kernel::Limits;
use touchstone_lab::desk::audit::{AuditPlan, audit};
use touchstone_lab::desk::{self, AnyEngine, Ask, DeskError, EngineSpec};
use touchstone_protocol::json_lines::{Refusal, Request};
use touchstone_search::Stop;

/// Analysis requests on standard input, one JSON object a line
/// (docs/json-protocol.md).
///
/// Example: echo '{"id":1,"game":"banqi","nodes":10000}' | touchstone json
#[derive(clap::Args)]
pub struct Args {
    /// Requests analysed at the same time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Nodes where a request names no limit.
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
}

struct Job {
    request: Request,
    turn: usize,
    number: u64,
    stop: Stop,
}

#[derive(Default)]
struct Desk {
    waiting: Vec<Job>,
    running: Vec<(Value, Stop)>,
    closed: bool,
    /// Raised by `clear_cache`: engines start anew with their next request.
    epoch: u64,
}

struct Shared {
    desk: Mutex<Desk>,
    bell: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let shared = Arc::new(Shared { desk: Mutex::default(), bell: Condvar::new() });
    let workers: Vec<_> = (0..args.jobs.max(1))
        .map(|_| {
            let (shared, nodes) = (shared.clone(), args.nodes);
            std::thread::spawn(move || work(&shared, nodes))
        })
        .collect();
    let mut number = 0;
    for line in out::lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        match Request::parse(&line) {
            Err(refusal) => out::json(&refusal)?,
            Ok((request, warnings)) => {
                for w in warnings {
                    out::json(&w)?;
                }
                match &request.action {
                    Some(action) => act(&shared, &request, action)?,
                    None => {
                        let turns = if request.analyse_turns.is_empty() {
                            vec![request.moves.len()]
                        } else {
                            request.analyse_turns.clone()
                        };
                        let mut desk = shared.lock();
                        for turn in turns {
                            number += 1;
                            let request = request.clone();
                            desk.waiting.push(Job { request, turn, number, stop: Stop::new() });
                        }
                        shared.bell.notify_all();
                    }
                }
            }
        }
    }
    shared.lock().closed = true;
    shared.bell.notify_all();
    for w in workers {
        w.join().map_err(|_| Failure::bad("an analysis thread ended unexpectedly"))??;
    }
    Ok(())
}

fn act(shared: &Shared, request: &Request, action: &str) -> Result<(), Failure> {
    let mut answer = json!({"id": request.id, "action": action});
    match action {
        "query_version" => answer["version"] = env!("CARGO_PKG_VERSION").into(),
        "clear_cache" => shared.lock().epoch += 1,
        "terminate" | "terminate_all" => {
            let hit = |id: &Value| action == "terminate_all" || *id == request.terminate_id;
            let desk = shared.lock();
            desk.running.iter().filter(|r| hit(&r.0)).for_each(|r| r.1.raise());
            // Those that wait are answered too: with what a stopped search has.
            desk.waiting.iter().filter(|j| hit(&j.request.id)).for_each(|j| j.stop.raise());
        }
        other => {
            return out::json(&Refusal {
                error: format!(
                    "found {other}; expected query_version, clear_cache, terminate or terminate_all"
                ),
                field: "action".into(),
                id: request.id.clone(),
            });
        }
    }
    out::json(&answer)
}

fn work(shared: &Shared, nodes: u64) -> Result<(), Failure> {
    let mut engines: BTreeMap<String, Box<dyn AnyEngine>> = BTreeMap::new();
    let mut epoch = 0;
    loop {
        let (job, now) = {
            let mut desk = shared.lock();
            loop {
                let first = desk.waiting.iter().enumerate().min_by_key(|(_, j)| {
                    (std::cmp::Reverse(j.request.priority.unwrap_or(0)), j.number)
                });
                if let Some(k) = first.map(|f| f.0) {
                    let job = desk.waiting.remove(k);
                    desk.running.push((job.request.id.clone(), job.stop.clone()));
                    break (job, desk.epoch);
                }
                if desk.closed {
                    return Ok(());
                }
                desk = shared.bell.wait(desk).unwrap_or_else(std::sync::PoisonError::into_inner);
            }
        };
        if epoch != now {
            engines.values_mut().for_each(|e| e.new_game());
            epoch = now;
        }
        let id = job.request.id.clone();
        match answer(&job, nodes, &mut engines) {
            Ok(value) => out::json(&value)?,
            Err((field, e)) => {
                out::json(&Refusal { error: e.to_string(), field: field.into(), id: id.clone() })?;
            }
        }
        let mut desk = shared.lock();
        if let Some(k) = desk.running.iter().position(|r| r.0 == id) {
            desk.running.remove(k);
        }
    }
}

fn answer(
    job: &Job,
    nodes: u64,
    engines: &mut BTreeMap<String, Box<dyn AnyEngine>>,
) -> Result<Value, (&'static str, DeskError)> {
    let r = &job.request;
    let game = desk::game(&r.game).map_err(|e| ("game", e))?;
    let table = game.table(&r.position, &r.rules, &[]).map_err(|e| match &e {
        DeskError::Unknown { .. } => ("rules", e),
        _ => ("position", e),
    })?;
    drop(table);
    let table =
        game.table(&r.position, &r.rules, &r.moves[..job.turn]).map_err(|e| ("moves", e))?;
    let engine = match engines.entry(r.game.clone()) {
        std::collections::btree_map::Entry::Occupied(o) => o.into_mut(),
        std::collections::btree_map::Entry::Vacant(v) => {
            v.insert(game.engine(&EngineSpec::default()).map_err(|e| ("game", e))?)
        }
    };
    let mut limits = r.limits();
    if limits.is_unlimited() {
        limits = Limits::nodes(nodes);
    }
    let ask = Ask {
        limits,
        lines: r.lines.unwrap_or(1),
        only: r.allow_moves.clone(),
        threads: 1,
        play: r.play,
        stop: job.stop.clone(),
    };
    let mut analysis = engine.analyse(table.as_ref(), &ask).map_err(|e| ("allow_moves", e))?;
    if r.audit {
        let plan = AuditPlan { stop: job.stop.clone(), ..AuditPlan::for_nodes(analysis.nodes) };
        let found = audit(game, table.as_ref(), &analysis, engine.as_mut(), &plan);
        analysis.audit = Some(found.map_err(|e| ("audit", e))?);
    }
    let mut value = json!({
        "id": r.id, "turn": job.turn, "is_during_search": false,
        "engine": engine.name(), "limits": {
            "nodes": limits.nodes, "depth": limits.depth, "time_ms": limits.time_ms,
        },
    });
    let body =
        serde_json::to_value(&analysis).map_err(|e| ("", DeskError::Engine(e.to_string())))?;
    if let (Value::Object(to), Value::Object(from)) = (&mut value, body) {
        to.extend(from);
    }
    Ok(value)
}
