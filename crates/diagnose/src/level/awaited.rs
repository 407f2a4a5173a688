//! How a peer was used during a level: how often, over how many connections, and on how many of these its answer was awaited. By Little's law the last tells
//! how long calls are with that peer, whatever the client does before it sends them.

use super::{Level, trips};
use model::{Peer, Role, Run, Series, Timestamp, signal};

crate::thresholds! {
    /// Readings of a level from which their mean counts. A guess: half of those in a level of 8 s.
    FEWEST_READINGS = 4.0;
    /// Share of the connections to a peer on which an answer must be awaited for all to be in use. A guess, made when one service was known, which had 0.91:
    /// between an answer and the next question a connection idles for a moment, and the last reading of a level may find the load gone.
    ALL_IN_USE = 0.85;
    /// The same at the lightest level, from which they are in use whatever the load. A guess, as for threads of executors.
    ALWAYS_IN_USE = 0.75;
    /// Shortest call, milliseconds, that is seen on its connection. Source: ADR 27, two ticks of the kernel; of a hundred ticks a second, the fewest
    /// that are usual.
    pub LEAST_CALL_MS = 20.0;
    /// Share of the requests inside that make no call which uncounted waits for stores must reach for what is left of their time to be perhaps these. A guess, half.
    HALF_OF_REQUESTS = 0.5;
    /// By how much calls may be longer or shorter with their peer than under light load to take as long as ever. Source: CAUSES A1 asks for a constant cost; a
    /// quarter is left for readings that are few.
    pub STEADY = 1.25;
}

/// Time at the begin of a level that is left out, nanoseconds: requests have not come so far yet. A choice: a reading is taken each second.
const BEGIN_NS: i64 = 300_000_000;

/// How the target used one of its peers during a level.
#[derive(Debug, Clone, PartialEq)]
pub struct PeerUse<'a> {
    /// Who.
    pub peer: &'a Peer,
    /// Turns per request (data there and back), where they were counted.
    pub turns: Option<f64>,
    /// Mean number of connections, where they were counted often enough.
    pub connections: Option<f64>,
    /// Of these, those on which an answer was awaited. Says nothing of calls that are shorter than two ticks of the kernel (up to 20 ms).
    pub awaited: Option<f64>,
    /// Connections opened per request, where the kernel tells of those that end between two readings.
    pub opened: Option<f64>,
}

impl PeerUse<'_> {
    /// How long calls are with the peer at `level`, milliseconds per request, by [`PeerUse::awaited`] and Little's law; `None` where a call is too short for that.
    pub fn with_ms(&self, level: &Level) -> Option<f64> {
        let ms = stats::law::time_inside_s(self.awaited?, level.throughput_per_s) * 1e3;
        (ms / self.turns.map_or(1.0, |n| n.max(1.0)) >= LEAST_CALL_MS.get()).then_some(ms)
    }
}

/// Peers that are no databases, with how they were used between two moments by `requests` requests. Of several processes their connections count together.
pub fn peer_uses(run: &Run, window: (Timestamp, Timestamp), requests: f64) -> Vec<PeerUse<'_>> {
    let databases = trips::databases(run);
    let others = run.environment.target.peers.iter().filter(|p| !databases.contains(&p.address.as_str()));
    others.map(|peer| peer_use(run, peer, window, requests)).collect()
}

/// The same of one peer, whatever it is.
pub(super) fn peer_use<'a>(run: &'a Run, peer: &'a Peer, (from, to): (Timestamp, Timestamp), requests: f64) -> PeerUse<'a> {
    let mean = |signal: &str| {
        let of = |s: &Series| {
            let readings = readings(s, (from, to));
            (readings.len() as f64 >= FEWEST_READINGS.get()).then(|| stats::describe::mean(readings))
        };
        let counted = run.series_of(signal).filter(|s| s.label("peer") == peer.address);
        counted.map(of).reduce(|x, y| Some(x? + y?)).flatten()
    };
    let opened = run.series_of(signal::PEER_CONNECTIONS_OPENED).filter(|s| s.label("peer") == peer.address);
    let opened = opened.filter_map(|s| s.increase(from, to)).reduce(|x, y| x + y);
    let per_request = |n: f64| n / requests.max(1.0);
    PeerUse {
        peer,
        turns: trips::with_peer(run, from, to, &peer.address).map(per_request),
        opened: opened.map(per_request),
        connections: mean(signal::PEER_CONNECTIONS),
        awaited: mean(signal::PEER_CONNECTIONS_AWAITED),
    }
}

/// The fewest connections to a peer on which an answer was awaited in any reading of the run in which there were some; 0 where nobody looked.
pub(super) fn awaited_least(run: &Run, peer: &Peer) -> f64 {
    let of_peer = run.series_of(signal::PEER_CONNECTIONS_AWAITED).filter(|s| s.label("peer") == peer.address);
    let least = |s: &Series| {
        let connections = run.series_of(signal::PEER_CONNECTIONS).find(|c| c.labels == s.labels);
        let some = |t: Timestamp| connections.and_then(|c| c.at(t)).is_none_or(|n| n > 0.0);
        let with_some = s.t.iter().zip(&s.v).filter(|(t, _)| some(**t));
        with_some.map(|(_, n)| *n).reduce(f64::min)
    };
    of_peer.filter_map(least).sum()
}

/// Standard error of [`PeerUse::awaited`], connections; 0 where nobody looked.
pub(super) fn awaited_error(run: &Run, peer: &Peer, window: (Timestamp, Timestamp)) -> f64 {
    let of_peer = run.series_of(signal::PEER_CONNECTIONS_AWAITED).filter(|s| s.label("peer") == peer.address);
    of_peer.map(|s| readings(s, window)).filter(|r| r.len() > 1).map(stats::describe::standard_error).fold(0.0, f64::hypot)
}

/// Connections to databases and caches on which an answer was awaited during a level, all together; 0 where nobody read them. Without those whose statements or
/// commands on their way are counted by the client.
fn awaited_by_stores(run: &Run, level: &Level) -> f64 {
    let uncounted = |role: Role| match role {
        Role::Database => level.pools.is_empty(),
        Role::Cache => run.series_of(signal::CLIENT_COMMANDS).next().is_none(),
        _ => false,
    };
    let is_store = |address: &str| run.environment.target.peers.iter().any(|p| p.address == address && uncounted(p.role));
    let of_stores = run.series_of(signal::PEER_CONNECTIONS_AWAITED).filter(|s| is_store(s.label("peer")));
    let means = of_stores.map(|s| readings(s, level.window)).filter(|r| r.len() as f64 >= FEWEST_READINGS.get()).map(stats::describe::mean);
    means.sum()
}

/// Connections to databases and caches on which more answers are awaited at the heaviest level than under light load, where nobody counts statements or commands on
/// their way: what requests wait for meanwhile may be these. `None` where they are counted, where these are less than half of the requests inside that make no
/// call, or where a request waits so shortly for them that an answer which has come looks awaited.
pub(crate) fn uncounted_by_stores(run: &Run, levels: &[Level]) -> Option<f64> {
    let (light, heavy) = (levels.first()?, levels.last()?);
    let calls = heavy.calls()?;
    let more = awaited_by_stores(run, heavy) - awaited_by_stores(run, light);
    let is_seen = stats::law::time_inside_s(more.max(0.0), heavy.throughput_per_s) * 1e3 >= LEAST_CALL_MS.get();
    (is_seen && more >= HALF_OF_REQUESTS.get() * (calls.requests - calls.mean)).then_some(more)
}

/// Those of a level, but for its begin.
fn readings(s: &Series, (from, to): (Timestamp, Timestamp)) -> &[f64] {
    s.within(from.plus_ns(BEGIN_NS), to)
}

/// A peer for which bytes wait in the kernel, though the window has room, until what was sent before is acknowledged (Nagle's algorithm).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeldBack<'a> {
    /// Who.
    pub peer: &'a Peer,
    /// Connections on which they do, on average over the level.
    pub connections: f64,
    /// Readings in which one did.
    pub readings: usize,
    /// How long they do, by Little's law, milliseconds per request.
    pub ms: f64,
    /// Turns with the peer per request, where these were counted.
    pub turns: Option<f64>,
}

/// Of all peers that were read often enough at `level`; `None` where nobody looked.
pub fn held_back<'a>(run: &'a Run, level: &Level) -> Option<Vec<HeldBack<'a>>> {
    run.series_of(signal::PEER_CONNECTIONS_HELD).next()?;
    let of = |peer: &'a Peer| {
        let of_peer = run.series_of(signal::PEER_CONNECTIONS_HELD).filter(|s| s.label("peer") == peer.address);
        let all: Vec<&[f64]> = of_peer.map(|s| readings(s, level.window)).filter(|r| r.len() as f64 >= FEWEST_READINGS.get()).collect();
        let connections = (!all.is_empty()).then(|| all.iter().map(|r| stats::describe::mean(r)).sum::<f64>())?;
        let readings = all.iter().flat_map(|r| r.iter()).filter(|n| **n > 0.0).count();
        let turns = trips::with_peer(run, level.window.0, level.window.1, &peer.address).map(|n| n / level.requests.max(1) as f64);
        Some(HeldBack { peer, connections, readings, ms: stats::law::time_inside_s(connections, level.throughput_per_s) * 1e3, turns })
    };
    Some(run.environment.target.peers.iter().filter_map(of).collect())
}

/// Whether the number of connections to a peer stays the same during a level: it is at its most, and nobody opens or ends any.
fn stays(run: &Run, window: (Timestamp, Timestamp), address: &str) -> bool {
    let mut all = run.series_of(signal::PEER_CONNECTIONS).filter(|s| s.label("peer") == address).peekable();
    let same = |s: &Series| {
        let r = readings(s, window);
        r.iter().copied().fold(f64::MIN, f64::max) - r.iter().copied().fold(f64::MAX, f64::min) <= 1.0
    };
    all.peek().is_some() && all.all(same)
}

/// A peer to which all connections are in use, while calls are with it as long as under light load: more calls wait in the client for one.
#[derive(Debug, Clone, PartialEq)]
pub struct FullPeer {
    /// Its address.
    pub address: String,
    /// Connections at the heaviest level.
    pub connections: f64,
    /// Of these, those on which an answer is awaited.
    pub awaited: f64,
    /// How long a request's calls are with it, milliseconds.
    pub with_ms: f64,
    /// The same at the levels below, in the mean.
    pub light_ms: f64,
}

impl FullPeer {
    /// The one with which most calls are, of several. `levels` from the lightest to the heaviest.
    pub(crate) fn of(run: &Run, levels: &[Level]) -> Option<Self> {
        let (heavy, lighter) = levels.split_last()?;
        let all = |l: &Level| peer_uses(run, l.window, l.requests as f64).into_iter().filter_map(|u| Use::of(&u, l)).collect::<Vec<Use>>();
        let lighter: Vec<Vec<Use>> = lighter.iter().map(all).collect();
        let full = |u: Use| {
            let before: Vec<&Use> = lighter.iter().filter_map(|l| l.iter().find(|x| x.address == u.address)).collect();
            let light_ms = stats::describe::mean(&before.iter().map(|x| x.with_ms).collect::<Vec<f64>>());
            // connections that come as they are needed are all in use as well
            let capped =
                before.last().is_some_and(|x| (x.connections - u.connections).abs() <= 1.0) && stays(run, heavy.window, &u.address);
            let becomes_full = u.in_use() >= ALL_IN_USE.get() && before.first().is_some_and(|x| x.in_use() < ALWAYS_IN_USE.get());
            let steady = (light_ms / STEADY.get()..light_ms * STEADY.get()).contains(&u.with_ms);
            (becomes_full && capped && steady && u.is_seen).then(|| Self {
                address: u.address.clone(),
                connections: u.connections,
                awaited: u.awaited,
                with_ms: u.with_ms,
                light_ms,
            })
        };
        all(heavy).into_iter().filter_map(full).max_by(|x, y| x.with_ms.total_cmp(&y.with_ms))
    }
}

/// What was counted of a peer at one level.
struct Use {
    address: String,
    connections: f64,
    awaited: f64,
    with_ms: f64,
    /// Whether its calls are long enough to be seen on their connections.
    is_seen: bool,
}

impl Use {
    fn of(u: &PeerUse, level: &Level) -> Option<Self> {
        let (connections, awaited) = u.connections.zip(u.awaited)?;
        let with_ms = stats::law::time_inside_s(awaited, level.throughput_per_s) * 1e3;
        Some(Self { address: u.peer.address.clone(), connections, awaited, with_ms, is_seen: u.with_ms(level).is_some() })
    }

    fn in_use(&self) -> f64 {
        if self.connections > 0.0 { self.awaited / self.connections } else { 0.0 }
    }
}
