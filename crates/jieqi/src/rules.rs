//! Rule values, presets, what the line remembers, and the verdicts of the line:
//! repetition, perpetual check, perpetual chase, the no-capture clock.

use crate::bits::{ALL, Bits, bit};
use crate::board::View;
use crate::piece::Square;
use touchstone_kernel::position::mix;
use touchstone_kernel::{Digest, Line, Position, Preset, Seat, Verdict, VerdictResult};

/// What a one-sided perpetual chase means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chase {
    /// A draw like any repetition.
    Draws,
    /// The chaser loses. Whether dark pieces chase and are chased (by the role
    /// of their home square) is open in the sources; a flag.
    Loses {
        /// Dark pieces count.
        dark_counts: bool,
    },
}

/// The rules of a game where sources differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Plies without a capture after which the game is drawn. A reveal or a
    /// soldier's step does not reset the count.
    pub no_capture_plies: u16,
    /// How often a position has to stand in the window to end the game.
    pub occurrences: u32,
    /// Perpetual chase.
    pub chase: Chase,
}

impl Rules {
    /// As the site mistboard plays (reported from its source).
    pub const MISTBOARD: Rules =
        Rules { no_capture_plies: 120, occurrences: 3, chase: Chase::Draws };
    /// As Pikafish's Jieqi branch judges (reported from its source). Its habit
    /// of counting a second occurrence inside a search is a habit of that
    /// search, not a rule, and is not taken over.
    pub const PIKAFISH: Rules =
        Rules { no_capture_plies: 80, occurrences: 3, chase: Chase::Loses { dark_counts: true } };
}

/// The presets, the default first.
pub static PRESETS: [Preset<Rules>; 2] = [
    Preset {
        name: "mistboard",
        rules: Rules::MISTBOARD,
        about: "120 plies without capture draw; perpetual check loses; perpetual chase draws",
    },
    Preset {
        name: "pikafish",
        rules: Rules::PIKAFISH,
        about: "80 plies without capture draw; perpetual check and perpetual chase lose",
    },
];

/// What the line remembers of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// Plies without capture.
    pub clock: u16,
    /// Full moves before this one: 0 in the first.
    pub full: u16,
    /// Whether the mover is in check, so that the move before gave it.
    pub check: bool,
    /// The move that led here; the same square twice for none.
    pub step: (u8, u8),
    /// The mover's pieces that the move before newly chased. Only kept where
    /// the rules ask for it.
    pub chased: Bits,
}

impl Mark {
    /// The mark of a position without history.
    pub fn of_start(view: &View, clock: u16, full: u16) -> Mark {
        Mark { clock, full, check: view.in_check(), step: (0, 0), chased: 0 }
    }
}

impl Digest for Mark {
    /// Check, steps and chases follow from the keys of the line; only the
    /// clock adds to them.
    fn digest(&self) -> u64 {
        mix(u64::from(self.clock) + 1)
    }
}

/// The verdict of the history on `view`, the last position of `line`: first
/// repetition, then the clock.
pub(crate) fn line_verdict(view: &View, line: &Line<View>) -> Option<Verdict> {
    let rules = line.rules();
    let last = line.last();
    if last.times >= rules.occurrences {
        return Some(repetition(view, line, rules));
    }
    (last.mark.clock >= rules.no_capture_plies).then(|| Verdict::line_draw("no_capture"))
}

fn loss_of(seat: Seat, reason: &'static str) -> Verdict {
    Verdict { result: VerdictResult::Win(seat.other()), reason, by_line: true }
}

fn repetition(view: &View, line: &Line<View>, rules: Rules) -> Verdict {
    let window = line.window();
    let key = line.last().key;
    let end = window.len() - 1;
    let before = window[..end].iter().rposition(|e| e.key == key).unwrap_or(0);
    let cycle = &window[before + 1..];
    // An entry is about the move of the other seat that led to it.
    let checks = |seat: Seat| {
        let mut moves = cycle.iter().filter(|e| e.seat == seat.other()).peekable();
        moves.peek().is_some() && moves.all(|e| e.mark.check)
    };
    let (own, other) = (checks(view.seat()), checks(view.seat().other()));
    match (own, other) {
        (true, false) => return loss_of(view.seat(), "perpetual_check"),
        (false, true) => return loss_of(view.seat().other(), "perpetual_check"),
        (true, true) => return Verdict::line_draw("repetition"),
        (false, false) => {}
    }
    if matches!(rules.chase, Chase::Draws) || cycle.iter().any(|e| e.mark.check) {
        return Verdict::line_draw("repetition");
    }
    let chases = |seat: Seat| {
        // Follows the victims through the moves of their side.
        let mut victims = ALL;
        let mut moved = false;
        for e in cycle {
            if e.seat == seat.other() {
                victims &= e.mark.chased;
                moved = true;
            } else {
                let (from, to) = e.mark.step;
                let carried = victims >> from & 1;
                victims &= !(bit(Square::of_index(from.into())) | bit(Square::of_index(to.into())));
                victims |= carried << to;
            }
        }
        moved && victims != 0
    };
    match (chases(view.seat()), chases(view.seat().other())) {
        (true, false) => loss_of(view.seat(), "perpetual_chase"),
        (false, true) => loss_of(view.seat().other(), "perpetual_chase"),
        _ => Verdict::line_draw("repetition"),
    }
}

/// Plies until a verdict of the line may fall, at least.
pub(crate) fn horizon(line: &Line<View>) -> u32 {
    let rules = line.rules();
    let clock = u32::from(rules.no_capture_plies.saturating_sub(line.last().mark.clock));
    clock.min(line.plies_to_repetition(rules.occurrences))
}
