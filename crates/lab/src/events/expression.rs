//! A small language of conditions over a finished game.
//!
//! ```text
//! or, and, not, ( )            == != < <= > >=            + - * /
//! won drawn lost void          the result for `own`
//! reason final rules game      texts of the record
//! plies                        number of plies
//! own.X, other.X where X is
//!   max min last first         per cent that the side's engine stated (absent if it states none)
//!   token                      its last token       side   the colour's name
//!   moves nodes ms             sums                 fault  its fault's kind or ""
//!   on_board("G")              letters G of its colour in the final position's board
//!   in_pool("G")               the count behind that letter in the bag or pool
//! has(text, part) count(text, part) mentions(side.token...) min(a,b) max(a,b) abs(a)
//! ```
//!
//! A comparison with something absent is false. Numbers may carry `%`.

use crate::record::{GameRecord, PlyRecord};
use thiserror::Error;

/// Something is wrong with an expression.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: found {found}; expected {expected}")]
pub struct ExpressionError {
    /// Where, counted from 1; 0 for an error that shows only when it is asked.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What would be right.
    pub expected: String,
}

fn wrong(column: usize, found: impl Into<String>, expected: impl Into<String>) -> ExpressionError {
    ExpressionError { column, found: found.into(), expected: expected.into() }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Number(f64),
    Text(String),
    Name(String),
    Sign(&'static str),
}

const SIGNS: [&str; 14] =
    ["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "(", ")", ",", "."];

fn tokens(text: &str) -> Result<Vec<(usize, Token)>, ExpressionError> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut k = 0;
    while k < chars.len() {
        let (at, c) = (k + 1, chars[k]);
        if c.is_whitespace() {
            k += 1;
        } else if c.is_ascii_digit() {
            let begin = k;
            while k < chars.len()
                && (chars[k].is_ascii_digit()
                    || (chars[k] == '.' && chars.get(k + 1).is_some_and(char::is_ascii_digit)))
            {
                k += 1;
            }
            let word: String = chars[begin..k].iter().collect();
            let n = word.parse().map_err(|_| wrong(at, &word, "a number"))?;
            if chars.get(k) == Some(&'%') {
                k += 1;
            }
            out.push((at, Token::Number(n)));
        } else if c == '"' {
            let begin = k + 1;
            k = begin;
            while k < chars.len() && chars[k] != '"' {
                k += 1;
            }
            if k == chars.len() {
                return Err(wrong(at, "a text without its end", "\""));
            }
            out.push((at, Token::Text(chars[begin..k].iter().collect())));
            k += 1;
        } else if c.is_alphabetic() || c == '_' {
            let begin = k;
            while k < chars.len() && (chars[k].is_alphanumeric() || chars[k] == '_') {
                k += 1;
            }
            out.push((at, Token::Name(chars[begin..k].iter().collect())));
        } else {
            let two: String = chars[k..chars.len().min(k + 2)].iter().collect();
            let sign = SIGNS.into_iter().find(|s| two.starts_with(s));
            let sign = sign.ok_or_else(|| wrong(at, c, "an operator, name, number or text"))?;
            out.push((at, Token::Sign(sign)));
            k += sign.len();
        }
    }
    Ok(out)
}

#[derive(Clone, PartialEq, Debug)]
enum Node {
    Number(f64),
    Text(String),
    Name(String),
    Field(bool, String),
    Call(Option<bool>, String, Vec<Node>),
    Not(Box<Node>),
    Minus(Box<Node>),
    Two(&'static str, Box<Node>, Box<Node>),
}

/// A compiled condition.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    root: Node,
}

struct Reader {
    tokens: Vec<(usize, Token)>,
    at: usize,
    depth: usize,
}

const NAMES: [&str; 9] =
    ["won", "drawn", "lost", "void", "reason", "final", "rules", "game", "plies"];
const FIELDS: [&str; 10] =
    ["max", "min", "last", "first", "token", "side", "moves", "nodes", "ms", "fault"];
const CALLS: [(&str, usize); 5] = [("has", 2), ("count", 2), ("min", 2), ("max", 2), ("abs", 1)];
const OWN_CALLS: [(&str, usize); 2] = [("on_board", 1), ("in_pool", 1)];

impl Reader {
    fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.tokens.last().map_or(1, |t| t.0 + 1), |t| t.0)
    }

    fn found(&self) -> String {
        match self.tokens.get(self.at) {
            None => "the end".into(),
            Some((_, Token::Number(n))) => n.to_string(),
            Some((_, Token::Text(t))) => format!("{t:?}"),
            Some((_, Token::Name(n))) => n.clone(),
            Some((_, Token::Sign(s))) => s.to_string(),
        }
    }

    fn fail<T>(&self, expected: &str) -> Result<T, ExpressionError> {
        Err(wrong(self.column(), self.found(), expected))
    }

    fn sign(&mut self, list: &[&'static str]) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some((_, Token::Sign(s))) if list.contains(s) => {
                self.at += 1;
                Some(s)
            }
            _ => None,
        }
    }

    fn word(&mut self, word: &str) -> bool {
        let hit = matches!(self.tokens.get(self.at), Some((_, Token::Name(n))) if n == word);
        self.at += usize::from(hit);
        hit
    }

    fn or(&mut self) -> Result<Node, ExpressionError> {
        self.depth += 1;
        if self.depth > 60 {
            return self.fail("fewer brackets within each other");
        }
        let mut left = self.and()?;
        while self.word("or") {
            left = Node::Two("or", Box::new(left), Box::new(self.and()?));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn and(&mut self) -> Result<Node, ExpressionError> {
        let mut left = self.not()?;
        while self.word("and") {
            left = Node::Two("and", Box::new(left), Box::new(self.not()?));
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Node, ExpressionError> {
        let mut turns = 0;
        while self.word("not") {
            turns += 1;
        }
        let node = self.compare()?;
        Ok(if turns % 2 == 1 { Node::Not(Box::new(node)) } else { node })
    }

    fn compare(&mut self) -> Result<Node, ExpressionError> {
        let left = self.sum()?;
        match self.sign(&["==", "!=", "<=", ">=", "<", ">"]) {
            None => Ok(left),
            Some(op) => Ok(Node::Two(op, Box::new(left), Box::new(self.sum()?))),
        }
    }

    fn sum(&mut self) -> Result<Node, ExpressionError> {
        let mut left = self.product()?;
        while let Some(op) = self.sign(&["+", "-"]) {
            left = Node::Two(op, Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Node, ExpressionError> {
        let mut left = self.unit()?;
        while let Some(op) = self.sign(&["*", "/"]) {
            left = Node::Two(op, Box::new(left), Box::new(self.unit()?));
        }
        Ok(left)
    }

    fn unit(&mut self) -> Result<Node, ExpressionError> {
        let mut minus = 0;
        while self.sign(&["-"]).is_some() {
            minus += 1;
        }
        let node = self.atom()?;
        Ok(if minus % 2 == 1 { Node::Minus(Box::new(node)) } else { node })
    }

    fn atom(&mut self) -> Result<Node, ExpressionError> {
        if self.sign(&["("]).is_some() {
            let inner = self.or()?;
            return match self.sign(&[")"]) {
                Some(_) => Ok(inner),
                None => self.fail(")"),
            };
        }
        let token = self.tokens.get(self.at).map(|t| t.1.clone());
        match token {
            Some(Token::Number(n)) => {
                self.at += 1;
                Ok(Node::Number(n))
            }
            Some(Token::Text(t)) => {
                self.at += 1;
                Ok(Node::Text(t))
            }
            Some(Token::Name(name)) if name == "own" || name == "other" => {
                self.at += 1;
                let own = name == "own";
                if self.sign(&["."]).is_none() {
                    return self.fail(&format!(".FIELD after {name}"));
                }
                match self.tokens.get(self.at).map(|t| t.1.clone()) {
                    Some(Token::Name(f)) if OWN_CALLS.iter().any(|c| c.0 == f) => {
                        self.at += 1;
                        self.call(Some(own), f, &OWN_CALLS)
                    }
                    Some(Token::Name(f)) if FIELDS.contains(&f.as_str()) => {
                        self.at += 1;
                        Ok(Node::Field(own, f))
                    }
                    _ => {
                        self.fail(&format!("{}, on_board(...) or in_pool(...)", FIELDS.join(", ")))
                    }
                }
            }
            Some(Token::Name(name)) if CALLS.iter().any(|c| c.0 == name) => {
                self.at += 1;
                self.call(None, name, &CALLS)
            }
            Some(Token::Name(name)) if NAMES.contains(&name.as_str()) => {
                self.at += 1;
                Ok(Node::Name(name))
            }
            _ => self.fail(&format!(
                "{}, own.FIELD, other.FIELD, has(..), count(..), a number or a text",
                NAMES.join(", ")
            )),
        }
    }

    fn call(
        &mut self,
        own: Option<bool>,
        name: String,
        known: &[(&str, usize)],
    ) -> Result<Node, ExpressionError> {
        if self.sign(&["("]).is_none() {
            return self.fail("(");
        }
        let mut args = vec![self.or()?];
        while self.sign(&[","]).is_some() {
            args.push(self.or()?);
        }
        if self.sign(&[")"]).is_none() {
            return self.fail(", or )");
        }
        let want = known.iter().find(|c| c.0 == name).map_or(0, |c| c.1);
        if args.len() != want {
            let found = format!("{} arguments of {name}", args.len());
            return Err(wrong(self.column(), found, want.to_string()));
        }
        Ok(Node::Call(own, name, args))
    }
}

/// A value; absent where the record does not say.
#[derive(Clone, PartialEq, Debug)]
enum Val {
    Absent,
    Bool(bool),
    Number(f64),
    Text(String),
}

/// One game as one side sees it.
pub struct Scope<'r> {
    record: &'r GameRecord,
    seat: usize,
    side_names: [&'r str; 2],
}

const SEATS: [&str; 2] = ["first", "second"];

impl<'r> Scope<'r> {
    /// `seat` 0 or 1 is `own`; `side_names` as the game has them, the one with
    /// upper-case letters first.
    pub fn new(record: &'r GameRecord, seat: usize, side_names: [&'r str; 2]) -> Scope<'r> {
        Scope { record, seat: seat.min(1), side_names }
    }

    fn plies(&self, own: bool) -> impl DoubleEndedIterator<Item = &'r PlyRecord> {
        let seat = SEATS[if own { self.seat } else { 1 - self.seat }];
        self.record.plies.iter().filter(move |p| p.seat == seat)
    }

    fn percents(&self, own: bool) -> impl DoubleEndedIterator<Item = f64> {
        self.plies(own).filter_map(|p| p.score).map(|s| 50.0 + s as f64 / 20_000.0)
    }

    fn name(&self, name: &str) -> Val {
        let r = &self.record.result;
        let won = r.winner.as_deref().map(|w| w == SEATS[self.seat]);
        match name {
            "won" => Val::Bool(won == Some(true)),
            "lost" => Val::Bool(won == Some(false)),
            "drawn" => Val::Bool(won.is_none() && !r.void),
            "void" => Val::Bool(r.void),
            "reason" => Val::Text(r.reason.clone()),
            "final" => Val::Text(self.record.end.clone()),
            "rules" => Val::Text(self.record.rules.clone()),
            "game" => Val::Text(self.record.game.clone()),
            "plies" => Val::Number(self.record.plies.len() as f64),
            _ => Val::Absent,
        }
    }

    fn field(&self, own: bool, name: &str) -> Val {
        let number = |x: Option<f64>| x.map_or(Val::Absent, Val::Number);
        let seat = if own { self.seat } else { 1 - self.seat };
        match name {
            "max" => number(self.percents(own).reduce(f64::max)),
            "min" => number(self.percents(own).reduce(f64::min)),
            "first" => number(self.percents(own).next()),
            "last" => number(self.percents(own).next_back()),
            "token" => {
                Val::Text(self.plies(own).next_back().map(|p| p.token.clone()).unwrap_or_default())
            }
            "side" => self.record.seats[seat].side.clone().map_or(Val::Absent, Val::Text),
            "moves" => Val::Number(self.plies(own).count() as f64),
            "nodes" => Val::Number(self.plies(own).map(|p| p.nodes as f64).sum()),
            "ms" => Val::Number(self.plies(own).map(|p| p.ms).sum()),
            "fault" => Val::Text(match &self.record.result.fault {
                Some(f) if f.seat == SEATS[seat] => f.fault.kind.name().into(),
                _ => String::new(),
            }),
            _ => Val::Absent,
        }
    }

    /// `letter` in the case of the side's colour; `None` while it has none.
    fn cased(&self, own: bool, letter: &str) -> Option<String> {
        let seat = if own { self.seat } else { 1 - self.seat };
        let side = self.record.seats[seat].side.as_deref()?;
        Some(if side == self.side_names[0] { letter.to_uppercase() } else { letter.to_lowercase() })
    }

    fn own_call(&self, own: bool, name: &str, args: &[Val]) -> Val {
        let [Val::Text(letter)] = args else { return Val::Absent };
        let Some(letter) = self.cased(own, letter) else { return Val::Absent };
        let mut words = self.record.end.split_whitespace();
        if name == "on_board" {
            let board = words.next().unwrap_or("");
            return Val::Number(board.matches(letter.as_str()).count() as f64);
        }
        // The bag or pool is the third word: letters with counts.
        let pool = words.nth(2).unwrap_or("");
        let digits = pool.split_once(letter.as_str()).map_or("", |(_, rest)| rest);
        let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
        Val::Number(digits.parse().unwrap_or(0.0))
    }
}

fn number(v: Val, of: &str) -> Result<Option<f64>, ExpressionError> {
    match v {
        Val::Number(n) => Ok(Some(n)),
        Val::Absent => Ok(None),
        other => Err(wrong(0, format!("{other:?} for {of}"), "a number")),
    }
}

fn truth(v: Val, of: &str) -> Result<bool, ExpressionError> {
    match v {
        Val::Bool(b) => Ok(b),
        Val::Absent => Ok(false),
        other => Err(wrong(0, format!("{other:?} for {of}"), "a condition")),
    }
}

fn value(node: &Node, scope: &Scope<'_>) -> Result<Val, ExpressionError> {
    Ok(match node {
        Node::Number(n) => Val::Number(*n),
        Node::Text(t) => Val::Text(t.clone()),
        Node::Name(n) => scope.name(n),
        Node::Field(own, f) => scope.field(*own, f),
        Node::Not(x) => Val::Bool(!truth(value(x, scope)?, "not")?),
        Node::Minus(x) => number(value(x, scope)?, "-")?.map_or(Val::Absent, |n| Val::Number(-n)),
        Node::Call(own, name, args) => {
            let args: Vec<Val> = args.iter().map(|a| value(a, scope)).collect::<Result<_, _>>()?;
            match own {
                Some(own) => scope.own_call(*own, name, &args),
                None => call(name, args)?,
            }
        }
        Node::Two(op, x, y) => match *op {
            "and" => Val::Bool(truth(value(x, scope)?, "and")? && truth(value(y, scope)?, "and")?),
            "or" => Val::Bool(truth(value(x, scope)?, "or")? || truth(value(y, scope)?, "or")?),
            op => binary(op, value(x, scope)?, value(y, scope)?)?,
        },
    })
}

fn call(name: &str, args: Vec<Val>) -> Result<Val, ExpressionError> {
    if name == "has" || name == "count" {
        return match args.as_slice() {
            [Val::Text(t), Val::Text(p)] => {
                let n = if p.is_empty() { 0 } else { t.matches(p.as_str()).count() };
                Ok(if name == "has" { Val::Bool(n > 0) } else { Val::Number(n as f64) })
            }
            [Val::Absent, _] | [_, Val::Absent] => Ok(Val::Absent),
            other => Err(wrong(0, format!("{other:?} for {name}"), "two texts")),
        };
    }
    let mut numbers = Vec::new();
    for a in args {
        match number(a, name)? {
            Some(n) => numbers.push(n),
            None => return Ok(Val::Absent),
        }
    }
    let first = numbers.first().copied().unwrap_or(0.0);
    let folded = match name {
        "min" => numbers.into_iter().fold(first, f64::min),
        "max" => numbers.into_iter().fold(first, f64::max),
        _ => first.abs(),
    };
    Ok(Val::Number(folded))
}

fn binary(op: &str, x: Val, y: Val) -> Result<Val, ExpressionError> {
    if x == Val::Absent || y == Val::Absent {
        let arithmetic = matches!(op, "+" | "-" | "*" | "/");
        return Ok(if arithmetic { Val::Absent } else { Val::Bool(false) });
    }
    if matches!(op, "==" | "!=") {
        if std::mem::discriminant(&x) != std::mem::discriminant(&y) {
            return Err(wrong(0, format!("{x:?} {op} {y:?}"), "two of one kind"));
        }
        return Ok(Val::Bool((x == y) == (op == "==")));
    }
    let (Some(x), Some(y)) = (number(x, op)?, number(y, op)?) else { return Ok(Val::Absent) };
    Ok(match op {
        "<" => Val::Bool(x < y),
        "<=" => Val::Bool(x <= y),
        ">" => Val::Bool(x > y),
        ">=" => Val::Bool(x >= y),
        "+" => Val::Number(x + y),
        "-" => Val::Number(x - y),
        "*" => Val::Number(x * y),
        _ if y == 0.0 => Val::Absent,
        _ => Val::Number(x / y),
    })
}

impl Expression {
    /// Reads a condition.
    pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
        let mut reader = Reader { tokens: tokens(text)?, at: 0, depth: 0 };
        let root = reader.or()?;
        if reader.at < reader.tokens.len() {
            return reader.fail("the end, and, or, or an operator");
        }
        Ok(Expression { root })
    }

    /// Whether it holds for a game as one side sees it.
    pub fn holds(&self, scope: &Scope<'_>) -> Result<bool, ExpressionError> {
        truth(value(&self.root, scope)?, "the event")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{ResultRecord, SeatRecord};
    use proptest::prelude::*;

    fn game() -> GameRecord {
        let ply = |seat: &str, token: &str, score| PlyRecord {
            seat: seat.into(),
            token: token.into(),
            score,
            nodes: 10,
            ..PlyRecord::default()
        };
        let seat = |side: &str| SeatRecord { side: Some(side.into()), ..SeatRecord::default() };
        GameRecord {
            game: "banqi".into(),
            seats: [seat("black"), seat("red")],
            plies: vec![
                ply("first", "a1a1=g", Some(0)),
                ply("second", "b1b1=G", None),
                ply("first", "a1b1", Some(995_000)),
            ],
            end: "g7/8/8/XX6 r C2c0 0 3".into(),
            result: ResultRecord {
                winner: Some("second".into()),
                reason: "no_moves".into(),
                ..ResultRecord::default()
            },
            ..GameRecord::default()
        }
    }

    fn holds(text: &str, seat: usize) -> bool {
        let g = game();
        Expression::parse(text).unwrap().holds(&Scope::new(&g, seat, ["red", "black"])).unwrap()
    }

    #[test]
    fn conditions_read_the_record_from_one_side() {
        assert!(holds("own.max > 99% and not won", 0));
        assert!(!holds("own.max > 99 and not won", 1), "an engine that states nothing");
        assert!(holds("own.on_board(\"G\") + own.in_pool(\"G\") == 0", 1));
        assert!(!holds("own.on_board(\"G\") + own.in_pool(\"G\") == 0", 0));
        assert!(holds("own.in_pool(\"C\") == 2 and other.in_pool(\"c\") == 0", 1));
        assert!(holds("lost and reason == \"no_moves\" and own.last > 50", 0));
        assert!(holds("has(other.token, \"=\") and own.nodes == 20 and -1 < 2*3/4", 0));
        assert!(holds("plies == 3 or own.nodes / 0 > 1", 0));
    }

    #[test]
    fn errors_have_a_place() {
        for (text, part) in [
            ("own.colour == 1", "column 5: found colour"),
            ("won and", "column 6"),
            ("won won", "column 5: found won"),
            ("has(reason)", "1 arguments of has"),
            ("\"x", "column 1: found a text without its end"),
            ("won & lost", "column 5: found &"),
            ("", "column 1: found the end"),
        ] {
            let e = Expression::parse(text).unwrap_err().to_string();
            assert!(e.contains(part), "{text}: {e}");
        }
        let g = game();
        let e = Expression::parse("reason > 3").unwrap();
        assert!(e.holds(&Scope::new(&g, 0, ["red", "black"])).is_err());
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "[a-z0-9 .()\"=<>+*/%,_!-]{0,80}") {
            if let Ok(e) = Expression::parse(&text) {
                let g = game();
                let _ = e.holds(&Scope::new(&g, 0, ["red", "black"]));
            }
        }
    }
}
