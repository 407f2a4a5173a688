//! Calls to other services over HTTP/1, by the segments that pass: a request that is followed by an answer on the same connection.
//!
//! ```text
//! target  --request-->                        --next request-->
//! peer                 <--status--  <--rest--
//!         |------------- the call ----------|
//! ```

use super::http::{Asked, asked, status};
use super::said::Texts;
use super::wire::Segment;
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

/// A call that has ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ended {
    pub(super) client: SocketAddr,
    pub(super) peer: SocketAddr,
    pub(super) asked: Asked,
    /// The number of all that it says; `None` where a part of it was not seen.
    pub(super) said: Option<u64>,
    pub(super) began_ns: i64,
    pub(super) ms: f64,
    /// 0 where the connection ended without an answer.
    pub(super) status: u16,
}

struct Call {
    asked: Asked,
    said: Option<u64>,
    began_ns: i64,
    /// When the last of its answer was seen.
    last_ns: i64,
    status: Option<u16>,
}

/// Calls of a window.
pub(super) struct Flows {
    peers: BTreeSet<SocketAddr>,
    texts: Texts,
    open: BTreeMap<(SocketAddr, SocketAddr), Call>,
    ended: Vec<Ended>,
}

impl Flows {
    pub(super) fn new(peers: BTreeSet<SocketAddr>) -> Self {
        Self { peers, texts: Texts::default(), open: BTreeMap::new(), ended: Vec::new() }
    }

    /// Takes a segment that passed at a moment. `begins`: whether a call may begin now, or only the end of others is waited for.
    /// Says whether it asks a peer for something.
    pub(super) fn take(&mut self, at_ns: i64, s: &Segment<'_>, begins: bool) -> bool {
        if self.peers.contains(&s.to) {
            let flow = (s.from, s.to);
            if let Some(asked) = asked(s.data) {
                // sent once more, or seen on a second interface
                if !self.open.get(&flow).is_some_and(|c| c.status.is_none() && c.asked == asked) {
                    self.end(flow);
                    if begins {
                        let said = (!s.cut).then(|| self.texts.begins(s.data));
                        self.open.insert(flow, Call { asked, said, began_ns: at_ns, last_ns: at_ns, status: None });
                    }
                }
                return true;
            }
            if let Some(call) = self.open.get_mut(&flow).filter(|_| !s.data.is_empty()) {
                call.said = call.said.filter(|_| !s.cut).map(|n| self.texts.goes_on(n, s.data));
            }
            if s.ends {
                self.closed(flow, at_ns);
            }
        } else if self.peers.contains(&s.from) {
            let flow = (s.to, s.from);
            if let Some(call) = self.open.get_mut(&flow) {
                call.status = status(s.data).or(call.status);
                if !s.data.is_empty() && call.status.is_some() {
                    call.last_ns = at_ns;
                }
            }
            if s.ends {
                self.closed(flow, at_ns);
            }
        }
        false
    }

    /// A connection has ended, on whichever side: a call that was not answered never will be.
    fn closed(&mut self, flow: (SocketAddr, SocketAddr), at_ns: i64) {
        if let Some(call) = self.open.get_mut(&flow).filter(|c| c.status.is_none()) {
            (call.status, call.last_ns) = (Some(0), at_ns);
        }
        self.end(flow);
    }

    /// Whether a call has begun.
    pub(super) fn any(&self) -> bool {
        !self.open.is_empty() || !self.ended.is_empty()
    }

    /// Whether answers are still awaited.
    pub(super) fn awaits(&self) -> bool {
        self.open.values().any(|c| c.status.is_none())
    }

    /// When the first of those began whose answer is awaited.
    pub(super) fn first_awaited_ns(&self) -> Option<i64> {
        self.open.values().filter(|c| c.status.is_none()).map(|c| c.began_ns).min()
    }

    /// Calls that have ended. Of those that are still on their way nothing is told.
    pub(super) fn ended(mut self) -> Vec<Ended> {
        let flows: Vec<_> = self.open.keys().copied().collect();
        for flow in flows {
            self.end(flow);
        }
        self.ended
    }

    /// The call on a connection, if there is one, has ended, if it was answered or never will be.
    fn end(&mut self, flow: (SocketAddr, SocketAddr)) {
        let Some(call) = self.open.remove(&flow) else { return };
        let Some(status) = call.status else { return };
        let ms = (call.last_ns - call.began_ns).max(0) as f64 / 1e6;
        let (client, peer) = flow;
        self.ended.push(Ended { client, peer, asked: call.asked, said: call.said, began_ns: call.began_ns, ms, status });
    }
}

#[cfg(test)]
mod tests {
    use super::super::wire::{segment, tests::packet};
    use super::*;

    const TARGET: &str = "10.0.0.1:40000";
    const PEER: &str = "10.0.0.7:8081";
    const ACK: u8 = 0x10;
    const FIN: u8 = 0x11;

    /// Method and path, milliseconds and status of each call, of segments as moment in ms, way (true: from the target), flags and data.
    fn calls(segments: &[(f64, bool, u8, &str)]) -> Vec<(String, f64, u16)> {
        let peers = BTreeSet::from([PEER.parse().expect("an address")]);
        let mut flows = Flows::new(peers);
        for (ms, there, flags, data) in segments {
            let (from, to) = if *there { (TARGET, PEER) } else { (PEER, TARGET) };
            let bytes = packet(from, to, *flags, data.as_bytes());
            flows.take((ms * 1e6) as i64, &segment(&bytes).expect("whole"), *ms < 1_000.0);
        }
        flows.ended().into_iter().map(|e| (format!("{} {}", e.asked.method, e.asked.path), e.ms, e.status)).collect()
    }

    #[test]
    fn a_call_lasts_from_its_request_to_the_last_of_its_answer() {
        let all = calls(&[
            (1.0, true, ACK, "GET /items/7?full=1 HTTP/1.1\r\nHost: stock\r\n\r\n"),
            (21.0, false, ACK, "HTTP/1.1 200 OK\r\n\r\n"),
            (26.0, false, ACK, "the rest"),
            (26.5, true, ACK, ""),
            (40.0, true, ACK, "POST /orders HTTP/1.1\r\n\r\n"),
            (41.0, true, ACK, "{\"its\": \"body\"}"),
            (45.0, false, ACK, "HTTP/1.1 100 Continue\r\n\r\n"),
            (50.0, false, ACK, "HTTP/1.1 429 Too Many Requests\r\n\r\n"),
        ]);
        assert_eq!(all, [("GET /items/7".to_owned(), 25.0, 200), ("POST /orders".to_owned(), 10.0, 429)]);
    }

    #[test]
    fn a_connection_that_ends_without_an_answer_is_one_that_failed_and_a_call_on_its_way_is_not_counted() {
        let ends = calls(&[(1.0, true, ACK, "GET /a HTTP/1.1\r\n\r\n"), (31.0, false, FIN, "")]);
        assert_eq!(ends, [("GET /a".to_owned(), 30.0, 0)]);
        assert_eq!(calls(&[(1.0, true, ACK, "GET /a HTTP/1.1\r\n\r\n"), (900.0, true, ACK, "")]), []);
    }

    #[test]
    fn a_request_that_is_sent_once_more_is_one_call() {
        let ask = "GET /a HTTP/1.1\r\n\r\n";
        let all = calls(&[(1.0, true, ACK, ask), (201.0, true, ACK, ask), (221.0, false, ACK, "HTTP/1.1 200 OK\r\n\r\n")]);
        assert_eq!(all, [("GET /a".to_owned(), 220.0, 200)]);
    }

    #[test]
    fn an_answer_may_follow_what_says_that_it_comes_and_one_that_switches_is_final() {
        for (answer, want) in [
            ("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n", 404),
            ("HTTP/1.1 101 Switching Protocols\r\n\r\n", 101),
        ] {
            let all = calls(&[(1.0, true, ACK, "GET /a HTTP/1.1\r\n\r\n"), (3.0, false, ACK, answer), (9.0, false, FIN, "")]);
            assert_eq!(all, [("GET /a".to_owned(), 2.0, want)]);
        }
    }

    #[test]
    fn after_the_window_answers_are_waited_for_and_no_call_begins() {
        let all = calls(&[
            (990.0, true, ACK, "GET /a HTTP/1.1\r\n\r\n"),
            (1_200.0, false, ACK, "HTTP/1.1 200 OK\r\n\r\n"),
            (1_210.0, true, ACK, "GET /b HTTP/1.1\r\n\r\n"),
            (1_220.0, false, ACK, "HTTP/1.1 200 OK\r\n\r\n"),
        ]);
        assert_eq!(all, [("GET /a".to_owned(), 210.0, 200)]);
    }

    #[test]
    fn calls_that_say_the_same_are_known_by_all_of_their_text() {
        let peers = BTreeSet::from([PEER.parse().expect("an address")]);
        let mut flows = Flows::new(peers);
        let head = "POST /token HTTP/1.1\r\nContent-Length: 3\r\n\r\n";
        for (i, body) in ["one", "one", "two"].into_iter().enumerate() {
            let from = format!("10.0.0.1:{}", 40_000 + i);
            for (from, to, data) in
                [(from.as_str(), PEER, head), (from.as_str(), PEER, body), (PEER, from.as_str(), "HTTP/1.1 200 OK\r\n\r\n")]
            {
                flows.take(i as i64, &segment(&packet(from, to, ACK, data.as_bytes())).expect("whole"), true);
            }
        }
        let cut = packet("10.0.0.1:50000", PEER, ACK, head.as_bytes());
        flows.take(9, &segment(&cut[..cut.len() - 1]).expect("read"), true);
        flows.take(9, &segment(&packet(PEER, "10.0.0.1:50000", ACK, b"HTTP/1.1 200 OK\r\n\r\n")).expect("whole"), true);
        let said: Vec<Option<u64>> = flows.ended().into_iter().map(|e| e.said).collect();
        assert_eq!((said[0], said[3]), (said[1], None), "a part of the last was not seen");
        assert!(said[0].is_some() && said[2].is_some() && said[0] != said[2], "{said:?}");
    }

    #[test]
    fn the_first_call_that_is_on_its_way_is_known_by_when_it_began() {
        let peers = BTreeSet::from([PEER.parse().expect("an address")]);
        let mut flows = Flows::new(peers);
        for (at_ns, from, data) in
            [(10, "10.0.0.1:1", "GET /a HTTP/1.1"), (20, "10.0.0.1:2", "GET /b HTTP/1.1"), (30, "10.0.0.1:3", "GET /c HTTP/1.1")]
        {
            assert!(flows.take(at_ns, &segment(&packet(from, PEER, ACK, data.as_bytes())).expect("whole"), true));
        }
        assert_eq!(flows.first_awaited_ns(), Some(10));
        flows.take(40, &segment(&packet(PEER, "10.0.0.1:1", ACK, b"HTTP/1.1 200 OK")).expect("whole"), true);
        assert_eq!(flows.first_awaited_ns(), Some(20));
    }
}
