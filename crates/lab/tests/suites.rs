//! The shipped suites of positions: our own engines pass them.

use std::path::Path;
use touchstone_lab::desk::{self, EngineSpec};
use touchstone_lab::laws::InsideSubject;
use touchstone_lab::suite::Suite;

#[test]
fn our_engines_pass_the_shipped_suites() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites");
    let mut run = 0;
    for folder in std::fs::read_dir(root).unwrap() {
        let folder = folder.unwrap().path();
        for file in
            folder.is_dir().then(|| std::fs::read_dir(&folder).unwrap()).into_iter().flatten()
        {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|e| e != "toml") {
                continue;
            }
            let place = path.display().to_string();
            let suite = Suite::parse(&std::fs::read_to_string(&path).unwrap(), &place).unwrap();
            let game = desk::game(&suite.game).unwrap();
            let engine = game.engine(&EngineSpec::default()).unwrap();
            let mut subject = InsideSubject::of(engine, game);
            suite
                .run(&mut subject, &[], None, |t| {
                    assert!(
                        matches!(t.class.as_str(), "pass" | "fail"),
                        "{}:{} {}, expected {}",
                        t.suite,
                        t.id,
                        t.answer,
                        t.expected
                    );
                })
                .unwrap();
            run += suite.tests.len();
        }
    }
    assert!(run >= 4, "{run} tests found");
}
