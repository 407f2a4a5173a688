//! Slow because the database sends far more rows or columns than the answer has.

use crate::facts::cpu_owned::{Excuse, Owned, OwnsTheCore, by_purpose, nothing};
use diagnose::cpu::Purpose;
use diagnose::level::{Level, database_bytes, round_trips};
use diagnose::{Analysis, Cause, Stability};
use model::message;

diagnose::thresholds! {
    /// Share of the CPU per request that reading what the database sends must own. Source: CAUSES section 4 point 2, as for a place on the
    /// CPU.
    LEAST_SHARE = 0.3;
    /// Bytes for each turn with the database from which an answer of it is large. A guess: hundreds of rows, or more columns than a page
    /// shows.
    LARGE = 20_000.0;
    /// How many times as much the database must send as the answer has. A guess: what is answered is about as long as what was read for it,
    /// and joins may repeat a few columns.
    TIMES = 10.0;
    /// How many times as many bytes a request may have under light load for them to be the requests'. A guess: at a third of the rate a
    /// job's would be three times as many.
    SAME = 1.5;
    /// Share of the CPU from which answers are compressed: then their size says nothing of what they have. A guess.
    COMPRESSES = 0.01;
}

/// The cause.
pub const CAUSE: &dyn Cause = &OwnsTheCore {
    id: "result-set-oversized",
    page: include_str!("cause.md"),
    stability: Stability::Stable,
    decoys: &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "allocation-heavy", "database-cpu-saturated"],
    what: "rows",
    least: |_| LEAST_SHARE.get(),
    avoidable: |_, _| true,
    owned: reading,
    excuse,
    says,
    fix: |_| message!("result-set-oversized/fix"),
};

/// What the database sends and what is answered, bytes per request, where the former is far more.
fn surplus(a: &Analysis) -> Option<(f64, f64)> {
    let (light, heavy) = (a.light()?, a.heavy()?);
    let answered = a.heavy_cpu()?.bytes.filter(|b| *b > 0.0)?;
    let sent = |l: &Level| Some(database_bytes(a.run, l.window.0, l.window.1)? / l.requests.max(1) as f64);
    let (before, sent) = (sent(light)?, sent(heavy)?);
    let turns = round_trips(a.run, heavy.window.0, heavy.window.1)? / heavy.requests.max(1) as f64;
    // what a job reads is more for each request the fewer there are
    let of_requests = before <= SAME.get() * sent;
    (of_requests && sent >= LARGE.get() * turns && sent >= TIMES.get() * answered).then_some((sent, answered))
}

/// The driver's work and the mapping of rows, where they are for more than is answered.
fn reading(a: &Analysis) -> Option<Owned> {
    let (driver, mapping) = (by_purpose(a, Purpose::Driver)?, by_purpose(a, Purpose::Mapping)?);
    if surplus(a).is_none() {
        return Some(nothing());
    }
    let samples = driver.samples.zip(mapping.samples).map(|(x, y)| x + y);
    let (ms, share, lock_wait_ms) = (driver.ms + mapping.ms, driver.share + mapping.share, driver.lock_wait_ms + mapping.lock_wait_ms);
    let collected_ms = driver.collected_ms + mapping.collected_ms;
    let most = if driver.ms >= mapping.ms { driver } else { mapping };
    let asks_share = most.asks_share * most.ms / ms.max(1e-9);
    Some(Owned { ms, share, collected_ms, samples, asks_share, lock_wait_ms, ..most })
}

fn says(a: &Analysis) -> Option<model::Message> {
    let (sent, answered) = surplus(a)?;
    Some(message!("result-set-oversized/surplus", sent: Bytes(sent), answered: Bytes(answered)))
}

fn excuse(a: &Analysis, _: &Owned) -> Option<Excuse> {
    let compresses = by_purpose(a, Purpose::Compression).is_some_and(|c| c.share >= COMPRESSES.get());
    compresses.then(|| Excuse::Undecided(message!("result-set-oversized/compressed")))
}

#[cfg(test)]
mod tests;
