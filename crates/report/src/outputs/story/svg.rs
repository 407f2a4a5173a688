//! Drawings that stand in a page by themselves: no style sheet, no script, one line each, readable on light and dark pages.

use crate::junit::escaped;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
/// Columns of labels, of bars, of figures.
const BAR_AT: f64 = 200.0;
const BAR_MOST: f64 = 380.0;
const ROW: f64 = 34.0;
const EDGE: f64 = 16.0;
const LINE_OF_LEGEND: f64 = 22.0;
/// Longest label before a bar and longest name in the legend, characters.
const LONGEST: usize = 26;
const LONGEST_NAME: usize = 90;
/// Colours that people of all kinds of sight tell apart (Okabe and Ito), the first for what is of most interest.
const COLOURS: [&str; 7] = ["#D55E00", "#0072B2", "#009E73", "#E69F00", "#56B4E9", "#CC79A7", "#999999"];

/// A bar of pieces, with a label before and a figure behind.
pub(crate) struct Bar {
    pub(crate) label: String,
    /// Lengths, each in the colour of its place.
    pub(crate) pieces: Vec<f64>,
    pub(crate) figure: String,
}

/// Bars below each other, to one scale. `legend` names the pieces; where there is one piece it may be empty.
pub(crate) fn bars(title: &str, legend: &[String], bars: &[Bar]) -> String {
    let longest = bars.iter().map(|b| b.pieces.iter().sum::<f64>()).fold(f64::MIN_POSITIVE, f64::max);
    let height = EDGE * 2.0 + ROW * bars.len() as f64 + LINE_OF_LEGEND * legend.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"14\"><title>{}</title><rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>",
        escaped(title)
    );
    for (i, bar) in bars.iter().enumerate() {
        let y = EDGE + ROW * i as f64;
        text(&mut out, EDGE, y + 20.0, &bar.label);
        let mut x = BAR_AT;
        for (piece, colour) in bar.pieces.iter().zip(COLOURS.iter().cycle()) {
            let width = piece.max(0.0) / longest * BAR_MOST;
            write!(out, "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"22\" fill=\"{colour}\"/>", y + 4.0).expect("text");
            x += width;
        }
        text(&mut out, x + 8.0, y + 20.0, &bar.figure);
    }
    for (i, name) in legend.iter().enumerate() {
        let (x, y) = (EDGE, EDGE + ROW * bars.len() as f64 + LINE_OF_LEGEND * i as f64);
        let colour = COLOURS[i % COLOURS.len()];
        write!(out, "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>", y + 5.0).expect("text");
        text(&mut out, x + 18.0, y + 16.0, name);
    }
    out.push_str("</svg>");
    out
}

fn text(out: &mut String, x: f64, y: f64, text: &str) {
    let text = escaped(&first(text, LONGEST_NAME));
    write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#222222\">{text}</text>").expect("text");
}

/// A label that leaves room for the bars.
pub(crate) fn label(text: &str) -> String {
    first(text, LONGEST)
}

fn first(text: &str, most: usize) -> String {
    if text.chars().count() > most { text.chars().take(most - 1).chain(['…']).collect() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_one_line_of_xml_whatever_the_names_are() {
        let evil = "a<b> & \"c\"\n\u{1}".to_owned();
        let bar = Bar { label: evil.clone(), pieces: vec![1.0, 2.0], figure: evil.clone() };
        let drawn = bars(&evil, &[evil.clone(), evil.clone()], &[bar]);
        crate::junit::well_formed(&format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{drawn}"));
        assert!(!drawn.contains('\n'));
    }

    #[test]
    fn the_longest_bar_takes_the_whole_width_and_nothing_is_longer() {
        let bar = |x: f64| Bar { label: String::new(), pieces: vec![x], figure: String::new() };
        let drawn = bars("", &[], &[bar(50.0), bar(100.0), bar(0.0)]);
        for width in ["width=\"190.0\"", "width=\"380.0\"", "width=\"0.0\""] {
            assert!(drawn.contains(width), "{width} in {drawn}");
        }
    }
}
