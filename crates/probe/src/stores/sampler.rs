//! Samples the sessions of the target at an interval that its own cost allows.

use super::Access;
use super::find::speaking;
use super::lock_roots;
use super::pace::Pace;
use super::server::{Opened, Server};
use super::session::{Ends, Session, group};
use super::totals::Totals;
use crate::discover::{ESTABLISHED, sockets_of};
use crate::process::ticker::Reading;
use crate::{Context, ProbeError};
use model::{Component, ComponentKind, Event, Labels, Message, Observation, Sensor, Series, SessionSample, Sink, Target, Timestamp};
use model::{event, message, sensor, signal};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Samples after which the cost is judged, and after which samples are handed on.
const BATCH: usize = 50;
/// How often the target's ports are read again: a pool opens connections while it runs.
const PORTS_EVERY: Duration = Duration::from_millis(500);
/// Samplings that may fail in a row (time-outs of a busy server) before the sensor counts as lost.
const FAILURES: u32 = 5;

/// Least time between two questions for who holds a lock. A choice: 40 answers in a level of 8 s, and what the question locks inside the server is locked no
/// more than five times a second.
const WAITS_EVERY: Duration = Duration::from_millis(200);

/// How sessions are told to be the target's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By the ports of its connections.
    Ports,
    /// By the database: all sessions but the tool's.
    Database,
}

pub(super) struct Sampler<S: Server> {
    server: S,
    /// Id of the server's component.
    store: String,
    processes: Vec<Target>,
    sink: Arc<dyn Sink>,
    addresses: Vec<SocketAddr>,
    /// Those of each process, by its id; by 0 where there is one only.
    ends: Vec<(u32, Ends)>,
    ends_read: Instant,
    way: Way,
    /// All sessions of the target are in another database of the server than the tool's: its totals are not the target's.
    elsewhere: bool,
    pace: Pace,
    samples: Vec<SessionSample>,
    costs: Series,
    waits_asked: Option<Instant>,
    totals: Totals,
    failures: u32,
    lost: bool,
}

impl<S: Server> Sampler<S> {
    /// Connects, names the server and checks that the target's sessions can be seen.
    pub(super) fn open(cx: &Context, access: &Access) -> Result<Self, ProbeError> {
        let Opened { server, addresses, version, max_connections, counts_tables } = S::open(cx, access)?;
        // as the target knows it, if need be by the relay that lies between
        let at = cx.target.peers.iter().filter_map(|p| p.address.parse().ok()).find(|p| addresses.contains(p));
        let at = at.or_else(|| speaking(S::STORE, &cx.target.peers)).or(addresses.first().copied());
        let at = at.map_or("unknown".to_owned(), |a| a.to_string());
        let store = format!("{}:{at}", S::STORE.name());
        cx.sink.observe(Observation::Component(Component {
            id: store.clone(),
            kind: ComponentKind::Database,
            limit: max_connections,
            detail: version,
        }));
        if !counts_tables {
            let detail = format!("{} does not count how often its tables are read from end to end", S::STORE.title());
            cx.sink.observe(Observation::Event(Event::now(event::TABLES_NOT_COUNTED, detail)));
        }
        let mut new = Self {
            server,
            store,
            processes: cx.processes().cloned().collect(),
            sink: Arc::clone(&cx.sink),
            addresses,
            ends: Vec::new(),
            ends_read: Instant::now(),
            way: Way::Ports,
            elsewhere: false,
            pace: Pace::from(S::INTERVAL),
            samples: Vec::new(),
            costs: Series::new(signal::SESSION_COST, Labels::new()),
            waits_asked: None,
            totals: Totals::default(),
            failures: 0,
            lost: false,
        };
        new.read_ends();
        let all = new.server.sessions(None).map_err(|e| S::unreadable(&at, e.into()))?;
        if !new.ends_of_all().sessions(&all).iter().any(|s| !s.hidden) && all.iter().any(|s| s.hidden) {
            return Err(new.server.hidden(&cx.target.name, &at));
        }
        Ok(new)
    }

    /// Decides anew how sessions are told; called before sampling begins. Says so when it is the weaker way.
    pub(super) fn choose_way(&mut self) {
        self.read_ends();
        let Ok(all) = self.server.sessions(None) else { return };
        let ends = self.ends_of_all();
        let ours = ends.sessions(&all);
        let way = if ours.is_empty() { Way::Database } else { Way::Ports };
        let elsewhere = !ours.is_empty() && ours.iter().all(|s| !s.same_database);
        if elsewhere && !self.elsewhere {
            let detail = "the target's sessions are in another database than --db: its running totals are not read";
            self.sink.observe(Observation::Event(Event::now("totals-not-read", detail)));
        }
        self.elsewhere = elsewhere;
        if way != self.way {
            let detail = match way {
                Way::Ports => "sessions are told by the ports of the target's connections",
                Way::Database => {
                    "no session belongs to a connection of the target (a pooler between?): all sessions of the database are counted"
                }
            };
            self.sink.observe(Observation::Event(Event::now("sessions-told-by", detail)));
        }
        self.way = way;
    }

    /// Reads the server's running totals; called where a phase begins and ends, while nothing is sampled.
    pub(super) fn read_totals(&mut self) {
        if !self.lost && !self.elsewhere {
            let counted = self.server.totals();
            self.totals.hear(&counted, Timestamp::now(), &self.store, self.sink.as_ref());
        }
    }

    /// Hands on what is held.
    pub(super) fn flush(&mut self) {
        if !self.samples.is_empty() {
            self.sink.observe(Observation::Sessions(std::mem::take(&mut self.samples)));
            let costs = std::mem::replace(&mut self.costs, Series::new(signal::SESSION_COST, Labels::new()));
            self.sink.observe(Observation::Series(costs));
        }
    }

    fn read_ends(&mut self) {
        self.ends_read = Instant::now();
        let several = self.processes.len() > 1;
        let mut all = Vec::new();
        for process in &self.processes {
            let Ok(sockets) = sockets_of(process.pid) else { return };
            let ours = sockets.iter().filter(|s| s.state == ESTABLISHED && self.addresses.contains(&s.remote));
            let ends: Vec<SocketAddr> = ours.map(|s| s.local).collect();
            let mut addresses: Vec<_> = ends.iter().map(SocketAddr::ip).collect();
            addresses.sort_unstable();
            addresses.dedup();
            let ports = ends.iter().map(|a| i32::from(a.port())).collect();
            all.push((if several { process.pid } else { 0 }, Ends { ports, addresses }));
        }
        self.ends = all;
    }

    fn ends_of_all(&self) -> Ends {
        let all = || self.ends.iter().map(|(_, ends)| ends);
        Ends { ports: all().flat_map(|e| e.ports.clone()).collect(), addresses: all().flat_map(|e| e.addresses.clone()).collect() }
    }

    fn sample(&mut self) -> Result<(), String> {
        if self.way == Way::Ports && self.ends_read.elapsed() > PORTS_EVERY {
            self.read_ends();
        }
        let ports = (self.way == Way::Ports).then(|| self.ends_of_all().ports);
        let start = Timestamp::now();
        let all = self.server.sessions(ports.as_deref())?;
        let took = Timestamp::now().ns_since(start);
        // The server looks somewhere within the round trip.
        let t = start.plus_ns(took / 2);
        let of = |process: u32, ours: &[&Session]| SessionSample { process, ..group(t, (&self.store, S::DIALECT), ours) };
        let samples: Vec<SessionSample> = match self.way {
            Way::Ports => self.ends.iter().map(|(process, ends)| of(*process, &ends.sessions(&all))).collect(),
            Way::Database => vec![of(0, &all.iter().filter(|s| s.same_database).collect::<Vec<_>>())],
        };
        let waits = samples.iter().flat_map(|s| &s.groups).any(|g| g.wait.is_lock());
        self.samples.extend(samples);
        self.costs.push(t, took as f64 / 1e9);
        if waits {
            self.ask_who_waits(ports.as_deref());
        }
        Ok(())
    }

    fn ask_who_waits(&mut self, ports: Option<&[i32]>) {
        if self.waits_asked.is_some_and(|at| at.elapsed() < WAITS_EVERY) {
            return;
        }
        self.waits_asked = Some(Instant::now());
        if let Some(edges) = self.server.waits() {
            lock_roots::tell(&edges, Timestamp::now(), (&self.store, S::DIALECT), ports, self.sink.as_ref());
        }
    }

    fn lose(&mut self, reason: Message) {
        self.lost = true;
        self.flush();
        self.sink.observe(Observation::Sensor(Sensor::lost(sensor::SESSIONS, reason)));
    }
}

impl<S: Server> Reading for Sampler<S> {
    fn read(&mut self) -> Option<Duration> {
        if self.lost {
            return None;
        }
        match self.sample() {
            Ok(()) => self.failures = 0,
            Err(e) => {
                self.failures += 1;
                if self.server.is_closed() || self.failures >= FAILURES {
                    self.lose(message!("stores/sampling-failed", error: name(e)));
                    return None;
                }
            }
        }
        if self.samples.len() >= BATCH {
            if let Some(detail) = self.pace.judge(&self.costs.v) {
                self.sink.observe(Observation::Event(Event::now("sessions-interval", detail)));
            }
            self.flush();
        }
        Some(self.pace.interval())
    }
}
