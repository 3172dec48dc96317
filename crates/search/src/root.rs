//! The root: iterative deepening, several best lines, outcome tables, threads.

use crate::analysis::{Analysis, OutcomeLine, Request, RootMove, Step};
use crate::clock::{Clock, Stopped};
use crate::core::{MAX_PLY, Searcher, Window};
use crate::engine::Engine;
use crate::frame::{ChanceFrame, Frame};
use crate::history::History;
use crate::policy::Policy;
use crate::settings::Settings;
use crate::table::Table;
use std::sync::Arc;
use touchstone_kernel::{
    After, Evaluator, Interval, Limits, List, Node, Position, Score, Seat, Setup, Value,
};

/// Depth beyond which iterative deepening does not go.
const MAX_DEPTH: u32 = 100;

/// The generic engine: alpha-beta under chance with one game's policy.
pub struct AlphaBeta<P: Position, Y: Policy<P>> {
    name: String,
    policy: Y,
    settings: Settings,
    table: Arc<Table>,
    pool: Vec<Buffers<P>>,
}

/// What a search keeps between calls so that it need not allocate.
struct Buffers<P: Position> {
    history: History,
    frames: Vec<Frame<P>>,
    chances: Vec<ChanceFrame<P>>,
}

impl<P: Position> Buffers<P> {
    fn new(slots: usize) -> Self {
        Buffers {
            history: History::new(slots),
            frames: (0..MAX_PLY + 2).map(|_| Frame::new()).collect(),
            chances: (0..MAX_PLY + 2).map(|_| ChanceFrame::new()).collect(),
        }
    }
}

/// A root move under search.
#[derive(Clone, Debug)]
struct Candidate<P: Position> {
    mv: P::Move,
    value: Value,
    line: Vec<Step<P>>,
    outcomes: Vec<OutcomeLine<P>>,
    proved: bool,
    nodes: u64,
}

impl<P, Y> AlphaBeta<P, Y>
where
    P: Position + Send + Sync,
    P::Move: Send + Sync,
    P::Mark: Send + Sync,
    P::Rules: Send + Sync,
    P::After: Send + Sync,
    <P::After as After>::Event: Send + Sync,
    Y: Policy<P> + Sync,
{
    /// An engine with a table of `settings.table_bytes`.
    pub fn new(name: impl Into<String>, policy: Y, settings: Settings) -> Self {
        AlphaBeta {
            name: name.into(),
            policy,
            settings,
            table: Arc::new(Table::with_bytes(settings.table_bytes)),
            pool: Vec::new(),
        }
    }

    /// The policy, to change parameters between searches.
    pub fn policy_mut(&mut self) -> &mut Y {
        &mut self.policy
    }

    /// The settings, to change between searches (the table keeps its size).
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    fn searcher(&mut self, setup: &Setup<P>, request: &Request<P>, clock: Clock) -> Searcher<P, Y> {
        let buffers = self.pool.pop().unwrap_or_else(|| Buffers::new(Y::SLOTS));
        let seat = match &setup.node {
            Node::Decision(p) => p.seat(),
            Node::Chance(after) => after.settled().seat(),
        };
        let contempt = if request.play { self.policy.contempt() } else { Score::DRAW };
        let mut line = setup.line.clone();
        line.set_root();
        Searcher {
            policy: self.policy.clone(),
            settings: self.settings,
            table: Arc::clone(&self.table),
            clock,
            line,
            history: buffers.history,
            frames: buffers.frames,
            chances: buffers.chances,
            contempt: (seat, contempt),
            coarse: if request.play && self.settings.selective { self.settings.coarse } else { 0 },
            salt: salt(self.policy.salt(), seat, contempt),
        }
    }

    fn give_back(&mut self, searcher: Searcher<P, Y>) {
        let Searcher { mut history, frames, chances, .. } = searcher;
        history.fade();
        self.pool.push(Buffers { history, frames, chances });
    }

    fn decide(&mut self, setup: &Setup<P>, p: &P, request: &Request<P>) -> Analysis<P> {
        let clock = Clock::start(&request.limits, &request.stop);
        let helpers = request.threads.clamp(1, 64) - 1;
        let mut main = self.searcher(setup, request, clock);
        let mut others: Vec<_> = (0..helpers)
            .map(|_| {
                // Helpers end with the main thread, not by nodes of their own.
                let limits = Limits { nodes: None, ..request.limits };
                self.searcher(setup, request, Clock::start(&limits, &request.stop))
            })
            .collect();
        let done = crate::engine::Stop::new();
        let analysis = if others.is_empty() {
            main.deepen(p, request, 0)
        } else {
            std::thread::scope(|scope| {
                for (i, other) in others.iter_mut().enumerate() {
                    other.clock.also(&done);
                    let request = request.clone();
                    scope.spawn(move || other.deepen(p, &request, i as u32 + 1));
                }
                let analysis = main.deepen(p, request, 0);
                done.raise();
                analysis
            })
        };
        let more: u64 = others.iter().map(|o| o.clock.nodes).sum();
        self.give_back(main);
        for other in others {
            self.give_back(other);
        }
        Analysis { nodes: analysis.nodes + more, ..analysis }
    }

    fn await_luck(
        &mut self,
        setup: &Setup<P>,
        after: &P::After,
        request: &Request<P>,
    ) -> Analysis<P> {
        let clock = Clock::start(&request.limits, &request.stop);
        let mut main = self.searcher(setup, request, clock);
        let analysis = main.deepen_luck(after, request);
        self.give_back(main);
        analysis
    }
}

impl<P, Y> Engine<P> for AlphaBeta<P, Y>
where
    P: Position + Send + Sync,
    P::Move: Send + Sync,
    P::Mark: Send + Sync,
    P::Rules: Send + Sync,
    P::After: Send + Sync,
    <P::After as After>::Event: Send + Sync,
    Y: Policy<P> + Sync,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        self.table.clear();
        for buffers in &mut self.pool {
            buffers.history.clear();
            for frame in &mut buffers.frames {
                frame.killers = [0; 2];
            }
        }
    }

    fn analyse(&mut self, setup: &Setup<P>, request: &Request<P>) -> Analysis<P> {
        self.table.age();
        match &setup.node {
            Node::Decision(p) => self.decide(setup, p, request),
            Node::Chance(after) => self.await_luck(setup, after, request),
        }
    }
}

fn salt(policy: u64, seat: Seat, contempt: Score) -> u64 {
    if contempt == Score::DRAW {
        policy
    } else {
        policy
            ^ touchstone_kernel::position::mix(contempt.raw() as u64 ^ (seat.index() as u64) << 40)
    }
}

fn empty<P: Position>(nodes: u64, time_ms: u64, static_score: Option<Score>) -> Analysis<P> {
    Analysis { depth: 0, nodes, time_ms, static_score, moves: Vec::new(), outcomes: Vec::new() }
}

impl<P: Position, Y: Policy<P>> Searcher<P, Y> {
    /// Deepens from `p`, the last position of the line. `skew` sets helper
    /// threads one ply apart.
    fn deepen(&mut self, p: &P, request: &Request<P>, skew: u32) -> Analysis<P> {
        let state = self.policy.evaluator().start(p);
        let stand = self.policy.evaluator().score(p, &state);
        if p.verdict(&self.line).is_some() {
            return empty(0, self.clock.elapsed_ms(), Some(stand));
        }
        let mut list = List::new();
        p.moves(&self.line, &mut list);
        if !request.only.is_empty() {
            list.retain(|m| request.only.contains(m));
        } else if request.play && self.settings.selective {
            self.policy.admit_root(p, &mut list);
        }
        let wanted = if request.only.is_empty() { request.lines.max(1) } else { list.len() };
        let mut candidates: Vec<Candidate<P>> = list
            .iter()
            .map(|&mv| Candidate {
                mv,
                value: Value::AtLeast(Score::LOSS),
                line: vec![Step { mv, event: None }],
                outcomes: Vec::new(),
                proved: false,
                nodes: 0,
            })
            .collect();
        candidates.sort_by_key(|c| std::cmp::Reverse(self.policy.rate(p, c.mv)));
        let mut done = 0;
        let last = request.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut depth = 1 + skew % 2;
        while depth <= last && !candidates.is_empty() {
            if depth > 1 && !self.clock.may_begin(self.settings.begin_percent) {
                break;
            }
            if self.iterate(p, &state, depth as i32, wanted, &mut candidates).is_err() {
                break;
            }
            done = depth;
            let exact = candidates.iter().take(wanted).all(|c| settled(c.value, depth));
            let mate = request.limits.mate_plies.is_some_and(|n| {
                candidates[0].value.number().plies_to_end().is_some_and(|d| d <= n)
            });
            let forced = request.play && candidates.len() == 1;
            if exact || mate || forced {
                break;
            }
            depth += 1;
        }
        Analysis {
            depth: done,
            nodes: self.clock.nodes,
            time_ms: self.clock.elapsed_ms(),
            static_score: Some(stand),
            moves: candidates
                .into_iter()
                .map(|c| RootMove {
                    mv: c.mv,
                    value: c.value,
                    proved: c.proved,
                    line: c.line,
                    outcomes: c.outcomes,
                    nodes: c.nodes,
                })
                .collect(),
            outcomes: Vec::new(),
        }
    }

    /// One iteration over the root moves. On a stop the moves that were
    /// finished keep their new values if the best one of before is among them;
    /// where several lines are wanted and not all are finished, nothing changes.
    fn iterate(
        &mut self,
        p: &P,
        state: &<Y::Eval as Evaluator<P>>::State,
        depth: i32,
        wanted: usize,
        candidates: &mut Vec<Candidate<P>>,
    ) -> Result<(), Stopped> {
        let mut fresh: Vec<Candidate<P>> = Vec::with_capacity(candidates.len());
        let mut stopped = false;
        for old in candidates.iter() {
            // The wanted-th best so far is what a further move has to beat.
            let mut best: Vec<Score> = fresh
                .iter()
                .filter(|c| !matches!(c.value, Value::AtMost(_)))
                .map(|c| c.value.number())
                .collect();
            best.sort_by(|a, b| b.cmp(a));
            let alpha = best.get(wanted - 1).copied().unwrap_or(Score::BELOW);
            match self.root_move(p, state, old, depth, alpha) {
                Ok(c) => fresh.push(c),
                Err(Stopped) => {
                    stopped = true;
                    break;
                }
            }
        }
        if stopped && fresh.is_empty() {
            return Err(Stopped);
        }
        let finished = fresh.len();
        let asked = wanted.min(candidates.len());
        if stopped && asked > 1 && finished < asked && depth > 1 {
            // Several lines are asked for to be compared: those of the last whole iteration
            // are, those of two depths are not.
            return Err(Stopped);
        }
        if stopped {
            // Unfinished moves stay behind all that is known at this depth;
            // their old values are no longer comparable.
            for old in &candidates[finished..] {
                let mut c = old.clone();
                c.value = Value::AtLeast(Score::LOSS);
                fresh.push(c);
            }
        }
        fresh[..finished].sort_by_key(|c| std::cmp::Reverse(rank(c.value)));
        *candidates = fresh;
        if stopped { Err(Stopped) } else { Ok(()) }
    }

    fn root_move(
        &mut self,
        p: &P,
        state: &<Y::Eval as Evaluator<P>>::State,
        old: &Candidate<P>,
        depth: i32,
        alpha: Score,
    ) -> Result<Candidate<P>, Stopped> {
        let before = self.clock.nodes;
        let mv = old.mv;
        let after = p.after(mv);
        let cost = if self.settings.selective { self.policy.cost(p, mv, depth).max(1) } else { 1 };
        let d = depth - cost.min(depth);
        self.frames[0].pv.clear();
        let floor = alpha.unstep_alpha();
        let value = if self.coarse > 0 {
            let guess = match old.value.number() {
                Score::LOSS => self.policy.stand(p, state),
                known => known,
            };
            self.rough_value(p, state, mv, &after, d, floor, guess)?
        } else {
            self.root_value(p, state, mv, &after, d, floor, old.value)?
        };
        let mut line = self.frames[0].pv.clone();
        if line.first().is_none_or(|s| s.mv != mv) {
            line = vec![Step { mv, event: None }];
        }
        let outcomes =
            if after.is_certain() { Vec::new() } else { self.read_outcomes(p.seat(), &after) };
        let proved = value.number().is_sure() && value.is_exact() || self.is_known(&after);
        Ok(Candidate {
            mv,
            value: value.step(),
            proved,
            line,
            outcomes,
            nodes: old.nodes + self.clock.nodes - before,
        })
    }

    /// The unstepped value of a root move: a bound where it does not beat
    /// `floor`, else exact. A window around what is expected comes first, so
    /// that luck in the line can be pruned; it is widened until the value lies
    /// inside.
    fn root_value(
        &mut self,
        p: &P,
        state: &<Y::Eval as Evaluator<P>>::State,
        mv: P::Move,
        after: &P::After,
        depth: i32,
        floor: Score,
        before: Value,
    ) -> Result<Value, Stopped> {
        let mut guess = match before {
            Value::Exact(s) if self.settings.selective && !s.is_sure() => Some(s),
            _ => None,
        };
        if floor > Score::BELOW {
            let null = Window { alpha: floor, beta: Score::from_raw(floor.raw() + 1) };
            let v = self.after_value(p, Some(state), mv, after, depth, null, 0)?;
            if v.number() <= floor {
                return Ok(v);
            }
            guess = guess.map(|_| v.number());
        }
        let mut width = Score::UNIT / 64;
        loop {
            let (alpha, beta) = match guess {
                Some(g) if width < Score::UNIT / 4 => (
                    Score::from_raw(g.raw() - width).max(floor),
                    Score::from_raw(g.raw() + width).max(Score::from_raw(floor.raw() + 1)),
                ),
                _ => (floor, Score::ABOVE),
            };
            let window = Window { alpha, beta };
            let v = self.after_value(p, Some(state), mv, after, depth, window, 0)?;
            let inside = v.is_exact() || (v.number() <= floor && alpha == floor);
            if inside || guess.is_none() {
                return Ok(v);
            }
            if width >= Score::UNIT / 4 {
                guess = None;
            } else {
                guess = Some(v.number());
                width *= 4;
            }
        }
    }

    /// The unstepped value of a root move by null windows alone: at most `floor`,
    /// or a lower bound that misses the value by `coarse` at most. Exact values
    /// cost most where there is luck in the line, and a choice needs none.
    fn rough_value(
        &mut self,
        p: &P,
        state: &<Y::Eval as Evaluator<P>>::State,
        mv: P::Move,
        after: &P::After,
        depth: i32,
        floor: Score,
        guess: Score,
    ) -> Result<Value, Stopped> {
        let (mut lo, mut hi) = (i64::from(Score::BELOW.raw()), i64::from(Score::ABOVE.raw()));
        let step = i64::from(self.coarse);
        let mut stride = 2 * step;
        let mut at = match floor {
            Score::BELOW => i64::from(guess.raw()),
            _ => i64::from(floor.raw()) + 1,
        };
        loop {
            at = at.max(lo + 1).min(hi).min(i64::from(Score::WIN.raw()));
            let beta = Score::from_raw(at as i32);
            let null = Window { alpha: Score::from_raw(at as i32 - 1), beta };
            let v = self.after_value(p, Some(state), mv, after, depth, null, 0)?;
            let number = v.number();
            if v.is_exact() || number <= floor {
                return Ok(v);
            }
            if number >= beta {
                lo = lo.max(i64::from(number.raw()));
            } else {
                hi = hi.min(i64::from(number.raw()));
                if number.is_sure_loss() {
                    return Ok(v);
                }
            }
            if hi - lo <= step || lo >= i64::from(Score::WIN.raw()) {
                return Ok(Value::AtLeast(Score::from_raw(lo as i32)));
            }
            at = match (lo > i64::from(Score::BELOW.raw()), hi < i64::from(Score::ABOVE.raw())) {
                (true, true) => (lo + hi + 1) / 2,
                (true, false) => lo + stride,
                _ => hi - stride,
            };
            stride *= 3;
        }
    }

    /// The outcomes of a chance node that was just searched at ply 0.
    fn read_outcomes(&mut self, mover: Seat, after: &P::After) -> Vec<OutcomeLine<P>> {
        let mut list = List::new();
        after.outcomes(&mut list);
        let mut table = Vec::with_capacity(list.len());
        for o in list.iter() {
            let child = after.resolve(o.event);
            let known = self.known_outcome(o.event);
            self.line.push(after, &child);
            let end = child.verdict(&self.line);
            let value = match end {
                Some(v) => Value::Exact(self.verdict_score(v, mover)),
                None => as_value(known),
            };
            let reply = if end.is_some() { None } else { self.remembered_move(&child) };
            self.line.pop();
            table.push(OutcomeLine { event: o.event, weight: o.weight, value, reply, end });
        }
        table
    }

    /// Whether the rules or an exact table give the value of what follows.
    fn is_known(&mut self, after: &P::After) -> bool {
        if !after.is_certain() {
            return false;
        }
        let child = after.settled();
        self.line.push(after, &child);
        let known =
            child.verdict(&self.line).is_some() || self.policy.exact(&child, &self.line).is_some();
        self.line.pop();
        known
    }

    fn known_outcome(&self, event: <P::After as After>::Event) -> Interval {
        let frame = &self.chances[0];
        match frame.outcomes.iter().position(|o| o.event == event) {
            Some(k) if k < frame.bounds.len() => frame.bounds.known(k),
            _ => Interval::ALL,
        }
    }

    fn remembered_move(&self, child: &P) -> Option<P::Move> {
        if self.settings.selective
            && let Some(m) = self.policy.winning(child)
        {
            return Some(m);
        }
        let keys = [self.bare_key(child, 0), self.bare_key(child, MAX_PLY as i32)];
        let found = keys.iter().find_map(|k| {
            self.table.get(*k).or_else(|| self.table.get(k.mixed(self.line.digest())))
        })?;
        let mut moves = List::new();
        child.moves(&self.line, &mut moves);
        // What the policy lets stand for moves that it left out may have been best, too.
        let mut admitted = moves.clone();
        self.policy.admit(child, 0, &mut admitted);
        let all = moves.iter().chain(admitted.iter());
        all.copied().find(|&m| self.policy.tag(m) == found.tag)
    }

    fn deepen_luck(&mut self, after: &P::After, request: &Request<P>) -> Analysis<P> {
        let child = after.settled();
        let mover = child.seat();
        let mut analysis = empty(0, 0, None);
        let last = request.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=last {
            if depth > 1 && !self.clock.may_begin(self.settings.begin_percent) {
                break;
            }
            let found = self.chance(mover, after, None, 0, depth as i32, Window::OPEN, 0);
            if found.is_err() {
                break;
            }
            analysis.depth = depth;
            analysis.outcomes = self.read_outcomes(mover, after);
        }
        analysis.nodes = self.clock.nodes;
        analysis.time_ms = self.clock.elapsed_ms();
        analysis
    }
}

/// Whether deeper search can not change a value: a sure result that is no
/// longer than the depth already searched.
fn settled(value: Value, depth: u32) -> bool {
    let stands = value.is_exact() || matches!(value, Value::AtLeast(s) if s.is_sure_win());
    stands && value.number().plies_to_end().is_some_and(|d| d <= depth)
}

/// Orders root moves: by number, exact values before bounds of the same number.
fn rank(value: Value) -> (Score, u8) {
    match value {
        Value::Exact(s) => (s, 1),
        Value::AtLeast(s) => (s, 2),
        Value::AtMost(s) => (s, 0),
    }
}

fn as_value(known: Interval) -> Value {
    if known.lo == known.hi {
        Value::Exact(known.lo)
    } else if known.hi < Score::WIN {
        Value::AtMost(known.hi)
    } else {
        Value::AtLeast(known.lo)
    }
}
