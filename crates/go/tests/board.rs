//! The board against a plain second board, undo, and the rules' corner cases.

use proptest::prelude::*;
use std::collections::HashSet;
use touchstone_go::*;

/// A board that keeps nothing but colours and finds all else by walking.
#[derive(Clone, PartialEq, Debug)]
struct Plain {
    w: usize,
    h: usize,
    cells: Vec<Option<Colour>>,
    ko: Option<(usize, Colour)>,
}

impl Plain {
    fn new(w: usize, h: usize) -> Plain {
        Plain { w, h, cells: vec![None; w * h], ko: None }
    }

    fn next_to(&self, i: usize) -> Vec<usize> {
        let (x, y) = (i % self.w, i / self.w);
        let mut v = Vec::new();
        if x > 0 {
            v.push(i - 1);
        }
        if x + 1 < self.w {
            v.push(i + 1);
        }
        if y > 0 {
            v.push(i - self.w);
        }
        if y + 1 < self.h {
            v.push(i + self.w);
        }
        v
    }

    fn chain(&self, i: usize) -> (HashSet<usize>, HashSet<usize>) {
        let (mut stones, mut libs, mut todo) = (HashSet::from([i]), HashSet::new(), vec![i]);
        while let Some(j) = todo.pop() {
            for k in self.next_to(j) {
                if self.cells[k].is_none() {
                    libs.insert(k);
                } else if self.cells[k] == self.cells[i] && stones.insert(k) {
                    todo.push(k);
                }
            }
        }
        (stones, libs)
    }

    fn play(&mut self, c: Colour, i: usize) -> Option<u32> {
        if self.cells[i].is_some() || self.ko == Some((i, c)) {
            return None;
        }
        let mut n = self.clone();
        n.cells[i] = Some(c);
        let mut taken = HashSet::new();
        for k in self.next_to(i) {
            if n.cells[k] == Some(c.other()) {
                let (stones, libs) = n.chain(k);
                if libs.is_empty() {
                    taken.extend(stones);
                }
            }
        }
        for &k in &taken {
            n.cells[k] = None;
        }
        let (own, libs) = n.chain(i);
        if libs.is_empty() {
            return None;
        }
        n.ko = match (taken.len(), own.len(), libs.len()) {
            (1, 1, 1) => taken.iter().next().map(|&k| (k, c.other())),
            _ => None,
        };
        let count = taken.len() as u32;
        *self = n;
        Some(count)
    }
}

fn same(b: &Board, p: &Plain) {
    for y in 0..p.h {
        for x in 0..p.w {
            let (i, q) = (y * p.w + x, Point::at(x, y));
            assert_eq!(b.colour(q), p.cells[i], "{q}\n{b:?}");
            if p.cells[i].is_some() {
                let (stones, libs) = p.chain(i);
                assert_eq!(b.chain_size(q), stones.len(), "size {q}\n{b:?}");
                assert_eq!(b.chain(q).count(), stones.len());
                assert_eq!(b.liberty_count(q), libs.len(), "liberties {q}\n{b:?}");
                assert_eq!(b.liberties(q).len(), libs.len());
                assert!(libs.iter().all(|l| b.liberties(q).contains(Point::at(l % p.w, l / p.w))));
            }
        }
    }
    assert_eq!(b.ko(), p.ko.map(|(i, c)| (Point::at(i % p.w, i / p.w), c)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn random_games_agree_with_a_plain_board_and_undo_restores_all(
        w in 2usize..=9, h in 2usize..=9, seed in any::<u64>()
    ) {
        let mut noise = playout::Noise::new(seed);
        let mut board = Board::new(w, h);
        let mut plain = Plain::new(w, h);
        let mut past = Vec::new();
        for n in 0..(2 * w * h) {
            let c = Colour::BOTH[(n + noise.below(4) / 3) % 2];
            let i = noise.below(w * h);
            let p = Point::at(i % w, i / w);
            let before = (plain.clone(), board.hash(), board.key(c));
            let want = plain.play(c, i);
            prop_assert_eq!(board.play(c, p).ok(), want);
            if want.is_some() {
                past.push((before, c));
            }
            same(&board, &plain);
            prop_assert_eq!(board.hash(), board.rebuilt(&PointSet::EMPTY).hash());
        }
        while let Some(((plain, hash, key), c)) = past.pop() {
            prop_assert!(board.undo());
            same(&board, &plain);
            prop_assert_eq!(board.hash(), hash);
            prop_assert_eq!(board.key(c), key);
        }
        prop_assert!(!board.undo());
    }

    #[test]
    fn point_sets_flood_like_a_walk(w in 1usize..=19, h in 1usize..=19, seed in any::<u64>()) {
        let mut noise = playout::Noise::new(seed);
        let set: PointSet = PointSet::board(w, h).iter().filter(|_| noise.below(3) > 0).collect();
        let parts = set.parts();
        prop_assert_eq!(parts.iter().map(PointSet::len).sum::<usize>(), set.len());
        for part in &parts {
            let start = part.first().unwrap();
            let (mut seen, mut todo) = (HashSet::from([start]), vec![start]);
            while let Some(p) = todo.pop() {
                for q in p.neighbours() {
                    if set.contains(q) && seen.insert(q) {
                        todo.push(q);
                    }
                }
            }
            prop_assert_eq!(seen.len(), part.len());
            prop_assert!(seen.iter().all(|&p| part.contains(p)));
        }
    }

    #[test]
    fn diagrams_and_records_round_trip(w in 2usize..=19, h in 2usize..=19, seed in any::<u64>()) {
        let mut noise = playout::Noise::new(seed);
        let mut game = Game::new(w, h, Rules::CHINESE);
        for n in 0..40 {
            let i = noise.below(w * h);
            let _ = game.play(Colour::BOTH[n % 2], Move::Play(Point::at(i % w, i / w)));
        }
        let text = notation::diagram(game.board());
        let back = notation::parse_diagram(&text).unwrap();
        prop_assert_eq!(back.stones(Colour::Black), game.board().stones(Colour::Black));
        prop_assert_eq!(back.stones(Colour::White), game.board().stones(Colour::White));
        let again = sgf::load(sgf::write(&game).as_bytes(), sgf::Until::End, Rules::CHINESE).unwrap();
        prop_assert!(again.warnings.is_empty());
        prop_assert_eq!(again.game.board(), game.board());
        prop_assert_eq!(again.game.to_move(), game.to_move());
        for s in Symmetry::all() {
            let t = s.game(&game);
            for p in game.board().points().iter() {
                let q = s.point(p, w, h);
                prop_assert_eq!(s.unpoint(q, w, h), p);
                prop_assert_eq!(t.board().colour(q), game.board().colour(p).map(|c| s.colour(c)));
            }
        }
    }

    #[test]
    fn parsers_never_panic(text in "[(;)A-Za-z\\[\\]0-9 .XO#:\n\\\\é]{0,200}") {
        let _ = notation::parse_diagram(&text);
        let _ = sgf::load(text.as_bytes(), sgf::Until::End, Rules::CHINESE);
        let _ = sgf::load(format!("(;{text})").as_bytes(), sgf::Until::Before(3), Rules::CHINESE);
        let _ = Move::parse(&text);
        let _ = Symmetry::parse(&text);
    }
}

fn at(x: usize, y: usize) -> Move {
    Move::Play(Point::at(x, y))
}

#[test]
fn a_move_into_a_dead_corner_is_suicide_and_not_ko() {
    // Sagebati/goban #15: it was reported as ko.
    let mut g = Game::new(19, 19, Rules::CHINESE);
    let (b, w) = (Colour::Black, Colour::White);
    g.play(b, at(0, 1)).unwrap();
    g.play(w, at(0, 0)).unwrap();
    g.play(b, at(1, 0)).unwrap();
    let p = Point::at(0, 0);
    assert_eq!(g.board().colour(p), None);
    assert_eq!(g.play(w, at(0, 0)), Err(Illegal::Suicide(p)));
}

#[test]
fn a_capture_that_leaves_two_liberties_bans_nothing() {
    // Sagebati/goban #14: the move was refused.
    let mut g = Game::new(19, 19, Rules::CHINESE);
    let (b, w) = (Colour::Black, Colour::White);
    for (c, m) in
        [(b, at(1, 1)), (w, at(0, 1)), (b, at(2, 0)), (w, at(1, 0)), (b, at(0, 0)), (w, Move::Pass)]
    {
        g.play(c, m).unwrap();
    }
    assert_eq!(g.play(b, at(1, 0)), Ok(0));
}

#[test]
fn a_snapback_is_no_ko() {
    // White throws in at C4, Black takes at C3, White takes three at C4 at once.
    let mut b = notation::parse_diagram("OX.X.\nOX.O.\nOOOO.\n.....").unwrap();
    assert_eq!(b.play(Colour::White, Point::at(2, 3)), Ok(0));
    assert_eq!(b.play(Colour::Black, Point::at(2, 2)), Ok(1));
    assert_eq!(b.ko(), None);
    assert_eq!(b.play(Colour::White, Point::at(2, 3)), Ok(3));
}

#[test]
fn simple_ko_and_superko() {
    let text = ".XO.\nX.XO\n.XO.\n....";
    for rules in [Rules::CHINESE, Rules::TROMP_TAYLOR] {
        let mut g = Game::from_board(notation::parse_diagram(text).unwrap(), Colour::White, rules);
        let ko = Point::at(1, 2);
        assert_eq!(g.play(Colour::White, Move::Play(ko)), Ok(1));
        assert!(g.check(Colour::Black, Point::at(2, 2)).is_err());
        g.play(Colour::Black, Move::Pass).unwrap();
        g.play(Colour::White, Move::Pass).unwrap();
        assert_eq!(g.check(Colour::Black, Point::at(2, 2)).is_ok(), rules == Rules::CHINESE);
    }
}
