//! Pool and worker gauges through our own agent in the target: a file that both sides read and write is the whole conversation.

use super::attach::Jvm;
use super::exchange::Exchange;
use super::layout::{FILE_BYTES, MAGIC, Record, Table, VERSION, kind, reason, request, seen, state, word};
use crate::process::ticker::Reading;
use crate::{Context, ProbeError};
use model::series::labels;
use model::{Component, ComponentKind, Event, Labels, Message, Observation, Sensor, Series, Sink as _, Timestamp, message, sensor, signal};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

mod shared;

use shared::Shared;

/// Name of the file.
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
    shared: Shared,
    cx: Context,
    /// Number of the next record to be told.
    next: u64,
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
        let shared = Shared::of(f);
        for (word, value) in [(word::MAGIC, MAGIC), (word::VERSION, VERSION), (word::HEARTBEAT, 1)] {
            shared.set(word, value).map_err(|e| fail(unreadable(&e)))?;
        }
        jvm.load(library, &format!("start,file={},interval_us={INTERVAL_US},lease_ms={LEASE_MS}", exchange.theirs(FILE).display()))?;
        let gauges = Self { shared, cx: cx.clone(), next: 0 };
        gauges.wait(|t| !matches!(t.get(word::STATE), state::ABSENT | state::STARTING)).map_err(&fail)?;
        if gauges.table().get(word::STATE) == state::STOPPED {
            let code = gauges.table().get(word::REASON);
            let name = if code == reason::BUSY { "gauges-busy" } else { "gauges-not-readable" };
            return Err(ProbeError { name, ..fail(why(code)) });
        }
        Ok(gauges)
    }

    /// What was last read of the file.
    fn table(&self) -> Table<'_> {
        self.shared.table()
    }

    /// Reads the file until that holds of it, and once more: what the agent wrote before is in the table then.
    fn wait(&self, until: impl Fn(Table<'_>) -> bool) -> Result<(), Message> {
        let began = Instant::now();
        self.refresh()?;
        while !until(self.table()) {
            if began.elapsed() > DEADLINE {
                return Err(message!("jvm/agent-silent", within: Seconds(DEADLINE.as_secs_f64())));
            }
            self.beat()?;
            std::thread::sleep(Duration::from_millis(1));
            self.refresh()?;
        }
        self.refresh()
    }

    fn refresh(&self) -> Result<(), Message> {
        self.shared.refresh().map_err(|e| unreadable(&e))
    }

    /// Shows that the tool lives.
    fn beat(&self) -> Result<(), Message> {
        let beat = self.table().get(word::HEARTBEAT).wrapping_add(1);
        self.shared.set(word::HEARTBEAT, beat).map_err(|e| unreadable(&e))
    }

    /// One heap walk: finds pools and executors. Returns the found components and what else was seen.
    pub(super) fn walk(&mut self) -> Result<(Vec<Component>, u64), ProbeError> {
        let asked = self.table().get(word::WALKS_ASKED).wrapping_add(1);
        let fail = |cause: Message| ProbeError {
            name: "heap-walk-failed",
            operation: message!("jvm/find-pools", pid: name(self.cx.target.pid.to_string())),
            cause,
            help: Message::default(),
        };
        self.shared.set(word::WALKS_ASKED, asked).map_err(|e| fail(unreadable(&e)))?;
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
                detail: t.instances().to_string(),
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

    /// Reading on or off. Where that cannot be written, the next reading says so.
    pub(super) fn sample(&self, on: bool) {
        drop(self.shared.set(word::REQUEST, if on { request::SAMPLE } else { request::PAUSE }));
    }

    /// Kernel id of the agent's thread, 0 when there is none.
    pub(super) fn tid(&self) -> u32 {
        self.table().get(word::TID) as u32
    }

    /// Ends the agent's thread and confirms it.
    pub(super) fn stop(&mut self, jvm: &Jvm, library: &Path, exchange: &Exchange) -> Result<(), ProbeError> {
        // where that cannot be written, the call alone asks
        drop(self.shared.set(word::REQUEST, request::STOP));
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

    /// There will be no more readings.
    fn lost(&self, why: &Message) {
        for id in [sensor::POOL_GAUGES, sensor::WORKER_GAUGES] {
            self.cx.sink.observe(Observation::Sensor(Sensor::lost(id, why.clone())));
        }
    }

    /// Tells what the ring holds, or that it cannot be read any more.
    pub(super) fn drain(&mut self) {
        if let Err(why) = self.tell() {
            self.lost(&why);
        }
    }

    fn tell(&mut self) -> Result<(), Message> {
        self.refresh()?;
        let mut records = Vec::new();
        let lost = self.shared.drain(&mut self.next, &mut records).map_err(|e| unreadable(&e))?;
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
        Ok(())
    }

    /// A reading; an error says why there will be no more.
    fn once(&mut self) -> Result<(), Message> {
        self.refresh()?;
        self.beat()?;
        self.tell()?;
        if self.table().get(word::STATE) == state::STOPPED {
            // it says why before it says that
            self.refresh()?;
            return Err(why(self.table().get(word::REASON)));
        }
        Ok(())
    }
}

impl Reading for Gauges {
    fn read(&mut self) -> Option<Duration> {
        if let Err(why) = self.once() {
            self.lost(&why);
            return None;
        }
        Some(DRAIN)
    }
}

/// Why the file cannot be read or written.
fn unreadable(e: &io::Error) -> Message {
    match e.kind() {
        io::ErrorKind::UnexpectedEof => message!("jvm/gauges-cut-short"),
        _ => e.to_string().into(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Beside;
    use model::Target;
    use std::fs::File;
    use std::path::PathBuf;
    use std::sync::{Arc, Mutex};

    #[test]
    fn a_file_that_the_service_makes_shorter_ends_the_readings_and_is_told() {
        let path = std::env::temp_dir().join(format!("tightspot-gauges-{}", std::process::id()));
        let file = File::options().read(true).write(true).create_new(true).open(&path).expect("the temporary folder can be written");
        std::fs::remove_file(path).expect("ours");
        file.set_len(FILE_BYTES as u64).expect("room");
        let seen: Arc<Mutex<Vec<Observation>>> = Arc::default();
        let sink = Arc::clone(&seen);
        let (target, scratch) = (Target::default(), PathBuf::new());
        let cx = Context { target, sink, spare_cpus: Vec::new(), scratch, databases: Vec::new(), beside: Beside::default() };
        let mut gauges = Gauges { shared: Shared::of(file.try_clone().expect("a handle")), cx, next: 0 };
        assert_eq!((gauges.read(), seen.lock().expect("not poisoned").len()), (Some(DRAIN), 0));
        file.set_len(100).expect("cut");
        assert_eq!(gauges.read(), None);
        let lost = |id| Observation::Sensor(Sensor::lost(id, message!("jvm/gauges-cut-short")));
        assert_eq!(*seen.lock().expect("not poisoned"), [lost(sensor::POOL_GAUGES), lost(sensor::WORKER_GAUGES)]);
    }
}
