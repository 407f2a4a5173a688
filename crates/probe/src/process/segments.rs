//! How many segments with data the target sent to each of its peers and received from it, by the kernel's own count for each of its TCP sockets
//! (`sock_diag`, what `ss -i` shows). A statement or call that waits for its answer is one segment each way, if neither is large; a driver that writes its
//! parts one by one sends several (node-postgres: four for a statement with parameters), so the smaller of both counts the turns.

use super::connection::{Passed, Row, row};
use super::destroyed::Destroyed;
use crate::discover;
use crate::discover::sock_diag::{FAMILIES, LIVING, Question, SockDiag};
use model::{Peer, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Counts what the target sent to its peers.
pub(super) struct Segments {
    pid: u32,
    peers: Vec<Met>,
    diag: SockDiag,
    /// Tells of connections that end; `None` where this user may not be told.
    destroyed: Option<Destroyed>,
    /// Connections that were seen alive, by cookie.
    alive: BTreeMap<u64, Alive>,
    /// Connections to peers at the last reading that were not the target's, as far as known.
    foreign: BTreeMap<u64, usize>,
    /// Ports at which the target listens: who is connected there has come to it.
    listening: BTreeSet<u16>,
    /// Whom the target was connected to, and who is no peer.
    strangers: BTreeSet<SocketAddr>,
}

/// Most of them that are kept. A choice.
const STRANGERS: usize = 64;

/// A peer, and what passed on connections to it that have ended.
struct Met {
    address: SocketAddr,
    ended: Passed,
    opened: u64,
    /// Whether its connections were read before, so that one that was not there is new.
    was_read: bool,
    /// Whether other processes have connections to it that last: those that were never seen alive may be theirs.
    has_others: bool,
}

/// A connection at the last reading.
struct Alive {
    peer: usize,
    passed: Passed,
    /// When it was last there.
    seen: Instant,
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
    /// Connections that were opened since the peer was met; `None` where the kernel does not tell of those that end between two readings.
    pub(super) opened: Option<u64>,
    /// Of these, those on which an answer is awaited. A connection whose answer came within a tick of the kernel after its question is among them all the
    /// same: of calls that are shorter than two ticks this says nothing.
    pub(super) awaited: u32,
    /// Of these, those on which bytes wait in the kernel for an acknowledgement.
    pub(super) held: u32,
}

/// How long after a connection was last there its end was not told, and never will be: the kernel tells a moment later, and some are dropped under a great load.
/// A choice.
const TOLD_WITHIN: Duration = Duration::from_secs(5);

impl Segments {
    /// `None` where the kernel does not tell (no sock_diag) or tells of another network namespace than the target's.
    pub(super) fn open(target: &Target) -> Option<Self> {
        let diag = SockDiag::open(target.pid)?;
        let own = discover::sockets_of(target.pid).unwrap_or_default();
        let listening = own.iter().filter(|s| s.state == discover::LISTEN).map(|s| s.local.port()).collect();
        let mut segments = Self {
            pid: target.pid,
            peers: Vec::new(),
            diag,
            destroyed: Destroyed::open(),
            alive: BTreeMap::new(),
            foreign: BTreeMap::new(),
            listening,
            strangers: BTreeSet::new(),
        };
        segments.met(&target.peers);
        Some(segments)
    }

    /// Counts these as well.
    pub(super) fn met(&mut self, peers: &[Peer]) {
        for address in peers.iter().filter_map(|p| p.address.parse().ok()) {
            if self.place(address).is_none() {
                self.peers.push(Met { address, ended: Passed::default(), opened: 0, was_read: false, has_others: false });
            }
        }
    }

    /// Whom the target was connected to at a reading, and who is no peer. This tool, which comes to a port that was opened for it, is none.
    pub(super) fn strangers(&self) -> Vec<SocketAddr> {
        let own = discover::sockets_of(std::process::id()).unwrap_or_default();
        let ours: BTreeSet<SocketAddr> = own.iter().filter(|s| s.state == discover::ESTABLISHED).map(|s| s.local).collect();
        self.strangers.iter().copied().filter(|a| self.place(*a).is_none() && !ours.contains(a)).collect()
    }

    fn place(&self, remote: SocketAddr) -> Option<usize> {
        self.peers.iter().position(|p| p.address == remote)
    }

    /// Segments so far, for each peer. What passed on a connection between the last reading and its end is in it only where the kernel tells of ends.
    pub(super) fn read(&mut self) -> Option<Vec<Count>> {
        let own: BTreeSet<u64> = discover::socket_inodes(self.pid).ok()?.into_iter().collect();
        let mut rows = Vec::new();
        for family in FAMILIES {
            self.diag.each(Question { family, port: 0, states: LIVING, info: true }, |body| rows.extend(row(body)))?;
        }
        let goes_out = |r: &&Row| own.contains(&u64::from(r.inode)) && !self.listening.contains(&r.local) && self.place(r.remote).is_none();
        let unknown: Vec<SocketAddr> = rows.iter().filter(goes_out).map(|r| r.remote).collect();
        self.strangers.extend(unknown.into_iter().take(STRANGERS.saturating_sub(self.strangers.len())));
        let mut now: Vec<(usize, Row)> = rows.into_iter().filter_map(|r| Some((self.place(r.remote)?, r))).collect();
        // one that was opened since the descriptors were read is not known to be ours yet: at the next reading it is, or it has gone
        let foreign = now.iter().filter(|(_, r)| r.inode != 0 && !own.contains(&u64::from(r.inode)));
        let foreign: BTreeMap<u64, usize> = foreign.map(|(peer, r)| (r.cookie, *peer)).collect();
        for (_, peer) in foreign.iter().filter(|(cookie, _)| self.foreign.contains_key(*cookie)) {
            self.peers[*peer].has_others = true;
        }
        self.foreign = foreign;
        now.retain(|(_, r)| own.contains(&u64::from(r.inode)));
        let seen = Instant::now();
        for (peer, r) in &now {
            let before = self.alive.insert(r.cookie, Alive { peer: *peer, passed: r.passed(), seen });
            let met = &mut self.peers[*peer];
            met.opened += u64::from(before.is_none() && met.was_read);
        }
        self.read_ended();
        self.forget_ended(seen);
        self.peers.iter_mut().for_each(|p| p.was_read = true);
        let mut sums: Vec<Passed> = self.peers.iter().map(|p| p.ended).collect();
        self.alive.values().for_each(|c| add(&mut sums[c.peer], c.passed));
        let count = |(k, met): (usize, &Met)| {
            let here = || now.iter().filter(|(place, _)| *place == k);
            let [sent, received, bytes] = sums[k];
            let (connections, awaited) = (here().count() as u32, here().filter(|(_, r)| r.awaited).count() as u32);
            let held = here().filter(|(_, r)| r.held).count() as u32;
            let opened = self.destroyed.is_some().then_some(met.opened);
            Count { peer: met.address, sent, received, bytes, connections, opened, awaited, held }
        };
        Some(self.peers.iter().enumerate().map(count).collect())
    }

    /// Connections that have ended, with their last counts, where the kernel tells. Between readings, so that none are dropped for want of room.
    pub(super) fn read_ended(&mut self) {
        let Self { peers, destroyed: Some(destroyed), alive, .. } = self else { return };
        destroyed.each(|r| {
            if let Some(c) = alive.remove(&r.cookie) {
                return add(&mut peers[c.peer].ended, r.passed());
            }
            if let Some(never_seen) = peers.iter_mut().find(|p| p.address == r.remote && p.was_read && !p.has_others) {
                never_seen.opened += 1;
                add(&mut never_seen.ended, r.passed());
            }
        });
    }

    /// Those that were not there at the reading of `now`, and whose end nobody tells: they have ended with the counts of their last reading.
    fn forget_ended(&mut self, now: Instant) {
        let Self { peers, destroyed, alive, .. } = self;
        let patience = if destroyed.is_some() { TOLD_WITHIN } else { Duration::ZERO };
        alive.retain(|_, c| {
            let keeps = c.seen == now || now.duration_since(c.seen) < patience;
            if !keeps {
                add(&mut peers[c.peer].ended, c.passed);
            }
            keeps
        });
    }
}

fn add(sum: &mut Passed, more: Passed) {
    sum.iter_mut().zip(more).for_each(|(s, n)| *s += n);
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
    fn what_is_written_in_two_pieces_waits_for_the_acknowledgement_of_the_first() {
        let server = TcpListener::bind("127.0.0.1:0").expect("free port");
        let address = server.local_addr().expect("address");
        let target = Target { pid: std::process::id(), peers: vec![address.to_string().as_str().into()], ..Target::default() };
        let mut segments = Segments::open(&target).expect("sock_diag");
        let mut client = TcpStream::connect(address).expect("connect");
        let (mut served, _) = server.accept().expect("accept");
        let answering = std::thread::spawn(move || {
            let mut question = [0; 8];
            while served.read_exact(&mut question).is_ok() && served.write_all(&question).is_ok() {}
        });
        let mut held = |together: bool, until: &dyn Fn(u32, u32) -> bool| {
            let (mut exchanges, mut seen) = (0, 0);
            while !until(exchanges, seen) {
                let pieces: &[&[u8]] = if together { &[b"question"] } else { &[b"ques", b"tion"] };
                for piece in pieces {
                    client.write_all(piece).expect("write");
                }
                seen += segments.read().expect("read")[0].held;
                client.read_exact(&mut [0; 8]).expect("answer");
                exchanges += 1;
                assert!(exchanges < 500, "the kernel acknowledges at once");
            }
            seen
        };
        // the first segments of a connection are acknowledged at once
        assert!(held(false, &|_, seen| seen >= 5) >= 5);
        assert_eq!(held(true, &|exchanges, _| exchanges >= 20), 0);
        drop(client);
        answering.join().expect("it ends");
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
    #[expect(clippy::print_stderr, reason = "a skip is loud")]
    fn connections_that_are_opened_anew_are_counted_with_what_passed_on_them() {
        let server = TcpListener::bind("127.0.0.1:0").expect("free port");
        let address = server.local_addr().expect("address");
        let target = Target { pid: std::process::id(), peers: vec![address.to_string().as_str().into()], ..Target::default() };
        let ask = |client: &mut TcpStream, served: &mut TcpStream| {
            client.write_all(b"question").expect("write");
            served.read_exact(&mut [0; 8]).expect("question");
            served.write_all(b"answer").expect("answer");
            client.read_exact(&mut [0; 6]).expect("answer");
        };
        let connect = || (TcpStream::connect(address).expect("connect"), server.accept().expect("accept").0);
        let (mut kept, mut keeps) = connect();
        let mut segments = Segments::open(&target).expect("sock_diag");
        let before = segments.read().expect("read")[0];
        let elsewhere = TcpListener::bind("127.0.0.1:0").expect("free port");
        let there = elsewhere.local_addr().expect("address");
        let _connection = TcpStream::connect(there).expect("connect");
        segments.read().expect("read");
        assert!(segments.strangers().contains(&there));
        if before.opened.is_none() {
            eprintln!("SKIPPED (1): connections that end are told to CAP_NET_ADMIN only");
            return;
        }
        assert_eq!(before.opened, Some(0), "one that was there is not new");
        // the server's end has a descriptor of this process as well, and goes to another address
        ask(&mut kept, &mut keeps);
        for _ in 0..5 {
            let (mut client, mut served) = connect();
            ask(&mut client, &mut served);
        }
        let patience = std::time::Instant::now() + std::time::Duration::from_secs(20);
        loop {
            let now = segments.read().expect("read")[0];
            if (now.opened, now.sent - before.sent) == (Some(5), 6) {
                break;
            }
            assert!(std::time::Instant::now() < patience, "waited 20 s for five connections and six questions, last {now:?}");
        }
    }
}
