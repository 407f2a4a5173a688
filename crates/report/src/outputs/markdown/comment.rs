//! What a code host shows beside a change: a comment or the summary of a job. The verdict, its figures and objectives stand open, the rest is folded.
//! A marker in the first line finds the comment again, and it is never longer than such a place takes.

use super::sections::{self, Section};
use super::{escape, list, paragraph, table};
use crate::document::Document;
use crate::outputs::text::{Lines, Most, mark};
use crate::{Judged, TextOptions};
use diagnose::VerdictStatus;
use model::{Message, message};
use words::figures::{ms, per_s};

/// Most bytes: a comment of GitHub takes 65,536 characters, and it is the tightest.
pub(crate) const MOST_BYTES: usize = 60_000;
/// Most characters of a paragraph; a statement of a database may be long.
const MOST_OF_A_PARAGRAPH: usize = 2_000;
/// Levels of a sparkline, lowest first.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The page, at most `most` bytes of it.
pub(crate) fn comment(j: &Judged, options: &TextOptions, most: usize) -> String {
    let doc = Document::of(&j.run, &j.diagnosis);
    page(&doc, j.diagnosis.verdict.status, options, most)
}

fn page(doc: &Document, status: VerdictStatus, options: &TextOptions, most: usize) -> String {
    let lines = Lines { doc, opts: options, lang: options.lang, most: Most::ALL[0] };
    let open = [marker(&doc.run.name), verdict(&lines, status), figures(&lines), objectives(&lines), fix(&lines)];
    let open = open.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n");
    let left_out = format!("\n\n_{}_", escape(&lines.say(&message!("markdown/left-out", run: name(&doc.run.id)))));
    let room = most.saturating_sub(left_out.len() + 1);
    let mut page = cut(&open, room).to_owned();
    let mut whole = page.len() == open.len();
    for part in folded(&lines, status) {
        if page.len() + part.len() + 2 <= room {
            page.extend(["\n\n", &part]);
        } else {
            whole = false;
        }
    }
    if !whole {
        page.push_str(&left_out);
    }
    page + "\n"
}

/// By which a job finds its comment again; runs with a name have one each.
fn marker(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).take(60).collect();
    let word = word.split('-').filter(|w| !w.is_empty()).collect::<Vec<_>>().join("-");
    if word.is_empty() { "<!-- tightspot -->".to_owned() } else { format!("<!-- tightspot: {word} -->") }
}

/// No more of a text than fits, whole lines of it.
fn cut(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let end = (0..=most).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    text[..end].rsplit_once('\n').map_or("", |(whole, _)| whole)
}

fn short(text: &str) -> String {
    if text.chars().count() <= MOST_OF_A_PARAGRAPH {
        return text.to_owned();
    }
    text.chars().take(MOST_OF_A_PARAGRAPH).chain(['…']).collect()
}

fn verdict(lines: &Lines, status: VerdictStatus) -> String {
    let v = &lines.doc.verdict;
    let (_, glyph) = mark(lines.doc, status);
    let id = v.cause.or(v.candidate.as_deref()).map(|id| format!(" `{id}`")).unwrap_or_default();
    let head = format!("## {glyph} {}{id}", escape(&short(v.headline.say(lines.lang))));
    let says = match status {
        VerdictStatus::Found => lines.what_happens(),
        _ if lines.has_told_the_reason() => String::new(),
        _ => v.reason.say(lines.lang).to_owned(),
    };
    [head, paragraph(&short(&says))].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Now, if fixed, what limits then, and how the response time grows.
fn figures(lines: &Lines) -> String {
    let doc = lines.doc;
    let gain = doc.findings.iter().find(|f| Some(f.cause) == doc.verdict.cause).and_then(|f| f.fixes.iter().find_map(|x| x.gain.as_ref()));
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |what: Message, figure: String| rows.push(vec![lines.say(&what), figure]);
    match (gain, doc.verdict.highest_per_s) {
        (Some(g), _) => {
            row(message!("markdown/now"), per_s(g.now));
            row(message!("markdown/fixed"), lines.say(&message!("markdown/at-most", way: kind(g.way()), rate: PerSecond(g.estimate))));
            if let Some(n) = &g.next_limit {
                row(message!("markdown/next"), format!("{} {}", n.name_message.say(lines.lang), per_s(n.per_s)));
            }
        }
        (None, Some(highest)) => row(message!("markdown/highest"), per_s(highest)),
        (None, None) => {}
    }
    if let Some((line, low, high)) = growth(doc) {
        row(message!("markdown/p95"), format!("{line} {low} … {high}"));
    }
    if rows.is_empty() { String::new() } else { table(&[String::new(), String::new()], rows) }
}

/// p95 of the levels as a sparkline, with the first and the last of them.
fn growth(doc: &Document) -> Option<(String, String, String)> {
    let all: Vec<f64> = doc.requests.shared.levels.iter().filter_map(|l| l.latency_ms.p95).collect();
    let (first, last) = (all.first()?, all.last()?);
    let most = all.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let block = |x: &f64| BLOCKS[((x / most * BLOCKS.len() as f64) as usize).min(BLOCKS.len() - 1)];
    (all.len() > 1).then(|| (all.iter().map(block).collect(), ms(*first), ms(*last)))
}

fn objectives(lines: &Lines) -> String {
    list(lines.objectives().into_iter().map(|o| short(&format!("{} {}", o.mark, o.says))))
}

fn fix(lines: &Lines) -> String {
    let label = lines.say(&message!("text/label-fix"));
    lines.fixes().iter().map(|f| format!("**{}** {}", escape(label.trim()), escape(&short(f)))).collect::<Vec<_>>().join("\n\n")
}

fn folded(lines: &Lines, status: VerdictStatus) -> Vec<String> {
    let parts = [sections::examples(lines)].into_iter().chain(sections::rejected(lines, status)).chain([
        sections::evidence(lines, status),
        sections::account(lines),
        sections::core(lines),
        sections::start(lines),
        sections::tail(lines),
        sections::quality(lines, status),
    ]);
    parts.filter(|s| !s.is_empty()).map(|s| Section::folded(&s)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use words::Lang;

    fn said(case: &fixture::Case, most: usize) -> String {
        let doc = Document::of(&case.run, &case.diagnosis);
        page(&doc, case.diagnosis.verdict.status, &TextOptions::default(), most)
    }

    #[test]
    fn the_verdict_stands_open_and_the_rest_is_folded() {
        let mut case = fixture::found();
        case.run.info.objectives = vec!["mean<80ms".to_owned()];
        let page = words::as_ids(|| said(&case, MOST_BYTES));
        let open = page.split("<details>").next().unwrap_or_default();
        for part in [
            "<!-- tightspot -->\n",
            "## ✖ connection-held-across-remote-call/headline `connection-held-across-remote-call`\n",
            "| markdown/now | 190/s |",
            "- ✖ objectives/holds-to(says: ",
            "**text/label-fix** ",
        ] {
            assert!(open.contains(part), "{part} in:\n{open}");
        }
        assert_eq!(page.matches("<details>").count(), page.matches("</details>").count());
        assert!(page.contains("<summary>text/label-not</summary>") && page.ends_with("</details>\n"), "{page}");
    }

    #[test]
    fn every_verdict_has_one_in_both_languages() {
        for case in fixture::all() {
            let doc = Document::of(&case.run, &case.diagnosis);
            for lang in Lang::ALL {
                let options = TextOptions { lang, ..TextOptions::default() };
                let page = page(&doc, case.diagnosis.verdict.status, &options, MOST_BYTES);
                assert!(page.starts_with("<!-- tightspot -->\n\n## ") && page.len() <= MOST_BYTES, "{page}");
            }
        }
    }

    #[test]
    fn it_is_never_longer_than_the_place_takes_and_says_what_is_left_out() {
        let mut case = fixture::found();
        for most in [400, 900, 2_000, 4_000] {
            let page = said(&case, most);
            assert!(page.len() <= most && page.contains("tightspot report 7f3a"), "{most}: {}\n{page}", page.len());
            assert_eq!(page.matches("<details>").count(), page.matches("</details>").count(), "{page}");
        }
        case.diagnosis.verdict.site = "SELECT ".repeat(50_000);
        assert!(said(&case, MOST_BYTES).len() <= MOST_BYTES);
    }

    #[test]
    fn a_comment_is_found_again_by_the_name_of_its_run() {
        for (name, want) in
            [("", "<!-- tightspot -->"), ("Orders API", "<!-- tightspot: orders-api -->"), ("--> x", "<!-- tightspot: x -->")]
        {
            assert_eq!(marker(name), want);
        }
    }
}
