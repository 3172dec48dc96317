//! `ruler:first`: a plain alpha-beta with its own small evaluation. Full
//! windows below every chance node, no table, no reductions. Frozen: its
//! signature is in the tests.

use crate::board::{Move, View};
use crate::piece::{Piece, Role, Square};
use crate::position::Event;
use touchstone_kernel::position::Outcome;
use touchstone_kernel::{
    After, Line, List, Position, Score, Setup, Side, Value, VerdictResult, legal_moves,
};
use touchstone_search::{Analysis, Engine, Request};

/// Nodes that the ruler uses where no limit is given.
const NODES: u64 = 20_000;
/// A won game in the ruler's own units.
const WON: i32 = 30_000;
/// Worth of R A C P N B face-up.
const UP: [i32; 6] = [600, 110, 320, 90, 300, 120];
/// Worth of a dark R A C P N B.
const DOWN: [i32; 6] = [420, 90, 300, 130, 300, 150];

/// The frozen plain alpha-beta.
#[derive(Clone, Debug, Default)]
pub struct First;

struct Stopped;

struct Walk {
    line: Line<View>,
    nodes: u64,
    limit: u64,
}

impl First {
    /// The ruler.
    pub fn new() -> First {
        First
    }
}

fn judge(v: &View) -> i32 {
    let mut sum = 0;
    for i in 0..Square::COUNT {
        let s = Square::of_index(i);
        let p = v.piece(s);
        if p.is_empty() || p.is_dark() || p.role() == Role::General {
            continue;
        }
        let own = s.seen_by(p.side());
        let centre = 4 - s.file().abs_diff(4) as i32;
        let more = match p.role() {
            Role::Soldier if own.rank() == 9 => 10,
            Role::Soldier if own.rank() >= 5 => 50 + 8 * centre,
            Role::Horse => 4 * centre + 4 * own.rank().min(7) as i32,
            Role::Chariot => 3 * own.rank().min(6) as i32 + centre,
            _ => centre,
        };
        let worth = UP[p.role().index()] + more;
        sum += if p.side() == v.mover() { worth } else { -worth };
    }
    for side in Side::BOTH {
        let pool = v.pool(side);
        let total = pool.total().max(1) as i32;
        let each: i32 = Role::HIDDEN.iter().map(|&r| pool.count(r) as i32 * DOWN[r.index()]).sum();
        let worth = each * v.dark_count(side) as i32 / total;
        sum += if side == v.mover() { worth } else { -worth };
    }
    sum
}

fn price(p: Piece) -> i32 {
    match (p.is_empty(), p.is_dark()) {
        (true, _) => 0,
        (_, true) => 200,
        _ => UP.get(p.role().index()).copied().unwrap_or(WON),
    }
}

impl Walk {
    fn node(&mut self, v: &View, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Stopped);
        }
        if let Some(verdict) = v.verdict(&self.line) {
            return Ok(match verdict.result {
                VerdictResult::Draw => 0,
                VerdictResult::Win(w) if w == v.seat() => WON + depth as i32,
                VerdictResult::Win(_) => -WON - depth as i32,
            });
        }
        let mut best = -2 * WON;
        if depth == 0 {
            best = judge(v);
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let mut moves = legal_moves(v, &self.line);
        if depth == 0 {
            moves.retain(|m| price(v.piece(m.to)) > 0 && gains(v, *m));
        }
        moves.sort_by_key(|m| {
            let taken = price(v.piece(m.to));
            if taken > 0 { price(v.piece(m.from)) - 16 * taken } else { 0 }
        });
        for m in moves {
            let value = self.after(v, m, depth.saturating_sub(1), alpha, beta)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn after(&mut self, v: &View, m: Move, depth: u32, a: i32, b: i32) -> Result<i32, Stopped> {
        let after = v.after(m);
        if after.is_certain() {
            return self.child(&after, after.settled(), depth, a, b);
        }
        let mut list: List<Outcome<Event>> = List::new();
        after.outcomes(&mut list);
        let (mut sum, mut total) = (0, 0);
        for o in list.iter() {
            let full = (-2 * WON, 2 * WON);
            let value = self.child(&after, after.resolve(o.event), depth, full.0, full.1)?;
            sum += value * o.weight as i32;
            total += o.weight as i32;
        }
        Ok(sum / total.max(1))
    }

    fn child(
        &mut self,
        after: &crate::Moved,
        child: View,
        depth: u32,
        a: i32,
        b: i32,
    ) -> Result<i32, Stopped> {
        self.line.push(after, &child);
        let value = self.node(&child, depth, -b, -a);
        self.line.pop();
        value.map(|x| -x)
    }
}

/// Whether a face-up piece takes something at least as dear, or something that
/// nothing protects.
fn gains(v: &View, m: Move) -> bool {
    if v.piece(m.from).is_dark() {
        return false;
    }
    let o = v.occupied().without(m.from).with(m.to);
    price(v.piece(m.to)) >= price(v.piece(m.from))
        || v.attackers_of(m.to, v.mover().other(), o, crate::bits::bit(m.to)) == 0
}

impl Engine<View> for First {
    fn name(&self) -> String {
        "ruler:first".into()
    }

    fn new_game(&mut self) {}

    fn analyse(&mut self, setup: &Setup<View>, request: &Request<View>) -> Analysis<View> {
        let moves = request.choices(setup);
        let Some(view) = setup.decision() else { return Analysis::ranked(Vec::new(), 0, 0) };
        let limit = request.limits.nodes.unwrap_or(NODES);
        let mut walk = Walk { line: setup.line.clone(), nodes: 0, limit };
        let mut ranked: Vec<(Move, i32)> = moves.into_iter().map(|m| (m, 0)).collect();
        let mut done = 0;
        'deepen: for depth in 1..=request.limits.depth.unwrap_or(30).min(30) {
            let mut fresh = Vec::with_capacity(ranked.len());
            let mut alpha = -2 * WON;
            for &(m, _) in &ranked {
                match walk.after(view, m, depth - 1, alpha, 2 * WON) {
                    Ok(value) => {
                        fresh.push((m, value));
                        alpha = alpha.max(value);
                    }
                    Err(Stopped) => break 'deepen,
                }
            }
            // Stable: a move that failed low keeps its place behind better ones.
            fresh.sort_by_key(|x| std::cmp::Reverse(x.1));
            ranked = fresh;
            done = depth;
        }
        let score = |x: i32| Value::AtLeast(Score::from_expected(f64::from(x) / 2000.0));
        let moves = ranked.into_iter().map(|(m, x)| (m, score(x))).collect();
        Analysis::ranked(moves, walk.nodes.min(limit), done)
    }
}

/// Moves that the ruler chooses at fixed positions, for the test that holds it frozen.
pub fn signature() -> String {
    let texts = [
        crate::fen::START,
        "x2k1xxA1/9/px2c4/x1x1C1B2/7c1/2P3n2/9/1X2N3P/4Ab3/XXX1KX3 w R2A0C0P2N0B1r0a2c0p2n1b1 3 14",
        "xCxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R2A2C1P5N2B2r2a2c2p5n1b2 0 1",
    ];
    let mut first = First::new();
    let mut words = Vec::new();
    for text in texts {
        let Ok(f) = crate::fen::parse(text) else { continue };
        let setup = crate::game::setup_of(f.view, f.clock, f.full, crate::Rules::MISTBOARD);
        let request = Request::new(touchstone_kernel::Limits::nodes(20_000));
        let a = first.analyse(&setup, &request);
        let best = a.best().map_or_else(String::new, |m| m.mv.text());
        words.push(format!("{best}:{}:{}", a.depth, a.nodes));
    }
    words.join(" ")
}
