//! What the estimators claim of random spaces on the board, against exact search.
//!
//! `EYE_CLAIMS=3000 cargo test -p touchstone-golife --test claims -- --nocapture`
//! prints the rates over so many spaces of six to nine points.
#![allow(clippy::print_stderr, reason = "prints the measured rates on request")]

use std::collections::HashMap;
use touchstone_go::playout::Noise;
use touchstone_go::{Board, Colour, Point, PointSet, Suicide};
use touchstone_golife::exact::{Value, evaluate};
use touchstone_golife::eyes::{self, EyeSpace, Historical, Measures, estimate};

/// A random space of White on 11x11, with a wall that is solid or not, and Black outside.
fn random(noise: &mut Noise) -> Option<(Board, EyeSpace)> {
    let side = 11;
    // Larger spaces are searched when the rates are measured.
    let n = if std::env::var_os("EYE_CLAIMS").is_some() {
        6 + noise.below(4)
    } else {
        3 + noise.below(5)
    };
    let on = PointSet::board(side, side);
    let start = Point::at(noise.below(side), noise.below(side));
    let mut points = PointSet::one(start);
    while points.len() < n {
        let edge: Vec<Point> = points.border().and(&on).iter().collect();
        points.insert(edge[noise.below(edge.len())]);
    }
    // Delimiting costs more than searching: most spaces are solid and handed over as they are.
    let solid = noise.below(12) > 0;
    let wall = if solid {
        // All eight neighbours, so that the wall is one string.
        let mut wall = PointSet::EMPTY;
        for p in points {
            for q in p.neighbours().into_iter().chain(p.diagonals()) {
                if on.contains(q) {
                    wall.insert(q);
                }
            }
        }
        wall.minus(&points)
    } else {
        points.border().and(&on)
    };
    let mut b = Board::square(side);
    for p in wall {
        b.add(Colour::White, p).ok()?;
    }
    // Black around it, some liberties left open.
    let open = noise.below(4);
    let outside: Vec<Point> = wall.border().and(&on).minus(&points).iter().collect();
    let skip: Vec<usize> = (0..open).map(|_| noise.below(outside.len().max(1))).collect();
    for (i, &p) in outside.iter().enumerate() {
        if !skip.contains(&i) {
            b.add(Colour::Black, p).ok()?;
        }
    }
    if noise.below(3) == 0 {
        for p in points {
            if noise.below(5) == 0 {
                b.add(Colour::Black, p).ok()?;
            }
        }
    }
    if b.breathless().is_some() {
        return None;
    }
    if !solid {
        let e = eyes::find(&b, points.first()?, Some(Colour::White))?;
        return Some((b, e));
    }
    let mut liberties = PointSet::EMPTY;
    for p in wall {
        liberties = liberties.or(b.liberties(p));
    }
    let outer = liberties.minus(&points).len().min(2) as u8;
    let none = PointSet::EMPTY;
    let colour = Colour::White;
    Some((
        b,
        EyeSpace {
            colour,
            points,
            margins: none,
            outside: none,
            wall,
            inner: none,
            outer,
            half: Vec::new(),
        },
    ))
}

#[test]
fn the_sound_estimator_claims_nothing_that_exact_search_refutes() {
    let mut noise = Noise::new(20_000);
    let mut memo: HashMap<String, Value> = HashMap::new();
    let most = std::env::var("EYE_CLAIMS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let (mut seen, mut sound, mut two, mut two_false, mut life, mut life_false) =
        (0, 0, 0, 0, 0, 0);
    while seen < most {
        let Some((b, e)) = random(&mut noise) else { continue };
        let Some((local, _)) = eyes::local(&b, &e) else { continue };
        if local.len() > 10 {
            continue;
        }
        seen += 1;
        let claim = estimate::sound(&b, &e);
        let old = Historical::of(&Measures::of(&b, &e));
        if claim.is_none() && old.digits[1] < 2 && !old.claims_life() {
            continue;
        }
        let value = *memo
            .entry(format!("{local:?} {}", e.outer))
            .or_insert_with(|| evaluate(&local, e.outer, Suicide::Forbidden).value);
        if let Some(eyes) = claim {
            sound += 1;
            assert!(eyes <= value.min(), "claimed {eyes}, exact {value}\n{b:?}{e:?}");
        }
        if old.digits[1] >= 2 {
            two += 1;
            two_false += u32::from(value.min() < 2);
        }
        if old.claims_life() {
            life += 1;
            life_false += u32::from(value.min() < 2);
            if value.min() < 2 && std::env::var_os("EYE_CLAIMS").is_some() {
                eprintln!("believed alive, exact {value}, {} outer liberties:\n{b:?}", e.outer);
            }
        }
    }
    assert!(sound > most / 20, "only {sound} claims");
    // The historical one is wrong often enough to be called a guess.
    assert!(two_false > 0);
    if std::env::var_os("EYE_CLAIMS").is_some() {
        eprintln!("{seen} spaces; sound: {sound} claims, none false");
        eprintln!(
            "historical, two eyes: {two} claims, {two_false} false; alive: {life} claims, {life_false} false"
        );
    }
}
