//! What listens on this machine, for a user who has not said what to look at.

use super::by_pid;
use super::owner::holders;
use super::proc::Stat;
use super::sockets;
use crate::runtimes;
use model::Target;
use std::collections::{BTreeMap, BTreeSet};

/// A port on which somebody listens.
#[derive(Debug, Clone, PartialEq)]
pub struct Listener {
    /// The port.
    pub port: u16,
    /// Who listens; `None` when that may not be seen.
    pub target: Option<Target>,
}

/// Every port of this machine on which somebody but this process listens, services with a known runtime first, then by number.
pub fn listening() -> Vec<Listener> {
    let own = std::process::id();
    let mut ports: BTreeMap<u16, BTreeSet<u64>> = BTreeMap::new();
    for s in sockets::listening_of(own) {
        ports.entry(s.local.port()).or_default().insert(s.inode);
    }
    let owners = holders(&ports.values().flatten().copied().collect());
    let mut all: Vec<Listener> = Vec::new();
    for (port, inodes) in ports {
        let pids: BTreeSet<u32> = inodes.iter().filter_map(|i| owners.get(i)).flatten().copied().collect();
        if !pids.contains(&own) {
            all.push(Listener { port, target: first(&pids).and_then(|pid| by_pid(pid, Some(port)).ok()) });
        }
    }
    all.sort_by_key(|l| (rank(l), l.port));
    all
}

/// The one that was there first of those that share a port: the parent of workers.
fn first(pids: &BTreeSet<u32>) -> Option<u32> {
    pids.iter().copied().min_by_key(|pid| Stat::of(*pid).map_or(u64::MAX, |s| s.start_ticks))
}

fn rank(l: &Listener) -> u8 {
    l.target.as_ref().map_or(2, |t| u8::from(!runtimes::is_known(&t.runtime)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn another_process_that_listens_is_listed_and_this_one_is_not() {
        let own = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port();
        assert!(listening().iter().all(|l| l.port != own));
    }
}
