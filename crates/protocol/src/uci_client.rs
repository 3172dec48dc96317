//! UCI as a user interface speaks and hears it, with the dialects of our games.

use std::fmt::Write as _;
use touchstone_kernel::Limits;

/// How positions and moves are written to an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Our own: the game's position text from its start, and all moves with
    /// what luck made of them.
    #[default]
    Own,
    /// MistyBanqi: ranks counted from 0; the FEN after the last flip or
    /// capture, then the quiet moves since.
    Misty,
    /// Pikafish's Jieqi branches: the FEN of what the mover's seat may know
    /// after the last capture or reveal, then the quiet moves since.
    Pikafish,
    /// The position alone, without history, in the game's own text.
    Bare,
}

impl Dialect {
    /// The dialect of that name in a game; empty for the game's own.
    pub fn named(name: &str, game: &str) -> Result<Dialect, String> {
        match (name, game) {
            ("" | "own", _) => Ok(Dialect::Own),
            ("misty", "banqi") => Ok(Dialect::Misty),
            ("pikafish", "jieqi") => Ok(Dialect::Pikafish),
            ("bare", _) => Ok(Dialect::Bare),
            _ => Err(format!(
                "dialect: found {name} for {game}; expected own, bare, misty (banqi) or pikafish \
                 (jieqi)"
            )),
        }
    }

    /// Whether the engine is sent only the window since the last irreversible
    /// move, not the whole game.
    pub const fn sends_window(self) -> bool {
        !matches!(self, Dialect::Own)
    }

    /// A token of ours as this dialect writes it.
    pub fn outward(self, token: &str) -> String {
        match self {
            Dialect::Misty => shifted(token, -1),
            _ => token.to_string(),
        }
    }

    /// A token of this dialect as ours.
    pub fn inward(self, token: &str) -> String {
        match self {
            Dialect::Misty => shifted(token, 1),
            _ => token.to_string(),
        }
    }
}

/// Moves the rank digits of the two squares at the start of a token by `by`.
pub fn shifted(token: &str, by: i8) -> String {
    let shift = |(i, c): (usize, char)| match c.to_digit(10) {
        Some(d) if i == 1 || i == 3 => {
            char::from_digit((d as i8 + by).clamp(0, 9) as u32, 10).unwrap_or(c)
        }
        _ => c,
    };
    token.chars().enumerate().map(shift).collect()
}

/// `position fen TEXT [moves ...]`, or `position startpos ...` for `start`.
pub fn position(text: &str, moves: &[String]) -> String {
    let mut line = match text {
        "" | "start" => "position startpos".to_string(),
        text => format!("position fen {text}"),
    };
    if !moves.is_empty() {
        line.push_str(" moves");
        for m in moves {
            line.push(' ');
            line.push_str(m);
        }
    }
    line
}

/// `go` with these limits. MistyBanqi stops at its default time even when
/// nodes are given, so a node search is sent with a large time there.
pub fn go(limits: &Limits, dialect: Dialect) -> String {
    let mut line = String::from("go");
    if let Some(n) = limits.nodes {
        let _ = write!(line, " nodes {n}");
    }
    if let Some(d) = limits.depth {
        let _ = write!(line, " depth {d}");
    }
    match (limits.time_ms, dialect) {
        (Some(t), _) => {
            let _ = write!(line, " movetime {t}");
        }
        (None, Dialect::Misty) => line.push_str(" movetime 3600000"),
        (None, _) => {}
    }
    if limits.is_unlimited() && dialect != Dialect::Misty {
        line.push_str(" movetime 1000");
    }
    line
}

/// `setoption`.
pub fn set_option(name: &str, value: &str) -> String {
    if value.is_empty() {
        format!("setoption name {name}")
    } else {
        format!("setoption name {name} value {value}")
    }
}

/// One line from an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// `id name ...`
    Name(String),
    /// `option name ... type ...`
    Option(String),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `info ...` with numbers.
    Info(Info),
    /// `bestmove M`; `None` for `(none)`, `0000` is a move of its own.
    BestMove(Option<String>),
    /// Anything else.
    Other,
}

/// What an `info` line tells.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes so far.
    pub nodes: Option<u64>,
    /// Which of several lines; 1 is the best.
    pub multipv: Option<u32>,
    /// Centipawns for the side to move.
    pub cp: Option<i64>,
    /// Mate in moves; negative for being mated.
    pub mate: Option<i64>,
    /// Expected result in millionths, for engines that say so (`exp`).
    pub exp: Option<i64>,
    /// Wins, draws, losses of 1000.
    pub wdl: Option<[i64; 3]>,
    /// `lowerbound`: at least; `upperbound`: at most.
    pub bound: Option<&'static str>,
    /// The line.
    pub pv: Vec<String>,
}

/// Hears one line. Unknown words are skipped; this never fails.
pub fn hear(line: &str) -> Said {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("uciok") => Said::UciOk,
        Some("readyok") => Said::ReadyOk,
        Some("bestmove") => Said::BestMove(
            words.next().filter(|m| !matches!(*m, "(none)" | "none" | "null")).map(str::to_string),
        ),
        Some("id") if words.next() == Some("name") => {
            Said::Name(words.collect::<Vec<_>>().join(" "))
        }
        Some("option") => Said::Option(line.trim().to_string()),
        Some("info") => Said::Info(info(words)),
        _ => Said::Other,
    }
}

fn info<'a>(mut words: impl Iterator<Item = &'a str>) -> Info {
    fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
        word.and_then(|w| w.parse().ok())
    }
    let mut i = Info::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => i.depth = number(words.next()),
            "nodes" => i.nodes = number(words.next()),
            "multipv" => i.multipv = number(words.next()),
            "cp" => i.cp = number(words.next()),
            "mate" => i.mate = number(words.next()),
            "exp" => i.exp = number(words.next()),
            "wdl" => {
                let three = [number(words.next()), number(words.next()), number(words.next())];
                if let [Some(w), Some(d), Some(l)] = three {
                    i.wdl = Some([w, d, l]);
                }
            }
            "lowerbound" => i.bound = Some("at_least"),
            "upperbound" => i.bound = Some("at_most"),
            "pv" => {
                i.pv = words.by_ref().map(str::to_string).collect();
            }
            "string" => break,
            _ => {}
        }
    }
    i
}

impl Info {
    /// The expected result for the side to move in millionths, as far as the
    /// line tells one: said outright, from win/draw/loss, or a mate. A
    /// centipawn score is no expected result and gives `None`.
    pub fn millionths(&self) -> Option<i64> {
        if let Some(m) = self.mate {
            return Some(if m > 0 { 1_000_000 } else { -1_000_000 });
        }
        if let Some(x) = self.exp {
            return Some(x.clamp(-1_000_000, 1_000_000));
        }
        let [w, d, l] = self.wdl?;
        let all = w + d + l;
        (all > 0).then(|| (w - l) * 1_000_000 / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn misty_counts_ranks_from_zero_on_all_squares() {
        for file in 'a'..='h' {
            for rank in 1..=4 {
                let ours = format!("{file}{rank}{file}{rank}");
                let theirs = Dialect::Misty.outward(&ours);
                assert_eq!(theirs, format!("{file}{}{file}{}", rank - 1, rank - 1));
                assert_eq!(Dialect::Misty.inward(&theirs), ours);
            }
        }
    }

    #[test]
    fn lines_are_built() {
        assert_eq!(position("start", &[]), "position startpos");
        assert_eq!(position("8 r", &["a1a2".into()]), "position fen 8 r moves a1a2");
        assert_eq!(go(&Limits::nodes(5), Dialect::Own), "go nodes 5");
        assert_eq!(go(&Limits::nodes(5), Dialect::Misty), "go nodes 5 movetime 3600000");
    }

    #[test]
    fn lines_are_heard() {
        let Said::Info(i) = hear(
            "info depth 7 seldepth 9 multipv 1 score cp -31 upperbound nodes 1234 nps 9 pv a1a2 b1b2",
        ) else {
            panic!("no info")
        };
        assert_eq!(
            (i.depth, i.cp, i.nodes, i.bound),
            (Some(7), Some(-31), Some(1234), Some("at_most"))
        );
        assert_eq!(i.pv, ["a1a2", "b1b2"]);
        assert_eq!(i.millionths(), None);
        let Said::Info(i) = hear("info depth 2 score mate -3 wdl 0 0 1000 pv x") else {
            panic!("no info")
        };
        assert_eq!(i.millionths(), Some(-1_000_000));
        assert_eq!(hear("bestmove (none)"), Said::BestMove(None));
        assert_eq!(hear("bestmove a1a2 ponder b1b2\r"), Said::BestMove(Some("a1a2".into())));
        assert_eq!(hear("some banner"), Said::Other);
        assert_eq!(hear("id name A b"), Said::Name("A b".into()));
    }

    proptest! {
        #[test]
        fn hearing_never_panics(line in ".{0,120}") {
            let _ = hear(&line);
        }
    }
}
