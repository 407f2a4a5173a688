//! The file through which tool and agent talk while the agent runs: a table of 64-bit words, mapped by the agent, read and written by the
//! tool with calls.
//!
//! The tool creates it at full size and never shrinks it. Every word is an atomic of the machine's own byte order and has one writer, so
//! neither side needs a lock. The probe includes this very file; [`VERSION`] changes with any change of meaning.
//!
//! ```text
//! word 0     32              544
//!      head  16 instances    ring of 8192 records, 8 words each
//! ```

use std::sync::atomic::{AtomicU64, Ordering, fence};

/// First word of the file.
pub const MAGIC: u64 = u64::from_le_bytes(*b"TSGAUGE1");
/// Version of this layout.
pub const VERSION: u64 = 1;
/// Instances (pools, executors) that fit.
pub const MAX_INSTANCES: usize = 16;
/// Records that fit; the writer goes round.
pub const RING_RECORDS: u64 = 8192;
/// Words of the whole file.
pub const FILE_WORDS: usize = RING_START + RING_RECORDS as usize * RECORD_WORDS;
/// Bytes of the whole file.
pub const FILE_BYTES: usize = FILE_WORDS * 8;

const INSTANCES_START: usize = 32;
const INSTANCE_WORDS: usize = 32;
const NAME_WORDS: usize = INSTANCE_WORDS - 2;
/// Words before the ring: the head and the instances.
pub const RING_START: usize = INSTANCES_START + MAX_INSTANCES * INSTANCE_WORDS;
/// Words of a record.
pub const RECORD_WORDS: usize = 8;

/// Positions of the words of the head.
pub mod word {
    /// [`super::MAGIC`], by the tool.
    pub const MAGIC: usize = 0;
    /// [`super::VERSION`], by the tool.
    pub const VERSION: usize = 1;
    /// One of [`super::state`], by the agent.
    pub const STATE: usize = 2;
    /// One of [`super::reason`], by the agent, before it stops.
    pub const REASON: usize = 3;
    /// One of [`super::request`], by the tool.
    pub const REQUEST: usize = 4;
    /// Changed by the tool while it lives; the lease runs out when it stays the same.
    pub const HEARTBEAT: usize = 5;
    /// Heap walks asked for so far, by the tool.
    pub const WALKS_ASKED: usize = 6;
    /// Heap walks done (or failed) so far, by the agent.
    pub const WALKS_DONE: usize = 7;
    /// When the last heap walk began, nanoseconds of `CLOCK_MONOTONIC`.
    pub const WALK_START: usize = 8;
    /// How long the last heap walk held the application, nanoseconds.
    pub const WALK_NS: usize = 9;
    /// Bits of [`super::seen`].
    pub const SEEN: usize = 10;
    /// JVMTI or JNI error of the last failure, 0 for none.
    pub const ERROR: usize = 11;
    /// Kernel id of the agent's thread.
    pub const TID: usize = 12;
    /// Instances in the table.
    pub const INSTANCES: usize = 13;
    /// Instances found beyond those that fit.
    pub const INSTANCES_LEFT_OUT: usize = 14;
    /// Records written so far.
    pub const WRITTEN: usize = 15;
    /// Java exceptions met (and cleared) so far.
    pub const EXCEPTIONS: usize = 16;
    /// CPUs that the JVM counts, 0 where it does not say.
    pub const PROCESSORS: usize = 17;
}

/// What the agent is doing.
pub mod state {
    /// Not started.
    pub const ABSENT: u64 = 0;
    /// Thread is starting.
    pub const STARTING: u64 = 1;
    /// Waiting for a request.
    pub const PAUSED: u64 = 2;
    /// Reading gauges at the interval.
    pub const SAMPLING: u64 = 3;
    /// Everything released; the thread is about to end or has ended.
    pub const STOPPED: u64 = 4;
}

/// Why the agent stopped.
pub mod reason {
    /// It was asked to.
    pub const ASKED: u64 = 1;
    /// The heartbeat stood still for the length of the lease.
    pub const LEASE: u64 = 2;
    /// The JVM refused the thread.
    pub const NO_THREAD: u64 = 3;
    /// A bug in the agent, contained.
    pub const PANIC: u64 = 4;
    /// Another session is still running in this JVM.
    pub const BUSY: u64 = 5;
}

/// What the tool wants.
pub mod request {
    /// Wait.
    pub const PAUSE: u64 = 0;
    /// Read gauges.
    pub const SAMPLE: u64 = 1;
    /// Release everything and end.
    pub const STOP: u64 = 2;
}

/// Servers whose workers are no [`kind::TOMCAT`] executor: bits of [`word::SEEN`].
pub mod seen {
    /// Requests run on virtual threads: those of Tomcat, of Jetty or of Helidon.
    pub const VIRTUAL_THREADS: u64 = 1;
    /// Netty event loops are loaded.
    pub const NETTY: u64 = 2;
    /// Spring WebFlux is loaded.
    pub const WEBFLUX: u64 = 4;
    /// Jetty's thread pool is loaded.
    pub const JETTY: u64 = 8;
    /// Undertow is loaded.
    pub const UNDERTOW: u64 = 16;
}

/// Kinds of instances.
pub mod kind {
    /// `com.zaxxer.hikari.pool.HikariPool`.
    pub const HIKARI: u64 = 1;
    /// `org.apache.tomcat.util.threads.ThreadPoolExecutor`.
    pub const TOMCAT: u64 = 2;
}

/// One reading of one instance. A value that could not be read is -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Record {
    /// When the reading began, nanoseconds of `CLOCK_MONOTONIC`.
    pub t_ns: i64,
    /// Position in the instance table.
    pub instance: u64,
    /// Borrowed connections, or busy threads.
    pub used: i64,
    /// Open connections, or threads alive.
    pub total: i64,
    /// Threads waiting for a connection.
    pub pending: i64,
    /// Most connections, or most threads.
    pub max: i64,
    /// Tasks in the queue.
    pub queue: i64,
    /// How long the reading took, nanoseconds.
    pub cost_ns: i64,
}

/// The words, with the meanings above.
#[derive(Clone, Copy)]
pub struct Table<'a>(pub &'a [AtomicU64]);

impl Table<'_> {
    /// Reads a word of the head; everything written before it is visible.
    pub fn get(self, word: usize) -> u64 {
        self.0[word].load(Ordering::Acquire)
    }

    /// Writes a word of the head, after everything written before.
    pub fn set(self, word: usize, value: u64) {
        self.0[word].store(value, Ordering::Release);
    }

    /// Entries of the instance table: never more than fit, whatever the word says.
    pub fn instances(self) -> usize {
        self.get(word::INSTANCES).min(MAX_INSTANCES as u64) as usize
    }

    /// Writes an entry of the instance table; the name is cut to what fits, at a character boundary.
    pub fn set_instance(self, position: usize, kind: u64, name: &str) {
        let start = INSTANCES_START + position * INSTANCE_WORDS;
        let mut len = name.len().min(NAME_WORDS * 8);
        while !name.is_char_boundary(len) {
            len -= 1;
        }
        for (i, chunk) in name.as_bytes()[..len].chunks(8).enumerate() {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            self.set(start + 2 + i, u64::from_le_bytes(bytes));
        }
        self.set(start + 1, len as u64);
        self.set(start, kind);
    }

    /// Reads an entry of the instance table: kind and name.
    pub fn instance(self, position: usize) -> (u64, String) {
        let start = INSTANCES_START + position.min(MAX_INSTANCES - 1) * INSTANCE_WORDS;
        let len = (self.get(start + 1) as usize).min(NAME_WORDS * 8);
        let bytes: Vec<u8> = (0..NAME_WORDS).flat_map(|i| self.get(start + 2 + i).to_le_bytes()).take(len).collect();
        (self.get(start), String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Appends a record. Only one thread may write.
    pub fn push(self, r: &Record) {
        let n = self.get(word::WRITTEN);
        fence(Ordering::Release);
        let words = [r.t_ns, r.instance as i64, r.used, r.total, r.pending, r.max, r.queue, r.cost_ns];
        for (cell, w) in self.0[record_start(n)..].iter().zip(words) {
            cell.store(w as u64, Ordering::Relaxed);
        }
        self.set(word::WRITTEN, n + 1);
    }

    /// Records from number `*next` on, up to the `written` ones that there were; `*next` moves to the end. Returns how many were overwritten
    /// before they were read. It looks at no more than the ring holds, whatever the other side says it has written.
    pub fn drain(self, written: u64, next: &mut u64, out: &mut Vec<Record>) -> u64 {
        let first = written.saturating_sub(RING_RECORDS).max(*next);
        let mut lost = first - *next;
        for n in first..written {
            let cells = &self.0[record_start(n)..][..RECORD_WORDS];
            let w: [i64; RECORD_WORDS] = std::array::from_fn(|i| cells[i].load(Ordering::Relaxed) as i64);
            fence(Ordering::Acquire);
            if self.get(word::WRITTEN).saturating_sub(n) >= RING_RECORDS {
                lost += 1;
                continue;
            }
            let [t_ns, instance, used, total, pending, max, queue, cost_ns] = w;
            out.push(Record { t_ns, instance: instance as u64, used, total, pending, max, queue, cost_ns });
        }
        *next = written.max(*next);
        lost
    }
}

fn record_start(n: u64) -> usize {
    RING_START + (n % RING_RECORDS) as usize * RECORD_WORDS
}
