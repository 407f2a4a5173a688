//! What requests on an event loop wait for and no client counts: mail, a protocol of its own, a driver whose pool nobody knows. It is told by the connections
//! on which an answer is awaited, by Little's law; for a database also by its server's own count.
//!
//! Nothing says that a request waits for such an answer: what is sent beside the answers is awaited as well. So it counts only where the server keeps its
//! requests for as long without any other known reason. That is decided under light load, where nothing queues, and once for all levels: what counts at one
//! of them only would look as if it grew.

use super::awaited::{LEAST_CALL_MS, awaited_error, awaited_least, peer_use};
use super::{Level, Served, caches, endpoints, trips};
use model::{Peer, Role, Run, signal};

crate::thresholds! {
    /// By how much the time with such peers may exceed what is left in the account of the server, as a share of that, beside two standard errors. Source: LEDGER
    /// section 9 point 8, as for an account that closes.
    MORE_THAN_LEFT = 0.15;
    /// Share of the time with them that must be left whatever the errors are: of answers that come in bursts the standard error is as large as the mean. A guess:
    /// half.
    LEAST_LEFT = 0.5;
}

/// Somebody whose answers requests wait for, and whose calls no client counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Uncounted {
    /// Address of the peer.
    pub address: String,
    /// What it is to the target.
    pub role: Role,
    /// How long a request's calls are with it, milliseconds.
    pub ms: f64,
    /// Turns with it per request: after each the answer waits for the loop.
    pub turns: f64,
}

/// Adds them to the event loops of the levels, which are in order from the lightest.
pub(crate) fn add_uncounted(run: &Run, levels: &mut [Level]) {
    let Some(light) = levels.first() else { return };
    let open: Vec<&Level> = levels.iter().filter(|l| l.phase.is_open()).take(2).collect();
    let peers = decided(run, light, &open);
    for level in levels.iter_mut().filter(|_| !peers.is_empty()) {
        let all = peers.iter().filter_map(|p| of(run, level, p)).collect();
        if let Served::Loop(l) = &mut level.served {
            l.add_uncounted(all);
        }
    }
}

/// A peer that may count.
struct May<'a> {
    peer: &'a Peer,
    /// By its server's own count, because its calls are too short to be seen on connections.
    by_server: bool,
    /// Connections on which an answer is awaited whatever the load: a subscription, a stream of logs. They keep no request.
    standing: f64,
}

/// The peers that count: all of whom an answer is awaited, or none, for who of several is waited for cannot be told. `open`: the two lightest levels of open
/// load.
fn decided<'a>(run: &'a Run, light: &Level, open: &[&Level]) -> Vec<May<'a>> {
    let Some(left_ms) = light.served.event_loop().and_then(|l| l.left_ms(&light.pools)) else { return Vec::new() };
    let peers = run.environment.target.peers.iter().filter(|p| !is_counted(run, light, p));
    let seen: Vec<(May<'_>, f64)> = peers
        .filter_map(|peer| {
            let mut may = May { peer, by_server: false, standing: standing(run, peer, open) };
            let u = of(run, light, &may)?;
            let long = u.ms / u.turns.max(1.0) >= LEAST_CALL_MS.get();
            may.by_server = !long && trips::probed_databases(run).any(|at| at == peer.address);
            let ms = if long { u.ms } else { of(run, light, &may).filter(|_| may.by_server)?.ms };
            Some((may, ms))
        })
        .collect();
    let error_ms = |p: &Peer| stats::law::time_inside_s(awaited_error(run, p, light.window), light.throughput_per_s) * 1e3;
    let all_ms: f64 = seen.iter().map(|(_, ms)| ms).sum();
    let error = seen.iter().map(|(may, _)| error_ms(may.peer)).fold(0.0, f64::hypot);
    let fits = all_ms <= left_ms * (1.0 + MORE_THAN_LEFT.get()) + 2.0 * error && left_ms >= LEAST_LEFT.get() * all_ms;
    if fits { seen.into_iter().map(|(may, _)| may).collect() } else { Vec::new() }
}

/// Of how many connections to a peer an answer is awaited at any rate: at most the fewest of any reading, and at most what is left at no load where calls
/// take as long at both levels. Where they take longer at the second, less is left.
fn standing(run: &Run, peer: &Peer, open: &[&Level]) -> f64 {
    let least = awaited_least(run, peer);
    let awaited = |l: &Level| peer_use(run, peer, l.window, l.requests as f64).awaited;
    let [light, next] = open else { return least };
    let (Some(a), Some(b)) = (awaited(light), awaited(next)) else { return least };
    let (at, more) = (light.throughput_per_s, next.throughput_per_s - light.throughput_per_s);
    if more > 0.0 { (a - (b - a) / more * at).clamp(0.0, least) } else { least }
}

/// How long requests of a level are with a peer; `None` where they are not, or it never answers.
fn of(run: &Run, level: &Level, may: &May<'_>) -> Option<Uncounted> {
    let peer = may.peer;
    let u = peer_use(run, peer, level.window, level.requests as f64);
    let turns = u.turns.filter(|n| *n > 0.0)?;
    let awaited = (u.awaited? - may.standing).max(0.0);
    let by_connections = stats::law::time_inside_s(awaited, level.throughput_per_s) * 1e3;
    // of short calls an answer that has come looks awaited; the server counts the sessions of others as well
    let server_ms = level.database.as_ref().map_or(0.0, super::Database::server_ms);
    let ms = if may.by_server { server_ms.min(by_connections) } else { by_connections };
    let role = if is_database(run, peer) { Role::Database } else { peer.role };
    (ms > 0.0).then(|| Uncounted { address: peer.address.clone(), role, ms, turns })
}

/// Whether a client counts what is asked of it, or its answers come when there is something to say.
fn is_counted(run: &Run, level: &Level, peer: &Peer) -> bool {
    if is_database(run, peer) {
        return !level.pools.is_empty();
    }
    match peer.role {
        Role::Mail => false,
        Role::Cache | Role::Queue => true,
        // who is not recognised may be whom a client counts: behind another name, a proxy, or at an unusual port
        _ => {
            let statements = !level.pools.is_empty() && !run.environment.target.peers.iter().any(|p| is_database(run, p));
            let commands = run.series_of(signal::CLIENT_COMMANDS).next().is_some() && caches::addresses(run).is_empty();
            let calls = run.increase(signal::REMOTE_CALL_COUNT, level.window.0, level.window.1).is_some_and(|n| n > 0.0);
            statements || commands || (calls && may_be_called(run, peer))
        }
    }
}

/// Whether counted calls may go to a peer: to its port, or to one that no peer has.
fn may_be_called(run: &Run, peer: &Peer) -> bool {
    let peers = &run.environment.target.peers;
    let mut told = run.series_of(signal::ENDPOINT_COUNT).map(|s| s.label("endpoint")).peekable();
    let goes = |endpoint: &str, p: &Peer| endpoints::may_go_to(endpoint, &p.address);
    told.peek().is_none() || told.any(|e| goes(e, peer) || !peers.iter().any(|p| goes(e, p)))
}

fn is_database(run: &Run, peer: &Peer) -> bool {
    trips::databases(run).contains(&peer.address.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analysis;
    use crate::frames::Part;
    use model::series::labels;
    use model::{Labels, Run, Series};
    use testkit::{LoopSpec, RunBuilder};

    const AT: &str = "10.0.0.9:2525";

    /// A service whose requests are inside for `turn` ms without any part for it, while the answer of a peer of this role is awaited for 200 ms of each; on
    /// `standing` connections more one is awaited all the time.
    fn run(role: Role, turn: f64, standing: f64) -> Run {
        let mut run = RunBuilder::node(2).usual_loop_levels(100.0, |_, l| LoopSpec { turn, ..l }).build();
        await_of(&mut run, role, standing);
        run
    }

    /// Lets answers of a peer of this role be awaited for 200 ms of each request, and on `standing` connections all the time.
    fn await_of(run: &mut Run, role: Role, standing: f64) {
        let database = Peer { role: Role::Database, ..Peer::from("10.0.0.5:5432") };
        run.environment.target.peers = vec![database, Peer { role, ..Peer::from(AT) }];
        let mut at = 0.0;
        let mut points = Vec::new();
        for phase in run.phases.iter().filter(|p| p.is_measured()) {
            let span = phase.end.expect("built to its end").ns_since(phase.start);
            let per_s = 100.0 * phase.fraction.unwrap_or(1.0);
            for i in 0..9 {
                let before = if i == 0 { 0.0 } else { per_s * span as f64 / 8e9 };
                at += before;
                points.push((phase.start.plus_ns(span * i / 8), if i == 0 { standing } else { per_s * 0.2 + standing }, at));
            }
        }
        let of_peer = || labels([("peer", AT)]);
        let all = points.iter();
        put(run, signal::PEER_CONNECTIONS_AWAITED, of_peer(), all.clone().map(|(t, n, _)| (*t, *n)));
        for signal in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
            put(run, signal, of_peer(), all.clone().map(|(t, _, sum)| (*t, *sum)));
        }
    }

    fn put(run: &mut Run, signal: &str, labels: Labels, points: impl Iterator<Item = (model::Timestamp, f64)>) {
        let mut s = Series::new(signal, labels);
        points.for_each(|(t, v)| s.push(t, v));
        run.series.insert((s.signal.clone(), s.labels.clone()), s);
    }

    /// Time with other services and with databases at the heaviest level, and whether its account closes.
    fn told(run: &Run) -> (f64, f64, bool) {
        let a = Analysis::of(run);
        let heavy = a.heavy().expect("measured");
        (heavy.part_ms(Part::Remote), heavy.part_ms(Part::Database), a.ledgers.last().expect("as many").closes())
    }

    #[test]
    fn what_is_awaited_and_kept_in_the_server_is_a_part() {
        for role in [Role::Mail, Role::Unknown] {
            for standing in [0.0, 5.0] {
                let (remote, _, closes) = told(&run(role, 200.0, standing));
                assert!(closes && (remote - 200.0).abs() < 20.0, "{role:?}, {standing} standing: {remote}");
            }
        }
    }

    #[test]
    fn what_is_sent_beside_the_answers_is_none() {
        assert_eq!(told(&run(Role::Mail, 0.0, 0.0)).0, 0.0);
        assert_eq!(told(&run(Role::Mail, 100.0, 0.0)).0, 0.0, "requests are kept for half as long, by somebody else");
    }

    #[test]
    fn what_is_sent_beside_is_none_where_requests_queue_under_load() {
        let mut queue =
            RunBuilder::node(2).usual_loop_levels(100.0, |f, l| LoopSpec { turn: if f > 0.5 { 200.0 } else { 0.0 }, ..l }).build();
        await_of(&mut queue, Role::Unknown, 0.0);
        assert_eq!(told(&queue).0, 0.0);
    }

    #[test]
    fn what_comes_in_bursts_is_none_however_large_its_error_is() {
        let mut bursts = run(Role::Mail, 15.0, 0.0);
        for s in bursts.series.values_mut().filter(|s| s.signal == signal::PEER_CONNECTIONS_AWAITED) {
            s.v.iter_mut().enumerate().for_each(|(i, n)| *n *= if i % 4 == 1 { 2.0 } else { 0.0 });
        }
        assert_eq!(told(&bursts).0, 0.0);
    }

    #[test]
    fn of_two_that_do_not_fit_none_counts() {
        let mut two = run(Role::Mail, 200.0, 0.0);
        let other = "10.0.0.9:9999";
        two.environment.target.peers.push(Peer { role: Role::Unknown, ..Peer::from(other) });
        let of_other: Vec<Series> = two.series.values().filter(|s| s.label("peer") == AT).cloned().collect();
        for mut s in of_other {
            s.labels = labels([("peer", other)]);
            two.series.insert((s.signal.clone(), s.labels.clone()), s);
        }
        assert_eq!(told(&two).0, 0.0);
    }

    #[test]
    fn who_never_answers_or_speaks_when_there_is_something_to_say_is_none() {
        let mut logs = run(Role::Unknown, 200.0, 0.0);
        logs.series.retain(|(signal, _), _| signal != signal::PEER_SEGMENTS_RECEIVED);
        assert_eq!(told(&logs).0, 0.0);
        assert_eq!(told(&run(Role::Queue, 200.0, 0.0)).0, 0.0);
    }

    #[test]
    fn whom_a_client_counts_is_not_counted_twice() {
        let with_calls = |endpoint: &str| {
            let mut run = run(Role::Unknown, 200.0, 0.0);
            run.environment.target.peers.push(Peer { role: Role::Http, ..Peer::from("10.0.0.4:8080") });
            let ends: Vec<_> = run.phases.iter().flat_map(|p| [Some(p.start), p.end]).flatten().collect();
            let grows = || ends.iter().enumerate().map(|(i, t)| (*t, i as f64));
            put(&mut run, signal::REMOTE_CALL_COUNT, Labels::default(), grows());
            put(&mut run, signal::ENDPOINT_COUNT, labels([("endpoint", endpoint), ("status", "200")]), grows());
            told(&run).0
        };
        assert_eq!(with_calls("GET house:2525/x"), 0.0);
        assert!(with_calls("GET house:8080/x") > 150.0);
        assert_eq!(with_calls("GET house/x"), 0.0, "by a proxy: no peer has its port");
    }

    #[test]
    fn who_is_not_recognised_may_be_the_database_of_a_pool() {
        let mut through = run(Role::Unknown, 200.0, 0.0);
        through.environment.target.peers.remove(0);
        assert_eq!(told(&through).0, 0.0);
    }

    #[test]
    fn a_database_whose_pool_nobody_knows_is_one() {
        assert_eq!(told(&run(Role::Database, 200.0, 0.0)).0, 0.0);
        let mut unknown = run(Role::Database, 200.0, 0.0);
        unknown.series.retain(|(signal, _), _| !signal.starts_with("db.client.connection"));
        unknown.environment.components.clear();
        let (remote, database, _) = told(&unknown);
        assert!(remote == 0.0 && (database - 200.0).abs() < 25.0, "{remote} {database}");
    }
}
