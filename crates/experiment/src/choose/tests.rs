//! Choices by table: which experiment tells which causes apart, from one situation.

use super::*;
use crate::situation::Held;
use model::Value;

const HELD: &str = "connection-held-across-remote-call";
const SMALL: &str = "connection-pool-too-small";
const DATABASE: &str = "database-cpu-saturated";

fn situation(ceiling_of_cpu: f64) -> Situation {
    let held = |limit, held_ms, steady_ms| Some(Held { limit, held_ms, steady_ms, unqueued_ms: held_ms });
    Situation {
        connections: 128,
        per_s: 200.0,
        response_ms: 640.0,
        pool_name: "p".into(),
        pool: held(10.0, 50.0, 45.0),
        workers_name: "w".into(),
        workers: held(500.0, 50.0, 45.0),
        cpu: held(1.0, 1e3 / ceiling_of_cpu, 0.0),
        database: None,
    }
}

fn candidates(held: Status, small: Status) -> [Candidate<'static>; 3] {
    let pool = Mechanism::full(ResourceKind::ConnectionPool);
    [
        Candidate { cause: HELD, mechanism: pool.across_remote_calls().by(Factor::RemoteTime), status: held, weight: 0.9 },
        Candidate { cause: SMALL, mechanism: pool.by(Factor::PoolSize), status: small, weight: 0.9 },
        Candidate { cause: DATABASE, mechanism: Mechanism::full(ResourceKind::DatabaseCpu), status: Status::Rejected, weight: 0.0 },
    ]
}

const POOL: Available = Available { factor: Factor::PoolSize, current: 10.0 };
const DELAY: Available = Available { factor: Factor::RemoteTime, current: 0.0 };
const CPU: Available = Available { factor: Factor::Cpu, current: 1.0 };

#[test]
fn a_delay_tells_a_call_inside_the_hold_from_a_small_pool() {
    let all = candidates(Status::Supported, Status::Rejected);
    let c = choose(HELD, &all, &[SMALL, DATABASE], &situation(700.0), &[POOL, CPU, DELAY]).unwrap();
    assert_eq!((c.factor, c.can_prove, c.doses.len()), (Factor::RemoteTime, true, 2));
    assert_eq!(c.doses.iter().map(|d| d.value).collect::<Vec<_>>(), [5.0, 10.0]);
    assert_eq!((&*c.reason.id, c.reason.arg("rival")), ("choose/predictions", Some(&Value::name(SMALL))), "{}", c.reason);
}

#[test]
fn a_knob_that_helps_under_both_hypotheses_is_not_chosen_and_the_missing_one_is_named() {
    let all = candidates(Status::Supported, Status::Rejected);
    let why = choose(HELD, &all, &[SMALL], &situation(700.0), &[POOL, CPU]).unwrap_err();
    assert_eq!((&*why.id, why.arg("factor")), ("choose/out-of-reach", Some(&Value::name("remote-delay-ms"))), "{why}");
    let can = why.find("choose/can-be-changed").and_then(|m| m.arg("factors"));
    assert_eq!(can, Some(&Value::name("pool-size, cpu-share")), "{why}");
    let forced = design(&all[0], &all, &[SMALL], &situation(700.0), POOL).unwrap();
    assert!(!forced.can_prove);
}

#[test]
fn a_larger_pool_is_the_experiment_for_a_pool_that_is_too_small() {
    let all = candidates(Status::Rejected, Status::Supported);
    let c = choose(SMALL, &all, &[DATABASE], &situation(700.0), &[POOL, CPU, DELAY]).unwrap();
    assert_eq!((c.factor, c.doses.iter().map(|d| d.value).collect::<Vec<_>>()), (Factor::PoolSize, vec![15.0, 20.0]));
    assert!(c.doses[1].rivals.iter().all(|r| r.cause == DATABASE), "{:?}", c.doses[1].rivals);
}

#[test]
fn where_the_next_limit_is_near_the_pool_is_made_smaller() {
    let all = candidates(Status::Rejected, Status::Supported);
    let c = choose(SMALL, &all, &[DATABASE], &situation(220.0), &[POOL]);
    // a smaller pool lowers throughput whatever limits: that tells nothing apart
    assert!(c.is_err() || c.unwrap().doses.last().unwrap().value < 10.0);
}

#[test]
fn what_could_not_be_looked_at_is_a_rival_that_is_not_rejected() {
    let all = candidates(Status::NotObservable, Status::Supported);
    let c = design(&all[1], &all, &[DATABASE], &situation(700.0), POOL).unwrap();
    assert!(c.doses[1].rivals.iter().any(|r| r.cause == HELD && !r.rejected), "{:?}", c.doses[1].rivals);
    // and it predicts the same of a larger pool, so that nothing would be told apart
    assert!(choose(SMALL, &all, &[DATABASE], &situation(700.0), &[POOL]).is_err());
}

#[test]
fn a_supported_cause_that_predicts_nothing_stands_in_the_way_of_a_proof() {
    let [held, small, _] = candidates(Status::Rejected, Status::Supported);
    let other = |status, weight| Candidate { cause: "index-missing", mechanism: Mechanism::OTHER, status, weight };
    assert_eq!(silent_rivals(SMALL, &[held, small, other(Status::Secondary, 0.9)]), ["index-missing"]);
    for quiet in [other(Status::Secondary, 0.1), other(Status::Untested, 0.9), other(Status::Rejected, 0.9)] {
        assert!(silent_rivals(SMALL, &[held, small, quiet]).is_empty(), "{quiet:?}");
    }
}

#[test]
fn a_live_rival_stands_before_decoys() {
    let all = candidates(Status::Supported, Status::Untested);
    let c = design(&all[0], &all, &[DATABASE], &situation(700.0), DELAY).unwrap();
    assert_eq!(c.doses[1].rivals.iter().map(|r| r.cause.as_str()).collect::<Vec<_>>(), [SMALL, DATABASE]);
    assert!(!c.doses[1].rivals[0].rejected && c.doses[1].rivals[1].rejected);
}
