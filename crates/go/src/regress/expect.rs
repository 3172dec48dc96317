//! What a test expects: `[REGEX]`, a mark, and the loose matching of the originals.

use regex_lite::Regex;

/// An expectation.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The text between the brackets.
    pub text: String,
    /// A `*` behind the bracket: the engine of the file's author fails it.
    pub expected_fail: bool,
    /// A `&` behind the bracket: not to be counted.
    pub ignored: bool,
    /// The bracket was not closed.
    pub unterminated: bool,
    negated: bool,
    regex: Regex,
    strict: Regex,
}

/// A note on the line, and whether the line's meaning is lost.
type Notes = Vec<(String, bool)>;

impl Expectation {
    /// Reads what follows `#?`.
    pub(super) fn parse(text: &str) -> Result<(Expectation, Notes), String> {
        let mut notes = Notes::new();
        let Some(rest) = text.strip_prefix('[') else {
            return Err(format!("found {text:?} after #?, expected a bracket [..]"));
        };
        let (body, marks, unterminated) = match rest.rfind(']') {
            Some(end) => (&rest[..end], rest[end + 1..].trim(), false),
            None => (rest.trim_end(), "", true),
        };
        if unterminated {
            notes.push(("the bracket is not closed; the rest of the line is taken".into(), false));
        }
        let mut expected_fail = false;
        let mut ignored = false;
        for c in marks.chars() {
            match c {
                '*' => expected_fail = true,
                '&' => ignored = true,
                c if c.is_whitespace() => {}
                c => notes.push((format!("the mark {c:?} is unknown"), false)),
            }
        }
        let (negated, pattern) = match body.strip_prefix('!') {
            Some(p) => (true, p),
            None => (false, body),
        };
        let compile = |p: String| {
            Regex::new(&p).map_err(|e| format!("the pattern {pattern:?} is faulty: {e}"))
        };
        // The anchors bind tighter than `|`: `a|b|c` is `^a`, or `b` anywhere, or `c$`.
        let regex = compile(format!("^{pattern}$"))?;
        let strict = compile(format!("^(?:{pattern})$"))?;
        Ok((
            Expectation {
                text: body.into(),
                expected_fail,
                ignored,
                unterminated,
                negated,
                regex,
                strict,
            },
            notes,
        ))
    }

    /// Whether an answer's first line fits.
    pub fn fits(&self, answer: &str) -> bool {
        let line = answer.lines().next().unwrap_or("").trim_end();
        self.regex.is_match(line) != self.negated
    }

    /// Whether it fits only because the anchors bind tighter than `|`.
    pub fn fits_loosely(&self, answer: &str) -> bool {
        let line = answer.lines().next().unwrap_or("").trim_end();
        !self.negated && self.regex.is_match(line) && !self.strict.is_match(line)
    }
}
