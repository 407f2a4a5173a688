//! Sends a command that does nothing and times its answer: what everybody's commands wait for their turn, whoever takes it.

use super::connect::{Address, PATIENCE, text};
use crate::process::ticker::Reading;
use model::series::labels;
use model::{Event, Observation, Series, Sink, Timestamp, signal};
use redis::{Connection, RedisError};
use std::sync::Arc;
use std::time::Duration;

/// From one to the next, milliseconds: uneven, so that it keeps step with nothing. A choice: twenty a second cost the server a thousandth of its core.
const EVERY_MS: [u64; 4] = [47, 59, 41, 53];
/// Readings that are handed on together.
const BATCH: usize = 20;
/// Failures in a row after which it ends.
const FAILURES: u32 = 5;

pub(super) struct Pings {
    address: Address,
    conn: Option<Connection>,
    sink: Arc<dyn Sink>,
    store: String,
    told: Series,
    sent: usize,
    failures: u32,
}

impl Pings {
    pub(super) fn open(address: &Address, sink: Arc<dyn Sink>, store: &str) -> Result<Self, RedisError> {
        let conn = Some(address.dial()?);
        let (address, store) = (address.clone(), store.to_owned());
        Ok(Self { address, conn, sink, told: empty(&store), store, sent: 0, failures: 0 })
    }

    /// Hands on what is held.
    pub(super) fn flush(&mut self) {
        if !self.told.t.is_empty() {
            self.sink.observe(Observation::Series(std::mem::replace(&mut self.told, empty(&self.store))));
        }
    }

    fn ping(&mut self) -> Result<(), RedisError> {
        let conn = match &mut self.conn {
            Some(conn) => conn,
            none => none.insert(self.address.dial()?),
        };
        let (start, waited) = (Timestamp::now(), run_queue_ns());
        let answer = redis::cmd("PING").query::<()>(conn);
        let took_ns = Timestamp::now().ns_since(start);
        // the time for which this thread lacked a core is not the server's
        let own_ns = run_queue_ns().saturating_sub(waited) as i64;
        let shown = match answer {
            Ok(()) => Some((took_ns - own_ns).max(0) as f64 / 1e9),
            // at least so long, and what comes later is the answer to nothing
            Err(ref e) if e.is_timeout() => Some(PATIENCE.as_secs_f64()),
            Err(_) => None,
        };
        if let Some(s) = shown {
            self.told.push(start, s);
        }
        if answer.is_err() {
            self.conn = None;
        }
        answer
    }
}

/// Time for which the calling thread was ready and had no core, nanoseconds.
fn run_queue_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|ns| ns.parse().ok()).unwrap_or(0)
}

fn empty(store: &str) -> Series {
    Series::new(signal::CACHE_ROUND_TRIP, labels([("store", store)]))
}

impl Reading for Pings {
    fn read(&mut self) -> Option<Duration> {
        if self.failures >= FAILURES {
            return None;
        }
        self.failures = match self.ping() {
            Ok(()) => 0,
            Err(e) => {
                if self.failures + 1 >= FAILURES {
                    self.flush();
                    self.sink.observe(Observation::Event(Event::now("cache-pings-ended", text(&e))));
                }
                self.failures + 1
            }
        };
        if self.told.t.len() >= BATCH {
            self.flush();
        }
        self.sent += 1;
        Some(Duration::from_millis(EVERY_MS[self.sent % EVERY_MS.len()]))
    }
}
