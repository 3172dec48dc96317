//! The laws.

use super::positions::Case;
use super::refuted::refuted_outcomes;
use super::subject::{Caps, SubjectEngine};
use super::{Context, Found, LawError};
use crate::desk::audit::{AuditPlan, UNIT, audit};
use crate::desk::{AnyGame, AnyTable, Ask, MoveJson};
use std::time::Instant;
use touchstone_kernel::{Limits, LuckKey};

/// A law.
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub about: &'static str,
    /// What the engine or game lacks for it, if anything.
    pub lacks: fn(&Caps, &dyn AnyGame) -> Option<&'static str>,
    /// Tests one case.
    pub test: fn(&mut Context<'_>, &Case) -> Result<Found, LawError>,
    /// At most so many cases make sense.
    pub cases: u64,
}

/// All laws, the cheapest first.
pub const LAWS: &[Law] = &[
    Law {
        name: "legal_moves",
        about: "it plays legal moves only",
        lacks: |_, _| None,
        test: legal_moves,
        cases: 60,
    },
    Law {
        name: "determinism",
        about: "the same question after a fresh start gets the same answer at fixed nodes",
        lacks: |c, _| (!c.nodes).then_some("it obeys no node limit"),
        test: determinism,
        cases: 20,
    },
    Law {
        name: "deadline",
        about: "it answers in time",
        lacks: |c, _| (!c.time).then_some("it obeys no time limit"),
        test: deadline,
        cases: 5,
    },
    Law {
        name: "hidden_pieces",
        about: "in two worlds that its seat cannot tell apart it answers alike",
        lacks: |c, _| (!c.nodes).then_some("it obeys no node limit"),
        test: hidden_pieces,
        cases: 20,
    },
    Law {
        name: "colour_flip",
        about: "exchanging the colours leaves the values unchanged",
        lacks: |c, _| lacks_scores(c),
        test: colour_flip,
        cases: 60,
    },
    Law {
        name: "board_symmetry",
        about: "the symmetries of the board leave the values unchanged",
        lacks: |c, _| lacks_scores(c),
        test: board_symmetry,
        cases: 60,
    },
    Law {
        name: "history",
        about: "a move that ends the game by repetition is worth what the rules say",
        lacks: |c, _| {
            (!(c.only && c.values.is_some())).then_some("it states no value of a given move")
        },
        test: history,
        cases: 20,
    },
    Law {
        name: "line_supports_score",
        about: "its lines are legal and no certain end of a line denies the score",
        lacks: |c, _| lacks_values(c),
        test: line_supports_score,
        cases: 60,
    },
    Law {
        name: "average_of_outcomes",
        about: "with open windows a chance move's value is the average of its outcomes",
        lacks: |c, _| (!(c.only && c.outcomes)).then_some("it shows no outcome tables"),
        test: average_of_outcomes,
        cases: 60,
    },
    Law {
        name: "proofs_hold",
        about: "a sure result is sure one move later, and no claim passes proven outcomes",
        lacks: |c, _| lacks_values(c),
        test: proofs_hold,
        cases: 60,
    },
    Law {
        name: "refuted_outcomes",
        about: "no claim for a flip or reveal passes what outcomes that end at once leave of it",
        lacks: |c, g| {
            let asks = c.only && c.positions && c.values.is_some();
            if !asks {
                Some("it states no value of a given move")
            } else {
                (g.name() == "dicechess").then_some("nothing is flipped or revealed")
            }
        },
        test: refuted_outcomes,
        cases: 60,
    },
    Law {
        name: "more_attackers",
        about: "an attacker of another kind raises the attack term, and none lowers it",
        lacks: |c, g| {
            if g.name() == "dicechess" {
                (!c.terms).then_some("it names no terms")
            } else {
                Some("no attack term is defined for this game")
            }
        },
        test: more_attackers,
        cases: 200,
    },
];

fn lacks_scores(c: &Caps) -> Option<&'static str> {
    (!(c.scores && c.depth && c.positions)).then_some("it states no scores at a depth limit")
}

fn lacks_values(c: &Caps) -> Option<&'static str> {
    c.values.is_none().then_some("it states no expected results")
}

fn best_text(m: &MoveJson) -> String {
    format!("{} {} {}", m.mv, m.value.kind, m.value.score)
}

fn legal_moves(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let legal = case.table.legal();
    if legal.is_empty() {
        return Ok(Found::Nothing);
    }
    c.subject.fresh(case.table.as_ref())?;
    let choice = c.subject.choose(case.table.as_ref(), &Limits::nodes(c.nodes))?;
    // Some protocols name the event too, or spell a move in another way.
    let decision = case.table.split(&choice.mv).map(|s| s.0);
    Ok(match decision {
        Ok(mv) if legal.contains(&mv) => Found::Holds,
        _ => Found::Broken(format!("it played {:?}", choice.mv)),
    })
}

fn determinism(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let ask = Ask::new(Limits::nodes(c.nodes));
    let mut answers = Vec::new();
    for _ in 0..2 {
        c.subject.fresh(case.table.as_ref())?;
        let a = c.subject.analyse(case.table.as_ref(), &ask)?;
        let best = a.moves.first().map(best_text).unwrap_or_default();
        answers.push(format!("{best}, {} nodes", a.nodes));
    }
    Ok(same(&answers[0], &answers[1]))
}

fn same(a: &str, b: &str) -> Found {
    if a == b { Found::Holds } else { Found::Broken(format!("first {a}; then {b}")) }
}

fn deadline(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    const TIME_MS: u64 = 100;
    // A loaded machine may be late once; an engine without a clock always is.
    let mut late = Vec::new();
    for _ in 0..3 {
        c.subject.fresh(case.table.as_ref())?;
        let begun = Instant::now();
        c.subject.analyse(case.table.as_ref(), &Ask::new(Limits::time_ms(TIME_MS)))?;
        let ms = begun.elapsed().as_millis() as u64;
        if ms <= TIME_MS + 100 {
            return Ok(Found::Holds);
        }
        late.push(format!("{ms} ms"));
    }
    Ok(Found::Broken(format!("{TIME_MS} ms allowed; it took {}", late.join(", "))))
}

/// Deals another world that agrees with what the seat knows, and asks in both.
fn hidden_pieces(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let text = case.table.position_text();
    let rules = case.table.rules();
    let mut answers: Vec<(String, u64)> = Vec::new();
    let mut worlds = Vec::new();
    // The first world twice: node counts that differ there say nothing of the worlds.
    for pair in [0, 0, 1] {
        let key = LuckKey { run: "two worlds".into(), pair };
        let referee = c.game.deal(&text, rules, &key)?;
        worlds.push(referee.deal_text());
        let view = referee.view(referee.seat());
        c.subject.fresh(view)?;
        let choice = c.subject.choose(view, &Limits::nodes(c.nodes))?;
        answers.push((choice.mv, choice.nodes));
    }
    if worlds[0] == worlds[2] || answers[0].0 != answers[1].0 {
        return Ok(Found::Nothing);
    }
    let repeats = answers[0].1 == answers[1].1;
    let text = |(mv, nodes): &(String, u64)| match repeats {
        true => format!("{mv}, {nodes} nodes"),
        false => mv.clone(),
    };
    Ok(same(&text(&answers[0]), &text(&answers[2])))
}

/// Compares static scores exactly, and shallow searches within a point: a
/// search that meets equal moves in another order may differ a little.
fn alike(
    c: &mut Context<'_>,
    table: &dyn AnyTable,
    other: &dyn AnyTable,
) -> Result<Found, LawError> {
    const SLACK: i64 = 20_000;
    let ask = Ask::new(Limits { depth: Some(2), nodes: Some(200_000), ..Limits::default() });
    let mut a = Vec::new();
    for t in [table, other] {
        c.subject.fresh(t)?;
        a.push(c.subject.analyse(t, &ask)?);
    }
    let (x, y) = (a[0].static_value.map(|s| s.score), a[1].static_value.map(|s| s.score));
    if x != y {
        return Ok(Found::Broken(format!(
            "static score {x:?} and {y:?} at {}",
            other.position_text()
        )));
    }
    let (Some(m), Some(n)) = (a[0].moves.first(), a[1].moves.first()) else {
        return Ok(Found::Nothing);
    };
    if a[0].depth != a[1].depth {
        return Ok(Found::Nothing);
    }
    Ok(if (m.value.score - n.value.score).abs() <= SLACK {
        Found::Holds
    } else {
        Found::Broken(format!(
            "score {} and {} at {}, depth {}",
            m.value.score,
            n.value.score,
            other.position_text(),
            a[0].depth
        ))
    })
}

/// The position alone: its flip has no history either.
pub(super) fn bare(c: &Context<'_>, case: &Case) -> Result<Box<dyn AnyTable>, LawError> {
    Ok(c.game.table(&case.table.position_text(), case.table.rules(), &[])?)
}

fn colour_flip(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let table = bare(c, case)?;
    match c.game.flipped(table.as_ref()) {
        Some(flipped) if table.verdict().is_none() => alike(c, table.as_ref(), flipped.as_ref()),
        _ => Ok(Found::Nothing),
    }
}

fn board_symmetry(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let table = bare(c, case)?;
    if table.verdict().is_some() {
        return Ok(Found::Nothing);
    }
    let mut found = Found::Nothing;
    for mirrored in c.game.mirrored(table.as_ref()) {
        match alike(c, table.as_ref(), mirrored.as_ref())? {
            Found::Broken(why) => return Ok(Found::Broken(why)),
            Found::Holds => found = Found::Holds,
            Found::Nothing => {}
        }
    }
    Ok(found)
}

/// Moves two pieces to and fro until the rules speak, and asks about the move
/// before.
fn history(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let Some((table, mv, value)) = to_and_fro(case.table.as_ref())? else {
        return Ok(Found::Nothing);
    };
    c.subject.fresh(table.as_ref())?;
    let ask = Ask { only: vec![mv.clone()], ..Ask::new(Limits::nodes(c.nodes)) };
    let a = c.subject.analyse(table.as_ref(), &ask)?;
    let Some(m) = a.moves.iter().find(|m| m.mv == mv) else { return Ok(Found::Nothing) };
    let slack = c.caps.values.unwrap_or(0) + 4;
    Ok(if (m.value.score - value).abs() <= slack {
        Found::Holds
    } else {
        Found::Broken(format!(
            "after {} the move {mv} ends the game by repetition, worth {value}; it says {}",
            table.played()[case.moves.len()..].join(" "),
            m.value.score
        ))
    })
}

/// A reversible move of `table` and its reverse.
fn reversible(table: &dyn AnyTable, skip: usize) -> Option<(String, String)> {
    let back = |m: &str| {
        (m.is_ascii() && m.len() == 4 && m[..2] != m[2..])
            .then(|| format!("{}{}", &m[2..], &m[..2]))
    };
    let mut list = table.legal().into_iter().filter_map(|m| back(&m).map(|b| (m, b)));
    list.nth(skip)
}

/// The table before the move by which to-and-fro ends the game by the line, the
/// move, and its value in millionths.
#[allow(clippy::type_complexity, reason = "used once, named in the comment")]
fn to_and_fro(table: &dyn AnyTable) -> Result<Option<(Box<dyn AnyTable>, String, i64)>, LawError> {
    for skip in 0..6 {
        let Some((out, back)) = reversible(table, skip) else { return Ok(None) };
        let mut t = table.clone_table();
        if t.play(&out).is_err() || t.verdict().is_some() || t.seat() == table.seat() {
            continue;
        }
        for other in 0..4 {
            let Some((their_out, their_back)) = reversible(t.as_ref(), other) else { break };
            let cycle = [&out, &their_out, &back, &their_back];
            if let Some(found) = until_verdict(table, &cycle)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

fn until_verdict(
    table: &dyn AnyTable,
    cycle: &[&String; 4],
) -> Result<Option<(Box<dyn AnyTable>, String, i64)>, LawError> {
    let mut t = table.clone_table();
    for mv in cycle.iter().cycle().take(32) {
        let before = t.clone_table();
        let mover = t.seat();
        if !before.legal().contains(mv) || t.play(mv).is_err() || t.seat().is_none() {
            return Ok(None);
        }
        if let Some(v) = t.verdict() {
            if !v.by_line {
                return Ok(None);
            }
            let value = match (&v.winner, mover) {
                (None, _) => 0,
                (Some(w), Some(m)) if w == m.name() => UNIT,
                _ => -UNIT,
            };
            return Ok(Some((before, mv.to_string(), value)));
        }
    }
    Ok(None)
}

/// Runs an audit and keeps what concerns this law.
fn audited(c: &mut Context<'_>, case: &Case, kinds: &[&str]) -> Result<Found, LawError> {
    let table = case.table.as_ref();
    if table.verdict().is_some() {
        return Ok(Found::Nothing);
    }
    c.subject.fresh(table)?;
    let ask = Ask { lines: 3, ..Ask::new(Limits::nodes(c.nodes)) };
    let analysis = c.subject.analyse(table, &ask)?;
    let plan = AuditPlan { flip: false, ..AuditPlan::for_nodes(c.nodes) };
    let mut engine = SubjectEngine { subject: &mut *c.subject, table: table.clone_table() };
    let found = audit(c.game, table, &analysis, &mut engine, &plan)?;
    Ok(match found.contradictions.iter().find(|x| kinds.contains(&x.what.as_str())) {
        Some(x) => Found::Broken(format!("{} at {}: {}", x.what, x.at.join(" "), x.detail)),
        None => Found::Holds,
    })
}

fn line_supports_score(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    if c.caps.outcomes {
        return audited(c, case, &["illegal_line", "end_denies_score"]);
    }
    // Lines of other programs may stop at the first reveal and name no event:
    // only moves without luck are followed.
    audited(c, case, &["end_denies_score"])
}

fn average_of_outcomes(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let table = case.table.as_ref();
    let chance: Vec<String> = table
        .legal()
        .into_iter()
        .filter(|m| table.luck(Some(m)).is_ok_and(|l| l.len() > 1))
        .collect();
    let Some(mv) = chance.get(case.moves.len() % chance.len().max(1)) else {
        return Ok(Found::Nothing);
    };
    c.subject.fresh(table)?;
    let ask = Ask { only: vec![mv.clone()], ..Ask::new(Limits::nodes(4 * c.nodes)) };
    let a = c.subject.analyse(table, &ask)?;
    let Some(m) = a.moves.iter().find(|m| m.mv == *mv) else { return Ok(Found::Nothing) };
    if m.outcomes.is_empty() {
        return Ok(Found::Nothing);
    }
    let total: i64 = m.outcomes.iter().map(|o| o.weight as i64).sum();
    let all_exact = m.outcomes.iter().all(|o| o.value.kind == "exact") && m.value.kind == "exact";
    if !all_exact {
        return audited(c, case, &["average_outside_outcomes", "bad_weights"]);
    }
    let sum: i64 = m.outcomes.iter().map(|o| o.weight as i64 * o.value.score).sum();
    let mean = sum / total.max(1);
    Ok(if (mean - m.value.score).abs() <= 4 {
        Found::Holds
    } else {
        Found::Broken(format!(
            "{mv}: it says {}, its outcomes average {mean} ({} outcomes, all called exact)",
            m.value.score,
            m.outcomes.len()
        ))
    })
}

fn proofs_hold(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let table = case.table.as_ref();
    let kinds = ["claim_above_outcomes", "claim_below_outcomes"];
    if c.caps.outcomes
        && let Found::Broken(why) = audited(c, case, &kinds)?
    {
        return Ok(Found::Broken(why));
    }
    c.subject.fresh(table)?;
    let a = c.subject.analyse(table, &Ask::new(Limits::nodes(c.nodes)))?;
    let Some(best) = a.moves.first().filter(|m| m.value.kind == "exact" && m.value.proved) else {
        return Ok(Found::Nothing);
    };
    let mut next = table.clone_table();
    if next.play(&best.mv).is_err() || next.seat().is_none() {
        return Ok(Found::Nothing);
    }
    let sure = |score: i64| if score.abs() >= UNIT - 4 { score.signum() } else { 0 };
    let claimed = sure(best.value.score);
    let (seen, what) = match next.verdict() {
        Some(v) => {
            let mine = table.seat().map(|s| s.name());
            let s = match v.winner.as_deref() {
                None => 0,
                w if w == mine => 1,
                _ => -1,
            };
            (s, format!("the game ends ({})", v.reason))
        }
        None => {
            let a = c.subject.analyse(next.as_ref(), &Ask::new(Limits::nodes(4 * c.nodes)))?;
            let Some(m) = a.moves.first().filter(|m| m.value.kind == "exact" && m.value.proved)
            else {
                return Ok(Found::Nothing);
            };
            let sign = if next.seat() == table.seat() { 1 } else { -1 };
            (sign * sure(m.value.score), format!("it proves {} there", m.value.score))
        }
    };
    Ok(if seen == claimed {
        Found::Holds
    } else {
        Found::Broken(format!("it proves {}; after {} {what}", best_text(best), best.mv))
    })
}

/// Men that each take the king on e8 with one die and do not stand in each
/// other's way, by square (a8 = 0).
const ATTACKERS: [(char, usize); 5] = [('P', 13), ('N', 21), ('B', 32), ('R', 60), ('Q', 7)];

/// Dice Chess: some of [`ATTACKERS`] with and without one more, in both colours.
/// One die takes the king, so every new kind of man brings rolls that take it.
fn more_attackers(c: &mut Context<'_>, case: &Case) -> Result<Found, LawError> {
    let text = case.table.position_text();
    let number = text.bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
    let (set, new) = (number % 32, (number / 32 % 5) as usize);
    let (without, with) = (set & !(1 << new), set | (1 << new));
    for (white_attacks, victim) in [(true, "black_king"), (false, "white_king")] {
        let mut counts = Vec::new();
        for men in [without, with] {
            let text = attacked(men, white_attacks);
            let Ok(table) = c.game.table(&text, case.table.rules(), &[]) else {
                return Ok(Found::Nothing);
            };
            let eval = c.subject.eval(table.as_ref());
            let count = eval
                .as_ref()
                .and_then(|e| e.more.get("king_capture_216"))
                .and_then(|k| k.get(victim))
                .and_then(serde_json::Value::as_i64);
            let Some(count) = count else { return Ok(Found::Nothing) };
            counts.push((count, text));
        }
        if counts[1].0 <= counts[0].0 {
            return Ok(Found::Broken(format!(
                "{victim}: {} of 216 rolls take it at {}; with one more attacker {} at {}",
                counts[0].0, counts[0].1, counts[1].0, counts[1].1
            )));
        }
    }
    Ok(Found::Holds)
}

/// The position text of a bare board with these attackers.
fn attacked(men: u64, white_attacks: bool) -> String {
    let mut grid = ['.'; 64];
    grid[4] = 'k';
    grid[56] = 'K';
    for (k, (man, at)) in ATTACKERS.into_iter().enumerate() {
        if men & (1 << k) != 0 {
            grid[at] = man;
        }
    }
    if !white_attacks {
        let mut flipped = ['.'; 64];
        for (k, c) in grid.into_iter().enumerate() {
            let upper = c.is_uppercase();
            flipped[(7 - k / 8) * 8 + k % 8] =
                if upper { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        }
        grid = flipped;
    }
    let mut text = String::new();
    for (k, row) in grid.chunks(8).enumerate() {
        if k > 0 {
            text.push('/');
        }
        let mut gap = 0;
        for &c in row {
            if c == '.' {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
                gap = 0;
            }
            text.push(c);
        }
        if gap > 0 {
            text += &gap.to_string();
        }
    }
    // The side that is attacked has moved: the attackers roll next.
    text + if white_attacks { " w - - 0 1" } else { " b - - 0 1" }
}
