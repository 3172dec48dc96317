//! Exact endgame tables, made when asked for.
//!
//! A class is a set of face-up pieces with nothing face-down. A table stores
//! for each position and side to move who wins and the plies to the next
//! capture (or to a position without a move), because a capture sets the clock
//! back. A won position is a win under a clock only if that distance is at most
//! the plies that are left; else it is a draw.
//!
//! What the tables know and do not know: cannon jumps over any screen are
//! included. The draw clock is taken into account at the probe. Repetition is:
//! a probe answers only where no position of the line has come so often that
//! the winning line could meet it a last time. **The chase limit is not**: under
//! rules with one a probe gives no answer. Tables exist for the full 8x4 board.
//!
//! Games do no input or output: files are lent by the caller through [`Shelf`].

mod class;
mod file;

pub use class::{Class, MOST_PIECES, Outcome, canonical, name};
pub use file::Shelf;

use crate::board::Board;
use crate::piece::Tile;
use crate::position::tiles_on;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock};
use touchstone_kernel::{Line, Score};

/// Solved classes, shared by everyone who holds a clone of the same `Arc`.
#[derive(Default)]
pub struct Tables {
    classes: RwLock<HashMap<Vec<Tile>, Arc<Class>>>,
    shelf: Option<Box<dyn Shelf>>,
    trouble: Mutex<Option<String>>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tables({} classes)", self.len())
    }
}

impl Tables {
    /// No tables yet, nowhere to keep them.
    pub fn new() -> Tables {
        Tables::default()
    }

    /// No tables yet; what is made is kept on `shelf` and found there again.
    pub fn with_shelf(shelf: Box<dyn Shelf>) -> Tables {
        Tables { shelf: Some(shelf), ..Tables::default() }
    }

    /// The first thing that went wrong on writing to the shelf, once.
    pub fn take_trouble(&self) -> Option<String> {
        self.trouble.lock().ok()?.take()
    }

    /// Number of classes in memory.
    pub fn len(&self) -> usize {
        self.classes.read().map_or(0, |c| c.len())
    }

    /// Whether no class is in memory.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the class of these pieces is in memory.
    pub fn has(&self, tiles: &[Tile]) -> bool {
        self.known(&canonical(tiles).0).is_some()
    }

    fn known(&self, tiles: &[Tile]) -> Option<Arc<Class>> {
        self.classes.read().ok()?.get(tiles).cloned()
    }

    /// The class of these pieces (both colours among them, 2 to
    /// [`MOST_PIECES`]), made or fetched if it is not in memory.
    pub fn class(&self, tiles: &[Tile]) -> Arc<Class> {
        let (canon, _) = canonical(tiles);
        if let Some(found) = self.known(&canon) {
            return found;
        }
        let fetched = self.shelf.as_ref().and_then(|s| file::fetch(s.as_ref(), &canon));
        let class = match fetched {
            Some(class) => Arc::new(class),
            None => {
                let class = Arc::new(Class::solve(&canon, &|t| self.class(t)));
                if let Some(shelf) = &self.shelf {
                    // A shelf that cannot be written costs time, not results.
                    if let Err(e) = shelf.put(&file::file_name(&canon), &file::pack(&class))
                        && let Ok(mut trouble) = self.trouble.lock()
                    {
                        trouble.get_or_insert(e);
                    }
                }
                class
            }
        };
        if let Ok(mut map) = self.classes.write() {
            return Arc::clone(map.entry(canon).or_insert(class));
        }
        class
    }

    /// Whether a position is one of a table of at most `most` pieces.
    pub fn covers(board: &Board, most: usize) -> bool {
        let n = board.face_up().count_ones() as usize;
        board.face_down() == 0
            && (2..=most.min(MOST_PIECES)).contains(&n)
            && board.squares() == u32::MAX
            && touchstone_kernel::Side::BOTH.iter().all(|&s| board.pieces(s) != 0)
    }

    /// What the table of a position says, clock and history left aside, and a
    /// bound on the plies that can follow the next capture. Makes the table if
    /// it is missing. `None` where no table of at most `most` pieces covers it.
    pub fn look_up(&self, board: &Board, most: usize) -> Option<(Outcome, u16)> {
        if !Self::covers(board, most) {
            return None;
        }
        let mut found: [(Tile, u8); MOST_PIECES] = [(Tile::from_index(0)?, 0); MOST_PIECES];
        let mut n = 0;
        for (s, t) in tiles_on(board) {
            found[n] = (t, s);
            n += 1;
        }
        let pieces = &mut found[..n];
        pieces.sort_unstable();
        let mut flipped = [pieces[0]; MOST_PIECES];
        for (slot, &(t, s)) in pieces.iter().enumerate() {
            flipped[slot] = (t.flipped(), s);
        }
        let turned = &mut flipped[..n];
        turned.sort_unstable();
        let swap = turned.iter().map(|x| x.0).lt(pieces.iter().map(|x| x.0));
        let canon: &[(Tile, u8)] = if swap { turned } else { pieces };
        let mut tiles = [canon[0].0; MOST_PIECES];
        let mut squares = [0u8; MOST_PIECES];
        for (slot, &(t, s)) in canon.iter().enumerate() {
            tiles[slot] = t;
            squares[slot] = s;
        }
        let class = match self.known(&tiles[..n]) {
            Some(class) => class,
            None => self.class(&tiles[..n]),
        };
        let side = board.side_to_move()?;
        let side = if swap { side.other() } else { side };
        let tail = class.tail().saturating_sub(u16::from(class.longest()));
        Some((class.value(side, &squares[..n]), tail))
    }

    /// The proved value of a position under the rules and history of its line,
    /// for the side to move: a sure win or loss whose plies are a bound on the
    /// length, or a draw. `None` where no table speaks, see the module text.
    pub fn prove(&self, board: &Board, line: &Line<Board>, most: usize) -> Option<Score> {
        let rules = line.rules();
        if rules.chase_limit.is_some() || !Self::covers(board, most) {
            return None;
        }
        let (outcome, tail) = self.look_up(board, most)?;
        let clock = line.last().mark.clock;
        let left = rules.no_progress_plies.saturating_sub(clock);
        let (plies, won) = match outcome {
            Outcome::Draw => return Some(Score::DRAW),
            Outcome::Win(d) => (u16::from(d), true),
            Outcome::Loss(d) => (u16::from(d), false),
        };
        if plies > left {
            return Some(Score::DRAW);
        }
        // Everything behind the next capture has a full clock.
        if tail > rules.no_progress_plies {
            return None;
        }
        if let Some(n) = rules.repetition {
            // The winning line meets each position once at most.
            let near = u32::from(n.saturating_sub(1));
            if line.window().iter().any(|e| e.times >= near) {
                return None;
            }
        }
        let bound = u32::from(plies) + u32::from(tail);
        Some(if won { Score::win_in(bound) } else { Score::loss_in(bound) })
    }
}
