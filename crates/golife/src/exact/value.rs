//! The four digits, the vital points, and what depends on ko.

use super::game::{FILL, Game, State};
use super::graph::Space;
use std::collections::HashMap;
use std::fmt;
use touchstone_go::Suicide;

/// Eyes if: the attacker plays twice, the attacker plays first, the defender
/// plays first, the defender plays twice. Each is capped at 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Value(pub [u8; 4]);

impl Value {
    /// Eyes if the attacker moves first.
    pub const fn min(self) -> u8 {
        self.0[1]
    }

    /// Eyes if the defender moves first.
    pub const fn max(self) -> u8 {
        self.0[2]
    }

    /// Reads four digits.
    pub fn parse(text: &str) -> Option<Value> {
        let d: Vec<u8> = text.bytes().map(|b| b.wrapping_sub(b'0')).collect();
        match d.as_slice() {
            &[a, b, c, d] if [a, b, c, d].iter().all(|&n| n <= 2) => Some(Value([a, b, c, d])),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "{a}{b}{c}{d}")
    }
}

/// An exact value with its vital points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exact {
    /// The four digits.
    pub value: Value,
    /// Points with which the attacker reaches `min`; empty if `min == max`.
    pub attack: u32,
    /// Points with which the defender reaches `max`; empty if `min == max`.
    pub defence: u32,
    /// States visited.
    pub nodes: u64,
}

/// The exact value of a space whose wall has `outer` other liberties.
pub fn evaluate(space: &Space, outer: u8, suicide: Suicide) -> Exact {
    let mut e = Evaluator { game: Game::new(space, suicide), values: HashMap::new() };
    let s = e.game.start(outer.min(2), false);
    let value = e.value(s);
    let (mut attack, mut defence) = (0u32, 0u32);
    if value.min() < value.max() {
        // The threshold that is fought about: the second eye, or the only one.
        let extra_attack = value.min() == 0;
        let extra_defence = value.max() == 1;
        for p in 0..space.len() {
            if let Some(t) = e.game.attack(&s, p)
                && !e.saved(t, extra_attack)
            {
                attack |= 1 << p;
            }
            if let Some(t) = e.game.defend(&s, p)
                && !e.taken(t, extra_defence)
            {
                defence |= 1 << p;
            }
        }
    }
    Exact { value, attack, defence, nodes: e.game.nodes }
}

/// Values with 0, 1 and 2 outer liberties; the search is shared.
pub fn evaluate_by_liberties(space: &Space, suicide: Suicide) -> [Value; 3] {
    let mut e = Evaluator { game: Game::new(space, suicide), values: HashMap::new() };
    [0, 1, 2].map(|k| {
        let s = e.game.start(k, false);
        e.value(s)
    })
}

struct Evaluator<'a> {
    game: Game<'a>,
    /// `None` while a value is being computed.
    values: HashMap<State, Option<Value>>,
}

impl Evaluator<'_> {
    /// A: the attacker, to move, captures.
    fn taken(&mut self, s: State, extra: bool) -> bool {
        self.game.attacker_wins(State { extra, ..s })
    }

    /// D: the defender, to move, prevents it.
    fn saved(&mut self, s: State, extra: bool) -> bool {
        self.game.defender_saves(State { extra, ..s })
    }

    fn attacks(&self, s: &State) -> Vec<State> {
        if self.game.liberties(s) <= 1 {
            // The next move captures; there is nothing behind it.
            return Vec::new();
        }
        let points = self.game.order().iter().copied().chain(std::iter::once(FILL));
        points.filter_map(|p| self.game.attack(s, p)).map(|t| State { ko: u8::MAX, ..t }).collect()
    }

    fn defences(&self, s: &State) -> Vec<State> {
        let points = self.game.order().iter().copied();
        points.filter_map(|p| self.game.defend(s, p)).map(|t| State { ko: u8::MAX, ..t }).collect()
    }

    fn is(&mut self, s: State, digits: [u8; 4]) -> bool {
        self.value_of(s) == Some(Value(digits))
    }

    fn value(&mut self, s: State) -> Value {
        self.value_of(s).unwrap_or(Value([0; 4]))
    }

    /// The value of a state; `None` where it would be asked about itself.
    fn value_of(&mut self, s: State) -> Option<Value> {
        let s = State { extra: false, ..s };
        if let Some(v) = self.values.get(&s) {
            return *v;
        }
        self.values.insert(s, None);
        let v = Some(Value(self.digits(s)));
        self.values.insert(s, v);
        v
    }

    fn digits(&mut self, s: State) -> [u8; 4] {
        if !self.taken(s, false) {
            let moves = self.attacks(&s);
            let a = if moves.iter().any(|&t| self.taken(t, true)) {
                0
            } else if moves.iter().any(|&t| self.taken(t, false)) {
                1
            } else {
                2
            };
            return [a, 2, 2, 2];
        }
        let saved = self.saved(s, false);
        let taken_with_eye = self.taken(s, true);
        match (saved, taken_with_eye) {
            (true, true) => [0, 0, 2, 2],
            (true, false) => {
                let deep = self
                    .attacks(&s)
                    .into_iter()
                    .any(|t| !self.saved(t, false) && self.is(t, [0, 0, 1, 1]));
                [u8::from(!deep), 1, 2, 2]
            }
            (false, false) => {
                let deep = self
                    .attacks(&s)
                    .into_iter()
                    .any(|t| self.taken(t, true) && self.is(t, [0, 0, 1, 1]));
                let high = self
                    .defences(&s)
                    .into_iter()
                    .any(|t| self.saved(t, false) && self.is(t, [1, 1, 2, 2]));
                [u8::from(!deep), 1, 1, if high { 2 } else { 1 }]
            }
            (false, true) => {
                if self.saved(s, true) {
                    let high = self
                        .defences(&s)
                        .into_iter()
                        .any(|t| !self.taken(t, true) && self.is(t, [1, 1, 2, 2]));
                    return [0, 0, 1, if high { 2 } else { 1 }];
                }
                let mut d = 0;
                for t in self.defences(&s) {
                    if self.saved(t, true) {
                        d = d.max(if self.saved(t, false) { 2 } else { 1 });
                    }
                }
                [0, 0, 0, d]
            }
        }
    }
}
