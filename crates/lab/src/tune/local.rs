//! Plays what a sweep, a confirmation or a tuner asks for, on this machine.

use super::confirm::Looked;
use super::spsa::{Spsa, SpsaError, Task};
use super::{PairScore, Play};
use crate::contender::Contender;
use crate::matches::{MatchError, MatchJson, MatchSpec, Progress, RunOptions, run};
use crate::store::Store;
use std::path::{Path, PathBuf};
use touchstone_search::Stop;

/// A player on threads of this machine, with a store that remembers all games.
pub struct Local<'a> {
    /// Where games are kept, and taken up again from.
    pub store: &'a mut Store,
    /// Threads.
    pub jobs: usize,
    /// Raised from outside to stop.
    pub stop: Stop,
    /// Called after every pair with the match that is being played.
    pub watch: Box<dyn FnMut(&MatchSpec, &Progress) + 'a>,
    /// The report of the last match.
    pub last: Option<MatchJson>,
}

impl Local<'_> {
    /// The deals that the store's runs have looked at.
    pub fn looked(&self) -> Result<Vec<Looked>, MatchError> {
        looked(self.store)
    }
}

/// The deals that a store's runs have looked at: what was declared, and what
/// was played beyond it.
pub fn looked(store: &Store) -> Result<Vec<Looked>, MatchError> {
    let mut all = Vec::new();
    for r in store.runs()? {
        let mut l = Looked { run: r.run.clone(), ..Looked::of(&r.spec) };
        for s in store.summaries(&r.run)? {
            l.pairs = [l.pairs[0].min(s.pair), l.pairs[1].max(s.pair + 1)];
        }
        all.push(l);
    }
    Ok(all)
}

impl Play for Local<'_> {
    fn play(&mut self, spec: &MatchSpec) -> Result<Vec<PairScore>, MatchError> {
        let spec = spec.clone().checked()?;
        let options = RunOptions {
            jobs: self.jobs,
            stop: self.stop.clone(),
            store: Some(&mut *self.store),
            records: None,
        };
        let watch = &mut self.watch;
        let report = run(&spec, options, |p| watch(&spec, p))?;
        self.last = Some(report);
        if self.stop.is_raised() {
            return Err(MatchError::Spec(
                "stopped; what was played is in the store, the same command goes on".into(),
            ));
        }
        let end = spec.first_pair.saturating_add(spec.pairs);
        let legs = self.store.summaries(&spec.run_id())?;
        Ok(legs
            .chunk_by(|a, b| a.pair == b.pair)
            .filter(|two| two.len() == 2 && (spec.first_pair..end).contains(&two[0].pair))
            .map(|two| PairScore {
                pair: two[0].pair,
                quarters: two[0].halves.zip(two[1].halves).map(|(x, y)| x + y),
            })
            .collect())
    }
}

/// How tuned parameters reach an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Carrier {
    /// A parameter file for the built-in engine, written into this folder; the
    /// text of a base file stands before the tuned values.
    File {
        /// The folder.
        folder: PathBuf,
        /// Lines of the base file that are kept.
        base: String,
    },
    /// Options by name, for programs.
    Options,
}

impl Carrier {
    /// The engine with these values.
    pub fn set(
        &self,
        engine: &Contender,
        names: &[&str],
        values: &[f64],
        side: &str,
    ) -> Result<Contender, MatchError> {
        let mut engine = engine.clone();
        match self {
            Carrier::Options => {
                for (name, value) in names.iter().zip(values) {
                    engine.options.insert((*name).into(), format!("{value}"));
                }
            }
            Carrier::File { folder, base } => {
                let text = parameter_file(base, names, values);
                // The name holds the content: equal names, equal engines.
                let hash = &blake3::hash(text.as_bytes()).to_hex()[..12];
                let path = folder.join(format!("{side}-{hash}.toml"));
                std::fs::create_dir_all(folder)?;
                std::fs::write(&path, text)?;
                engine.params = Some(path);
            }
        }
        Ok(engine)
    }
}

/// A parameter file with the base's lines, but for those that are set anew.
pub fn parameter_file(base: &str, names: &[&str], values: &[f64]) -> String {
    let mut text = String::new();
    for line in base.lines() {
        let name = line.split('=').next().unwrap_or("").trim().trim_matches('"');
        if !names.contains(&name) {
            text.push_str(line);
            text.push('\n');
        }
    }
    for (name, value) in names.iter().zip(values) {
        // Quoted, so that a dot is part of the name.
        text.push_str(&format!("\"{name}\" = {value}\n"));
    }
    text
}

/// The match of one iteration.
pub fn iteration_spec(
    base: &MatchSpec,
    spsa: &Spsa,
    task: &Task,
    carrier: &Carrier,
) -> Result<MatchSpec, MatchError> {
    let names: Vec<&str> = spsa.spec().parameter.iter().map(|p| p.name.as_str()).collect();
    let each = spsa.spec().pairs_each;
    Ok(MatchSpec {
        a: carrier.set(&base.a, &names, &task.plus, "plus")?,
        b: carrier.set(&base.a, &names, &task.minus, "minus")?,
        pairs: each,
        first_pair: base.first_pair + task.iteration * each,
        seed: format!("{}/tune", base.seed),
        purpose: "tune".into(),
        ..base.clone()
    })
}

/// The confirming match: the tuned values against those at the start, on deals
/// that the tuning never saw.
pub fn tuned_against_start(
    base: &MatchSpec,
    spsa: &Spsa,
    carrier: &Carrier,
    pairs: u64,
) -> Result<MatchSpec, MatchError> {
    let names: Vec<&str> = spsa.spec().parameter.iter().map(|p| p.name.as_str()).collect();
    let start: Vec<f64> = spsa.spec().parameter.iter().map(|p| p.start).collect();
    Ok(MatchSpec {
        a: carrier.set(&base.a, &names, &spsa.values(), "tuned")?,
        b: carrier.set(&base.a, &names, &start, "start")?,
        pairs,
        seed: format!("{}/confirm", base.seed),
        purpose: super::confirm::PURPOSE.into(),
        ..base.clone()
    })
}

/// Wins less losses, in games, of the first contender.
pub fn net(pairs: &[PairScore]) -> i64 {
    pairs.iter().filter_map(|p| p.quarters).map(|q| i64::from(q) - 2).sum()
}

/// Writes a state so that a crash leaves the old one or the new one.
pub fn save(path: &Path, spsa: &Spsa) -> Result<(), MatchError> {
    let text = serde_json::to_string(&spsa.saved())
        .map_err(|e| MatchError::Spec(format!("state: {e}")))?;
    let beside = path.with_extension("part");
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, path)?;
    Ok(())
}

impl From<SpsaError> for MatchError {
    fn from(e: SpsaError) -> Self {
        MatchError::Spec(e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_replace_lines_and_dots_stay_in_names() {
        let text = parameter_file(
            "tempo = 3\n\"hunt.mid\" = 8\n# note\n",
            &["hunt.mid", "x"],
            &[11.0, 2.0],
        );
        assert_eq!(text, "tempo = 3\n# note\n\"hunt.mid\" = 11\n\"x\" = 2\n");
    }

    #[test]
    fn net_counts_games() {
        let p = |q| PairScore { pair: 0, quarters: q };
        assert_eq!(net(&[p(Some(4)), p(Some(0)), p(Some(3)), p(None), p(Some(2))]), 1);
    }
}
