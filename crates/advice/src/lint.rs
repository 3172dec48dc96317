//! What is suspicious in a table that is valid: by its text, and by what it does in
//! every position of a board.

use std::collections::BTreeMap;

use touchstone_chess::general::{Men, Size};
use touchstone_chess::tables::{TableError, Tables};

use crate::bind::goal_names;
use crate::eval::View;
use crate::moves;
use crate::program::{Choice, Generator, Goal, Moves, Op, Program, Test};
use crate::prove::sweep::{Keep, NOBODY};
use crate::prove::{Proof, ends, prove};
use crate::search::{Searcher, Tree, Verdict};
use crate::syntax::diagnostic::{Diagnostic, Place, Severity};
use crate::syntax::print::{Language, goal_text};
use crate::syntax::tree::{self, Body, Table};

/// Looks at a table's text and, on a board of that size, at its play.
pub fn lint(
    table: &Table,
    program: &Program,
    size: Size,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Diagnostic>, TableError> {
    let mut said = text(table, program);
    let mut tables = Tables::new(size);
    let proof = prove(program, size, Keep::Tree, &mut tables, progress)?;
    play(table, program, &proof, &mut said);
    said.sort_by_key(|d| (d.place.line, d.place.column));
    Ok(said)
}

fn warn(code: &'static str, place: Place, message: String) -> Diagnostic {
    Diagnostic::new(Severity::Warning, code, place, message)
}

fn note(code: &'static str, place: Place, message: String) -> Diagnostic {
    Diagnostic::new(Severity::Note, code, place, message)
}

/// What the text alone shows.
pub fn text(table: &Table, program: &Program) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    for (k, a) in program.advice.iter().enumerate() {
        let listed = program.rules.iter().any(|r| r.then.contains(&Choice::Advice(k)));
        if !listed {
            let message = format!("advice '{}' is listed in no rule", a.name);
            said.push(warn("unused-advice", a.place, message));
        }
        guards(a, &mut said);
    }
    let mut used = Vec::new();
    let mut see = |n: &str| used.push(n.to_string());
    for r in &table.rules {
        goal_names(&r.condition, &mut see);
    }
    for a in &table.advice {
        goal_names(&a.better, &mut see);
        goal_names(&a.hold, &mut see);
    }
    for d in &table.defines {
        match &d.body {
            Body::Goal(g) => goal_names(g, &mut see),
            Body::Number(n) => crate::bind::number_names(n, &mut see),
        }
    }
    for d in table.defines.iter().filter(|d| !used.contains(&d.name.text)) {
        let message = format!("definition '{}' is used nowhere", d.name.text);
        said.push(warn("unused-definition", d.name.place, message));
    }
    let mut always: Option<&str> = None;
    for (r, rule) in program.rules.iter().zip(&table.rules) {
        if let Some(earlier) = always {
            let message = format!("rule '{}' is never reached: '{earlier}' always applies", r.name);
            said.push(warn("unreached-rule", r.place, message));
        }
        if r.condition == Goal::Test(Test { op: Op::True, args: Vec::new() }) {
            always = always.or(Some(&r.name));
        }
        for (k, choice) in r.then.iter().enumerate() {
            let Some(name) = rule.then.get(k) else { continue };
            if r.then[..k].contains(choice) {
                let message = format!("'{}' is listed twice in rule '{}'", name.text, r.name);
                said.push(warn("listed-twice", name.place, message));
            } else if r.then[..k].contains(&Choice::Drawn) {
                let message = format!("'{}' is never tried: it comes after 'drawn'", name.text);
                said.push(warn("unreached-advice", name.place, message));
            }
        }
    }
    said
}

fn guards(a: &crate::program::Advice, said: &mut Vec<Diagnostic>) {
    let us = a.us.depth_bound();
    let them = a.them.depth_bound();
    if us.is_none() && them.is_none() {
        said.push(warn(
            "no-bottom",
            a.place,
            format!(
                "nothing bounds the depth of '{}': the original would search for ever, here the \
                 search ends at {} plies",
                a.name,
                crate::search::MAX_DEPTH
            ),
        ));
    }
    // The deepest node of ours and of theirs that can be reached.
    let last_them = them.map_or(u32::MAX, |b| b.saturating_sub(1));
    let last_us = us.map_or(u32::MAX, |b| b.saturating_sub(1));
    for (own, moves, last_other) in [(true, &a.us, last_them), (false, &a.them, last_us)] {
        let side = if own { "our" } else { "their" };
        let parity = u32::from(!own);
        each_guard(moves, &mut |exact, depth| {
            let dead = if exact { depth % 2 != parity } else { depth <= parity };
            let sign = if exact { "=" } else { "<" };
            if dead {
                let message = format!(
                    "the guard 'depth {sign} {depth}' of '{}' is never true: {side} nodes have \
                     {} depths",
                    a.name,
                    if own { "even" } else { "odd" }
                );
                said.push(warn("dead-guard", a.place, message));
            } else if exact && depth > 0 && depth - 1 > last_other {
                let message = format!(
                    "the guard 'depth = {depth}' of '{}' never matters: no line gets so deep",
                    a.name
                );
                said.push(warn("dead-guard", a.place, message));
            }
        });
    }
    each_generator(&a.them, &mut |g| {
        if !matches!(g, Generator::Legal | Generator::None) {
            let message = format!(
                "the constraint on their moves of '{}' uses a generator of our moves: it lists \
                 none of theirs",
                a.name
            );
            said.push(warn("no-replies", a.place, message));
        }
    });
}

fn each_guard(m: &Moves, see: &mut impl FnMut(bool, u32)) {
    match m {
        Moves::Depth { exact, depth } => see(*exact, *depth),
        Moves::And(l) | Moves::Then(l) => l.iter().for_each(|m| each_guard(m, see)),
        Moves::Generator(_) => {}
    }
}

fn each_generator(m: &Moves, see: &mut impl FnMut(Generator)) {
    match m {
        Moves::Generator(g) => see(*g),
        Moves::And(l) | Moves::Then(l) => l.iter().for_each(|m| each_generator(m, see)),
        Moves::Depth { .. } => {}
    }
}

/// How often a part of a goal held and failed.
#[derive(Clone, Copy, Default)]
struct Tally {
    held: u64,
    failed: u64,
}

/// What the play on a board shows.
fn play(table: &Table, program: &Program, proof: &Proof<'_>, said: &mut Vec<Diagnostic>) {
    let size = proof.roots.size();
    // With what promotions and captures lead to: rules may be meant for these.
    let all = proof.roots.len();
    let mut committed = vec![0u64; program.rules.len()];
    let mut conditions: Vec<Vec<Tally>> = parts_of(program.rules.iter().map(|r| &r.condition));
    let mut better: Vec<Vec<Tally>> = parts_of(program.advice.iter().map(|a| &a.better));
    let mut at_root: BTreeMap<usize, (u64, String)> = BTreeMap::new();
    let mut list = Vec::new();
    let mut replies = Vec::new();
    // Trees that were looked at, by advice: enough of them show what is constant.
    let mut trees = vec![0u32; program.advice.len()];
    let mut searcher = Searcher::new(program, size);
    for root in 0..all {
        let men = proof.roots.men(root);
        let view = View::alone(size, &men);
        if let Some(count) = trees.get_mut(proof.sweep.chosen[root] as usize)
            && *count < 1000
            && let Verdict::Follow { advice, tree, .. } = searcher.strategy(&men)
        {
            *count += 1;
            let goal = &program.advice[advice].better;
            nodes(&tree, &men, &mut |at| {
                tally(goal, View::new(size, at, &men), &mut better[advice]);
            });
        }
        let mut rule = None;
        for (k, r) in program.rules.iter().enumerate() {
            tally(&r.condition, view, &mut conditions[k]);
            if view.holds(&r.condition) {
                rule = Some(k);
                break;
            }
        }
        let Some(rule) = rule else { continue };
        committed[rule] += 1;
        // The better-goals are looked at in a part of the positions; one in seven of
        // them shows what is constant.
        let sampled = root % 7 == 0;
        for choice in &program.rules[rule].then {
            let &Choice::Advice(a) = choice else { break };
            let advice = &program.advice[a];
            if view.holds(&advice.hold) && view.holds(&advice.better) {
                let entry = at_root.entry(a).or_insert_with(|| (0, men.fen(size)));
                entry.0 += 1;
            }
            if !sampled {
                continue;
            }
            list.clear();
            moves::list(&advice.us, size, &men, 0, &mut list);
            for &step in &list {
                let after = men.after(step);
                let view = View::new(size, &after, &men);
                if !view.holds(&advice.hold) {
                    continue;
                }
                tally(&advice.better, view, &mut better[a]);
                if view.holds(&advice.better) {
                    continue;
                }
                // One reply stands for all.
                replies.clear();
                moves::list(&advice.them, size, &after, 1, &mut replies);
                if let Some(&reply) = replies.first() {
                    let next = after.after(reply);
                    let view = View::new(size, &next, &men);
                    if view.holds(&advice.hold) {
                        tally(&advice.better, view, &mut better[a]);
                    }
                }
            }
        }
    }
    for (k, (r, tree)) in program.rules.iter().zip(&table.rules).enumerate() {
        if committed[k] == 0 {
            let message = format!("rule '{}' applies in no position on {size}", r.name);
            said.push(warn("unreached-rule", r.place, message));
        }
        constants(&tree.condition, &conditions[k], &format!("rule '{}'", r.name), r.place, said);
    }
    for (k, (a, tree)) in program.advice.iter().zip(&table.advice).enumerate() {
        let listed = program.rules.iter().any(|r| r.then.contains(&Choice::Advice(k)));
        if listed && !proof.sweep.chosen.contains(&(k as u8)) {
            let message = format!("advice '{}' is chosen in no position on {size}", a.name);
            // A larger board may need it.
            let small = size.squares() < Size::CHESS.squares();
            said.push((if small { note } else { warn })("never-chosen", a.place, message));
        }
        constants(&tree.better, &better[k], &format!("advice '{}'", a.name), a.place, said);
        if let Some((count, fen)) = at_root.get(&k) {
            let message = format!(
                "the better-goal of '{}' already holds in {count} positions, for instance {fen}: \
                 it gives no move there",
                a.name
            );
            said.push(warn("goal-at-root", a.place, message));
        }
    }
    faults(program, proof, said);
    asymmetry(program, proof, said);
}

/// Visits the positions of a tree below its root.
fn nodes(tree: &Tree, men: &Men, see: &mut impl FnMut(&Men)) {
    match tree {
        Tree::Leaf => {}
        Tree::Us { step, next } => {
            let after = men.after(*step);
            see(&after);
            nodes(next, &after, see);
        }
        Tree::Them { replies } => {
            for (step, tree) in replies {
                let after = men.after(*step);
                see(&after);
                nodes(tree, &after, see);
            }
        }
    }
}

fn parts_of<'a>(goals: impl Iterator<Item = &'a Goal>) -> Vec<Vec<Tally>> {
    goals
        .map(|g| match g {
            Goal::And(all) => vec![Tally::default(); all.len()],
            _ => vec![Tally::default()],
        })
        .collect()
}

fn tally(goal: &Goal, view: View<'_>, tallies: &mut [Tally]) {
    let mut count = |k: usize, g: &Goal| {
        if view.holds(g) {
            tallies[k].held += 1;
        } else {
            tallies[k].failed += 1;
        }
    };
    match goal {
        Goal::And(all) => all.iter().enumerate().for_each(|(k, g)| count(k, g)),
        g => count(0, g),
    }
}

fn constants(
    goal: &tree::Goal,
    tallies: &[Tally],
    owner: &str,
    place: Place,
    said: &mut Vec<Diagnostic>,
) {
    let one = std::slice::from_ref(goal);
    let (parts, many): (&[tree::Goal], bool) = match goal {
        tree::Goal::And(all) => (all, true),
        _ => (one, false),
    };
    for (part, t) in parts.iter().zip(tallies) {
        let text = goal_text(part, Language::English);
        if t.held == 0 && t.failed > 0 {
            let message = format!("'{text}' in {owner} never holds where it is asked");
            said.push(warn("never-holds", place, message));
        } else if t.failed == 0 && t.held > 0 && many {
            let message = format!("'{text}' in {owner} always holds where it is asked");
            said.push(note("always-holds", place, message));
        }
    }
}

/// Bad ends by the advice or rule that is at fault.
fn faults(program: &Program, proof: &Proof<'_>, said: &mut Vec<Diagnostic>) {
    let size = proof.roots.size();
    let mut found: BTreeMap<(u16, u8), (u64, usize)> = BTreeMap::new();
    for root in 0..proof.roots.own() {
        let set = proof.sweep.ends[root] & !ends::DRAWN;
        for (bit, _) in ends::NAMES {
            if set & bit != 0 {
                found.entry((bit, proof.sweep.chosen[root])).or_insert((0, root)).0 += 1;
            }
        }
    }
    for ((bit, chosen), (count, root)) in found {
        let fen = proof.roots.men(root).fen(size);
        let (owner, place) = match chosen {
            NOBODY => {
                let name = proof.chosen(root);
                let rule = program.rules.iter().find(|r| r.name == name);
                (name, rule.map_or(Place::default(), |r| r.place))
            }
            k => (program.advice[k as usize].name.clone(), program.advice[k as usize].place),
        };
        let (code, what) = match bit {
            ends::STALEMATE => ("stalemate", "can stalemate at a leaf"),
            ends::LOST => ("lost-piece", "can lose a man for nothing"),
            ends::NO_ADVICE => ("no-advice", "has no advice that can be followed"),
            ends::NIL_TREE => ("goal-at-root", "gives no move, its goal already holds"),
            _ => ("too-large", "leads to a search that is given up"),
        };
        let message =
            format!("'{owner}' {what} in {count} positions on {size}, for instance {fen}");
        said.push(warn(code, place, message));
    }
    let cycles = (0..proof.roots.own()).filter(|&r| proof.fates.ends[r] & ends::CYCLE != 0).count();
    if cycles > 0 {
        let message = format!("play can go on for ever from {cycles} positions on {size}");
        said.push(warn("cycle", Place::default(), message));
    }
}

/// Positions that are images of each other and are played differently.
fn asymmetry(program: &Program, proof: &Proof<'_>, said: &mut Vec<Diagnostic>) {
    let size = proof.roots.size();
    let symmetries = size.symmetries(program.ending.has_pawns());
    let (mut by_advice, mut by_length) = (0u64, 0u64);
    let mut example = None;
    for root in 0..proof.roots.own() {
        let men = proof.roots.men(root);
        for s in &symmetries[1..] {
            let Some(other) = proof.roots.find(&men.image(size, *s)) else { continue };
            let other = other as usize;
            if other <= root {
                continue;
            }
            let advice = proof.sweep.chosen[root] != proof.sweep.chosen[other];
            let length = proof.fates.length[root] != proof.fates.length[other]
                || proof.fates.ends[root] != proof.fates.ends[other];
            by_advice += u64::from(advice);
            by_length += u64::from(length);
            if (advice || length) && example.is_none() {
                example = Some((root, other));
            }
        }
    }
    if let Some((a, b)) = example {
        let fen = |r: usize| proof.roots.men(r).fen(size);
        let message = format!(
            "play is not symmetric on {size}: of mirrored positions {by_advice} pairs get \
             different advice and {by_length} pairs lines of different length, for instance {} \
             ({}) and {} ({})",
            fen(a),
            proof.chosen(a),
            fen(b),
            proof.chosen(b)
        );
        said.push(note("asymmetry", Place::default(), message));
    }
}
