//! What holds for any simulated service.

use super::bench::measure;
use super::service::{Collector, Step, Work, cpu, query, remote, transaction};
use super::{Load, Service, Time};

/// A service with something of everything.
pub(super) fn busy() -> Service {
    let mut s = Service::new(vec![
        cpu(0.3, Work::Framework),
        Step::Lock(0, vec![cpu(0.05, Work::Application("shop.orders.Convert.toDto"))]),
        transaction(vec![query(0.5), remote(3.0), query(0.3)]),
        remote(2.0),
        Step::Log(1, Time::exponential(0.05)),
    ]);
    s.cpu.neighbours = 0.5;
    s.cpu.noise = 0.03;
    s.cpu.quota = Some(0.9);
    s.collector = Some(Collector { every_requests: 500.0, pause: Time::lognormal(10.0, 0.3), threads: 1.0 });
    s
}

#[test]
fn the_same_seed_gives_the_same_figures_and_another_gives_others() {
    let ask = |seed| measure(&busy(), seed, Load::Poisson(200.0, 100), 100, 3_000);
    assert_eq!(ask(1), ask(1));
    assert_ne!(ask(1), ask(2));
}
