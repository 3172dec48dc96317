//! The page.

use super::data::ReportJson;
use super::svg::{Chart, escape};
use crate::calibrate::Calibration;
use crate::matches::{Errors, MatchJson};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

fn number(x: Option<f64>, digits: usize) -> String {
    x.map_or("–".into(), |x| format!("{x:.digits$}"))
}

fn range(x: Option<[f64; 2]>, digits: usize) -> String {
    x.map_or("–".into(), |[a, b]| format!("{a:.digits$} to {b:.digits$}"))
}

/// The report as one HTML page without any outside reference.
pub fn html(r: &ReportJson) -> String {
    let m = &r.result;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{a} against {b}: {game}</title><style>{STYLE}</style></head><body><main>\
         <h1>{a} against {b}</h1><p class=\"soft\">{game}, rules {rules}, seed <code>{seed}</code>, \
         run <code>{run}</code>{purpose}{written}</p>",
        a = escape(&m.a),
        b = escape(&m.b),
        game = escape(&m.game),
        rules = escape(&m.rules),
        seed = escape(&m.seed),
        run = escape(&m.run),
        purpose =
            if r.purpose.is_empty() { String::new() } else { format!(", {}", escape(&r.purpose)) },
        written = if r.written.is_empty() {
            String::new()
        } else {
            format!(", written {}", escape(&r.written))
        },
    );
    for w in r.sanity.degenerate.iter().chain(&r.sanity.warnings).chain(&m.warnings) {
        let _ = write!(page, "<p class=\"note\">{}</p>", escape(w));
    }
    page.push_str("<div class=\"row\">");
    page.push_str(&headline(r));
    page.push_str(&verdict(m));
    page.push_str("</div><div class=\"row\">");
    page.push_str(&score_chart(r));
    page.push_str(&pair_chart(m));
    page.push_str("</div><div class=\"row\">");
    page.push_str(&ratio_chart(m));
    page.push_str(&luck_chart(r));
    page.push_str("</div><div class=\"row\">");
    page.push_str(&events(m));
    page.push_str(&work(m));
    page.push_str("</div><div class=\"row\">");
    page.push_str(&lengths(r));
    page.push_str(&endings(m));
    page.push_str("</div>");
    if !r.calibration.is_empty() {
        page.push_str("<div class=\"row\">");
        for c in &r.calibration {
            page.push_str(&calibration(c));
        }
        page.push_str("</div>");
    }
    page.push_str(&settings(r));
    page.push_str("</main></body></html>\n");
    page
}

fn headline(r: &ReportJson) -> String {
    let m = &r.result;
    let mut s = format!(
        "<section><h2>Score of {}</h2><p class=\"big\">{} %</p>\
         <p>95 %: {} % &nbsp; Elo {} ({})</p>\
         <p>{} games in {} pairs: {} won, {} drawn, {} lost</p>",
        escape(&m.a),
        number(m.score_percent, 1),
        range(m.interval_95, 1),
        number(m.elo, 1),
        range(m.elo_95, 1),
        m.games,
        m.pairs,
        m.wins,
        m.draws,
        m.losses
    );
    if let Some(l) = &m.luck_adjusted {
        let _ = write!(
            s,
            "<p>Luck-adjusted: {:.1} %, 95 % {} %{}</p>",
            l.score_percent,
            range(l.interval_95, 1),
            l.variance_ratio.map_or(String::new(), |v| format!(" (variance ÷ {v:.2})"))
        );
    }
    if let Some(b) = &r.pair_benefit {
        let _ = write!(
            s,
            "<p class=\"soft\">Correlation of the legs {:+.2}: playing in pairs {} {:.0} % of the games.</p>",
            b.leg_correlation,
            if b.games_saved >= 0.0 { "saved" } else { "cost" },
            100.0 * b.games_saved.abs()
        );
    }
    s + "</section>"
}

fn verdict(m: &MatchJson) -> String {
    let mut s = String::from("<section><h2>Verdict</h2>");
    match &m.sprt {
        Some(t) => {
            let says = match t.verdict.as_deref() {
                Some("accept") => format!("accepted: {} or better", t.high),
                Some(_) => format!("rejected: {} or worse", t.low),
                None => "undecided".into(),
            };
            let _ = write!(
                s,
                "<p class=\"big\">{}</p><p>{} {} against {}, log-likelihood ratio {} between {:.2} and {:.2}, {} pairs</p>",
                escape(&says),
                escape(&t.model),
                t.high,
                t.low,
                number(t.llr, 2),
                t.bounds[0],
                t.bounds[1],
                t.pairs
            );
            if t.elo.is_some() {
                let _ = write!(
                    s,
                    "<p>Median-unbiased estimate after the stop: Elo {}, 95 % {}; likelihood of superiority {} %</p>",
                    number(t.elo, 1),
                    range(t.elo_95, 1),
                    number(t.los.map(|x| 100.0 * x), 1)
                );
            }
        }
        None => {
            let says = match m.interval_95 {
                _ if m.degenerate => "no verdict: every pair scored the same",
                Some([low, _]) if low > 50.0 => "stronger at the 95\u{a0}% level",
                Some([_, high]) if high < 50.0 => "weaker at the 95\u{a0}% level",
                Some(_) => "no difference resolved",
                None => "nothing to judge yet",
            };
            let _ = write!(
                s,
                "<p class=\"big\">{says}</p><p class=\"soft\">Valid for a run whose length was fixed before it. \
                 Whoever looked while it ran reads the wide band of the chart.</p>"
            );
        }
    }
    s + "</section>"
}

fn score_chart(r: &ReportJson) -> String {
    let s = &r.series;
    let Some(last) = s.last() else {
        return "<section><h2>Score over the run</h2><p>No finished pair yet.</p></section>".into();
    };
    // The range that the second half of the run and 50 % need.
    let late = &s[s.len() / 4..];
    let (mut low, mut high) = (49.0f64, 51.0f64);
    for p in late {
        for i in [p.interval_95, p.anytime_95].into_iter().flatten() {
            low = low.min(i[0]);
            high = high.max(i[1]);
        }
        low = low.min(p.score).min(p.adjusted.unwrap_or(p.score));
        high = high.max(p.score).max(p.adjusted.unwrap_or(p.score));
    }
    let band = |f: fn(&super::data::Series) -> Option<[f64; 2]>| -> Vec<(f64, f64, f64)> {
        s.iter().filter_map(|p| f(p).map(|i| (p.pairs as f64, i[0], i[1]))).collect()
    };
    let raw: Vec<(f64, f64)> = s.iter().map(|p| (p.pairs as f64, p.score)).collect();
    let adjusted: Vec<(f64, f64)> =
        s.iter().filter_map(|p| p.adjusted.map(|a| (p.pairs as f64, a))).collect();
    let chart =
        Chart::new("score over the run", [0.0, last.pairs as f64], [low.max(0.0), high.min(100.0)])
            .band("wide", &band(|p| p.anytime_95))
            .band("band", &band(|p| p.interval_95))
            .axes("pairs", "score %")
            .level("half", 50.0, "50 %")
            .line("score", &raw)
            .line("adjusted", &adjusted);
    let key = if adjusted.is_empty() {
        ""
    } else {
        "<span class=\"key k-adjusted\"></span>luck-adjusted"
    };
    format!(
        "<section><h2>Score over the run</h2>{}<p class=\"soft\"><span class=\"key k-score\"></span>raw score{key}\
         <span class=\"key k-band\"></span>95 % for a fixed length<span class=\"key k-wide\"></span>95 % however often one looks</p></section>",
        chart.finish()
    )
}

fn pair_chart(m: &MatchJson) -> String {
    let most = m.pairs_by_score.iter().copied().max().unwrap_or(0).max(1) as f64;
    let mut chart = Chart::new("pairs by score", [0.0, 5.0], [0.0, 1.12 * most]);
    for (k, n) in m.pairs_by_score.iter().enumerate() {
        let x = k as f64;
        let says = format!("{n} pairs scored {}", ["0", "½", "1", "1½", "2"][k]);
        chart = chart
            .bar(if k == 2 { "other" } else { "" }, x + 0.1, x + 0.9, *n as f64, &says)
            .label(x + 0.5, *n as f64, &n.to_string());
    }
    format!(
        "<section><h2>Pairs by score</h2>{}<p class=\"soft\">Both legs lost · ½ point · 1 point · 1½ points · both legs won, of 2 points.</p></section>",
        chart.finish()
    )
}

fn ratio_chart(m: &MatchJson) -> String {
    let Some(t) = &m.sprt else {
        return "<section><h2>Sequential test</h2><p>None was declared.</p></section>".into();
    };
    let path: Vec<(f64, f64)> = t.path.iter().map(|p| (p.0 as f64, p.1)).collect();
    let last = path.last().map_or(1.0, |p| p.0);
    let reach = |f: fn(f64, f64) -> f64, start: f64| path.iter().fold(start, |a, p| f(a, p.1));
    let y = [reach(f64::min, t.bounds[0]) * 1.15, reach(f64::max, t.bounds[1]) * 1.15];
    let chart = Chart::new("path of the log-likelihood ratio", [0.0, last], y)
        .axes("pairs", "log-likelihood ratio")
        .level("bound", t.bounds[0], &format!("reject: {}", t.low))
        .level("accept", t.bounds[1], &format!("accept: {}", t.high))
        .level("half", 0.0, "")
        .line("llr", &path);
    format!(
        "<section><h2>Sequential test</h2>{}<p class=\"soft\">{} {} against {}; pairs in the order of their numbers.</p></section>",
        chart.finish(),
        escape(&t.model),
        t.high,
        t.low
    )
}

fn luck_chart(r: &ReportJson) -> String {
    let m = &r.result;
    let Some(l) = &m.luck_adjusted else {
        return "<section><h2>Luck</h2><p>No judge was declared for the luck (<code>--luck</code>).</p></section>".into();
    };
    let (Some(raw), Some(i)) = (m.score_percent, m.interval_95) else {
        return "<section><h2>Luck</h2><p>Nothing resolves it yet.</p></section>".into();
    };
    let ends = [i, l.interval_95.unwrap_or(i)];
    let low = ends.iter().fold(50.0f64, |a, e| a.min(e[0])) - 1.0;
    let high = ends.iter().fold(50.0f64, |a, e| a.max(e[1])) + 1.0;
    let says =
        |name: &str, x: f64, i: Option<[f64; 2]>| format!("{name} {x:.2} %, 95 % {}", range(i, 2));
    let chart = Chart::new("raw and luck-adjusted score", [0.0, 3.0], [low, high])
        .axes("", "score %")
        .level("half", 50.0, "50 %")
        .point("a", 1.0, raw, Some(i), &says("raw", raw, Some(i)))
        .point(
            "b",
            2.0,
            l.score_percent,
            l.interval_95,
            &says("adjusted", l.score_percent, l.interval_95),
        );
    format!(
        "<section><h2>Luck</h2>{}<p class=\"soft\"><span class=\"key k-score\"></span>raw {raw:.1} % ({})\
         <span class=\"key k-adjusted\"></span>adjusted {:.1} % ({}); luck of {} {:+.2} points, 95 % {}, {} pairs</p></section>",
        chart.finish().replace(">0.50<", "><").replace(">1.50<", "><").replace(">2.50<", "><"),
        range(Some(i), 1),
        l.score_percent,
        range(l.interval_95, 1),
        escape(&m.a),
        l.luck_points,
        range(l.luck_points_95, 2),
        l.pairs
    )
}

fn events(m: &MatchJson) -> String {
    let mut s = String::from(
        "<section><h2>Events that the score hides</h2><div class=\"scroll\"><table><tr><th>event</th><th>a</th><th>b</th>\
         <th>a − b, points</th><th>95 %</th></tr>",
    );
    for (name, e) in &m.events {
        let _ = write!(
            s,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(name),
            e.a,
            e.b,
            number(e.difference_points, 2),
            range(e.difference_95, 2)
        );
    }
    if m.events.is_empty() {
        s.push_str("<tr><td>none occurred</td><td></td><td></td><td></td><td></td></tr>");
    }
    s + "</table></div><p class=\"soft\">Games in which it befell a or b; differences by pair.</p></section>"
}

fn work(m: &MatchJson) -> String {
    let row = |name: &str, a: String, b: String| {
        format!("<tr><td>{name}</td><td>{a}</td><td>{b}</td></tr>")
    };
    let errors = |e: &Errors| {
        let list: Vec<String> =
            e.iter().filter(|x| *x.1 > 0).map(|(k, n)| format!("{} {n}", escape(k))).collect();
        if list.is_empty() { "none".to_string() } else { list.join(", ") }
    };
    format!(
        "<section><h2>Time, nodes, errors</h2><div class=\"scroll\"><table><tr><th></th><th>{}</th><th>{}</th></tr>{}{}{}</table></div></section>",
        escape(&m.a),
        escape(&m.b),
        row("nodes a move", number(m.nodes_per_move.a, 0), number(m.nodes_per_move.b, 0)),
        row("ms a move", number(m.time_ms_per_move.a, 2), number(m.time_ms_per_move.b, 2)),
        row("errors", errors(&m.errors.a), errors(&m.errors.b))
    )
}

fn lengths(r: &ReportJson) -> String {
    let most = r.lengths.iter().map(|l| l.1).max().unwrap_or(0).max(1) as f64;
    let step = f64::from(r.length_step.max(1));
    let end = r.lengths.last().map_or(1.0, |l| f64::from(l.0) + step);
    let mut chart =
        Chart::new("lengths of the games", [0.0, end], [0.0, 1.1 * most]).axes("plies", "games");
    for (from, n) in &r.lengths {
        let x = f64::from(*from);
        let says = format!("{n} games of {from} to {} plies", from + r.length_step - 1);
        chart = chart.bar("", x, x + step, *n as f64, &says);
    }
    format!(
        "<section><h2>Lengths of the games</h2>{}<p class=\"soft\">Mean {} plies.</p></section>",
        chart.finish(),
        number(r.result.mean_plies, 1)
    )
}

fn endings(m: &MatchJson) -> String {
    let mut s = String::from(
        "<section><h2>How games ended</h2><div class=\"scroll\"><table><tr><th>reason</th><th>games</th><th>of them drawn</th></tr>",
    );
    let mut list: Vec<_> = m.endings.iter().collect();
    list.sort_by(|a, b| b.1.cmp(a.1));
    for (reason, n) in list {
        let drawn = m.draw_reasons.get(reason).copied().unwrap_or(0);
        let _ = write!(s, "<tr><td>{}</td><td>{n}</td><td>{drawn}</td></tr>", escape(reason));
    }
    let _ = write!(
        s,
        "</table></div><p class=\"soft\">The first seat scored {} %. {} of {} games differ from all others.</p></section>",
        number(m.first_seat_percent, 1),
        m.unique_games,
        m.games + 2 * m.void_pairs
    );
    s
}

fn calibration(c: &Calibration) -> String {
    let mut chart = Chart::new("claims against results", [0.0, 100.0], [0.0, 100.0])
        .axes("said, %", "scored, %")
        .line("diagonal", &[(0.0, 0.0), (100.0, 100.0)]);
    for b in &c.bins {
        let says = format!(
            "said {:.1} %, scored {:.1} % ({}), {} positions of {} games",
            b.predicted,
            b.scored,
            range(b.interval_95, 1),
            b.positions,
            b.games
        );
        let class = if b.agrees == Some(false) { "b" } else { "a" };
        chart = chart.point(class, b.predicted, b.scored, b.interval_95, &says);
    }
    format!(
        "<section><h2>What {} said, and what came of it</h2>{}<p class=\"soft\">{} positions of {} games, \
         intervals over games; mean distance {} points, bias {} points (95 % {}). \
         <span class=\"key k-adjusted\"></span>the claim lies outside the interval</p></section>",
        escape(&c.engine),
        chart.finish(),
        c.positions,
        c.games,
        number(c.mean_gap_points, 1),
        number(c.bias_points, 1),
        range(c.bias_points_95, 1)
    )
}

fn settings(r: &ReportJson) -> String {
    let m = &r.result;
    format!(
        "<div class=\"row\"><section><h2>Settings</h2><p>a: <code>{}</code></p><p>b: <code>{}</code></p>\
         <p class=\"soft\">Scores are those of a. A pair is one deal played twice with the seats exchanged; it is the unit \
         of all intervals (Student's t over pairs). {} void pairs count for nothing.</p></section></div>",
        escape(&m.engine_a),
        escape(&m.engine_b),
        m.void_pairs
    )
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::example;
    use super::*;

    #[test]
    fn the_page_is_whole_and_asks_for_nothing_outside() {
        let page = html(&example(300));
        for outside in ["http://", "https://", "src=", "@import", "url(", "<script", "NaN", "inf"] {
            assert!(!page.contains(outside), "found {outside}");
        }
        for part in [
            "Score over the run",
            "Pairs by score",
            "Sequential test",
            "Luck-adjusted",
            "general_lost",
            "Time, nodes, errors",
            "and what came of it",
            "prefers-color-scheme: dark",
        ] {
            assert!(page.contains(part), "no {part}");
        }
        // Tags that are opened are closed.
        for tag in ["section", "table", "svg", "p", "div", "main"] {
            let opened = page.matches(&format!("<{tag}>")).count()
                + page.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }

    #[test]
    fn names_cannot_break_the_page() {
        let mut r = example(20);
        r.result.a = "<img onerror=x>".into();
        assert!(!html(&r).contains("<img"));
    }
}
