//! Jieqi as the laboratory, the server and the command line see it.

use crate::board::{Move, Observer, View};
use crate::fen;
use crate::notation::{self, Style};
use crate::piece::{Role, Square};
use crate::position::{Event, Moved};
use crate::rules::{Mark, PRESETS, Rules};
use crate::truth::World;
use touchstone_kernel::{
    Game, Line, LuckKey, Node, Position, Preset, Seat, Setup, Side, TextError, Truth,
};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Jieqi;

/// A setup from a view with its clock and move number.
pub fn setup_of(view: View, clock: u16, full: u16, rules: Rules) -> Setup<View> {
    let mark = Mark::of_start(&view, clock, full);
    let line = Line::new(rules, &view, mark);
    Setup { node: Node::Decision(view), line }
}

impl Game for Jieqi {
    type Position = View;
    type Truth = World;

    const NAME: &'static str = "jieqi";

    fn presets() -> &'static [Preset<Rules>] {
        &PRESETS
    }

    fn start(rules: Rules) -> Setup<View> {
        setup_of(View::start(Observer::Seat(Side::One)), 0, 0, rules)
    }

    fn parse_position(text: &str, rules: Rules) -> Result<Setup<View>, TextError> {
        let f = fen::parse(text)?;
        Ok(setup_of(f.view, f.clock, f.full, rules))
    }

    fn print_position(setup: &Setup<View>) -> String {
        let mark = setup.line.last().mark;
        match &setup.node {
            Node::Decision(view) => fen::print(view, mark.clock, mark.full),
            Node::Chance(after) => {
                // The position before the move, and the move.
                let before = after.before();
                format!("{} {}", fen::print(&before, mark.clock, mark.full), after.step().text())
            }
        }
    }

    fn parse_move(
        position: &View,
        _: &Line<View>,
        text: &str,
    ) -> Result<(Move, Option<Event>), TextError> {
        notation::parse(position, text)
    }

    fn print_move(_: &View, m: Move) -> String {
        m.text()
    }

    fn parse_event(after: &Moved, text: &str) -> Result<Event, TextError> {
        let before = after.before();
        let event = notation::read_event(text, &before, after.piece(), after.captured())?;
        event.ok_or_else(|| TextError::new("event", "nothing", "what the dark piece became"))
    }

    fn print_event(after: &Moved, e: Event) -> String {
        notation::print_event(after.side(), e)
    }

    fn print_played(position: &View, m: Move, e: Option<Event>) -> String {
        notation::print_played(position, m, e.unwrap_or_default(), Style::Record)
    }

    fn deal(setup: &Setup<View>, key: &LuckKey) -> (World, Setup<View>) {
        let mark = setup.line.last().mark;
        match &setup.node {
            Node::Decision(view) => {
                let world = World::deal(view, mark.clock, mark.full, key);
                let seen = world.view(view.seat());
                let line = if seen.key() == view.key() {
                    setup.line.clone()
                } else {
                    Line::new(setup.line.rules(), &seen, mark)
                };
                (world, Setup { node: Node::Decision(seen), line })
            }
            Node::Chance(after) => {
                let before = after.before();
                let mut world = World::deal(&before, mark.clock, mark.full, key);
                let seat = before.seat();
                let [first, second] = world.play(after.step());
                let seen = if seat == Seat::First { second } else { first };
                let mut line = Line::new(setup.line.rules(), &seen.after.before(), mark);
                line.push(&seen.after, &seen.position);
                (world, Setup { node: Node::Decision(seen.position), line })
            }
        }
    }

    fn print_deal(truth: &World) -> String {
        truth.text()
    }

    fn parse_deal(text: &str, _: Rules) -> Result<World, TextError> {
        World::parse(text)
    }

    fn diagram(position: &View, chinese: bool) -> Option<String> {
        Some(diagram(position, chinese))
    }

    fn side_names() -> [&'static str; 2] {
        ["red", "black"]
    }
}

/// The board with rank and file names. Dark pieces are X and x, or 〇 and ●.
pub fn diagram(view: &View, chinese: bool) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        text.push_str(&format!("{rank} "));
        for file in 0..9 {
            let p = view.piece(Square::at(file, rank));
            text.push(' ');
            match (p.is_empty(), chinese) {
                (true, true) => text.push('．'),
                (true, false) => text.push('.'),
                (false, false) => text.push(p.letter()),
                (false, true) => text.push(match (p.is_dark(), p.side()) {
                    (true, Side::One) => '〇',
                    (true, Side::Two) => '●',
                    (false, side) => character(p.role(), side),
                }),
            }
        }
        text.push('\n');
    }
    text.push_str("  ");
    for file in 'a'..='i' {
        text.push(' ');
        if chinese {
            // Full-width letters keep the columns.
            text.push(char::from_u32(file as u32 - 'a' as u32 + 0xff41).unwrap_or(file));
        } else {
            text.push(file);
        }
    }
    let pool = |side: Side| {
        let mut list: Vec<String> = view
            .pool(side)
            .each()
            .map(|(r, n)| {
                let c = if chinese { character(r, side) } else { r.letter(side) };
                format!("{c}{n}")
            })
            .collect();
        let unknown = view.unknown_captured(side);
        if unknown > 0 {
            list.push(format!("({unknown} taken unseen)"));
        }
        list.join(" ")
    };
    text.push_str(&format!("\nred dark: {}\nblack dark: {}", pool(Side::One), pool(Side::Two)));
    text
}

fn character(role: Role, side: Side) -> char {
    let i = role.index();
    match side {
        Side::One => ['俥', '仕', '炮', '兵', '傌', '相', '帥'][i],
        Side::Two => ['車', '士', '砲', '卒', '馬', '象', '將'][i],
    }
}
