//! `touchstone eval go`: eye spaces, their values, and how sure they are.

use crate::failure::Failure;
use crate::go_position;
use crate::out;
use crate::position::PositionArgs;
use serde::Serialize;
use touchstone_go::{Colour, Point, notation};
use touchstone_golife::eyes::{self, Measures};
use touchstone_golife::unconditional::Unconditional;

#[derive(Serialize)]
struct Space {
    mark: String,
    colour: &'static str,
    points: Vec<String>,
    margins: Vec<String>,
    half_eyes: Vec<String>,
    min: u8,
    max: u8,
    value: Option<String>,
    trust: &'static str,
    attack: Vec<String>,
    defend: Vec<String>,
    trace: Trace,
}

/// What the historical estimator computed.
#[derive(Serialize)]
struct Trace {
    size: i32,
    effective: i32,
    threshold: i32,
    bulk: i32,
    eyes: u8,
    pess: u8,
}

#[derive(Serialize)]
struct Output {
    schema: u32,
    game: &'static str,
    side: &'static str,
    spaces: Vec<Space>,
    unconditionally_alive: [Vec<String>; 2],
    unconditional_territory: [Vec<String>; 2],
}

fn names(points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(notation::vertex).collect()
}

/// Draws and lists the eye spaces of both colours.
pub fn run(position: &PositionArgs, trace: bool, json: bool) -> Result<(), Failure> {
    let game = go_position::game(position)?;
    let board = game.board();
    let mut marks: Vec<(Point, char)> = Vec::new();
    let mut spaces = Vec::new();
    let mut letters = ('a'..='z').filter(|c| !"ox".contains(*c)).cycle();
    for c in Colour::BOTH {
        for space in eyes::all(board, c) {
            let m = Measures::of(board, &space);
            let j = eyes::judge_space(board, space);
            let mark = letters.next().unwrap_or('?');
            marks.extend(j.space.points.iter().filter(|&p| board.is_empty(p)).map(|p| (p, mark)));
            spaces.push(Space {
                mark: mark.to_string(),
                colour: c.name(),
                points: names(j.space.points),
                margins: names(j.space.margins.and(&j.space.points)),
                half_eyes: j.space.half.iter().map(|h| h.eye.to_string()).collect(),
                min: j.min,
                max: j.max,
                value: j.value.map(|v| v.to_string()),
                trust: j.trust.name(),
                attack: names(j.attack),
                defend: names(j.defence),
                trace: Trace {
                    size: m.points,
                    effective: m.effective(),
                    threshold: m.threshold(),
                    bulk: m.bulk,
                    eyes: j.historical.eyes,
                    pess: j.historical.pess,
                },
            });
        }
    }
    let u = Unconditional::of(board);
    if json {
        return out::json(&Output {
            schema: 1,
            game: "go",
            side: game.to_move().name(),
            spaces,
            unconditionally_alive: Colour::BOTH.map(|c| names(u.certain[c.index()].alive)),
            unconditional_territory: Colour::BOTH.map(|c| names(u.certain[c.index()].territory)),
        });
    }
    let sign = |p: Point| match board.colour(p) {
        Some(c) => c.letter(),
        None => marks.iter().find(|m| m.0 == p).map_or('.', |m| m.1),
    };
    out::line(notation::diagram_with(board, sign).trim_end())?;
    for s in &spaces {
        let eyes =
            if s.min == s.max { s.min.to_string() } else { format!("{} to {}", s.min, s.max) };
        let value = s.value.as_ref().map_or(String::new(), |v| format!(", value {v}"));
        let vital = match (s.attack.first(), s.defend.first()) {
            (Some(a), Some(d)) => format!(", attack {a}, defend {d}"),
            _ => String::new(),
        };
        out::line(format!(
            "{} {}: {} points at {}; eyes {eyes}{value} ({}){vital}",
            s.mark,
            s.colour,
            s.points.len(),
            s.points.first().map_or("", |p| p.as_str()),
            s.trust
        ))?;
        if !s.margins.is_empty() {
            out::line(format!("    margins {}", s.margins.join(" ")))?;
        }
        if !s.half_eyes.is_empty() {
            out::line(format!("    half or false eyes {}", s.half_eyes.join(" ")))?;
        }
        if trace {
            let t = &s.trace;
            out::line(format!(
                "    estimate: size {}, effective {}, threshold {}, bulk {}: eyes {}, pessimistic {}",
                t.size, t.effective, t.threshold, t.bulk, t.eyes, t.pess
            ))?;
        }
    }
    for c in Colour::BOTH {
        let s = &u.certain[c.index()];
        if !s.alive.is_empty() {
            out::line(format!(
                "{c}: {} stones live unconditionally, {} points of unconditional territory",
                s.alive.len(),
                s.territory.len()
            ))?;
        }
    }
    Ok(())
}
