//! Slow because another service is slow: its answers take longer as load rises, and nothing of ours queues before it. Or because it takes
//! no more calls a second.

mod by_others;
mod limits;

use crate::facts::calls::{CallTimes, UnderWay, in_calls, number_of_calls, slower_share};
use crate::facts::queueing::grows;
use crate::facts::{full_pool, if_nothing_waits, to_peer};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::frames::Part;
use diagnose::level::{Endpoint, Level, endpoints};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use limits::Limit;
use model::sensor::WALL_STACKS;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the response from which a call that does not slow down is worth a line. A guess.
    WORTH_A_LINE = 0.5;
    /// Calls per request below which they are told as those of some requests. A choice: most requests make none then.
    SELDOM = 0.5;
    /// Time in calls at every load, milliseconds, from which a request is slow by them though load makes it no slower. A guess: what is
    /// shorter is rather the work
    /// that the other service is there for, and three times 100 ms, from which users notice a wait.
    SLOW_ANYWAY_MS = 300.0;
    /// Share of the time of calls from which one endpoint is told as where it goes, and of what requests wait longer for calls from which
    /// these are longer. Source: the meaning of "most".
    MOST_OF_CALLS = 0.5;
}

struct DependencySlow;

/// The cause.
pub const CAUSE: &dyn Cause = &DependencySlow;

impl Cause for DependencySlow {
    fn id(&self) -> &'static str {
        "dependency-slow"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-held-across-remote-call", "cpu-hot-path", "identical-work-repeated"]
    }

    fn yields_to(&self) -> &'static [&'static str] {
        // a service that is asked for what could be kept would be asked hardly ever
        &["identical-work-repeated"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("dependency-slow/expected");
        h.falsifier = message!("dependency-slow/falsifier");
        let (Some(light), Some(heavy), Some(times)) = (a.light(), a.heavy(), CallTimes::of(a)) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let (before, after) = (times.light, times.heavy);
        h.observed = message!(
            "dependency-slow/observed",
            to: (to_peer(a)),
            light: Ms(before),
            light_rate: PerSecond(light.throughput_per_s),
            heavy: Ms(after),
            heavy_rate: PerSecond(heavy.throughput_per_s),
        );
        if before + after == 0.0 && heavy.part_ms(Part::Cache) > 0.0 {
            h.reason = message!("dependency-slow/a-cache");
            return h;
        }
        if before + after == 0.0 {
            h.status = Status::NotApplicable;
            h.reason = message!("dependency-slow/no-call");
            return h;
        }
        h.site = heavy.samples.as_ref().and_then(|s| s.top_site(Part::Remote, None)).map(|s| s.site.clone()).unwrap_or_default();
        h.claims = vec![Claim::at(heavy, "remote_ms", after, "ms", h.observed.clone()).from(heavy.part_series(Part::Remote))];
        h.claims.extend(slowest_endpoint(a, heavy));
        let growth = grown_share(a, &times);
        // a thread whose answer has arrived but has no core still shows the read, and an answer that nobody fetches lies in its socket
        let starved = a.cpus_are_full() || a.is_saturated(ResourceKind::EventLoop);
        let limited = Limit::of(a).filter(|_| !starved).and_then(|l| l.judged(a, heavy, h.clone()));
        let no_longer = by_others::are_no_longer(a, &times).filter(|_| !starved && growth >= LEAST_GROWTH_SHARE.get());
        if let Some(limited) = limited.as_ref().filter(|l| l.status == Status::Supported) {
            limited.clone()
        } else if let Some((light_ms, heavy_ms)) = no_longer {
            h.status = Status::Secondary;
            h.evidence = EvidenceLevel::Coincides;
            h.weight = growth;
            h.reason = message!(
                "dependency-slow/waited-for-by-others",
                before: Ms(before),
                after: Ms(after),
                light: Ms(light_ms),
                heavy: Ms(heavy_ms),
            );
            h
        } else if growth >= LEAST_GROWTH_SHARE.get() && grows(a) && !starved && full_pool(a).is_err() {
            h.weight = growth;
            h.evidence = EvidenceLevel::Coincides;
            h.reason = message!("dependency-slow/holds", to: (to_peer(a)), light: Ms(before), heavy: Ms(after), share: Share(growth));
            h.reason = with_seldom(a, heavy, h.reason);
            judged_by_place(a, heavy, h)
        } else if let Some(limited) = limited {
            limited
        } else if !starved && is_slow_anyway(a, light, heavy, &times) {
            h.weight = (after / heavy.response_ms).min(1.0);
            h.evidence = EvidenceLevel::Coincides;
            h.reason = message!(
                "dependency-slow/at-every-load",
                to: (to_peer(a)),
                light: Ms(before),
                light_response: Ms(light.response_ms),
                heavy: Ms(after),
                heavy_response: Ms(heavy.response_ms),
            );
            h.reason = with_seldom(a, heavy, h.reason);
            let mut h = judged_by_place(a, heavy, h);
            // load makes it no slower, so that nothing is known of a limit
            h.gain = None;
            h
        } else if after >= WORTH_A_LINE.get() * heavy.response_ms {
            h.status = Status::Secondary;
            h.evidence = EvidenceLevel::Coincides;
            h.reason = message!(
                "dependency-slow/steady",
                to: (to_peer(a)),
                heavy: Ms(after),
                response: Ms(heavy.response_ms),
                light: Ms(before),
            );
            h.reason = with_seldom(a, heavy, h.reason);
            h
        } else if starved && growth >= LEAST_GROWTH_SHARE.get() {
            h.reason = message!("dependency-slow/starved");
            h
        } else {
            h.reason = message!("dependency-slow/takes", light: Ms(before), heavy: Ms(after));
            h
        }
    }
}

/// What is asked for by the calls that take most of the time, where that is told.
fn slowest_endpoint(a: &Analysis, heavy: &Level) -> Option<Claim> {
    let all = endpoints(a.run, heavy.window);
    let time_ms = |e: &Endpoint| e.calls * e.mean_ms;
    let most = all.first().filter(|e| time_ms(e) > MOST_OF_CALLS.get() * all.iter().map(time_ms).sum::<f64>())?;
    let calls = most.calls / (heavy.requests as f64).max(1.0);
    let text = message!("dependency-slow/endpoint", endpoint: name(&most.name), each: Ms(most.mean_ms), calls: Count(calls));
    Some(Claim::at(heavy, "endpoint_ms", most.mean_ms, "ms", text).from(&[signal::ENDPOINT_TIME, signal::ENDPOINT_COUNT]))
}

/// The same with how many calls there are and how long each takes, where they are fewer than half of the requests: a mean over all hides
/// that. Calls that share a connection are fewer turns than calls, so turns count only where each has one to itself.
fn with_seldom(a: &Analysis, heavy: &Level, said: Message) -> Message {
    let is_counted = a.run.series_of(signal::REMOTE_CALL_COUNT).next().is_some() || UnderWay::of(a).is_some_and(|u| u.is_with_them());
    let seldom = number_of_calls(a, heavy).filter(|n| is_counted && *n < SELDOM.get());
    match seldom.zip(in_calls(a, heavy)) {
        Some((n, c)) => message!("dependency-slow/seldom", holds: (said), calls: Count((n * 100.0).round()), each: Ms(c.all_ms / n)),
        None => said,
    }
}

/// Whether calls are most of the response at light and at heavy load, and so long that this is slow by itself, while nothing of ours is
/// full.
fn is_slow_anyway(a: &Analysis, light: &Level, heavy: &Level, times: &CallTimes) -> bool {
    let most = |ms: f64, l: &Level| ms >= LEAST_GROWTH_SHARE.get() * l.response_ms;
    let long = times.light.min(times.heavy) >= SLOW_ANYWAY_MS.get();
    long && most(times.light, light) && most(times.heavy, heavy) && full_pool(a).is_err() && !a.is_saturated(ResourceKind::Workers)
}

/// `h`, by where the calls spend the time that they take longer: only what is seen with the other service is its own.
fn judged_by_place(a: &Analysis, heavy: &Level, mut h: Hypothesis) -> Hypothesis {
    h.status = Status::Untested;
    let Some(u) = UnderWay::of(a) else {
        h.reason = message!("dependency-slow/not-told-apart", holds: (h.reason));
        return h;
    };
    let awaited = message!("dependency-slow/awaited", calls: Count(u.calls), awaited: Count(u.awaited));
    let claim = Claim::at(heavy, "connections_awaited", u.awaited, "1", awaited.clone());
    h.claims.push(claim.from(&[signal::PEER_CONNECTIONS_AWAITED]));
    if !u.is_with_them() {
        h.reason = message!("dependency-slow/fewer-awaited", holds: (h.reason), awaited: (awaited));
        return h;
    }
    h.status = Status::Supported;
    if a.account_closes() {
        h.evidence = EvidenceLevel::Explains;
    }
    h.reason = message!("dependency-slow/with-them", holds: (h.reason), awaited: (awaited));
    h.gain = if_nothing_waits(a);
    h.fix = message!("dependency-slow/fix");
    h
}

/// Share of the growth of the response time that calls explain: with the queues that they make where they are clearly slower, else alone.
fn grown_share(a: &Analysis, times: &CallTimes) -> f64 {
    if times.are_slower() { slower_share(a) } else { a.growth.share(a.growth.remote_ms) }
}

#[cfg(test)]
mod tests;
