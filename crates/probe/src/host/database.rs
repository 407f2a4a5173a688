//! The processes of a database server that runs on this host and serves the target.

use super::neighbours::Seen;
use crate::discover::{Program, Stat, allowed_cpus, format_cpus};
use crate::process::ticks_per_s;
use model::{Peer, Role};

/// A database server on this host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DatabaseServer {
    /// The address at which the target reaches it (`127.0.0.1:5432`).
    pub(crate) address: String,
    /// What it is: `postgres`, `mysql`.
    pub(crate) kind: &'static str,
    /// Name of the process that listens.
    pub(crate) name: String,
    /// The process that listens, parent of all others.
    pub(crate) pid: u32,
    /// CPUs that the parent (and so by default every session) may run on, as a list: `0-3`.
    pub(crate) cpus: String,
}

impl DatabaseServer {
    /// Id of the component, as a probe of its own calls it.
    pub(super) fn component(&self) -> String {
        format!("{}:{}", self.kind, self.address)
    }
}

/// The database servers among `peers` that run on this host. What hands on to a server elsewhere is none.
pub(crate) fn database_processes(peers: &[Peer]) -> Vec<DatabaseServer> {
    let mut out: Vec<DatabaseServer> = Vec::new();
    for peer in peers {
        let Some(pid) = peer.pid.filter(|pid| out.iter().all(|s| s.pid != *pid)) else { continue };
        let Some((kind, Role::Database)) = Program::of(pid).server() else { continue };
        let name = Stat::of(pid).map(|s| s.comm).unwrap_or_default();
        out.push(DatabaseServer { address: peer.address.clone(), kind, name, pid, cpus: format_cpus(&allowed_cpus(pid)) });
    }
    out
}

/// CPU time of the server that `master` leads, seconds since its start. Sessions that have ended are in the parent's children time.
pub(super) fn cpu_s(master: u32, seen: &[Seen]) -> Option<f64> {
    let ticks = |s: &Seen| s.stat.cpu_ticks + s.stat.children_ticks;
    family(master, seen).map(ticks).reduce(|a, b| a + b).map(|t| t as f64 / ticks_per_s())
}

fn family(master: u32, seen: &[Seen]) -> impl Iterator<Item = &Seen> {
    let children = seen.iter().filter(move |s| s.stat.ppid == master && s.pid != master);
    seen.iter().filter(move |s| s.pid == master).chain(children)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(pid: u32, ppid: u32, cpu_ticks: u64, children_ticks: u64) -> Seen {
        Seen { pid, stat: Stat { comm: "postgres".to_owned(), ppid, cpu_ticks, children_ticks, ..Stat::default() } }
    }

    #[test]
    fn the_time_of_the_server_does_not_fall_when_a_session_ends() {
        let before = [process(10, 1, 5, 100), process(11, 10, 30, 0), process(12, 10, 40, 0), process(99, 1, 1000, 0)];
        let after = [process(10, 1, 5, 140), process(11, 10, 30, 0)];
        assert_eq!(cpu_s(10, &before), Some(175.0 / ticks_per_s()));
        assert_eq!(cpu_s(10, &after), Some(175.0 / ticks_per_s()), "session 12 was waited for");
        assert_eq!(cpu_s(13, &after), None);
    }

    #[test]
    fn peers_elsewhere_or_without_a_database_are_passed_over() {
        let us = Peer { pid: Some(std::process::id()), ..Peer::from("127.0.0.1:5432") };
        let elsewhere = Peer { role: Role::Database, name: "postgres".into(), ..Peer::from("192.0.2.1:5432") };
        assert!(database_processes(&[elsewhere, us]).is_empty());
    }
}
