//! The one adapter that puts any [`Game`] on the desk.

use super::json::{
    AnalysisJson, EvalJson, MoveJson, OutcomeJson, PerftJson, SolveJson, StaticJson, TermJson,
    ValueJson, VerdictJson, percent,
};
use super::{
    AnyEngine, AnyGame, AnyReferee, AnyTable, Ask, BenchReport, Choice, DeskError, EngineSpec,
    Named, SeenText, perft,
};
use std::any::Any;
use std::marker::PhantomData;
use touchstone_kernel::game::{EventOf, MoveOf};
use touchstone_kernel::{
    After, Game, Line, List, LuckKey, Node, Position, Preset, Score, Seat, Setup, Side, Term,
    TextError, Truth, Verdict, VerdictResult, legal_moves,
};
use touchstone_search::{Analysis, Engine, OutcomeLine, Request};

/// The position of a plug's game.
pub type Pos<P> = <<P as Plug>::Game as Game>::Position;
/// The afterstate of a plug's game.
pub type Aft<P> = <Pos<P> as Position>::After;
/// The rules of a plug's game.
pub type RulesOf<P> = <Pos<P> as Position>::Rules;
/// An engine of a plug's game.
pub type BoxEngine<P> = Box<dyn Engine<Pos<P>>>;

/// A static evaluation as a plug gives it.
#[derive(Clone, Debug)]
pub struct EvalOut {
    /// The expected result for the side to move.
    pub score: Score,
    /// What the units are called.
    pub units: &'static str,
    /// The terms.
    pub terms: Vec<Term>,
    /// What else the game has to say, as JSON members.
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// What a game has to tell the desk besides [`Game`]: engines, rulers and the
/// few things that the kernel does not know. One small file a game.
pub trait Plug: Send + Sync + 'static {
    /// The game.
    type Game: Game<
            Position: Position<After: Send + Sync, Mark: Send + Sync, Rules: Send + Sync>
                          + Send
                          + Sync,
            Truth: Send + Sync,
        >;

    /// The game's own engine.
    fn builtin(spec: &EngineSpec, rules: RulesOf<Self>) -> Result<BoxEngine<Self>, DeskError>;

    /// The rulers' names.
    fn rulers() -> &'static [Named] {
        &[]
    }

    /// The ruler `name`, if there is one. `seed` is for those that draw.
    fn ruler(name: &str, seed: u64) -> Option<BoxEngine<Self>> {
        let _ = (name, seed);
        None
    }

    /// The static evaluation at a decision; `params` is the text of a parameter file.
    fn eval(setup: &Setup<Pos<Self>>, params: Option<&str>) -> Result<EvalOut, DeskError> {
        let _ = (setup, params);
        Err(DeskError::Unsupported(format!("{} has no static evaluation", Self::Game::NAME)))
    }

    /// A proved value. `None` where nothing is proved.
    fn solve(
        setup: &Setup<Pos<Self>>,
        limits: &touchstone_kernel::Limits,
    ) -> Result<Option<SolveJson>, DeskError> {
        let _ = (setup, limits);
        Ok(None)
    }

    /// The same position with the colours exchanged.
    fn flipped(setup: &Setup<Pos<Self>>) -> Option<Setup<Pos<Self>>> {
        let _ = setup;
        None
    }

    /// The position under the symmetries of the board.
    fn mirrored(setup: &Setup<Pos<Self>>) -> Vec<Setup<Pos<Self>>> {
        let _ = setup;
        Vec::new()
    }

    /// Counts of the rules, where the generic ones are not what the game means.
    fn perft(setup: &Setup<Pos<Self>>, depth: u32, divide: bool) -> Option<Vec<PerftJson>> {
        let _ = (setup, depth, divide);
        None
    }

    /// Position texts in which engines are known to err, and where they are from.
    fn tricky() -> &'static [&'static str] {
        &[]
    }

    /// Position texts and node limit of the game's bench.
    fn bench() -> (&'static [&'static str], touchstone_kernel::Limits) {
        (&["start"], touchstone_kernel::Limits::nodes(100_000))
    }
}

/// A game on the desk: `pub static BANQI: Desk<BanqiPlug> = Desk::new();`
pub struct Desk<P>(PhantomData<fn() -> P>);

impl<P> Desk<P> {
    /// The game.
    pub const fn new() -> Desk<P> {
        Desk(PhantomData)
    }
}

impl<P> Default for Desk<P> {
    fn default() -> Self {
        Self::new()
    }
}

fn preset<P: Plug>(rules: &str) -> Result<&'static Preset<RulesOf<P>>, DeskError> {
    let presets = P::Game::presets();
    let found =
        if rules.is_empty() { presets.first() } else { presets.iter().find(|p| p.name == rules) };
    found.ok_or_else(|| DeskError::Unknown {
        what: "rules preset",
        found: rules.into(),
        known: presets.iter().map(|p| p.name).collect::<Vec<_>>().join(", "),
    })
}

fn setup_of<P: Plug>(text: &str, rules: RulesOf<P>) -> Result<Setup<Pos<P>>, DeskError> {
    match text.trim() {
        "" | "start" => Ok(P::Game::start(rules)),
        text => Ok(P::Game::parse_position(text, rules)?),
    }
}

fn own<P: Plug>(table: &dyn AnyTable) -> Result<&Table<P>, DeskError> {
    table.as_any().downcast_ref::<Table<P>>().ok_or_else(|| {
        DeskError::Unsupported(format!(
            "a table of {} was given to {}",
            table.game(),
            P::Game::NAME
        ))
    })
}

/// A verdict in texts; `position` names the colours.
pub fn verdict_json<P: Plug>(verdict: &Verdict, position: &Pos<P>) -> VerdictJson {
    let names = P::Game::side_names();
    let (winner, side) = match verdict.result {
        VerdictResult::Draw => (None, None),
        VerdictResult::Win(seat) => {
            let side = position.side().map(|s| if position.seat() == seat { s } else { s.other() });
            (Some(seat.name().to_string()), side.map(|s| names[s.index()].to_string()))
        }
    };
    VerdictJson { winner, side, reason: verdict.reason.into(), by_line: verdict.by_line }
}

impl<P: Plug> AnyGame for Desk<P> {
    fn name(&self) -> &'static str {
        P::Game::NAME
    }

    fn presets(&self) -> Vec<Named> {
        P::Game::presets().iter().map(|p| Named { name: p.name, about: p.about }).collect()
    }

    fn side_names(&self) -> [&'static str; 2] {
        P::Game::side_names()
    }

    fn rulers(&self) -> Vec<Named> {
        P::rulers().to_vec()
    }

    fn table(
        &self,
        position: &str,
        rules: &str,
        moves: &[String],
    ) -> Result<Box<dyn AnyTable>, DeskError> {
        let preset = preset::<P>(rules)?;
        let mut table = Table::<P>::new(setup_of::<P>(position, preset.rules)?, preset.name);
        for (k, token) in moves.iter().enumerate() {
            table.play(token).map_err(|e| in_place(e, &format!("move {}", k + 1)))?;
        }
        Ok(Box::new(table))
    }

    fn deal(
        &self,
        position: &str,
        rules: &str,
        key: &LuckKey,
    ) -> Result<Box<dyn AnyReferee>, DeskError> {
        let preset = preset::<P>(rules)?;
        let setup = setup_of::<P>(position, preset.rules)?;
        let (truth, setup) = P::Game::deal(&setup, key);
        Ok(Box::new(Referee::<P>::new(truth, setup, preset.name)))
    }

    fn from_deal(&self, deal: &str, rules: &str) -> Result<Box<dyn AnyReferee>, DeskError> {
        let preset = preset::<P>(rules)?;
        let truth = P::Game::parse_deal(deal, preset.rules)?;
        let view = truth.view(truth.seat());
        let line = Line::new(preset.rules, &view, Default::default());
        let setup = Setup { node: Node::Decision(view), line };
        Ok(Box::new(Referee::<P>::new(truth, setup, preset.name)))
    }

    fn engine(&self, spec: &EngineSpec) -> Result<Box<dyn AnyEngine>, DeskError> {
        let inner = match &spec.ruler {
            None => None,
            Some(name) => Some(P::ruler(name, spec.seed).ok_or_else(|| DeskError::Unknown {
                what: "ruler",
                found: name.clone(),
                known: P::rulers().iter().map(|r| r.name).collect::<Vec<_>>().join(", "),
            })?),
        };
        let mut engine = Seated::<P> { spec: spec.clone(), rules: None, inner };
        if engine.inner.is_none() {
            // Bad parameters are found now, not at the first move.
            engine.under(preset::<P>("")?.rules)?;
        }
        Ok(Box::new(engine))
    }

    fn eval(&self, table: &dyn AnyTable, params: Option<&str>) -> Result<EvalJson, DeskError> {
        let table = own::<P>(table)?;
        let out = P::eval(&table.setup, params)?;
        Ok(EvalJson {
            schema: 1,
            game: P::Game::NAME.into(),
            side: table.side().map(str::to_string),
            score: out.score.millionths(),
            percent: percent(out.score),
            units: out.units.into(),
            terms: out
                .terms
                .iter()
                .map(|t| TermJson {
                    name: t.name.into(),
                    own: t.own,
                    other: t.other,
                    value: t.value,
                })
                .collect(),
            more: out.more,
        })
    }

    fn solve(
        &self,
        table: &dyn AnyTable,
        limits: &touchstone_kernel::Limits,
    ) -> Result<SolveJson, DeskError> {
        let table = own::<P>(table)?;
        if let Some(p) = table.setup.decision()
            && let Some(v) = p.verdict(&table.setup.line)
        {
            return Ok(SolveJson {
                schema: 1,
                value: Some(ValueJson::ended(&v, p.seat())),
                nodes: 0,
                proof: Some("rules".into()),
                more: Default::default(),
            });
        }
        let none = || SolveJson {
            schema: 1,
            value: None,
            nodes: 0,
            proof: None,
            more: Default::default(),
        };
        Ok(P::solve(&table.setup, limits)?.unwrap_or_else(none))
    }

    fn perft(
        &self,
        table: &dyn AnyTable,
        depth: u32,
        divide: bool,
    ) -> Result<Vec<PerftJson>, DeskError> {
        let table = own::<P>(table)?;
        Ok(P::perft(&table.setup, depth, divide)
            .unwrap_or_else(|| perft::perft::<P::Game>(&table.setup, depth, divide)))
    }

    fn flipped(&self, table: &dyn AnyTable) -> Option<Box<dyn AnyTable>> {
        let table = own::<P>(table).ok()?;
        let setup = P::flipped(&table.setup)?;
        Some(Box::new(Table::<P>::new(setup, table.preset)))
    }

    fn mirrored(&self, table: &dyn AnyTable) -> Vec<Box<dyn AnyTable>> {
        let Ok(table) = own::<P>(table) else { return Vec::new() };
        P::mirrored(&table.setup)
            .into_iter()
            .map(|s| Box::new(Table::<P>::new(s, table.preset)) as Box<dyn AnyTable>)
            .collect()
    }

    fn tricky(&self) -> &'static [&'static str] {
        P::tricky()
    }

    fn bench(&self) -> Result<BenchReport, DeskError> {
        let (texts, limits) = P::bench();
        let mut engine = self.engine(&EngineSpec::default())?;
        let mut nodes = Vec::new();
        let mut print = touchstone_kernel::Key(0);
        for text in texts {
            let table = self.table(text, "", &[])?;
            engine.new_game();
            let a = engine.analyse(table.as_ref(), &Ask::new(limits))?;
            print = print.mixed(a.nodes).mixed(u64::from(a.depth));
            for m in &a.moves {
                print = print.mixed(m.value.score as u64);
                print = m.mv.bytes().fold(print, |k, b| k.mixed(u64::from(b)));
            }
            for o in &a.outcomes {
                print = print.mixed(o.value.score as u64);
            }
            nodes.push((text.to_string(), a.nodes));
        }
        Ok(BenchReport { nodes, signature: format!("{:016x}", print.0) })
    }
}

/// Puts `place` in front of the place of a text error.
pub fn in_place(e: DeskError, place: &str) -> DeskError {
    match e {
        DeskError::Text(t) => DeskError::Text(TextError {
            place: if t.place.is_empty() { place.into() } else { format!("{place}, {}", t.place) },
            ..t
        }),
        other => other,
    }
}

/// One position with its history.
pub struct Table<P: Plug> {
    /// Where the game stands.
    pub setup: Setup<Pos<P>>,
    preset: &'static str,
    /// Whether the setup is a chance node that no decision led to.
    open_root: bool,
    keep: bool,
    before: Vec<(Setup<Pos<P>>, bool, Base<P>)>,
    played: Vec<String>,
    start: String,
    base: Base<P>,
}

/// The position at the start of the window, and how many tokens led to it.
struct Base<P: Plug> {
    position: Pos<P>,
    mark: <Pos<P> as Position>::Mark,
    tokens: usize,
}

impl<P: Plug> Clone for Base<P> {
    fn clone(&self) -> Self {
        Base { position: self.position.clone(), mark: self.mark, tokens: self.tokens }
    }
}

impl<P: Plug> Base<P> {
    fn of(setup: &Setup<Pos<P>>, tokens: usize) -> Base<P> {
        let position = match &setup.node {
            Node::Decision(p) => p.clone(),
            Node::Chance(a) => a.settled(),
        };
        Base { position, mark: setup.line.last().mark, tokens }
    }
}

impl<P: Plug> Clone for Table<P> {
    fn clone(&self) -> Self {
        Table {
            setup: self.setup.clone(),
            preset: self.preset,
            open_root: self.open_root,
            keep: self.keep,
            before: self.before.clone(),
            played: self.played.clone(),
            start: self.start.clone(),
            base: self.base.clone(),
        }
    }
}

impl<P: Plug> Table<P> {
    fn new(setup: Setup<Pos<P>>, preset: &'static str) -> Table<P> {
        let open_root = matches!(setup.node, Node::Chance(_));
        Table {
            preset,
            open_root,
            keep: true,
            before: Vec::new(),
            played: Vec::new(),
            start: P::Game::print_position(&setup),
            base: Base::of(&setup, 0),
            setup,
        }
    }

    fn remember(&mut self) {
        if self.keep {
            self.before.push((self.setup.clone(), self.open_root, self.base.clone()));
        }
    }

    /// The legal decisions as the game's own moves.
    pub fn moves(&self) -> Vec<MoveOf<Pos<P>>> {
        match self.setup.decision() {
            Some(p) if p.verdict(&self.setup.line).is_none() => legal_moves(p, &self.setup.line),
            _ => Vec::new(),
        }
    }

    fn enter(&mut self, after: &Aft<P>, position: Pos<P>) {
        if self.open_root {
            let mark = self.setup.line.last().mark;
            self.setup.line = Line::new(self.setup.line.rules(), &position, mark);
            self.open_root = false;
        } else {
            self.setup.line.push(after, &position);
        }
        let anew = after.resets();
        self.setup.node = Node::Decision(position);
        if anew {
            // The token that led here is about to be added.
            self.base = Base::of(&self.setup, self.played.len() + 1);
        }
    }
}

impl<P: Plug> AnyTable for Table<P> {
    fn game(&self) -> &'static str {
        P::Game::NAME
    }

    fn rules(&self) -> &'static str {
        self.preset
    }

    fn position_text(&self) -> String {
        P::Game::print_position(&self.setup)
    }

    fn diagram(&self, chinese: bool) -> String {
        let drawn = match &self.setup.node {
            Node::Decision(p) => P::Game::diagram(p, chinese),
            Node::Chance(after) => P::Game::diagram(&after.settled(), chinese),
        };
        drawn.unwrap_or_else(|| self.position_text())
    }

    fn start_text(&self) -> String {
        self.start.clone()
    }

    fn played(&self) -> &[String] {
        &self.played
    }

    fn window(&self) -> (String, &[String]) {
        let base = &self.base;
        let line = Line::new(self.setup.line.rules(), &base.position, base.mark);
        let setup = Setup { node: Node::Decision(base.position.clone()), line };
        (P::Game::print_position(&setup), &self.played[base.tokens.min(self.played.len())..])
    }

    fn seat(&self) -> Option<Seat> {
        self.setup.decision().map(Position::seat)
    }

    fn side(&self) -> Option<&'static str> {
        let side = self.setup.decision()?.side()?;
        Some(P::Game::side_names()[side.index()])
    }

    fn legal(&self) -> Vec<String> {
        match self.setup.decision() {
            Some(p) => self.moves().into_iter().map(|m| P::Game::print_move(p, m)).collect(),
            None => Vec::new(),
        }
    }

    fn luck(&self, mv: Option<&str>) -> Result<Vec<(String, u32)>, DeskError> {
        let after = match (&self.setup.node, mv) {
            (Node::Chance(after), _) => after.clone(),
            (Node::Decision(_), None) => return Ok(Vec::new()),
            (Node::Decision(p), Some(mv)) => {
                let (m, _) = P::Game::parse_move(p, &self.setup.line, mv)?;
                p.after(m)
            }
        };
        if after.is_certain() {
            return Ok(Vec::new());
        }
        let mut list = List::new();
        after.outcomes(&mut list);
        Ok(list.iter().map(|o| (P::Game::print_event(&after, o.event), o.weight)).collect())
    }

    fn verdict(&self) -> Option<VerdictJson> {
        let p = self.setup.decision()?;
        p.verdict(&self.setup.line).map(|v| verdict_json::<P>(&v, p))
    }

    fn split(&self, token: &str) -> Result<(String, Option<String>), DeskError> {
        let Some(p) = self.setup.decision() else {
            return Ok((token.to_string(), None));
        };
        let (m, event) = P::Game::parse_move(p, &self.setup.line, token)?;
        let event = event.map(|e| P::Game::print_event(&p.after(m), e));
        Ok((P::Game::print_move(p, m), event))
    }

    fn play(&mut self, token: &str) -> Result<(), DeskError> {
        match &self.setup.node {
            Node::Decision(p) => {
                if let Some(v) = p.verdict(&self.setup.line) {
                    return Err(TextError::new(
                        "move list",
                        format!("the move {token}"),
                        format!("no move: the game is over ({})", v.reason),
                    )
                    .into());
                }
                let (m, event) = P::Game::parse_move(p, &self.setup.line, token)?;
                let after = p.after(m);
                self.remember();
                match event {
                    Some(e) => {
                        let next = after.resolve(e);
                        self.enter(&after, next);
                    }
                    None if after.is_certain() => {
                        let next = after.settled();
                        self.enter(&after, next);
                    }
                    None => self.setup.node = Node::Chance(after),
                }
            }
            Node::Chance(after) => {
                let e = P::Game::parse_event(after, token)?;
                let after = after.clone();
                let next = after.resolve(e);
                self.remember();
                self.enter(&after, next);
            }
        }
        self.played.push(token.to_string());
        Ok(())
    }

    fn undo(&mut self) -> bool {
        match self.before.pop() {
            Some((setup, open_root, base)) => {
                self.setup = setup;
                self.open_root = open_root;
                self.base = base;
                self.played.pop();
                true
            }
            None => false,
        }
    }

    fn clone_table(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A dealt world and what each seat knows of it.
struct Referee<P: Plug> {
    truth: <P::Game as Game>::Truth,
    deal: String,
    tables: [Table<P>; 2],
}

impl<P: Plug> Clone for Referee<P> {
    fn clone(&self) -> Self {
        Referee { truth: self.truth.clone(), deal: self.deal.clone(), tables: self.tables.clone() }
    }
}

impl<P: Plug> Referee<P> {
    /// `setup` is the game as the seat to decide knows it.
    fn new(
        truth: <P::Game as Game>::Truth,
        setup: Setup<Pos<P>>,
        preset: &'static str,
    ) -> Referee<P> {
        let deal = P::Game::print_deal(&truth);
        let knower = truth.seat();
        let table = |seat: Seat| {
            let view = truth.view(seat);
            // The line belongs to the view of the seat that decides; the other
            // seat starts its own with the same mark (clock).
            let line = if seat == knower || view.key() == truth.view(knower).key() {
                setup.line.clone()
            } else {
                Line::new(setup.line.rules(), &view, setup.line.last().mark)
            };
            let mut t = Table::<P>::new(Setup { node: Node::Decision(view), line }, preset);
            t.keep = false;
            t
        };
        let tables = [table(Seat::First), table(Seat::Second)];
        Referee { truth, deal, tables }
    }
}

impl<P: Plug> AnyReferee for Referee<P> {
    fn game(&self) -> &'static str {
        P::Game::NAME
    }

    fn rules(&self) -> &'static str {
        self.tables[0].preset
    }

    fn view(&self, seat: Seat) -> &dyn AnyTable {
        &self.tables[seat.index()]
    }

    fn seat(&self) -> Seat {
        self.truth.seat()
    }

    fn verdict(&self) -> Option<VerdictJson> {
        self.tables[self.seat().index()].verdict()
    }

    fn play(&mut self, mv: &str) -> Result<SeenText, DeskError> {
        let mover = self.truth.seat();
        let table = &self.tables[mover.index()];
        if let Some(v) = table.verdict() {
            return Err(TextError::new(
                "move",
                mv.to_string(),
                format!("no move: the game is over ({})", v.reason),
            )
            .into());
        }
        let Some(p) = table.setup.decision() else {
            return Err(DeskError::Unsupported("the truth holds an open chance node".into()));
        };
        let (m, _) = P::Game::parse_move(p, &table.setup.line, mv)?;
        let seen = self.truth.play(m);
        let mut texts = [String::new(), String::new()];
        for (seat, seen) in Seat::BOTH.into_iter().zip(seen) {
            let table = &mut self.tables[seat.index()];
            if let Some(p) = table.setup.decision() {
                texts[seat.index()] = P::Game::print_played(p, m, seen.event);
            }
            table.enter(&seen.after, seen.position);
            table.played.push(texts[seat.index()].clone());
        }
        Ok(SeenText { seen: texts, mover })
    }

    fn deal_text(&self) -> String {
        self.deal.clone()
    }

    fn clone_referee(&self) -> Box<dyn AnyReferee> {
        Box::new(self.clone())
    }
}

/// A typed engine behind the desk. A built-in engine is made for the rules of
/// the table it meets.
struct Seated<P: Plug> {
    spec: EngineSpec,
    rules: Option<RulesOf<P>>,
    inner: Option<BoxEngine<P>>,
}

impl<P: Plug> Seated<P> {
    fn under(&mut self, rules: RulesOf<P>) -> Result<&mut BoxEngine<P>, DeskError> {
        if self.spec.ruler.is_none() && (self.inner.is_none() || self.rules != Some(rules)) {
            self.inner = Some(P::builtin(&self.spec, rules)?);
            self.rules = Some(rules);
        }
        self.inner.as_mut().ok_or_else(|| DeskError::Engine("the engine is missing".into()))
    }

    fn ask(&mut self, table: &Table<P>, ask: &Ask) -> Result<Analysis<Pos<P>>, DeskError> {
        let setup = &table.setup;
        let mut only = Vec::with_capacity(ask.only.len());
        if !ask.only.is_empty() {
            let p = setup.decision().ok_or_else(|| {
                TextError::new("--only", "moves", "none: luck comes first at this position")
            })?;
            for text in &ask.only {
                only.push(P::Game::parse_move(p, &setup.line, text)?.0);
            }
        }
        let request = Request {
            limits: ask.limits,
            lines: ask.lines.max(1),
            only,
            threads: ask.threads.max(1),
            stop: ask.stop.clone(),
            play: ask.play,
        };
        Ok(self.under(setup.line.rules())?.analyse(setup, &request))
    }
}

impl<P: Plug> AnyEngine for Seated<P> {
    fn name(&self) -> String {
        match (&self.inner, &self.spec.ruler) {
            (Some(e), _) => e.name(),
            (None, Some(r)) => format!("ruler:{r}"),
            (None, None) => "builtin".into(),
        }
    }

    fn new_game(&mut self) {
        if let Some(e) = &mut self.inner {
            e.new_game();
        }
    }

    fn analyse(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<AnalysisJson, DeskError> {
        let table = own::<P>(table)?;
        let a = self.ask(table, ask)?;
        Ok(analysis_json::<P>(table, &a))
    }

    fn choose(&mut self, table: &dyn AnyTable, ask: &Ask) -> Result<Choice, DeskError> {
        let table = own::<P>(table)?;
        let a = self.ask(table, ask)?;
        match (a.best(), table.setup.decision()) {
            (Some(m), Some(p)) => Ok(Choice {
                mv: P::Game::print_move(p, m.mv),
                value: ValueJson::claim(m.value, m.proved),
                nodes: a.nodes,
                depth: a.depth,
            }),
            _ => Err(DeskError::Engine(format!("{} found no move", self.name()))),
        }
    }
}

/// The JSON shape of an analysis of `table`.
pub fn analysis_json<P: Plug>(table: &Table<P>, a: &Analysis<Pos<P>>) -> AnalysisJson {
    let setup = &table.setup;
    let moves = match setup.decision() {
        None => Vec::new(),
        Some(p) => a
            .moves
            .iter()
            .map(|m| {
                let after = p.after(m.mv);
                MoveJson {
                    mv: P::Game::print_move(p, m.mv),
                    value: ValueJson::new(m.value, m.proved),
                    line: line_texts::<P>(p, m.line.iter().map(|s| (s.mv, s.event))),
                    outcomes: outcomes_json::<P>(&after, &m.outcomes, p.seat(), Some(&setup.line)),
                    nodes: m.nodes,
                }
            })
            .collect(),
    };
    let outcomes = match &setup.node {
        Node::Decision(_) => Vec::new(),
        Node::Chance(after) => outcomes_json::<P>(after, &a.outcomes, after.settled().seat(), None),
    };
    AnalysisJson {
        schema: 1,
        game: P::Game::NAME.into(),
        rules: table.preset.into(),
        position: table.position_text(),
        side: table.side().map(str::to_string),
        depth: a.depth,
        nodes: a.nodes,
        time_ms: a.time_ms,
        static_value: a
            .static_score
            .map(|s| StaticJson { score: s.millionths(), percent: percent(s) }),
        outcomes,
        moves,
        audit: None,
    }
}

fn outcomes_json<P: Plug>(
    after: &Aft<P>,
    outcomes: &[OutcomeLine<Pos<P>>],
    seat: Seat,
    line: Option<&Line<Pos<P>>>,
) -> Vec<OutcomeJson> {
    let total = outcomes.iter().map(|o| u64::from(o.weight)).sum();
    outcomes
        .iter()
        .map(|o| {
            let next = after.resolve(o.event);
            let reply = o.reply.map(|m| P::Game::print_move(&next, m));
            let value = match &o.end {
                Some(v) if line.is_none() || v.result == VerdictResult::Draw => {
                    ValueJson::ended(v, seat)
                }
                _ => ValueJson::new(o.value, o.end.is_some()),
            };
            OutcomeJson {
                event: P::Game::print_event(after, o.event),
                weight: u64::from(o.weight),
                total,
                value,
                reply,
                ends: o.end.map(|v| v.reason.to_string()),
            }
        })
        .collect()
}

/// The texts of a line from `p` on. It ends where its events end.
fn line_texts<P: Plug>(
    p: &Pos<P>,
    steps: impl Iterator<Item = (MoveOf<Pos<P>>, Option<EventOf<Pos<P>>>)>,
) -> Vec<String> {
    let mut texts = Vec::new();
    let mut p = p.clone();
    for (m, e) in steps {
        texts.push(P::Game::print_played(&p, m, e));
        let after = p.after(m);
        p = match e {
            Some(e) => after.resolve(e),
            None if after.is_certain() => after.settled(),
            None => break,
        };
    }
    texts
}

/// The side's name, for messages.
pub fn side_name<P: Plug>(side: Side) -> &'static str {
    P::Game::side_names()[side.index()]
}
