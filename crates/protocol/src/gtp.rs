//! GTP version 2 as a controller speaks and hears it.

/// One command with its number.
pub fn command(id: u32, text: &str) -> String {
    format!("{id} {text}")
}

/// An answer: ended by an empty line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The number that was sent, if it came back.
    pub id: Option<u32>,
    /// Whether it begins with `=`.
    pub ok: bool,
    /// The text, without the sign and number; lines joined by LF.
    pub text: String,
}

/// Gathers the lines of answers. An answer is over at its first empty line;
/// whatever stands outside answers is skipped.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    open: Option<Answer>,
}

fn clean(line: &str) -> String {
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

impl Reader {
    /// A reader between answers.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Takes the next line; gives an answer when one is complete.
    pub fn take(&mut self, line: &str) -> Option<Answer> {
        let line = clean(line);
        if line.trim().is_empty() {
            return self.open.take();
        }
        match &mut self.open {
            Some(a) => {
                a.text.push('\n');
                a.text.push_str(line.trim_end());
            }
            None => {
                let ok = match line.chars().next() {
                    Some('=') => true,
                    Some('?') => false,
                    _ => return None,
                };
                let rest = &line[1..];
                let digits =
                    rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let id = rest[..digits].parse().ok();
                self.open = Some(Answer { id, ok, text: rest[digits..].trim().to_string() });
            }
        }
        None
    }
}

/// The colour word of the side that plays first (Black) or second.
pub const fn colour(first: bool) -> &'static str {
    if first { "black" } else { "white" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(text: &str) -> Vec<Answer> {
        let mut r = Reader::new();
        text.lines().filter_map(|l| r.take(l)).collect()
    }

    #[test]
    fn answers_end_at_an_empty_line() {
        let a = all("noise\n=1 D4\n\n\n?2 illegal move\r\n\n= a\n b\n\n");
        assert_eq!(a.len(), 3);
        assert_eq!(a[0], Answer { id: Some(1), ok: true, text: "D4".into() });
        assert_eq!(a[1], Answer { id: Some(2), ok: false, text: "illegal move".into() });
        assert_eq!(a[2], Answer { id: None, ok: true, text: "a\n b".into() });
        assert_eq!(command(3, "genmove b"), "3 genmove b");
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "[=? 0-9a-z\t\r\n\u{0}é]{0,80}") {
            let _ = all(&text);
        }
    }
}
