//! Intervals, a row for each: what was predicted as bars, what was measured as a line with a dot.

use super::{Scale, percent, units};
use maud::{Markup, html};

const ROW: f64 = 34.0;
const BELOW: f64 = 18.0;

/// One row.
pub(crate) struct Interval {
    /// What stands before it.
    pub name: String,
    /// The figure, and the ends of its interval.
    pub at: f64,
    pub ends: [f64; 2],
    /// Intervals behind it, each with its class.
    pub behind: Vec<([f64; 2], &'static str)>,
    pub title: String,
}

/// The drawing; `mark` is a figure that all are held against, with its name.
pub(crate) fn intervals(label: &str, all: &[Interval], mark: (f64, &str), write: &dyn Fn(f64) -> String) -> Markup {
    let scale = scale(all, mark.0);
    let floor = all.len() as f64 * ROW + 14.0;
    let x = |v: f64| percent(scale.place(v));
    html! {
        svg class="intervals" height=(units(floor + BELOW)) role="img" aria-label=(label) {
            @for t in scale.ticks(5) {
                line class="grid" x1=(x(t)) x2=(x(t)) y1="14" y2=(units(floor)) {}
                text class="tick" x=(x(t)) y=(units(floor + BELOW - 4.0)) text-anchor="middle" { (write(t)) }
            }
            line class="upright" x1=(x(mark.0)) x2=(x(mark.0)) y1="0" y2=(units(floor)) {}
            text class="tick" x=(x(mark.0)) dx="-4" y="10" text-anchor="end" { (mark.1) }
            @for (i, one) in all.iter().enumerate() {
                @let middle = 14.0 + (i as f64 + 0.5) * ROW;
                @for ([low, high], class) in &one.behind {
                    @let width = percent(scale.place(*high) - scale.place(*low));
                    rect class={ "behind " (class) } x=(x(*low)) width=(width) y=(units(middle - 8.0)) height="16" { title { (one.title) } }
                }
                line class="whisker" x1=(x(one.ends[0])) x2=(x(one.ends[1])) y1=(units(middle)) y2=(units(middle)) {}
                circle class="dot f0" cx=(x(one.at)) cy=(units(middle)) r="5" { title { (one.title) } }
                text class="tick" x="0" dx="2" y=(units(middle + 4.0)) { (one.name) }
            }
        }
    }
}

/// All ends, with room beside them.
fn scale(all: &[Interval], mark: f64) -> Scale {
    let ends =
        || all.iter().flat_map(|i| i.behind.iter().flat_map(|(ends, _)| *ends).chain(i.ends)).chain([mark]).filter(|v| v.is_finite());
    let (low, high) = (ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max));
    let room = (high - low).max(1e-6) * 0.15;
    // names stand at the left
    Scale::Linear { from: low - 2.0 * room, to: high + room }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_lies_between_its_ends_and_left_of_what_it_is_held_against() {
        let row =
            Interval { name: "2 <ms>".into(), at: 0.9, ends: [0.8, 1.0], behind: vec![([0.85, 0.95], "predicted")], title: "t".into() };
        let svg = intervals("i", &[row], (1.0, "unchanged"), &|v| format!("{v}")).into_string();
        // 0.2 wide, of which a tenth and a half are room at the right and twice as much at the left
        assert!(svg.contains("cx=\"55.17%\"") && svg.contains("x1=\"20.69%\" x2=\"89.66%\""), "{svg}");
        assert!(svg.contains("behind predicted") && svg.contains("2 &lt;ms&gt;"), "{svg}");
    }
}
