//! All legal turns of one roll: as distinct ends, and as paths.
//!
//! The maximum rule: a *finished* path takes no king and leaves no possible
//! step for the dice that remain, a king capture counting as possible. Legal
//! are the finished paths that spend the most dice, and every path that takes
//! a king, at any length.

use crate::dice::{LAYERS, Pool};
use crate::layers::{Layers, Options, Path, extended, path_len};
use crate::men::{Men, NO_SCORE, PieceSquare, step};
use crate::rules::Rules;
use touchstone_chess::Kind;

/// One legal turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// A path to the end.
    pub path: Path,
    /// The board after it in the mover's view, before the targets of the end
    /// of a turn are cleared ([`Men::ended`]).
    pub men: Men,
    /// Whether it takes a king, which ends the game.
    pub takes_king: bool,
}

/// Dice that a path spends, castling two.
pub fn dice_spent(root: &Men, path: Path) -> usize {
    let mut board = *root;
    let mut spent = 0;
    for s in crate::layers::path_steps(path) {
        spent += if is_castling(&board, s) { 2 } else { 1 };
        match after_step(&board, s, false) {
            Some((next, _)) => board = next,
            None => break,
        }
    }
    spent
}

/// Whether `s` is a castling on this board.
pub fn is_castling(men: &Men, s: u16) -> bool {
    let (from, to) = (s & 63, s >> 6 & 63);
    from == 4 && (to == 6 || to == 2) && men.kings & men.own & 1 << 4 != 0
}

/// The board after a step and whether it takes a king, by whatever die. `None`
/// if no die pays for it.
pub fn after_step(men: &Men, s: u16, landing: bool) -> Option<(Men, bool)> {
    let from = 1u64 << (s & 63);
    if men.own & from == 0 {
        return None;
    }
    if is_castling(men, s) {
        let short = s >> 6 & 63 == 6;
        return (men.castles() >> u8::from(!short) & 1 != 0)
            .then(|| (men.castled(short, &NO_SCORE), false));
    }
    let mut found = None;
    men.each_step(men.kind_on(from), landing, &NO_SCORE, |t, m, king| {
        if t == s {
            found = Some((*m, king));
        }
    });
    found
}

/// Whether any of the dice pays for a step, castling and king captures included.
pub fn can_go_on(men: &Men, dice: Pool) -> bool {
    dice.kinds().any(|k| men.can_step(k))
        || dice.has(Kind::King) && dice.has(Kind::Rook) && men.castles() != 0
}

/// The legal ends of `pool`, each once with one path to it, king captures
/// last. A forced pass gives nothing. Ends that differ only in the clock are
/// one, unless `clock` asks to keep them apart.
pub fn distinct_turns(
    layers: &mut Layers,
    root: &Men,
    pool: Pool,
    rules: Rules,
    clock: bool,
    table: &PieceSquare,
    out: &mut Vec<Turn>,
) {
    out.clear();
    let options =
        Options { landing: rules.ep_deleted_by_landing, clock, kings_are_men: false, table };
    let mut captures: Vec<Turn> = Vec::new();
    layers.begin(root);
    let subsets = pool.subsets();
    for i in 1..=pool.index() {
        if subsets >> i & 1 != 0 {
            layers.build(Pool::from_index(i), &options, |path, men| {
                if !captures.iter().any(|t| t.men == *men && (!clock || t.men.clock == men.clock)) {
                    captures.push(Turn { path, men: *men, takes_king: true });
                }
            });
        }
    }
    for layer in (1..=pool.len()).rev() {
        for i in LAYERS[layer]..LAYERS[layer + 1] {
            if subsets >> i & 1 == 0 {
                continue;
            }
            let spent = Pool::from_index(i);
            let left = spent.dice().try_fold(pool, Pool::minus).unwrap_or(Pool::NONE);
            for (m, &path) in layers.boards(spent).iter().zip(layers.paths(spent)) {
                if layer < pool.len()
                    && (can_go_on(m, left)
                        || out.iter().any(|t| t.men == *m && (!clock || t.men.clock == m.clock)))
                {
                    continue;
                }
                out.push(Turn { path, men: *m, takes_king: false });
            }
        }
        if !out.is_empty() {
            if rules.max_counts_king_captures
                && captures.iter().any(|t| dice_spent(root, t.path) > layer)
            {
                out.clear();
            }
            break;
        }
    }
    out.extend(captures);
}

/// Calls `f` with every legal path: the path, the board after it, whether it
/// takes a king. Transpositions are not merged. Returns the number of paths; a
/// forced pass gives none.
pub fn each_path(
    root: &Men,
    pool: Pool,
    rules: Rules,
    table: &PieceSquare,
    mut f: impl FnMut(Path, &Men, bool),
) -> u64 {
    let walk = Walk { rules, table, most: most_dice(root, pool, rules, table) };
    let mut count = 0;
    walk.go(root, pool, 0, 0, &mut |path, men, king| {
        count += 1;
        f(path, men, king);
    });
    count
}

/// The most dice that a finished path spends; `None` if there is none.
fn most_dice(root: &Men, pool: Pool, rules: Rules, table: &PieceSquare) -> Option<usize> {
    fn look(
        w: &Walk,
        m: &Men,
        left: Pool,
        spent: usize,
        goal: usize,
        best: &mut Option<usize>,
    ) -> bool {
        if *best == Some(goal) {
            return true;
        }
        if !can_go_on(m, left) {
            *best = (*best).max(Some(spent));
            return *best == Some(goal);
        }
        let mut done = false;
        w.steps(m, left, |rest, cost, _, next, king| {
            if done {
                return;
            }
            if !king {
                done = look(w, next, rest, spent + cost, goal, best);
            } else if w.rules.max_counts_king_captures {
                *best = (*best).max(Some(spent + cost));
            }
        });
        done
    }
    let walk = Walk { rules, table, most: None };
    let mut best = None;
    look(&walk, root, pool, 0, pool.len(), &mut best);
    best
}

struct Walk<'a> {
    rules: Rules,
    table: &'a PieceSquare,
    most: Option<usize>,
}

impl Walk<'_> {
    /// Every step that some die of `left` pays for: what remains, what it
    /// cost, the step, the board, whether it takes a king.
    #[inline]
    fn steps(&self, m: &Men, left: Pool, mut f: impl FnMut(Pool, usize, u16, &Men, bool)) {
        let landing = self.rules.ep_deleted_by_landing;
        for kind in Kind::ALL {
            if let Some(rest) = left.minus(kind) {
                m.each_step(kind, landing, self.table, |s, next, king| f(rest, 1, s, next, king));
            }
        }
        if let Some(rest) = left.minus(Kind::King).and_then(|p| p.minus(Kind::Rook)) {
            let which = m.castles();
            for (short, to) in [(true, 6), (false, 2)] {
                if which >> u8::from(!short) & 1 != 0 {
                    f(rest, 2, step(4, to, 0), &m.castled(short, self.table), false);
                }
            }
        }
    }

    fn go(
        &self,
        m: &Men,
        left: Pool,
        spent: usize,
        path: Path,
        f: &mut impl FnMut(Path, &Men, bool),
    ) {
        if path_len(path) > 0 && Some(spent) == self.most && !can_go_on(m, left) {
            f(path, m, false);
            return;
        }
        self.steps(m, left, |rest, cost, s, next, king| {
            if king {
                f(extended(path, s), next, true);
            } else {
                self.go(next, rest, spent + cost, extended(path, s), f);
            }
        });
    }
}

/// The turns of `path`'s steps if it is legal: the board after it and whether
/// it takes a king.
pub fn play_path(root: &Men, pool: Pool, rules: Rules, path: Path) -> Option<(Men, bool)> {
    let walk = Walk { rules, table: &NO_SCORE, most: most_dice(root, pool, rules, &NO_SCORE) };
    let mut board = *root;
    let mut left = pool;
    let mut spent = 0;
    let n = path_len(path);
    for (i, s) in crate::layers::path_steps(path).enumerate() {
        let mut found = None;
        walk.steps(&board, left, |rest, cost, t, next, king| {
            if t == s {
                found = Some((rest, cost, *next, king));
            }
        });
        let (rest, cost, next, king) = found?;
        if king {
            return (i + 1 == n).then_some((next, true));
        }
        (left, spent, board) = (rest, spent + cost, next);
    }
    if n == 0 {
        return (walk.most == Some(0) && !can_go_on(root, pool)).then_some((board, false));
    }
    (walk.most == Some(spent) && !can_go_on(&board, left)).then_some((board, false))
}
