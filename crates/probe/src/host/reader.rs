//! One reading of the host: CPUs, pressure, listen queue, cgroup, neighbours, database.

use super::counters::{STATES, accept_queue, cpu_ticks, file_writes, listen_overflows, pressure_some_s};
use super::database::{DatabaseServer, cpu_s, database_processes};
use super::neighbours::{Neighbours, Who, scan};
use super::serving::serving;
use crate::discover::{self, Quota, Throttling, recognise_peers};
use crate::process::ticker::Reading;
use crate::process::ticks_per_s;
use crate::{Context, ProbeError, stores};
use model::series::labels;
use model::{Component, ComponentKind, Labels, Observation, Peer, Series, Sink, Target, Timestamp, signal, view};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How often readings are taken.
const INTERVAL: Duration = Duration::from_millis(500);

pub(super) struct Reader {
    processes: Vec<Watched>,
    sink: Arc<dyn Sink>,
    neighbours: Neighbours,
    /// Neighbours that have a series already.
    known: BTreeSet<Who>,
    /// Moment of the reading before.
    before: Timestamp,
    databases: Vec<DatabaseServer>,
}

/// A process of the service.
struct Watched {
    target: Target,
    quota: Option<Quota>,
    /// Labels of what is its own: none where it is the only one.
    labels: Labels,
}

impl Reader {
    pub(super) fn open(cx: &Context) -> Result<Self, ProbeError> {
        crate::process::check_alive(&cx.target)?;
        let all: Vec<&Target> = cx.processes().collect();
        // the server that the user names may lie behind a relay, or have no connection of the target at this moment
        let own: Vec<Peer> = all.iter().flat_map(|t| t.peers.iter().cloned()).collect();
        let is_peer = |address: &str| own.iter().any(|p| p.address == address);
        let named: Vec<SocketAddr> = stores::named(&cx.databases).into_iter().filter(|a| !is_peer(&a.to_string())).collect();
        let mut peers = own.clone();
        peers.extend(recognise_peers(&named));
        let databases = database_processes(&peers);
        for d in databases.iter().filter(|d| is_peer(&d.address)) {
            // so that turns with it are counted where no probe of its own asks it
            cx.sink.observe(Observation::Component(Component {
                id: d.component(),
                kind: ComponentKind::Database,
                limit: None,
                detail: String::new(),
            }));
        }
        let not = all.iter().map(|t| t.pid).chain([std::process::id()]).collect();
        let mut serving = serving(&peers);
        serving.extend(cx.beside.proxy.iter().map(|p| p.pid));
        let several = all.len() > 1;
        let watched = |t: &&Target| Watched {
            target: (*t).clone(),
            quota: discover::quota(t.pid),
            labels: if several { labels([(view::PROCESS, &t.pid.to_string())]) } else { Labels::new() },
        };
        Ok(Self {
            processes: all.iter().map(watched).collect(),
            sink: Arc::clone(&cx.sink),
            neighbours: Neighbours::new(target_cpus(cx), not, serving),
            known: BTreeSet::new(),
            before: Timestamp::now(),
            databases,
        })
    }

    fn point(&self, signal: &str, labels: Labels, t: Timestamp, v: f64) {
        let mut s = Series::new(signal, labels);
        s.push(t, v);
        self.sink.observe(Observation::Series(s));
    }

    fn read_cpus(&self) {
        let text = discover::text(Path::new("/proc/stat")).unwrap_or_default();
        let t = Timestamp::now();
        for row in cpu_ticks(&text) {
            let cpu = row.cpu.to_string();
            for (state, ticks) in STATES.iter().zip(row.ticks) {
                let labels = labels([("cpu", &cpu), ("state", state)]);
                self.point(signal::SYSTEM_CPU_TIME, labels, t, ticks as f64 / ticks_per_s());
            }
        }
    }

    fn read_pressure(&self) {
        for resource in ["cpu", "io", "memory"] {
            let text = discover::text(&PathBuf::from(format!("/proc/pressure/{resource}")));
            if let Some(s) = text.as_deref().and_then(pressure_some_s) {
                self.point(signal::SYSTEM_PRESSURE, labels([("resource", resource)]), Timestamp::now(), s);
            }
        }
    }

    /// Of the process's network namespace, which may be another than the tool's.
    fn read_listen_queue(&self, of: &Watched) {
        let file = |name| discover::file(of.target.pid, name);
        let waiting = accept_queue(&discover::listening_of(of.target.pid), of.target.port);
        let t = Timestamp::now();
        if let Some(n) = waiting {
            let mut labels = of.labels.clone();
            labels.insert("port".to_owned(), of.target.port.to_string());
            self.point(signal::LISTEN_QUEUE, labels, t, n as f64);
        }
        if let Some(n) = discover::text(&file("net/netstat")).as_deref().and_then(listen_overflows) {
            self.point(signal::LISTEN_OVERFLOWS, of.labels.clone(), t, n as f64);
        }
    }

    /// Not there where the process belongs to somebody else.
    fn read_writes(&self, of: &Watched) {
        if let Some(bytes) = discover::text(&discover::file(of.target.pid, "io")).as_deref().and_then(file_writes) {
            self.point(signal::PROCESS_FILE_WRITES, of.labels.clone(), Timestamp::now(), bytes as f64);
        }
    }

    fn read_throttling(&self, of: &Watched) {
        let Some(quota) = &of.quota else { return };
        let Some(now) = discover::text(&quota.stat).as_deref().and_then(Throttling::parse) else { return };
        let t = Timestamp::now();
        self.point(signal::CGROUP_PERIODS, of.labels.clone(), t, now.periods as f64);
        self.point(signal::CGROUP_THROTTLED_PERIODS, of.labels.clone(), t, now.throttled_periods as f64);
        self.point(signal::CGROUP_THROTTLED_TIME, of.labels.clone(), t, now.throttled_s);
    }

    fn read_processes(&mut self) {
        let start = Timestamp::now();
        let seen = scan();
        let now = Timestamp::now();
        let t = start.plus_ns(now.ns_since(start) / 2);
        for (who, seconds) in self.neighbours.update(&seen) {
            let mut labels = labels([("who", &who.name)]);
            if who.serves {
                labels.insert("serves".to_owned(), "target".to_owned());
            }
            if self.known.insert(who) {
                // It did nothing up to the reading before: said, so that its first increase is not lost.
                self.point(signal::NEIGHBOUR_CPU_TIME, labels.clone(), self.before, 0.0);
            }
            self.point(signal::NEIGHBOUR_CPU_TIME, labels, t, seconds);
        }
        for server in &self.databases {
            if let Some(seconds) = cpu_s(server.pid, &seen) {
                let labels = labels([("cpus", &server.cpus), ("name", &server.name), ("server", &server.address)]);
                self.point(signal::DATABASE_CPU_TIME, labels, t, seconds);
            }
        }
        self.before = t;
    }
}

/// The CPUs that processes of the service may use.
pub(super) fn target_cpus(cx: &Context) -> Vec<u32> {
    if cx.processes().any(|t| t.cpus.is_empty()) {
        return discover::online_cpus();
    }
    let cpus: BTreeSet<u32> = cx.processes().flat_map(|t| t.cpus.iter().copied()).collect();
    cpus.into_iter().collect()
}

impl Reading for Reader {
    fn read(&mut self) -> Option<Duration> {
        self.read_cpus();
        self.read_pressure();
        for process in &self.processes {
            self.read_listen_queue(process);
            self.read_writes(process);
            self.read_throttling(process);
        }
        self.read_processes();
        Some(INTERVAL)
    }
}
