//! A small round against simulated services: one of each family and some more. The published round is `cargo xtask judge`.

use crate::ALL;
use diagnose::{Stability, VerdictStatus, diagnose};
use model::Run;
use testkit::sim::round::{Answer, Round, Score, play};
use testkit::sim::table::totals;

/// Twice every family but some.
const SERVICES: u64 = 40;

fn answer(run: &Run) -> Answer {
    let d = diagnose(run, ALL);
    match (d.verdict.status, d.verdict.cause) {
        (VerdictStatus::Found, Some(c)) => Answer::Named(c.to_owned()),
        (VerdictStatus::None, _) => Answer::Healthy,
        (VerdictStatus::GeneratorLimited, _) => Answer::GeneratorLimited,
        _ => Answer::Abstained(d.verdict.reason.to_string()),
    }
}

#[test]
fn no_healthy_simulated_service_is_accused() {
    let named: Vec<&str> = ALL.iter().filter(|c| c.stability() == Stability::Stable).map(|c| c.id()).collect();
    let all = play(&Round { seed: 20, numbers: (0..SERVICES).collect(), without: None, threads: 2, edges: false }, &[&answer]).remove(0);
    let accused: Vec<_> =
        all.iter().filter(|j| matches!(j.score(&named), Score::Accused) || matches!(j.blind_score(&named), Score::Accused)).collect();
    assert!(accused.is_empty(), "{accused:#?}");
    assert!(totals(&all, &named).top1 >= 0.8, "{:#?}", all.iter().filter(|j| j.score(&named) != Score::Right).collect::<Vec<_>>());
}

#[test]
fn a_quota_that_binds_at_saturation_only_is_the_limit_and_what_the_free_cpus_would_allow_is_told() {
    use testkit::sim::service::{Service, Work, cpu, query, transaction};
    let mut service = Service::new(vec![cpu(1.0, Work::Framework), transaction(vec![query(0.1)])]);
    (service.cpu.cores, service.cpu.quota) = (2.0, Some(0.5));
    let d = diagnose(&testkit::sim::why(&service, 4, &testkit::sim::Watching::default()), ALL);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
    let limit = d.verdict.limit.as_ref().unwrap();
    assert_eq!((limit.name.figure("quota"), limit.name.figure("cpus")), (Some(0.5), Some(2.0)), "{:?}", limit.name);
    // half a core of two
    let pays = d.verdict.reason.find("judge/cure-pays").unwrap_or_else(|| panic!("{}", d.verdict.reason));
    let ratio = pays.figure("most").unwrap() / limit.per_s;
    assert!((2.5..4.2).contains(&ratio), "{ratio}");
}

#[test]
fn a_queue_before_workers_that_wait_for_the_pool_is_the_pools() {
    use testkit::sim::service::{Service, Work, cpu, query, remote, transaction};
    let mut service = Service::new(vec![cpu(1.0, Work::Framework), transaction(vec![query(0.2), remote(30.0)])]);
    (service.pool, service.workers) = (8, 16);
    let d = diagnose(&testkit::sim::why(&service, 4, &testkit::sim::Watching::default()), ALL);
    assert_eq!(d.verdict.cause, Some("connection-held-across-remote-call"), "{:#?}", d.verdict);
}

#[test]
fn a_service_that_fails_under_the_first_connections_is_looked_at_once_and_named() {
    use testkit::sim::service::{Service, Work, cpu, query, query_from_disk, transaction};
    let inner = transaction(vec![query_from_disk(5.0)]);
    let mut service = Service::new(vec![cpu(1.0, Work::Framework), transaction(vec![query(0.1), inner])]);
    (service.pool, service.pool_timeout_ms) = (4, 2_000.0);
    let run = testkit::sim::why(&service, 4, &testkit::sim::Watching::default());
    assert_eq!(run.measured_phases().map(|p| p.id.as_str()).collect::<Vec<_>>(), ["failing"]);
    let d = diagnose(&run, ALL);
    assert_eq!(d.verdict.cause, Some("connection-acquired-twice"), "{:#?}", d.verdict);
    // what fails at once has waited for nothing
    let mut refused = run;
    for batch in refused.attempts.values_mut().flatten() {
        batch.outcome.iter_mut().for_each(|o| *o = model::Outcome::ClientError as u8);
    }
    let d = diagnose(&refused, ALL);
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::Inconclusive, None), "{:#?}", d.verdict);
}

#[test]
fn a_pool_that_runs_dry_in_the_middle_of_an_open_level_is_leaking() {
    use testkit::sim::service::{Service, Work, cpu, query, remote, transaction};
    let mut service = Service::new(vec![cpu(1.0, Work::Framework), transaction(vec![query(0.1)]), remote(10.0)]);
    (service.cpu.cores, service.pool, service.pool_timeout_ms) = (2.0, 12, 2_000.0);
    for leak in [0.000_25, 0.000_5, 0.001] {
        service.leak = leak;
        let run = testkit::sim::why(&service, 4, &testkit::sim::Watching::default());
        let d = diagnose(&run, ALL);
        assert_eq!(d.verdict.cause, Some("connection-leaked"), "{leak}: {:#?}", d.verdict);
    }
}
