//! Random services, by family: each family aims at one truth and at the decoys that it is mistaken for. What is true of a service is not
//! taken from its family but measured ([`super::truth`]): a draw may miss what it aims at.

use super::service::{Collector, Downstream, Query, Service, Step, Work, cpu, query, query_from_disk, remote, transaction};
use super::time::generator;
use super::{Time, Watching};
use rand::Rng;
use rand::rngs::SmallRng;

/// A kind of services.
pub struct Family {
    /// Name in tables.
    pub name: &'static str,
    /// The pairs of CAUSES section 4 point 9 that it stands for, or what it shows.
    pub pair: &'static str,
    make: fn(&mut SmallRng) -> Service,
}

/// One drawn service.
pub struct Drawn {
    /// Its family.
    pub family: &'static Family,
    /// Seed of everything about it.
    pub seed: u64,
    /// The service.
    pub service: Service,
    /// How well it is seen.
    pub watching: Watching,
}

const SITES: [&str; 3] = ["shop.orders.Convert.toDto", "shop.orders.Pricing.total", "shop.orders.Tokens.verify"];

/// All families. What has no cause yet is here all the same: the truth names an id that the knowledge base lacks, an honest judge abstains,
/// and on the day a cause with that id becomes stable, its name is expected.
pub const FAMILIES: &[Family] = &[
    Family { name: "healthy", pair: "healthy: CPU needed by the requests", make: healthy },
    Family { name: "healthy-waits", pair: "healthy: long waits that hold nothing scarce", make: healthy_waits },
    Family { name: "starved-call", pair: "P1/A2: call in the transaction, CPU full", make: starved_call },
    Family { name: "remote-in-transaction", pair: "P1/P3, S2/H1", make: remote_in_transaction },
    Family { name: "open-in-view", pair: "P6/P3/P1", make: open_in_view },
    Family { name: "pool-too-small", pair: "P3/P4, D1", make: pool_too_small },
    Family { name: "lazy-transaction", pair: "P1 decoy: call before the first statement", make: lazy_transaction },
    Family { name: "hot-path", pair: "A1/P3, S1/H1", make: hot_path },
    Family { name: "database-busy", pair: "D6/P3/P4", make: database_busy },
    Family { name: "pool-too-big", pair: "P4/P3", make: pool_too_big },
    Family { name: "workers-blocked", pair: "P8/P9", make: workers_blocked },
    Family { name: "dependency-limited", pair: "H1/P1", make: dependency_limited },
    Family { name: "client-pool", pair: "H2/H1", make: client_pool },
    Family { name: "lock", pair: "K1/H1", make: lock },
    Family { name: "logging", pair: "F1/K1", make: logging },
    Family { name: "row-locks", pair: "D3/D4, D3/P3", make: row_locks },
    Family { name: "neighbour", pair: "A2/P1", make: neighbour },
    Family { name: "throttled", pair: "L1/P1, C1/L1", make: throttled },
    Family { name: "collector", pair: "B2/L1", make: collector },
    Family { name: "cold", pair: "C1/P3, C1/A1", make: cold },
    Family { name: "nested", pair: "P5/P2", make: nested },
    Family { name: "leak", pair: "P2/P3", make: leak },
    Family { name: "generator", pair: "G1/anything", make: generator_bound },
    Family { name: "hidden-time", pair: "time between client and service", make: hidden_time },
    Family { name: "mixture", pair: "two things at once", make: mixture },
];

/// Service number `n` of the population of `seed`.
pub fn draw(seed: u64, n: u64) -> Drawn {
    let family = &FAMILIES[(n % FAMILIES.len() as u64) as usize];
    let mut r = generator(seed, n, 9);
    let mut service = (family.make)(&mut r);
    season(&mut service, &mut r);
    let watching = Watching {
        overrun: if r.random_bool(0.3) { r.random_range(0.0..0.15) } else { 0.0 },
        gauge_lag_ms: r.random_range(0.0..5.0),
        lost: if r.random_bool(0.3) { r.random_range(0.0..0.1) } else { 0.0 },
        blindness: if r.random_bool(0.5) { r.random_range(0.0..0.9) } else { 0.0 },
    };
    Drawn { family, seed: seed.wrapping_mul(1_000_003).wrapping_add(n), service: service.numbered(), watching }
}

/// Between `a` and `b`, as likely within each factor of two.
fn between(r: &mut SmallRng, a: f64, b: f64) -> f64 {
    (r.random_range(a.ln()..b.ln())).exp()
}

/// What any service may have besides: a slow machine, a little of everything that limits nothing.
fn season(s: &mut Service, r: &mut SmallRng) {
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
fn quick(r: &mut SmallRng) -> Vec<Step> {
    (0..r.random_range(1..=4)).map(|_| query(between(r, 0.04, 0.12))).collect()
}

fn framework(r: &mut SmallRng) -> Step {
    cpu(between(r, 0.5, 1.5), Work::Framework)
}

/// Work of application and framework of which no place is more than a seventh.
fn healthy(r: &mut SmallRng) -> Service {
    let mut program = vec![framework(r)];
    program.push(cpu(between(r, 0.02, 0.1), Work::Application(SITES[0])));
    program.push(transaction(quick(r)));
    let mut s = Service::new(program);
    s.cpu.cores = f64::from(r.random_range(1..=2));
    s.pool = r.random_range(8..40);
    s
}

fn healthy_waits(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    let ms = between(r, 5.0, 60.0);
    s.program.push(remote(ms));
    if r.random_bool(0.5) {
        s.program.push(remote(ms / 2.0));
    }
    s
}

/// Healthy, with a short call in the transaction that looks long when threads have no core.
fn starved_call(r: &mut SmallRng) -> Service {
    let mut inside = quick(r);
    inside.push(remote(between(r, 0.5, 3.0)));
    let mut s = Service::new(vec![cpu(between(r, 0.8, 2.0), Work::Framework), transaction(inside)]);
    s.pool = r.random_range(6..20);
    s
}

fn remote_in_transaction(r: &mut SmallRng) -> Service {
    let mut inside = quick(r);
    let ms = between(r, 12.0, 120.0);
    if r.random_bool(0.4) {
        inside.push(query_from_disk(ms * r.random_range(0.05..0.9)));
    }
    let at = r.random_range(0..=inside.len());
    inside.insert(at, remote(ms));
    let mut s = Service::new(vec![framework(r), transaction(inside)]);
    s.pool = r.random_range(3..=(ms / 3.0).clamp(4.0, 20.0) as u32);
    if r.random_bool(0.3) {
        s.workers = r.random_range(30..120);
    }
    s
}

fn open_in_view(r: &mut SmallRng) -> Service {
    let ms = between(r, 12.0, 100.0);
    let mut view = vec![transaction(quick(r)), remote(ms)];
    if r.random_bool(0.4) {
        view.push(transaction(vec![query_from_disk(ms * r.random_range(0.05..0.9))]));
    }
    view.push(framework(r));
    let mut s = Service::new(vec![Step::Session(view)]);
    s.pool = r.random_range(3..=(ms / 3.0).clamp(4.0, 20.0) as u32);
    s
}

fn pool_too_small(r: &mut SmallRng) -> Service {
    let ms = between(r, 8.0, 60.0);
    let mut inside = quick(r);
    inside.push(query_from_disk(ms));
    if r.random_bool(0.3) {
        inside.push(remote(ms * r.random_range(0.05..0.6)));
    }
    let mut s = Service::new(vec![framework(r), transaction(inside)]);
    s.pool = r.random_range(2..=(ms / 3.0).clamp(3.0, 12.0) as u32);
    s.database.cores = f64::from(r.random_range(1..=2));
    s
}

/// The transaction begins, another service is asked, and only then is a connection taken: none is held meanwhile.
fn lazy_transaction(r: &mut SmallRng) -> Service {
    let mut inside = vec![remote(between(r, 5.0, 60.0))];
    inside.extend(quick(r));
    let mut s = Service::new(vec![framework(r), Step::Transaction { steps: inside, lazy: true }]);
    s.pool = r.random_range(5..20);
    s
}

fn hot_path(r: &mut SmallRng) -> Service {
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

fn database_busy(r: &mut SmallRng) -> Service {
    let work = between(r, 2.0, 8.0);
    let mut s = Service::new(vec![framework(r), transaction(vec![query(work * 0.7), query(work * 0.3)])]);
    s.pool = r.random_range(5..30);
    s
}

fn pool_too_big(r: &mut SmallRng) -> Service {
    let mut s = database_busy(r);
    s.pool = r.random_range(20..60);
    s.database.contention = between(r, 0.01, 0.08);
    s
}

fn workers_blocked(r: &mut SmallRng) -> Service {
    let ms = between(r, 20.0, 120.0);
    let mut s = Service::new(vec![framework(r), transaction(quick(r)), remote(ms)]);
    s.workers = r.random_range(5..=(ms / 3.0).clamp(6.0, 40.0) as u32);
    s.pool = s.workers.max(10);
    s
}

fn dependency_limited(r: &mut SmallRng) -> Service {
    let ms = between(r, 10.0, 60.0);
    let mut s = Service::new(vec![framework(r), transaction(quick(r)), remote(ms)]);
    s.downstreams[0].servers = Some(r.random_range(2..=(ms / 3.0).clamp(3.0, 15.0) as u32));
    s
}

fn client_pool(r: &mut SmallRng) -> Service {
    let mut s = dependency_limited(r);
    s.downstreams[0].connections = s.downstreams[0].servers.take();
    s
}

fn lock(r: &mut SmallRng) -> Service {
    let ms = between(r, 2.0, 10.0);
    let inner = if r.random_bool(0.5) { remote(ms) } else { cpu(ms * 0.2, Work::Application(SITES[1])) };
    let mut s = Service::new(vec![cpu(0.4, Work::Framework), Step::Lock(0, vec![inner]), transaction(quick(r))]);
    s.cpu.cores = 2.0;
    s
}

fn logging(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.program.push(Step::Log(0, Time::lognormal(between(r, 1.5, 5.0), 0.5)));
    s
}

fn row_locks(r: &mut SmallRng) -> Service {
    let Step::Query(q) = query(0.1) else { unreachable!("query makes a query") };
    let locking = Step::Query(Query { row_of: Some(r.random_range(1..4)), text: "update stock set n=n-$1 where id=$2", ..q });
    let ms = between(r, 3.0, 15.0);
    let rest = if r.random_bool(0.5) { query_from_disk(ms) } else { remote(ms) };
    let mut s = Service::new(vec![framework(r), transaction(vec![locking, rest])]);
    s.pool = r.random_range(10..40);
    s
}

fn neighbour(r: &mut SmallRng) -> Service {
    let mut s = if r.random_bool(0.5) { healthy(r) } else { starved_call(r) };
    s.cpu.cores = 1.0;
    // many runnable threads, as a batch job with its own pool has
    s.cpu.neighbours = f64::from(r.random_range(8..60));
    s
}

fn throttled(r: &mut SmallRng) -> Service {
    let mut s = if r.random_bool(0.5) { healthy(r) } else { starved_call(r) };
    s.cpu.cores = 2.0;
    s.cpu.quota = Some(r.random_range(0.3..1.5));
    s
}

fn collector(r: &mut SmallRng) -> Service {
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

fn cold(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.cpu.cold = Some((r.random_range(1.0..4.0), between(r, 20_000.0, 200_000.0)));
    s
}

fn nested(r: &mut SmallRng) -> Service {
    let mut inside = quick(r);
    inside.push(transaction(vec![query_from_disk(between(r, 2.0, 10.0))]));
    let mut s = Service::new(vec![framework(r), transaction(inside)]);
    s.pool = r.random_range(4..15);
    s.pool_timeout_ms = 2_000.0;
    s
}

fn leak(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.pool = r.random_range(10..30);
    s.leak = between(r, 0.000_1, 0.001);
    s.pool_timeout_ms = 2_000.0;
    s
}

fn generator_bound(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.overheads.generator = between(r, 1.0, 4.0);
    s
}

fn hidden_time(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.overheads.hidden = between(r, 10.0, 60.0);
    s
}

/// Two faults, drawn independently.
fn mixture(r: &mut SmallRng) -> Service {
    let ms = between(r, 5.0, 60.0);
    let mut inside = quick(r);
    if r.random_bool(0.6) {
        inside.push(remote(ms * r.random_range(0.1..1.0)));
    }
    if r.random_bool(0.6) {
        inside.push(query_from_disk(ms * r.random_range(0.1..1.0)));
    }
    let mut program = vec![framework(r), cpu(between(r, 0.1, 2.0), Work::Json(SITES[0])), transaction(inside)];
    if r.random_bool(0.4) {
        program.push(remote(between(r, 2.0, 60.0)));
    }
    let mut s = Service::new(program);
    s.pool = r.random_range(3..25);
    s.workers = r.random_range(10..200);
    s
}
