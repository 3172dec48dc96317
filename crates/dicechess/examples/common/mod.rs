#![allow(dead_code, reason = "each example uses its own part of this module")]
//! Games between players, without the laboratory: for measurements only.

use std::time::{Duration, Instant};
use touchstone_chess::Colour;
use touchstone_dicechess::bots::{Bot, RULERS};
use touchstone_dicechess::engine::chance::{Chance, Freedom};
use touchstone_dicechess::engine::{DiceEngine, Settings};
use touchstone_dicechess::eval::{Eval, Weights};
use touchstone_dicechess::game::setup_of;
use touchstone_dicechess::truth::World;
use touchstone_dicechess::{DiceChess, DicePosition, Pool, TurnEnd, TurnMove, dfen};
use touchstone_kernel::{After, Game, Interval, Limits, Node, Position, Rng, Score, VerdictResult};
use touchstone_search::clock::Clock;
use touchstone_search::{Engine, Request, Stop};

pub enum Brain {
    Bot(Bot, Rng),
    Engine(Box<dyn Engine<DicePosition>>, Limits),
}

pub struct Player {
    pub brain: Brain,
    pub turns: u64,
    pub time: Duration,
    pub worst: Duration,
    pub nodes: u64,
}

impl Player {
    pub fn named(name: &str, seed: u64) -> Option<Player> {
        let rng = Rng::seeded(seed, "player");
        let brain = if let Some(r) = RULERS.iter().find(|r| r.0 == name) {
            Brain::Bot(r.2, rng)
        } else if let Some(w) = name.strip_prefix("ring:") {
            Brain::Bot(Bot::AggressiveRing(w.parse().ok()?), rng)
        } else if let Some(rest) = name.strip_prefix("engine:") {
            // engine:MS, engine:MS:DEPTH, with MS = 0 for no time limit.
            let mut parts = rest.split(':');
            let ms: u64 = parts.next()?.parse().ok()?;
            let depth: Option<u32> = parts.next().and_then(|d| d.parse().ok());
            let limits = Limits {
                time_ms: (ms > 0).then_some(ms),
                depth: depth.or_else(|| (ms == 0).then_some(2)),
                ..Limits::default()
            };
            let engine = DiceEngine::new(Weights::FITTED, Settings::STANDARD);
            Brain::Engine(Box::new(engine), limits)
        } else {
            return None;
        };
        Some(Player { brain, turns: 0, time: Duration::ZERO, worst: Duration::ZERO, nodes: 0 })
    }

    pub fn choose(&mut self, p: &DicePosition) -> TurnMove {
        let began = Instant::now();
        let m = match &mut self.brain {
            Brain::Bot(bot, rng) => bot.choose(p, rng).map_or(TurnMove::PASS, TurnMove),
            Brain::Engine(engine, limits) => {
                let setup = setup_of(dfen::Read::Decision(*p));
                let a = engine.analyse(&setup, &Request::for_play(*limits));
                self.nodes += a.nodes;
                a.best().map_or(TurnMove::PASS, |m| m.mv)
            }
        };
        let took = began.elapsed();
        if m != TurnMove::PASS {
            self.turns += 1;
            self.time += took;
            self.worst = self.worst.max(took);
        }
        m
    }
}

/// One game: 2 for a win of White, 1 for a draw, 0 for a loss. Calls `seen`
/// with every end of a turn.
pub fn play(
    white: &mut Player,
    black: &mut Player,
    dice_seed: u64,
    mut seen: impl FnMut(&touchstone_dicechess::TurnEnd),
) -> u32 {
    let mut p = match DiceChess::start(touchstone_dicechess::Rules::CANONICAL).node {
        Node::Chance(e) => e.rolled(World::roll(dice_seed, 0)),
        Node::Decision(p) => p,
    };
    for n in 1u64.. {
        let m = if p.turn == Colour::White { white.choose(&p) } else { black.choose(&p) };
        let after = p.after(m);
        if let Some(v) = after.outcome() {
            return match v.result {
                VerdictResult::Draw => 1,
                VerdictResult::Win(touchstone_kernel::Seat::First) => 2,
                VerdictResult::Win(_) => 0,
            };
        }
        seen(&after);
        p = after.resolve(World::roll(dice_seed, n));
    }
    1
}

/// A frozen judge of luck: what a roll is worth beyond the mean of all rolls,
/// by the best static end of each. Its expectation is 0 whatever the judge.
pub struct Luck {
    chance: Chance,
}

impl Luck {
    pub fn new() -> Luck {
        let mut chance = Chance::new(Eval::new(Weights::FITTED), 1 << 10);
        chance.set_up(false, FREE);
        Luck { chance }
    }

    /// Expected result (−1..1) that this roll gave to the side that rolled.
    pub fn of(&mut self, end: &TurnEnd, roll: Pool) -> f64 {
        let men = end.men.scored(self.chance.eval.table());
        let mut clock = Clock::start(&Limits::default(), &Stop::new());
        let value = self.chance.value(&men, 1, Score::BELOW, Score::ABOVE, FREE, &mut clock);
        let Ok(value) = value else { return 0.0 };
        let list = self.chance.rolls();
        let of = |i: &Interval| 0.5 * (i.lo.expected() + i.hi.expected());
        let exact: f64 =
            list.iter().map(|(r, i, _)| f64::from(r.weight()) * of(i)).sum::<f64>() / 216.0;
        let _ = value;
        list.iter().find(|(r, _, _)| *r == roll).map_or(0.0, |(_, i, _)| of(i) - exact)
    }
}

const FREE: Freedom = Freedom { cuts: false, keep_rolls: true, ..Freedom::FULL };

/// One game with its luck for White in half points (0 to 2 scale).
pub fn play_judged(
    white: &mut Player,
    black: &mut Player,
    dice_seed: u64,
    luck: &mut Luck,
) -> (u32, f64) {
    let mut sum = 0.0;
    let mut n = 0u64;
    let start = DiceChess::start(touchstone_dicechess::Rules::CANONICAL);
    if let Node::Chance(e) = start.node {
        sum += luck.of(&e, World::roll(dice_seed, 0));
    }
    let result = play(white, black, dice_seed, |e| {
        n += 1;
        let l = luck.of(e, World::roll(dice_seed, n));
        sum += if e.turn == Colour::White { l } else { -l };
    });
    (result, sum)
}

/// Both games of a pair: half points of `a` (0 to 4) and the luck of `a` in
/// the same unit.
pub fn judged_pair(
    a: &mut Player,
    b: &mut Player,
    seed: u64,
    pair: u64,
    luck: &mut Luck,
) -> ((u32, u32), f64) {
    let dice = Rng::keyed(&["ladder".into(), seed.into(), pair.into()]).bits();
    for p in [&mut *a, &mut *b] {
        if let Brain::Engine(e, _) = &mut p.brain {
            e.new_game();
        }
    }
    let (first, l1) = play_judged(a, b, dice, luck);
    let (second, l2) = play_judged(b, a, dice, luck);
    ((first, 2 - second), l1 - l2)
}

/// Both games of a pair in half points of `a`, 0 to 4.
pub fn play_pair(a: &mut Player, b: &mut Player, seed: u64, pair: u64) -> (u32, u32) {
    let dice = Rng::keyed(&["ladder".into(), seed.into(), pair.into()]).bits();
    for p in [&mut *a, &mut *b] {
        if let Brain::Engine(e, _) = &mut p.brain {
            e.new_game();
        }
    }
    let first = play(a, b, dice, |_| ());
    let second = 2 - play(b, a, dice, |_| ());
    (first, second)
}

#[derive(Default)]
pub struct Tally {
    pub bins: [u64; 5],
    /// Scores of pairs (0..1) and their luck, if a judge sat by.
    pub judged: Vec<(f64, f64)>,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Tally {
    pub fn add(&mut self, (x, y): (u32, u32)) {
        self.bins[(x + y) as usize] += 1;
        for g in [x, y] {
            match g {
                2 => self.wins += 1,
                1 => self.draws += 1,
                _ => self.losses += 1,
            }
        }
    }

    /// Score in per cent and the half-width of its 95 % interval, from pairs.
    pub fn score(&self) -> (f64, f64) {
        let n = self.bins.iter().sum::<u64>() as f64;
        let mean =
            self.bins.iter().enumerate().map(|(i, &c)| i as f64 / 4.0 * c as f64).sum::<f64>() / n;
        let var = self
            .bins
            .iter()
            .enumerate()
            .map(|(i, &c)| c as f64 * (i as f64 / 4.0 - mean).powi(2))
            .sum::<f64>()
            / (n - 1.0).max(1.0);
        (100.0 * mean, 196.0 * (var / n).sqrt())
    }

    /// The score less luck, in per cent, its half-width, and the coefficient:
    /// each half of the pairs is corrected with the other half's coefficient.
    pub fn adjusted(&self) -> Option<(f64, f64, f64)> {
        let n = self.judged.len();
        if n < 20 {
            return None;
        }
        let slope = |odd: usize| {
            let half: Vec<_> =
                self.judged.iter().enumerate().filter(|(i, _)| i % 2 == odd).map(|x| x.1).collect();
            let my = half.iter().map(|x| x.0).sum::<f64>() / half.len() as f64;
            let ml = half.iter().map(|x| x.1).sum::<f64>() / half.len() as f64;
            let cov: f64 = half.iter().map(|x| (x.0 - my) * (x.1 - ml)).sum();
            let var: f64 = half.iter().map(|x| (x.1 - ml).powi(2)).sum();
            cov / var.max(1e-12)
        };
        let b = [slope(1), slope(0)];
        let y: Vec<f64> =
            self.judged.iter().enumerate().map(|(i, x)| x.0 - b[i % 2] * x.1).collect();
        let mean = y.iter().sum::<f64>() / n as f64;
        let var = y.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n as f64 - 1.0);
        Some((100.0 * mean, 196.0 * (var / n as f64).sqrt(), 0.5 * (b[0] + b[1])))
    }

    pub fn line(&self, a: &str, b: &str) -> String {
        let (s, h) = self.score();
        let luck = self.adjusted().map_or(String::new(), |(s, h, b)| {
            format!(", luck-adjusted {s:.2} % ± {h:.2} (coefficient {b:.2})")
        });
        format!(
            "{a} - {b}: {s:.2} % ± {h:.2}{luck} over {} games (+{} ={} -{}; pairs {:?})",
            self.wins + self.draws + self.losses,
            self.wins,
            self.draws,
            self.losses,
            self.bins
        )
    }
}
