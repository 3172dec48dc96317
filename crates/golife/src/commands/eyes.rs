//! `eval_eye` and `analyze_eyegraph`.

use crate::exact::{self, Space};
use crate::eyes;
use touchstone_go::Suicide;
use touchstone_go::gtp::{Args, Command, Family, Outcome, Session};

/// The commands.
pub const FAMILY: Family = &[
    Command { name: "eval_eye", usage: "VERTEX", run: eval_eye },
    Command { name: "analyze_eyegraph", usage: "GRAPH", run: analyze_eyegraph },
    Command { name: "eye_space", usage: "VERTEX", run: eye_space },
];

fn eval_eye(s: &mut Session, a: &Args<'_>) -> Outcome {
    let p = a.point(s, 0)?;
    let Some(j) = eyes::judge(s.game().board(), p, None) else { return Ok("-1".into()) };
    s.counters.reading += j.nodes;
    if j.min < j.max
        && let (Some(attack), Some(defence)) = (j.attack.first(), j.defence.first())
    {
        return Ok(format!("{} {} {attack} {defence}", j.min, j.max));
    }
    Ok(format!("{} {}", j.min, j.max))
}

fn analyze_eyegraph(_: &mut Session, a: &Args<'_>) -> Outcome {
    let space = Space::parse(a.word(0)).map_err(|e| e.to_string())?;
    let e = exact::evaluate(&space, 2, Suicide::Forbidden);
    Ok(format!("{}\n{}", e.value, space.draw(e.attack, e.defence)))
}

fn eye_space(s: &mut Session, a: &Args<'_>) -> Outcome {
    let p = a.point(s, 0)?;
    let board = s.game().board();
    let Some(j) = eyes::judge(board, p, None) else { return Ok("none".into()) };
    let m = eyes::Measures::of(board, &j.space);
    let list = |set: touchstone_go::PointSet| {
        set.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!(
        "{} {} points: {}\nmargins: {}\noutside: {}",
        j.space.colour,
        m.points,
        list(j.space.points),
        list(j.space.margins),
        list(j.space.outside)
    );
    for h in &j.space.half {
        text.push_str(&format!(
            "\nhalf eye {}: attack {:?}, defend {:?}",
            h.eye, h.attack, h.defence
        ));
    }
    let value = j.value.map_or_else(|| "-".into(), |v| v.to_string());
    text.push_str(&format!(
        "\nattack {:?}, defend {:?}\nvalue {value}, eyes {} to {}, {}; estimate: size {}, effective {}, bulk {}, threshold {}, eyes {}, pess {}",
        j.attack,
        j.defence,
        j.min,
        j.max,
        j.trust.name(),
        m.points,
        m.effective(),
        m.bulk,
        m.threshold(),
        j.historical.eyes,
        j.historical.pess
    ));
    Ok(text)
}
