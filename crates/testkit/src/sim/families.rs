//! How the services of each family are drawn.

use super::Time;
use super::service::{Collector, Downstream, Service, Step, Work, cpu, query, remote, transaction};
use rand::Rng;
use rand::rngs::SmallRng;

pub(super) const SITES: [&str; 3] = ["shop.orders.Convert.toDto", "shop.orders.Pricing.total", "shop.orders.Tokens.verify"];

/// Between `a` and `b`, as likely within each factor of two.
pub(super) fn between(r: &mut SmallRng, a: f64, b: f64) -> f64 {
    (r.random_range(a.ln()..b.ln())).exp()
}

/// What any service may have besides: a slow machine, a little of everything that limits nothing.
pub(super) fn season(s: &mut Service, r: &mut SmallRng) {
    s.cpu.noise = if r.random_bool(0.7) { r.random_range(0.0..0.04) } else { 0.0 };
    if r.random_bool(0.3) {
        s.program.insert(0, cpu(between(r, 0.02, 0.08), Work::Application(SITES[2])));
    }
    if r.random_bool(0.25) {
        s.downstreams.push(Downstream { servers: None, connections: None, timeout_ms: f64::INFINITY, retries: 0 });
        let k = s.downstreams.len() - 1;
        s.program.push(Step::Remote(k, Time::lognormal(between(r, 1.0, 15.0), 0.5)));
    }
    if s.collector.is_none() && r.random_bool(0.5) {
        s.collector = Some(Collector {
            every_requests: between(r, 500.0, 3_000.0),
            pause: Time::lognormal(between(r, 2.0, 10.0), 0.3),
            threads: 1.0,
        });
    }
    if r.random_bool(0.2) {
        s.program.push(Step::Log(9, Time::lognormal(between(r, 0.005, 0.03), 0.5)));
    }
}

/// Some statements that are quick.
pub(super) fn quick(r: &mut SmallRng) -> Vec<Step> {
    (0..r.random_range(1..=4)).map(|_| query(between(r, 0.04, 0.12))).collect()
}

pub(super) fn framework(r: &mut SmallRng) -> Step {
    cpu(between(r, 0.5, 1.5), Work::Framework)
}

/// Work of application and framework of which no place is more than a seventh.
pub(super) fn healthy(r: &mut SmallRng) -> Service {
    let mut program = vec![framework(r)];
    program.push(cpu(between(r, 0.02, 0.1), Work::Application(SITES[0])));
    program.push(transaction(quick(r)));
    let mut s = Service::new(program);
    s.cpu.cores = f64::from(r.random_range(1..=2));
    s.pool = r.random_range(8..40);
    s
}

pub(super) fn healthy_waits(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    let ms = between(r, 5.0, 60.0);
    s.program.push(remote(ms));
    if r.random_bool(0.5) {
        s.program.push(remote(ms / 2.0));
    }
    s
}

/// Healthy, with a short call in the transaction that looks long when threads have no core.
pub(super) fn starved_call(r: &mut SmallRng) -> Service {
    let mut inside = quick(r);
    inside.push(remote(between(r, 0.5, 3.0)));
    let mut s = Service::new(vec![cpu(between(r, 0.8, 2.0), Work::Framework), transaction(inside)]);
    s.pool = r.random_range(6..20);
    s
}

pub(super) fn hot_path(r: &mut SmallRng) -> Service {
    let base = between(r, 0.3, 0.8);
    let hot = base * r.random_range(0.3..4.0);
    let site = SITES[r.random_range(0..2)];
    let work = if r.random_bool(0.5) { Work::Application(site) } else { Work::Json(site) };
    let mut s = Service::new(vec![cpu(base, Work::Framework), cpu(hot, work), transaction(quick(r))]);
    if r.random_bool(0.3) {
        s.program.push(remote(between(r, 2.0, 30.0)));
    }
    s.cpu.cores = f64::from(r.random_range(1..=2));
    s.pool = r.random_range(5..20);
    s
}

pub(super) fn workers_blocked(r: &mut SmallRng) -> Service {
    let ms = between(r, 20.0, 120.0);
    let mut s = Service::new(vec![framework(r), transaction(quick(r)), remote(ms)]);
    s.workers = r.random_range(5..=(ms / 3.0).clamp(6.0, 40.0) as u32);
    s.pool = s.workers.max(10);
    s
}

pub(super) fn dependency_limited(r: &mut SmallRng) -> Service {
    let ms = between(r, 10.0, 60.0);
    let mut s = Service::new(vec![framework(r), transaction(quick(r)), remote(ms)]);
    s.downstreams[0].servers = Some(r.random_range(2..=(ms / 3.0).clamp(3.0, 15.0) as u32));
    s
}

pub(super) fn client_pool(r: &mut SmallRng) -> Service {
    let mut s = dependency_limited(r);
    s.downstreams[0].connections = s.downstreams[0].servers.take();
    s
}

pub(super) fn lock(r: &mut SmallRng) -> Service {
    let ms = between(r, 2.0, 10.0);
    let inner = if r.random_bool(0.5) { remote(ms) } else { cpu(ms * 0.2, Work::Application(SITES[1])) };
    let mut s = Service::new(vec![cpu(0.4, Work::Framework), Step::Lock(0, vec![inner]), transaction(quick(r))]);
    s.cpu.cores = 2.0;
    s
}

pub(super) fn logging(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.program.push(Step::Log(0, Time::lognormal(between(r, 1.5, 5.0), 0.5)));
    s
}

pub(super) fn neighbour(r: &mut SmallRng) -> Service {
    let mut s = if r.random_bool(0.5) { healthy(r) } else { starved_call(r) };
    s.cpu.cores = 1.0;
    // many runnable threads, as a batch job with its own pool has
    s.cpu.neighbours = f64::from(r.random_range(8..60));
    s
}

pub(super) fn throttled(r: &mut SmallRng) -> Service {
    let mut s = if r.random_bool(0.5) { healthy(r) } else { starved_call(r) };
    s.cpu.cores = 2.0;
    s.cpu.quota = Some(r.random_range(0.3..1.5));
    s
}

pub(super) fn collector(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    let pause = between(r, 20.0, 100.0);
    let share = r.random_range(0.1..0.7);
    // a request costs about 1.5 ms of a core
    s.collector = Some(Collector {
        every_requests: (pause * share / (1.0 - share) / 1.5 * 2.0).max(5.0),
        pause: Time::lognormal(pause, 0.3),
        threads: 2.0,
    });
    s
}

pub(super) fn cold(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.cpu.cold = Some((r.random_range(1.0..4.0), between(r, 20_000.0, 200_000.0)));
    s
}

/// Started by the tool: cold in its first minute and warm after it, or warm at once.
pub(super) fn cold_start(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.from_start = true;
    if r.random_bool(0.7) {
        s.cpu.cold = Some((r.random_range(0.5..8.0), between(r, 1_000.0, 10_000.0)));
    }
    s
}

pub(super) fn generator_bound(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.overheads.generator = between(r, 1.0, 4.0);
    s
}

pub(super) fn hidden_time(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.overheads.hidden = between(r, 10.0, 60.0);
    s
}
