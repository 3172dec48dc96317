//! The desk on the witness game.

use super::audit::{AuditPlan, audit};
use super::*;

fn toy() -> &'static dyn AnyGame {
    game("toy").unwrap()
}

fn engine(options: &[(&str, &str)]) -> Box<dyn AnyEngine> {
    let options = options.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    toy().engine(&EngineSpec { options, ..EngineSpec::default() }).unwrap()
}

#[test]
fn a_table_plays_tokens_with_and_without_events() {
    let mut t = toy().table("start", "", &["t2".into(), "f=3".into()]).unwrap();
    assert_eq!(t.position_text(), "7 one");
    t.play("f").unwrap();
    assert_eq!(t.seat(), None);
    assert_eq!(
        t.luck(None).unwrap(),
        [("1".to_string(), 3), ("2".to_string(), 2), ("3".to_string(), 1)]
    );
    t.play("2").unwrap();
    assert_eq!((t.position_text().as_str(), t.side()), ("5 two", Some("two")));
    assert_eq!(t.played().join(" "), "t2 f=3 f 2");
    while t.undo() {}
    assert_eq!(t.position_text(), "12 one");
    let e = toy().table("start", "", &["t1".into(), "t9".into()]).err().unwrap();
    assert_eq!(e.to_string(), "move 2, move: found t9; expected t1, t2 or f");
    assert!(toy().table("0 one", "", &[]).is_err() && toy().table("start", "nope", &[]).is_err());
}

#[test]
fn a_referee_holds_the_luck_and_deals_it_by_key() {
    let key = LuckKey { run: "t".into(), pair: 3 };
    let mut a = toy().deal("start", "long", &key).unwrap();
    let mut b = toy().from_deal(&a.deal_text(), "long").unwrap();
    let mut rng = key.stream("test", 0);
    while a.verdict().is_none() {
        let legal = a.view(a.seat()).legal();
        let mv = &legal[rng.index(legal.len())];
        let (x, y) = (a.play(mv).unwrap(), b.play(&format!("{mv}=3")));
        // The event in an engine's text never counts.
        match y {
            Ok(y) => assert_eq!(x, y),
            Err(_) => assert_eq!(x, b.play(mv).unwrap()),
        }
    }
    assert_eq!(a.verdict(), b.verdict());
    assert!(a.play("t1").is_err());
}

#[test]
fn perft_counts_decisions_and_positions() {
    let t = toy().table("4 one", "", &[]).unwrap();
    let p = toy().perft(t.as_ref(), 2, true).unwrap();
    assert_eq!((p[0].moves, p[0].positions), (3, 5));
    // From 4: piles 3 2 3 2 1 with 3 3 3 3 2 decisions.
    assert_eq!(p[1].moves, 14);
    assert_eq!(p[0].divide.len(), 3);
}

#[test]
fn analysis_has_the_promised_shape_and_survives_its_audit() {
    let t = toy().table("6 one", "", &[]).unwrap();
    let mut e = engine(&[]);
    let a = e.analyse(t.as_ref(), &Ask::new(Limits::nodes(100))).unwrap();
    assert_eq!(a.moves[0].mv, "f");
    assert_eq!(a.moves[0].value.score, -555_555);
    assert_eq!(a.moves[0].outcomes.iter().map(|o| o.weight).sum::<u64>(), 6);
    let text = serde_json::to_value(&a).unwrap();
    assert_eq!(text.as_object().unwrap().keys().next().unwrap(), "schema");
    let found = audit(toy(), t.as_ref(), &a, e.as_mut(), &AuditPlan::for_nodes(100)).unwrap();
    assert!(found.contradictions.is_empty() && found.checked > 5, "{found:?}");
}

#[test]
fn an_audit_sees_a_score_flipped_for_one_colour() {
    let t = toy().table("6 two", "", &[]).unwrap();
    let mut e = engine(&[("flip", "1")]);
    let a = e.analyse(t.as_ref(), &Ask::new(Limits::nodes(100))).unwrap();
    let found = audit(toy(), t.as_ref(), &a, e.as_mut(), &AuditPlan::for_nodes(100)).unwrap();
    assert!(found.contradictions.iter().any(|c| c.what == "colour_flip"), "{found:?}");
}

#[test]
fn an_audit_sees_claims_that_outcomes_deny() {
    let t = toy().table("3 one", "", &[]).unwrap();
    let mut e = engine(&[]);
    let sound = e.analyse(t.as_ref(), &Ask::new(Limits::nodes(100))).unwrap();
    let plan = AuditPlan { flip: false, ..AuditPlan::for_nodes(100) };
    let mut check = |change: &dyn Fn(&mut AnalysisJson)| {
        let mut a = sound.clone();
        change(&mut a);
        let found = audit(toy(), t.as_ref(), &a, e.as_mut(), &plan).unwrap();
        found.contradictions.into_iter().map(|c| c.what).collect::<Vec<_>>()
    };
    assert!(check(&|_| ()).is_empty());
    assert!(check(&|a| a.moves[0].outcomes[1].weight = 3).contains(&"bad_weights".into()));
    let up = check(&|a| a.moves[0].value.score = 300_000);
    assert!(up.contains(&"claim_above_outcomes".into()), "{up:?}");
    assert!(up.contains(&"average_outside_outcomes".into()), "{up:?}");
    // A line of certain moves that ends lost cannot carry a good score.
    let t1 = sound.moves.iter().position(|m| m.mv == "t1").unwrap();
    let end = check(&|a| {
        a.moves[t1].line = vec!["t1".into(), "t2".into()];
        a.moves[t1].value.score = 500_000;
    });
    assert!(end.contains(&"end_denies_score".into()), "{end:?}");
    assert!(
        check(&|a| a.moves[0].line = vec!["t1".into(), "t3".into()])
            .contains(&"illegal_line".into())
    );
}
