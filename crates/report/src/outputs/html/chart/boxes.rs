//! Boxes below boxes: who calls whom, and how much of the whole each has. The outermost stand above.

use super::{percent, units};
use maud::{Markup, html};

const ROW: f64 = 21.0;
/// Share of the width from which a box has room for a name.
const ROOM: f64 = 0.035;

/// One box.
pub(crate) struct Box {
    /// Where it begins, and how wide it is: shares of the whole.
    pub from: f64,
    pub share: f64,
    /// How many rows it is below the top.
    pub depth: usize,
    pub class: &'static str,
    pub name: String,
    pub title: String,
}

/// The drawing.
pub(crate) fn boxes(label: &str, all: &[Box]) -> Markup {
    let rows = all.iter().map(|b| b.depth + 1).max().unwrap_or(0);
    html! {
        svg class="boxes" height=(units(rows as f64 * ROW)) role="img" aria-label=(label) {
            @for b in all {
                svg x=(percent(b.from)) y=(units(b.depth as f64 * ROW)) width=(percent(b.share)) height=(units(ROW - 1.0)) {
                    rect class={ "box " (b.class) } width="100%" height="100%" { title { (b.title) } }
                    @if b.share >= ROOM { text class="in-box" x="4" y="14" { (b.name) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_lies_below_the_one_that_calls_it() {
        let one = |from, share, depth, name: &str| Box { from, share, depth, class: "own", name: name.into(), title: name.into() };
        let svg = boxes("b", &[one(0.0, 1.0, 0, "run"), one(0.25, 0.5, 1, "a<b>"), one(0.75, 0.01, 1, "small")]).into_string();
        assert!(svg.contains("height=\"42\"") && svg.contains("x=\"25%\" y=\"21\" width=\"50%\" height=\"20\""), "{svg}");
        assert!(svg.contains("a&lt;b&gt;</text>") && !svg.contains("small</text>"), "{svg}");
    }
}
