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
use touchstone_kernel::position::{Digest, Key};
use touchstone_kernel::{
    After, Evaluator, Interval, Line, Position, Score, Seat, Value, Verdict, VerdictResult,
};

/// Decisions from the root beyond which the static evaluation is returned.
pub(crate) const MAX_PLY: usize = 200;

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
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(p, state, window, ply);
        }
        self.clock.tick()?;
        if let Some(v) = self.policy.possible(p, depth).against(window.alpha, window.beta)
            && !v.is_exact()
        {
            return Ok(v);
        }

        let horizon = p.line_horizon(&self.line);
        let bare = Key(p.key().0 ^ self.salt);
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
        self.expand(p, state, depth, window, ply, key, tag)
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
            let score = self.policy.evaluator().score(p, state);
            return Ok((Value::Exact(score), None));
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
            let less = if index == 0 { 0 } else { self.policy.reduction(p, m, depth, index) };
            (self.policy.cost(p, m, depth).max(1), less)
        } else {
            (1, 0)
        };
        let d = depth - cost;
        let mut value;
        if index > 0 && !inner.is_null() || less > 0 {
            value = self.after_value(p, Some(state), m, &after, d - less, inner.null_at(), ply)?;
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
        let value = result?;
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
            let child = after.resolve(o.event);
            bounds.push(o.weight, self.possible_for(mover, &child, depth));
            children.push(child);
        }
        let fault = self.settings.fault;
        if let Some(v) = bounds.interval().against(window.alpha, window.beta)
            && !v.is_exact()
        {
            self.clock.tick()?;
            return Ok(v);
        }
        if self.settings.star2 && depth >= self.settings.star2_depth {
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
                return Ok(match (fault, v) {
                    (Some(Fault::NearCertainIsSure), Value::Exact(s)) if s.held() == s => {
                        Value::Exact(near_certain(s))
                    }
                    _ => v,
                });
            }
        }
        // Open windows give exact values; what stays open can only be a table bound.
        let i = bounds.interval();
        Ok(if i.hi < window.beta { Value::AtMost(i.hi) } else { Value::AtLeast(i.lo) })
    }

    fn carried(&self, state: Option<&State<P, Y>>, after: &P::After, child: &P) -> State<P, Y> {
        match state {
            Some(state) => self.policy.evaluator().carry(state, after, child),
            None => self.policy.evaluator().start(child),
        }
    }

    /// What is possible at `child`, in the view of `mover`.
    fn possible_for(&self, mover: Seat, child: &P, depth: i32) -> Interval {
        let i = self.policy.possible(child, depth);
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
        let tag = self.table.get(Key(child.key().0 ^ self.salt)).map_or(0, |r| r.tag);
        let best = moves.iter().copied().max_by_key(|&m| self.rate(child, m, tag, ply));
        self.frames[ply].moves = moves;
        let Some(m) = best else { return Ok(None) };
        let w = if same { window } else { window.flipped() };
        let reply = child.after(m);
        let cost =
            if self.settings.selective { self.policy.cost(child, m, depth).max(1) } else { 1 };
        let v =
            self.after_value(child, Some(state), m, &reply, depth - cost, w.inward(), ply)?.step();
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
        let stand = self.policy.evaluator().score(p, state);
        if !self.settings.quiescence || ply >= MAX_PLY {
            return Ok(Value::Exact(stand));
        }
        if stand >= window.beta {
            return Ok(Value::AtLeast(stand));
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
            let value = self.after_value(p, Some(state), m, &after, 0, inner, ply)?;
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

/// The fault of that name: what is almost sure passes for sure.
fn near_certain(s: Score) -> Score {
    let edge = Score::UNIT - Score::UNIT / 50;
    if s.raw() > edge {
        Score::LEAST_SURE_WIN
    } else if s.raw() < -edge {
        -Score::LEAST_SURE_WIN
    } else {
        s
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
