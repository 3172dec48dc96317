//! What a fit learns from: the positions of recorded games with the terms of
//! their static evaluation and the results.

use super::fit::Positions;
use crate::desk::{self, DeskError};
use crate::record::{GameRecord, replay};
use std::collections::BTreeMap;
use touchstone_kernel::Rng;

/// Which positions are taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Choose {
    /// Plies at the start that are left out, besides those that were drawn.
    pub skip_plies: usize,
    /// At most so many of each game, drawn at random; 0 for all.
    pub each_game: usize,
    /// Names the draw.
    pub seed: u64,
}

impl Default for Choose {
    fn default() -> Self {
        Choose { skip_plies: 0, each_game: 16, seed: 1 }
    }
}

/// Gathers positions game by game.
pub struct Gather {
    choose: Choose,
    params: Option<String>,
    rows: Vec<(BTreeMap<String, f32>, f32, u32)>,
    games: u32,
    units: String,
}

impl Gather {
    /// Nothing gathered; `params` is the text of a parameter file.
    pub fn new(choose: Choose, params: Option<String>) -> Gather {
        Gather { choose, params, rows: Vec::new(), games: 0, units: String::new() }
    }

    /// Takes the positions of one game; how many there were. Void games and
    /// those that ended by a fault or by their length are left out.
    pub fn add(&mut self, record: &GameRecord) -> Result<usize, DeskError> {
        if record.result.void
            || record.result.fault.is_some()
            || record.result.reason == "max_plies"
        {
            return Ok(0);
        }
        let game = desk::game(&record.game)?;
        let Some(mut referee) = replay(record)? else { return Ok(0) };
        let first = record.opening_plies as usize + self.choose.skip_plies;
        let mut plies: Vec<usize> = (first..record.plies.len()).collect();
        if self.choose.each_game > 0 && plies.len() > self.choose.each_game {
            let mut rng = Rng::keyed(&[
                "positions".into(),
                self.choose.seed.into(),
                u64::from(self.games).into(),
            ]);
            rng.shuffle(&mut plies);
            plies.truncate(self.choose.each_game);
            plies.sort_unstable();
        }
        let mut wanted = plies.into_iter().peekable();
        let mut taken = 0;
        for (k, ply) in record.plies.iter().enumerate() {
            if wanted.peek() == Some(&k) {
                wanted.next();
                let seat = referee.seat();
                let view = referee.view(seat);
                if view.seat().is_some() {
                    let eval = game.eval(view, self.params.as_deref())?;
                    let result = match record.result.winner.as_deref() {
                        None => 0.5,
                        Some(w) => f32::from(u8::from(w == seat.name())),
                    };
                    let mut row: BTreeMap<String, f32> = BTreeMap::new();
                    for t in &eval.terms {
                        *row.entry(t.name.clone()).or_default() += t.value as f32;
                    }
                    self.units = eval.units;
                    self.rows.push((row, result, self.games));
                    taken += 1;
                }
            }
            if wanted.peek().is_none() {
                break;
            }
            referee.play(&ply.token)?;
        }
        self.games += 1;
        Ok(taken)
    }

    /// The name of the units.
    pub fn units(&self) -> &str {
        &self.units
    }

    /// The positions, a column for each term that occurred.
    pub fn finish(self) -> Positions {
        let mut names: Vec<String> = self.rows.iter().flat_map(|r| r.0.keys().cloned()).collect();
        names.sort_unstable();
        names.dedup();
        let mut p = Positions::new(names.clone());
        let mut row = vec![0.0; names.len()];
        for (terms, result, game) in &self.rows {
            for (slot, name) in row.iter_mut().zip(&names) {
                *slot = terms.get(name).copied().unwrap_or(0.0);
            }
            p.push(&row, *result, *game);
        }
        p
    }
}

/// Reads positions from CSV text: a heading `result,game,TERM,...` and a row a
/// position; `result` is 0, 0.5 or 1 for the side whose terms they are.
///
/// # Errors
/// Line, what was found, what would be right.
pub fn from_csv(text: &str) -> Result<Positions, String> {
    let mut lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    let (_, heading) =
        lines.next().ok_or("line 1: found nothing; expected result,game,TERM,...")?;
    let names: Vec<&str> = heading.split(',').map(str::trim).collect();
    if names.len() < 3 || names[0] != "result" || names[1] != "game" {
        return Err(format!("line 1: found {heading:?}; expected result,game,TERM,..."));
    }
    let mut p = Positions::new(names[2..].iter().map(|n| n.to_string()).collect());
    let mut row = Vec::with_capacity(names.len());
    for (k, line) in lines {
        row.clear();
        for cell in line.split(',') {
            match cell.trim().parse::<f32>() {
                Ok(x) if x.is_finite() => row.push(x),
                _ => return Err(format!("line {}: found {cell:?}; expected a number", k + 1)),
            }
        }
        if row.len() != names.len() {
            return Err(format!(
                "line {}: found {} columns; expected {}",
                k + 1,
                row.len(),
                names.len()
            ));
        }
        if !(0.0..=1.0).contains(&row[0]) {
            return Err(format!("line {}: found result {}; expected 0 to 1", k + 1, row[0]));
        }
        p.push(&row[2..], row[0], row[1].max(0.0) as u32);
    }
    Ok(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_reads_and_its_errors_have_a_line() {
        let p = from_csv("result,game,material,tempo\n1,0,120,3\n0.5,1,-4,3\n").unwrap();
        assert_eq!((p.len(), p.games(), p.names.len()), (2, 2, 2));
        assert_eq!(p.summed().terms, [123.0, -1.0]);
        for (text, part) in [
            ("", "line 1"),
            ("result,material\n", "line 1"),
            ("result,game,x\n1,0,a\n", "line 2: found \"a\""),
            ("result,game,x\n1,0\n", "line 2: found 2 columns"),
            ("result,game,x\n\n3,0,1\n", "line 3: found result 3"),
        ] {
            let e = from_csv(text).unwrap_err();
            assert!(e.contains(part), "{e}");
        }
    }
}
