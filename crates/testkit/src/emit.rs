//! From the truth of a level to what load and probes would have seen of it.

use crate::stacks::Kind;
use crate::{LevelSpec, RunBuilder};
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2Serializer};
use model::series::labels;
use model::{
    Arrival, Attempt, Attempts, LoadSecond, Observation, Outcome, Phase, PhaseKind, Series, SessionGroup, SessionSample, SessionState,
    ThreadSnapshot, ThreadStat, Timestamp, WallProfile, WallSample, signal,
};

const WORKER_TID: u32 = 100;
const POLLER_TID: u32 = 90;
const COMPILER_TID: u32 = 80;
const OTHER_TID: u32 = 70;
const INTERVAL_NS: i64 = 10_000_000;
/// The service that is called, where connections to it are counted.
const PEER: &str = "127.0.0.1:9000";

/// Running totals of the target's threads, nanoseconds of CPU and run queue.
#[derive(Debug, Clone, Default)]
pub(crate) struct ThreadTotals {
    worker: (f64, f64),
    compiler: f64,
    other: f64,
    process_s: f64,
    database_s: f64,
}

impl RunBuilder {
    pub(crate) fn emit(&mut self, spec: &LevelSpec) {
        let start = self.clock;
        let end = start.plus_ns((spec.seconds * 1e9) as i64);
        let phase = phase(spec, start);
        self.observations.push(Observation::PhaseStarted(phase.clone()));
        let n = self.requests(spec, &phase.id, start);
        if self.on("wall-stacks") {
            self.wall(spec, &phase.id, start, end, n);
        }
        self.gauges(spec, start, end);
        self.scheduler(spec, start, end, n);
        self.observations.push(Observation::PhaseEnded { id: phase.id, end });
        self.clock = end.plus_ns(1_000_000_000);
    }

    fn on(&self, sensor: &str) -> bool {
        !self.hidden.contains(&sensor)
    }

    pub(crate) fn requests(&mut self, spec: &LevelSpec, phase: &str, start: Timestamp) -> f64 {
        let response = (spec.response_ms() * 1e6) as i64;
        let late = (spec.late * 1e6) as i64;
        // answered within the level: the last is planned one response time before its end
        let n = ((spec.seconds * 1e9 - response as f64) / 1e9 * spec.per_s).max(1.0) as i64;
        let n = if response as f64 > spec.seconds * 5e8 { (spec.seconds * spec.per_s) as i64 } else { n };
        let gap = (spec.seconds * 1e9 - response as f64).max(1e6) / n as f64;
        let mut attempts = Attempts::new(phase, start);
        let mut late_hdr = Histogram::<u64>::new(3).expect("3 digits");
        for i in 0..n {
            let planned = start.plus_ns((i as f64 * gap) as i64);
            let sent = planned.plus_ns(late);
            let done = planned.plus_ns(response);
            attempts.push(&Attempt { planned, sent, first_byte: done, done, outcome: Outcome::Ok });
            late_hdr.record(late.max(1) as u64).expect("in range");
        }
        let mut bytes = Vec::new();
        V2Serializer::new().serialize(&late_hdr, &mut bytes).expect("writes into memory");
        self.observations.push(Observation::LoadSecond(LoadSecond {
            phase: phase.to_owned(),
            start,
            end: start.plus_ns((spec.seconds * 1e9) as i64),
            planned: n as u64,
            sent: n as u64,
            ok: n as u64,
            late_hdr: bytes.clone(),
            lag_hdr: bytes,
            generator_cpu_ns: (spec.generator_cpu * spec.seconds * 1e9) as u64,
            ..LoadSecond::default()
        }));
        self.observations.push(Observation::Attempts(attempts));
        n as f64
    }

    fn wall(&mut self, spec: &LevelSpec, phase: &str, start: Timestamp, end: Timestamp, n: f64) {
        let ticks = (end.ns_since(start) / INTERVAL_NS) as u32;
        let mut samples: Vec<WallSample> =
            (0..8).map(|k| WallSample { t: start, tid: 50 + k, weight: ticks, stack: Kind::Idle as u32 }).collect();
        let parts = [
            (Kind::OutsideDispatch, spec.outside_dispatch),
            (Kind::PoolWait, spec.pool_wait),
            (Kind::RemoteInTransaction, spec.remote_in_transaction),
            (Kind::Remote, spec.remote),
            (Kind::Database, spec.database),
            (Kind::CpuInTransaction, spec.cpu_in_transaction),
            (Kind::CpuFramework, spec.cpu_framework),
            (Kind::CpuSite, spec.cpu_site),
            (Kind::Lock, spec.lock),
        ];
        for (kind, ms) in parts.into_iter().chain(spec.rare.parts()) {
            let count = (ms * n / (INTERVAL_NS as f64 / 1e6)).round() as i64;
            for i in 0..count {
                let t = start.plus_ns(end.ns_since(start) * i / count.max(1));
                // many request threads: no single one has more samples than a thread that lives all through
                let tid = WORKER_TID + (i % 400) as u32;
                samples.push(WallSample { t, tid, weight: 1, stack: kind as u32 });
            }
        }
        self.observations.push(Observation::Wall(WallProfile {
            phase: phase.to_owned(),
            sampler: "testkit".into(),
            start,
            end,
            nominal_interval_ns: INTERVAL_NS,
            sampler_moved: true,
            samples,
            thread_names: vec![(WORKER_TID, "http-nio-8080-exec-1".into()), (POLLER_TID, "http-nio-8080-Poller".into())],
            ..WallProfile::default()
        }));
    }

    fn gauges(&mut self, spec: &LevelSpec, start: Timestamp, end: Timestamp) {
        let little = |ms: f64| ms / 1e3 * spec.per_s;
        let mut out = Vec::new();
        let mut gauge = |name: &str, l, v: f64| {
            let mut s = Series::new(name, l);
            s.push(start, v);
            s.push(end, v);
            out.push(Observation::Series(s));
        };
        if self.on("pool-gauges") && spec.pool_size > 0.0 {
            let l = || labels([("pool", "HikariPool-1")]);
            gauge(signal::POOL_USED, l(), little(spec.hold()).min(spec.pool_size));
            gauge(signal::POOL_PENDING, l(), little(spec.pool_wait));
            gauge(signal::POOL_TOTAL, l(), spec.pool_size);
            gauge(signal::POOL_MAX, l(), spec.pool_size);
        }
        if self.on("worker-gauges") {
            let l = || labels([("executor", "http-nio-8080")]);
            gauge(signal::WORKERS_BUSY, l(), little(spec.in_dispatch() + spec.outside_dispatch).min(spec.workers));
            gauge(signal::WORKERS_MAX, l(), spec.workers);
            gauge(signal::WORKERS_QUEUE, l(), little(spec.worker_queue));
        }
        self.observations.extend(out);
        let peers = [(signal::PEER_CONNECTIONS_AWAITED, spec.rare.awaited), (signal::PEER_CONNECTIONS, spec.rare.connections)];
        for (name, n) in peers.into_iter().filter_map(|(name, n)| Some((name, n?))) {
            let mut s = Series::new(name, labels([("peer", PEER)]));
            (1..8).for_each(|i| s.push(start.plus_ns(end.ns_since(start) * i / 8), n));
            self.observations.push(Observation::Series(s));
        }
        if self.on("sessions") {
            let active = little(spec.database_server).round() as u32;
            let idle = (little(spec.remote_holding) + little(spec.remote_in_transaction)).round() as u32;
            let group = |state, count| SessionGroup { state, count, ..SessionGroup::default() };
            let groups = || vec![group(SessionState::Active, active), group(SessionState::Idle, idle)];
            let sample = |t| SessionSample { t, store: String::new(), groups: groups(), process: 0 };
            self.observations.push(Observation::Sessions((0..20).map(|i| sample(start.plus_ns(end.ns_since(start) * i / 20))).collect()));
        }
    }

    fn scheduler(&mut self, spec: &LevelSpec, start: Timestamp, end: Timestamp, n: f64) {
        let before = self.snapshot(start);
        let process_before = (self.threads.process_s, self.threads.database_s);
        let seen = spec.cpu_in_transaction + spec.cpu_framework + spec.cpu_site + spec.rare.cpu() + spec.outside_dispatch;
        let cpu = spec.request_cpu.unwrap_or(seen);
        self.threads.worker.0 += cpu * 1e6 * n;
        self.threads.worker.1 += spec.run_queue * 1e6 * n;
        self.threads.compiler += spec.compiler_cores * end.ns_since(start) as f64;
        self.threads.other += (spec.process_cpu - cpu).max(0.0) * 1e6 * n;
        self.threads.process_s += spec.process_cpu * n / 1e3;
        self.threads.database_s += spec.database_cpu * n / 1e3;
        let after = self.snapshot(end);
        if self.on("thread-schedule") {
            self.observations.push(Observation::Threads(before));
            self.observations.push(Observation::Threads(after));
        }
        if self.on("host") {
            let mut s = Series::new(signal::DATABASE_CPU_TIME, labels([("cpus", "1"), ("name", "postgres")]));
            s.push(start, process_before.1);
            s.push(end, self.threads.database_s);
            self.observations.push(Observation::Series(s));
            let own_cores = spec.process_cpu.max(cpu) * n / 1e3 / end.seconds_since(start) + spec.compiler_cores;
            self.host(spec, own_cores, start, end);
        }
    }

    fn snapshot(&self, t: Timestamp) -> ThreadSnapshot {
        let thread = |tid, cpu: f64, queue: f64| ThreadStat { tid, cpu_ns: cpu as u64, run_queue_ns: queue as u64 };
        ThreadSnapshot {
            t,
            threads: vec![
                thread(OTHER_TID, self.threads.other, 0.0),
                thread(COMPILER_TID, self.threads.compiler, 0.0),
                thread(POLLER_TID, 0.0, 0.0),
                thread(WORKER_TID, self.threads.worker.0, self.threads.worker.1),
            ],
            new_names: vec![(COMPILER_TID, "C2 CompilerThre".into()), (OTHER_TID, "java".into())],
            ..ThreadSnapshot::default()
        }
    }
}

pub(crate) fn phase(spec: &LevelSpec, start: Timestamp) -> Phase {
    let saturation = spec.fraction >= 1.0;
    Phase {
        id: if saturation { "saturation".into() } else { format!("open-{}", spec.fraction) },
        kind: if saturation { PhaseKind::Saturation } else { PhaseKind::Level },
        arrival: if saturation {
            Arrival::Closed { connections: (spec.per_s * spec.response_ms() / 1e3).round().max(1.0) as u32 }
        } else {
            Arrival::Open { rate_per_s: spec.per_s, poisson: true, max_connections: 300 }
        },
        fraction: (!saturation).then_some(spec.fraction),
        start,
        end: None,
    }
}
