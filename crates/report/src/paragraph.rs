//! Lines that fit: wrapping with a hanging indent by columns on the screen, plain ASCII on request, nothing that moves a cursor.
//!
//! Names of methods, statements and error texts come from the service under test, so control characters are dropped here, for all text.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Glyphs of our own and their spelling in ASCII; whatever else is not ASCII becomes `?`.
const SPELLING: [(char, &str); 27] = [
    ('✖', "x"),
    ('✔', "ok"),
    ('▲', "^"),
    ('●', "o"),
    ('·', "-"),
    ('–', "-"),
    ('—', "-"),
    ('×', "x"),
    ('±', "+-"),
    ('≤', "<="),
    ('≥', ">="),
    ('≈', "~"),
    ('›', ">"),
    ('→', "->"),
    ('⇄', "<->"),
    ('…', "..."),
    ('µ', "u"),
    ('“', "\""),
    ('”', "\""),
    ('‘', "'"),
    ('’', "'"),
    ('²', "2"),
    ('█', "#"),
    ('▌', "#"),
    ('░', "."),
    ('\u{a0}', " "),
    ('\u{2028}', " "),
];

/// Columns that `s` takes on the screen.
pub fn columns(s: &str) -> usize {
    s.width()
}

/// `s` without control characters and marks that reorder text, in ASCII when asked for.
pub(crate) fn clean(s: &str, ascii: bool) -> String {
    let mut out = String::with_capacity(s.len());
    for c in s.chars() {
        match c {
            '\n' | '\t' | '\r' => out.push(' '),
            c if c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}') => {}
            c if ascii && !c.is_ascii() => out.push_str(SPELLING.iter().find(|(g, _)| *g == c).map_or("?", |(_, a)| a)),
            c => out.push(c),
        }
    }
    out
}

/// Breaks `s` into lines, the first of at most `first` and the others of at most `rest` columns: at blanks where possible, within words
/// that are too long. Units stay with their figures. Never empty; the first line is, when not even a word fits into it.
pub(crate) fn wrap(s: &str, first: usize, rest: usize) -> Vec<String> {
    let rest = rest.max(1);
    let mut lines = vec![String::new()];
    let (mut used, mut room) = (0, first);
    for word in words(s) {
        let size = columns(&word);
        let blank = usize::from(used > 0);
        if used + blank + size > room && (used > 0 || room < rest) {
            lines.push(String::new());
            (used, room) = (0, rest);
        }
        if used > 0 {
            push(&mut lines, " ");
            used += 1;
        }
        for c in word.chars() {
            let w = c.width().unwrap_or(0);
            if used > 0 && used + w > room {
                lines.push(String::new());
                (used, room) = (0, rest);
            }
            push(&mut lines, c.encode_utf8(&mut [0; 4]));
            used += w;
        }
    }
    lines
}

fn push(lines: &mut [String], s: &str) {
    if let Some(last) = lines.last_mut() {
        last.push_str(s);
    }
}

/// Words that may not be torn apart: a unit belongs to the figure before it, `±` and `·` to what they join.
fn words(s: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut glue = false;
    for w in s.split_whitespace() {
        let bare = w.trim_end_matches([',', ';', ')', '.', ':']);
        let joins = matches!(bare, "±" | "+-" | "<=" | "≤");
        let unit = matches!(bare, "%" | "ms" | "s" | "req/s" | "·" | "-");
        match out.last_mut() {
            Some(last) if glue || unit || matches!(bare, "±" | "+-") => {
                last.push(' ');
                last.push_str(w);
            }
            _ => out.push(w.to_owned()),
        }
        glue = joins;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_at_blanks_and_keeps_units_with_their_figures() {
        assert_eq!(wrap("waiting for a connection takes 71 % of it", 34, 34), ["waiting for a connection takes", "71 % of it"]);
        assert_eq!(wrap("unexplained 0.3 ± 0.2 ms", 20, 20), ["unexplained", "0.3 ± 0.2 ms"]);
    }

    #[test]
    fn tears_a_word_only_when_it_is_wider_than_the_line() {
        assert_eq!(wrap("ab abcdefghij", 4, 4), ["ab", "abcd", "efgh", "ij"]);
    }

    #[test]
    fn leaves_a_short_first_line_empty_when_nothing_fits() {
        assert_eq!(wrap("abcdef g", 3, 8), ["", "abcdef g"]);
    }

    #[test]
    fn counts_wide_characters_as_two_columns() {
        assert_eq!(wrap("병목병목", 5, 5), ["병목", "병목"]);
    }

    #[test]
    fn drops_what_could_move_the_cursor_or_reorder_text() {
        assert_eq!(clean("a\u{1b}[2J\u{202e}b\nc", false), "a[2Jb c");
    }

    #[test]
    fn spells_glyphs_in_ascii() {
        assert_eq!(clean("✖ 3 ± 1 · 병", true), "x 3 +- 1 - ?");
    }
}
