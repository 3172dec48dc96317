//! Which tests to run: `suite`, `suite:4`, `suite:4,17,30`, `suite:4-17`.

/// A suite's file and the chosen ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The file or suite name.
    pub suite: String,
    ranges: Vec<(u32, u32)>,
    /// Only tests of this command, if given.
    pub command: Option<String>,
}

impl Selection {
    /// Reads a selection.
    ///
    /// # Errors
    /// The part that is no id or range.
    pub fn parse(text: &str) -> Result<Selection, String> {
        let (suite, ids) = match text.rsplit_once(':') {
            Some((s, ids)) if ids.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'-') => {
                (s, ids)
            }
            _ => (text, ""),
        };
        let mut s = Selection { suite: suite.into(), ..Selection::default() };
        s.add(ids)?;
        Ok(s)
    }

    /// Adds ids: `4,17-30`.
    ///
    /// # Errors
    /// The part that is no id or range.
    pub fn add(&mut self, ids: &str) -> Result<(), String> {
        for part in ids.split(',').filter(|p| !p.is_empty()) {
            let (a, b) = part.split_once('-').unwrap_or((part, part));
            let number = |t: &str| {
                t.parse::<u32>().map_err(|_| format!("{part:?} is no id and no range of ids"))
            };
            self.ranges.push((number(a)?, number(b)?));
        }
        Ok(())
    }

    /// Whether a test is chosen.
    pub fn takes(&self, id: u32, command: &str) -> bool {
        (self.ranges.is_empty() || self.ranges.iter().any(|&(a, b)| (a..=b).contains(&id)))
            && self.command.as_deref().is_none_or(|c| command.split_whitespace().next() == Some(c))
    }
}
