//! JUnit XML: a suite of the objectives, one of the checks, one of the measurement itself. What could not be judged is skipped, never passed.

use crate::junit::{Case, End, Report};
use crate::load::LoadReport;
use crate::load::document::LoadDocument;
use crate::{Output, RenderError, TextOptions};
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

/// The three suites; one without cases is left out.
pub(crate) fn junit(report: &LoadReport) -> String {
    let doc = LoadDocument::of(report);
    let suites = [("slo", objectives(&doc)), ("checks", checks(&doc)), ("quality", vec![quality(&doc)])];
    Report { command: "load", begun: &doc.run.started_at, time_s: doc.run.duration_s, suites: &suites }.xml()
}

fn objectives(doc: &LoadDocument) -> Vec<Case> {
    doc.slo.iter().map(Case::of_objective).collect()
}

fn checks(doc: &LoadDocument) -> Vec<Case> {
    let checks = doc.requests.checks.iter().map(|c| {
        let end = match c.share {
            None => End::inconclusive("never made"),
            Some(_) if c.failed == 0 => End::Passed(String::new()),
            Some(share) => End::Failed(format!("{} failed, passed {}", count(c.failed), percent(share))),
        };
        Case { name: c.name.clone(), end }
    });
    checks.collect()
}

fn quality(doc: &LoadDocument) -> Case {
    Case::of_quality(&doc.quality)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::junit::{said as says, well_formed};
    use crate::load::fixture;
    use model::message;

    #[test]
    fn what_failed_fails_and_what_cannot_be_told_is_skipped() {
        let too_few = |metric: &str, needed: f64, came: f64| {
            says(&message!("load/too-few", metric: name(metric), needed: Count(needed), came: Count(came)))
        };
        let few = too_few("p99.9", 1_001.0, 50.0);
        let failing = format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="tightspot load" tests="9" failures="4" errors="0" skipped="1" time="30.000">
  <testsuite name="slo" tests="6" failures="3" errors="0" skipped="1" time="30.000" timestamp="2026-11-18T11:06:40.000">
    <testcase name="error_rate&lt;1% abort" classname="tightspot.slo" time="30.000">
      <failure message="error_rate&lt;1% abort: 1.2 %" type="slo"/>
    </testcase>
    <testcase name="p99&lt;20ms" classname="tightspot.slo" time="30.000">
      <system-out>3.08 ms</system-out>
    </testcase>
    <testcase name="p99{{create-order}}&lt;20ms" classname="tightspot.slo" time="30.000">
      <failure message="p99{{create-order}}&lt;20ms: 31.7 ms" type="slo"/>
    </testcase>
    <testcase name="p99.9{{sign-in, once a user}}&lt;1s" classname="tightspot.slo" time="30.000">
      <skipped message="inconclusive: {few}"/>
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
"#
        );
        assert_eq!(junit(&fixture::failing().report), failing);
        let few = too_few("p99.99", 10_001.0, 3_000.0);
        let late = fixture::invalid().report.quality.reasons[0].clone();
        let limit = says(&message!("load/generator-limit-because", why: (late)));
        let invalid = format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="tightspot load" tests="4" failures="0" errors="0" skipped="3" time="10.000">
  <testsuite name="slo" tests="3" failures="0" errors="0" skipped="2" time="10.000" timestamp="2026-11-18T11:06:40.000">
    <testcase name="p99&lt;300ms" classname="tightspot.slo" time="10.000">
      <skipped message="inconclusive: {limit}"/>
    </testcase>
    <testcase name="max&lt;5s" classname="tightspot.slo" time="10.000">
      <system-out>970 ms</system-out>
    </testcase>
    <testcase name="p99.99&lt;1s" classname="tightspot.slo" time="10.000">
      <skipped message="inconclusive: {few}"/>
    </testcase>
  </testsuite>
  <testsuite name="quality" tests="1" failures="0" errors="0" skipped="1" time="10.000" timestamp="2026-11-18T11:06:40.000">
    <testcase name="the measurement is invalid" classname="tightspot.quality" time="10.000">
      <skipped message="inconclusive: requests left late: send lag p99 48.1 ms, at most 1 ms is allowed; the generator was busy 97 % of its core, above 70 % it is the limit itself"/>
    </testcase>
  </testsuite>
</testsuites>
"#
        );
        assert_eq!(junit(&fixture::invalid().report), invalid);
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
}
