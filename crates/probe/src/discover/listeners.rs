//! Which process of this host answers at an address.

use super::proc::{self, Stat};
use super::sockets::{self, LISTEN, Socket};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{SocketAddr, UdpSocket};

/// The sockets that listen, and who holds them: read once, asked for several addresses.
#[derive(Default)]
pub(crate) struct Listeners {
    listening: Vec<Socket>,
    holders: BTreeMap<u64, Vec<u32>>,
    /// Processes whose descriptors may not be read.
    closed: Vec<u32>,
}

impl Listeners {
    /// Those that may answer at `addresses`; nothing is read where none of them is of this machine.
    pub(crate) fn at(addresses: &[SocketAddr]) -> Self {
        // only an address of this machine can be bound
        let here: Vec<&SocketAddr> = addresses.iter().filter(|a| UdpSocket::bind((a.ip(), 0)).is_ok()).collect();
        if here.is_empty() {
            return Self::default();
        }
        let all = sockets::listening_of(std::process::id());
        let mut out = Self { listening: all.into_iter().filter(|s| here.iter().any(|a| answers(s, a))).collect(), ..Self::default() };
        let wanted: BTreeSet<u64> = out.listening.iter().map(|s| s.inode).collect();
        for pid in proc::processes() {
            let Ok(open) = proc::socket_inodes(pid) else {
                out.closed.push(pid);
                continue;
            };
            for inode in open.into_iter().filter(|i| wanted.contains(i)) {
                out.holders.entry(inode).or_default().push(pid);
            }
        }
        out
    }

    /// All processes that hold one of the sockets, as far as descriptors may be read.
    pub(crate) fn processes(&self) -> impl Iterator<Item = u32> + '_ {
        self.holders.values().flatten().copied()
    }

    /// The process that answers at `address`: of several that share the socket the parent. Where its descriptors may not be read, the only
    /// one of the socket's user that `could_be` it.
    pub(crate) fn of(&self, address: SocketAddr, could_be: impl Fn(u32) -> bool) -> Option<u32> {
        let mut answering: Vec<&Socket> = self.listening.iter().filter(|s| answers(s, &address)).collect();
        // an exact address goes before the wildcard
        answering.sort_by_key(|s| s.local.ip().is_unspecified());
        let socket = answering.first()?;
        if let Some(found) = self.holders.get(&socket.inode).and_then(|pids| top(pids)) {
            return Some(found);
        }
        let theirs: Vec<u32> = self.closed.iter().copied().filter(|p| proc::uid(*p) == Some(socket.uid) && could_be(*p)).collect();
        let tops: Vec<u32> = theirs.iter().copied().filter(|p| !theirs.contains(&parent(*p))).collect();
        if let [only] = tops[..] { Some(only) } else { None }
    }
}

fn answers(socket: &Socket, address: &SocketAddr) -> bool {
    let ip = socket.local.ip();
    socket.state == LISTEN && socket.local.port() == address.port() && (ip == address.ip() || ip.is_unspecified())
}

/// The first whose parent is not among them.
fn top(pids: &[u32]) -> Option<u32> {
    pids.iter().copied().find(|p| !pids.contains(&parent(*p)))
}

fn parent(pid: u32) -> u32 {
    Stat::of(pid).map_or(0, |s| s.ppid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_listener_of_this_process_is_found_and_an_address_elsewhere_is_not_looked_for() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
        let ours = listener.local_addr().expect("address");
        let elsewhere: SocketAddr = "192.0.2.1:5432".parse().expect("address");
        let all = Listeners::at(&[ours, elsewhere]);
        assert_eq!(all.of(ours, |_| false), Some(std::process::id()));
        assert_eq!(all.of(elsewhere, |_| true), None);
        assert!(Listeners::at(&[elsewhere]).listening.is_empty());
    }
}
