//! Slow because all threads of libuv's pool are taken, and files, names, hashes and compression wait for them together.

use crate::facts::event_loop::{loops, without_loop, work_name};
use crate::facts::pays;
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::capacity::predict;
use diagnose::cause::Knob;
use diagnose::level::{EventLoop, Level, PoolWork};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the response that waits for a thread from which it is worth a line. A guess, as for `dependency-slow`.
    WORTH_A_LINE = 0.1;
}

struct LibuvPoolSaturated;

/// The cause.
pub const CAUSE: &dyn Cause = &LibuvPoolSaturated;

impl Cause for LibuvPoolSaturated {
    fn id(&self) -> &'static str {
        "libuv-pool-saturated"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "dependency-slow"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let (Some((_, l)), Some(heavy)) = (loops(a), a.heavy()) else { return without_loop(a, self.id()) };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("libuv-pool-saturated/expected");
        h.falsifier = message!("libuv-pool-saturated/falsifier");
        let Some(most) = l.work.iter().max_by(|x, y| x.work_ms.total_cmp(&y.work_ms)) else {
            h.observed = message!("libuv-pool-saturated/no-work");
            h.reason.clone_from(&h.observed);
            return h;
        };
        let wait = l.thread_wait_ms();
        h.observed = observed(heavy, l);
        h.reason.clone_from(&h.observed);
        if !l.threads_are_full() && wait < WORTH_A_LINE.get() * heavy.response_ms {
            return h;
        }
        h.status = Status::Secondary;
        h.site = work_name(most);
        h.weight = a.growth.share(a.growth.thread_wait_ms);
        h.claims = claims(heavy, l, most);
        h.reason = message!("libuv-pool-saturated/most-work", observed: (h.observed.clone()), work: name(&h.site), ms: Ms(most.work_ms));
        if !l.threads_are_full() || h.weight < LEAST_GROWTH_SHARE.get() {
            return h;
        }
        if a.cpus_are_full() {
            h.reason = message!("libuv-pool-saturated/cpus-full", holds: (h.reason.clone()));
            return h;
        }
        let knob = knob(a, l);
        if let Some(k) = knob.as_ref().filter(|k| !pays(&k.prediction)) {
            let most = k.prediction.model_per_s;
            h.reason = message!("libuv-pool-saturated/hardly-more", holds: (h.reason.clone()), most: PerSecond(most));
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.knob = knob;
        h.gain = h.knob.as_ref().map(|k| k.prediction.clone());
        h.fix = message!("libuv-pool-saturated/fix", work: name(&h.site));
        h
    }
}

/// How much of the work finds no thread free, and how long a request waits for one. Look-ups of names may have some of the threads only.
fn observed(heavy: &Level, l: &EventLoop) -> Message {
    let (full, wait) = (l.threads_full_share, l.thread_wait_ms());
    let (response, rate) = (heavy.response_ms, heavy.throughput_per_s);
    if l.slots < l.threads {
        message!(
            "libuv-pool-saturated/observed-of-names",
            full: Share(full),
            slots: Count(l.slots),
            wait: Ms(wait),
            response: Ms(response),
            rate: PerSecond(rate)
        )
    } else {
        message!("libuv-pool-saturated/observed", full: Share(full), wait: Ms(wait), response: Ms(response), rate: PerSecond(rate))
    }
}

/// What twice as many threads would give.
fn knob(a: &Analysis, l: &EventLoop) -> Option<Knob> {
    let size = 2.0 * l.threads;
    (size > 0.0).then(|| {
        let bound = stats::law::capacity_per_s(2.0 * l.slots, l.thread_work_ms() / 1e3);
        let others = crate::facts::other_ceilings(a, ResourceKind::ThreadPool);
        Knob {
            setting: message!("libuv-pool-saturated/knob", size: Count(size)),
            prediction: predict(a.throughput_per_s(), ResourceKind::ThreadPool, bound, &others),
        }
    })
}

fn claims(heavy: &Level, l: &EventLoop, most: &PoolWork) -> Vec<Claim> {
    let claim = |text: Message, metric: &str, value, unit| Claim::at(heavy, metric, value, unit, text);
    let wait_ms = l.thread_wait_ms();
    let work = message!(
        "libuv-pool-saturated/work",
        most: Ms(most.work_ms),
        all: Ms(l.thread_work_ms()),
        work: name(work_name(most))
    );
    vec![
        claim(message!("libuv-pool-saturated/full", share: Share(l.threads_full_share)), "threads_full", l.threads_full_share, "1")
            .from(&[signal::THREAD_POOL_DELAY]),
        claim(message!("libuv-pool-saturated/wait", ms: Ms(wait_ms)), "thread_wait_ms", wait_ms, "ms")
            .from(&[signal::THREAD_POOL_DELAY, signal::ASYNC_WORK_COUNT]),
        claim(work, "work_ms", most.work_ms, "ms").from(&[signal::ASYNC_WORK_TIME]),
    ]
}

#[cfg(test)]
mod tests;
