//! The agent's thread: waits, walks, reads, and ends by itself when the tool is gone.

use crate::find::find;
use crate::gauge::Gauge;
use crate::jni::{Env, Vm};
use crate::jvmti::Jvmti;
use crate::layout::{Table, reason, request, state, word};
use crate::mapping::{Mapping, own_tid};
use crate::options::Options;
use crate::{BAD_OPTIONS, NOT_STOPPED, OK};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// How often a paused thread looks for requests.
const PAUSED_TICK: Duration = Duration::from_millis(20);
/// How long `stop` waits for the thread.
const STOP_WAIT: Duration = Duration::from_secs(5);

struct Session {
    mapping: Arc<Mapping>,
    thread: JoinHandle<()>,
}

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// Starts the thread. What goes wrong later is written into the file.
pub(crate) fn start(vm: Vm, options: Options) -> i32 {
    let Some(mapping) = Mapping::open(&options.file) else { return BAD_OPTIONS };
    let mapping = Arc::new(mapping);
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    if session.as_ref().is_some_and(|s| !s.thread.is_finished()) {
        finish(mapping.table(), reason::BUSY);
        return OK;
    }
    mapping.table().set(word::STATE, state::STARTING);
    let shared = Arc::clone(&mapping);
    let spawned = Builder::new().name("tightspot-gauges".to_owned()).stack_size(256 * 1024).spawn(move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| run(vm, shared.table(), &options)));
        finish(shared.table(), outcome.unwrap_or(reason::PANIC));
    });
    match spawned {
        Ok(thread) => *session = Some(Session { mapping, thread }),
        Err(_) => finish(mapping.table(), reason::NO_THREAD),
    }
    OK
}

/// Ends the thread, whichever file it uses, and waits until it is gone.
pub(crate) fn stop(_options: &Options) -> i32 {
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(running) = session.as_ref() else { return OK };
    running.mapping.table().set(word::REQUEST, request::STOP);
    let deadline = Instant::now() + STOP_WAIT;
    while !running.thread.is_finished() {
        if Instant::now() > deadline {
            return NOT_STOPPED;
        }
        sleep(Duration::from_millis(2));
    }
    if let Some(done) = session.take() {
        done.thread.join().ok();
    }
    OK
}

fn finish(table: Table<'_>, why: u64) {
    table.set(word::REASON, why);
    table.set(word::STATE, state::STOPPED);
}

/// The life of the thread; returns why it ended.
fn run(vm: Vm, table: Table<'_>, options: &Options) -> u64 {
    table.set(word::TID, own_tid());
    let env = match vm.attach_daemon(c"tightspot-gauges") {
        Ok(env) => env,
        Err(error) => {
            table.set(word::ERROR, error.unsigned_abs().into());
            return reason::NO_THREAD;
        }
    };
    let mut gauges = Vec::new();
    let ended = catch_unwind(AssertUnwindSafe(|| serve(vm, &env, table, options, &mut gauges)));
    for gauge in gauges {
        gauge.release(&env);
    }
    vm.detach();
    ended.unwrap_or(reason::PANIC)
}

fn serve(vm: Vm, env: &Env, table: Table<'_>, options: &Options, gauges: &mut Vec<Gauge>) -> u64 {
    let mut lease = Lease::new(table, options.lease);
    let mut walks = 0;
    if let Ok(n) = Jvmti::new(vm).and_then(|j| j.processors()) {
        table.set(word::PROCESSORS, n);
    }
    if options.walk {
        table.set(word::WALKS_ASKED, 1);
    }
    let mut next = Instant::now();
    loop {
        if lease.has_run_out(table) {
            return reason::LEASE;
        }
        if table.get(word::WALKS_ASKED) != walks {
            walks = table.get(word::WALKS_ASKED);
            walk(vm, env, table, gauges);
            table.set(word::WALKS_DONE, walks);
        }
        match table.get(word::REQUEST) {
            request::STOP => return reason::ASKED,
            request::SAMPLE => {
                table.set(word::STATE, state::SAMPLING);
                sample(env, table, gauges);
                // A reading that was held up (a pause of the JVM) is not made up for: the gap is itself a reading.
                next = (next + options.interval).max(Instant::now());
                sleep(next.saturating_duration_since(Instant::now()).max(Duration::from_micros(500)));
            }
            _ => {
                table.set(word::STATE, state::PAUSED);
                sleep(PAUSED_TICK);
                next = Instant::now();
            }
        }
    }
}

fn sample(env: &Env, table: Table<'_>, gauges: &[Gauge]) {
    for (i, gauge) in gauges.iter().enumerate() {
        if let Some(record) = gauge.read(env, i as u64) {
            table.push(&record);
        }
    }
    table.set(word::EXCEPTIONS, env.exceptions());
}

fn walk(vm: Vm, env: &Env, table: Table<'_>, gauges: &mut Vec<Gauge>) {
    match find(vm, env) {
        Ok(found) => {
            for old in std::mem::replace(gauges, found.gauges) {
                old.release(env);
            }
            for (i, gauge) in gauges.iter().enumerate() {
                table.set_instance(i, gauge.kind, &gauge.name);
            }
            table.set(word::SEEN, found.seen);
            table.set(word::WALK_START, found.start_ns as u64);
            table.set(word::WALK_NS, found.walk_ns as u64);
            table.set(word::INSTANCES_LEFT_OUT, found.left_out);
            table.set(word::INSTANCES, gauges.len() as u64);
        }
        Err(error) => table.set(word::ERROR, error.unsigned_abs().into()),
    }
}

/// Runs out when the tool's heartbeat stands still.
struct Lease {
    length: Duration,
    beat: u64,
    since: Instant,
}

impl Lease {
    fn new(table: Table<'_>, length: Duration) -> Self {
        Self { length, beat: table.get(word::HEARTBEAT), since: Instant::now() }
    }

    fn has_run_out(&mut self, table: Table<'_>) -> bool {
        let beat = table.get(word::HEARTBEAT);
        if beat != self.beat {
            self.beat = beat;
            self.since = Instant::now();
        }
        self.since.elapsed() > self.length
    }
}
