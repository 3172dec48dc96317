//! Contenders: engines by name, in short forms and from a TOML file.
//!
//! The TOML form is canonical; every short form has its long form there:
//!
//! ```toml
//! [contender.reference]
//! engine = "cdc"                 # builtin, ruler, uci, gtp, cdc or json
//! path = "../hw3/MyAI"
//! time_ms = 500
//! grace_ms = 300
//!
//! [contender.candidate]
//! engine = "builtin"
//! params = "params/candidate.toml"
//! nodes = 20000
//!
//! [contender.candidate.options]
//! hash_mib = "16"
//! ```

mod short;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;
use touchstone_kernel::Limits;

/// What kind of engine a contender is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The game's own engine, in this process.
    #[default]
    Builtin,
    /// A frozen in-tree opponent, in this process.
    Ruler,
    /// A program that speaks UCI or a named dialect of it.
    Uci,
    /// A program that speaks GTP version 2.
    Gtp,
    /// A program that speaks the Banqi tournament protocol.
    Cdc,
    /// A program that speaks our JSON lines.
    Json,
}

impl Kind {
    /// The name in short forms and files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Builtin => "builtin",
            Kind::Ruler => "ruler",
            Kind::Uci => "uci",
            Kind::Gtp => "gtp",
            Kind::Cdc => "cdc",
            Kind::Json => "json",
        }
    }

    /// Whether it is a process of its own.
    pub const fn is_program(self) -> bool {
        !matches!(self, Kind::Builtin | Kind::Ruler)
    }
}

/// One engine with everything that may change its play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contender {
    /// What it is called; not part of its identity.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The kind of engine.
    pub engine: Kind,
    /// The ruler's name, for rulers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruler: Option<String>,
    /// The program's path, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// The program's arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The program's working folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<PathBuf>,
    /// The dialect of its protocol; the game's own if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// A parameter file, for built-in engines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params: Option<PathBuf>,
    /// Nodes a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// By how many milliseconds a move may be late before it counts as overtime.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace_ms: Option<u64>,
    /// Silence of so many milliseconds (beyond its time) is a stall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stall_ms: Option<u64>,
    /// Search threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Options by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// Something is wrong with a contender: where, what was found, what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: found {found}; expected {expected}")]
pub struct ContenderError {
    /// The short form or the file and table.
    pub place: String,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

impl ContenderError {
    fn new(
        place: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> ContenderError {
        ContenderError { place: place.into(), found: found.into(), expected: expected.into() }
    }
}

/// Default slack of a timed move.
pub const GRACE_MS: u64 = 250;
/// Default silence that counts as a stall.
pub const STALL_MS: u64 = 60_000;

impl Contender {
    /// The game's own engine with a node limit.
    pub fn builtin(nodes: u64) -> Contender {
        Contender { nodes: Some(nodes), ..Contender::default() }
    }

    /// The ruler of this name.
    pub fn ruler(name: &str) -> Contender {
        Contender { engine: Kind::Ruler, ruler: Some(name.into()), ..Contender::default() }
    }

    /// The limits of one move.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, depth: self.depth, time_ms: self.time_ms, mate_plies: None }
    }

    /// Whether equal questions can be expected to get equal answers: a limit
    /// other than time, and one thread.
    pub fn is_repeatable(&self) -> bool {
        self.time_ms.is_none()
            && self.threads.unwrap_or(1) == 1
            && (self.engine == Kind::Ruler || self.nodes.is_some() || self.depth.is_some())
    }

    /// Milliseconds after which a move is late; `None` without a time limit.
    pub fn late_after_ms(&self) -> Option<u64> {
        self.time_ms.map(|t| t + self.grace_ms.unwrap_or(GRACE_MS))
    }

    /// Milliseconds of waiting for a move after which the engine has stalled.
    pub fn stalled_after_ms(&self) -> u64 {
        self.time_ms.unwrap_or(0) + self.stall_ms.unwrap_or(STALL_MS)
    }

    /// The short form, as `--a` takes it. It reads back to an equal contender
    /// but for the name.
    pub fn short(&self) -> String {
        short::print(self)
    }

    /// What it is called in reports: its name, or its short form.
    pub fn label(&self) -> String {
        if self.name.is_empty() { self.short() } else { self.name.clone() }
    }

    /// Checks that the parts fit each other.
    pub fn check(&self, place: &str) -> Result<(), ContenderError> {
        let wrong =
            |found: String, expected: &str| Err(ContenderError::new(place, found, expected));
        let kind = self.engine;
        if kind.is_program() && self.path.is_none() {
            return wrong(format!("{} without a path", kind.name()), "path = \"...\"");
        }
        if !kind.is_program()
            && (self.path.is_some() || !self.args.is_empty() || self.cwd.is_some())
        {
            return wrong(format!("{} with a path, args or cwd", kind.name()), "none of these");
        }
        if (kind == Kind::Ruler) != self.ruler.is_some() {
            return wrong(format!("{} with ruler {:?}", kind.name(), self.ruler), "ruler:NAME");
        }
        if kind != Kind::Builtin && self.params.is_some() {
            return wrong("params".into(), "params for the builtin engine only");
        }
        if self.dialect.is_some() && kind != Kind::Uci {
            return wrong("dialect".into(), "a dialect for uci only");
        }
        for (name, value) in
            [("nodes", self.nodes), ("time_ms", self.time_ms), ("depth", self.depth.map(u64::from))]
        {
            if value == Some(0) {
                return wrong(format!("{name} = 0"), "a number above 0, or no limit");
            }
        }
        Ok(())
    }
}

impl Contender {
    /// Whether its program can be found: a path that exists, or a name in `PATH`. Asked before
    /// a run, where a wrong path would lose every game.
    ///
    /// # Errors
    /// Names the path that is missing.
    pub fn find_program(&self) -> Result<(), ContenderError> {
        let Some(path) = &self.path else { return Ok(()) };
        let bare = path.components().count() == 1 && path.is_relative();
        let found = if bare {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&folders).any(|f| f.join(path).is_file())
        } else {
            path.is_file()
        };
        if found {
            return Ok(());
        }
        Err(ContenderError::new(
            self.label(),
            format!("{}: no such file", path.display()),
            "a program",
        ))
    }
}

/// Contenders by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    by_name: BTreeMap<String, Contender>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    contender: BTreeMap<String, Contender>,
}

impl Book {
    /// Reads a contenders file's text. Relative paths are taken from `folder`.
    pub fn parse(text: &str, place: &str, folder: &Path) -> Result<Book, ContenderError> {
        let file: File = toml::from_str(text)
            .map_err(|e| ContenderError::new(place, e.to_string(), "a contenders file"))?;
        Book::of(file.contender, place, folder)
    }

    /// A book of these contenders, checked; `place` is for messages.
    pub fn of(
        contenders: BTreeMap<String, Contender>,
        place: &str,
        folder: &Path,
    ) -> Result<Book, ContenderError> {
        let mut book = Book::default();
        for (name, mut c) in contenders {
            c.check(&format!("{place}, contender.{name}"))?;
            c.name = name.clone();
            for path in [&mut c.path, &mut c.cwd, &mut c.params].into_iter().flatten() {
                // A bare program name is looked up in PATH by the system.
                if path.is_relative() && path.components().count() > 1 {
                    *path = folder.join(&*path);
                }
            }
            book.by_name.insert(name, c);
        }
        Ok(book)
    }

    /// The names.
    pub fn names(&self) -> Vec<&str> {
        self.by_name.keys().map(String::as_str).collect()
    }

    /// The contender that `text` means: a name of this book or a short form.
    pub fn find(&self, text: &str) -> Result<Contender, ContenderError> {
        match self.by_name.get(text) {
            Some(c) => Ok(c.clone()),
            None => short::parse(text, &self.names()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn find(text: &str) -> Result<Contender, ContenderError> {
        Book::default().find(text)
    }

    #[test]
    fn short_forms_read() {
        let c = find("uci:/opt/e ngine,nodes=1000,option.Hash=16,args=\"-a, b\",dialect=misty")
            .unwrap();
        assert_eq!(c.path, Some("/opt/e ngine".into()));
        assert_eq!(
            (c.nodes, c.args.as_slice()),
            (Some(1000), &["-a,".to_string(), "b".into()][..])
        );
        assert_eq!(c.options["Hash"], "16");
        assert_eq!(find("ruler:first,nodes=9").unwrap().ruler.as_deref(), Some("first"));
        assert_eq!(find("builtin").unwrap(), Contender::default());
        assert_eq!(find("builtin:time-ms=20").unwrap().time_ms, Some(20));
    }

    #[test]
    fn bad_short_forms_say_what_is_wrong() {
        for (text, part) in [
            ("nobody", "nobody"),
            ("uci:", "path"),
            ("builtin:nodes=x", "nodes"),
            ("builtin:nodes=0", "nodes = 0"),
            ("builtin:colour=red", "colour"),
            ("ruler:", "ruler"),
            ("builtin:nodes=1,nodes=2", "twice"),
            ("cdc:x,dialect=misty", "dialect"),
        ] {
            let e = find(text).unwrap_err().to_string();
            assert!(e.contains(part), "{text}: {e}");
        }
    }

    #[test]
    fn a_file_reads_and_its_errors_have_a_place() {
        let text = "[contender.x]\nengine = \"uci\"\npath = \"bin/x\"\nnodes = 5\n";
        let book = Book::parse(text, "c.toml", Path::new("/f")).unwrap();
        assert_eq!(book.find("x").unwrap().path, Some("/f/bin/x".into()));
        assert_eq!(book.find("x").unwrap().label(), "x");
        let e = Book::parse("[contender.x]\nengine = \"uci\"\n", "c.toml", Path::new("."));
        assert!(e.unwrap_err().to_string().contains("c.toml, contender.x"));
        let e = Book::parse("[contender.x]\nengin = 1\n", "c.toml", Path::new("."));
        assert!(e.unwrap_err().to_string().contains("engin"));
    }

    proptest! {
        #[test]
        fn short_forms_round_trip(
            nodes in prop::option::of(1u64..1000),
            time_ms in prop::option::of(1u64..1000),
            path in "[a-z/. ]{1,12}",
            option in "[A-Za-z][A-Za-z ]{0,6}",
            value in "[a-z0-9,\"\\\\ =]{0,8}",
            args in prop::collection::vec("[a-z,\\-\" ]{0,6}", 0..3),
        ) {
            prop_assume!(!path.trim().is_empty() && path.trim() == path && option.trim() == option);
            let c = Contender {
                engine: Kind::Uci,
                path: Some(path.into()),
                nodes, time_ms, args,
                options: [(option, value)].into(),
                ..Contender::default()
            };
            prop_assert_eq!(find(&c.short()).unwrap(), c);
        }

        #[test]
        fn parsing_never_panics(text in ".{0,60}") {
            let _ = find(&text);
        }
    }
}
