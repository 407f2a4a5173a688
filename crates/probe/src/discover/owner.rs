//! From a port to the process behind it.

use super::error::DiscoverError;
use super::proc::{self, Stat};
use super::process;
use super::sockets::{self, Socket};
use model::{Message, message};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, ToSocketAddrs, UdpSocket};

/// The process chosen for a port.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Owner {
    /// Its id.
    pub(super) pid: u32,
    /// All that share the port.
    pub(super) sharing: Vec<u32>,
    /// Why this one, when several share the port.
    pub(super) note: Option<Message>,
}

/// Looks at a port whose socket was gone each time before its holder was found.
const LOOKS: usize = 3;

/// Finds the process that answers on `host:port`.
pub(super) fn of_port(port: u16, host: &str) -> Result<Owner, DiscoverError> {
    let addresses = local_addresses(host)?;
    for _ in 1..LOOKS {
        match look(port, host, &addresses) {
            // a process that ends closes its sockets between the two readings: it is not one that may not be read
            Err((inodes, _)) if !any_left(&inodes) => {}
            found => return found.map_err(|(_, e)| e),
        }
    }
    look(port, host, &addresses).map_err(|(_, e)| e)
}

/// Whether one of the sockets is still there; of none, there is nothing to look for again.
fn any_left(inodes: &BTreeSet<u64>) -> bool {
    inodes.is_empty() || sockets::listening_of(std::process::id()).iter().any(|s| inodes.contains(&s.inode))
}

/// One look at the port; an error comes with the sockets whose holder was not found.
fn look(port: u16, host: &str, addresses: &[IpAddr]) -> Result<Owner, (BTreeSet<u64>, DiscoverError)> {
    let all = sockets::listening_of(std::process::id());
    let listening: Vec<&Socket> = all.iter().collect();
    let hits = answering(&listening, port, addresses);
    let Some(first) = hits.first() else {
        return Err((BTreeSet::new(), DiscoverError::nothing_listens(port, host, &nearby(&listening, port))));
    };
    let inodes: BTreeSet<u64> = hits.iter().map(|s| s.inode).collect();
    let owners = holders(&inodes);
    let pids: BTreeSet<u32> = owners.values().flatten().copied().collect();
    let sharing: Vec<u32> = pids.into_iter().collect();
    match choose(&sharing) {
        Choice::One(pid, note) => Ok(Owner { pid, sharing, note }),
        Choice::None => {
            let what = message!("discover/who-listens", at: name(format!("{host}:{port}")));
            Err((inodes, DiscoverError::permission_denied(what, first.uid)))
        }
        Choice::Unrelated(who) => Err((BTreeSet::new(), DiscoverError::several(port, &who))),
    }
}

/// Addresses of `host`, all of which must be of this machine: only those can be bound.
fn local_addresses(host: &str) -> Result<Vec<IpAddr>, DiscoverError> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let found = (bare, 0).to_socket_addrs().map_err(|_| DiscoverError::not_this_machine(host))?;
    let own: Vec<IpAddr> = found.map(|a| a.ip().to_canonical()).filter(|ip| UdpSocket::bind((*ip, 0)).is_ok()).collect();
    if own.is_empty() { Err(DiscoverError::not_this_machine(host)) } else { Ok(own) }
}

/// The sockets that take connections to one of `addresses`: an exact address goes before a wildcard of the same family,
/// and that before the IPv6 wildcard, which takes IPv4 too.
fn answering<'a>(listening: &[&'a Socket], port: u16, addresses: &[IpAddr]) -> Vec<&'a Socket> {
    let mut hits: Vec<&Socket> = Vec::new();
    for ip in addresses {
        let of = |ok: &dyn Fn(IpAddr) -> bool| -> Vec<&'a Socket> {
            listening.iter().copied().filter(|s| s.local.port() == port && ok(s.local.ip())).collect()
        };
        let exact = of(&|l| l == *ip);
        let same_family = of(&|l| l.is_unspecified() && l.is_ipv4() == ip.is_ipv4());
        let any = of(&|l| l.is_unspecified() && l.is_ipv6());
        hits.extend([exact, same_family, any].into_iter().find(|v| !v.is_empty()).unwrap_or_default());
    }
    hits
}

/// Processes that hold each of `inodes`, as far as their descriptors may be read.
pub(super) fn holders(inodes: &BTreeSet<u64>) -> BTreeMap<u64, Vec<u32>> {
    let mut out: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
    for pid in proc::processes() {
        let open: BTreeSet<u64> = proc::socket_inodes(pid).unwrap_or_default().into_iter().collect();
        for inode in open.intersection(inodes) {
            out.entry(*inode).or_default().push(pid);
        }
    }
    out
}

enum Choice {
    None,
    One(u32, Option<Message>),
    Unrelated(Vec<(u32, String)>),
}

/// One of the processes that share a port: the parent of the others, or among brothers the busiest.
fn choose(pids: &[u32]) -> Choice {
    let stats: Vec<(u32, Stat)> = pids.iter().filter_map(|p| Some((*p, Stat::of(*p)?))).collect();
    let named = |p: &(u32, Stat)| (p.0, p.1.comm.clone());
    match stats.as_slice() {
        [] => return Choice::None,
        [only] => return Choice::One(only.0, None),
        _ => {}
    }
    if let Some(parent) = stats.iter().find(|p| stats.iter().all(|c| c.0 == p.0 || descends(c.0, p.0))) {
        let watched = process(parent.0, &parent.1.comm);
        let note = message!("discover/parent-of-those", number: Count(stats.len() as f64), watched: (watched));
        return Choice::One(parent.0, Some(note));
    }
    if stats.iter().all(|p| p.1.ppid == stats[0].1.ppid && p.1.comm == stats[0].1.comm)
        && let Some(busy) = stats.iter().max_by_key(|p| p.1.cpu_ticks)
    {
        let watched = process(busy.0, &busy.1.comm);
        let note = message!("discover/busiest-of-those", number: Count(stats.len() as f64), watched: (watched));
        return Choice::One(busy.0, Some(note));
    }
    Choice::Unrelated(stats.iter().map(named).collect())
}

fn descends(child: u32, ancestor: u32) -> bool {
    let mut at = child;
    while at > 1 {
        at = Stat::of(at).map_or(0, |s| s.ppid);
        if at == ancestor {
            return true;
        }
    }
    false
}

/// Up to eight listening ports, nearest number first, with the names of the processes behind them.
fn nearby(listening: &[&Socket], port: u16) -> Vec<(u16, String)> {
    let mut by_port: BTreeMap<u16, u64> = BTreeMap::new();
    for s in listening {
        by_port.entry(s.local.port()).or_insert(s.inode);
    }
    let mut list: Vec<(u16, u64)> = by_port.into_iter().collect();
    list.sort_by_key(|(p, _)| p.abs_diff(port));
    list.truncate(8);
    let owners = holders(&list.iter().map(|(_, inode)| *inode).collect());
    let name = |inode: &u64| owners.get(inode)?.first().and_then(|p| Stat::of(*p)).map(|s| s.comm);
    list.iter().map(|(p, inode)| (*p, name(inode).unwrap_or_else(|| "?".to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sockets::LISTEN;
    use super::*;

    fn socket(local: &str) -> Socket {
        let local = local.parse().expect("address");
        Socket { local, remote: "0.0.0.0:0".parse().expect("address"), state: LISTEN, rx_queue: 0, uid: 0, inode: 1 }
    }

    #[test]
    fn the_exact_address_goes_before_the_wildcard() {
        let (exact, any4, any6) = (socket("127.0.0.1:80"), socket("0.0.0.0:80"), socket("[::]:80"));
        let four: [IpAddr; 1] = [[127, 0, 0, 1].into()];
        for (have, want) in [(vec![&any6, &any4, &exact], exact), (vec![&any6, &any4], any4), (vec![&any6], any6)] {
            assert_eq!(answering(&have, 80, &four), [&want]);
        }
        assert!(answering(&[&any4], 81, &four).is_empty());
        assert!(answering(&[&socket("10.0.0.1:80")], 80, &four).is_empty(), "another address of the machine");
    }
}
