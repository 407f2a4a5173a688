//! The processes of a database server that runs on this host and serves the target.

use super::neighbours::{Seen, scan};
use crate::discover::{LISTEN, Socket, Stat, allowed_cpus, format_cpus, socket_inodes, sockets_seen_by};
use crate::process::ticks_per_s;
use std::net::{IpAddr, SocketAddr, UdpSocket};

/// Names of the executables of database servers.
const SERVERS: [&str; 5] = ["postgres", "postmaster", "mysqld", "mariadbd", "mysqld_safe"];

/// A database server on this host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseServer {
    /// The address at which the target reaches it (`127.0.0.1:5432`).
    pub address: String,
    /// Name of its executable.
    pub name: String,
    /// The process that listens, parent of all others.
    pub pid: u32,
    /// All its processes, the parent first.
    pub processes: Vec<u32>,
    /// CPUs that the parent (and so by default every session) may run on, as a list: `0-3`.
    pub cpus: String,
}

impl DatabaseServer {
    /// Id of the component: `postgres:127.0.0.1:5432`, as its probe calls it, or `mysql:127.0.0.1:3306`.
    pub(super) fn component(&self) -> String {
        format!("{}:{}", if self.name.starts_with("post") { "postgres" } else { "mysql" }, self.address)
    }
}

/// The database servers among `peers` (`ip:port`) that run on this host.
pub fn database_processes(peers: &[String]) -> Vec<DatabaseServer> {
    let seen = scan();
    let sockets = sockets_seen_by(std::process::id());
    let mut out: Vec<DatabaseServer> = Vec::new();
    for address in peers.iter().filter_map(|p| p.parse::<SocketAddr>().ok()) {
        // Only an address of this machine can be bound.
        if UdpSocket::bind((address.ip(), 0)).is_err() {
            continue;
        }
        let Some(master) = master_of(address, &sockets, &seen) else { continue };
        if out.iter().any(|s| s.pid == master.pid) {
            continue;
        }
        out.push(DatabaseServer {
            address: address.to_string(),
            name: master.stat.comm.clone(),
            pid: master.pid,
            processes: family(master.pid, &seen).map(|s| s.pid).collect(),
            cpus: format_cpus(&allowed_cpus(master.pid)),
        });
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

/// By the listening socket; where descriptors of the server may not be read, the only server of the host run by the socket's user.
fn master_of<'a>(address: SocketAddr, sockets: &[Socket], seen: &'a [Seen]) -> Option<&'a Seen> {
    let serves = |ip: IpAddr| ip == address.ip() || ip.is_unspecified();
    let socket = sockets.iter().find(|s| s.state == LISTEN && s.local.port() == address.port() && serves(s.local.ip()))?;
    let is_server = |s: &Stat| SERVERS.contains(&s.comm.as_str());
    let parent_is_server = |s: &Seen| seen.iter().any(|p| p.pid == s.stat.ppid && is_server(&p.stat));
    let masters: Vec<&Seen> = seen.iter().filter(|s| is_server(&s.stat) && !parent_is_server(s)).collect();
    let holds = |s: &&&Seen| socket_inodes(s.pid).is_ok_and(|open| open.contains(&socket.inode));
    if let Some(found) = masters.iter().find(holds) {
        return Some(found);
    }
    let closed: Vec<&&Seen> =
        masters.iter().filter(|s| socket_inodes(s.pid).is_err() && crate::discover::uid(s.pid) == Some(socket.uid)).collect();
    if let [only] = closed[..] { Some(only) } else { None }
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
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("listen");
        let ours = listener.local_addr().expect("address").to_string();
        assert!(database_processes(&["192.0.2.1:5432".to_owned(), ours, "not an address".to_owned()]).is_empty());
    }
}
