//! The Banqi tournament protocol (Chinese Dark Chess, as the NTU course's
//! engines speak it): numbered commands, our side of the table.
//!
//! Their board has columns a-d and rows 1-8, ours files a-h and ranks 1-4: our
//! rank is their column letter, our file their row digit. Their piece letters
//! are K G M R N C P for our G A E R H C S; their G is the advisor.

/// Command numbers.
pub mod id {
    /// `protocol_version`
    pub const VERSION: u32 = 0;
    /// `name`
    pub const NAME: u32 = 1;
    /// `quit`
    pub const QUIT: u32 = 5;
    /// `reset_board`
    pub const RESET: u32 = 7;
    /// `move FROM TO`
    pub const MOVE: u32 = 10;
    /// `flip SQ PIECE`
    pub const FLIP: u32 = 11;
    /// `genmove COLOUR`
    pub const GENMOVE: u32 = 12;
    /// `time_left COLOUR MS`
    pub const TIME_LEFT: u32 = 16;
}

/// Our square (`a1`..`h4`) as theirs.
pub fn square_outward(ours: &str) -> Option<String> {
    match ours.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'4'] => {
            let column = char::from(b'a' + rank - b'1');
            let row = char::from(b'1' + file - b'a');
            Some(format!("{column}{row}"))
        }
        _ => None,
    }
}

/// Their square (`a1`..`d8`) as ours.
pub fn square_inward(theirs: &str) -> Option<String> {
    match theirs.as_bytes() {
        [column @ b'a'..=b'd', row @ b'1'..=b'8'] => {
            let file = char::from(b'a' + row - b'1');
            let rank = char::from(b'1' + column - b'a');
            Some(format!("{file}{rank}"))
        }
        _ => None,
    }
}

const OURS: &[u8; 7] = b"GAERHCS";
const THEIRS: &[u8; 7] = b"KGMRNCP";

/// Our piece letter as theirs; the case (upper: red) stays.
pub fn piece_outward(ours: char) -> Option<char> {
    let k = OURS.iter().position(|o| char::from(*o) == ours.to_ascii_uppercase())?;
    let c = char::from(THEIRS[k]);
    Some(if ours.is_ascii_lowercase() { c.to_ascii_lowercase() } else { c })
}

/// One of our tokens (`b1c1`, `c3c3=R`) as the command that tells it.
pub fn told(token: &str) -> Option<String> {
    let (squares, piece) = match token.split_once('=') {
        Some((s, p)) => (s, Some(p)),
        None => (token, None),
    };
    if !squares.is_ascii() || squares.len() != 4 {
        return None;
    }
    let (from, to) = (square_outward(&squares[..2])?, square_outward(&squares[2..])?);
    if from == to {
        let piece = piece_outward(piece?.chars().next()?)?;
        Some(format!("{} flip {from} {piece}", id::FLIP))
    } else {
        Some(format!("{} move {from} {to}", id::MOVE))
    }
}

/// The answer to a command with this number, if `line` is it: the text behind
/// `=N`, or what failed behind `?N`. Other lines are the engine's chatter.
pub fn answer(line: &str, number: u32) -> Option<Result<String, String>> {
    let line = line.trim_end();
    let (ok, rest) = match line.as_bytes().first()? {
        b'=' => (true, &line[1..]),
        b'?' => (false, &line[1..]),
        _ => return None,
    };
    let rest = rest.strip_prefix(&number.to_string())?;
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    let text = rest.trim().to_string();
    Some(if ok { Ok(text) } else { Err(text) })
}

/// A `genmove` answer as our token: `a1 a2`; equal squares are a flip.
pub fn decision(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let (from, to) = (square_inward(words.next()?)?, square_inward(words.next()?)?);
    Some(format!("{from}{to}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn corners_map_as_in_the_verified_matches() {
        for (ours, theirs) in [("a1", "a1"), ("h1", "a8"), ("a4", "d1"), ("h4", "d8")] {
            assert_eq!(square_outward(ours).as_deref(), Some(theirs));
            assert_eq!(square_inward(theirs).as_deref(), Some(ours));
        }
    }

    #[test]
    fn all_squares_go_there_and_back() {
        let mut seen = std::collections::BTreeSet::new();
        for file in 'a'..='h' {
            for rank in '1'..='4' {
                let ours = format!("{file}{rank}");
                let theirs = square_outward(&ours).unwrap();
                assert_eq!(square_inward(&theirs), Some(ours));
                seen.insert(theirs);
            }
        }
        assert_eq!(seen.len(), 32);
    }

    #[test]
    fn tokens_and_answers() {
        assert_eq!(told("b1c1").as_deref(), Some("10 move a2 a3"));
        assert_eq!(told("c3c3=G").as_deref(), Some("11 flip c3 K"));
        assert_eq!(told("c3c3=a").as_deref(), Some("11 flip c3 g"));
        assert_eq!(told("c3c3"), None);
        assert_eq!(told("c3c"), None);
        assert_eq!(answer("=12 c6 c6", 12), Some(Ok("c6 c6".into())));
        assert_eq!(answer("=1 c6", 12), None);
        assert_eq!(answer("=120", 12), None);
        assert_eq!(answer("?12 no", 12), Some(Err("no".into())));
        assert_eq!(answer("[board] =12", 12), None);
        assert_eq!(decision("c6 c6").as_deref(), Some("f3f3"));
        assert_eq!(decision("z9 a1"), None);
    }

    proptest! {
        #[test]
        fn reading_never_panics(line in ".{0,40}") {
            let _ = (told(&line), answer(&line, 12), decision(&line));
        }
    }
}
