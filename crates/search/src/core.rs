//! Alpha-beta with chance nodes: principal variation search over decisions,
//! Star1 and Star2 over luck.
//!
//! Conventions: the value of a position is for its mover and stepped back by
//! one decision ([`Score::step`]); the value of an afterstate is in the view of
//! the one who moved and unstepped. Windows go down by the inverse step. A
//! value is negated only where the seat changes.
//!
//! Each node gathers a lower and an upper bound over its moves and returns an
//! exact value only where the two meet, so that no bound is ever passed on as
//! a value.

use crate::analysis::Step;
use crate::clock::{Clock, Stopped};
use crate::frame::{ChanceFrame, Frame};
use crate::history::History;
use crate::policy::Policy;
use crate::settings::{Fault, Settings};
use crate::table::{Remembered, Table};
use std::sync::Arc;
use touchstone_kernel::average::ChanceBounds;
use touchstone_kernel::position::{Digest, Key};
use touchstone_kernel::{
    After, Evaluator, Interval, Line, Position, Score, Seat, Value, Verdict, VerdictResult,
};

/// Decisions from the root beyond which the static evaluation is returned.
pub(crate) const MAX_PLY: usize = 200;

/// How often a chance node is asked again by null windows before Star1 takes over.
const SCOUT_ROUNDS: usize = 6;

/// An alpha-beta window, lower edge below upper edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const OPEN: Window = Window { alpha: Score::BELOW, beta: Score::ABOVE };

    pub fn is_null(self) -> bool {
        self.alpha.raw() >= self.beta.raw() - 1
    }

    /// The window for an afterstate of the node with this window.
    fn inward(self) -> Window {
        Window { alpha: self.alpha.unstep_alpha(), beta: self.beta.unstep_beta() }
    }

    fn null_at(self) -> Window {
        Window { alpha: self.alpha, beta: Score::from_raw(self.alpha.raw() + 1) }
    }

    fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The lower and the upper bound of a node over the moves looked at so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gathered {
    pub lo: Score,
    pub hi: Score,
}

impl Gathered {
    pub const NOTHING: Gathered = Gathered { lo: Score::BELOW, hi: Score::BELOW };

    pub fn take(&mut self, v: Value) {
        match v {
            Value::Exact(s) => {
                self.lo = self.lo.max(s);
                self.hi = self.hi.max(s);
            }
            Value::AtLeast(s) => {
                self.lo = self.lo.max(s);
                self.hi = Score::WIN;
            }
            Value::AtMost(s) => self.hi = self.hi.max(s),
        }
    }

    /// The rest was not looked at: it may be worth anything more.
    pub fn cut(&mut self, rest: bool) {
        if rest {
            self.hi = Score::WIN;
        }
    }

    pub fn value(self, alpha: Score) -> Value {
        if self.lo == self.hi {
            Value::Exact(self.lo)
        } else if self.hi <= alpha {
            Value::AtMost(self.hi)
        } else {
            Value::AtLeast(self.lo)
        }
    }
}

/// One thread's search.
pub(crate) struct Searcher<P: Position, Y: Policy<P>> {
    pub policy: Y,
    pub settings: Settings,
    pub table: Arc<Table>,
    pub clock: Clock,
    pub line: Line<P>,
    pub history: History,
    pub frames: Vec<Frame<P>>,
    pub chances: Vec<ChanceFrame<P>>,
    /// The seat that has to play, and what a draw costs it.
    pub contempt: (Seat, Score),
    /// How far root values may be off, in raw units; 0 for exact ones.
    pub coarse: i32,
    pub salt: u64,
}

type State<P, Y> = <<Y as Policy<P>>::Eval as Evaluator<P>>::State;

impl<P: Position, Y: Policy<P>> Searcher<P, Y> {
    /// The value of a finished game for `seat`.
    pub fn verdict_score(&self, verdict: Verdict, seat: Seat) -> Score {
        match verdict.result {
            VerdictResult::Win(winner) if winner == seat => Score::WIN,
            VerdictResult::Win(_) => Score::LOSS,
            VerdictResult::Draw if seat == self.contempt.0 => -self.contempt.1,
            VerdictResult::Draw => self.contempt.1,
        }
    }

    /// The value of a position at the end of `self.line` for its mover.
    pub fn node(
        &mut self,
        p: &P,
        state: &State<P, Y>,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Result<Value, Stopped> {
        self.frames[ply].pv.clear();
        if let Some(verdict) = p.verdict(&self.line) {
            self.clock.tick()?;
            return Ok(Value::Exact(self.verdict_score(verdict, p.seat())));
        }
        if let Some(score) = self.policy.exact(p, &self.line) {
            self.clock.tick()?;
            return Ok(Value::Exact(score));
        }
        let depth = match depth {
            0 if self.settings.selective && self.policy.extends(p) => 1,
            d => d,
        };
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(p, state, window, ply);
        }
        self.clock.tick()?;
        let possible = self.policy.possible_at(p, state, depth).against(window.alpha, window.beta);
        if let Some(v @ Value::AtLeast(_)) = possible {
            return Ok(v);
        }
        if let Some(v) = self.wins_at_once(p, ply) {
            return Ok(v);
        }
        if let Some(v @ Value::AtMost(_)) = possible {
            return Ok(v);
        }

        let horizon = p.line_horizon(&self.line);
        let bare = self.bare_key(p, depth);
        let tagged = depth >= 0 && horizon <= depth as u32;
        let key = if tagged { bare.mixed(self.line.digest()) } else { bare };
        let mut tag = 0;
        if let Some(found) = self.table.get(key) {
            tag = found.tag;
            let deep = if self.settings.selective {
                i32::from(found.depth) >= depth && (tagged || u32::from(found.depth) < horizon)
            } else {
                i32::from(found.depth) == depth
            };
            if deep && window.is_null() && decides(found.value, window) {
                return Ok(found.value);
            }
        } else if tagged && let Some(found) = self.table.get(bare) {
            tag = found.tag;
        }
        if self.settings.selective
            && window.is_null()
            && !self.frames[ply].passed
            && let Some((m, less)) = self.policy.pass(p, state, depth, window.beta)
        {
            let (after, inner) = (p.after(m), window.inward());
            let (child, d) = (after.settled(), (depth - 1 - less).max(0));
            self.frames[ply + 1].passed = true;
            let value = self.child_value(p.seat(), &after, &child, Some(state), d, inner, ply);
            self.frames[ply + 1].passed = false;
            let number = value?.number();
            if number >= inner.beta && !number.is_sure() {
                return Ok(Value::AtLeast(number));
            }
        }
        let depth = if tag == 0 && self.settings.selective {
            depth - self.policy.untried(depth)
        } else {
            depth
        };
        self.expand(p, state, depth, window, ply, key, tag)
    }

    /// A win that the policy sees without search; the line behind `ply` is set.
    #[inline]
    fn wins_at_once(&mut self, p: &P, ply: usize) -> Option<Value> {
        if !self.settings.selective {
            return None;
        }
        let mv = self.policy.winning(p)?;
        self.frames[ply].pv.push(Step { mv, event: None });
        Some(Value::Exact(Score::win_in(1)))
    }

    /// The static evaluation at the end of the line.
    #[inline]
    fn judge(&self, p: &P, state: &State<P, Y>) -> Score {
        let score = self.policy.stand(p, state);
        if self.settings.selective { self.policy.aged(&self.line, score) } else { score }
    }

    /// The table's key of a position whose subtree of `depth` plies meets no
    /// verdict of the line.
    #[inline]
    pub fn bare_key(&self, p: &P, depth: i32) -> Key {
        let key = Key(p.key().0 ^ self.salt);
        match if self.settings.selective { self.policy.age(&self.line, depth) } else { 0 } {
            0 => key,
            age => key.mixed(age),
        }
    }

    fn expand(
        &mut self,
        p: &P,
        state: &State<P, Y>,
        depth: i32,
        window: Window,
        ply: usize,
        key: Key,
        tag: u16,
    ) -> Result<Value, Stopped> {
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut rated = std::mem::take(&mut self.frames[ply].rated);
        moves.clear();
        p.moves(&self.line, &mut moves);
        let left_out = self.settings.selective && self.policy.admit(p, depth, &mut moves);
        rated.clear();
        for &m in moves.iter() {
            let rate = self.rate(p, m, tag, ply);
            rated.push((rate, m));
        }
        let outcome = self.try_moves(p, state, depth, window, ply, &mut rated, left_out);
        self.frames[ply].moves = moves;
        self.frames[ply].rated = rated;
        let (value, best) = outcome?;
        // After a fail low no move is known to be good: the old one stays.
        let tag = match best {
            Some(m) if tag == 0 || !matches!(value, Value::AtMost(_)) => self.policy.tag(m),
            _ => tag,
        };
        self.table.put(key, Remembered { value, depth: depth.clamp(0, 255) as u8, tag });
        Ok(value)
    }

    fn rate(&self, p: &P, m: P::Move, tag: u16, ply: usize) -> i32 {
        let own = self.policy.tag(m);
        if own == tag {
            return i32::MAX;
        }
        let mut rate = self.policy.rate(p, m);
        if self.policy.is_quiet(p, m) {
            let killers = self.frames[ply].killers;
            if own == killers[0] {
                rate += (1 << 17) + 1;
            } else if own == killers[1] {
                rate += 1 << 17;
            }
            rate += self.history.get(self.policy.slot(p, m));
        }
        rate
    }

    fn try_moves(
        &mut self,
        p: &P,
        state: &State<P, Y>,
        depth: i32,
        window: Window,
        ply: usize,
        rated: &mut [(i32, P::Move)],
        left_out: bool,
    ) -> Result<(Value, Option<P::Move>), Stopped> {
        if rated.is_empty() {
            // Everything was left out: the static value stands for it.
            return Ok((Value::Exact(self.judge(p, state)), None));
        }
        let mut inner = window.inward();
        let mut all = Gathered::NOTHING;
        if left_out {
            // What was left out is worth at least the worst unsure result.
            all.take(Value::Exact(Score::WORST_UNSURE));
        }
        let mut best = None;
        let mut best_number = Score::BELOW;
        for index in 0..rated.len() {
            pick(rated, index);
            let m = rated[index].1;
            if self.settings.selective
                && index > 0
                && inner.is_null()
                && self.policy.skips(p, m, depth, index)
            {
                all.take(Value::Exact(Score::WORST_UNSURE));
                continue;
            }
            let value = self.move_value(p, state, m, depth, inner, ply, index)?;
            all.take(value);
            if value.number() > best_number || best.is_none() {
                best_number = value.number();
                best = Some(m);
            }
            if all.lo > inner.alpha {
                inner.alpha = all.lo;
                if all.lo >= inner.beta {
                    self.reward(p, depth, ply, rated, index);
                    all.cut(index + 1 < rated.len());
                    break;
                }
            }
        }
        // Searched with a window that only rose: the bounds hold for the node.
        Ok((all.value(window.inward().alpha).step(), best))
    }

    /// The value of the `index`th move of a node, unstepped, in the mover's
    /// view, and the line behind it when it raises alpha.
    fn move_value(
        &mut self,
        p: &P,
        state: &State<P, Y>,
        m: P::Move,
        depth: i32,
        inner: Window,
        ply: usize,
        index: usize,
    ) -> Result<Value, Stopped> {
        let after = p.after(m);
        let (cost, less) = if self.settings.selective {
            let mut less = if index == 0 { 0 } else { self.policy.reduction(p, m, depth, index) };
            if less > 0 && self.settings.late_history > 0 {
                let merit = self.history.get(self.policy.slot(p, m));
                less = (less - merit / self.settings.late_history).max(0);
            }
            (self.policy.cost(p, m, depth).max(1), less)
        } else {
            (1, 0)
        };
        let d = (depth - cost).max(0);
        let mut value;
        if index > 0 && !inner.is_null() || less > 0 {
            value = self.after_value(
                p,
                Some(state),
                m,
                &after,
                (d - less).max(0),
                inner.null_at(),
                ply,
            )?;
            let low = matches!(value, Value::AtMost(_)) || value.number() <= inner.alpha;
            if low {
                return Ok(value);
            }
            if less > 0 && d > 0 {
                value = self.after_value(p, Some(state), m, &after, d, inner.null_at(), ply)?;
                if value.number() <= inner.alpha {
                    return Ok(value);
                }
            }
            if inner.is_null() || value.number() >= inner.beta {
                return Ok(value);
            }
        }
        value = self.after_value(p, Some(state), m, &after, d, inner, ply)?;
        Ok(value)
    }

    /// The value of an afterstate, in the view of the one who moved.
    pub fn after_value(
        &mut self,
        p: &P,
        state: Option<&State<P, Y>>,
        m: P::Move,
        after: &P::After,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Result<Value, Stopped> {
        if after.is_certain() {
            let child = after.settled();
            let value = self.child_value(p.seat(), after, &child, state, depth, window, ply)?;
            if value.number() > window.alpha {
                self.extend_pv(ply, Step { mv: m, event: None });
            }
            Ok(value)
        } else {
            let horizon = p.line_horizon(&self.line);
            let value = self.chance(p.seat(), after, state, horizon, depth, window, ply)?;
            if value.number() > window.alpha {
                let (event, tail) = {
                    let c = &mut self.chances[ply];
                    (c.pv_event, std::mem::take(&mut c.pv))
                };
                let pv = &mut self.frames[ply].pv;
                pv.clear();
                pv.push(Step { mv: m, event });
                if event.is_some() {
                    pv.extend_from_slice(&tail);
                }
                self.chances[ply].pv = tail;
            }
            Ok(value)
        }
    }

    fn extend_pv(&mut self, ply: usize, step: Step<P>) {
        let tail = std::mem::take(&mut self.frames[ply + 1].pv);
        let pv = &mut self.frames[ply].pv;
        pv.clear();
        pv.push(step);
        pv.extend_from_slice(&tail);
        self.frames[ply + 1].pv = tail;
    }

    /// The value of a position reached over `after`, in the view of `mover`.
    fn child_value(
        &mut self,
        mover: Seat,
        after: &P::After,
        child: &P,
        state: Option<&State<P, Y>>,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Result<Value, Stopped> {
        let next = self.carried(state, after, child);
        self.line.push(after, child);
        let value = if child.seat() == mover {
            self.node(child, &next, depth, window, ply + 1)
        } else {
            self.node(child, &next, depth, window.flipped(), ply + 1).map(|v| -v)
        };
        self.line.pop();
        value
    }

    /// The value of an afterstate with luck in it, in the view of the one who
    /// moved. `horizon` is the line's at the decision before.
    pub fn chance(
        &mut self,
        mover: Seat,
        after: &P::After,
        state: Option<&State<P, Y>>,
        horizon: u32,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Result<Value, Stopped> {
        self.chances[ply].forget();
        let bare = Key(after.key().0 ^ self.salt);
        let tagged = horizon <= depth.max(0) as u32 + 1;
        let key = match (tagged, after.resets()) {
            (false, _) => bare,
            // The line starts anew behind this node: only what it keeps may matter.
            (true, true) => bare.mixed(after.settled().mark(&self.line, after).digest()),
            (true, false) => bare.mixed(self.line.digest()),
        };
        if let Some(found) = self.table.get(key) {
            let deep = if self.settings.selective {
                i32::from(found.depth) >= depth.max(0)
                    && (tagged || u32::from(found.depth) + 1 < horizon)
            } else {
                i32::from(found.depth) == depth.max(0)
            };
            if deep && window.is_null() && decides(found.value, window) {
                return Ok(found.value);
            }
        }
        if depth <= 0
            && let Some(f) = self.policy.frontier(after, window.alpha, window.beta)
        {
            self.clock.add(f.nodes)?;
            return Ok(f.value);
        }
        let mut frame = std::mem::replace(&mut self.chances[ply], ChanceFrame::new());
        let result = self.chance_in(&mut frame, mover, after, state, depth, window, ply);
        self.chances[ply] = frame;
        let value = match (self.settings.fault, result?) {
            (Some(Fault::NearCertainIsSure), Value::Exact(s)) => Value::Exact(near_certain(s)),
            (_, value) => value,
        };
        self.table.put(key, Remembered { value, depth: depth.clamp(0, 255) as u8, tag: 0 });
        Ok(value)
    }

    fn chance_in(
        &mut self,
        frame: &mut ChanceFrame<P>,
        mover: Seat,
        after: &P::After,
        state: Option<&State<P, Y>>,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Result<Value, Stopped> {
        let ChanceFrame { outcomes, children, bounds, pv, pv_event } = frame;
        outcomes.clear();
        after.outcomes(outcomes);
        // Likely outcomes first: they move the bounds most.
        outcomes.sort_unstable_by_key(|o| std::cmp::Reverse(o.weight));
        children.clear();
        bounds.clear();
        pv.clear();
        *pv_event = None;
        for o in outcomes.iter() {
            children.push(after.resolve(o.event));
        }
        if let Some(state) = state {
            self.policy.foresee(after, state, children);
        }
        for (o, child) in outcomes.iter().zip(children.iter()) {
            let next = self.carried(state, after, child);
            bounds.push(o.weight, self.possible_for(mover, child, &next, depth));
        }
        if depth <= 0 {
            if let Some(v @ Value::AtMost(_)) = bounds.interval().against(window.alpha, window.beta)
            {
                self.clock.tick()?;
                return Ok(v);
            }
            for (k, child) in children.iter().enumerate() {
                let next = self.carried(state, after, child);
                let i = self.policy.possible_at(child, &next, depth);
                let i = if child.seat() == mover { i } else { -i };
                bounds.learn(k, Value::AtLeast(i.lo));
                bounds.learn(k, Value::AtMost(i.hi));
            }
        }
        let fault = self.settings.fault;
        let mut decided = bounds.interval().against(window.alpha, window.beta);
        if self.settings.selective && !matches!(decided, Some(Value::AtMost(_))) {
            // What is possible may be a margin taken on trust: no margin hides a win at once.
            for (k, child) in children.iter().enumerate() {
                let known = bounds.known(k);
                if known.lo < known.hi && self.policy.winning(child).is_some() {
                    let own = child.seat() == mover;
                    let win = Score::win_in(1);
                    bounds.learn(k, Value::Exact(if own { win } else { -win }));
                }
            }
            decided = bounds.interval().against(window.alpha, window.beta);
        }
        if let Some(v) = decided
            && !v.is_exact()
        {
            self.clock.tick()?;
            return Ok(v);
        }
        let scouts = self.settings.scout && window.is_null() && fault.is_none();
        if scouts
            && let Some(v) =
                self.scout(mover, after, state, children, bounds, depth, window, ply)?
        {
            return Ok(v);
        }
        if self.settings.star2 && !scouts && depth >= self.settings.star2_depth {
            for (k, child) in children.iter().enumerate() {
                let (a, b) = bounds.child_window(k, window.alpha, window.beta);
                let w = Window { alpha: a, beta: b };
                if let Some(v) = self.probe(mover, after, child, state, depth, w, ply)? {
                    bounds.learn(k, v);
                    if let Some(v) = bounds.interval().against(window.alpha, window.beta) {
                        return Ok(v);
                    }
                }
            }
        }
        // First pass with Star1 windows; a second, with open windows, for what
        // is still undecided after it (rare: near sure results, and at the edges).
        for pass in 0..2 {
            for k in 0..children.len() {
                let known = bounds.known(k);
                if known.lo == known.hi && !(pass == 0 && pv_event.is_none()) {
                    continue;
                }
                let w = match (fault, pass) {
                    (Some(Fault::BoundAsExact), _) => window,
                    (_, 0) => {
                        let (a, b) = bounds.child_window(k, window.alpha, window.beta);
                        Window { alpha: a, beta: b }
                    }
                    _ => Window::OPEN,
                };
                let v = self.child_value(mover, after, &children[k], state, depth, w, ply)?;
                if fault == Some(Fault::StarRoundedWrong) && pass == 0 {
                    // Believes the quotients instead of the average.
                    let (a, b) = bounds.child_window(k, window.alpha, window.beta);
                    if v.number().raw() <= a.raw() + 2 && a > Score::BELOW {
                        return Ok(Value::AtMost(window.alpha));
                    }
                    if v.number().raw() >= b.raw() - 2 && b < Score::ABOVE {
                        return Ok(Value::AtLeast(window.beta));
                    }
                }
                let v = match fault {
                    Some(Fault::BoundAsExact) => Value::Exact(v.number()),
                    _ => v,
                };
                bounds.learn(k, v);
                if v.is_exact() && pv_event.is_none() {
                    *pv_event = Some(outcomes[k].event);
                    pv.extend_from_slice(&self.frames[ply + 1].pv);
                }
                if let Some(v) = bounds.interval().against(window.alpha, window.beta)
                    && (k + 1 == children.len() || !v.is_exact())
                {
                    return Ok(v);
                }
            }
            if let Some(v) = bounds.interval().against(window.alpha, window.beta) {
                return Ok(v);
            }
        }
        // Open windows give exact values; what stays open can only be a table bound.
        let i = bounds.interval();
        Ok(if i.hi < window.beta { Value::AtMost(i.hi) } else { Value::AtLeast(i.lo) })
    }

    /// Tries to decide a chance node against a null window by null windows alone.
    ///
    /// Each outcome gets a threshold around its expected value, such that the
    /// thresholds average to the node's edge: outcomes that all stay below (or
    /// all reach) theirs decide the node. Where some do and some do not, those
    /// that speak against the likelier end are asked again, with what the
    /// others left over. Only bounds enter; `None` leaves the rest to Star1.
    fn scout(
        &mut self,
        mover: Seat,
        after: &P::After,
        state: Option<&State<P, Y>>,
        children: &[P],
        bounds: &mut ChanceBounds,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Result<Option<Value>, Stopped> {
        const MOST: usize = 32;
        let n = children.len();
        if n > MOST || window.alpha.is_sure() || window.beta.is_sure() {
            return Ok(None);
        }
        let edge = i64::from(window.beta.raw()) * i64::from(bounds.total());
        // What each outcome is thought or known to be worth, and the sum.
        let mut thought = [0i64; MOST];
        let mut sum = 0;
        for (k, child) in children.iter().enumerate() {
            let known = bounds.known(k);
            let found = match depth {
                // Near the horizon the static value says as much.
                ..2 => None,
                _ => self.table.get(Key(child.key().0 ^ self.salt)),
            };
            let guess = match found {
                Some(found) => found.value.number(),
                None => {
                    let next = self.carried(state, after, child);
                    self.policy.stand(child, &next)
                }
            };
            let guess = if child.seat() == mover { guess } else { -guess };
            thought[k] = i64::from(guess.max(known.lo).min(known.hi).raw());
            sum += i64::from(bounds.weight(k)) * thought[k];
        }
        // Outcomes of which the edge of this round is not yet known.
        let mut open = [true; MOST];
        for _ in 0..SCOUT_ROUNDS {
            let mut free: i64 =
                (0..n).filter(|&k| open[k]).map(|k| i64::from(bounds.weight(k))).sum();
            if free == 0 {
                break;
            }
            for k in 0..n {
                if !open[k] {
                    continue;
                }
                let w = i64::from(bounds.weight(k));
                let share = (edge - sum).div_euclid(free);
                let known = bounds.known(k);
                let least = i64::from(known.lo.raw()) + 1;
                let most = i64::from(known.hi.raw());
                free -= w;
                if least > most {
                    // Known exactly.
                    sum += w * (most - thought[k]);
                    thought[k] = most;
                    continue;
                }
                let at = Score::from_raw((thought[k] + share).clamp(least, most) as i32);
                let w1 = Window { alpha: Score::from_raw(at.raw() - 1), beta: at };
                let v = self.child_value(mover, after, &children[k], state, depth, w1, ply)?;
                bounds.learn(k, v);
                let number = i64::from(v.number().raw());
                sum += w * (number - thought[k]);
                thought[k] = number;
                if let Some(v) = bounds.interval().against(window.alpha, window.beta) {
                    return Ok(Some(v));
                }
            }
            // Which end is likelier now; whose bound is on the wrong side for it.
            let high = sum >= edge;
            for k in 0..n {
                let known = bounds.known(k);
                let has = if high { known.lo } else { known.hi };
                open[k] = i64::from(has.raw()) != thought[k];
            }
        }
        Ok(None)
    }

    fn carried(&self, state: Option<&State<P, Y>>, after: &P::After, child: &P) -> State<P, Y> {
        match state {
            Some(state) => self.policy.evaluator().carry(state, after, child),
            None => self.policy.evaluator().start(child),
        }
    }

    /// What is possible at `child`, in the view of `mover`; at the horizon only the end that
    /// is found fast, which often decides.
    fn possible_for(&self, mover: Seat, child: &P, next: &State<P, Y>, depth: i32) -> Interval {
        let i = if depth > 0 {
            self.policy.possible_at(child, next, depth)
        } else {
            Interval { lo: self.policy.floor_at(child, next, depth), hi: Score::WIN }
        };
        if child.seat() == mover { i } else { -i }
    }

    /// Star2: one reply to an outcome bounds it from one side.
    fn probe(
        &mut self,
        mover: Seat,
        after: &P::After,
        child: &P,
        state: Option<&State<P, Y>>,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Result<Option<Value>, Stopped> {
        let next = self.carried(state, after, child);
        self.line.push(after, child);
        let result = self.probe_in(child, &next, depth, window, child.seat() == mover, ply + 1);
        self.line.pop();
        result
    }

    fn probe_in(
        &mut self,
        child: &P,
        state: &State<P, Y>,
        depth: i32,
        window: Window,
        same: bool,
        ply: usize,
    ) -> Result<Option<Value>, Stopped> {
        let known = match child.verdict(&self.line) {
            Some(verdict) => Some(self.verdict_score(verdict, child.seat())),
            None => self.policy.exact(child, &self.line),
        };
        if let Some(score) = known {
            return Ok(Some(Value::Exact(if same { score } else { -score })));
        }
        if ply >= MAX_PLY {
            return Ok(None);
        }
        self.clock.tick()?;
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        moves.clear();
        child.moves(&self.line, &mut moves);
        if self.settings.selective {
            self.policy.admit(child, depth, &mut moves);
        }
        let tag = self.table.get(self.bare_key(child, depth)).map_or(0, |r| r.tag);
        let best = moves.iter().copied().max_by_key(|&m| self.rate(child, m, tag, ply));
        self.frames[ply].moves = moves;
        let Some(m) = best else { return Ok(None) };
        let w = if same { window } else { window.flipped() };
        let reply = child.after(m);
        let cost =
            if self.settings.selective { self.policy.cost(child, m, depth).max(1) } else { 1 };
        let d = (depth - cost).max(0);
        let v = self.after_value(child, Some(state), m, &reply, d, w.inward(), ply)?.step();
        // The child is worth at least this reply to its own mover.
        Ok(match v {
            Value::Exact(s) | Value::AtLeast(s) => {
                Some(if same { Value::AtLeast(s) } else { Value::AtMost(-s) })
            }
            Value::AtMost(_) => None,
        })
    }

    /// A node without depth left: the static evaluation, settled by noisy moves.
    fn leaf(
        &mut self,
        p: &P,
        state: &State<P, Y>,
        window: Window,
        ply: usize,
    ) -> Result<Value, Stopped> {
        self.clock.tick()?;
        let stand = self.judge(p, state);
        if !self.settings.quiescence || ply >= MAX_PLY {
            return Ok(Value::Exact(stand));
        }
        if stand >= window.beta {
            return Ok(Value::AtLeast(stand));
        }
        if let Some(v) = self.wins_at_once(p, ply) {
            return Ok(v);
        }
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut rated = std::mem::take(&mut self.frames[ply].rated);
        moves.clear();
        self.policy.noisy(p, &self.line, &mut moves);
        rated.clear();
        for &m in moves.iter() {
            rated.push((self.policy.rate(p, m), m));
        }
        let result = self.settle(p, state, window, ply, stand, &mut rated);
        self.frames[ply].moves = moves;
        self.frames[ply].rated = rated;
        result
    }

    fn settle(
        &mut self,
        p: &P,
        state: &State<P, Y>,
        window: Window,
        ply: usize,
        stand: Score,
        rated: &mut [(i32, P::Move)],
    ) -> Result<Value, Stopped> {
        // Standing pat is an evaluation, never sure: unstepped it is itself.
        let mut inner = window.inward();
        let low = inner.alpha;
        let mut all = Gathered::NOTHING;
        all.take(Value::Exact(stand));
        inner.alpha = inner.alpha.max(stand);
        for index in 0..rated.len() {
            pick(rated, index);
            let m = rated[index].1;
            let after = p.after(m);
            let value = self.after_value(p, Some(state), m, &after, -1, inner, ply)?;
            all.take(value);
            if all.lo > inner.alpha {
                inner.alpha = all.lo;
                if all.lo >= inner.beta {
                    all.cut(index + 1 < rated.len());
                    break;
                }
            }
        }
        Ok(all.value(low).step())
    }

    fn reward(&mut self, p: &P, depth: i32, ply: usize, rated: &[(i32, P::Move)], index: usize) {
        let m = rated[index].1;
        if !self.policy.is_quiet(p, m) {
            return;
        }
        let tag = self.policy.tag(m);
        let killers = &mut self.frames[ply].killers;
        if killers[0] != tag {
            killers[1] = killers[0];
            killers[0] = tag;
        }
        self.history.reward(self.policy.slot(p, m), depth);
        for &(_, other) in &rated[..index] {
            if self.policy.is_quiet(p, other) {
                self.history.punish(self.policy.slot(p, other), depth);
            }
        }
    }
}

/// The fault of that name: an average that is not sure but almost so passes for sure.
fn near_certain(s: Score) -> Score {
    let edge = Score::UNIT - Score::UNIT / 50;
    if s.is_sure() || s.raw().abs() <= edge {
        s
    } else if s.raw() > 0 {
        Score::LEAST_SURE_WIN
    } else {
        -Score::LEAST_SURE_WIN
    }
}

/// Whether a remembered value answers a search with this window.
fn decides(value: Value, window: Window) -> bool {
    match value {
        Value::Exact(_) => true,
        Value::AtLeast(s) => s >= window.beta,
        Value::AtMost(s) => s <= window.alpha,
    }
}

/// Brings the best of `rated[from..]` to `from`, keeping the order of equals.
fn pick<M: Copy>(rated: &mut [(i32, M)], from: usize) {
    let mut best = from;
    for i in from + 1..rated.len() {
        if rated[i].0 > rated[best].0 {
            best = i;
        }
    }
    rated[from..=best].rotate_right(1);
}
