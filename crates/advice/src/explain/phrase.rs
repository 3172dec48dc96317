//! Goals as sentences with the figures of a position, in English or Russian.

use touchstone_chess::Kind;
use touchstone_chess::general::Men;

use crate::eval::View;
use crate::program::{Goal, Measure, Number, Op, Spot, Test};
use crate::syntax::Language;
use crate::syntax::print::name_text;

/// A part of a goal in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The fact, with its figures.
    pub text: String,
    /// Does the part of the goal hold?
    pub holds: bool,
}

/// The parts of a goal, each as a fact about the position.
pub fn clauses(goal: &Goal, view: View<'_>, language: Language) -> Vec<Clause> {
    match goal {
        Goal::And(all) => all.iter().flat_map(|g| clauses(g, view, language)).collect(),
        g => vec![Clause { text: Phrase { view, language }.fact(g), holds: view.holds(g) }],
    }
}

/// The first part that fails, in the order in which the language tries them.
pub fn first_failing(goal: &Goal, view: View<'_>, language: Language) -> Option<String> {
    clauses(goal, view, language).into_iter().find(|c| !c.holds).map(|c| c.text)
}

/// Letters that the story behind a definition may have.
const LONGEST_STORY: usize = 220;

struct Phrase<'a> {
    view: View<'a>,
    language: Language,
}

impl Phrase<'_> {
    fn ru(&self) -> bool {
        self.language == Language::Russian
    }

    /// English or Russian.
    fn say(&self, en: String, ru: String) -> String {
        if self.ru() { ru } else { en }
    }

    /// The fact about a goal, true or not.
    fn fact(&self, goal: &Goal) -> String {
        let holds = self.view.holds(goal);
        match goal {
            Goal::Test(t) => self.test(t, holds),
            Goal::Not(g) => self.fact(g),
            Goal::And(all) => {
                let shown: Vec<String> = all
                    .iter()
                    .filter(|g| self.view.holds(g) == holds)
                    .map(|g| self.fact(g))
                    .collect();
                shown.join(if self.ru() { " и " } else { " and " })
            }
            Goal::Or(any) => {
                let mut shown: Vec<String> = any
                    .iter()
                    .filter(|g| self.view.holds(g) == holds)
                    .map(|g| self.fact(g))
                    .collect();
                if holds {
                    shown.truncate(1);
                }
                shown.join(if self.ru() { " и " } else { " and " })
            }
            Goal::Root(g) => {
                let at = Phrase { view: self.view.at_root(), language: self.language };
                let text = at.fact(g);
                self.say(format!("before: {text}"), format!("раньше: {text}"))
            }
            Goal::Named(name, g) => self.named(name, g, holds),
            Goal::Compare(a, c, b) => {
                let value = |n: &Number| {
                    let text = self.number(n);
                    match (self.view.number(n), n) {
                        (_, Number::Int(_)) => text,
                        (Some(v), _) => format!("{text} = {v}"),
                        (None, _) => format!("{text} = ?"),
                    }
                };
                let sign = c.sign();
                if holds {
                    self.say(
                        format!("{}, {sign} {}", value(a), value(b)),
                        format!("{}, {sign} {}", value(a), value(b)),
                    )
                } else {
                    self.say(
                        format!("{}, not {sign} {}", value(a), value(b)),
                        format!("{}, не {sign} {}", value(a), value(b)),
                    )
                }
            }
        }
    }

    /// A definition with what it comes to here; the name alone where that is a long story.
    fn named(&self, name: &str, goal: &Goal, holds: bool) -> String {
        let label = if holds {
            name.to_string()
        } else {
            self.say(format!("not {name}"), format!("не {name}"))
        };
        let story = self.fact(goal);
        if story.chars().count() <= LONGEST_STORY { format!("{label}: {story}") } else { label }
    }

    fn test(&self, t: &Test, holds: bool) -> String {
        let v = self.view;
        let root = v.at_root();
        let men = v.men;
        let (w, b) =
            (men.king(touchstone_chess::Colour::White), men.king(touchstone_chess::Colour::Black));
        let arg = |k: usize| t.args.get(k);
        let at = |k: usize| arg(k).and_then(|s| v.spot(s));
        let name = |k: usize| arg(k).map(|s| self.spot(s)).unwrap_or_default();
        let figure = |k: usize| match (arg(k), at(k)) {
            (Some(Spot::Fixed(p)), _) => p.to_string(),
            (Some(s), Some(p)) => format!("{} ({p})", self.spot(s)),
            (Some(s), None) => self.spot(s),
            _ => String::new(),
        };
        let not = if holds { "" } else { "not " };
        let ne = if holds { "" } else { "не " };
        match t.op {
            Op::True => self.say("in any position".into(), "в любой позиции".into()),
            Op::Unknown => self.say(
                "an unknown predicate, taken as false".into(),
                "неизвестный предикат, считается ложным".into(),
            ),
            Op::ThemToMove | Op::UsToMove => {
                if men.turn() == touchstone_chess::Colour::Black {
                    self.say("they are to move".into(), "ход противника".into())
                } else {
                    self.say("we are to move".into(), "наш ход".into())
                }
            }
            Op::Mate => self.say(
                if holds { "it is mate" } else { "it is no mate" }.into(),
                if holds { "это мат" } else { "это не мат" }.into(),
            ),
            Op::Stalemate => self.say(
                if holds { "it is stalemate" } else { "it is no stalemate" }.into(),
                if holds { "это пат" } else { "это не пат" }.into(),
            ),
            Op::InCheck => self.say(
                format!("their king is {not}in check"),
                format!("король противника {ne}под шахом"),
            ),
            Op::TheirKingEdge => self.say(
                format!("their king on {b} is {not}on the edge"),
                format!("король противника на {b} {ne}на краю"),
            ),
            Op::OurKingEdge => self.say(
                format!("our king on {w} is {not}on the edge"),
                format!("наш король на {w} {ne}на краю"),
            ),
            Op::KingsClose => {
                let d = w.distance(b);
                self.say(
                    format!("the kings are {d} apart, {not}less than 4"),
                    format!("между королями {d}, {ne}меньше 4"),
                )
            }
            Op::RookLost | Op::Lost => {
                let name = if t.op == Op::RookLost { self.man(Kind::Rook) } else { name(0) };
                self.say(
                    if holds {
                        format!("the {name} is lost")
                    } else {
                        format!("the {name} is safe")
                    },
                    if holds {
                        format!("{name}: потеря")
                    } else {
                        format!("{name}: потери нет")
                    },
                )
            }
            Op::AnyLost => self.say(
                if holds { "a man of ours is lost" } else { "all our men are safe" }.into(),
                if holds {
                    "фигура теряется"
                } else {
                    "все фигуры целы"
                }
                .into(),
            ),
            Op::Exposed => match at(0) {
                Some(r) => {
                    let (own, other) = (w.distance(r), b.distance(r));
                    self.say(
                        if holds {
                            format!("the {} is exposed: our king is {own} away, theirs {other}", name(0))
                        } else {
                            format!(
                                "the {} can be guarded in time: our king is {own} away, theirs {other}",
                                name(0)
                            )
                        },
                        if holds {
                            format!("{} под боем: наш король в {own}, их в {other}", name(0))
                        } else {
                            format!("{} защитима вовремя: наш король в {own}, их в {other}", name(0))
                        },
                    )
                }
                None => format!("{}?", name(0)),
            },
            Op::NewRoomSmaller => match (at(0), arg(0).and_then(|s| root.spot(s))) {
                (Some(r), Some(old)) => {
                    let (before, now) = (root.room(old), v.room(r));
                    self.say(
                        if holds {
                            format!("the room shrinks from {before} to {now}")
                        } else {
                            format!("the room does not shrink: {before} before, {now} now")
                        },
                        if holds {
                            format!("простор уменьшается с {before} до {now}")
                        } else {
                            format!("простор не уменьшается: было {before}, стало {now}")
                        },
                    )
                }
                _ => "room?".into(),
            },
            Op::RoomGt2 => {
                let room = at(0).map_or(0, |r| v.room(r));
                self.say(
                    if holds {
                        format!("the room of {room} is more than 2")
                    } else {
                        format!("the room is only {room}")
                    },
                    if holds {
                        format!("простор {room} больше 2")
                    } else {
                        format!("простор всего {room}")
                    },
                )
            }
            Op::Divides => self.say(
                if holds {
                    format!("the {} divides the kings", name(0))
                } else {
                    format!("the {} does not divide the kings", name(0))
                },
                if holds {
                    format!("{} разделяет королей", name(0))
                } else {
                    format!("{} не разделяет королей", name(0))
                },
            ),
            Op::ApproachedCritical => {
                let cs = |view: View<'_>| {
                    let spot = arg(0).map(|s| Spot::Critical(Box::new(s.clone())));
                    let p = spot.and_then(|s| view.spot(&s));
                    p.map(|p| (p, view.men.king(touchstone_chess::Colour::White).manhattan(p)))
                };
                match (cs(root), cs(v)) {
                    (Some((_, before)), Some((p, now))) => self.say(
                        if holds {
                            format!("our king comes nearer to the critical square {p}: from {before} to {now}")
                        } else {
                            format!("our king comes no nearer to the critical square {p}: {before} before, {now} now")
                        },
                        if holds {
                            format!("наш король ближе к критической клетке {p}: с {before} до {now}")
                        } else {
                            format!("наш король не ближе к критической клетке {p}: было {before}, стало {now}")
                        },
                    ),
                    _ => "csquare?".into(),
                }
            }
            Op::LPattern => self.say(
                if holds { "kings and rook form an L" } else { "kings and rook form no L" }.into(),
                if holds {
                    "короли и ладья образуют L"
                } else {
                    "короли и ладья не образуют L"
                }
                .into(),
            ),
            Op::NotFartherFromRook => match (at(0), arg(0).and_then(|s| root.spot(s))) {
                (Some(r), Some(old)) => {
                    let before = root.men.king(touchstone_chess::Colour::White).distance(old);
                    let now = w.distance(r);
                    self.say(
                        format!(
                            "our king is {} from the rook: {before} before, {now} now",
                            if holds { "no farther" } else { "farther" }
                        ),
                        format!(
                            "наш король {} от ладьи: было {before}, стало {now}",
                            if holds { "не дальше" } else { "дальше" }
                        ),
                    )
                }
                _ => "rook?".into(),
            },
            Op::Have => self.say(
                if holds {
                    format!("we have the {}", name(0))
                } else {
                    format!("there is no {}", name(0))
                },
                if holds {
                    format!("есть {}", name(0))
                } else {
                    format!("нет: {}", name(0))
                },
            ),
            Op::Guarded => self.say(
                format!("{} is {not}guarded by us", figure(0)),
                format!("{}: {ne}под нашей защитой", figure(0)),
            ),
            Op::Threatened => self.say(
                format!("{} is {not}attacked by them", figure(0)),
                format!("{}: {ne}под ударом противника", figure(0)),
            ),
            Op::OnEdge => self.say(
                format!("{} is {not}on the edge", figure(0)),
                format!("{} {ne}на краю", figure(0)),
            ),
            Op::InCorner => self.say(
                format!("{} is {not}in a corner", figure(0)),
                format!("{} {ne}в углу", figure(0)),
            ),
            Op::Light => self.say(
                format!("{} is {not}on a light square", figure(0)),
                format!("{} {ne}на светлом поле", figure(0)),
            ),
            Op::Dark => self.say(
                format!("{} is {not}on a dark square", figure(0)),
                format!("{} {ne}на тёмном поле", figure(0)),
            ),
            Op::Adjacent => self.say(
                format!("{} and {} are {not}adjacent", figure(0), figure(1)),
                format!("{} и {} {ne}рядом", figure(0), figure(1)),
            ),
            Op::SameFile => self.say(
                format!("{} and {} are {not}on one file", figure(0), figure(1)),
                format!("{} и {} {ne}на одной вертикали", figure(0), figure(1)),
            ),
            Op::SameRank => self.say(
                format!("{} and {} are {not}on one rank", figure(0), figure(1)),
                format!("{} и {} {ne}на одной горизонтали", figure(0), figure(1)),
            ),
            Op::SameLine => self.say(
                format!("{} and {} are {not}on one line", figure(0), figure(1)),
                format!("{} и {} {ne}на одной линии", figure(0), figure(1)),
            ),
            Op::SameDiagonal => self.say(
                format!("{} and {} are {not}on one diagonal", figure(0), figure(1)),
                format!("{} и {} {ne}на одной диагонали", figure(0), figure(1)),
            ),
            Op::SameColour => self.say(
                format!("{} and {} are {not}on squares of one colour", figure(0), figure(1)),
                format!("{} и {} {ne}на полях одного цвета", figure(0), figure(1)),
            ),
            Op::Between => self.say(
                format!("{} is {not}between {} and {}", figure(0), figure(1), figure(2)),
                format!("{} {ne}между {} и {}", figure(0), figure(1), figure(2)),
            ),
        }
    }

    fn man(&self, kind: Kind) -> String {
        let name = match kind {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Rook => "rook",
            Kind::Queen => "queen",
            Kind::King => "king",
        };
        name_text(name, self.language)
    }

    fn spot(&self, spot: &Spot) -> String {
        let word = |name: &str| name_text(name, self.language).replace('_', " ");
        match spot {
            Spot::Man(0) => word("our_king"),
            Spot::Man(1) => word("their_king"),
            Spot::Man(i) => match self.view.men.men().get(*i as usize) {
                Some(m) => self.man(m.kind),
                None => "?".into(),
            },
            Spot::Kind { kind, .. } => self.man(*kind),
            Spot::Bishop { light: true } => word("light_bishop"),
            Spot::Bishop { light: false } => word("dark_bishop"),
            Spot::Fixed(p) => p.to_string(),
            Spot::Critical(s) => format!("{} {}", word("csquare"), self.spot(s)),
            Spot::Shift(s, 0, 1) => format!("{}({})", word("ahead"), self.spot(s)),
            Spot::Shift(s, -1, 0) => format!("{}({})", word("left_of"), self.spot(s)),
            Spot::Shift(s, 1, 0) => format!("{}({})", word("right_of"), self.spot(s)),
            Spot::Shift(s, dx, dy) => format!("{} {dx:+}{dy:+}", self.spot(s)),
            Spot::Promotion(_) => word("promotion_square"),
            Spot::GoodCorner(s) => format!("{} ({})", word("good_corner"), self.spot(s)),
            Spot::Root(s) => format!("{}({})", word("root"), self.spot(s)),
        }
    }

    fn number(&self, n: &Number) -> String {
        match n {
            Number::Int(v) => v.to_string(),
            Number::Root(n) => {
                self.say(format!("{} before", self.number(n)), format!("{} раньше", self.number(n)))
            }
            Number::Named(name, _) => name.replace('_', " "),
            Number::Sum(parts) => {
                let mut text = String::new();
                for (k, (minus, n)) in parts.iter().enumerate() {
                    if k > 0 {
                        text += if *minus { " - " } else { " + " };
                    }
                    text += &self.number(n);
                }
                text
            }
            Number::Measure(m, spots) => {
                let name = match m {
                    Measure::Room => "room",
                    Measure::Area => "area",
                    Measure::AreaCornerSum => "area_corner_sum",
                    Measure::AreaFar => "area_far",
                    Measure::TheirMoves => "their_moves",
                    Measure::Distance => "dist",
                    Measure::Manhattan => "man",
                    Measure::File => "file",
                    Measure::Rank => "rank",
                    Measure::FileDistance => "file_dist",
                    Measure::RankDistance => "rank_dist",
                    Measure::EdgeDistance => "edge_dist",
                    Measure::CornerDistance => "corner_dist",
                    Measure::CornerManhattan => "corner_man",
                    Measure::GoodCornerDistance => "good_corner_dist",
                    Measure::GoodCornerManhattan => "good_corner_man",
                    Measure::CentreDistance => "centre_dist",
                    Measure::Files => "files",
                    Measure::Ranks => "ranks",
                };
                let name = name_text(name, self.language);
                if spots.is_empty() || *m == Measure::Room {
                    return name;
                }
                let args: Vec<String> = spots.iter().map(|s| self.spot(s)).collect();
                format!("{name}({})", args.join(", "))
            }
        }
    }
}

/// What has been said about a line: its positions are looked at after each move.
pub fn after(men: &Men, steps: &[touchstone_chess::general::Step]) -> Men {
    steps.iter().fold(*men, |m, &s| m.after(s))
}
