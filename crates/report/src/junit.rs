//! JUnit XML: suites of cases that passed, failed or were skipped. What could not be judged is skipped, never passed.

use crate::document::Quality;
use crate::load::document::SloObject;
use crate::paragraph::clean;
use std::fmt::Write;

/// A whole report.
pub(crate) struct Report<'a> {
    /// The command whose result it is.
    pub(crate) command: &'static str,
    /// When the run began, ISO 8601, UTC.
    pub(crate) begun: &'a str,
    pub(crate) time_s: f64,
    /// By name; one without cases is left out.
    pub(crate) suites: &'a [(&'static str, Vec<Case>)],
}

/// One test case.
pub(crate) struct Case {
    /// The same from run to run wherever it can be, so that its history is one.
    pub(crate) name: String,
    pub(crate) end: End,
}

pub(crate) enum End {
    /// With a note, or without.
    Passed(String),
    Failed(String),
    Skipped(String),
}

impl End {
    /// It could not be told, for this reason.
    pub(crate) fn inconclusive(why: &str) -> Self {
        Self::Skipped(format!("inconclusive: {why}"))
    }
}

impl Case {
    pub(crate) fn of_objective(s: &SloObject) -> Self {
        let seen = s.seen_text.clone().unwrap_or_default();
        let end = match (s.pass, &s.reason) {
            (Some(true), _) => End::Passed(seen),
            (Some(false), _) => End::Failed(format!("{}: {seen}", s.expr)),
            (None, reason) => End::inconclusive(reason.as_ref().map_or("", |r| r.en.as_str())),
        };
        Self { name: s.expr.clone(), end }
    }

    pub(crate) fn of_quality(q: &Quality) -> Self {
        let why = q.reasons.iter().map(|r| r.en.as_str()).collect::<Vec<_>>().join("; ");
        let end = if q.validity == "invalid" { End::inconclusive(&why) } else { End::Passed(why) };
        Self { name: format!("the measurement is {}", q.validity), end }
    }
}

impl Report<'_> {
    pub(crate) fn xml(&self) -> String {
        let all = || self.suites.iter().flat_map(|(_, cases)| cases);
        let time = self.time_s;
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        line(&mut out, 0, &format!("<testsuites name=\"tightspot {}\" {} time=\"{time:.3}\">", self.command, tally(all())));
        for (name, cases) in self.suites.iter().filter(|(_, cases)| !cases.is_empty()) {
            let begun = self.begun.trim_end_matches('Z');
            line(&mut out, 1, &format!("<testsuite name=\"{name}\" {} time=\"{time:.3}\" timestamp=\"{begun}\">", tally(cases.iter())));
            for case in cases {
                write_case(&mut out, name, case, time);
            }
            line(&mut out, 1, "</testsuite>");
        }
        line(&mut out, 0, "</testsuites>");
        out
    }
}

fn tally<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    let (mut all, mut failed, mut skipped) = (0, 0, 0);
    for case in cases {
        all += 1;
        failed += usize::from(matches!(case.end, End::Failed(_)));
        skipped += usize::from(matches!(case.end, End::Skipped(_)));
    }
    format!("tests=\"{all}\" failures=\"{failed}\" errors=\"0\" skipped=\"{skipped}\"")
}

fn write_case(out: &mut String, suite: &str, case: &Case, time: f64) {
    let head = format!("<testcase name=\"{}\" classname=\"tightspot.{suite}\" time=\"{time:.3}\"", escaped(&case.name));
    let body = match &case.end {
        End::Passed(note) if note.is_empty() => return line(out, 2, &format!("{head}/>")),
        End::Passed(note) => format!("<system-out>{}</system-out>", escaped(note)),
        End::Failed(why) => format!("<failure message=\"{}\" type=\"{suite}\"/>", escaped(why)),
        End::Skipped(why) => format!("<skipped message=\"{}\"/>", escaped(why)),
    };
    line(out, 2, &format!("{head}>"));
    line(out, 3, &body);
    line(out, 2, "</testcase>");
}

fn line(out: &mut String, depth: usize, text: &str) {
    writeln!(out, "{}{text}", "  ".repeat(depth)).expect("a string takes all text");
}

/// Text for content and attributes; characters that XML cannot hold are gone already.
pub(crate) fn escaped(text: &str) -> String {
    let text: String = clean(text, false).chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Tags nest and close, attributes are quoted, nothing is left unescaped, and no character is one that XML forbids.
/// What a message says in a file.
#[cfg(test)]
pub(crate) fn said(m: &model::Message) -> String {
    escaped(&words::say(m, words::Lang::En))
}

#[cfg(test)]
pub(crate) fn well_formed(xml: &str) {
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("it begins with the declaration");
    assert!(!body.chars().any(|c| c.is_control() && c != '\n'), "{body}");
    let mut open: Vec<&str> = Vec::new();
    let mut rest = body;
    while let Some(at) = rest.find('<') {
        text_is_escaped(&rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        text_is_escaped(tag);
        if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a tag has a name"));
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
}

#[cfg(test)]
fn text_is_escaped(text: &str) {
    for (at, _) in text.match_indices('&') {
        assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|e| text[at..].starts_with(e)), "{text}");
    }
    assert!(!text.contains('<'), "{text}");
}
