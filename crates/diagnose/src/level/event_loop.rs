//! An event loop and what its requests wait for, by Little's law from counted waits: no stack tells which request waits for what.

use super::gauges::Pool;
use super::uncounted::Uncounted;
use super::{CacheServer, Scheduler, collecting, loop_activity, work_site};
use model::{Role, Run, Timestamp, signal};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Share of the small pieces of work that find every thread of libuv's pool taken from which the pool counts as full: work that arrives at
    /// random finds it as full as it is on average (arrivals see time averages). A guess: 0.9 as for a CPU, which was measured (LEDGER section 4).
    pub THREAD_POOL_FULL = 0.9;
    /// A piece of work counts as having waited for a thread when it took longer than the loop's own delay by this, milliseconds: starting a
    /// sleeping thread takes some tens of microseconds. A guess.
    STARTING_MS = 0.5;
    /// Share of the readings between which the most calls at once must be reached to be a limit. A guess: as for a resource that is full.
    PINNED = 0.9;
    /// Calls on their way on average, as a share of the most at once, from which these are a limit: each turn ends with a hand-over. A guess.
    HELD = 0.8;
    /// Requests inside, as a multiple of the most calls at once, from which some wait for their turn. A guess: as many again as are let through.
    AS_MANY_AGAIN = 2.0;
    /// Share of the requests that the HTTP server must have counted itself for its count to be believed. A guess: half.
    COUNTED = 0.5;
}

/// Work of one type that threads of libuv's pool do.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolWork {
    /// As Node names it: `FSREQPROMISE`, `bcrypt:HashAsyncWorker`.
    pub name: String,
    /// `fs`, `dns`, `crypto`, `zlib` or `native`.
    pub kind: String,
    /// How many per request.
    pub per_request: f64,
    /// Waiting for a thread, milliseconds per request.
    pub wait_ms: f64,
    /// Being done, milliseconds per request.
    pub work_ms: f64,
    /// Function of the application that asks for most of it, or empty.
    pub site: String,
}

/// An event loop during a window. Times are milliseconds per request unless the name says otherwise.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EventLoop {
    /// Share of the window in which callbacks ran, 0 to 1.
    pub busy_share: f64,
    /// Callbacks running, also while they lack a core or block.
    pub busy_ms: f64,
    /// Of that: on the CPU, collections apart.
    pub cpu_ms: f64,
    /// Of that: collecting garbage, on the CPU.
    pub gc_ms: f64,
    /// Of that: neither on the CPU nor waiting for one: a synchronous call that blocks.
    pub blocked_ms: f64,
    /// How long whatever becomes ready waits for the loop each time, milliseconds.
    pub delay_ms: f64,
    /// The 99th percentile of that.
    pub delay_p99_ms: f64,
    /// Waiting for the loop: that once for the request itself and once for each thing that it waits for.
    pub wait_ms: f64,
    /// Work of libuv's pool, most time first.
    pub work: Vec<PoolWork>,
    /// Threads of libuv's pool; 0 when not known.
    pub threads: f64,
    /// Share of small pieces of work that had to wait for a thread, 0 to 1, in that of libuv's two queues where it is more.
    pub threads_full_share: f64,
    /// Threads that this queue may have: all, or half of them for look-ups of names.
    pub slots: f64,
    /// Statements in flight, without the wait for the loop after each.
    pub statement_ms: f64,
    /// That wait: answers of the database that lie in their sockets until the loop fetches them.
    pub fetched_late_ms: f64,
    /// Calls to other services in flight, likewise, also those of `uncounted`.
    pub remote_ms: f64,
    /// Whose answers are awaited though no client counts them.
    pub uncounted: Vec<Uncounted>,
    /// Commands to caches in flight, likewise.
    pub cache_ms: f64,
    /// Waiting in the own queue of an HTTP client.
    pub client_queue_ms: f64,
    /// Answers waiting for their sockets to take the rest of them.
    pub answer_ms: f64,
    /// Time inside the HTTP server by its own count, when requests were counted.
    pub inside_ms: Option<f64>,
    /// Of that, per window of one second: sums in milliseconds.
    pub inside_per_second: Vec<f64>,
    /// Calls to other services on their way at once, where they were counted.
    pub calls: Option<Calls>,
}

/// Calls to other services that are on their way at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calls {
    /// On average over time.
    pub mean: f64,
    /// The most of the window.
    pub most: f64,
    /// Share of the readings between which so many were reached, 0 to 1.
    pub reached: f64,
    /// Requests inside the server on average over time.
    pub requests: f64,
}

impl Calls {
    /// How many are let through at a time: the most, where so many are on their way nearly all the time and never more, while at least as many
    /// requests again are inside, and fewer are under `light` load. Where nothing limits calls their number swings, and reaches its most once;
    /// a call that is there at every load, such as a subscription, limits nothing.
    pub fn limit(&self, light: &Self) -> Option<f64> {
        let held = |c: &Self| c.mean >= HELD.get() * self.most;
        let pinned = self.most >= 1.0 && self.reached >= PINNED.get() && held(self) && !held(light);
        (pinned && self.requests >= AS_MANY_AGAIN.get() * self.most).then_some(self.most)
    }
}

impl EventLoop {
    /// Waiting for a thread of libuv's pool.
    pub fn thread_wait_ms(&self) -> f64 {
        self.work.iter().map(|w| w.wait_ms).sum()
    }

    /// Work of libuv's pool being done.
    pub fn thread_work_ms(&self) -> f64 {
        self.work.iter().map(|w| w.work_ms).sum()
    }

    /// Time that a request awaits side by side with other, at least, milliseconds: by how much all parts together exceed the time inside the server.
    pub fn awaited_twice_ms(&self, pools: &[Pool]) -> f64 {
        self.left_ms(pools).map_or(0.0, |ms| (-ms).max(0.0))
    }

    /// What the server counts of a request and no part has, milliseconds, below zero where parts overlap; `None` where it does not count.
    pub(super) fn left_ms(&self, pools: &[Pool]) -> Option<f64> {
        let waits: f64 = pools.iter().map(|p| p.wait_ms).sum();
        let known = self.thread_wait_ms()
            + self.thread_work_ms()
            + self.statement_ms
            + self.remote_ms
            + self.cache_ms
            + self.client_queue_ms
            + self.answer_ms
            + waits;
        // the first wait for the loop is before the server has the request
        let parts = self.busy_ms + self.wait_ms - self.delay_ms + known;
        self.inside_ms.map(|inside| inside - parts)
    }

    /// Calls to other services that clients count, milliseconds.
    pub fn counted_remote_ms(&self) -> f64 {
        let uncounted = self.uncounted.iter().filter(|u| u.role != Role::Database).fold(0.0, |sum, u| sum + u.ms);
        (self.remote_ms - uncounted).max(0.0)
    }

    pub(super) fn add_uncounted(&mut self, all: Vec<Uncounted>) {
        for u in &all {
            let part = if u.role == Role::Database { &mut self.statement_ms } else { &mut self.remote_ms };
            *part += u.ms;
            self.wait_ms += u.turns * self.delay_ms;
        }
        self.uncounted = all;
    }

    /// Whether libuv's pool has no thread left nearly all the time.
    pub fn threads_are_full(&self) -> bool {
        self.threads_full_share >= THREAD_POOL_FULL.get() && self.thread_work_ms() > 0.0
    }
}

/// One of the two queues of libuv's pool.
struct Queue {
    full_share: f64,
    slots: f64,
    wait_ms: f64,
}

impl Queue {
    fn of(run: &Run, w: &Window<'_>, name: &str, l: &EventLoop, p90_delay_ms: f64) -> Self {
        let series = run.series_of(signal::THREAD_POOL_DELAY).filter(|s| s.label("queue") == name);
        let waits: Vec<f64> = series.flat_map(|s| s.within(w.from, w.to)).map(|s| s * 1e3).collect();
        // Source: uv__work_submit and slow_work_thread_threshold of libuv 1.46
        let slots = if name == "names" { (l.threads / 2.0).ceil() } else { l.threads };
        Self {
            full_share: mean(&waits.iter().map(|ms| f64::from(*ms > p90_delay_ms + STARTING_MS.get())).collect::<Vec<_>>()),
            slots,
            wait_ms: (mean(&waits) - l.delay_ms).max(0.0),
        }
    }
}

/// What is known of the window from elsewhere.
pub(super) struct Window<'a> {
    pub(super) phase: &'a str,
    pub(super) from: Timestamp,
    pub(super) to: Timestamp,
    pub(super) requests: f64,
    pub(super) pools: &'a [Pool],
    pub(super) scheduler: Option<&'a Scheduler>,
    /// The cache servers that were asked how long they take.
    pub(super) caches: &'a [CacheServer],
    /// Time the database server needs, milliseconds per request; 0 when not seen.
    pub(super) server_ms: f64,
}

/// The event loop in a window; `None` when none was seen.
pub(super) fn event_loop(run: &Run, w: &Window<'_>) -> Option<EventLoop> {
    let by_itself = run.series_of(signal::EVENT_LOOP_TIME).find(|s| s.label("state") == "active")?.increase(w.from, w.to)?;
    let span_s = w.to.seconds_since(w.from);
    let active = loop_activity::active_s(run, w.phase, w.from, w.to).unwrap_or(by_itself).min(span_s);
    let per_request = |s: Option<f64>| s.unwrap_or(0.0) * 1e3 / w.requests;
    let total = |signal| per_request(run.increase(signal, w.from, w.to));
    let count = |signal| run.increase(signal, w.from, w.to).unwrap_or(0.0) / w.requests;
    let mut delays: Vec<f64> = run.series_of(signal::EVENT_LOOP_DELAY).flat_map(|s| s.within(w.from, w.to)).map(|s| s * 1e3).collect();
    delays.sort_by(f64::total_cmp);
    let mut l = EventLoop {
        busy_share: active / span_s,
        busy_ms: active * 1e3 / w.requests,
        delay_ms: mean(&delays),
        delay_p99_ms: delays.get((delays.len() as f64 * 0.99) as usize).copied().unwrap_or(0.0),
        threads: run.one(signal::THREAD_POOL_SIZE).and_then(|s| s.v.last().copied()).unwrap_or(0.0),
        client_queue_ms: total(signal::REMOTE_QUEUE_TIME),
        answer_ms: total(signal::ANSWER_WRITE_TIME),
        ..EventLoop::default()
    };
    l.gc_ms = total(signal::GC_TIME).min(l.busy_ms);
    if let Some(s) = w.scheduler {
        let on_cpu = s.request_cpu_ms.min(l.busy_ms);
        // a collection is timed by the wall clock: where the collector's threads have no other core, they work while the loop waits for them
        let young = run.series_of(signal::GC_TIME).filter(|s| s.label("collector") == "minor");
        let young_ms = per_request(Some(young.filter_map(|s| s.increase(w.from, w.to)).sum())).min(l.gc_ms);
        let alone = super::scheduler::cpus_and_allowed(run).0 <= 1.0;
        let helped_ms = if alone { per_request(Some(s.collector_cores * span_s)) } else { 0.0 };
        let gives_way = collecting::gives_way(helped_ms, young_ms, l.busy_ms - on_cpu);
        // without a core, or stopped by a quota, it uses no CPU, as whatever else the loop does
        let rest = l.busy_ms - gives_way;
        l.gc_ms = (l.gc_ms - gives_way) * if rest > 0.0 { (on_cpu / rest).min(1.0) } else { 1.0 };
        l.cpu_ms = (on_cpu - l.gc_ms).max(0.0);
        l.blocked_ms = (l.busy_ms - on_cpu - s.request_run_queue_ms.max(gives_way)).max(0.0);
    } else {
        l.cpu_ms = l.busy_ms - l.gc_ms;
    }
    let p90 = delays.get((delays.len() as f64 * 0.9) as usize).copied().unwrap_or(0.0);
    let any = Queue::of(run, w, "any", &l, p90);
    let names = Queue::of(run, w, "names", &l, p90);
    let fuller = if names.full_share > any.full_share { &names } else { &any };
    (l.threads_full_share, l.slots) = (fuller.full_share, fuller.slots);
    // threads that are found taken are at work, and so is a thread that uses a core
    let taken = little(w, (any.full_share * any.slots).max(names.full_share * names.slots), span_s);
    let least = w.scheduler.map_or(0.0, |s| s.thread_pool_cpu_ms).max(taken);
    l.work = pool_work(run, w, l.delay_ms, [any.wait_ms, any.wait_ms.max(names.wait_ms)], least);
    let calls = count(signal::REMOTE_CALL_COUNT);
    let statements = statements(run, w);
    let commands: f64 = run.series_of(signal::CLIENT_COMMANDS).filter_map(|s| s.mean(w.from, w.to)).sum();
    let counted = run.increase(signal::SERVER_REQUEST_COUNT, w.from, w.to).is_some_and(|n| n > COUNTED.get() * w.requests);
    let pieces: f64 = l.work.iter().map(|w| w.per_request).sum();
    // answers of several statements that one request awaits together lie in the sockets together: what the server needed was no wait for the loop
    let in_flight = little(w, w.pools.iter().map(|p| p.statements).sum(), span_s);
    let fetched_late = (statements * l.delay_ms).min((in_flight - w.server_ms).max(0.0));
    l.statement_ms = in_flight - fetched_late;
    l.fetched_late_ms = fetched_late;
    // replies of caches lie in their sockets as well
    let commands_ms = little(w, commands, span_s);
    let with_caches = super::trips::cache_round_trips(run, w.from, w.to).map(|n| n / w.requests);
    let with_others = || super::trips::other_round_trips(run, w.from, w.to).map_or(0.0, |n| (n / w.requests - calls).max(0.0));
    let turns = with_caches.unwrap_or_else(with_others);
    let (cache_ms, replies_late) = if run.series_of(signal::CLIENT_COMMANDS).next().is_some() {
        let late = (turns * l.delay_ms).min(commands_ms);
        (commands_ms - late, late)
    } else {
        // a client whose commands nobody counts: what its turns take by the clock of another
        let asked: f64 = w.caches.iter().filter_map(CacheServer::asked_ms).sum();
        // closed load does not come at any moment: while the server stands still, nobody asks it anything new
        let most = if counted { total(signal::SERVER_REQUEST_TIME) } else { f64::INFINITY };
        let asked = asked.min(most);
        (asked, if asked > 0.0 { (turns * l.delay_ms).min(most - asked) } else { 0.0 })
    };
    // calls in other queues are not in flight yet
    let queued_in_flight =
        run.series_of(signal::REMOTE_QUEUE_TIME).find(|s| s.label("client") == "undici").and_then(|s| s.increase(w.from, w.to));
    l.remote_ms = after_loop(total(signal::REMOTE_CALL_TIME) - per_request(queued_in_flight), calls * l.delay_ms);
    l.cache_ms = cache_ms;
    l.wait_ms = (1.0 + pieces + calls) * l.delay_ms + fetched_late + replies_late;
    if counted {
        l.inside_ms = Some(total(signal::SERVER_REQUEST_TIME));
        let inside = run.one(signal::SERVER_REQUEST_TIME);
        let second = |i: usize| {
            let from = w.from.plus_ns(i as i64 * 1_000_000_000);
            inside.and_then(|s| s.increase(from, from.plus_ns(1_000_000_000))).unwrap_or(0.0) * 1e3
        };
        l.calls = calls_at_once(run, w, span_s, total(signal::SERVER_REQUEST_TIME) * w.requests / 1e3 / span_s);
        l.inside_per_second = (0..span_s.ceil().max(1.0) as usize).map(second).collect();
    }
    Some(l)
}

fn calls_at_once(run: &Run, w: &Window<'_>, span_s: f64, requests: f64) -> Option<Calls> {
    let in_flight = run.increase(signal::CALLS_IN_FLIGHT_TIME, w.from, w.to)? / span_s;
    let peaks: Vec<f64> = run.series_of(signal::CALLS_IN_FLIGHT_MOST).flat_map(|s| s.within(w.from, w.to)).copied().collect();
    let most = peaks.iter().copied().fold(0.0, f64::max);
    let reached = mean(&peaks.iter().map(|p| f64::from(*p >= most)).collect::<Vec<_>>());
    (!peaks.is_empty()).then_some(Calls { mean: in_flight, most, reached, requests })
}

fn mean(all: &[f64]) -> f64 {
    if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 }
}

/// What is counted from its start to its callback has a wait for the loop at its end.
fn after_loop(ms: f64, wait_ms: f64) -> f64 {
    (ms - wait_ms).max(0.0)
}

/// Milliseconds per request of `n` in flight on average.
fn little(w: &Window<'_>, n: f64, span_s: f64) -> f64 {
    n * span_s * 1e3 / w.requests
}

/// Round trips to the database per request, where they were counted; else 0, and the wait for the loop stays with the statement.
fn statements(run: &Run, w: &Window<'_>) -> f64 {
    super::round_trips(run, w.from, w.to).unwrap_or(0.0) / w.requests
}

/// Work by type. What a small piece of work waits for a thread, all wait for it that come at random; but never so much that less than
/// `least_ms` of work is left, which is known from elsewhere. `waits_ms` is that of work in general and of look-ups of names.
fn pool_work(run: &Run, w: &Window<'_>, delay_ms: f64, waits_ms: [f64; 2], least_ms: f64) -> Vec<PoolWork> {
    let counts: BTreeMap<&str, f64> =
        run.series_of(signal::ASYNC_WORK_COUNT).filter_map(|s| Some((s.label("type"), s.increase(w.from, w.to)? / w.requests))).collect();
    let mut all: Vec<PoolWork> = run
        .series_of(signal::ASYNC_WORK_TIME)
        .filter_map(|s| {
            let name = s.label("type");
            let per_request = counts.get(name).copied().filter(|n| *n > 0.0)?;
            let ms = s.increase(w.from, w.to)? * 1e3 / w.requests;
            let in_pool = after_loop(ms, per_request * delay_ms);
            let wait_ms = (per_request * waits_ms[usize::from(s.label("kind") == "dns")]).min(in_pool);
            let (name, kind) = (name.to_owned(), s.label("kind").to_owned());
            Some(PoolWork {
                site: work_site::top_site(run, (w.from, w.to), &name),
                name,
                kind,
                per_request,
                wait_ms,
                work_ms: in_pool - wait_ms,
            })
        })
        .collect();
    let (wait, work): (f64, f64) = all.iter().fold((0.0, 0.0), |(a, b), x| (a + x.wait_ms, b + x.work_ms));
    if work < least_ms && wait > 0.0 {
        let back = ((least_ms - work) / wait).min(1.0);
        let known = work > 0.0;
        for x in &mut all {
            // the missing work belongs to those that work
            let share = if known { x.work_ms / work } else { x.wait_ms / wait };
            let moved = (share * back * wait).min(x.wait_ms);
            x.wait_ms -= moved;
            x.work_ms += moved;
        }
    }
    all.sort_by(|x, y| (y.wait_ms + y.work_ms).total_cmp(&(x.wait_ms + x.work_ms)).then_with(|| x.name.cmp(&y.name)));
    all
}

#[cfg(test)]
mod tests {
    use super::Calls;

    #[test]
    fn calls_are_limited_where_a_number_is_held_and_as_many_requests_wait() {
        let (light, turns) =
            (Calls { mean: 0.3, most: 1.0, reached: 0.9, requests: 0.5 }, Calls { mean: 0.92, most: 1.0, reached: 1.0, requests: 8.0 });
        assert_eq!(turns.limit(&light), Some(1.0));
        for (why, calls) in [
            ("as many calls as requests", Calls { requests: 1.5, ..turns }),
            ("the most is reached now and then", Calls { most: 9.0, mean: 4.0, reached: 0.1, requests: 30.0 }),
            ("the most is seldom held", Calls { mean: 0.6, ..turns }),
            ("no call", Calls { mean: 0.0, most: 0.0, ..turns }),
        ] {
            assert_eq!(calls.limit(&light), None, "{why}");
        }
        assert_eq!(turns.limit(&Calls { requests: 1.5, ..turns }), None, "a subscription is there at every load");
        assert_eq!(Calls { mean: 3.6, most: 4.0, reached: 0.95, requests: 20.0 }.limit(&light), Some(4.0));
    }
}
