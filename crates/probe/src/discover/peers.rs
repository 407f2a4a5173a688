//! What the peers of a process are: by the process that listens there, where it runs on this host, else by the port. Nothing is sent.

use super::listeners::Listeners;
use super::proc::{self, Stat};
use crate::{runtimes, stores};
use model::{Peer, Role};
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::LazyLock;

/// What is known of servers without a folder of their own.
static TABLE: LazyLock<Table> = LazyLock::new(|| toml::from_str(include_str!("peers.toml")).expect("a test reads the table"));

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    server: Vec<Server>,
    proxy: Vec<Forwarder>,
    forwarder: Vec<Forwarder>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    name: String,
    role: Role,
    programs: Vec<String>,
    #[serde(default)]
    arguments: Vec<String>,
    ports: Vec<u16>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Forwarder {
    programs: Vec<String>,
}

/// A process, as far as it says what it is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Program {
    /// The kernel's short name and the name of the executable.
    names: Vec<String>,
    arguments: Vec<String>,
}

/// A server of a known kind.
pub(crate) type Known = (&'static str, Role);

impl Program {
    /// Of process `pid`.
    pub(crate) fn of(pid: u32) -> Self {
        let executable = runtimes::executable(pid).and_then(|e| Some(e.file_name()?.to_string_lossy().into_owned()));
        let names = Stat::of(pid).map(|s| s.comm).into_iter().chain(executable).collect();
        Self { names, arguments: proc::arguments(pid) }
    }

    fn is_one_of<S: AsRef<str>>(&self, programs: &[S]) -> bool {
        programs.iter().any(|p| self.names.iter().any(|n| n == p.as_ref()))
    }

    /// What it is, if it is a server of a known kind.
    pub(crate) fn server(&self) -> Option<Known> {
        let store = stores::ALL.iter().find(|s| self.is_one_of(s.programs())).map(|s| (s.name(), s.role()));
        let said = |words: &[String]| {
            words.is_empty() || self.arguments.iter().any(|a| words.iter().any(|w| a.starts_with(w.as_str()) || a.ends_with(w.as_str())))
        };
        let listed = || TABLE.server.iter().find(|s| self.is_one_of(&s.programs) && said(&s.arguments));
        store.or_else(|| listed().map(|s| (s.name.as_str(), s.role)))
    }

    /// Whether it passes requests on to others.
    pub(crate) fn passes_on(&self) -> bool {
        TABLE.proxy.iter().any(|f| self.is_one_of(&f.programs))
    }

    fn forwards(&self) -> bool {
        TABLE.forwarder.iter().any(|f| self.is_one_of(&f.programs))
    }
}

/// What usually answers on `port`.
fn usual_on(port: u16) -> Option<Known> {
    let store = stores::ALL.iter().find(|s| s.usual_port() == port).map(|s| (s.name(), s.role()));
    store.or_else(|| TABLE.server.iter().find(|s| s.ports.contains(&port)).map(|s| (s.name.as_str(), s.role)))
}

/// The peers at `addresses`, each by itself.
pub(crate) fn recognise(addresses: &[SocketAddr]) -> Vec<Peer> {
    let listeners = Listeners::at(addresses);
    let peer = |address: &SocketAddr| {
        let pid = listeners.of(*address, |pid| Program::of(pid).server().is_some());
        let program = pid.map(Program::of).unwrap_or_default();
        let (name, role) = known(&program, pid, address.port());
        Peer { address: address.to_string(), role, name, pid }
    };
    addresses.iter().map(peer).collect()
}

fn known(program: &Program, pid: Option<u32>, port: u16) -> (String, Role) {
    let by_port = || usual_on(port).filter(|_| pid.is_none() || program.forwards());
    if let Some((name, role)) = program.server().or_else(by_port) {
        return (name.to_owned(), role);
    }
    // what a known runtime executes is taken for a service like the target itself
    let is_service = |pid| runtimes::ALL.iter().any(|a| a.name() == runtimes::recognise(pid, &program.arguments).0.name());
    let role = if !program.forwards() && pid.is_some_and(is_service) { Role::Http } else { Role::Unknown };
    (program.names.first().cloned().unwrap_or_default(), role)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(names: &[&str], arguments: &[&str]) -> Program {
        let owned = |all: &[&str]| all.iter().map(|s| (*s).to_owned()).collect();
        Program { names: owned(names), arguments: owned(arguments) }
    }

    #[test]
    fn servers_are_told_by_their_programs() {
        let table: [(&[&str], &[&str], Option<Known>); 8] = [
            (&["postgres"], &[], Some(("postgres", Role::Database))),
            (&["mariadbd"], &[], Some(("mysql", Role::Database))),
            (&["mongod.main", "mongod"], &[], Some(("mongodb", Role::Database))),
            (&["redis-server"], &[], Some(("redis", Role::Cache))),
            (&["java"], &["java", "-Xmx1G", "kafka.Kafka", "server.properties"], Some(("kafka", Role::Queue))),
            (&["java"], &["java", "-jar", "shop.jar"], None),
            (&["beam.smp"], &["-s", "rabbit", "boot"], Some(("rabbitmq", Role::Queue))),
            (&["my-postgres"], &[], None),
        ];
        for (names, arguments, want) in table {
            assert_eq!(program(names, arguments).server(), want, "{names:?}");
        }
    }

    #[test]
    fn the_port_tells_only_where_no_process_is_seen_or_one_that_hands_on() {
        let of = |names: &[&str], pid, port| known(&program(names, &[]), pid, port);
        assert_eq!(of(&[], None, 5432), ("postgres".to_owned(), Role::Database));
        assert_eq!(of(&[], None, 443), ("http".to_owned(), Role::Http));
        assert_eq!(of(&[], None, 4711), (String::new(), Role::Unknown));
        // process ids above the largest that Linux gives
        assert_eq!(of(&["docker-proxy"], Some(5_000_001), 6379), ("redis".to_owned(), Role::Cache));
        assert_eq!(of(&["docker-proxy"], Some(5_000_001), 4711), ("docker-proxy".to_owned(), Role::Unknown));
        assert_eq!(of(&["relay"], Some(5_000_001), 5432), ("relay".to_owned(), Role::Unknown));
    }

    #[test]
    fn two_peers_elsewhere_are_two_and_a_local_one_has_its_process() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("listen");
        let ours = listener.local_addr().expect("address");
        let peers = recognise(&["192.0.2.1:5432".parse().expect("address"), "192.0.2.2:5432".parse().expect("address"), ours]);
        let shown: Vec<String> = peers.iter().map(ToString::to_string).collect();
        assert_eq!(shown[..2], ["192.0.2.1:5432 (postgres)", "192.0.2.2:5432 (postgres)"]);
        assert_eq!((peers[2].pid, peers[2].role), (Some(std::process::id()), Role::Unknown));
    }
}
