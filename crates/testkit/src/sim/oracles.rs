//! The simulator against theory: closed forms, exact mean value analysis, Little's law. 1 % is the limit; lengths are chosen so that three
//! standard errors of the estimate stay below it.

use super::bench::{Figures, measure};
use super::closed_form::{Station, erlang_c_ms, mean_value, shared_ms};
use super::service::{Overheads, Query, Step, Work};
use super::{Load, Service, Time};

fn agree(seen: f64, theory: f64) {
    assert!((seen / theory - 1.0).abs() < 0.01, "seen {seen}, theory {theory}");
}

fn bare(step: Step) -> Service {
    Service { workers: u32::MAX, ..Service::new(vec![step]).bare() }
}

fn open(service: &Service, per_ms: f64, answers: usize) -> Figures {
    measure(service, 3, Load::Poisson(per_ms * 1e3, u32::MAX), 20_000, answers)
}

#[test]
fn one_worker_is_an_m_m_1_queue() {
    let service = Service { workers: 1, ..bare(Step::Remote(0, Time::exponential(1.0))) };
    let seen = open(&service, 0.5, 1_000_000);
    agree(seen.response_ms, erlang_c_ms(0.5, 1.0, 1));
}

#[test]
fn some_workers_are_an_m_m_c_queue() {
    let service = Service { workers: 4, ..bare(Step::Remote(0, Time::exponential(4.0))) };
    let seen = open(&service, 0.6, 600_000);
    agree(seen.response_ms, erlang_c_ms(0.6, 4.0, 4));
}

#[test]
fn a_core_shared_by_all_depends_on_the_mean_of_the_work_alone() {
    for time in [Time::exponential(1.0), Time::lognormal(1.0, 1.0), Time::constant(1.0)] {
        let seen = open(&bare(Step::Cpu(time, Work::Framework)), 0.5, 800_000);
        agree(seen.response_ms, shared_ms(0.5, 1.0));
    }
}

/// CPU 2 ms, database 3 ms on one core, and 10 ms elsewhere.
fn network() -> (Service, [Station; 3]) {
    let query = Query {
        cpu: Time::exponential(3.0),
        io: Time::constant(0.0),
        network_ms: 0.0,
        client: Time::constant(0.0),
        text: "select 1",
        row_of: None,
    };
    let program = vec![Step::Cpu(Time::exponential(2.0), Work::Framework), Step::Query(query), Step::Remote(0, Time::exponential(10.0))];
    let station = |demand_ms, delay| Station { demand_ms, delay };
    (Service { workers: u32::MAX, ..Service::new(program).bare() }, [station(2.0, false), station(3.0, false), station(10.0, true)])
}

#[test]
fn closed_networks_follow_mean_value_analysis() {
    let (service, stations) = network();
    for users in [1, 3, 6, 12, 40] {
        let seen = measure(&service, 5, Load::Closed(users), 2_000, 150_000);
        let (per_ms, response) = mean_value(&stations, users);
        agree(seen.per_ms, per_ms);
        agree(seen.response_ms, response);
    }
}

#[test]
fn littles_law_holds_with_everything_switched_on() {
    let service = crate::sim::tests::busy();
    let seen = measure(&service, 8, Load::Closed(24), 500, 20_000);
    agree(seen.inside, 24.0);
    assert!(service.overheads != Overheads { poller: 0.0, ..service.overheads.clone() });
}

#[test]
fn a_pool_caps_throughput_at_its_size_over_the_hold() {
    // the way to the database is the hold: nothing else of it takes time
    let mut service = Service::new(vec![super::service::transaction(vec![Step::Remote(0, Time::exponential(20.0))])]).bare();
    service.pool = 7;
    let seen = measure(&service, 2, Load::Closed(60), 2_000, 100_000);
    agree(seen.per_ms, 7.0 / 20.0);
}

#[test]
fn a_quota_of_half_a_core_halves_a_busy_core() {
    let mut service = bare(Step::Cpu(Time::exponential(1.0), Work::Framework));
    let whole = measure(&service, 2, Load::Closed(8), 1_000, 60_000);
    service.cpu.quota = Some(0.5);
    let half = measure(&service, 2, Load::Closed(8), 1_000, 60_000);
    agree(half.per_ms, whole.per_ms / 2.0);
}
