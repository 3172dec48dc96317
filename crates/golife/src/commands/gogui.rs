//! What GoGui shows in its analysis menu: the list of commands, and boards of statuses.

use super::owl;
use crate::eyes;
use crate::unconditional::{Status, Unconditional};
use touchstone_go::gtp::{Args, Command, Family, Outcome, Session};
use touchstone_go::{Colour, PointSet, notation};

/// The commands.
pub const FAMILY: Family = &[
    Command { name: "gogui-analyze_commands", usage: "", run: |_, _| Ok(LIST.into()) },
    Command { name: "gogui-dragon_status", usage: "", run: dragon_status },
    Command { name: "gogui-eye_spaces", usage: "", run: eye_spaces },
    Command { name: "gogui-unconditional", usage: "", run: unconditional },
];

/// Type, label and command of each entry; `%p` is a chosen point, `%P` a list of points, `%c` a colour.
const LIST: &str = "\
gfx/Dragon Status/gogui-dragon_status
gfx/Eye Spaces/gogui-eye_spaces
gfx/Unconditional Status/gogui-unconditional
string/Attack/attack %p
string/Defend/defend %p
string/Owl Attack/owl_attack %p
string/Owl Defend/owl_defend %p
string/Dragon Status of Point/dragon_status %p
string/Dragon Look/dragon_look %p
string/Dragon Proof/dragon_proof %p
string/Dragon Assuming/dragon_assuming %P
string/Analyze Semeai/analyze_semeai %P
string/Connect/connect %P
string/Disconnect/disconnect %P
string/Eval Eye/eval_eye %p
string/Eye Space/eye_space %p
string/Unconditional Status of Point/unconditional_status %p
plist/Final Status Alive/final_status_list alive
plist/Final Status Dead/final_status_list dead
plist/Final Status Seki/final_status_list seki
plist/Final Status Dame/final_status_list dame
string/Final Score/final_score
move/Reg Genmove/reg_genmove %c";

fn names(set: PointSet) -> String {
    set.iter().map(notation::vertex).collect::<Vec<_>>().join(" ")
}

fn dragon_status(s: &mut Session, _: &Args<'_>) -> Outcome {
    let board = s.game().board().clone();
    let mut lines = Vec::new();
    for (p, stones) in crate::life::dragons(&board) {
        let status = owl::status(s, p);
        let mut words = status.split(' ');
        let colour = match words.next() {
            Some("alive") => "green",
            Some("dead") => "red",
            Some("critical") => "yellow",
            _ => "gray",
        };
        lines.push(format!("COLOR {colour} {}", names(stones)));
        for (mark, mv) in ["CIRCLE", "TRIANGLE"].into_iter().zip(words) {
            if mv != "PASS" {
                lines.push(format!("{mark} {mv}"));
            }
        }
    }
    lines.push(
        "TEXT green alive, red dead, yellow critical (circle attack, triangle defence)".into(),
    );
    Ok(lines.join("\n"))
}

fn eye_spaces(s: &mut Session, _: &Args<'_>) -> Outcome {
    let board = s.game().board();
    let mut lines = Vec::new();
    for c in Colour::BOTH {
        let shade = if c == Colour::Black { "blue" } else { "cyan" };
        for space in eyes::all(board, c) {
            let j = eyes::judge_space(board, space);
            lines.push(format!("COLOR {shade} {}", names(j.space.points)));
            if let Some(p) = j.space.points.iter().find(|&p| board.is_empty(p)) {
                let eyes =
                    if j.min == j.max { j.min.to_string() } else { format!("{}-{}", j.min, j.max) };
                lines.push(format!("LABEL {p} {eyes}"));
            }
        }
    }
    lines.push("TEXT blue Black's eye spaces, cyan White's; the number of eyes".into());
    Ok(lines.join("\n"))
}

fn unconditional(s: &mut Session, _: &Args<'_>) -> Outcome {
    let board = s.game().board();
    let all = Unconditional::of(board);
    let of = |status: Status| -> PointSet {
        board.points().iter().filter(|&p| all.status(board, p) == status).collect()
    };
    let kinds = [
        ("green", Status::Alive),
        ("red", Status::Dead),
        ("blue", Status::Territory(Colour::Black)),
        ("cyan", Status::Territory(Colour::White)),
    ];
    let mut lines: Vec<String> = kinds
        .into_iter()
        .map(|(colour, status)| (colour, of(status)))
        .filter(|(_, set)| !set.is_empty())
        .map(|(colour, set)| format!("COLOR {colour} {}", names(set)))
        .collect();
    lines.push("TEXT green alive, red dead, blue Black's territory, cyan White's".into());
    Ok(lines.join("\n"))
}
