//! The engine: exact full-width search over the opponent's 56 rolls behind
//! every distinct own turn, then a selective third ply where time allows.
//!
//! Depth 1 judges the ends of the own turn; depth 2 weighs every legal reply
//! to every roll; depth 3 looks at the best few candidates again, with the
//! best few replies to each roll and all own rolls behind them. A candidate
//! whose search was broken off keeps its older place: a half-expanded one is
//! never ranked. A legal turn is returned even past the deadline.

pub mod chance;
pub mod time;

use crate::eval::{Eval, Weights};
use crate::layers::{CLOCK_MATTERS_FROM, Layers, Path, path_len};
use crate::men::Men;
use crate::notation;
use crate::position::{DicePosition, TurnEnd, TurnMove};
use crate::rules::DRAW_CLOCK;
use crate::turns::{Turn, distinct_turns};
use chance::{Chance, Counters, Freedom};
use touchstone_kernel::position::Outcome;
use touchstone_kernel::{After, Interval, Line, List, Node, Position, Rng, Score, Setup, Value};
use touchstone_search::clock::{Clock, Stopped};
use touchstone_search::{Analysis, Engine, OutcomeLine, Request, RootMove, Step};

/// Parameters of the engine besides the evaluation's weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Replies to each roll that depth 3 searches. Range 1..8. Guess.
    pub third_width: usize,
    /// Candidates that depth 3 looks at. Range 1..20. Guess.
    pub third_candidates: usize,
    /// Candidates farther behind the best than this, in thousandths of the
    /// whole scale from loss to win, are not looked at. Guess.
    pub third_margin_permille: i32,
    /// Depth beyond which an unlimited search does not go.
    pub max_depth: u32,
    /// Size of the table in bytes.
    pub table_bytes: usize,
    /// Strength of play from 0 (weakest) to [`Settings::FULL_LEVEL`].
    pub level: u32,
}

impl Settings {
    /// The level without any handicap.
    pub const FULL_LEVEL: u32 = 10;

    /// For play and analysis.
    pub const STANDARD: Settings = Settings {
        third_width: 2,
        third_candidates: 6,
        third_margin_permille: 30,
        max_depth: 3,
        table_bytes: 1 << 22,
        level: Settings::FULL_LEVEL,
    };
}

/// The built-in engine.
pub struct DiceEngine {
    name: String,
    settings: Settings,
    chance: Chance,
    layers: Layers,
    turns: Vec<Turn>,
}

/// A root candidate.
#[derive(Clone, Debug)]
struct Candidate {
    path: Path,
    /// The board after the turn in the next roller's view.
    next: Men,
    /// Static value for the mover.
    first: Score,
    value: Value,
    taken: bool,
    drawn: bool,
    nodes: u64,
    /// What the last search knew of every roll behind it, in the roller's view.
    rolls: Vec<(crate::Pool, Interval, Path)>,
}

impl Candidate {
    /// Whether nothing is left to search.
    fn is_over(&self) -> bool {
        self.taken || self.drawn
    }
}

impl DiceEngine {
    /// An engine with these parameters.
    pub fn new(weights: Weights, settings: Settings) -> DiceEngine {
        DiceEngine {
            name: "builtin".into(),
            settings,
            chance: Chance::new(Eval::new(weights), settings.table_bytes),
            layers: Layers::new(true),
            turns: Vec::new(),
        }
    }

    /// The evaluation.
    pub fn eval(&self) -> &Eval {
        &self.chance.eval
    }

    /// Counters of the last search.
    pub fn counters(&self) -> Counters {
        self.chance.counters
    }

    fn candidates(&mut self, p: &DicePosition) -> Vec<Candidate> {
        let root = p.men.scored(self.chance.eval.table());
        let clock = root.clock >= CLOCK_MATTERS_FROM;
        let table = *self.chance.eval.table();
        distinct_turns(&mut self.layers, &root, p.dice, p.rules, clock, &table, &mut self.turns);
        let turns = std::mem::take(&mut self.turns);
        let pass = Turn { path: 0, men: root, takes_king: false };
        let list = if turns.is_empty() { std::slice::from_ref(&pass) } else { &turns[..] };
        let mut out: Vec<Candidate> = Vec::with_capacity(list.len());
        for t in list {
            let drawn = !t.takes_king && t.men.clock >= DRAW_CLOCK;
            let first = if t.takes_king { Score::WIN } else { self.chance.end_value(&t.men) };
            out.push(Candidate {
                path: t.path,
                next: if t.takes_king { t.men } else { t.men.ended().turned() },
                first,
                value: Value::Exact(first),
                taken: t.takes_king,
                drawn,
                nodes: 1,
                rolls: Vec::new(),
            });
        }
        self.turns = turns;
        // Best first; a king is taken by the shortest path.
        out.sort_by_key(|c| {
            (std::cmp::Reverse(c.first), if c.taken { path_len(c.path) } else { 0 })
        });
        out
    }

    fn decide(
        &mut self,
        p: &DicePosition,
        line: &Line<DicePosition>,
        request: &Request<DicePosition>,
    ) -> Analysis<DicePosition> {
        let mut clock = Clock::start(&request.limits, &request.stop);
        let stand = {
            let men = p.men.turned().scored(self.chance.eval.table());
            -self.chance.eval.mover_score(&men)
        };
        let mut analysis = Analysis {
            depth: 0,
            nodes: 0,
            time_ms: 0,
            static_score: Some(stand),
            moves: Vec::new(),
            outcomes: Vec::new(),
        };
        if p.verdict(line).is_some() {
            return analysis;
        }
        self.chance.counters = Counters::default();
        let mut list = self.candidates(p);
        if !request.only.is_empty() {
            let wanted: Vec<TurnEnd> = request.only.iter().map(|m| p.after(*m)).collect();
            list.retain(|c| wanted.iter().any(|w| w.taken == c.taken && w.men == c.next));
            for c in &mut list {
                // Shown as it was asked.
                let asked = request.only.iter().zip(&wanted).find(|(_, w)| w.men == c.next);
                if let Some((m, _)) = asked {
                    c.path = m.0;
                }
            }
        }
        if request.play && self.settings.level < Settings::FULL_LEVEL {
            self.handicap(p, &mut list);
        }
        let wanted = if request.only.is_empty() { request.lines.max(1) } else { list.len() };
        let mut depth = 1;
        let stopped = clock.add(list.len() as u64).is_err();
        let only_one = request.play && list.len() == 1;
        let won = list.first().is_some_and(|c| c.taken) && wanted == 1;
        let last = request.limits.depth.unwrap_or(self.settings.max_depth).max(1);
        if !stopped && !only_one && !won {
            while depth < last {
                if depth >= 2 && !clock.may_begin(60) {
                    break;
                }
                // Full width to depth 2; beyond it only where it was asked for
                // by depth does every candidate get the deeper look.
                let keep = !request.play;
                let done = self.deepen(&mut list, depth + 1, p, wanted, keep, &mut clock);
                if done.is_err() {
                    break;
                }
                depth += 1;
                if list.iter().take(wanted).all(Candidate::is_over) {
                    break;
                }
            }
        }
        analysis.depth = depth;
        let shown = if request.play { 0 } else { wanted };
        analysis.moves = list
            .iter()
            .enumerate()
            .map(|(i, c)| {
                let mv = TurnMove(c.path);
                let outcomes =
                    if i < shown && !c.is_over() { self.outcomes(c, p) } else { Vec::new() };
                let mut steps = vec![Step { mv, event: None }];
                // The line follows the heaviest roll and the reply to it.
                if let Some(o) = outcomes.iter().max_by_key(|o| (o.weight, o.value.is_exact())) {
                    steps[0].event = Some(o.event);
                    if let Some(reply) = o.reply {
                        steps.push(Step { mv: reply, event: None });
                    }
                }
                RootMove {
                    mv,
                    value: c.value.step(),
                    proved: c.is_over() || c.value.is_exact() && c.value.number().is_sure(),
                    line: steps,
                    outcomes,
                    nodes: c.nodes,
                }
            })
            .collect();
        analysis.nodes = clock.nodes;
        analysis.time_ms = clock.elapsed_ms();
        analysis
    }

    /// One more depth over the candidates. What is finished in time is ranked;
    /// what is not keeps its place behind.
    fn deepen(
        &mut self,
        list: &mut Vec<Candidate>,
        depth: u32,
        p: &DicePosition,
        wanted: usize,
        keep_rolls: bool,
        clock: &mut Clock,
    ) -> Result<(), Stopped> {
        let selective = depth > 2;
        let freedom =
            Freedom { width: selective.then_some(self.settings.third_width), ..Freedom::FULL };
        self.chance.set_up(p.rules.ep_deleted_by_landing, freedom);
        let most = list.first().map_or(Score::BELOW, |c| c.value.number()).raw();
        let margin = (i64::from(self.settings.third_margin_permille) * 2 * i64::from(Score::UNIT)
            / 1000) as i32;
        let count = if selective {
            list.iter()
                .take(self.settings.third_candidates.max(wanted))
                .take_while(|c| c.value.number().raw() >= most.saturating_sub(margin))
                .count()
                .max(wanted)
                .min(list.len())
        } else {
            list.len()
        };
        if selective && count < 2 && wanted == 1 {
            // Nothing to choose between: a deeper value would change no decision.
            return Err(Stopped);
        }
        let mut fresh: Vec<Candidate> = Vec::with_capacity(count);
        let mut result = Ok(());
        for old in list.iter().take(count) {
            let mut best: Vec<Score> = fresh
                .iter()
                .filter(|c| !matches!(c.value, Value::AtMost(_)))
                .map(|c| c.value.number())
                .collect();
            best.sort_by(|a, b| b.cmp(a));
            let alpha = best.get(wanted - 1).copied().unwrap_or(Score::BELOW);
            let before = clock.nodes;
            let mut c = old.clone();
            if !c.is_over() {
                match self.chance.value(&c.next, depth - 1, Score::BELOW, -alpha, freedom, clock) {
                    Ok(v) => {
                        c.value = -v;
                        if keep_rolls {
                            c.rolls = self.chance.rolls();
                        }
                    }
                    Err(s) => {
                        result = Err(s);
                        break;
                    }
                }
            }
            c.nodes += clock.nodes - before;
            fresh.push(c);
        }
        if result.is_err() && fresh.is_empty() {
            return result;
        }
        let finished = fresh.len();
        fresh.sort_by_key(|c| std::cmp::Reverse(rank(c.value)));
        for old in &list[finished..] {
            let mut c = old.clone();
            // Values of different depths are not comparable.
            if result.is_err() || selective {
                c.value = Value::AtLeast(Score::LOSS);
            }
            fresh.push(c);
        }
        *list = fresh;
        result
    }

    /// Every roll after a turn, as the search that gave its value knew it.
    fn outcomes(&mut self, c: &Candidate, p: &DicePosition) -> Vec<OutcomeLine<DicePosition>> {
        let end = TurnEnd {
            men: c.next,
            turn: p.turn.other(),
            number: p.number,
            taken: false,
            rules: p.rules,
        };
        if c.rolls.is_empty() {
            // Depth 1: every roll is worth what the end is worth.
            let mut list: List<Outcome<crate::Pool>> = List::new();
            end.outcomes(&mut list);
            let line = |o: &Outcome<crate::Pool>| OutcomeLine {
                event: o.event,
                weight: o.weight,
                value: c.value,
                reply: None,
                end: None,
            };
            return list.iter().map(line).collect();
        }
        c.rolls
            .iter()
            .map(|&(roll, known, path)| {
                let mine = -known;
                let value = if mine.lo == mine.hi {
                    Value::Exact(mine.lo)
                } else if mine.hi < Score::BEST_UNSURE {
                    Value::AtMost(mine.hi)
                } else {
                    Value::AtLeast(mine.lo)
                };
                let takes = mine.lo == mine.hi && mine.lo.is_sure_loss() && path == 0;
                let reply = if takes {
                    self.best_turn(&end.rolled(roll)).1
                } else if path != 0 {
                    Some(TurnMove(path))
                } else if value.is_exact() {
                    Some(TurnMove::PASS)
                } else {
                    None
                };
                OutcomeLine { event: roll, weight: roll.weight(), value, reply, end: None }
            })
            .collect()
    }

    /// The best end of a decision by static judgement: its value for the one
    /// who decides, stepped, and the turn.
    fn best_turn(&mut self, p: &DicePosition) -> (Score, Option<TurnMove>) {
        let list = self.candidates(p);
        match list.first() {
            Some(c) => (c.first.step(), Some(TurnMove(c.path))),
            None => (Score::DRAW, None),
        }
    }

    fn await_luck(
        &mut self,
        after: &TurnEnd,
        request: &Request<DicePosition>,
    ) -> Analysis<DicePosition> {
        let mut clock = Clock::start(&request.limits, &request.stop);
        let men = after.men.turned().scored(self.chance.eval.table());
        let stand = -self.chance.eval.mover_score(&men);
        let mut list: List<Outcome<crate::Pool>> = List::new();
        after.outcomes(&mut list);
        let mut outcomes: Vec<OutcomeLine<DicePosition>> = list
            .iter()
            .map(|o| {
                let (value, reply) = self.best_turn(&after.rolled(o.event));
                OutcomeLine {
                    event: o.event,
                    weight: o.weight,
                    value: Value::Exact(value),
                    reply,
                    end: None,
                }
            })
            .collect();
        let mut depth = 1;
        // Depth 2 for every roll: all 56 decisions, each searched in full.
        if request.limits.depth.unwrap_or(2) >= 2 && clock.add(56).is_ok() {
            let mut deeper = outcomes.clone();
            let mut whole = true;
            for o in &mut deeper {
                let p = after.rolled(o.event);
                let mut cands = self.candidates(&p);
                if cands.first().is_some_and(|c| c.taken) {
                    continue;
                }
                if self.deepen(&mut cands, 2, &p, 1, false, &mut clock).is_err() {
                    whole = false;
                    break;
                }
                if let Some(c) = cands.first() {
                    o.value = c.value.step();
                    o.reply = Some(TurnMove(c.path));
                }
            }
            if whole {
                outcomes = deeper;
                depth = 2;
            }
        }
        Analysis {
            depth,
            nodes: clock.nodes,
            time_ms: clock.elapsed_ms(),
            static_score: Some(stand),
            moves: Vec::new(),
            outcomes,
        }
    }

    /// A weaker player for people: it overlooks turns, more of them the lower
    /// the level, always the same ones in the same position. The king is never
    /// left standing from level 3 on.
    fn handicap(&self, p: &DicePosition, list: &mut Vec<Candidate>) {
        let level = self.settings.level;
        let mut rng = Rng::keyed(&["dicechess level".into(), p.key().0.into()]);
        let sees = |c: &Candidate, rng: &mut Rng| {
            let roll = rng.below(u64::from(Settings::FULL_LEVEL));
            c.taken && level >= 3 || roll < u64::from(level)
        };
        let kept: Vec<Candidate> = list.iter().filter(|c| sees(c, &mut rng)).cloned().collect();
        if kept.is_empty() {
            let at = rng.index(list.len());
            *list = vec![list[at].clone()];
        } else {
            *list = kept;
        }
    }

    /// A turn in readable form, for reports.
    pub fn readable(p: &DicePosition, m: TurnMove) -> String {
        notation::readable(&p.men, m.0, p.turn)
    }
}

/// Orders candidates: by number, exact values before bounds of the same number.
fn rank(value: Value) -> (Score, u8) {
    match value {
        Value::Exact(s) => (s, 1),
        Value::AtLeast(s) => (s, 2),
        Value::AtMost(s) => (s, 0),
    }
}

impl Engine<DicePosition> for DiceEngine {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        self.chance.forget();
    }

    fn analyse(
        &mut self,
        setup: &Setup<DicePosition>,
        request: &Request<DicePosition>,
    ) -> Analysis<DicePosition> {
        self.chance.table.age();
        match &setup.node {
            Node::Decision(p) => self.decide(p, &setup.line, request),
            Node::Chance(after) => self.await_luck(after, request),
        }
    }
}
