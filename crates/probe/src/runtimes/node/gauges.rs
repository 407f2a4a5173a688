//! The gauges inside the target (`gauges.js`, `pools.js`): installing them, reading them, and saying what they say.

use super::cdp::{Session, failed};
use super::endpoints::{ENDPOINTS, Endpoint, Totals};
use super::heap;
use super::objects::OBJECTS;
use super::pulse::TOKEN;
use crate::process::ticker::Reading;
use crate::{Context, ProbeError};
use model::series::labels;
use model::{
    Component, ComponentKind, Event, Labels, Message, Observation, Sensor, Series, Sink as _, Timestamp, event, message, sensor, signal,
};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const GAUGES: &str = include_str!("gauges.js");
pub(super) const POOLS: &str = include_str!("pools.js");
/// Gives the prototypes of what clients keep their commands in and is no event emitter, of which so many are looked for at most.
const CLIENTS: &str = include_str!("clients.js");
const KINDS_OF_CLIENTS: usize = 4;
const CLOSE: &str = include_str!("close.js");
/// How long whoever else is connected to an inspector that closes may take to go by himself, milliseconds: its port is not to be open for a second. A guess.
const GRACE_MS: u32 = 250;
/// Where the gauges live in the target.
pub(super) const API: &str = "globalThis[Symbol.for('tightspot.gauges')]";
/// How often the totals are read. A reading takes part of a millisecond of the loop.
const EVERY: Duration = Duration::from_millis(500);
/// Silent turns of the loop, a second or more each, after which the gauges take themselves out.
const LEASE: u32 = 10;
/// Least time between two looks at who asked for asynchronous work, milliseconds: each walks through a stack.
const STACK_EVERY_MS: u32 = 50;
/// Requests of a phase after which nobody looks for asynchronous work any more if none was seen: what one request in 200 does is met with a
/// probability of 99.3 %. The hooks are called for every tick and, where the application follows its promises, for each of them.
const LOOK: u32 = 1000;
/// Asynchronous work that takes longer than this, and at most twice as long, is forgotten, milliseconds.
const FORGET_MS: u32 = 60_000;
/// Sockets for messages: with a message every 20 ms each of them gets one every 160 ms, and only then a delay of more than that lets fewer of
/// them count.
const SOCKETS: u32 = 8;
/// Work in one round of waking the pool, and rounds: more than the threads of a large pool.
const WAKE: (u32, u32) = (10, 64);

/// A session that several threads use.
pub(super) type Shared = Arc<Mutex<Session>>;

/// The session, while nobody else talks.
pub(super) fn lock(session: &Shared) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the target says of itself.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Installed {
    /// Ports of the sockets for messages.
    pub(super) ports: Vec<u16>,
    /// Version of Node.
    pub(super) version: String,
    /// Cluster workers that it is the primary of.
    pub(super) workers: u32,
}

/// Reads the gauges.
pub(super) struct Gauges {
    cx: Context,
    session: Shared,
    /// Whether work of the libuv pool was seen.
    pub(super) pool_is_used: bool,
    lost: bool,
    families: BTreeMap<String, String>,
    /// Of HTTP clients with a limit of connections: when their queue was last read, nanoseconds, and how long calls have waited in it, seconds.
    queues: BTreeMap<String, (f64, f64)>,
    /// Totals told so far, and when the last ones were taken: one that is new has risen from zero since then.
    told: BTreeSet<(String, Labels)>,
    last: f64,
}

/// Type, kind, how many ended, milliseconds, and of those looked at: site, how many, milliseconds.
type Type = (String, String, f64, f64, Vec<(String, f64, f64)>);
/// Nanoseconds, id, borrowed, waiting, open, largest, statements.
type PoolReading = (f64, String, f64, f64, f64, f64, f64);

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Answer {
    now: f64,
    active: f64,
    idle: f64,
    gc: BTreeMap<String, (f64, f64)>,
    /// Collections of the whole heap that memory outside of it asked for.
    outside: f64,
    /// Bytes that are held outside of the heap; `None` where that could not be read.
    held: Option<f64>,
    types: Vec<Type>,
    server: (f64, f64),
    http: (f64, f64),
    undici: (f64, f64),
    undici_queue: (f64, f64),
    /// Number in flight, integrated over time, and the most at once since the last reading.
    calls: Option<(f64, f64)>,
    endpoints: Vec<Endpoint>,
    /// Milliseconds in which writes of answers waited for their sockets.
    writes: f64,
    pauses: Vec<(f64, f64, String)>,
    lags: Vec<f64>,
    requests: Vec<f64>,
    waits: Vec<f64>,
    name_waits: Vec<f64>,
    pools: Vec<PoolReading>,
}

#[derive(Debug, Deserialize)]
struct Walk {
    found: Vec<(String, String, [f64; 5])>,
    workers: u32,
    /// Pools and clients beyond those that are kept.
    left: u32,
}

/// Puts the gauges into the target, switched off. With `close_inspector` the inspector closes when they go.
pub(super) fn install(session: &mut Session, token: &str, close_inspector: bool) -> Result<Installed, ProbeError> {
    debug_assert_eq!(token.len(), TOKEN);
    let options = format!(
        "{{token:{token:?},lease:{LEASE},stackEvery:{STACK_EVERY_MS},look:{LOOK},forget:{FORGET_MS},sockets:{SOCKETS},closeInspector:{close_inspector},find:{},\
         objects:{},endpoints:{},\
         close:(inspector, fs) => {}}}",
        expression(POOLS),
        expression(OBJECTS),
        expression(ENDPOINTS),
        closing(session, "inspector", "fs")
    );
    let value = session.in_a_turn(&format!("{}({options})", expression(GAUGES)))?;
    parse(&value, message!("node/install-gauges"))
}

/// Takes them out, whoever put them in; with that goes the inspector, if it was opened for them. Gives whether there were any.
pub(super) fn remove(session: &mut Session) -> Result<bool, ProbeError> {
    let gone = session.in_a_turn(&format!("{API} ? {API}.remove(true) : false"))?;
    Ok(gone.as_bool().unwrap_or(false))
}

/// Closes the inspector of a target that holds no gauges, once `session` has ended.
pub(super) fn close_inspector(session: &mut Session) -> Result<(), ProbeError> {
    let load = |name: &str| format!("(process.getBuiltinModule || require)('node:{name}')");
    let script = closing(session, &load("inspector"), &load("fs"));
    session.in_a_turn(&script).map(drop)
}

/// A call of `close.js` that waits for the end of `session` and, not so long, of others.
fn closing(session: &Session, inspector: &str, fs: &str) -> String {
    format!("({})({inspector}, {fs}, {}, {GRACE_MS})", expression(CLOSE), session.own_port())
}

/// A script without its comment at the top, in parentheses.
pub(super) fn expression(script: &str) -> &str {
    let start = script.find("\n(").map_or(0, |i| i + 1);
    script[start..].trim_end()
}

pub(super) fn parse<T: serde::de::DeserializeOwned>(value: &Value, what: Message) -> Result<T, ProbeError> {
    let Some(text) = value.as_str() else { return Err(failed(what, message!("node/no-text", value: name(value.to_string())))) };
    serde_json::from_str(text).map_err(|e| failed(what, e.to_string()))
}

impl Gauges {
    pub(super) fn new(cx: Context, session: Shared) -> Self {
        Self {
            cx,
            session,
            pool_is_used: false,
            lost: false,
            families: BTreeMap::new(),
            queues: BTreeMap::new(),
            told: BTreeSet::new(),
            last: 0.0,
        }
    }

    /// Counting and timing on, with single collections where they are asked for. Says whether promises have to be followed, which costs the
    /// application.
    pub(super) fn begin(&self, pauses: bool) -> Result<String, ProbeError> {
        let said = lock(&self.session).in_a_turn(&format!("{API}.begin({pauses})"))?;
        Ok(said.as_str().unwrap_or_default().to_owned())
    }

    /// Counting and timing off.
    pub(super) fn end(&self) -> Result<(), ProbeError> {
        lock(&self.session).in_a_turn(&format!("{API}.end()")).map(drop)
    }

    /// Wakes the threads of the libuv pool with work that takes no time.
    pub(super) fn wake_pool(&self) -> Result<(), ProbeError> {
        lock(&self.session).in_a_turn(&format!("{API}.wake({}, {})", WAKE.0, WAKE.1)).map(drop)
    }

    /// Looks through the heap for pools: V8 collects garbage first, which stops the service. Gives worker threads of JavaScript.
    pub(super) fn walk(&mut self) -> Result<u32, ProbeError> {
        let start = Timestamp::now();
        let walk = self.find()?;
        let detail = walk.found.len().to_string();
        let duration_ns = Timestamp::now().ns_since(start);
        self.cx.sink.observe(Observation::Event(Event { t: start, duration_ns, kind: "heap-walk".to_owned(), detail }));
        if walk.left > 0 {
            let (more, first) = (f64::from(walk.left), walk.found.len() as f64);
            let text = message!("node/pools-left-out", more: Count(more), first: Count(first));
            self.cx.sink.observe(Observation::warning("pools-left-out", text));
        }
        let pools: Vec<_> = walk.found.iter().filter(|(_, family, _)| family == "pool").collect();
        for (id, _, [_, _, _, max, _]) in &pools {
            let limit = Some(*max as u64);
            let component = Component { id: id.clone(), kind: ComponentKind::ConnectionPool, limit, detail: String::new() };
            self.cx.sink.observe(Observation::Component(component));
        }
        let none = || Sensor::off(sensor::POOL_GAUGES, message!("node/no-pool"), "");
        let sensor = if pools.is_empty() { none() } else { Sensor::on(sensor::POOL_GAUGES) };
        self.cx.sink.observe(Observation::Sensor(sensor));
        self.families = walk.found.into_iter().map(|(id, family, _)| (id, family)).collect();
        Ok(walk.workers)
    }

    fn find(&self) -> Result<Walk, ProbeError> {
        let function = format!("function() {{ return {API}.find(this) }}");
        let value = heap::walk(&mut lock(&self.session), self.cx.target.pid, &function)?;
        let mut all: Walk = parse(&value, message!("node/find-pools"))?;
        for i in 0..KINDS_OF_CLIENTS {
            let kind = format!("{}[{i}]", expression(CLIENTS));
            let value = heap::walk_of(&mut lock(&self.session), self.cx.target.pid, &kind, &function)?;
            if value.is_null() {
                break;
            }
            let more: Walk = parse(&value, message!("node/find-pools"))?;
            all.found = more.found;
            all.left += more.left;
        }
        Ok(all)
    }

    /// Takes one reading and tells it.
    pub(super) fn take(&mut self) -> Result<(), ProbeError> {
        let value = lock(&self.session).in_a_turn(&format!("{API}.read()"))?;
        let a: Answer = parse(&value, message!("node/read-gauges"))?;
        self.pool_is_used |= !a.types.is_empty();
        self.totals(&a);
        for (ns, length_ns, kind) in &a.pauses {
            let detail = if kind == "major" { "old" } else { "young" };
            let (t, kind) = (Timestamp::from_ns(*ns as i64), event::COLLECTION);
            let event = Event { t, duration_ns: *length_ns as i64, kind: kind.to_owned(), detail: detail.to_owned() };
            self.cx.sink.observe(Observation::Event(event));
        }
        self.points(signal::EVENT_LOOP_DELAY, Labels::new(), a.lags.chunks_exact(2).map(|c| (c[0] + c[1], c[1] / 1e9)));
        self.points(signal::ACTIVE_REQUESTS, Labels::new(), a.requests.chunks_exact(2).map(|c| (c[0], c[1])));
        for (queue, waits) in [("any", &a.waits), ("names", &a.name_waits)] {
            let points = waits.chunks_exact(2).map(|c| (c[0] + c[1], c[1] / 1e9));
            self.points(signal::THREAD_POOL_DELAY, labels([("queue", queue)]), points);
        }
        for (id, family) in &self.families {
            let of = |value: fn(&PoolReading) -> f64| a.pools.iter().filter(|p| p.1 == *id).map(move |p| (p.0, value(p)));
            if family == "client" {
                self.points(signal::CLIENT_COMMANDS, labels([("client", id.as_str())]), of(|p| p.6));
                continue;
            }
            if family == "http" {
                let mut queue = self.queues.get(id).copied();
                let points: Vec<(f64, f64)> = of(|p| p.3).map(|reading| *queue.insert(waited(queue, reading))).collect();
                self.queues.extend(queue.map(|q| (id.clone(), q)));
                self.points(signal::REMOTE_QUEUE_TIME, labels([("client", id.as_str())]), points.into_iter());
                continue;
            }
            let l = || labels([("pool", id.as_str())]);
            self.points(signal::POOL_USED, l(), of(|p| p.2));
            self.points(signal::POOL_PENDING, l(), of(|p| p.3));
            self.points(signal::POOL_TOTAL, l(), of(|p| p.4));
            self.points(signal::POOL_MAX, l(), of(|p| p.5));
            self.points(signal::POOL_STATEMENTS, l(), of(|p| p.6));
        }
        Ok(())
    }

    fn totals(&mut self, a: &Answer) {
        let (last, told) = (if self.last > 0.0 { self.last } else { a.now }, std::mem::take(&mut self.told));
        let mut new = BTreeSet::new();
        let mut total = |signal: &str, labels: Labels, value: f64| {
            let key = (signal.to_owned(), labels.clone());
            let risen = (!told.contains(&key)).then_some((last, 0.0)).filter(|(t, _)| *t < a.now);
            self.points(signal, labels, risen.into_iter().chain([(a.now, value)]));
            new.insert(key);
        };
        total(signal::EVENT_LOOP_TIME, labels([("state", "active")]), a.active / 1e3);
        total(signal::EVENT_LOOP_TIME, labels([("state", "idle")]), a.idle / 1e3);
        for kind in ["major", "minor"] {
            let (count, ms) = a.gc.get(kind).copied().unwrap_or_default();
            total(signal::GC_COUNT, labels([("collector", kind)]), count);
            total(signal::GC_TIME, labels([("collector", kind)]), ms / 1e3);
        }
        total(signal::GC_OUTSIDE_COUNT, Labels::new(), a.outside);
        total(signal::SERVER_REQUEST_TIME, Labels::new(), a.server.0 / 1e3);
        total(signal::SERVER_REQUEST_COUNT, Labels::new(), a.server.1);
        for (client, (area, count)) in [("http", a.http), ("undici", a.undici)] {
            total(signal::REMOTE_CALL_TIME, labels([("client", client)]), area / 1e3);
            total(signal::REMOTE_CALL_COUNT, labels([("client", client)]), count);
        }
        total(signal::REMOTE_QUEUE_TIME, labels([("client", "undici")]), a.undici_queue.0 / 1e3);
        if let Some((area, most)) = a.calls {
            total(signal::CALLS_IN_FLIGHT_TIME, Labels::new(), area / 1e3);
            self.points(signal::CALLS_IN_FLIGHT_MOST, Labels::new(), [(a.now, most)].into_iter());
        }
        self.points(signal::MEMORY_OUTSIDE, Labels::new(), a.held.map(|bytes| (a.now, bytes)).into_iter());
        total(signal::ANSWER_WRITE_TIME, Labels::new(), a.writes / 1e3);
        let asked = Totals::of(&a.endpoints);
        for (endpoint, seconds) in &asked.seconds {
            total(signal::ENDPOINT_TIME, labels([("endpoint", endpoint)]), *seconds);
        }
        for ((endpoint, status), calls) in &asked.calls {
            total(signal::ENDPOINT_COUNT, labels([("endpoint", endpoint), ("status", &status.to_string())]), *calls);
        }
        for (endpoint, (compared, repeated)) in &asked.compared {
            total(signal::ENDPOINT_COMPARED, labels([("endpoint", endpoint)]), *compared);
            total(signal::ENDPOINT_REPEATED, labels([("endpoint", endpoint)]), *repeated);
        }
        for (kind, family, done, ms, sites) in &a.types {
            let l = || labels([("type", kind.as_str()), ("kind", family.as_str())]);
            total(signal::ASYNC_WORK_TIME, l(), ms / 1e3);
            total(signal::ASYNC_WORK_COUNT, l(), *done);
            for (site, _, ms) in sites {
                total(signal::ASYNC_WORK_SITE_TIME, labels([("type", kind.as_str()), ("site", site.as_str())]), ms / 1e3);
            }
        }
        new.extend(told);
        (self.told, self.last) = (new, a.now);
    }

    fn points(&self, signal: &str, labels: Labels, points: impl Iterator<Item = (f64, f64)>) {
        let mut s = Series::new(signal, labels);
        for (ns, v) in points {
            s.push(Timestamp::from_ns(ns as i64), v);
        }
        if !s.t.is_empty() {
            self.cx.sink.observe(Observation::Series(s));
        }
    }
}

/// How long calls have waited in a queue, seconds, with one more reading of it, nanoseconds and calls in it: so many have waited since the reading before, but for
/// a second at most. Between two phases nobody reads.
fn waited(before: Option<(f64, f64)>, (t, calls): (f64, f64)) -> (f64, f64) {
    let (last, sum) = before.unwrap_or((t, 0.0));
    (t, sum + calls * ((t - last) / 1e9).clamp(0.0, 1.0))
}

impl Reading for Gauges {
    fn read(&mut self) -> Option<Duration> {
        let result = self.take();
        if let (Err(e), false) = (&result, self.lost) {
            self.lost = true;
            for id in [sensor::EVENT_LOOP, sensor::POOL_GAUGES] {
                self.cx.sink.observe(Observation::Sensor(Sensor::lost(id, e.said())));
            }
        }
        result.is_ok().then_some(EVERY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_begin_after_their_comment() {
        assert!(expression(GAUGES).starts_with("((options)"));
        assert!(expression(POOLS).starts_with("(objects, pools, proxies)"));
        assert!(expression(OBJECTS).starts_with("((inspector)"));
        assert!(expression(ENDPOINTS).starts_with("((clock, getHeader)"));
        assert!(expression(CLOSE).starts_with("(inspector, fs, ours, grace)"));
    }

    #[test]
    fn calls_in_a_queue_wait_from_one_reading_to_the_next() {
        let s = 1e9;
        let first = waited(None, (10.0 * s, 7.0));
        assert_eq!(first, (10.0 * s, 0.0), "nothing is known of the time before");
        let second = waited(Some(first), (10.5 * s, 4.0));
        assert_eq!(second, (10.5 * s, 2.0));
        assert_eq!(waited(Some(second), (70.0 * s, 3.0)), (70.0 * s, 5.0), "of a pause a second");
    }

    #[test]
    fn an_answer_is_read() {
        // Answer of gauges.js on Node 20.20.2, shortened.
        let text = r#"{"now":5,"active":3.5,"idle":9,"gc":{"minor":[2,1.5]},"pauses":[[7,1500000,"minor"]],"types":[["FSREQPROMISE","fs",4,8.5,[["f (a.js:3)",1,2]]]],
            "server":[12,3],"http":[0,0],"undici":[1,2],"undiciQueue":[0,0],"endpoints":[["GET stock:8081 /items/{id}",12.5,[[200,3],[0,1]],3,2]],"writes":7.5,"lags":[1,2,3,4],"waits":[],"pools":[[7,"pg",5,1,5,5,4]]}"#;
        let a: Answer = serde_json::from_str(text).expect("it parses");
        assert_eq!(a.endpoints, [("GET stock:8081 /items/{id}".to_owned(), 12.5, vec![(200, 3.0), (0, 1.0)], 3.0, 2.0)]);
        assert_eq!((a.lags.len(), a.undici, a.types[0].3, a.pauses[0].1, a.writes), (4, (1.0, 2.0), 8.5, 1.5e6, 7.5));
    }
}
