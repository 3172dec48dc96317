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
//! The last line holds the BLAKE3 checksum of all that stands before it.

use std::fmt::Write;

use touchstone_chess::Colour;
use touchstone_chess::general::{Men, Size, Step};

use super::report::Proof;
use super::sweep::Keep;
use crate::search::{Searcher, Tree, Verdict};

/// The first line of a certificate.
pub const HEAD: &str = "al0-certificate 1";

/// Writes the certificate piece by piece. `name` is the table's.
pub fn write(proof: &Proof<'_>, name: &str, out: &mut dyn FnMut(&str)) {
    let size = proof.roots.size();
    let mut digest = blake3::Hasher::new();
    let mut put = |text: &str| {
        digest.update(text.as_bytes());
        out(text);
    };
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    put(&format!(
        "{HEAD}\ntable {name}\nending {}\nboard {size}\npositions {}\n",
        proof.program.ending,
        proof.roots.len()
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
        } else if !proof.is_winnable(root) {
            line += " = drawn";
        } else {
            let _ = write!(line, " ! {}", proof.chosen(root));
        }
        line.push('\n');
        put(&line);
    }
    let sum = digest.finalize().to_hex();
    out(&format!("end {sum}\n"));
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
