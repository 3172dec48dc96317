//! UCI as an engine hears and speaks it. Text to types and back, nothing else.
//!
//! Unknown words are skipped as the protocol asks; a `position` or `go` whose
//! numbers cannot be read is an error that names the word.

use std::fmt::Write as _;
use touchstone_kernel::{Limits, TextError};

/// One line from the user interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// `uci`
    Hello,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name N [value V]`
    SetOption {
        /// The name, in the spelling that was sent.
        name: String,
        /// The value, empty for a button.
        value: String,
    },
    /// `position startpos|fen TEXT|text TEXT [moves M...]`
    Position {
        /// The position text; `start` for `startpos`.
        text: String,
        /// The moves since.
        moves: Vec<String>,
    },
    /// `go ...`
    Go(Go),
    /// `stop`
    Stop,
    /// `d`: print the position.
    Show,
    /// `quit`
    Quit,
    /// An empty line, or a word of no meaning here.
    Nothing,
}

/// What `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Nodes, depth, time of this move, mate.
    pub limits: Limits,
    /// Search until told to stop.
    pub infinite: bool,
    /// Remaining time by side in milliseconds: the first side, the other.
    pub clock_ms: [Option<u64>; 2],
    /// Increment by side in milliseconds.
    pub increment_ms: [u64; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u64>,
    /// Only these root moves.
    pub only: Vec<String>,
}

impl Go {
    /// Time for this move from the clock of the side to move (0 or 1):
    /// a twentieth of what is left (or the share of `movestogo`) and most of
    /// the increment, never more than half of what is left. `None` without a clock.
    pub fn time_for_move_ms(&self, side: usize) -> Option<u64> {
        let left = *self.clock_ms.get(side)?.as_ref()?;
        let share = left / self.moves_to_go.unwrap_or(20).clamp(2, 40);
        let increment = self.increment_ms.get(side).copied().unwrap_or(0);
        Some((share + increment * 3 / 4).min(left / 2).max(1))
    }
}

const GO_WORDS: [&str; 12] = [
    "nodes",
    "depth",
    "movetime",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "searchmoves",
    "infinite",
    "ponder",
];

/// Reads one line.
pub fn hear(line: &str) -> Result<Heard, TextError> {
    let mut words = line.split_whitespace();
    Ok(match words.next() {
        None => Heard::Nothing,
        Some("uci") => Heard::Hello,
        Some("isready") => Heard::IsReady,
        Some("ucinewgame") => Heard::NewGame,
        Some("stop") => Heard::Stop,
        Some("quit") => Heard::Quit,
        Some("d") => Heard::Show,
        Some("setoption") => option(line)?,
        Some("position") => position(line)?,
        Some("go") => Heard::Go(go(words)?),
        Some(_) => Heard::Nothing,
    })
}

fn option(line: &str) -> Result<Heard, TextError> {
    let rest = line.trim().strip_prefix("setoption").unwrap_or_default().trim();
    let Some(rest) = rest.strip_prefix("name ") else {
        return Err(TextError::new("setoption", rest, "name NAME [value VALUE]"));
    };
    let (name, value) = match rest.split_once(" value ") {
        Some((name, value)) => (name, value),
        None => (rest.strip_suffix(" value").unwrap_or(rest), ""),
    };
    Ok(Heard::SetOption { name: name.trim().into(), value: value.trim().into() })
}

fn position(line: &str) -> Result<Heard, TextError> {
    let rest = line.trim().strip_prefix("position").unwrap_or_default().trim();
    let mut words = rest.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let mut text: Vec<&str> = Vec::new();
    let mut moves = Vec::new();
    let mut in_moves = false;
    for w in words {
        if w == "moves" {
            in_moves = true;
        } else if in_moves {
            moves.push(w.to_string());
        } else {
            text.push(w);
        }
    }
    let text = match kind {
        "startpos" if text.is_empty() => "start".to_string(),
        "fen" | "text" if !text.is_empty() => text.join(" "),
        _ => {
            return Err(TextError::new(
                "position",
                format!("{rest:?}"),
                "startpos or fen TEXT, then moves M...",
            ));
        }
    };
    Ok(Heard::Position { text, moves })
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, TextError> {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let mut number = || -> Result<u64, TextError> {
            let text = words.next().unwrap_or_default();
            // Some interfaces send negative clocks when a flag has fallen.
            if text.starts_with('-') && text[1..].chars().all(|c| c.is_ascii_digit()) {
                return Ok(0);
            }
            text.parse().map_err(|_| {
                TextError::new(format!("go {word}"), format!("{text:?}"), "a whole number")
            })
        };
        match word {
            "nodes" => go.limits.nodes = Some(number()?),
            "depth" => go.limits.depth = Some(number()?.min(u64::from(u32::MAX)) as u32),
            "movetime" => go.limits.time_ms = Some(number()?),
            "mate" => go.limits.mate_plies = Some(number()?.min(1 << 20) as u32 * 2),
            "wtime" => go.clock_ms[0] = Some(number()?),
            "btime" => go.clock_ms[1] = Some(number()?),
            "winc" => go.increment_ms[0] = number()?,
            "binc" => go.increment_ms[1] = number()?,
            "movestogo" => go.moves_to_go = Some(number()?),
            "infinite" | "ponder" => go.infinite |= word == "infinite",
            "searchmoves" => {
                while let Some(m) = words.next_if(|w| !GO_WORDS.contains(w)) {
                    go.only.push(m.to_string());
                }
            }
            _ => {}
        }
    }
    Ok(go)
}

/// What an `info` line says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Depth in plies that was finished.
    pub depth: u32,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// Nodes visited, consumed not allowed.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: u64,
    /// Expected result in thousandths: 0 a loss, 1000 a win.
    pub permille: u32,
    /// −1,000,000 to 1,000,000.
    pub score: i64,
    /// A proven distance to the end in plies, negative for a loss.
    pub end_plies: Option<i64>,
    /// `lowerbound` or `upperbound`, if the score is a bound.
    pub bound: Option<&'static str>,
    /// The line.
    pub pv: Vec<String>,
}

impl Info {
    /// The line as text. `score cp` is the expected result through the logistic
    /// curve that chess interfaces invert (100·4·log10 of the odds, within ±9999);
    /// `wdl` gives the expected result itself as wins against losses of 1000.
    pub fn text(&self) -> String {
        let mut s = format!("info depth {} multipv {}", self.depth, self.multipv.max(1));
        match self.end_plies {
            Some(plies) => {
                // UCI counts moves: a win in 1 or 2 plies... is a mate in 1.
                let moves = if plies >= 0 { (plies + 1) / 2 } else { plies / 2 };
                let _ = write!(s, " score mate {moves}");
            }
            None => {
                let _ = write!(s, " score cp {}", centipawns(self.score));
            }
        }
        if let Some(bound) = self.bound {
            let _ = write!(s, " {bound}");
        }
        let win = self.permille.min(1000);
        let _ = write!(s, " wdl {win} 0 {}", 1000 - win);
        let nps = self.nodes * 1000 / self.time_ms.max(1);
        let _ = write!(s, " nodes {} nps {nps} time {}", self.nodes, self.time_ms);
        if !self.pv.is_empty() {
            let _ = write!(s, " pv {}", self.pv.join(" "));
        }
        s
    }
}

/// 400·log10 of the odds that an expected result of `millionths` stands for.
pub fn centipawns(millionths: i64) -> i64 {
    let x = (millionths as f64 / 1e6).clamp(-0.999_999, 0.999_999);
    (400.0 * ((1.0 + x) / (1.0 - x)).log10()).clamp(-9999.0, 9999.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_positions_and_limits() {
        let h = hear("position fen 8/8 r - 0 1 moves a1b1 c3c3=R").unwrap();
        assert_eq!(
            h,
            Heard::Position {
                text: "8/8 r - 0 1".into(),
                moves: vec!["a1b1".into(), "c3c3=R".into()]
            }
        );
        let Heard::Go(g) =
            hear("go movetime 100000 nodes 5000 searchmoves a1b1 b1b1 depth 3").unwrap()
        else {
            panic!()
        };
        assert_eq!(g.limits.nodes, Some(5000));
        assert_eq!(g.limits.depth, Some(3));
        assert_eq!(g.only, ["a1b1", "b1b1"]);
        assert_eq!(
            hear("setoption name Multi PV value 3").unwrap(),
            Heard::SetOption { name: "Multi PV".into(), value: "3".into() }
        );
    }

    #[test]
    fn refuses_what_cannot_be_read_and_names_it() {
        assert_eq!(hear("go nodes many").unwrap_err().place, "go nodes");
        assert!(hear("position").is_err());
        assert!(hear("position fen").is_err());
        assert_eq!(hear("xyzzy").unwrap(), Heard::Nothing);
    }

    #[test]
    fn time_for_a_move_never_exceeds_half_of_what_is_left() {
        for left in [0, 1, 50, 1000, 1_000_000] {
            let g = Go { clock_ms: [Some(left), None], increment_ms: [1000, 0], ..Go::default() };
            let t = g.time_for_move_ms(0).unwrap();
            assert!(t <= (left / 2).max(1));
        }
        assert_eq!(Go::default().time_for_move_ms(0), None);
    }

    proptest::proptest! {
        #[test]
        fn never_panics(line in "\\PC{0,80}") {
            let _ = hear(&line);
        }

        #[test]
        fn never_panics_on_likely_words(words in proptest::collection::vec(
            proptest::sample::select(vec!["go", "nodes", "-1", "-", "99999999999999999999", "position",
                "fen", "moves", "setoption", "name", "value", "searchmoves", "wtime", "é"]), 0..9)) {
            let _ = hear(&words.join(" "));
        }
    }
}
