//! Legal moves. Pseudo-legal targets come from the attack tables; only moves
//! that can touch a line or a leg near the general are tried out.

use crate::bits::{ALL, Bits, DIAGONAL, bit, file_of, rank_of, squares};
use crate::board::{Move, View};
use crate::piece::{Role, Square};
use std::ops::ControlFlow;
use touchstone_kernel::Side;

impl View {
    /// Squares where a change of occupation may expose the mover's general.
    fn risky(&self) -> Bits {
        let king = self.general(self.mover);
        let theirs = self.pieces(self.mover.other());
        let sliders = (self.acting(Role::Chariot) | self.acting(Role::Cannon)) & theirs;
        let mut risk = 0;
        if rank_of(king) & sliders != 0 {
            risk |= rank_of(king);
        }
        if file_of(king) & (sliders | bit(self.general(self.mover.other()))) != 0 {
            risk |= file_of(king);
        }
        // Legs of horses and eyes of elephants both lie diagonally next to the general.
        if (self.acting(Role::Horse) | self.acting(Role::Elephant) & !self.dark()) & theirs != 0 {
            risk |= DIAGONAL[king.index()];
        }
        risk
    }

    /// Whether a pseudo-legal move leaves the mover's general safe.
    #[inline]
    fn is_safe(&self, m: Move, king: Square) -> bool {
        let o = self.occupied().without(m.from).with(m.to);
        let target = if m.from == king { m.to } else { king };
        !self.is_exposed(target, self.mover.other(), o, bit(m.to))
    }

    /// Calls `f` with every legal move to a square of `targets`, until it breaks.
    #[inline]
    pub(crate) fn each_legal(
        &self,
        targets: Bits,
        mut f: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let own = self.pieces(self.mover);
        let king = self.general(self.mover);
        let risk = if self.checked { !0 } else { self.risky() };
        for from in squares(own, self.mover) {
            let always = from == king || bit(from) & risk != 0;
            for to in squares(self.reach(from) & targets & !own, self.mover) {
                let m = Move { from, to };
                if (always || bit(to) & risk != 0) && !self.is_safe(m, king) {
                    continue;
                }
                f(m)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the mover has a legal move.
    pub fn has_moves(&self) -> bool {
        if !self.checked {
            // Off the lines of the general nothing is exposed: most positions end here.
            let king = self.general(self.mover);
            let own = self.pieces(self.mover);
            let near = rank_of(king) | file_of(king) | DIAGONAL[king.index()] | bit(king);
            for from in squares(own & !near, Side::One) {
                if self.reach(from) & !own & !near != 0 {
                    return true;
                }
            }
        }
        self.each_legal(ALL, |_| ControlFlow::Break(())).is_break()
    }

    /// Whether `m` is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        let own = self.pieces(self.mover);
        own & bit(m.from) != 0
            && self.reach(m.from) & !own & bit(m.to) != 0
            && self.is_safe(m, self.general(self.mover))
    }
}
