//! Charts as hand-written SVG: few marks, labels in words, colours by class so
//! that one style sheet serves light and dark.

use std::fmt::Write;

/// Text that is safe inside HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A chart with linear axes.
pub(super) struct Chart {
    body: String,
    title: String,
    x: [f64; 2],
    y: [f64; 2],
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 40.0;

/// Round numbers that divide a range into about `wanted` parts.
pub(super) fn ticks(low: f64, high: f64, wanted: f64) -> Vec<f64> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![low];
    }
    let raw = span / wanted;
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|s| *s >= raw)
        .unwrap_or(10.0 * power);
    let mut list = Vec::new();
    let mut k = (low / step).ceil();
    while k * step <= high + 1e-9 * span && list.len() < 50 {
        list.push(k * step + 0.0);
        k += 1.0;
    }
    list
}

fn number(x: f64) -> String {
    if x == x.round() && x.abs() < 1e15 { format!("{x:.0}") } else { format!("{x:.2}") }
}

impl Chart {
    /// A chart of these ranges. `title` is read aloud to those who do not see it.
    pub fn new(title: &str, x: [f64; 2], y: [f64; 2]) -> Chart {
        let wide = |r: [f64; 2]| if r[1] - r[0] > 0.0 { r } else { [r[0] - 1.0, r[0] + 1.0] };
        Chart { body: String::new(), title: title.into(), x: wide(x), y: wide(y) }
    }

    fn px(&self, x: f64) -> f64 {
        LEFT + (x - self.x[0]) / (self.x[1] - self.x[0]) * (WIDTH - LEFT - RIGHT)
    }

    fn py(&self, y: f64) -> f64 {
        let y = y.clamp(self.y[0], self.y[1]);
        HEIGHT - BOTTOM - (y - self.y[0]) / (self.y[1] - self.y[0]) * (HEIGHT - TOP - BOTTOM)
    }

    /// Axes with round numbers and names.
    pub fn axes(mut self, x_name: &str, y_name: &str) -> Chart {
        for t in ticks(self.y[0], self.y[1], 5.0) {
            let y = self.py(t);
            let _ = write!(
                self.body,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                y + 4.0,
                number(t)
            );
        }
        for t in ticks(self.x[0], self.x[1], 8.0) {
            let x = self.px(t);
            let _ = write!(
                self.body,
                "<text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                HEIGHT - BOTTOM + 16.0,
                number(t)
            );
        }
        let _ = write!(
            self.body,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <text class=\"name\" x=\"{:.1}\" y=\"4\" dominant-baseline=\"hanging\">{}</text>",
            WIDTH - RIGHT,
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM,
            WIDTH - RIGHT,
            HEIGHT - 6.0,
            escape(x_name),
            LEFT + 6.0,
            escape(y_name)
        );
        self
    }

    /// A horizontal line with a label at its right end.
    pub fn level(mut self, class: &str, y: f64, label: &str) -> Chart {
        if y >= self.y[0] && y <= self.y[1] {
            let at = self.py(y);
            let _ = write!(
                self.body,
                "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                WIDTH - RIGHT - 4.0,
                at - 4.0,
                escape(label)
            );
        }
        self
    }

    /// A line through points.
    pub fn line(mut self, class: &str, points: &[(f64, f64)]) -> Chart {
        if !points.is_empty() {
            let path: Vec<String> = points
                .iter()
                .map(|(x, y)| format!("{:.1},{:.1}", self.px(*x), self.py(*y)))
                .collect();
            let _ =
                write!(self.body, "<polyline class=\"{class}\" points=\"{}\"/>", path.join(" "));
        }
        self
    }

    /// The area between two lines.
    pub fn band(mut self, class: &str, points: &[(f64, f64, f64)]) -> Chart {
        if !points.is_empty() {
            let low = points.iter().map(|p| (p.0, p.1));
            let high = points.iter().rev().map(|p| (p.0, p.2));
            let path: Vec<String> = low
                .chain(high)
                .map(|(x, y)| format!("{:.1},{:.1}", self.px(x), self.py(y)))
                .collect();
            let _ = write!(self.body, "<polygon class=\"{class}\" points=\"{}\"/>", path.join(" "));
        }
        self
    }

    /// A bar from 0 between two x, with what it says when pointed at.
    pub fn bar(mut self, class: &str, from: f64, to: f64, y: f64, says: &str) -> Chart {
        let (x0, x1) = (self.px(from) + 1.0, self.px(to) - 1.0);
        let (top, bottom) = (self.py(y), self.py(self.y[0].max(0.0)));
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x0:.1}\" width=\"{:.1}\" y=\"{top:.1}\" height=\"{:.1}\">\
             <title>{}</title></rect>",
            (x1 - x0).max(1.0),
            (bottom - top).max(0.0),
            escape(says)
        );
        self
    }

    /// A point with its interval.
    pub fn point(
        mut self,
        class: &str,
        x: f64,
        y: f64,
        ends: Option<[f64; 2]>,
        says: &str,
    ) -> Chart {
        let (px, py) = (self.px(x), self.py(y));
        if let Some([a, b]) = ends {
            let _ = write!(
                self.body,
                "<line class=\"{class} whisker\" x1=\"{px:.1}\" x2=\"{px:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
                self.py(a),
                self.py(b)
            );
        }
        let _ = write!(
            self.body,
            "<circle class=\"{class}\" cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"4\"><title>{}</title></circle>",
            escape(says)
        );
        self
    }

    /// A label above the place (x, y).
    pub fn label(mut self, x: f64, y: f64, text: &str) -> Chart {
        let _ = write!(
            self.body,
            "<text class=\"value\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            self.px(x),
            self.py(y) - 5.0,
            escape(text)
        );
        self
    }

    /// The picture.
    pub fn finish(self) -> String {
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            escape(&self.title),
            self.body
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(0.0, 100.0, 5.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-3.1, 3.1, 5.0), [-2.0, 0.0, 2.0]);
        assert_eq!(ticks(1.0, 1.0, 5.0), [1.0]);
        assert!(ticks(0.0, f64::INFINITY, 5.0).len() == 1);
    }

    #[test]
    fn names_cannot_break_out_of_the_page() {
        assert_eq!(escape("<b a=\"'&>"), "&lt;b a=&quot;&#39;&amp;&gt;");
        let c = Chart::new("<script>", [0.0, 0.0], [1.0, 1.0]).axes("<x>", "y").finish();
        assert!(!c.contains("<script>") && !c.contains("<x>") && !c.contains("NaN"));
    }
}
