//! How the services of the families around the connection pool and the database are drawn.

use super::families::{SITES, between, framework, healthy, quick};
use super::service::{Query, Service, Step, Work, cpu, query, query_from_disk, remote, transaction};
use rand::Rng;
use rand::rngs::SmallRng;

pub(super) fn remote_in_transaction(r: &mut SmallRng) -> Service {
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

pub(super) fn open_in_view(r: &mut SmallRng) -> Service {
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

pub(super) fn pool_too_small(r: &mut SmallRng) -> Service {
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
pub(super) fn lazy_transaction(r: &mut SmallRng) -> Service {
    let mut inside = vec![remote(between(r, 5.0, 60.0))];
    inside.extend(quick(r));
    let mut s = Service::new(vec![framework(r), Step::Transaction { steps: inside, lazy: true }]);
    s.pool = r.random_range(5..20);
    s
}

pub(super) fn database_busy(r: &mut SmallRng) -> Service {
    let work = between(r, 2.0, 8.0);
    let mut s = Service::new(vec![framework(r), transaction(vec![query(work * 0.7), query(work * 0.3)])]);
    s.pool = r.random_range(5..30);
    s
}

pub(super) fn pool_too_big(r: &mut SmallRng) -> Service {
    let mut s = database_busy(r);
    s.pool = r.random_range(20..60);
    s.database.contention = between(r, 0.01, 0.08);
    s
}

pub(super) fn row_locks(r: &mut SmallRng) -> Service {
    let Step::Query(q) = query(0.1) else { unreachable!("query makes a query") };
    let locking = Step::Query(Query { row_of: Some(r.random_range(1..4)), text: "update stock set n=n-$1 where id=$2", ..q });
    let ms = between(r, 3.0, 15.0);
    let rest = if r.random_bool(0.5) { query_from_disk(ms) } else { remote(ms) };
    let mut s = Service::new(vec![framework(r), transaction(vec![locking, rest])]);
    s.pool = r.random_range(10..40);
    s
}

pub(super) fn nested(r: &mut SmallRng) -> Service {
    let mut inside = quick(r);
    inside.push(transaction(vec![query_from_disk(between(r, 2.0, 10.0))]));
    let mut s = Service::new(vec![framework(r), transaction(inside)]);
    s.pool = r.random_range(4..15);
    s.pool_timeout_ms = 2_000.0;
    s
}

pub(super) fn leak(r: &mut SmallRng) -> Service {
    let mut s = healthy(r);
    s.pool = r.random_range(10..30);
    s.leak = between(r, 0.000_1, 0.001);
    s.pool_timeout_ms = 2_000.0;
    s
}

/// Two faults, drawn independently.
pub(super) fn mixture(r: &mut SmallRng) -> Service {
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
