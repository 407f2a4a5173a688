//! Services at the edge: what limits them is drawn at 0.8 to 1.2 of what the CPU, or the threshold of a cause, would allow. Two limits lie close together there, or a
//! cause just holds or just does not. The truth of each is measured, as everywhere.

use super::Time;
use super::families::{SITES, between, healthy, quick};
use super::service::{Query, Service, Step, Work, cpu, query, query_from_disk, remote, transaction};
use rand::Rng;
use rand::rngs::SmallRng;

/// CPU of a request besides what is drawn: small costs, a client, a statement or two. Milliseconds, as `Service::new` has them.
const SMALL_MS: f64 = 0.3;

/// Near one.
fn edge(r: &mut SmallRng) -> f64 {
    r.random_range(0.8..1.2)
}

/// `steps` after framework work that makes the CPU allow `1 / edge` times what a resource with `servers`, each held `held_ms`, allows.
fn beside_the_cpu(r: &mut SmallRng, servers: f64, held_ms: f64, step: Step) -> Service {
    let per_ms = servers / held_ms * edge(r);
    let own_ms = (1.0 / per_ms - SMALL_MS).clamp(0.2, 8.0);
    let mut s = Service::new(vec![cpu(own_ms, Work::Framework), step]);
    s.cpu.noise = r.random_range(0.0..0.04);
    s
}

pub(super) fn call(r: &mut SmallRng) -> Service {
    let (pool, ms) = (r.random_range(4..20), between(r, 12.0, 60.0));
    let mut inside = quick(r);
    inside.push(remote(ms));
    let mut s = beside_the_cpu(r, f64::from(pool), ms + 1.0, transaction(inside));
    s.pool = pool;
    s
}

/// Of what a connection is held for, a call is 0.8 to 1.2 times as much as statements.
pub(super) fn call_beside_statements(r: &mut SmallRng) -> Service {
    let ms = between(r, 8.0, 40.0);
    let mut s = Service::new(vec![cpu(0.5, Work::Framework), transaction(vec![query_from_disk(ms * edge(r)), remote(ms)])]);
    s.pool = r.random_range(3..8);
    s
}

pub(super) fn pool(r: &mut SmallRng) -> Service {
    let (pool, ms) = (r.random_range(3..10), between(r, 8.0, 40.0));
    let mut s = beside_the_cpu(r, f64::from(pool), ms + 1.0, transaction(vec![query_from_disk(ms)]));
    s.pool = pool;
    s
}

pub(super) fn workers(r: &mut SmallRng) -> Service {
    let (workers, ms) = (r.random_range(6..30), between(r, 20.0, 80.0));
    let mut s = beside_the_cpu(r, f64::from(workers), ms + 2.0, remote(ms));
    s.workers = workers;
    s
}

pub(super) fn lock(r: &mut SmallRng) -> Service {
    let ms = between(r, 1.0, 5.0);
    beside_the_cpu(r, 1.0, ms, Step::Lock(0, vec![remote(ms)]))
}

pub(super) fn row(r: &mut SmallRng) -> Service {
    let Step::Query(q) = query(0.1) else { unreachable!("query makes a query") };
    let rows = r.random_range(1..4);
    let locking = Step::Query(Query { row_of: Some(rows), text: "update stock set n=n-$1 where id=$2", ..q });
    let ms = between(r, 2.0, 6.0);
    let mut s = beside_the_cpu(r, f64::from(rows), ms + 0.5, transaction(vec![locking, query_from_disk(ms)]));
    s.pool = r.random_range(10..40);
    s
}

/// A place with 0.8 to 1.2 times the share of the CPU from which it is a cause.
pub(super) fn hot_path(r: &mut SmallRng) -> Service {
    let (own, share) = (between(r, 0.6, 1.5), 0.3 * edge(r));
    let hot = (own + SMALL_MS) * share / (1.0 - share);
    Service::new(vec![cpu(own, Work::Framework), cpu(hot, Work::Json(SITES[0])), transaction(quick(r))])
}

/// A quota so small that it stops threads at a third of its load, or hardly does.
pub(super) fn quota(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.cpu.cores = 2.0;
    s.cpu.quota = Some(between(r, 0.2, 1.7));
    s
}

pub(super) fn logging(r: &mut SmallRng) -> Service {
    let ms = between(r, 0.8, 4.0);
    let statements = transaction(quick(r));
    let mut s = beside_the_cpu(r, 1.0, ms, statements);
    s.program.push(Step::Log(0, Time::lognormal(ms, 0.5)));
    s
}
