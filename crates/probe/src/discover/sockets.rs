//! TCP sockets as the kernel lists them in /proc/PID/net/tcp and tcp6.

use super::proc;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// State of a socket that listens.
pub(crate) const LISTEN: u8 = 0x0A;
/// State of a socket with a living connection.
pub(crate) const ESTABLISHED: u8 = 0x01;

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

/// All sockets of the network namespace of `pid`.
pub(crate) fn all_of(pid: u32) -> Vec<Socket> {
    ["net/tcp", "net/tcp6"].iter().filter_map(|n| proc::text(&proc::file(pid, n))).flat_map(|t| parse_all(&t)).collect()
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
    table.lines().filter_map(Socket::parse).collect()
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
mod tests {
    use super::*;

    // Rows recorded with `cat /proc/net/tcp /proc/net/tcp6` on kernel 6.18, x86-64; ports, queue and uid then set by hand.
    const TABLE: &str = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000005 00:00000000 00000000     0        0 17891 1 00000000852859c3 100 0 0 10 0
   1: 0100007F:1F90 0100007F:B388 01 00000000:00000000 02:00000590 00000000     0        0 19052 2 000000008c5c8e2f 22 4 20 18 -1
   2: 0100007F:C001 0100007F:1538 01 00000000:00000000 02:00000590 00000000     0        0 19053 2 000000008c5c8e30 22 4 20 18 -1
   3: 0100007F:C002 0100007F:1538 01 00000000:00000000 02:00000590 00000000     0        0 19054 2 000000008c5c8e31 22 4 20 18 -1
  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000000000000:2120 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 15163 1 000000009d51db36 100 0 0 10 0
   1: 0000000000000000FFFF00000100007F:B1F2 0000000000000000FFFF00000100007F:2121 01 00000000:00000000 00:00000000 00000000     0        0 15295 1 000000004cd7a4cf 20 4 30 11 -1
";

    #[test]
    #[cfg(target_endian = "little")]
    fn a_listening_row_gives_address_queue_owner_and_inode() {
        let all = parse_all(TABLE);
        assert_eq!(all.len(), 6, "head lines are no sockets");
        assert_eq!(all[0].local, "127.0.0.1:8080".parse().expect("address"));
        assert_eq!((all[0].state, all[0].rx_queue, all[0].inode), (LISTEN, 5, 17891));
        assert_eq!((all[4].local.to_string().as_str(), all[4].uid), ("[::]:8480", 1000));
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn ipv4_inside_ipv6_is_ipv4() {
        assert_eq!(parse_all(TABLE)[5].remote.to_string(), "127.0.0.1:8481");
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn peers_leave_out_the_clients_of_the_own_port_and_name_each_address_once() {
        let peers: Vec<String> = peers(&parse_all(TABLE)).iter().map(ToString::to_string).collect();
        assert_eq!(peers, ["127.0.0.1:5432", "127.0.0.1:8481"]);
    }
}
