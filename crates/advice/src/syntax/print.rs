//! Tree to text, in either vocabulary and style. What is printed parses to the same
//! tree.

use super::tree::*;
use super::words;

/// Which words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// English terms.
    English,
    /// Russian terms.
    Russian,
}

/// Which layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `rule NAME if GOAL: ...` and `advice NAME { ... }`.
    Plain,
    /// The operator notation of the book.
    Classic,
}

/// Prints a table. Comments of the source are not kept.
pub fn print(table: &Table, language: Language, style: Style) -> String {
    let p = Printer { language };
    let mut out = String::new();
    if let Some(ending) = &table.ending {
        out += &format!("{} {}.\n\n", p.word("ending"), ending.text);
    }
    for d in &table.defines {
        out += &format!("{}\n", p.define(d));
    }
    if !table.defines.is_empty() {
        out.push('\n');
    }
    for r in &table.rules {
        out += &p.rule(r, style);
        out.push('\n');
    }
    for a in &table.advice {
        out.push('\n');
        out += &p.advice(a, style);
        out.push('\n');
    }
    out
}

/// A goal on one line.
pub fn goal_text(goal: &Goal, language: Language) -> String {
    Printer { language }.goal(goal, 0)
}

/// A move constraint on one line.
pub fn moves_text(moves: &Moves, language: Language) -> String {
    Printer { language }.moves(moves, 0, false)
}

/// A name in the vocabulary of the language, if it is a known word.
pub fn name_text(name: &str, language: Language) -> String {
    Printer { language }.word(name)
}

struct Printer {
    language: Language,
}

impl Printer {
    fn word(&self, name: &str) -> String {
        match self.language {
            Language::English if name == "and_then" => "then".to_string(),
            Language::English => name.to_string(),
            Language::Russian => words::russian(name).unwrap_or(name).to_string(),
        }
    }

    fn define(&self, d: &Define) -> String {
        let head = format!("{} {}", self.word("define"), self.word(&d.name.text));
        match &d.body {
            Body::Goal(g) => format!("{head} {} {}.", self.word("if"), self.goal(g, 0)),
            Body::Number(n) => format!("{head} = {}.", self.number(n)),
        }
    }

    fn rule(&self, r: &Rule, style: Style) -> String {
        let names: Vec<String> = r.then.iter().map(|n| self.word(&n.text)).collect();
        let (name, condition) = (self.word(&r.name.text), self.goal(&r.condition, 0));
        match style {
            Style::Plain => format!(
                "{} {name} {} {condition}:\n  {}",
                self.word("rule"),
                self.word("if"),
                names.join(", ")
            ),
            Style::Classic => format!(
                "{name} :: {} {condition}\n  {} [{}].",
                self.word("if"),
                self.word("then"),
                names.join(", ")
            ),
        }
    }

    fn advice(&self, a: &Advice, style: Style) -> String {
        let (better, hold) = (self.goal(&a.better, 0), self.goal(&a.hold, 0));
        let guard = style == Style::Classic;
        let (us, them) = (self.moves(&a.us, 0, guard), self.moves(&a.them, 0, guard));
        let name = self.word(&a.name.text);
        match style {
            Style::Plain => format!(
                "{} {name} {{\n  {} {better};\n  {} {hold};\n  {} {us};\n  {} {them}\n}}",
                self.word("advice"),
                self.word("better"),
                self.word("hold"),
                self.word("us"),
                self.word("them"),
            ),
            Style::Classic => format!(
                "{}({name},\n  {better} :\n  {hold} :\n  {us} :\n  {them}).",
                self.word("advice")
            ),
        }
    }

    /// `level`: 0 inside nothing, 1 inside `or`, 2 inside `and`, 3 after `not`.
    fn goal(&self, goal: &Goal, level: u8) -> String {
        let (text, own) = match goal {
            Goal::Is(t) => (self.term(t), 4),
            Goal::Compare(a, c, b) => {
                (format!("{} {} {}", self.number(a), c.sign(), self.number(b)), 4)
            }
            Goal::Root(g) => (format!("{}({})", self.word("root"), self.goal(g, 0)), 4),
            Goal::Not(g) => (format!("{} {}", self.word("not"), self.goal(g, 4)), 3),
            Goal::And(all) => (self.list(all, " and ", 2), 2),
            Goal::Or(any) => (self.list(any, " or ", 1), 1),
        };
        if own < level || own == level && level < 3 { format!("({text})") } else { text }
    }

    fn list(&self, goals: &[Goal], sign: &str, level: u8) -> String {
        let parts: Vec<String> = goals.iter().map(|g| self.goal(g, level)).collect();
        parts.join(&format!(" {} ", self.word(sign.trim())))
    }

    fn number(&self, n: &Number) -> String {
        match n {
            Number::Int(v) => v.to_string(),
            Number::Term(t) => self.term(t),
            Number::Root(n) => format!("{}({})", self.word("root"), self.number(n)),
            Number::Sum(parts) => {
                let mut text = String::new();
                for (i, (minus, n)) in parts.iter().enumerate() {
                    if i > 0 {
                        text += if *minus { " - " } else { " + " };
                    }
                    text += &self.number(n);
                }
                text
            }
        }
    }

    fn term(&self, t: &Term) -> String {
        let name = self.word(&t.name.text);
        if t.args.is_empty() {
            return name;
        }
        let args: Vec<String> = t.args.iter().map(|a| self.number(a)).collect();
        format!("{name}({})", args.join(", "))
    }

    fn moves(&self, m: &Moves, level: u8, guard: bool) -> String {
        let (text, own) = match m {
            Moves::Generator(n) => (self.word(&n.text), 4),
            Moves::Depth { exact, depth, .. } => {
                let sign = if *exact { "=" } else { "<" };
                let text = format!("{} {sign} {depth}", self.word("depth"));
                (if guard { format!("({text})") } else { text }, 4)
            }
            Moves::And(all) => {
                let parts: Vec<String> = all.iter().map(|m| self.moves(m, 2, guard)).collect();
                (parts.join(&format!(" {} ", self.word("and"))), 2)
            }
            Moves::Then(any) => {
                let parts: Vec<String> = any.iter().map(|m| self.moves(m, 1, guard)).collect();
                (parts.join(&format!(" {} ", self.word("and_then"))), 1)
            }
        };
        if own <= level { format!("({text})") } else { text }
    }
}
