//! A bar of segments, one beside the other. Each has a letter that the list beside the chart explains, so that no colour has to be told apart.

use super::{percent, units};
use maud::{Markup, html};

const HEIGHT: f64 = 26.0;

/// One part of a bar.
pub(crate) struct Segment {
    /// Its length, as a share of the width of the chart.
    pub share: f64,
    /// Its class, which gives the colour.
    pub class: &'static str,
    pub letter: String,
    /// What it is and how much.
    pub title: String,
}

/// The bar; segments with `room` of the width or more show their letter.
pub(crate) fn bar(label: &str, segments: &[Segment], room: f64) -> Markup {
    let mut at = 0.0;
    let placed: Vec<(f64, &Segment)> = segments
        .iter()
        .map(|s| {
            let from = at;
            at += s.share.max(0.0);
            (from, s)
        })
        .collect();
    html! {
        svg class="bar" height=(units(HEIGHT)) role="img" aria-label=(label) {
            @for (from, s) in placed.iter().filter(|(_, s)| s.share > 0.0) {
                svg x=(percent(*from)) y="0" width=(percent(s.share)) height=(units(HEIGHT)) {
                    rect class={ "seg " (s.class) } width="100%" height="100%" { title { (s.title) } }
                    @if s.share >= room { text class={ "letter on-" (s.class) } x="50%" y="17" text-anchor="middle" { (s.letter) } }
                }
            }
        }
    }
}

/// A thin bar below a figure: how much of the whole it is; and where there is something to gain, up to where.
pub(crate) fn meter(share: f64, up_to: Option<f64>) -> Markup {
    let width = |share: f64| percent(share.clamp(0.0, 1.0));
    html! {
        svg class="meter" height="5" aria-hidden="true" {
            rect class="meter-ground" width="100%" height="5" {}
            @if let Some(up_to) = up_to { rect class="meter-gain" width=(width(up_to)) height="5" {} }
            rect class="meter-value" width=(width(share)) height="5" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_is_never_longer_than_its_place() {
        let svg = meter(1.2, Some(f64::NAN)).into_string();
        assert!(svg.contains("class=\"meter-value\" width=\"100%\"") && svg.contains("class=\"meter-gain\" width=\"0%\""), "{svg}");
    }

    #[test]
    fn segments_stand_one_after_another_and_small_ones_have_no_letter() {
        let segment = |share, letter: &str| Segment { share, class: "wait", letter: letter.into(), title: "t".into() };
        let svg = bar("b", &[segment(0.5, "a"), segment(0.0, "b"), segment(0.01, "c"), segment(0.25, "d")], 0.02).into_string();
        assert!(svg.contains("x=\"50%\" y=\"0\" width=\"1%\"") && svg.contains("x=\"51%\" y=\"0\" width=\"25%\""), "{svg}");
        assert!(
            svg.contains(">a</text>") && svg.contains(">d</text>") && !svg.contains(">c</text>") && !svg.contains(">b</text>"),
            "{svg}"
        );
    }
}
