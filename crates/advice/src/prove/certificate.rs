//! The proof as text that an independent checker verifies.
//!
//! ```text
//! al0-certificate 1
//! table krk
//! ending KRK
//! board 8x8
//! positions 175168
//! Kh6kh8Rd4 2 mate_in_2 h6g6{h8g8:d4d8}
//! Ka1kc3Ph7 = drawn
//! Kc3ka1Rb2 ! approach
//! end 5f0c...
//! ```
//!
//! A line is a position with White to move, the rank (our moves against the longest
//! defence), the advice, and the moves: our move, then in braces every legal reply
//! with our next move after `:`, or `>` where a new search begins. A tree that ends
//! with our move ends in mate or goes on from every reply with a new search. `=`
//! stands for a position that cannot be won, `!` for one of which nothing is claimed.
//! After the positions that the table can lead to stand the drawn ones that only other
//! moves of ours lead to, such as promotions that the table never plays: that a position
//! is drawn rests on them. The last line holds the BLAKE3 checksum of all that stands
//! before it.

use std::collections::HashSet;
use std::fmt::Write;

use touchstone_chess::Colour;
use touchstone_chess::general::{Men, Size, Step};
use touchstone_chess::tables::{Outcome, Tables};

use super::report::Proof;
use super::sweep::{Keep, cannot_mate};
use crate::search::{Searcher, Tree, Verdict};

/// The first line of a certificate.
pub const HEAD: &str = "al0-certificate 1";

/// Writes the certificate piece by piece. `name` is the table's; `tables` holds the
/// exact tables of the proof.
pub fn write(proof: &Proof<'_>, tables: &Tables, name: &str, out: &mut dyn FnMut(&str)) {
    let size = proof.roots.size();
    let drawn = |root: usize| drawn(proof, tables, root);
    let beside = beside(proof, tables, &drawn);
    let mut digest = blake3::Hasher::new();
    let mut put = |text: &str| {
        digest.update(text.as_bytes());
        out(text);
    };
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    put(&format!(
        "{HEAD}\ntable {name}\nending {}\nboard {size}\npositions {}\n",
        proof.program.ending,
        proof.roots.len() + beside.len()
    ));
    let mut searcher = Searcher::new(proof.program, size);
    for root in 0..proof.roots.len() {
        let men = proof.roots.men(root);
        let mut line = position(&men);
        if proof.is_won(root) {
            if let Verdict::Follow { advice, tree, .. } = searcher.strategy(&men) {
                let name = &proof.program.advice[advice].name;
                let _ = write!(line, " {} {name} ", proof.fates.length[root]);
                tree_text(size, &men, &tree, proof.keep(), &mut line);
            }
        } else if drawn(root) {
            line += " = drawn";
        } else {
            let _ = write!(line, " ! {}", proof.chosen(root));
        }
        line.push('\n');
        put(&line);
    }
    for men in &beside {
        put(&format!("{} = drawn\n", position(men)));
    }
    let sum = digest.finalize().to_hex();
    out(&format!("end {sum}\n"));
}

/// Can the position not be won? By the exact table, also where a capture or promotion
/// led to it.
fn drawn(proof: &Proof<'_>, tables: &Tables, root: usize) -> bool {
    if root < proof.roots.own() {
        return !proof.is_winnable(root);
    }
    match tables.lookup(&proof.roots.men(root)) {
        Some(value) => !matches!(value, Outcome::Win(_)),
        None => !proof.is_winnable(root),
    }
}

/// The drawn positions on which other draws rest and which the table never leads to.
fn beside(proof: &Proof<'_>, tables: &Tables, drawn: &dyn Fn(usize) -> bool) -> Vec<Men> {
    let size = proof.roots.size();
    let mut list: Vec<Men> = Vec::new();
    let mut known: HashSet<Men> = HashSet::new();
    let mut look = |men: &Men, list: &mut Vec<Men>| {
        if cannot_mate(men) {
            return;
        }
        for step in men.legal_moves(size) {
            let after = men.after(step);
            if cannot_mate(&after) {
                continue;
            }
            let next: Vec<Men> =
                after.legal_moves(size).into_iter().map(|r| after.after(r).tidy()).collect();
            let holds = next.iter().any(|men| {
                cannot_mate(men)
                    || known.contains(men)
                    || proof.roots.find(men).is_some_and(|root| drawn(root as usize))
            });
            let lost = |men: &&Men| !matches!(tables.lookup(men), Some(Outcome::Win(_)) | None);
            if !holds && let Some(&men) = next.iter().find(lost) {
                known.insert(men);
                list.push(men);
            }
        }
    };
    for root in (0..proof.roots.len()).filter(|&root| drawn(root)) {
        look(&proof.roots.men(root), &mut list);
    }
    let mut at = 0;
    while let Some(&men) = list.get(at) {
        look(&men, &mut list);
        at += 1;
    }
    list
}

/// The men of a position: letters with squares, kings first.
fn position(men: &Men) -> String {
    let mut text = String::new();
    for m in men.men().iter().filter(|m| !m.gone) {
        let _ = write!(text, "{}{}", m.kind.letter_of(m.colour), m.at);
    }
    text
}

fn tree_text(size: Size, men: &Men, tree: &Tree, keep: Keep, out: &mut String) {
    match tree {
        Tree::Leaf => {
            if men.turn() == Colour::White {
                out.push('>');
            }
        }
        Tree::Us { step, next } => {
            *out += &men.coordinates(*step);
            if keep == Keep::Tree {
                tree_text(size, &men.after(*step), next, keep, out);
            }
        }
        Tree::Them { replies } => {
            let legal: Vec<Step> = men.legal_moves(size);
            for (k, step) in legal.iter().enumerate() {
                out.push(if k == 0 { '{' } else { ',' });
                *out += &men.coordinates(*step);
                match replies.iter().find(|(r, _)| r == step) {
                    Some((_, Tree::Leaf)) | None => out.push('>'),
                    Some((_, tree)) => {
                        out.push(':');
                        tree_text(size, &men.after(*step), tree, keep, out);
                    }
                }
            }
            out.push('}');
        }
    }
}
