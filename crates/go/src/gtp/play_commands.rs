//! Commands that choose a move or judge a finished game.

use super::args::done;
use super::{Args, Command, Family, Outcome, Session};
use crate::game::Game;
use crate::notation::vertex;
use crate::player::Mind;
use crate::point::{Colour, PointSet};
use crate::score;

pub(super) const FAMILY: Family = &[
    Command { name: "genmove", usage: "COLOUR", run: genmove },
    Command { name: "reg_genmove", usage: "COLOUR", run: |s, a| choose(s, a, false) },
    Command {
        name: "restricted_genmove",
        usage: "COLOUR VERTEX...",
        run: |s, a| choose(s, a, true),
    },
    Command { name: "final_score", usage: "[SEED]", run: final_score },
    Command { name: "estimate_score", usage: "", run: final_score },
    Command { name: "final_status", usage: "VERTEX", run: final_status },
    Command { name: "final_status_list", usage: "STATUS", run: final_status_list },
    Command { name: "time_settings", usage: "MAIN BYO STONES", run: |_, _| done() },
    Command { name: "time_left", usage: "COLOUR TIME STONES", run: |_, _| done() },
];

fn with_mind<R>(
    s: &mut Session,
    f: impl FnOnce(&mut dyn Mind, &mut Game) -> R,
) -> Result<R, String> {
    let mut mind = s.mind.take().ok_or("busy")?;
    let r = f(mind.as_mut(), &mut s.game);
    s.mind = Some(mind);
    Ok(r)
}

fn genmove(s: &mut Session, a: &Args<'_>) -> Outcome {
    let c = a.colour(0)?;
    let mv = with_mind(s, |mind, game| mind.choose(game, c, None))?;
    s.game.play(c, mv).map_err(|e| e.to_string())?;
    Ok(mv.to_string())
}

fn choose(s: &mut Session, a: &Args<'_>, restricted: bool) -> Outcome {
    let c = a.colour(0)?;
    let allowed = if restricted {
        if a.len() < 2 {
            return Err("invalid coordinate".into());
        }
        let mut set = PointSet::EMPTY;
        for i in 1..a.len() {
            set.insert(a.point(s, i)?);
        }
        Some(set)
    } else {
        None
    };
    let mv = with_mind(s, |mind, game| mind.choose(game, c, allowed.as_ref()))?;
    Ok(mv.to_string())
}

fn judged(s: &mut Session) -> Result<crate::player::Judgement, String> {
    with_mind(s, |mind, game| mind.judge(game))
}

fn final_score(s: &mut Session, _: &Args<'_>) -> Outcome {
    let j = judged(s)?;
    let count = score::count(s.game.board(), &j.dead, &j.seki, s.rules.scoring);
    Ok(score::result(count, s.game.komi()))
}

fn owner_name(c: Colour) -> &'static str {
    match c {
        Colour::Black => "black_territory",
        Colour::White => "white_territory",
    }
}

fn final_status(s: &mut Session, a: &Args<'_>) -> Outcome {
    let p = a.point(s, 0)?;
    let j = judged(s)?;
    let b = s.game.board();
    if b.colour(p).is_some() {
        return Ok(if j.dead.contains(p) {
            "dead"
        } else if j.seki.contains(p) {
            "seki"
        } else {
            "alive"
        }
        .into());
    }
    let owner = score::territory(b, &j.dead).into_iter().find(|(part, _)| part.contains(p));
    Ok(match owner {
        Some((_, Some(c))) if !j.seki.contains(p) => owner_name(c),
        _ => "dame",
    }
    .into())
}

fn final_status_list(s: &mut Session, a: &Args<'_>) -> Outcome {
    let j = judged(s)?;
    let b = s.game.board();
    let occupied = b.occupied();
    let territory = |owner: Option<Colour>| {
        let mut set = PointSet::EMPTY;
        for (part, o) in score::territory(b, &j.dead) {
            if o == owner {
                set = set.or(&part);
            }
        }
        set.minus(&occupied)
    };
    let chains = |set: PointSet| {
        let mut lines = Vec::new();
        for c in Colour::BOTH {
            for head in b.chains(c) {
                if set.contains(head) {
                    lines.push(b.chain_set(head).iter().map(vertex).collect::<Vec<_>>().join(" "));
                }
            }
        }
        lines.join("\n")
    };
    let points = |set: PointSet| set.iter().map(vertex).collect::<Vec<_>>().join(" ");
    match a.word(0) {
        "dead" => Ok(chains(j.dead)),
        "alive" => Ok(chains(occupied.minus(&j.dead).minus(&j.seki))),
        "seki" => Ok(chains(occupied.and(&j.seki))),
        "dame" => Ok(points(territory(None).or(&j.seki.minus(&occupied)))),
        "white_territory" => Ok(points(territory(Some(Colour::White)).minus(&j.seki))),
        "black_territory" => Ok(points(territory(Some(Colour::Black)).minus(&j.seki))),
        _ => Err("invalid status".into()),
    }
}
