//! TCP sockets as the kernel lists them: over netlink, or in /proc/PID/net/tcp and tcp6 where they are in another network namespace, or the kernel does
//! not answer.

use super::proc;
use super::sock_diag::{self, FAMILIES, Question, SockDiag, u32_at};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// State of a socket that listens.
pub(crate) const LISTEN: u8 = 0x0A;
/// State of a socket with a living connection.
pub(crate) const ESTABLISHED: u8 = 0x01;
/// State of a connection that is over, which nobody has open.
const TIME_WAIT: u8 = 0x06;
/// All states but that, as bits: 1 to 11 of the kernel's.
const ALL: u32 = 0xffe & !(1 << TIME_WAIT);

/// One socket. Addresses that are IPv4 inside IPv6 are given as IPv4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Socket {
    /// Own address.
    pub(crate) local: SocketAddr,
    /// Address of the other side; port 0 when it listens.
    pub(crate) remote: SocketAddr,
    /// State number of the kernel.
    pub(crate) state: u8,
    /// Bytes not yet read, or for a listening socket: connections not yet accepted.
    pub(crate) rx_queue: u32,
    /// User that opened it.
    pub(crate) uid: u32,
    /// What its descriptors point at; 0 when none does.
    pub(crate) inode: u64,
}

impl Socket {
    /// Parses a row; `None` for the head line.
    pub(crate) fn parse(row: &str) -> Option<Self> {
        let f: Vec<&str> = row.split_ascii_whitespace().collect();
        let queues = f.get(4)?;
        Some(Self {
            local: address(f.get(1)?)?,
            remote: address(f.get(2)?)?,
            state: u8::from_str_radix(f.get(3)?, 16).ok()?,
            rx_queue: u32::from_str_radix(queues.split_once(':')?.1, 16).ok()?,
            uid: f.get(7)?.parse().ok()?,
            inode: f.get(9)?.parse().ok()?,
        })
    }
}

impl Socket {
    /// Reads an answer of `sock_diag` (`inet_diag_msg`); `None` where it is cut off.
    fn told(body: &[u8]) -> Option<Self> {
        let port = |at: usize| Some(u16::from_be_bytes(body.get(at..at + 2)?.try_into().ok()?));
        Some(Self {
            local: SocketAddr::new(sock_diag::ip(body, 8)?, port(4)?),
            remote: SocketAddr::new(sock_diag::ip(body, 24)?, port(6)?),
            state: *body.get(1)?,
            rx_queue: u32_at(body, 56)?,
            uid: u32_at(body, 64)?,
            inode: u64::from(u32_at(body, 68)?),
        })
    }
}

/// `0100007F:1538`: words of 32 bits in the byte order of the machine, then the port.
fn address(text: &str) -> Option<SocketAddr> {
    let (ip, port) = text.split_once(':')?;
    let mut bytes = Vec::with_capacity(16);
    for at in (0..ip.len()).step_by(8) {
        bytes.extend(u32::from_str_radix(ip.get(at..at + 8)?, 16).ok()?.to_ne_bytes());
    }
    let ip = match bytes.len() {
        4 => IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(bytes).ok()?)),
        16 => IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(bytes).ok()?)).to_canonical(),
        _ => return None,
    };
    Some(SocketAddr::new(ip, u16::from_str_radix(port, 16).ok()?))
}

/// All sockets of the network namespace of `pid`, but for connections that are over.
pub(crate) fn all_of(pid: u32) -> Vec<Socket> {
    told(pid, ALL).unwrap_or_else(|| listed(pid))
}

/// The sockets that listen in the network namespace of `pid`.
pub(crate) fn listening_of(pid: u32) -> Vec<Socket> {
    told(pid, 1 << LISTEN).unwrap_or_else(|| tables(pid).flat_map(|file| listening_in(BufReader::new(file))).collect())
}

/// Those of them that `pid` itself has open; none where its descriptors may not be read.
pub(crate) fn listening_by(pid: u32) -> Vec<Socket> {
    let inodes = proc::socket_inodes(pid).unwrap_or_default();
    listening_of(pid).into_iter().filter(|s| inodes.contains(&s.inode)).collect()
}

/// By `sock_diag`, those in some states; `None` where the kernel does not tell.
fn told(pid: u32, states: u32) -> Option<Vec<Socket>> {
    let (mut diag, mut all) = (SockDiag::open(pid)?, Vec::new());
    for family in FAMILIES {
        let question = Question { family, port: 0, states, info: false };
        diag.each(question, |body| all.extend(Socket::told(body)))?;
    }
    Some(all)
}

/// By /proc: the kernel goes through its whole table slowly, for 5 ms a file where that has 262,144 places (24 GB of memory).
fn listed(pid: u32) -> Vec<Socket> {
    tables(pid).filter_map(|file| std::io::read_to_string(file).ok()).flat_map(|t| parse_all(&t)).collect()
}

fn tables(pid: u32) -> impl Iterator<Item = File> {
    ["net/tcp", "net/tcp6"].into_iter().filter_map(move |n| File::open(proc::file(pid, n)).ok())
}

/// They come first in a table, so reading ends at the first other.
fn listening_in(table: impl BufRead) -> Vec<Socket> {
    table.lines().skip(1).map_while(|row| Socket::parse(&row.ok()?)).take_while(|s| s.state == LISTEN).collect()
}

/// Whether the network namespace of `pid` is that of this process.
pub(crate) fn is_in_our_network(pid: u32) -> std::io::Result<bool> {
    let network = |who: &str| std::fs::read_link(format!("/proc/{who}/ns/net"));
    Ok(network(&pid.to_string())? == network("self")?)
}

/// The sockets that `pid` itself has open.
pub(crate) fn owned_by(pid: u32) -> std::io::Result<Vec<Socket>> {
    let inodes: std::collections::BTreeSet<u64> = proc::socket_inodes(pid)?.into_iter().collect();
    Ok(all_of(pid).into_iter().filter(|s| inodes.contains(&s.inode)).collect())
}

fn parse_all(table: &str) -> Vec<Socket> {
    table.lines().filter_map(Socket::parse).filter(|s| s.state != TIME_WAIT).collect()
}

/// Who a process is connected to: each address once, without the clients of its own listening ports.
pub(crate) fn peers(owned: &[Socket]) -> Vec<SocketAddr> {
    let own_ports: Vec<u16> = owned.iter().filter(|s| s.state == LISTEN).map(|s| s.local.port()).collect();
    let mut all: Vec<SocketAddr> =
        owned.iter().filter(|s| s.state == ESTABLISHED && !own_ports.contains(&s.local.port())).map(|s| s.remote).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
#[path = "sockets_tests.rs"]
mod tests;
