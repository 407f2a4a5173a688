//! The page for people.

use super::{counts, headline, layer, times};
use logs::{Figure, Reading, Seen, step};
use model::{Message, Value, message};
use report::{columns, hanging_line};
use words::{Lang, say};

/// Before each row of a message.
const INDENT: &str = "   ";

/// All that is said of a log.
pub(super) fn page(reading: &Reading, lang: Lang, width: usize, ascii: bool) -> String {
    let mut lines = vec![hanging_line(&say(&counts(reading), lang), 1, width)];
    for (number, seen) in (1..).zip(&reading.messages) {
        lines.push(String::new());
        lines.push(format!("{number:>2} {}", seen.known.title));
        lines.extend(rows(seen, lang, width));
    }
    lines.push(String::new());
    let last = match reading.messages.len() {
        0 => message!("log/none-known"),
        1 => message!("log/a-page", command: name("tightspot explain CAUSE")),
        _ => message!("log/several", command: name("tightspot explain CAUSE")),
    };
    lines.push(hanging_line(&say(&last, lang), 1, width));
    let text = lines.join("\n");
    if ascii { text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect() } else { text }
}

/// Labels with their texts, of which some have several lines.
fn rows(seen: &Seen, lang: Lang, width: usize) -> Vec<String> {
    let text = |m: Message| (vec![say(&m, lang)], 0);
    let known = seen.known;
    let longest = known.causes.iter().chain(&known.mistaken).map(String::len).max().unwrap_or(0);
    let cause = |id: &String| format!("{id:<longest$}  {}", say(&headline(id), lang));
    // a text that has a column of its own goes on under it
    let column = longest + 2;
    let steps = known.next.iter().filter_map(|id| step(id)).flat_map(|s| [s.command.clone(), format!("  {}", say(&s.shows(), lang))]);
    let figures: Vec<String> = seen.figures.iter().map(|f| figure(f, lang)).collect();
    let all = [
        (message!("log/label-seen"), text(times(seen))),
        (message!("log/label-line"), (vec![seen.line.clone()], 0)),
        (message!("log/label-figures"), (if figures.is_empty() { figures } else { vec![figures.join(", ")] }, 0)),
        (message!("log/label-layer"), text(layer(seen))),
        (message!("log/label-proves"), text(known.proves(&seen.told))),
        (message!("log/label-open"), text(known.leaves_open(&seen.told))),
        (message!("log/label-fits"), (known.causes.iter().map(cause).collect(), column)),
        (message!("log/label-mistaken"), (known.mistaken.iter().map(cause).collect(), column)),
        (message!("log/label-next"), (steps.collect(), 2)),
    ];
    let labels: Vec<String> = all.iter().map(|(label, _)| say(label, lang)).collect();
    let room = labels.iter().map(|l| columns(l)).max().unwrap_or(0);
    let blank = " ".repeat(room);
    let mut out = Vec::new();
    for (label, (_, (texts, column))) in labels.iter().zip(&all) {
        for (i, text) in texts.iter().enumerate() {
            let label = if i == 0 { format!("{label}{}", " ".repeat(room - columns(label))) } else { blank.clone() };
            let head = format!("{INDENT}{label}  ");
            out.push(hanging_line(&format!("{head}{text}"), head.chars().count() + column + 1, width));
        }
    }
    out
}

/// `waiting 3 to 12`; one figure where both read alike.
fn figure(f: &Figure, lang: Lang) -> String {
    let of = |value: &Value| say(&message!("log/figure", name: name(f.name.replace('_', " ")), value: (value.clone())), lang);
    let (least, most) = (of(&f.least), of(&f.most));
    if least == most {
        return least;
    }
    let named = Value::name(f.name.replace('_', " "));
    say(&message!("log/figure-between", name: (named), least: (f.least.clone()), most: (f.most.clone())), lang)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logs::Reader;
    use words::as_ids;

    fn page_of(text: &str, lang: Lang, width: usize) -> String {
        let mut reader = Reader::default();
        text.lines().for_each(|l| reader.line(l));
        page(&reader.end(), lang, width, false)
    }

    /// By ids and arguments, on lines that hold all of them.
    fn by_ids(text: &str) -> String {
        as_ids(|| page_of(text, Lang::En, 1_000))
    }

    const TEXT: &str = "2026-05-03 12:00:01,001 HikariPool-1 - Connection is not available, request timed out after 10007ms (total=30, active=30, idle=0, waiting=12)\n\
                        2026-05-03 12:00:04,001 HikariPool-1 - Connection is not available, request timed out after 10003ms (total=30, active=30, idle=0, waiting=3)\n\
                        2026-05-03 12:00:05,001 something else";

    #[test]
    fn a_page_says_what_is_proven_and_what_is_not() {
        insta::assert_snapshot!(by_ids(TEXT));
    }

    #[test]
    fn figures_that_read_alike_are_one() {
        let timeout = message!("log/figure", name: name("timeout"), value: Ms(10_007.0));
        assert!(page_of(TEXT, Lang::En, 1_000).contains(&format!(" {}, ", say(&timeout, Lang::En))));
    }

    #[test]
    fn what_nobody_knows_is_counted() {
        let page = by_ids("one\ntwo");
        assert!(page.starts_with("log/counts(lines: 2, messages: 0, ") && page.ends_with(")\n\nlog/none-known"), "{page}");
    }

    #[test]
    fn a_text_that_has_a_column_of_its_own_goes_on_under_it() {
        let page = as_ids(|| page_of(TEXT, Lang::En, 80));
        let mut lines = page.lines().skip_while(|l| !l.contains("log/label-fits"));
        let (first, next) = (lines.next().expect("a row"), lines.next().expect("it is too long for one line"));
        let at = first.rfind("  ").expect("columns stand apart") + 2;
        assert!(first[at..].starts_with("connection-held") && next.len() - next.trim_start().len() == at, "{page}");
    }

    #[test]
    fn lines_fit_the_screen() {
        for lang in Lang::ALL {
            for line in page_of(TEXT, lang, 100).lines() {
                assert!(columns(line) <= 100, "{line}");
            }
        }
    }
}
