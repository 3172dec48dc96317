//! Game records in SGF: reading positions as regression suites need them, and writing.
//!
//! The file is parsed by the `sgf-parse` crate; this module gives its properties
//! a meaning, in the order in which they stand. `AE` is not acted on, `IL`
//! bans a ko capture, and a move on a taken point ends the reading with a
//! warning: so the suites of GNU Go expect it.

use crate::game::{Game, Move};
use crate::notation::vertex;
use crate::point::{Colour, MAX_SIDE, Point};
use crate::rules::Rules;
use sgf_parse::{ParseOptions, go};
use thiserror::Error;

/// Records with more nodes than this are refused.
pub const MAX_NODES: usize = 20_000;

/// Why a record cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SgfError {
    /// Not SGF at all.
    #[error("not an SGF record: {0}")]
    Syntax(String),
    /// The board size.
    #[error("SZ[{0}]: expected a size from 2 to 19, or COLUMNS:ROWS")]
    Size(String),
    /// Something on the board.
    #[error("node {node}: found {found}, expected {expected}")]
    Content {
        /// Node of the main line, from 0.
        node: usize,
        /// What stands there.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// Too long.
    #[error("more than {MAX_NODES} nodes")]
    TooLong,
}

/// How far to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// All moves.
    End,
    /// The position before move `N`, from 1; passes count.
    Before(usize),
    /// The position before the first move on this point.
    Point(Point),
}

/// What was read.
#[derive(Clone)]
pub struct Loaded {
    /// The game up to there.
    pub game: Game,
    /// What looked wrong but did not prevent the reading.
    pub warnings: Vec<String>,
}

/// Bytes to text: UTF-8, or Latin-1 where that fails.
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(s) => s.to_string(),
        Err(_) => bytes.iter().map(|&b| b as char).collect(),
    }
}

/// The last value of a property of the main line's first node, as written.
fn size(props: &[(String, Vec<String>)]) -> Result<(usize, usize), SgfError> {
    let Some(v) = props.iter().find(|p| p.0 == "SZ").and_then(|p| p.1.first()) else {
        return Ok((MAX_SIDE, MAX_SIDE));
    };
    let bad = || SgfError::Size(v.clone());
    let side = |t: &str| {
        t.trim().parse::<usize>().ok().filter(|n| (2..=MAX_SIDE).contains(n)).ok_or_else(bad)
    };
    match v.split_once(':') {
        Some((w, h)) => Ok((side(w)?, side(h)?)),
        None => side(v).map(|n| (n, n)),
    }
}

/// One node of the main line as raw properties.
type Node = Vec<(String, Vec<String>)>;

/// A property back to its name and raw values: typed values print themselves.
fn raw(prop: &go::Prop) -> (String, Vec<String>) {
    use sgf_parse::SgfProp;
    match prop {
        go::Prop::Unknown(name, values) | go::Prop::Invalid(name, values) => {
            (name.clone(), values.clone())
        }
        go::Prop::B(m) => ("B".into(), vec![raw_move(m)]),
        go::Prop::W(m) => ("W".into(), vec![raw_move(m)]),
        go::Prop::AB(s) => ("AB".into(), raw_points(s)),
        go::Prop::AW(s) => ("AW".into(), raw_points(s)),
        go::Prop::SZ((w, h)) => ("SZ".into(), vec![format!("{w}:{h}")]),
        go::Prop::KM(k) => ("KM".into(), vec![k.to_string()]),
        go::Prop::HA(n) => ("HA".into(), vec![n.to_string()]),
        go::Prop::PL(c) => (
            "PL".into(),
            vec![if matches!(c, sgf_parse::Color::White) { "W".into() } else { "B".into() }],
        ),
        other => (other.identifier(), Vec::new()),
    }
}

fn raw_point(p: &go::Point) -> String {
    let letter = |n: u8| {
        let c = if n < 26 { b'a' + n } else { b'A' + (n - 26).min(25) };
        c as char
    };
    [letter(p.x), letter(p.y)].iter().collect()
}

fn raw_move(m: &go::Move) -> String {
    match m {
        go::Move::Pass => String::new(),
        go::Move::Move(p) => raw_point(p),
    }
}

fn raw_points(s: &std::collections::HashSet<go::Point>) -> Vec<String> {
    let mut v: Vec<String> = s.iter().map(raw_point).collect();
    v.sort_unstable();
    v
}

fn main_line(text: &str) -> Result<Vec<Node>, SgfError> {
    if text.bytes().filter(|&b| b == b';').count() > MAX_NODES {
        return Err(SgfError::TooLong);
    }
    let start = text.find('(').ok_or_else(|| SgfError::Syntax("no '(' in it".into()))?;
    let options = ParseOptions { convert_mixed_case_identifiers: true, lenient: true };
    let trees = sgf_parse::parse_with_options(&text[start..], &options)
        .map_err(|e| SgfError::Syntax(e.to_string()))?;
    let tree = trees.first().ok_or_else(|| SgfError::Syntax("no game in it".into()))?;
    let root = tree.as_go_node().map_err(|e| SgfError::Syntax(e.to_string()))?;
    let mut nodes: Vec<Node> = Vec::new();
    let mut at = Some(root);
    while let Some(node) = at {
        nodes.push(node.properties().map(raw).collect());
        at = node.children().next();
    }
    if nodes.len() == 1 && nodes[0].is_empty() {
        return Err(SgfError::Syntax("no property in it".into()));
    }
    Ok(nodes)
}

/// A coordinate pair. `Ok(None)` is a pass: nothing at all, or `tt`.
fn point(text: &str, width: usize, height: usize, node: usize) -> Result<Option<Point>, SgfError> {
    let t = text.trim();
    if t.is_empty() || t == "tt" {
        return Ok(None);
    }
    let bad = || SgfError::Content {
        node,
        found: format!("the point {t:?}"),
        expected: "two letters that name a point of the board",
    };
    let b = t.as_bytes();
    if b.len() != 2 || !b.iter().all(u8::is_ascii_lowercase) {
        return Err(bad());
    }
    let (x, y) = ((b[0] - b'a') as usize, (b[1] - b'a') as usize);
    if x >= width || y >= height {
        return Err(bad());
    }
    Ok(Some(Point::at(x, height - 1 - y)))
}

/// A list of points, with rectangles such as `aa:cc`.
fn point_list(values: &[String], w: usize, h: usize, node: usize) -> Result<Vec<Point>, SgfError> {
    let mut points = Vec::new();
    for v in values {
        let (a, b) = v.split_once(':').unwrap_or((v, v));
        let (Some(a), Some(b)) = (point(a, w, h, node)?, point(b, w, h, node)?) else { continue };
        for y in a.y().min(b.y())..=a.y().max(b.y()) {
            for x in a.x().min(b.x())..=a.x().max(b.x()) {
                points.push(Point::at(x, y));
            }
        }
    }
    Ok(points)
}

fn first(values: &[String]) -> &str {
    values.first().map_or("", |s| s.trim())
}

/// Reads the first game of a record, main line only, up to a place.
///
/// # Errors
/// [`SgfError`]: not SGF, a bad size, points outside the board, stones of the
/// final position without liberties.
pub fn load(bytes: &[u8], until: Until, rules: Rules) -> Result<Loaded, SgfError> {
    let nodes = main_line(&decode(bytes))?;
    let (w, h) = size(&nodes[0])?;
    let mut game = Game::new(w, h, rules);
    let mut warnings = Vec::new();
    let mut komi = None;
    let mut count = 0;
    'nodes: for (i, node) in nodes.iter().enumerate() {
        for (name, values) in node {
            match name.as_str() {
                "KM" => match first(values).parse::<f64>() {
                    Ok(k) if k.is_finite() => komi = Some(k),
                    _ => warnings.push(format!("node {i}: KM[{}] is not a number", first(values))),
                },
                "HA" => {
                    let n = first(values).parse::<u32>().unwrap_or(0);
                    game.set_handicap(n);
                    if n > 1 {
                        game.set_to_move(Colour::White);
                    }
                }
                "PL" => {
                    let white = matches!(first(values).bytes().next(), Some(b'w' | b'W' | b'2'));
                    game.set_to_move(if white { Colour::White } else { Colour::Black });
                }
                "AB" | "AW" => {
                    let c = if name == "AB" { Colour::Black } else { Colour::White };
                    for p in point_list(values, w, h, i)? {
                        match game.board().colour(p) {
                            Some(d) if d != c => {
                                return Err(SgfError::Content {
                                    node: i,
                                    found: format!("a stone on {} twice", vertex(p)),
                                    expected: "setup stones on empty points",
                                });
                            }
                            Some(_) => {}
                            None => {
                                let to_move = game.to_move();
                                // The point is on the board and empty.
                                let _ = game.add_stone(c, p);
                                game.set_to_move(to_move);
                            }
                        }
                    }
                }
                "IL" => {
                    for p in point_list(values, w, h, i)? {
                        ban_ko(&mut game, p);
                    }
                }
                "B" | "W" => {
                    let c = if name == "B" { Colour::Black } else { Colour::White };
                    let p = point(first(values), w, h, i)?;
                    count += 1;
                    let stop = match until {
                        Until::End => false,
                        Until::Before(n) => count >= n,
                        Until::Point(q) => p == Some(q),
                    };
                    if stop {
                        game.set_to_move(c);
                        break 'nodes;
                    }
                    let done = match p {
                        None => game.play(c, Move::Pass).map(|_| ()),
                        Some(p) => match game.board().check(c, p) {
                            // Records are believed in what concerns ko.
                            Err(crate::board::Illegal::Ko(_)) | Ok(()) => {
                                game.set_ko(None);
                                game.play(c, Move::Play(p)).map(|_| ())
                            }
                            Err(e) => Err(e),
                        },
                    };
                    if let Err(e) = done {
                        warnings.push(format!("move {count}: {e}; reading stops here"));
                        break 'nodes;
                    }
                }
                _ => {}
            }
        }
    }
    if let Some(p) = game.board().breathless() {
        return Err(SgfError::Content {
            node: nodes.len() - 1,
            found: format!("the stone {} without liberties", vertex(p)),
            expected: "a liberty for every chain",
        });
    }
    let handicap = game.handicap();
    game.set_komi(komi.unwrap_or(if handicap > 1 { 0.5 } else { 5.5 }));
    Ok(Loaded { game, warnings })
}

/// `IL`: the point is banned if taking there would be a ko capture for the
/// colour opposite to a stone next to it.
fn ban_ko(game: &mut Game, p: Point) {
    let board = game.board();
    if !board.is_empty(p) {
        return;
    }
    let Some(c) = p.neighbours().iter().find_map(|&q| board.colour(q)) else { return };
    let mut trial = board.fresh();
    let taker = c.other();
    trial.set_ko(None);
    if trial.play(taker, p).is_ok() && trial.ko().is_some() {
        game.set_ko(Some((p, taker)));
    }
}

/// Writes the game as SGF: one line, the setup, then the moves.
pub fn write(game: &Game) -> String {
    let b = game.setup();
    let (w, h) = (b.width(), b.height());
    let name = |p: Point| {
        let letter = |n: usize| (b'a' + n as u8) as char;
        format!("{}{}", letter(p.x()), letter(h - 1 - p.y()))
    };
    let size = if w == h { w.to_string() } else { format!("{w}:{h}") };
    let mut s = format!("(;GM[1]FF[4]SZ[{size}]KM[{}]", game.komi());
    if game.handicap() > 1 {
        s.push_str(&format!("HA[{}]", game.handicap()));
    }
    for (tag, c) in [("AB", Colour::Black), ("AW", Colour::White)] {
        if !b.stones(c).is_empty() {
            s.push_str(tag);
            for p in b.stones(c).iter() {
                s.push_str(&format!("[{}]", name(p)));
            }
        }
    }
    if !b.occupied().is_empty() || game.setup_to_move() == Colour::White {
        let first = game.played().first().map_or(game.to_move(), |m| m.colour);
        s.push_str(if first == Colour::Black { "PL[B]" } else { "PL[W]" });
    }
    for m in game.played() {
        let tag = if m.colour == Colour::Black { 'B' } else { 'W' };
        match m.mv {
            Move::Play(p) => s.push_str(&format!(";{tag}[{}]", name(p))),
            Move::Pass => s.push_str(&format!(";{tag}[]")),
            Move::Resign => {}
        }
    }
    s.push(')');
    s
}
