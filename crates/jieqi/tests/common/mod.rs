//! Helpers of the tests: random play, positions, a slow rule book that shares
//! no code with the crate's move generator.

#![allow(dead_code, reason = "each test binary uses its own part")]

use touchstone_jieqi::{Event, Observer, Piece, Role, Square, View};
use touchstone_kernel::position::Outcome;
use touchstone_kernel::{After, Line, List, Position, Rng, Side};

pub type Setup = touchstone_kernel::Setup<View>;

pub fn view(text: &str) -> View {
    touchstone_jieqi::fen::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).view
}

pub fn start() -> View {
    View::start(Observer::Seat(Side::One))
}

pub fn legal(v: &View) -> Vec<touchstone_jieqi::Move> {
    let line = line_of(v);
    touchstone_kernel::legal_moves(v, &line)
}

pub fn line_of(v: &View) -> Line<View> {
    Line::new(touchstone_jieqi::Rules::MISTBOARD, v, touchstone_jieqi::Mark::of_start(v, 0, 0))
}

pub fn random_event(v: &View, m: touchstone_jieqi::Move, rng: &mut Rng) -> Event {
    let after = v.after(m);
    let mut list: List<Outcome<Event>> = List::new();
    after.outcomes(&mut list);
    match rng.weighted(list.iter().map(|o| o.weight)) {
        Some(k) => list[k].event,
        None => Event::default(),
    }
}

/// A random game of at most `plies` plies from the start, in the view of `observer`.
pub fn random_walk(
    rng: &mut Rng,
    observer: Observer,
    plies: usize,
    mut see: impl FnMut(&View),
) -> View {
    let mut v = View::start(observer);
    for _ in 0..plies {
        see(&v);
        let moves = legal(&v);
        if moves.is_empty() {
            break;
        }
        // Captures and reveals a little more often, so that games get somewhere.
        let pick = |rng: &mut Rng| moves[rng.index(moves.len())];
        let mut m = pick(rng);
        if v.piece(m.to).is_empty() {
            m = pick(rng);
        }
        let e = random_event(&v, m, rng);
        v = v.after(m).resolve(e);
    }
    v
}

/// Random positions after random numbers of plies, seen by the side to move.
pub fn random_views(seed: u64, n: usize, plies: u64) -> Vec<View> {
    let mut rng = Rng::seeded(seed, "random views");
    let mut found = Vec::new();
    while found.len() < n {
        let k = rng.below(plies) as usize;
        let observer = Observer::Seat(if rng.below(2) == 0 { Side::One } else { Side::Two });
        let v = random_walk(&mut rng, observer, k, |_| {});
        if v.has_moves() {
            found.push(v);
        }
    }
    found
}

/// A sparse random position: few pieces, small pools, no general attacked by
/// the side to move.
pub fn small_view(rng: &mut Rng, pieces: usize) -> View {
    loop {
        if let Some(v) = try_small(rng, pieces) {
            return v;
        }
    }
}

fn try_small(rng: &mut Rng, pieces: usize) -> Option<View> {
    let mut cells = [' '; 90];
    for side in 0..2usize {
        let (f, r) = (3 + rng.index(3), rng.index(3));
        let r = if side == 0 { r } else { 9 - r };
        cells[r * 9 + f] = if side == 0 { 'K' } else { 'k' };
    }
    let mut pools = [[0u32; 6]; 2];
    let most = [2u32, 2, 2, 5, 2, 2];
    let mut used = [[0u32; 6]; 2];
    for _ in 0..pieces {
        let side = rng.index(2);
        let role = rng.index(6);
        if used[side][role] >= most[role] {
            continue;
        }
        let dark = rng.below(2) == 0;
        let s = if dark {
            let homes: Vec<usize> = (0..90)
                .filter(|&i| {
                    touchstone_jieqi::piece::home_role(Side::BOTH[side], Square::of_index(i))
                        .is_some()
                })
                .collect();
            homes[rng.index(homes.len())]
        } else {
            rng.index(90)
        };
        if cells[s] != ' ' {
            continue;
        }
        used[side][role] += 1;
        let c = Role::of_index(role).letter(Side::BOTH[side]);
        if dark {
            pools[side][role] += 1;
            cells[s] = if side == 0 { 'X' } else { 'x' };
        } else {
            cells[s] = c;
        }
    }
    // Now and then something was lost unseen.
    if rng.below(3) == 0 {
        let side = rng.index(2);
        let role = rng.index(6);
        if used[side][role] < most[role] {
            pools[side][role] += 1;
        }
    }
    let mut text = String::new();
    for r in (0..10).rev() {
        for f in 0..9 {
            let c = cells[r * 9 + f];
            if c == ' ' { text.push('1') } else { text.push(c) }
        }
        if r > 0 {
            text.push('/');
        }
    }
    text.push_str(if rng.below(2) == 0 { " w " } else { " b " });
    for (side, pool) in pools.iter().enumerate() {
        for (role, n) in pool.iter().enumerate() {
            text.push(Role::of_index(role).letter(Side::BOTH[side]));
            text.push_str(&n.to_string());
        }
    }
    text.push_str(" 0 1");
    let v = touchstone_jieqi::fen::parse(&text).ok()?.view;
    v.has_moves().then_some(v)
}

/// The rules once more, cell by cell.
pub mod slow {
    use super::*;

    fn at(v: &View, f: i32, r: i32) -> Option<Piece> {
        ((0..9).contains(&f) && (0..10).contains(&r))
            .then(|| v.piece(Square::at(f as usize, r as usize)))
    }

    fn board(v: &View) -> Vec<Piece> {
        (0..90).map(|i| v.piece(Square::of_index(i))).collect()
    }

    struct Grid(Vec<Piece>);

    impl Grid {
        fn get(&self, f: i32, r: i32) -> Option<Piece> {
            ((0..9).contains(&f) && (0..10).contains(&r)).then(|| self.0[(r * 9 + f) as usize])
        }
        fn free(&self, f: i32, r: i32) -> bool {
            self.get(f, r).is_some_and(|p| p.is_empty())
        }

        fn targets(&self, f: i32, r: i32) -> Vec<(i32, i32)> {
            let p = self.get(f, r).unwrap();
            let red = p.side() == Side::One;
            let up = if red { 1 } else { -1 };
            let mut out = Vec::new();
            match p.role() {
                Role::Chariot | Role::Cannon => {
                    for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                        let (mut x, mut y) = (f + df, r + dr);
                        while self.free(x, y) {
                            out.push((x, y));
                            x += df;
                            y += dr;
                        }
                        if p.role() == Role::Chariot {
                            out.push((x, y));
                        } else {
                            x += df;
                            y += dr;
                            while self.free(x, y) {
                                x += df;
                                y += dr;
                            }
                            out.push((x, y));
                        }
                    }
                }
                Role::Horse => {
                    for df in -2..=2i32 {
                        for dr in -2..=2i32 {
                            if df.abs() + dr.abs() == 3 && df != 0 && dr != 0 {
                                let leg =
                                    if df.abs() == 2 { (f + df / 2, r) } else { (f, r + dr / 2) };
                                if self.free(leg.0, leg.1) {
                                    out.push((f + df, r + dr));
                                }
                            }
                        }
                    }
                }
                Role::Elephant => {
                    for (df, dr) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                        if self.free(f + df, r + dr) {
                            let y = r + 2 * dr;
                            if !p.is_dark() || (y <= 4) == (r <= 4) {
                                out.push((f + 2 * df, y));
                            }
                        }
                    }
                }
                Role::Advisor => {
                    for (df, dr) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                        let (x, y) = (f + df, r + dr);
                        let palace = (3..=5).contains(&x) && (y <= 2 || y >= 7);
                        if !p.is_dark() || palace {
                            out.push((x, y));
                        }
                    }
                }
                Role::Soldier => {
                    out.push((f, r + up));
                    if !p.is_dark() && (if red { r >= 5 } else { r <= 4 }) {
                        out.push((f + 1, r));
                        out.push((f - 1, r));
                    }
                }
                Role::General => {
                    for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                        let (x, y) = (f + df, r + dr);
                        if (3..=5).contains(&x) && (if red { (0..=2).contains(&y) } else { y >= 7 })
                        {
                            out.push((x, y));
                        }
                    }
                    // The flying general, as an attack.
                    let mut y = r + up;
                    while self.free(f, y) {
                        y += up;
                    }
                    if self.get(f, y).is_some_and(|q| !q.is_empty() && q.role() == Role::General) {
                        out.push((f, y));
                    }
                }
            }
            out.retain(|&(x, y)| {
                self.get(x, y).is_some_and(|q| q.is_empty() || q.side() != p.side())
            });
            out.sort_unstable();
            out.dedup();
            out
        }

        fn attacked(&self, side: Side) -> bool {
            let k = (0..90).find(|&i| {
                let p = self.0[i];
                !p.is_empty() && p.role() == Role::General && p.side() == side
            });
            let Some(k) = k else { return true };
            let (kf, kr) = (k as i32 % 9, k as i32 / 9);
            (0..90).any(|i| {
                let p = self.0[i];
                !p.is_empty()
                    && p.side() != side
                    && self.targets(i as i32 % 9, i as i32 / 9).contains(&(kf, kr))
            })
        }
    }

    pub fn attacked(v: &View, side: Side) -> bool {
        let _ = at(v, 0, 0);
        Grid(board(v)).attacked(side)
    }

    /// Legal moves as texts, sorted.
    pub fn moves(v: &View) -> Vec<String> {
        let grid = Grid(board(v));
        let mut out = Vec::new();
        for i in 0..90 {
            let p = grid.0[i];
            if p.is_empty() || p.side() != v.mover() {
                continue;
            }
            let (f, r) = (i as i32 % 9, i as i32 / 9);
            for (x, y) in grid.targets(f, r) {
                let mut next = Grid(grid.0.clone());
                let q = next.0[(y * 9 + x) as usize];
                if !q.is_empty() && q.role() == Role::General {
                    continue;
                }
                next.0[(y * 9 + x) as usize] = Piece::new(p.role(), p.side());
                next.0[i] = Piece::EMPTY;
                if !next.attacked(v.mover()) {
                    out.push(format!(
                        "{}{}",
                        Square::at(f as usize, r as usize).name(),
                        Square::at(x as usize, y as usize).name()
                    ));
                }
            }
        }
        out.sort_unstable();
        out
    }
}
