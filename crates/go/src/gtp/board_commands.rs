//! Commands about the protocol and the board.

use super::args::done;
use super::{Args, Command, Counters, Family, Outcome, Session};
use crate::game::{Game, Move};
use crate::notation::{diagram, parse_vertex, vertex};
use crate::point::{Cell, Colour, Point, PointSet};
use crate::sgf::{self, Until};

pub(super) const FAMILY: Family = &[
    Command { name: "protocol_version", usage: "", run: |_, _| Ok("2".into()) },
    Command { name: "name", usage: "", run: |_, _| Ok("Touchstone".into()) },
    Command { name: "version", usage: "", run: |_, _| Ok(env!("CARGO_PKG_VERSION").into()) },
    Command { name: "known_command", usage: "COMMAND", run: known_command },
    Command { name: "list_commands", usage: "", run: |s, _| Ok(s.command_names().join("\n")) },
    Command { name: "help", usage: "[COMMAND]", run: help },
    Command { name: "echo", usage: "TEXT", run: |_, a| Ok(a.words().join(" ")) },
    Command { name: "quit", usage: "", run: quit },
    Command { name: "boardsize", usage: "SIDE", run: boardsize },
    Command { name: "rectangular_boardsize", usage: "COLUMNS ROWS", run: rectangular },
    Command {
        name: "query_boardsize",
        usage: "",
        run: |s, _| Ok(s.game.board().width().to_string()),
    },
    Command { name: "clear_board", usage: "", run: clear_board },
    Command { name: "komi", usage: "POINTS", run: komi },
    Command { name: "get_komi", usage: "", run: |s, _| Ok(format!("{:.1}", s.game.komi())) },
    Command { name: "get_handicap", usage: "", run: |s, _| Ok(s.game.handicap().to_string()) },
    Command { name: "play", usage: "COLOUR VERTEX", run: |s, a| play(s, a.colour(0), a, 1) },
    Command { name: "black", usage: "VERTEX", run: |s, a| play(s, Ok(Colour::Black), a, 0) },
    Command { name: "playwhite", usage: "VERTEX", run: |s, a| play(s, Ok(Colour::White), a, 0) },
    Command { name: "playblack", usage: "VERTEX", run: |s, a| play(s, Ok(Colour::Black), a, 0) },
    Command { name: "white", usage: "VERTEX", run: |s, a| play(s, Ok(Colour::White), a, 0) },
    Command { name: "undo", usage: "", run: undo },
    Command { name: "gg-undo", usage: "[MOVES]", run: undo },
    Command { name: "trymove", usage: "COLOUR VERTEX", run: trymove },
    Command { name: "popgo", usage: "", run: popgo },
    Command { name: "clear_cache", usage: "", run: |_, _| done() },
    Command { name: "fixed_handicap", usage: "STONES", run: fixed_handicap },
    Command { name: "place_free_handicap", usage: "STONES", run: fixed_handicap },
    Command { name: "set_free_handicap", usage: "VERTEX...", run: set_free_handicap },
    Command { name: "loadsgf", usage: "FILE [MOVE]", run: loadsgf },
    Command { name: "printsgf", usage: "", run: |s, _| Ok(sgf::write(&s.game)) },
    Command { name: "showboard", usage: "", run: showboard },
    Command { name: "color", usage: "VERTEX", run: color },
    Command { name: "countlib", usage: "VERTEX", run: countlib },
    Command { name: "findlib", usage: "VERTEX", run: findlib },
    Command { name: "is_legal", usage: "COLOUR VERTEX", run: is_legal },
    Command { name: "all_legal", usage: "COLOUR", run: all_legal },
    Command { name: "captures", usage: "COLOUR", run: captures },
    Command { name: "list_stones", usage: "COLOUR", run: list_stones },
    Command { name: "move_history", usage: "", run: move_history },
    Command { name: "last_move", usage: "", run: last_move },
    Command { name: "increase_depths", usage: "", run: |_, _| done() },
    Command { name: "decrease_depths", usage: "", run: |_, _| done() },
    Command { name: "level", usage: "LEVEL", run: |_, _| done() },
    Command { name: "cputime", usage: "", run: cputime },
    Command {
        name: "get_reading_node_counter",
        usage: "",
        run: |s, _| Ok(s.counters.reading.to_string()),
    },
    Command { name: "get_owl_node_counter", usage: "", run: |s, _| Ok(s.counters.owl.to_string()) },
    Command {
        name: "get_connection_node_counter",
        usage: "",
        run: |s, _| Ok(s.counters.connection.to_string()),
    },
    Command {
        name: "reset_reading_node_counter",
        usage: "",
        run: |s, _| reset(s, |c| c.reading = 0),
    },
    Command { name: "reset_owl_node_counter", usage: "", run: |s, _| reset(s, |c| c.owl = 0) },
    Command {
        name: "reset_connection_node_counter",
        usage: "",
        run: |s, _| reset(s, |c| c.connection = 0),
    },
];

fn reset(s: &mut Session, f: fn(&mut Counters)) -> Outcome {
    f(&mut s.counters);
    done()
}

fn known_command(s: &mut Session, a: &Args<'_>) -> Outcome {
    Ok(s.command(a.word(0)).is_some().to_string())
}

fn help(s: &mut Session, a: &Args<'_>) -> Outcome {
    if !a.is_empty() {
        let c = s.command(a.word(0)).ok_or("unknown command")?;
        return Ok(format!("{} {}", c.name, c.usage).trim().to_string());
    }
    let names = s.command_names();
    let lines: Vec<String> = names
        .iter()
        .filter_map(|n| s.command(n))
        .map(|c| format!("{} {}", c.name, c.usage).trim().to_string())
        .collect();
    Ok(lines.join("\n"))
}

fn quit(s: &mut Session, _: &Args<'_>) -> Outcome {
    s.quit = true;
    done()
}

fn new_board(s: &mut Session, w: usize, h: usize) -> Outcome {
    let komi = s.game.komi();
    let mut game = Game::new(w, h, s.rules);
    game.set_komi(komi);
    s.set_game(game);
    done()
}

fn boardsize(s: &mut Session, a: &Args<'_>) -> Outcome {
    let n: i64 = a.number(0, "boardsize not an integer")?;
    if !(2..=19).contains(&n) {
        return Err("unacceptable size".into());
    }
    new_board(s, n as usize, n as usize)
}

fn rectangular(s: &mut Session, a: &Args<'_>) -> Outcome {
    let w: i64 = a.number(0, "boardsize not an integer")?;
    let h: i64 = a.number(1, "boardsize not an integer")?;
    if !(2..=19).contains(&w) || !(2..=19).contains(&h) {
        return Err("unacceptable size".into());
    }
    new_board(s, w as usize, h as usize)
}

fn clear_board(s: &mut Session, _: &Args<'_>) -> Outcome {
    let (w, h) = (s.game.board().width(), s.game.board().height());
    new_board(s, w, h)
}

fn komi(s: &mut Session, a: &Args<'_>) -> Outcome {
    let k: f64 = a.number(0, "komi not a float")?;
    if !k.is_finite() || k.abs() > 1000.0 {
        return Err("komi not a float".into());
    }
    s.game.set_komi(k);
    done()
}

fn play(s: &mut Session, colour: Result<Colour, String>, a: &Args<'_>, at: usize) -> Outcome {
    let colour = colour.map_err(|_| "invalid color or coordinate".to_string())?;
    let mv = a.mv(s, at)?;
    if !s.trials.is_empty() {
        // A move on top of trial moves is one more trial move.
        return trial(s, colour, mv);
    }
    s.game.play(colour, mv).map_err(|_| "illegal move".to_string())?;
    done()
}

fn trial(s: &mut Session, colour: Colour, mv: Move) -> Outcome {
    s.game.play(colour, mv).map_err(|_| "illegal move".to_string())?;
    s.trials.push(colour);
    done()
}

fn undo(s: &mut Session, a: &Args<'_>) -> Outcome {
    let n: usize = if a.is_empty() { 1 } else { a.number(0, "not a number")? };
    while !s.trials.is_empty() {
        s.trials.pop();
        s.game.undo();
    }
    if s.game.played().len() < n {
        return Err("cannot undo".into());
    }
    for _ in 0..n {
        s.game.undo();
    }
    done()
}

fn trymove(s: &mut Session, a: &Args<'_>) -> Outcome {
    let c = a.colour(0).map_err(|_| "invalid color or coordinate".to_string())?;
    let mv = a.mv(s, 1)?;
    trial(s, c, mv)
}

fn popgo(s: &mut Session, _: &Args<'_>) -> Outcome {
    if s.trials.pop().is_none() {
        return Err("Stack empty.".into());
    }
    s.game.undo();
    done()
}

/// Points of the fixed handicap, in the order in which they are used.
fn handicap_points(w: usize, n: usize) -> Option<Vec<Point>> {
    let most = match w {
        0..=6 => 0,
        7 => 4,
        w if w % 2 == 0 => 4,
        _ => 9,
    };
    if n < 2 || n > most {
        return None;
    }
    let near = if w < 13 { 2 } else { 3 };
    let (lo, hi, mid) = (near, w - 1 - near, w / 2);
    let corners = [(lo, lo), (hi, hi), (lo, hi), (hi, lo)];
    let mut points: Vec<(usize, usize)> = corners[..n.min(4)].to_vec();
    let sides = [(lo, mid), (hi, mid), (mid, lo), (mid, hi)];
    if n >= 6 {
        points.extend(&sides[..if n >= 8 { 4 } else { 2 }]);
    }
    if n % 2 == 1 && n >= 5 {
        points.push((mid, mid));
    }
    Some(points.into_iter().map(|(x, y)| Point::at(x, y)).collect())
}

fn place_handicap(s: &mut Session, points: &[Point]) -> Outcome {
    for &p in points {
        s.game.add_stone(Colour::Black, p).map_err(|e| e.to_string())?;
    }
    s.game.set_handicap(points.len() as u32);
    s.game.set_to_move(Colour::White);
    Ok(points.iter().map(|&p| vertex(p)).collect::<Vec<_>>().join(" "))
}

fn fixed_handicap(s: &mut Session, a: &Args<'_>) -> Outcome {
    if !s.game.board().occupied().is_empty() || !s.game.played().is_empty() {
        return Err("board not empty".into());
    }
    let n: usize = a.number(0, "handicap not an integer")?;
    let b = s.game.board();
    if b.width() != b.height() {
        return Err("invalid handicap".into());
    }
    let points = handicap_points(b.width(), n).ok_or("invalid handicap")?;
    place_handicap(s, &points)
}

fn set_free_handicap(s: &mut Session, a: &Args<'_>) -> Outcome {
    if !s.game.board().occupied().is_empty() || !s.game.played().is_empty() {
        return Err("board not empty".into());
    }
    let b = s.game.board();
    if a.len() < 2 || a.len() >= b.width() * b.height() {
        return Err("invalid handicap".into());
    }
    let mut set = PointSet::EMPTY;
    let mut points = Vec::new();
    for i in 0..a.len() {
        let p = a.point(s, i)?;
        if set.contains(p) {
            return Err("repeated vertex".into());
        }
        set.insert(p);
        points.push(p);
    }
    place_handicap(s, &points)?;
    done()
}

fn loadsgf(s: &mut Session, a: &Args<'_>) -> Outcome {
    if a.is_empty() {
        return Err("missing filename".into());
    }
    let until = if a.len() < 2 {
        Until::End
    } else if let Ok(n) = a.word(1).parse::<usize>() {
        Until::Before(n)
    } else if let Some(p) = parse_vertex(a.word(1)) {
        Until::Point(p)
    } else {
        return Err("invalid move number or coordinate".into());
    };
    let mut loader = s.loader.take().ok_or("cannot open or parse: no files here")?;
    let bytes = loader(a.word(0));
    s.loader = Some(loader);
    let bytes = bytes.map_err(|e| format!("cannot open or parse '{}': {e}", a.word(0)))?;
    let loaded = sgf::load(&bytes, until, s.rules)
        .map_err(|e| format!("cannot open or parse '{}': {e}", a.word(0)))?;
    s.warnings.extend(loaded.warnings.iter().map(|w| format!("{}: {w}", a.word(0))));
    let game = s.load_symmetry.game(&loaded.game);
    s.set_game(game);
    Ok(s.game.to_move().name().into())
}

fn showboard(s: &mut Session, _: &Args<'_>) -> Outcome {
    let b = s.game.board();
    let mut text = format!("\n{}", diagram(b));
    text.push_str(&format!(
        "{} to move; captured: {} black, {} white",
        s.game.to_move(),
        b.captured(Colour::Black),
        b.captured(Colour::White)
    ));
    Ok(text)
}

fn color(s: &mut Session, a: &Args<'_>) -> Outcome {
    let p = a.point(s, 0)?;
    Ok(match s.game.board().cell(p) {
        Cell::Stone(c) => c.name().into(),
        _ => "empty".into(),
    })
}

fn countlib(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    Ok(s.game.board().liberty_count(p).to_string())
}

fn join(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(vertex).collect::<Vec<_>>().join(" ")
}

fn findlib(s: &mut Session, a: &Args<'_>) -> Outcome {
    let (p, _) = a.stone(s, 0)?;
    Ok(join(*s.game.board().liberties(p)))
}

fn is_legal(s: &mut Session, a: &Args<'_>) -> Outcome {
    let c = a.colour(0).map_err(|_| "invalid color or coordinate".to_string())?;
    let legal = match a.mv(s, 1)? {
        Move::Play(p) => s.game.check(c, p).is_ok(),
        _ => true,
    };
    Ok(u8::from(legal).to_string())
}

fn all_legal(s: &mut Session, a: &Args<'_>) -> Outcome {
    let c = a.colour(0)?;
    let points: Vec<Point> = s.game.board().empties().iter().collect();
    Ok(join(points.into_iter().filter(|&p| s.game.check(c, p).is_ok())))
}

fn captures(s: &mut Session, a: &Args<'_>) -> Outcome {
    let c = a.colour(0)?;
    Ok(s.game.board().captured(c.other()).to_string())
}

fn list_stones(s: &mut Session, a: &Args<'_>) -> Outcome {
    let c = a.colour(0)?;
    Ok(join(*s.game.board().stones(c)))
}

fn move_history(s: &mut Session, _: &Args<'_>) -> Outcome {
    let lines: Vec<String> =
        s.game.played().iter().rev().map(|m| format!("{} {}", m.colour, m.mv)).collect();
    Ok(lines.join("\n"))
}

fn last_move(s: &mut Session, _: &Args<'_>) -> Outcome {
    match s.game.played().last() {
        Some(m) => Ok(format!("{} {}", m.colour, m.mv)),
        None => Err("no previous move known".into()),
    }
}

fn cputime(s: &mut Session, _: &Args<'_>) -> Outcome {
    let clock = s.clock.as_ref().ok_or("no clock")?;
    Ok(format!("{:.3}", clock()))
}
