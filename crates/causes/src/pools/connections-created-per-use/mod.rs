//! Slow because connections to the database are opened anew instead of being used again.

use crate::facts::server::Counted;
use crate::facts::stacks::{Picked, cpu_share_where, has, time_where};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::{Part, Role};
use diagnose::level::Level;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::{SESSIONS, WALL_STACKS};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Sessions opened per request from which connections count as created per use. Source: CAUSES P7 ("comparable to requests/s"); half
    /// is a guess.
    PER_USE = 0.5;
    /// Sessions opened per request from which it is worth a line. A guess: every twentieth request.
    WORTH_A_LINE = 0.05;
}
// Share of the request threads' CPU that must go into opening connections where the CPU of the service is full: connecting waits for
// several answers, and each time for a core. Source: CAUSES section 4 point 4; most of it, as for the growth.
use self::LEAST_GROWTH_SHARE as LEAST_OF_CPU;
diagnose::thresholds! {
    /// Share of its largest size below which a pool that is waited for is still being filled. A guess.
    STILL_FILLING = 0.95;
    /// Share of the response that waiting for such a pool must take, where hardly a sample shows connecting, for the service itself to be
    /// what opens connections. A guess: a twentieth.
    WAITED_FOR = 0.05;
    /// Share of the response under light load from which connecting is most of it whatever the load. A guess: half.
    AT_EVERY_LOAD = 0.5;
}

struct CreatedPerUse;

/// The cause.
pub const CAUSE: &dyn Cause = &CreatedPerUse;

impl Cause for CreatedPerUse {
    fn id(&self) -> &'static str {
        "connections-created-per-use"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS, SESSIONS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "database-cpu-saturated", "cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("connections-created-per-use/expected");
        h.falsifier = message!("connections-created-per-use/falsifier");
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let Some(opened) = Counted::of(a).and_then(|c| c.per_request(a, signal::DATABASE_SESSIONS_OPENED)) else {
            h.status = Status::NotObservable;
            h.reason = message!("connections-created-per-use/not-counted");
            return h;
        };
        let connecting = |l: &Level| time_where(a, l, |s| has(s, Role::Connect)).unwrap_or_default();
        let (before, now) = (connecting(light), connecting(heavy));
        let filling = filling_ms(heavy);
        h.observed = message!("connections-created-per-use/observed", opened: Count(opened), connecting: Ms(now.ms), filling: Ms(filling));
        if opened < WORTH_A_LINE.get() {
            h.reason = message!("connections-created-per-use/few-opened", opened: Share(opened));
            return h;
        }
        // the server counts for all its clients: what the target itself does with them must be seen as well
        let cost = now.ms + filling;
        if now.samples + before.samples < diagnose::level::FEWEST_SAMPLES.get() && filling < WAITED_FOR.get() * heavy.response_ms {
            h.reason = message!("connections-created-per-use/not-waited-for", opened: Count(opened));
            // on an event loop nobody stands in a connect: one for each request is worth a look
            if opened >= PER_USE.get() && heavy.served.event_loop().is_some() {
                (h.status, h.evidence, h.weight) = (Status::Untested, EvidenceLevel::Hint, opened.min(1.0));
                h.reason = message!("connections-created-per-use/wait-unseen", opened: Count(opened));
                h.fix = message!("connections-created-per-use/fix");
            }
            return h;
        }
        h.weight = a.growth.share((cost - before.ms - filling_ms(light)).max(0.0));
        h.site.clone_from(&now.site);
        h.claims = claims(heavy, opened, &now, filling);
        h.reason = message!(
            "connections-created-per-use/holds",
            opened: Count(opened),
            cost: Ms(cost),
            response: Ms(heavy.response_ms),
        );
        h.fix = message!("connections-created-per-use/fix");
        let most_of_it = h.weight >= LEAST_GROWTH_SHARE.get() || before.ms >= AT_EVERY_LOAD.get() * light.response_ms;
        let of_cpu = cpu_share_where(a, heavy, |s| has(s, Role::Connect));
        let cpu_is_full = a.full_core().is_some();
        if cpu_is_full {
            h.reason = message!("connections-created-per-use/cpu-full", reason: (h.reason.clone()), share: Share(of_cpu));
        }
        if opened >= PER_USE.get() && most_of_it && (!cpu_is_full || of_cpu >= LEAST_OF_CPU.get()) {
            h.status = Status::Supported;
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        } else {
            h.status = Status::Secondary;
            h.evidence = EvidenceLevel::Coincides;
        }
        h
    }
}

/// Waiting for a connection of a pool that has fewer than it may have: somebody is opening one.
fn filling_ms(level: &Level) -> f64 {
    level.busiest_pool().filter(|p| p.total < STILL_FILLING.get() * p.max).map_or(0.0, |p| p.wait_ms)
}

fn claims(heavy: &Level, opened: f64, connecting: &Picked, filling_ms: f64) -> Vec<Claim> {
    let claim = |metric: &str, value, unit, text: Message| Claim::at(heavy, metric, value, unit, text);
    let of_opened = message!("connections-created-per-use/opened", opened: Count(opened));
    let of_connecting = message!("connections-created-per-use/connecting", ms: Ms(connecting.ms));
    let of_filling = message!("connections-created-per-use/filling", ms: Ms(filling_ms));
    let filling = claim("filling_ms", filling_ms, "ms", of_filling);
    vec![
        claim("opened_per_request", opened, "1", of_opened).from(&[signal::DATABASE_SESSIONS_OPENED, REQUESTS]),
        claim("connecting_ms", connecting.ms, "ms", of_connecting).from(&[STACKS]),
        match heavy.busiest_pool() {
            Some(pool) => filling.from_labelled(&[signal::POOL_PENDING, signal::POOL_TOTAL], "pool", &pool.name),
            // where no pool is seen, stacks are where somebody would be seen waiting for one
            None => filling.from(heavy.part_series(Part::PoolWait)),
        },
    ]
}

#[cfg(test)]
mod tests;
