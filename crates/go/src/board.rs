//! The board: chains with their liberties, moves and their undoing.
//!
//! Every write of a move goes through a log, so that undoing is the log read
//! backwards and cannot disagree with playing. A board whose log is switched
//! off ([`Board::without_log`]) plays faster and cannot undo.

use crate::point::{CELLS, Cell, Colour, Point, PointSet};
use crate::rules::Suicide;
use crate::zobrist;
use thiserror::Error;

const CELL: usize = 0;
const HEAD: usize = CELLS;
const NEXT: usize = 2 * CELLS;
const SIZE: usize = 3 * CELLS;
const LIBS: usize = 4 * CELLS;
const SMALL: usize = 5 * CELLS;

const EMPTY: u16 = 2;
const OFF: u16 = 3;

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// Not a point of this board.
    #[error("{0} is not on the board")]
    OffBoard(Point),
    /// A stone stands there.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The ko ban.
    #[error("{0} would retake a ko at once")]
    Ko(Point),
    /// The stone would have no liberty.
    #[error("{0} is suicide")]
    Suicide(Point),
    /// The position has been there before (superko).
    #[error("{0} would repeat a position")]
    Superko(Point),
}

#[derive(Clone, Copy)]
struct Frame {
    small: usize,
    big: usize,
    hash: u64,
    stones: [PointSet; 2],
    ko: Option<(Point, Colour)>,
    captured: [u32; 2],
}

/// A board with stones.
#[derive(Clone)]
pub struct Board {
    small: Box<[u16; SMALL]>,
    liberties: Box<[PointSet; CELLS]>,
    stones: [PointSet; 2],
    mask: PointSet,
    width: u8,
    height: u8,
    ko: Option<(Point, Colour)>,
    captured: [u32; 2],
    hash: u64,
    suicide: Suicide,
    log: bool,
    small_log: Vec<(u16, u16)>,
    big_log: Vec<(u16, PointSet)>,
    frames: Vec<Frame>,
}

impl Board {
    /// An empty board; sides outside 1..=19 are clamped.
    pub fn new(width: usize, height: usize) -> Board {
        let (width, height) = (width.clamp(1, 19), height.clamp(1, 19));
        let mask = PointSet::board(width, height);
        let mut small = Box::new([0u16; SMALL]);
        for i in 0..CELLS {
            small[CELL + i] = if mask.contains(Point::from_index(i)) { EMPTY } else { OFF };
        }
        Board {
            small,
            liberties: Box::new([PointSet::EMPTY; CELLS]),
            stones: [PointSet::EMPTY; 2],
            mask,
            width: width as u8,
            height: height as u8,
            ko: None,
            captured: [0; 2],
            hash: 0,
            suicide: Suicide::Forbidden,
            log: true,
            small_log: Vec::new(),
            big_log: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// A square board.
    pub fn square(side: usize) -> Board {
        Board::new(side, side)
    }

    /// The same board with the suicide rule changed.
    pub fn with_suicide(mut self, suicide: Suicide) -> Board {
        self.suicide = suicide;
        self
    }

    /// The suicide rule.
    pub fn suicide(&self) -> Suicide {
        self.suicide
    }

    /// A copy without history that cannot undo: for playouts.
    pub fn without_log(&self) -> Board {
        let mut b = self.fresh();
        b.log = false;
        b
    }

    /// A copy without history.
    pub fn fresh(&self) -> Board {
        Board {
            small: self.small.clone(),
            liberties: self.liberties.clone(),
            log: true,
            small_log: Vec::new(),
            big_log: Vec::new(),
            frames: Vec::new(),
            ..*self
        }
    }

    /// Columns.
    #[inline]
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows.
    #[inline]
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// All points of the board.
    #[inline]
    pub fn points(&self) -> &PointSet {
        &self.mask
    }

    /// Whether the cell is a point of this board.
    #[inline]
    pub fn is_on(&self, p: Point) -> bool {
        self.small[CELL + p.index()] != OFF
    }

    /// What stands there.
    #[inline]
    pub fn cell(&self, p: Point) -> Cell {
        match self.small[CELL + p.index()] {
            0 => Cell::Stone(Colour::Black),
            1 => Cell::Stone(Colour::White),
            EMPTY => Cell::Empty,
            _ => Cell::Off,
        }
    }

    /// The colour of the stone there.
    #[inline]
    pub fn colour(&self, p: Point) -> Option<Colour> {
        match self.small[CELL + p.index()] {
            0 => Some(Colour::Black),
            1 => Some(Colour::White),
            _ => None,
        }
    }

    /// Whether it is an empty point of the board.
    #[inline]
    pub fn is_empty(&self, p: Point) -> bool {
        self.small[CELL + p.index()] == EMPTY
    }

    /// Whether a stone of that colour stands there.
    #[inline]
    pub fn is_stone(&self, p: Point, c: Colour) -> bool {
        self.small[CELL + p.index()] == c.index() as u16
    }

    /// All stones of a colour.
    #[inline]
    pub fn stones(&self, c: Colour) -> &PointSet {
        &self.stones[c.index()]
    }

    /// All stones.
    #[inline]
    pub fn occupied(&self) -> PointSet {
        self.stones[0].or(&self.stones[1])
    }

    /// All empty points.
    #[inline]
    pub fn empties(&self) -> PointSet {
        self.mask.minus(&self.stones[0]).minus(&self.stones[1])
    }

    /// The stone by which the chain at `p` is named. `p` must carry a stone.
    #[inline]
    pub fn head(&self, p: Point) -> Point {
        Point::from_index(self.small[HEAD + p.index()] as usize)
    }

    /// How many stones the chain at `p` has.
    #[inline]
    pub fn chain_size(&self, p: Point) -> usize {
        self.small[SIZE + self.small[HEAD + p.index()] as usize] as usize
    }

    /// How many liberties the chain at `p` has.
    #[inline]
    pub fn liberty_count(&self, p: Point) -> usize {
        self.small[LIBS + self.small[HEAD + p.index()] as usize] as usize
    }

    /// The liberties of the chain at `p`.
    #[inline]
    pub fn liberties(&self, p: Point) -> &PointSet {
        &self.liberties[self.small[HEAD + p.index()] as usize]
    }

    /// The stones of the chain at `p`, in no order that means anything.
    #[inline]
    pub fn chain(&self, p: Point) -> Chain<'_> {
        let head = self.small[HEAD + p.index()];
        Chain { board: self, head, at: if self.colour(p).is_some() { Some(head) } else { None } }
    }

    /// The stones of the chain at `p` as a set.
    pub fn chain_set(&self, p: Point) -> PointSet {
        self.chain(p).collect()
    }

    /// One stone of each chain of a colour.
    pub fn chains(&self, c: Colour) -> Vec<Point> {
        self.stones[c.index()].iter().filter(|&p| self.head(p) == p).collect()
    }

    /// Heads of the distinct chains of a colour next to `p`.
    #[inline]
    pub fn chains_next_to(&self, p: Point, c: Colour) -> Few {
        let mut few = Few::default();
        for q in p.neighbours() {
            if self.is_stone(q, c) {
                few.add(self.head(q));
            }
        }
        few
    }

    /// Heads of the chains of the other colour that touch the chain at `p`.
    pub fn enemies_of(&self, p: Point) -> Vec<Point> {
        let Some(c) = self.colour(p) else { return Vec::new() };
        let mut heads = Vec::new();
        for q in self.chain_set(p).border().and(&self.stones[c.other().index()]).iter() {
            let h = self.head(q);
            if !heads.contains(&h) {
                heads.push(h);
            }
        }
        heads
    }

    /// The ko ban: the point and who must not play there.
    #[inline]
    pub fn ko(&self) -> Option<(Point, Colour)> {
        self.ko
    }

    /// Sets or lifts the ko ban (setup; [`Board::undo`] restores what was before the last move).
    pub fn set_ko(&mut self, ko: Option<(Point, Colour)>) {
        self.ko = ko;
    }

    /// Stones of this colour that have been captured.
    #[inline]
    pub fn captured(&self, c: Colour) -> u32 {
        self.captured[c.index()]
    }

    /// Hash of the stones alone.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Hash of the stones, the ko ban and the side to move.
    #[inline]
    pub fn key(&self, to_move: Colour) -> u64 {
        let ko = self.ko.map_or(0, |(p, c)| zobrist::ko(p, c));
        self.hash ^ ko ^ zobrist::side(to_move)
    }

    #[inline]
    fn set(&mut self, at: usize, value: u16) {
        if self.log {
            self.small_log.push((at as u16, self.small[at]));
        }
        self.small[at] = value;
    }

    #[inline]
    fn keep_liberties(&mut self, head: usize) {
        if self.log {
            self.big_log.push((head as u16, self.liberties[head]));
        }
    }

    #[inline]
    fn drop_liberty(&mut self, head: usize, p: Point) {
        if self.liberties[head].contains(p) {
            self.keep_liberties(head);
            self.liberties[head].remove(p);
            let n = self.small[LIBS + head] - 1;
            self.set(LIBS + head, n);
        }
    }

    /// Puts a stone on an empty point and merges its chain. Captures nothing.
    fn place(&mut self, c: Colour, p: Point) {
        let i = p.index();
        self.set(CELL + i, c.index() as u16);
        self.stones[c.index()].insert(p);
        self.hash ^= zobrist::stone(p, c);
        self.set(HEAD + i, i as u16);
        self.set(NEXT + i, i as u16);
        self.set(SIZE + i, 1);
        let mut libs = PointSet::EMPTY;
        let mut n = 0;
        for q in p.neighbours() {
            if self.is_empty(q) {
                libs.insert(q);
                n += 1;
            }
        }
        self.keep_liberties(i);
        self.liberties[i] = libs;
        self.set(LIBS + i, n);
        for q in p.neighbours() {
            if self.colour(q).is_some() {
                let h = self.small[HEAD + q.index()] as usize;
                self.drop_liberty(h, p);
            }
        }
        for q in p.neighbours() {
            if self.is_stone(q, c) {
                let (a, b) = (self.small[HEAD + i] as usize, self.small[HEAD + q.index()] as usize);
                if a != b {
                    self.merge(a, b);
                }
            }
        }
    }

    fn merge(&mut self, a: usize, b: usize) {
        let (big, small) =
            if self.small[SIZE + a] >= self.small[SIZE + b] { (a, b) } else { (b, a) };
        let mut s = small;
        loop {
            self.set(HEAD + s, big as u16);
            s = self.small[NEXT + s] as usize;
            if s == small {
                break;
            }
        }
        let (nb, ns) = (self.small[NEXT + big], self.small[NEXT + small]);
        self.set(NEXT + big, ns);
        self.set(NEXT + small, nb);
        let size = self.small[SIZE + big] + self.small[SIZE + small];
        self.set(SIZE + big, size);
        let libs = self.liberties[big].or(&self.liberties[small]);
        self.keep_liberties(big);
        self.liberties[big] = libs;
        self.set(LIBS + big, libs.len() as u16);
    }

    /// Takes a whole chain off the board; gives its size.
    fn lift(&mut self, head: usize) -> u32 {
        let c = if self.small[CELL + head] == 0 { Colour::Black } else { Colour::White };
        let mut s = head;
        let mut n = 0;
        loop {
            let p = Point::from_index(s);
            let next = self.small[NEXT + s] as usize;
            self.set(CELL + s, EMPTY);
            self.stones[c.index()].remove(p);
            self.hash ^= zobrist::stone(p, c);
            n += 1;
            for q in self.chains_next_to(p, c.other()) {
                let h = q.index();
                if !self.liberties[h].contains(p) {
                    self.keep_liberties(h);
                    self.liberties[h].insert(p);
                    let k = self.small[LIBS + h] + 1;
                    self.set(LIBS + h, k);
                }
            }
            s = next;
            if s == head {
                break;
            }
        }
        self.captured[c.index()] += n;
        n
    }

    fn push_frame(&mut self) {
        if self.log {
            self.frames.push(Frame {
                small: self.small_log.len(),
                big: self.big_log.len(),
                hash: self.hash,
                stones: self.stones,
                ko: self.ko,
                captured: self.captured,
            });
        }
    }

    /// Whether the stone would be without liberties (after captures).
    pub fn is_suicide(&self, c: Colour, p: Point) -> bool {
        for q in p.neighbours() {
            match self.cell(q) {
                Cell::Empty => return false,
                Cell::Stone(d) => {
                    let n = self.liberty_count(q);
                    if (d == c) == (n > 1) {
                        return false;
                    }
                }
                Cell::Off => {}
            }
        }
        true
    }

    /// Whether the move is legal, superko apart; the reason if not.
    pub fn check(&self, c: Colour, p: Point) -> Result<(), Illegal> {
        match self.cell(p) {
            Cell::Off => return Err(Illegal::OffBoard(p)),
            Cell::Stone(_) => return Err(Illegal::Occupied(p)),
            Cell::Empty => {}
        }
        if self.ko == Some((p, c)) {
            return Err(Illegal::Ko(p));
        }
        if self.is_suicide(c, p) {
            let allowed = match self.suicide {
                Suicide::Forbidden => false,
                Suicide::MultiStone => p.neighbours().iter().any(|&q| self.is_stone(q, c)),
                Suicide::All => true,
            };
            if !allowed {
                return Err(Illegal::Suicide(p));
            }
        }
        Ok(())
    }

    /// Whether the move is legal, superko apart.
    #[inline]
    pub fn is_legal(&self, c: Colour, p: Point) -> bool {
        self.check(c, p).is_ok()
    }

    /// Plays a move; gives the number of enemy stones captured.
    ///
    /// # Errors
    /// [`Illegal`], and then nothing has changed.
    pub fn play(&mut self, c: Colour, p: Point) -> Result<u32, Illegal> {
        self.check(c, p)?;
        Ok(self.play_unchecked(c, p))
    }

    /// Plays a move that [`Board::check`] allows; gives the number of enemy stones captured.
    pub fn play_unchecked(&mut self, c: Colour, p: Point) -> u32 {
        self.push_frame();
        self.ko = None;
        self.place(c, p);
        let mut taken = 0;
        let mut taken_at = p;
        for q in p.neighbours() {
            if self.is_stone(q, c.other()) && self.liberty_count(q) == 0 {
                taken_at = q;
                taken += self.lift(self.small[HEAD + q.index()] as usize);
            }
        }
        if self.liberty_count(p) == 0 {
            self.lift(self.small[HEAD + p.index()] as usize);
        } else if taken == 1 && self.chain_size(p) == 1 && self.liberty_count(p) == 1 {
            self.ko = Some((taken_at, c.other()));
        }
        taken
    }

    /// Passes: the ko ban is lifted.
    pub fn pass(&mut self) {
        self.push_frame();
        self.ko = None;
    }

    /// Adds a stone as setup: no capture, undone like a move.
    ///
    /// # Errors
    /// If the point is off the board or taken.
    pub fn add(&mut self, c: Colour, p: Point) -> Result<(), Illegal> {
        match self.cell(p) {
            Cell::Off => Err(Illegal::OffBoard(p)),
            Cell::Stone(_) => Err(Illegal::Occupied(p)),
            Cell::Empty => {
                self.push_frame();
                self.ko = None;
                self.place(c, p);
                Ok(())
            }
        }
    }

    /// A stone without liberties, if there is one (setup can leave some).
    pub fn breathless(&self) -> Option<Point> {
        self.occupied().iter().find(|&p| self.liberty_count(p) == 0)
    }

    /// Takes the last move, pass or setup stone back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(f) = self.frames.pop() else { return false };
        while self.small_log.len() > f.small {
            if let Some((at, old)) = self.small_log.pop() {
                self.small[at as usize] = old;
            }
        }
        while self.big_log.len() > f.big {
            if let Some((at, old)) = self.big_log.pop() {
                self.liberties[at as usize] = old;
            }
        }
        self.hash = f.hash;
        self.stones = f.stones;
        self.ko = f.ko;
        self.captured = f.captured;
        true
    }

    /// How many moves, passes and setup stones can be undone.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The same stones on a board built anew, without history or ko: for tests
    /// and for removing stones.
    pub fn rebuilt(&self, without: &PointSet) -> Board {
        let mut b = Board::new(self.width(), self.height()).with_suicide(self.suicide);
        b.log = false;
        for c in Colour::BOTH {
            for p in self.stones(c).minus(without).iter() {
                b.place(c, p);
            }
        }
        b.log = true;
        b.captured = self.captured;
        b
    }
}

impl PartialEq for Board {
    /// Same size, stones and ko ban.
    fn eq(&self, o: &Board) -> bool {
        self.width == o.width
            && self.height == o.height
            && self.stones == o.stones
            && self.ko == o.ko
    }
}

impl Eq for Board {}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::notation::diagram(self))
    }
}

/// The stones of a chain.
pub struct Chain<'a> {
    board: &'a Board,
    head: u16,
    at: Option<u16>,
}

impl Iterator for Chain<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let at = self.at?;
        let next = self.board.small[NEXT + at as usize];
        self.at = if next == self.head { None } else { Some(next) };
        Some(Point::from_index(at as usize))
    }
}

/// Up to four distinct points.
#[derive(Clone, Copy, Default)]
pub struct Few {
    points: [Option<Point>; 4],
    len: u8,
    at: u8,
}

impl Few {
    #[inline]
    fn add(&mut self, p: Point) {
        if !self.points[..self.len as usize].contains(&Some(p)) && self.len < 4 {
            self.points[self.len as usize] = Some(p);
            self.len += 1;
        }
    }

    /// How many.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether it holds the point.
    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        self.points[..self.len as usize].contains(&Some(p))
    }
}

impl Iterator for Few {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.at < self.len {
            self.at += 1;
            self.points[self.at as usize - 1]
        } else {
            None
        }
    }
}
