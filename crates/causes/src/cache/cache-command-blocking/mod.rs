//! Slow because a command that takes long has the one thread of the cache server, and everybody's commands wait for it.

use crate::facts::cache::{Command, asked};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Least time on the server's thread from which a command counts as one that blocks it, milliseconds. Source: the threshold of Redis'
    /// own log of slow commands is ten; one keeps everybody waiting already where a command is expected to take microseconds.
    LONG_MS = 1.0;
}

struct CacheCommandBlocking;

/// The cause.
pub const CAUSE: &dyn Cause = &CacheCommandBlocking;

impl Cause for CacheCommandBlocking {
    fn id(&self) -> &'static str {
        "cache-command-blocking"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    // a service without a cache needs no eyes on one: what is not seen is said by the hypothesis
    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cache-server-stalls", "dependency-slow", "cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let cache = match asked(a, self.id()) {
            Ok(cache) => cache,
            Err(h) => return *h,
        };
        let mut h = cache.hypothesis(self.id(), message!("cache-command-blocking/expected"), message!("cache-command-blocking/falsifier"));
        if let Some(why) = cache.against() {
            h.reason = why;
            return h;
        }
        let Some(worst) = cache.commands.first() else {
            h.reason = message!("cache-command-blocking/none");
            return h;
        };
        let says = says(worst);
        if worst.each_ms < LONG_MS.get() || !cache.is_by_commands(worst.keeps_waiting_ms()) {
            h.reason = message!("cache-command-blocking/not-long", says: (says));
            return h;
        }
        cache.support(a, &mut h);
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.reason = message!(
            "cache-command-blocking/holds",
            says: (says.clone()),
            trip: Ms(cache.server.round_trip_ms),
            wait: Ms(cache.wait_ms),
            response: Ms(cache.level.response_ms)
        );
        h.fix = message!("cache-command-blocking/fix", command: name(worst.title()));
        let of = |c: Claim, signals: &[&'static str]| c.from_labelled(signals, "command", &worst.name);
        let taken = Claim::at(cache.level, "command_share", worst.share, "1", says);
        h.claims.push(of(taken, &[signal::CACHE_COMMAND_TIME, signal::CACHE_COMMAND_CALLS]));
        h
    }
}

/// `KEYS order:* takes 180 ms each, 4.9/s: 88 % of the server's thread`, and who sends it.
fn says(c: &Command) -> Message {
    message!(
        "cache-command-blocking/takes",
        command: name(c.title()),
        each: Ms(c.each_ms),
        rate: PerSecond(c.per_s),
        share: Share(c.share),
        sender: (c.sender())
    )
}

#[cfg(test)]
mod tests;
