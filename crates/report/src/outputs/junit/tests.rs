//! The file of each kind of verdict, and that nothing in it becomes markup.

use super::*;
use crate::fixture::{self, Case as Run};
use crate::junit::well_formed;
use insta::assert_snapshot;

fn said(case: Run, objectives: &[&str]) -> String {
    let mut j = Judged::new(case.run, case.diagnosis);
    j.run.info.objectives = objectives.iter().map(|o| (*o).to_owned()).collect();
    let xml = String::from_utf8(OUTPUT.render(&j, &TextOptions::default()).expect("a file")).expect("text");
    well_formed(&xml);
    xml
}

#[test]
fn a_named_cause_and_a_missed_objective_fail_and_what_cannot_be_told_is_skipped() {
    assert_snapshot!(said(fixture::found(), &["mean<80ms", "mean<150ms", "p99.99<1s"]), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="tightspot why" tests="7" failures="2" errors="0" skipped="2" time="36.000">
      <testsuite name="slo" tests="3" failures="1" errors="0" skipped="1" time="36.000" timestamp="2026-11-18T11:06:40.000">
        <testcase name="mean&lt;80ms" classname="tightspot.slo" time="36.000">
          <failure message="mean&lt;80ms: 112 ms at 150/s (holds up to 113/s)" type="slo"/>
        </testcase>
        <testcase name="mean&lt;150ms" classname="tightspot.slo" time="36.000">
          <system-out>mean&lt;150ms: 112 ms at 150/s (not at saturation: 262 ms at 184/s)</system-out>
        </testcase>
        <testcase name="p99.99&lt;1s" classname="tightspot.slo" time="36.000">
          <skipped message="inconclusive: not enough requests: p99.99 takes 10,001, there were 1,199"/>
        </testcase>
      </testsuite>
      <testsuite name="findings" tests="2" failures="1" errors="0" skipped="1" time="36.000" timestamp="2026-11-18T11:06:40.000">
        <testcase name="verdict" classname="tightspot.findings" time="36.000">
          <failure message="A database connection is held while another service is called. [connection-held-across-remote-call] · a connection of pool &quot;HikariPool-1&quot; (size 10) is held 51.4 ms; 49 ms of it is in a remote call to auth:9000 inside a transaction · at MemberService.find:41 · limits the service to 190/s; fixed: at most 2,100/s (next limit: CPU of the service; else 2,910/s) · make the remote call before (or after) the transaction; keep the transaction on the repository" type="findings"/>
        </testcase>
        <testcase name="allocation-heavy" classname="tightspot.findings" time="36.000">
          <skipped message="holds, and is not what is named: the collector takes 4 % of the time at 190/s"/>
        </testcase>
      </testsuite>
      <testsuite name="quality" tests="2" failures="0" errors="0" skipped="0" time="36.000" timestamp="2026-11-18T11:06:40.000">
        <testcase name="the measurement is valid" classname="tightspot.quality" time="36.000"/>
        <testcase name="the run came to its end" classname="tightspot.quality" time="36.000"/>
      </testsuite>
    </testsuites>
    "#);
}

#[test]
fn no_verdict_is_no_pass() {
    assert_snapshot!(said(fixture::inconclusive(), &[]), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="tightspot why" tests="3" failures="0" errors="0" skipped="1" time="36.000">
      <testsuite name="findings" tests="1" failures="0" errors="0" skipped="1" time="36.000" timestamp="2026-11-18T11:06:40.000">
        <testcase name="verdict" classname="tightspot.findings" time="36.000">
          <skipped message="inconclusive: The cause is not clear. 20.1 ms of 22.6 ms at 152/s are spent outside what is seen of the service (the times add up at 0 of 3 levels): look between client and service"/>
        </testcase>
      </testsuite>
      <testsuite name="quality" tests="2" failures="0" errors="0" skipped="0" time="36.000" timestamp="2026-11-18T11:06:40.000">
        <testcase name="the measurement is valid" classname="tightspot.quality" time="36.000"/>
        <testcase name="the run came to its end" classname="tightspot.quality" time="36.000"/>
      </testsuite>
    </testsuites>
    "#);
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
