//! Charts as static SVG, drawn here and nowhere else: scales, lines with bands, stacked bars, boxes of calls. They know no document and hold no words.
//!
//! Widths are shares of whatever room the page has, heights are pixels: so a chart fits any width and its texts stay as large as those around them. Shapes
//! that cannot be told in shares (paths) lie in an inner drawing that is stretched. Colours are classes of the page's one style sheet.

mod bars;
mod boxes;
mod intervals;
mod line;
mod plot;
mod scale;

pub(crate) use bars::{Segment, bar, meter};
pub(crate) use boxes::{Box, boxes};
pub(crate) use intervals::{Interval, intervals};
pub(crate) use line::{Line, Reading, Span, key, names};
pub(crate) use plot::Plot;
pub(crate) use scale::Scale;

/// A share of the width, `12.34%`.
fn percent(share: f64) -> String {
    format!("{}%", short(share * 100.0, 2))
}

/// A number of pixels or units of a drawing.
fn units(x: f64) -> String {
    short(x, 1)
}

/// With at most so many decimals, without trailing zeros.
fn short(x: f64, decimals: usize) -> String {
    if !x.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{x:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let cases = [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (12.345, "12.35"), (f64::NAN, "0"), (100.0, "100")];
        for (x, want) in cases {
            assert_eq!(short(x, 2), want, "{x}");
        }
        assert_eq!((percent(0.1234), units(3.06)), ("12.34%".to_owned(), "3.1".to_owned()));
    }
}
