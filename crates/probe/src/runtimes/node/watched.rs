//! A Node process from attach to detach.

use super::NOTES;
use super::entry::{self, Entered};
use super::flags;
use super::gauges::{self, Gauges, Shared, lock};
use super::inspector::Inspector;
use super::objects;
use super::profile::Profile;
use super::pulse::{Pulse, TOKEN};
use super::relay::Client;
use super::sampling::{INTERVAL_US, Sampling};
use super::sources::Sources;
use super::threads::{POOL_THREAD, Threads, V8_THREAD};
use crate::host::affinity;
use crate::interner::Interner;
use crate::journal::Note;
use crate::process::ticker::Ticker;
use crate::{Context, ProbeError, discover};
use model::series::labels;
use model::{
    Allocated, Message, Observation, Phase, PhaseKind, Sensor, Series, Sink as _, Target, Timestamp, WallProfile, message, sensor, signal,
};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long readings go on when a phase is over, so that pools are read while no request is inside: three messages of the pulse, and what settles.
const REST: Duration = Duration::from_millis(70);
/// Name of the thread that samples for V8.
pub(super) const SAMPLER: &str = "v8:ProfEvntProc";

/// What is inside the target, and what has to go again.
pub(super) struct Watched {
    cx: Context,
    inspector: Inspector,
    session: Shared,
    gauges: Ticker<Gauges>,
    pulse: Pulse,
    note: Option<Note>,
    version: String,
    /// The service's working directory: paths of its code are told from there.
    folder: String,
    sources: Sources,
    interner: Interner,
    /// Threads of the target before the inspector was opened.
    before: Threads,
    /// Names of its threads that the kernel does not tell.
    names: BTreeMap<u32, &'static str>,
    warned: bool,
    pool_is_known: bool,
    sampling: Sampling,
    /// Since when it is sampled where new objects are made, where that is.
    objects: Option<Timestamp>,
    /// Whether V8's sampling thread was kept off the service's cores.
    sampler_moved: bool,
    /// CPU time of helper threads in the target by tid, nanoseconds; threads that ended keep their last reading.
    helpers_cpu: BTreeMap<u32, u64>,
}

impl Watched {
    /// Goes in and puts the gauges there, switched off.
    pub(super) fn open(cx: &Context) -> Result<Self, ProbeError> {
        let pid = cx.target.pid;
        let note = Note::write(NOTES, &cx.target, &[])?;
        let before = Threads::of(pid);
        let entered = entry::enter(&cx.target, Client::Probe, note)?;
        warn_of(&entered, cx);
        let Entered { session, inspector, note, .. } = entered;
        let session = Arc::new(Mutex::new(session));
        let (gauges, pulse, version) = match Self::put_in(cx, &inspector, &session) {
            Ok(x) => x,
            Err(e) => {
                // what was opened is closed, whatever else went wrong
                let _left = leave(&cx.target, &inspector, session, note).is_ok();
                return Err(e);
            }
        };
        for sensor in [
            Sensor::on(sensor::WALL_STACKS),
            Sensor::on(sensor::EVENT_LOOP),
            Sensor::off(sensor::POOL_GAUGES, message!("node/heap-not-searched"), ""),
        ] {
            cx.sink.observe(Observation::Sensor(sensor));
        }
        Ok(Self {
            cx: cx.clone(),
            inspector,
            session,
            gauges,
            pulse,
            note,
            version,
            folder: std::fs::read_link(discover::file(pid, "cwd")).map(|p| p.to_string_lossy().into_owned()).unwrap_or_default(),
            sources: Sources::below(discover::file(pid, "root"), discover::started(&cx.target)),
            interner: Interner::default(),
            names: helpers_of_v8(&before, pid).into_iter().map(|tid| (tid, V8_THREAD)).collect(),
            before,
            warned: false,
            pool_is_known: false,
            sampling: Sampling::default(),
            objects: None,
            sampler_moved: false,
            helpers_cpu: BTreeMap::new(),
        })
    }

    /// Installs the gauges and starts sending to them.
    fn put_in(cx: &Context, inspector: &Inspector, session: &Shared) -> Result<(Ticker<Gauges>, Pulse, String), ProbeError> {
        let token = token();
        let installed = gauges::install(&mut lock(session), &String::from_utf8_lossy(&token), inspector.to_close)?;
        if installed.workers > 0 {
            let workers = f64::from(installed.workers);
            let text = message!("node/cluster-not-watched", workers: Count(workers), pid: name(cx.target.pid.to_string()));
            cx.sink.observe(Observation::warning("cluster-not-watched", text));
        }
        let pulse = Pulse::start(installed.ports, token, &cx.spare_cpus).map_err(|e| ProbeError::no_thread("pulse", &e))?;
        let gauges = Ticker::start("ts-node", Gauges::new(cx.clone(), Arc::clone(session)), &cx.spare_cpus, false)
            .map_err(|e| ProbeError::no_thread("gauges", &e))?;
        Ok((gauges, pulse, installed.version))
    }

    /// Looks for pools in the heap.
    pub(super) fn walk(&mut self) -> Result<(), ProbeError> {
        let workers = self.gauges.reading().walk()?;
        if workers > 0 {
            let text = message!("node/worker-threads-not-watched", threads: Count(f64::from(workers)));
            self.cx.sink.observe(Observation::warning("worker-threads-not-watched", text));
        }
        Ok(())
    }

    /// Counting, timing and sampling on.
    pub(super) fn begin(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        self.observer_cpu();
        let tail = phase.kind == PhaseKind::Tail;
        let promises = self.gauges.reading().begin(tail)?;
        if promises == "followed" && phase.is_measured() {
            self.warn_once("promises-followed", message!("node/promises-followed"));
        }
        self.gauges.begin();
        self.pulse.measure(true);
        if objects::are_told(&self.version) {
            match objects::begin(&self.session, phase) {
                Ok(on) => self.objects = on.then(Timestamp::now),
                Err(e) => self.objects_unseen(&e),
            }
        }
        if tail {
            // which event makes which spike is asked of the clock: stacks of minutes would fill the memory of the service
            return self.sampling.rest(&self.session);
        }
        let before = Threads::of(self.cx.target.pid);
        if self.sampling.begin(&self.session)? {
            self.sampler_moved = self.keep_sampler_off(&before);
        }
        Ok(())
    }

    /// No phase follows for a while: nothing is sampled until the next.
    pub(super) fn rest(&mut self) -> Result<(), ProbeError> {
        self.sampling.rest(&self.session)
    }

    /// Moves V8's sampling thread to cores that the service does not use, where there are any.
    fn keep_sampler_off(&mut self, before: &Threads) -> bool {
        let now = Threads::of(self.cx.target.pid);
        let sampler: Vec<u32> = now.since(before).into_iter().filter(|t| now.named(SAMPLER).contains(t)).collect();
        for tid in &sampler {
            self.helpers_cpu.entry(*tid).or_insert(0);
            let _raised = affinity::raise_priority_of(*tid).is_ok();
        }
        let spare = &self.cx.spare_cpus;
        !spare.is_empty() && !sampler.is_empty() && sampler.iter().all(|t| affinity::pin_thread(*t, spare).is_ok())
    }

    /// All off; tells what was sampled.
    pub(super) fn end(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        self.observer_cpu();
        std::thread::sleep(REST);
        self.pulse.measure(false);
        self.gauges.end();
        let since = self.objects.take();
        let made = since.map(|since| (since, objects::end(&self.session, since, &self.folder, &mut self.interner)));
        let profile = self.sampling.end(&self.session);
        self.gauges.reading().end()?;
        self.learn_pool()?;
        let made = made.and_then(|(since, made)| made.map_err(|e| self.objects_unseen(&e)).ok().map(|made| (since, made)));
        self.tell(phase, profile?.as_ref(), made);
        Ok(())
    }

    /// Tells what was sampled of a phase: who used the loop, and where objects were made since when.
    fn tell(&mut self, phase: &Phase, profile: Option<&Profile>, made: Option<(Timestamp, Vec<Allocated>)>) {
        let pid = self.cx.target.pid;
        let Some((start, end)) = profile.map(Profile::span).or_else(|| made.as_ref().map(|(since, _)| (*since, Timestamp::now()))) else {
            return;
        };
        let samples = profile.map(|p| p.samples(pid, INTERVAL_US, &self.folder, &mut self.sources, &mut self.interner));
        if let Some(stacks) = self.interner.take() {
            self.cx.sink.observe(stacks);
        }
        let names = self.names.iter().map(|(tid, name)| (*tid, (*name).to_owned()));
        self.cx.sink.observe(Observation::Wall(WallProfile {
            phase: phase.id.clone(),
            sampler: format!("V8 CPU profile, Node {}", self.version),
            start,
            end,
            nominal_interval_ns: INTERVAL_US * 1000,
            sampler_moved: self.sampler_moved,
            samples: samples.unwrap_or_default(),
            allocated: made.map(|(_, made)| made).unwrap_or_default(),
            thread_names: names.collect(),
            ..WallProfile::default()
        }));
    }

    /// Learns, once it is used and at rest, which threads are libuv's.
    fn learn_pool(&mut self) -> Result<(), ProbeError> {
        if self.pool_is_known || !self.gauges.reading().pool_is_used {
            return Ok(());
        }
        let pid = self.cx.target.pid;
        let before = Threads::of(pid);
        let mut pool = before.named(POOL_THREAD);
        if pool.is_empty() {
            self.gauges.reading().wake_pool()?;
            let now = Threads::of(pid);
            let mut others: Vec<u32> = self.helpers_cpu.keys().copied().chain([pid]).collect();
            others.extend(helpers_of_v8(&self.before, pid));
            others.extend(now.named(SAMPLER));
            pool = now.with_brothers(now.woken(&before, &others), &others);
        }
        self.names.extend(pool.iter().map(|tid| (*tid, POOL_THREAD)));
        self.pool_is_known = true;
        let mut size = Series::new(signal::THREAD_POOL_SIZE, labels([]));
        size.push(Timestamp::now(), pool.len() as f64);
        self.cx.sink.observe(Observation::Series(size));
        Ok(())
    }

    fn objects_unseen(&self, e: &ProbeError) {
        self.cx.sink.observe(Observation::warning("allocations-unseen", message!("node/allocations-unseen", why: (e.said()))));
    }

    fn warn_once(&mut self, code: &'static str, text: Message) {
        if !std::mem::replace(&mut self.warned, true) {
            self.cx.sink.observe(Observation::warning(code, text));
        }
    }

    /// CPU time that our helpers used inside the target, so that every run can say its own cost. (What the main thread does for us is not
    /// in it; that was measured.)
    fn observer_cpu(&mut self) {
        let pid = self.cx.target.pid;
        for tid in self.helpers_cpu.keys().copied().collect::<Vec<_>>() {
            if let Some(ns) = cpu_ns(pid, tid) {
                self.helpers_cpu.insert(tid, ns);
            }
        }
        let ns: u64 = self.helpers_cpu.values().sum();
        let mut s = Series::new(signal::OBSERVER_CPU_TIME, labels([("where", "target")]));
        s.push(Timestamp::now(), ns as f64 / 1e9);
        self.cx.sink.observe(Observation::Series(s));
    }

    /// Says nothing any more and keeps its connection, as a tool does that is stopped.
    #[cfg(test)]
    pub(super) fn fall_silent(self) -> (std::net::SocketAddr, Shared) {
        if let Some(note) = self.note {
            note.erase();
        }
        (self.inspector.address, self.session)
    }

    /// Lets go without a word, as a tool does that is killed.
    #[cfg(test)]
    pub(super) fn vanish(self) -> std::net::SocketAddr {
        if let Some(note) = self.note {
            note.erase();
        }
        self.inspector.address
    }

    /// Everything out, confirmed.
    pub(super) fn close(self) -> Result<(), ProbeError> {
        let Self { cx, inspector, session, gauges, pulse, note, .. } = self;
        // ends the threads that read and send, and with the first its share of the session
        drop(gauges);
        drop(pulse);
        leave(&cx.target, &inspector, session, note)
    }
}

/// Says what others could do, or can, because the inspector was opened.
fn warn_of(entered: &Entered, cx: &Context) {
    let pid = cx.target.pid.to_string();
    if let Some(e) = &entered.stays_open {
        let (address, why) = (entered.inspector.address.to_string(), e.said());
        let text = message!("node/inspector-stays-open", address: name(address), pid: name(pid.as_str()), why: (why));
        cx.sink.observe(Observation::warning("inspector-stays-open", text));
    }
    if !entered.others.is_empty() {
        let text = message!("node/inspector-visited", pid: name(pid), users: name(entry::named(&entered.others)));
        cx.sink.observe(Observation::warning("inspector-visited", text));
    }
}

/// Takes the gauges out and closes the inspector, where it is open for us alone; confirms it, and only then forgets that we were here.
fn leave(target: &Target, inspector: &Inspector, session: Shared, note: Option<Note>) -> Result<(), ProbeError> {
    let left = if discover::is_alive(target) {
        let asked = {
            let mut s = lock(&session);
            // without gauges nobody closes it for us
            gauges::remove(&mut s)
                .and_then(|were_there| if were_there || !inspector.to_close { Ok(()) } else { gauges::close_inspector(&mut s) })
        };
        if let Ok(session) = Arc::try_unwrap(session) {
            session.into_inner().unwrap_or_else(PoisonError::into_inner).close();
        }
        asked.and_then(|()| if inspector.to_close { inspector.confirm_closed().map(drop) } else { Ok(()) })
    } else {
        Ok(())
    };
    if let (Some(note), true) = (note, left.is_ok()) {
        note.erase();
    }
    left
}

fn helpers_of_v8(threads: &Threads, pid: u32) -> Vec<u32> {
    threads.of_the_start(pid, flags::v8_pool_size(pid))
}

/// A word that nobody else on this machine knows, so that nobody else's messages count.
fn token() -> [u8; TOKEN] {
    let mut random = [0; TOKEN / 2];
    // without it the word is weak, which costs figures and nothing else
    let _read = std::fs::File::open("/dev/urandom").and_then(|mut f| f.read_exact(&mut random)).is_ok();
    let mut token = [0; TOKEN];
    for (i, byte) in random.iter().enumerate() {
        for (k, digit) in [byte >> 4, byte & 15].into_iter().enumerate() {
            token[2 * i + k] = b"0123456789abcdef"[usize::from(digit)];
        }
    }
    token
}

fn cpu_ns(pid: u32, tid: u32) -> Option<u64> {
    discover::text(&discover::file(pid, &format!("task/{tid}/schedstat")))?.split_whitespace().next()?.parse().ok()
}
