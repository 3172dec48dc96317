//! Endgame tables against play to the end, and files that are not trusted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use touchstone_banqi::tables::{Outcome, Shelf, Tables};
use touchstone_banqi::{Banqi, Board, Rules, Tile};
use touchstone_kernel::{After, Game, Limits, Position, Rng, Score, legal_moves};

fn tiles(text: &str) -> Vec<Tile> {
    text.chars().map(|c| Tile::from_letter(c).unwrap()).collect()
}

fn fen(pieces: &[(u8, Tile)], side: char) -> String {
    let mut rows = Vec::new();
    for r in (0..4).rev() {
        let mut row = String::new();
        for f in 0..8 {
            let s = f + 8 * r;
            match pieces.iter().find(|p| p.0 == s) {
                Some(p) => row.push(p.1.letter()),
                None => row.push('1'),
            }
        }
        rows.push(row);
    }
    format!("{} {side} - 0 1", rows.join("/"))
}

fn board(text: &str) -> Board {
    *Banqi::parse_position(text, Rules::default()).unwrap().decision().unwrap()
}

/// The outcome by one step of the rules from the outcomes of the successors:
/// if this holds at every position, the table is a fixed point of the rules.
fn one_step(tables: &Tables, b: &Board) -> Outcome {
    let line = touchstone_kernel::Line::new(Rules::default(), b, Default::default());
    let mut win: Option<u8> = None;
    let mut loss = 0u8;
    let mut draw = false;
    for m in legal_moves(b, &line) {
        let after = b.after(m);
        let child = after.settled();
        let capture = after.is_capture();
        let gone = child.side_to_move().is_some_and(|s| child.is_eliminated(s));
        let v = if gone { Outcome::Loss(0) } else { tables.look_up(&child, 5).expect("covered").0 };
        let reset = |d: u8| if capture { 1 } else { d + 1 };
        match v {
            Outcome::Loss(d) => win = Some(win.map_or(reset(d), |w: u8| w.min(reset(d)))),
            Outcome::Win(d) => loss = loss.max(reset(d)),
            Outcome::Draw => draw = true,
        }
    }
    match (win, draw) {
        (Some(d), _) => Outcome::Win(d),
        (None, true) => Outcome::Draw,
        (None, false) => Outcome::Loss(loss.max(1)),
    }
}

#[test]
fn tables_are_fixed_points_of_the_rules() {
    let tables = Tables::new();
    let classes = [
        "Gs", "Ga", "Aa", "Cs", "Ss", "Cc", "GAs", "Gss", "ACs", "CSa", "CCg", "ERc", "GHsc",
        "ACgs", "SSga", "CEah", "ASSg", "AAsc",
    ];
    let mut rng = Rng::seeded(5, "tables");
    let mut seen = [0usize; 3];
    for class in classes {
        let kinds = tiles(class);
        for _ in 0..1_500 {
            let mut squares: Vec<u8> = (0..32).collect();
            rng.shuffle(&mut squares);
            let pieces: Vec<(u8, Tile)> =
                squares.iter().copied().zip(kinds.iter().copied()).collect();
            for side in ['r', 'b'] {
                let text = fen(&pieces, side);
                let b = board(&text);
                let got = tables.look_up(&b, 5).unwrap().0;
                assert_eq!(got, one_step(&tables, &b), "{text}");
                seen[match got {
                    Outcome::Draw => 0,
                    Outcome::Win(_) => 1,
                    Outcome::Loss(_) => 2,
                }] += 1;
                // Symmetries of the board and of the colours.
                for other in [b.mirrored(true, false), b.mirrored(false, true), b.colour_flipped()]
                {
                    assert_eq!(tables.look_up(&other, 5).unwrap().0, got, "{text}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 500), "{seen:?}");
}

/// A fixed point alone could rest on itself (two positions calling each other
/// won): distances must fall along won lines, which the clock makes finite.
#[test]
fn won_positions_are_won_within_their_bound() {
    let tables = Tables::new();
    let mut rng = Rng::seeded(6, "tables");
    let mut games = 0;
    for class in ["GAs", "ACs", "ERhc", "AAc", "EEhs", "GHac"] {
        let kinds = tiles(class);
        for _ in 0..150 {
            let mut squares: Vec<u8> = (0..32).collect();
            rng.shuffle(&mut squares);
            let pieces: Vec<(u8, Tile)> =
                squares.iter().copied().zip(kinds.iter().copied()).collect();
            let mut setup = Banqi::parse_position(&fen(&pieces, 'r'), Rules::default()).unwrap();
            let start = *setup.decision().unwrap();
            let Some(score) = tables.prove(&start, &setup.line, 5) else { continue };
            let Some(bound) = score.plies_to_end() else { continue };
            let winner = if score.is_sure_win() { start.seat() } else { start.seat().other() };
            let mut plies = 0;
            loop {
                let b = *setup.decision().unwrap();
                if let Some(v) = b.verdict(&setup.line) {
                    assert_eq!(v.result, touchstone_kernel::VerdictResult::Win(winner));
                    break;
                }
                let moves = legal_moves(&b, &setup.line);
                let m = if b.seat() == winner {
                    // The shortest way to a capture that keeps the win.
                    *moves
                        .iter()
                        .min_by_key(|m| {
                            let after = b.after(**m);
                            let c = after.settled();
                            if c.side_to_move().is_some_and(|s| c.is_eliminated(s)) {
                                return 0;
                            }
                            match tables.look_up(&c, 5).unwrap().0 {
                                Outcome::Loss(d) => {
                                    if after.is_capture() {
                                        1
                                    } else {
                                        2 + i32::from(d)
                                    }
                                }
                                _ => 1000,
                            }
                        })
                        .unwrap()
                } else {
                    moves[rng.index(moves.len())]
                };
                touchstone_banqi::advance(&mut setup, m, None).unwrap();
                plies += 1;
                assert!(plies <= bound, "longer than {bound}");
            }
            games += 1;
        }
    }
    assert!(games > 200, "{games}");
}

#[test]
fn clock_repetition_and_chase_at_the_probe() {
    let tables = Tables::new();
    let at = |fen: &str, rules: Rules| Banqi::parse_position(fen, rules).unwrap();
    let prove =
        |s: &touchstone_kernel::Setup<Board>| tables.prove(s.decision().unwrap(), &s.line, 4);
    // Red takes at once, whatever the clock still allows.
    let s = at("As6/8/8/8 r - 59 1", Rules::default());
    assert!(prove(&s).unwrap().is_sure_win());
    // Two plies short of the distance: drawn.
    let far = board("A7/8/8/2A4s r - 0 1");
    let Outcome::Win(d) = tables.look_up(&far, 4).unwrap().0 else { panic!("not won") };
    let left = |n: u8| at(&format!("A7/8/8/2A4s r - {} 1", 60 - n), Rules::default());
    assert!(prove(&left(d)).unwrap().is_sure_win());
    assert_eq!(prove(&left(d - 1)), Some(touchstone_kernel::Score::DRAW));
    // No answer under a chase limit, nor with hidden tiles, nor on a small board.
    assert_eq!(prove(&at("As6/8/8/8 r - 0 1", Rules::named("mistboard").unwrap())), None);
    assert_eq!(prove(&at("As6/8/8/7X r S1 0 1", Rules::default())), None);
    // A position that stood twice in the line keeps the table silent.
    let mut s = at("A7/8/8/2A4s r - 0 1", Rules::default());
    for text in ["a4a3", "h1h2", "a3a4", "h2h1"] {
        let b = *s.decision().unwrap();
        let (m, t) = Banqi::parse_move(&b, &s.line, text).unwrap();
        touchstone_banqi::advance(&mut s, m, t).unwrap();
    }
    assert_eq!(prove(&s), None);
}

#[test]
fn solving() {
    use touchstone_banqi::solve::{Proof, solve};
    let tables = Arc::new(Tables::new());
    let at = |fen: &str| Banqi::parse_position(fen, Rules::default()).unwrap();
    let run = |fen: &str| solve(&at(fen), &Limits::nodes(20_000), &tables).found;
    let (score, proof) = run("A6s/8/8/2E5 r - 0 1").unwrap();
    assert!(score.is_sure_win() && proof == Proof::Table);
    // One hunter catches one piece only with the right parity.
    assert_eq!(run("1E5c/8/8/8 r - 0 1"), Some((Score::DRAW, Proof::Table)));
    // Six pieces, a capture at once: found by a search that leaves nothing out.
    let (score, proof) = run("As6/GC6/EE6/8 r - 0 1").unwrap();
    assert_eq!((score, proof), (Score::win_in(1), Proof::Search));
    assert_eq!(run("XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX - G1A2E2R2H2C2S5g1a2e2r2h2c2s5 0 1"), None);
}

#[derive(Clone, Default)]
struct Memory(Arc<Mutex<HashMap<String, Vec<u8>>>>);

impl Shelf for Memory {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(name).cloned()
    }
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.lock().unwrap().insert(name.into(), bytes.into());
        Ok(())
    }
}

struct Broken;

impl Shelf for Broken {
    fn get(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
    fn put(&self, _: &str, _: &[u8]) -> Result<(), String> {
        Err("read-only".into())
    }
}

#[test]
fn torn_and_foreign_files_are_made_anew() {
    let memory = Memory::default();
    let whole = Tables::with_shelf(Box::new(memory.clone())).class(&tiles("GAs"));
    let files = memory.0.lock().unwrap().clone();
    assert!(files.contains_key("banqi-GA_s.table"), "{:?}", files.keys());
    let again = Tables::with_shelf(Box::new(memory.clone())).class(&tiles("GAs"));
    assert_eq!(whole, again);
    let good = files["banqi-GA_s.table"].clone();
    let mut damaged: Vec<Vec<u8>> =
        vec![Vec::new(), good[..20].to_vec(), good[..good.len() - 1].to_vec()];
    for at in [0, 8, 9, 12, 500, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        damaged.push(bad);
    }
    // A whole file of another class under this name.
    damaged.push(files["banqi-G_s.table"].clone());
    for bad in damaged {
        memory.0.lock().unwrap().insert("banqi-GA_s.table".into(), bad);
        let again = Tables::with_shelf(Box::new(memory.clone())).class(&tiles("GAs"));
        assert_eq!(whole, again);
        assert_eq!(memory.0.lock().unwrap()["banqi-GA_s.table"], good, "repaired");
    }
    let unwritable = Tables::with_shelf(Box::new(Broken));
    assert_eq!(whole, unwritable.class(&tiles("GAs")));
    assert_eq!(unwritable.take_trouble().as_deref(), Some("read-only"));
    assert_eq!(unwritable.take_trouble(), None);
}
