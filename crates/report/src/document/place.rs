//! `tool`, `run`, `environment`, `events`: which run this is and where it took place.

use super::since_start_s;
use model::{Component, Host, Run, RunStatus};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, UNIX_EPOCH};

#[derive(Debug, Serialize)]
pub(crate) struct Tool {
    pub version: String,
}

impl Tool {
    pub(crate) fn of(run: &Run) -> Self {
        Self { version: run.info.tool_version.clone() }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct RunInfo {
    pub id: String,
    pub name: String,
    pub tags: BTreeMap<String, String>,
    pub notes: Vec<String>,
    /// ISO 8601, UTC.
    pub started_at: String,
    pub duration_s: Option<f64>,
    pub status: RunStatus,
    pub driver: &'static str,
    pub command: String,
    pub url: String,
    /// As text: it does not fit the numbers of every JSON reader.
    pub seed: String,
}

impl RunInfo {
    pub(crate) fn of(run: &Run) -> Self {
        let i = &run.info;
        Self {
            id: i.id.clone(),
            name: i.name.clone(),
            tags: BTreeMap::new(),
            notes: Vec::new(),
            started_at: iso_8601(i.started_unix_ns),
            duration_s: run.ended.map(|t| since_start_s(run, t)),
            status: run.status,
            driver: "builtin",
            command: i.command.clone(),
            url: i.url.clone(),
            seed: i.seed.to_string(),
        }
    }
}

/// A moment of the wall clock, ISO 8601, UTC.
pub(crate) fn iso_8601(unix_ns: i64) -> String {
    let moment = UNIX_EPOCH + Duration::from_nanos(unix_ns.max(0).unsigned_abs());
    humantime::format_rfc3339_millis(moment).to_string()
}

#[derive(Debug, Serialize)]
pub(crate) struct Environment {
    pub host: Host,
    pub cgroup: Cgroup,
    /// The process under diagnosis: of several the first.
    pub target: Target,
    /// The further ones.
    pub replicas: Vec<Target>,
    /// Whom the load goes to, where that only passes it on.
    pub proxy: Option<Target>,
    /// Those of `target.peers`, and of the further ones, with what they are.
    pub peers: Vec<model::Peer>,
    pub generator: model::Generator,
}

#[derive(Debug, Serialize)]
pub(crate) struct Cgroup {
    /// Cores.
    pub cpu_quota: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Target {
    pub pid: u32,
    pub name: String,
    pub command: String,
    pub runtime: String,
    pub runtime_version: String,
    pub framework: String,
    pub port: u16,
    pub cpus: Vec<u32>,
    pub peers: Vec<String>,
    pub components: Vec<Component>,
}

impl Environment {
    pub(crate) fn of(run: &Run) -> Self {
        let e = &run.environment;
        let (first, several) = (e.target.pid, !e.replicas.is_empty());
        // a part of one of several says whose it is in its id
        let components = |pid: u32| {
            let of = move |c: &&Component| !several || model::view::whose(&c.id).map_or(pid == first, |(_, whose)| whose == pid);
            e.components.iter().filter(of).cloned().collect()
        };
        Self {
            host: e.host.clone(),
            cgroup: Cgroup { cpu_quota: e.target.cpu_quota },
            target: Target::of(&e.target, components(first)),
            replicas: e.replicas.iter().map(|t| Target::of(t, components(t.pid))).collect(),
            proxy: e.proxy.as_ref().map(|t| Target::of(t, Vec::new())),
            peers: peers(e),
            generator: e.generator.clone(),
        }
    }
}

/// Peers of all processes, each once.
fn peers(e: &model::Environment) -> Vec<model::Peer> {
    let mut all: Vec<model::Peer> = Vec::new();
    for p in e.processes().flat_map(|t| &t.peers) {
        if !all.iter().any(|known| known.address == p.address) {
            all.push(p.clone());
        }
    }
    all
}

impl Target {
    fn of(t: &model::Target, components: Vec<Component>) -> Self {
        Self {
            pid: t.pid,
            name: t.name.clone(),
            command: t.command.clone(),
            runtime: t.runtime.name().to_owned(),
            runtime_version: t.runtime_version.clone(),
            framework: t.framework.clone(),
            port: t.port,
            cpus: t.cpus.clone(),
            peers: t.peers.iter().map(|p| p.address.clone()).collect(),
            components,
        }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Event {
    pub t_s: f64,
    pub kind: String,
    pub dur_ms: f64,
    pub detail: String,
}

impl Event {
    pub(crate) fn of(run: &Run, e: &model::Event) -> Self {
        Self { t_s: since_start_s(run, e.t), kind: e.kind.clone(), dur_ms: e.duration_ns as f64 / 1e6, detail: e.detail.clone() }
    }
}
