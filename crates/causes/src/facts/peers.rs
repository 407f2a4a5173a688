//! Which peer a remote call goes to, where it can be told.

use diagnose::Analysis;
use diagnose::frames::Part;
use diagnose::level::{Level, PeerUse, peer_uses};
use model::{Message, Peer, Role, message};

diagnose::thresholds! {
    /// Round trips per request from which a peer is asked. A guess: connections that are only kept alive stay below.
    ASKED = 1e-3;
    /// Share of the connections on which an answer is awaited that must be one peer's for it to be who is called. A guess: three quarters.
    MOST = 0.75;
}

/// Where a remote call goes, to be said right behind the words for the call; nothing where it is not known.
pub(crate) fn to_peer(a: &Analysis) -> Message {
    remote_peer(a).map(|p| message!("facts/to-peer", peer: name(p.to_string()))).unwrap_or_default()
}

/// The only peer that is no database, or the only one of them that was asked anything.
fn remote_peer<'a>(a: &'a Analysis) -> Option<&'a Peer> {
    let from = a.levels.iter().map(|l| l.window.0).min()?;
    let to = a.levels.iter().map(|l| l.window.1).max()?;
    let requests: f64 = a.levels.iter().map(|l| l.requests as f64).sum();
    let mut others = diagnose::level::other_peers(a.run, from, to);
    // where calls are counted by HTTP, or caches have a part of their own, a cache is not who is called
    let apart = a.heavy().is_some_and(|l| l.served.event_loop().is_some() || l.part_ms(Part::Cache) > 0.0);
    others.retain(|(peer, _)| !(apart && peer.role == Role::Cache));
    if let [(one, _)] = others[..] {
        return Some(one);
    }
    // of whom it was not counted, it is not known
    let was_asked = |turns: Option<f64>| turns.is_none_or(|n| n >= ASKED.get() * requests);
    let asked: Vec<&Peer> = others.iter().filter(|(_, turns)| was_asked(*turns)).map(|(peer, _)| *peer).collect();
    match asked[..] {
        [one] => Some(one),
        [] => None,
        _ => longest_with(a, &asked),
    }
}

/// Of several the one with which calls spend most of the time that they take more under heavy load, by the connections on which its answer
/// is awaited.
fn longest_with<'a>(a: &'a Analysis, asked: &[&'a Peer]) -> Option<&'a Peer> {
    let (light, heavy) = (a.light()?, a.heavy()?);
    let uses = |l: &Level| peer_uses(a.run, l.window, l.requests as f64);
    let at_rest = uses(light);
    let before = |p: &Peer| at_rest.iter().find(|u| u.peer.address == p.address).and_then(|u| u.awaited);
    let of = |u: PeerUse<'a>| {
        let grown = (u.awaited? - before(u.peer)?).max(0.0);
        // whose calls are too short shows all of its connections; who waits for work answers when there is some
        let counts = u.with_ms(heavy).is_some() && u.peer.role != Role::Queue;
        Some((u.peer, if counts { grown } else { 0.0 }))
    };
    let with: Option<Vec<(&Peer, f64)>> =
        uses(heavy).into_iter().filter(|u| asked.iter().any(|p| p.address == u.peer.address)).map(of).collect();
    // of whom it was not counted, it is not known
    let with = with.filter(|w| w.len() == asked.len())?;
    let all: f64 = with.iter().map(|(_, n)| n).sum();
    with.into_iter().find(|(_, n)| *n > 0.0 && *n >= MOST.get() * all).map(|(peer, _)| peer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::before;
    use crate::tests::built::count;
    use model::series::labels;
    use model::{PhaseKind, Run, Series, signal};

    const NODE: &str = "127.0.0.1:9000";
    const REDIS: &str = "127.0.0.1:6379";

    fn told(run: &Run) -> Message {
        to_peer(&Analysis::of(run))
    }

    /// A service with a database, another service and a cache, of which the latter two are asked so often per request.
    fn with(asked: [f64; 2]) -> Run {
        let mut run = before(10.0);
        let peer = |address: &str, name: &str, role| Peer { name: name.into(), role, ..Peer::from(address) };
        run.environment.target.peers =
            vec![peer("10.0.0.5:3306", "mysql", Role::Database), peer(NODE, "node", Role::Http), peer(REDIS, "redis", Role::Cache)];
        for (address, per_request) in ["10.0.0.5:3306", NODE, REDIS].into_iter().zip([7.0, asked[0], asked[1]]) {
            for signal in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
                count(&mut run, signal, labels([("peer", address)]), per_request);
            }
        }
        run
    }

    #[test]
    fn of_several_peers_the_only_one_that_is_asked_is_named() {
        let to = |peer: &str| message!("facts/to-peer", peer: name(peer));
        assert_eq!(told(&with([1.0, 0.0])), to("127.0.0.1:9000 (node)"));
        assert_eq!(told(&with([0.0, 3.0])), to("127.0.0.1:6379 (redis)"));
        assert_eq!(told(&with([1.0, 1e-4])), to("127.0.0.1:9000 (node)"), "a connection that is kept alive");
    }

    #[test]
    fn nobody_is_named_where_two_are_asked_or_it_was_not_counted() {
        assert!(told(&with([1.0, 0.5])).is_empty());
        let mut uncounted = with([1.0, 0.0]);
        uncounted.series.retain(|(name, labels), _| !name.starts_with("net.peer") || labels["peer"] != REDIS);
        assert!(told(&uncounted).is_empty());
    }

    /// Who is told where two are asked, whose answers are awaited on so many connections below saturation and at it; the second is a
    /// `role`.
    fn awaiting(counts: [[f64; 2]; 2], role: Role) -> Message {
        let mut run = with([1.0, 0.5]);
        run.environment.target.peers[2].role = role;
        for (address, [below, at]) in [NODE, REDIS].into_iter().zip(counts) {
            let mut s = Series::new(signal::PEER_CONNECTIONS_AWAITED, labels([("peer", address)]));
            for phase in &run.phases {
                let span = phase.end.expect("ended").ns_since(phase.start);
                let n = if phase.kind == PhaseKind::Saturation { at } else { below };
                (1..8).for_each(|i| s.push(phase.start.plus_ns(span * i / 8), n));
            }
            run.series.insert((s.signal.clone(), s.labels.clone()), s);
        }
        told(&run)
    }

    #[test]
    fn of_two_that_are_asked_the_one_is_named_whose_answers_are_awaited_more_under_load() {
        let node = message!("facts/to-peer", peer: name("127.0.0.1:9000 (node)"));
        assert_eq!(awaiting([[0.5, 9.0], [0.5, 1.0]], Role::Cache), node);
        assert_eq!(awaiting([[0.5, 9.0], [12.0, 12.0]], Role::Http), node, "the other awaits as much at every load");
        assert_eq!(awaiting([[0.5, 9.0], [0.5, 12.0]], Role::Queue), node, "who waits for work answers when there is some");
        assert!(awaiting([[0.5, 5.0], [0.5, 5.0]], Role::Http).is_empty());
    }

    #[test]
    fn a_database_that_nobody_asks_is_known_by_its_role() {
        let run = with([1.0, 0.0]);
        let trips = crate::facts::server::round_trips(&Analysis::of(&run)).expect("counted");
        assert!((trips - 7.0).abs() < 0.1, "{trips}");
    }
}
