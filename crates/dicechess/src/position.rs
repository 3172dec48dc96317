//! Where somebody decides (board and roll known) and where a roll is awaited.

use crate::dice::Pool;
use crate::layers::{CLOCK_MATTERS_FROM, Layers, Path, path_steps};
use crate::men::{Men, NO_SCORE};
use crate::rules::{DRAW_CLOCK, Rules};
use crate::turns::{self, Turn};
use std::cell::RefCell;
use touchstone_chess::Colour;
use touchstone_kernel::position::{Outcome, mix};
use touchstone_kernel::{After, Key, Line, List, Position, Seat, Side, Verdict};

/// A decision: a board, whose turn it is, and the dice to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DicePosition {
    /// The board in the view of the side to move.
    pub men: Men,
    /// Who is to move.
    pub turn: Colour,
    /// Number of the full move, from 1.
    pub number: u32,
    /// The dice that remain; none where the game is over.
    pub dice: Pool,
    /// Whether the side to move has just taken the other king.
    pub taken: bool,
    /// The rules of this game.
    pub rules: Rules,
}

/// The end of a turn: the next roll is awaited, or the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnEnd {
    /// The board in the view of the side that rolls next; after a king
    /// capture, which ends no turn, in the view of the side that took the king.
    pub men: Men,
    /// Who rolls next, or took the king.
    pub turn: Colour,
    /// Number of the full move.
    pub number: u32,
    /// Whether a king was taken.
    pub taken: bool,
    /// The rules of this game.
    pub rules: Rules,
}

/// A whole turn: the packed path of its steps in the mover's view, see
/// [`crate::layers::Path`]. No steps: a forced pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TurnMove(pub Path);

impl TurnMove {
    /// A forced pass.
    pub const PASS: TurnMove = TurnMove(0);
}

/// The seat of a colour: White decides first.
pub const fn seat_of(colour: Colour) -> Seat {
    match colour {
        Colour::White => Seat::First,
        Colour::Black => Seat::Second,
    }
}

fn key_of(men: &Men, extra: u64) -> Key {
    let mut key = Key(0x6469_6365);
    for word in
        [men.own, men.opp, men.pawns, men.knights, men.diagonal, men.straight, men.kings, extra]
    {
        key = Key(mix(key.0 ^ word).rotate_left(17));
    }
    let clock = if men.clock >= CLOCK_MATTERS_FROM { u64::from(men.clock) } else { 0 };
    key.mixed(
        u64::from(men.rights)
            | u64::from(men.ep_own) << 8
            | u64::from(men.ep_opp) << 16
            | clock << 24,
    )
}

/// The verdict of a board at the start of a turn of the side in whose view it is.
fn over(men: &Men, turn: Colour, taken: bool) -> Option<Verdict> {
    let (own, opp) = (men.kings & men.own != 0, men.kings & men.opp != 0);
    if taken || own && !opp {
        Some(Verdict::win(seat_of(turn), "king_captured"))
    } else if opp && !own {
        Some(Verdict::win(seat_of(turn.other()), "king_captured"))
    } else if men.clock >= DRAW_CLOCK {
        Some(Verdict::line_draw("no_progress"))
    } else {
        None
    }
}

thread_local! {
    static LAYERS: RefCell<(Layers, Vec<Turn>)> = RefCell::new((Layers::new(true), Vec::new()));
}

impl DicePosition {
    /// The legal turns with distinct ends, king captures last. Ends that
    /// differ only in the clock are one, except near the draw.
    pub fn distinct(&self) -> Vec<Turn> {
        let mut out = Vec::new();
        self.with_distinct(|turns| out.extend_from_slice(turns));
        out
    }

    fn with_distinct<R>(&self, f: impl FnOnce(&[Turn]) -> R) -> R {
        let clock = self.men.clock >= CLOCK_MATTERS_FROM;
        LAYERS.with_borrow_mut(|(layers, out)| {
            turns::distinct_turns(layers, &self.men, self.dice, self.rules, clock, &NO_SCORE, out);
            f(out)
        })
    }

    /// Every legal path, transpositions not merged. Empty for a forced pass.
    pub fn paths(&self) -> Vec<Path> {
        let mut list = Vec::new();
        turns::each_path(&self.men, self.dice, self.rules, &NO_SCORE, |path, _, _| list.push(path));
        list
    }

    /// The end of the turn with these steps, which must be possible ones.
    pub fn end_of(&self, path: Path) -> TurnEnd {
        let mut men = self.men;
        let mut taken = false;
        for s in path_steps(path) {
            if let Some((next, king)) = turns::after_step(&men, s, self.rules.ep_deleted_by_landing)
            {
                men = next;
                taken |= king;
            }
        }
        self.ended(&men, taken)
    }

    /// The end of a turn that is legal here.
    pub fn after_turn(&self, m: TurnMove) -> TurnEnd {
        self.end_of(m.0)
    }

    /// The end of the turn that leads to `men` (in the mover's view).
    pub fn ended(&self, men: &Men, taken: bool) -> TurnEnd {
        if taken {
            return TurnEnd {
                men: *men,
                turn: self.turn,
                number: self.number,
                taken,
                rules: self.rules,
            };
        }
        TurnEnd {
            men: men.ended().turned(),
            turn: self.turn.other(),
            number: self.number.saturating_add(u32::from(self.turn == Colour::Black)),
            taken,
            rules: self.rules,
        }
    }

    /// Whether `path` is a legal turn here (of no steps: a forced pass).
    pub fn is_legal(&self, path: Path) -> bool {
        turns::play_path(&self.men, self.dice, self.rules, path).is_some()
    }

    /// How the game ended here, if it did.
    pub fn outcome(&self) -> Option<Verdict> {
        over(&self.men, self.turn, self.taken)
    }

    /// The position with colours exchanged and ranks turned around: the same
    /// in the mover's view.
    pub fn flipped(&self) -> DicePosition {
        DicePosition { turn: self.turn.other(), ..*self }
    }

    /// The position in the mirror of the files; exact only without castling
    /// rights, so `None` with any.
    pub fn mirrored(&self) -> Option<DicePosition> {
        (self.men.rights == 0).then(|| DicePosition { men: self.men.mirrored(), ..*self })
    }
}

impl TurnEnd {
    /// The position after a roll.
    pub fn rolled(&self, dice: Pool) -> DicePosition {
        DicePosition {
            men: self.men,
            turn: self.turn,
            number: self.number,
            dice,
            taken: self.taken,
            rules: self.rules,
        }
    }

    /// How the game ended here, if it did.
    pub fn outcome(&self) -> Option<Verdict> {
        over(&self.men, self.turn, self.taken)
    }

    /// A key that is equal for positions that symmetry makes equal: seen by
    /// the side that rolls (which undoes the colours) and, without castling
    /// rights, the smaller of the board and its mirror.
    pub fn canonical_key(&self) -> Key {
        let key = key_of(&self.men, 1);
        if self.men.rights == 0 { key.min(key_of(&self.men.mirrored(), 1)) } else { key }
    }
}

impl Men {
    /// The board in the mirror of the files. Castling rights have no mirror
    /// image and are kept as they are.
    pub fn mirrored(&self) -> Men {
        let m = |x: u64| x.reverse_bits().swap_bytes();
        Men {
            own: m(self.own),
            opp: m(self.opp),
            pawns: m(self.pawns),
            knights: m(self.knights),
            diagonal: m(self.diagonal),
            straight: m(self.straight),
            kings: m(self.kings),
            ep_own: self.ep_own.reverse_bits(),
            ep_opp: self.ep_opp.reverse_bits(),
            ..*self
        }
    }
}

impl Position for DicePosition {
    type Rules = Rules;
    type Move = TurnMove;
    type Mark = ();
    type After = TurnEnd;

    const ORDERED_LINE: bool = false;

    fn seat(&self) -> Seat {
        seat_of(self.turn)
    }

    fn side(&self) -> Option<Side> {
        Some(self.turn.side())
    }

    /// One path to every distinct end, or the pass.
    fn moves(&self, _line: &Line<Self>, list: &mut List<TurnMove>) {
        if self.outcome().is_some() {
            return;
        }
        self.with_distinct(|turns| {
            list.extend(turns.iter().map(|t| TurnMove(t.path)));
            if turns.is_empty() {
                list.push(TurnMove::PASS);
            }
        });
    }

    fn verdict(&self, _line: &Line<Self>) -> Option<Verdict> {
        self.outcome()
    }

    fn after(&self, m: TurnMove) -> TurnEnd {
        self.end_of(m.0)
    }

    fn key(&self) -> Key {
        let state = self.turn.index() as u64 | u64::from(self.taken) << 1;
        key_of(&self.men, state << 8 | (self.dice.index() as u64) << 16)
    }

    fn mark(&self, _line: &Line<Self>, _after: &TurnEnd) {}

    /// The clock is in the position and in the key where it matters.
    fn line_horizon(&self, _line: &Line<Self>) -> u32 {
        u32::MAX
    }
}

impl After for TurnEnd {
    type Position = DicePosition;
    type Event = Pool;

    fn is_certain(&self) -> bool {
        self.outcome().is_some()
    }

    fn settled(&self) -> DicePosition {
        if self.is_certain() {
            self.rolled(Pool::NONE)
        } else {
            self.rolled(Pool::from_index(crate::dice::LAYERS[3]))
        }
    }

    fn key(&self) -> Key {
        let state = self.turn.index() as u64 | u64::from(self.taken) << 1;
        key_of(&self.men, state << 8 | 0xff << 16)
    }

    fn resets(&self) -> bool {
        true
    }

    fn outcomes(&self, list: &mut List<Outcome<Pool>>) {
        if !self.is_certain() {
            list.extend(Pool::rolls().map(|roll| Outcome { event: roll, weight: roll.weight() }));
        }
    }

    fn resolve(&self, e: Pool) -> DicePosition {
        self.rolled(e)
    }
}
