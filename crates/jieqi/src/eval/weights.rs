//! The weights of the evaluation: one documented struct, read from and written
//! to a small text form.

use super::terms::{FEATURES, GROUPS, Is};
use crate::piece::Role;
use touchstone_kernel::{Curve, TextError};

/// The fitted weights as text.
pub const FITTED: &str = include_str!("fitted.txt");

/// Weights in units of 1/400 of a factor e in the odds, early (32 pieces on
/// the board) and late (none).
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// With all 32 pieces on the board.
    pub early: [i32; FEATURES],
    /// With none left; between them in proportion to the pieces.
    pub late: [i32; FEATURES],
    /// Units that multiply the odds of winning by e.
    pub scale: u32,
}

impl Weights {
    /// The weights from which the fit began: orders of magnitude from public
    /// engines (reported in the fact sheet) and guesses.
    pub fn guess() -> Weights {
        let mut w = Weights { early: [0; FEATURES], late: [0; FEATURES], scale: 400 };
        let mut set = |i: usize, early: i32, late: i32| {
            w.early[i] = early;
            w.late[i] = late;
        };
        // R A C P N B.
        let material = [(640, 900), (110, 90), (330, 440), (80, 80), (350, 340), (130, 100)];
        let hidden = [420, 80, 320, 150, 350, 200];
        for i in 0..6 {
            set(Is::Material.first() + i, material[i].0, material[i].1);
            set(Is::Dark.first() + i, hidden[i], hidden[i]);
        }
        for (i, home) in [10, 0, 0, 0, 0, 0].into_iter().enumerate() {
            set(Is::Home.first() + i, home, home);
        }
        for rank in 0..10 {
            let r = rank as i32;
            let soldier = [0, 0, 0, 0, 5, 40, 55, 65, 60, 10][rank];
            set(Is::Rank.first() + 30 + rank, soldier, soldier);
            let horse = [-20, -5, 0, 5, 15, 25, 30, 30, 20, 0][rank];
            set(Is::Rank.first() + 40 + rank, horse, horse);
            set(Is::Rank.first() + rank, r.min(6) * 2, r.min(6) * 2);
        }
        for d in 0..5 {
            let c = 4 - d as i32;
            set(Is::File.first() + d, c, c);
            set(Is::File.first() + 10 + d, 3 * c, c);
            set(Is::File.first() + 15 + d, 6 * c, 8 * c);
            set(Is::File.first() + 20 + d, 3 * c, 3 * c);
        }
        for (i, m) in [5, 1, 3, 6, 2].into_iter().enumerate() {
            set(Is::Mobility.first() + i, m, m);
        }
        set(Is::DarkMobility.first(), 2, 2);
        for (i, v) in [250, 60, 180, 50, 180, 60, 130].into_iter().enumerate() {
            set(Is::Hanging.first() + i, v, v);
            set(Is::Loose.first() + i, v / 6, v / 6);
            set(Is::Lesser.first() + i, v / 8, v / 8);
        }
        for (i, v) in [22, 6, 12, 16, 16, 6, 5].into_iter().enumerate() {
            set(Is::Assault.first() + i, v, v);
        }
        set(Is::Barrel.first(), 40, 25);
        for (i, v) in [-30, -10, 0, 5, 5].into_iter().enumerate() {
            set(Is::Steps.first() + i, v, v);
        }
        set(Is::Guard.first(), 10, 10);
        set(Is::Tempo.first(), 25, 15);
        w
    }

    /// What the engine plays with: `fitted.txt`, whose head says where each
    /// number comes from. A test holds that it reads.
    pub fn standard() -> Weights {
        let guess = Weights::guess();
        Weights::read(FITTED, &guess).unwrap_or(guess)
    }

    /// The curve that turns units into expected results.
    pub fn curve(&self) -> Curve {
        Curve::new(f64::from(self.scale))
    }

    /// Worth of a face-up piece halfway through a game, for ordering moves.
    /// The general is worth more than all.
    pub fn worth(&self, role: Role) -> i32 {
        match role {
            Role::General => 10_000,
            _ => {
                let i = Is::Material.first() + role.index();
                (self.early[i] + self.late[i]) / 2
            }
        }
    }

    /// Worth of one dark piece that is this role, halfway through a game.
    pub fn hidden_worth(&self, role: Role) -> i32 {
        match role {
            Role::General => 0,
            _ => {
                let i = Is::Dark.first() + role.index();
                (self.early[i] + self.late[i]) / 2
            }
        }
    }

    /// Sets one weight, `material_0_early`, or `scale`; `false` if there is
    /// none of that name or the value is outside ±20000.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        if name == "scale" && (1..=100_000).contains(&value) {
            self.scale = value as u32;
            return true;
        }
        let (name, late) = match (name.strip_suffix("_early"), name.strip_suffix("_late")) {
            (Some(n), _) => (n, false),
            (_, Some(n)) => (n, true),
            _ => return false,
        };
        let Some((group, index)) = name.rsplit_once('_') else { return false };
        let index = index.parse::<usize>().ok();
        match (GROUPS.iter().find(|g| g.name == group), index) {
            (Some(g), Some(i)) if i < g.len && value.abs() <= 20_000 => {
                let list = if late { &mut self.late } else { &mut self.early };
                list[g.first + i] = value;
                true
            }
            _ => false,
        }
    }

    /// As text: a line for each group, `name early late` with numbers joined by commas.
    pub fn text(&self) -> String {
        let mut text = format!("scale {}\n", self.scale);
        let list = |w: &[i32]| w.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
        for g in GROUPS {
            let range = g.first..g.first + g.len;
            text.push_str(&format!(
                "{} {} {}\n",
                g.name,
                list(&self.early[range.clone()]),
                list(&self.late[range])
            ));
        }
        text
    }

    /// Reads [`Weights::text`]; groups that are not named keep the values of
    /// `base`. Empty lines and lines that begin with `#` are passed over.
    pub fn read(text: &str, base: &Weights) -> Result<Weights, TextError> {
        let mut w = base.clone();
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            w.read_line(line)
                .map_err(|e| TextError { place: format!("line {}, {}", n + 1, e.place), ..e })?;
        }
        Ok(w)
    }

    fn read_line(&mut self, line: &str) -> Result<(), TextError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if let ["scale", n] = words[..] {
            self.scale = n
                .parse()
                .ok()
                .filter(|n| (1..=100_000).contains(n))
                .ok_or_else(|| TextError::new("scale", n, "1 to 100000"))?;
            return Ok(());
        }
        let [name, early, late] = words[..] else {
            return Err(TextError::new("weights", line, "a group's name and two lists"));
        };
        let group = GROUPS.iter().find(|g| g.name == name).ok_or_else(|| {
            let known: Vec<&str> = GROUPS.iter().map(|g| g.name).collect();
            TextError::new("name", name, format!("one of scale, {}", known.join(", ")))
        })?;
        for (list, into) in [(early, &mut self.early), (late, &mut self.late)] {
            let numbers: Vec<i32> = list
                .split(',')
                .map(|x| x.parse::<i32>().ok().filter(|x| x.abs() <= 20_000))
                .collect::<Option<_>>()
                .ok_or_else(|| TextError::new(name, list, "integers within ±20000"))?;
            if numbers.len() != group.len {
                return Err(TextError::new(
                    name,
                    format!("{} numbers", numbers.len()),
                    format!("{}", group.len),
                ));
            }
            into[group.first..group.first + group.len].copy_from_slice(&numbers);
        }
        Ok(())
    }
}
