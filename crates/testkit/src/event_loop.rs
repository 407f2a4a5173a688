//! Built runs of a service whose requests are served by an event loop.

use crate::{LevelSpec, RunBuilder};
use model::series::labels;
use model::{
    Component, ComponentKind, Frame, FrameKind, Labels, Observation, Runtime, Series, ThreadSnapshot, ThreadStat, Timestamp, WallProfile,
    WallSample, signal,
};

const MAIN_TID: u32 = 4127;
const POOL_TID: u32 = 4140;
const INTERVAL_NS: i64 = 2_000_000;

/// What a request does at one level on an event loop. All times are means per request in milliseconds unless said otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct LoopSpec {
    /// Share of the knee; 1.0 and more is closed saturation.
    pub fraction: f64,
    /// Answers per second.
    pub per_s: f64,
    /// How long whatever becomes ready waits for the loop.
    pub delay: f64,
    /// Callbacks in the framework.
    pub framework: f64,
    /// Callbacks in `render (page.js:41)`, code of the application that only computes.
    pub own: f64,
    /// Callbacks in `login (users.js:41)`, which calls a synchronous hash.
    pub hash: f64,
    /// How long that hash takes at a stretch.
    pub stretch: f64,
    /// Writing log lines in `render`, each at once: on the CPU, and blocked in the write.
    pub log: (f64, f64),
    /// Work for libuv's pool: type, kind, pieces per request, waiting for a thread, being done.
    pub work: Option<(&'static str, &'static str, f64, f64, f64)>,
    /// CPU of the pool's threads.
    pub work_cpu: f64,
    /// Share of small pieces of work that find every thread taken.
    pub threads_full: f64,
    /// Waiting for a connection, and holding it with and without a statement.
    pub pool: (f64, f64, f64),
    /// Calls to another service.
    pub remote: f64,
    /// Waiting in the queue of an agent with a limit of sockets.
    pub queued: f64,
    /// Answers waiting for their sockets.
    pub answer: f64,
    /// Inside the server, and in no part that is counted.
    pub turn: f64,
    /// Calls on their way at once: on average, at most, and in which share of the readings so many.
    pub calls: Option<(f64, f64, f64)>,
    /// Spent where nothing sees it.
    pub hidden: f64,
}

impl LoopSpec {
    /// A healthy request: 1 ms of callbacks, a statement of 2 ms on a pool of ten.
    pub fn healthy(fraction: f64, per_s: f64) -> Self {
        Self {
            fraction,
            per_s,
            delay: 0.2,
            framework: 1.0,
            own: 0.0,
            hash: 0.0,
            stretch: 2.0,
            log: (0.0, 0.0),
            work: None,
            work_cpu: 0.0,
            threads_full: 0.0,
            pool: (0.0, 2.0, 0.2),
            remote: 0.0,
            queued: 0.0,
            answer: 0.0,
            turn: 0.0,
            calls: None,
            hidden: 0.0,
        }
    }

    fn busy(&self) -> f64 {
        self.framework + self.own + self.hash + self.log.0 + self.log.1
    }

    /// Response time that follows from the parts.
    fn response(&self) -> f64 {
        let pieces = self.work.map_or(0.0, |(_, _, n, wait, work)| wait + work + n * self.delay);
        let calls = if self.remote > 0.0 { 1.0 } else { 0.0 };
        let waits = self.pool.0 + self.pool.1 + self.remote + self.queued + self.answer + self.turn;
        0.05 + self.delay * (1.0 + calls) + self.busy() + pieces + waits + self.hidden
    }
}

/// Totals of a process so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Totals {
    main_ms: f64,
    pool_ms: f64,
    counters: std::collections::BTreeMap<(String, Labels), f64>,
}

/// Stack ids.
const IDLE: u32 = 0;
const FRAMEWORK: u32 = 1;
const OWN: u32 = 2;
const HASH: u32 = 3;
const LOG: u32 = 4;

/// The frames and stacks of all kinds.
pub(crate) fn stacks() -> Observation {
    let lines = [
        ("", "(idle)"),
        ("npm:express/lib/router/index.js", "handle"),
        ("src/page.js", "render"),
        ("src/users.js", "login"),
        ("npm:bcrypt/bcrypt.js", "hashSync"),
        ("node:internal/process/task_queues", "processTicksAndRejections"),
        ("npm:pino/lib/proto.js", "write"),
        ("", "writeString"),
    ];
    let frames = lines.map(|(class, method)| Frame {
        class: class.into(),
        method: method.into(),
        line: if class.is_empty() { 0 } else { 41 },
        kind: if class.is_empty() { FrameKind::Native } else { FrameKind::Compiled },
    });
    Observation::Stacks { frames: frames.to_vec(), stacks: vec![vec![0], vec![5, 1], vec![5, 2], vec![5, 3, 4], vec![5, 2, 6, 7]] }
}

impl RunBuilder {
    /// A Node service on `cpus` cores, all sensors on, nothing measured yet.
    pub fn node(cpus: u32) -> Self {
        let mut b = Self::new();
        b.environment.target.runtime = Runtime::named("node");
        b.environment.target.pid = MAIN_TID;
        b.environment.target.cpus = (0..cpus).collect();
        b.environment.host.cpus = cpus + 1;
        b.environment.generator.cpus = vec![cpus];
        b.environment.components =
            vec![Component { id: "pg".into(), kind: ComponentKind::ConnectionPool, limit: Some(10), detail: String::new() }];
        b.script = Some(Totals::default());
        b
    }

    /// The levels of a usual run on an event loop.
    #[must_use]
    pub fn usual_loop_levels(mut self, knee_per_s: f64, shape: impl Fn(f64, LoopSpec) -> LoopSpec) -> Self {
        for f in [0.3, 0.6, 0.8, 1.0] {
            let spec = shape(f, LoopSpec::healthy(f, f * knee_per_s));
            self.emit_loop(&spec);
        }
        self
    }

    fn emit_loop(&mut self, spec: &LoopSpec) {
        let start = self.clock;
        let client = LevelSpec {
            hidden: spec.response() - 0.05,
            late: 0.05,
            outside_dispatch: 0.0,
            database: 0.0,
            cpu_in_transaction: 0.0,
            cpu_framework: 0.0,
            ..LevelSpec::open(spec.fraction, spec.per_s)
        };
        let end = start.plus_ns((client.seconds * 1e9) as i64);
        let phase = crate::emit::phase(&client, start);
        self.observations.push(Observation::PhaseStarted(phase.clone()));
        let n = self.requests(&client, &phase.id, start);
        self.loop_profile(spec, &phase.id, (start, end), n);
        self.loop_series(spec, (start, end), n);
        self.loop_threads(spec, (start, end), n);
        self.observations.push(Observation::PhaseEnded { id: phase.id, end });
        self.clock = end.plus_ns(1_000_000_000);
    }

    /// Calls at even distances, each at a stretch of its own; what is left is idle.
    fn loop_profile(&mut self, spec: &LoopSpec, phase: &str, (start, end): (Timestamp, Timestamp), n: f64) {
        let ticks = end.ns_since(start) / INTERVAL_NS;
        let of = |ms: f64| (ms * n / (INTERVAL_NS as f64 / 1e6)).round() as i64;
        let mut samples = Vec::new();
        let stretch = ((spec.stretch * 1e6 / INTERVAL_NS as f64).round() as i64).max(1);
        let calls = of(spec.hash) / stretch;
        let (framework, own, log) = (of(spec.framework), of(spec.own), of(spec.log.0 + spec.log.1));
        let idle = (ticks - framework - own - log - calls * stretch).max(0);
        let slots = calls.max(framework).max(own).max(log).max(1);
        let mut t = start;
        let mut put = |stack, weight: i64| {
            if weight > 0 {
                samples.push(WallSample { t, tid: MAIN_TID, weight: weight as u32, stack });
                t = t.plus_ns(weight * INTERVAL_NS);
            }
        };
        let slice = |all: i64, i: i64| all * (i + 1) / slots - all * i / slots;
        for i in 0..slots {
            put(FRAMEWORK, slice(framework, i));
            put(OWN, slice(own, i));
            put(LOG, slice(log, i));
            put(HASH, slice(calls, i) * stretch);
            put(IDLE, slice(idle, i));
        }
        self.observations.push(Observation::Wall(WallProfile {
            phase: phase.to_owned(),
            sampler: "testkit".into(),
            start,
            end,
            nominal_interval_ns: INTERVAL_NS,
            sampler_moved: true,
            samples,
            thread_names: vec![(POOL_TID, "libuv-worker".into())],
            ..WallProfile::default()
        }));
    }

    fn loop_series(&mut self, spec: &LoopSpec, (start, end): (Timestamp, Timestamp), n: f64) {
        let span_s = end.seconds_since(start);
        let little = |ms: f64| ms * n / 1e3 / span_s;
        let mut totals = self.script.take().unwrap_or_default();
        let mut out = Vec::new();
        let mut series = |name: &str, l: Labels, a: f64, b: f64| {
            let mut s = Series::new(name, l);
            s.push(start, a);
            s.push(end, b);
            out.push(Observation::Series(s));
        };
        let mut counter = |name: &str, l: Labels, more: f64| {
            let total = totals.counters.entry((name.to_owned(), l.clone())).or_default();
            series(name, l, *total, *total + more);
            *total += more;
        };
        counter(signal::EVENT_LOOP_TIME, labels([("state", "active")]), (spec.busy() * n / 1e3).min(span_s));
        counter(signal::SERVER_REQUEST_COUNT, labels([]), n);
        counter(signal::SERVER_REQUEST_TIME, labels([]), (spec.response() - spec.hidden - spec.delay - 0.05) * n / 1e3);
        counter(signal::GC_TIME, labels([("collector", "minor")]), 0.0);
        if spec.remote > 0.0 {
            counter(signal::REMOTE_CALL_TIME, labels([("client", "http")]), (spec.remote + spec.delay) * n / 1e3);
            counter(signal::REMOTE_CALL_COUNT, labels([("client", "http")]), n);
        }
        if spec.queued > 0.0 {
            counter(signal::REMOTE_QUEUE_TIME, labels([("client", "http-agent")]), spec.queued * n / 1e3);
        }
        if spec.answer > 0.0 {
            counter(signal::ANSWER_WRITE_TIME, labels([]), spec.answer * n / 1e3);
        }
        if let Some((mean, ..)) = spec.calls {
            counter(signal::CALLS_IN_FLIGHT_TIME, labels([]), mean * span_s);
        }
        let mut each_waits = 0.0;
        if let Some((name, kind, pieces, wait, work)) = spec.work {
            each_waits = wait / pieces;
            let l = || labels([("type", name), ("kind", kind)]);
            let ms = wait + work + pieces * spec.delay;
            counter(signal::ASYNC_WORK_TIME, l(), ms * n / 1e3);
            counter(signal::ASYNC_WORK_COUNT, l(), pieces * n);
            counter(
                signal::ASYNC_WORK_SITE_TIME,
                labels([("type", name), ("site", "async save (/srv/app/src/users.js:52)")]),
                ms * n / 1e4,
            );
        }
        let mut gauge = |name: &str, l: Labels, v: f64| series(name, l, v, v);
        gauge(signal::ACTIVE_REQUESTS, labels([]), little(spec.response()));
        gauge(signal::EVENT_LOOP_DELAY, labels([]), spec.delay / 1e3);
        if spec.work.is_some() {
            gauge(signal::THREAD_POOL_SIZE, labels([]), 4.0);
        }
        if let Some((_, most, reached)) = spec.calls {
            let mut s = Series::new(signal::CALLS_IN_FLIGHT_MOST, labels([]));
            for i in 0..10 {
                let at_most = f64::from(i) < 10.0 * reached;
                s.push(start.plus_ns(end.ns_since(start) * i64::from(i) / 10 + 1), if at_most { most } else { most - 1.0 });
            }
            out.push(Observation::Series(s));
        }
        let l = || labels([("pool", "pg")]);
        let mut gauge = |name: &str, l: Labels, v: f64| {
            let mut s = Series::new(name, l);
            s.push(start, v);
            s.push(end, v);
            out.push(Observation::Series(s));
        };
        gauge(signal::POOL_USED, l(), little(spec.pool.1 + spec.pool.2).min(10.0));
        gauge(signal::POOL_PENDING, l(), little(spec.pool.0));
        gauge(signal::POOL_MAX, l(), 10.0);
        gauge(signal::POOL_STATEMENTS, l(), little(spec.pool.1).min(10.0));
        // of ten small pieces of work so many find every thread taken, and wait so long that the mean is right
        if spec.work.is_some() {
            let full = (spec.threads_full * 10.0).round().max(if each_waits > 0.0 { 1.0 } else { 0.0 });
            let mut s = Series::new(
                signal::THREAD_POOL_DELAY,
                labels([("queue", if spec.work.is_some_and(|w| w.1 == "dns") { "names" } else { "any" })]),
            );
            for i in 0..10 {
                let waits = if f64::from(i) < full { each_waits * 10.0 / full } else { 0.0 };
                s.push(start.plus_ns(end.ns_since(start) * i64::from(i) / 10), (waits + spec.delay) / 1e3);
            }
            out.push(Observation::Series(s));
        }
        self.script = Some(totals);
        self.observations.extend(out);
    }

    fn loop_threads(&mut self, spec: &LoopSpec, (start, end): (Timestamp, Timestamp), n: f64) {
        let snapshot = |t: Timestamp, totals: &Totals| {
            let thread = |tid, ms: f64| ThreadStat { tid, cpu_ns: (ms * 1e6) as u64, run_queue_ns: 0 };
            let threads = vec![thread(MAIN_TID, totals.main_ms), thread(POOL_TID, totals.pool_ms)];
            let mut cpu = Series::new(signal::PROCESS_CPU_TIME, labels([]));
            cpu.push(t, (totals.main_ms + totals.pool_ms) / 1e3);
            let names = vec![(MAIN_TID, "node".to_owned()), (POOL_TID, "node".to_owned())];
            [Observation::Threads(ThreadSnapshot { t, threads, new_names: names, ..ThreadSnapshot::default() }), Observation::Series(cpu)]
        };
        let mut totals = self.script.take().unwrap_or_default();
        self.observations.extend(snapshot(start, &totals));
        totals.main_ms += (spec.busy() - spec.log.1) * n;
        totals.pool_ms += spec.work_cpu * n;
        self.observations.extend(snapshot(end, &totals));
        self.script = Some(totals);
    }
}
