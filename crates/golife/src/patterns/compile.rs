//! From text to patterns.

use super::{Condition, EMPTY, Element, Mask, OFF, OTHER, OWN, Pattern, Purpose};
use thiserror::Error;

/// Why a text is no collection of patterns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: found {found}, expected {expected}")]
pub struct PatternError {
    /// The line, from 1.
    pub line: usize,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: &'static str,
}

struct Draft {
    line: usize,
    name: String,
    weight: i32,
    purpose: Option<Purpose>,
    rows: Vec<(usize, Vec<char>)>,
    letters: Vec<(char, Mask, Vec<Condition>)>,
}

fn mask(sign: char) -> Option<Mask> {
    Some(match sign {
        '*' | '.' => EMPTY,
        'X' => OWN,
        'O' => OTHER,
        'x' => OWN | EMPTY,
        'o' => OTHER | EMPTY,
        '?' => EMPTY | OWN | OTHER,
        '~' => EMPTY | OWN | OTHER | OFF,
        '-' | '|' | '+' => OFF,
        _ => return None,
    })
}

fn error<T>(
    line: usize,
    found: impl Into<String>,
    expected: &'static str,
) -> Result<T, PatternError> {
    Err(PatternError { line, found: found.into(), expected })
}

pub(super) fn compile(text: &str) -> Result<Vec<Pattern>, PatternError> {
    let mut done: Vec<Pattern> = Vec::new();
    let mut draft: Option<Draft> = None;
    for (i, raw) in text.lines().enumerate() {
        let line = i + 1;
        let body = raw.split('#').next().unwrap_or("").trim();
        if body.is_empty() {
            continue;
        }
        if let Some(head) = body.strip_prefix("pattern ") {
            if let Some(d) = draft.take() {
                done.push(finish(d)?);
            }
            let words: Vec<&str> = head.split_whitespace().collect();
            let (name, weight, purpose) = match words.as_slice() {
                [n, w] => (*n, *w, None),
                [n, w, "attack"] => (*n, *w, Some(Purpose::Attack)),
                [n, w, "defend"] => (*n, *w, Some(Purpose::Defend)),
                _ => {
                    return error(line, format!("{body:?}"), "pattern NAME WEIGHT [attack|defend]");
                }
            };
            let Ok(weight) = weight.parse::<i32>() else {
                return error(line, format!("{weight:?}"), "a whole number as weight");
            };
            if done.iter().any(|p| p.name == name) {
                return error(line, format!("the name {name:?} again"), "a name of its own");
            }
            draft = Some(Draft {
                line,
                name: name.into(),
                weight,
                purpose,
                rows: Vec::new(),
                letters: Vec::new(),
            });
            continue;
        }
        let Some(d) = &mut draft else {
            return error(line, format!("{body:?}"), "a line that begins with `pattern`");
        };
        if let Some((letter, rest)) = body.split_once(':') {
            let mut chars = letter.trim().chars();
            let (Some(c @ 'a'..='h'), None) = (chars.next(), chars.next()) else {
                return error(line, format!("{letter:?}"), "a letter from a to h");
            };
            let (mask, conditions) = describe(line, rest)?;
            d.letters.push((c, mask, conditions));
            continue;
        }
        d.rows.push((line, body.chars().filter(|c| !c.is_whitespace()).collect()));
    }
    if let Some(d) = draft {
        done.push(finish(d)?);
    }
    Ok(done)
}

/// `SIGN [liberties|stones <=|>=|= N [and ...]]`.
fn describe(line: usize, text: &str) -> Result<(Mask, Vec<Condition>), PatternError> {
    let mut words = text.split_whitespace();
    let sign = words
        .next()
        .and_then(|w| if w.len() == 1 { w.chars().next().and_then(mask) } else { None });
    let Some(sign) = sign else {
        return error(line, format!("{text:?}"), "a sign behind the colon");
    };
    let mut conditions = Vec::new();
    while let Some(what) = words.next() {
        let stones = match what {
            "liberties" => false,
            "stones" => true,
            _ => return error(line, format!("{what:?}"), "liberties or stones"),
        };
        let relation = words.next().unwrap_or("");
        let Some(n) = words.next().and_then(|w| w.parse::<usize>().ok()) else {
            return error(line, format!("{text:?}"), "a number behind the relation");
        };
        let (least, most) = match relation {
            "<=" => (0, n),
            ">=" => (n, usize::MAX),
            "=" => (n, n),
            _ => return error(line, format!("{relation:?}"), "<=, >= or ="),
        };
        conditions.push(Condition { stones, least, most });
        match words.next() {
            None => break,
            Some("and") => {}
            Some(w) => return error(line, format!("{w:?}"), "and"),
        }
    }
    Ok((sign, conditions))
}

fn finish(d: Draft) -> Result<Pattern, PatternError> {
    let mut centre = None;
    let mut used = Vec::new();
    for (y, (line, row)) in d.rows.iter().enumerate() {
        for (x, &c) in row.iter().enumerate() {
            match c {
                '*' if centre.is_some() => {
                    return error(*line, "a second *", "one move in a pattern");
                }
                '*' => centre = Some((x as i32, y as i32)),
                'a'..='h' if !d.letters.iter().any(|l| l.0 == c) => {
                    return error(
                        *line,
                        format!("{c:?}"),
                        "a line below that describes the letter",
                    );
                }
                'a'..='h' => used.push(c),
                c if mask(c).is_none() => {
                    return error(
                        *line,
                        format!("{c:?}"),
                        "one of * . X O x o ? ~ - | + or a letter from a to h",
                    );
                }
                _ => {}
            }
        }
    }
    let Some((cx, cy)) = centre else {
        return error(d.line, "no *", "one * where the move is");
    };
    if let Some(l) = d.letters.iter().find(|l| !used.contains(&l.0)) {
        return error(
            d.line,
            format!("the letter {:?} that is not drawn", l.0),
            "letters of the drawing",
        );
    }
    let mut elements = Vec::new();
    for (y, (line, row)) in d.rows.iter().enumerate() {
        for (x, &c) in row.iter().enumerate() {
            let (mask, conditions) = match d.letters.iter().find(|l| l.0 == c) {
                Some(l) => (l.1, l.2.clone()),
                None => (mask(c).unwrap_or(EMPTY), Vec::new()),
            };
            if mask == EMPTY | OWN | OTHER | OFF && conditions.is_empty() {
                continue;
            }
            let (dx, dy) = (x as i32 - cx, cy - y as i32);
            let (Ok(dx), Ok(dy)) = (i8::try_from(dx), i8::try_from(dy)) else {
                return error(*line, "a drawing of this size", "at most 127 points from the move");
            };
            elements.push(Element { dx, dy, mask, conditions });
        }
    }
    let mut orientations: Vec<Vec<Element>> = Vec::new();
    for k in 0..8 {
        let mut turned: Vec<Element> = elements
            .iter()
            .map(|e| {
                let (mut dx, mut dy) = (e.dx, e.dy);
                if k & 1 != 0 {
                    (dx, dy) = (dy, dx);
                }
                if k & 2 != 0 {
                    dx = -dx;
                }
                if k & 4 != 0 {
                    dy = -dy;
                }
                Element { dx, dy, ..e.clone() }
            })
            .collect();
        // The cheap tests near the move first.
        turned.sort_by_key(|e| (e.dx.unsigned_abs() + e.dy.unsigned_abs(), e.dx, e.dy));
        if !orientations.contains(&turned) {
            orientations.push(turned);
        }
    }
    Ok(Pattern { name: d.name, weight: d.weight, purpose: d.purpose, orientations })
}
