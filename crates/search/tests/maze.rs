//! The generic search against the brute-force oracle on random mazes: small
//! graphs with luck, cycles, repetition, clocks, irreversible moves, several
//! decisions of one seat in a row, and sure results.

use std::cell::Cell;
use std::collections::HashMap;
use touchstone_kernel::position::{Key, Outcome, mix};
use touchstone_kernel::{
    After, Evaluator, Interval, Limits, Line, List, Node, Position, Rng, Score, Seat, Setup, Side,
    Term, Value, Verdict,
};
use touchstone_search::oracle::{self, Leaves};
use touchstone_search::{AlphaBeta, Engine, Fault, Policy, Request, Settings};

const ROOMS: u64 = 40;

/// Deliberate faults that live in the game and not in the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Faults {
    /// The line's verdicts are said to be far away: they get into the table.
    forgets_history: bool,
    /// The key leaves out part of the information (like a bag).
    key_lacks_bag: bool,
    /// The evaluation is negated for one side only.
    flipped_for_two: bool,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Rules {
    seed: u64,
    repeats: u32,
    clock: usize,
}

#[derive(Clone, Copy, Debug)]
struct Maze {
    seed: u64,
    room: u64,
    bag: u64,
    seat: Seat,
    faults: Faults,
}

#[derive(Clone, Copy, Debug)]
struct Door {
    from: Maze,
    mv: u8,
}

impl Maze {
    fn word(&self, purpose: u64) -> u64 {
        mix(self.seed ^ mix(self.room ^ mix(self.bag ^ mix(purpose))))
    }
    fn luck(&self, mv: u8) -> bool {
        self.word(100 + u64::from(mv)).is_multiple_of(3)
    }
    fn go(&self, mv: u8, event: u64) -> Maze {
        let w = self.word(1000 + u64::from(mv) * 64 + event);
        let stays = w.is_multiple_of(7);
        let bag = if w.is_multiple_of(5) { (self.bag + 1) % 3 } else { self.bag };
        Maze {
            room: (w >> 8) % ROOMS,
            bag,
            seat: if stays { self.seat } else { self.seat.other() },
            ..*self
        }
    }
    fn statics(&self) -> i32 {
        // Few values, so that ties and window edges are met often.
        let x = (self.word(7) % 9) as i32 - 4;
        let own = if self.seat == Seat::First { x } else { -x };
        if self.faults.flipped_for_two && self.seat == Seat::Second { -own } else { own }
    }
}

impl Position for Maze {
    type Rules = Rules;
    type Move = u8;
    type Mark = ();
    type After = Door;
    fn seat(&self) -> Seat {
        self.seat
    }
    fn side(&self) -> Option<Side> {
        None
    }
    fn moves(&self, _: &Line<Self>, list: &mut List<u8>) {
        for m in 0..(1 + self.word(1) % 4) as u8 {
            list.push(m);
        }
    }
    fn verdict(&self, line: &Line<Self>) -> Option<Verdict> {
        match self.word(2) % 23 {
            0 => return Some(Verdict::win(self.seat, "won")),
            1 | 2 => return Some(Verdict::win(self.seat.other(), "lost")),
            _ => {}
        }
        let rules = line.rules();
        if line.plies() >= rules.clock {
            return Some(Verdict::line_draw("no_progress"));
        }
        (line.last().times >= rules.repeats).then(|| Verdict::line_draw("repetition"))
    }
    fn after(&self, m: u8) -> Door {
        Door { from: *self, mv: m }
    }
    fn key(&self) -> Key {
        let bag = if self.faults.key_lacks_bag { 0 } else { self.bag };
        Key(mix(self.room ^ mix(bag ^ mix(self.seat.index() as u64 + 77))))
    }
    fn mark(&self, _: &Line<Self>, _: &Door) {}
    fn line_horizon(&self, line: &Line<Self>) -> u32 {
        if self.faults.forgets_history {
            return u32::MAX;
        }
        let rules = line.rules();
        let most = line.window().iter().map(|e| e.times).max().unwrap_or(0);
        (rules.repeats.saturating_sub(most))
            .min((rules.clock - line.plies().min(rules.clock)) as u32)
    }
}

impl After for Door {
    type Position = Maze;
    type Event = u8;
    fn is_certain(&self) -> bool {
        !self.from.luck(self.mv)
    }
    fn settled(&self) -> Maze {
        self.from.go(self.mv, 0)
    }
    fn key(&self) -> Key {
        self.from.key().mixed(u64::from(self.mv) + 5)
    }
    fn resets(&self) -> bool {
        self.from.word(50 + u64::from(self.mv)).is_multiple_of(4)
    }
    fn outcomes(&self, list: &mut List<Outcome<u8>>) {
        let n = 2 + self.from.word(60 + u64::from(self.mv)) % 3;
        for e in 0..n as u8 {
            let weight = 1 + (self.from.word(70 + u64::from(e)) % 4) as u32;
            list.push(Outcome { event: e, weight });
        }
    }
    fn resolve(&self, e: u8) -> Maze {
        self.from.go(self.mv, u64::from(e))
    }
}

#[derive(Clone)]
struct Eyes;

impl Evaluator<Maze> for Eyes {
    type State = ();
    fn start(&self, _: &Maze) {}
    fn score(&self, p: &Maze, _: &()) -> Score {
        // Near-sure and tiny values mixed, to meet the band and the rounding.
        Score::evaluation(match p.statics() {
            4 => Score::UNIT,
            -4 => -Score::UNIT,
            x => x * 3,
        })
    }
    fn range(&self, _: &Maze) -> Interval {
        Interval::ALL
    }
    fn units(&self) -> &'static str {
        "three"
    }
    fn terms(&self, _: &Maze, _: &mut dyn FnMut(Term)) {}
}

#[derive(Clone)]
struct Ways;

impl Policy<Maze> for Ways {
    type Eval = Eyes;
    const SLOTS: usize = 64;
    fn evaluator(&self) -> &Eyes {
        &Eyes
    }
    fn tag(&self, m: u8) -> u16 {
        u16::from(m) + 1
    }
    fn slot(&self, p: &Maze, m: u8) -> usize {
        (p.room as usize + m as usize) % 64
    }
    fn is_quiet(&self, p: &Maze, m: u8) -> bool {
        !p.luck(m)
    }
    fn rate(&self, p: &Maze, m: u8) -> i32 {
        (p.word(900 + u64::from(m)) % 100) as i32
    }
    fn noisy(&self, p: &Maze, _: &Line<Maze>, list: &mut List<u8>) {
        // One noisy door, if it leads to rooms of greater number: chains end.
        // It must be irreversible, as the policy demands.
        let door = p.after(0);
        let mut outcomes = List::new();
        door.outcomes(&mut outcomes);
        let ends = if door.is_certain() {
            door.settled().room > p.room
        } else {
            outcomes.iter().all(|o| door.resolve(o.event).room > p.room)
        };
        if ends && door.resets() {
            list.push(0);
        }
    }
}

impl Leaves<Maze> for Ways {
    fn score(&self, p: &Maze) -> Score {
        Eyes.score(p, &())
    }
    fn noisy(&self, p: &Maze, line: &Line<Maze>, list: &mut List<u8>) {
        Policy::noisy(self, p, line, list);
    }
}

fn maze(seed: u64, faults: Faults) -> (Maze, Line<Maze>) {
    let mut rng = Rng::seeded(seed, "maze");
    let rules = Rules { seed, repeats: 2 + rng.below(2) as u32, clock: 3 + rng.below(6) as usize };
    let mut p = Maze { seed, room: rng.below(ROOMS), bag: 0, seat: Seat::First, faults };
    let mut line = Line::new(rules, &p, ());
    // A short real history before the root.
    for _ in 0..rng.below(5) {
        if p.verdict(&line).is_some() {
            break;
        }
        let mut list = List::new();
        p.moves(&line, &mut list);
        let door = p.after(list[rng.index(list.len())]);
        let mut outcomes = List::new();
        door.outcomes(&mut outcomes);
        let next = if door.is_certain() {
            door.settled()
        } else {
            door.resolve(outcomes[rng.index(outcomes.len())].event)
        };
        line.push(&door, &next);
        p = next;
    }
    line.set_root();
    (p, line)
}

/// Compares every root move's value with the oracle; returns moves compared
/// and moves that differ.
fn compare(seeds: std::ops::Range<u64>, faults: Faults, settings: Settings) -> (u32, u32) {
    let (mut compared, mut wrong) = (0, 0);
    for seed in seeds {
        let (p, line) = maze(seed, faults);
        if p.verdict(&line).is_some() {
            continue;
        }
        let mut list = List::new();
        p.moves(&line, &mut list);
        let mut engine = AlphaBeta::new("test", Ways, settings);
        for depth in [1, 2, 3, 4] {
            // First a plain search, which prunes; then all moves with open windows.
            let setup = Setup { node: Node::Decision(p), line: line.clone() };
            let plain = engine.analyse(&setup, &Request::new(Limits::depth(depth)));
            let all = engine.analyse(
                &setup,
                &Request { only: list.to_vec(), ..Request::new(Limits::depth(depth)) },
            );
            let mut best = Score::BELOW;
            // The oracle always judges the sound game.
            let sound = Maze { faults: Faults::default(), ..p };
            for found in &all.moves {
                let mut l = line.clone();
                let want = oracle_move(&sound, &mut l, found.mv, all.depth);
                best = best.max(want);
                compared += 1;
                wrong += u32::from(found.value != Value::Exact(want));
            }
            // A sure result ends the deepening early: compare at the depth reached.
            if plain.depth == all.depth {
                compared += 1;
                wrong += u32::from(plain.moves[0].value != Value::Exact(best));
                for m in &plain.moves {
                    let mut l = line.clone();
                    let want = oracle_move(&sound, &mut l, m.mv, all.depth);
                    let holds = match m.value {
                        Value::Exact(s) => s == want,
                        Value::AtMost(s) => want <= s,
                        Value::AtLeast(s) => want >= s,
                    };
                    wrong += u32::from(!holds);
                }
            }
        }
    }
    (compared, wrong)
}

fn oracle_move(p: &Maze, line: &mut Line<Maze>, m: u8, depth: u32) -> Score {
    oracle::after_value(&Ways, p, line, m, depth - 1).step()
}

/// A node limit in the middle of an iteration used to leave the unfinished moves at "at least a
/// loss", though exact values of the iteration before were known.
#[test]
fn moves_asked_for_keep_the_values_of_the_last_whole_iteration_when_nodes_run_out() {
    let (mut compared, mut cut) = (0, 0);
    for seed in 0..60 {
        let (p, line) = maze(seed, Faults::default());
        if p.verdict(&line).is_some() {
            continue;
        }
        let mut list = List::new();
        p.moves(&line, &mut list);
        for nodes in [40, 90, 200, 450, 1000] {
            let mut engine = AlphaBeta::new("test", Ways, verification(1 << 16));
            let setup = Setup { node: Node::Decision(p), line: line.clone() };
            let request = Request { only: list.to_vec(), ..Request::new(Limits::nodes(nodes)) };
            let all = engine.analyse(&setup, &request);
            cut += u32::from(all.nodes >= nodes);
            for found in all.moves.iter().filter(|_| (1..=5).contains(&all.depth)) {
                let mut l = line.clone();
                let want = oracle_move(&p, &mut l, found.mv, all.depth);
                assert_eq!(found.value, Value::Exact(want), "seed {seed}, {nodes} nodes");
                compared += 1;
            }
        }
    }
    assert!(compared > 300 && cut > 60, "{compared} values, {cut} searches cut short");
}

fn verification(bytes: usize) -> Settings {
    Settings::verification(bytes)
}

#[test]
fn search_equals_oracle_for_any_table_size() {
    for bytes in [64, 4096, 1 << 20] {
        let (compared, wrong) = compare(0..700, Faults::default(), verification(bytes));
        assert!(compared > 3000, "only {compared} compared");
        assert_eq!(wrong, 0, "of {compared} with a table of {bytes} bytes");
    }
}

#[test]
fn search_equals_oracle_without_star2_and_without_quiescence() {
    let s = Settings { star2: false, ..verification(1 << 16) };
    assert_eq!(compare(0..300, Faults::default(), s).1, 0);
}

#[test]
fn search_equals_oracle_with_scouting() {
    for bytes in [64, 1 << 20] {
        let s = Settings { scout: true, ..verification(bytes) };
        let (compared, wrong) = compare(0..500, Faults::default(), s);
        assert!(compared > 2000, "only {compared} compared");
        assert_eq!(wrong, 0, "of {compared} with a table of {bytes} bytes");
    }
}

/// Whether a fault makes claims wrong, and not only by a rare accident of its
/// place in the search.
fn caught(faults: Faults, settings: Settings) -> bool {
    let (compared, wrong) = compare(0..300, faults, settings);
    assert!(compared > 1000);
    wrong > 10
}

#[test]
fn fault_bound_averaged_as_exact_is_caught() {
    let s = Settings { fault: Some(Fault::BoundAsExact), ..verification(1 << 16) };
    assert!(caught(Faults::default(), s));
}

#[test]
fn fault_star_windows_rounded_the_wrong_way_is_caught() {
    let s = Settings { fault: Some(Fault::StarRoundedWrong), ..verification(1 << 16) };
    assert!(caught(Faults::default(), s));
}

#[test]
fn fault_near_certain_taken_for_sure_is_caught() {
    let s = Settings { fault: Some(Fault::NearCertainIsSure), ..verification(1 << 16) };
    assert!(caught(Faults::default(), s));
}

#[test]
fn fault_repetition_score_kept_in_the_table_is_caught() {
    let f = Faults { forgets_history: true, ..Faults::default() };
    assert!(caught(f, verification(1 << 16)));
}

#[test]
fn fault_bag_left_out_of_the_key_is_caught() {
    let f = Faults { key_lacks_bag: true, ..Faults::default() };
    assert!(caught(f, verification(1 << 16)));
}

#[test]
fn fault_score_flipped_for_one_side_is_caught() {
    let f = Faults { flipped_for_two: true, ..Faults::default() };
    assert!(caught(f, verification(1 << 16)));
}

#[test]
fn equal_requests_get_equal_answers_after_new_game() {
    let (p, line) = maze(5, Faults::default());
    let mut engine = AlphaBeta::new("test", Ways, Settings::standard());
    let setup = Setup { node: Node::Decision(p), line };
    let nodes = Cell::new(0);
    for limit in [150, 700, 5_000] {
        engine.new_game();
        let a = engine.analyse(&setup, &Request::new(Limits::nodes(limit)));
        engine.new_game();
        let b = engine.analyse(&setup, &Request::new(Limits::nodes(limit)));
        assert_eq!(a.nodes, b.nodes);
        assert_eq!(a.best().map(|m| m.value), b.best().map(|m| m.value));
        nodes.set(nodes.get() + a.nodes);
    }
    assert!(nodes.get() > 0);
}

#[test]
fn threads_agree_on_exact_values_in_verification() {
    let (p, line) = maze(9, Faults::default());
    let setup = Setup { node: Node::Decision(p), line };
    let mut one = AlphaBeta::new("one", Ways, verification(1 << 16));
    let mut two = AlphaBeta::new("two", Ways, verification(1 << 16));
    let a = one.analyse(&setup, &Request::new(Limits::depth(5)));
    let b = two.analyse(&setup, &Request { threads: 2, ..Request::new(Limits::depth(5)) });
    assert_eq!(a.best().map(|m| m.value), b.best().map(|m| m.value));
}

/// The least and the greatest value that trees at least `d` plies deep (and at
/// most `d + more` at any place) can give, in a maze without history.
fn extremes(
    p: &Maze,
    line: &mut Line<Maze>,
    d: u32,
    more: u32,
    memo: &mut HashMap<(u64, u32, u32), (Score, Score)>,
) -> (Score, Score) {
    if p.verdict(line).is_some() {
        let v = oracle::value(&Ways, p, line, 0);
        return (v, v);
    }
    let key = (p.key().0, d, more);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let mut found: Option<(Score, Score)> = None;
    if d == 0 {
        let v = oracle::value(&Ways, p, line, 0);
        found = Some((v, v));
    }
    if d > 0 || more > 0 {
        let (d, more) = if d > 0 { (d - 1, more) } else { (0, more - 1) };
        let (mut lo, mut hi) = (Score::BELOW, Score::BELOW);
        let mut list = List::new();
        p.moves(line, &mut list);
        for &m in list.iter() {
            let (l, h) = extremes_after(p, line, m, d, more, memo);
            lo = lo.max(l);
            hi = hi.max(h);
        }
        let (lo, hi) = (lo.step(), hi.step());
        found = Some(found.map_or((lo, hi), |(a, b)| (a.min(lo), b.max(hi))));
    }
    let found = found.unwrap();
    memo.insert(key, found);
    found
}

fn extremes_after(
    p: &Maze,
    line: &mut Line<Maze>,
    m: u8,
    d: u32,
    more: u32,
    memo: &mut HashMap<(u64, u32, u32), (Score, Score)>,
) -> (Score, Score) {
    let door = p.after(m);
    let mut outcomes = List::new();
    door.outcomes(&mut outcomes);
    let children: Vec<(u32, Maze)> = if door.is_certain() {
        vec![(1, door.settled())]
    } else {
        outcomes.iter().map(|o| (o.weight, door.resolve(o.event))).collect()
    };
    let (mut los, mut his) = (Vec::new(), Vec::new());
    for (w, child) in children {
        line.push(&door, &child);
        let (l, h) = extremes(&child, line, d, more, memo);
        line.pop();
        let (l, h) = if child.seat == p.seat { (l, h) } else { (-h, -l) };
        los.push((w, l));
        his.push((w, h));
    }
    let mean = |v: &[(u32, Score)]| touchstone_kernel::average::mean(v).unwrap();
    (mean(&los), mean(&his))
}

/// In play mode entries of greater depth mix depths: a bound may then be any
/// tree's that is at least as deep, but never outside all of them.
#[test]
fn play_mode_states_no_bound_outside_all_trees_at_least_as_deep() {
    for scout in [false, true] {
        let (tested, outside) = walk_in_play_mode(Settings { scout, ..Settings::standard() });
        assert!(tested > 1500, "only {tested}");
        assert_eq!(outside, 0, "of {tested}, scouting: {scout}");
    }
    let faulty = Settings { fault: Some(Fault::BoundAsExact), ..Settings::standard() };
    assert!(walk_in_play_mode(faulty).1 > 0, "the fault is not seen");
}

/// Bounds tested and bounds outside on walks with one table, so that entries
/// of many depths meet.
fn walk_in_play_mode(settings: Settings) -> (u32, u32) {
    let (mut tested, mut outside) = (0, 0);
    for seed in 0..250u64 {
        let (p, _) = maze(seed, Faults::default());
        let rules = Rules { seed, repeats: u32::MAX, clock: usize::MAX };
        let mut engine = AlphaBeta::new("play", Ways, settings);
        let mut rng = Rng::seeded(seed, "walk");
        let mut p = p;
        let mut memo = HashMap::new();
        for _ in 0..6 {
            let mut line = Line::new(rules, &p, ());
            if p.verdict(&line).is_some() {
                break;
            }
            let depth = 1 + rng.below(4) as u32;
            let setup = Setup { node: Node::Decision(p), line: line.clone() };
            let found = engine.analyse(&setup, &Request::new(Limits::depth(depth)));
            for m in &found.moves {
                let (lo, hi) = extremes_after(&p, &mut line, m.mv, found.depth - 1, 14, &mut memo);
                let (lo, hi) = (lo.step(), hi.step());
                let holds = match m.value {
                    Value::Exact(s) => lo <= s && s <= hi,
                    Value::AtLeast(s) => s <= hi,
                    Value::AtMost(s) => s >= lo,
                };
                tested += 1;
                outside += u32::from(!holds);
            }
            let best = p.after(found.moves[0].mv);
            let mut outcomes = List::new();
            best.outcomes(&mut outcomes);
            p = if best.is_certain() {
                best.settled()
            } else {
                best.resolve(outcomes[rng.index(outcomes.len())].event)
            };
        }
    }
    (tested, outside)
}
