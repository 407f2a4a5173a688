//! Where the run took place: host, target, its components, the generator.

use crate::peer::Peer;
use serde::{Deserialize, Serialize};

/// The machine.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Host {
    /// Host name.
    pub name: String,
    /// Kernel release.
    pub kernel: String,
    /// Logical CPUs online.
    pub cpus: u32,
    /// Physical memory, bytes.
    pub memory_bytes: u64,
}

/// What executes the service, by the name that its adapter has: `jvm`, `node`, `go`; `native` is a program of no known runtime.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Runtime(String);

impl Runtime {
    /// The runtime of this kebab-case name.
    pub fn named(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// The name users know.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl Default for Runtime {
    /// Not recognised.
    fn default() -> Self {
        Self("unknown".to_owned())
    }
}

/// The process under diagnosis.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Target {
    /// Process id, in the tool's namespace.
    pub pid: u32,
    /// Kernel start time of the process in clock ticks since boot: tells a process from a later one with the same pid.
    pub start_ticks: u64,
    /// Short name (`comm`).
    pub name: String,
    /// Command line, as far as it is harmless (see [`crate::harmless`]).
    pub command: String,
    /// What executes it.
    pub runtime: Runtime,
    /// Version of the runtime, or empty.
    pub runtime_version: String,
    /// Framework as recognised (`Spring Boot 3.5 · Tomcat`), or empty.
    pub framework: String,
    /// Port it listens on and the load goes to.
    pub port: u16,
    /// CPUs it may run on.
    pub cpus: Vec<u32>,
    /// CPU quota of its cgroup in cores, where one is set.
    pub cpu_quota: Option<f64>,
    /// Whom it has connections to: databases, caches, other services.
    pub peers: Vec<Peer>,
}

/// What kind of part of the service a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComponentKind {
    /// A pool of database connections.
    ConnectionPool,
    /// Worker threads of a server.
    Workers,
    /// A database server.
    Database,
    /// A cache server.
    Cache,
    /// A server that takes messages and hands them on.
    Queue,
}

/// A part of the service with a limit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Component {
    /// `hikari:HikariPool-1`, `pg`, `tomcat:http-nio-8080`, `postgres:127.0.0.1:5432`.
    pub id: String,
    /// What it is.
    pub kind: ComponentKind,
    /// How many it has at most, where known.
    pub limit: Option<u64>,
    /// Version or other detail, or empty.
    pub detail: String,
}

/// The load generator.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Generator {
    /// CPUs it may run on.
    pub cpus: Vec<u32>,
    /// Whether it shares a CPU with the target.
    pub shares_cpus: bool,
    /// Whether it runs with raised (real-time) priority.
    pub real_time: bool,
    /// Threads that send; 0 when not known.
    #[serde(default)]
    pub threads: u32,
    /// Whether it waits actively for planned moments.
    #[serde(default)]
    pub precise: bool,
}

/// Where the run takes place.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Environment {
    /// The machine.
    pub host: Host,
    /// The process under diagnosis: of several the first.
    pub target: Target,
    /// The further processes that serve the same requests: replicas behind a proxy, workers that share a port.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replicas: Vec<Target>,
    /// Whom the load goes to, where that only passes it on to the processes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proxy: Option<Target>,
    /// Its parts with limits.
    pub components: Vec<Component>,
    /// The load generator.
    pub generator: Generator,
    /// Whether requests of the load differ by values of a data file, and whoever stands in their headers does. Of earlier versions it is not known, and false.
    #[serde(default)]
    pub load_varies: bool,
}

impl Environment {
    /// All processes under diagnosis, the first first.
    pub fn processes(&self) -> impl Iterator<Item = &Target> + '_ {
        std::iter::once(&self.target).chain(&self.replicas)
    }
}

/// Whether a process needs no name, because there is no other.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
pub(crate) fn is_the_only_one(process: &u32) -> bool {
    *process == 0
}
