//! Exact search where everything is shut in.
//!
//! The arena is what hangs together with the target without crossing stones that
//! are taken to live (Benson's, if the answer shall be a proof). All moves in it
//! are tried for both sides, and passes; suicide is forbidden, ko is simple, and one side
//! may be ko master. The attacker must capture the target within finitely many
//! moves: the least fixpoint over all positions, found in rounds as in
//! [`crate::exact::Game`]. A capture found is a finite tree and stands for ever; a round
//! in which no position that was leant on changed proves that there is none.

use crate::mix::Mix;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use touchstone_go::{Board, Colour, Point, PointSet};

type Bits = u128;

/// No point is banned.
const NO_KO: u8 = 255;
/// Marks in the memory: won (with its number), not won for good, and what the round knows.
const WON: u32 = 1 << 31;
const LOST: u32 = WON - 1;
const OPEN: u32 = 0;
const LEANT: u32 = 1;
const FAILED: u32 = 2;

/// A position in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    attackers: Bits,
    defenders: Bits,
    /// Cell banned by ko for the side to move.
    ko: u8,
    /// How often the ko master has ignored a ban, where that is limited.
    retakes: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Key(State, bool);

impl Hash for Key {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let fold = |b: Bits| (b as u64) ^ ((b >> 64) as u64).rotate_left(23);
        h.write_u64(fold(self.0.attackers));
        h.write_u64(fold(self.0.defenders) ^ (u64::from(self.0.ko) << 1 | u64::from(self.1)) << 48);
    }
}

/// A shut-in position and its search.
pub struct Enclosed {
    owner: Colour,
    /// Board point of each cell of the grid.
    cells: Vec<Option<Point>>,
    stride: u32,
    full: Bits,
    /// Cells next to living stones of the attacker and of the defender.
    beside_foes: Bits,
    beside_friends: Bits,
    target: Bits,
    start: State,
    order: Vec<u8>,
    /// Who may ignore the ban: the attacker (`Some(true)`), the defender, nobody.
    master: Option<bool>,
    /// How often the master may ignore a ban on one line; `None`: always, as proofs need it.
    pub most_retakes: Option<u8>,
    memo: HashMap<Key, u32, Mix>,
    round: u32,
    failed: Vec<Key>,
    changed: bool,
    wins: u32,
    last: u64,
    stopped: bool,
    /// Whether a ban or a retaking mattered anywhere.
    pub met_ko: bool,
    /// Positions visited.
    pub nodes: u64,
}

impl Enclosed {
    /// The arena of the chain at `target`, where `foes` and `friends` are stones that
    /// cannot be captured; `None` if it does not fit into the grid or has more than
    /// `most_empty` empty points.
    pub fn of(
        board: &Board,
        target: Point,
        foes: &PointSet,
        friends: &PointSet,
        most_empty: usize,
    ) -> Option<Enclosed> {
        let owner = board.colour(target)?;
        let free = board.points().minus(foes).minus(friends);
        let arena = PointSet::one(target).flood(&free);
        if arena.minus(&board.occupied()).len() > most_empty || arena.is_empty() {
            return None;
        }
        let (xs, ys) = (arena.iter().map(|p| p.x()), arena.iter().map(|p| p.y()));
        let (x0, x1) = (xs.clone().min()?, xs.max()?);
        let (y0, y1) = (ys.clone().min()?, ys.max()?);
        let stride = x1 - x0 + 2;
        let size = stride * (y1 - y0 + 1);
        if size > 127 {
            return None;
        }
        let mut cells = vec![None; size];
        let at = |p: Point| (p.y() - y0) * stride + p.x() - x0;
        let mut e = Enclosed {
            owner,
            cells: Vec::new(),
            stride: stride as u32,
            full: 0,
            beside_foes: 0,
            beside_friends: 0,
            target: 0,
            start: State { attackers: 0, defenders: 0, ko: NO_KO, retakes: 0 },
            most_retakes: None,
            order: Vec::new(),
            master: None,
            memo: HashMap::default(),
            round: 0,
            failed: Vec::new(),
            changed: false,
            wins: 0,
            last: 0,
            stopped: false,
            met_ko: false,
            nodes: 0,
        };
        for p in arena {
            let bit: Bits = 1 << at(p);
            cells[at(p)] = Some(p);
            e.full |= bit;
            if board.is_stone(p, owner) {
                e.start.defenders |= bit;
            } else if board.is_stone(p, owner.other()) {
                e.start.attackers |= bit;
            }
            for q in p.neighbours() {
                if foes.contains(q) {
                    e.beside_foes |= bit;
                }
                if friends.contains(q) {
                    e.beside_friends |= bit;
                }
            }
        }
        for p in board.chain(target) {
            e.target |= 1 << at(p);
        }
        if let Some((p, _)) = board.ko()
            && arena.contains(p)
        {
            e.start.ko = at(p) as u8;
        }
        let mut order: Vec<u8> =
            (0..size as u8).filter(|&i| cells[usize::from(i)].is_some()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse((e.spread(1 << i) & e.full).count_ones()));
        e.order = order;
        e.cells = cells;
        Some(e)
    }

    #[inline]
    fn spread(&self, s: Bits) -> Bits {
        s << 1 | s >> 1 | s << self.stride | s >> self.stride
    }

    #[inline]
    fn flood(&self, seed: Bits, mask: Bits) -> Bits {
        let mut s = seed & mask;
        loop {
            let t = (s | self.spread(s)) & mask;
            if t == s {
                return s;
            }
            s = t;
        }
    }

    #[inline]
    fn empties(&self, s: &State) -> Bits {
        self.full & !s.attackers & !s.defenders
    }

    /// The position after a move of a side, and whether it captured the target; `None` if illegal.
    fn play(&mut self, s: &State, attacker: bool, i: u8) -> Option<(State, bool)> {
        let bit: Bits = 1 << i;
        let mut retakes = s.retakes;
        if s.ko == i {
            self.met_ko = true;
            if self.master != Some(attacker) || self.most_retakes.is_some_and(|n| retakes >= n) {
                return None;
            }
            retakes += u8::from(self.most_retakes.is_some());
        }
        let (mut own, mut other, safe, other_safe) = if attacker {
            (s.attackers, s.defenders, self.beside_foes, self.beside_friends)
        } else {
            (s.defenders, s.attackers, self.beside_friends, self.beside_foes)
        };
        own |= bit;
        let empty = self.full & !own & !other;
        let around = self.spread(bit);
        let mut taken: Bits = 0;
        let mut near = around & other;
        while near != 0 {
            let chain = self.flood(near & near.wrapping_neg(), other);
            near &= !chain;
            if chain & other_safe == 0 && self.spread(chain) & empty == 0 {
                taken |= chain;
            }
        }
        other &= !taken;
        let empty = empty | taken;
        let mut ko = NO_KO;
        if around & empty == 0 || taken.is_power_of_two() {
            let chain = self.flood(bit, own);
            let liberties = self.spread(chain) & empty;
            if liberties == 0 && chain & safe == 0 {
                return None;
            }
            if taken.is_power_of_two() && chain == bit && liberties == taken && bit & safe == 0 {
                ko = taken.trailing_zeros() as u8;
            }
        }
        let (attackers, defenders) = if attacker { (own, other) } else { (other, own) };
        Some((State { attackers, defenders, ko, retakes }, attacker && taken & self.target != 0))
    }

    /// Benson's theorem inside the arena: whether the target lives although its owner
    /// always passes. Regions that reach living foes are never vital.
    fn lives(&self, s: &State) -> bool {
        let empty = self.empties(s);
        let mut chains: Vec<(Bits, Bits, bool)> = Vec::new();
        let mut rest = s.defenders;
        while rest != 0 {
            let chain = self.flood(rest & rest.wrapping_neg(), s.defenders);
            rest &= !chain;
            chains.push((chain, self.spread(chain), chain & self.beside_friends != 0));
        }
        let mut regions: Vec<(Bits, bool)> = Vec::new();
        let free = self.full & !s.defenders;
        let mut rest = free;
        while rest != 0 {
            let region = self.flood(rest & rest.wrapping_neg(), free);
            rest &= !region;
            regions.push((region, region & self.beside_foes == 0));
        }
        loop {
            let mut dropped = None;
            for (k, &(chain, around, safe)) in chains.iter().enumerate() {
                let vital = regions.iter().filter(|r| r.1 && r.0 & empty & !around == 0).count();
                if !safe && vital < 2 {
                    dropped = Some((k, chain));
                    break;
                }
            }
            let Some((k, chain)) = dropped else { break };
            if chain & self.target != 0 {
                return false;
            }
            let around = chains[k].1;
            chains.swap_remove(k);
            for r in &mut regions {
                r.1 &= r.0 & around == 0;
            }
        }
        chains.iter().any(|c| c.0 & self.target != 0)
    }

    /// Whether the attacker captures the target; `attacker`: he moves first. `None` at the node limit.
    pub fn captured(&mut self, attacker: bool, master: Option<bool>, nodes: u64) -> Option<bool> {
        if self.master != master {
            self.memo.clear();
            self.round = 0;
            self.master = master;
        }
        self.last = self.nodes + nodes;
        self.stopped = false;
        let s = self.start;
        loop {
            self.changed = false;
            self.round += 4;
            self.failed.clear();
            let won = self.wins(s, attacker);
            if self.stopped {
                return None;
            }
            if !self.changed {
                for key in &self.failed {
                    self.memo.insert(*key, LOST);
                }
            }
            if won || !self.changed {
                return Some(won);
            }
        }
    }

    fn wins(&mut self, s: State, attacker: bool) -> bool {
        if self.stopped {
            return false;
        }
        let key = Key(s, attacker);
        let mark = self.memo.entry(key).or_insert(0);
        match *mark {
            LOST => return false,
            m if m & WON != 0 => return true,
            m if m & !3 == self.round => {
                if m & 3 == OPEN {
                    *mark = self.round | LEANT;
                }
                return false;
            }
            _ => *mark = self.round | OPEN,
        }
        self.nodes += 1;
        if self.nodes > self.last {
            self.stopped = true;
            return false;
        }
        if attacker && self.lives(&s) {
            self.memo.insert(key, LOST);
            return false;
        }
        let won = if attacker { self.try_attacks(&s) } else { self.try_defences(&s) };
        if won {
            self.wins += 1;
            let before = self.memo.insert(key, WON | self.wins);
            self.changed |= before == Some(self.round | LEANT);
        } else {
            self.memo.insert(key, self.round | FAILED);
            self.failed.push(key);
        }
        won
    }

    fn passed(s: &State) -> State {
        State { ko: NO_KO, ..*s }
    }

    fn try_attacks(&mut self, s: &State) -> bool {
        let chain = self.flood(self.target, s.defenders);
        let liberties = self.spread(chain) & self.empties(s);
        // The last liberty captures.
        if liberties.is_power_of_two()
            && chain & self.beside_friends == 0
            && self.play(s, true, liberties.trailing_zeros() as u8).is_some()
        {
            return true;
        }
        for k in 0..self.order.len() {
            let i = self.order[k];
            if self.empties(s) >> i & 1 != 0
                && let Some((t, taken)) = self.play(s, true, i)
                && (taken || self.wins(t, false))
            {
                return true;
            }
        }
        // A pass can only matter by lifting a ban.
        s.ko != NO_KO && self.wins(Self::passed(s), false)
    }

    fn try_defences(&mut self, s: &State) -> bool {
        if !self.wins(Self::passed(s), true) {
            return false;
        }
        for k in 0..self.order.len() {
            let i = self.order[k];
            if self.empties(s) >> i & 1 != 0
                && let Some((t, _)) = self.play(s, false, i)
                && !self.wins(t, true)
            {
                return false;
            }
        }
        true
    }

    /// A move of the side to move at the start that reaches its goal, under the ko rule of the last
    /// [`Enclosed::captured`]: the first of `ranked` that does, else any; a pass comes last.
    /// `nodes` bounds the search of each move.
    pub fn solution(
        &mut self,
        attacker: bool,
        ranked: &[Point],
        nodes: u64,
    ) -> Option<Option<Point>> {
        let (s, master) = (self.start, self.master);
        let cell = |p: &Point| self.cells.iter().position(|c| *c == Some(*p)).map(|i| i as u8);
        let mut moves: Vec<Option<u8>> =
            ranked.iter().filter_map(cell).chain(self.order.iter().copied()).map(Some).collect();
        if !attacker {
            moves.push(None);
        }
        for mv in moves {
            let next = match mv {
                None => Some((Self::passed(&s), false)),
                Some(i) if self.empties(&s) >> i & 1 != 0 => self.play(&s, attacker, i),
                Some(_) => None,
            };
            let Some((t, taken)) = next else { continue };
            self.start = t;
            let captured = if taken { Some(true) } else { self.captured(!attacker, master, nodes) };
            self.start = s;
            if captured == Some(attacker) {
                return Some(mv.and_then(|i| self.cells[usize::from(i)]));
            }
        }
        None
    }

    /// A line of best play after [`Enclosed::captured`]: the winner follows the proof,
    /// the loser his first moves. `None` is a pass.
    pub fn line(&mut self, attacker: bool, plies: usize) -> Vec<(Colour, Option<Point>)> {
        let mut line = Vec::new();
        let (mut s, mut side) = (self.start, attacker);
        let root = self.memo.get(&Key(s, side)).copied().unwrap_or(0);
        let won = root & WON != 0;
        let mut seen = Vec::new();
        while line.len() < plies {
            let before = self.memo.get(&Key(s, side)).copied().unwrap_or(0);
            seen.push((s, side));
            let mut moves: Vec<Option<u8>> = self.order.iter().copied().map(Some).collect();
            moves.push(None);
            let mut best: Option<(u32, Option<u8>, State, bool)> = None;
            for mv in moves {
                let next = match mv {
                    None => Some((Self::passed(&s), false)),
                    Some(i) if self.empties(&s) >> i & 1 != 0 => self.play(&s, side, i),
                    Some(_) => None,
                };
                let Some((t, taken)) = next else { continue };
                if taken {
                    best = Some((u32::MAX, mv, t, true));
                    break;
                }
                let mark = self.memo.get(&Key(t, !side)).copied().unwrap_or(0);
                let is_won = mark & WON != 0;
                let fits = if won {
                    // Proofs lean on what was won before; the loser holds out as long as he can.
                    is_won && (mark < before || !side)
                } else {
                    mark == LOST && !seen.contains(&(t, !side))
                };
                let rank = if won && side { u32::MAX - mark } else { mark };
                if fits && best.is_none_or(|b| if won { rank > b.0 } else { false }) {
                    best = Some((rank, mv, t, false));
                }
            }
            let Some((_, mv, t, taken)) = best else { break };
            let colour = if side { self.owner.other() } else { self.owner };
            line.push((colour, mv.and_then(|i| self.cells[usize::from(i)])));
            if taken {
                break;
            }
            (s, side) = (t, !side);
        }
        line
    }
}
