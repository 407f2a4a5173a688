//! `cargo xtask picture TITLE < text > picture.svg`: what a terminal shows, as a drawing for the README. Knows the few styles that the tool prints (SGR codes for
//! bold, dim and the colours) and leaves out all others.

use anyhow::{Result, ensure};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// Width of a character and height of a line, pixels: those of common monospaced fonts at 13 px.
const CHARACTER: f64 = 7.8;
const LINE: f64 = 18.0;
const MARGIN: f64 = 16.0;
/// Height of the bar with the title.
const BAR: f64 = 34.0;

/// How a stretch of text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Style {
    bold: bool,
    dim: bool,
    color: Option<u8>,
}

impl Style {
    /// After `ESC [ codes m`.
    fn with(self, codes: &str) -> Self {
        codes.split(';').fold(self, |s, code| match code.parse::<u8>().unwrap_or(0) {
            1 => Self { bold: true, ..s },
            2 => Self { dim: true, ..s },
            c @ 30..=37 => Self { color: Some(c - 30), ..s },
            c @ 90..=97 => Self { color: Some(c - 90), ..s },
            _ => Self::default(),
        })
    }

    fn attributes(self) -> String {
        let fill = match self.color {
            Some(1) => "#ff7b72",
            Some(2) => "#7ee787",
            Some(3) => "#e3b341",
            Some(4 | 6) => "#79c0ff",
            _ if self.dim => "#8b949e",
            _ => "#e6edf3",
        };
        let weight = if self.bold { " font-weight=\"bold\"" } else { "" };
        format!("fill=\"{fill}\"{weight}")
    }
}

/// The drawing of `text` in a window with `title`.
///
/// # Errors
/// Says so when there is no text.
pub(crate) fn svg(title: &str, text: &str) -> Result<String> {
    let lines: Vec<Vec<(Style, String)>> = text.trim_end().lines().map(stretches).collect();
    ensure!(lines.iter().any(|l| !l.is_empty()), "nothing to draw: standard input is empty");
    let widest = lines.iter().map(|l| l.iter().map(|(_, t)| t.width()).sum::<usize>()).max().unwrap_or(0);
    let (width, height) = (widest as f64 * CHARACTER + 2.0 * MARGIN, lines.len() as f64 * LINE + BAR + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-label=\"{0}\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n<g font-family=\"ui-monospace, SFMono-Regular, Menlo, \
         Consolas, monospace\" font-size=\"13\">\n<text x=\"{MARGIN}\" y=\"22\" fill=\"#8b949e\">$ {0}</text>\n",
        escaped(title)
    );
    for (i, line) in lines.iter().enumerate() {
        let y = BAR + (i as f64 + 0.8) * LINE;
        let mut column = 0;
        for (style, stretch) in line {
            // each has a place and a length of its own, so that columns stand below each other in any font
            for (offset, text) in chunks(stretch) {
                let (x, long) = (MARGIN + (column + offset) as f64 * CHARACTER, text.width() as f64 * CHARACTER);
                let (attributes, text) = (style.attributes(), escaped(text));
                writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{long:.1}\" {attributes}>{text}</text>")?;
            }
            column += stretch.width();
        }
    }
    svg.push_str("</g>\n</svg>\n");
    Ok(svg)
}

/// What lies between two spaces and more, with the column at which it begins: drawings put several spaces together.
fn chunks(stretch: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    for part in stretch.split("  ") {
        let text = part.trim_start();
        if !text.is_empty() {
            found.push((at + part.width() - text.width(), text.trim_end()));
        }
        at += part.width() + 2;
    }
    found
}

/// The stretches of a line that look alike.
fn stretches(line: &str) -> Vec<(Style, String)> {
    let (mut style, mut found) = (Style::default(), Vec::new());
    for (i, part) in line.split("\u{1b}[").enumerate() {
        let text = match part.split_once('m').filter(|_| i > 0) {
            Some((codes, text)) => {
                style = style.with(codes);
                text
            }
            None => part,
        };
        if !text.is_empty() {
            found.push((style, text.to_owned()));
        }
    }
    found
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_begin_and_end_where_the_codes_say() {
        let told = stretches("\u{1b}[1;31mbad\u{1b}[0m  name");
        assert_eq!(told, [(Style { bold: true, color: Some(1), ..Style::default() }, "bad".into()), (Style::default(), "  name".into())]);
    }

    #[test]
    fn a_drawing_has_a_stretch_at_its_column_and_escapes_what_svg_knows() {
        let drawn = svg("why <URL>", "\u{1b}[1mnot\u{1b}[0m  a < b\n").expect("drawn");
        assert!(drawn.contains("aria-label=\"why &lt;URL&gt;\""), "{drawn}");
        assert!(drawn.contains("font-weight=\"bold\">not</text>"), "{drawn}");
        assert!(drawn.contains(&format!("x=\"{:.1}\" ", MARGIN + 5.0 * CHARACTER)) && drawn.contains(">a &lt; b<"), "{drawn}");
        assert!(svg("why", "\n").is_err());
    }

    #[test]
    fn spaces_are_places_and_wide_characters_take_two_columns() {
        assert_eq!(chunks("    74 %   34.5 ms"), [(4, "74 %"), (11, "34.5 ms")]);
        assert_eq!(("응답 1 ms".width(), chunks("  시간  ms")), (9, vec![(2, "시간"), (8, "ms")]));
    }
}
