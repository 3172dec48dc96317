//! The full engine: the generic search with Banqi's evaluation, ordering and
//! tables, and two habits of play: first flips without a search, and the guard.

use crate::bits::{NEIGHBOURS, Squares};
use crate::board::{Board, Move};
use crate::eval::{Eval, Params};
use crate::order::{Order, SearchParams};
use crate::position::Mark;
use crate::rules::Rules;
use crate::tables::Tables;
use std::sync::Arc;
use touchstone_kernel::{After, Limits, Line, Position, Score, Setup, Value, legal_moves};
use touchstone_search::{AlphaBeta, Analysis, Engine, Request, Settings, Step};

/// Everything that makes the engine play as it does.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    /// The evaluation.
    pub eval: Params,
    /// Ordering and selectivity.
    pub search: SearchParams,
    /// The generic search.
    pub settings: Settings,
    /// Whether the guard is on: a capture by a dearer piece into a recapture
    /// that promises little more than a draw gives way to another move.
    pub guard: bool,
    /// Below this the guard looks at such a capture, permille of a win
    /// (inherited: MistyBanqi, 300).
    pub guard_permille: i32,
    /// Whether exact endgame tables are used.
    pub tables: bool,
    /// Whether a search for play takes the first return to a position for the
    /// draw that the last one would be.
    pub early_repetition: bool,
    /// Whether the search knows the game so far. Off only to measure what it is
    /// worth: then it knows the draw clock and nothing of repetitions.
    pub history: bool,
}

impl Parameters {
    /// What the engine plays with.
    pub const STANDARD: Parameters = Parameters {
        eval: Params::STANDARD,
        search: SearchParams::STANDARD,
        settings: Settings::standard(),
        guard: true,
        guard_permille: 300,
        tables: true,
        early_repetition: true,
        history: true,
    };

    /// Sets a parameter of the evaluation or the search by name; `false` if
    /// there is none or the value is outside its range.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        match name {
            "guard" if (0..=1).contains(&value) => self.guard = value == 1,
            "guard_permille" if (0..=1000).contains(&value) => self.guard_permille = value,
            "early_repetition" if (0..=1).contains(&value) => self.early_repetition = value == 1,
            "history" if (0..=1).contains(&value) => self.history = value == 1,
            "transpositions" if value == 0 => self.settings.table_bytes = 0,
            "tables" if (0..=1).contains(&value) => self.tables = value == 1,
            _ => return self.eval.set(name, value) || self.search.set(name, value),
        }
        true
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters::STANDARD
    }
}

/// The generic search with Banqi's policy alone.
pub type Core = AlphaBeta<Board, Order>;

/// Pieces up to which tables are made during a search.
const SMALL_TABLE: usize = 3;
/// Pieces of the largest tables that are made for a root.
const LARGE_TABLE: usize = 4;
/// Time that a table of [`LARGE_TABLE`] pieces may take, milliseconds.
const LARGE_TABLE_MS: u64 = 250;

/// The built-in engine.
pub struct Builtin {
    core: Core,
    tables: Option<Arc<Tables>>,
    parameters: Parameters,
}

/// An engine with these parameters and tables of its own.
pub fn builtin(parameters: &Parameters) -> Builtin {
    builtin_with(parameters, Arc::new(Tables::new()))
}

/// An engine with these parameters that shares `tables`.
pub fn builtin_with(parameters: &Parameters, tables: Arc<Tables>) -> Builtin {
    let order = Order::new(Eval::new(parameters.eval), parameters.search);
    let tables = parameters.tables.then_some(tables);
    let order = match &tables {
        Some(t) => order.with_tables(Arc::clone(t), SMALL_TABLE),
        None => order,
    };
    let core = AlphaBeta::new("touchstone banqi", order, parameters.settings);
    Builtin { core, tables, parameters: *parameters }
}

impl Builtin {
    /// The generic search inside, to change parameters between searches.
    pub fn core_mut(&mut self) -> &mut Core {
        &mut self.core
    }

    /// Makes the tables that captures from `board` can lead to and returns how
    /// many pieces the search may look up.
    fn prepare(&self, board: &Board, line_allows: bool, limits: &Limits) -> usize {
        let Some(tables) = &self.tables else { return 0 };
        let pieces = board.face_up().count_ones() as usize;
        if !line_allows || board.face_down() != 0 || pieces > LARGE_TABLE + 1 {
            return SMALL_TABLE;
        }
        let all: Vec<_> = crate::position::tiles_on(board).collect();
        let mut wanted: Vec<Vec<crate::piece::Tile>> = Vec::new();
        if pieces == LARGE_TABLE {
            wanted.push(all.iter().map(|x| x.1).collect());
        } else {
            for gone in Squares(board.face_up()) {
                let left: Vec<_> = all.iter().filter(|x| x.0 != gone).map(|x| x.1).collect();
                wanted.push(left);
            }
        }
        wanted.retain(|w| {
            let red = w.iter().filter(|t| t.index() < 7).count();
            red > 0 && red < w.len()
        });
        let missing = wanted.iter().filter(|w| !tables.has(w)).count() as u64;
        if limits.time_ms.is_some_and(|ms| missing * LARGE_TABLE_MS > ms / 2) {
            return SMALL_TABLE;
        }
        for w in &wanted {
            tables.class(w);
        }
        LARGE_TABLE
    }

    /// The setup under rules by which the first return to a position is the draw
    /// that the last one would be: a won game then makes progress, and a search
    /// does not walk in circles. For play only.
    fn early(&self, setup: &Setup<Board>, request: &Request<Board>) -> Option<Setup<Board>> {
        let rules = setup.line.rules();
        let n = rules.repetition?;
        if !request.play || !self.parameters.early_repetition || n <= 2 {
            return None;
        }
        let line = setup.line.clone().with_rules(Rules { repetition: Some(2), ..rules });
        let early = Setup { node: setup.node.clone(), line };
        // At a position that has come back already the true rules are asked.
        early.decision()?.verdict(&early.line).is_none().then_some(early)
    }

    /// The first flip: all squares hold the same bag; only their surroundings
    /// differ, by the board's symmetries into a few classes. One of the middle
    /// is taken, without a search.
    fn first_flip(&self, board: &Board, request: &Request<Board>) -> Option<Move> {
        if board.side_to_move().is_some() || !request.play || !request.only.is_empty() {
            return None;
        }
        let squares: Vec<u8> = Squares(board.face_down()).collect();
        squares.get(squares.len() / 2 + 2).or(squares.last()).map(|&s| Move::flip(s))
    }

    /// Whether the guard looks at this move: a capture by a dearer piece onto a
    /// square where it can be taken back, worth little more than a draw.
    fn is_suspect(&mut self, board: &Board, best: Move, value: Value) -> bool {
        let limit = i64::from(Score::UNIT) * i64::from(self.parameters.guard_permille) / 1000;
        let raw = i64::from(value.number().raw());
        board.is_capture(best)
            && raw.abs() < limit
            && self.core.policy_mut().loses_exchange(board, best)
    }

    /// Searches the other moves and takes one of them if it promises no less
    /// than a draw.
    fn guarded(
        &mut self,
        setup: &Setup<Board>,
        request: &Request<Board>,
        first: Analysis<Board>,
    ) -> Analysis<Board> {
        let Some(board) = setup.decision() else { return first };
        let Some(best) = first.best() else { return first };
        if !self.is_suspect(board, best.mv, best.value) {
            return first;
        }
        let avoided = best.mv;
        let others: Vec<Move> =
            legal_moves(board, &setup.line).into_iter().filter(|&m| m != avoided).collect();
        if others.is_empty() {
            return first;
        }
        // What is left of the limits; the first answer stands if that is nothing.
        let rest = Limits {
            nodes: request.limits.nodes.map(|n| n.saturating_sub(first.nodes)),
            time_ms: request.limits.time_ms.map(|t| t.saturating_sub(first.time_ms)),
            depth: Some(first.depth.max(1)),
            ..request.limits
        };
        if rest.time_ms == Some(0) || rest.nodes == Some(0) {
            return first;
        }
        let again = Request { only: others, limits: rest, ..request.clone() };
        let second = self.core.analyse(setup, &again);
        let mut merged = first;
        merged.nodes += second.nodes;
        merged.time_ms += second.time_ms;
        let Some(other) = second.best() else { return merged };
        if matches!(other.value, Value::AtMost(_)) || other.value.number() < Score::DRAW {
            return merged;
        }
        let mv = other.mv;
        merged.moves.retain(|m| m.mv != mv);
        merged.moves.insert(0, other.clone());
        merged
    }
}

impl Engine<Board> for Builtin {
    fn name(&self) -> String {
        self.core.name()
    }

    fn new_game(&mut self) {
        self.core.new_game();
    }

    fn analyse(&mut self, setup: &Setup<Board>, request: &Request<Board>) -> Analysis<Board> {
        let mut found = self.judge(setup, request);
        let Some(board) = setup.decision() else { return found };
        for m in &mut found.moves {
            if let Some(at) = m.line.iter().position(|s| s.mv.is_pass()) {
                let end = m.line[..at].iter().try_fold(*board, |b, s| {
                    let after = b.after(s.mv);
                    if after.is_certain() {
                        Some(after.settled())
                    } else {
                        s.event.map(|e| after.resolve(e))
                    }
                });
                m.line.truncate(at);
                m.line.extend(end.and_then(|b| quiet_flip(&b)).map(|mv| Step { mv, event: None }));
            }
            let after = board.after(m.mv);
            for o in m.outcomes.iter_mut().filter(|o| o.reply.is_some_and(Move::is_pass)) {
                o.reply = quiet_flip(&after.resolve(o.event));
            }
        }
        found
    }
}

/// The flip that touches the fewest face-up pieces: what a pass of the search stands for.
fn quiet_flip(board: &Board) -> Option<Move> {
    let touched = |m: &Move| (NEIGHBOURS[usize::from(m.from())] & board.face_up()).count_ones();
    let mut flips = Vec::new();
    board.for_flips(|m| flips.push(m));
    flips.into_iter().min_by_key(touched)
}

impl Builtin {
    fn judge(&mut self, setup: &Setup<Board>, request: &Request<Board>) -> Analysis<Board> {
        let Some(board) = setup.decision() else { return self.core.analyse(setup, request) };
        if board.verdict(&setup.line).is_some() {
            return self.core.analyse(setup, request);
        }
        if let Some(flip) = self.first_flip(board, request) {
            let only = Request { only: vec![flip], limits: Limits::depth(1), ..request.clone() };
            return self.core.analyse(setup, &only);
        }
        let blind;
        let setup = if self.parameters.history {
            setup
        } else {
            let mark = Mark::loaded(setup.line.last().mark.clock, setup.line.last().mark.ply);
            let line = Line::new(setup.line.rules(), board, mark);
            blind = Setup { node: setup.node.clone(), line };
            &blind
        };
        let allowed = setup.line.rules().chase_limit.is_none();
        let pieces = self.prepare(board, allowed, &request.limits);
        self.core.policy_mut().set_table_pieces(pieces);
        let early;
        let setup = match self.early(setup, request) {
            Some(s) => {
                early = s;
                &early
            }
            None => setup,
        };
        if request.play && self.parameters.guard && request.only.is_empty() {
            let mut risky = false;
            let order = self.core.policy_mut();
            board.for_captures(|m| risky |= order.loses_exchange(board, m));
            if risky {
                // A fifth of the limits is kept for the guard.
                let most = request.limits;
                let limits = Limits {
                    nodes: most.nodes.map(|n| n - n / 5),
                    time_ms: most.time_ms.map(|t| t - t / 5),
                    ..most
                };
                let first = self.core.analyse(setup, &Request { limits, ..request.clone() });
                return self.guarded(setup, request, first);
            }
        }
        self.core.analyse(setup, request)
    }
}
