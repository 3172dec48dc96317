//! The shipped table of shapes against its generator.
//!
//! `EYE_SHAPES_OUT=FILE cargo test -p touchstone-golife --test shapes` writes the
//! whole table anew (some minutes).

use touchstone_golife::exact::shapes::{self, table};

#[test]
fn the_shipped_table_is_what_the_generator_writes() {
    if let Some(path) = std::env::var_os("EYE_SHAPES_OUT") {
        let mut text = shapes::HEAD.to_string();
        for n in 1..=9 {
            text += &table(n..=n).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        return;
    }
    let fresh = table(1..=6).unwrap();
    let shipped: Vec<&str> = shapes::TABLE.lines().filter(|l| !l.starts_with('#')).collect();
    for (i, line) in fresh.lines().enumerate() {
        assert_eq!(shipped[i], line, "line {}", i + 1);
    }
}
