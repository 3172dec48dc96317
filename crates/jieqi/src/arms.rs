//! The experiment on reveals: one small alpha-beta, many ways to average.
//!
//! Every arm is the same search (iterative deepening, table, captures first,
//! quiescence, one static cut) over the same evaluation; only what happens at
//! a chance node differs. None of this is used by the engine. Results:
//! docs/results/jieqi-reveals.md.

use crate::board::{Move, View};
use crate::eval::{Eval, Weights};
use crate::order::{Order, Selective};
use crate::position::{Event, Moved};
use touchstone_kernel::position::Outcome;
use touchstone_kernel::{
    After, Evaluator, Limits, Line, List, Position, Score, Setup, Side, Value, VerdictResult,
};
use touchstone_search::{Analysis, Engine, OutcomeLine, Policy, Request, RootMove, Step};

/// How the outcomes of a reveal are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// Each with the node's own window; whatever comes back is averaged as if
    /// it were a value. The common practice.
    BoundsAsExact,
    /// Like that, and every bound is searched again with an open window.
    Naive,
    /// Windows that can decide the node; bounds stay bounds.
    Star1,
    /// One reply to each outcome first, then Star1.
    Star2,
    /// Null windows around what each outcome is expected to be worth, then Star1.
    Scout,
}

/// What is averaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Evaluation units, each clamped to ±[`CLAMP`], mates among them.
    Units,
    /// Expected results.
    Expected,
}

/// One way to treat reveals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// Its name.
    pub name: &'static str,
    /// How outcomes are searched.
    pub chance: Chance,
    /// What is averaged.
    pub scale: Scale,
    /// Beyond a spread the worst outcome stands for the average.
    pub spread: bool,
    /// That rule with the signs of Red for both colours: a reveal of Black's
    /// that is lost for nearly every identity is scored as its best one.
    pub flip: bool,
    /// Reveals at the root are searched with open windows.
    pub root_exact: bool,
    /// After the search the first four root moves have each identity searched
    /// once more on its own, with the same number of nodes for each.
    pub root_each: bool,
}

/// Units to which outcomes are clamped, odds of about 42 to 1.
pub const CLAMP: i64 = 1500;
/// The spread beyond which the worst outcome is taken, in proportion to the
/// clamp as in the public engine (4812 to 2862).
const SPREAD: i64 = CLAMP * 4812 / 2862;

const BASE: Arm = Arm {
    name: "bounds",
    chance: Chance::BoundsAsExact,
    scale: Scale::Expected,
    spread: false,
    flip: false,
    root_exact: false,
    root_each: false,
};

/// All arms of the experiment.
pub const ARMS: [Arm; 11] = [
    Arm { name: "units-bounds", scale: Scale::Units, ..BASE },
    Arm { name: "units-spread", scale: Scale::Units, spread: true, ..BASE },
    Arm { name: "units-flip", scale: Scale::Units, spread: true, flip: true, ..BASE },
    Arm { name: "units-star1", scale: Scale::Units, chance: Chance::Star1, ..BASE },
    BASE,
    Arm { name: "root-exact", root_exact: true, ..BASE },
    Arm { name: "root-each", root_each: true, ..BASE },
    Arm { name: "naive", chance: Chance::Naive, ..BASE },
    Arm { name: "star1", chance: Chance::Star1, ..BASE },
    Arm { name: "star2", chance: Chance::Star2, ..BASE },
    Arm { name: "scout", chance: Chance::Scout, ..BASE },
];

/// The arm of a name as an engine.
pub fn named(name: &str) -> Option<Box<dyn Engine<View>>> {
    let arm = ARMS.into_iter().find(|a| a.name == name)?;
    Some(Box::new(ArmEngine::new(arm)))
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i64,
    /// −1 at most, 0 exact, 1 at least.
    kind: i8,
    depth: i8,
    best: u16,
}

const EMPTY: Entry = Entry { key: 0, value: 0, kind: 0, depth: -1, best: 0 };
const SLOTS: usize = 1 << 17;
const MAX_PLY: usize = 60;

struct Stopped;

/// An arm that plays.
pub struct ArmEngine {
    arm: Arm,
    order: Order,
    table: Vec<Entry>,
    line: Option<Line<View>>,
    nodes: u64,
    limit: u64,
    root: bool,
}

impl ArmEngine {
    /// The arm with the engine's evaluation.
    pub fn new(arm: Arm) -> ArmEngine {
        ArmEngine::with_weights(arm, Weights::standard())
    }

    /// The arm with an evaluation of its own.
    pub fn with_weights(arm: Arm, weights: Weights) -> ArmEngine {
        ArmEngine {
            arm,
            order: Order::new(Eval::new(weights), Selective::SURE),
            table: vec![EMPTY; SLOTS],
            line: None,
            nodes: 0,
            limit: 0,
            root: true,
        }
    }

    /// A won game in the arm's scale.
    fn won(&self) -> i64 {
        match self.arm.scale {
            Scale::Units => 30_000,
            Scale::Expected => i64::from(Score::UNIT),
        }
    }

    fn stand(&self, v: &View) -> (i64, i32) {
        let eval = self.order.evaluator();
        let units = eval.units_of(v, &eval.start(v));
        (self.of_units(units), units)
    }

    fn of_units(&self, units: i32) -> i64 {
        match self.arm.scale {
            Scale::Units => i64::from(units.clamp(-20_000, 20_000)),
            Scale::Expected => i64::from(self.order.evaluator().curve().score(units).raw()),
        }
    }

    fn score(&self, value: i64) -> Score {
        match self.arm.scale {
            Scale::Expected => Score::from_raw(value as i32),
            Scale::Units if value.abs() > 25_000 => {
                let plies = (30_000 - value.abs()) as u32;
                if value > 0 { Score::win_in(plies) } else { Score::loss_in(plies) }
            }
            Scale::Units => self.order.evaluator().curve().score(value as i32),
        }
    }

    fn node(
        &mut self,
        v: &View,
        depth: i32,
        mut a: i64,
        b: i64,
        ply: usize,
    ) -> Result<i64, Stopped> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Stopped);
        }
        let verdict = self.line.as_ref().and_then(|line| v.verdict(line));
        if let Some(verdict) = verdict {
            return Ok(match verdict.result {
                VerdictResult::Draw => 0,
                VerdictResult::Win(w) if w == v.seat() => self.won() - ply as i64,
                VerdictResult::Win(_) => ply as i64 - self.won(),
            });
        }
        let (stand, units) = self.stand(v);
        if depth <= 0 || ply >= MAX_PLY {
            return self.settle(v, stand, a, b, ply);
        }
        if depth <= 3 && !v.in_check() {
            let sure = self.of_units(units - 60 - 70 * depth);
            if sure >= b {
                return Ok(sure);
            }
        }
        let key = v.information_key().0;
        let slot = key as usize & (SLOTS - 1);
        let found = self.table[slot];
        let mut best_tag = 0;
        if found.key == key && found.depth >= 0 {
            best_tag = found.best;
            // Mates carry plies from the root and repetitions hang on the line:
            // only plain values of the same depth are reused.
            let plain = found.value.abs() < self.won() - 1000;
            if i32::from(found.depth) == depth
                && plain
                && b == a + 1
                && (found.kind == 0
                    || found.kind > 0 && found.value >= b
                    || found.kind < 0 && found.value <= a)
            {
                return Ok(found.value);
            }
        }
        let a0 = a;
        let moves = self.sorted(v, best_tag);
        let (mut best, mut tag) = (i64::MIN, 0);
        for (index, m) in moves.into_iter().enumerate() {
            let quiet = v.piece(m.to).is_empty();
            let less = i32::from(index >= 4 && quiet && depth >= 3 && !v.in_check());
            let after = v.after(m);
            let mut value;
            if index > 0 {
                value = self.after(&after, depth - 1 - less, a, a + 1, ply)?;
                if value > a && (less > 0 || value < b) {
                    value = self.after(&after, depth - 1, a, b, ply)?;
                }
            } else {
                value = self.after(&after, depth - 1, a, b, ply)?;
            }
            if value > best {
                best = value;
                tag = self.order.tag(m);
            }
            a = a.max(value);
            if a >= b {
                break;
            }
        }
        let kind = if best >= b { 1 } else { -i8::from(best <= a0) };
        self.table[slot] = Entry { key, value: best, kind, depth: depth as i8, best: tag };
        Ok(best)
    }

    fn sorted(&self, v: &View, best: u16) -> Vec<Move> {
        let Some(line) = self.line.as_ref() else { return Vec::new() };
        let mut moves = touchstone_kernel::legal_moves(v, line);
        moves.sort_by_cached_key(|&m| {
            if self.order.tag(m) == best { i32::MIN } else { -self.order.rate(v, m) }
        });
        moves
    }

    fn settle(
        &mut self,
        v: &View,
        stand: i64,
        mut a: i64,
        b: i64,
        ply: usize,
    ) -> Result<i64, Stopped> {
        let mut best = stand;
        if best >= b || ply >= MAX_PLY {
            return Ok(best);
        }
        a = a.max(best);
        let mut list = List::new();
        if let Some(line) = self.line.as_ref() {
            self.order.noisy(v, line, &mut list);
        }
        let mut moves = list.to_vec();
        moves.sort_by_cached_key(|&m| -self.order.rate(v, m));
        for m in moves {
            let value = self.after(&v.after(m), 0, a, b, ply)?;
            best = best.max(value);
            a = a.max(value);
            if a >= b {
                break;
            }
        }
        Ok(best)
    }

    /// In the view of the one who moved, like everything about chance here.
    fn after(
        &mut self,
        after: &Moved,
        depth: i32,
        a: i64,
        b: i64,
        ply: usize,
    ) -> Result<i64, Stopped> {
        if after.is_certain() {
            return self.child(after, &after.settled(), depth, a, b, ply);
        }
        let mut list: List<Outcome<Event>> = List::new();
        after.outcomes(&mut list);
        let mut outcomes: Vec<(i64, View)> =
            list.iter().map(|o| (i64::from(o.weight), after.resolve(o.event))).collect();
        outcomes.sort_by_key(|o| -o.0);
        let open = self.arm.root_exact && self.root && ply == 0;
        match self.arm.chance {
            Chance::Star1 | Chance::Star2 | Chance::Scout => {
                self.star(after, &outcomes, depth, a, b, ply)
            }
            kind => {
                let inf = 2 * self.won();
                let mut values = Vec::with_capacity(outcomes.len());
                for (w, child) in &outcomes {
                    let (lo, hi) = if open { (-inf, inf) } else { (a, b) };
                    let mut value = self.child(after, child, depth, lo, hi, ply)?;
                    if kind == Chance::Naive && (value <= lo || value >= hi) {
                        value = self.child(after, child, depth, -inf, inf, ply)?;
                    }
                    values.push((*w, value));
                }
                Ok(self.average(&values, after.side()))
            }
        }
    }

    fn average(&self, values: &[(i64, i64)], mover: Side) -> i64 {
        let total: i64 = values.iter().map(|x| x.0).sum();
        let mean = |f: &dyn Fn(i64) -> i64| {
            values.iter().map(|&(w, x)| w * f(x)).sum::<i64>() / total.max(1)
        };
        let worst = values.iter().map(|x| x.1).min().unwrap_or(0);
        let best = values.iter().map(|x| x.1).max().unwrap_or(0);
        if self.arm.scale == Scale::Expected {
            let edge = i64::from(Score::BEST_UNSURE.raw());
            let mean = mean(&|x| x);
            return if worst > edge || best < -edge { mean } else { mean.clamp(-edge, edge) };
        }
        let mean = mean(&|x| x.clamp(-CLAMP, CLAMP));
        if self.arm.spread {
            let flipped = self.arm.flip && mover == Side::Two;
            if flipped && best.min(CLAMP) - mean > SPREAD {
                return best;
            }
            if !flipped && mean - worst.max(-CLAMP) > SPREAD {
                return worst;
            }
        }
        match mean {
            CLAMP => best,
            m if m == -CLAMP => worst,
            m => m,
        }
    }

    /// Star1, with probes before it in Star2: intervals, and a cut only where
    /// the average of the bounds decides. Fails soft.
    #[allow(
        clippy::needless_range_loop,
        reason = "outcomes and what is known of them, indexed alike"
    )]
    fn star(
        &mut self,
        after: &Moved,
        outcomes: &[(i64, View)],
        depth: i32,
        a: i64,
        b: i64,
        ply: usize,
    ) -> Result<i64, Stopped> {
        let (least, most) = (-self.won(), self.won());
        let mut known: Vec<(i64, i64)> = vec![(least, most); outcomes.len()];
        let ends = |me: &Self, known: &[(i64, i64)]| {
            let side = |pick: &dyn Fn(&(i64, i64)) -> i64| {
                let v: Vec<_> = outcomes.iter().zip(known).map(|(o, k)| (o.0, pick(k))).collect();
                me.average(&v, after.side())
            };
            (side(&|k| k.0), side(&|k| k.1))
        };
        if self.arm.chance == Chance::Scout
            && b == a + 1
            && let Some(value) = self.scout(after, outcomes, &mut known, depth, b, ply)?
        {
            return Ok(value);
        }
        if self.arm.chance == Chance::Star2 && depth >= 1 {
            for (k, (_, child)) in outcomes.iter().enumerate() {
                let Some(reply) = self.reply(after, child) else { continue };
                if let Some(line) = self.line.as_mut() {
                    line.push(after, child);
                }
                let answer = child.after(reply);
                let found = self.after(&answer, depth - 1, -known[k].1, -known[k].0, ply + 1);
                if let Some(line) = self.line.as_mut() {
                    line.pop();
                }
                // The child is worth at least this reply to its own mover.
                known[k].1 = known[k].1.min(-found?).max(known[k].0);
                let (_, hi) = ends(self, &known);
                if hi <= a {
                    return Ok(hi);
                }
            }
        }
        let total: i64 = outcomes.iter().map(|o| o.0).sum();
        for k in 0..outcomes.len() {
            let w = outcomes[k].0;
            let rest = |pick: &dyn Fn(&(i64, i64)) -> i64| -> i64 {
                (0..outcomes.len())
                    .filter(|&j| j != k)
                    .map(|j| outcomes[j].0 * pick(&known[j]))
                    .sum()
            };
            let (clamp_lo, clamp_hi) = match self.arm.scale {
                Scale::Units => (-CLAMP, CLAMP),
                Scale::Expected => (least, most),
            };
            let lo = (total * a - rest(&|k| k.1.clamp(clamp_lo, clamp_hi))).div_euclid(w) - 1;
            let hi = -((rest(&|k| k.0.clamp(clamp_lo, clamp_hi)) - total * b).div_euclid(w)) + 1;
            let lo = lo.clamp(known[k].0 - 1, known[k].1);
            let hi = hi.clamp(lo + 1, known[k].1 + 1);
            let value = self.child(after, &outcomes[k].1, depth, lo, hi, ply)?;
            if value <= lo {
                known[k].1 = known[k].1.min(value).max(known[k].0);
            } else if value >= hi {
                known[k].0 = known[k].0.max(value).min(known[k].1);
            } else {
                known[k] = (value, value);
            }
            let (lo, hi) = ends(self, &known);
            if hi <= a {
                return Ok(hi);
            }
            if lo >= b {
                return Ok(lo);
            }
        }
        // What is still a bound inside the window is searched openly.
        for k in 0..outcomes.len() {
            if known[k].0 != known[k].1 {
                let value = self.child(after, &outcomes[k].1, depth, least - 1, most + 1, ply)?;
                known[k] = (value, value);
            }
        }
        Ok(ends(self, &known).0)
    }

    /// Tries to decide the node against the null window below `b` by null windows
    /// alone: one around what each outcome is thought to be worth, such that they
    /// average to the edge; those that speak against the likelier end are asked
    /// again, with what the others left over.
    #[allow(clippy::needless_range_loop, reason = "several lists indexed alike")]
    fn scout(
        &mut self,
        after: &Moved,
        outcomes: &[(i64, View)],
        known: &mut [(i64, i64)],
        depth: i32,
        b: i64,
        ply: usize,
    ) -> Result<Option<i64>, Stopped> {
        let total: i64 = outcomes.iter().map(|o| o.0).sum();
        let edge = b * total;
        let mut thought: Vec<i64> = outcomes.iter().map(|o| -self.stand(&o.1).0).collect();
        let mut sum: i64 = outcomes.iter().zip(&thought).map(|(o, t)| o.0 * t).sum();
        let mut open = vec![true; outcomes.len()];
        for _ in 0..6 {
            let mut free: i64 = outcomes.iter().zip(&open).filter(|x| *x.1).map(|x| x.0.0).sum();
            for k in 0..outcomes.len() {
                if !open[k] {
                    continue;
                }
                let w = outcomes[k].0;
                let share = (edge - sum).div_euclid(free);
                free -= w;
                if known[k].0 == known[k].1 {
                    sum += w * (known[k].0 - thought[k]);
                    thought[k] = known[k].0;
                    continue;
                }
                let at = (thought[k] + share).clamp(known[k].0 + 1, known[k].1);
                let value = self.child(after, &outcomes[k].1, depth, at - 1, at, ply)?;
                if value >= at {
                    known[k].0 = value.min(known[k].1);
                } else {
                    known[k].1 = value.max(known[k].0);
                }
                sum += w * (value - thought[k]);
                thought[k] = value;
                let side = |pick: &dyn Fn(&(i64, i64)) -> i64| -> Vec<(i64, i64)> {
                    outcomes.iter().zip(&*known).map(|(o, k)| (o.0, pick(k))).collect()
                };
                let lo = self.average(&side(&|k| k.0), after.side());
                let hi = self.average(&side(&|k| k.1), after.side());
                if hi < b {
                    return Ok(Some(hi));
                }
                if lo >= b {
                    return Ok(Some(lo));
                }
            }
            for k in 0..outcomes.len() {
                let bound = if sum >= edge { known[k].0 } else { known[k].1 };
                open[k] = bound != thought[k];
            }
            if !open.contains(&true) {
                break;
            }
        }
        Ok(None)
    }

    fn reply(&self, after: &Moved, child: &View) -> Option<Move> {
        let mut line = self.line.clone()?;
        line.push(after, child);
        if child.verdict(&line).is_some() {
            return None;
        }
        let key = child.information_key().0;
        let found = self.table[key as usize & (SLOTS - 1)];
        let best = if found.key == key { found.best } else { 0 };
        self.sorted(child, best).into_iter().next()
    }

    fn child(
        &mut self,
        after: &Moved,
        child: &View,
        depth: i32,
        a: i64,
        b: i64,
        ply: usize,
    ) -> Result<i64, Stopped> {
        if let Some(line) = self.line.as_mut() {
            line.push(after, child);
        }
        let value = self.node(child, depth, -b, -a, ply + 1);
        if let Some(line) = self.line.as_mut() {
            line.pop();
        }
        value.map(|x| -x)
    }

    /// Iterative deepening over `moves`; best first, with the depth finished.
    fn deepen(&mut self, v: &View, moves: Vec<Move>, last: i32) -> (Vec<(Move, i64)>, i32) {
        let inf = 2 * self.won();
        let mut ranked: Vec<(Move, i64)> = moves.into_iter().map(|m| (m, 0)).collect();
        let mut done = 0;
        'deepen: for depth in 1..=last {
            let mut fresh: Vec<(Move, i64)> = Vec::with_capacity(ranked.len());
            let mut a = -inf;
            for (index, &(m, _)) in ranked.iter().enumerate() {
                let after = v.after(m);
                let found = if index == 0 {
                    self.after(&after, depth - 1, -inf, inf, 0)
                } else {
                    match self.after(&after, depth - 1, a, a + 1, 0) {
                        Ok(x) if x > a => self.after(&after, depth - 1, a, inf, 0),
                        other => other,
                    }
                };
                match found {
                    Ok(x) => fresh.push((m, x)),
                    Err(Stopped) => {
                        if !fresh.is_empty() {
                            fresh.sort_by_key(|x| std::cmp::Reverse(x.1));
                            let rest: Vec<_> = ranked[fresh.len()..].to_vec();
                            fresh.extend(rest);
                            ranked = fresh;
                        }
                        break 'deepen;
                    }
                }
                a = a.max(fresh[fresh.len() - 1].1);
            }
            // Stable: a move that failed low keeps its place behind better ones.
            fresh.sort_by_key(|x| std::cmp::Reverse(x.1));
            ranked = fresh;
            done = depth;
        }
        (ranked, done)
    }

    /// Each identity of the first four moves once more on its own.
    fn each_identity(&mut self, v: &View, ranked: &mut [(Move, i64)], budget: u64) {
        let n = ranked.len().min(4);
        for x in &mut ranked[..n] {
            let after = v.after(x.0);
            let mut list: List<Outcome<Event>> = List::new();
            after.outcomes(&mut list);
            let children: Vec<(i64, View)> = if after.is_certain() {
                vec![(1, after.settled())]
            } else {
                list.iter().map(|o| (i64::from(o.weight), after.resolve(o.event))).collect()
            };
            let each = budget / (4 * children.len() as u64).max(1);
            let mut values = Vec::new();
            for (w, child) in &children {
                self.limit = self.nodes + each;
                let inf = 2 * self.won();
                let mut last = None;
                for depth in 1..40 {
                    match self.child(&after, child, depth, -inf, inf, 0) {
                        Ok(value) => last = Some(value),
                        Err(Stopped) => break,
                    }
                }
                match last {
                    Some(value) => values.push((*w, value)),
                    None => return,
                }
            }
            x.1 = self.average(&values, after.side());
        }
        ranked[..n].sort_by_key(|x| std::cmp::Reverse(x.1));
    }
}

impl Engine<View> for ArmEngine {
    fn name(&self) -> String {
        format!("arm:{}", self.arm.name)
    }

    fn new_game(&mut self) {
        self.table.fill(EMPTY);
    }

    fn analyse(&mut self, setup: &Setup<View>, request: &Request<View>) -> Analysis<View> {
        let mut analysis = Analysis {
            depth: 0,
            nodes: 0,
            time_ms: 0,
            static_score: None,
            moves: Vec::new(),
            outcomes: Vec::<OutcomeLine<View>>::new(),
        };
        let Some(view) = setup.decision() else { return analysis };
        if view.verdict(&setup.line).is_some() {
            return analysis;
        }
        let mut moves = touchstone_kernel::legal_moves(view, &setup.line);
        if !request.only.is_empty() {
            moves.retain(|m| request.only.contains(m));
        }
        moves.sort_by_cached_key(|&m| -self.order.rate(view, m));
        let Limits { nodes, depth, .. } = request.limits;
        let budget = nodes.unwrap_or(20_000);
        self.line = Some(setup.line.clone());
        self.nodes = 0;
        self.root = true;
        self.limit = if self.arm.root_each { budget / 2 } else { budget };
        let (mut ranked, done) = self.deepen(view, moves, depth.unwrap_or(40).min(40) as i32);
        if self.arm.root_each && ranked.len() > 1 {
            self.root = false;
            self.each_identity(view, &mut ranked, budget / 2);
        }
        analysis.depth = done as u32;
        analysis.nodes = self.nodes.min(budget);
        analysis.moves = ranked
            .into_iter()
            .enumerate()
            .map(|(k, (mv, x))| RootMove {
                mv,
                // Only the first value is not a bound from a null window.
                value: if k == 0 {
                    Value::Exact(self.score(x))
                } else {
                    Value::AtMost(self.score(x))
                },
                proved: false,
                line: vec![Step { mv, event: None }],
                outcomes: Vec::new(),
                nodes: 0,
            })
            .collect();
        analysis
    }
}
