//! The move generators. The order of moves is part of the language.

use touchstone_chess::general::{Men, Size, Step};
use touchstone_chess::{Colour, Kind};

use crate::program::{Generator, Moves};

/// The moves of a constraint at a node, in order, each once.
pub fn list(moves: &Moves, size: Size, men: &Men, depth: u32, out: &mut Vec<Step>) {
    match moves {
        Moves::Generator(g) => generate(*g, size, men, out),
        Moves::Depth { .. } => {}
        Moves::Then(parts) => {
            for part in parts {
                let start = out.len();
                list(part, size, men, depth, out);
                drop_repeats(out, start);
            }
        }
        Moves::And(parts) => {
            let start = out.len();
            let mut first = true;
            for part in parts {
                if let Moves::Depth { exact, depth: limit } = part {
                    let open = if *exact { depth == *limit } else { depth < *limit };
                    if !open {
                        out.truncate(start);
                        return;
                    }
                }
            }
            for part in parts.iter().filter(|p| !matches!(p, Moves::Depth { .. })) {
                if first {
                    list(part, size, men, depth, out);
                    first = false;
                } else {
                    let mut admitted = Vec::new();
                    list(part, size, men, depth, &mut admitted);
                    let mut k = start;
                    while k < out.len() {
                        if admitted.contains(&out[k]) {
                            k += 1;
                        } else {
                            out.remove(k);
                        }
                    }
                }
            }
        }
    }
}

fn drop_repeats(out: &mut Vec<Step>, start: usize) {
    if start == 0 {
        return;
    }
    let mut k = start;
    while k < out.len() {
        if out[..start].contains(&out[k]) {
            out.remove(k);
        } else {
            k += 1;
        }
    }
}

/// The moves of one generator. For the opponent only `legal` gives moves.
pub fn generate(g: Generator, size: Size, men: &Men, out: &mut Vec<Step>) {
    if men.turn() == Colour::Black {
        if g == Generator::Legal {
            men.legal(size, &mut |s| {
                out.push(s);
                true
            });
        }
        return;
    }
    match g {
        Generator::None => {}
        Generator::Legal => {
            king(size, men, out);
            others(size, men, None, out);
        }
        Generator::KingDiagonalFirst => king(size, men, out),
        Generator::KingStraightFirst => {
            let start = out.len();
            king(size, men, out);
            let at = men.king(Colour::White);
            out[start..].sort_by_key(|s| s.to.x != at.x && s.to.y != at.y);
        }
        Generator::Of(kind) => others(size, men, Some(kind), out),
        Generator::Piece => others(size, men, None, out),
        Generator::Check => {
            let mut rook = Vec::new();
            others(size, men, Some(Kind::Rook), &mut rook);
            let b = men.king(Colour::Black);
            out.extend(rook.iter().filter(|s| s.to.x == b.x));
            out.extend(rook.iter().filter(|s| s.to.x != b.x && s.to.y == b.y));
        }
        Generator::GiveCheck => {
            let start = out.len();
            king(size, men, out);
            others(size, men, None, out);
            let mut k = start;
            while k < out.len() {
                if men.after(out[k]).in_check(size, Colour::Black) {
                    k += 1;
                } else {
                    out.remove(k);
                }
            }
        }
    }
}

fn king(size: Size, men: &Men, out: &mut Vec<Step>) {
    men.moves_of(size, 0, &mut |s| {
        if men.is_safe(size, s) {
            out.push(s);
        }
        true
    });
}

fn others(size: Size, men: &Men, kind: Option<Kind>, out: &mut Vec<Step>) {
    // A lone king that is not adjacent attacks nobody's king.
    let alone = !men.others().iter().any(|m| m.colour == Colour::Black && !m.gone);
    let b = men.king(Colour::Black);
    for i in 2..men.count() {
        let m = men.man(i);
        if m.colour != Colour::White || kind.is_some_and(|k| k != m.kind) {
            continue;
        }
        men.moves_of(size, i, &mut |s| {
            if alone && s.to != b || !alone && men.is_safe(size, s) {
                out.push(s);
            }
            true
        });
    }
}
