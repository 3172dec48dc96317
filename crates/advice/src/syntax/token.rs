//! Words, numbers and signs with their places.

use super::diagnostic::{Diagnostic, Place, Severity};
use super::words;

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A word: in English terms if it is a known one, else as written.
    Word(String),
    /// A whole number.
    Int(i32),
    /// A sign such as `::` or `<=`.
    Sign(&'static str),
    /// Any other character.
    Other(char),
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub place: Place,
    /// Its text as written.
    pub text: String,
    /// Is it the first of its line?
    pub first: bool,
}

const SIGNS: [&str; 24] = [
    "::", "..", "<=", ">=", "/=", "!=", "=<", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".",
    "<", ">", "=", "+", "-", "*", "|",
];

/// Cuts a text into tokens. Comments from `%` to the end of the line are left out.
/// Names torn apart by a blank and names in mixed script are mended, with a note.
pub fn tokens(text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut list: Vec<Token> = Vec::new();
    let mut notes = Vec::new();
    let mut lines = 0;
    for (n, line) in text.lines().enumerate() {
        lines = n as u32 + 1;
        let chars: Vec<char> = line.chars().collect();
        let mut i = 0;
        let mut first = true;
        while i < chars.len() {
            let c = chars[i];
            if c == '%' {
                break;
            }
            if c.is_whitespace() || c == '\u{feff}' {
                i += 1;
                continue;
            }
            let start = i;
            let kind = if c.is_alphanumeric() || c == '_' {
                while i < chars.len() && (chars[i].is_alphanumeric() || chars[i] == '_') {
                    i += 1;
                }
                let word: String = chars[start..i].iter().collect();
                match word.parse::<i32>() {
                    Ok(value) if word.chars().all(|c| c.is_ascii_digit()) => Kind::Int(value),
                    _ => Kind::Word(word),
                }
            } else {
                let rest: String = chars[i..chars.len().min(i + 2)].iter().collect();
                match SIGNS.iter().find(|s| rest.starts_with(**s)) {
                    Some(sign) => {
                        i += sign.len();
                        Kind::Sign(match *sign {
                            "!=" => "/=",
                            "=<" => "<=",
                            s => s,
                        })
                    }
                    None => {
                        i += 1;
                        match c {
                            '≤' => Kind::Sign("<="),
                            '≥' => Kind::Sign(">="),
                            '≠' => Kind::Sign("/="),
                            '−' => Kind::Sign("-"),
                            c => Kind::Other(c),
                        }
                    }
                }
            };
            let place = Place { line: lines, column: start as u32 + 1, width: (i - start) as u32 };
            let text: String = chars[start..i].iter().collect();
            list.push(Token { kind, place, text, first });
            first = false;
        }
    }
    mend(&mut list, &mut notes);
    let place = Place { line: lines + 1, column: 1, width: 1 };
    list.push(Token { kind: Kind::End, place, text: String::new(), first: true });
    (list, notes)
}

/// Joins names torn apart by blanks, then brings known words to their English form.
fn mend(list: &mut Vec<Token>, notes: &mut Vec<Diagnostic>) {
    let mut joined: Vec<Token> = Vec::with_capacity(list.len());
    for token in list.drain(..) {
        if let (Some(last), Kind::Word(word)) = (joined.last_mut(), &token.kind)
            && let Kind::Word(head) = &last.kind
            && last.place.line == token.place.line
            && (head.ends_with('_') || word.starts_with('_'))
        {
            let whole = format!("{head}{word}");
            notes.push(Diagnostic::new(
                Severity::Note,
                "torn-name",
                last.place,
                format!("found '{head} {word}' with a blank inside, read as '{whole}'"),
            ));
            last.place.width = token.place.column + token.place.width - last.place.column;
            last.text = format!("{} {}", last.text, token.text);
            last.kind = Kind::Word(whole);
            continue;
        }
        joined.push(token);
    }
    for token in &mut joined {
        let Kind::Word(word) = &token.kind else { continue };
        if let Some(known) = words::find(word) {
            if word != known.en && word != known.ru {
                notes.push(Diagnostic::new(
                    Severity::Note,
                    "alias",
                    token.place,
                    format!("found '{word}', another spelling of '{}'", known.en),
                ));
            }
            token.kind = Kind::Word(known.en.to_string());
        } else if let Some(known) = words::look_alike(word) {
            let meant = if word.is_ascii() { known.en } else { known.ru };
            notes.push(Diagnostic::new(
                Severity::Note,
                "mixed-script",
                token.place,
                format!(
                    "found '{word}' with letters of the other script that look alike, read as \
                     '{meant}'"
                ),
            ));
            token.kind = Kind::Word(known.en.to_string());
        }
    }
    *list = joined;
}
