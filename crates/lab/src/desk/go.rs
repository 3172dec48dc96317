//! Go on the desk: the rules, and random games as the judge. Values are means of
//! this many random games; nothing is claimed to be proved by them.
//!
//! Position text: a size (`9x9`; `start` is 19x19), a diagram (`/` may stand for a line
//! break), or SGF. A diagram may say more in a line of its own, as the printed text
//! does: `; black to move, komi 7.5, ko D4`.

use super::json::{AnalysisJson, EvalJson, MoveJson, PerftJson, SolveJson, ValueJson, VerdictJson};
use super::{
    AnyEngine, AnyGame, AnyReferee, AnyTable, Ask, BenchReport, Choice, DeskError, EngineSpec,
    Named, SeenText,
};
use std::any::Any;
use std::time::{Duration, Instant};
use touchstone_go::notation::{parse_diagram, parse_vertex, vertex};
use touchstone_go::player::{Mind, Simple, sensible};
use touchstone_go::playout::{Noise, Policy, run};
use touchstone_go::score::{count, result};
use touchstone_go::sgf::{self, Until};
use touchstone_go::{Board, Colour, Game, Move, Point, PointSet, Rules, Scoring};
use touchstone_kernel::{Key, Limits, LuckKey, Score, Seat, TextError, Value};

/// Go.
pub static GO: Go = Go;

/// The game.
pub struct Go;

const PRESETS: [Named; 3] = [
    Named { name: "chinese", about: "area scoring, simple ko, no suicide" },
    Named { name: "japanese", about: "territory scoring, simple ko, no suicide" },
    Named { name: "tromp-taylor", about: "area as it stands, positional superko, suicide allowed" },
];

/// Komi of an empty board.
const KOMI: f64 = 7.5;
/// Nodes that one random game counts for in limits.
const NODES_A_GAME: u64 = 20;

fn preset(rules: &str) -> Result<(&'static str, Rules), DeskError> {
    let name = if rules.is_empty() { PRESETS[0].name } else { rules };
    let found = PRESETS.iter().find(|p| p.name == name);
    match (found, Rules::preset(name)) {
        (Some(p), Some(r)) => Ok((p.name, r)),
        _ => Err(DeskError::Unknown {
            what: "rules preset",
            found: rules.into(),
            known: PRESETS.map(|p| p.name).join(", "),
        }),
    }
}

const fn seat(c: Colour) -> Seat {
    match c {
        Colour::Black => Seat::First,
        Colour::White => Seat::Second,
    }
}

const fn side(c: Colour) -> &'static str {
    match c {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

fn read(text: &str, rules: Rules) -> Result<Game, DeskError> {
    let text = text.trim();
    let wrong = |place: &str, found: String, expected: &str| {
        DeskError::from(TextError::new(place, found, expected))
    };
    let size = match text {
        "start" | "" => Some((19, 19)),
        _ => text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?))),
    };
    if let Some((w, h)) = size {
        if !(2..=19).contains(&w) || !(2..=19).contains(&h) {
            return Err(wrong("size", format!("{w}x{h}"), "2x2 to 19x19"));
        }
        let mut game = Game::new(w, h, rules);
        game.set_komi(KOMI);
        return Ok(game);
    }
    if text.starts_with('(') {
        let loaded = sgf::load(text.as_bytes(), Until::End, rules)
            .map_err(|e| wrong("SGF", e.to_string(), "a game record"))?;
        // The moves before belong to the position here.
        let mut game = Game::from_board(loaded.game.board().clone(), loaded.game.to_move(), rules);
        game.set_komi(loaded.game.komi());
        return Ok(game);
    }
    let rows = text.replace('/', "\n");
    let text = rows.as_str();
    let board = parse_diagram(text)
        .map_err(|e| wrong(&format!("line {}", e.line), e.found.clone(), e.expected))?;
    let mut to_move = Colour::Black;
    let mut komi = if board.occupied().is_empty() { KOMI } else { 0.0 };
    let mut ko = None;
    for (n, line) in text.lines().enumerate() {
        let Some(notes) = line.trim().strip_prefix(';') else { continue };
        for note in notes.split(',').map(str::trim) {
            if note.eq_ignore_ascii_case("white to move") {
                to_move = Colour::White;
            } else if let Some(k) = note.strip_prefix("komi ") {
                komi =
                    k.trim().parse().ok().filter(|k: &f64| k.abs() <= 400.0).ok_or_else(|| {
                        wrong(&format!("line {}", n + 1), format!("komi {k}"), "a number of points")
                    })?;
            } else if let Some(v) = note.strip_prefix("ko ") {
                ko = Some(parse_vertex(v.trim()).ok_or_else(|| {
                    wrong(&format!("line {}", n + 1), format!("ko {v}"), "a vertex such as D4")
                })?);
            }
        }
    }
    let mut game = Game::from_board(board, to_move, rules);
    game.set_komi(komi);
    if let Some(p) = ko.filter(|&p| game.board().is_empty(p)) {
        game.set_ko(Some((p, to_move)));
    }
    Ok(game)
}

/// The game at a table of Go; `None` at another game's.
pub fn game_of(table: &dyn AnyTable) -> Option<&Game> {
    own(table).ok().map(|t| &t.game)
}

/// The position text of a game of Go, which a table reads again.
pub fn position_text(game: &Game) -> String {
    print(game)
}

fn print(game: &Game) -> String {
    let b = game.board();
    let mut rows: Vec<String> = Vec::with_capacity(b.height() + 1);
    for y in (0..b.height()).rev() {
        let row = (0..b.width()).map(|x| match b.colour(Point::at(x, y)) {
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
            None => '.',
        });
        rows.push(row.collect());
    }
    let mut last = format!("; {} to move, komi {}", side(game.to_move()), game.komi());
    if let Some((p, c)) = b.ko()
        && c == game.to_move()
    {
        last += &format!(", ko {}", vertex(p));
    }
    rows.push(last);
    rows.join("\n")
}

#[derive(Clone)]
struct Table {
    game: Game,
    preset: &'static str,
    start: String,
    played: Vec<String>,
    over: Option<VerdictJson>,
}

impl Table {
    fn new(text: &str, rules: &str) -> Result<Table, DeskError> {
        let (preset, rules) = preset(rules)?;
        let game = read(text, rules)?;
        Ok(Table { start: print(&game), game, preset, played: Vec::new(), over: None })
    }

    fn find(&self, token: &str) -> Result<Move, DeskError> {
        // `B D4`, as records write it, names the mover too.
        let word = token.split_whitespace().last().unwrap_or("");
        let legal = match Move::parse(word) {
            Some(Move::Pass) => return Ok(Move::Pass),
            Some(Move::Play(p)) => self.game.clone().check(self.game.to_move(), p).map(|()| p),
            _ => {
                return Err(TextError::new("move", format!("`{token}`"), "a vertex or pass").into());
            }
        };
        legal
            .map(Move::Play)
            .map_err(|e| TextError::new("move", format!("`{token}` ({e})"), "a legal point").into())
    }

    /// The value of a pass for the one to move, where it ends the game.
    fn passed(&self) -> Option<ValueJson> {
        let mut after = self.clone();
        after.play("pass").ok()?;
        let winner = after.over?.winner;
        let score = match winner.as_deref() {
            None => Score::DRAW,
            Some(w) if Some(w) == self.seat().map(Seat::name) => Score::win_in(1),
            Some(_) => Score::loss_in(1),
        };
        Some(ValueJson::new(Value::Exact(score), true))
    }

    /// Who won by the count, dead stones judged by random games.
    fn counted(&self) -> VerdictJson {
        let mut game = self.game.clone();
        let judged = Simple::new(1).judge(&mut game);
        let sum = count(game.board(), &judged.dead, &judged.seki, game.rules().scoring);
        let winner = match result(sum, game.komi()).chars().next() {
            Some('B') => Some(Colour::Black),
            Some('W') => Some(Colour::White),
            _ => None,
        };
        VerdictJson {
            winner: winner.map(|c| seat(c).name().into()),
            side: winner.map(|c| side(c).into()),
            reason: "counted".into(),
            by_line: true,
        }
    }
}

impl AnyTable for Table {
    fn game(&self) -> &'static str {
        "go"
    }

    fn rules(&self) -> &'static str {
        self.preset
    }

    fn position_text(&self) -> String {
        print(&self.game)
    }

    fn diagram(&self, _chinese: bool) -> String {
        touchstone_go::notation::diagram(self.game.board())
    }

    fn start_text(&self) -> String {
        self.start.clone()
    }

    fn played(&self) -> &[String] {
        &self.played
    }

    fn window(&self) -> (String, &[String]) {
        (self.start.clone(), &self.played)
    }

    fn seat(&self) -> Option<Seat> {
        Some(seat(self.game.to_move()))
    }

    fn side(&self) -> Option<&'static str> {
        Some(side(self.game.to_move()))
    }

    fn legal(&self) -> Vec<String> {
        if self.over.is_some() {
            return Vec::new();
        }
        let mut game = self.game.clone();
        let c = game.to_move();
        let open = game.board().empties();
        let mut all: Vec<String> =
            open.iter().filter(|&p| game.check(c, p).is_ok()).map(vertex).collect();
        all.push("pass".into());
        all
    }

    fn luck(&self, _mv: Option<&str>) -> Result<Vec<(String, u32)>, DeskError> {
        Ok(Vec::new())
    }

    fn verdict(&self) -> Option<VerdictJson> {
        self.over.clone()
    }

    fn split(&self, token: &str) -> Result<(String, Option<String>), DeskError> {
        Ok((token.to_string(), None))
    }

    fn play(&mut self, token: &str) -> Result<(), DeskError> {
        if self.over.is_some() {
            return Err(
                TextError::new("move", format!("`{token}`"), "none: the game is over").into()
            );
        }
        let mv = self.find(token)?;
        let c = self.game.to_move();
        self.game
            .play(c, mv)
            .map_err(|e| TextError::new("move", format!("`{token}` ({e})"), "a legal point"))?;
        self.played.push(match mv {
            Move::Play(p) => vertex(p),
            _ => "pass".into(),
        });
        if self.game.is_over() {
            self.over = Some(self.counted());
        }
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.over = None;
        self.played.pop().is_some() && self.game.undo()
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
        "go"
    }

    fn rules(&self) -> &'static str {
        self.table.preset
    }

    fn view(&self, _seat: Seat) -> &dyn AnyTable {
        &self.table
    }

    fn seat(&self) -> Seat {
        seat(self.table.game.to_move())
    }

    fn verdict(&self) -> Option<VerdictJson> {
        self.table.verdict()
    }

    fn play(&mut self, mv: &str) -> Result<SeenText, DeskError> {
        let mover = self.seat();
        self.table.play(mv)?;
        let token = self.table.played.last().cloned().unwrap_or_default();
        Ok(SeenText { seen: [token.clone(), token], mover })
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
        .ok_or_else(|| DeskError::Unsupported(format!("a table of {}, not of go", table.game())))
}

/// Random games as a judge.
struct Playouts {
    seed: u64,
}

impl Playouts {
    fn games(limits: &Limits) -> u64 {
        (limits.nodes.unwrap_or(100_000) / NODES_A_GAME).clamp(1, 200_000)
    }
}

/// The mean of `wins` (0, ½ or 1 each) as a score for who counts them.
fn mean(halves: u64, games: u64) -> ValueJson {
    // A rate never reaches a sure win: half a game is added on each side.
    let rate = (halves as f64 + 1.0) / (2.0 * games as f64 + 2.0);
    let score = Score::from_expected(2.0 * rate - 1.0);
    ValueJson::new(Value::Exact(score), false)
}

impl AnyEngine for Playouts {
    fn name(&self) -> String {
        "playouts".into()
    }

    fn new_game(&mut self) {}

    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError> {
        let begun = Instant::now();
        let table = own(table)?;
        let mut game = table.game.clone();
        let c = game.to_move();
        let mut list = sensible(&mut game, c, None);
        if !ask.only.is_empty() {
            let only: Vec<Move> =
                ask.only.iter().map(|m| table.find(m)).collect::<Result<_, _>>()?;
            list.retain(|&p| only.contains(&Move::Play(p)));
        }
        let base = game.board().without_log();
        let mut noise = Noise::new(self.seed ^ base.hash());
        let limit = 3 * (base.width() * base.height()) as u32;
        let deadline = ask.limits.time_ms.map(Duration::from_millis);
        // Wins in halves and games of each move; the last one is the pass.
        let mut sums = vec![(0u64, 0u64); list.len() + 1];
        let pass_too =
            ask.only.is_empty() || ask.only.iter().any(|m| m.eq_ignore_ascii_case("pass"));
        let kinds = list.len() + usize::from(pass_too);
        let games = Playouts::games(&ask.limits);
        let mut done = 0u64;
        for i in 0..games {
            if table.over.is_some() || kinds == 0 {
                break;
            }
            if i > 0 && (ask.stop.is_raised() || deadline.is_some_and(|d| begun.elapsed() > d)) {
                break;
            }
            let k = (i % kinds as u64) as usize;
            let k = if k < list.len() { k } else { sums.len() - 1 };
            let mut b: Board = base.without_log();
            match list.get(k) {
                Some(&p) => {
                    b.play_unchecked(c, p);
                }
                None => b.pass(),
            }
            run(&mut b, c.other(), &mut noise, limit, Policy::LIGHT);
            let sum = count(&b, &PointSet::EMPTY, &PointSet::EMPTY, Scoring::TrompTaylor);
            let black = f64::from(sum.points[0]) - f64::from(sum.points[1]) - game.komi();
            let own = if c == Colour::Black { black } else { -black };
            sums[k].0 += if own > 0.0 { 2 } else { u64::from(own == 0.0) };
            sums[k].1 += 1;
            done += 1;
        }
        let mut moves: Vec<MoveJson> = sums
            .iter()
            .enumerate()
            .filter(|(_, s)| s.1 > 0)
            .map(|(k, &(halves, n))| {
                let mv = list.get(k).map_or("pass".into(), |&p| vertex(p));
                let ended = if k < list.len() { None } else { table.passed() };
                MoveJson {
                    line: vec![mv.clone()],
                    mv,
                    value: ended.unwrap_or_else(|| mean(halves, n)),
                    outcomes: Vec::new(),
                    nodes: n * NODES_A_GAME,
                }
            })
            .collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.value.score));
        Ok(AnalysisJson {
            schema: 1,
            game: "go".into(),
            rules: table.preset.into(),
            position: print(&game),
            side: Some(side(c).into()),
            depth: 1,
            nodes: done * NODES_A_GAME,
            time_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            static_value: None,
            outcomes: Vec::new(),
            moves,
            audit: None,
        })
    }

    fn choose(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<Choice, DeskError> {
        let table = own(table)?;
        let mut game = table.game.clone();
        let games = u32::try_from(Playouts::games(&ask.limits)).unwrap_or(u32::MAX).min(20_000);
        let c = game.to_move();
        let mv = match Simple::new(self.seed).with_playouts(games).choose(&mut game, c, None) {
            Move::Play(p) => vertex(p),
            _ => "pass".into(),
        };
        Ok(Choice { mv, value: None, nodes: u64::from(games) * NODES_A_GAME, depth: 1 })
    }
}

impl AnyGame for Go {
    fn name(&self) -> &'static str {
        "go"
    }

    fn presets(&self) -> Vec<Named> {
        PRESETS.to_vec()
    }

    fn side_names(&self) -> [&'static str; 2] {
        ["black", "white"]
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
        let mut table = Table::new(position, rules)?;
        for (k, token) in moves.iter().enumerate() {
            table
                .play(token)
                .map_err(|e| super::adapter::in_place(e, &format!("move {}", k + 1)))?;
        }
        Ok(Box::new(table))
    }

    fn deal(
        &self,
        position: &str,
        rules: &str,
        _key: &LuckKey,
    ) -> Result<Box<dyn AnyReferee>, DeskError> {
        Ok(Box::new(Referee { table: Table::new(position, rules)? }))
    }

    fn from_deal(&self, deal: &str, rules: &str) -> Result<Box<dyn AnyReferee>, DeskError> {
        Ok(Box::new(Referee { table: Table::new(deal, rules)? }))
    }

    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, DeskError> {
        match &spec.ruler {
            None => Ok(Box::new(Playouts { seed: spec.seed })),
            Some(name) => Err(DeskError::Unknown {
                what: "ruler",
                found: name.clone(),
                known: "none in go".into(),
            }),
        }
    }

    fn eval(&self, _table: &dyn AnyTable, _params: Option<&str>) -> Result<EvalJson, DeskError> {
        Err(DeskError::Unsupported("go has no static evaluation of a whole board".into()))
    }

    fn solve(&self, table: &dyn AnyTable, _limits: &Limits) -> Result<SolveJson, DeskError> {
        let table = own(table)?;
        let value = table.over.as_ref().map(|v| {
            let score = match v.winner.as_deref() {
                None => Score::DRAW,
                Some(w) if Some(w) == table.seat().map(Seat::name) => Score::WIN,
                Some(_) => Score::LOSS,
            };
            ValueJson::new(Value::Exact(score), false)
        });
        Ok(SolveJson { schema: 1, value, nodes: 0, proof: None, more: Default::default() })
    }

    fn perft(
        &self,
        table: &dyn AnyTable,
        depth: u32,
        _divide: bool,
    ) -> Result<Vec<PerftJson>, DeskError> {
        fn walk(table: &Table, depth: u32) -> u64 {
            let legal = table.legal();
            if depth <= 1 {
                return legal.len() as u64;
            }
            let next = legal.iter().filter_map(|m| {
                let mut t = table.clone();
                t.play(m).ok().map(|()| t)
            });
            next.map(|t| walk(&t, depth - 1)).sum()
        }
        let table = own(table)?;
        Ok((1..=depth)
            .map(|d| {
                let n = walk(table, d);
                PerftJson { depth: d, moves: n, positions: n, divide: Vec::new() }
            })
            .collect())
    }

    fn flipped(&self, _table: &dyn AnyTable) -> Option<Box<dyn AnyTable>> {
        None
    }

    fn mirrored(&self, _table: &dyn AnyTable) -> Vec<Box<dyn AnyTable>> {
        Vec::new()
    }

    fn bench(&self) -> Result<BenchReport, DeskError> {
        let mut nodes = Vec::new();
        let mut mark = Key(0);
        for text in ["9x9", ".X.\n.O.\n..."] {
            let table = self.table(text, "", &[])?;
            let ask = Ask::new(Limits::nodes(20_000));
            let a = Playouts { seed: 0 }.analyse(table.as_ref(), &ask)?;
            for m in &a.moves {
                mark = mark.mixed(m.value.score as u64);
            }
            nodes.push((text.to_string(), a.nodes));
        }
        Ok(BenchReport { nodes, signature: format!("{:016x}", mark.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_counted_and_taken_back() {
        let mut t = GO.table("5x5", "", &[]).unwrap();
        for m in ["C3", "pass", "B 2".replace(' ', "").as_str()] {
            t.play(m).unwrap();
        }
        assert!(t.play("C3").is_err());
        assert!(t.play("Z9").is_err());
        let again = GO.table(&t.position_text(), "", &[]).unwrap();
        assert_eq!(again.position_text(), t.position_text());
        assert_eq!(again.side(), Some("white"));
        t.play("pass").unwrap();
        t.play("pass").unwrap();
        assert_eq!(t.verdict().unwrap().winner.as_deref(), Some("first"));
        assert!(t.legal().is_empty() && t.play("A1").is_err());
        assert!(t.undo());
        assert!(t.verdict().is_none());
    }

    #[test]
    fn random_games_find_the_capture() {
        let text = ".O.\nOX.\n.O.\n; white to move";
        let t = GO.table(text, "", &[]).unwrap();
        let mut e = GO.engine(&EngineSpec::default()).unwrap();
        let a = e.analyse(t.as_ref(), &Ask::new(Limits::nodes(40_000))).unwrap();
        assert!(a.moves.iter().all(|m| !m.value.proved));
        let c = e.choose(t.as_ref(), &Ask::for_play(Limits::nodes(40_000))).unwrap();
        assert!(t.legal().contains(&c.mv));
    }

    #[test]
    fn bad_texts_are_refused() {
        let slashed = GO.table("..X/.O./...", "", &[]).unwrap();
        assert_eq!(
            slashed.position_text(),
            GO.table("..X\n.O.\n...", "", &[]).unwrap().position_text()
        );
        for text in ["1x1", "20x20", "(;GM[1", "..\n...", "Q"] {
            assert!(GO.table(text, "", &[]).is_err(), "{text}");
        }
        assert!(GO.table("start", "nihon", &[]).is_err());
    }
}
