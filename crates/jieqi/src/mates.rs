//! Mates in one, seen without search: which moves can give check, whether the general
//! has a step left, and only then whether anything else helps.

use crate::bits::{
    ALL, Bits, DIAGONAL, ELEPHANT_NEAR, GENERAL, HORSE_NEAR, NEAR, Occupied, SOLDIER_FROM, bit,
    file_of, rank_of, squares,
};
use crate::board::{Move, View};
use crate::piece::{Role, Square};
use touchstone_kernel::{After, Position, Side};

/// Where a change may attack the other general: by a piece that leaves or enters these
/// squares, through another one; by a cannon behind a screen.
struct Opened {
    leaving: Bits,
    entering: Bits,
    behind: Bits,
}

impl View {
    /// A move whose piece is known that mates: the rules end the game there, whatever
    /// has been before. Stalemates and dark moves that mate as any piece are not looked for.
    pub fn mate_in_one(&self) -> Option<Move> {
        let side = self.mover();
        let king = self.general(side.other());
        let own = self.pieces(side);
        let o = self.occupied();
        let one = self.single_type(side);
        let known = if one.is_some() { own } else { own & !self.dark() };
        let opened = self.opened(king, side);
        let lines = rank_of(king) | file_of(king);
        // Far from the general only these can check, whatever they do.
        let far = self.acting(Role::Chariot)
            | self.acting(Role::Cannon)
            | self.acting(Role::Horse)
            | self.acting(Role::Elephant)
            | if one.is_some() { self.dark() } else { 0 };
        let movers = match opened.entering {
            0 => known & (far | NEAR[king.index()] | opened.leaving),
            _ => known,
        };
        for from in squares(movers, side) {
            let p = self.piece(from);
            let role = if p.is_dark() { one? } else { p.role() };
            let direct = match role {
                Role::Chariot => o.chariot(king),
                // A cannon on the line may make a screen of what was behind it.
                Role::Cannon if bit(from) & lines != 0 => lines,
                Role::Cannon => opened.behind,
                Role::Horse => HORSE_NEAR[king.index()],
                Role::Elephant => ELEPHANT_NEAR[king.index()],
                Role::Advisor => DIAGONAL[king.index()],
                Role::Soldier => SOLDIER_FROM[side.index()][king.index()],
                Role::General => 0,
            };
            let leaving = bit(from) & opened.leaving != 0;
            let watched = if leaving { ALL } else { direct | opened.entering };
            for to in squares(self.reach(from) & !own & watched, side) {
                let m = Move { from, to };
                let after = o.without(from).with(to);
                let checks = attacks(role, side, to, king, after)
                    || (leaving || bit(to) & opened.entering != 0)
                        && self.is_exposed(king, side, after, bit(from));
                if checks
                    && !self.has_flight(m, role, king, after)
                    && self.is_legal(m)
                    && !self.after(m).settled().has_moves()
                {
                    return Some(m);
                }
            }
        }
        None
    }

    /// The only type that a colour's dark pieces can still be.
    fn single_type(&self, side: Side) -> Option<Role> {
        let mut types = self.pool(side).each();
        let one = types.next();
        if types.next().is_some() { None } else { one.map(|x| x.0) }
    }

    fn opened(&self, king: Square, side: Side) -> Opened {
        let own = self.pieces(side);
        let o = self.occupied();
        let mut opened = Opened { leaving: 0, entering: 0, behind: 0 };
        let (seen, second) = (o.chariot(king), o.cannon(king));
        let first = seen & o.plain;
        let cannons = self.acting(Role::Cannon) & own;
        if cannons != 0 {
            let screened =
                squares(first, Side::One).fold(o, |o, screen| o.without(screen)).chariot(king);
            opened.behind = screened & !seen;
            for line in [rank_of(king), file_of(king)] {
                if line & cannons & first != 0 {
                    opened.entering |= line & seen & !first;
                }
                if line & cannons & !first != 0 {
                    // Two pieces between, of which one may go.
                    opened.leaving |= line & (first | second);
                }
            }
        }
        if self.acting(Role::Chariot) & own & second != 0 {
            opened.leaving |= first;
        }
        let i = king.index();
        let jumpers = HORSE_NEAR[i] & self.acting(Role::Horse)
            | ELEPHANT_NEAR[i] & self.acting(Role::Elephant) & !self.dark();
        if jumpers & own != 0 {
            opened.leaving |= DIAGONAL[i];
        }
        opened
    }

    /// Whether the general on `king` has a safe step once the piece that acts as `role`
    /// has made the move `m`, which leaves `o` occupied.
    fn has_flight(&self, m: Move, role: Role, king: Square, o: Occupied) -> bool {
        let side = self.mover();
        let steps = GENERAL[king.index()] & !(self.pieces(side.other()) & !bit(m.to));
        let away = o.without(king);
        squares(steps, side).any(|s| {
            let o = away.with(s);
            // The piece that moved is taken, or watches from where it stands now.
            !(s != m.to && attacks(role, side, m.to, s, o)
                || self.is_exposed(s, side, o, bit(m.from) | bit(s)))
        })
    }
}

/// Whether a piece of `side` on `from` that acts as `role` attacks `target`.
fn attacks(role: Role, side: Side, from: Square, target: Square, o: Occupied) -> bool {
    let i = target.index();
    let set = match role {
        Role::Chariot => o.chariot(target),
        Role::Cannon => o.cannon(target),
        Role::Horse => o.horse_from(target),
        Role::Elephant => o.elephant(target),
        Role::Advisor => DIAGONAL[i],
        Role::Soldier => SOLDIER_FROM[side.index()][i],
        // Only to say where the other general cannot go: facing each other is no legal move.
        Role::General => o.chariot_file(target),
    };
    set & bit(from) != 0
}
