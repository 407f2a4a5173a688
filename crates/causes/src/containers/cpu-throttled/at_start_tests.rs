//! In a start the quota stands beside code that is cold, and is the candidate where the code is not.

use crate::tests::built_start::{Start, start};
use crate::tests::verdict;
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::Run;
use testkit::{HostSpec, LevelSpec};

/// A start on a quota of half a core that stops threads in `share` of the periods; a request of the first nine seconds costs `cpu_ms`;
/// the hypervisor has `stolen_cores` of the only CPU.
fn start_on_quota(share: Option<f64>, cpu_ms: f64, stolen_cores: f64) -> Run {
    let host = HostSpec { throttled_periods: share, stolen_cores, ..HostSpec::default() };
    let first = LevelSpec {
        compiler_cores: 0.2,
        cpu_framework: 300.0,
        request_cpu: Some(cpu_ms),
        process_cpu: cpu_ms + 1.0,
        host,
        ..Start::cold()
    };
    let mut run = start(&Start { first, slow_s: 9, ..Start::default() });
    run.environment.target.cpu_quota = Some(0.5);
    run
}

fn said(d: &Diagnosis) -> &diagnose::Hypothesis {
    d.hypothesis("cpu-throttled").unwrap()
}

#[test]
fn stands_beside_cold_code_that_a_warm_up_cures() {
    let d = verdict(start_on_quota(Some(0.95), 6.0, 0.0));
    assert_eq!(d.verdict.cause, Some("jit-cold"), "{:#?} {:#?}", d.verdict, said(&d));
    assert!(said(&d).reason.is("cpu-throttled/at-start") && said(&d).weight > 0.2, "{:#?}", said(&d));
}

#[test]
fn is_the_candidate_where_a_request_costs_what_it_costs_when_warm() {
    let d = verdict(start_on_quota(Some(0.95), 0.6, 0.0));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    assert_eq!(said(&d).status, Status::Untested, "{:#?}", said(&d));
    let reason = &d.verdict.reason;
    assert!(reason.is("judge/candidate-undecided") && reason.says("cpu-throttled/at-start"), "{reason}");
}

#[test]
fn a_quota_that_stops_nobody_or_leaves_no_cpu_is_rejected() {
    for (share, stolen) in [(0.0, 0.0), (0.95, 0.9)] {
        let d = verdict(start_on_quota(Some(share), 6.0, stolen));
        assert_eq!(said(&d).status, Status::Rejected, "{share} {stolen} {:#?}", said(&d));
    }
    let unread = verdict(start_on_quota(None, 6.0, 0.0));
    assert_eq!(said(&unread).status, Status::NotObservable);
}

#[test]
fn a_quick_start_has_no_cause() {
    let mut run = start(&Start { slow_s: 0, ..Start::default() });
    run.environment.target.cpu_quota = Some(0.5);
    let d = verdict(run);
    assert_eq!((d.verdict.status, said(&d).status), (VerdictStatus::None, Status::Rejected), "{:#?}", d.verdict);
}
