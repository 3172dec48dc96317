//! Tree to program: every name gets its meaning or a message.

use std::collections::BTreeMap;

use touchstone_chess::general::Point;
use touchstone_chess::tables::Material;
use touchstone_chess::tables::set::successors;
use touchstone_chess::{Colour, Kind};

use crate::program::{self as p, Choice, Generator, Measure, Op, Program, Spot};
use crate::syntax::diagnostic::{Diagnostic, Place, Severity, nearest};
use crate::syntax::tree::{self, Body, Name, Table, Term};
use crate::syntax::words::{self, Class};

/// How unknown predicates are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// As errors.
    #[default]
    Strict,
    /// As false, as the original does, with a warning.
    Lenient,
}

/// Binds the names of a table. `None` if there was an error.
pub fn bind(table: &Table, mode: Mode) -> (Option<Program>, Vec<Diagnostic>) {
    let mut b = Binder { table, mode, said: Vec::new(), defines: BTreeMap::new(), ending: None };
    b.ending = b.find_ending();
    b.check_recursion();
    b.bind_defines();
    let program = b.program();
    let errors = b.said.iter().any(|d| d.severity == Severity::Error);
    (program.filter(|_| !errors), b.said)
}

/// A definition that expands to more terms is refused.
const MAX_SIZE: usize = 10_000;

enum Bound {
    Goal(p::Goal),
    Number(p::Number),
}

struct Binder<'a> {
    table: &'a Table,
    mode: Mode,
    said: Vec<Diagnostic>,
    defines: BTreeMap<String, Bound>,
    ending: Option<Material>,
}

/// Names that stand for men of ours, with the man.
const MEN: [(&str, Kind); 7] = [
    ("queen", Kind::Queen),
    ("rook", Kind::Rook),
    ("bishop", Kind::Bishop),
    ("light_bishop", Kind::Bishop),
    ("dark_bishop", Kind::Bishop),
    ("knight", Kind::Knight),
    ("pawn", Kind::Pawn),
];

impl Binder<'_> {
    fn error(&mut self, code: &'static str, place: Place, message: impl Into<String>) {
        self.said.push(Diagnostic::new(Severity::Error, code, place, message));
    }

    /// The ending that is written, or the one that the men spoken of suggest.
    fn find_ending(&mut self) -> Option<Material> {
        if let Some(name) = &self.table.ending {
            let found = Material::parse(&name.text);
            if found.is_none() {
                let message = format!(
                    "found '{}', expected an ending of at most four men such as KRK or KBNK",
                    name.text
                );
                self.error("unknown-ending", name.place, message);
            }
            return found;
        }
        let mut words = Vec::new();
        all_names(self.table, &mut |n| words.push(n.to_string()));
        let has = |w: &str| words.iter().any(|x| x == w);
        let mut ours = Vec::new();
        if has("light_bishop") || has("dark_bishop") {
            ours = vec![Kind::Bishop, Kind::Bishop];
        } else {
            for (name, kind) in MEN {
                let moves = format!("{name}move");
                if has(name) || has(&moves) {
                    ours.push(kind);
                }
            }
            if ours.contains(&Kind::Pawn) {
                ours = vec![Kind::Pawn];
            }
        }
        if ours.is_empty() {
            ours.push(Kind::Rook);
        }
        if ours.len() > 2 {
            let message =
                "the table speaks of more than two men of ours; write 'ending KRK.' or so";
            self.error("unknown-ending", Place { line: 1, column: 1, width: 1 }, message);
            return None;
        }
        Some(Material::new(&ours, &[]))
    }

    /// Refuses definitions that need themselves, naming the cycle.
    fn check_recursion(&mut self) {
        let mut seen: BTreeMap<&str, &Name> = BTreeMap::new();
        for d in &self.table.defines {
            if let Some(old) = seen.insert(&d.name.text, &d.name) {
                let message = format!(
                    "found a second definition of '{}', the first stands in line {}",
                    d.name.text, old.place.line
                );
                self.said.push(Diagnostic::new(
                    Severity::Error,
                    "defined-twice",
                    d.name.place,
                    message,
                ));
            }
            if let Some(word) = words::find(&d.name.text) {
                let message = format!(
                    "'{}' is {} of the language, expected a new name",
                    d.name.text,
                    word.class.name()
                );
                self.said.push(Diagnostic::new(
                    Severity::Error,
                    "reserved-name",
                    d.name.place,
                    message,
                ));
            }
        }
        let uses: BTreeMap<&str, Vec<String>> = self
            .table
            .defines
            .iter()
            .map(|d| {
                let mut list = Vec::new();
                match &d.body {
                    Body::Goal(g) => goal_names(g, &mut |n| list.push(n.to_string())),
                    Body::Number(n) => number_names(n, &mut |n| list.push(n.to_string())),
                }
                list.retain(|n| seen.contains_key(n.as_str()));
                (d.name.text.as_str(), list)
            })
            .collect();
        let mut done: Vec<&str> = Vec::new();
        for start in uses.keys() {
            let mut path: Vec<(&str, usize)> = vec![(start, 0)];
            while let Some((at, next)) = path.last_mut() {
                let at: &str = at;
                if done.contains(&at) {
                    path.pop();
                    continue;
                }
                let Some(to) = uses.get(at).and_then(|l| l.get(*next)) else {
                    done.push(at);
                    path.pop();
                    continue;
                };
                *next += 1;
                let Some((to, _)) = uses.get_key_value(to.as_str()) else { continue };
                if let Some(k) = path.iter().position(|(n, _)| n == to) {
                    let mut cycle: Vec<&str> = path[k..].iter().map(|(n, _)| *n).collect();
                    cycle.push(to);
                    let place = seen.get(to).map(|n| n.place).unwrap_or_default();
                    self.said.push(Diagnostic::new(
                        Severity::Error,
                        "recursion",
                        place,
                        format!("a definition needs itself: {}", cycle.join(" -> ")),
                    ));
                    return;
                }
                path.push((to, 0));
            }
        }
    }

    /// Binds definitions in an order in which each only needs earlier ones.
    fn bind_defines(&mut self) {
        if self.said.iter().any(|d| d.code == "recursion" || d.code == "defined-twice") {
            return;
        }
        let table = self.table;
        let names: Vec<&str> = table.defines.iter().map(|d| d.name.text.as_str()).collect();
        let mut waiting: Vec<&tree::Define> = table.defines.iter().collect();
        let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
        while !waiting.is_empty() {
            let mut rest = Vec::new();
            let before = waiting.len();
            for d in waiting {
                let mut ready = true;
                let mut see = |n: &str| {
                    ready &= !names.contains(&n) || self.defines.contains_key(n);
                };
                match &d.body {
                    Body::Goal(g) => goal_names(g, &mut see),
                    Body::Number(n) => number_names(n, &mut see),
                }
                if !ready {
                    rest.push(d);
                    continue;
                }
                let mut size = 1usize;
                let mut add = |n: &str| size += sizes.get(n).copied().unwrap_or(1);
                match &d.body {
                    Body::Goal(g) => goal_names(g, &mut add),
                    Body::Number(n) => number_names(n, &mut add),
                }
                if size > MAX_SIZE {
                    let message = format!(
                        "the definition of '{}' stands for more than {MAX_SIZE} terms",
                        d.name.text
                    );
                    self.error("too-large", d.name.place, message);
                    return;
                }
                sizes.insert(d.name.text.clone(), size);
                let bound = match &d.body {
                    Body::Goal(g) => Bound::Goal(self.goal(g)),
                    Body::Number(n) => Bound::Number(self.number(n)),
                };
                self.defines.insert(d.name.text.clone(), bound);
            }
            if rest.len() == before {
                return;
            }
            waiting = rest;
        }
    }

    fn program(&mut self) -> Option<Program> {
        let table = self.table;
        let top = Place { line: 1, column: 1, width: 1 };
        if table.rules.is_empty() {
            self.error("no-rules", top, "found no rule, expected at least one");
        }
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut advice = Vec::new();
        for a in &table.advice {
            if let Some(&old) = numbers.get(a.name.text.as_str()) {
                let line = table.advice[old].name.place.line;
                let message = format!(
                    "found a second advice '{}', the first stands in line {line}",
                    a.name.text
                );
                self.error("defined-twice", a.name.place, message);
                continue;
            }
            numbers.insert(&a.name.text, advice.len());
            advice.push(p::Advice {
                name: a.name.text.clone(),
                better: self.goal(&a.better),
                hold: self.goal(&a.hold),
                us: self.moves(&a.us, a.name.place),
                them: self.moves(&a.them, a.name.place),
                place: a.name.place,
            });
        }
        let mut rules: Vec<p::Rule> = Vec::new();
        for r in &table.rules {
            if let Some(old) = rules.iter().find(|o| o.name == r.name.text) {
                let message = format!(
                    "found a second rule '{}', the first stands in line {}",
                    r.name.text, old.place.line
                );
                self.error("defined-twice", r.name.place, message);
            }
            let mut then = Vec::new();
            for name in &r.then {
                if let Some(&k) = numbers.get(name.text.as_str()) {
                    then.push(Choice::Advice(k));
                } else if name.text == "drawn" {
                    then.push(Choice::Drawn);
                } else {
                    let known: Vec<&str> = numbers.keys().copied().collect();
                    self.unknown(name, "a piece of advice of this table", &known);
                }
            }
            let condition = self.goal(&r.condition);
            if asks_root(&condition) {
                let message = format!(
                    "the condition of rule '{}' compares with the root, but a rule has none",
                    r.name.text
                );
                self.error("root-in-rule", r.name.place, message);
            }
            rules.push(p::Rule { name: r.name.text.clone(), condition, then, place: r.name.place });
        }
        Some(Program { ending: self.ending.clone()?, rules, advice })
    }

    /// An unknown name: what was expected, and the nearest known one.
    fn unknown(&mut self, name: &Name, expected: &str, known: &[&str]) {
        // Its own definition was refused; that has been said.
        let defined = self.table.defines.iter().any(|d| d.name.text == name.text);
        if defined && !self.defines.contains_key(&name.text) {
            return;
        }
        let mut d = Diagnostic::new(
            Severity::Error,
            "unknown-name",
            name.place,
            format!("found '{}', expected {expected}", name.text),
        );
        if let Some(near) =
            suggestion(&name.text).or_else(|| nearest(&name.text, known.iter().copied()))
        {
            d = d.help(format!("did you mean '{near}'?"));
        } else if let Some(word) = words::find(&name.text) {
            d = d.help(format!("'{}' is {}", name.text, word.class.name()));
        }
        self.said.push(d);
    }

    fn known(&self, fits: impl Fn(Class) -> bool) -> Vec<&'static str> {
        words::WORDS.iter().filter(|w| fits(w.class)).flat_map(|w| [w.en, w.ru]).collect()
    }

    fn arguments(&mut self, t: &Term, wanted: usize) -> bool {
        if t.args.len() == wanted {
            return true;
        }
        let message =
            format!("'{}' has {} arguments, expected {wanted}", t.name.text, t.args.len());
        self.error("arguments", t.name.place, message);
        false
    }

    fn goal(&mut self, g: &tree::Goal) -> p::Goal {
        match g {
            tree::Goal::Is(t) => self.test(t),
            tree::Goal::Compare(a, c, b) => p::Goal::Compare(self.number(a), *c, self.number(b)),
            tree::Goal::Not(g) => p::Goal::Not(Box::new(self.goal(g))),
            tree::Goal::And(all) => p::Goal::And(all.iter().map(|g| self.goal(g)).collect()),
            tree::Goal::Or(any) => p::Goal::Or(any.iter().map(|g| self.goal(g)).collect()),
            tree::Goal::Root(g) => p::Goal::Root(Box::new(self.goal(g))),
        }
    }

    fn test(&mut self, t: &Term) -> p::Goal {
        let unknown = || p::Goal::Test(p::Test { op: Op::Unknown, args: Vec::new() });
        match self.defines.get(&t.name.text) {
            Some(Bound::Goal(g)) => {
                let named = p::Goal::Named(t.name.text.clone(), Box::new(g.clone()));
                self.arguments(t, 0);
                return named;
            }
            Some(Bound::Number(_)) => {
                let message = format!("'{}' is a number, expected a goal", t.name.text);
                self.error("wrong-sort", t.name.place, message);
                return unknown();
            }
            None => {}
        }
        let word = words::find(&t.name.text);
        let Some(words::Word { class: Class::Goal(count), .. }) = word else {
            if self.mode == Mode::Lenient && word.is_none() {
                let message = format!("'{}' is not known and taken as false", t.name.text);
                let mut d =
                    Diagnostic::new(Severity::Warning, "unknown-name", t.name.place, message);
                if let Some(near) = suggestion(&t.name.text) {
                    d = d.help(format!("did you mean '{near}'?"));
                }
                self.said.push(d);
                return unknown();
            }
            let own: Vec<String> = self.defines.keys().cloned().collect();
            let mut known = self.known(|c| matches!(c, Class::Goal(_)));
            known.extend(own.iter().map(String::as_str));
            if word.is_some_and(|w| matches!(w.class, Class::Number(_) | Class::Square(_))) {
                let message =
                    format!("found '{}' alone, expected a predicate or a comparison", t.name.text);
                self.error("wrong-sort", t.name.place, message);
            } else {
                self.unknown(&t.name, "a predicate", &known);
            }
            return unknown();
        };
        if !self.arguments(t, *count) {
            return unknown();
        }
        let (op, krk) = match t.name.text.as_str() {
            "true" => (Op::True, false),
            "themtomove" => (Op::ThemToMove, false),
            "ustomove" => (Op::UsToMove, false),
            "mate" => (Op::Mate, false),
            "stalemate" => (Op::Stalemate, false),
            "incheck" => (Op::InCheck, false),
            "their_king_edge" => (Op::TheirKingEdge, false),
            "our_king_edge" => (Op::OurKingEdge, false),
            "kings_close" => (Op::KingsClose, false),
            "rooklost" => (Op::RookLost, true),
            "rookexposed" => (Op::Exposed, true),
            "newroomsmaller" => (Op::NewRoomSmaller, true),
            "roomgt2" => (Op::RoomGt2, true),
            "rookdivides" => (Op::Divides, true),
            "okapproachedcsquare" => (Op::ApproachedCritical, true),
            "lpatt" => (Op::LPattern, true),
            "okorndle" => (Op::NotFartherFromRook, true),
            "anylost" => (Op::AnyLost, false),
            "lost" => (Op::Lost, false),
            "have" => (Op::Have, false),
            "exposed" => (Op::Exposed, false),
            "divides" => (Op::Divides, false),
            "guarded" => (Op::Guarded, false),
            "threatened" => (Op::Threatened, false),
            "on_edge" => (Op::OnEdge, false),
            "in_corner" => (Op::InCorner, false),
            "light" => (Op::Light, false),
            "dark" => (Op::Dark, false),
            "adjacent" => (Op::Adjacent, false),
            "same_file" => (Op::SameFile, false),
            "same_rank" => (Op::SameRank, false),
            "same_line" => (Op::SameLine, false),
            "same_diagonal" => (Op::SameDiagonal, false),
            "same_colour" => (Op::SameColour, false),
            _ => (Op::Between, false),
        };
        let args = if krk {
            vec![self.our_man("rook", Kind::Rook, t.name.place)]
        } else {
            t.args.iter().map(|a| self.spot(a, t.name.place)).collect()
        };
        p::Goal::Test(p::Test { op, args })
    }

    fn number(&mut self, n: &tree::Number) -> p::Number {
        match n {
            tree::Number::Int(v) => p::Number::Int(*v),
            tree::Number::Root(n) => p::Number::Root(Box::new(self.number(n))),
            tree::Number::Sum(parts) => {
                p::Number::Sum(parts.iter().map(|(m, n)| (*m, self.number(n))).collect())
            }
            tree::Number::Term(t) => self.measure(t),
        }
    }

    fn measure(&mut self, t: &Term) -> p::Number {
        match self.defines.get(&t.name.text) {
            Some(Bound::Number(n)) => {
                let named = p::Number::Named(t.name.text.clone(), Box::new(n.clone()));
                self.arguments(t, 0);
                return named;
            }
            Some(Bound::Goal(_)) => {
                let message = format!("'{}' is a goal, expected a number", t.name.text);
                self.error("wrong-sort", t.name.place, message);
                return p::Number::Int(0);
            }
            None => {}
        }
        let word = words::find(&t.name.text);
        let Some(words::Word { class: Class::Number(count), .. }) = word else {
            let own: Vec<String> = self.defines.keys().cloned().collect();
            let mut known = self.known(|c| matches!(c, Class::Number(_)));
            known.extend(own.iter().map(String::as_str));
            self.unknown(&t.name, "a number", &known);
            return p::Number::Int(0);
        };
        if !self.arguments(t, *count) {
            return p::Number::Int(0);
        }
        let measure = match t.name.text.as_str() {
            "room" | "room_of" => Measure::Room,
            "area" => Measure::Area,
            "area_corner_sum" => Measure::AreaCornerSum,
            "area_far" => Measure::AreaFar,
            "their_moves" => Measure::TheirMoves,
            "dist" => Measure::Distance,
            "man" => Measure::Manhattan,
            "file" => Measure::File,
            "rank" => Measure::Rank,
            "file_dist" => Measure::FileDistance,
            "rank_dist" => Measure::RankDistance,
            "edge_dist" => Measure::EdgeDistance,
            "corner_dist" => Measure::CornerDistance,
            "corner_man" => Measure::CornerManhattan,
            "good_corner_dist" => Measure::GoodCornerDistance,
            "good_corner_man" => Measure::GoodCornerManhattan,
            "centre_dist" => Measure::CentreDistance,
            "files" => Measure::Files,
            _ => Measure::Ranks,
        };
        let args = if t.name.text == "room" {
            vec![self.our_man("rook", Kind::Rook, t.name.place)]
        } else {
            t.args.iter().map(|a| self.spot(a, t.name.place)).collect()
        };
        p::Number::Measure(measure, args)
    }

    fn spot(&mut self, n: &tree::Number, place: Place) -> Spot {
        let t = match n {
            tree::Number::Term(t) => t,
            tree::Number::Root(n) => return Spot::Root(Box::new(self.spot(n, place))),
            _ => {
                self.error("wrong-sort", place, "found a number, expected a square");
                return Spot::Man(0);
            }
        };
        let at = t.name.place;
        if let Some(point) = Point::parse(&t.name.text)
            && t.args.is_empty()
        {
            return Spot::Fixed(point);
        }
        let word = words::find(&t.name.text);
        let Some(words::Word { class: Class::Square(count), .. }) = word else {
            let known = self.known(|c| matches!(c, Class::Square(_)));
            self.unknown(&t.name, "a square", &known);
            return Spot::Man(0);
        };
        if !self.arguments(t, *count) {
            return Spot::Man(0);
        }
        let name = t.name.text.as_str();
        if let Some((_, kind)) = MEN.iter().find(|m| m.0 == name) {
            return self.our_man(name, *kind, at);
        }
        if let Some((_, kind)) =
            name.strip_prefix("their_").and_then(|n| MEN.iter().find(|m| m.0 == n))
        {
            return self.their_man(name, *kind, at);
        }
        match name {
            "our_king" => Spot::Man(0),
            "their_king" => Spot::Man(1),
            "csquare" => Spot::Critical(Box::new(self.our_man("rook", Kind::Rook, at))),
            _ => {
                let inner = Box::new(self.spot(&t.args[0], at));
                match name {
                    "csquare_of" => Spot::Critical(inner),
                    "ahead" => Spot::Shift(inner, 0, 1),
                    "left_of" => Spot::Shift(inner, -1, 0),
                    "right_of" => Spot::Shift(inner, 1, 0),
                    "promotion_square" => Spot::Promotion(inner),
                    _ => Spot::GoodCorner(inner),
                }
            }
        }
    }

    /// Our man of that name in this ending.
    fn our_man(&mut self, name: &str, kind: Kind, place: Place) -> Spot {
        let Some(ending) = self.ending.clone() else { return Spot::Man(0) };
        let ours = ending.of_colour(Colour::White);
        let many = ours.iter().filter(|&&k| k == kind).count();
        if many == 0
            && !reachable(&ending).iter().any(|m| m.of_colour(Colour::White).contains(&kind))
        {
            let message =
                format!("found '{name}', but the ending {ending} has no such man of ours");
            self.error("no-such-man", place, message);
            return Spot::Man(0);
        }
        if name == "light_bishop" || name == "dark_bishop" {
            return Spot::Bishop { light: name == "light_bishop" };
        }
        if many > 1 {
            let message = format!("found '{name}', but the ending {ending} has {many} of them");
            let mut d = Diagnostic::new(Severity::Error, "which-man", place, message);
            if kind == Kind::Bishop {
                d = d.help("'light_bishop' and 'dark_bishop' tell them apart");
            }
            self.said.push(d);
            return Spot::Man(0);
        }
        match ours.iter().position(|&k| k == kind) {
            Some(i) if !ending.has_pawns() => Spot::Man(i as u8 + 2),
            _ => Spot::Kind { ours: true, kind },
        }
    }

    fn their_man(&mut self, name: &str, kind: Kind, place: Place) -> Spot {
        let Some(ending) = self.ending.clone() else { return Spot::Man(1) };
        let theirs = ending.of_colour(Colour::Black);
        if !theirs.contains(&kind) && !theirs.contains(&Kind::Pawn) {
            let message =
                format!("found '{name}', but the ending {ending} has no such man of theirs");
            self.error("no-such-man", place, message);
        }
        Spot::Kind { ours: false, kind }
    }

    fn moves(&mut self, m: &tree::Moves, place: Place) -> p::Moves {
        let bound = self.moves_inner(m);
        if bound.is_guard() {
            self.said.push(
                Diagnostic::new(
                    Severity::Error,
                    "guard-alone",
                    guard_place(m).unwrap_or(place),
                    "found a guard on the depth without a move generator",
                )
                .help("a guard generates nothing itself: write 'depth = 0 and legal'"),
            );
        }
        bound
    }

    fn moves_inner(&mut self, m: &tree::Moves) -> p::Moves {
        match m {
            tree::Moves::Depth { exact, depth, .. } => {
                p::Moves::Depth { exact: *exact, depth: *depth }
            }
            tree::Moves::And(all) => {
                p::Moves::And(all.iter().map(|m| self.moves_inner(m)).collect())
            }
            tree::Moves::Then(any) => {
                p::Moves::Then(any.iter().map(|m| self.moves_inner(m)).collect())
            }
            tree::Moves::Generator(name) => p::Moves::Generator(self.generator(name)),
        }
    }

    fn generator(&mut self, name: &Name) -> Generator {
        let kind = match name.text.as_str() {
            "legal" => return Generator::Legal,
            "kingdiagfirst" => return Generator::KingDiagonalFirst,
            "kingstraightfirst" => return Generator::KingStraightFirst,
            "piecemove" => return Generator::Piece,
            "givecheck" => return Generator::GiveCheck,
            "nomove" => return Generator::None,
            "checkmove" => {
                self.our_man("checkmove", Kind::Rook, name.place);
                return Generator::Check;
            }
            "rookmove" => Kind::Rook,
            "queenmove" => Kind::Queen,
            "bishopmove" => Kind::Bishop,
            "knightmove" => Kind::Knight,
            "pawnmove" => Kind::Pawn,
            _ => {
                let known = self.known(|c| c == Class::Moves);
                self.unknown(name, "a move generator", &known);
                return Generator::None;
            }
        };
        if kind != Kind::Bishop {
            self.our_man(&name.text, kind, name.place);
        }
        Generator::Of(kind)
    }
}

/// Names used by published tables that no library defines, with what they meant.
fn suggestion(name: &str) -> Option<&'static str> {
    match name {
        "okedge" => Some("our_king_edge"),
        "checkfirst" => Some("checkmove"),
        _ => None,
    }
}

/// The endings that captures and promotions can lead to, colours kept.
pub fn reachable(ending: &Material) -> Vec<Material> {
    let mut list = vec![ending.clone()];
    let mut k = 0;
    while k < list.len() {
        for m in successors(&list[k]) {
            for m in [m.flipped(), m] {
                let fewer = |c| m.of_colour(c).len() <= list[k].of_colour(c).len();
                if fewer(Colour::White) && fewer(Colour::Black) && !list.contains(&m) {
                    list.push(m);
                }
            }
        }
        k += 1;
    }
    list
}

fn guard_place(m: &tree::Moves) -> Option<Place> {
    match m {
        tree::Moves::Depth { place, .. } => Some(*place),
        tree::Moves::And(l) | tree::Moves::Then(l) => l.iter().find_map(guard_place),
        tree::Moves::Generator(_) => None,
    }
}

/// Does a goal compare with the root?
pub fn asks_root(g: &p::Goal) -> bool {
    fn number(n: &p::Number) -> bool {
        match n {
            p::Number::Int(_) => false,
            p::Number::Root(_) => true,
            p::Number::Measure(_, spots) => spots.iter().any(spot),
            p::Number::Sum(parts) => parts.iter().any(|(_, n)| number(n)),
            p::Number::Named(_, n) => number(n),
        }
    }
    fn spot(s: &Spot) -> bool {
        match s {
            Spot::Root(_) => true,
            Spot::Critical(s) | Spot::Shift(s, ..) | Spot::Promotion(s) | Spot::GoodCorner(s) => {
                spot(s)
            }
            _ => false,
        }
    }
    match g {
        p::Goal::Test(t) => {
            matches!(t.op, Op::NewRoomSmaller | Op::ApproachedCritical | Op::NotFartherFromRook)
                || t.args.iter().any(spot)
        }
        p::Goal::Compare(a, _, b) => number(a) || number(b),
        p::Goal::Not(g) | p::Goal::Named(_, g) => asks_root(g),
        p::Goal::And(l) | p::Goal::Or(l) => l.iter().any(asks_root),
        p::Goal::Root(_) => true,
    }
}

/// Visits the names that a goal uses.
pub(crate) fn goal_names(g: &tree::Goal, see: &mut impl FnMut(&str)) {
    match g {
        tree::Goal::Is(t) => term_names(t, see),
        tree::Goal::Compare(a, _, b) => {
            number_names(a, see);
            number_names(b, see);
        }
        tree::Goal::Not(g) | tree::Goal::Root(g) => goal_names(g, see),
        tree::Goal::And(l) | tree::Goal::Or(l) => {
            for g in l {
                goal_names(g, see);
            }
        }
    }
}

pub(crate) fn number_names(n: &tree::Number, see: &mut impl FnMut(&str)) {
    match n {
        tree::Number::Int(_) => {}
        tree::Number::Term(t) => term_names(t, see),
        tree::Number::Root(n) => number_names(n, see),
        tree::Number::Sum(parts) => {
            for (_, n) in parts {
                number_names(n, see);
            }
        }
    }
}

fn term_names(t: &Term, see: &mut impl FnMut(&str)) {
    see(&t.name.text);
    for a in &t.args {
        number_names(a, see);
    }
}

fn moves_names(m: &tree::Moves, see: &mut impl FnMut(&str)) {
    match m {
        tree::Moves::Generator(n) => see(&n.text),
        tree::Moves::Depth { .. } => {}
        tree::Moves::And(l) | tree::Moves::Then(l) => {
            for m in l {
                moves_names(m, see);
            }
        }
    }
}

fn all_names(table: &Table, see: &mut impl FnMut(&str)) {
    for d in &table.defines {
        match &d.body {
            Body::Goal(g) => goal_names(g, see),
            Body::Number(n) => number_names(n, see),
        }
    }
    for r in &table.rules {
        goal_names(&r.condition, see);
    }
    for a in &table.advice {
        goal_names(&a.better, see);
        goal_names(&a.hold, see);
        moves_names(&a.us, see);
        moves_names(&a.them, see);
    }
}
