//! Exact eye values: published values, the table of shapes, and a plain second search.

use std::collections::BTreeMap;
use touchstone_go::Suicide;
use touchstone_golife::exact::shapes::{self, Place};
use touchstone_golife::exact::{Space, evaluate};

fn value(graph: &str, k: u8) -> String {
    evaluate(&Space::parse(graph).unwrap(), k, Suicide::Forbidden).value.to_string()
}

#[test]
fn published_values() {
    let known = [
        (".", "1111"),
        ("..", "1111"),
        ("...", "1122"),
        ("O.%..", "1122"),
        ("....", "1222"),
        ("..O%O..", "1222"),
        ("...%O.O", "1122"),
        ("..%..", "1112"),
        ("..%...", "1122"),
        ("O..%...%O.O", "1122"),
        ("O.O%...%O.O", "1122"),
        (".....", "2222"),
        ("...%...", "1222"),
        ("...%...%...", "2222"),
        ("!", "0000"),
        ("!.", "0011"),
        ("!..", "0111"),
        ("!...", "1112"),
        ("!.!", "0001"),
        ("!..!", "0011"),
        ("OO!%O.X%!...", "0112"),
        (".X.", "1111"),
        (".X.%...", "1122"),
        ("X.%XX", "1112"),
        (".X%XX", "1112"),
        (".XX%XX.", "1122"),
        ("X.%.X", "1122"),
        ("|..%|..%+--", "1112"),
        ("|....%+----", "1222"),
        ("|.%|...%+---", "1222"),
        ("|...%|...%+---", "1222"),
        ("|X.%|..%+--", "1112"),
        ("|....%|....%+----", "2222"),
        ("|...%|...%|...%+---", "2222"),
        ("|....%|....%|....%+----", "2222"),
    ];
    let wrong: Vec<_> =
        known.iter().filter(|(g, v)| value(g, 2) != *v).map(|(g, v)| (g, v, value(g, 2))).collect();
    assert!(wrong.is_empty(), "graph, published, found: {wrong:?}");
}

#[test]
fn fewer_outer_liberties() {
    for (g, values) in [
        ("|.OO%|...%+---", ["1122", "1122", "1222"]),
        ("|..%|.O%|..%+--", ["1222", "1222", "2222"]),
        ("|.OOO%|....%+----", ["1222", "1222", "2222"]),
        ("|...%|...%+---", ["1122", "1122", "1222"]),
        ("|....%|....%+----", ["1222", "2222", "2222"]),
        ("|.O%|..%|O.%+--", ["1122", "1122", "1222"]),
        ("X.X", ["1122", "1222", "2222"]),
    ] {
        let found = [0, 1, 2].map(|k| value(g, k));
        assert_eq!(found, values, "{g}");
    }
}

#[test]
fn the_table_of_shapes_has_the_published_counts() {
    let want = [
        (
            Place::Centre,
            vec![
                "1x1111",
                "1x1111",
                "2x1122",
                "1x1112 1x1122 3x1222",
                "2x1122 3x1222 7x2222",
                "1x1122 4x1222 30x2222",
                "1x1222 107x2222",
            ],
        ),
        (
            Place::Side,
            vec![
                "1x1111",
                "2x1111",
                "4x1122",
                "1x1112 3x1122 8x1222",
                "5x1122 11x1222 19x2222",
                "2x1122 12x1222 102x2222",
            ],
        ),
        (
            Place::Corner,
            vec!["1x1111", "1x1111", "4x1122", "1x1112 2x1122 7x1222", "5x1122 12x1222 17x2222"],
        ),
    ];
    for (place, rows) in want {
        for (i, row) in rows.iter().enumerate() {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for s in shapes::all(i + 1, place) {
                let v = evaluate(&shapes::space(&s, place).unwrap(), 2, Suicide::Forbidden).value;
                *counts.entry(v.to_string()).or_default() += 1;
            }
            let found: Vec<String> = counts.iter().map(|(v, n)| format!("{n}x{v}")).collect();
            assert_eq!(found.join(" "), *row, "{} {}", place.name(), i + 1);
        }
    }
}
