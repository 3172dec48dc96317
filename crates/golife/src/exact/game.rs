//! The local game: states, moves, and whether the attacker captures the solid string.

use super::graph::Space;
use crate::mix::Mix;
use std::collections::HashMap;
use touchstone_go::Suicide;

/// A state of the local game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Attacker stones.
    pub attackers: u32,
    /// Defender stones beside the solid string.
    pub defenders: u32,
    /// Outer liberties that are left.
    pub outer: u8,
    /// The extra eye is open.
    pub extra: bool,
    /// Point banned by ko for the side to move, or 255.
    pub ko: u8,
}

/// No ban.
pub(super) const NO_KO: u8 = 255;
/// The attacker's filling of an outer liberty, as a move.
pub(super) const FILL: usize = 254;

impl State {
    fn key(&self, attacker: bool) -> u64 {
        u64::from(self.attackers)
            | u64::from(self.defenders) << 16
            | u64::from(self.outer) << 32
            | u64::from(self.extra) << 36
            | u64::from(attacker) << 37
            | u64::from(self.ko) << 40
    }
}

/// A search over one space.
pub struct Game<'a> {
    space: &'a Space,
    full: u32,
    switches: u32,
    /// Points that a switch can open.
    switched: u32,
    suicide: Suicide,
    memo: HashMap<u64, u32, Mix>,
    round: u32,
    failed: Vec<u64>,
    changed: bool,
    order: Vec<usize>,
    /// States visited.
    pub nodes: u64,
}

impl<'a> Game<'a> {
    /// A search with this suicide rule for the attacker.
    pub fn new(space: &'a Space, suicide: Suicide) -> Game<'a> {
        let mut order: Vec<usize> = (0..space.len()).collect();
        // Points with many neighbours first.
        order.sort_by_key(|&i| std::cmp::Reverse(space.next[i].count_ones()));
        Game {
            space,
            full: if space.len() >= 32 { u32::MAX } else { (1 << space.len()) - 1 },
            switches: space.switches.iter().fold(0, |m, s| m | s.0),
            switched: space.switches.iter().fold(0, |m, s| m | s.1),
            suicide,
            memo: HashMap::default(),
            round: 0,
            failed: Vec::new(),
            changed: false,
            order,
            nodes: 0,
        }
    }

    /// The state at the start.
    pub fn start(&self, outer: u8, extra: bool) -> State {
        State {
            attackers: self.space.attackers,
            defenders: self.space.defenders,
            outer,
            extra,
            ko: NO_KO,
        }
    }

    /// Points by which the attacker can enter from outside, half eyes that are lost included.
    #[inline]
    fn margin(&self, s: &State) -> u32 {
        let mut m = self.space.margin;
        for &(switch, eye) in &self.space.switches {
            if s.attackers & switch != 0 {
                m |= eye;
            }
        }
        m
    }

    fn spread(&self, set: u32) -> u32 {
        let mut s = 0;
        let mut rest = set;
        while rest != 0 {
            s |= self.space.next[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        s
    }

    fn flood(&self, seed: u32, mask: u32) -> u32 {
        let mut s = seed & mask;
        let mut edge = s;
        while edge != 0 {
            edge = self.spread(edge) & mask & !s;
            s |= edge;
        }
        s
    }

    fn empties(&self, s: &State) -> u32 {
        self.full & !s.attackers & !s.defenders
    }

    /// Liberties of the solid string inside the space.
    fn solid_liberties(&self, s: &State) -> u32 {
        let own = self.flood(s.defenders & self.space.wall, s.defenders);
        (self.space.wall | self.spread(own)) & self.empties(s)
    }

    /// All liberties of the solid string, counted.
    pub fn liberties(&self, s: &State) -> u32 {
        self.solid_liberties(s).count_ones() + u32::from(s.outer) + u32::from(s.extra)
    }

    /// The state after an attacker's move on a point; `None` if it is illegal. The
    /// caller has excluded the capture of the solid string.
    pub(super) fn attack(&self, s: &State, p: usize) -> Option<State> {
        if p == FILL {
            return (s.outer > 0).then(|| State { outer: s.outer - 1, ko: NO_KO, ..*s });
        }
        let bit = 1u32 << p;
        if self.empties(s) & bit == 0 || usize::from(s.ko) == p {
            return None;
        }
        let mut t = State { attackers: s.attackers | bit, ko: NO_KO, ..*s };
        if self.switches & bit != 0 {
            return Some(t);
        }
        // Capture defender stones that are not part of the solid string.
        let mut taken = 0;
        let mut near = self.space.next[p] & t.defenders;
        while near != 0 {
            let chain = self.flood(near & near.wrapping_neg(), t.defenders);
            near &= !chain;
            if chain & self.space.wall == 0 && self.spread(chain) & self.empties(&t) == 0 {
                taken |= chain;
            }
        }
        t.defenders &= !taken;
        let chain = self.flood(bit, t.attackers);
        let liberties = self.spread(chain) & self.empties(&t);
        let margin = self.margin(&t);
        if liberties == 0 && chain & margin == 0 {
            let allowed = match self.suicide {
                Suicide::Forbidden => false,
                Suicide::MultiStone => chain != bit,
                Suicide::All => true,
            };
            if !allowed {
                return None;
            }
            t.attackers &= !chain;
            return Some(t);
        }
        if taken.is_power_of_two() && chain == bit && liberties == taken && margin & bit == 0 {
            t.ko = taken.trailing_zeros() as u8;
        }
        Some(t)
    }

    /// The state after a defender's move on a point; `None` if it is illegal.
    pub(super) fn defend(&self, s: &State, p: usize) -> Option<State> {
        let bit = 1u32 << p;
        if self.empties(s) & bit == 0 || usize::from(s.ko) == p {
            return None;
        }
        let mut t = State { defenders: s.defenders | bit, ko: NO_KO, ..*s };
        if self.switches & bit != 0 {
            return (self.space.one_sided & bit == 0).then_some(t);
        }
        let mut taken = 0;
        let margin = self.margin(s);
        let mut near = self.space.next[p] & t.attackers;
        while near != 0 {
            let chain = self.flood(near & near.wrapping_neg(), t.attackers);
            near &= !chain;
            if chain & margin == 0 && self.spread(chain) & self.empties(&t) == 0 {
                taken |= chain;
            }
        }
        t.attackers &= !taken;
        let chain = self.flood(bit, t.defenders);
        let solid = chain & self.space.wall != 0;
        let liberties = self.spread(chain) & self.empties(&t);
        if solid {
            if self.liberties(&t) == 0 {
                return None;
            }
        } else {
            if liberties == 0 {
                return None;
            }
            if taken.is_power_of_two() && chain == bit && liberties == taken {
                t.ko = taken.trailing_zeros() as u8;
            }
        }
        Some(t)
    }

    pub(super) fn passed(s: &State) -> State {
        State { ko: NO_KO, ..*s }
    }

    /// The points in the order in which they are tried.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// A move of the attacker that captures the solid string at once: its last liberty.
    pub(super) fn captures(&self, s: &State) -> bool {
        // The last liberty cannot be banned: a ko is about one stone.
        self.liberties(s) == 1
    }

    /// Whether the attacker, to move, captures the solid string.
    pub fn attacker_wins(&mut self, s: State) -> bool {
        self.settle(s, true)
    }

    /// Whether the defender, to move, prevents it.
    pub fn defender_saves(&mut self, s: State) -> bool {
        !self.settle(s, false)
    }

    /// Least fixpoint in rounds: within a round every state is visited once and a
    /// state that is still open counts as not won. A win found so is a finite
    /// one and stands for ever. If an open state that was leant on turns out to
    /// be won, another round follows; if none does, the round's failures agree
    /// with one another and stand too.
    fn settle(&mut self, s: State, attacker: bool) -> bool {
        loop {
            self.changed = false;
            self.round += 4;
            self.failed.clear();
            let won = self.wins(s, attacker);
            if !self.changed {
                for &key in &self.failed {
                    self.memo.insert(key, LOST);
                }
            }
            if won || !self.changed {
                return won;
            }
        }
    }

    fn wins(&mut self, s: State, attacker: bool) -> bool {
        if attacker && self.captures(&s) {
            return true;
        }
        let key = s.key(attacker);
        let mark = self.memo.entry(key).or_insert(0);
        match *mark {
            WON => return true,
            LOST => return false,
            m if m & !3 == self.round => {
                if m & 3 == OPEN {
                    *mark = self.round | LEANT;
                }
                return false;
            }
            _ => *mark = self.round | OPEN,
        }
        if attacker && self.lives(&s) {
            self.memo.insert(key, LOST);
            return false;
        }
        self.nodes += 1;
        let won = if attacker { self.try_attacks(&s) } else { self.try_defences(&s) };
        if won {
            self.changed |= self.memo.insert(key, WON) == Some(self.round | LEANT);
        } else {
            self.memo.insert(key, self.round | FAILED);
            self.failed.push(key);
        }
        won
    }

    /// Benson's theorem for the solid string: two regions, the open extra eye among
    /// them, each of whose empty points is a liberty of it. Regions that can be
    /// entered from outside or hold other stones of the defender do not count.
    fn lives(&self, s: &State) -> bool {
        let own = self.flood(s.defenders & self.space.wall, s.defenders);
        let liberties = self.space.wall | self.spread(own);
        let unsafe_points = self.space.margin | self.switched | (s.defenders & !own);
        let mut eyes = u32::from(s.extra);
        let mut rest = self.full & !own & !self.switches;
        while rest != 0 {
            let region = self.flood(rest & rest.wrapping_neg(), rest);
            rest &= !region;
            if region & unsafe_points == 0 && region & !s.attackers & !liberties == 0 {
                eyes += 1;
                if eyes == 2 {
                    return true;
                }
            }
        }
        false
    }

    fn try_attacks(&mut self, s: &State) -> bool {
        for i in 0..self.order.len() {
            if let Some(t) = self.attack(s, self.order[i])
                && self.wins(t, false)
            {
                return true;
            }
        }
        self.attack(s, FILL).is_some_and(|t| self.wins(t, false))
    }

    fn try_defences(&mut self, s: &State) -> bool {
        // Passing is tried first: where it saves, the state is settled cheaply.
        if !self.wins(Self::passed(s), true) {
            return false;
        }
        for i in 0..self.order.len() {
            if let Some(t) = self.defend(s, self.order[i])
                && !self.wins(t, true)
            {
                return false;
            }
        }
        true
    }
}

/// What is known of a state for good.
const WON: u32 = u32::MAX;
const LOST: u32 = u32::MAX - 1;
/// What the current round knows, beside the round's number: the state is on the
/// path; it is, and something below counted it as not won; it was not won.
const OPEN: u32 = 0;
const LEANT: u32 = 1;
const FAILED: u32 = 2;
