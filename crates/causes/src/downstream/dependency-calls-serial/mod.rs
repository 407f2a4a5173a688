//! Slow because a request asks other services one after the other, where it could ask them at once.

use crate::facts::calls::{ALONE, in_calls, number_of_calls};
use crate::facts::to_peer;
use diagnose::claim::REQUESTS;
use diagnose::frames::Part;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};

diagnose::thresholds! {
    /// Calls of a request from which there is something to put side by side. A guess: two, less a tenth for requests that make fewer.
    SEVERAL = 1.8;
    /// Share of the response under light load that asking at once would save, from which it is worth a line. Source: what counts as weight
    /// in `bench --weigh`, a fifth more.
    WORTH_A_LINE = 0.2;
}

struct CallsSerial;

/// The cause.
pub const CAUSE: &dyn Cause = &CallsSerial;

impl Cause for CallsSerial {
    fn id(&self) -> &'static str {
        "dependency-calls-serial"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow", "worker-threads-blocked-downstream"]
    }

    /// Never more than secondary: whether a call needs the answer of the one before it is not seen.
    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("dependency-calls-serial/expected");
        h.falsifier = message!("dependency-calls-serial/falsifier");
        let Some((light, times)) = a.light().and_then(|l| Some((l, in_calls(a, l)?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("dependency-calls-serial/no-call"));
        };
        let Some(calls) = number_of_calls(a, light) else {
            h.status = Status::NotObservable;
            h.reason = message!("dependency-calls-serial/not-counted");
            return h;
        };
        let alone = times.waited_ms / times.all_ms;
        h.observed =
            message!("dependency-calls-serial/observed", calls: Count(calls), waited: Ms(times.waited_ms), response: Ms(light.response_ms));
        h.reason = message!("dependency-calls-serial/little", observed: (h.observed.clone()));
        if calls < SEVERAL.get() {
            return h;
        }
        if alone < ALONE.get() {
            h.reason = message!("dependency-calls-serial/side-by-side", observed: (h.observed.clone()), all: Ms(times.all_ms));
            return h;
        }
        let saved_ms = times.waited_ms * (1.0 - 1.0 / calls);
        if saved_ms < WORTH_A_LINE.get() * light.response_ms {
            return h;
        }
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.site = light.samples.as_ref().and_then(|s| s.top_site(Part::Remote, None)).map(|s| s.site.clone()).unwrap_or_default();
        h.reason = message!("dependency-calls-serial/holds", observed: (h.observed.clone()), to: (to_peer(a)), saved: Ms(saved_ms));
        h.fix = message!("dependency-calls-serial/fix");
        let waits = message!("dependency-calls-serial/waits", waited: Ms(times.waited_ms));
        let counted = message!("dependency-calls-serial/counted", calls: Count(calls));
        h.claims = vec![
            Claim::at(light, "calls_per_request", calls, "1", counted).from(&[REQUESTS]),
            Claim::at(light, "remote_ms", times.waited_ms, "ms", waits).from(light.part_series(Part::Remote)),
        ];
        h
    }
}

#[cfg(test)]
mod tests;
