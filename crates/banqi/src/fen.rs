//! Position text: `<board> <side> <bag> <clock> <number>`; see docs/banqi.md.

use crate::bits::bit;
use crate::board::Board;
use crate::notation::{Dialect, print_square};
use crate::piece::Tile;
use crate::position::Mark;
use crate::rules::Rules;
use touchstone_kernel::{Seat, Side, TextError};

/// Writes a board with its mark.
pub fn print(board: &Board, mark: &Mark) -> String {
    let mut out = String::with_capacity(80);
    let width = (board.squares() & 0xff).count_ones() as u8;
    let height = (board.squares() & 0x0101_0101).count_ones() as u8;
    for rank in (0..height).rev() {
        let mut run = 0u8;
        let flush = |run: &mut u8, out: &mut String| {
            if *run > 0 {
                out.push((b'0' + *run) as char);
                *run = 0;
            }
        };
        for file in 0..width {
            let s = file + 8 * rank;
            if board.face_down() & bit(s) != 0 {
                flush(&mut run, &mut out);
                out.push('X');
            } else if let Some(t) = board.tile_at(s) {
                flush(&mut run, &mut out);
                out.push(t.letter());
            } else {
                run += 1;
            }
        }
        flush(&mut run, &mut out);
        if rank > 0 {
            out.push('/');
        }
    }
    let side = match board.side_to_move() {
        Some(Side::One) => 'r',
        Some(Side::Two) => 'b',
        None => '-',
    };
    let mut bag = String::new();
    for t in Tile::all() {
        let n = board.bag(t);
        if n > 0 {
            bag.push(t.letter());
            bag.push_str(&n.to_string());
        }
    }
    if bag.is_empty() {
        bag.push('-');
    }
    format!("{out} {side} {bag} {} {}", mark.clock, mark.ply / 2 + 1)
}

/// Reads a position under `rules`, which say how large the board is and what
/// it starts with. The seat to move is taken to be the first: the text does not say.
///
/// # Errors
/// With the field, what was found and what would be right.
pub fn parse(text: &str, rules: &Rules) -> Result<(Board, Mark), TextError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if !(3..=5).contains(&fields.len()) {
        return Err(TextError::new(
            "position",
            format!("{} fields", fields.len()),
            "`<board> <side> <bag> <clock> <number>`",
        ));
    }
    let (hidden, pieces) = parse_board(fields[0], rules)?;
    let side = match fields[1] {
        "r" | "red" | "w" => Some(Side::One),
        "b" | "black" => Some(Side::Two),
        "-" => None,
        other => {
            return Err(TextError::new("side", format!("`{other}`"), "`r`, `b` or `-`"));
        }
    };
    let bag = parse_bag(fields[2])?;
    let number = |i: usize, name: &str, least: u32, most: u32| -> Result<u32, TextError> {
        let Some(text) = fields.get(i) else { return Ok(least) };
        match text.parse::<u32>() {
            Ok(n) if (least..=most).contains(&n) => Ok(n),
            _ => Err(TextError::new(name, format!("`{text}`"), format!("{least} to {most}"))),
        }
    };
    let clock = number(3, "clock", 0, 10_000)? as u16;
    let full_move = number(4, "move number", 1, 1_000_000)?;

    let down = hidden.count_ones();
    let in_bag: u32 = bag.iter().map(|&n| u32::from(n)).sum();
    if in_bag != down {
        return Err(TextError::new(
            "bag",
            format!("{in_bag} tiles"),
            format!("{down}, one for each face-down square"),
        ));
    }
    for t in Tile::all() {
        let up = pieces.iter().filter(|p| p.1 == t).count() as u32;
        let all = up + u32::from(bag[t.index()]);
        let initial = u32::from(rules.initial(t.kind()));
        if all > initial {
            return Err(TextError::new(
                "board and bag",
                format!("{all} of `{}`", t.letter()),
                format!("at most {initial}"),
            ));
        }
    }
    let untouched = down == rules.squares();
    if untouched != side.is_none() {
        return Err(TextError::new(
            "side",
            format!("`{}` with {down} tiles face-down", fields[1]),
            "`-` exactly while every tile is face-down",
        ));
    }
    if untouched && clock != 0 {
        return Err(TextError::new("clock", format!("{clock}"), "0 before the first flip"));
    }
    let board = Board::assemble(rules.mask(), hidden, &pieces, bag, side, Seat::First);
    Ok((board, Mark::loaded(clock, 2 * (full_move - 1))))
}

fn parse_board(text: &str, rules: &Rules) -> Result<(u32, Vec<(u8, Tile)>), TextError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(rules.ranks) {
        return Err(TextError::new(
            "board",
            format!("{} ranks", rows.len()),
            format!("{} ranks with `/` between them", rules.ranks),
        ));
    }
    let mut hidden = 0;
    let mut pieces = Vec::with_capacity(32);
    for (i, row) in rows.iter().enumerate() {
        let rank = rules.ranks - 1 - i as u8;
        let place = || format!("rank {}", rank + 1);
        let mut file = 0u8;
        for c in row.chars() {
            if file >= rules.files {
                return Err(TextError::new(
                    place(),
                    format!("`{row}`"),
                    format!("{} squares", rules.files),
                ));
            }
            let s = file + 8 * rank;
            match c {
                '1'..='8' => {
                    file += c as u8 - b'0';
                    continue;
                }
                'X' | 'x' | '?' => hidden |= bit(s),
                _ => match Tile::from_letter(c) {
                    Some(t) => pieces.push((s, t)),
                    None => {
                        return Err(TextError::new(
                            print_square(s, Dialect::OneBased),
                            format!("`{c}`"),
                            "`GAERHCS`, `gaerhcs`, `X` or a digit 1 to 8",
                        ));
                    }
                },
            }
            file += 1;
        }
        if file != rules.files {
            return Err(TextError::new(
                place(),
                format!("{file} squares in `{row}`"),
                format!("{} squares", rules.files),
            ));
        }
    }
    Ok((hidden, pieces))
}

fn parse_bag(text: &str) -> Result<[u8; 14], TextError> {
    let mut bag = [0u8; 14];
    if text == "-" {
        return Ok(bag);
    }
    let wrong = |found: String, expected: &str| Err(TextError::new("bag", found, expected));
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(t) = Tile::from_letter(c) else {
            return wrong(format!("`{c}`"), "a letter of `GAERHCSgaerhcs`");
        };
        let mut n = 0u8;
        let mut digits = 0;
        while let Some(d) = chars.peek().and_then(|c| c.to_digit(10)) {
            chars.next();
            digits += 1;
            if digits > 2 {
                return wrong(format!("a long number behind `{c}`"), "a count of at most 15");
            }
            n = n * 10 + d as u8;
        }
        if digits == 0 || n == 0 || n > 15 {
            return wrong(format!("`{c}` with count {n}"), "a count 1 to 15 behind each letter");
        }
        if bag[t.index()] != 0 {
            return wrong(format!("`{c}` twice"), "each letter once");
        }
        bag[t.index()] = n;
    }
    Ok(bag)
}
