//! The file of each kind of verdict, and that nothing in it becomes markup.

use super::*;
use crate::fixture::{self, Case as Run};
use crate::junit::{escaped, said as says, well_formed};
use model::message;

fn said(case: Run, objectives: &[&str]) -> String {
    let mut j = Judged::new(case.run, case.diagnosis);
    j.run.info.objectives = objectives.iter().map(|o| (*o).to_owned()).collect();
    let xml = String::from_utf8(OUTPUT.render(&j, &TextOptions::default()).expect("a file")).expect("text");
    well_formed(&xml);
    xml
}

/// The last lines of each file, of a run that is valid and whole.
const VALID: &str = r#"  <testsuite name="quality" tests="2" failures="0" errors="0" skipped="0" time="36.000" timestamp="2026-11-18T11:06:40.000">
    <testcase name="the measurement is valid" classname="tightspot.quality" time="36.000"/>
    <testcase name="the run came to its end" classname="tightspot.quality" time="36.000"/>
  </testsuite>
</testsuites>
"#;

#[test]
fn a_named_cause_and_a_missed_objective_fail_and_what_cannot_be_told_is_skipped() {
    let case = fixture::found();
    let (doc, options) = (Document::of(&case.run, &case.diagnosis), TextOptions::default());
    let verdict = named(&Lines { doc: &doc, opts: &options, lang: Lang::En, most: Most::ALL[0] });
    let first = format!("{} [connection-held-across-remote-call] · ", doc.verdict.headline.en);
    assert!(verdict.starts_with(&first) && verdict.contains("51.4 ms") && verdict.contains("2,100/s"), "{verdict}");
    assert!(verdict.ends_with(&format!(" · {}", words::say(&message!("connection-held-across-remote-call/fix"), Lang::En))), "{verdict}");
    let seen = |objective: &str| message!("objectives/seen-at", objective: name(objective), seen: name("112 ms"), rate: PerSecond(150.0));
    let missed = message!("objectives/holds-to", says: (seen("mean<80ms")), rate: PerSecond(113.0));
    let held = message!("objectives/beyond", says: (seen("mean<150ms")), seen: name("262 ms"), rate: PerSecond(184.0));
    let few = message!("load/too-few", metric: name("p99.99"), needed: Count(10_001.0), came: Count(1_199.0));
    let (missed, held, few, verdict) = (says(&missed), says(&held), says(&few), escaped(&verdict));
    let want = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="tightspot why" tests="7" failures="2" errors="0" skipped="2" time="36.000">
  <testsuite name="slo" tests="3" failures="1" errors="0" skipped="1" time="36.000" timestamp="2026-11-18T11:06:40.000">
    <testcase name="mean&lt;80ms" classname="tightspot.slo" time="36.000">
      <failure message="{missed}" type="slo"/>
    </testcase>
    <testcase name="mean&lt;150ms" classname="tightspot.slo" time="36.000">
      <system-out>{held}</system-out>
    </testcase>
    <testcase name="p99.99&lt;1s" classname="tightspot.slo" time="36.000">
      <skipped message="inconclusive: {few}"/>
    </testcase>
  </testsuite>
  <testsuite name="findings" tests="2" failures="1" errors="0" skipped="1" time="36.000" timestamp="2026-11-18T11:06:40.000">
    <testcase name="verdict" classname="tightspot.findings" time="36.000">
      <failure message="{verdict}" type="findings"/>
    </testcase>
    <testcase name="allocation-heavy" classname="tightspot.findings" time="36.000">
      <skipped message="holds, and is not what is named: the collector takes 4 % of the time at 190/s"/>
    </testcase>
  </testsuite>
{VALID}"#
    );
    assert_eq!(said(case, &["mean<80ms", "mean<150ms", "p99.99<1s"]), want);
}

#[test]
fn no_verdict_is_no_pass() {
    let case = fixture::inconclusive();
    let verdict = format!("{} {}", says(&message!("text/not-clear")), says(&case.diagnosis.verdict.reason));
    let want = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="tightspot why" tests="3" failures="0" errors="0" skipped="1" time="36.000">
  <testsuite name="findings" tests="1" failures="0" errors="0" skipped="1" time="36.000" timestamp="2026-11-18T11:06:40.000">
    <testcase name="verdict" classname="tightspot.findings" time="36.000">
      <skipped message="inconclusive: {verdict}"/>
    </testcase>
  </testsuite>
{VALID}"#
    );
    assert_eq!(said(case, &[]), want);
    let limited = said(fixture::generator_limited(), &["mean<1ms"]);
    assert!(limited.contains("tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"3\""), "{limited}");
    assert!(said(fixture::none(), &[]).contains("failures=\"0\" errors=\"0\" skipped=\"0\""));
}

#[test]
fn an_error_that_ended_the_run_fails_and_names_are_no_markup() {
    let mut j = Judged::new(fixture::found().run, fixture::found().diagnosis);
    j.error = Some(serde_json::json!({ "what": "40 % of <all> \"requests\" & \u{1}more failed" }));
    j.diagnosis.verdict.site = "Shop.<init>".to_owned();
    j.run.info.objectives = vec!["mean{<a>}<1s".to_owned()];
    for lang in Lang::ALL {
        let xml = String::from_utf8(OUTPUT.render(&j, &TextOptions { lang, ..TextOptions::default() }).expect("a file")).expect("text");
        well_formed(&xml);
        assert!(
            xml.contains("<failure message=\"40 % of &lt;all&gt; &quot;requests&quot; &amp; more failed\" type=\"quality\"/>"),
            "{xml}"
        );
        assert!(!xml.chars().any(|c| ('가'..='힣').contains(&c)), "English in every language: {xml}");
    }
}
