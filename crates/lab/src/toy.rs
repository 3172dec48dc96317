//! The laboratory's own witness: a game so small that its values are known
//! exactly, with luck in it. Tests weigh the laboratory with it.
//!
//! A pile of counters. In turn each side takes one (`t1`), takes two (`t2`) or
//! lets a three-faced die take one, two or three (`f`; weights 3, 2, 1). Whoever
//! takes the last counter wins; a die that takes the last one exactly draws;
//! a die that wants more than there are loses.

use crate::desk::adapter::{BoxEngine, Desk, EvalOut, Plug};
use crate::desk::{DeskError, EngineSpec, Named};
use std::time::Instant;
use touchstone_kernel::{
    After, Game, Key, Line, List, LuckKey, Node, Outcome, Position, Preset, Rng, Score, Seat,
    Setup, Side, Term, TextError, Truth, Value, Verdict, VerdictResult, average, legal_moves,
};
use touchstone_kernel::{game::EventOf, game::MoveOf, truth::Seen};
use touchstone_search::{Analysis, Engine, OutcomeLine, Request, RootMove, Step};

/// The largest pile.
pub const MOST: u8 = 60;
/// The weights of the die's faces one, two and three.
pub const WEIGHTS: [u32; 3] = [3, 2, 1];

/// How many counters a game starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Counters, 1 to [`MOST`].
    pub pile: u8,
}

/// How the last move left the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum State {
    Open,
    /// The last counter was taken by the mover before.
    Taken,
    /// The die took the last one exactly.
    Exact,
    /// The die wanted more.
    Bust,
}

/// The pile and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile {
    /// Counters left.
    pub left: u8,
    /// Who decides.
    pub side: Side,
    state: State,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Take {
    /// Take so many, 1 or 2.
    Some(u8),
    /// Let the die take.
    Roll,
}

/// Decided; the die may still be open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    before: Pile,
    take: Take,
}

impl Pile {
    fn less(self, n: u8, by_die: bool) -> Pile {
        let side = self.side.other();
        let state = match n.cmp(&self.left) {
            std::cmp::Ordering::Less => State::Open,
            std::cmp::Ordering::Equal if by_die => State::Exact,
            std::cmp::Ordering::Equal => State::Taken,
            std::cmp::Ordering::Greater => State::Bust,
        };
        Pile { left: self.left.saturating_sub(n), side, state }
    }
}

impl Position for Pile {
    type Rules = Rules;
    type Move = Take;
    type Mark = ();
    type After = Taken;

    fn seat(&self) -> Seat {
        match self.side {
            Side::One => Seat::First,
            Side::Two => Seat::Second,
        }
    }

    fn side(&self) -> Option<Side> {
        Some(self.side)
    }

    fn moves(&self, _: &Line<Self>, list: &mut List<Take>) {
        if self.left >= 1 {
            list.push(Take::Some(1));
        }
        if self.left >= 2 {
            list.push(Take::Some(2));
        }
        if self.left >= 1 {
            list.push(Take::Roll);
        }
    }

    fn verdict(&self, _: &Line<Self>) -> Option<Verdict> {
        let mover = self.seat();
        match self.state {
            State::Open => None,
            State::Taken => Some(Verdict::win(mover.other(), "last_counter")),
            State::Bust => Some(Verdict::win(mover, "bust")),
            State::Exact => {
                Some(Verdict { result: VerdictResult::Draw, reason: "exact", by_line: false })
            }
        }
    }

    fn after(&self, m: Take) -> Taken {
        Taken { before: *self, take: m }
    }

    fn key(&self) -> Key {
        Key(u64::from(self.left)).mixed(self.side.index() as u64).mixed(self.state as u64)
    }

    fn mark(&self, _: &Line<Self>, _: &Taken) {}

    fn line_horizon(&self, _: &Line<Self>) -> u32 {
        u32::MAX
    }
}

impl After for Taken {
    type Position = Pile;
    type Event = u8;

    fn is_certain(&self) -> bool {
        matches!(self.take, Take::Some(_))
    }

    fn settled(&self) -> Pile {
        match self.take {
            Take::Some(n) => self.before.less(n, false),
            Take::Roll => self.before.less(1, true),
        }
    }

    fn key(&self) -> Key {
        self.before.key().mixed(match self.take {
            Take::Some(n) => 10 + u64::from(n),
            Take::Roll => 20,
        })
    }

    fn resets(&self) -> bool {
        true
    }

    fn outcomes(&self, list: &mut List<Outcome<u8>>) {
        if self.take == Take::Roll {
            for (k, weight) in WEIGHTS.into_iter().enumerate() {
                list.push(Outcome { event: k as u8 + 1, weight });
            }
        }
    }

    fn resolve(&self, e: u8) -> Pile {
        self.before.less(e, true)
    }
}

/// The pile and all that the die will ever show, by turn.
#[derive(Clone, Debug)]
pub struct World {
    pile: Pile,
    turn: usize,
    die: Vec<u8>,
}

impl Truth for World {
    type View = Pile;

    fn view(&self, _: Seat) -> Pile {
        self.pile
    }

    fn seat(&self) -> Seat {
        self.pile.seat()
    }

    fn play(&mut self, m: Take) -> [Seen<Pile>; 2] {
        let after = self.pile.after(m);
        let event = (m == Take::Roll).then(|| self.die.get(self.turn).copied().unwrap_or(1));
        self.pile = match event {
            Some(e) => after.resolve(e),
            None => after.settled(),
        };
        self.turn += 1;
        let seen = Seen { after, event, position: self.pile };
        [seen.clone(), seen]
    }
}

/// The game.
pub struct Toy;

fn set(left: u8, side: Side, rules: Rules) -> Setup<Pile> {
    let p = Pile { left, side, state: State::Open };
    Setup { line: Line::new(rules, &p, ()), node: Node::Decision(p) }
}

impl Game for Toy {
    type Position = Pile;
    type Truth = World;
    const NAME: &'static str = "toy";

    fn presets() -> &'static [Preset<Rules>] {
        &[
            Preset { name: "short", rules: Rules { pile: 12 }, about: "twelve counters" },
            Preset { name: "long", rules: Rules { pile: 40 }, about: "forty counters" },
        ]
    }

    fn start(rules: Rules) -> Setup<Pile> {
        set(rules.pile.clamp(1, MOST), Side::One, rules)
    }

    fn parse_position(text: &str, rules: Rules) -> Result<Setup<Pile>, TextError> {
        let mut words = text.split_whitespace();
        let left = words.next().unwrap_or("");
        let n = left
            .parse::<u8>()
            .ok()
            .filter(|n| (1..=MOST).contains(n))
            .ok_or_else(|| TextError::new("pile", left, format!("1 to {MOST}")))?;
        let side = match words.next().unwrap_or("") {
            "one" => Side::One,
            "two" => Side::Two,
            other => return Err(TextError::new("side", other, "one or two")),
        };
        match words.next() {
            None => Ok(set(n, side, rules)),
            Some(more) => Err(TextError::new("end", more, "nothing")),
        }
    }

    fn print_position(setup: &Setup<Pile>) -> String {
        match &setup.node {
            Node::Decision(p) => format!("{} {}", p.left, Self::side_names()[p.side.index()]),
            Node::Chance(a) => {
                format!("{} {} rolling", a.before.left, Self::side_names()[a.before.side.index()])
            }
        }
    }

    fn parse_move(
        position: &Pile,
        line: &Line<Pile>,
        text: &str,
    ) -> Result<(Take, Option<u8>), TextError> {
        let (head, event) = match text.split_once('=') {
            Some((h, e)) => (h, Some(e)),
            None => (text, None),
        };
        let m = match head {
            "t1" => Take::Some(1),
            "t2" => Take::Some(2),
            "f" => Take::Roll,
            other => return Err(TextError::new("move", other, "t1, t2 or f")),
        };
        if !legal_moves(position, line).contains(&m) {
            return Err(TextError::new("move", head, "a legal move"));
        }
        let event = event.map(|e| Self::parse_event(&position.after(m), e)).transpose()?;
        Ok((m, event))
    }

    fn print_move(_: &Pile, m: Take) -> String {
        match m {
            Take::Some(n) => format!("t{n}"),
            Take::Roll => "f".into(),
        }
    }

    fn parse_event(after: &Taken, text: &str) -> Result<u8, TextError> {
        match text {
            "1" | "2" | "3" if !after.is_certain() => Ok(text.as_bytes()[0] - b'0'),
            other => Err(TextError::new("event", other, "1, 2 or 3 after f")),
        }
    }

    fn print_event(_: &Taken, e: u8) -> String {
        e.to_string()
    }

    fn deal(setup: &Setup<Pile>, key: &LuckKey) -> (World, Setup<Pile>) {
        let pile = match &setup.node {
            Node::Decision(p) => *p,
            Node::Chance(a) => a.settled(),
        };
        let die = (0..u64::from(MOST))
            .map(|turn| {
                let k = key.stream("die", turn).weighted(WEIGHTS.into_iter());
                k.unwrap_or(0) as u8 + 1
            })
            .collect();
        (World { pile, turn: 0, die }, setup.clone())
    }

    fn print_deal(truth: &World) -> String {
        truth.die.iter().map(|d| char::from(b'0' + d)).collect()
    }

    fn parse_deal(text: &str, rules: Rules) -> Result<World, TextError> {
        let die: Option<Vec<u8>> =
            text.bytes().map(|b| (b'1'..=b'3').contains(&b).then(|| b - b'0')).collect();
        match (die, Self::start(rules).node) {
            (Some(die), Node::Decision(pile)) => Ok(World { pile, turn: 0, die }),
            _ => Err(TextError::new("deal", text, "digits 1 to 3")),
        }
    }

    fn side_names() -> [&'static str; 2] {
        ["one", "two"]
    }
}

/// Exact values for the side to move, by counters left.
pub fn exact_values() -> Vec<Score> {
    let mut v = vec![Score::LOSS];
    for left in 1..=MOST {
        let p = Pile { left, side: Side::One, state: State::Open };
        let best = [Take::Some(1), Take::Some(2), Take::Roll]
            .into_iter()
            .filter(|m| !matches!(m, Take::Some(n) if *n > left))
            .map(|m| move_value(&p, m, &v))
            .max()
            .unwrap_or(Score::LOSS);
        v.push(best);
    }
    v
}

fn settle(p: &Pile, v: &[Score]) -> Score {
    match p.state {
        State::Open => v[usize::from(p.left)],
        State::Taken => Score::LOSS,
        State::Bust => Score::WIN,
        State::Exact => Score::DRAW,
    }
}

fn move_value(p: &Pile, m: Take, v: &[Score]) -> Score {
    let after = p.after(m);
    let mean = match m {
        Take::Some(_) => -settle(&after.settled(), v),
        Take::Roll => {
            let items: Vec<(u32, Score)> = WEIGHTS
                .into_iter()
                .enumerate()
                .map(|(k, w)| (w, -settle(&after.resolve(k as u8 + 1), v)))
                .collect();
            average::mean(&items).unwrap_or(Score::DRAW)
        }
    };
    mean.step()
}

/// Plays exactly, but for a declared share of blunders.
struct Exact {
    values: Vec<Score>,
    blunder_permille: u64,
    seed: u64,
    sign_for_two: bool,
    spin: u64,
}

impl Engine<Pile> for Exact {
    fn name(&self) -> String {
        format!("toy exact, {} permille blunders", self.blunder_permille)
    }

    fn new_game(&mut self) {}

    fn analyse(&mut self, setup: &Setup<Pile>, request: &Request<Pile>) -> Analysis<Pile> {
        let begun = Instant::now();
        let mut a = Analysis {
            depth: 1,
            nodes: 0,
            time_ms: 0,
            static_score: None,
            moves: Vec::new(),
            outcomes: Vec::new(),
        };
        let Some(p) = setup.decision() else { return a };
        let flip = self.sign_for_two && p.side == Side::Two;
        let sign = |s: Score| if flip { -s } else { s };
        a.static_score = Some(sign(settle(p, &self.values)).held());
        if p.verdict(&setup.line).is_some() {
            return a;
        }
        for m in legal_moves(p, &setup.line) {
            if !request.only.is_empty() && !request.only.contains(&m) {
                continue;
            }
            let after = p.after(m);
            let mut list = List::new();
            after.outcomes(&mut list);
            let outcomes: Vec<OutcomeLine<Pile>> = list
                .iter()
                .map(|o| {
                    let next = after.resolve(o.event);
                    OutcomeLine {
                        event: o.event,
                        weight: o.weight,
                        value: Value::Exact(sign(-settle(&next, &self.values)).step()),
                        reply: None,
                        end: next.verdict(&setup.line),
                    }
                })
                .collect();
            a.nodes += 1 + outcomes.len() as u64;
            a.moves.push(RootMove {
                mv: m,
                value: Value::Exact(sign(move_value(p, m, &self.values))),
                proved: false,
                line: vec![Step { mv: m, event: None }],
                outcomes,
                nodes: 1,
            });
        }
        a.moves.sort_by_key(|m| std::cmp::Reverse(m.value.number()));
        let mut rng = Rng::keyed(&[
            "toy engine".into(),
            self.seed.into(),
            u64::from(p.left).into(),
            (p.side.index() as u64).into(),
        ]);
        if request.play && !a.moves.is_empty() && rng.below(1000) < self.blunder_permille {
            let k = rng.index(a.moves.len());
            a.moves.swap(0, k);
        }
        for _ in 0..self.spin {
            std::hint::black_box(rng.bits());
        }
        a.time_ms = begun.elapsed().as_millis() as u64;
        a
    }
}

fn number(spec: &EngineSpec, name: &str, default: u64) -> Result<u64, DeskError> {
    match spec.options.get(name) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| {
            TextError::new(format!("option {name}"), text.as_str(), "a whole number").into()
        }),
    }
}

/// The toy's plug.
pub struct ToyPlug;

impl Plug for ToyPlug {
    type Game = Toy;

    fn builtin(spec: &EngineSpec, _: Rules) -> Result<BoxEngine<Self>, DeskError> {
        for name in spec.options.keys() {
            if !["blunder", "flip", "spin"].contains(&name.as_str()) {
                return Err(DeskError::Unknown {
                    what: "option",
                    found: name.clone(),
                    known: "blunder (permille), flip (1: score flipped for Two), spin".into(),
                });
            }
        }
        Ok(Box::new(Exact {
            values: exact_values(),
            blunder_permille: number(spec, "blunder", 0)?,
            seed: spec.seed,
            sign_for_two: number(spec, "flip", 0)? != 0,
            spin: number(spec, "spin", 0)?,
        }))
    }

    fn rulers() -> &'static [Named] {
        &[Named { name: "random", about: "plays any legal move" }]
    }

    fn ruler(name: &str, seed: u64) -> Option<BoxEngine<Self>> {
        (name == "random").then(|| {
            Box::new(Exact {
                values: exact_values(),
                blunder_permille: 1000,
                seed,
                sign_for_two: false,
                spin: 0,
            }) as BoxEngine<Self>
        })
    }

    fn eval(setup: &Setup<Pile>, _: Option<&str>) -> Result<EvalOut, DeskError> {
        let p = setup.decision().ok_or_else(|| {
            DeskError::Unsupported("no static evaluation before the die has fallen".into())
        })?;
        let score = settle(p, &exact_values());
        let value = (score.millionths() / 1000) as i32;
        Ok(EvalOut {
            score: score.held(),
            units: "permille",
            terms: vec![Term { name: "exact", own: value, other: 0, value }],
            more: Default::default(),
        })
    }

    fn flipped(setup: &Setup<Pile>) -> Option<Setup<Pile>> {
        let p = setup.decision()?;
        Some(set(p.left, p.side.other(), setup.line.rules()))
    }
}

/// The toy on the desk.
pub static TOY: Desk<ToyPlug> = Desk::new();

/// The event and move types, for tests.
pub type ToyEvent = EventOf<Pile>;
/// A decision of the toy.
pub type ToyMove = MoveOf<Pile>;
