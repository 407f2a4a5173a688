//! Calls that say the same each time, whoever the request is for.

use super::WORTH_A_LINE;
use crate::facts::kept::{fetched_again, growth_by, in_server_ms, may_be_waited_for, said_again};
use crate::facts::queueing::grows;
use crate::facts::{full_pool, if_nothing_waits};
use diagnose::level::{Endpoint, Level};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, LEAST_GROWTH_SHARE, Status};
use model::{Message, message, signal};

/// `h` with the calls that requests wait for and that say the same each time: named where they fetch what is meant to be kept, else told,
/// for the answer may change. `otherwise` where there are none.
pub(super) fn or_in_the_same_words(a: &Analysis, heavy: &Level, h: Hypothesis, otherwise: Hypothesis) -> Hypothesis {
    let waited = |ms: f64| ms >= WORTH_A_LINE.get() * in_server_ms(heavy) && may_be_waited_for(a, heavy, ms);
    if let Some((e, ms, is_kept)) = fetched_again(a).filter(|(_, ms, _)| waited(*ms)) {
        return fetched(a, heavy, (&e, ms, is_kept), h);
    }
    let Some((e, ms)) = said_again(a).filter(|(_, ms)| waited(*ms)) else { return otherwise };
    let text = message!(
        "identical-work-repeated/same-words",
        endpoint: name(&e.name),
        share: Share(e.repeated.unwrap_or_default()),
        ms: Ms(ms),
        rate: PerSecond(heavy.throughput_per_s)
    );
    told(heavy, ms, text, EvidenceLevel::Hint, message!("identical-work-repeated/keep-the-answer"), h)
}

/// The same of a token, of keys, or of what is said of their issuer, which are meant to be kept where `is_kept`; else a token may be made
/// for one use.
fn fetched(a: &Analysis, heavy: &Level, (e, ms, is_kept): (&Endpoint, f64, bool), h: Hypothesis) -> Hypothesis {
    let text = message!(
        "identical-work-repeated/fetched-again",
        endpoint: name(&e.name),
        share: Share(e.repeated.unwrap_or_default()),
        ms: Ms(ms),
        inside: Ms(in_server_ms(heavy)),
        rate: PerSecond(heavy.throughput_per_s)
    );
    let mut h = told(heavy, ms, text, EvidenceLevel::Coincides, message!("identical-work-repeated/fix"), h);
    let share = growth_by(a, &e.name);
    let threads_are_full = [ResourceKind::EventLoop, ResourceKind::ThreadPool].iter().any(|r| a.is_saturated(*r));
    let full = a.cpus_are_full() || threads_are_full || full_pool(a).is_ok();
    if share < LEAST_GROWTH_SHARE.get() || !grows(a) || full {
        h.reason = message!("identical-work-repeated/does-not-limit", observed: (h.observed.clone()));
        return h;
    }
    h.status = Status::Supported;
    h.weight = share;
    h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
    h.gain = if_nothing_waits(a);
    let growth = message!("identical-work-repeated/growth", share: Share(share));
    h.reason = message!("identical-work-repeated/holds", observed: (h.observed.clone()), growth: (growth));
    if !is_kept {
        h.status = Status::Untested;
        h.evidence = EvidenceLevel::Coincides;
        h.reason = message!("identical-work-repeated/whose", holds: (h.reason.clone()));
    }
    h
}

fn told(heavy: &Level, ms: f64, text: Message, evidence: EvidenceLevel, fix: Message, mut h: Hypothesis) -> Hypothesis {
    h.status = Status::Secondary;
    h.evidence = evidence;
    h.fix = fix;
    let read = [signal::ENDPOINT_TIME, signal::ENDPOINT_REPEATED, signal::ENDPOINT_COMPARED];
    h.claims = vec![Claim::at(heavy, "calls_ms", ms, "ms", text.clone()).from(&read)];
    (h.observed, h.reason) = (text.clone(), text);
    h
}
