//! Trace context on a sampled share of requests (W3C Trace Context, `traceparent`), so that the slowest of them can be looked up in a tracing
//! tool. Where no share is asked for there is no tracer, and a request costs one look whether there is one.

use crate::pacer::Share;
use crate::random::Random;
use model::{Outcome, Timestamp};
use std::fmt;
use std::io::Write;

/// How many of the slowest are kept.
const KEPT: usize = 10;
/// Streams of random numbers of the tracers, apart from all others of a run.
const LANE: u64 = 0x7ACE_0000;

/// The id of a trace, as tracing tools show it: 32 lower-case hexadecimal digits, never all zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TraceId(pub u128);

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A sampled request that ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exemplar {
    /// What to look for.
    pub trace: TraceId,
    /// Index in [`Scenario::routes`](crate::Scenario::routes).
    pub route: usize,
    /// When it was sent.
    pub sent: Timestamp,
    /// Sent to done, nanoseconds: what the service can know of it. A lower bound where no answer came.
    pub service_ns: i64,
    /// Planned to done, nanoseconds.
    pub response_ns: i64,
    /// How it ended.
    pub outcome: Outcome,
}

/// The sampled requests of a phase: how many, and the slowest of them, the slowest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Traced {
    /// Requests that were sent with a trace context.
    pub sent: u64,
    /// The slowest of those that ended, by the time from sending.
    pub slowest: Vec<Exemplar>,
}

impl Traced {
    /// A sampled request has ended.
    fn ended(&mut self, e: Exemplar) {
        let at = self.slowest.partition_point(|s| s.service_ns >= e.service_ns);
        if at < KEPT {
            self.slowest.insert(at, e);
            self.slowest.truncate(KEPT);
        }
    }

    /// Adds those of another thread.
    pub(crate) fn add(&mut self, other: &Self) {
        self.sent += other.sent;
        other.slowest.iter().for_each(|e| self.ended(*e));
    }
}

/// Chooses requests and gives them a trace context; one a generator thread.
#[derive(Debug)]
pub(crate) struct Tracer {
    random: Random,
    /// A random number up to this one makes a request a sampled one.
    upto: u64,
    traced: Traced,
    /// The bytes of the last request that was sampled.
    pub(crate) request: Vec<u8>,
}

impl Tracer {
    /// `None` where no request is to be sampled; `share` is 0 to 1.
    pub(crate) fn of(share: f64, seed: u64, thread: Share) -> Option<Box<Self>> {
        let random = Random::new(seed, LANE + u64::from(thread.index));
        // A share of 1 is every request: the largest float below 2^64 and the largest number meet there.
        let upto = (share * u64::MAX as f64) as u64;
        (share > 0.0).then(|| Box::new(Self { random, upto, traced: Traced::default(), request: Vec::new() }))
    }

    /// Chooses `request`, or not. A chosen one gets a trace context: its id is returned, its bytes stand in `self.request`. A request with a
    /// trace context of its own keeps that.
    pub(crate) fn sample(&mut self, request: &[u8]) -> Option<TraceId> {
        if self.random.next() > self.upto || has_context(request) {
            return None;
        }
        let id = TraceId(u128::from(self.random.next()) << 64 | u128::from(self.random.next() | 1));
        let span = self.random.next() | 1;
        let (out, end) = (&mut self.request, line_end(request));
        out.clear();
        out.extend_from_slice(&request[..end]);
        write!(out, "traceparent: 00-{id}-{span:016x}-01\r\n").expect("writing into a vector does not fail");
        out.extend_from_slice(&request[end..]);
        self.traced.sent += 1;
        Some(id)
    }

    /// A sampled request has ended.
    pub(crate) fn ended(&mut self, e: Exemplar) {
        self.traced.ended(e);
    }

    /// What was sampled since the last call.
    pub(crate) fn take(&mut self) -> Traced {
        std::mem::take(&mut self.traced)
    }
}

/// Where the fields of a request begin.
fn line_end(request: &[u8]) -> usize {
    request.windows(2).position(|w| w == b"\r\n").map_or(request.len(), |at| at + 2)
}

fn has_context(request: &[u8]) -> bool {
    let head = request.windows(4).position(|w| w == b"\r\n\r\n").map_or(request, |at| &request[..at]);
    crate::flow::fields(head).any(|(name, _)| name.eq_ignore_ascii_case(b"traceparent"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &[u8] = b"POST /a HTTP/1.1\r\nhost: h\r\ncontent-length: 2\r\n\r\nok";

    fn sampled(tracer: &mut Tracer, request: &[u8]) -> Option<(TraceId, String)> {
        let id = tracer.sample(request)?;
        Some((id, String::from_utf8(tracer.request.clone()).expect("text")))
    }

    #[test]
    fn a_sampled_request_has_a_context_behind_its_first_line_and_is_else_as_it_was() {
        let mut tracer = Tracer::of(1.0, 7, Share::ALL).expect("a share");
        let (id, text) = sampled(&mut tracer, REQUEST).expect("every request");
        let (line, rest) = text.split_once("\r\n").expect("lines");
        let (field, rest) = rest.split_once("\r\n").expect("lines");
        assert_eq!((line, rest), ("POST /a HTTP/1.1", "host: h\r\ncontent-length: 2\r\n\r\nok"));
        let parts: Vec<&str> = field.strip_prefix("traceparent: ").expect("the field").split('-').collect();
        assert_eq!((parts[0], parts[1], parts[3]), ("00", id.to_string().as_str(), "01"));
        assert!(parts[1].len() == 32 && parts[2].len() == 16 && parts[2] != "0".repeat(16), "{field}");
        let (next, _) = sampled(&mut tracer, REQUEST).expect("every request");
        assert_ne!(id, next);
        assert_eq!(tracer.take().sent, 2);
    }

    #[test]
    fn the_share_is_kept_and_ids_repeat_with_the_seed() {
        let ids = |seed, share| {
            let mut tracer = Tracer::of(share, seed, Share::ALL).expect("a share");
            (0..20_000).filter_map(|_| sampled(&mut tracer, REQUEST)).map(|(id, _)| id).collect::<Vec<_>>()
        };
        // 200 expected; five standard deviations of the binomial distribution are 70.
        assert!((130..=270).contains(&ids(1, 0.01).len()));
        assert_eq!(ids(1, 0.01), ids(1, 0.01));
        assert_ne!(ids(1, 1.0)[..9], ids(2, 1.0)[..9]);
        assert!(Tracer::of(0.0, 1, Share::ALL).is_none());
    }

    #[test]
    fn a_context_of_the_scenario_stays_the_only_one() {
        let mut tracer = Tracer::of(1.0, 7, Share::ALL).expect("a share");
        assert!(sampled(&mut tracer, b"GET / HTTP/1.1\r\nTraceParent: 00-aa-bb-01\r\n\r\n").is_none());
        assert!(sampled(&mut tracer, b"POST / HTTP/1.1\r\na: b\r\n\r\ntraceparent: x\r\n\r\n").is_some(), "a body is no head");
        assert_eq!(tracer.take().sent, 1);
    }

    #[test]
    fn the_slowest_of_all_threads_are_kept() {
        let at = Timestamp::from_ns;
        let e = |n: i64| Exemplar { trace: TraceId(n as u128), route: 0, sent: at(0), service_ns: n, response_ns: n, outcome: Outcome::Ok };
        let thread = |from: i64| {
            let mut t = Traced { sent: 100, ..Traced::default() };
            (0..100).for_each(|k| t.ended(e(from + 2 * ((k * 37) % 100))));
            t
        };
        let mut all = thread(0);
        all.add(&thread(1));
        assert_eq!(all.sent, 200);
        assert_eq!(all.slowest.iter().map(|e| e.service_ns).collect::<Vec<_>>(), (190..200).rev().collect::<Vec<_>>());
    }
}
