//! Run files: the declaration of a run in TOML.
//!
//! ```toml
//! game = "banqi"
//! rules = "tcga"
//! seed = "autumn"
//! pairs = 400
//! a = "candidate"              # a contender below, or a short form
//! b = "ruler:first,nodes=2000"
//! luck = "builtin"             # optional: a frozen judge
//!
//! [sprt]                       # optional: the verdict's rule
//! model = "nelo"
//! low = 0.0
//! high = 10.0
//!
//! [events]                     # optional
//! lost_quickly = "lost and plies < 40"
//!
//! [contender.candidate]
//! engine = "builtin"
//! nodes = 2000
//! ```

use crate::contender::{Book, Contender};
use crate::matches::{FaultRule, MatchError, MatchSpec, SprtSpec};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    #[serde(default)]
    rules: String,
    a: String,
    b: String,
    pairs: u64,
    #[serde(default)]
    first_pair: u64,
    seed: String,
    #[serde(default)]
    purpose: String,
    max_plies: Option<u32>,
    #[serde(default)]
    opening_plies: u32,
    #[serde(default)]
    starts: Vec<String>,
    #[serde(default)]
    faults: FaultRule,
    sprt: Option<SprtSpec>,
    luck: Option<String>,
    #[serde(default)]
    events: BTreeMap<String, String>,
    #[serde(default)]
    contender: BTreeMap<String, Contender>,
}

/// Reads a run file's text. Relative paths in it are taken from `folder`;
/// engines may also be named in `more`.
pub fn parse_run_file(
    text: &str,
    place: &str,
    folder: &Path,
    more: &Book,
) -> Result<MatchSpec, MatchError> {
    let wrong = |what: String| MatchError::Spec(format!("{place}: {what}"));
    let file: File = toml::from_str(text).map_err(|e| wrong(e.to_string()))?;
    let own = Book::of(file.contender, place, folder)?;
    let find = |text: &str| -> Result<Contender, MatchError> {
        let in_own = own.names().contains(&text);
        Ok(if in_own { own.find(text)? } else { more.find(text)? })
    };
    MatchSpec {
        a: find(&file.a)?,
        b: find(&file.b)?,
        luck: file.luck.as_deref().map(find).transpose()?,
        game: file.game,
        rules: file.rules,
        pairs: file.pairs,
        first_pair: file.first_pair,
        seed: file.seed,
        purpose: file.purpose,
        max_plies: file.max_plies,
        opening_plies: file.opening_plies,
        starts: file.starts,
        faults: file.faults,
        sprt: file.sprt,
        events: file.events.into_iter().collect(),
    }
    .checked()
    .map_err(|e| wrong(e.to_string()))
}
