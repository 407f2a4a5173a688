//! Finds the process under diagnosis and says what it is. Reads only: nothing is attached, signalled or executed.

mod behind;
mod cgroup;
mod cpus;
mod error;
mod foreign;
mod listeners;
mod listening;
mod machine;
mod owner;
mod peers;
mod proc;
pub(crate) mod sock_diag;
mod sockets;

pub use behind::{by_pids, look_behind};
pub use cpus::{allowed as allowed_cpus, format_list as format_cpus, online as online_cpus, parse_list as parse_cpus, spare_cpus};
pub use error::DiscoverError;
pub use listening::{Listener, listening};
pub use machine::host_info;

pub(crate) use cgroup::{Quota, Throttling, quota};
pub(crate) use foreign::{contents, regular};
pub(crate) use listeners::Listeners;
pub(crate) use peers::{Program, recognise as recognise_peers};
pub(crate) use proc::{Stat, descriptors, file, numbers, read_into, socket_inodes, started, status_value, text, uid};
pub use proc::{age, arguments, own_uid, processes};
pub(crate) use sockets::{
    ESTABLISHED, LISTEN, Socket, all_of as sockets_seen_by, is_in_our_network, listening_by, listening_of, owned_by as sockets_of,
    peers as connected_to,
};

use crate::runtimes;
use model::{Message, Target, message};

/// A target, and what the user should know about how it was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The process: of several the first.
    pub target: Target,
    /// The further processes that serve the same requests.
    pub replicas: Vec<Target>,
    /// Whom the load goes to, where that only passes it on.
    pub proxy: Option<Target>,
    /// All that share the port, those that serve nothing among them.
    sharing: Vec<u32>,
    /// One line when there was a choice, saying who was taken and why.
    pub note: Option<Message>,
}

impl Found {
    /// A process that was named.
    pub fn one(target: Target) -> Self {
        Self { sharing: vec![target.pid], target, replicas: Vec::new(), proxy: None, note: None }
    }
}

/// Finds the process that answers on `host:port` of this machine, and says how it was chosen.
pub fn find_by_port(port: u16, host: &str) -> Result<Found, DiscoverError> {
    let owner = owner::of_port(port, host)?;
    Ok(Found { note: owner.note, sharing: owner.sharing, ..Found::one(by_pid(owner.pid, Some(port))?) })
}

/// Finds the process that answers on `host:port` of this machine.
pub fn by_url_port(port: u16, host: &str) -> Result<Target, DiscoverError> {
    find_by_port(port, host).map(|f| f.target)
}

/// Describes process `pid`. Without a `port` it gets the lowest one that it listens on, or 0 when it listens on none.
pub fn by_pid(pid: u32, port: Option<u16>) -> Result<Target, DiscoverError> {
    let stat = Stat::of(pid).ok_or_else(|| DiscoverError::no_such_process(pid))?;
    let sockets = sockets::owned_by(pid).map_err(|_| match uid(pid) {
        Some(owner) => DiscoverError::permission_denied(process(pid, &stat.comm), owner),
        None => DiscoverError::no_such_process(pid),
    })?;
    let lowest = || sockets.iter().filter(|s| s.state == LISTEN).map(|s| s.local.port()).min();
    let arguments = proc::arguments(pid);
    let (runtime, found) = runtimes::recognise(pid, &arguments);
    Ok(Target {
        pid,
        start_ticks: stat.start_ticks,
        name: stat.comm,
        command: model::harmless::command(&arguments),
        runtime,
        runtime_version: found.version,
        framework: found.framework,
        port: port.or_else(lowest).unwrap_or(0),
        cpus: cpus::allowed(pid),
        cpu_quota: cgroup::quota(pid).map(|q| q.cores),
        peers: peers::recognise(&sockets::peers(&sockets)),
    })
}

/// Peers that a process is connected to now; none where its sockets cannot be read.
pub fn peers_of(target: &Target) -> Vec<model::Peer> {
    sockets::owned_by(target.pid).map(|all| peers::recognise(&sockets::peers(&all))).unwrap_or_default()
}

fn process(pid: u32, comm: &str) -> Message {
    message!("discover/process", pid: name(pid.to_string()), process: name(comm))
}

/// By which a process is known from a later one with the same id: the id and the start time, which is 0 where it is gone.
pub fn identity(pid: u32) -> (u32, u64) {
    (pid, Stat::of(pid).map_or(0, |s| s.start_ticks))
}

/// The same of this process.
pub fn own_identity() -> (u32, u64) {
    identity(std::process::id())
}

/// Whether the process still runs and is the one that was found, not a later one with the same id.
pub fn is_alive(target: &Target) -> bool {
    Stat::of(target.pid).is_some_and(|s| s.start_ticks == target.start_ticks && !matches!(s.state, 'Z' | 'X'))
}

/// Whether it is there and stopped: by a signal, or by a debugger.
pub fn is_stopped(target: &Target) -> bool {
    Stat::of(target.pid).is_some_and(|s| s.start_ticks == target.start_ticks && matches!(s.state, 'T' | 't'))
}

#[cfg(test)]
mod tests;
