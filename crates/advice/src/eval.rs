//! Does a goal hold? What is a number? Meanings as in the author's library.

use std::cell::Cell;

use touchstone_chess::general::{Man, Men, Point, Size, Step};
use touchstone_chess::{Colour, Kind};

use crate::program::{Goal, Measure, Number, Op, Spot, Test};

/// A position with the position where the search for this advice began.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The board's size.
    pub size: Size,
    /// The position that is asked about. We are White.
    pub men: &'a Men,
    /// The root of the search.
    pub root: &'a Men,
    own_area: Option<&'a Cell<u128>>,
    root_area: Option<&'a Cell<u128>>,
}

impl<'a> View<'a> {
    /// A position that is its own root.
    pub fn alone(size: Size, men: &'a Men) -> View<'a> {
        View::new(size, men, men)
    }

    /// A position in a search that began at `root`.
    pub fn new(size: Size, men: &'a Men, root: &'a Men) -> View<'a> {
        View { size, men, root, own_area: None, root_area: None }
    }

    /// The same, with places where the areas are kept once they are known: of the
    /// position and of the root. They begin with 0 and belong to these positions alone.
    pub fn keeping(self, own: &'a Cell<u128>, root: &'a Cell<u128>) -> View<'a> {
        View { own_area: Some(own), root_area: Some(root), ..self }
    }

    /// The root, as a position that is asked about.
    pub fn at_root(self) -> View<'a> {
        View { men: self.root, own_area: self.root_area, ..self }
    }

    /// Does the goal hold?
    pub fn holds(self, goal: &Goal) -> bool {
        match goal {
            Goal::Test(t) => self.test(t),
            Goal::Compare(a, c, b) => match (self.number(a), self.number(b)) {
                (Some(a), Some(b)) => c.holds(a, b),
                _ => false,
            },
            Goal::Not(g) => !self.holds(g),
            Goal::And(all) => all.iter().all(|g| self.holds(g)),
            Goal::Or(any) => any.iter().any(|g| self.holds(g)),
            Goal::Root(g) => self.at_root().holds(g),
            Goal::Named(_, g) => self.holds(g),
        }
    }

    /// A number's value; `None` if it is about a man that was never there.
    pub fn number(self, n: &Number) -> Option<i32> {
        Some(match n {
            Number::Int(v) => *v,
            Number::Root(n) => self.at_root().number(n)?,
            Number::Named(_, n) => self.number(n)?,
            Number::Sum(parts) => {
                let mut sum = 0i32;
                for (minus, n) in parts {
                    let v = self.number(n)?;
                    sum = if *minus { sum.saturating_sub(v) } else { sum.saturating_add(v) };
                }
                sum
            }
            Number::Measure(m, spots) => return self.measure(*m, spots),
        })
    }

    fn ours(self) -> Point {
        self.men.king(Colour::White)
    }

    fn theirs(self) -> Point {
        self.men.king(Colour::Black)
    }

    /// Number of the man that a square's name means, if it means one that is or was there.
    pub fn man_number(self, spot: &Spot) -> Option<usize> {
        match spot {
            Spot::Man(i) => ((*i as usize) < self.men.count()).then_some(*i as usize),
            Spot::Kind { ours, kind } => {
                let colour = if *ours { Colour::White } else { Colour::Black };
                self.find(|m| m.kind == *kind && m.colour == colour)
            }
            Spot::Bishop { light } => self.find(|m| {
                m.kind == Kind::Bishop && m.colour == Colour::White && is_light(m.at) == *light
            }),
            _ => None,
        }
    }

    fn find(self, fits: impl Fn(&Man) -> bool) -> Option<usize> {
        let all = self.men.men();
        let alive = (2..all.len()).find(|&i| fits(&all[i]) && !all[i].gone);
        alive.or_else(|| (2..all.len()).find(|&i| fits(&all[i])))
    }

    /// The square that is meant.
    pub fn spot(self, spot: &Spot) -> Option<Point> {
        Some(match spot {
            Spot::Fixed(p) => *p,
            Spot::Critical(s) => critical(self.spot(s)?, self.theirs()),
            Spot::Shift(s, dx, dy) => {
                let p = self.spot(s)?;
                Point::new(p.x + dx, p.y + dy)
            }
            Spot::Promotion(s) => Point::new(self.spot(s)?.x, self.size.ranks()),
            Spot::GoodCorner(s) => self.good_corner(self.spot(s)?)?,
            Spot::Root(s) => self.at_root().spot(s)?,
            Spot::Man(_) | Spot::Kind { .. } | Spot::Bishop { .. } => {
                self.men.man(self.man_number(spot)?).at
            }
        })
    }

    fn test(self, t: &Test) -> bool {
        let them = self.men.turn() == Colour::Black;
        let (w, b) = (self.ours(), self.theirs());
        let spot = |k: usize| t.args.get(k).and_then(|s| self.spot(s));
        let pair = || Some((spot(0)?, spot(1)?));
        match t.op {
            Op::True => true,
            Op::Unknown => false,
            Op::ThemToMove => them,
            Op::UsToMove => !them,
            Op::Mate => {
                them && self.men.in_check(self.size, Colour::Black) && !self.they_can_move()
            }
            Op::Stalemate => {
                them && !self.men.in_check(self.size, Colour::Black) && !self.they_can_move()
            }
            Op::InCheck => self.men.in_check(self.size, Colour::Black),
            Op::TheirKingEdge => self.size.edge(b),
            Op::OurKingEdge => self.size.edge(w),
            Op::KingsClose => w.distance(b) < 4,
            Op::RookLost => t.args.first().and_then(|s| self.man_number(s)).is_none_or(|i| {
                let r = self.men.man(i);
                r.gone || them && b.distance(r.at) == 1 && w.distance(r.at) != 1
            }),
            Op::Exposed => spot(0).is_some_and(|r| {
                let slack = if them { 0 } else { 1 };
                w.distance(r) > b.distance(r) + slack
            }),
            Op::NewRoomSmaller => {
                let root = self.at_root();
                let old = t.args.first().and_then(|s| root.spot(s));
                match (spot(0), old) {
                    (Some(r), Some(old)) => self.room(r) < root.room(old),
                    _ => false,
                }
            }
            Op::RoomGt2 => spot(0).is_some_and(|r| self.room(r) > 2),
            Op::Divides => {
                spot(0).is_some_and(|r| strictly(w.x, r.x, b.x) || strictly(w.y, r.y, b.y))
            }
            Op::ApproachedCritical => {
                let root = self.at_root();
                let old = t.args.first().and_then(|s| root.spot(s));
                match (spot(0), old) {
                    (Some(r), Some(old)) => {
                        w.manhattan(critical(r, b))
                            < root.ours().manhattan(critical(old, root.theirs()))
                    }
                    _ => false,
                }
            }
            Op::LPattern => spot(0).is_some_and(|r| w.manhattan(b) == 2 && r.manhattan(b) == 3),
            Op::NotFartherFromRook => {
                let root = self.at_root();
                let old = t.args.first().and_then(|s| root.spot(s));
                match (spot(0), old) {
                    (Some(r), Some(old)) => w.distance(r) <= root.ours().distance(old),
                    _ => false,
                }
            }
            Op::AnyLost => (2..self.men.count())
                .any(|i| self.men.man(i).colour == Colour::White && self.man_lost(i)),
            Op::Lost => match t.args.first().map(|s| self.man_number(s)) {
                Some(Some(i)) => self.man_lost(i),
                _ => true,
            },
            Op::Have => t
                .args
                .first()
                .and_then(|s| self.man_number(s))
                .is_some_and(|i| !self.men.man(i).gone),
            Op::Guarded => spot(0).is_some_and(|p| self.men.is_attacked(p, Colour::White)),
            Op::Threatened => spot(0).is_some_and(|p| self.men.is_attacked(p, Colour::Black)),
            Op::OnEdge => spot(0).is_some_and(|p| self.size.edge(p)),
            Op::InCorner => spot(0).is_some_and(|p| self.corner_distance(p) == 0),
            Op::Light => spot(0).is_some_and(is_light),
            Op::Dark => spot(0).is_some_and(|p| !is_light(p)),
            Op::Adjacent => pair().is_some_and(|(p, q)| p.distance(q) == 1),
            Op::SameFile => pair().is_some_and(|(p, q)| p.x == q.x),
            Op::SameRank => pair().is_some_and(|(p, q)| p.y == q.y),
            Op::SameLine => pair().is_some_and(|(p, q)| p.x == q.x || p.y == q.y),
            Op::SameDiagonal => pair().is_some_and(|(p, q)| (p.x - q.x).abs() == (p.y - q.y).abs()),
            Op::SameColour => pair().is_some_and(|(p, q)| is_light(p) == is_light(q)),
            Op::Between => match (spot(0), spot(1), spot(2)) {
                (Some(p), Some(q), Some(r)) => p.between(q, r),
                _ => false,
            },
        }
    }

    fn measure(self, m: Measure, spots: &[Spot]) -> Option<i32> {
        let spot = |k: usize| spots.get(k).and_then(|s| self.spot(s));
        Some(match m {
            Measure::Room => self.room(spot(0)?),
            Measure::Area => self.area().count_ones() as i32,
            Measure::AreaCornerSum => self.area_corner_sum(),
            Measure::AreaFar => self.area_far(spot(0)?),
            Measure::TheirMoves => self.their_moves(),
            Measure::Distance => spot(0)?.distance(spot(1)?) as i32,
            Measure::Manhattan => spot(0)?.manhattan(spot(1)?) as i32,
            Measure::File => spot(0)?.x as i32,
            Measure::Rank => spot(0)?.y as i32,
            Measure::FileDistance => (spot(0)?.x - spot(1)?.x).abs() as i32,
            Measure::RankDistance => (spot(0)?.y - spot(1)?.y).abs() as i32,
            Measure::EdgeDistance => {
                let p = spot(0)?;
                let x = (p.x - 1).min(self.size.files() - p.x);
                x.min(p.y - 1).min(self.size.ranks() - p.y) as i32
            }
            Measure::CornerDistance => self.corner_distance(spot(0)?),
            Measure::CornerManhattan => {
                let p = spot(0)?;
                (self.side_x(p.x) + self.side_y(p.y)) as i32
            }
            Measure::GoodCornerDistance => {
                let p = spot(0)?;
                self.good_corner(p)?.distance(p) as i32
            }
            Measure::GoodCornerManhattan => {
                let p = spot(0)?;
                let bishop = self.find(|m| m.kind == Kind::Bishop && m.colour == Colour::White)?;
                let light = is_light(self.men.man(bishop).at);
                let corners = self.corners().into_iter().filter(|&c| is_light(c) == light);
                corners.map(|c| c.manhattan(p)).min()? as i32
            }
            Measure::CentreDistance => {
                let p = spot(0)?;
                let x = (2 * p.x - self.size.files() - 1).abs();
                let y = (2 * p.y - self.size.ranks() - 1).abs();
                (x + y) as i32
            }
            Measure::Files => self.size.files() as i32,
            Measure::Ranks => self.size.ranks() as i32,
        })
    }

    /// The room that a rook on `r` leaves to their king: all squares if it stands on
    /// their king's line.
    pub fn room(self, r: Point) -> i32 {
        let b = self.theirs();
        if r.x == b.x || r.y == b.y {
            return self.size.squares() as i32;
        }
        let x = if b.x < r.x { r.x - 1 } else { self.size.files() - r.x };
        let y = if b.y < r.y { r.y - 1 } else { self.size.ranks() - r.y };
        x as i32 * y as i32
    }

    fn corners(self) -> [Point; 4] {
        let (x, y) = (self.size.files(), self.size.ranks());
        [Point::new(1, 1), Point::new(x, 1), Point::new(1, y), Point::new(x, y)]
    }

    fn corner_distance(self, p: Point) -> i32 {
        self.corners().iter().map(|c| c.distance(p)).min().unwrap_or(0) as i32
    }

    /// The corner of our bishop's colour nearest to `p`: by king moves, then by files
    /// plus ranks.
    fn good_corner(self, p: Point) -> Option<Point> {
        let bishop = self.find(|m| m.kind == Kind::Bishop && m.colour == Colour::White)?;
        let light = is_light(self.men.man(bishop).at);
        self.corners()
            .into_iter()
            .filter(|&c| is_light(c) == light)
            .min_by_key(|c| (c.distance(p), c.manhattan(p)))
    }

    /// Is man `i` of ours taken, or can it be taken at once?
    fn man_lost(self, i: usize) -> bool {
        let m = self.men.man(i);
        if m.gone {
            return true;
        }
        if self.men.turn() != Colour::Black {
            return false;
        }
        (1..self.men.count()).any(|k| {
            self.men.man(k).colour == Colour::Black
                && self.men.attacks(k, m.at)
                && self.men.is_safe(self.size, Step { man: k as u8, to: m.at, promotion: None })
        })
    }

    fn they_can_move(self) -> bool {
        self.men.with_turn(Colour::Black).can_move(self.size)
    }

    /// Squares that we attack, as bits by index, their king taken off the board.
    fn attacked(self) -> u128 {
        let mut map = 0u128;
        let size = self.size;
        let mut mark = |p: Point| {
            if size.has(p) {
                map |= 1 << size.index(p);
            }
        };
        let all = self.men.men();
        let stands = |p: Point| all.iter().enumerate().any(|(k, m)| k != 1 && !m.gone && m.at == p);
        for m in all.iter().filter(|m| m.colour == Colour::White && !m.gone) {
            let steps = |steps: &[(i8, i8)], mark: &mut dyn FnMut(Point)| {
                for (dx, dy) in steps {
                    mark(Point::new(m.at.x + dx, m.at.y + dy));
                }
            };
            use touchstone_chess::general::rules::{KING_STEPS, KNIGHT_STEPS};
            let rays: &[(i8, i8)] = match m.kind {
                Kind::King => {
                    steps(&KING_STEPS, &mut mark);
                    continue;
                }
                Kind::Knight => {
                    steps(&KNIGHT_STEPS, &mut mark);
                    continue;
                }
                Kind::Pawn => {
                    steps(&[(1, 1), (-1, 1)], &mut mark);
                    continue;
                }
                Kind::Bishop => &KING_STEPS[..4],
                Kind::Rook => &KING_STEPS[4..],
                Kind::Queen => &KING_STEPS,
            };
            for (dx, dy) in rays {
                let mut p = Point::new(m.at.x + dx, m.at.y + dy);
                while size.has(p) {
                    mark(p);
                    if stands(p) {
                        break;
                    }
                    p = Point::new(p.x + dx, p.y + dy);
                }
            }
        }
        map
    }

    /// Squares that their king can reach over squares that we do not attack, while we
    /// stand still, as bits by index; its own square counts.
    fn area(self) -> u128 {
        let kept = self.own_area.map_or(0, Cell::get);
        if kept != 0 {
            return kept;
        }
        let area = self.flood();
        if let Some(cell) = self.own_area {
            cell.set(area);
        }
        area
    }

    fn flood(self) -> u128 {
        let closed = self.attacked();
        let size = self.size;
        let (files, squares) = (size.files() as u32, size.squares() as u32);
        let board = if squares == 128 { u128::MAX } else { (1u128 << squares) - 1 };
        let first_file = self.file_mask(1);
        let last_file = self.file_mask(size.files());
        let mut reached = 1u128 << size.index(self.theirs());
        loop {
            let sides = reached | (reached & !last_file) << 1 | (reached & !first_file) >> 1;
            let all = sides | sides << files | sides >> files;
            let next = reached | all & board & !closed;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    fn file_mask(self, x: i8) -> u128 {
        let files = self.size.files() as u32;
        (0..self.size.ranks() as u32).fold(0, |m, y| m | 1 << (y * files)) << (x - 1)
    }

    fn rank_mask(self, y: i8) -> u128 {
        ((1u128 << self.size.files()) - 1) << (self.size.files() as u32 * (y as u32 - 1))
    }

    /// Files to the nearer of the first and the last one.
    fn side_x(self, x: i8) -> i8 {
        (x - 1).min(self.size.files() - x)
    }

    /// Ranks to the nearer of the first and the last one.
    fn side_y(self, y: i8) -> i8 {
        (y - 1).min(self.size.ranks() - y)
    }

    /// Over all squares of the area, files plus ranks to the nearest corner.
    fn area_corner_sum(self) -> i32 {
        let area = self.area();
        let first_file = self.file_mask(1);
        let first_rank = self.rank_mask(1);
        let files = self.size.files();
        let count = |mask: u128| (area & mask).count_ones() as i32;
        let by_file: i32 =
            (1..=files).map(|x| self.side_x(x) as i32 * count(first_file << (x - 1))).sum();
        let by_rank: i32 = (1..=self.size.ranks())
            .map(|y| self.side_y(y) as i32 * count(first_rank << (files as u32 * (y as u32 - 1))))
            .sum();
        by_file + by_rank
    }

    /// King moves from `p` to the square of the area that is farthest from it, on an
    /// empty board: only the outermost files and ranks count.
    fn area_far(self, p: Point) -> i32 {
        let area = self.area();
        let first_rank = self.rank_mask(1);
        let files = self.size.files() as u32;
        let mut columns = 0u128;
        let mut far = 0;
        for y in 1..=self.size.ranks() {
            let row = area >> (files * (y as u32 - 1)) & first_rank;
            columns |= row;
            if row != 0 {
                far = far.max((y - p.y).abs() as i32);
            }
        }
        if columns != 0 {
            let low = columns.trailing_zeros() as i32 + 1;
            let high = u128::BITS as i32 - columns.leading_zeros() as i32;
            far = far.max((p.x as i32 - low).abs()).max((high - p.x as i32).abs());
        }
        far
    }

    /// Squares to which their king could step if it were to move.
    fn their_moves(self) -> i32 {
        let closed = self.attacked();
        let b = self.theirs();
        let men = self.men;
        touchstone_chess::general::rules::KING_STEPS
            .iter()
            .map(|(dx, dy)| Point::new(b.x + dx, b.y + dy))
            .filter(|&p| self.size.has(p) && closed >> self.size.index(p) & 1 == 0)
            .filter(|&p| men.on(p).is_none_or(|k| men.man(k).colour == Colour::White))
            .count() as i32
    }
}

/// a1 is dark.
pub fn is_light(p: Point) -> bool {
    (p.x + p.y) % 2 != 0
}

/// Is `m` strictly between `a` and `b`?
#[inline]
fn strictly(a: i8, m: i8, b: i8) -> bool {
    a < m && m < b || a > m && m > b
}

/// The diagonal neighbour of `r` towards `b`; an equal coordinate counts as greater.
/// It may lie off the board.
fn critical(r: Point, b: Point) -> Point {
    let x = if b.x < r.x { r.x - 1 } else { r.x + 1 };
    let y = if b.y < r.y { r.y - 1 } else { r.y + 1 };
    Point::new(x, y)
}
