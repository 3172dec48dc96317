//! Exact search where everything is shut in.
//!
//! The arena is what hangs together with the target without crossing stones that
//! are taken to live (Benson's, if the answer shall be a proof). All moves in it
//! are tried for both sides, and passes; suicide is forbidden, ko is simple, and one side
//! may be ko master. The attacker must capture the target within finitely many
//! moves: the least fixpoint over all positions, found in rounds as in
//! [`crate::exact::Game`]. A capture found is a finite tree and stands for ever; a round
//! in which no position that was leant on changed proves that there is none.
//!
//! Outer liberties are counted, not played: empty points that touch nothing but one chain, living
//! stones of the other colour (each at least one) and one another. No eye can arise there,
//! and which of them is filled first makes no difference. This is done for the target, with
//! whose capture all ends, and for one chain of the attacker: when that is captured its outer liberties
//! are all filled by living stones.

use crate::mix::Mix;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use touchstone_go::{Board, Colour, Point, PointSet};

type Bits = u128;

/// No point is banned.
const NO_KO: u8 = 255;
/// The filling of an outer liberty, as a move.
const FILL: u8 = 254;
/// Marks in the memory: won (with its number), not won for good, and what the round knows.
const WON: u32 = 1 << 31;
const LOST: u32 = WON - 1;
const OPEN: u32 = 0;
const LEANT: u32 = 1;
const FAILED: u32 = 2;

/// A position in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    attackers: Bits,
    defenders: Bits,
    /// Cell banned by ko for the side to move.
    ko: u8,
    /// How often the ko master has ignored a ban, where that is limited.
    retakes: u8,
    /// Outer liberties of the target and of the attacker's counted chain.
    outer: [u8; 2],
}

impl State {
    /// Attackers that the owner's move which led to `after` has captured.
    pub(super) fn captured_until(&self, after: &State) -> u32 {
        (self.attackers & !after.attackers).count_ones()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Key(State, bool);

impl Hash for Key {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let fold = |b: Bits| (b as u64) ^ ((b >> 64) as u64).rotate_left(23);
        let outer = u64::from(self.0.outer[0]) << 40 | u64::from(self.0.outer[1]) << 50;
        h.write_u64(fold(self.0.attackers) ^ outer);
        h.write_u64(fold(self.0.defenders) ^ (u64::from(self.0.ko) << 1 | u64::from(self.1)) << 48);
    }
}

/// A shut-in position and its search.
#[derive(Clone)]
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
    /// Other stones whose capture counts as the target's.
    vital: Bits,
    /// The attacker's chain whose outer liberties are counted.
    counted: Bits,
    /// The outer liberties of the target and of that chain.
    outer: [Vec<Point>; 2],
    start: State,
    order: Vec<u8>,
    /// Who may ignore the ban: the attacker (`Some(true)`), the defender, nobody.
    master: Option<bool>,
    /// How often the master may ignore a ban on one line; `None`: always, as proofs need it.
    pub most_retakes: Option<u8>,
    /// So many attackers captured at once save the target without a further look; `None`: never,
    /// as proofs need it.
    pub saving_capture: Option<u32>,
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

/// Outer liberties that a side may have.
const MOST_OUTER: usize = 100;

/// The empty points by which `chain` is approached from outside: each is a liberty of it, touches a living
/// stone of the other colour and otherwise only the chain, such stones and points of the same kind.
fn outer_liberties(board: &Board, chain: &PointSet, living: &PointSet) -> PointSet {
    let mut set = chain.border().and(&board.empties()).and(&living.border());
    loop {
        let held = chain.or(living).or(&set);
        let mut next = set;
        for p in set {
            if p.neighbours().iter().any(|&q| board.is_on(q) && !held.contains(q)) {
                next.remove(p);
            }
        }
        if next == set {
            return set;
        }
        set = next;
    }
}

impl Enclosed {
    /// The arena of the chain at `target`, where `foes` and `friends` are stones that
    /// cannot be captured; `None` if it does not fit into the grid or has more than
    /// `most_empty` empty points that are no outer liberties.
    pub fn of(
        board: &Board,
        target: Point,
        foes: &PointSet,
        friends: &PointSet,
        most_empty: usize,
    ) -> Option<Enclosed> {
        let owner = board.colour(target)?;
        let free = board.points().minus(foes).minus(friends);
        let wide = PointSet::one(target).flood(&free);
        let chain = board.chain_set(target);
        if !chain.is_within(&wide) {
            return None;
        }
        let outside = outer_liberties(board, &chain, foes);
        let counted = board
            .chains(owner.other())
            .into_iter()
            .map(|h| board.chain_set(h))
            .filter(|chain| chain.is_within(&wide))
            .map(|chain| (chain, outer_liberties(board, &chain, friends)))
            .max_by_key(|(_, o)| o.len());
        let (rival, theirs) = counted.unwrap_or_default();
        let arena = wide.minus(&outside).minus(&theirs);
        let banned = |set: &PointSet| board.ko().is_some_and(|(p, _)| set.contains(p));
        if outside.len().max(theirs.len()) > MOST_OUTER || banned(&outside) || banned(&theirs) {
            return None;
        }
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
            vital: 0,
            counted: 0,
            outer: [outside.iter().collect(), theirs.iter().collect()],
            start: State {
                attackers: 0,
                defenders: 0,
                ko: NO_KO,
                retakes: 0,
                outer: [outside.len() as u8, theirs.len() as u8],
            },
            most_retakes: None,
            saving_capture: None,
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
                // Filled outer liberties are living stones; nobody stands beside them earlier.
                if friends.contains(q) || theirs.contains(q) {
                    e.beside_friends |= bit;
                }
            }
        }
        for p in chain {
            e.target |= 1 << at(p);
        }
        for p in rival {
            e.counted |= 1 << at(p);
        }
        if let Some((p, _)) = board.ko()
            && arena.contains(p)
        {
            e.start.ko = at(p) as u8;
        }
        let mut order: Vec<u8> =
            (0..size as u8).filter(|&i| cells[usize::from(i)].is_some()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse((e.spread(1 << i) & e.full).count_ones()));
        if outside.len() + theirs.len() > 0 {
            // In a race outer liberties come first, else the eye space.
            let k = if theirs.is_empty() { order.len() } else { 0 };
            order.insert(k, FILL);
        }
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

    /// Outer liberties of a chain.
    #[inline]
    fn outside(&self, s: &State, chain: Bits, attacker: bool) -> u8 {
        let (seed, n) =
            if attacker { (self.counted, s.outer[1]) } else { (self.target, s.outer[0]) };
        if chain & seed != 0 { n } else { 0 }
    }

    /// Fills an outer liberty of the other side's counted chain, which captures it if it was the last.
    fn fill(&self, s: &State, attacker: bool) -> Option<(State, bool)> {
        let side = usize::from(!attacker);
        let mut t = State { ko: NO_KO, ..*s };
        t.outer[side] = s.outer[side].checked_sub(1)?;
        let (victim, seed) =
            if attacker { (s.defenders, self.target) } else { (s.attackers, self.counted) };
        let chain = self.flood(seed, victim);
        let safe = if attacker { self.beside_friends } else { self.beside_foes };
        if t.outer[side] > 0 || chain & safe != 0 || self.spread(chain) & self.empties(s) != 0 {
            return Some((t, false));
        }
        if attacker {
            t.defenders &= !chain;
        } else {
            t.attackers &= !chain;
        }
        Some((t, attacker))
    }

    /// The position after a move of a side, and whether it captured the target; `None` if illegal.
    fn play(&mut self, s: &State, attacker: bool, i: u8) -> Option<(State, bool)> {
        if i == FILL {
            return self.fill(s, attacker);
        }
        if self.empties(s) >> i & 1 == 0 {
            return None;
        }
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
            if chain & other_safe == 0
                && self.spread(chain) & empty == 0
                && self.outside(s, chain, !attacker) == 0
            {
                taken |= chain;
            }
        }
        other &= !taken;
        let empty = empty | taken;
        let mut ko = NO_KO;
        if around & empty == 0 || taken.is_power_of_two() {
            let chain = self.flood(bit, own);
            let liberties = self.spread(chain) & empty;
            let held = chain & safe != 0 || self.outside(s, chain, attacker) > 0;
            if liberties == 0 && !held {
                return None;
            }
            if taken.is_power_of_two() && chain == bit && liberties == taken && !held {
                ko = taken.trailing_zeros() as u8;
            }
        }
        let (attackers, defenders) = if attacker { (own, other) } else { (other, own) };
        let t = State { attackers, defenders, ko, retakes, outer: s.outer };
        Some((t, attacker && taken & (self.target | self.vital) != 0))
    }

    /// From now on the capture of this chain of the owner counts as the target's.
    pub fn also(&mut self, chain: &PointSet) {
        for (i, p) in self.cells.iter().enumerate() {
            if p.is_some_and(|p| chain.contains(p)) {
                self.vital |= (1 << i) & self.start.defenders;
            }
        }
        self.memo.clear();
    }

    /// Empty points of the arena, outer liberties apart.
    pub fn points(&self) -> usize {
        self.empties(&self.start).count_ones() as usize
    }

    /// How many outer liberties are counted, of the target and of a chain of the attacker.
    pub fn outer(&self) -> [usize; 2] {
        [self.outer[0].len(), self.outer[1].len()]
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
            // The attacker's outer liberties are empty points that are no liberties of the dragon.
            let open = region & self.counted != 0 && s.outer[1] > 0;
            regions.push((region, !open && region & self.beside_foes == 0));
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
            if chain & (self.target | self.vital) != 0 {
                return false;
            }
            let around = chains[k].1;
            chains.swap_remove(k);
            for r in &mut regions {
                r.1 &= r.0 & around == 0;
            }
        }
        let alive = chains.iter().fold(0, |m, c| m | c.0);
        (self.target | self.vital) & !alive == 0
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

    /// The position at the start.
    pub(super) fn start(&self) -> &State {
        &self.start
    }

    /// The same arena, nothing searched yet, whose ko master ignores bans as often as he likes.
    pub(super) fn unlimited(&self) -> Enclosed {
        let mut e = Enclosed { memo: HashMap::default(), failed: Vec::new(), ..self.clone() };
        (e.most_retakes, e.round, e.nodes) = (None, 0, 0);
        e
    }

    /// [`Enclosed::captured`] from another position of the arena.
    pub(super) fn captured_from(
        &mut self,
        s: State,
        attacker: bool,
        master: Option<bool>,
        nodes: u64,
    ) -> Option<bool> {
        let start = std::mem::replace(&mut self.start, s);
        let captured = self.captured(attacker, master, nodes);
        self.start = start;
        captured
    }

    /// The positions after the moves of a side that do not capture the target.
    pub(super) fn moves_from(&mut self, s: &State, attacker: bool) -> Vec<State> {
        let mut list = Vec::new();
        for k in 0..self.order.len() {
            if let Some((t, false)) = self.play(s, attacker, self.order[k]) {
                list.push(t);
            }
        }
        list
    }

    /// The position after a pass.
    pub(super) fn passed(s: &State) -> State {
        State { ko: NO_KO, ..*s }
    }

    fn try_attacks(&mut self, s: &State) -> bool {
        let chain = self.flood(self.target, s.defenders);
        let liberties = self.spread(chain) & self.empties(s);
        // The last liberty captures.
        if liberties == 0 && s.outer[0] == 1 && chain & self.beside_friends == 0 {
            return true;
        }
        if liberties.is_power_of_two()
            && s.outer[0] == 0
            && chain & self.beside_friends == 0
            && self.play(s, true, liberties.trailing_zeros() as u8).is_some()
        {
            return true;
        }
        for k in 0..self.order.len() {
            let i = self.order[k];
            if let Some((t, taken)) = self.play(s, true, i)
                && (taken || self.wins(t, false))
            {
                return true;
            }
        }
        // A pass can only matter by lifting a ban.
        s.ko != NO_KO && self.wins(Self::passed(s), false)
    }

    /// Whether the owner's move has captured so much that no more is asked.
    fn is_saved(&self, before: &State, after: &State) -> bool {
        self.saving_capture.is_some_and(|n| before.captured_until(after) >= n)
    }

    fn try_defences(&mut self, s: &State) -> bool {
        if !self.wins(Self::passed(s), true) {
            return false;
        }
        for k in 0..self.order.len() {
            let i = self.order[k];
            if let Some((t, _)) = self.play(s, false, i)
                && (self.is_saved(s, &t) || !self.wins(t, true))
            {
                return false;
            }
        }
        true
    }

    /// The point of a move.
    fn point(&self, s: &State, attacker: bool, i: u8) -> Option<Point> {
        if i != FILL {
            return self.cells.get(usize::from(i)).copied().flatten();
        }
        let side = usize::from(!attacker);
        // They are filled from the last to the first.
        self.outer[side].get(usize::from(s.outer[side].checked_sub(1)?)).copied()
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
        let fill = &self.outer[usize::from(!attacker)];
        let cell = |p: &Point| {
            if fill.contains(p) {
                return Some(FILL);
            }
            self.cells.iter().position(|c| *c == Some(*p)).map(|i| i as u8)
        };
        let mut moves: Vec<Option<u8>> =
            ranked.iter().filter_map(cell).chain(self.order.iter().copied()).map(Some).collect();
        if !attacker {
            moves.push(None);
        }
        for mv in moves {
            let next = match mv {
                None => Some((Self::passed(&s), false)),
                Some(i) => self.play(&s, attacker, i),
            };
            let Some((t, taken)) = next else { continue };
            self.start = t;
            let captured = if taken || self.is_saved(&s, &t) {
                Some(taken)
            } else {
                self.captured(!attacker, master, nodes)
            };
            self.start = s;
            if captured == Some(attacker) {
                return Some(mv.and_then(|i| self.point(&s, attacker, i)));
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
                    Some(i) => self.play(&s, side, i),
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
            line.push((colour, mv.and_then(|i| self.point(&s, side, i))));
            if taken {
                break;
            }
            (s, side) = (t, !side);
        }
        line
    }
}
