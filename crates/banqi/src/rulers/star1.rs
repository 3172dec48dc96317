//! `ruler:first`, a plain alpha-beta with Star1 at flips, and `ruler:second`, the same
//! with a table, killers, null windows and a keener sense for hunting. Frozen.
//!
//! They own their evaluation and their search, so that nothing learnt later can
//! make them stronger or weaker; a test holds their bench signatures. Do not mend them:
//! what the first lacks and what is known to be wrong with the second (table scores
//! keep repetitions, a plain table of worths for ordering) is part of the measure.

use crate::bits::{NEIGHBOURS, Squares, beside, bit, cannon_targets};
use crate::board::{Board, Move};
use crate::piece::{Kind, Tile};
use touchstone_kernel::{Position, Score, Setup, Side, Value};
use touchstone_search::clock::{Clock, Stopped};
use touchstone_search::{Analysis, Engine, Request};

/// A won game; a win in n plies is worth n less.
const WIN: i32 = 1 << 24;
const MAX_PLY: usize = 64;
const TABLE_BITS: u32 = 18;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: i32,
    mv: u16,
    depth: i8,
    /// 0 exact, 1 at least, 2 at most.
    bound: u8,
}

/// What `ruler:second` keeps between nodes.
struct Memory {
    table: Vec<Slot>,
    killers: [[u16; 2]; MAX_PLY + 2],
}

impl Memory {
    fn new() -> Memory {
        Memory { table: vec![Slot::default(); 1 << TABLE_BITS], killers: [[0; 2]; MAX_PLY + 2] }
    }

    fn slot(key: u64) -> usize {
        (key >> (64 - TABLE_BITS)) as usize
    }
}

/// One of the two rulers.
pub struct Star1 {
    name: &'static str,
    /// What a prey that is near is divided by: less is keener.
    calm: i32,
    memory: Option<Memory>,
    path: Vec<u64>,
}

impl Star1 {
    /// `ruler:first`.
    pub fn first() -> Star1 {
        Star1 { name: "ruler:first", calm: 640, memory: None, path: Vec::new() }
    }

    /// `ruler:second`.
    pub fn second() -> Star1 {
        let memory = Some(Memory::new());
        Star1 { name: "ruler:second", calm: 320, memory, path: Vec::new() }
    }
}

fn code(m: Move) -> u16 {
    1 + (u16::from(m.from()) << 5 | u16::from(m.to()))
}

/// Halves with each living captor of higher kind.
const BY_CAPTORS: [i32; 9] = [560, 280, 140, 70, 35, 18, 9, 5, 3];
/// A general by living enemy soldiers.
const GENERAL: [i32; 6] = [560, 437, 341, 266, 207, 162];
/// How near counts, by distance.
const NEAR: [i32; 11] = [0, 64, 40, 26, 17, 11, 7, 4, 2, 1, 0];

/// Worth of every tile while these live.
fn worths(b: &Board) -> [i32; 14] {
    let mut w = [0; 14];
    for side in Side::BOTH {
        let foe = |k: Kind| b.alive(Tile::new(side.other(), k)) as usize;
        let g = foe(Kind::General);
        let a = g + foe(Kind::Advisor);
        let e = a + foe(Kind::Elephant);
        let r = e + foe(Kind::Chariot);
        let h = r + foe(Kind::Horse);
        let mut set = |k: Kind, x: i32| w[Tile::new(side, k).index()] = x;
        set(Kind::General, GENERAL[foe(Kind::Soldier).min(5)]);
        set(Kind::Advisor, BY_CAPTORS[g.min(8)]);
        set(Kind::Elephant, BY_CAPTORS[a.min(8)] + 8);
        set(Kind::Chariot, BY_CAPTORS[e.min(8)] + 8);
        set(Kind::Horse, BY_CAPTORS[r.min(8)] + 4);
        set(Kind::Cannon, 270);
        set(Kind::Soldier, BY_CAPTORS[(h - g).min(8)] + 26);
    }
    w
}

/// The evaluation for the side to move, between -WIN and WIN.
fn evaluate(b: &Board, calm: i32) -> i32 {
    let Some(side) = b.side_to_move() else { return 0 };
    let w = worths(b);
    let own = one_side(b, side, &w, calm);
    let other = one_side(b, side.other(), &w, calm);
    let x = i64::from(own - other + 10);
    // A plain squash: half the way to a win at 700.
    (x * i64::from(WIN - 4096) / (x.abs() + 700)) as i32
}

fn one_side(b: &Board, side: Side, w: &[i32; 14], calm: i32) -> i32 {
    let foe = side.other();
    let prey = b.prey(side);
    let back = b.prey(foe);
    let empty = b.empty();
    let mut sum = 0;
    for k in Kind::ALL {
        let t = Tile::new(side, k);
        let worth = w[t.index()];
        sum += worth * 52 / 64 * b.bag(t) as i32;
        for s in Squares(b.of(side, k)) {
            let around = NEIGHBOURS[s as usize];
            sum += worth + 10 * (around & empty).count_ones() as i32;
            if k == Kind::Cannon {
                for x in Squares(cannon_targets(s, b.occupied()) & b.pieces(foe)) {
                    sum += w[Tile::new(foe, b.kind_at(x)).index()] / 5;
                }
                continue;
            }
            // What it takes and what does not take it: the nearer the better.
            for x in Squares(prey[k.index()]) {
                let kind = b.kind_at(x);
                if kind != Kind::Cannon && back[kind.index()] & bit(s) != 0 {
                    continue;
                }
                let d = (s & 7).abs_diff(x & 7) + (s >> 3).abs_diff(x >> 3);
                sum += w[Tile::new(foe, kind).index()] * NEAR[usize::from(d.min(10))] / calm;
            }
        }
    }
    let general = b.of(side, Kind::General);
    if beside(general) & b.of(foe, Kind::Soldier) != 0 && beside(general) & empty == 0 {
        sum -= w[Tile::new(side, Kind::General).index()] / 3;
    }
    sum
}

struct Search<'a> {
    own: &'a mut Star1,
    clock: Clock,
    limit: u16,
}

impl Search<'_> {
    /// Decisions worth a look, best first.
    fn moves(&self, b: &Board, depth: i32, ply: usize, first: u16) -> Vec<Move> {
        const WORTH: [i32; 7] = [160, 280, 90, 40, 20, 270, 30];
        let Some(side) = b.side_to_move() else { return Vec::new() };
        let killers = self.own.memory.as_ref().map_or([0; 2], |m| m.killers[ply]);
        let mut list: Vec<(i32, Move)> = Vec::with_capacity(48);
        let mut add = |rate: i32, m: Move| {
            let bonus = if code(m) == first {
                1_000_000
            } else if killers.contains(&code(m)) {
                500
            } else {
                0
            };
            list.push((rate + bonus, m));
        };
        b.for_captures(|m| {
            let (a, v) = (b.kind_at(m.from()).index(), b.kind_at(m.to()).index());
            add(10_000 + 16 * WORTH[v] - WORTH[a], m);
        });
        b.for_steps(|m| {
            let k = b.kind_at(m.from());
            let takers = |s: u8| {
                Squares(NEIGHBOURS[s as usize] & b.pieces(side.other())).any(|x| {
                    let y = b.kind_at(x);
                    y.takes_beside(k)
                })
            };
            let mut rate = 0;
            if takers(m.from()) {
                rate += WORTH[k.index()];
            }
            if takers(m.to()) {
                rate -= 2 * WORTH[k.index()];
            }
            add(rate, m);
        });
        let mut flips: Vec<(i32, Move)> = Vec::new();
        if depth >= 4 || list.is_empty() {
            let mut idle = 0;
            b.for_flips(|m| {
                let around = NEIGHBOURS[m.from() as usize];
                let touching = (around & b.face_up()).count_ones() as i32;
                if touching == 0 {
                    idle += 1;
                    if idle > 2 {
                        return;
                    }
                }
                let own = (around & b.pieces(side)).count_ones() as i32;
                flips.push((-50 - 20 * touching + 30 * own, m));
            });
            flips.sort_by_key(|f| (std::cmp::Reverse(f.0), f.1));
            flips.truncate(if ply == 0 { 32 } else { 4 });
        }
        list.extend(flips);
        list.sort_by_key(|f| std::cmp::Reverse(f.0));
        list.into_iter().map(|f| f.1).collect()
    }

    fn quiet_search(&mut self, b: &Board, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.clock.tick()?;
        let mut best = evaluate(b, self.own.calm);
        if best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let mut list: Vec<Move> = Vec::new();
        b.for_captures(|m| list.push(m));
        let w = worths(b);
        let Some(side) = b.side_to_move() else { return Ok(best) };
        list.sort_by_key(|m| {
            std::cmp::Reverse(w[Tile::new(side.other(), b.kind_at(m.to())).index()])
        });
        for m in list {
            let v = -self.quiet_search(&b.moved(m), -beta, -alpha)?;
            best = best.max(v);
            alpha = alpha.max(v);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn node(
        &mut self,
        b: &Board,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        quiet: u16,
    ) -> Result<i32, Stopped> {
        if !b.has_move() || b.side_to_move().is_some_and(|s| b.is_eliminated(s)) {
            self.clock.tick()?;
            return Ok(-WIN + ply as i32);
        }
        if quiet >= self.limit {
            self.clock.tick()?;
            return Ok(0);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiet_search(b, alpha, beta);
        }
        self.clock.tick()?;
        let key = b.key().0;
        let mut first = 0;
        if let Some(memory) = &self.own.memory
            && let found = memory.table[Memory::slot(key)]
            && found.key == key
        {
            first = found.mv;
            if i32::from(found.depth) >= depth && ply > 0 {
                match found.bound {
                    0 => return Ok(found.value),
                    1 if found.value >= beta => return Ok(found.value),
                    2 if found.value <= alpha => return Ok(found.value),
                    _ => {}
                }
            }
        }
        let moves = self.moves(b, depth, ply, first);
        if moves.is_empty() {
            return self.quiet_search(b, alpha, beta);
        }
        let before = alpha;
        let (mut best, mut best_move) = (-WIN - 1, moves[0]);
        for (i, &m) in moves.iter().enumerate() {
            let v = if i == 0 || self.own.memory.is_none() {
                self.move_value(b, m, depth, alpha, beta, ply, quiet)?
            } else {
                let v = self.move_value(b, m, depth, alpha, alpha + 1, ply, quiet)?;
                if v > alpha && v < beta {
                    self.move_value(b, m, depth, alpha, beta, ply, quiet)?
                } else {
                    v
                }
            };
            if v > best {
                best = v;
                best_move = m;
            }
            alpha = alpha.max(v);
            if alpha >= beta {
                if let Some(memory) = &mut self.own.memory
                    && !m.is_flip()
                    && !b.is_capture(m)
                {
                    let k = &mut memory.killers[ply];
                    if k[0] != code(m) {
                        *k = [code(m), k[0]];
                    }
                }
                break;
            }
        }
        if let Some(memory) = &mut self.own.memory {
            let bound = if best >= beta {
                1
            } else if best <= before {
                2
            } else {
                0
            };
            let (mv, depth) = (code(best_move), depth.min(100) as i8);
            memory.table[Memory::slot(key)] = Slot { key, value: best, mv, depth, bound };
        }
        Ok(best)
    }

    fn move_value(
        &mut self,
        b: &Board,
        m: Move,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        quiet: u16,
    ) -> Result<i32, Stopped> {
        if m.is_flip() {
            return self.flip_value(b, m, depth - 2, alpha, beta, ply);
        }
        let capture = b.is_capture(m);
        let child = b.moved(m);
        if capture {
            return Ok(-self.node(&child, depth - 1, -beta, -alpha, ply + 1, 0)?);
        }
        // A position met before counts as drawn at once.
        if self.own.path.contains(&child.key().0) {
            self.clock.tick()?;
            return Ok(0);
        }
        self.own.path.push(child.key().0);
        let v = self.node(&child, depth - 1, -beta, -alpha, ply + 1, quiet + 1);
        self.own.path.pop();
        Ok(-v?)
    }

    /// Star1: the mean over the bag, with bounds on what is left.
    fn flip_value(
        &mut self,
        b: &Board,
        m: Move,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        let total = i64::from(b.face_down().count_ones());
        let (alpha, beta) = (i64::from(alpha), i64::from(beta));
        let (low, high) = (-i64::from(WIN), i64::from(WIN));
        let (mut done, mut left) = (0i64, total);
        let mut kinds: Vec<Tile> = Tile::all().filter(|&t| b.bag(t) > 0).collect();
        kinds.sort_by_key(|&t| std::cmp::Reverse(b.bag(t)));
        for t in kinds {
            let n = i64::from(b.bag(t));
            left -= n;
            let a = ((alpha * total - done - left * high).div_euclid(n) - 1).max(low - 1);
            let z = (-((done + left * low - beta * total).div_euclid(n)) + 1).min(high + 1);
            let child = b.revealed(m.from(), t);
            let v = -self.node(&child, depth, -z as i32, -a as i32, ply + 1, 0)?;
            done += n * i64::from(v);
            if done + left * high <= alpha * total {
                return Ok(((done + left * high) / total) as i32);
            }
            if done + left * low >= beta * total {
                return Ok(((done + left * low) / total) as i32);
            }
        }
        Ok((done / total) as i32)
    }
}

impl Engine<Board> for Star1 {
    fn name(&self) -> String {
        self.name.into()
    }

    fn new_game(&mut self) {
        self.path.clear();
        if let Some(memory) = &mut self.memory {
            memory.table.fill(Slot::default());
            memory.killers = [[0; 2]; MAX_PLY + 2];
        }
    }

    fn analyse(&mut self, setup: &Setup<Board>, request: &Request<Board>) -> Analysis<Board> {
        let legal = request.choices(setup);
        let Some(board) = setup.decision().copied() else {
            return Analysis::ranked(Vec::new(), 0, 0);
        };
        let unknown = Value::AtLeast(Score::LOSS);
        if board.side_to_move().is_none() || legal.len() < 2 {
            // All first flips of a kind are alike: one in the middle.
            let mut legal = legal;
            let middle = legal.len() / 2;
            legal.rotate_left(middle);
            return Analysis::ranked(legal.into_iter().map(|m| (m, unknown)).collect(), 1, 0);
        }
        let clock = Clock::start(&request.limits, &request.stop);
        self.path = setup.line.window().iter().map(|e| e.key.0).collect();
        let quiet = setup.line.last().mark.clock;
        let limit = setup.line.rules().no_progress_plies;
        let mut search = Search { own: self, clock, limit };
        let mut order: Vec<(Move, Value)> = Vec::new();
        let listed = search.moves(&board, 99, 0, 0);
        for m in listed.into_iter().chain(legal.iter().copied()) {
            if legal.contains(&m) && !order.iter().any(|o| o.0 == m) {
                order.push((m, unknown));
            }
        }
        // Idle flips are all alike; a few stand for them.
        let idle = |m: &Move| m.is_flip() && NEIGHBOURS[m.from() as usize] & board.face_up() == 0;
        let mut seen = 0;
        let searched = order
            .iter()
            .filter(|o| {
                seen += usize::from(idle(&o.0));
                !idle(&o.0) || seen <= 2
            })
            .count();
        seen = 0;
        order.sort_by_key(|o| {
            seen += usize::from(idle(&o.0));
            idle(&o.0) && seen > 2
        });
        let last = request.limits.depth.unwrap_or(MAX_PLY as u32 - 2).min(MAX_PLY as u32 - 2);
        let mut done = 0;
        'deepening: for depth in 1..=last {
            if depth > 1 && !search.clock.may_begin(60) {
                break;
            }
            let mut alpha = -WIN - 1;
            for i in 0..searched.min(order.len()) {
                let m = order[i].0;
                let search_move = |s: &mut Search<'_>, a: i32, z: i32| {
                    s.move_value(&board, m, depth as i32, a, z, 0, quiet)
                };
                let mut v =
                    search_move(&mut search, alpha, if i == 0 { WIN + 1 } else { alpha + 1 });
                if i > 0 && v.is_ok_and(|x| x > alpha) {
                    v = search_move(&mut search, alpha, WIN + 1);
                }
                let Ok(v) = v else { break 'deepening };
                if v > alpha || i == 0 {
                    alpha = v;
                    let moved = order.remove(i);
                    order.insert(0, (moved.0, Value::Exact(score(v))));
                }
            }
            done = depth;
            if alpha.abs() >= WIN - MAX_PLY as i32 {
                break;
            }
        }
        let nodes = search.clock.nodes;
        let time_ms = search.clock.elapsed_ms();
        Analysis { time_ms, ..Analysis::ranked(order, nodes, done) }
    }
}

fn score(v: i32) -> Score {
    if v >= WIN - MAX_PLY as i32 {
        Score::win_in((WIN - v).max(0) as u32)
    } else if v <= -WIN + MAX_PLY as i32 {
        Score::loss_in((WIN + v).max(0) as u32)
    } else {
        Score::evaluation(v << 6)
    }
}

/// The nodes of fixed searches of a ruler, held by a test for ever.
pub fn signature(ruler: &mut dyn Engine<Board>, setups: &[Setup<Board>], depth: u32) -> u64 {
    let mut sum = 0u64;
    for s in setups {
        ruler.new_game();
        let a = ruler.analyse(s, &Request::new(touchstone_kernel::Limits::depth(depth)));
        sum = sum.wrapping_mul(31).wrapping_add(a.nodes);
        if let Some(b) = a.best() {
            sum = sum.wrapping_mul(31).wrapping_add(u64::from(code(b.mv)));
        }
    }
    sum
}
