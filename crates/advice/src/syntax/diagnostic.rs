//! Messages about a table: where, what was found, what would be right.

use std::fmt;

/// A place in a text, line and column counted from 1, in characters. Two places are
/// always equal: trees are compared by what they say, not by where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// Line, from 1; 0 if the place is unknown.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// Number of characters, at least 1.
    pub width: u32,
}

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl Eq for Place {}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Probably not what the author meant.
    Warning,
    /// The table cannot be used.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A fixed short name of the kind of message, such as `unknown-name`.
    pub code: &'static str,
    /// Where.
    pub place: Place,
    /// What was found and what was expected.
    pub message: String,
    /// What to do, such as the nearest known name.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A message without help.
    pub fn new(
        severity: Severity,
        code: &'static str,
        place: Place,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { severity, code, place, message: message.into(), help: None }
    }

    /// The same with help.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The message with the line of the source that it is about, a mark under the
    /// place, and the name of the file in front.
    pub fn render(&self, file: &str, source: &str) -> String {
        let Place { line, column, width } = self.place;
        if line == 0 {
            return format!("{file}: {self}");
        }
        let mut text = format!("{file}:{line}:{column}: {self}");
        if let Some(found) = source.lines().nth(line as usize - 1) {
            let number = line.to_string();
            let gap = " ".repeat(number.len());
            let lead: String = found
                .chars()
                .take(column as usize - 1)
                .map(|c| if c == '\t' { '\t' } else { ' ' })
                .collect();
            let marks = "^".repeat(width.max(1) as usize);
            text = match text.split_once("\n  help: ") {
                Some((head, help)) => format!(
                    "{head}\n {number} | {found}\n {gap} | {lead}{marks}\n {gap} = help: {help}"
                ),
                None => format!("{text}\n {number} | {found}\n {gap} | {lead}{marks}"),
            };
        }
        text
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity.name(), self.code, self.message)?;
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

/// The known name nearest to `found`, if one is near.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (found.chars().count() / 3).max(1) + 1;
    known
        .into_iter()
        .filter(|k| *k != found)
        .map(|k| (edits(found, k), k))
        .filter(|&(d, _)| d <= limit)
        .min()
        .map(|(_, k)| k)
}

/// Edit distance: insertions, deletions, replacements, exchanges of neighbours.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let width = b.len() + 1;
    let mut d = vec![0usize; (a.len() + 1) * width];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            d[i * width + j] = if i == 0 || j == 0 {
                i + j
            } else {
                let cost = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (d[(i - 1) * width + j] + 1)
                    .min(d[i * width + j - 1] + 1)
                    .min(d[(i - 1) * width + j - 1] + cost);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(d[(i - 2) * width + j - 2] + 1);
                }
                best
            }
        }
    }
    d[a.len() * width + b.len()]
}
