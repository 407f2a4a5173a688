//! Sentences with their figures set off, so that the eye finds them.

use maud::{Markup, html};

/// What may follow a figure and belongs to it.
const UNITS: [&str; 8] = ["ms", "s", "%", "B", "kB", "MB", "GB", "µs"];

/// A sentence, each figure in it with its unit set off.
pub(crate) fn told(text: &str) -> Markup {
    html! { @for p in pieces(text) { @match p { Piece::Text(t) => { (t) } Piece::Figure(f) => { b class="n" { (f) } } } } }
}

/// The first figure of a sentence with its unit.
pub(crate) fn first(text: &str) -> Option<&str> {
    pieces(text).into_iter().find_map(|p| match p {
        Piece::Figure(f) => Some(f),
        Piece::Text(_) => None,
    })
}

/// The figure of a sentence that is `number`, with its unit.
pub(crate) fn with_unit<'a>(text: &'a str, number: &str) -> Option<&'a str> {
    let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
    pieces(text).into_iter().find_map(|p| match p {
        Piece::Figure(f) => f.strip_prefix(number).is_some_and(|rest| !goes_on(rest)).then_some(f),
        Piece::Text(_) => None,
    })
}

#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Figure(&'a str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let length = if starts_word(&text[..at]) { figure(rest) } else { None };
        if let Some(length) = length {
            if from < at {
                all.push(Piece::Text(&text[from..at]));
            }
            all.push(Piece::Figure(&rest[..length]));
            at += length;
            from = at;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    if from < text.len() {
        all.push(Piece::Text(&text[from..]));
    }
    all
}

/// Whether a word may begin behind this.
fn starts_word(before: &str) -> bool {
    before.chars().next_back().is_none_or(|c| c.is_whitespace() || "(~<>=≤≈±“\"+".contains(c))
}

/// The length of the figure at the start of `text`, its unit included; a name that begins with digits is none.
fn figure(text: &str) -> Option<usize> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
    let number = text[..digits].trim_end_matches(['.', ',']);
    // thousands are apart in figures: what is longer is a port or another name
    let whole = number.split('.').next().unwrap_or_default();
    if !number.starts_with(|c: char| c.is_ascii_digit()) || (whole.len() > 3 && !whole.contains(',')) {
        return None;
    }
    let after = &text[number.len()..];
    if let Some(rate) = after.strip_prefix("/s") {
        return ends_word(rate).then_some(number.len() + 2);
    }
    let unit = after.strip_prefix(' ').and_then(|u| UNITS.iter().find(|unit| u.strip_prefix(**unit).is_some_and(ends_word)));
    match unit {
        Some(unit) => Some(number.len() + 1 + unit.len()),
        None => ends_number(after).then_some(number.len()),
    }
}

fn ends_word(rest: &str) -> bool {
    rest.chars().next().is_none_or(|c| !c.is_ascii_alphanumeric() && c != '/')
}

/// `127.0.0.1:80` and `2x` are no figures; in Korean a word follows without a blank.
fn ends_number(rest: &str) -> bool {
    let next: Vec<char> = rest.chars().take(2).collect();
    let joins = |c: char| ":-_/".contains(c);
    match next.as_slice() {
        [] => true,
        [c, d] if joins(*c) => d.is_whitespace(),
        [c, ..] => !c.is_ascii_alphabetic() && *c != '_',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(text: &str) -> Vec<&str> {
        let figure = |p| if let Piece::Figure(f) = p { Some(f) } else { None };
        pieces(text).into_iter().filter_map(figure).collect()
    }

    #[test]
    fn figures_are_set_off_with_their_units_and_names_are_not() {
        let cases: [(&str, &[&str]); 9] = [
            ("10 connections / 51.4 ms = 195/s, and 190/s was seen", &["10", "51.4 ms", "195/s", "190/s"]),
            ("waiting is 93 % of it.", &["93 %"]),
            ("a remote call to 127.0.0.1:9000 at Member.find:41", &[]),
            ("pool \"HikariPool-1\" (size 10) is held", &["10"]),
            ("p99 of 2,100 requests; x2 and 2x and 3rd", &["2,100"]),
            ("커넥션 10개 중 3.5 ms, 2,910/s에서", &["10", "3.5 ms", "2,910/s"]),
            ("<= 0.25 ms, ~3,120/s", &["0.25 ms", "3,120/s"]),
            ("12.5 s and 12 state of port 24924", &["12.5 s", "12"]),
            ("", &[]),
        ];
        for (text, want) in cases {
            assert_eq!(figures(text), want, "{text}");
        }
    }

    #[test]
    fn a_part_of_a_figure_is_none() {
        let text = "7.58 s of the first 10 s, and 1,930/s.";
        let found = ["8", "7.58 s", "10", "930", "1,930"].map(|number| with_unit(text, number));
        assert_eq!(found, [None, Some("7.58 s"), Some("10 s"), None, Some("1,930/s")]);
    }

    #[test]
    fn nothing_of_a_sentence_is_lost_and_it_cannot_become_marks() {
        let text = "held 51.4 ms <b> & 93 %";
        let back: String = pieces(text)
            .into_iter()
            .map(|p| match p {
                Piece::Text(t) | Piece::Figure(t) => t,
            })
            .collect();
        assert_eq!(back, text);
        assert_eq!(told(text).into_string(), "held <b class=\"n\">51.4 ms</b> &lt;b&gt; &amp; <b class=\"n\">93 %</b>");
        assert_eq!(first(text), Some("51.4 ms"));
    }
}
