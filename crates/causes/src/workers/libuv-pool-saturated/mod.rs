//! Slow because all threads of libuv's pool are taken, and files, names, hashes and compression wait for them together.

use crate::facts::event_loop::{loops, without_loop, work_name};
use diagnose::capacity::predict;
use diagnose::cause::Knob;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::{EventLoop, PoolWork};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::signal;

/// Share of the response that waits for a thread from which it is worth a line. A guess, as for `dependency-slow`.
const WORTH_A_LINE: f64 = 0.1;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "every thread of libuv's pool is taken, and waiting for one is most of the growth of the response time".to_owned();
        h.falsifier = "with UV_THREADPOOL_SIZE twice as large throughput stays, and the CPU has room".to_owned();
        let Some(most) = l.work.iter().max_by(|x, y| x.work_ms.total_cmp(&y.work_ms)) else {
            h.observed = "no request gives work to libuv's pool".to_owned();
            h.reason.clone_from(&h.observed);
            return h;
        };
        let wait = l.thread_wait_ms();
        h.observed = format!(
            "{:.0} % of the work finds no thread free{}, and a request waits {wait:.1} of {:.1} ms for one at {:.0}/s",
            l.threads_full_share * 100.0,
            if l.slots < l.threads { format!(" of the {:.0} that look-ups of names may have", l.slots) } else { String::new() },
            heavy.response_ms,
            heavy.throughput_per_s
        );
        h.reason.clone_from(&h.observed);
        if !l.threads_are_full() && wait < WORTH_A_LINE * heavy.response_ms {
            return h;
        }
        h.status = Status::Secondary;
        h.site = work_name(most);
        h.weight = a.growth.share(a.growth.thread_wait_ms);
        h.claims = claims(heavy, l, most);
        h.reason = format!("{}; most of the work is {} ({:.1} ms per request)", h.observed, h.site, most.work_ms);
        if !l.threads_are_full() || h.weight < LEAST_GROWTH_SHARE {
            return h;
        }
        if a.cpus_are_full() {
            h.reason = format!("{}; but the CPUs are full: more threads would wait for a core instead", h.reason);
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.knob = knob(a, l);
        h.gain = h.knob.as_ref().map(|k| k.prediction.clone());
        h.fix = format!(
            "take {} out of the pool that all share (a worker thread, another service, a cache), or raise UV_THREADPOOL_SIZE step by \
                step: to the number of cores for work that computes, beyond for work that waits",
            h.site
        );
        h
    }
}

/// What twice as many threads would give.
fn knob(a: &Analysis, l: &EventLoop) -> Option<Knob> {
    let size = 2.0 * l.threads;
    (size > 0.0).then(|| {
        let bound = stats::law::capacity_per_s(2.0 * l.slots, l.thread_work_ms() / 1e3);
        let others = crate::facts::other_ceilings(a, ResourceKind::ThreadPool);
        Knob {
            setting: format!("UV_THREADPOOL_SIZE {size:.0}"),
            prediction: predict(a.throughput_per_s(), ResourceKind::ThreadPool, bound, &others),
        }
    })
}

fn claims(heavy: &diagnose::level::Level, l: &EventLoop, most: &PoolWork) -> Vec<Claim> {
    let claim = |text: String, metric: &str, value, unit| Claim::at(heavy, metric, value, unit, text);
    vec![
        claim(format!("{:.0} % of the work finds no thread free", l.threads_full_share * 100.0), "threads_full", l.threads_full_share, "1")
            .from(&[signal::THREAD_POOL_DELAY]),
        claim(format!("a request waits {:.1} ms for a thread", l.thread_wait_ms()), "thread_wait_ms", l.thread_wait_ms(), "ms")
            .from(&[signal::THREAD_POOL_DELAY, signal::ASYNC_WORK_COUNT]),
        claim(
            format!("{:.1} of {:.1} ms of work per request are {}", most.work_ms, l.thread_work_ms(), work_name(most)),
            "work_ms",
            most.work_ms,
            "ms",
        )
        .from(&[signal::ASYNC_WORK_TIME]),
    ]
}

#[cfg(test)]
mod tests;
