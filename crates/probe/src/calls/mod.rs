//! The calls probe: what the target asks of other services over HTTP/1 without TLS, by the packets that pass in short windows. For runtimes that do not tell it themselves.

mod filter;
mod flows;
mod packets;
mod totals;
mod wire;

use crate::windows::{Looks, Open, PATIENCE, Window, Windows};
use crate::{Context, Probe, ProbeError, discover};
use flows::Flows;
use model::time::unix_now_ns;
use model::{Message, Observation, Peer, Phase, Role, Sensor, Series, Timestamp, message, sensor};
use packets::Packets;
use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use totals::Totals;

/// How long is waited after a window for the answers to what was asked in it. A choice: slower calls are left out.
const SLOWEST: Duration = Duration::from_secs(5);
/// Packets that are looked at meanwhile: a tenth of a second of a core. A choice.
const MOST_AFTER: usize = 40_000;
/// Windows in a row of which packets were lost, after which there are no more. A choice.
const MOST_LOST: u32 = 5;

/// Counts the calls of one process while a phase is on.
pub struct CallsProbe {
    windows: Option<Windows<Watch>>,
    several: bool,
}

impl CallsProbe {
    /// A probe that is not attached. `several`: the process is one of several, so that a connection of which it was not seen whose it is counts for none of them.
    pub fn new(several: bool) -> Self {
        Self { windows: None, several }
    }
}

impl Probe for CallsProbe {
    fn name(&self) -> &'static str {
        "calls"
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let started = Watch::open(cx, self.several).and_then(|watch| Windows::start("ts-calls", "calls", watch, cx));
        cx.tell(sensor::ENDPOINTS, &started);
        // who may not see them misses a table: the sensor says so, and nobody is warned
        self.windows = started.ok();
        Ok(())
    }

    fn met(&mut self, peers: &[Peer]) {
        if let Some(w) = &self.windows {
            w.change(|watch| watch.peers.extend(services(peers)));
        }
    }

    fn begin(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        self.windows.iter().for_each(Windows::begin);
        Ok(())
    }

    fn end(&mut self, _phase: &Phase) -> Result<(), ProbeError> {
        self.windows.iter().for_each(Windows::end);
        Ok(())
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.windows = None;
        Ok(())
    }
}

/// Those that may speak HTTP.
fn services(peers: &[Peer]) -> impl Iterator<Item = SocketAddr> + '_ {
    let may = |p: &&Peer| matches!(p.role, Role::Http | Role::Search | Role::Unknown);
    peers.iter().filter(may).filter_map(|p| p.address.parse().ok())
}

struct Watch {
    pid: u32,
    several: bool,
    peers: BTreeSet<SocketAddr>,
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
        let network = |pid: &str| std::fs::read_link(format!("/proc/{pid}/ns/net")).map_err(unread);
        if network(&cx.target.pid.to_string())? != network("self")? {
            return Err(failed(message!("calls/another-network"), message!("process/where-all-run")));
        }
        Packets::of(&[]).map_err(|e| match e.raw_os_error() {
            Some(libc::EPERM) => failed(message!("calls/needs-raw"), message!("contract/as-root")),
            _ => failed(e.to_string().into(), Message::default()),
        })?;
        Ok(Self { pid: cx.target.pid, several, peers: services(&cx.target.peers).collect(), totals: Totals::default(), lost: 0 })
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
}

impl Looks for Watch {
    fn window(&mut self, open: &Open) -> io::Result<Vec<Series>> {
        if self.peers.is_empty() {
            return Ok(Vec::new());
        }
        let mut ends = Ends::default();
        self.add_ends(&mut ends)?;
        let ports: BTreeSet<u16> = self.peers.iter().map(SocketAddr::port).collect();
        let mut packets = Packets::of(&ports.into_iter().collect::<Vec<_>>())?;
        // the kernel begins to note when packets pass a moment after it was asked to
        packets.each(PATIENCE, |_, _| {})?;
        let (from, first_ns) = (Timestamp::now(), unix_now_ns());
        let mut flows = Flows::new(&self.peers);
        let mut take = |flows: &mut Flows, patience, last_ns: i64| {
            packets.each(patience, |at_ns, packet| {
                if let Some(segment) = wire::segment(packet) {
                    flows.take(at_ns, &segment, (first_ns..=last_ns).contains(&at_ns));
                }
            })
        };
        let mut events = 0;
        while open.still(events) {
            events += take(&mut flows, PATIENCE, i64::MAX)?;
        }
        // calls that begin later are not of the window
        let (window, last_ns) = (Window { from, to: Timestamp::now() }, unix_now_ns());
        let (patience, mut after) = (Instant::now() + SLOWEST, 0);
        let whole = loop {
            let waits = flows.awaits() && Instant::now() < patience && !open.is_stopped();
            let n = take(&mut flows, if waits { PATIENCE } else { Duration::ZERO }, last_ns)?;
            after += n;
            if n == 0 && !waits {
                break true;
            }
            if after > MOST_AFTER {
                break !flows.awaits();
            }
        };
        // of a window of which a part was not seen nothing is told
        if !whole || packets.lost() > 0 {
            self.lost += 1;
            return if self.lost < MOST_LOST { Ok(Vec::new()) } else { Err(io::ErrorKind::QuotaExceeded.into()) };
        }
        self.lost = 0;
        self.add_ends(&mut ends)?;
        let several = self.several;
        let ended = flows.ended();
        let own = ended.iter().filter(|e| if several { ends.own.contains(&e.client) } else { !ends.others.contains(&e.client) });
        Ok(self.totals.take(window, own))
    }

    fn lost(&self, e: &io::Error) -> Observation {
        Observation::Sensor(Sensor::lost(sensor::ENDPOINTS, failed(self.why(e), Message::default()).said()))
    }
}

impl Watch {
    fn why(&self, e: &io::Error) -> Message {
        if self.lost >= MOST_LOST { message!("calls/too-many-packets") } else { e.to_string().into() }
    }
}

fn failed(cause: Message, help: Message) -> ProbeError {
    ProbeError { name: "calls-not-seen", operation: message!("calls/watch"), cause, help }
}

#[cfg(test)]
mod tests;
