//! The JVM probe: wall-clock stacks, pool and worker gauges, the virtual machine's own counters. Page: `jvm.md`.

mod adapter;
mod attach;
mod counters;
mod dumps;
mod exchange;
mod framework;
mod gauges;
mod jfr;
#[path = "../../../../../agents/jvm/src/layout.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the agent, which uses the other half")]
mod layout;
mod library;
mod pauses;
mod profiler;
mod published;
mod recognise;
mod sizing;

use sizing::Sizing;

use crate::host::affinity;
use crate::journal::{self, Note, Notes};
use crate::process::ticker::Ticker;
use crate::runtimes::Adapter;
use crate::{Context, Probe, ProbeError};
use attach::Jvm;
use counters::Counters;
use dumps::Dumps;
use exchange::Exchange;
use gauges::Gauges;
use library::Libraries;
use model::series::labels;
use model::{ComponentKind, Message, Observation, Phase, PhaseKind, Sensor, Series, Timestamp, message, sensor, signal};
use pauses::Pauses;
use profiler::Profiler;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The adapter.
pub const RUNTIME: &dyn Adapter = &adapter::Jvm;

const PAGE: &str = include_str!("jvm.md");
const NOTES: Notes = Notes("tightspot/attached");

/// Watches a HotSpot JVM from inside, without a restart.
#[derive(Default)]
pub struct JvmProbe {
    inside: Option<Inside>,
    counters: Option<Ticker<Counters>>,
    /// On only where the slowest requests are asked for.
    pauses: Option<Ticker<Pauses>>,
}

struct Inside {
    cx: Context,
    jvm: Jvm,
    libraries: Libraries,
    profiler: Profiler,
    gauges: Option<Ticker<Gauges>>,
    /// Where requests run on virtual threads.
    dumps: Option<Ticker<Dumps>>,
    stacks_wanted: bool,
    /// Once they could not be had, they are not asked for again.
    stacks_failed: bool,
    note: Option<Note>,
    /// CPU time of helper threads in the target by tid, nanoseconds; threads that ended keep their last reading.
    helpers_cpu: BTreeMap<u32, u64>,
    exchange: Exchange,
}

impl JvmProbe {
    /// A probe that is not attached.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Probe for JvmProbe {
    fn name(&self) -> &'static str {
        "jvm"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let counters = Counters::open(cx);
        let pauses = counters.as_ref().ok().and_then(|c| Pauses::open(c.file().ok()?, Arc::clone(&cx.sink)));
        self.pauses = pauses.and_then(|p| Ticker::start("ts-pauses", p, &cx.spare_cpus, true).ok());
        let counters = counters
            .and_then(|c| Ticker::start("ts-counters", c, &cx.spare_cpus, false).map_err(|e| ProbeError::no_thread("counters", &e)));
        cx.tell(sensor::RUNTIME_COUNTERS, &counters);
        self.counters = counters.ok();
        match Inside::open(cx) {
            Ok(inside) => {
                self.inside = Some(inside);
                Ok(())
            }
            Err(e) => {
                for id in [sensor::WALL_STACKS, sensor::POOL_GAUGES, sensor::WORKER_GAUGES] {
                    cx.sink.observe(Observation::Sensor(e.off(id)));
                }
                // What the JVM publishes by itself is worth having without the rest.
                if self.counters.is_some() { Ok(()) } else { Err(e) }
            }
        }
    }

    fn warmed(&mut self) -> Result<(), ProbeError> {
        self.inside.as_mut().map_or(Ok(()), Inside::walk)
    }

    fn begin(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        if let Some(c) = &self.counters {
            c.begin();
        }
        if let Some(p) = self.pauses.as_ref().filter(|_| phase.kind == PhaseKind::Tail) {
            p.begin();
        }
        self.inside.as_mut().map_or(Ok(()), |i| i.begin(phase))
    }

    fn end(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        if let Some(c) = &self.counters {
            c.end();
        }
        if let Some(p) = self.pauses.as_ref().filter(|_| phase.kind == PhaseKind::Tail) {
            p.end();
        }
        self.inside.as_mut().map_or(Ok(()), |i| i.end(phase))
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.counters = None;
        self.pauses = None;
        self.inside.take().map_or(Ok(()), Inside::close)
    }
}

impl Drop for JvmProbe {
    fn drop(&mut self) {
        drop(self.detach());
    }
}

impl Inside {
    fn open(cx: &Context) -> Result<Self, ProbeError> {
        let jvm = Jvm::open(cx.target.pid)?;
        let libraries = library::install(cx.target.pid)?;
        let exchange = Exchange::create(cx.target.pid, &cx.scratch)?;
        let note = Note::write(NOTES, &cx.target, &[&cx.scratch, exchange.folder()])?;
        let mut profiler = Profiler::new(libraries.profiler.clone());
        // what an earlier run of this tool left on ends here; another profiler is left alone
        let stacks = profiler.silence(&jvm, &exchange).and_then(|()| profiler.is_alone(&jvm, cx.target.pid, &exchange));
        cx.tell(sensor::WALL_STACKS, &stacks);
        let gauges = Gauges::start(&jvm, &libraries.agent, cx, &exchange);
        let gauges = match gauges {
            Ok(g) => {
                if !cx.spare_cpus.is_empty() {
                    // an improvement, not a need
                    let _moved = affinity::pin_thread(g.tid(), &cx.spare_cpus).is_ok();
                    let _raised = affinity::raise_priority_of(g.tid()).is_ok();
                }
                let ticker = Ticker::start("ts-gauges", g, &cx.spare_cpus, false).ok();
                if let Some(t) = &ticker {
                    // from here on the heartbeat must not stand still
                    t.begin();
                }
                ticker
            }
            Err(e) => {
                for id in [sensor::POOL_GAUGES, sensor::WORKER_GAUGES] {
                    cx.sink.observe(Observation::Sensor(e.off(id)));
                }
                None
            }
        };
        let stacks_wanted = stacks.is_ok();
        if let (Err(e), None) = (stacks, &gauges) {
            // nothing was loaded, so nothing is to be undone
            if let Some(note) = note {
                note.erase();
            }
            return Err(e);
        }
        Ok(Self {
            cx: cx.clone(),
            jvm,
            libraries,
            profiler,
            gauges,
            dumps: None,
            stacks_wanted,
            stacks_failed: false,
            note,
            helpers_cpu: BTreeMap::new(),
            exchange,
        })
    }

    fn walk(&mut self) -> Result<(), ProbeError> {
        let Some(gauges) = &self.gauges else { return Ok(()) };
        let (components, bits) = gauges.reading().walk()?;
        let no_workers = if gauges::on_virtual_threads(bits) { message!("jvm/virtual-thread-each") } else { message!("jvm/no-executor") };
        for (id, kind, what) in [
            (sensor::POOL_GAUGES, ComponentKind::ConnectionPool, message!("jvm/no-pool")),
            (sensor::WORKER_GAUGES, ComponentKind::Workers, no_workers),
        ] {
            let found = components.iter().any(|c| c.kind == kind);
            let sensor = if found { Sensor::on(id) } else { Sensor::off(id, what, "") };
            self.cx.sink.observe(Observation::Sensor(sensor));
        }
        for c in components {
            self.cx.sink.observe(Observation::Component(c));
        }
        if gauges::on_virtual_threads(bits) && self.stacks_wanted && self.dumps.is_none() {
            match self.dump() {
                Ok(dumps) => self.dumps = Some(dumps),
                Err(e) => self.stacks_off(message!("jvm/on-virtual-threads", why: (e.said())), e.help),
            }
        } else if gauges::on_event_loops(bits) {
            self.stacks_off(message!("jvm/on-event-loops"), Message::default());
        }
        self.look_at_rest();
        Ok(())
    }

    fn dump(&self) -> Result<Ticker<Dumps>, ProbeError> {
        let dumps = Dumps::open(&self.jvm, &self.cx, &self.exchange, Arc::clone(&self.profiler.interner))?;
        Ticker::start("ts-dumps", dumps, &self.cx.spare_cpus, false).map_err(|e| ProbeError::no_thread("dumps", &e))
    }

    fn stacks_off(&mut self, why: Message, unlock: Message) {
        self.stacks_wanted = false;
        self.cx.sink.observe(Observation::Sensor(Sensor::off(sensor::WALL_STACKS, why, unlock)));
    }

    /// Reads pools and workers for a moment in which no request is in flight.
    fn look_at_rest(&self) {
        let Some(g) = &self.gauges else { return };
        g.reading().sample(true);
        std::thread::sleep(gauges::AT_REST);
        g.reading().sample(false);
        g.reading().drain();
    }

    fn begin(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        self.observer_cpu();
        if let Some(g) = &self.gauges {
            g.reading().sample(true);
        }
        if !self.stacks_wanted || self.stacks_failed {
            return Ok(());
        }
        // which event makes which spike is asked of the clock, for longer than the sampler may run; who makes the objects is not
        if phase.kind == PhaseKind::Tail {
            let started = self.profiler.start_with_objects(&self.jvm, &self.exchange, phase);
            if let Err(e) = started {
                self.cx.sink.observe(Observation::warning("allocations-unseen", message!("jvm/allocations-unseen", why: (e.said()))));
            }
            return Ok(());
        }
        let started = self
            .profiler
            .start(&self.jvm, &self.cx, &self.exchange, phase)
            .inspect_err(|e| self.cx.sink.observe(Observation::Sensor(e.off(sensor::WALL_STACKS))));
        if let (Some(dumps), Ok(())) = (&self.dumps, &started) {
            dumps.begin();
            dumps.reading().switch(true);
        }
        started
    }

    fn end(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        self.observer_cpu();
        let mut dumps = self.dumps.as_ref().map(|dumps| {
            dumps.reading().switch(false);
            dumps.end();
            dumps.reading()
        });
        let stopped = self
            .profiler
            .stop(&self.jvm, &self.cx, &self.exchange, &phase.id, dumps.as_deref_mut())
            .inspect_err(|e| self.cx.sink.observe(Observation::Sensor(e.off(sensor::WALL_STACKS))));
        drop(dumps);
        if stopped.is_err() && self.dumps.take().is_some() {
            self.stacks_failed = true;
        }
        // the load is over: what is still borrowed now belongs to no request
        self.look_at_rest();
        stopped
    }

    /// CPU time that our helpers used inside the target, so that every run can say its own cost.
    fn observer_cpu(&mut self) {
        let tids = self.profiler.tids.iter().copied().chain(self.gauges.as_ref().map(|g| g.reading().tid()));
        let pid = self.cx.target.pid;
        self.helpers_cpu.extend(tids.filter_map(|tid| Some((tid, cpu_ns(pid, tid)?))));
        let ns: u64 = self.helpers_cpu.values().sum();
        let mut s = Series::new(signal::OBSERVER_CPU_TIME, labels([("where", "target")]));
        s.push(Timestamp::now(), ns as f64 / 1e9);
        self.cx.sink.observe(Observation::Series(s));
    }

    /// Everything off, confirmed.
    fn close(mut self) -> Result<(), ProbeError> {
        self.dumps = None;
        let gone = !crate::discover::is_alive(&self.cx.target);
        let silenced = if gone || !self.stacks_wanted { Ok(()) } else { self.profiler.silence(&self.jvm, &self.exchange) };
        let stopped = match self.gauges.take() {
            Some(g) if !gone => {
                g.end();
                g.reading().stop(&self.jvm, &self.libraries.agent, &self.exchange)
            }
            _ => Ok(()),
        };
        if let (Some(note), true) = (self.note.take(), silenced.is_ok()) {
            note.erase();
        }
        silenced.and(stopped)
    }
}

/// Goes through the notes of tools that are gone: switches sampling off, removes what they left. Says what it did.
fn recover() -> Vec<Message> {
    journal::recover(NOTES, silence)
}

fn silence(target: &model::Target, _: &[String]) -> Result<(), ProbeError> {
    let pid = target.pid;
    let jvm = Jvm::open(pid)?;
    let libraries = library::install(pid)?;
    let exchange = Exchange::create(pid, Path::new("/nowhere,"))?;
    dumps::move_back(pid);
    jvm.load(&libraries.agent, &format!("stop,file={}", exchange.theirs("gauges").display()))?;
    Profiler::new(libraries.profiler).silence(&jvm, &exchange)
}

fn cpu_ns(pid: u32, tid: u32) -> Option<u64> {
    std::fs::read_to_string(format!("/proc/{pid}/task/{tid}/schedstat")).ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests;
