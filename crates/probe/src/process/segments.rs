//! How many segments with data the target sent to each of its peers and received from it, by the kernel's own count for each of its TCP sockets
//! (`sock_diag`, what `ss -i` shows). A statement or call that waits for its answer is one segment each way, if neither is large; a driver that writes its
//! parts one by one sends several (node-postgres: four for a statement with parameters), so the smaller of both counts the turns.

use super::sock_diag::{ANSWER, FAMILIES, INFO, Question, SockDiag, u16_at, u32_at};
use super::threads::Totals;
use crate::discover;
use model::{Peer, Target};
use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Places of `tcpi_data_segs_in` and `tcpi_data_segs_out` in `tcp_info`: linux/tcp.h, there since Linux 4.6.
const DATA_SEGMENTS_IN: usize = 152;
const DATA_SEGMENTS_OUT: usize = 156;
/// Place of `tcpi_bytes_received`, since Linux 4.1.
const BYTES_RECEIVED: usize = 128;
/// Places of `tcpi_last_data_sent` and `tcpi_last_data_recv`: milliseconds since then, in ticks of the kernel (4 ms at 250 a second).
const SINCE_SENT: usize = 44;
const SINCE_RECEIVED: usize = 52;
/// Counts what the target sent to its peers.
pub(super) struct Segments {
    pid: u32,
    peers: Vec<SocketAddr>,
    diag: SockDiag,
    totals: Totals,
    bytes: Totals,
}

/// One connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) local: u16,
    pub(super) remote: SocketAddr,
    pub(super) inode: u32,
    /// What the kernel calls it, never to be used again.
    pub(super) cookie: u64,
    pub(super) sent: u32,
    pub(super) received: u32,
    bytes: u64,
    /// Whether data was sent no earlier than any was received: a connection that is used again at once is sent the next question in the tick of the kernel in
    /// which the answer came.
    awaited: bool,
}

/// Segments with data so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) peer: SocketAddr,
    pub(super) sent: u64,
    pub(super) received: u64,
    /// Bytes in the segments that were received.
    pub(super) bytes: u64,
    /// Connections that there are now.
    pub(super) connections: u32,
    /// Of these, those on which an answer is awaited. A connection whose answer came within a tick of the kernel after its question is among them all the
    /// same: of calls that are shorter than two ticks this says nothing.
    pub(super) awaited: u32,
}

impl Segments {
    /// `None` where the kernel does not tell (no sock_diag) or tells of another network namespace than the target's.
    pub(super) fn open(target: &Target) -> Option<Self> {
        let peers = target.peers.iter().filter_map(|p| p.address.parse().ok()).collect();
        Some(Self { pid: target.pid, peers, diag: SockDiag::open(target)?, totals: Totals::default(), bytes: Totals::default() })
    }

    /// Counts these as well.
    pub(super) fn met(&mut self, peers: &[Peer]) {
        let new = peers.iter().filter_map(|p| p.address.parse().ok()).filter(|p| !self.peers.contains(p));
        self.peers.extend(new.collect::<Vec<_>>());
    }

    /// Segments so far, for each peer. What passed on a connection between the last reading and its end is not in it.
    pub(super) fn read(&mut self) -> Option<Vec<Count>> {
        let own: BTreeSet<u64> = discover::socket_inodes(self.pid).ok()?.into_iter().collect();
        let mut rows = Vec::new();
        for family in FAMILIES {
            self.diag.each(Question { family, port: 0, info: true }, |body| rows.extend(row(body)))?;
        }
        let place = |remote: SocketAddr| self.peers.iter().position(|p| *p == remote);
        let now: Vec<_> =
            rows.into_iter().filter(|r| own.contains(&u64::from(r.inode))).filter_map(|r| Some((place(r.remote)?, r))).collect();
        let n = self.peers.len();
        let sums = self.totals.update(n, now.iter().map(|(place, r)| (r.inode, *place, [u64::from(r.sent), u64::from(r.received)])));
        let bytes = self.bytes.update(n, now.iter().map(|(place, r)| (r.inode, *place, [r.bytes, 0])));
        let count = |k: usize| {
            let here = || now.iter().filter(|(place, _)| *place == k);
            let awaited = here().filter(|(_, r)| r.awaited).count() as u32;
            let ([sent, received], [bytes, _]) = (sums[k], bytes[k]);
            Count { peer: self.peers[k], sent, received, bytes, connections: here().count() as u32, awaited }
        };
        Some((0..n).map(count).collect())
    }
}

/// A connection of an answer; `None` where it is cut off or without its counts.
pub(super) fn row(body: &[u8]) -> Option<Row> {
    let address = body.get(24..40)?;
    let ip = if i32::from(body[0]) == libc::AF_INET {
        IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(&address[..4]).ok()?))
    } else {
        IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(address).ok()?)).to_canonical()
    };
    let port = |at: usize| Some(u16::from_be_bytes([*body.get(at)?, *body.get(at + 1)?]));
    let (local, port) = (port(4)?, port(6)?);
    let mut rest = body.get(ANSWER..)?;
    loop {
        let length = usize::from(u16_at(rest, 0)?).max(4);
        if u16_at(rest, 2)? == INFO {
            let info = rest.get(4..length)?;
            let (sent, received) = (u32_at(info, DATA_SEGMENTS_OUT)?, u32_at(info, DATA_SEGMENTS_IN)?);
            let bytes = u64::from_ne_bytes(info.get(BYTES_RECEIVED..BYTES_RECEIVED + 8)?.try_into().ok()?);
            let cookie = u64::from_ne_bytes(body.get(44..52)?.try_into().ok()?);
            let awaited = u32_at(info, SINCE_SENT)? <= u32_at(info, SINCE_RECEIVED)?;
            let remote = SocketAddr::new(ip, port);
            return Some(Row { local, cookie, remote, inode: u32_at(body, 68)?, sent, received, bytes, awaited });
        }
        rest = rest.get(length.next_multiple_of(4)..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
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
        let target = Target { pid: std::process::id(), peers: vec![address.to_string().as_str().into()], ..Target::default() };
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
    fn a_connection_is_awaited_from_its_question_to_its_answer() {
        let server = TcpListener::bind("127.0.0.1:0").expect("free port");
        let address = server.local_addr().expect("address");
        let target = Target { pid: std::process::id(), peers: vec![address.to_string().as_str().into()], ..Target::default() };
        let mut segments = Segments::open(&target).expect("sock_diag");
        let mut pairs: Vec<_> = (0..3)
            .map(|_| {
                let client = TcpStream::connect(address).expect("connect");
                (client, server.accept().expect("accept").0)
            })
            .collect();
        let mut now = || {
            let all = segments.read().expect("read");
            (all[0].connections, all[0].awaited)
        };
        let mut until = |want: (u32, u32)| {
            let patience = std::time::Instant::now() + std::time::Duration::from_secs(20);
            while now() != want {
                assert!(std::time::Instant::now() < patience, "waited 20 s for {want:?}, last {:?}", now());
            }
        };
        // a tick of the kernel has to pass between what is told apart
        let tick = std::time::Duration::from_millis(12);
        for (client, served) in &mut pairs {
            client.write_all(b"question").expect("write");
            served.read_exact(&mut [0; 8]).expect("question");
            std::thread::sleep(tick);
            served.write_all(b"answer").expect("answer");
            client.read_exact(&mut [0; 6]).expect("answer");
        }
        until((3, 0));
        std::thread::sleep(tick);
        for (client, _) in &mut pairs[..2] {
            client.write_all(b"question").expect("write");
        }
        until((3, 2));
        std::thread::sleep(tick);
        pairs[0].1.write_all(b"answer").expect("answer");
        until((3, 1));
        drop(pairs.pop());
        until((2, 1));
    }

    #[test]
    fn what_is_cut_off_is_no_row_and_no_panic() {
        assert_eq!(row(&[0; 71]), None);
    }
}
