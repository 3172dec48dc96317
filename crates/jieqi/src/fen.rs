//! Position texts: ours (the public five-field dialect), the dealt FEN of a
//! referee, and JieqiBox new and old.
//!
//! | text | fields |
//! | --- | --- |
//! | ours | board side pool half full |
//! | dealt | ours and one letter for each dark piece in board order |
//! | JieqiBox new | board side pool captured half full, or the first 2, 3 or 4 |
//! | JieqiBox old | board pool side - - half full, or the first 3 |
//!
//! A seat's text is read as the knowledge of the side to move; a last field
//! `view=red`, `view=black` or `view=all` names another observer.

use crate::board::{Observer, View};
use crate::piece::{Piece, Pool, Role, Square, home_role};
use crate::rules::Mark;
use touchstone_kernel::{Side, TextError};

/// The text of the start.
pub const START: &str =
    "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1";

/// How a position is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Ours: board side pool half full.
    Public,
    /// JieqiBox, newer order.
    BoxNew,
    /// JieqiBox, older order.
    BoxOld,
}

impl Dialect {
    /// The name, as options take it.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Public => "public",
            Dialect::BoxNew => "jieqibox",
            Dialect::BoxOld => "jieqibox-old",
        }
    }

    /// The dialect of a name.
    pub fn of_name(name: &str) -> Option<Dialect> {
        [Dialect::Public, Dialect::BoxNew, Dialect::BoxOld].into_iter().find(|d| d.name() == name)
    }
}

/// A position text that was read.
#[derive(Clone, Debug)]
pub struct Fen {
    /// The position as its observer knows it.
    pub view: View,
    /// Plies without capture.
    pub clock: u16,
    /// Full moves before this one.
    pub full: u16,
    /// Captured dark pieces that the text names (JieqiBox new), by colour.
    pub captured: [Pool; 2],
    /// Identities of the dark pieces in board order, where the text deals
    /// them; `None` inside for one that was never determined.
    pub deal: Option<Vec<Option<Role>>>,
    /// How it was written.
    pub dialect: Dialect,
}

impl Fen {
    /// The line's memory of this position.
    pub fn mark(&self) -> Mark {
        Mark::of_start(&self.view, self.clock, self.full)
    }
}

/// Squares in board order: rank 9 first, files a to i.
pub fn board_order() -> impl Iterator<Item = Square> {
    (0..10).rev().flat_map(|r| (0..9).map(move |f| Square::at(f, r)))
}

/// The board field.
pub fn board_text(view: &View) -> String {
    let mut text = String::with_capacity(64);
    for rank in (0..10).rev() {
        let mut free = 0;
        for file in 0..9 {
            let p = view.piece(Square::at(file, rank));
            if p.is_empty() {
                free += 1;
                continue;
            }
            if free > 0 {
                text.push_str(&free.to_string());
                free = 0;
            }
            text.push(p.letter());
        }
        if free > 0 {
            text.push_str(&free.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn side_letter(side: Side) -> char {
    if side == Side::One { 'w' } else { 'b' }
}

/// Our text of a position: five fields, and the observer where it is not the
/// side to move.
pub fn print(view: &View, clock: u16, full: u16) -> String {
    let mut text = print_as(view, clock, full, &[Pool::EMPTY; 2], Dialect::Public);
    match view.observer() {
        Observer::Seat(s) if s == view.mover() => {}
        Observer::Seat(Side::One) => text.push_str(" view=red"),
        Observer::Seat(Side::Two) => text.push_str(" view=black"),
        Observer::Spectator => text.push_str(" view=all"),
    }
    text
}

/// The text in a dialect; `captured` are the captured dark pieces that the
/// viewer knows, written only by JieqiBox new.
pub fn print_as(
    view: &View,
    clock: u16,
    full: u16,
    captured: &[Pool; 2],
    dialect: Dialect,
) -> String {
    let board = board_text(view);
    let side = side_letter(view.mover());
    let full = u32::from(full) + 1;
    match dialect {
        Dialect::Public => {
            let pool = view.pool(Side::One).text(Side::One) + &view.pool(Side::Two).text(Side::Two);
            format!("{board} {side} {pool} {clock} {full}")
        }
        Dialect::BoxNew => {
            let pool = interleaved(view.pool(Side::One), view.pool(Side::Two), true);
            let captured = interleaved(captured[0], captured[1], false);
            format!("{board} {side} {pool} {captured} {clock} {full}")
        }
        Dialect::BoxOld => {
            let pool = interleaved(view.pool(Side::One), view.pool(Side::Two), true);
            format!("{board} {pool} {side} - - {clock} {full}")
        }
    }
}

/// `R2r2N2n2…`, in the order of JieqiBox; `-` for nothing.
fn interleaved(red: Pool, black: Pool, zeros: bool) -> String {
    use Role::*;
    let mut text = String::new();
    for role in [Chariot, Horse, Elephant, Advisor, Cannon, Soldier] {
        for (side, pool) in [(Side::One, red), (Side::Two, black)] {
            let n = pool.count(role);
            if n > 0 || zeros {
                text.push(role.letter(side));
                text.push_str(&n.to_string());
            }
        }
    }
    if text.is_empty() { "-".into() } else { text }
}

/// Our text with a sixth field that deals every dark piece.
pub fn print_dealt(
    view: &View,
    clock: u16,
    full: u16,
    identity: impl Fn(Square) -> Option<Role>,
) -> String {
    let mut deal = String::new();
    for s in board_order() {
        let p = view.piece(s);
        if p.is_dark() {
            deal.push(identity(s).map_or('?', |r| r.letter(p.side())));
        }
    }
    if deal.is_empty() {
        deal.push('-');
    }
    let five = print_as(view, clock, full, &[Pool::EMPTY; 2], Dialect::Public);
    format!("{five} {deal}")
}

fn side_of(text: &str) -> Option<Side> {
    match text {
        "w" | "r" => Some(Side::One),
        "b" => Some(Side::Two),
        _ => None,
    }
}

fn count_of(text: &str, place: &str) -> Result<u16, TextError> {
    text.parse::<u16>().map_err(|_| TextError::new(place, text, "a number from 0 to 65535"))
}

/// Reads a position text of any dialect.
pub fn parse(text: &str) -> Result<Fen, TextError> {
    let mut fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let mut observer = None;
    if let Some(name) = fields.last().and_then(|f| f.strip_prefix("view=")) {
        observer = Some(match name {
            "red" => Observer::Seat(Side::One),
            "black" => Observer::Seat(Side::Two),
            "all" => Observer::Spectator,
            _ => return Err(TextError::new("view", name, "red, black or all")),
        });
        fields.pop();
    }
    let n = fields.len();
    let board = *fields.first().ok_or_else(|| TextError::new("board", "nothing", "ten ranks"))?;
    let second = *fields.get(1).ok_or_else(|| TextError::new("side", "nothing", "w or b"))?;
    let (dialect, side, pool) = match (side_of(second), fields.get(2).copied()) {
        (Some(side), pool) => {
            let new = n == 4 || n == 6 && fields[3].parse::<u16>().is_err();
            (if new { Dialect::BoxNew } else { Dialect::Public }, side, pool.unwrap_or("-"))
        }
        (None, Some(third)) if side_of(third).is_some() && third != second => {
            (Dialect::BoxOld, side_of(third).unwrap_or(Side::One), second)
        }
        _ => {
            return Err(TextError::new(
                "side (field 2)",
                second,
                "w or b, or a pool with the side after it (JieqiBox old)",
            ));
        }
    };
    let (mut clock, mut full, mut captured, mut deal) = ("0", "1", "-", None);
    match (dialect, n) {
        (_, 2 | 3) => {}
        (Dialect::BoxNew, 4) => captured = fields[3],
        (Dialect::BoxNew, _) => (captured, clock, full) = (fields[3], fields[4], fields[5]),
        (Dialect::Public, 5) => (clock, full) = (fields[3], fields[4]),
        (Dialect::Public, 6) => (clock, full, deal) = (fields[3], fields[4], Some(fields[5])),
        (Dialect::BoxOld, 7) => {
            for (i, f) in fields[3..5].iter().enumerate() {
                if *f != "-" {
                    return Err(TextError::new(format!("field {}", i + 4), *f, "-"));
                }
            }
            (clock, full) = (fields[5], fields[6]);
        }
        _ => {
            let right = if dialect == Dialect::BoxOld { "3 or 7" } else { "2 to 6" };
            return Err(TextError::new(
                "position text",
                format!("{n} fields"),
                format!("{right} fields in the order of {}", dialect.name()),
            ));
        }
    }
    let mut view = View::empty(side, observer.unwrap_or(Observer::Seat(side)));
    read_board(board, &mut view)?;
    let pools = read_pool(pool, "pool")?;
    let clock = count_of(clock, "half (plies without capture)")?;
    let full = count_of(full, "full (number of the move)")?.max(1) - 1;
    for s in Side::BOTH {
        view.set_pool(s, pools[s.index()]);
    }
    let captured = read_pool(captured, "captured")?;
    check(&view, &captured)?;
    let deal = deal.map(|d| read_deal(d, &view)).transpose()?;
    view.checked = view.is_attacked(side);
    if view.is_attacked(side.other()) {
        return Err(TextError::new(
            "board",
            format!("{}'s general attacked with {} to move", name(side.other()), name(side)),
            "the side not to move out of check",
        ));
    }
    Ok(Fen { view, clock, full, captured, deal, dialect })
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::One => "Red",
        Side::Two => "Black",
    }
}

fn read_board(text: &str, view: &mut View) -> Result<(), TextError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 10 {
        return Err(TextError::new("board", format!("{} ranks", ranks.len()), "10 ranks"));
    }
    let mut generals = [0; 2];
    for (row, part) in ranks.iter().enumerate() {
        let rank = 9 - row;
        let mut file = 0;
        for c in part.chars() {
            let place = |f: usize| format!("board, rank {rank}, file {}", file_name(f));
            if let Some(d) = c.to_digit(10) {
                if d == 0 {
                    return Err(TextError::new(place(file), "0", "1 to 9, a letter or x"));
                }
                file += d as usize;
                continue;
            }
            if file >= 9 {
                return Err(TextError::new(place(9), c, "9 files"));
            }
            let s = Square::at(file, rank);
            let piece = match c {
                'X' | 'x' => {
                    let side = if c == 'X' { Side::One } else { Side::Two };
                    let role = home_role(side, s).ok_or_else(|| {
                        TextError::new(
                            format!("board, {}", s.name()),
                            format!("a dark piece of {}", name(side)),
                            format!("dark pieces of {} on its home squares only", name(side)),
                        )
                    })?;
                    Piece::dark(role, side)
                }
                _ => {
                    let (role, side) = Role::of_letter(c).ok_or_else(|| {
                        TextError::new(place(file), c, "1 to 9, x, or one of K R A C P N B")
                    })?;
                    if role == Role::General {
                        generals[side.index()] += 1;
                        let own = s.seen_by(side);
                        if own.rank() > 2 || !(3..=5).contains(&own.file()) {
                            return Err(TextError::new(
                                format!("board, {}", s.name()),
                                format!("{}'s general", name(side)),
                                "each general in its own palace",
                            ));
                        }
                    }
                    Piece::new(role, side)
                }
            };
            view.put(s, piece);
            file += 1;
        }
        if file != 9 {
            return Err(TextError::new(
                format!("board, rank {rank}"),
                format!("{file} files"),
                "9 files",
            ));
        }
    }
    for side in Side::BOTH {
        if generals[side.index()] != 1 {
            return Err(TextError::new(
                "board",
                format!("{} generals of {}", generals[side.index()], name(side)),
                "one general a side",
            ));
        }
    }
    Ok(())
}

fn file_name(f: usize) -> char {
    (b'a' + f.min(25) as u8) as char
}

fn read_pool(text: &str, place: &str) -> Result<[Pool; 2], TextError> {
    let mut pools = [Pool::EMPTY; 2];
    if text == "-" {
        return Ok(pools);
    }
    let mut seen = [[false; 7]; 2];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let (role, side) =
            Role::of_letter(c).filter(|x| x.0 != Role::General).ok_or_else(|| {
                TextError::new(place, c, "a letter of R A C P N B and one digit, or -")
            })?;
        let n = chars.next().and_then(|d| d.to_digit(10)).ok_or_else(|| {
            TextError::new(place, format!("{c} without a digit"), "a letter and one digit each")
        })?;
        if std::mem::replace(&mut seen[side.index()][role.index()], true) {
            return Err(TextError::new(place, format!("{c} twice"), "each letter once"));
        }
        let most = u32::from(Role::FULL_SET[role.index()]);
        if n > most {
            return Err(TextError::new(place, format!("{c}{n}"), format!("at most {c}{most}")));
        }
        for _ in 0..n {
            pools[side.index()] = pools[side.index()].with(role);
        }
    }
    Ok(pools)
}

/// Pools against the board: enough for the dark pieces, and no more than the set.
fn check(view: &View, captured: &[Pool; 2]) -> Result<(), TextError> {
    for side in Side::BOTH {
        let (pool, dark) = (view.pool(side), view.dark_count(side));
        if pool.total() < dark {
            return Err(TextError::new(
                "pool",
                format!("{} for {}'s {dark} dark pieces", pool.total(), name(side)),
                format!("at least {dark}"),
            ));
        }
        let mut all = 0;
        for role in Role::HIDDEN {
            let up = (view.acting(role) & view.pieces(side) & !view.dark()).count_ones();
            let n = up + pool.count(role) + captured[side.index()].count(role);
            let most = u32::from(Role::FULL_SET[role.index()]);
            if n > most {
                return Err(TextError::new(
                    "board and pool",
                    format!("{n} of {}", role.letter(side)),
                    format!("at most {most} on the board, in the pool and captured"),
                ));
            }
            all += up;
        }
        if all + dark > 15 {
            return Err(TextError::new(
                "board",
                format!("{} pieces of {}", all + dark + 1, name(side)),
                "at most 16 a side",
            ));
        }
    }
    Ok(())
}

/// The sixth field against the board and the pool. In a truth the pool is
/// exactly what is dark on the board.
fn read_deal(text: &str, view: &View) -> Result<Vec<Option<Role>>, TextError> {
    for side in Side::BOTH {
        let (pool, dark) = (view.pool(side).total(), view.dark_count(side));
        if pool != dark {
            return Err(TextError::new(
                "pool",
                format!("{pool} for {}'s {dark} dark pieces", name(side)),
                format!("{dark} where the deal is given"),
            ));
        }
    }
    let letters: Vec<char> = if text == "-" { Vec::new() } else { text.chars().collect() };
    let dark: Vec<Square> = board_order().filter(|&s| view.piece(s).is_dark()).collect();
    if letters.len() != dark.len() {
        return Err(TextError::new(
            "deal",
            format!("{} letters", letters.len()),
            format!("{}, one for each dark piece in board order", dark.len()),
        ));
    }
    let mut left = [view.pool(Side::One), view.pool(Side::Two)];
    let mut deal = Vec::with_capacity(dark.len());
    for (&s, &c) in dark.iter().zip(&letters) {
        if c == '?' {
            deal.push(None);
            continue;
        }
        let side = view.piece(s).side();
        let place = || format!("deal, {}", s.name());
        let role = match Role::of_letter(c) {
            Some((role, of)) if of == side && role != Role::General => role,
            _ => return Err(TextError::new(place(), c, format!("a letter of {}", name(side)))),
        };
        let pool = &mut left[side.index()];
        if pool.count(role) == 0 {
            return Err(TextError::new(place(), c, "no more of a letter than the pool has"));
        }
        *pool = pool.without(role);
        deal.push(Some(role));
    }
    Ok(deal)
}
