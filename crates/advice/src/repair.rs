//! Small edits of a table that remove its counterexamples, then edits that shorten
//! its play.

use touchstone_chess::general::Size;
use touchstone_chess::tables::{TableError, Tables};

use crate::bind::{Mode, bind};
use crate::prove::sweep::Keep;
use crate::prove::{Proof, Summary, ends, prove};
use crate::search::{Searcher, Verdict};
use crate::syntax::print::{Language, goal_text, moves_text, name_text};
use crate::syntax::tree::{Advice, Goal, Moves, Name, Table, Term};

/// One edit, or several made together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is changed.
    pub what: Vec<String>,
    /// The changed table.
    pub table: Table,
}

/// An edit that was proved.
#[derive(Clone, PartialEq, Debug)]
pub struct Proved {
    /// The edit.
    pub edit: Edit,
    /// The figures of the changed table.
    pub summary: Summary,
}

/// What a repair search may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Full proofs in the search for a repair.
    pub proofs: usize,
    /// Full proofs in the search for shorter play.
    pub shorten: usize,
    /// How many edits may be made together for a repair.
    pub together: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { proofs: 60, shorten: 0, together: 3 }
    }
}

/// What a repair search found.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The figures of the table as it is.
    pub before: Summary,
    /// Edits after which no counterexample is left, shortest play first.
    pub repairs: Vec<Proved>,
    /// Edits that shorten the play without a new counterexample, best first.
    pub shorter: Vec<Proved>,
    /// Edits considered, and edits fully proved.
    pub tried: (usize, usize),
}

/// Searches repairs of a table on a board. `tell` gets a line for each full proof.
pub fn repair(
    table: &Table,
    size: Size,
    limits: Limits,
    tell: &mut dyn FnMut(&str),
) -> Result<Option<Repair>, TableError> {
    let (Some(program), _) = bind(table, Mode::Strict) else { return Ok(None) };
    let mut tables = Tables::new(size);
    let proof = prove(&program, size, Keep::Tree, &mut tables, &mut |_, _| {})?;
    let before = proof.summary(&tables);
    let mut out = Repair { before, repairs: Vec::new(), shorter: Vec::new(), tried: (0, 0) };
    let edits = single_edits(table);
    out.tried.0 = edits.len();
    let bad = culprits(&proof);
    if !out.before.holds() {
        let candidates = combine(table, &edits, &proof, &bad, size, limits.together);
        for edit in candidates.into_iter().take(limits.proofs) {
            out.tried.1 += 1;
            if let Some(p) = proved(&edit, size, &mut tables)? {
                tell(&line(&p));
                if p.summary.holds() {
                    out.repairs.push(p);
                }
            }
        }
        out.repairs.sort_by_key(|p| (p.edit.what.len(), p.summary.moves, p.summary.max_moves));
    }
    if limits.shorten > 0 && (out.before.holds() || !out.repairs.is_empty()) {
        let start = out.repairs.first().map_or_else(
            || Proved {
                edit: Edit { what: Vec::new(), table: table.clone() },
                summary: out.before.clone(),
            },
            Clone::clone,
        );
        shorten(&start, size, limits.shorten, &mut tables, &mut out, tell)?;
    }
    Ok(Some(out))
}

fn line(p: &Proved) -> String {
    let s = &p.summary;
    format!(
        "{}: won {} of {}, at most {} moves, mean {:.3}",
        p.edit.what.join("; "),
        s.won,
        s.winnable,
        s.max_moves,
        s.mean_moves().unwrap_or(0.0)
    )
}

fn proved(edit: &Edit, size: Size, tables: &mut Tables) -> Result<Option<Proved>, TableError> {
    let (Some(program), _) = bind(&edit.table, Mode::Strict) else { return Ok(None) };
    let proof = prove(&program, size, Keep::Tree, tables, &mut |_, _| {})?;
    let summary = proof.summary(tables);
    Ok(Some(Proved { edit: edit.clone(), summary }))
}

/// Positions whose own search goes wrong.
fn culprits(proof: &Proof<'_>) -> Vec<usize> {
    (0..proof.roots.own())
        .filter(|&r| proof.exact[r] > 0 && (proof.sweep.ends[r] != 0 || proof.fates.on_cycle[r]))
        .collect()
}

/// Which culprits an edit may cure: there the search now comes to something else.
fn cures(edit: &Edit, proof: &Proof<'_>, bad: &[usize], size: Size) -> Vec<bool> {
    let (Some(program), _) = bind(&edit.table, Mode::Strict) else {
        return vec![false; bad.len()];
    };
    let mut old = Searcher::new(proof.program, size);
    let mut new = Searcher::new(&program, size);
    bad.iter()
        .map(|&root| {
            let men = proof.roots.men(root);
            let verdict = new.strategy(&men);
            let Verdict::Follow { tree, .. } = &verdict else { return false };
            if proof.fates.on_cycle[root] && proof.sweep.ends[root] == 0 {
                return verdict != old.strategy(&men);
            }
            let mut fine = true;
            crate::prove::sweep::lines(size, &men, tree, Keep::Tree, &mut |_, _, stop| {
                if let crate::prove::sweep::Stop::Bad(e) = stop {
                    fine &= e & !ends::DRAWN == 0;
                }
            });
            fine
        })
        .collect()
}

/// Single edits that may cure all culprits; else sets of edits that together may.
fn combine(
    table: &Table,
    edits: &[Change],
    proof: &Proof<'_>,
    bad: &[usize],
    size: Size,
    together: usize,
) -> Vec<Edit> {
    // Many culprits tell the same: a spread of them is enough to choose candidates.
    let step = bad.len().div_ceil(200).max(1);
    let sample: Vec<usize> = bad.iter().copied().step_by(step).collect();
    let mut single = Vec::new();
    let mut partial: Vec<(usize, Vec<bool>)> = Vec::new();
    for (k, change) in edits.iter().enumerate() {
        let Some(edit) = apply(table, &[change]) else { continue };
        let cured = cures(&edit, proof, &sample, size);
        if cured.iter().all(|c| *c) {
            single.push(edit);
        } else if cured.iter().any(|c| *c) {
            partial.push((k, cured));
        }
    }
    // Greedy covers of the culprits, each begun with another edit.
    let mut sets: Vec<Edit> = Vec::new();
    partial.sort_by_key(|(_, c)| std::cmp::Reverse(c.iter().filter(|x| **x).count()));
    for begin in 0..partial.len().min(30) {
        let mut chosen = vec![begin];
        let mut cured = partial[begin].1.clone();
        while cured.iter().any(|c| !*c) && chosen.len() < together {
            let gain = |k: usize| {
                partial[k].1.iter().zip(&cured).filter(|(new, old)| **new && !**old).count()
            };
            let Some(next) = (0..partial.len()).max_by_key(|&k| (gain(k), std::cmp::Reverse(k)))
            else {
                break;
            };
            if gain(next) == 0 {
                break;
            }
            for (c, new) in cured.iter_mut().zip(&partial[next].1) {
                *c |= *new;
            }
            chosen.push(next);
        }
        if cured.iter().all(|c| *c) {
            chosen.sort_unstable();
            let changes: Vec<&Change> = chosen.iter().map(|&k| &edits[partial[k].0]).collect();
            if let Some(edit) = apply(table, &changes)
                && !sets.iter().any(|s| s.table == edit.table)
            {
                sets.push(edit);
            }
        }
    }
    // One term in all advice, then left out again wherever it is not needed.
    for term in pool(table) {
        let all: Vec<Change> = (0..table.advice.len())
            .map(|advice| Change::AddTerm { advice, hold: false, term: term.clone() })
            .filter(|c| edits.contains(c))
            .collect();
        let cured = |changes: &[&Change]| {
            let edit = apply(table, changes)?;
            cures(&edit, proof, &sample, size).iter().all(|c| *c).then_some(edit)
        };
        let mut kept: Vec<&Change> = all.iter().collect();
        if kept.len() < 2 || cured(&kept).is_none() {
            continue;
        }
        let mut k = 0;
        while k < kept.len() {
            let mut fewer = kept.clone();
            fewer.remove(k);
            if cured(&fewer).is_some() {
                kept = fewer;
            } else {
                k += 1;
            }
        }
        if let Some(edit) = cured(&kept)
            && !sets.iter().chain(&single).any(|s| s.table == edit.table)
        {
            sets.push(edit);
        }
    }
    single.extend(sets);
    single
}

/// Edits that shorten the play, kept one after another as long as they do.
fn shorten(
    start: &Proved,
    size: Size,
    proofs: usize,
    tables: &mut Tables,
    out: &mut Repair,
    tell: &mut dyn FnMut(&str),
) -> Result<(), TableError> {
    let mut best = start.clone();
    let mut left = proofs;
    let mut from = 0;
    while left > 0 {
        let changes = single_edits(&best.edit.table);
        let mut better: Option<Proved> = None;
        let count = changes.len();
        for k in 0..count {
            if left == 0 {
                break;
            }
            let change = &changes[(from + k) % count];
            let Some(edit) = apply(&best.edit.table, &[change]) else { continue };
            left -= 1;
            out.tried.1 += 1;
            let Some(p) = proved(&edit, size, tables)? else { continue };
            let shorter = p.summary.holds() && p.summary.moves < best.summary.moves;
            if !shorter {
                continue;
            }
            let mut what = best.edit.what.clone();
            what.extend(p.edit.what.clone());
            let p = Proved { edit: Edit { what, table: p.edit.table }, summary: p.summary };
            tell(&line(&p));
            out.shorter.push(p.clone());
            better = Some(p);
            from = (from + k + 1) % count;
            break;
        }
        match better {
            Some(p) => best = p,
            None => break,
        }
    }
    out.shorter.sort_by_key(|p| (p.summary.moves, p.summary.max_moves));
    Ok(())
}

/// A single change of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Change {
    /// Part `k` of a goal left out.
    DropTerm { advice: usize, hold: bool, k: usize },
    /// A term added to a goal.
    AddTerm { advice: usize, hold: bool, term: Goal },
    /// Advice `k` of a rule exchanged with the next one.
    Swap { rule: usize, k: usize },
    /// Advice `k` of a rule left out.
    DropAdvice { rule: usize, k: usize },
    /// The depth guards of both sides changed by so many plies.
    Depth { advice: usize, by: i32 },
    /// The generator at the root replaced.
    Generator { advice: usize, to: &'static str },
}

fn single_edits(table: &Table) -> Vec<Change> {
    let mut list = Vec::new();
    let pool = pool(table);
    for (advice, a) in table.advice.iter().enumerate() {
        for (hold, goal) in [(false, &a.better), (true, &a.hold)] {
            for term in &pool {
                if !parts(goal).contains(&term) && !parts(goal).contains(&&negated(term)) {
                    list.push(Change::AddTerm { advice, hold, term: term.clone() });
                }
            }
            if let Goal::And(all) = goal {
                list.extend((0..all.len()).map(|k| Change::DropTerm { advice, hold, k }));
            }
        }
        if guarded(&a.us) && guarded(&a.them) {
            list.extend([-2, 2].map(|by| Change::Depth { advice, by }));
        }
        for to in ["kingdiagfirst", "kingstraightfirst", "legal"] {
            if generators(&a.us).iter().any(|g| g != to && g.contains("king")) {
                list.push(Change::Generator { advice, to });
            }
        }
    }
    for (rule, r) in table.rules.iter().enumerate() {
        list.extend((1..r.then.len()).map(|k| Change::Swap { rule, k: k - 1 }));
        if r.then.len() > 1 {
            list.extend((0..r.then.len()).map(|k| Change::DropAdvice { rule, k }));
        }
    }
    list
}

/// The terms that may be added: those that the table uses, their negations, and a few
/// that every author knows.
fn pool(table: &Table) -> Vec<Goal> {
    let mut list: Vec<Goal> = Vec::new();
    let mut put = |g: Goal| {
        if !list.contains(&g) {
            list.push(g);
        }
    };
    let is = |n: &str| Goal::Is(Term { name: Name::bare(n), args: Vec::new() });
    put(Goal::Not(Box::new(is("stalemate"))));
    for a in &table.advice {
        for goal in [&a.better, &a.hold] {
            for part in parts(goal) {
                put(part.clone());
                put(negated(part));
            }
        }
    }
    for r in &table.rules {
        for part in parts(&r.condition) {
            put(part.clone());
            put(negated(part));
        }
    }
    list.retain(|g| *g != is("true") && *g != negated(&is("true")));
    list
}

fn negated(g: &Goal) -> Goal {
    match g {
        Goal::Not(inner) => (**inner).clone(),
        g => Goal::Not(Box::new(g.clone())),
    }
}

fn parts(g: &Goal) -> Vec<&Goal> {
    match g {
        Goal::And(all) => all.iter().collect(),
        g => vec![g],
    }
}

fn guarded(m: &Moves) -> bool {
    match m {
        Moves::Depth { exact, .. } => !exact,
        Moves::And(l) | Moves::Then(l) => l.iter().any(guarded),
        Moves::Generator(_) => false,
    }
}

fn generators(m: &Moves) -> Vec<String> {
    match m {
        Moves::Generator(n) => vec![n.text.clone()],
        Moves::And(l) | Moves::Then(l) => l.iter().flat_map(generators).collect(),
        Moves::Depth { .. } => Vec::new(),
    }
}

fn apply(table: &Table, changes: &[&Change]) -> Option<Edit> {
    let mut t = table.clone();
    let mut what = Vec::new();
    for change in changes {
        what.push(change.make(&mut t)?);
    }
    Some(Edit { what, table: t })
}

fn goal_of(a: &mut Advice, hold: bool) -> (&mut Goal, &'static str) {
    if hold { (&mut a.hold, "hold") } else { (&mut a.better, "better") }
}

impl Change {
    /// Makes the change and says what it is.
    fn make(&self, t: &mut Table) -> Option<String> {
        let text = |g: &Goal| goal_text(g, Language::English);
        Some(match self {
            Change::AddTerm { advice, hold, term } => {
                let a = t.advice.get_mut(*advice)?;
                let name = a.name.text.clone();
                let (goal, part) = goal_of(a, *hold);
                *goal = Goal::and(vec![goal.clone(), term.clone()]);
                format!("{name}: add '{}' to {part}", text(term))
            }
            Change::DropTerm { advice, hold, k } => {
                let a = t.advice.get_mut(*advice)?;
                let name = a.name.text.clone();
                let (goal, part) = goal_of(a, *hold);
                let Goal::And(all) = goal else { return None };
                if *k >= all.len() {
                    return None;
                }
                let dropped = all.remove(*k);
                *goal = Goal::and(std::mem::take(all));
                format!("{name}: drop '{}' from {part}", text(&dropped))
            }
            Change::Swap { rule, k } => {
                let r = t.rules.get_mut(*rule)?;
                if k + 1 >= r.then.len() {
                    return None;
                }
                r.then.swap(*k, k + 1);
                format!("{}: '{}' before '{}'", r.name.text, r.then[*k].text, r.then[k + 1].text)
            }
            Change::DropAdvice { rule, k } => {
                let r = t.rules.get_mut(*rule)?;
                if *k >= r.then.len() || r.then.len() < 2 {
                    return None;
                }
                let name = r.then.remove(*k);
                format!("{}: without '{}'", r.name.text, name_text(&name.text, Language::English))
            }
            Change::Depth { advice, by } => {
                let a = t.advice.get_mut(*advice)?;
                if !deepen(&mut a.us, *by) || !deepen(&mut a.them, *by) {
                    return None;
                }
                let (us, them) =
                    (moves_text(&a.us, Language::English), moves_text(&a.them, Language::English));
                format!("{}: us {us}; them {them}", a.name.text)
            }
            Change::Generator { advice, to } => {
                let a = t.advice.get_mut(*advice)?;
                if !replace(&mut a.us, to) {
                    return None;
                }
                format!("{}: us {}", a.name.text, moves_text(&a.us, Language::English))
            }
        })
    }
}

/// Changes the `<` guards; false if one would become senseless.
fn deepen(m: &mut Moves, by: i32) -> bool {
    match m {
        Moves::Depth { exact: false, depth, .. } => {
            let new = *depth as i32 + by;
            *depth = new.max(0) as u32;
            (1..=9).contains(&new)
        }
        Moves::And(l) | Moves::Then(l) => l.iter_mut().all(|m| deepen(m, by)),
        _ => true,
    }
}

fn replace(m: &mut Moves, to: &str) -> bool {
    match m {
        Moves::Generator(n) if n.text.contains("king") && n.text != to => {
            n.text = to.to_string();
            true
        }
        Moves::And(l) | Moves::Then(l) => l.iter_mut().any(|m| replace(m, to)),
        _ => false,
    }
}
