//! The tree of a table. Names are kept in their English form; where they stood is
//! kept too, but does not count when trees are compared.

use super::diagnostic::Place;

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name in English terms, or as the author wrote it if it is no known term.
    pub text: String,
    /// Where it stood.
    pub place: Place,
}

impl Name {
    /// A name without a place.
    pub fn bare(text: &str) -> Name {
        Name { text: text.to_string(), place: Place::default() }
    }
}

/// A whole table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The ending that it plays, such as `KRK`, if it is written.
    pub ending: Option<Name>,
    /// Definitions of goals and numbers.
    pub defines: Vec<Define>,
    /// The rules in their order.
    pub rules: Vec<Rule>,
    /// The pieces of advice.
    pub advice: Vec<Advice>,
}

/// A name given to a goal or a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Define {
    /// The new name.
    pub name: Name,
    /// What it stands for.
    pub body: Body,
}

/// What a definition stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// `define NAME if GOAL`.
    Goal(Goal),
    /// `define NAME = NUMBER`.
    Number(Number),
}

/// If the condition holds, try these in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The rule's name.
    pub name: Name,
    /// When it applies.
    pub condition: Goal,
    /// Names of pieces of advice in order; `drawn` claims a draw.
    pub then: Vec<Name>,
}

/// A piece of advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Its name.
    pub name: Name,
    /// Reaching it ends the branch.
    pub better: Goal,
    /// It must hold in every position on the way.
    pub hold: Goal,
    /// Which own moves are tried, in which order.
    pub us: Moves,
    /// Which replies count.
    pub them: Moves,
}

/// A name with arguments: a predicate, a function or a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name.
    pub name: Name,
    /// Its arguments, none without parentheses.
    pub args: Vec<Number>,
}

/// A condition on a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A predicate.
    Is(Term),
    /// A comparison of two numbers.
    Compare(Number, Comparison, Number),
    /// Does not hold.
    Not(Box<Goal>),
    /// All hold; at least two, none of them `And`.
    And(Vec<Goal>),
    /// One holds; at least two, none of them `Or`.
    Or(Vec<Goal>),
    /// Held in the position where the search for this advice began.
    Root(Box<Goal>),
}

/// A number, or a square where one is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    /// A constant.
    Int(i32),
    /// A named number, a function, a square.
    Term(Term),
    /// Its value in the position where the search for this advice began.
    Root(Box<Number>),
    /// A sum; the flag says that the summand is subtracted.
    Sum(Vec<(bool, Number)>),
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `/=`
    Differs,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Comparison; 6] = [
        Comparison::Less,
        Comparison::AtMost,
        Comparison::Equal,
        Comparison::Differs,
        Comparison::AtLeast,
        Comparison::Greater,
    ];

    /// The sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "=",
            Comparison::Differs => "/=",
            Comparison::AtLeast => ">=",
            Comparison::Greater => ">",
        }
    }

    /// Does `a` compare so to `b`?
    #[inline]
    pub const fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Equal => a == b,
            Comparison::Differs => a != b,
            Comparison::AtLeast => a >= b,
            Comparison::Greater => a > b,
        }
    }
}

/// A constraint on moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moves {
    /// A generator.
    Generator(Name),
    /// A guard on the depth of the node: `=` if exact, else `<`.
    Depth {
        /// `=` rather than `<`.
        exact: bool,
        /// The number.
        depth: u32,
        /// Where it stood.
        place: Place,
    },
    /// Moves of the first that the others admit; at least two, none of them `And`.
    And(Vec<Moves>),
    /// All moves of the first, then those of the next; at least two, none of them `Then`.
    Then(Vec<Moves>),
}

impl Goal {
    /// All of `goals`; one alone stands for itself, nested ones are flattened.
    pub fn and(goals: Vec<Goal>) -> Goal {
        let mut flat = Vec::new();
        for g in goals {
            match g {
                Goal::And(inner) => flat.extend(inner),
                g => flat.push(g),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Goal::And(flat) }
    }

    /// One of `goals`; one alone stands for itself, nested ones are flattened.
    pub fn or(goals: Vec<Goal>) -> Goal {
        let mut flat = Vec::new();
        for g in goals {
            match g {
                Goal::Or(inner) => flat.extend(inner),
                g => flat.push(g),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Goal::Or(flat) }
    }
}

impl Moves {
    /// The constraint that admits what all admit.
    pub fn and(parts: Vec<Moves>) -> Moves {
        let mut flat = Vec::new();
        for m in parts {
            match m {
                Moves::And(inner) => flat.extend(inner),
                m => flat.push(m),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Moves::And(flat) }
    }

    /// The ordered union.
    pub fn then(parts: Vec<Moves>) -> Moves {
        let mut flat = Vec::new();
        for m in parts {
            match m {
                Moves::Then(inner) => flat.extend(inner),
                m => flat.push(m),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Moves::Then(flat) }
    }
}
