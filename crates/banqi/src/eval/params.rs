//! The parameters of the evaluation: one documented struct.

/// A weight for the middle game and one for the end, blended linearly while the
/// last eight tiles are turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// With eight or more tiles face-down.
    pub mid: i32,
    /// With none face-down.
    pub end: i32,
}

impl Pair {
    /// A weight that does not change.
    pub const fn flat(x: i32) -> Pair {
        Pair { mid: x, end: x }
    }

    const fn new(mid: i32, end: i32) -> Pair {
        Pair { mid, end }
    }

    /// The weight with `down` tiles face-down.
    pub const fn at(self, down: u32) -> i32 {
        let h = if down > 8 { 8 } else { down as i32 };
        (self.mid * h + self.end * (8 - h)) / 8
    }
}

/// Weights of the evaluation, in units (a soldier of the full set is worth
/// about 120), shares in 64ths, decays in permille. The sources of the values
/// stand in [`Params::described`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// Worth of a piece that nothing but cannons and equals can take.
    pub free_piece: i32,
    /// Factor for each living enemy of higher kind that takes it, permille.
    pub captor_decay: Pair,
    /// Whether worth grows as captors vanish (1) or stays that of the full set
    /// (0). Off only to measure what it is worth.
    pub growth: i32,
    /// Factor on a general for each living enemy soldier, permille.
    pub soldier_decay: Pair,
    /// Worth of a cannon.
    pub cannon: Pair,
    /// Added to each piece by kind, `G A E R H C S`.
    pub extra: [i32; 7],
    /// Share of its worth that a piece without anything left to take keeps, 64ths.
    pub idle_share: i32,
    /// Share of its worth that a face-down piece counts, 64ths.
    pub unrevealed_share: Pair,
    /// Hunting: share of the target's worth at distance 1, 64ths, where the
    /// hunter takes the target and not the other way round.
    pub hunt: Pair,
    /// Added to `hunt` in proportion to the share of tiles turned up, 64ths.
    pub hunt_revealed: i32,
    /// For each free square beside a piece.
    pub mobility: Pair,
    /// For each friend beside a piece.
    pub protection: Pair,
    /// An attacked piece without a safe square beside it: share lost, 64ths.
    pub trapped: Pair,
    /// A target in a cannon's line: share of its worth, 64ths.
    pub cannon_line: Pair,
    /// For each face-down tile beside a piece.
    pub contact: i32,
    /// A piece without a safe square beside it; fewer units with 1, 2, 3 of them.
    pub confinement: Pair,
    /// For each piece that a side has fewer than four.
    pub last_pieces: Pair,
    /// A general with an enemy soldier beside it and no air; halves with each
    /// step between them and divides by one more than the safe squares.
    pub general_danger: i32,
    /// Having the move.
    pub tempo: Pair,
    /// Units that multiply the odds of winning by e.
    pub curve_scale: i32,
}

/// One parameter for people and tuners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Described {
    /// Its name, dotted where a pair or table has several values.
    pub name: &'static str,
    /// Its value.
    pub value: i32,
    /// The least that makes sense.
    pub least: i32,
    /// The most that makes sense.
    pub most: i32,
    /// A tuning step that can be felt.
    pub step: i32,
    /// Where the value comes from.
    pub source: &'static str,
}

impl Params {
    /// The values the engine plays with.
    pub const STANDARD: Params = Params {
        free_piece: 2316,
        captor_decay: Pair::new(490, 400),
        growth: 1,
        soldier_decay: Pair::new(780, 660),
        cannon: Pair::new(1104, 1544),
        extra: [-20, -16, 36, 28, 4, 48, 116],
        idle_share: 21,
        unrevealed_share: Pair::new(53, 66),
        hunt: Pair::new(8, 12),
        hunt_revealed: 11,
        mobility: Pair::new(48, 60),
        protection: Pair::new(56, 64),
        trapped: Pair::new(24, 21),
        cannon_line: Pair::new(18, 13),
        contact: 40,
        confinement: Pair::new(100, 112),
        last_pieces: Pair::new(272, 312),
        general_danger: 400,
        tempo: Pair::new(44, 40),
        curve_scale: 2100,
    };
}

/// Visits every value of a parameter struct by name.
macro_rules! parameters {
    ($( $name:literal, $($path:ident).+ $([$i:literal])?, $least:literal, $most:literal, $step:literal, $source:literal; )*) => {
        impl Params {
            /// Every parameter with its range, step and source.
            pub fn described(&self) -> Vec<Described> {
                vec![ $( Described {
                    name: $name,
                    value: self.$($path).+ $([$i])?,
                    least: $least,
                    most: $most,
                    step: $step,
                    source: $source,
                } ),* ]
            }

            /// Sets the parameter of that name; `false` if there is none or
            /// the value is outside its range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $( $name if ($least..=$most).contains(&value) => {
                        self.$($path).+ $([$i])? = value;
                        true
                    } )*
                    _ => false,
                }
            }
        }
    };
}

const _: () = assert!(Params::STANDARD.curve_scale >= 1);

parameters! {
    "free_piece", free_piece, 400, 6000, 100, "inherited: JacobLinCool/banqi (579, times 4)";
    "captor_decay.mid", captor_decay.mid, 200, 1000, 20, "inherited: JacobLinCool/banqi";
    "captor_decay.end", captor_decay.end, 200, 1000, 20, "inherited: JacobLinCool/banqi";
    "growth", growth, 0, 1, 1, "measured: docs/results/banqi.md, ablations";
    "soldier_decay.mid", soldier_decay.mid, 200, 1000, 20, "inherited: JacobLinCool/banqi";
    "soldier_decay.end", soldier_decay.end, 200, 1000, 20, "inherited: JacobLinCool/banqi";
    "cannon.mid", cannon.mid, 0, 3000, 50, "inherited: JacobLinCool/banqi (276, times 4)";
    "cannon.end", cannon.end, 0, 3000, 50, "inherited: JacobLinCool/banqi (386, times 4)";
    "extra.general", extra[0], -400, 400, 10, "inherited: JacobLinCool/banqi";
    "extra.advisor", extra[1], -400, 400, 10, "inherited: JacobLinCool/banqi";
    "extra.elephant", extra[2], -400, 400, 10, "inherited: JacobLinCool/banqi";
    "extra.chariot", extra[3], -400, 1600, 10, "inherited: JacobLinCool/banqi";
    "extra.horse", extra[4], -400, 400, 10, "inherited: JacobLinCool/banqi";
    "extra.cannon", extra[5], -400, 400, 10, "inherited: JacobLinCool/banqi";
    "extra.soldier", extra[6], -400, 400, 10, "inherited: JacobLinCool/banqi";
    "idle_share", idle_share, 0, 64, 4, "inherited: JacobLinCool/banqi (a third)";
    "unrevealed_share.mid", unrevealed_share.mid, 0, 96, 3, "inherited: JacobLinCool/banqi (0.83)";
    "unrevealed_share.end", unrevealed_share.end, 0, 96, 3, "inherited: JacobLinCool/banqi (1.04)";
    "hunt.mid", hunt.mid, 0, 64, 1, "inherited: JacobLinCool/banqi (chase 4 and danger 4)";
    "hunt.end", hunt.end, 0, 64, 1, "inherited: JacobLinCool/banqi (chase 7 and danger 5)";
    "hunt_revealed", hunt_revealed, 0, 64, 1, "inherited: JacobLinCool/banqi";
    "mobility.mid", mobility.mid, 0, 300, 6, "inherited: JacobLinCool/banqi (12, times 4)";
    "mobility.end", mobility.end, 0, 300, 6, "inherited: JacobLinCool/banqi (15, times 4)";
    "protection.mid", protection.mid, 0, 300, 6, "inherited: JacobLinCool/banqi (14, times 4)";
    "protection.end", protection.end, 0, 300, 6, "inherited: JacobLinCool/banqi (16, times 4)";
    "trapped.mid", trapped.mid, 0, 64, 2, "inherited: JacobLinCool/banqi";
    "trapped.end", trapped.end, 0, 64, 2, "inherited: JacobLinCool/banqi";
    "cannon_line.mid", cannon_line.mid, 0, 64, 2, "inherited: JacobLinCool/banqi";
    "cannon_line.end", cannon_line.end, 0, 64, 2, "inherited: JacobLinCool/banqi";
    "contact", contact, 0, 300, 6, "inherited: JacobLinCool/banqi (10, times 4)";
    "confinement.mid", confinement.mid, 0, 600, 10, "inherited: JacobLinCool/banqi (25, times 4)";
    "confinement.end", confinement.end, 0, 600, 10, "inherited: JacobLinCool/banqi (28, times 4)";
    "last_pieces.mid", last_pieces.mid, 0, 1200, 30, "inherited: JacobLinCool/banqi (68, times 4)";
    "last_pieces.end", last_pieces.end, 0, 1200, 30, "inherited: JacobLinCool/banqi (78, times 4)";
    "general_danger", general_danger, 0, 3000, 50, "guess: form after MistyBanqi, about half its weight";
    "tempo.mid", tempo.mid, 0, 300, 6, "inherited: JacobLinCool/banqi (11, times 4)";
    "tempo.end", tempo.end, 0, 300, 6, "inherited: JacobLinCool/banqi (10, times 4)";
    "curve_scale", curve_scale, 100, 10_000, 50, "measured: least log loss over 600 games of self-play at 400 nodes (docs/results/banqi.md)";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_set_and_lies_in_its_range() {
        for d in Params::STANDARD.described() {
            assert!((d.least..=d.most).contains(&d.value), "{}", d.name);
            let mut p = Params::STANDARD;
            assert!(p.set(d.name, d.least));
            assert_eq!(p.described().iter().find(|x| x.name == d.name).unwrap().value, d.least);
            assert!(!p.set(d.name, d.most + 1));
        }
        assert!(!Params { ..Params::STANDARD }.set("nonsense", 1));
    }
}
