//! How many segments with data the target sent to each of its peers and received from it, by the kernel's own count for each of its TCP sockets
//! (`sock_diag`, what `ss -i` shows). A statement or call that waits for its answer is one segment each way, if neither is large; a driver that writes its
//! parts one by one sends several (node-postgres: four for a statement with parameters), so the smaller of both counts the turns.

use super::threads::Totals;
use crate::discover;
use model::Target;
use socket2::{Domain, Protocol, Socket, Type};
use std::collections::BTreeSet;
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

/// `NETLINK_SOCK_DIAG`, `SOCK_DIAG_BY_FAMILY`, `NLM_F_REQUEST | NLM_F_DUMP`, `INET_DIAG_INFO`: linux/netlink.h, linux/inet_diag.h.
const SOCK_DIAG: i32 = 4;
const BY_FAMILY: u16 = 20;
const DUMP: u16 = 0x301;
const INFO: u16 = 2;
const MESSAGE_ERROR: u16 = 2;
const MESSAGE_DONE: u16 = 3;
/// Length of a message's head, and of what stands before the attributes of an answer (`nlmsghdr`, `inet_diag_msg`).
const HEAD: usize = 16;
const ANSWER: usize = 72;
/// Places of `tcpi_data_segs_in` and `tcpi_data_segs_out` in `tcp_info`: linux/tcp.h, there since Linux 4.6.
const DATA_SEGMENTS_IN: usize = 152;
const DATA_SEGMENTS_OUT: usize = 156;
/// Place of `tcpi_bytes_received`, since Linux 4.1.
const BYTES_RECEIVED: usize = 128;
/// An answer that takes longer than this is given up. A choice.
const PATIENCE: Duration = Duration::from_millis(500);

/// Counts what the target sent to its peers.
pub(super) struct Segments {
    pid: u32,
    peers: Vec<SocketAddr>,
    socket: Socket,
    totals: Totals,
    bytes: Totals,
    sequence: u32,
}

/// One connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    remote: SocketAddr,
    inode: u32,
    sent: u32,
    received: u32,
    bytes: u64,
}

/// Segments with data so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) peer: SocketAddr,
    pub(super) sent: u64,
    pub(super) received: u64,
    /// Bytes in the segments that were received.
    pub(super) bytes: u64,
}

impl Segments {
    /// `None` where the kernel does not tell (no sock_diag) or tells of another network namespace than the target's.
    pub(super) fn open(target: &Target) -> Option<Self> {
        let namespace = |pid: &str| std::fs::read_link(Path::new("/proc").join(pid).join("ns/net")).ok();
        if namespace(&target.pid.to_string())? != namespace("self")? {
            return None;
        }
        let peers = target.peers.iter().filter_map(|p| p.parse().ok()).collect();
        let socket = Socket::new(Domain::from(libc::AF_NETLINK), Type::DGRAM, Some(Protocol::from(SOCK_DIAG))).ok()?;
        socket.set_read_timeout(Some(PATIENCE)).ok()?;
        Some(Self { pid: target.pid, peers, socket, totals: Totals::default(), bytes: Totals::default(), sequence: 0 })
    }

    /// Segments so far, for each peer. What passed on a connection between the last reading and its end is not in it.
    pub(super) fn read(&mut self) -> Option<Vec<Count>> {
        let own: BTreeSet<u64> = discover::socket_inodes(self.pid).ok()?.into_iter().collect();
        let mut rows = Vec::new();
        for family in [libc::AF_INET, libc::AF_INET6] {
            self.dump(family as u8, &mut rows)?;
        }
        let place = |remote: SocketAddr| self.peers.iter().position(|p| *p == remote);
        let now: Vec<_> = rows
            .into_iter()
            .filter(|r| own.contains(&u64::from(r.inode)))
            .filter_map(|r| Some((r.inode, place(r.remote)?, [u64::from(r.sent), u64::from(r.received)], r.bytes)))
            .collect();
        let n = self.peers.len();
        let sums = self.totals.update(n, now.iter().map(|(inode, place, segments, _)| (*inode, *place, *segments)));
        let bytes = self.bytes.update(n, now.iter().map(|(inode, place, _, bytes)| (*inode, *place, [*bytes, 0])));
        let all = self.peers.iter().zip(sums).zip(bytes);
        Some(all.map(|((peer, [sent, received]), [bytes, _])| Count { peer: *peer, sent, received, bytes }).collect())
    }

    fn dump(&mut self, family: u8, rows: &mut Vec<Row>) -> Option<()> {
        self.sequence += 1;
        self.socket.send(&question(family, self.sequence)).ok()?;
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let n = self.socket.read(&mut buffer).ok()?;
            if parse(&buffer[..n], self.sequence, rows)? {
                return Some(());
            }
        }
    }
}

fn question(family: u8, sequence: u32) -> [u8; HEAD + 56] {
    let mut m = [0; HEAD + 56];
    m[..4].copy_from_slice(&((HEAD + 56) as u32).to_ne_bytes());
    m[4..6].copy_from_slice(&BY_FAMILY.to_ne_bytes());
    m[6..8].copy_from_slice(&DUMP.to_ne_bytes());
    m[8..12].copy_from_slice(&sequence.to_ne_bytes());
    (m[16], m[17], m[18]) = (family, libc::IPPROTO_TCP as u8, 1 << (INFO - 1));
    // living connections only
    m[20..24].copy_from_slice(&(1_u32 << discover::ESTABLISHED).to_ne_bytes());
    m
}

/// Reads the messages of one datagram; `Some(true)` when the answer is complete, `None` when it is an error. Answers to an older
/// question (one that was given up) are skipped.
fn parse(mut data: &[u8], sequence: u32, rows: &mut Vec<Row>) -> Option<bool> {
    while data.len() >= HEAD {
        let length = (u32_at(data, 0)? as usize).max(HEAD);
        let message = data.get(..length)?;
        let kind = u16_at(message, 4)?;
        if u32_at(message, 8)? == sequence {
            match kind {
                MESSAGE_DONE => return Some(true),
                MESSAGE_ERROR => return None,
                BY_FAMILY => rows.extend(row(&message[HEAD..])),
                _ => {}
            }
        }
        data = data.get(length.next_multiple_of(4)..).unwrap_or_default();
    }
    Some(false)
}

fn row(body: &[u8]) -> Option<Row> {
    let address = body.get(24..40)?;
    let ip = if i32::from(body[0]) == libc::AF_INET {
        IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(&address[..4]).ok()?))
    } else {
        IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(address).ok()?)).to_canonical()
    };
    let port = u16::from_be_bytes([*body.get(6)?, *body.get(7)?]);
    let mut rest = body.get(ANSWER..)?;
    loop {
        let length = usize::from(u16_at(rest, 0)?).max(4);
        if u16_at(rest, 2)? == INFO {
            let info = rest.get(4..length)?;
            let (sent, received) = (u32_at(info, DATA_SEGMENTS_OUT)?, u32_at(info, DATA_SEGMENTS_IN)?);
            let bytes = u64::from_ne_bytes(info.get(BYTES_RECEIVED..BYTES_RECEIVED + 8)?.try_into().ok()?);
            return Some(Row { remote: SocketAddr::new(ip, port), inode: u32_at(body, 68)?, sent, received, bytes });
        }
        rest = rest.get(length.next_multiple_of(4)..)?;
    }
}

fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_ne_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(data.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn each_question_that_waits_for_its_answer_is_one_segment_each_way_and_strangers_are_not_counted() {
        let server = TcpListener::bind("127.0.0.1:0").expect("free port");
        let other = TcpListener::bind("127.0.0.1:0").expect("free port");
        let address = server.local_addr().expect("address");
        let mut client = TcpStream::connect(address).expect("connect");
        client.set_nodelay(true).expect("option");
        let mut stranger = TcpStream::connect(other.local_addr().expect("address")).expect("connect");
        stranger.write_all(b"not a peer").expect("write");
        let (mut served, _) = server.accept().expect("accept");
        let target = Target { pid: std::process::id(), peers: vec![address.to_string()], ..Target::default() };
        let mut segments = Segments::open(&target).expect("sock_diag");
        let before = segments.read().expect("read");
        for _ in 0..7 {
            client.write_all(b"select 1").expect("write");
            let mut answer = [0; 8];
            served.read_exact(&mut answer).expect("question");
            served.write_all(&answer).expect("answer");
            client.read_exact(&mut answer).expect("answer");
        }
        let after = segments.read().expect("read");
        assert_eq!(after.len(), 1, "one peer: {after:?}");
        assert_eq!((after[0].peer, after[0].sent - before[0].sent, after[0].received - before[0].received), (address, 7, 7));
        // a question in two parts, answered once
        for part in [b"sele", b"ct 2"] {
            client.write_all(part).expect("write");
            served.read_exact(&mut [0; 4]).expect("question");
        }
        served.write_all(b"answer").expect("answer");
        client.read_exact(&mut [0; 6]).expect("answer");
        let after = segments.read().expect("read");
        assert_eq!((after[0].sent - before[0].sent, after[0].received - before[0].received, after[0].bytes - before[0].bytes), (9, 8, 62));
        drop(client);
        assert_eq!(segments.read().expect("read")[0].sent, after[0].sent, "what an ended connection sent stays counted");
    }

    #[test]
    fn what_is_cut_off_is_no_row_and_no_panic() {
        let mut rows = Vec::new();
        for n in 0..40 {
            assert!(parse(&[1; 40][..n], 1, &mut rows).is_none_or(|done| !done));
        }
        assert_eq!((row(&[0; 71]), rows), (None, Vec::new()));
    }
}
