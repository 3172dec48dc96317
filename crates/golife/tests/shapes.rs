//! The shipped table of shapes against its generator.
//!
//! `EYE_SHAPES_OUT=FILE cargo test -p touchstone-golife --test shapes` writes the
//! whole table anew (about an hour on one core).

use touchstone_golife::exact::shapes::{self, Place, table};

/// The largest shapes of the shipped table.
const LARGEST: usize = 9;

#[test]
fn the_shipped_table_is_what_the_generator_writes() {
    if let Some(path) = std::env::var_os("EYE_SHAPES_OUT") {
        let mut text = shapes::HEAD.to_string();
        for n in 1..=LARGEST {
            text += &table(n..=n).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        return;
    }
    assert!(shapes::TABLE.starts_with(shapes::HEAD));
    let mut shipped = shapes::TABLE.lines().filter(|l| !l.starts_with('#'));
    // Small shapes all anew, of the others every 499th.
    let mut nth = 0;
    for n in 1..=LARGEST {
        for place in Place::ALL {
            for shape in shapes::listed(n, place) {
                let line = shipped.next().unwrap_or_default();
                let graph = format!("{} {} ", place.name(), shapes::text(&shape, place));
                assert!(line.starts_with(&graph), "found {line:?}, expected {graph:?}");
                nth += 1;
                if n <= 5 || nth % 499 == 0 {
                    assert_eq!(line, shapes::row(&shape, place).unwrap().to_string());
                }
            }
        }
    }
    assert_eq!(shipped.next(), None);
}
