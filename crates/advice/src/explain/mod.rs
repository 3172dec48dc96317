//! Why this move, and why not another one.

pub mod phrase;

use touchstone_chess::Colour;
use touchstone_chess::general::{Men, Size, Step};

use crate::eval::View;
use crate::moves;
use crate::program::{Choice, Program};
use crate::search::{Searcher, Tree, Verdict};
use crate::syntax::Language;
use crate::syntax::print::name_text;
use phrase::{Clause, clauses, first_failing};

/// What the table does in a position, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// FEN.
    pub position: String,
    /// The committed rule.
    pub rule: Option<String>,
    /// Why it applies.
    pub rule_why: Vec<Clause>,
    /// `follow`, `drawn`, `no_rule`, `no_advice`, `nil_tree`, `too_large`.
    pub outcome: &'static str,
    /// The advice followed.
    pub advice: Option<String>,
    /// The move.
    pub step: Option<String>,
    /// The whole forcing tree.
    pub tree: Option<String>,
    /// The moves to the leaf whose goals are told.
    pub line: Vec<String>,
    /// The parts of the better-goal there.
    pub goals: Vec<Clause>,
    /// One sentence.
    pub sentence: String,
    /// Advice that was tried before and is not satisfiable.
    pub passed_over: Vec<Reason>,
    /// Why not the move that was asked about.
    pub why_not: Option<WhyNot>,
}

/// An advice with what speaks against it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The advice.
    pub advice: String,
    /// What fails.
    pub why: String,
}

/// Why a move is not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhyNot {
    /// The move.
    pub step: String,
    /// Is it the move that is played?
    pub played: bool,
    /// For each advice of the committed rule what speaks against the move.
    pub reasons: Vec<Reason>,
}

/// Explains a position with us (White) to move.
pub fn explain(
    program: &Program,
    size: Size,
    men: &Men,
    asked: Option<Step>,
    language: Language,
) -> Explanation {
    let e = Explainer { program, size, men, language };
    e.run(asked)
}

struct Explainer<'a> {
    program: &'a Program,
    size: Size,
    men: &'a Men,
    language: Language,
}

impl Explainer<'_> {
    fn say(&self, en: String, ru: String) -> String {
        if self.language == Language::Russian { ru } else { en }
    }

    fn name(&self, name: &str) -> String {
        name_text(name, self.language)
    }

    fn run(&self, asked: Option<Step>) -> Explanation {
        let mut searcher = Searcher::new(self.program, self.size);
        let verdict = searcher.strategy(self.men);
        let view = View::alone(self.size, self.men);
        let rule = self.program.rules.iter().find(|r| view.holds(&r.condition));
        let mut e = Explanation {
            position: self.men.fen(self.size),
            rule: rule.map(|r| self.name(&r.name)),
            rule_why: rule.map_or(Vec::new(), |r| clauses(&r.condition, view, self.language)),
            outcome: verdict.name(),
            advice: None,
            step: None,
            tree: None,
            line: Vec::new(),
            goals: Vec::new(),
            sentence: String::new(),
            passed_over: Vec::new(),
            why_not: None,
        };
        let mut played = None;
        match &verdict {
            Verdict::Follow { advice, tree, .. } => {
                let name = self.name(&self.program.advice[*advice].name);
                let steps = main_line(tree);
                played = steps.first().copied();
                let leaf = phrase::after(self.men, &steps);
                let at_leaf = View::new(self.size, &leaf, self.men);
                e.goals = clauses(&self.program.advice[*advice].better, at_leaf, self.language);
                e.line = crate::prove::report::texts(self.size, self.men, &steps);
                e.step = e.line.first().cloned();
                e.tree = Some(tree_text(self.size, self.men, tree));
                let facts: Vec<&str> = e.goals.iter().map(|c| c.text.as_str()).collect();
                let facts = facts.join(", ");
                let step = e.step.clone().unwrap_or_default();
                e.sentence = if steps.len() == 1 {
                    format!("{step} ({name}): {facts}")
                } else {
                    let line = e.line.join(" ");
                    self.say(
                        format!("{step} ({name}) forces, for instance by {line}: {facts}"),
                        format!("{step} ({name}) вынуждает, например {line}: {facts}"),
                    )
                };
                e.advice = Some(name);
            }
            Verdict::Drawn { .. } => {
                e.sentence = self.say(
                    "the table claims that this is drawn".into(),
                    "таблица утверждает ничью".into(),
                );
            }
            Verdict::NoRule => {
                e.sentence =
                    self.say("no rule applies".into(), "ни одно правило не подходит".into());
            }
            Verdict::NoAdvice { .. } => {
                e.sentence = self.say(
                    "the rule applies, but none of its advice can be followed".into(),
                    "правило подходит, но ни один его совет не выполним".into(),
                );
            }
            Verdict::NilTree { advice, .. } => {
                let name = self.name(&self.program.advice[*advice].name);
                e.sentence = self.say(
                    format!("the better-goal of {name} already holds here, so it gives no move"),
                    format!("цель совета {name} уже достигнута, хода он не даёт"),
                );
                e.advice = Some(name);
            }
            Verdict::TooLarge { advice, .. } => {
                let name = self.name(&self.program.advice[*advice].name);
                e.sentence = self.say(
                    format!("the search for {name} grew too large and was given up"),
                    format!("поиск для совета {name} слишком велик и прекращён"),
                );
                e.advice = Some(name);
            }
        }
        if let Some(rule) = rule {
            for choice in &rule.then {
                let &Choice::Advice(a) = choice else { break };
                let name = self.name(&self.program.advice[a].name);
                if Some(&name) == e.advice.as_ref() {
                    break;
                }
                e.passed_over.push(Reason { why: self.why_unsatisfied(a), advice: name });
            }
        }
        if let (Some(asked), Some(rule)) = (asked, rule) {
            let reasons = rule
                .then
                .iter()
                .filter_map(|c| match c {
                    Choice::Advice(a) => Some(Reason {
                        advice: self.name(&self.program.advice[*a].name),
                        why: self.why_not(*a, asked, played),
                    }),
                    Choice::Drawn => None,
                })
                .collect();
            e.why_not = Some(WhyNot {
                step: self.men.san(self.size, asked),
                played: played == Some(asked),
                reasons,
            });
        }
        e
    }

    fn own_moves(&self, advice: usize) -> Vec<Step> {
        let mut list = Vec::new();
        let us = &self.program.advice[advice].us;
        moves::list(us, self.size, self.men, 0, &mut list);
        list
    }

    /// Why no move serves an advice: the move that comes farthest, and what fails.
    fn why_unsatisfied(&self, advice: usize) -> String {
        let view = View::alone(self.size, self.men);
        let a = &self.program.advice[advice];
        if let Some(text) = first_failing(&a.hold, view, self.language) {
            return self.say(
                format!("its holding-goal fails already: {text}"),
                format!("поддержка нарушена сразу: {text}"),
            );
        }
        let list = self.own_moves(advice);
        if list.is_empty() {
            return self
                .say("its constraint gives no move".into(), "ограничение не даёт ходов".into());
        }
        // The move with the most goals met before the first failure.
        let mut best: Option<(usize, String)> = None;
        for &s in &list {
            let after = self.men.after(s);
            let at = View::new(self.size, &after, self.men);
            let text = self.men.san(self.size, s);
            let met = clauses(&a.better, at, self.language).iter().take_while(|c| c.holds).count();
            if best.as_ref().is_none_or(|b| met > b.0) {
                best = Some((met, format!("{text}: {}", self.after_move(advice, s))));
            }
        }
        let (_, text) = best.unwrap_or_default();
        let n = list.len();
        self.say(
            format!("none of {n} moves serves; nearest {text}"),
            format!("ни один из {n} ходов не годится; ближе всего {text}"),
        )
    }

    /// What fails after a move: holding-goal, better-goal, or a reply.
    fn after_move(&self, advice: usize, step: Step) -> String {
        let a = &self.program.advice[advice];
        let after = self.men.after(step);
        let at = View::new(self.size, &after, self.men);
        if let Some(text) = first_failing(&a.hold, at, self.language) {
            return text;
        }
        let better = first_failing(&a.better, at, self.language).unwrap_or_default();
        let mut replies = Vec::new();
        moves::list(&a.them, self.size, &after, 1, &mut replies);
        if replies.is_empty() {
            return better;
        }
        let mut searcher = Searcher::new(self.program, self.size);
        for &r in &replies {
            if matches!(searcher.satisfy_after(advice, self.men, &[step, r]), Ok(Some(_))) {
                continue;
            }
            let reply = after.san(self.size, r);
            return self.say(
                format!("{better}, and after {reply} nothing forces it"),
                format!("{better}, и после {reply} цель не вынуждается"),
            );
        }
        better
    }

    fn why_not(&self, advice: usize, step: Step, played: Option<Step>) -> String {
        let list = self.own_moves(advice);
        if !list.contains(&step) {
            return self.say(
                "its constraint does not list the move".into(),
                "его ограничение не содержит этого хода".into(),
            );
        }
        let a = &self.program.advice[advice];
        let view = View::alone(self.size, self.men);
        if let Some(text) = first_failing(&a.hold, view, self.language) {
            return text;
        }
        let mut searcher = Searcher::new(self.program, self.size);
        match searcher.satisfy_after(advice, self.men, &[step]) {
            Ok(Some(_)) if played == Some(step) => {
                self.say("the move serves it".into(), "ход ему служит".into())
            }
            Ok(Some(_)) => {
                let first = match searcher.satisfy(advice, self.men) {
                    Ok(Some(Tree::Us { step, .. })) => self.men.san(self.size, step),
                    _ => String::new(),
                };
                self.say(
                    format!("the move would serve it, but {first} comes first or an earlier advice is followed"),
                    format!("ход годится, но раньше идёт {first} или выполнен более ранний совет"),
                )
            }
            _ => self.after_move(advice, step),
        }
    }
}

/// The first line of a tree: our moves with the first replies.
pub fn main_line(tree: &Tree) -> Vec<Step> {
    let mut line = Vec::new();
    let mut at = tree;
    loop {
        match at {
            Tree::Leaf => return line,
            Tree::Us { step, next } => {
                line.push(*step);
                at = next;
            }
            Tree::Them { replies } => match replies.first() {
                Some((step, next)) => {
                    line.push(*step);
                    at = next;
                }
                None => return line,
            },
        }
    }
}

/// A tree on one line: `Kg8 { Ka5: Rd6, Ka3: Rd6 }`.
pub fn tree_text(size: Size, men: &Men, tree: &Tree) -> String {
    match tree {
        Tree::Leaf => String::new(),
        Tree::Us { step, next } => {
            let rest = tree_text(size, &men.after(*step), next);
            let gap = if rest.is_empty() { "" } else { " " };
            format!("{}{gap}{rest}", men.san(size, *step))
        }
        Tree::Them { replies } => {
            let parts: Vec<String> = replies
                .iter()
                .map(|(s, t)| {
                    let text = tree_text(size, &men.after(*s), t);
                    let gap = if text.is_empty() { "" } else { ": " };
                    format!("{}{gap}{text}", men.san(size, *s))
                })
                .collect();
            format!("{{ {} }}", parts.join(", "))
        }
    }
}

/// All moves that fulfil some advice of the committed rule, with that advice: what a
/// teacher may accept besides the move of the table.
pub fn sound_moves(program: &Program, size: Size, men: &Men) -> Vec<(Step, usize)> {
    let view = View::alone(size, men);
    let Some(rule) = program.rules.iter().find(|r| view.holds(&r.condition)) else {
        return Vec::new();
    };
    let mut searcher = Searcher::new(program, size);
    let mut list: Vec<(Step, usize)> = Vec::new();
    for choice in &rule.then {
        let &Choice::Advice(a) = choice else { break };
        let mut own = Vec::new();
        moves::list(&program.advice[a].us, size, men, 0, &mut own);
        for s in own {
            let new = !list.iter().any(|(t, _)| *t == s);
            if new && matches!(searcher.satisfy_after(a, men, &[s]), Ok(Some(_))) {
                list.push((s, a));
            }
        }
    }
    list
}

/// Who is to move must be us.
pub fn our_move(men: &Men) -> bool {
    men.turn() == Colour::White
}
