//! The calls probe: what the target asks of other services over HTTP/1 without TLS, by the packets that pass in short windows. For runtimes that do not tell it themselves.

mod filter;
mod flows;
mod http;
mod packets;
mod said;
mod seen;
mod totals;
mod wire;

use crate::windows::{LONGEST, Looks, Open, Window, WindowProbe};
use crate::{Context, Probe, ProbeError, discover};
use model::time::unix_now_ns;
use model::{Message, Peer, Role, Series, Timestamp, message, sensor};
use packets::{AT_ONCE, Packets};
use seen::{After, Seen, gather};
use std::collections::BTreeSet;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;
use totals::Totals;

/// Windows in which peers were asked nothing over HTTP, after which they are short: there is nothing to count, and while one is open each packet of the
/// machine costs whoever sends it something. A choice: those of a level.
const SILENT: u32 = 4;
/// How long they are then, with what it takes to open one. A choice: of ten calls a second one is seen in every other.
const FIRST_WORDS: Duration = Duration::from_millis(100);

/// Windows in a row of which packets were lost, after which there are no more. A choice.
const MOST_LOST: u32 = 5;

/// Counts the calls of one process while a phase is on; not attached. `several`: it is one of several processes, so that a connection of which it was not seen whose it is
/// counts for none of them.
pub(crate) fn probe(several: bool) -> impl Probe {
    WindowProbe::of(move |cx| Watch::open(cx, several))
}

/// Those that may speak HTTP, without what is on this machine at the port of the target: the load comes there.
fn services(peers: &[Peer], own: u16) -> impl Iterator<Item = SocketAddr> + '_ {
    let may = |p: &&Peer| matches!(p.role, Role::Http | Role::Search | Role::Unknown);
    let address = |p: &Peer| p.address.parse().ok().map(|a: SocketAddr| SocketAddr::new(a.ip().to_canonical(), a.port()));
    peers.iter().filter(may).filter_map(address).filter(move |a| a.port() != own || UdpSocket::bind((a.ip(), 0)).is_err())
}

#[derive(Default)]
struct Watch {
    pid: u32,
    /// The port that the load goes to.
    own: u16,
    several: bool,
    peers: BTreeSet<SocketAddr>,
    /// Ports of peers that were asked something over HTTP: of others no more is looked at than whether they are.
    speak: BTreeSet<u16>,
    /// Windows in which nobody of the peers was asked anything over HTTP, since one was met.
    silent: u32,
    totals: Totals,
    /// Windows of which packets were lost, since one of which none were.
    lost: u32,
}

/// The own ends of connections to the peers: the target's, and everybody else's.
#[derive(Default)]
struct Ends {
    own: BTreeSet<SocketAddr>,
    others: BTreeSet<SocketAddr>,
}

impl Watch {
    fn open(cx: &Context, several: bool) -> Result<Self, ProbeError> {
        crate::process::check_alive(&cx.target)?;
        let unread = |e: io::Error| failed(e.to_string().into(), message!("contract/as-root"));
        if !discover::is_in_our_network(cx.target.pid).map_err(unread)? {
            return Err(failed(message!("calls/another-network"), message!("process/where-all-run")));
        }
        Packets::of(filter::program(&[], &[], 0), true).map_err(|e| match e.raw_os_error() {
            Some(libc::EPERM) => failed(message!("calls/needs-raw"), message!("contract/as-root")),
            _ => failed(e.to_string().into(), Message::default()),
        })?;
        let own = cx.target.port;
        Ok(Self { pid: cx.target.pid, own, several, peers: services(&cx.target.peers, own).collect(), ..Self::default() })
    }

    /// Adds those that are there now.
    fn add_ends(&self, ends: &mut Ends) -> io::Result<()> {
        let to_peers: Vec<_> = discover::sockets_seen_by(self.pid).into_iter().filter(|s| self.peers.contains(&s.remote)).collect();
        let own: BTreeSet<u64> = discover::socket_inodes(self.pid)?.into_iter().collect();
        for s in to_peers.into_iter().filter(|s| s.inode != 0) {
            let of = if own.contains(&s.inode) { &mut ends.own } else { &mut ends.others };
            of.insert(s.local);
        }
        Ok(())
    }

    /// What passes from now on, of what was there before nothing.
    fn packets(&self, open: &Open) -> io::Result<Packets> {
        let (speak, may): (BTreeSet<u16>, _) = self.peers.iter().map(SocketAddr::port).partition(|p| self.speak.contains(p));
        let list = |ports: BTreeSet<u16>| ports.into_iter().collect::<Vec<_>>();
        let of_loopback = self.peers.iter().all(|p| p.ip().is_loopback());
        let mut packets = Packets::of(filter::program(&list(speak), &list(may), self.own), of_loopback)?;
        // the kernel begins to note when packets pass a moment after it was asked to
        gather();
        while packets.each(|_, _| {})? == AT_ONCE && open.still(0) {}
        let _before_it = packets.lost();
        Ok(packets)
    }

    /// A window of which a part was not seen.
    fn unseen(&mut self) -> io::Result<Vec<Series>> {
        self.lost += 1;
        if self.lost < MOST_LOST { Ok(Vec::new()) } else { Err(io::ErrorKind::QuotaExceeded.into()) }
    }
}

impl Looks for Watch {
    const NAME: &'static str = "calls";
    const SENSOR: &'static str = sensor::ENDPOINTS;

    fn longest(&self) -> Duration {
        if self.speak.is_empty() && self.silent >= SILENT { FIRST_WORDS } else { LONGEST }
    }

    fn met(&mut self, peers: &[Peer]) {
        let known = self.peers.len();
        self.peers.extend(services(peers, self.own));
        if self.peers.len() > known {
            self.silent = 0;
        }
    }

    fn window(&mut self, open: &Open) -> io::Result<Vec<Series>> {
        if self.peers.is_empty() {
            return Ok(Vec::new());
        }
        let mut ends = Ends::default();
        if !self.speak.is_empty() {
            self.add_ends(&mut ends)?;
        }
        let mut packets = self.packets(open)?;
        let mut seen = Seen::begin(self.peers.clone(), self.speak.clone());
        let (from, first_ns) = (Timestamp::now(), seen.first_ns());
        seen.until_over(&mut packets, open)?;
        // calls that begin later are not of the window
        let (to, last_ns) = (Timestamp::now(), unix_now_ns());
        let (window, last_ns, flows) = match seen.answers(&mut packets, open, last_ns)? {
            After::Whole(flows) => (Window { from, to }, last_ns, flows),
            // its last part would count as watched, without the calls that are on their way
            After::UpTo(ns, _) if ns <= first_ns => return Ok(Vec::new()),
            After::UpTo(ns, flows) => (Window { from, to: from.plus_ns(ns - first_ns) }, ns, flows),
            // their answers were not looked at: the next window sees both
            After::FirstWords(ports) => {
                self.speak.extend(ports);
                return Ok(Vec::new());
            }
            After::TooMany => return self.unseen(),
        };
        // of a window of which a part was not seen nothing is told
        if packets.lost() > 0 {
            return self.unseen();
        }
        self.lost = 0;
        self.silent += u32::from(self.speak.is_empty());
        if flows.any() {
            self.add_ends(&mut ends)?;
        }
        let several = self.several;
        let ended = flows.ended();
        let of_window = ended.iter().filter(|e| e.began_ns <= last_ns);
        let own = of_window.filter(|e| if several { ends.own.contains(&e.client) } else { !ends.others.contains(&e.client) });
        Ok(self.totals.take(window, own))
    }

    fn lost(&self, e: &io::Error) -> Message {
        let why = if self.lost >= MOST_LOST { message!("calls/too-many-packets") } else { e.to_string().into() };
        failed(why, Message::default()).said()
    }
}

fn failed(cause: Message, help: Message) -> ProbeError {
    ProbeError { name: "calls-not-seen", operation: message!("calls/watch"), cause, help }
}

#[cfg(test)]
mod tests;
