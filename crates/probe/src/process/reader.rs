//! One reading of the target and of the tool itself.

use super::cpu_clock::{page_bytes, process_cpu_s, ticks_per_s};
use super::segments::Segments;
use super::threads::{ThreadTable, Totals};
use super::ticker::Reading;
use crate::discover::{self, Stat};
use crate::{Context, ProbeError};
use model::series::labels;
use model::{Event, Labels, Observation, Peer, Sensor, Series, Sink, Target, Timestamp, message, sensor, signal};
use std::sync::Arc;
use std::time::Duration;

/// How often readings are taken.
const INTERVAL: Duration = Duration::from_millis(500);
/// Threads of a process of [`FEW`] at most are read so many times in between: when V8's threads take the core of its loop is known to a tenth of a second.
const IN_BETWEEN: u32 = 4;
/// A choice: reading so many takes 0.3 ms (0.9 for 101, see `process.md`).
const FEW: usize = 32;
/// Context switches of a thread stand in a file that is slow to make: they are read this many times less often.
const SWITCHES_EVERY: u32 = 4;
/// Connections to peers are looked at this many times less often, and not in the first reading: the begin of a phase has just looked. A choice: eight looks
/// in a level of 8 s.
const CONNECTIONS_EVERY: u32 = 2;
/// Threads of the load generator have names that begin so.
const GENERATOR_PREFIX: &str = "ts-load";

pub(super) struct Reader {
    target: Target,
    sink: Arc<dyn Sink>,
    threads: ThreadTable,
    own: ThreadTable,
    own_totals: Totals,
    switches: Totals,
    segments: Option<Segments>,
    readings: u32,
    /// Readings of few threads that are still to come before the next of all else.
    in_between: u32,
    died: bool,
}

impl Reader {
    pub(super) fn open(cx: &Context) -> Result<Self, ProbeError> {
        super::check_alive(&cx.target)?;
        let mut threads = ThreadTable::of(cx.target.pid);
        let first = threads.read();
        if first.as_ref().map_or(0, |s| s.threads.len()) == 0 {
            return Err(ProbeError {
                name: "threads-not-readable",
                operation: message!("process/read-file", file: name(format!("/proc/{}/task/*/schedstat", cx.target.pid))),
                cause: first.err().map_or_else(|| message!("process/no-thread-has-one"), |e| e.to_string().into()),
                help: message!("process/needs-sched-info"),
            });
        }
        Ok(Self {
            target: cx.target.clone(),
            sink: Arc::clone(&cx.sink),
            threads: ThreadTable::of(cx.target.pid),
            own: ThreadTable::of(std::process::id()),
            own_totals: Totals::default(),
            switches: Totals::default(),
            segments: Segments::open(&cx.target),
            readings: 0,
            in_between: 0,
            died: false,
        })
    }

    fn point(&self, signal: &str, labels: Labels, t: Timestamp, v: f64) {
        let mut s = Series::new(signal, labels);
        s.push(t, v);
        self.sink.observe(Observation::Series(s));
    }

    fn read_target(&mut self) -> Option<()> {
        let pid = self.target.pid;
        let stat = Stat::of(pid).filter(|s| s.start_ticks == self.target.start_ticks && !matches!(s.state, 'Z' | 'X'))?;
        let t = Timestamp::now();
        let cpu = process_cpu_s(pid).unwrap_or(stat.cpu_ticks as f64 / ticks_per_s());
        self.point(signal::PROCESS_CPU_TIME, Labels::new(), t, cpu);
        self.point(signal::PROCESS_SYSTEM_CPU_TIME, Labels::new(), t, stat.system_ticks as f64 / ticks_per_s());
        self.point(signal::PROCESS_MEMORY, Labels::new(), t, stat.rss_pages as f64 * page_bytes());
        self.point(signal::PROCESS_MAJOR_FAULTS, Labels::new(), t, stat.major_faults as f64);
        if let Some(n) = descriptor_count(pid) {
            self.point(signal::PROCESS_DESCRIPTORS, Labels::new(), t, n);
        }
        let snapshot = self.threads.read().ok()?;
        if self.readings.is_multiple_of(SWITCHES_EVERY) {
            let now: Vec<_> = snapshot.threads.iter().filter_map(|s| Some((s.tid, 0, self.threads.switches(s.tid)?))).collect();
            let t = Timestamp::now();
            let [voluntary, involuntary] = self.switches.update(1, now.into_iter())[0];
            self.point(signal::PROCESS_CONTEXT_SWITCHES, labels([("type", "voluntary")]), t, voluntary as f64);
            self.point(signal::PROCESS_CONTEXT_SWITCHES, labels([("type", "involuntary")]), t, involuntary as f64);
        }
        self.in_between = if snapshot.threads.len() <= FEW { IN_BETWEEN } else { 0 };
        self.sink.observe(Observation::Threads(snapshot));
        Some(())
    }

    /// The threads alone; `None` where it is time to read everything, or they are gone.
    fn read_in_between(&mut self) -> Option<Duration> {
        self.in_between = self.in_between.checked_sub(1)?;
        self.sink.observe(Observation::Threads(self.threads.read().ok()?));
        Some(INTERVAL / (IN_BETWEEN + 1))
    }

    /// What passed between the target and its peers; called where a phase begins and ends, and meanwhile.
    pub(super) fn read_segments(&mut self) {
        let Some(all) = self.segments.as_mut().and_then(Segments::read) else { return };
        let t = Timestamp::now();
        for count in all {
            let peer = count.peer.to_string();
            self.point(signal::PEER_SEGMENTS_SENT, labels([("peer", &peer)]), t, count.sent as f64);
            self.point(signal::PEER_SEGMENTS_RECEIVED, labels([("peer", &peer)]), t, count.received as f64);
            self.point(signal::PEER_BYTES_RECEIVED, labels([("peer", &peer)]), t, count.bytes as f64);
            self.point(signal::PEER_CONNECTIONS, labels([("peer", &peer)]), t, f64::from(count.connections));
            self.point(signal::PEER_CONNECTIONS_AWAITED, labels([("peer", &peer)]), t, f64::from(count.awaited));
            self.point(signal::PEER_CONNECTIONS_HELD, labels([("peer", &peer)]), t, f64::from(count.held));
            if let Some(opened) = count.opened {
                self.point(signal::PEER_CONNECTIONS_OPENED, labels([("peer", &peer)]), t, opened as f64);
            }
        }
    }

    /// Whom the target was connected to at a reading, and who is no peer.
    pub(super) fn strangers(&self) -> Vec<std::net::SocketAddr> {
        self.segments.as_ref().map(Segments::strangers).unwrap_or_default()
    }

    /// Counts what passes between the target and these from now on as well.
    pub(super) fn met(&mut self, peers: &[Peer]) {
        if let Some(segments) = &mut self.segments {
            segments.met(peers);
        }
    }

    /// CPU time of the tool: its generator, and all the rest of it.
    fn read_own(&mut self) {
        let Ok(own) = self.own.read() else { return };
        let group = |tid| usize::from(self.own.name(tid).starts_with(GENERATOR_PREFIX));
        let now = own.threads.iter().map(|s| (s.tid, group(s.tid), [s.cpu_ns, s.run_queue_ns]));
        let sums = self.own_totals.update(2, now);
        let seconds = |ns: u64| ns as f64 / 1e9;
        self.point(signal::OBSERVER_CPU_TIME, labels([("where", "tool")]), own.t, seconds(sums[0][0]));
        self.point(signal::GENERATOR_CPU_TIME, Labels::new(), own.t, seconds(sums[1][0]));
        self.point(signal::GENERATOR_RUN_QUEUE_TIME, Labels::new(), own.t, seconds(sums[1][1]));
    }

    fn report_death(&mut self) {
        self.died = true;
        let (pid, name) = (self.target.pid, &self.target.name);
        self.sink.observe(Observation::Event(Event::now(model::event::TARGET_DIED, format!("process {pid} ({name}) ended"))));
        let why = message!("process/ended-in-the-run", pid: name(pid.to_string()));
        self.sink.observe(Observation::Sensor(Sensor::lost(sensor::THREAD_SCHEDULE, why)));
    }
}

impl Reading for Reader {
    fn is_at_an_end(&mut self) {
        self.in_between = 0;
    }

    fn read(&mut self) -> Option<Duration> {
        if let Some(next) = self.read_in_between() {
            return Some(next);
        }
        self.in_between = 0;
        if !self.died && self.read_target().is_none() && !discover::is_alive(&self.target) {
            self.report_death();
        }
        if self.readings % CONNECTIONS_EVERY == 1 {
            self.read_segments();
        } else if let Some(segments) = &mut self.segments {
            segments.read_ended();
        }
        self.read_own();
        self.readings += 1;
        (!self.died).then_some(if self.in_between > 0 { INTERVAL / (IN_BETWEEN + 1) } else { INTERVAL })
    }
}

/// Open descriptors: the size of the folder since kernel 6.2, before that its entries have to be counted.
fn descriptor_count(pid: u32) -> Option<f64> {
    let dir = discover::file(pid, "fd");
    match std::fs::metadata(&dir).ok()?.len() {
        0 => discover::numbers(&dir).ok().map(|all| all.len() as f64),
        n => Some(n as f64),
    }
}
