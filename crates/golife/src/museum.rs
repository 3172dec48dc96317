//! Faults that this part exists to prevent, computed when asked.

use crate::exact::evaluate;
use crate::eyes::{self, EyeSpace, Historical, Measures};
use touchstone_go::{Board, Colour, Point, notation};

/// A piece: a position, what the faulty arm claims of it, what search says.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The position as a diagram.
    pub position: String,
    /// The faulty arm's answer.
    pub faulty: String,
    /// The sound arm's answer.
    pub sound: String,
    /// What the check found.
    pub says: String,
    /// Whether the check caught the fault.
    pub caught: bool,
    /// Whether the sound arm passes the check.
    pub sound_passes: bool,
}

/// White's large space with Black's stones in it.
const ROOMY: &str = include_str!("../data/roomy_eye.txt");

/// The roomy eye believed alive: the bulky-eye heuristic certifies two eyes, and
/// exact search of the same space shows that the attacker leaves at most one.
///
/// # Errors
/// A text if the position cannot be read (a test runs it).
pub fn roomy_eye() -> Result<Piece, String> {
    let board = notation::parse_diagram(ROOMY).map_err(|e| e.to_string())?;
    let at = largest(&board).ok_or("no eye space")?;
    let m = Measures::of(&board, &at);
    let h = Historical::of(&m);
    let (local, _) = eyes::local(&board, &at).ok_or("too large")?;
    let exact = evaluate(&local, at.outer, touchstone_go::Suicide::Forbidden);
    let caught = h.claims_life() && exact.value.min() < 2;
    Ok(Piece {
        position: notation::diagram(&board),
        faulty: format!(
            "size {}, effective {}, bulk {}, threshold {}: {} eyes, pessimistic {}: alive",
            m.points,
            m.effective(),
            m.bulk,
            m.threshold(),
            h.eyes,
            h.pess
        ),
        sound: format!(
            "value {} by search of {} states: dead if the attacker moves first",
            exact.value, exact.nodes
        ),
        says: format!("the claim of two eyes is refuted: exact minimum {}", exact.value.min()),
        caught,
        // The sound arm is the search itself; it must settle the space.
        sound_passes: exact.nodes > 0,
    })
}

/// The posted patch marked the strings that it had counted in an array on the
/// stack that it never cleared. This is that fault: marks of earlier calls stay, a
/// string found marked is not counted, and the bulk score depends on what was
/// asked before.
#[derive(Clone, Debug, Default)]
pub struct UnclearedMarks {
    marks: Vec<Point>,
}

impl UnclearedMarks {
    /// The bulk score as the posted patch computed it.
    pub fn bulk(&mut self, board: &Board, e: &EyeSpace) -> i32 {
        let mut bulk = Measures::of(board, e).bulk;
        let mut seen = Vec::new();
        for q in e.points.border() {
            if !board.is_stone(q, e.colour) || seen.contains(&board.head(q)) {
                continue;
            }
            let head = board.head(q);
            seen.push(head);
            if self.marks.contains(&head) {
                bulk -= 4;
            } else {
                self.marks.push(head);
            }
        }
        bulk
    }
}

/// The uninitialised marks of the posted patch: the same question asked twice gets
/// two answers; the estimator of this crate gives one.
///
/// # Errors
/// A text if the position cannot be read (a test runs it).
pub fn uncleared_marks() -> Result<Piece, String> {
    let board = notation::parse_diagram(ROOMY).map_err(|e| e.to_string())?;
    let e = largest(&board).ok_or("no eye space")?;
    let mut patch = UnclearedMarks::default();
    let (first, second) = (patch.bulk(&board, &e), patch.bulk(&board, &e));
    let ours: Vec<i32> = (0..3).map(|_| Measures::of(&board, &e).bulk).collect();
    let steady = ours.iter().all(|&b| b == ours[0]);
    Ok(Piece {
        position: notation::diagram(&board),
        faulty: format!("bulk {first}, asked again {second}"),
        sound: format!("bulk {}, asked again {}", ours[0], ours[1]),
        says: format!(
            "the same question must get the same answer: {first} and {second} do not agree"
        ),
        caught: first != second,
        sound_passes: steady,
    })
}

fn largest(board: &Board) -> Option<EyeSpace> {
    let spaces = board.points().iter().filter_map(|p| eyes::find(board, p, Some(Colour::White)));
    spaces.max_by_key(|e| e.points.len())
}
