//! A slow generator of legal turns, written straight from the rules on a board
//! of 64 letters in absolute colours. It shares no code with the crate and
//! reads and writes DFEN fields by itself.

use std::collections::{BTreeSet, HashMap};

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slow {
    pub board: [u8; 64], // b'.' or a FEN letter; a1 = 0
    pub white: bool,
    pub rights: BTreeSet<char>,
    pub targets: BTreeSet<usize>,
}

#[derive(Default, Debug)]
pub struct Turns {
    /// Every legal path as text, with its end and whether it takes a king.
    pub paths: Vec<(String, Slow, bool)>,
}

fn name(s: usize) -> String {
    format!("{}{}", (b'a' + (s % 8) as u8) as char, s / 8 + 1)
}

impl Slow {
    pub fn read(dfen: &str) -> (Slow, Vec<char>) {
        let f: Vec<&str> = dfen.split_whitespace().collect();
        let mut board = [b'.'; 64];
        for (i, row) in f[0].split('/').enumerate() {
            let mut file = 0;
            for c in row.bytes() {
                if c.is_ascii_digit() {
                    file += (c - b'0') as usize;
                } else {
                    board[(7 - i) * 8 + file] = c;
                    file += 1;
                }
            }
        }
        let rights = f[2].chars().filter(|c| *c != '-').collect();
        let mut targets = BTreeSet::new();
        if f[3] != "-" {
            let b = f[3].as_bytes();
            for k in (0..b.len()).step_by(2) {
                targets.insert((b[k] - b'a') as usize + 8 * (b[k + 1] - b'1') as usize);
            }
        }
        let dice = f.get(6).map_or(vec![], |d| {
            d.chars().filter(|c| *c != '-').map(|c| c.to_ascii_uppercase()).collect()
        });
        (Slow { board, white: f[1] == "w", rights, targets }, dice)
    }

    fn mine(&self, s: usize) -> bool {
        let c = self.board[s];
        c != b'.' && c.is_ascii_uppercase() == self.white
    }

    fn theirs(&self, s: usize) -> bool {
        let c = self.board[s];
        c != b'.' && c.is_ascii_uppercase() != self.white
    }

    fn go(s: usize, df: i32, dr: i32) -> Option<usize> {
        let (f, r) = ((s % 8) as i32 + df, (s / 8) as i32 + dr);
        ((0..8).contains(&f) && (0..8).contains(&r)).then_some((r * 8 + f) as usize)
    }

    /// Removes what stands on `s` as a capture; true if it was a king.
    fn take(&mut self, s: usize) -> bool {
        let c = self.board[s];
        let was = c.to_ascii_uppercase();
        self.board[s] = b'.';
        if was == b'P' {
            // The target behind a captured pawn is dropped.
            let behind = if c == b'P' { Self::go(s, 0, -1) } else { Self::go(s, 0, 1) };
            let on_landing_rank = s / 8 == if c == b'P' { 3 } else { 4 };
            if let (Some(b), true) = (behind, on_landing_rank) {
                self.targets.remove(&b);
            }
        }
        for (corner, letter, rook) in
            [(0, 'Q', b'R'), (7, 'K', b'R'), (56, 'q', b'r'), (63, 'k', b'r')]
        {
            if s == corner && c == rook {
                self.rights.remove(&letter);
            }
        }
        if was == b'K' {
            for l in if c == b'K' { ['K', 'Q'] } else { ['k', 'q'] } {
                self.rights.remove(&l);
            }
        }
        was == b'K'
    }

    /// Moves an own piece without asking anything.
    fn step(&self, from: usize, to: usize, promote: Option<u8>) -> (Slow, bool) {
        let mut n = self.clone();
        let piece = n.board[from];
        let kind = piece.to_ascii_uppercase();
        let mut king = false;
        if n.theirs(to) {
            king = n.take(to);
        } else if kind == b'P' && from % 8 != to % 8 {
            // En passant: the pushed pawn stands beside.
            let pushed = (from / 8) * 8 + to % 8;
            n.take(pushed);
            n.targets.remove(&to);
        }
        n.board[from] = b'.';
        n.board[to] = match promote {
            Some(p) if self.white => p,
            Some(p) => p.to_ascii_lowercase(),
            None => piece,
        };
        let up = if self.white { 1 } else { -1 };
        if kind == b'P' {
            // A pawn that moves on from its landing square drops its target.
            if from / 8 == if self.white { 3 } else { 4 }
                && let Some(b) = Self::go(from, 0, -up)
            {
                n.targets.remove(&b);
            }
            if (to / 8).abs_diff(from / 8) == 2 {
                n.targets.insert((to + from) / 2);
            }
        }
        if kind == b'K' {
            for l in if self.white { ['K', 'Q'] } else { ['k', 'q'] } {
                n.rights.remove(&l);
            }
        }
        if kind == b'R' {
            let corners: [(usize, char); 2] =
                if self.white { [(0, 'Q'), (7, 'K')] } else { [(56, 'q'), (63, 'k')] };
            for (corner, letter) in corners {
                if from == corner {
                    n.rights.remove(&letter);
                }
            }
        }
        (n, king)
    }

    /// Every step that `dice` pay for: text, dice left, board, takes a king.
    fn steps(&self, dice: &[char]) -> Vec<(String, Vec<char>, Slow, bool)> {
        let mut out = Vec::new();
        let mut kinds: Vec<char> = dice.to_vec();
        kinds.sort();
        kinds.dedup();
        for kind in kinds {
            let mut left = dice.to_vec();
            left.remove(left.iter().position(|d| *d == kind).unwrap());
            for from in 0..64 {
                if !self.mine(from) || self.board[from].to_ascii_uppercase() != kind as u8 {
                    continue;
                }
                for to in self.reach(from) {
                    let last = to / 8 == if self.white { 7 } else { 0 };
                    let king = matches!(self.board[to], b'K' | b'k');
                    if kind == 'P' && last && !king {
                        for p in [b'Q', b'R', b'B', b'N'] {
                            let (n, k) = self.step(from, to, Some(p));
                            let text = format!(
                                "{}{}{}",
                                name(from),
                                name(to),
                                (p as char).to_ascii_lowercase()
                            );
                            out.push((text, left.clone(), n, k));
                        }
                    } else {
                        let (n, k) = self.step(from, to, None);
                        out.push((format!("{}{}", name(from), name(to)), left.clone(), n, k));
                    }
                }
            }
        }
        if dice.contains(&'K') && dice.contains(&'R') {
            let mut left = dice.to_vec();
            for d in ['K', 'R'] {
                left.remove(left.iter().position(|x| *x == d).unwrap());
            }
            let base = if self.white { 0 } else { 56 };
            let (k, r) = if self.white { (b'K', b'R') } else { (b'k', b'r') };
            for (letter, rook, lands, to, between) in
                [('K', 7, 5, 6, vec![5, 6]), ('Q', 0, 3, 2, vec![1, 2, 3])]
            {
                let letter = if self.white { letter } else { letter.to_ascii_lowercase() };
                if self.rights.contains(&letter)
                    && self.board[base + 4] == k
                    && self.board[base + rook] == r
                    && between.iter().all(|b| self.board[base + b] == b'.')
                {
                    let mut n = self.clone();
                    n.board[base + 4] = b'.';
                    n.board[base + rook] = b'.';
                    n.board[base + to] = k;
                    n.board[base + lands] = r;
                    for l in if self.white { ['K', 'Q'] } else { ['k', 'q'] } {
                        n.rights.remove(&l);
                    }
                    out.push((
                        format!("{}{}", name(base + 4), name(base + to)),
                        left.clone(),
                        n,
                        false,
                    ));
                }
            }
        }
        out
    }

    fn reach(&self, from: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let kind = self.board[from].to_ascii_uppercase();
        if kind == b'P' {
            let (up, home) = if self.white { (1, 1) } else { (-1, 6) };
            if let Some(one) = Self::go(from, 0, up)
                && self.board[one] == b'.'
            {
                out.push(one);
                if from / 8 == home
                    && let Some(two) = Self::go(one, 0, up)
                    && self.board[two] == b'.'
                {
                    out.push(two);
                }
            }
            for df in [-1, 1] {
                let Some(to) = Self::go(from, df, up) else { continue };
                if self.theirs(to) {
                    out.push(to);
                } else if self.board[to] == b'.'
                    && self.targets.contains(&to)
                    && to / 8 == if self.white { 5 } else { 2 }
                {
                    let pushed = (from / 8) * 8 + to % 8;
                    let enemy = if self.white { b'p' } else { b'P' };
                    if self.board[pushed] == enemy {
                        out.push(to);
                    }
                }
            }
            return out;
        }
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let (dirs, far): (Vec<(i32, i32)>, bool) = match kind {
            b'N' => (knight.to_vec(), false),
            b'B' => (diagonal.to_vec(), true),
            b'R' => (straight.to_vec(), true),
            b'Q' => ([straight, diagonal].concat(), true),
            _ => ([straight, diagonal].concat(), false),
        };
        for (df, dr) in dirs {
            let mut at = from;
            while let Some(to) = Self::go(at, df, dr) {
                if !self.mine(to) {
                    out.push(to);
                }
                if self.board[to] != b'.' || !far {
                    break;
                }
                at = to;
            }
        }
        out
    }

    /// All legal turns: every path is walked, then the maximum rule is applied.
    pub fn turns(&self, dice: &[char]) -> Turns {
        let mut finished: HashMap<usize, Vec<(String, Slow, bool)>> = HashMap::new();
        let mut captures = Vec::new();
        self.walk(dice, dice.len(), "", &mut finished, &mut captures);
        let most = finished.keys().copied().max().unwrap_or(0);
        let mut paths = if most == 0 { Vec::new() } else { finished.remove(&most).unwrap() };
        paths.extend(captures);
        Turns { paths }
    }

    fn walk(
        &self,
        dice: &[char],
        all: usize,
        so_far: &str,
        finished: &mut HashMap<usize, Vec<(String, Slow, bool)>>,
        captures: &mut Vec<(String, Slow, bool)>,
    ) {
        let steps = self.steps(dice);
        if steps.is_empty() {
            finished.entry(all - dice.len()).or_default().push((
                so_far.to_string(),
                self.clone(),
                false,
            ));
        }
        for (text, left, board, king) in steps {
            let path = if so_far.is_empty() { text } else { format!("{so_far},{text}") };
            if king {
                captures.push((path, board, true));
            } else {
                board.walk(&left, all, &path, finished, captures);
            }
        }
    }

    /// A comparable text of board, rights and targets.
    pub fn text(&self) -> String {
        let rights: String = self.rights.iter().collect();
        let targets: Vec<String> = self.targets.iter().map(|&t| name(t)).collect();
        format!("{} {rights} {}", String::from_utf8_lossy(&self.board), targets.concat())
    }
}
