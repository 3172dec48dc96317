//! The independent checker of certificates. It knows the rules of chess, written out
//! once more in this file, and nothing else: no advice, no search, no tables.
//!
//! Verified is, for each position with a rank: our moves are legal; braces list
//! exactly the legal replies; each line ends in mate within the rank, or in a
//! position whose rank is at most what is left. For each position marked `=`: every
//! move of ours leaves a reply to another such position, or stalemates, or leaves us
//! too little to mate. And that every legal position of the ending is listed once.

use std::collections::HashMap;
use std::fmt;

/// What a certificate was found to prove.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The table's name.
    pub table: String,
    /// The ending.
    pub ending: String,
    /// The board, such as `8x8`.
    pub board: String,
    /// Listed positions.
    pub positions: usize,
    /// Legal positions of the ending with White to move, all of them listed.
    pub legal: usize,
    /// Positions from which every defence is mated within the rank.
    pub won: usize,
    /// Positions that cannot be won.
    pub drawn: usize,
    /// Positions of which nothing is claimed.
    pub unclaimed: usize,
    /// The greatest rank.
    pub max_moves: u16,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Line, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Fault {}

type Checks<T> = Result<T, String>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    /// `K Q R B N P`, lower case for Black.
    letter: u8,
    x: i8,
    y: i8,
}

impl Man {
    fn white(&self) -> bool {
        self.letter.is_ascii_uppercase()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    from: (i8, i8),
    to: (i8, i8),
    promotion: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Board {
    files: i8,
    ranks: i8,
    men: Vec<Man>,
    white: bool,
}

impl Board {
    fn on(&self, x: i8, y: i8) -> Option<&Man> {
        self.men.iter().find(|m| m.x == x && m.y == y)
    }

    fn has(&self, x: i8, y: i8) -> bool {
        x >= 1 && y >= 1 && x <= self.files && y <= self.ranks
    }

    /// Squares that a man attacks, walked step by step.
    fn attacks(&self, m: &Man) -> Vec<(i8, i8)> {
        let all = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let up = if m.white() { 1 } else { -1 };
        let pawn = [(1, up), (-1, up)];
        let (steps, far): (&[(i8, i8)], i8) = match m.letter.to_ascii_uppercase() {
            b'K' => (&all, 1),
            b'Q' => (&all, 10),
            b'R' => (&all[..4], 10),
            b'B' => (&all[4..], 10),
            b'N' => (&jumps, 1),
            _ => (&pawn, 1),
        };
        let mut list = Vec::new();
        for (dx, dy) in steps {
            for k in 1..=far {
                let (x, y) = (m.x + k * dx, m.y + k * dy);
                if !self.has(x, y) {
                    break;
                }
                list.push((x, y));
                if self.on(x, y).is_some() {
                    break;
                }
            }
        }
        list
    }

    fn attacked(&self, x: i8, y: i8, by_white: bool) -> bool {
        self.men.iter().any(|m| m.white() == by_white && self.attacks(m).contains(&(x, y)))
    }

    fn in_check(&self, white: bool) -> bool {
        let king = if white { b'K' } else { b'k' };
        self.men.iter().any(|m| m.letter == king && self.attacked(m.x, m.y, !white))
    }

    fn play(&self, m: Move) -> Board {
        let mut next = self.clone();
        next.men.retain(|o| (o.x, o.y) != m.to);
        for o in &mut next.men {
            if (o.x, o.y) == m.from {
                (o.x, o.y) = m.to;
                if m.promotion != 0 {
                    o.letter =
                        if self.white { m.promotion.to_ascii_uppercase() } else { m.promotion };
                }
            }
        }
        next.white = !self.white;
        next
    }

    fn legal(&self) -> Vec<Move> {
        let mut list = Vec::new();
        for m in self.men.iter().filter(|m| m.white() == self.white) {
            let pawn = m.letter.eq_ignore_ascii_case(&b'P');
            let mut targets = Vec::new();
            for (x, y) in self.attacks(m) {
                match self.on(x, y) {
                    Some(o) if o.white() == self.white => {}
                    Some(o) if o.letter.eq_ignore_ascii_case(&b'K') => {}
                    Some(_) => targets.push((x, y)),
                    None if pawn => {}
                    None => targets.push((x, y)),
                }
            }
            if pawn {
                let (up, home) = if m.white() { (1, 2) } else { (-1, self.ranks - 1) };
                if self.has(m.x, m.y + up) && self.on(m.x, m.y + up).is_none() {
                    targets.push((m.x, m.y + up));
                    let two = m.y + 2 * up;
                    if m.y == home && self.has(m.x, two) && self.on(m.x, two).is_none() {
                        targets.push((m.x, two));
                    }
                }
            }
            for to in targets {
                let last = pawn && (to.1 == 1 || to.1 == self.ranks);
                let kinds: &[u8] = if last { b"qrbn" } else { &[0] };
                for &promotion in kinds {
                    let step = Move { from: (m.x, m.y), to, promotion };
                    if !self.play(step).in_check(self.white) {
                        list.push(step);
                    }
                }
            }
        }
        list
    }

    /// White has nothing, a bishop or a knight: no mate is possible.
    fn too_little(&self) -> bool {
        let left: Vec<u8> =
            self.men.iter().filter(|m| m.white() && m.letter != b'K').map(|m| m.letter).collect();
        left.is_empty() || left.len() == 1 && matches!(left[0], b'B' | b'N')
    }

    /// Legal as a position with White to move.
    fn stands(&self) -> bool {
        let mut seen = Vec::new();
        for m in &self.men {
            let edge = m.y == 1 || m.y == self.ranks;
            if !self.has(m.x, m.y)
                || seen.contains(&(m.x, m.y))
                || edge && m.letter.eq_ignore_ascii_case(&b'P')
            {
                return false;
            }
            seen.push((m.x, m.y));
        }
        !self.in_check(false)
    }

    /// The same for every order of the men.
    fn key(&self) -> u64 {
        let mut codes: Vec<u64> = self
            .men
            .iter()
            .map(|m| (m.letter as u64) << 8 | (m.x as u64) << 4 | m.y as u64)
            .collect();
        codes.sort_unstable();
        codes.iter().fold(0, |key, c| key << 15 | c)
    }
}

/// What is claimed of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Rank(u16),
    Drawn,
    Nothing,
}

/// Checks a certificate.
pub fn check(text: &str) -> Result<Checked, Fault> {
    let at = |line: usize| move |message: String| Fault { line, message };
    let body_end = text
        .trim_end()
        .rfind("\nend ")
        .ok_or_else(|| at(text.lines().count().max(1))("no line 'end CHECKSUM'".to_string()))?;
    let body = &text[..=body_end];
    let lines: Vec<&str> = body.lines().collect();
    let last = lines.len() + 1;
    let sum = text[body_end + 5..].trim();
    let own = blake3::hash(body.as_bytes()).to_hex();
    if own.as_str() != sum {
        return Err(at(last)(format!("found checksum '{sum}', expected {own}")));
    }
    let field = |k: usize, name: &str| -> Result<String, Fault> {
        lines
            .get(k)
            .and_then(|l| l.strip_prefix(name))
            .map(|v| v.trim().to_string())
            .ok_or_else(|| at(k + 1)(format!("expected '{name}...'")))
    };
    if lines.first() != Some(&"al0-certificate 1") {
        return Err(at(1)("expected 'al0-certificate 1'".to_string()));
    }
    let mut c = Checked {
        table: field(1, "table ")?,
        ending: field(2, "ending ")?,
        board: field(3, "board ")?,
        positions: field(4, "positions ")?
            .parse()
            .map_err(|_| at(5)("expected a number of positions".to_string()))?,
        ..Checked::default()
    };
    let (files, ranks) = c
        .board
        .split_once('x')
        .and_then(|(f, r)| Some((f.parse::<i8>().ok()?, r.parse::<i8>().ok()?)))
        .filter(|(f, r)| (3..=10).contains(f) && (3..=10).contains(r))
        .ok_or_else(|| at(4)("expected a board from 3x3 to 10x10".to_string()))?;
    let rows = &lines[5..];
    if rows.len() != c.positions {
        return Err(at(5)(format!("{} positions are listed, not {}", rows.len(), c.positions)));
    }
    let mut claims: HashMap<u64, Claim> = HashMap::with_capacity(rows.len());
    for (k, row) in rows.iter().enumerate() {
        let fail = at(k + 6);
        let mut words = row.split(' ');
        let board = words.next().and_then(|t| read(t, files, ranks));
        let Some(board) = board.filter(Board::stands) else {
            return Err(fail(format!("'{row}' does not begin with a legal position")));
        };
        let claim = match words.next() {
            Some("=") => Claim::Drawn,
            Some("!") => Claim::Nothing,
            Some(rank) => match rank.parse::<u16>() {
                Ok(rank) if rank > 0 => Claim::Rank(rank),
                _ => return Err(fail(format!("found '{rank}', expected a rank, '=' or '!'"))),
            },
            None => return Err(fail("expected a rank, '=' or '!'".to_string())),
        };
        match claim {
            Claim::Rank(r) => {
                c.won += 1;
                c.max_moves = c.max_moves.max(r);
            }
            Claim::Drawn => c.drawn += 1,
            Claim::Nothing => c.unclaimed += 1,
        }
        if claims.insert(board.key(), claim).is_some() {
            return Err(fail("the position is listed twice".to_string()));
        }
    }
    c.legal = covered(&c.ending, files, ranks, &claims).map_err(at(3))?;
    for (k, row) in rows.iter().enumerate() {
        let verified = verify(row, files, ranks, &claims);
        verified.map_err(at(k + 6))?;
    }
    Ok(c)
}

/// Letters with squares.
fn read(text: &str, files: i8, ranks: i8) -> Option<Board> {
    let mut men = Vec::new();
    let bytes = text.as_bytes();
    let mut k = 0;
    while k < bytes.len() {
        let letter = bytes[k];
        let file = *bytes.get(k + 1)?;
        let start = k + 2;
        k = start;
        while k < bytes.len() && bytes[k].is_ascii_digit() {
            k += 1;
        }
        let y: i8 = text.get(start..k)?.parse().ok()?;
        if !b"KQRBNPkqrbnp".contains(&letter) || !file.is_ascii_lowercase() {
            return None;
        }
        men.push(Man { letter, x: (file - b'a' + 1) as i8, y });
    }
    let kings = |l: u8| men.iter().filter(|m| m.letter == l).count() == 1;
    (kings(b'K') && kings(b'k') && men.len() <= 4).then_some(Board {
        files,
        ranks,
        men,
        white: true,
    })
}

/// Are all legal positions of the ending listed? Their number. Two bishops of one
/// side stand on squares of different colours.
fn covered(ending: &str, files: i8, ranks: i8, claims: &HashMap<u64, Claim>) -> Checks<usize> {
    let mut letters = Vec::new();
    let mut kings = 0;
    for b in ending.bytes() {
        kings += usize::from(b == b'K');
        let own = if kings == 2 { b.to_ascii_lowercase() } else { b };
        letters.push(own);
    }
    letters.sort_by_key(|l| !matches!(l, b'K' | b'k'));
    if kings != 2 || letters.len() > 4 || letters.iter().any(|l| !b"KQRBNPkqrbnp".contains(l)) {
        return Err(format!("found '{ending}', expected an ending of at most four men"));
    }
    let squares: Vec<(i8, i8)> =
        (1..=ranks).flat_map(|y| (1..=files).map(move |x| (x, y))).collect();
    let mut found = std::collections::HashSet::new();
    let mut places = vec![0usize; letters.len()];
    loop {
        let men: Vec<Man> = letters
            .iter()
            .zip(&places)
            .map(|(&letter, &k)| Man { letter, x: squares[k].0, y: squares[k].1 })
            .collect();
        let board = Board { files, ranks, men, white: true };
        if quick(&board) && board.stands() {
            let key = board.key();
            if !claims.contains_key(&key) {
                return Err(format!("the legal position {} is not listed", show(&board)));
            }
            if letters.len() < 4 {
                found.insert(key);
            } else {
                // Twins appear twice; count by key only where they can.
                let twins = letters[2] == letters[3];
                if !twins || places[2] < places[3] {
                    found.insert(key);
                }
            }
        }
        let mut k = 0;
        loop {
            if k == places.len() {
                return Ok(found.len());
            }
            places[k] += 1;
            if places[k] < squares.len() {
                break;
            }
            places[k] = 0;
            k += 1;
        }
    }
}

/// Cheap reasons why a placement cannot count.
fn quick(b: &Board) -> bool {
    let (w, k) = (&b.men[0], &b.men[1]);
    if (w.x - k.x).abs() <= 1 && (w.y - k.y).abs() <= 1 {
        return false;
    }
    match b.men.as_slice() {
        [_, _, m, n] if m.letter == n.letter && m.letter.eq_ignore_ascii_case(&b'B') => {
            (m.x + m.y + n.x + n.y) % 2 != 0
        }
        _ => true,
    }
}

fn show(b: &Board) -> String {
    let man = |m: &Man| format!("{}{}{}", m.letter as char, (b'a' + m.x as u8 - 1) as char, m.y);
    b.men.iter().map(man).collect()
}

fn verify(row: &str, files: i8, ranks: i8, claims: &HashMap<u64, Claim>) -> Checks<()> {
    let words: Vec<&str> = row.split(' ').collect();
    let Some(board) = words.first().and_then(|t| read(t, files, ranks)) else {
        return Err("no position".to_string());
    };
    match claims.get(&board.key()) {
        Some(Claim::Drawn) => drawn(&board, claims),
        Some(Claim::Nothing) => Ok(()),
        Some(Claim::Rank(rank)) => {
            let [_, _, _, tree] = words.as_slice() else {
                return Err("expected position, rank, advice and moves".to_string());
            };
            let mut r = Reader { text: tree.as_bytes(), at: 0 };
            ours(&board, *rank as i32, &mut r, claims, 0)?;
            if r.at == r.text.len() { Ok(()) } else { Err("text after the tree".to_string()) }
        }
        None => Err("no claim".to_string()),
    }
}

/// No move of ours wins: for each there is stalemate, too little left, or a reply to
/// a position that cannot be won either.
fn drawn(board: &Board, claims: &HashMap<u64, Claim>) -> Checks<()> {
    if board.too_little() {
        return Ok(());
    }
    for m in board.legal() {
        let after = board.play(m);
        let replies = after.legal();
        let holds = if replies.is_empty() {
            !after.in_check(false)
        } else {
            replies.iter().any(|&r| {
                let next = after.play(r);
                next.too_little() || claims.get(&next.key()) == Some(&Claim::Drawn)
            })
        };
        if !holds && !after.too_little() {
            return Err(format!("after {} no reply holds the draw", move_text(m)));
        }
    }
    Ok(())
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, b: u8) -> bool {
        let hit = self.peek() == b;
        self.at += usize::from(hit);
        hit
    }

    fn square(&mut self) -> Option<(i8, i8)> {
        let file = self.peek();
        if !file.is_ascii_lowercase() {
            return None;
        }
        self.at += 1;
        let mut y = 0i8;
        let start = self.at;
        while self.peek().is_ascii_digit() && self.at < start + 2 {
            y = y * 10 + (self.peek() - b'0') as i8;
            self.at += 1;
        }
        (self.at > start).then_some(((file - b'a' + 1) as i8, y))
    }

    fn step(&mut self) -> Checks<Move> {
        let read = self.square().zip(self.square());
        let Some((from, to)) = read else {
            return Err(format!("expected a move in column {} of the tree", self.at + 1));
        };
        let mut promotion = 0;
        if b"qrbn".contains(&self.peek()) && self.peek() != 0 {
            promotion = self.peek();
            self.at += 1;
        }
        Ok(Move { from, to, promotion })
    }
}

/// Trees deeper than this are refused.
const MAX_DEPTH: u32 = 100;

/// Our move with what follows; `left` is how many moves we may still make.
fn ours(
    board: &Board,
    left: i32,
    r: &mut Reader<'_>,
    claims: &HashMap<u64, Claim>,
    depth: u32,
) -> Checks<()> {
    let m = r.step()?;
    if left < 1 || depth > MAX_DEPTH {
        return Err(format!("{} comes later than the rank allows", move_text(m)));
    }
    if !board.legal().contains(&m) {
        return Err(format!("{} is no legal move in {}", move_text(m), show(board)));
    }
    let after = board.play(m);
    let legal = after.legal();
    if r.eat(b'{') {
        let mut listed: Vec<Move> = Vec::new();
        loop {
            let reply = r.step()?;
            if listed.contains(&reply) {
                return Err(format!("the reply {} is listed twice", move_text(reply)));
            }
            if !legal.contains(&reply) {
                return Err(format!("{} is no legal reply to {}", move_text(reply), move_text(m)));
            }
            listed.push(reply);
            let next = after.play(reply);
            if r.eat(b'>') {
                root(&next, left - 1, claims)?;
            } else if r.eat(b':') {
                ours(&next, left - 1, r, claims, depth + 1)?;
            } else {
                return Err(format!("expected '>' or ':' after the reply {}", move_text(reply)));
            }
            if r.eat(b'}') {
                break;
            }
            if !r.eat(b',') {
                return Err("expected ',' or '}' between replies".to_string());
            }
        }
        if listed.len() != legal.len() {
            return Err(format!(
                "{} of {} legal replies to {} are listed",
                listed.len(),
                legal.len(),
                move_text(m)
            ));
        }
        return Ok(());
    }
    if legal.is_empty() {
        return if after.in_check(false) {
            Ok(())
        } else {
            Err(format!("{} stalemates", move_text(m)))
        };
    }
    for reply in legal {
        root(&after.play(reply), left - 1, claims)?;
    }
    Ok(())
}

/// A position where a new search begins: its rank is at most what is left.
fn root(board: &Board, left: i32, claims: &HashMap<u64, Claim>) -> Checks<()> {
    match claims.get(&board.key()) {
        Some(Claim::Rank(rank)) if *rank as i32 <= left => Ok(()),
        Some(Claim::Rank(rank)) => {
            Err(format!("{} has rank {rank}, but only {left} moves are left", show(board)))
        }
        _ => Err(format!("the line reaches {}, of which no win is claimed", show(board))),
    }
}

fn move_text(m: Move) -> String {
    let square = |(x, y): (i8, i8)| format!("{}{y}", (b'a' + (x - 1).max(0) as u8) as char);
    let mut text = format!("{}{}", square(m.from), square(m.to));
    if m.promotion != 0 {
        text.push(m.promotion as char);
    }
    text
}
