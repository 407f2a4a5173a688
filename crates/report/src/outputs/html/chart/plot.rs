//! Lines over one axis, with bands behind them: rates, times, numbers of things.

use super::{Line, Reading, Scale, Span, percent, units};
use maud::{Markup, html};
use std::fmt::Write as _;

/// Height of the drawing that paths are told in; its width is stretched.
const WIDE: f64 = 1000.0;
/// Room above the largest figure, for its label.
const TOP: f64 = 14.0;
/// Room for the labels below.
const BELOW: f64 = 17.0;

/// A chart of lines.
pub(crate) struct Plot<'a> {
    /// What it shows, for those who do not see it.
    pub label: &'a str,
    pub x: (f64, f64),
    pub y: Scale,
    pub height: f64,
    pub lines: &'a [Line],
    pub spans: &'a [Span],
    /// Figures that may not be passed, with their names.
    pub limits: &'a [(f64, String)],
    /// Places on the axis that matter, with their names.
    pub marks: &'a [(f64, String)],
    /// Places on the axis, with what stands below; nothing below for lines alone.
    pub below: &'a [(f64, String)],
    /// Whether each reading has a dot: where there are few.
    pub dots: bool,
    /// How figures on the left are written.
    pub write: &'a dyn Fn(f64) -> String,
}

impl Plot<'_> {
    pub(crate) fn svg(&self) -> Markup {
        let floor = self.floor();
        html! {
            svg class="plot" height=(units(self.height)) role="img" aria-label=(self.label) {
                @for s in self.spans { (self.span(s, floor)) }
                @for (x, _) in self.below {
                    @let at = percent(self.share(*x));
                    line class="grid" x1=(at) x2=(at) y1="0" y2=(units(floor)) {}
                }
                @let ticks = self.ticks();
                @for t in &ticks {
                    @let y = units(self.down(*t));
                    line class="grid" x1="0" x2="100%" y1=(y) y2=(y) {}
                }
                @let (view, height) = (format!("0 0 {WIDE} {}", units(self.height)), units(self.height));
                svg class="stretched" viewBox=(view) width="100%" height=(height) preserveAspectRatio="none" {
                    @for l in self.lines { (self.line(l)) }
                }
                @if self.dots { @for l in self.lines { (self.dots_of(l)) } }
                @for (y, name) in self.limits {
                    @let at = self.down(*y);
                    line class="limit" x1="0" x2="100%" y1=(units(at)) y2=(units(at)) {}
                    text class="limit-name" x="100%" dx="-2" y=(units(if at < TOP { at + 12.0 } else { at - 3.0 })) { (name) }
                }
                @for (x, name) in self.marks { (self.mark(*x, name, floor)) }
                @for t in &ticks { text class="tick" x="0" dx="2" y=(units(self.down(*t) - 3.0)) { ((self.write)(*t)) } }
                @for (x, name) in self.below { (self.name_below(*x, name)) }
            }
        }
    }

    fn floor(&self) -> f64 {
        if self.below.iter().any(|(_, name)| !name.is_empty()) { self.height - BELOW } else { self.height - 1.0 }
    }

    /// Zero is the floor and needs no line.
    fn ticks(&self) -> Vec<f64> {
        let most = if self.height > 150.0 { 4 } else { 2 };
        self.y.ticks(most).into_iter().filter(|t| *t != 0.0).collect()
    }

    /// Place along the axis, 0 to 1.
    fn share(&self, x: f64) -> f64 {
        let (from, to) = self.x;
        if to > from { ((x - from) / (to - from)).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Pixels from above.
    fn down(&self, y: f64) -> f64 {
        TOP + (self.floor() - TOP) * (1.0 - self.y.place(y))
    }

    fn span(&self, s: &Span, floor: f64) -> Markup {
        let (from, to) = (self.share(s.from), self.share(s.to));
        html! {
            rect class={ "span " (s.class) } x=(percent(from)) width=(percent((to - from).max(0.001))) y="0" height=(units(floor)) {
                title { (s.title) }
            }
        }
    }

    fn line(&self, l: &Line) -> Markup {
        let parts: Vec<&[Reading]> = l.readings.chunk_by(|a, b| b.x - a.x <= l.gap).collect();
        let band = parts.iter().filter(|p| p.iter().any(|r| r.high > r.low)).map(|p| self.band(p)).collect::<String>();
        html! {
            @if !band.is_empty() { path class={ "range f" (l.look) } d=(band) {} }
            path class={ "line k" (l.look) } d=(parts.iter().map(|p| self.path(p)).collect::<String>()) {}
        }
    }

    fn path(&self, part: &[Reading]) -> String {
        let mut d = String::from("M");
        let point = |d: &mut String, x: f64, y: f64| {
            write!(d, "{} {} ", units(self.share(x) * WIDE), units(self.down(y))).expect("writes into memory");
        };
        for r in part {
            point(&mut d, r.x, r.y);
        }
        if let ([only], false) = (part, self.dots) {
            // a reading alone is a short stroke
            let end = only.x + (self.x.1 - self.x.0) * 0.004;
            point(&mut d, end, only.y);
        }
        d.truncate(d.trim_end().len());
        d
    }

    fn band(&self, part: &[Reading]) -> String {
        let mut d = String::from("M");
        let above = part.iter().map(|r| (r.x, r.high));
        for (x, y) in above.chain(part.iter().rev().map(|r| (r.x, r.low))) {
            write!(d, "{} {} ", units(self.share(x) * WIDE), units(self.down(y))).expect("writes into memory");
        }
        format!("{}Z", d.trim_end())
    }

    fn dots_of(&self, l: &Line) -> Markup {
        let kind = if l.hollow { "hollow k" } else { "f" };
        html! {
            @for r in &l.readings {
                circle class={ "dot " (kind) (l.look) } cx=(percent(self.share(r.x))) cy=(units(self.down(r.y))) r="4" {
                    title { (l.name) ": " ((self.write)(r.y)) }
                }
            }
        }
    }

    fn mark(&self, x: f64, name: &str, floor: f64) -> Markup {
        let share = self.share(x);
        let (anchor, dx) = if share > 0.6 { ("end", "-4") } else { ("start", "4") };
        html! {
            line class="upright" x1=(percent(share)) x2=(percent(share)) y1="0" y2=(units(floor)) {}
            text class="tick" x=(percent(share)) dx=(dx) y="10" text-anchor=(anchor) { (name) }
        }
    }

    fn name_below(&self, x: f64, name: &str) -> Markup {
        let share = self.share(x);
        let anchor = match share {
            s if s < 0.04 => "start",
            s if s > 0.96 => "end",
            _ => "middle",
        };
        html! { @if !name.is_empty() { text class="tick below" x=(percent(share)) y=(units(self.height - 3.0)) text-anchor=(anchor) { (name) } } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(lines: &[Line], spans: &[Span]) -> String {
        let below = [(0.0, "0".to_owned()), (10.0, "10".to_owned())];
        let limits = [(5.0, "most <5>".to_owned())];
        let write = |v: f64| format!("{v}");
        let (x, y) = ((0.0, 10.0), Scale::Linear { from: 0.0, to: 10.0 });
        Plot {
            label: "a \"label\"",
            x,
            y,
            height: 131.0,
            lines,
            spans,
            limits: &limits,
            marks: &limits,
            below: &below,
            dots: true,
            write: &write,
        }
        .svg()
        .into_string()
    }

    #[test]
    fn a_line_is_broken_where_readings_are_far_apart() {
        let readings = [0.0, 1.0, 2.0, 8.0, 9.0].map(|x| Reading::at(x, x)).to_vec();
        let svg = plot(&[Line { name: "a".into(), look: 1, readings, gap: 1.5, hollow: false }], &[]);
        assert!(svg.contains("M0 114 100 104 200 94M800 34 900 24"), "{svg}");
        assert!(!svg.contains("range"), "no reading stands for others");
    }

    #[test]
    fn a_reading_that_stands_for_others_has_a_band_around_it() {
        let readings = vec![Reading { x: 0.0, y: 5.0, low: 4.0, high: 6.0 }, Reading::at(10.0, 5.0)];
        let svg = plot(&[Line { name: "a".into(), look: 0, readings, gap: 99.0, hollow: false }], &[]);
        assert!(svg.contains("class=\"range f0\" d=\"M0 54 1000 64 1000 64 0 74Z\""), "{svg}");
    }

    #[test]
    fn names_cannot_become_marks() {
        let spans = [Span { from: 1.0, to: 2.0, title: "<script>".into(), class: "level" }];
        let svg = plot(&[], &spans);
        assert!(svg.contains("most &lt;5&gt;") && svg.contains("&lt;script&gt;") && svg.contains("a &quot;label&quot;"), "{svg}");
        assert!(!svg.contains("<script"));
    }
}
