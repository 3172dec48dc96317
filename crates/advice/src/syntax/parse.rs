//! Text to tree. Never panics; collects all messages and uses the rest of a text
//! after a fault.

use super::diagnostic::{Diagnostic, Place, Severity};
use super::token::{Kind, Token, tokens};
use super::tree::*;
use super::words::{self, Class};

/// A tree as far as the text could be read, and what was noticed.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The table; incomplete if there are errors.
    pub table: Table,
    /// Messages in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Is any message an error?
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// Reads a table in either vocabulary, plain or classic style, also mixed.
///
/// ```
/// let text = "rule r if true: go  advice go { better mate; hold true; us legal; them legal }";
/// let parsed = touchstone_advice::syntax::parse(text);
/// assert!(!parsed.has_errors());
/// assert_eq!(parsed.table.rules.len(), 1);
/// let wrong = touchstone_advice::syntax::parse("rule r if true go");
/// assert!(wrong.diagnostics[0].message.contains("expected"));
/// ```
pub fn parse(text: &str) -> Parsed {
    let (tokens, diagnostics) = tokens(text);
    let mut p = Parser { tokens, at: 0, diagnostics, nesting: 0, in_root: false };
    let mut table = Table::default();
    p.table(&mut table);
    let mut diagnostics = p.diagnostics;
    diagnostics.sort_by_key(|d| (d.place.line, d.place.column));
    Parsed { table, diagnostics }
}

/// Parentheses deeper than this are refused, so that no text exhausts the stack.
const MAX_NESTING: u32 = 100;

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    diagnostics: Vec<Diagnostic>,
    nesting: u32,
    in_root: bool,
}

type Read<T> = Result<T, Box<Diagnostic>>;

/// What stands where a goal or a number may stand.
enum Item {
    Goal(Goal),
    Number(Number),
}

impl Parser {
    fn peek(&self, ahead: usize) -> &Kind {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let t = self.token().clone();
        if self.at < self.tokens.len() - 1 {
            self.at += 1;
        }
        t
    }

    fn is_word(&self, ahead: usize, word: &str) -> bool {
        matches!(self.peek(ahead), Kind::Word(w) if w == word)
    }

    fn is_sign(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.peek(ahead), Kind::Sign(s) if *s == sign)
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let hit = self.is_sign(0, sign);
        if hit {
            self.next();
        }
        hit
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let hit = self.is_word(0, word);
        if hit {
            self.next();
        }
        hit
    }

    fn unexpected<T>(&self, expected: &str) -> Read<T> {
        let t = self.token();
        let found = match &t.kind {
            Kind::End => "the end of the text".to_string(),
            _ => format!("'{}'", t.text),
        };
        let mut d = Diagnostic::new(
            Severity::Error,
            "syntax",
            t.place,
            format!("found {found}, expected {expected}"),
        );
        if let Kind::Word(w) = &t.kind {
            let keys: Vec<&str> = words::WORDS
                .iter()
                .filter(|k| k.class == Class::Keyword && k.en != "and_then")
                .flat_map(|k| [k.en, k.ru])
                .filter(|k| expected.contains(&format!("'{k}'")))
                .collect();
            if let Some(near) = super::diagnostic::nearest(w, keys) {
                d = d.help(format!("did you mean '{near}'?"));
            }
        }
        Err(Box::new(d))
    }

    fn sign(&mut self, sign: &'static str, what: &str) -> Read<()> {
        if self.eat_sign(sign) { Ok(()) } else { self.unexpected(&format!("'{sign}' {what}")) }
    }

    fn note(&mut self, code: &'static str, place: Place, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(Severity::Note, code, place, message));
    }

    fn name(&mut self, what: &str) -> Read<Name> {
        match self.peek(0) {
            Kind::Word(w) => {
                let keyword = words::find(w).is_some_and(|k| k.class == Class::Keyword);
                if keyword && w != "drawn" {
                    return self.unexpected(&format!("{what}, not a word of the grammar"));
                }
                let text = w.clone();
                let place = self.next().place;
                Ok(Name { text, place })
            }
            _ => self.unexpected(what),
        }
    }

    // ---- statements ----

    /// Does a classic rule head stand here? Gives the number of tokens before `if`.
    fn classic_head(&self, ahead: usize) -> Option<usize> {
        match self.peek(ahead) {
            Kind::Word(w) if words::find(w).is_none_or(|k| k.class != Class::Keyword) => {
                if self.is_word(ahead + 1, "if") {
                    Some(1)
                } else if (self.is_sign(ahead + 1, "::") || self.is_sign(ahead + 1, ":"))
                    && self.is_word(ahead + 2, "if")
                {
                    Some(2)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn statement_starts(&self, ahead: usize) -> bool {
        let word = |k: usize| matches!(self.peek(ahead + k), Kind::Word(_));
        match self.peek(ahead) {
            Kind::Word(w) => match w.as_str() {
                "rule" => {
                    word(1) && (self.is_word(ahead + 2, "if") || self.is_sign(ahead + 2, ":"))
                }
                "advice" => {
                    self.is_sign(ahead + 1, "(")
                        || word(1)
                            && (self.is_sign(ahead + 2, "{") || self.is_word(ahead + 2, "better"))
                }
                "define" => word(1),
                "ending" => word(1) && !self.is_word(ahead + 1, "if"),
                _ => self.classic_head(ahead).is_some(),
            },
            _ => false,
        }
    }

    fn table(&mut self, table: &mut Table) {
        loop {
            if *self.peek(0) == Kind::End {
                return;
            }
            if self.eat_sign(".") || self.eat_sign(";") {
                continue;
            }
            if !self.statement_starts(0) {
                self.skip_line();
                continue;
            }
            let before = self.at;
            if let Err(d) = self.statement(table) {
                self.diagnostics.push(*d);
                self.nesting = 0;
                self.in_root = false;
                self.recover(before);
            }
        }
    }

    /// After a fault: on to the end of the statement or to the next one's beginning.
    fn recover(&mut self, before: usize) {
        if self.at == before {
            self.next();
        }
        loop {
            if *self.peek(0) == Kind::End {
                return;
            }
            if self.eat_sign(".") || self.eat_sign("}") {
                return;
            }
            if self.token().first && self.statement_starts(0) {
                return;
            }
            self.next();
        }
    }

    /// Text that is no statement: skipped to the end of its line, with a note. If it
    /// holds words of a rule the note is a warning.
    fn skip_line(&mut self) {
        let start = self.token().clone();
        let mut text = String::new();
        let mut suspicious = false;
        let mut place = start.place;
        loop {
            if *self.peek(0) == Kind::End || self.token().place.line != start.place.line {
                break;
            }
            if self.at_statement_inside(&start) {
                break;
            }
            let t = self.next();
            suspicious |= matches!(&t.kind, Kind::Word(w) if matches!(w.as_str(),
                "if" | "then" | "and_then" | "advice" | "rule" | "better"));
            if !text.is_empty() && t.place.column > place.column + place.width {
                text.push(' ');
            }
            place.width = t.place.column + t.place.width - place.column;
            text += &t.text;
        }
        let shown: String = text.chars().take(40).collect();
        let dots = if text.chars().count() > 40 { "..." } else { "" };
        let message =
            format!("found '{shown}{dots}', expected a rule or a piece of advice; skipped");
        self.diagnostics.push(if suspicious {
            Diagnostic::new(Severity::Warning, "skipped-text", place, message)
                .help("it holds words of a rule: 'rule NAME if GOAL: ADVICE, ...' or 'advice NAME { ... }'")
        } else {
            Diagnostic::new(Severity::Note, "skipped-text", place, message)
        });
    }

    /// A statement that begins inside a skipped line.
    fn at_statement_inside(&self, start: &Token) -> bool {
        self.token().place.column > start.place.column && self.statement_starts(0)
    }

    fn statement(&mut self, table: &mut Table) -> Read<()> {
        match self.peek(0) {
            Kind::Word(w) if w == "rule" && self.classic_head(0).is_none() => {
                self.next();
                let rule = self.rule_rest(true)?;
                table.rules.push(rule);
            }
            Kind::Word(w) if w == "advice" => {
                self.next();
                let advice =
                    if self.is_sign(0, "(") { self.classic_advice()? } else { self.advice()? };
                table.advice.push(advice);
            }
            Kind::Word(w) if w == "define" => {
                self.next();
                let name = self.name("a name to define")?;
                let body = if self.eat_word("if") {
                    Body::Goal(self.goal()?)
                } else if self.eat_sign("=") {
                    Body::Number(self.number()?)
                } else {
                    return self.unexpected("'if' and a goal, or '=' and a number");
                };
                self.eat_sign(".");
                table.defines.push(Define { name, body });
            }
            Kind::Word(w) if w == "ending" => {
                self.next();
                let mut name = self.name("the ending, such as KRK")?;
                name.text = name.text.to_uppercase();
                if let Some(old) = &table.ending
                    && old.text != name.text
                {
                    return Err(Box::new(Diagnostic::new(
                        Severity::Error,
                        "two-endings",
                        name.place,
                        format!(
                            "found a second ending '{}', expected only '{}'",
                            name.text, old.text
                        ),
                    )));
                }
                table.ending = Some(name);
                self.eat_sign(".");
            }
            _ => {
                let rule = self.rule_rest(false)?;
                table.rules.push(rule);
            }
        }
        Ok(())
    }

    /// A rule from its name on. After the word `rule` no separator is wanted.
    fn rule_rest(&mut self, plain: bool) -> Read<Rule> {
        let name = self.name("the name of a rule")?;
        let place = self.token().place;
        if self.eat_sign(":") {
            self.note("single-colon", place, "found ':' after the rule's name, '::' is usual");
        } else if !self.eat_sign("::") && !plain {
            let message = "found no '::' between the rule's name and its condition";
            self.note("no-separator", place, message);
        }
        if !self.eat_word("if") {
            return self.unexpected("'if' or 'если' and the rule's condition");
        }
        let condition = self.goal()?;
        let then = if self.eat_sign(":") {
            self.name_list()?
        } else if self.eat_word("then") || self.eat_word("and_then") {
            self.sign("[", "before the list of advice")?;
            let list = self.name_list()?;
            self.sign("]", "or ',' in the list of advice")?;
            if !self.eat_sign(".") {
                let place = self.token().place;
                self.note("no-full-stop", place, "found no '.' at the end of the rule");
            }
            list
        } else {
            return self.unexpected("'and', 'or', ':' or 'then' after the rule's condition");
        };
        self.eat_sign(".");
        Ok(Rule { name, condition, then })
    }

    fn name_list(&mut self) -> Read<Vec<Name>> {
        let mut list = vec![self.name("a name of advice")?];
        while self.eat_sign(",") {
            list.push(self.name("a name of advice")?);
        }
        Ok(list)
    }

    fn advice(&mut self) -> Read<Advice> {
        let name = self.name("the name of the advice")?;
        self.sign("{", "before its four parts")?;
        let part = |p: &mut Self, word: &str, both: &str| -> Read<()> {
            if p.eat_word(word) { Ok(()) } else { p.unexpected(both) }
        };
        part(self, "better", "'better' or 'цель', the first of the four parts")?;
        let better = self.goal()?;
        self.sign(";", "after the better-goal")?;
        part(self, "hold", "'hold' or 'поддержка', the second of the four parts")?;
        let hold = self.goal()?;
        self.sign(";", "after the holding-goal")?;
        part(self, "us", "'us' or 'игрок', the third of the four parts")?;
        let us = self.moves()?;
        self.sign(";", "after our move constraint")?;
        part(self, "them", "'them' or 'противник', the last of the four parts")?;
        let them = self.moves()?;
        self.eat_sign(";");
        self.sign("}", "after the four parts")?;
        Ok(Advice { name, better, hold, us, them })
    }

    fn classic_advice(&mut self) -> Read<Advice> {
        self.sign("(", "before the advice")?;
        let name = self.name("the name of the advice")?;
        self.sign(",", "after the name of the advice")?;
        let better = self.goal()?;
        self.sign(":", "after the better-goal")?;
        let hold = self.goal()?;
        self.sign(":", "after the holding-goal")?;
        let us = self.moves()?;
        self.sign(":", "after our move constraint")?;
        let them = self.moves()?;
        self.sign(")", "after the four parts")?;
        if !self.eat_sign(".") {
            let place = self.token().place;
            self.note("no-full-stop", place, "found no '.' at the end of the advice");
        }
        Ok(Advice { name, better, hold, us, them })
    }

    // ---- goals ----

    fn deeper(&mut self) -> Read<()> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(Box::new(Diagnostic::new(
                Severity::Error,
                "too-deep",
                self.token().place,
                format!("found more than {MAX_NESTING} nested parts, expected fewer"),
            )));
        }
        Ok(())
    }

    fn goal(&mut self) -> Read<Goal> {
        self.deeper()?;
        let mut any = vec![self.conjunction()?];
        while self.eat_word("or") {
            any.push(self.conjunction()?);
        }
        self.nesting -= 1;
        Ok(Goal::or(any))
    }

    fn conjunction(&mut self) -> Read<Goal> {
        let mut all = vec![self.negation()?];
        while self.eat_word("and") {
            all.push(self.negation()?);
        }
        Ok(Goal::and(all))
    }

    fn negation(&mut self) -> Read<Goal> {
        if self.is_word(0, "not") {
            self.next();
            let place = self.token().place;
            if self.is_word(0, "not") {
                self.note(
                    "portability",
                    place,
                    "found 'not not'; the original language needs parentheses here",
                );
            }
            self.deeper()?;
            let inner = self.negation()?;
            self.nesting -= 1;
            return Ok(Goal::Not(Box::new(inner)));
        }
        if self.eat_sign("(") {
            let inner = self.goal()?;
            self.sign(")", "or 'and', 'or'")?;
            return Ok(inner);
        }
        match self.item()? {
            Item::Goal(g) => Ok(g),
            Item::Number(n) => self.as_goal(n),
        }
    }

    /// A number that stands where a goal is wanted: a term is a predicate.
    fn as_goal(&self, n: Number) -> Read<Goal> {
        match n {
            Number::Term(t) => Ok(Goal::Is(t)),
            Number::Root(inner) => Ok(Goal::Root(Box::new(self.as_goal(*inner)?))),
            Number::Int(_) | Number::Sum(_) => {
                self.unexpected("a comparison: '<', '<=', '=', '/=', '>=' or '>'")
            }
        }
    }

    /// A number, or a comparison if a sign for it follows.
    fn item(&mut self) -> Read<Item> {
        if self.is_word(0, "root") && self.is_sign(1, "(") {
            // A goal, or a number if it cannot be read as one or a comparison follows.
            let (start, said, nesting) = (self.at, self.diagnostics.len(), self.nesting);
            self.enter_root()?;
            if let Ok(inner) = self.goal()
                && self.eat_sign(")")
                && !self.number_goes_on()
            {
                self.in_root = false;
                return Ok(Item::Goal(Goal::Root(Box::new(inner))));
            }
            self.in_root = false;
            (self.at, self.nesting) = (start, nesting);
            self.diagnostics.truncate(said);
        }
        let left = self.number()?;
        let Kind::Sign(sign) = self.peek(0) else { return Ok(Item::Number(left)) };
        let Some(c) = Comparison::ALL.iter().find(|c| c.sign() == *sign).copied() else {
            return Ok(Item::Number(left));
        };
        self.next();
        let right = self.number()?;
        Ok(Item::Goal(Goal::Compare(left, c, right)))
    }

    /// Past `root (`. What is asked of the root cannot ask the root again.
    fn enter_root(&mut self) -> Read<()> {
        if self.in_root {
            return self.unexpected("no 'root' inside 'root'");
        }
        self.next();
        self.next();
        self.in_root = true;
        Ok(())
    }

    fn number_goes_on(&self) -> bool {
        matches!(self.peek(0), Kind::Sign("+" | "-" | "<" | "<=" | "=" | "/=" | ">=" | ">"))
    }

    fn number(&mut self) -> Read<Number> {
        self.deeper()?;
        let first = self.summand()?;
        let mut parts = vec![(false, first)];
        while self.is_sign(0, "+") || self.is_sign(0, "-") {
            let minus = self.is_sign(0, "-");
            self.next();
            parts.push((minus, self.summand()?));
        }
        self.nesting -= 1;
        if parts.len() == 1
            && let Some((_, only)) = parts.pop()
        {
            return Ok(only);
        }
        Ok(Number::Sum(parts))
    }

    fn summand(&mut self) -> Read<Number> {
        if self.is_sign(0, "-")
            && let Kind::Int(value) = *self.peek(1)
        {
            self.next();
            self.next();
            return Ok(Number::Int(-value));
        }
        if let Kind::Int(value) = *self.peek(0) {
            self.next();
            return Ok(Number::Int(value));
        }
        if self.is_word(0, "root") && self.is_sign(1, "(") {
            self.enter_root()?;
            let inner = self.number()?;
            self.sign(")", "after what is asked of the root")?;
            self.in_root = false;
            return Ok(Number::Root(Box::new(inner)));
        }
        let name = self.name("a predicate, a number or a square")?;
        let mut args = Vec::new();
        if self.eat_sign("(") {
            loop {
                args.push(self.number()?);
                if !self.eat_sign(",") {
                    break;
                }
            }
            self.sign(")", "or ',' in the arguments")?;
        }
        Ok(Number::Term(Term { name, args }))
    }

    // ---- moves ----

    fn moves(&mut self) -> Read<Moves> {
        self.deeper()?;
        let mut parts = vec![self.admitted()?];
        loop {
            let place = self.token().place;
            if self.eat_word("and_then") || self.eat_word("then") {
                if parts.len() == 2 {
                    self.note(
                        "portability",
                        place,
                        "found a second 'then'; the original language takes only one",
                    );
                }
            } else if self.eat_word("or") {
                self.note("portability", place, "found 'or' between moves, read as 'then'");
            } else {
                break;
            }
            parts.push(self.admitted()?);
        }
        self.nesting -= 1;
        Ok(Moves::then(parts))
    }

    fn admitted(&mut self) -> Read<Moves> {
        let mut parts = vec![self.constraint()?];
        while self.eat_word("and") {
            parts.push(self.constraint()?);
        }
        Ok(Moves::and(parts))
    }

    fn constraint(&mut self) -> Read<Moves> {
        if self.eat_sign("(") {
            let inner = self.moves()?;
            self.sign(")", "or 'and', 'then'")?;
            return Ok(inner);
        }
        if self.is_word(0, "depth") {
            let place = self.next().place;
            let exact = if self.eat_sign("=") {
                true
            } else if self.eat_sign("<") {
                false
            } else {
                return self.unexpected("'=' or '<' after 'depth'");
            };
            let Kind::Int(value) = *self.peek(0) else {
                return self.unexpected("a whole number, the depth");
            };
            self.next();
            return Ok(Moves::Depth { exact, depth: value.unsigned_abs(), place });
        }
        if self.is_word(0, "not") {
            return self
                .unexpected("a move generator or a guard on the depth; moves have no 'not'");
        }
        Ok(Moves::Generator(self.name("a move generator or a guard on the depth")?))
    }
}
