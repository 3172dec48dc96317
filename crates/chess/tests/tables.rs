//! The tables against published counts, against each other, and against the
//! definition of their values.

use touchstone_chess::general::{Men, Size};
use touchstone_chess::tables::count::{bishops_differ, count};
use touchstone_chess::tables::{Material, Outcome, Tables};
use touchstone_chess::{Colour, Kind};

fn material(name: &str) -> Material {
    Material::parse(name).unwrap()
}

#[test]
fn krk_counts_and_histograms() {
    let mut tables = Tables::new(Size::CHESS);
    let krk = tables.require(&material("KRK")).unwrap();
    let white = count(&krk, Colour::White, false, |_| true);
    assert_eq!((white.legal, white.won, white.max_moves()), (175_168, 175_168, 16));
    assert_eq!(
        white.by_moves[1..],
        [
            1512, 4676, 3852, 1900, 4848, 8708, 11320, 17172, 20088, 19016, 20476, 21480, 17824,
            16136, 5244, 916
        ]
    );
    let mean = white.mean_moves().unwrap();
    assert!((mean - 1_728_004.0 / 175_168.0).abs() < 1e-9, "{mean}");
    let classes = count(&krk, Colour::White, true, |_| true);
    assert_eq!(
        classes.by_moves[1..],
        [189, 587, 484, 238, 607, 1091, 1418, 2149, 2514, 2382, 2565, 2691, 2234, 2027, 662, 121]
    );
    assert_eq!(classes.legal, 21_959);
    let black = count(&krk, Colour::Black, false, |_| true);
    assert_eq!((black.legal, black.lost, black.drawn()), (223_944, 201_700, 22_244));
    assert_eq!((black.mates, black.stalemates), (216, 68));
    assert_eq!(
        black.by_moves,
        [
            216, 624, 1948, 648, 1584, 3768, 4728, 5444, 11448, 13672, 15872, 22788, 28732, 33516,
            36372, 17284, 3056
        ]
    );
    let classes = count(&krk, Colour::Black, true, |_| true);
    assert_eq!(
        classes.by_moves,
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]
    );
    assert_eq!((classes.legal, classes.drawn(), classes.stalemates), (28_056, 2_796, 9));
}

/// Legal, won, longest and mean for White; legal, lost, mates, stalemates for Black.
type Row = ([u64; 3], f64, [u64; 4]);

fn check(name: &str, keep: fn(&Men) -> bool, row: Row) {
    let mut tables = Tables::new(Size::CHESS);
    let table = tables.require(&material(name)).unwrap();
    let w = count(&table, Colour::White, false, keep);
    let b = count(&table, Colour::Black, false, keep);
    let (white, mean, black) = row;
    assert_eq!([w.legal, w.won, w.max_moves() as u64], white, "{name} white");
    assert!((w.mean_moves().unwrap() - mean).abs() < 0.0006, "{name} {:?}", w.mean_moves());
    assert_eq!([b.legal, b.lost, b.mates, b.stalemates], black, "{name} black");
}

#[test]
fn queen_and_pawn() {
    check("KQK", |_| true, ([144_508, 144_508, 10], 5.617, [223_944, 200_896, 364, 872]));
    check("KPK", |_| true, ([163_328, 124_960, 28], 11.207, [168_024, 97_604, 0, 18]));
    let mut tables = Tables::new(Size::CHESS);
    let kqk = tables.require(&material("KQK")).unwrap();
    let by_moves = count(&kqk, Colour::White, false, |_| true).by_moves;
    assert_eq!(by_moves[1..], [2448, 5012, 9064, 19964, 26164, 32064, 32104, 15000, 2680, 8]);
}

#[test]
fn two_bishops() {
    check(
        "KBBK",
        bishops_differ,
        ([2_504_128, 2_503_608, 19], 12.482, [3_469_344, 2_814_040, 1_552, 5_320]),
    );
}

#[test]
fn bishop_and_knight() {
    check(
        "KBNK",
        |_| true,
        ([10_875_504, 10_822_184, 33], 24.679, [13_660_584, 11_188_168, 464, 12_888]),
    );
}

/// Each value follows from the values after the moves, in tables of either side's
/// men, with captures of both and with promotions, on boards of several sizes.
#[test]
fn values_obey_their_definition() {
    for (size, name, step) in [
        ((8, 8), "KRK", 1),
        ((8, 8), "KPK", 1),
        ((4, 6), "KRK", 1),
        ((5, 5), "KRKN", 1),
        ((5, 5), "KBNK", 1),
        ((6, 5), "KPKN", 3),
        ((5, 5), "KNNK", 1),
        ((5, 6), "KPPK", 1),
        // Failed while a promotion by the first move of two squares was overlooked.
        ((4, 4), "KPK", 1),
        ((5, 4), "KPKN", 1),
        ((5, 5), "KQKR", 1),
    ] {
        let size = Size::new(size.0, size.1).unwrap();
        let mut tables = Tables::new(size);
        let table = tables.require(&material(name)).unwrap();
        let mut seen = 0;
        for turn in Colour::BOTH {
            for number in (0..table.index().len()).step_by(step) {
                let Some(value) = table.value(number, turn) else { continue };
                let men = table.index().men(number, turn);
                seen += 1;
                assert_eq!(men.fault(size), None, "{}", men.fen(size));
                let best = men
                    .legal_moves(size)
                    .into_iter()
                    .map(|s| tables.lookup(&men.after(s)).unwrap().before())
                    .max_by_key(|o| o.rank());
                let expected = best.unwrap_or(if men.in_check(size, turn) {
                    Outcome::Loss(0)
                } else {
                    Outcome::Draw
                });
                assert_eq!(value, expected, "{name} {size} {}", men.fen(size));
            }
        }
        assert!(seen > 1000, "{name} {size}: only {seen}");
    }
}

#[test]
fn colours_exchanged_give_the_same_value() {
    let mut tables = Tables::new(Size::CHESS);
    let (size, men) = Men::parse("8/8/8/8/8/2k5/7r/K7 b").unwrap();
    assert_eq!(tables.solve(size, &men), Ok(Outcome::Win(3)));
    let (size, men) = Men::parse("k7/7R/2K5/8/8/8/8/8 w").unwrap();
    assert_eq!(tables.solve(size, &men), Ok(Outcome::Win(3)));
    assert_eq!(Material::of(&men).of_colour(Colour::White), [Kind::Rook]);
}

#[test]
fn pawns_of_both_sides_are_refused_with_a_reason() {
    let mut tables = Tables::new(Size::CHESS);
    let e = tables.require(&material("KPKP")).unwrap_err().to_string();
    assert!(e.contains("en passant"), "{e}");
}

#[test]
fn stored_tables_come_back_and_damaged_ones_are_refused() {
    use touchstone_chess::tables::build::Table;
    let size = Size::new(5, 5).unwrap();
    let mut tables = Tables::new(size);
    let table = tables.require(&material("KRKN")).unwrap();
    let bytes = table.to_bytes();
    let again = Table::from_bytes(&bytes).unwrap();
    assert_eq!(again.material(), table.material());
    assert_eq!(again.to_bytes(), bytes);
    assert!(Table::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    assert!(Table::from_bytes(&bytes[1..]).is_err());
    assert!(Table::from_bytes(b"").is_err());
    assert!(Table::from_bytes(b"touchstone-table 1 KKR 5x5\n").is_err());
}
