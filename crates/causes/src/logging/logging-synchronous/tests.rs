//! Fires when the log is what requests queue for; quiet about locks of the application and about small shares.

use crate::tests::built::{on_a_full_core, replace_stack};
use crate::tests::verdict;
use diagnose::{Diagnosis, EvidenceLevel, Hypothesis, Status};
use model::{Labels, Observation, Run, Series, Value, signal};
use testkit::{LevelSpec, LoopSpec, RareSpec, RunBuilder};

/// Each request flushes a line to the disk, 1.8 ms, one at a time.
fn flushing(noise: f64) -> Run {
    RunBuilder::new()
        .usual_levels(540.0, |f, l| LevelSpec {
            rare: RareSpec { log_lock: noise * if f >= 1.0 { 40.0 } else { f * f }, log_write: 1.8, ..RareSpec::default() },
            ..l
        })
        .build()
}

fn said(d: &Diagnosis) -> &Hypothesis {
    d.hypothesis("logging-synchronous").unwrap()
}

#[test]
fn fires_and_says_what_the_writer_does() {
    for noise in [0.7, 1.0, 1.4] {
        let d = verdict(flushing(noise));
        let h = said(&d);
        assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:#?}");
        assert_eq!(d.verdict.cause, Some("logging-synchronous"), "{:#?}", d.verdict);
        assert!(h.weight > 0.8, "{h:?}");
        let waits_for = h.reason.find("logging-synchronous/holds").and_then(|m| m.arg("place"));
        let does = h.reason.find("facts/inside").and_then(|m| m.arg("what"));
        assert_eq!((waits_for, does), (Some(&Value::kind("lock")), Some(&Value::kind("waiting-disk"))), "{}", h.reason);
    }
}

#[test]
fn a_lock_of_the_application_is_not_the_log() {
    let run = RunBuilder::new()
        .usual_levels(250.0, |f, l| LevelSpec {
            lock: if f >= 1.0 { 120.0 } else { 3.0 * f },
            rare: RareSpec { lock_held_remote: 3.8, ..RareSpec::default() },
            ..l
        })
        .build();
    assert_eq!(said(&verdict(run)).status, Status::Rejected);
}

#[test]
fn a_line_of_log_that_costs_the_same_at_every_load_is_no_cause() {
    let run =
        RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { rare: RareSpec { log_write: 0.8, ..RareSpec::default() }, ..l }).build();
    let d = verdict(run);
    assert_eq!(said(&d).status, Status::Secondary, "{:#?}", said(&d));
    assert_eq!(d.verdict.cause, None);
}

#[test]
fn a_healthy_service_does_not_log_too_much() {
    assert_eq!(said(&verdict(RunBuilder::new().usual_levels(300.0, |_, l| l).build())).status, Status::Rejected);
}

#[test]
fn is_not_observable_without_stacks() {
    let run = RunBuilder::new().without("wall-stacks").usual_levels(200.0, |_, l| l).build();
    assert_eq!(said(&verdict(run)).status, Status::NotObservable);
}

/// 1.1 ms of CPU per request, `lines` of it for writing log lines.
fn chattering(lines: f64) -> Run {
    let mut run = RunBuilder::new()
        .usual_levels(800.0, |f, l| LevelSpec { cpu_site: lines, cpu_framework: 1.0 - lines, ..on_a_full_core(f, l) })
        .build();
    replace_stack(
        &mut run,
        "shop.orders.Convert.toDto",
        &[
            "org.apache.catalina.connector.CoyoteAdapter.service",
            "shop.orders.Catalogue.price",
            "ch.qos.logback.classic.Logger.debug",
            "ch.qos.logback.core.OutputStreamAppender.append",
            "java.lang.StringBuilder.append",
        ],
    );
    run
}

#[test]
fn log_lines_that_the_cpu_is_full_of_are_told_and_not_named() {
    let d = verdict(chattering(0.85));
    let h = said(&d);
    assert_eq!((h.status, d.verdict.cause, h.site.as_str()), (Status::Secondary, None, "Catalogue.price"), "{h:#?}");
    assert!(h.reason.is("logging-synchronous/cpu-full-unwritten"), "{h:?}");
}

#[test]
fn log_lines_of_many_kilobytes_a_request_fill_the_cpu_in_vain() {
    let writing = |bytes_per_request: f64| {
        let mut run = chattering(0.85);
        let mut s = Series::new(signal::PROCESS_FILE_WRITES, Labels::new());
        let mut total = 0.0;
        for p in run.phases.clone() {
            let end = p.end.expect("it ended");
            s.push(p.start, total);
            total += bytes_per_request * run.attempts_of(&p.id).count() as f64;
            s.push(end, total);
        }
        run.apply(Observation::Series(s));
        said(&verdict(run)).clone()
    };
    let (loud, quiet) = (writing(40_000.0), writing(200.0));
    let written_kb =
        |h: &Hypothesis| h.reason.find("logging-synchronous/written").and_then(|m| m.figure("bytes")).map(|b| (b / 100.0).round() / 10.0);
    assert_eq!((loud.evidence, written_kb(&loud)), (EvidenceLevel::Explains, Some(40.0)), "{loud:#?}");
    assert!(loud.reason.is("logging-synchronous/cpu-full"), "{loud:#?}");
    assert_eq!((quiet.status, written_kb(&quiet)), (Status::Rejected, Some(0.2)), "{quiet:#?}");
    assert!(quiet.reason.is("logging-synchronous/few-lines"), "{quiet:#?}");
    let piped = writing(0.0);
    assert!(piped.status == Status::Secondary && piped.reason.is("logging-synchronous/cpu-full-unwritten"), "{piped:#?}");
}

#[test]
fn a_third_of_the_cpu_for_log_lines_is_no_cause() {
    let d = verdict(chattering(0.35));
    assert_eq!((said(&d).status, d.verdict.cause), (Status::Rejected, None), "{:#?}", said(&d));
}

/// 2.4 ms of callbacks on a loop that has one core of two, of which log lines compute for `log.0` and are blocked for `log.1`.
fn on_a_full_loop(log: (f64, f64)) -> Diagnosis {
    let run = RunBuilder::node(2)
        .usual_loop_levels(400.0, |f, l| {
            let delay = if f >= 1.0 { 140.0 } else { 2.4 * f / 2.0 / (1.0 - f) };
            LoopSpec { delay, framework: 2.4 - log.0 - log.1, log, ..l }
        })
        .build();
    verdict(run)
}

#[test]
fn an_event_loop_that_waits_for_each_line_is_full_of_its_log() {
    let d = on_a_full_loop((0.5, 0.6));
    let h = said(&d);
    assert_eq!((h.status, h.evidence, h.site.as_str()), (Status::Supported, EvidenceLevel::Explains, "render (page.js:41)"), "{h:#?}");
    assert_eq!(d.verdict.cause, Some("logging-synchronous"), "{:#?}", d.verdict);
    let hundredths = |id: &str, figure: &str| h.reason.find(id).and_then(|m| m.figure(figure)).map(|v| (v * 100.0).round());
    assert_eq!(hundredths("logging-synchronous/keeps-loop", "share"), Some(46.0), "{}", h.reason);
    assert_eq!(hundredths("logging-synchronous/blocked", "blocked"), Some(60.0), "{}", h.reason);
}

#[test]
fn lines_that_do_not_block_the_loop_are_told_and_not_named() {
    let d = on_a_full_loop((1.1, 0.0));
    assert_eq!((said(&d).status, d.verdict.cause), (Status::Secondary, None), "{:#?}", said(&d));
}

#[test]
fn a_loop_blocked_by_another_call_is_not_full_of_its_log() {
    let d = on_a_full_loop((0.2, 0.2));
    assert_eq!((said(&d).status, d.verdict.cause), (Status::Rejected, None), "{:#?}", said(&d));
}
