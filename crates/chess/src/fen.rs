//! FEN. The reader is strict: six fields, or four (clocks 0 and 1). The parts
//! are public, for position texts that are built on FEN.

use crate::board::Board;
use crate::piece::{Colour, Kind};
use crate::position::{Castling, ChessPosition, Fault};
use crate::square::Square;
use touchstone_kernel::TextError;

/// Reads the placement field. Any placement is accepted, also without kings.
///
/// # Errors
/// Not 8 ranks, a rank that does not fill 8 files, an unknown letter.
pub fn parse_board(text: &str) -> Result<Board, TextError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(TextError::new(
            "board",
            format!("{} ranks in `{text}`", ranks.len()),
            "8 ranks separated by `/`",
        ));
    }
    let mut board = Board::EMPTY;
    for (i, text) in ranks.into_iter().enumerate() {
        let rank = 7 - i as u8;
        let place = || format!("board, rank {}", rank + 1);
        let mut file = 0u8;
        for c in text.chars() {
            match c {
                '1'..='8' => file += c as u8 - b'0',
                _ => {
                    let Some(kind) = Kind::from_letter(c) else {
                        return Err(TextError::new(
                            place(),
                            format!("`{c}`"),
                            "one of `PNBRQKpnbrqk` or a digit 1 to 8",
                        ));
                    };
                    let colour = if c.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                    if file < 8 {
                        board.put(Square::at(file, rank), kind, colour);
                    }
                    file += 1;
                }
            }
            if file > 8 {
                break;
            }
        }
        if file != 8 {
            let found = if file > 8 { "more than 8".to_string() } else { file.to_string() };
            return Err(TextError::new(
                place(),
                format!("{found} squares in `{text}`"),
                "exactly 8 squares",
            ));
        }
    }
    Ok(board)
}

/// Writes the placement field.
pub fn print_board(board: &Board) -> String {
    let mut text = String::with_capacity(72);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            match board.piece_at(Square::at(file, rank)) {
                None => empty += 1,
                Some((kind, colour)) => {
                    if empty > 0 {
                        text.push((b'0' + empty) as char);
                        empty = 0;
                    }
                    text.push(kind.letter_of(colour));
                }
            }
        }
        if empty > 0 {
            text.push((b'0' + empty) as char);
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Reads the side to move: exactly `w` or `b`.
///
/// # Errors
/// Anything else.
pub fn parse_side(text: &str) -> Result<Colour, TextError> {
    match text {
        "w" => Ok(Colour::White),
        "b" => Ok(Colour::Black),
        _ => Err(TextError::new("side to move", format!("`{text}`"), "`w` or `b`")),
    }
}

/// Reads castling rights: `-` or different letters of `KQkq` in any order.
///
/// # Errors
/// An empty or too long field, an unknown or repeated letter, `-` among letters.
pub fn parse_castling(text: &str) -> Result<Castling, TextError> {
    let error = |found: String| {
        TextError::new("castling rights", found, "`-` or different letters of `KQkq`")
    };
    if text == "-" {
        return Ok(Castling::NONE);
    }
    if text.is_empty() {
        return Err(error("nothing".into()));
    }
    let mut set = 0;
    for c in text.chars() {
        match Castling::LETTERS.iter().position(|&l| l == c) {
            Some(bit) if set >> bit & 1 == 0 => set |= 1 << bit,
            Some(_) => return Err(error(format!("`{c}` twice in `{text}`"))),
            None => return Err(error(format!("`{c}` in `{text}`"))),
        }
    }
    Ok(Castling(set))
}

/// Writes castling rights in the order `KQkq`, or `-`.
pub fn print_castling(castling: Castling) -> String {
    if castling == Castling::NONE {
        return "-".into();
    }
    Castling::LETTERS
        .iter()
        .enumerate()
        .filter(|(bit, _)| castling.0 >> bit & 1 != 0)
        .map(|(_, l)| l)
        .collect()
}

/// Reads a number field of ASCII digits only, `least..=most`.
///
/// # Errors
/// Nothing, a sign, another character, a number out of range.
pub fn parse_number(place: &str, text: &str, least: u32, most: u32) -> Result<u32, TextError> {
    let expected = || format!("a number {least} to {most}");
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(TextError::new(place, format!("`{text}`"), expected()));
    }
    // Leading zeros are harmless; anything longer than ten digits is too great.
    let digits = text.trim_start_matches('0');
    let value: Option<u64> = if digits.is_empty() {
        Some(0)
    } else {
        digits.parse().ok().filter(|_| digits.len() <= 10)
    };
    match value {
        Some(v) if v >= u64::from(least) && v <= u64::from(most) => Ok(v as u32),
        _ => Err(TextError::new(place, format!("`{text}`"), expected())),
    }
}

/// Reads a FEN of plain chess.
///
/// # Errors
/// Where a field is malformed or the position is not one of plain chess.
pub fn parse(text: &str) -> Result<ChessPosition, TextError> {
    let fields: Vec<&str> = text.split(' ').collect();
    if fields.len() != 6 && fields.len() != 4 {
        return Err(TextError::new(
            "FEN",
            format!("{} fields", fields.len()),
            "6 fields (or 4, without the clocks) separated by single spaces",
        ));
    }
    let board = parse_board(fields[0])?;
    let turn = parse_side(fields[1])?;
    let castling = parse_castling(fields[2])?;
    let en_passant = match fields[3] {
        "-" => None,
        square => Some(Square::from_text(square).ok_or_else(|| {
            TextError::new("en passant", format!("`{square}`"), "`-` or a square")
        })?),
    };
    let clock = fields.get(4).map_or(Ok(0), |t| parse_number("half-move clock", t, 0, 9999))?;
    let number =
        fields.get(5).map_or(Ok(1), |t| parse_number("full-move number", t, 1, 1_000_000_000))?;
    let p = ChessPosition { board, turn, castling, en_passant, clock: clock as u16, number };
    p.checked().map_err(|fault| describe(fault, fields[2]))
}

fn describe(fault: Fault, castling: &str) -> TextError {
    let name = |c| if c == Colour::White { "White" } else { "Black" };
    match fault {
        Fault::Kings(c) => TextError::new(
            "board",
            format!("no king or several kings of {}", name(c)),
            "one king of each colour",
        ),
        Fault::PawnOnEdge(s) => {
            TextError::new("board", format!("a pawn on {s}"), "pawns on ranks 2 to 7 only")
        }
        Fault::KingEnPrise(c) => TextError::new(
            "board",
            format!("the king of {} in check although the other side is to move", name(c)),
            "only the side to move in check",
        ),
        Fault::Castling(letter) => TextError::new(
            "castling rights",
            format!("`{letter}` in `{castling}` without king and rook at home"),
            "rights that the board supports",
        ),
        Fault::EnPassant(s) => TextError::new(
            "en passant",
            format!("`{s}`"),
            "`-` or the empty square behind a pawn that has just made a double step",
        ),
    }
}

/// Writes the six fields.
pub fn print(p: &ChessPosition) -> String {
    let ep = p.en_passant.map_or("-".to_string(), |s| s.to_string());
    format!(
        "{} {} {} {} {} {}",
        print_board(&p.board),
        p.turn.letter(),
        print_castling(p.castling),
        ep,
        p.clock,
        p.number
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_return_and_bad_ones_are_named() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 12",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        ] {
            assert_eq!(print(&parse(fen).unwrap()), fen);
        }
        for (fen, place) in [
            ("", "FEN"),
            ("8/8/8/8/8/8/8 w - - 0 1", "board"),
            ("9/8/8/8/8/8/8/8 w - - 0 1", "board, rank 8"),
            ("8/8/8/8/8/8/8/44k w - - 0 1", "board, rank 1"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "board"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling rights"),
            ("4k3/8/8/8/8/8/8/4K3 w KK - 0 1", "castling rights"),
            ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "full-move number"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "board"),
            ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "board"),
        ] {
            assert_eq!(parse(fen).unwrap_err().place, place, "{fen}");
        }
    }
}
