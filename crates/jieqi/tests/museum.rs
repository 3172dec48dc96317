//! Records, museum pieces, and the arms of the experiment.

mod common;

use common::*;
use touchstone_jieqi::arms::{ARMS, named};
use touchstone_jieqi::game::setup_of;
use touchstone_jieqi::record::Record;
use touchstone_jieqi::{Jieqi, Role, Rules, World, museum, notation};
use touchstone_kernel::{Game, Limits, LuckKey, Position, Rng, Truth};
use touchstone_search::Request;

#[test]
fn every_piece_is_caught_and_the_sound_arm_passes() {
    for (name, show) in [
        ("bounds_as_exact", museum::bounds_as_exact()),
        ("colour_flip", museum::colour_flip()),
        ("one_sided_dark", museum::one_sided_dark()),
    ] {
        let show = show.unwrap_or_else(|| panic!("{name}"));
        assert!(show.caught && show.sound_passes, "{name}: {show:?}");
    }
}

/// A recorded game of a dealt world, with everything that was found out.
fn recorded(seed: u64, plies: usize) -> (Record, World) {
    let key = LuckKey { run: "records".into(), pair: seed };
    let (mut world, _) = Jieqi::deal(&Jieqi::start(Rules::MISTBOARD), &key);
    let mut record = Record {
        tags: vec![("Event".into(), "a \"test\"".into()), ("Result".into(), "*".into())],
        deal_fen: world.text(),
        ..Record::default()
    };
    let mut rng = Rng::seeded(seed, "records");
    for _ in 0..plies {
        let v = world.view(world.seat());
        let moves = legal(&v);
        if moves.is_empty() {
            break;
        }
        let m = moves[rng.index(moves.len())];
        record.plies.push((m, world.event(m)));
        world.play(m);
    }
    (record, world)
}

#[test]
fn records_are_read_back_and_follow_the_deal() {
    for seed in 0..20 {
        let (record, world) = recorded(seed, 60);
        let json = record.to_json().to_string();
        assert_eq!(Record::from_json(&json).as_ref(), Ok(&record));
        let pgn = record.to_pgn().unwrap();
        assert_eq!(Record::from_pgn(&pgn).as_ref(), Ok(&record), "{pgn}");
        let end = record.replay(|_, _, _| {}).unwrap();
        assert_eq!(
            touchstone_jieqi::fen::board_text(&end),
            touchstone_jieqi::fen::board_text(&world.spectator())
        );
        // One identity changed against the deal: the error names the ply.
        let mut wrong = record.clone();
        let k = wrong.plies.iter().position(|p| p.1.became.is_some()).unwrap();
        let is = wrong.plies[k].1.became.unwrap();
        let other = Role::HIDDEN.into_iter().find(|&r| r != is).unwrap();
        wrong.plies[k].1.became = Some(other);
        let e = wrong.replay(|_, _, _| {}).unwrap_err();
        assert!(e.place.starts_with(&format!("ply {k}, ")), "{e}");
    }
}

#[test]
fn bad_records_say_where() {
    for (text, place) in [
        ("{", "record"),
        (r#"{"plies":3}"#, "plies"),
        (r#"{"plies":[{"uci":"b2e2"}]}"#, "ply 0, move"),
        (
            r#"{"plies":[{"uci":"e0e1","revealed":{"color":"red","role":"chariot"}}]}"#,
            "ply 0, letters of the move",
        ),
        (
            r#"{"plies":[{"uci":"b2e2","revealed":{"color":"black","role":"chariot"}}]}"#,
            "ply 0, revealed",
        ),
        (
            r#"{"plies":[{"uci":"b2e2","revealed":{"color":"red","role":"king"}}]}"#,
            "ply 0, revealed",
        ),
        (r#"{"plies":[{"uci":"e0e1"},{"uci":"b7"}]}"#, "ply 1, move"),
        (r#"{"fen":"nothing","plies":[]}"#, "side"),
    ] {
        let e = Record::from_json(text).unwrap_err();
        assert_eq!(e.place, place, "{text}: {e}");
    }
    assert_eq!(Record::from_pgn("[FEN x]\n").unwrap_err().place, "line 1");
    assert_eq!(Record::from_pgn("1. b2b9\n").unwrap_err().place, "ply 0, move");
    let r = Record::from_pgn("1. b2b9=Cx=n a6a5=p 2. b9d9x=a *\n").unwrap();
    assert_eq!(r.plies.len(), 3);
}

#[test]
fn every_arm_plays_legal_moves_within_its_nodes() {
    let views = random_views(97, 6, 60);
    for arm in ARMS {
        let mut engine = named(arm.name).unwrap();
        for v in &views {
            engine.new_game();
            let setup = setup_of(v.clone(), 0, 0, Rules::MISTBOARD);
            let a = engine.analyse(&setup, &Request::new(Limits::nodes(1500)));
            assert!(a.nodes <= 1500);
            let best = a.best().unwrap();
            assert!(v.is_legal(best.mv), "{} at {v:?}", arm.name);
            assert_eq!(a.moves.len(), legal(v).len());
        }
    }
    assert!(named("nobody").is_none());
    let _ = notation::split("a0a1").unwrap();
    let _ = start().key();
}
