//! Exact values against a plain second search that shares no code with the first:
//! a graph of points with the solid string, an immortal attacker and the outer
//! liberties as vertices, chains found by walking, all positions that can arise
//! gathered first, then a least fixpoint over them.

use std::collections::HashMap;
use touchstone_go::Suicide;
use touchstone_go::playout::Noise;
use touchstone_golife::exact::{Space, evaluate};

const EMPTY: u8 = 0;
const ATTACKER: u8 = 1;
const DEFENDER: u8 = 2;

/// Stones on all vertices, the vertex banned by ko (or 99), and whose turn it is.
type Key = (Vec<u8>, u8, u8);

struct Oracle {
    edges: Vec<Vec<usize>>,
    /// Vertex of the solid string, of the immortal attacker, of the extra eye.
    solid: usize,
    immortal: usize,
    extra: usize,
    outer: Vec<usize>,
    start: Vec<u8>,
    known: HashMap<Key, bool>,
    values: HashMap<Vec<u8>, Option<[u8; 4]>>,
}

impl Oracle {
    fn new(rows: &[Vec<char>], left: bool, bottom: bool, outer: usize) -> Oracle {
        let (w, h) = (rows[0].len() as i32, rows.len() as i32);
        let off = |x: i32, y: i32| {
            (left && x < 0) || (bottom && y >= h) || x < -1 || y < -1 || x > w || y > h
        };
        let wall = |x: i32, y: i32| {
            !off(x, y)
                && (x < 0 || y < 0 || x >= w || y >= h || rows[y as usize][x as usize] == 'O')
        };
        let near = |x: i32, y: i32| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        // The solid string: all wall that hangs together with the top right corner outside.
        let mut solid_cells = vec![(w, -1)];
        let mut i = 0;
        while i < solid_cells.len() {
            let (x, y) = solid_cells[i];
            for (u, v) in near(x, y) {
                if wall(u, v) && !solid_cells.contains(&(u, v)) {
                    solid_cells.push((u, v));
                }
            }
            i += 1;
        }
        let mut cells = Vec::new();
        for y in 0..h {
            for x in 0..w {
                if !solid_cells.contains(&(x, y)) {
                    cells.push((x, y));
                }
            }
        }
        let n = cells.len();
        let (solid, immortal, extra) = (n, n + 1, n + 2);
        let outer: Vec<usize> = (n + 3..n + 3 + outer).collect();
        let total = n + 3 + outer.len();
        let mut edges = vec![Vec::new(); total];
        let mut start = vec![EMPTY; total];
        let mut join = |a: usize, b: usize| {
            if !edges[a].contains(&b) {
                edges[a].push(b);
                edges[b].push(a);
            }
        };
        for (i, &(x, y)) in cells.iter().enumerate() {
            let sign = rows[y as usize][x as usize];
            let walls = near(x, y).iter().filter(|c| wall(c.0, c.1)).count();
            for c in near(x, y) {
                if let Some(j) = cells.iter().position(|&d| d == c) {
                    join(i, j);
                } else if solid_cells.contains(&c) && !((sign == '!' || sign == '$') && walls == 1)
                {
                    join(i, solid);
                }
            }
            if sign == '!' || sign == '$' {
                join(i, immortal);
            }
            start[i] = match sign {
                'X' | '$' => ATTACKER,
                'O' => DEFENDER,
                _ => EMPTY,
            };
        }
        join(extra, solid);
        for &o in &outer {
            join(o, solid);
        }
        start[solid] = DEFENDER;
        start[immortal] = ATTACKER;
        start[extra] = DEFENDER;
        Oracle {
            edges,
            solid,
            immortal,
            extra,
            outer,
            start,
            known: HashMap::new(),
            values: HashMap::new(),
        }
    }

    /// Stones of the chain at `v`, and whether it has a liberty.
    fn chain(&self, b: &[u8], v: usize) -> (Vec<usize>, bool) {
        let mut chain = vec![v];
        let mut free = false;
        let mut i = 0;
        while i < chain.len() {
            let u = chain[i];
            free |= u == self.immortal || (u >= self.solid + 3 && b[u] == ATTACKER);
            for &t in &self.edges[u] {
                if b[t] == EMPTY {
                    free = true;
                } else if b[t] == b[v] && !chain.contains(&t) {
                    chain.push(t);
                }
            }
            i += 1;
        }
        (chain, free)
    }

    /// The position after a stone, the ko ban, and whether the solid string is gone.
    fn put(&self, b: &[u8], ko: u8, v: usize, c: u8) -> Option<(Vec<u8>, u8, bool)> {
        if b[v] != EMPTY || usize::from(ko) == v {
            return None;
        }
        if c == DEFENDER && (v == self.extra || self.outer.contains(&v)) {
            return None;
        }
        let mut n = b.to_vec();
        n[v] = c;
        let mut taken = Vec::new();
        for &u in &self.edges[v] {
            if n[u] == 3 - c && !taken.contains(&u) {
                let (chain, free) = self.chain(&n, u);
                if !free {
                    taken.extend(chain);
                }
            }
        }
        let won = taken.contains(&self.solid);
        for &u in &taken {
            n[u] = EMPTY;
        }
        let (own, free) = self.chain(&n, v);
        if !free {
            return None;
        }
        let lone = own.len() == 1
            && taken.len() == 1
            && self.edges[v].iter().filter(|&&u| n[u] == EMPTY).count() == 1;
        let held =
            own.contains(&self.solid) || self.edges[v].contains(&self.immortal) && c == ATTACKER;
        Some((n, if lone && !held { taken[0] as u8 } else { 99 }, won))
    }

    /// Whether the attacker captures the solid string within finitely many moves.
    fn captured(&mut self, b: &[u8], ko: u8, side: u8) -> bool {
        let root: Key = (b.to_vec(), ko, side);
        if let Some(&k) = self.known.get(&root) {
            return k;
        }
        let mut index = HashMap::from([(root.clone(), 0usize)]);
        let mut keys = vec![root.clone()];
        let mut next: Vec<Vec<usize>> = Vec::new();
        let mut won = Vec::new();
        let mut i = 0;
        while i < keys.len() {
            let (b, ko, side) = keys[i].clone();
            let mut list = Vec::new();
            let mut wins = false;
            let mut go = |key: Key, keys: &mut Vec<Key>| {
                *index.entry(key.clone()).or_insert_with(|| {
                    keys.push(key);
                    keys.len() - 1
                })
            };
            for v in 0..b.len() {
                if let Some((n, ko, taken)) = self.put(&b, ko, v, side) {
                    if taken {
                        wins = true;
                    } else {
                        list.push(go((n, ko, 3 - side), &mut keys));
                    }
                }
            }
            if side == DEFENDER {
                list.push(go((b, 99, ATTACKER), &mut keys));
            }
            next.push(list);
            won.push(wins);
            i += 1;
        }
        loop {
            let mut changed = false;
            for i in (0..keys.len()).rev() {
                if !won[i] {
                    let now = if keys[i].2 == ATTACKER {
                        next[i].iter().any(|&j| won[j])
                    } else {
                        next[i].iter().all(|&j| won[j])
                    };
                    if now {
                        won[i] = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for (k, w) in keys.into_iter().zip(won) {
            self.known.insert(k, w);
        }
        self.known[&root]
    }

    fn a(&mut self, b: &[u8], open: bool) -> bool {
        let mut b = b.to_vec();
        b[self.extra] = if open { EMPTY } else { DEFENDER };
        self.captured(&b, 99, ATTACKER)
    }

    fn d(&mut self, b: &[u8], open: bool) -> bool {
        let mut b = b.to_vec();
        b[self.extra] = if open { EMPTY } else { DEFENDER };
        !self.captured(&b, 99, DEFENDER)
    }

    fn after(&self, b: &[u8], c: u8) -> Vec<Vec<u8>> {
        (0..b.len())
            .filter(|&v| v != self.extra)
            .filter_map(|v| self.put(b, 99, v, c))
            .filter(|m| !m.2)
            .map(|m| m.0)
            .collect()
    }

    fn value(&mut self, b: &[u8]) -> Option<[u8; 4]> {
        if let Some(v) = self.values.get(b) {
            return *v;
        }
        self.values.insert(b.to_vec(), None);
        let attacks = self.after(b, ATTACKER);
        let defences = self.after(b, DEFENDER);
        let v = if !self.a(b, false) {
            if attacks.iter().any(|m| self.a(m, true)) {
                [0, 2, 2, 2]
            } else if attacks.iter().any(|m| self.a(m, false)) {
                [1, 2, 2, 2]
            } else {
                [2; 4]
            }
        } else {
            match (self.d(b, false), self.a(b, true)) {
                (true, true) => [0, 0, 2, 2],
                (true, false) => {
                    let zero = attacks
                        .iter()
                        .any(|m| !self.d(m, false) && self.value(m) == Some([0, 0, 1, 1]));
                    [if zero { 0 } else { 1 }, 1, 2, 2]
                }
                (false, false) => {
                    let zero = attacks
                        .iter()
                        .any(|m| self.a(m, true) && self.value(m) == Some([0, 0, 1, 1]));
                    let two = defences
                        .iter()
                        .any(|m| self.d(m, false) && self.value(m) == Some([1, 1, 2, 2]));
                    [if zero { 0 } else { 1 }, 1, 1, if two { 2 } else { 1 }]
                }
                (false, true) if self.d(b, true) => {
                    let two = defences
                        .iter()
                        .any(|m| !self.a(m, true) && self.value(m) == Some([1, 1, 2, 2]));
                    [0, 0, 1, if two { 2 } else { 1 }]
                }
                (false, true) => {
                    let best = defences
                        .iter()
                        .map(|m| if !self.d(m, true) { 0 } else { 1 + u8::from(self.d(m, false)) })
                        .max();
                    [0, 0, 0, best.unwrap_or(0)]
                }
            }
        };
        self.values.insert(b.to_vec(), Some(v));
        Some(v)
    }
}

/// Whether every chain of the start position has a liberty.
fn breathes(rows: &[Vec<char>], left: bool, bottom: bool, outer: usize) -> bool {
    let o = Oracle::new(rows, left, bottom, outer);
    (0..o.solid + 1).all(|v| o.start[v] == EMPTY || o.chain(&o.start, v).1)
}

fn oracle(rows: &[Vec<char>], left: bool, bottom: bool, outer: usize) -> String {
    let mut o = Oracle::new(rows, left, bottom, outer);
    let start = o.start.clone();
    let v = o.value(&start).unwrap();
    v.iter().map(u8::to_string).collect()
}

fn text(rows: &[Vec<char>], left: bool, bottom: bool) -> String {
    let mut lines: Vec<String> = rows
        .iter()
        .map(|r| format!("{}{}", if left { "|" } else { "" }, r.iter().collect::<String>()))
        .collect();
    if bottom {
        lines.push(format!("{}{}", if left { "+" } else { "" }, "-".repeat(rows[0].len())));
    }
    lines.join("%")
}

/// A random connected space.
fn random(noise: &mut Noise, most: usize) -> Vec<Vec<char>> {
    loop {
        let (w, h) = (1 + noise.below(4), 1 + noise.below(3));
        let mut rows = vec![vec!['O'; w]; h];
        let n = 1 + noise.below(most);
        let mut cells = vec![(noise.below(w), noise.below(h))];
        for _ in 0..60 {
            if cells.len() == n {
                break;
            }
            let (x, y) = cells[noise.below(cells.len())];
            let c = match noise.below(4) {
                0 if x > 0 => (x - 1, y),
                1 if x + 1 < w => (x + 1, y),
                2 if y > 0 => (x, y - 1),
                3 if y + 1 < h => (x, y + 1),
                _ => continue,
            };
            if !cells.contains(&c) {
                cells.push(c);
            }
        }
        for &(x, y) in &cells {
            rows[y][x] = match noise.below(10) {
                0 | 1 => 'X',
                2 => '!',
                3 if noise.below(3) == 0 => '$',
                _ => '.',
            };
        }
        // The shape touches all four sides of its box, so that edges mean what they say.
        let touches = |f: &dyn Fn(&(usize, usize)) -> bool| cells.iter().any(f);
        if touches(&|c| c.0 == 0) && touches(&|c| c.1 == h - 1) {
            return rows;
        }
    }
}

#[test]
fn two_thousand_spaces_agree_with_a_plain_search() {
    let mut noise = Noise::new(8);
    let mut checked = 0;
    while checked < 2_000 {
        let rows = random(&mut noise, 6);
        let (left, bottom) = match noise.below(3) {
            0 => (false, false),
            1 => (false, true),
            _ => (true, true),
        };
        let k = noise.below(3);
        let graph = text(&rows, left, bottom);
        let Ok(space) = Space::parse(&graph) else { continue };
        // Stones of a start position have liberties.
        if space.len() > 7 || !breathes(&rows, left, bottom, k) {
            continue;
        }
        let found = evaluate(&space, k as u8, Suicide::Forbidden).value.to_string();
        let want = oracle(&rows, left, bottom, k);
        assert_eq!(found, want, "{graph} with {k} outer liberties");
        checked += 1;
    }
}
