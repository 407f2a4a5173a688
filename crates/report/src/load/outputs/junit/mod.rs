//! JUnit XML: a suite of the objectives, one of the checks, one of the measurement itself. What could not be judged is skipped, never passed.

use crate::load::LoadReport;
use crate::load::document::{LoadDocument, SloObject};
use crate::paragraph::clean;
use crate::{Output, RenderError, TextOptions};
use std::fmt::Write;
use words::figures::{count, percent};

pub(crate) const OUTPUT: &dyn Output<LoadReport> = &Junit;

struct Junit;

impl Output<LoadReport> for Junit {
    fn id(&self) -> &'static str {
        "junit"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".xml"]
    }

    fn about(&self) -> &'static str {
        "JUnit XML, for CI"
    }

    fn render(&self, report: &LoadReport, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(junit(report).into_bytes())
    }
}

/// One test case.
struct Case {
    name: String,
    end: End,
}

enum End {
    Passed(String),
    Failed(String),
    Skipped(String),
}

/// The three suites; one without cases is left out.
pub(crate) fn junit(report: &LoadReport) -> String {
    let doc = LoadDocument::of(report);
    let suites = [("slo", objectives(&doc)), ("checks", checks(&doc)), ("quality", vec![quality(&doc)])];
    let all = || suites.iter().flat_map(|(_, cases)| cases);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let time = doc.run.duration_s;
    line(&mut out, 0, &format!("<testsuites name=\"tightspot load\" {} time=\"{time:.3}\">", tally(all())));
    for (name, cases) in suites.iter().filter(|(_, cases)| !cases.is_empty()) {
        let begun = doc.run.started_at.trim_end_matches('Z');
        line(&mut out, 1, &format!("<testsuite name=\"{name}\" {} time=\"{time:.3}\" timestamp=\"{begun}\">", tally(cases.iter())));
        for case in cases {
            write_case(&mut out, name, case, time);
        }
        line(&mut out, 1, "</testsuite>");
    }
    line(&mut out, 0, "</testsuites>");
    out
}

fn objectives(doc: &LoadDocument) -> Vec<Case> {
    let case = |s: &SloObject| {
        let seen = s.seen_text.clone().unwrap_or_default();
        let end = match (s.pass, &s.reason) {
            (Some(true), _) => End::Passed(seen),
            (Some(false), _) => End::Failed(format!("{}: {seen}", s.expr)),
            (None, reason) => End::Skipped(format!("inconclusive: {}", reason.as_ref().map_or("", |r| r.en.as_str()))),
        };
        Case { name: s.expr.clone(), end }
    };
    doc.slo.iter().map(case).collect()
}

fn checks(doc: &LoadDocument) -> Vec<Case> {
    let checks = doc.requests.checks.iter().map(|c| {
        let end = match c.share {
            None => End::Skipped("inconclusive: never made".to_owned()),
            Some(_) if c.failed == 0 => End::Passed(String::new()),
            Some(share) => End::Failed(format!("{} failed, passed {}", count(c.failed), percent(share))),
        };
        Case { name: c.name.clone(), end }
    });
    checks.collect()
}

fn quality(doc: &LoadDocument) -> Case {
    let why = doc.quality.reasons.iter().map(|r| r.en.as_str()).collect::<Vec<_>>().join("; ");
    let end = match doc.quality.validity {
        "invalid" => End::Skipped(format!("inconclusive: {why}")),
        _ => End::Passed(why),
    };
    Case { name: format!("the measurement is {}", doc.quality.validity), end }
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
fn escaped(text: &str) -> String {
    let text: String = clean(text, false).chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::fixture;
    use insta::assert_snapshot;

    #[test]
    fn what_failed_fails_and_what_cannot_be_told_is_skipped() {
        assert_snapshot!(junit(&fixture::failing().report), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="tightspot load" tests="9" failures="4" errors="0" skipped="1" time="30.000">
          <testsuite name="slo" tests="6" failures="3" errors="0" skipped="1" time="30.000" timestamp="2026-11-18T11:06:40.000">
            <testcase name="error_rate&lt;1% abort" classname="tightspot.slo" time="30.000">
              <failure message="error_rate&lt;1% abort: 1.2 %" type="slo"/>
            </testcase>
            <testcase name="p99&lt;20ms" classname="tightspot.slo" time="30.000">
              <system-out>3.08 ms</system-out>
            </testcase>
            <testcase name="p99{create-order}&lt;20ms" classname="tightspot.slo" time="30.000">
              <failure message="p99{create-order}&lt;20ms: 31.7 ms" type="slo"/>
            </testcase>
            <testcase name="p99.9{sign-in, once a user}&lt;1s" classname="tightspot.slo" time="30.000">
              <skipped message="inconclusive: not enough requests: p99.9 takes 1,001, there were 50"/>
            </testcase>
            <testcase name="checks&gt;=99%" classname="tightspot.slo" time="30.000">
              <failure message="checks&gt;=99%: 97 %" type="slo"/>
            </testcase>
            <testcase name="tps&gt;=490" classname="tightspot.slo" time="30.000">
              <system-out>500/s</system-out>
            </testcase>
          </testsuite>
          <testsuite name="checks" tests="2" failures="1" errors="0" skipped="0" time="30.000" timestamp="2026-11-18T11:06:40.000">
            <testcase name="status is 201" classname="tightspot.checks" time="30.000">
              <failure message="170 failed, passed 94 %" type="checks"/>
            </testcase>
            <testcase name="body has an id" classname="tightspot.checks" time="30.000"/>
          </testsuite>
          <testsuite name="quality" tests="1" failures="0" errors="0" skipped="0" time="30.000" timestamp="2026-11-18T11:06:40.000">
            <testcase name="the measurement is valid" classname="tightspot.quality" time="30.000"/>
          </testsuite>
        </testsuites>
        "#);
        assert_snapshot!(junit(&fixture::invalid().report), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="tightspot load" tests="4" failures="0" errors="0" skipped="3" time="10.000">
          <testsuite name="slo" tests="3" failures="0" errors="0" skipped="2" time="10.000" timestamp="2026-11-18T11:06:40.000">
            <testcase name="p99&lt;300ms" classname="tightspot.slo" time="10.000">
              <skipped message="inconclusive: the generator was the limit (requests left late: send lag p99 48.1 ms, at most 1 ms is allowed)"/>
            </testcase>
            <testcase name="max&lt;5s" classname="tightspot.slo" time="10.000">
              <system-out>970 ms</system-out>
            </testcase>
            <testcase name="p99.99&lt;1s" classname="tightspot.slo" time="10.000">
              <skipped message="inconclusive: not enough requests: p99.99 takes 10,001, there were 3,000"/>
            </testcase>
          </testsuite>
          <testsuite name="quality" tests="1" failures="0" errors="0" skipped="1" time="10.000" timestamp="2026-11-18T11:06:40.000">
            <testcase name="the measurement is invalid" classname="tightspot.quality" time="10.000">
              <skipped message="inconclusive: requests left late: send lag p99 48.1 ms, at most 1 ms is allowed; the generator was busy 97 % of its core, above 70 % it is the limit itself"/>
            </testcase>
          </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn it_is_well_formed_whatever_the_names_are() {
        let mut cases = fixture::all();
        for case in &mut cases {
            let evil = crate::load::CheckRow { name: "a<b> & \"c\" \u{1}\u{1b}[2J ]]>".to_owned(), passed: 1, failed: 1 };
            case.report.checks.push(evil);
            well_formed(&junit(&case.report));
        }
    }

    /// Tags nest and close, attributes are quoted, nothing is left unescaped, and no character is one that XML forbids.
    fn well_formed(xml: &str) {
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

    fn text_is_escaped(text: &str) {
        for (at, _) in text.match_indices('&') {
            assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|e| text[at..].starts_with(e)), "{text}");
        }
        assert!(!text.contains('<'), "{text}");
    }
}
