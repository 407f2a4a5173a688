//! Pool and worker gauges through our own agent in the target: a mapped file is the whole conversation.

use super::attach::Jvm;
use super::exchange::Exchange;
use super::layout::{FILE_BYTES, FILE_WORDS, MAGIC, Record, Table, VERSION, kind, reason, request, seen, state, word};
use crate::process::ticker::Reading;
use crate::{Context, ProbeError};
use model::series::labels;
use model::{Component, ComponentKind, Event, Labels, Message, Observation, Sensor, Series, Sink as _, Timestamp, message, sensor, signal};
use std::path::Path;
use std::time::{Duration, Instant};

mod mapping;

use mapping::Mapping;

/// Name of the mapped file.
const FILE: &str = "gauges";
/// How often the tool reads the ring and shows that it lives.
const DRAIN: Duration = Duration::from_millis(200);
/// Interval of the gauges. Source: LEDGER section 9 (10-50 ms); 20 ms costs the target 0.3 % of a core (bench/RESULTS.md).
const INTERVAL_US: u32 = 20_000;
/// How long gauges are read on after the last answer, so that pools at rest are seen: three readings.
pub(super) const AT_REST: Duration = Duration::from_millis(60);
/// The agent ends by itself when the tool has been silent for this long.
const LEASE_MS: u32 = 3000;
/// Longest wait for a heap walk or for the agent to end.
const DEADLINE: Duration = Duration::from_secs(20);

/// The agent's file and what was read of it.
pub(super) struct Gauges {
    map: Mapping,
    cx: Context,
    next: u64,
    beat: u64,
}

impl Gauges {
    /// Loads the agent and starts its thread, paused.
    pub(super) fn start(jvm: &Jvm, library: &Path, cx: &Context, exchange: &Exchange) -> Result<Self, ProbeError> {
        let began = Instant::now();
        loop {
            match Self::start_once(jvm, library, cx, exchange) {
                // What a killed tool left running ends by itself when its lease runs out.
                Err(e) if e.name == "gauges-busy" && began.elapsed() < Duration::from_millis(2 * u64::from(LEASE_MS)) => {
                    std::thread::sleep(Duration::from_millis(200));
                }
                result => return result,
            }
        }
    }

    fn start_once(jvm: &Jvm, library: &Path, cx: &Context, exchange: &Exchange) -> Result<Self, ProbeError> {
        let fail = |cause: Message| ProbeError {
            name: "gauges-not-readable",
            operation: message!("jvm/read-pools", pid: name(cx.target.pid.to_string())),
            cause,
            help: Message::default(),
        };
        drop(std::fs::remove_file(exchange.ours(FILE)));
        let f = exchange.new_file(FILE, FILE_BYTES).map_err(|e| fail(e.to_string().into()))?;
        let map = Mapping::of(&f, FILE_WORDS).map_err(|e| fail(e.to_string().into()))?;
        let table = Table(map.words());
        table.set(word::MAGIC, MAGIC);
        table.set(word::VERSION, VERSION);
        table.set(word::HEARTBEAT, 1);
        jvm.load(library, &format!("start,file={},interval_us={INTERVAL_US},lease_ms={LEASE_MS}", exchange.theirs(FILE).display()))?;
        let gauges = Self { map, cx: cx.clone(), next: 0, beat: 1 };
        gauges.wait(|t| !matches!(t.get(word::STATE), state::ABSENT | state::STARTING)).map_err(&fail)?;
        if gauges.table().get(word::STATE) == state::STOPPED {
            let code = gauges.table().get(word::REASON);
            let name = if code == reason::BUSY { "gauges-busy" } else { "gauges-not-readable" };
            return Err(ProbeError { name, ..fail(why(code)) });
        }
        Ok(gauges)
    }

    fn table(&self) -> Table<'_> {
        Table(self.map.words())
    }

    fn wait(&self, until: impl Fn(Table<'_>) -> bool) -> Result<(), Message> {
        let began = Instant::now();
        let mut beat = self.table().get(word::HEARTBEAT);
        while !until(self.table()) {
            if began.elapsed() > DEADLINE {
                return Err(message!("jvm/agent-silent", within: Seconds(DEADLINE.as_secs_f64())));
            }
            beat = beat.wrapping_add(1);
            self.table().set(word::HEARTBEAT, beat);
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// One heap walk: finds pools and executors. Returns the found components and what else was seen.
    pub(super) fn walk(&mut self) -> Result<(Vec<Component>, u64), ProbeError> {
        let asked = self.table().get(word::WALKS_ASKED).wrapping_add(1);
        self.table().set(word::WALKS_ASKED, asked);
        let fail = |cause: Message| ProbeError {
            name: "heap-walk-failed",
            operation: message!("jvm/find-pools", pid: name(self.cx.target.pid.to_string())),
            cause,
            help: Message::default(),
        };
        self.wait(|t| t.get(word::WALKS_DONE) >= asked || t.get(word::STATE) == state::STOPPED).map_err(fail)?;
        let t = self.table();
        if t.get(word::ERROR) != 0 {
            return Err(fail(message!("jvm/jvmti-error", code: name(t.get(word::ERROR).to_string()))));
        }
        if t.get(word::PROCESSORS) != 0 {
            let mut s = Series::new(signal::RUNTIME_CPU_COUNT, Labels::new());
            s.push(Timestamp::now(), t.get(word::PROCESSORS) as f64);
            self.cx.sink.observe(Observation::Series(s));
        }
        // Without a class to look for, the heap is not walked.
        if t.get(word::WALK_START) != 0 {
            self.cx.sink.observe(Observation::Event(Event {
                t: Timestamp::from_ns(t.get(word::WALK_START) as i64),
                duration_ns: t.get(word::WALK_NS) as i64,
                kind: "heap-walk".to_owned(),
                detail: format!("{} pools and executors found", t.instances()),
            }));
        }
        if t.get(word::INSTANCES_LEFT_OUT) > 0 {
            let (more, first) = (t.get(word::INSTANCES_LEFT_OUT) as f64, t.instances() as f64);
            let text = message!("jvm/pools-left-out", more: Count(more), first: Count(first));
            self.cx.sink.observe(Observation::warning("pools-left-out", text));
        }
        let found = (0..t.instances()).map(|i| {
            let (k, name) = t.instance(i);
            let (prefix, kind) =
                if k == kind::HIKARI { ("hikari", ComponentKind::ConnectionPool) } else { ("tomcat", ComponentKind::Workers) };
            Component { id: format!("{prefix}:{name}"), kind, limit: None, detail: String::new() }
        });
        Ok((found.collect(), t.get(word::SEEN)))
    }

    /// Reading on or off.
    pub(super) fn sample(&self, on: bool) {
        self.table().set(word::REQUEST, if on { request::SAMPLE } else { request::PAUSE });
    }

    /// Kernel id of the agent's thread, 0 when there is none.
    pub(super) fn tid(&self) -> u32 {
        self.table().get(word::TID) as u32
    }

    /// Ends the agent's thread and confirms it.
    pub(super) fn stop(&mut self, jvm: &Jvm, library: &Path, exchange: &Exchange) -> Result<(), ProbeError> {
        self.table().set(word::REQUEST, request::STOP);
        let asked = jvm.load(library, &format!("stop,file={}", exchange.theirs(FILE).display()));
        let ended = self.wait(|t| t.get(word::STATE) == state::STOPPED);
        match (asked, ended) {
            (_, Ok(())) => Ok(()),
            (Err(e), _) => Err(e),
            (Ok(()), Err(cause)) => Err(ProbeError {
                name: "agent-not-stopped",
                operation: message!("jvm/stop-agent", pid: name(self.cx.target.pid.to_string())),
                cause,
                help: message!("jvm/agent-ends-by-itself"),
            }),
        }
    }

    /// The agent ended without being asked to.
    fn lost(&self) {
        for id in [sensor::POOL_GAUGES, sensor::WORKER_GAUGES] {
            self.cx.sink.observe(Observation::Sensor(Sensor::lost(id, why(self.table().get(word::REASON)))));
        }
    }

    /// Tells what the ring holds.
    pub(super) fn drain(&mut self) {
        let mut records = Vec::new();
        let mut next = self.next;
        let lost = self.table().drain(&mut next, &mut records);
        self.next = next;
        if lost > 0 {
            self.cx.sink.observe(Observation::warning("gauges-lost", message!("jvm/gauges-lost", readings: Count(lost as f64))));
        }
        let table = self.table();
        for instance in 0..table.instances() {
            let (k, name) = table.instance(instance);
            let mine: Vec<&Record> = records.iter().filter(|r| r.instance == instance as u64).collect();
            if mine.is_empty() {
                continue;
            }
            let label = if k == kind::HIKARI { "pool" } else { "executor" };
            let tell = |signal: &str, value: &dyn Fn(&Record) -> i64, scale: f64| {
                let mut s = Series::new(signal, labels([(label, name.as_str())]));
                for r in mine.iter().filter(|r| value(r) >= 0) {
                    s.push(Timestamp::from_ns(r.t_ns), value(r) as f64 * scale);
                }
                if !s.t.is_empty() {
                    self.cx.sink.observe(Observation::Series(s));
                }
            };
            if k == kind::HIKARI {
                tell(signal::POOL_USED, &|r| r.used, 1.0);
                tell(signal::POOL_PENDING, &|r| r.pending, 1.0);
                tell(signal::POOL_TOTAL, &|r| r.total, 1.0);
                tell(signal::POOL_MAX, &|r| r.max, 1.0);
            } else {
                tell(signal::WORKERS_BUSY, &|r| r.used, 1.0);
                tell(signal::WORKERS_ALIVE, &|r| r.total, 1.0);
                tell(signal::WORKERS_MAX, &|r| r.max, 1.0);
                tell(signal::WORKERS_QUEUE, &|r| r.queue, 1.0);
            }
            tell(signal::GAUGE_COST, &|r| r.cost_ns, 1e-9);
        }
    }
}

impl Reading for Gauges {
    fn read(&mut self) -> Option<Duration> {
        self.beat = self.table().get(word::HEARTBEAT).wrapping_add(1);
        self.table().set(word::HEARTBEAT, self.beat);
        self.drain();
        if self.table().get(word::STATE) == state::STOPPED {
            self.lost();
            return None;
        }
        Some(DRAIN)
    }
}

fn why(code: u64) -> Message {
    match code {
        reason::LEASE => message!("jvm/agent-heard-nothing"),
        reason::NO_THREAD => message!("jvm/agent-without-thread"),
        reason::PANIC => message!("jvm/agent-has-a-bug"),
        reason::BUSY => message!("jvm/agent-busy"),
        _ => message!("jvm/agent-ended"),
    }
}

/// Whether a server of this virtual machine runs requests on virtual threads.
pub(super) fn on_virtual_threads(bits: u64) -> bool {
    bits & seen::VIRTUAL_THREADS != 0
}

/// Whether it runs them on event loops.
pub(super) fn on_event_loops(bits: u64) -> bool {
    bits & (seen::WEBFLUX | seen::NETTY) == seen::WEBFLUX | seen::NETTY
}
