//! Slow because the cache server stands still every now and then, while no command is slow: it writes its file through, copies itself, is
//! swapped out, throws keys away.

use crate::facts::cache::{Asked, asked};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability};
use model::{Message, Run, message, signal};

diagnose::thresholds! {
    /// Share of the level within long round trips from which the server counts as one that stands still. A guess: one stall of 80 ms in 8
    /// s.
    STANDS_STILL = 0.01;
    /// Share of that time which copies of the process must explain. A guess.
    BY_COPIES = 0.3;
    /// Copies of the process that the server must have counted during the level. A guess: half of one, since its counters are read before
    /// and after.
    COPIED = 0.5;
    /// Share of its memory that is resident below which some of it is swapped out. Source: redis.io, INFO: a fragmentation ratio well
    /// below one.
    RESIDENT = 0.9;
    /// Share of a core below which a server that answers late waits for something: one that computes is busy. A guess.
    IDLE = 0.5;
}

struct CacheServerStalls;

/// The cause.
pub const CAUSE: &dyn Cause = &CacheServerStalls;

/// What the server itself says that it stood still for.
struct Why {
    says: Message,
    figure: f64,
    unit: &'static str,
    signal: &'static str,
}

impl Cause for CacheServerStalls {
    fn id(&self) -> &'static str {
        "cache-server-stalls"
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
        &["cache-command-blocking", "dependency-slow"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let cache = match asked(a, self.id()) {
            Ok(cache) => cache,
            Err(h) => return *h,
        };
        let mut h = cache.hypothesis(self.id(), message!("cache-server-stalls/expected"), message!("cache-server-stalls/falsifier"));
        if let Some(why) = cache.against() {
            h.reason = why;
            return h;
        }
        let commands_ms = cache.commands_ms();
        if cache.is_by_commands(commands_ms) {
            h.reason = message!("cache-server-stalls/commands", commands: Ms(commands_ms), trip: Ms(cache.server.round_trip_ms));
            return h;
        }
        let Some(why) = why(a.run, &cache) else {
            h.reason = message!("cache-server-stalls/no-figure", trip: Ms(cache.server.round_trip_ms));
            return h;
        };
        cache.support(a, &mut h);
        h.evidence = EvidenceLevel::Coincides;
        h.reason = message!(
            "cache-server-stalls/holds",
            says: (why.says.clone()),
            trip: Ms(cache.server.round_trip_ms),
            longest: Ms(cache.server.longest_ms),
            commands: Ms(commands_ms),
            wait: Ms(cache.wait_ms),
            response: Ms(cache.level.response_ms)
        );
        h.fix = message!("cache-server-stalls/fix");
        let claim = Claim::at(cache.level, "stalled_by", why.figure, why.unit, why.says);
        h.claims.push(claim.from_labelled(&[why.signal], "store", &cache.server.store));
        h
    }
}

/// The figures of the server that say why, those that say how long first.
fn why(run: &Run, cache: &Asked) -> Option<Why> {
    let total = |signal: &'static str| cache.increase(run, signal);
    let last = |signal: &'static str| cache.reading(run, signal, &[]);
    let span_s = cache.level.span_s();
    let stalled_s = cache.server.stalled_share * span_s;
    let stands_still = cache.server.stalled_share >= STANDS_STILL.get();
    let (copies, copy_s) = (total(signal::CACHE_FORKS), last(signal::CACHE_FORK_TIME).unwrap_or(0.0));
    if stands_still && copies >= COPIED.get() && copies * copy_s >= BY_COPIES.get() * stalled_s {
        let says = message!("cache-server-stalls/copies", copies: Count(copies), each: Ms(copy_s * 1e3));
        return Some(Why { says, figure: copy_s * 1e3, unit: "ms", signal: signal::CACHE_FORK_TIME });
    }
    if let Some((event, ms)) = delay(run, cache) {
        let says = message!("cache-server-stalls/delay", event: name(event), longest: Ms(ms));
        return Some(Why { says, figure: ms, unit: "ms", signal: signal::CACHE_DELAY });
    }
    let delayed = total(signal::CACHE_FSYNC_DELAYED);
    if delayed >= 1.0 {
        let says = message!("cache-server-stalls/fsync-delayed", times: Count(delayed));
        return Some(Why { says, figure: delayed, unit: "1", signal: signal::CACHE_FSYNC_DELAYED });
    }
    let always = cache.reading(run, signal::CACHE_SETTING, &[("setting", "appendfsync-always")]) == Some(1.0);
    let appended = total(signal::CACHE_APPENDED);
    if always && appended > 0.0 && total(signal::CACHE_CPU_TIME) < IDLE.get() * span_s {
        let says = message!("cache-server-stalls/fsync-always", appended: Bytes(appended));
        return Some(Why { says, figure: appended, unit: "B", signal: signal::CACHE_APPENDED });
    }
    let (resident, all) = (last(signal::CACHE_MEMORY_RESIDENT)?, last(signal::CACHE_MEMORY)?);
    (stands_still && resident < RESIDENT.get() * all).then(|| Why {
        says: message!("cache-server-stalls/swapped", resident: Share(resident / all)),
        figure: resident / all,
        unit: "1",
        signal: signal::CACHE_MEMORY_RESIDENT,
    })
}

/// The longest delay that the server noted during the level and that is no command's.
fn delay(run: &Run, cache: &Asked) -> Option<(String, f64)> {
    let (from, to) = cache.level.window;
    let noted = cache.of(run, signal::CACHE_DELAY).filter(|s| !s.label("event").contains("command"));
    let longest = noted.filter_map(|s| Some((s.label("event").to_owned(), s.max(from, to)? * 1e3)));
    longest.max_by(|x, y| x.1.total_cmp(&y.1))
}

#[cfg(test)]
mod tests;
