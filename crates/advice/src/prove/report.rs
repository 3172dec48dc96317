//! The proof run and its figures.

use std::collections::{BTreeMap, HashSet, VecDeque};

use touchstone_chess::Colour;
use touchstone_chess::general::{Men, Size, Step};
use touchstone_chess::tables::{Outcome, TableError, Tables};

use super::ends;
use super::graph::{Fates, fates};
use super::roots::Roots;
use super::sweep::{Keep, NOBODY, Stop, Sweep, lines, sweep};
use crate::program::Program;
use crate::search::{Searcher, Verdict};

/// A finished proof run: every position with its lines and what they come to.
#[derive(Debug)]
pub struct Proof<'a> {
    /// The table.
    pub program: &'a Program,
    /// The positions.
    pub roots: Roots,
    /// Their lines.
    pub sweep: Sweep,
    /// What the lines come to.
    pub fates: Fates,
    /// Moves to mate by the exact table for each position of the ending; 0 if it is
    /// not won.
    pub exact: Vec<u16>,
    keep: Keep,
}

/// The figures of a proof run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// Legal positions with us to move.
    pub positions: u64,
    /// Of these, won by the exact table.
    pub winnable: u64,
    /// Every defence is mated, by move 50.
    pub won: u64,
    /// Positions from which some defence reaches each bad end, by its name.
    pub ends: BTreeMap<&'static str, u64>,
    /// The same ends inside the position's own tree, before another search.
    pub own_ends: BTreeMap<&'static str, u64>,
    /// Drawn positions that the table claims to be drawn at once.
    pub drawn_claimed: u64,
    /// Won positions that the table claims to be drawn at once.
    pub false_claims: u64,
    /// Won positions whose own tree leads to a drawn one.
    pub slips: u64,
    /// Longest defence over the won positions, in our moves.
    pub max_moves: u16,
    /// Sum of the longest defences over the won positions.
    pub moves: u64,
    /// Sum of the exact distances over the same positions.
    pub optimal: u64,
    /// Advice chosen, by name.
    pub by_advice: BTreeMap<String, u64>,
    /// Won positions by longest defence.
    pub lengths: BTreeMap<u16, u64>,
    /// What each advice costs.
    pub costs: Vec<Cost>,
    /// Legal positions with them to move; of these lost for them by the exact table; of
    /// these mated by the table; the longest defence.
    pub black: [u64; 4],
}

/// What following an advice costs against exact play afterwards, over all won
/// positions in which it is chosen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cost {
    /// The advice.
    pub name: String,
    /// Positions.
    pub positions: u64,
    /// Moves lost in all: moves of the tree plus the exact distance from where it
    /// ends, less the exact distance, on the worst line.
    pub moves: u64,
    /// The most that one position loses.
    pub worst: u16,
    /// That position.
    pub example: String,
}

/// A position in which the table does not do what it should.
#[derive(Clone, PartialEq, Debug)]
pub struct Counterexample {
    /// Its FEN.
    pub position: String,
    /// The advice that is at fault, or the rule if none was chosen.
    pub advice: String,
    /// The line to the bad end, both sides' moves.
    pub line: Vec<String>,
    /// The bad end.
    pub why: &'static str,
}

/// Runs the table from every legal position. `tables` must be of the board's size;
/// the exact table is generated in it.
pub fn prove<'a>(
    program: &'a Program,
    size: Size,
    keep: Keep,
    tables: &mut Tables,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Proof<'a>, TableError> {
    let table = tables.require(&program.ending)?;
    let flipped = program.ending.canonical().1;
    let mut roots = Roots::new(&program.ending, size);
    let sweep = sweep(program, &mut roots, keep, progress);
    let fates = fates(&sweep);
    let exact = (0..roots.own())
        .map(|k| {
            let men = roots.men(k);
            let value =
                if flipped { table.probe(&men.flipped(size).tidy()) } else { table.probe(&men) };
            match value {
                Some(Outcome::Win(p)) => p.div_ceil(2),
                _ => 0,
            }
        })
        .collect();
    Ok(Proof { program, roots, sweep, fates, exact, keep })
}

impl Proof<'_> {
    /// The name of the advice chosen at a position, or of the rule or case.
    pub fn chosen(&self, root: usize) -> String {
        match self.sweep.chosen[root] {
            NOBODY => {
                let men = self.roots.men(root);
                match Searcher::new(self.program, self.roots.size()).strategy(&men) {
                    Verdict::Drawn { rule } | Verdict::NoAdvice { rule } => {
                        self.program.rules[rule].name.clone()
                    }
                    other => other.name().to_string(),
                }
            }
            k => self.program.advice[k as usize].name.clone(),
        }
    }

    /// How the trees are used between moves.
    pub fn keep(&self) -> Keep {
        self.keep
    }

    /// Can the position be won at all? Of positions outside the ending, reached by a
    /// capture or promotion, this is said if the table wins them or plays on.
    pub fn is_winnable(&self, root: usize) -> bool {
        match self.exact_of(root) {
            Some(moves) => moves > 0,
            None => self.fates.ends[root] & (ends::DRAWN | ends::LOST) == 0,
        }
    }

    /// Is the position won: every defence mated by move 50?
    pub fn is_won(&self, root: usize) -> bool {
        self.fates.ends[root] == 0
    }

    fn exact_of(&self, root: usize) -> Option<u16> {
        self.exact.get(root).copied()
    }

    /// Does the position's own tree go wrong? Gives the end.
    fn own_fault(&self, root: usize) -> u16 {
        let own = self.sweep.ends[root];
        if root >= self.exact.len() {
            return own & !ends::DRAWN;
        }
        if self.exact[root] == 0 {
            // A drawn position may end in any draw, and a claim of it is right; but
            // the table must say something.
            return own & (ends::NO_ADVICE | ends::NIL_TREE | ends::TOO_LARGE);
        }
        let slips = self.sweep.lines(root).any(|(w, _)| self.exact_of(w) == Some(0));
        own | if slips { ends::DRAWN } else { 0 }
    }

    /// The figures. `tables` holds the exact table.
    pub fn summary(&self, tables: &Tables) -> Summary {
        let size = self.roots.size();
        let mut s = Summary { positions: self.roots.own() as u64, ..Summary::default() };
        let names: Vec<&str> = self.program.advice.iter().map(|a| a.name.as_str()).collect();
        let mut costs: Vec<Cost> =
            names.iter().map(|n| Cost { name: n.to_string(), ..Cost::default() }).collect();
        for (bit, name) in ends::NAMES {
            let has = |set: &[u16]| set.iter().filter(|e| *e & bit != 0).count() as u64;
            s.ends.insert(name, has(&self.fates.ends[..self.roots.own()]));
            s.own_ends.insert(name, has(&self.sweep.ends[..self.roots.own()]));
        }
        for root in 0..self.roots.own() {
            let exact = self.exact[root];
            s.winnable += u64::from(exact > 0);
            let chosen = self.sweep.chosen[root];
            if chosen != NOBODY {
                *s.by_advice.entry(names[chosen as usize].to_string()).or_default() += 1;
            }
            if self.sweep.ends[root] & ends::DRAWN != 0 {
                *(if exact > 0 { &mut s.false_claims } else { &mut s.drawn_claimed }) += 1;
            }
            if exact > 0 && self.sweep.lines(root).any(|(w, _)| self.exact_of(w) == Some(0)) {
                s.slips += 1;
            }
            if self.is_won(root) {
                let length = self.fates.length[root];
                s.won += 1;
                s.moves += length as u64;
                s.optimal += exact as u64;
                s.max_moves = s.max_moves.max(length);
                *s.lengths.entry(length).or_default() += 1;
            }
            if exact > 0 && chosen != NOBODY && self.sweep.ends[root] == 0 {
                let mut worst = self.sweep.mates[root] as u16;
                let mut known = true;
                for (w, moves) in self.sweep.lines(root) {
                    let rest = match self.exact_of(w) {
                        Some(e) => e,
                        None => match tables.lookup(&self.roots.men(w)) {
                            Some(Outcome::Win(p)) => p.div_ceil(2),
                            _ => 0,
                        },
                    };
                    known &= rest > 0;
                    worst = worst.max(moves + rest);
                }
                if known {
                    let lost = worst.saturating_sub(exact);
                    let c = &mut costs[chosen as usize];
                    c.positions += 1;
                    c.moves += lost as u64;
                    if c.example.is_empty() || lost > c.worst {
                        c.worst = lost;
                        c.example = self.roots.men(root).fen(size);
                    }
                }
            }
        }
        costs.retain(|c| c.positions > 0);
        costs.sort_by_key(|c| std::cmp::Reverse(c.moves));
        s.costs = costs;
        s.black = self.black_to_move(tables);
        s
    }

    /// Positions with them to move: all legal ones, those lost for them, those of
    /// which every defence is mated, and the longest of these defences.
    fn black_to_move(&self, tables: &Tables) -> [u64; 4] {
        let size = self.roots.size();
        let mut counts = [0u64; 4];
        let raw = Roots::with_them_to_move(self.roots.material(), size);
        for men in raw {
            counts[0] += 1;
            if !matches!(tables.lookup(&men), Some(Outcome::Loss(_))) {
                continue;
            }
            counts[1] += 1;
            let mut all = true;
            let mut longest = 0u16;
            men.legal(size, &mut |s| {
                match self.roots.find(&men.after(s)) {
                    Some(w) if self.is_won(w as usize) => {
                        longest = longest.max(self.fates.length[w as usize]);
                    }
                    _ => all = false,
                }
                all
            });
            if all {
                counts[2] += 1;
                counts[3] = counts[3].max(longest as u64);
            }
        }
        counts
    }

    /// Positions whose own search goes wrong and one position of each cycle, one of
    /// each class under the board's symmetries: every failure comes from one of them.
    /// At most `limit`, the kinds of failure in turn; the number of all comes with them.
    pub fn counterexamples(&self, limit: usize) -> (Vec<Counterexample>, usize) {
        let size = self.roots.size();
        let symmetries = size.symmetries(self.program.ending.has_pawns());
        let class = |men: &Men| {
            symmetries
                .iter()
                .filter_map(|s| {
                    let image = men.image(size, *s).tidy();
                    self.roots.find(&image).or(Some(u32::MAX))
                })
                .min()
                .unwrap_or(u32::MAX)
        };
        let mut seen: HashSet<(u32, u16)> = HashSet::new();
        let mut by_end: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        let mut components: HashSet<u32> = HashSet::new();
        for root in 0..self.roots.len() {
            let mut faults = self.own_fault(root);
            while faults != 0 {
                let end = faults & faults.wrapping_neg();
                faults &= !end;
                if seen.insert((class(&self.roots.men(root)), end)) {
                    by_end.entry(end).or_default().push(root);
                }
            }
            if self.fates.on_cycle[root]
                && self.exact_of(root) != Some(0)
                && components.insert(self.fates.component[root])
                && seen.insert((class(&self.roots.men(root)), ends::CYCLE))
            {
                by_end.entry(ends::CYCLE).or_default().push(root);
            }
        }
        if let Some(least) = (0..self.roots.own())
            .filter(|&r| self.fates.ends[r] == ends::OVER_50)
            .map(|r| self.fates.length[r])
            .min()
        {
            for root in 0..self.roots.own() {
                if self.fates.ends[root] == ends::OVER_50
                    && self.fates.length[root] == least
                    && seen.insert((class(&self.roots.men(root)), ends::OVER_50))
                {
                    by_end.entry(ends::OVER_50).or_default().push(root);
                }
            }
        }
        let total = by_end.values().map(Vec::len).sum();
        let mut list = Vec::new();
        let mut turn = 0;
        while list.len() < limit && by_end.values().any(|l| l.len() > turn) {
            for (&end, members) in &by_end {
                if let Some(&root) = members.get(turn)
                    && list.len() < limit
                {
                    list.push(self.counterexample(root, end));
                }
            }
            turn += 1;
        }
        (list, total)
    }

    fn counterexample(&self, root: usize, end: u16) -> Counterexample {
        let size = self.roots.size();
        let men = self.roots.men(root);
        let steps = match end {
            ends::CYCLE => self.cycle(root),
            ends::OVER_50 => self.longest_line(root),
            _ => self.own_line(root, end),
        };
        let why = if end == ends::DRAWN {
            if self.sweep.ends[root] & ends::DRAWN != 0 { "false_drawn" } else { "win_let_slip" }
        } else {
            ends::name(end)
        };
        Counterexample {
            position: men.fen(size),
            advice: self.chosen(root),
            line: texts(size, &men, &steps),
            why,
        }
    }

    /// Visits the lines of a position's own tree.
    fn own_lines(&self, root: usize, see: &mut impl FnMut(&[Step], u8, Stop)) {
        let size = self.roots.size();
        let men = self.roots.men(root);
        if let Verdict::Follow { tree, .. } = Searcher::new(self.program, size).strategy(&men) {
            lines(size, &men, &tree, self.keep, see);
        }
    }

    /// The shortest line of the position's own tree to that bad end.
    fn own_line(&self, root: usize, end: u16) -> Vec<Step> {
        let mut best: Option<Vec<Step>> = None;
        self.own_lines(root, &mut |path, _, stop| {
            let hit = match stop {
                Stop::Bad(e) => e & end != 0,
                Stop::Root(men) => {
                    end == ends::DRAWN
                        && self
                            .roots
                            .find(&men)
                            .is_some_and(|w| self.exact_of(w as usize) == Some(0))
                }
                Stop::Mate => false,
            };
            if hit && best.as_ref().is_none_or(|b| path.len() < b.len()) {
                best = Some(path.to_vec());
            }
        });
        best.unwrap_or_default()
    }

    /// The moves from one position to the next of its line, the longest such way.
    fn way(&self, root: usize, to: usize) -> Vec<Step> {
        let mut best: Vec<Step> = Vec::new();
        self.own_lines(root, &mut |path, _, stop| {
            if let Stop::Root(men) = stop
                && self.roots.find(&men) == Some(to as u32)
                && path.len() > best.len()
            {
                best = path.to_vec();
            }
        });
        best
    }

    /// A shortest cycle through a position.
    fn cycle(&self, root: usize) -> Vec<Step> {
        let mut from: BTreeMap<usize, usize> = BTreeMap::new();
        let mut queue = VecDeque::from([root]);
        'search: while let Some(v) = queue.pop_front() {
            for (w, _) in self.sweep.lines(v) {
                if self.fates.component[w] != self.fates.component[root] {
                    continue;
                }
                if from.contains_key(&w) {
                    continue;
                }
                from.insert(w, v);
                if w == root {
                    break 'search;
                }
                queue.push_back(w);
            }
        }
        let mut stops = vec![root];
        let mut at = root;
        while let Some(&v) = from.get(&at) {
            stops.push(v);
            at = v;
            if v == root {
                break;
            }
        }
        stops.reverse();
        stops.windows(2).flat_map(|w| self.way(w[0], w[1])).collect()
    }

    /// The longest defence from a position whose lines all end, as moves.
    pub fn longest_line(&self, root: usize) -> Vec<Step> {
        let mut line = Vec::new();
        let mut at = root;
        loop {
            let length = self.fates.length[at];
            let next = self.sweep.lines(at).find(|&(w, m)| m + self.fates.length[w] == length);
            match next {
                Some((w, _)) if length > 0 => {
                    line.extend(self.way(at, w));
                    at = w;
                }
                _ => {
                    let mut best: Vec<Step> = Vec::new();
                    self.own_lines(at, &mut |path, _, stop| {
                        if matches!(stop, Stop::Mate) && path.len() > best.len() {
                            best = path.to_vec();
                        }
                    });
                    line.extend(best);
                    return line;
                }
            }
        }
    }

    /// The reply, among those legal after our move, that defends longest: with a bad
    /// end for us first. `None` if the position after it is not known.
    pub fn fate(&self, men: &Men) -> Option<(u16, u16)> {
        let root = self.roots.find(men)? as usize;
        Some((self.fates.ends[root], self.fates.length[root]))
    }
}

/// The moves of a line as text.
pub fn texts(size: Size, men: &Men, steps: &[Step]) -> Vec<String> {
    let mut at = *men;
    steps
        .iter()
        .map(|&s| {
            let text = at.san(size, s);
            at = at.after(s);
            text
        })
        .collect()
}

/// Is every won position won and every drawn one claimed to be drawn or at least not
/// spoilt?
impl Summary {
    /// Does the table keep its promise: every position that can be won is won by move
    /// 50, no won position is claimed drawn?
    pub fn holds(&self) -> bool {
        self.won == self.winnable && self.false_claims == 0
    }

    /// Positions with that bad end.
    pub fn end(&self, name: &str) -> u64 {
        self.ends.get(name).copied().unwrap_or(0)
    }

    /// Mean of the longest defences over the won positions.
    pub fn mean_moves(&self) -> Option<f64> {
        (self.won > 0).then(|| self.moves as f64 / self.won as f64)
    }

    /// Mean of the exact distances over the same positions.
    pub fn mean_optimal(&self) -> Option<f64> {
        (self.won > 0).then(|| self.optimal as f64 / self.won as f64)
    }
}

/// The colour that we have inside the tables of advice.
pub const US: Colour = Colour::White;
