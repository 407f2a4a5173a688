//! Slow because commands wait in the client of a cache behind one that waits on purpose, while the server has nothing to do.

use crate::facts::cache::{Asked, asked};
use diagnose::{Analysis, Cause, EvidenceLevel, Hypothesis, Stability, Status};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the wait that the server's own round trips may explain at most. A guess: a tenth.
    BY_SERVER = 0.1;
    /// Share of the response that commands wait which do not wait on purpose, at least. As for other waits that do not grow: a guess.
    OF_OTHERS = 0.5;
    /// Connections that wait on purpose, in the mean, from which one does so all along. A guess: half of the readings.
    SOMEBODY_WAITS = 0.5;
    /// Commands that wait on purpose per request from which requests may wait so themselves. A guess: every twentieth.
    BY_REQUESTS = 0.05;
}

struct CacheClientBlocked;

/// The cause.
pub const CAUSE: &dyn Cause = &CacheClientBlocked;

impl Cause for CacheClientBlocked {
    fn id(&self) -> &'static str {
        "cache-client-blocked"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    // a service without a cache needs no eyes on one: what is not seen is said by the hypothesis
    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cache-command-blocking", "cache-server-stalls", "dependency-slow"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let cache = match asked(a, self.id()) {
            Ok(cache) => cache,
            Err(h) => return *h,
        };
        let mut h = cache.hypothesis(self.id(), message!("cache-client-blocked/expected"), message!("cache-client-blocked/falsifier"));
        if let Some(why) = cache.little() {
            h.reason = why;
            return h;
        }
        if cache.by_server > BY_SERVER.get() {
            h.reason = message!("cache-client-blocked/server", observed: (cache.observed()), share: Share(cache.by_server));
            return h;
        }
        // what waits on purpose is on its way all along, though no request waits for it: a worker's next job, a feed's next entry
        let waiting = cache.mean(a.run, signal::CACHE_CLIENTS_BLOCKED).unwrap_or(0.0);
        let others_ms = cache.wait_ms - waiting * 1e3 / cache.level.throughput_per_s;
        if others_ms < OF_OTHERS.get() * cache.level.response_ms {
            h.reason = message!("cache-client-blocked/those-alone", waiting: Count(waiting), others: Ms(others_ms.max(0.0)));
            return h;
        }
        cache.support(a, &mut h);
        h.weight = (others_ms / cache.level.response_ms).min(1.0) * (1.0 - cache.by_server);
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        // what is awaited side by side is more than the response
        let (wait_ms, response_ms) = (cache.wait_ms.min(cache.level.response_ms), cache.level.response_ms);
        let waited = message!(
            "cache-client-blocked/waited",
            wait: Ms(wait_ms),
            response: Ms(response_ms),
            rate: PerSecond(cache.level.throughput_per_s),
            light: Ms(cache.light_ms.min(a.light().map_or(f64::INFINITY, |l| l.response_ms)))
        );
        if let Some(claim) = h.claims.first_mut() {
            (claim.text, claim.value) = (waited.clone(), wait_ms);
        }
        h.reason = message!("cache-client-blocked/waits", waited: (waited), trip: Ms(cache.server.round_trip_ms));
        h.fix = message!("cache-client-blocked/fix");
        if h.status == Status::Secondary {
            return h;
        }
        if let Some(why) = undecided(a, &cache) {
            h.status = Status::Untested;
            h.reason = message!("cache-client-blocked/undecided", waits: (h.reason), why: (why));
            return h;
        }
        if let Some((command, _)) = cache.waiting(a.run).first() {
            h.reason = message!("cache-client-blocked/behind", waits: (h.reason), command: name(command));
            h.fix = message!("cache-client-blocked/fix-command", command: name(command), call: name("client.duplicate()"));
        }
        h
    }
}

/// Why the wait may be another one.
fn undecided(a: &Analysis, cache: &Asked) -> Option<Message> {
    let (from, to) = cache.level.window;
    // on threads a wait in the client may be that for a lock or for a connection of a pool
    let is_counted = a.run.series_of(signal::CLIENT_COMMANDS).any(|s| s.mean(from, to).is_some());
    if !is_counted {
        return Some(message!("cache-client-blocked/not-counted"));
    }
    if let Some((command, _)) = cache.waiting(a.run).iter().find(|(_, n)| *n >= BY_REQUESTS.get()) {
        return Some(message!("cache-client-blocked/on-purpose", command: name(command)));
    }
    let waiting = cache.mean(a.run, signal::CACHE_CLIENTS_BLOCKED).unwrap_or(0.0);
    (waiting < SOMEBODY_WAITS.get()).then(|| message!("cache-client-blocked/nobody-waits"))
}

#[cfg(test)]
mod tests;
