//! Fires when a runtime made for many CPUs spends a small quota; quiet when the numbers agree.

use super::CAUSE;
use crate::tests::verdict;
use diagnose::Analysis;
use diagnose::{Diagnosis, Status};
use model::{Labels, Observation, Run, Runtime, Series, signal};
use testkit::{HostSpec, LevelSpec, RunBuilder};

/// `threads` collector threads under a quota of two cores on eight CPUs; `stopped`: share of throttled periods.
fn jvm(threads: u32, stopped: f64) -> Run {
    let host = HostSpec { throttled_periods: Some(stopped), throttled_time: stopped / 2.0, ..HostSpec::default() };
    let mut run = RunBuilder::new().with_quota(2.0).usual_levels(300.0, |_, l| LevelSpec { host: host.clone(), ..l }).build();
    run.environment.target.cpus = (0..8).collect();
    run.thread_comms.insert(60, "VM Thread".into());
    run.thread_comms.insert(61, "G1 Service".into());
    run.thread_comms.extend((0..threads).map(|n| (1000 + n, format!("GC Thread#{n}"))));
    run
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("cpu-count-misread").unwrap()
}

#[test]
fn fires_when_the_threads_are_for_many_more_cpus_and_the_quota_stops_them() {
    let d = verdict(jvm(8, 0.4));
    let h = said(&d);
    // preview: supported by itself, told as secondary by the judge
    assert_eq!((h.status, h.evidence.number()), (Status::Secondary, 1), "{h:#?}");
    let observed = h.reason.find("cpu-count-misread/observed").unwrap();
    assert_eq!((observed.figure("counted"), observed.figure("allowed")), (Some(8.0), Some(2.0)), "{}", h.reason);
    assert_eq!(observed.find("cpu-count-misread/collector-threads").and_then(|m| m.figure("threads")), Some(8.0), "{}", h.reason);
    assert!((h.reason.figure("stopped").unwrap() - 0.4).abs() < 0.01, "{}", h.reason);
}

#[test]
fn the_number_alone_is_a_fact_and_no_cause() {
    let d = verdict(jvm(8, 0.0));
    assert_eq!((said(&d).status, said(&d).evidence.number()), (Status::Secondary, 0), "{:#?}", said(&d));
    assert!(said(&d).claims.is_empty());
}

#[test]
fn is_rejected_when_the_numbers_agree_or_few_threads_were_needed_yet() {
    assert_eq!(said(&verdict(jvm(2, 0.4))).status, Status::Rejected);
    assert_eq!(said(&verdict(jvm(1, 0.4))).status, Status::Rejected);
}

#[test]
fn what_the_machine_says_itself_holds_against_the_number_of_its_threads() {
    let saying = |n: f64| {
        let mut run = jvm(8, 0.4);
        let mut s = Series::new(signal::RUNTIME_CPU_COUNT, Labels::new());
        s.push(run.phases[0].start, n);
        run.apply(Observation::Series(s));
        said(&verdict(run)).clone()
    };
    assert_eq!(saying(2.0).status, Status::Rejected);
    let of_16 = saying(16.0);
    let observed = of_16.reason.find("cpu-count-misread/observed").unwrap();
    assert_eq!((observed.figure("counted"), observed.figure("allowed")), (Some(16.0), Some(2.0)), "{of_16:#?}");
    assert!(observed.says("cpu-count-misread/says-itself"), "{of_16:#?}");
}

#[test]
fn threads_that_were_asked_for_tell_nothing() {
    let mut run = jvm(8, 0.4);
    run.environment.target.command = "java -XX:ParallelGCThreads=8 -jar app.jar".into();
    assert_eq!(said(&verdict(run)).status, Status::NotObservable);
    let mut run = jvm(8, 0.4);
    run.environment.target.command = "java -XX:ActiveProcessorCount=2 -jar app.jar".into();
    assert_eq!(said(&verdict(run)).status, Status::Rejected);
}

#[test]
fn go_reads_quotas_from_1_25_on() {
    // the stacks of this run are Java's, so a judge of Go would not know them: the cause is asked by itself
    for (version, status) in [("1.24.3", Status::Supported), ("1.25.0", Status::NotObservable)] {
        let mut run = jvm(0, 0.4);
        run.environment.target.runtime = Runtime::named("go");
        run.environment.target.runtime_version = version.into();
        assert_eq!(CAUSE.hypothesis(&Analysis::of(&run)).status, status, "{version}");
    }
}

#[test]
fn is_not_observable_without_the_threads() {
    let run = RunBuilder::new().without("thread-schedule").usual_levels(200.0, |_, l| l).build();
    assert_eq!(said(&verdict(run)).status, Status::NotObservable);
}
