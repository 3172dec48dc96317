//! Chess on the desk: the rules for every position, judgement for positions of at
//! most four men. There exact tables are generated on demand, and in play the tables
//! of advice choose the move where one is known to win.

use super::json::{EvalJson, MoveJson, PerftJson, SolveJson, TermJson, ValueJson, percent};
use super::{
    AnalysisJson, AnyEngine, AnyGame, AnyReferee, AnyTable, Ask, BenchReport, DeskError,
    EngineSpec, Named, SeenText, VerdictJson,
};
use crate::cache;
use serde_json::json;
use std::any::Any;
use std::sync::{LazyLock, Mutex};
use std::time::Instant;
use touchstone_advice::play::{Answer, answer};
use touchstone_advice::shipped;
use touchstone_chess::general::{Men, Size, Step};
use touchstone_chess::tables::{Material, Outcome, Tables};
use touchstone_chess::{ChessPosition, Colour, Kind, Move, fen};
use touchstone_kernel::{Limits, LuckKey, Score, Seat, TextError, Value};

/// Chess.
pub static CHESS: Chess = Chess;

/// The game.
pub struct Chess;

/// The tables of all engines of this process.
static TABLES: LazyLock<Mutex<Tables>> =
    LazyLock::new(|| Mutex::new(cache::chess_tables(Size::CHESS)));

const PRESETS: [Named; 1] =
    [Named { name: "fide", about: "threefold repetition and fifty moves are draws" }];

#[derive(Clone)]
struct Table {
    positions: Vec<ChessPosition>,
    played: Vec<String>,
}

impl Table {
    fn new(text: &str) -> Result<Table, DeskError> {
        let p = if text == "start" { ChessPosition::start() } else { fen::parse(text)? };
        Ok(Table { positions: vec![p], played: Vec::new() })
    }

    fn now(&self) -> &ChessPosition {
        &self.positions[self.positions.len() - 1]
    }

    fn find(&self, token: &str) -> Result<Move, DeskError> {
        let p = self.now();
        match Move::from_text(token) {
            Some(m) if p.is_legal(m) => Ok(m),
            _ => {
                Err(TextError::new("move", format!("`{token}`"), "a legal move such as e2e4")
                    .into())
            }
        }
    }
}

fn seat(colour: Colour) -> Seat {
    match colour {
        Colour::White => Seat::First,
        Colour::Black => Seat::Second,
    }
}

const fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

/// Neither side can ever mate: bare kings, or one bishop or knight besides them.
fn is_dead(p: &ChessPosition) -> bool {
    let few = p.board.occupied().count();
    few == 2 || few == 3 && [Kind::Bishop, Kind::Knight].iter().any(|&k| has(p, k))
}

fn has(p: &ChessPosition, kind: Kind) -> bool {
    (0..64)
        .any(|s| p.board.piece_at(touchstone_chess::Square::new(s)).is_some_and(|(k, _)| k == kind))
}

impl AnyTable for Table {
    fn game(&self) -> &'static str {
        "chess"
    }

    fn rules(&self) -> &'static str {
        PRESETS[0].name
    }

    fn position_text(&self) -> String {
        fen::print(self.now())
    }

    fn diagram(&self, _chinese: bool) -> String {
        let p = self.now();
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let row: Vec<String> = (0..8)
                .map(|file| {
                    let at = p.board.piece_at(touchstone_chess::Square::at(file, rank));
                    at.map_or('.', |(k, c)| k.letter_of(c)).to_string()
                })
                .collect();
            rows.push(format!("{} {}", rank + 1, row.join(" ")));
        }
        rows.push("  a b c d e f g h".to_string());
        rows.join("\n")
    }

    fn start_text(&self) -> String {
        fen::print(&self.positions[0])
    }

    fn played(&self) -> &[String] {
        &self.played
    }

    fn window(&self) -> (String, &[String]) {
        let back = (self.now().clock as usize).min(self.played.len());
        let k = self.played.len() - back;
        (fen::print(&self.positions[k]), &self.played[k..])
    }

    fn seat(&self) -> Option<Seat> {
        Some(seat(self.now().turn))
    }

    fn side(&self) -> Option<&'static str> {
        Some(side(self.now().turn))
    }

    fn legal(&self) -> Vec<String> {
        if self.verdict().is_some() {
            return Vec::new();
        }
        self.now().legal_moves().iter().map(Move::to_string).collect()
    }

    fn luck(&self, _mv: Option<&str>) -> Result<Vec<(String, u32)>, DeskError> {
        Ok(Vec::new())
    }

    fn verdict(&self) -> Option<VerdictJson> {
        let p = self.now();
        let draw = |reason: &str, by_line| {
            Some(VerdictJson { winner: None, side: None, reason: reason.into(), by_line })
        };
        if !p.has_legal_move() {
            if !p.is_check(p.turn) {
                return draw("stalemate", false);
            }
            let winner = p.turn.other();
            return Some(VerdictJson {
                winner: Some(seat(winner).name().into()),
                side: Some(side(winner).into()),
                reason: "checkmate".into(),
                by_line: false,
            });
        }
        if is_dead(p) {
            return draw("dead_position", false);
        }
        let same = self.positions.iter().filter(|q| q.key() == p.key()).count();
        if same >= 3 {
            return draw("repetition", true);
        }
        if p.clock >= 100 { draw("fifty_moves", true) } else { None }
    }

    fn split(&self, token: &str) -> Result<(String, Option<String>), DeskError> {
        Ok((token.to_string(), None))
    }

    fn play(&mut self, token: &str) -> Result<(), DeskError> {
        let m = self.find(token)?;
        let next = self.now().after(m);
        self.positions.push(next);
        self.played.push(m.to_string());
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.played.pop().is_some() && self.positions.pop().is_some()
    }

    fn clone_table(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Referee {
    table: Table,
}

impl AnyReferee for Referee {
    fn game(&self) -> &'static str {
        "chess"
    }

    fn rules(&self) -> &'static str {
        PRESETS[0].name
    }

    fn view(&self, _seat: Seat) -> &dyn AnyTable {
        &self.table
    }

    fn seat(&self) -> Seat {
        seat(self.table.now().turn)
    }

    fn verdict(&self) -> Option<VerdictJson> {
        self.table.verdict()
    }

    fn play(&mut self, mv: &str) -> Result<SeenText, DeskError> {
        let mover = self.seat();
        self.table.play(mv)?;
        Ok(SeenText { seen: [mv.to_string(), mv.to_string()], mover })
    }

    fn deal_text(&self) -> String {
        String::new()
    }

    fn clone_referee(&self) -> Box<dyn AnyReferee> {
        Box::new(Referee { table: self.table.clone() })
    }
}

fn own(table: &dyn AnyTable) -> Result<&Table, DeskError> {
    table
        .as_any()
        .downcast_ref()
        .ok_or_else(|| DeskError::Unsupported(format!("a table of {}, not of chess", table.game())))
}

/// The position as the tables know it: at most four men, no castling.
fn men_of(p: &ChessPosition) -> Result<Men, DeskError> {
    match Men::parse(&fen::print(p)) {
        Ok((_, men)) => Ok(men),
        Err(e) => Err(DeskError::Unsupported(format!(
            "chess is judged by exact tables, up to four men without castling: {e}"
        ))),
    }
}

/// Runs `f` with the tables in which this position can be looked up.
fn with_tables<T>(men: &Men, f: impl FnOnce(&Tables) -> T) -> Result<T, DeskError> {
    let mut tables = match TABLES.lock() {
        Ok(t) => t,
        Err(poisoned) => poisoned.into_inner(),
    };
    let material = Material::of(men);
    tables.require(&material).map_err(|e| DeskError::Unsupported(e.to_string()))?;
    Ok(f(&tables))
}

/// What went wrong on keeping tables, once.
fn trouble(more: &mut serde_json::Map<String, serde_json::Value>) {
    if let Some(trouble) = TABLES.lock().ok().and_then(|mut t| t.take_trouble()) {
        more.insert("cache".into(), trouble.into());
    }
}

fn value(outcome: Outcome) -> ValueJson {
    let score = match outcome {
        Outcome::Win(p) => Score::win_in(u32::from(p)),
        Outcome::Loss(p) => Score::loss_in(u32::from(p)),
        Outcome::Draw => Score::DRAW,
    };
    ValueJson::new(Value::Exact(score), true)
}

/// Each legal move with its value and exact line, best first.
fn judged(men: &Men) -> Result<(Outcome, Vec<(Step, MoveJson)>), DeskError> {
    with_tables(men, |tables| {
        let outcome = tables.lookup(men).unwrap_or(Outcome::Draw);
        let list = tables
            .moves(men)
            .into_iter()
            .map(|(step, o)| {
                let mut line = vec![men.coordinates(step)];
                let mut at = men.after(step).tidy();
                if o != Outcome::Draw {
                    for s in tables.line(&at, 120) {
                        line.push(at.coordinates(s));
                        at = at.after(s);
                    }
                }
                let m = MoveJson {
                    mv: men.coordinates(step),
                    value: value(o),
                    line,
                    outcomes: Vec::new(),
                    nodes: 1,
                };
                (step, m)
            })
            .collect();
        (outcome, list)
    })
}

/// The move of a table of advice, if one plays this position and it is won: advice
/// from the position alone, or from the tree of the moves played at this table.
fn advised(table: &Table) -> Option<(String, String)> {
    let mut start = table.positions.len() - 1;
    let now = men_of(table.now()).ok()?;
    let material = Material::of(&now);
    // The moves since the material last changed.
    while start > 0
        && men_of(&table.positions[start - 1]).is_ok_and(|m| Material::of(&m) == material)
    {
        start -= 1;
    }
    let first = men_of(&table.positions[start]).ok()?;
    let mut moves = Vec::new();
    let mut at = first;
    for token in &table.played[start..] {
        let step = at.find(Size::CHESS, token)?;
        moves.push(step);
        at = at.after(step).tidy();
    }
    for table in shipped::players() {
        if let Some((Answer::Move { step, advice, .. }, _)) =
            answer(&table.program, Size::CHESS, &first, &moves)
        {
            let name = table.program.advice[advice].name.clone();
            return Some((at.coordinates(step), name));
        }
    }
    None
}

struct Advisor;

impl AnyEngine for Advisor {
    fn name(&self) -> String {
        "advice".into()
    }

    fn new_game(&mut self) {}

    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError> {
        let start = Instant::now();
        let table = own(table)?;
        let p = table.now();
        let men = men_of(p)?;
        let (outcome, mut list) = judged(&men)?;
        if ask.play
            && matches!(outcome, Outcome::Win(_))
            && let Some((mv, _)) = advised(table)
            && let Some(k) = list.iter().position(|(_, m)| m.mv == mv)
            && list[k].1.value.end.as_ref().is_some_and(|e| e.result == "win")
        {
            let chosen = list.remove(k);
            list.insert(0, chosen);
        }
        if !ask.only.is_empty() {
            list.retain(|(_, m)| ask.only.contains(&m.mv));
        }
        Ok(AnalysisJson {
            schema: 1,
            game: "chess".into(),
            rules: PRESETS[0].name.into(),
            position: fen::print(p),
            side: Some(side(p.turn).into()),
            depth: 1,
            nodes: list.len() as u64,
            time_ms: start.elapsed().as_millis() as u64,
            static_value: None,
            outcomes: Vec::new(),
            moves: list.into_iter().map(|(_, m)| m).collect(),
            audit: None,
        })
    }
}

const BENCH: [&str; 4] = [
    "8/1k6/3R4/8/4K3/8/8/8 w - - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "8/8/3k4/8/3Q4/8/8/K7 b - - 0 1",
    "8/8/8/3k4/8/8/8/KR6 b - - 0 1",
];

impl AnyGame for Chess {
    fn name(&self) -> &'static str {
        "chess"
    }

    fn presets(&self) -> Vec<Named> {
        PRESETS.to_vec()
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn rulers(&self) -> Vec<Named> {
        Vec::new()
    }

    fn table(
        &self,
        position: &str,
        rules: &str,
        moves: &[String],
    ) -> Result<Box<dyn AnyTable>, DeskError> {
        check_rules(rules)?;
        let mut table = Table::new(position)?;
        for token in moves {
            table.play(token)?;
        }
        Ok(Box::new(table))
    }

    fn deal(
        &self,
        position: &str,
        rules: &str,
        _key: &LuckKey,
    ) -> Result<Box<dyn AnyReferee>, DeskError> {
        check_rules(rules)?;
        Ok(Box::new(Referee { table: Table::new(position)? }))
    }

    fn from_deal(&self, deal: &str, rules: &str) -> Result<Box<dyn AnyReferee>, DeskError> {
        let start = if deal.is_empty() { "start" } else { deal };
        check_rules(rules)?;
        Ok(Box::new(Referee { table: Table::new(start)? }))
    }

    fn judges(&self, table: &dyn AnyTable) -> Result<(), DeskError> {
        men_of(own(table)?.now()).map(|_| ())
    }

    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, DeskError> {
        match &spec.ruler {
            None => Ok(Box::new(Advisor)),
            Some(name) => Err(DeskError::Unknown {
                what: "ruler",
                found: name.clone(),
                known: "none in chess".into(),
            }),
        }
    }

    fn eval(&self, table: &dyn AnyTable, _params: Option<&str>) -> Result<EvalJson, DeskError> {
        let p = own(table)?.now();
        let men = men_of(p)?;
        let outcome = with_tables(&men, |t| t.lookup(&men))?.unwrap_or(Outcome::Draw);
        let v = value(outcome);
        let moves = outcome.moves().map_or(0, i32::from);
        let (own_moves, other_moves, sum) = match outcome {
            Outcome::Win(_) => (moves, 0, moves),
            Outcome::Loss(_) => (0, moves, -moves),
            Outcome::Draw => (0, 0, 0),
        };
        let mut more = serde_json::Map::new();
        more.insert("material".into(), json!(Material::of(&men).to_string()));
        more.insert("proved".into(), json!(true));
        trouble(&mut more);
        Ok(EvalJson {
            schema: 1,
            game: "chess".into(),
            side: Some(side(p.turn).into()),
            score: v.score,
            percent: percent(match outcome {
                Outcome::Win(n) => Score::win_in(u32::from(n)),
                Outcome::Loss(n) => Score::loss_in(u32::from(n)),
                Outcome::Draw => Score::DRAW,
            }),
            units: "moves to mate in the exact table".into(),
            terms: vec![TermJson {
                name: "moves_to_mate".into(),
                own: own_moves,
                other: other_moves,
                value: sum,
            }],
            more,
        })
    }

    fn solve(&self, table: &dyn AnyTable, _limits: &Limits) -> Result<SolveJson, DeskError> {
        let table = own(table)?;
        let p = table.now();
        if let Some(v) = table.verdict() {
            let outcome = match v.winner {
                None => Outcome::Draw,
                Some(_) => Outcome::Loss(0),
            };
            return Ok(SolveJson {
                schema: 1,
                value: Some(value(outcome)),
                nodes: 0,
                proof: Some("rules".into()),
                more: Default::default(),
            });
        }
        let Ok(men) = men_of(p) else {
            return Ok(SolveJson {
                schema: 1,
                value: None,
                nodes: 0,
                proof: None,
                more: Default::default(),
            });
        };
        let (outcome, list) = judged(&men)?;
        let mut more = serde_json::Map::new();
        more.insert("material".into(), json!(Material::of(&men).to_string()));
        more.insert("moves_to_mate".into(), json!(outcome.moves()));
        if let Some((_, best)) = list.first() {
            more.insert("best".into(), json!(best.mv));
            more.insert("line".into(), json!(best.line));
        }
        trouble(&mut more);
        if matches!(outcome, Outcome::Win(_))
            && let Some((mv, name)) = advised(table)
        {
            more.insert("advice".into(), json!({"move": mv, "name": name}));
        }
        Ok(SolveJson {
            schema: 1,
            value: Some(value(outcome)),
            nodes: list.len() as u64,
            proof: Some("table".into()),
            more,
        })
    }

    fn perft(
        &self,
        table: &dyn AnyTable,
        depth: u32,
        divide: bool,
    ) -> Result<Vec<PerftJson>, DeskError> {
        let p = own(table)?.now();
        let count = |q: &ChessPosition, d: u32| touchstone_chess::perft::perft(q, d);
        let mut lines = Vec::new();
        for d in 1..=depth {
            let moves = count(p, d);
            let mut parts = Vec::new();
            if divide {
                p.each_legal(|m, q| {
                    let n = if d > 1 { count(q, d - 1) } else { 1 };
                    parts.push(json!({"move": m.to_string(), "moves": n, "positions": n}));
                });
            }
            lines.push(PerftJson { depth: d, moves, positions: moves, divide: parts });
        }
        Ok(lines)
    }

    fn flipped(&self, table: &dyn AnyTable) -> Option<Box<dyn AnyTable>> {
        let p = own(table).ok()?.now().flipped();
        Some(Box::new(Table { positions: vec![p], played: Vec::new() }))
    }

    fn mirrored(&self, table: &dyn AnyTable) -> Vec<Box<dyn AnyTable>> {
        let Ok(table) = own(table) else { return Vec::new() };
        let p = table.now();
        if p.castling != touchstone_chess::Castling::default() {
            return Vec::new();
        }
        let mirror =
            |s: touchstone_chess::Square| touchstone_chess::Square::at(7 - s.file(), s.rank());
        let q =
            ChessPosition { board: p.board.mirrored(), en_passant: p.en_passant.map(mirror), ..*p };
        vec![Box::new(Table { positions: vec![q], played: Vec::new() })]
    }

    fn bench(&self) -> Result<BenchReport, DeskError> {
        let mut nodes = Vec::new();
        let mut print = touchstone_kernel::Key(0);
        for text in BENCH {
            let table = self.table(text, "", &[])?;
            let a = Advisor.analyse(table.as_ref(), &Ask::new(Limits::nodes(1)))?;
            for m in &a.moves {
                print = print.mixed(m.value.score as u64);
                print = m.mv.bytes().fold(print, |k, b| k.mixed(u64::from(b)));
            }
            nodes.push((text.to_string(), a.nodes));
        }
        Ok(BenchReport { nodes, signature: format!("{:016x}", print.0) })
    }
}

fn check_rules(rules: &str) -> Result<(), DeskError> {
    if rules.is_empty() || rules == PRESETS[0].name {
        return Ok(());
    }
    Err(DeskError::Unknown {
        what: "rules preset",
        found: rules.into(),
        known: PRESETS[0].name.into(),
    })
}
