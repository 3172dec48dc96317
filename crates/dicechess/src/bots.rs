//! The frozen opponents: five built-in bots of the upstream engine, rebuilt
//! from their description, and one of them with its old miscounted king ring.
//!
//! All look one turn ahead. They list every legal turn as a path
//! (transpositions are not merged, so ties and random choices are uniform over
//! paths), score the board after the turn, and pick uniformly among the best.
//! They are rulers: nothing here may change with the engine.

use crate::layers::{Path, path_len};
use crate::men::{Men, PieceSquare};
use crate::position::{DicePosition, TurnMove};
use crate::turns::each_path;
use touchstone_chess::{Bitboard, Colour, Kind, Square, attacks};
use touchstone_kernel::{Position, Rng, Setup, Value};
use touchstone_search::{Analysis, Engine, Request, RootMove, Step};

/// How the pressure on the squares around the enemy king is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RingCount {
    /// Every own piece that attacks the square, once each.
    All,
    /// The fault of upstream issue 513: only the first non-empty class in the
    /// order pawns, knights, diagonal sliders, straight sliders, king. An
    /// early-exit attack test used as a counter.
    FirstKindOnly,
}

/// A frozen opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bot {
    /// Uniform over all paths.
    Random,
    /// Takes the king if it can; else avoids leaving its own attacked.
    MateAware,
    /// Material.
    Greedy,
    /// Material and exposure of the own king.
    Greedy2,
    /// Also pawn storm, proximity to the enemy king, and its ring.
    Aggressive,
    /// The same with the miscounted ring.
    AggressiveOld,
    /// The same with another weight of the ring, for the sweep.
    AggressiveRing(i32),
}

/// Names of the rulers with a line for people, in the order of the ladder.
pub static RULERS: [(&str, &str, Bot); 6] = [
    ("random", "any legal path with equal chance", Bot::Random),
    ("mate-aware", "takes a king, else avoids an attacked own king, else random", Bot::MateAware),
    ("greedy", "material after the turn (upstream's default bot)", Bot::Greedy),
    ("greedy2", "material, and an own king that is not attacked", Bot::Greedy2),
    ("aggressive", "also pawn storm, proximity and king ring", Bot::Aggressive),
    ("aggressive-old", "aggressive with the old miscounted king ring", Bot::AggressiveOld),
];

const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];
/// Points for each attacker of a square of the ring.
pub const RING_WEIGHT: i32 = 25;

static MATERIAL: PieceSquare = {
    let mut table = [[0i16; 64]; 6];
    let mut k = 0;
    while k < 6 {
        table[k] = [VALUES[k] as i16; 64];
        k += 1;
    }
    table
};

/// Material, own minus other, for the side in whose view the board is.
pub fn material(men: &Men) -> i32 {
    men.scored(&MATERIAL).score
}

/// −2000 if any own king is attacked by an enemy piece, once.
pub fn exposure(men: &Men) -> i32 {
    if own_king_attacked(men) { -2000 } else { 0 }
}

/// Whether any own king is attacked.
pub fn own_king_attacked(men: &Men) -> bool {
    let occ = Bitboard(men.occupied());
    Bitboard(men.kings & men.own).any(|s| {
        attacks::pawn(Colour::White, s).0 & men.pawns & men.opp != 0
            || attacks::knight(s).0 & men.knights & men.opp != 0
            || attacks::king(s).0 & men.kings & men.opp != 0
            || attacks::bishop(s, occ).0 & men.diagonal & men.opp != 0
            || attacks::rook(s, occ).0 & men.straight & men.opp != 0
    })
}

/// 15 points for each own pawn and each rank it has gone.
pub fn storm(men: &Men) -> i32 {
    Bitboard(men.pawns & men.own).map(|s| 15 * (i32::from(s.rank()) - 1)).sum()
}

/// Points for own pieces near the enemy king on `king`.
pub fn proximity(men: &Men, king: Square) -> i32 {
    let near = |set: u64, weight: i32| -> i32 {
        Bitboard(set & men.own).map(|s| (8 - i32::from(s.distance(king))) * weight).sum()
    };
    near(men.kind(Kind::Queen), 40)
        + near(men.kind(Kind::Rook), 25)
        + near(men.kind(Kind::Bishop) | men.knights, 15)
}

/// Own pieces that attack `s`: the complete set, each once.
pub fn attackers_of(men: &Men, s: Square) -> Bitboard {
    let occ = Bitboard(men.occupied());
    Bitboard(
        men.own
            & (attacks::pawn(Colour::Black, s).0 & men.pawns
                | attacks::knight(s).0 & men.knights
                | attacks::king(s).0 & men.kings
                | attacks::bishop(s, occ).0 & men.diagonal
                | attacks::rook(s, occ).0 & men.straight),
    )
}

/// The first non-empty class of own attackers of `s` in the order pawns,
/// knights, diagonal sliders, straight sliders, king. Not the complete set: it
/// answers whether a square is attacked and must not be used to count.
pub fn first_attackers(men: &Men, s: Square) -> Bitboard {
    let all = attackers_of(men, s);
    let occ = Bitboard(men.occupied());
    let classes = [
        men.pawns,
        men.knights,
        attacks::bishop(s, occ).0 & men.diagonal,
        attacks::rook(s, occ).0 & men.straight,
        men.kings,
    ];
    classes
        .into_iter()
        .map(|class| Bitboard(all.0 & class))
        .find(|set| set.is_any())
        .unwrap_or(Bitboard::EMPTY)
}

/// Sum over the squares around `king` of the own pieces that attack them.
pub fn ring_attacks(men: &Men, king: Square, count: RingCount) -> i32 {
    attacks::king(king)
        .map(|s| {
            let set = match count {
                RingCount::All => attackers_of(men, s),
                RingCount::FirstKindOnly => first_attackers(men, s),
            };
            set.count() as i32
        })
        .sum()
}

/// The enemy king that counts: the one with the lowest square index of the
/// board (not of the mover's view).
pub fn enemy_king(men: &Men, mover: Colour) -> Option<Square> {
    let kings = Bitboard(men.kings & men.opp);
    match mover {
        Colour::White => kings.first(),
        Colour::Black => kings.min_by_key(|s| s.flipped().index()),
    }
}

/// The terms of a bot's score, for display and tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BotTerms {
    /// Material.
    pub material: i32,
    /// Own king attacked.
    pub exposure: i32,
    /// Pawn storm.
    pub storm: i32,
    /// Proximity to the enemy king.
    pub proximity: i32,
    /// Pressure on the ring around it.
    pub ring: i32,
}

impl BotTerms {
    /// The sum.
    pub fn total(&self) -> i32 {
        self.material + self.exposure + self.storm + self.proximity + self.ring
    }
}

/// The aggressive bot's terms on a board in the view of the side that has moved.
pub fn aggressive_terms(men: &Men, mover: Colour, count: RingCount, weight: i32) -> BotTerms {
    let mut t =
        BotTerms { material: material(men), exposure: exposure(men), ..BotTerms::default() };
    if let Some(king) = enemy_king(men, mover) {
        t.storm = storm(men);
        t.proximity = proximity(men, king);
        t.ring = weight * ring_attacks(men, king, count);
    }
    t
}

impl Bot {
    fn ring(self) -> Option<(RingCount, i32)> {
        match self {
            Bot::Aggressive => Some((RingCount::All, RING_WEIGHT)),
            Bot::AggressiveOld => Some((RingCount::FirstKindOnly, RING_WEIGHT)),
            Bot::AggressiveRing(weight) => Some((RingCount::All, weight)),
            _ => None,
        }
    }

    /// The bot's score of a board (carrying material in [`Men::score`]) in the
    /// view of the side that has moved, the king not taken.
    fn score(self, men: &Men, mover: Colour) -> i64 {
        let units = match self {
            Bot::Random => 0,
            Bot::MateAware => i32::from(!own_king_attacked(men)),
            Bot::Greedy => men.score,
            Bot::Greedy2 => men.score + exposure(men),
            _ => {
                let mut sum = men.score + exposure(men);
                if let (Some(king), Some((count, weight))) = (enemy_king(men, mover), self.ring()) {
                    sum += storm(men) + proximity(men, king);
                    sum += weight * ring_attacks(men, king, count);
                }
                sum
            }
        };
        i64::from(units)
    }

    /// The bot's turn; `None` for a forced pass.
    pub fn choose(self, p: &DicePosition, rng: &mut Rng) -> Option<Path> {
        let mut best = i64::MIN;
        let mut list: Vec<Path> = Vec::new();
        let root = p.men.scored(&MATERIAL);
        each_path(&root, p.dice, p.rules, &MATERIAL, |path, men, king| {
            let score = match (king, self) {
                (_, Bot::Random) => 0,
                (true, Bot::MateAware) => i64::MAX,
                (true, _) => i64::MAX - path_len(path) as i64,
                (false, _) => self.score(men, p.turn),
            };
            if score > best {
                best = score;
                list.clear();
            }
            if score == best {
                list.push(path);
            }
        });
        (!list.is_empty()).then(|| list[rng.index(list.len())])
    }
}

/// A frozen opponent as an engine.
#[derive(Clone, Debug)]
pub struct Ruler {
    name: String,
    bot: Bot,
    seed: u64,
}

impl Ruler {
    /// The ruler of this name; `None` for an unknown one (there is no default).
    pub fn named(name: &str, seed: u64) -> Option<Ruler> {
        let &(_, _, bot) = RULERS.iter().find(|r| r.0 == name)?;
        Some(Ruler::of(bot, name, seed))
    }

    /// A bot under a name.
    pub fn of(bot: Bot, name: &str, seed: u64) -> Ruler {
        Ruler { name: format!("ruler:{name}"), bot, seed }
    }
}

impl Engine<DicePosition> for Ruler {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {}

    /// One move, drawn by a stream that is named by the seed and the position,
    /// so that equal requests get equal answers.
    fn analyse(
        &mut self,
        setup: &Setup<DicePosition>,
        request: &Request<DicePosition>,
    ) -> Analysis<DicePosition> {
        let mut analysis = Analysis {
            depth: 1,
            nodes: 0,
            time_ms: 0,
            static_score: None,
            moves: Vec::new(),
            outcomes: Vec::new(),
        };
        let Some(p) = setup.decision().filter(|p| p.outcome().is_none()) else { return analysis };
        let mut rng = Rng::keyed(&[
            "dicechess ruler".into(),
            self.seed.into(),
            p.key().0.into(),
            u64::from(p.number).into(),
        ]);
        let mv = match request.only.first() {
            Some(&only) if request.only.len() == 1 => only,
            _ => self.bot.choose(p, &mut rng).map_or(TurnMove::PASS, TurnMove),
        };
        analysis.nodes = 1;
        analysis.moves.push(RootMove {
            mv,
            value: Value::AtLeast(touchstone_kernel::Score::LOSS),
            proved: false,
            line: vec![Step { mv, event: None }],
            outcomes: Vec::new(),
            nodes: 1,
        });
        analysis
    }
}
