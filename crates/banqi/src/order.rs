//! Move ordering, selectivity and quiescence of the generic search.

use crate::bits::{NEIGHBOURS, bit, cannon_targets};
use crate::board::{Board, Move};
use crate::eval::Eval;
use crate::piece::{Kind, Tile};
use crate::tables::Tables;
use std::sync::Arc;
use touchstone_kernel::{Line, List, Score, Side};
use touchstone_search::Policy;

/// How the engine searches: all of it named, with where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchParams {
    /// Remaining depth from which inner nodes look at flips (inherited: JacobLinCool/banqi, 5).
    pub flip_depth: i32,
    /// Flips looked at in an inner node (inherited: JacobLinCool/banqi, 4).
    pub flips: usize,
    /// Flips that touch no face-up piece looked at at the root, in play
    /// (inherited: JacobLinCool/banqi has 6).
    pub root_idle_flips: usize,
    /// Plies that a flip costs (inherited: JacobLinCool/banqi, 2).
    pub flip_cost: i32,
    /// Plies that the pass standing for flips left out costs; 0: no pass (guess).
    pub pass_cost: i32,
    /// Place of the pass in the order (guess).
    pub pass_rate: i32,
    /// Depth from which late quiet moves are searched a ply less deep (guess).
    pub late_depth: i32,
    /// Number of moves searched before a quiet one counts as late (guess).
    pub late_moves: usize,
    /// Share of an evaluation that is left when the draw clock is about to run
    /// out, permille; it falls in proportion from a quarter of the clock on
    /// (measured: results by clock, docs/results/banqi.md).
    pub stale_permille: i32,
    /// What a draw costs the side that plays, permille of a win (guess).
    pub contempt_permille: i32,
}

impl SearchParams {
    /// The values the engine plays with.
    pub const STANDARD: SearchParams = SearchParams {
        flip_depth: 5,
        flips: 4,
        root_idle_flips: 2,
        flip_cost: 2,
        pass_cost: 2,
        pass_rate: 100_000,
        late_depth: 3,
        late_moves: 4,
        stale_permille: 150,
        contempt_permille: 30,
    };

    /// Sets a parameter by name; `false` if there is none or the value is
    /// outside its range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let small = usize::try_from(value).ok().filter(|&n| n <= 64);
        match (name, small) {
            ("flip_depth", Some(_)) => self.flip_depth = value,
            ("flips", Some(n)) => self.flips = n,
            ("flip_cost", Some(1..)) => self.flip_cost = value,
            ("root_idle_flips", Some(n @ 1..)) => self.root_idle_flips = n,
            ("pass_cost", Some(_)) => self.pass_cost = value,
            ("pass_rate", _) => self.pass_rate = value,
            ("late_depth", Some(_)) => self.late_depth = value,
            ("late_moves", Some(n)) => self.late_moves = n,
            ("stale_permille", _) if (0..=1000).contains(&value) => self.stale_permille = value,
            ("contempt_permille", _) if (0..=1000).contains(&value) => {
                self.contempt_permille = value;
            }
            _ => return false,
        }
        true
    }
}

/// Banqi's part in the generic search.
#[derive(Clone, Debug)]
pub struct Order {
    eval: Eval,
    search: SearchParams,
    salt: u64,
    tables: Option<Arc<Tables>>,
    /// Most pieces of a position that is looked up.
    table_pieces: usize,
}

impl Order {
    /// With these parameters.
    pub fn new(eval: Eval, search: SearchParams) -> Order {
        let text = format!("{:?}{search:?}", eval.params());
        let salt = text.bytes().fold(0, |h, b| touchstone_kernel::position::mix(h ^ u64::from(b)));
        Order { eval, search, salt, tables: None, table_pieces: 0 }
    }

    /// With exact tables of at most `pieces` pieces. Tables of up to three are
    /// made during a search (about a millisecond each); larger ones should be there.
    pub fn with_tables(self, tables: Arc<Tables>, pieces: usize) -> Order {
        Order { tables: Some(tables), table_pieces: pieces, ..self }
    }

    /// Changes how large the tables may be that are looked up.
    pub fn set_table_pieces(&mut self, pieces: usize) {
        self.table_pieces = pieces;
    }

    /// The search parameters.
    pub fn search(&self) -> &SearchParams {
        &self.search
    }

    /// One pass stands for the flips that were left out, so that a side with
    /// tiles to turn is never taken to be in need of a bad move. It is offered
    /// only where flips are left out, and they are left out again behind it: no
    /// sure result rests on a pass.
    fn stand_in(&self, p: &Board, moves: &mut List<Move>) {
        if self.search.pass_cost > 0 && p.face_down().count_ones() >= 2 {
            moves.push(Move::PASS);
        }
    }

    /// Quiet plies beyond a quarter of the draw clock's limit.
    #[inline]
    fn overdue(&self, line: &Line<Board>) -> u32 {
        let begin = line.rules().no_progress_plies / 4;
        u32::from(line.last().mark.clock.saturating_sub(begin))
    }

    /// Promise of a flip: what lies beside it, the bag considered.
    fn rate_flip(&self, p: &Board, square: u8) -> i32 {
        let Some(side) = p.side_to_move() else { return -(i32::from(square)) };
        let around = NEIGHBOURS[square as usize];
        let own = around & p.pieces(side);
        let foe = around & p.pieces(side.other());
        if own | foe == 0 {
            return 0;
        }
        let total = p.face_down().count_ones() as i32;
        let mut rate = 0;
        // Chances, in permille, that what turns up takes a neighbour or is taken.
        for t in crate::bits::Squares(foe) {
            let kind = p.kind_at(t);
            let (mut good, mut bad) = (0, 0);
            for k in Kind::ALL {
                let n = p.bag(Tile::new(side, k)) as i32;
                if n == 0 {
                    continue;
                }
                if k.takes_beside(kind) {
                    good += n;
                }
                if kind.takes_beside(k) {
                    bad += n;
                }
            }
            // The enemy moves next: what can be taken at once weighs more.
            rate += 1000 * (good - bad - bad / 2) / total;
        }
        for t in crate::bits::Squares(own) {
            let kind = p.kind_at(t);
            let mut bad = 0;
            for k in Kind::ALL {
                if k.takes_beside(kind) {
                    bad += p.bag(Tile::new(side.other(), k)) as i32;
                }
            }
            let weight = if kind <= Kind::Advisor { 2 } else { 1 };
            rate -= 400 * weight * bad / total;
        }
        rate
    }

    /// Whether a capture puts a dearer piece where it can be taken back.
    pub fn loses_exchange(&self, p: &Board, m: Move) -> bool {
        let Some(side) = p.side_to_move() else { return false };
        let kind = p.kind_at(m.from());
        Order::attacked(p, side, kind, m.to(), bit(m.to()))
            && self.worth(p, side.other(), p.kind_at(m.to())) < self.worth(p, side, kind)
    }

    /// Whether an enemy could take a piece of `side` and `kind` on `square` by a neighbour's move.
    fn attacked(p: &Board, side: Side, kind: Kind, square: u8, gone: u32) -> bool {
        takers(p, side.other(), kind) & !gone & NEIGHBOURS[square as usize] != 0
    }

    fn worth(&self, p: &Board, side: Side, kind: Kind) -> i32 {
        // Rough worth by living captors, the same decay as the evaluation's.
        match kind {
            Kind::Cannon => self.eval.params().cannon.mid,
            _ => self.eval.worth_by_captors(kind, captors_alive(p, side, kind)),
        }
    }
}

/// Face-up pieces of `side` that take a neighbouring `kind`.
fn takers(p: &Board, side: Side, kind: Kind) -> u32 {
    let all = p.pieces(side) & !p.of_kind(Kind::Cannon);
    match kind {
        Kind::General => p.of(side, Kind::General) | p.of(side, Kind::Soldier),
        Kind::Soldier => all & !p.of_kind(Kind::General),
        Kind::Cannon => all & !p.of_kind(Kind::Soldier),
        Kind::Horse => all & !p.of_kind(Kind::Soldier),
        Kind::Chariot => all & !(p.of_kind(Kind::Soldier) | p.of_kind(Kind::Horse)),
        Kind::Elephant => {
            p.of(side, Kind::General) | p.of(side, Kind::Advisor) | p.of(side, Kind::Elephant)
        }
        Kind::Advisor => p.of(side, Kind::General) | p.of(side, Kind::Advisor),
    }
}

fn captors_alive(p: &Board, side: Side, kind: Kind) -> u32 {
    let foe = side.other();
    let n = |k: Kind| p.alive(Tile::new(foe, k));
    match kind {
        Kind::General => n(Kind::Soldier),
        Kind::Advisor => n(Kind::General),
        Kind::Elephant => n(Kind::General) + n(Kind::Advisor),
        Kind::Chariot => n(Kind::General) + n(Kind::Advisor) + n(Kind::Elephant),
        Kind::Horse => n(Kind::General) + n(Kind::Advisor) + n(Kind::Elephant) + n(Kind::Chariot),
        Kind::Soldier => n(Kind::Advisor) + n(Kind::Elephant) + n(Kind::Chariot) + n(Kind::Horse),
        Kind::Cannon => 0,
    }
}

impl Policy<Board> for Order {
    type Eval = Eval;

    /// Colour, kind and target square.
    const SLOTS: usize = 14 * 32;

    fn evaluator(&self) -> &Eval {
        &self.eval
    }

    fn salt(&self) -> u64 {
        self.salt
    }

    #[inline]
    fn tag(&self, m: Move) -> u16 {
        1 + (u16::from(m.from()) << 6 | u16::from(m.to()))
    }

    #[inline]
    fn slot(&self, p: &Board, m: Move) -> usize {
        let side = p.side_to_move().map_or(0, Side::index);
        (side * 7 + p.kind_at(m.from()).index()) * 32 + usize::from(m.to())
    }

    #[inline]
    fn is_quiet(&self, p: &Board, m: Move) -> bool {
        !m.is_flip() && !m.is_pass() && !p.is_capture(m)
    }

    fn rate(&self, p: &Board, m: Move) -> i32 {
        if m.is_flip() {
            return self.rate_flip(p, m.from()) - 2_000;
        }
        if m.is_pass() {
            return self.search.pass_rate;
        }
        let Some(side) = p.side_to_move() else { return 0 };
        let kind = p.kind_at(m.from());
        let foe = side.other();
        if p.is_capture(m) {
            let gain = self.worth(p, foe, p.kind_at(m.to()));
            let risk = if Order::attacked(p, side, kind, m.to(), bit(m.to())) {
                self.worth(p, side, kind)
            } else {
                0
            };
            // Good captures before the killers, losing ones behind the quiet moves.
            return if gain >= risk {
                (1 << 18) + gain * 8 - risk
            } else {
                gain - risk - (1 << 16)
            };
        }
        let mut rate = 0;
        if Order::attacked(p, side, kind, m.from(), 0) {
            rate += 12_000;
        }
        if Order::attacked(p, side, kind, m.to(), 0) {
            rate -= 40_000;
        } else {
            let prey = if kind == Kind::Cannon {
                cannon_targets(m.to(), p.occupied() ^ bit(m.from())) & p.pieces(foe)
            } else {
                NEIGHBOURS[m.to() as usize] & p.prey(side)[kind.index()]
            };
            if prey != 0 {
                rate += 4_000;
            }
        }
        rate
    }

    /// Captures that do not plainly lose: not a dearer piece into a recapture.
    fn noisy(&self, p: &Board, _line: &Line<Board>, list: &mut List<Move>) {
        p.for_captures(|m| {
            if !self.loses_exchange(p, m) {
                list.push(m);
            }
        });
    }

    #[inline]
    fn exact(&self, p: &Board, line: &Line<Board>) -> Option<Score> {
        if p.face_down() != 0 || p.face_up().count_ones() as usize > self.table_pieces {
            return None;
        }
        self.tables.as_ref()?.prove(p, line, self.table_pieces)
    }

    #[inline]
    fn aged(&self, line: &Line<Board>, score: Score) -> Score {
        let past = self.overdue(line);
        if past == 0 {
            return score;
        }
        let limit = i64::from(line.rules().no_progress_plies);
        // From a quarter of the limit on, what is left at the limit in proportion.
        let span = limit - limit / 4;
        let lost = i64::from(1000 - self.search.stale_permille) * i64::from(past).min(span);
        let left = 1000 * span - lost;
        Score::evaluation((i64::from(score.raw()) * left / (1000 * span)) as i32)
    }

    #[inline]
    fn age(&self, line: &Line<Board>, depth: i32) -> u64 {
        let rules = line.rules();
        let clock = line.last().mark.clock;
        let reach = i32::from(clock) + depth;
        if self.search.stale_permille < 1000 && reach > i32::from(rules.no_progress_plies / 4) {
            1 + u64::from(clock)
        } else {
            0
        }
    }

    fn cost(&self, _p: &Board, m: Move, _depth: i32) -> i32 {
        if m.is_pass() {
            self.search.pass_cost
        } else if m.is_flip() {
            self.search.flip_cost
        } else {
            1
        }
    }

    fn admit(&self, p: &Board, depth: i32, moves: &mut List<Move>) -> bool {
        let flips = moves.iter().filter(|m| m.is_flip()).count();
        let allowed = if depth < self.search.flip_depth { 0 } else { self.search.flips };
        if flips <= allowed || p.side_to_move().is_none() {
            return false;
        }
        if allowed == 0 {
            moves.retain(|m| !m.is_flip());
            self.stand_in(p, moves);
            return true;
        }
        let mut rated: [(i32, u8); 32] = [(i32::MIN, 0); 32];
        let mut n = 0;
        for m in moves.iter().filter(|m| m.is_flip()).take(32) {
            rated[n] = (self.rate_flip(p, m.from()), m.from());
            n += 1;
        }
        rated[..n].sort_unstable_by_key(|r| (std::cmp::Reverse(r.0), r.1));
        let mut kept = 0u32;
        let mut idle = 0;
        for &(rate, square) in &rated[..n] {
            // Flips that touch nothing are all alike: one stands for them.
            let touches = NEIGHBOURS[square as usize] & p.face_up() != 0;
            if !touches && rate == 0 {
                idle += 1;
                if idle > 1 {
                    continue;
                }
            }
            kept |= bit(square);
            if kept.count_ones() as usize == allowed {
                break;
            }
        }
        moves.retain(|m| !m.is_flip() || kept & bit(m.from()) != 0);
        self.stand_in(p, moves);
        true
    }

    /// Of the flips that touch no face-up piece a few stand for the others.
    fn admit_root(&self, p: &Board, moves: &mut List<Move>) {
        let mut idle = 0;
        let most = self.search.root_idle_flips;
        moves.retain(|m| {
            let counts = m.is_flip() && NEIGHBOURS[m.from() as usize] & p.face_up() == 0;
            idle += usize::from(counts);
            !counts || idle <= most
        });
    }

    fn reduction(&self, p: &Board, m: Move, depth: i32, index: usize) -> i32 {
        i32::from(
            depth >= self.search.late_depth
                && index >= self.search.late_moves
                && self.is_quiet(p, m),
        )
    }

    fn contempt(&self) -> Score {
        let unit = i64::from(Score::UNIT);
        Score::evaluation((unit * i64::from(self.search.contempt_permille) / 1000) as i32)
    }
}
