//! Lines about what goes on, for a terminal: one that replaces itself must fit, because a line that wraps cannot be replaced; one that stays is
//! wrapped at blanks.

use crate::paragraph::{clean, columns, wrap};
use unicode_width::UnicodeWidthChar as _;

/// `parts`, each with its rank, in one line of at most `width` columns. Where that is too narrow the highest rank goes first; rank 0 stays, and
/// is cut.
pub fn status_line(mut parts: Vec<(u8, String)>, width: usize, ascii: bool) -> String {
    parts.retain(|(_, p)| !p.is_empty());
    loop {
        let line = clean(&parts.iter().map(|(_, p)| p.as_str()).collect::<Vec<_>>().join("  "), ascii);
        let least = (0..parts.len()).max_by_key(|i| parts[*i].0).filter(|i| parts[*i].0 > 0);
        match least {
            Some(i) if columns(&line) > width => drop(parts.remove(i)),
            _ => return cut(&line, width, ascii),
        }
    }
}

/// `line` under itself where it is too long: later lines begin where the text after its labels does, which is behind its last double blank
/// within the first `labels` columns.
pub fn hanging_line(line: &str, labels: usize, width: usize) -> String {
    if columns(line) <= width {
        return line.to_owned();
    }
    let head = line.char_indices().take(labels).map(|(i, _)| i).filter(|i| line[..*i].ends_with("  ")).last().unwrap_or(0);
    let (label, text) = line.split_at(head);
    let indent = columns(label);
    let room = width.saturating_sub(indent).max(1);
    format!("{label}{}", wrap(text, room, room).join(&format!("\n{}", " ".repeat(indent))))
}

/// The beginning of a line that is too long, with an ellipsis.
fn cut(line: &str, width: usize, ascii: bool) -> String {
    if columns(line) <= width {
        return line.to_owned();
    }
    let ellipsis = if ascii { "..." } else { "…" };
    let mut room = width.saturating_sub(columns(ellipsis));
    let kept = line.chars().take_while(|c| {
        let needed = c.width().unwrap_or(0);
        let fits = needed <= room;
        room = if fits { room - needed } else { 0 };
        fits
    });
    format!("{}{ellipsis}", kept.collect::<String>().trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(width: usize) -> String {
        status_line(vec![(0, "0:14 open-0.3".into()), (1, "812/s".into()), (2, "errors 0".into()), (0, String::new())], width, false)
    }

    #[test]
    fn what_matters_least_goes_first_and_what_stays_is_cut() {
        assert_eq!(line(80), "0:14 open-0.3  812/s  errors 0");
        assert_eq!(line(25), "0:14 open-0.3  812/s");
        assert_eq!(line(15), "0:14 open-0.3");
        assert_eq!(line(8), "0:14 op…");
        assert_eq!(status_line(vec![(0, "0:14 open-0.3".into())], 8, true), "0:14...");
    }

    #[test]
    fn a_line_that_stays_is_wrapped_under_its_text() {
        let line = " 0:00  note    no stacks of a python process yet";
        assert_eq!(hanging_line(line, 16, 60), line);
        assert_eq!(hanging_line(line, 16, 34), " 0:00  note    no stacks of a\n               python process yet");
        assert_eq!(hanging_line("no label in this line", 16, 12), "no label in\nthis line");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in 3..60 {
            for text in ["한국어 문장은 두 칸씩", "plain words that go on"] {
                let line = status_line(vec![(0, text.into()), (1, text.into())], width, false);
                assert!(columns(&line) <= width, "{width}: {line}");
            }
        }
    }
}
