//! Deliberately broken engines, each caught by the law or measurement that is
//! meant for it, while the sound engine beside it passes.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use touchstone_kernel::{Limits, LuckKey};
use touchstone_lab::contender::Book;
use touchstone_lab::desk::{
    self, AnalysisJson, AnyEngine, AnyGame, AnyReferee, AnyTable, Ask, BenchReport, Choice,
    DeskError, EngineSpec, EvalJson, Named, PerftJson, SolveJson,
};
use touchstone_lab::laws::{Caps, CheckJson, CheckPlan, InsideSubject, Subject, check, subject};
use touchstone_lab::player::Fault;

fn game(name: &str) -> &'static dyn AnyGame {
    desk::game(name).unwrap()
}

fn sound(name: &str) -> Box<dyn AnyEngine> {
    game(name).engine(&EngineSpec::default()).unwrap()
}

fn plan(law: &str, cases: u64) -> CheckPlan {
    CheckPlan {
        time: Duration::from_secs(60),
        cases,
        nodes: 400,
        only: Some(law.into()),
        ..CheckPlan::default()
    }
}

fn judge(game: &'static dyn AnyGame, subject: &mut dyn Subject, law: &str, n: u64) -> CheckJson {
    check("the-engine", game, subject, &plan(law, n), |_, _| ()).unwrap()
}

/// The broken engine is caught by `law`, the sound one is not.
fn caught(name: &str, law: &str, cases: u64, broken: Box<dyn AnyEngine>) -> String {
    let g = game(name);
    let good = judge(g, &mut InsideSubject::of(sound(name), g), law, cases);
    assert_eq!(good.laws[0].state, "holds", "the sound engine: {good:?}");
    let bad = judge(g, &mut InsideSubject::of(broken, g), law, cases);
    assert_eq!(bad.laws[0].state, "broken", "{bad:?}");
    let example = bad.laws[0].example.clone().unwrap();
    assert!(example.starts_with(&format!("touchstone check the-engine {name} --law {law}")));
    example
}

/// Its score has the wrong sign for the second colour.
struct ScoreFlipped(Box<dyn AnyEngine>);

impl AnyEngine for ScoreFlipped {
    fn name(&self) -> String {
        "score flipped for Black".into()
    }
    fn new_game(&mut self) {
        self.0.new_game();
    }
    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError> {
        let mut a = self.0.analyse(table, ask)?;
        if table.side() == Some("black") {
            if let Some(s) = &mut a.static_value {
                s.score = -s.score;
            }
            for m in &mut a.moves {
                m.value.score = -m.value.score;
            }
        }
        Ok(a)
    }
}

#[test]
fn a_score_flipped_for_black_is_caught_by_the_colour_flip() {
    caught("banqi", "colour_flip", 12, Box::new(ScoreFlipped(sound("banqi"))));
    caught("jieqi", "colour_flip", 8, Box::new(ScoreFlipped(sound("jieqi"))));
}

/// Cuts its outcomes off at a window and averages what is left as if exact.
struct BoundsAveraged(Box<dyn AnyEngine>);

impl AnyEngine for BoundsAveraged {
    fn name(&self) -> String {
        "bounds averaged as exact".into()
    }
    fn new_game(&mut self) {
        self.0.new_game();
    }
    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError> {
        let mut a = self.0.analyse(table, ask)?;
        for m in a.moves.iter_mut().filter(|m| !m.outcomes.is_empty()) {
            let alpha = m.value.score - 5_000;
            let total: i64 = m.outcomes.iter().map(|o| o.weight as i64).sum();
            let sum: i64 =
                m.outcomes.iter().map(|o| o.weight as i64 * o.value.score.max(alpha)).sum();
            m.value.score = sum / total.max(1);
        }
        Ok(a)
    }
}

#[test]
fn bounds_averaged_as_exact_are_caught_by_the_average() {
    caught("banqi", "average_of_outcomes", 12, Box::new(BoundsAveraged(sound("banqi"))));
}

/// Faults of the search itself, at the nodes of a check: outcomes searched with the node's
/// window and averaged as if they were values (the published fault; seeing mates without
/// search hides it at this depth), and margins near the leaves that hide a mate.
#[test]
fn reveals_rated_above_what_a_mate_leaves_are_caught() {
    let g = game("jieqi");
    let plan = CheckPlan { nodes: 2_000, ..plan("refuted_outcomes", 60) };
    let state = |params: &str| {
        let spec = EngineSpec { params: Some(params.into()), ..EngineSpec::default() };
        let mut subject = InsideSubject::of(g.engine(&spec).unwrap(), g);
        let report = check("the-engine", g, &mut subject, &plan, |_, _| ()).unwrap();
        (report.laws[0].state.clone(), report.laws[0].detail.clone().unwrap_or_default())
    };
    assert_eq!(state("see_mates = 1").0, "holds");
    for faulty in ["bounds_as_exact = 1\nsee_mates = 0", "see_mates = 0"] {
        let (state, detail) = state(faulty);
        assert_eq!(state, "broken", "{faulty}");
        assert!(detail.contains("checkmate"), "{detail}");
    }
}

/// Stops at the edge of its window where an outcome is lost, and takes the edge for its value.
struct LossesCutOff(Box<dyn AnyEngine>);

impl AnyEngine for LossesCutOff {
    fn name(&self) -> String {
        "lost outcomes cut off".into()
    }
    fn new_game(&mut self) {
        self.0.new_game();
    }
    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError> {
        let mut a = self.0.analyse(table, ask)?;
        for m in a.moves.iter_mut().filter(|m| !m.outcomes.is_empty()) {
            let edge = -300_000;
            let total: i64 = m.outcomes.iter().map(|o| o.weight as i64).sum();
            let sum: i64 =
                m.outcomes.iter().map(|o| o.weight as i64 * o.value.score.max(edge)).sum();
            m.value.score = m.value.score.max(sum / total.max(1));
        }
        Ok(a)
    }
}

#[test]
fn losses_cut_off_at_the_window_are_caught_by_refuted_outcomes() {
    caught("jieqi", "refuted_outcomes", 60, Box::new(LossesCutOff(sound("jieqi"))));
}

/// Looks at the position alone.
struct BlindToHistory(Box<dyn AnyEngine>);

impl AnyEngine for BlindToHistory {
    fn name(&self) -> String {
        "blind to history".into()
    }
    fn new_game(&mut self) {
        self.0.new_game();
    }
    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError> {
        let bare = game(table.game()).table(&table.position_text(), table.rules(), &[])?;
        self.0.analyse(bare.as_ref(), ask)
    }
}

#[test]
fn blindness_to_history_is_caught_by_repetition() {
    let example = caught("banqi", "history", 6, Box::new(BlindToHistory(sound("banqi"))));
    assert!(example.contains("--position"), "{example}");
}

/// Counts only the first kind of man that attacks the king.
struct FirstKindOnly(InsideSubject);

impl Subject for FirstKindOnly {
    fn learn(&mut self, table: &dyn AnyTable) -> Result<Caps, Fault> {
        self.0.learn(table)
    }
    fn fresh(&mut self, table: &dyn AnyTable) -> Result<(), Fault> {
        self.0.fresh(table)
    }
    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, Fault> {
        self.0.analyse(table, ask)
    }
    fn choose(&mut self, table: &dyn AnyTable, limits: &Limits) -> Result<Choice, Fault> {
        self.0.choose(table, limits)
    }
    fn eval(&mut self, table: &dyn AnyTable) -> Option<EvalJson> {
        let text = table.position_text();
        let (board, rest) = text.split_once(' ')?;
        let mut keep: [Option<char>; 2] = [None, None];
        let first = ['P', 'N', 'B', 'R', 'Q'];
        for kind in first {
            for (side, man) in [kind, kind.to_ascii_lowercase()].into_iter().enumerate() {
                if keep[side].is_none() && board.contains(man) {
                    keep[side] = Some(man);
                }
            }
        }
        let fewer: String = board
            .chars()
            .map(|c| {
                let man = c.is_alphabetic() && !c.eq_ignore_ascii_case(&'k');
                if man && !keep.contains(&Some(c)) { '1' } else { c }
            })
            .collect();
        // Runs of single gaps are not canonical: rank by rank into digits.
        let ranks: Vec<String> = fewer.split('/').map(squeeze).collect();
        let table =
            game("dicechess").table(&format!("{} {rest}", ranks.join("/")), table.rules(), &[]);
        self.0.eval(table.ok()?.as_ref())
    }
}

fn squeeze(rank: &str) -> String {
    let (mut out, mut gap) = (String::new(), 0);
    for c in rank.chars().chain(['#']) {
        match c.to_digit(10) {
            Some(n) => gap += n,
            None => {
                if gap > 0 {
                    out += &gap.to_string();
                    gap = 0;
                }
                if c != '#' {
                    out.push(c);
                }
            }
        }
    }
    out
}

#[test]
fn only_the_first_kind_of_attacker_is_caught_by_one_more() {
    let g = game("dicechess");
    let inside = || subject(&Book::default().find("builtin").unwrap(), g).unwrap();
    let good = judge(g, inside().as_mut(), "more_attackers", 40);
    assert_eq!(good.laws[0].state, "holds", "{good:?}");
    let mut broken = FirstKindOnly(InsideSubject::of(sound("dicechess"), g));
    let bad = judge(g, &mut broken, "more_attackers", 40);
    assert_eq!(bad.laws[0].state, "broken", "{bad:?}");
}

/// A game whose referee lets the deal slip.
struct LeakyGame {
    inner: &'static dyn AnyGame,
    leak: Arc<Mutex<String>>,
}

impl AnyGame for LeakyGame {
    fn deal(&self, p: &str, r: &str, key: &LuckKey) -> Result<Box<dyn AnyReferee>, DeskError> {
        let referee = self.inner.deal(p, r, key)?;
        *self.leak.lock().unwrap() = referee.deal_text();
        Ok(referee)
    }
    fn name(&self) -> &'static str {
        self.inner.name()
    }
    fn presets(&self) -> Vec<Named> {
        self.inner.presets()
    }
    fn side_names(&self) -> [&'static str; 2] {
        self.inner.side_names()
    }
    fn rulers(&self) -> Vec<Named> {
        self.inner.rulers()
    }
    fn table(&self, p: &str, r: &str, m: &[String]) -> Result<Box<dyn AnyTable>, DeskError> {
        self.inner.table(p, r, m)
    }
    fn from_deal(&self, deal: &str, rules: &str) -> Result<Box<dyn AnyReferee>, DeskError> {
        self.inner.from_deal(deal, rules)
    }
    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, DeskError> {
        self.inner.engine(spec)
    }
    fn eval(&self, t: &dyn AnyTable, p: Option<&str>) -> Result<EvalJson, DeskError> {
        self.inner.eval(t, p)
    }
    fn solve(&self, t: &dyn AnyTable, l: &Limits) -> Result<SolveJson, DeskError> {
        self.inner.solve(t, l)
    }
    fn perft(&self, t: &dyn AnyTable, d: u32, v: bool) -> Result<Vec<PerftJson>, DeskError> {
        self.inner.perft(t, d, v)
    }
    fn flipped(&self, t: &dyn AnyTable) -> Option<Box<dyn AnyTable>> {
        self.inner.flipped(t)
    }
    fn mirrored(&self, t: &dyn AnyTable) -> Vec<Box<dyn AnyTable>> {
        self.inner.mirrored(t)
    }
    fn bench(&self) -> Result<BenchReport, DeskError> {
        self.inner.bench()
    }
}

/// Plays by what lies under the face-down pieces.
struct Peeking {
    leak: Arc<Mutex<String>>,
}

impl AnyEngine for Peeking {
    fn name(&self) -> String {
        "knows the hidden pieces".into()
    }
    fn new_game(&mut self) {}
    fn analyse(&mut self, table: &dyn AnyTable, _: &Ask) -> Result<AnalysisJson, DeskError> {
        sound(table.game()).analyse(table, &Ask::new(Limits::nodes(50)))
    }
    fn choose(&mut self, table: &dyn AnyTable, _: &Ask) -> Result<Choice, DeskError> {
        let seed: usize = self
            .leak
            .lock()
            .unwrap()
            .bytes()
            .map(usize::from)
            .enumerate()
            .map(|(k, b)| k * b)
            .sum();
        let legal = table.legal();
        Ok(Choice { mv: legal[seed % legal.len()].clone(), value: None, nodes: 1, depth: 1 })
    }
}

#[test]
fn a_leak_of_hidden_pieces_is_caught_by_two_worlds() {
    for name in ["jieqi", "banqi"] {
        let leak = Arc::new(Mutex::new(String::new()));
        let leaky: &'static dyn AnyGame =
            Box::leak(Box::new(LeakyGame { inner: game(name), leak: leak.clone() }));
        let good = judge(leaky, &mut InsideSubject::of(sound(name), leaky), "hidden_pieces", 8);
        assert_eq!(good.laws[0].state, "holds", "{good:?}");
        let mut peeking = InsideSubject::of(Box::new(Peeking { leak }), leaky);
        let bad = judge(leaky, &mut peeking, "hidden_pieces", 8);
        assert_eq!(bad.laws[0].state, "broken", "{bad:?}");
    }
}

/// Whatever a seat is shown is the same in two worlds that it cannot tell
/// apart: texts, moves, history, and so every message to an engine.
#[test]
fn equal_observation_equal_answer() {
    for name in ["jieqi", "banqi"] {
        let g = game(name);
        let mut engine = sound(name);
        let mut differing = 0;
        for pair in 0..12 {
            let mut referee = g.deal("start", "", &LuckKey { run: "worlds".into(), pair }).unwrap();
            let mut rng = touchstone_kernel::Rng::seeded(pair, "worlds");
            for _ in 0..10 + 3 * pair {
                let legal = referee.view(referee.seat()).legal();
                if referee.verdict().is_some() || legal.is_empty() {
                    break;
                }
                referee.play(&legal[rng.index(legal.len())]).unwrap();
            }
            if referee.verdict().is_some() {
                continue;
            }
            let text = referee.view(referee.seat()).position_text();
            let world = |pair| g.deal(&text, "", &LuckKey { run: "other".into(), pair }).unwrap();
            let (one, two) = (world(1), world(2));
            differing += u32::from(one.deal_text() != two.deal_text());
            let (a, b) = (one.view(one.seat()), two.view(two.seat()));
            assert_eq!(a.position_text(), text, "the seat knows what it knew");
            assert_eq!(a.position_text(), b.position_text());
            assert_eq!((a.legal(), a.start_text()), (b.legal(), b.start_text()));
            assert_eq!(a.window(), b.window());
            let mut answers = Vec::new();
            for t in [a, b] {
                engine.new_game();
                let mut answer = engine.analyse(t, &Ask::new(Limits::nodes(600))).unwrap();
                answer.time_ms = 0;
                answers.push(answer);
            }
            assert_eq!(answers[0], answers[1], "{text}");
        }
        assert!(differing >= 6, "{name}: the worlds have to differ");
    }
}
